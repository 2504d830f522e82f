"""Build the fonts that scorepad ships: three weights of "Scorepad Sans", and the list of what they cover.

For developers only; the app needs nothing but the files this writes. It takes:

* Source Sans 3, static TrueType files of the weights 400, 600 and 700, as in the npm package
  `@expo-google-fonts/source-sans-3` (`npm pack` it). Licence: SIL OFL 1.1, reserved font name "Source",
  which is why what is made here bears another name.
* DejaVu Sans and DejaVu Sans Bold, for the signs Source Sans lacks: the npm package `dejavu-fonts-ttf`, or
  Debian's `fonts-dejavu-core`. Licence: the Bitstream Vera and Arev licences, free to modify and to embed.

    python .tools/build_fonts.py \\
        --regular  SourceSans3_400Regular.ttf  --semibold SourceSans3_600SemiBold.ttf \\
        --bold     SourceSans3_700Bold.ttf     --dejavu DejaVuSans.ttf --dejavu-bold DejaVuSans-Bold.ttf \\
        --source-licence source-sans-3/LICENSE_FONT --dejavu-licence dejavu-fonts-ttf/LICENSE

Needs fontTools with brotli (`pip install fonttools[woff]`). The same sources give the same bytes.

The web client loads every font of its own FontManifest.json before it starts, and draws its first frame in
Roboto, whatever the theme says. `assets/assets/` overrides both: a manifest with nothing but the icons and
our fonts, and our regular weight in the place of Roboto, so that no frame is drawn without our signs.
"""

from __future__ import annotations

import argparse
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.otlLib.optimize.gpos import compact
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
WEB_DEFAULT = ROOT / "assets" / "assets" / "fonts" / "roboto.woff2"
"""The address at which the web client looks for its default font; the format is told by the content."""

FAMILY = "Scorepad Sans"
VERSION = "1.000"

FROM_SOURCE_SANS = (
    (0x20, 0x7E),  # Basic Latin
    (0xA0, 0x17F),  # Latin-1 Supplement, Latin Extended-A
    (0x180, 0x24F),  # Latin Extended-B
    *((ord(letter), ord(letter)) for letter in "ɓɔɖɗəɛɣɩɪɲʃʊʋʒʔ"),  # African and Azerbaijani names
    *((ord(letter), ord(letter)) for letter in "ʹʺʻʼʽʾʿˀˁˆˇˈˉˊˋ˘˙˚˛˜˝"),  # modifier letters
    (0x300, 0x30C),  # combining marks: those above
    *((ord(mark), ord(mark)) for mark in "\u030f\u0311\u0312\u0315\u031b"),
    (0x323, 0x328),  # those below
    (0x32D, 0x331),
    (0x37E, 0x3CE),  # Greek, as written today
    (0x400, 0x45F),  # Cyrillic
    (0x490, 0x4FF),
    (0x1E00, 0x1EFF),  # Latin Extended Additional: Vietnamese, Welsh, transliterations
    (0x2000, 0x206F),  # General Punctuation
    (0x2070, 0x20BF),  # superscripts, subscripts, currencies
    (0x2100, 0x215F),  # letterlike signs, fractions
    (0x2190, 0x21FF),  # arrows
    *((ord(sign), ord(sign)) for sign in "−∕∙√∞∑≈≠≤≥"),
    (0x232B, 0x232B),  # the key that erases to the left
    (0x25A0, 0x27BF),  # shapes, suits, ticks
)
"""What is taken wherever Source Sans has it: inclusive ranges."""

FROM_DEJAVU = (
    "".join(chr(c) for c in range(0x180, 0x250))
    + "‒–—―‘’‚“”„†‡•…‰′″‹›⁄€№™−×÷±≤≥≠≈∞∑√½¼¾⅓⅔⅛"
    + "←↑→↓↔↕↩↪↶↷↺↻⇄⇆⌫"
    + "■□▢▪▫▲△▶▷▼▽◀◁◆◇◊○◌●★☆☐☑☒✓✔✕✖✗✘"
    + "♠♡♢♣♤♥♦♧⬟⬠⬡⬢❤☺☹☀♪♫⚑⚠"
)
"""What is taken from DejaVu when Source Sans lacks it."""

INVISIBLE = (
    "\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
"""Characters that draw nothing: an empty glyph keeps a renderer from looking for them in other fonts."""

REQUIRED = (
    "0123456789+−-±×÷=≤≥≠≈½¼¾…•·→←↑↓✓✗★☆♠♥♦♣▲▼◆■●□€°‹›«»‘’“”–—"
    "\u00a0\u2007\u2009\u202f¹²³⁰⁴⁵⁶⁷⁸⁹⌫ÀÉŒœßẞŁŐŞșțẤĲıƠưέЖї"
)
"""What must be there, or the build fails."""

NUMERIC = "0123456789+−±×÷="
"""Signs that share one advance and are never kerned, so that columns of numbers align."""

THIN_SPACE = 160
"""Advance of U+2009 and U+202F, in thousandths of an em: a group of thousands must be seen at 14 px."""


KERNING_COMPACTION = 5
"""How far kerning classes are split to save bytes, 0 to 9; more gains nothing once the file is compressed."""


@dataclass(frozen=True)
class Weight:
    """One file to make."""

    style: str
    css_weight: int
    source: Path
    symbols: Path


def characters(ranges: Iterable[tuple[int, int]]) -> set[int]:
    """Every assigned code point in the inclusive ranges that can stand in a text."""
    return {
        code
        for first, last in ranges
        for code in range(first, last + 1)
        if unicodedata.category(chr(code)) not in {"Cn", "Co", "Cs", "Cc", "Cf"} or code == 0xAD
    }


def subsetted(path: Path, codes: set[int]) -> Any:
    """Source Sans reduced to `codes`, with only the layout that names need: kerning, marks, local forms."""
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    options.hinting = False
    options.legacy_kern = False
    options.glyph_names = True
    options.notdef_outline = True
    options.name_IDs = []
    options.drop_tables += ["DSIG", "FFTM", "STAT", "meta", "BASE"]
    options.recalc_timestamp = False
    font = subset.load_font(str(path), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=sorted(codes))
    subsetter.subset(font)
    return font


def without_digit_kerning(font: Any) -> None:
    """Take the numeric signs out of every kerning pair."""
    cmap = font.getBestCmap()
    numeric = {cmap[ord(sign)] for sign in NUMERIC}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            pair = table.ExtSubTable if lookup.LookupType == 9 else table
            if type(pair).__name__ != "PairPos":
                continue
            if pair.Format == 1:
                keep = [
                    (first, pairs)
                    for first, pairs in zip(pair.Coverage.glyphs, pair.PairSet, strict=True)
                    if first not in numeric
                ]
                for _, pairs in keep:
                    pairs.PairValueRecord = [r for r in pairs.PairValueRecord if r.SecondGlyph not in numeric]
                    pairs.PairValueCount = len(pairs.PairValueRecord)
                pair.Coverage.glyphs = [first for first, _ in keep]
                pair.PairSet = [pairs for _, pairs in keep]
                pair.PairSetCount = len(keep)
            else:
                for classes in (pair.ClassDef1, pair.ClassDef2):
                    for glyph in numeric:
                        classes.classDefs.pop(glyph, None)
                pair.Coverage.glyphs = [g for g in pair.Coverage.glyphs if g not in numeric]


def x_height(font: Any) -> float:
    """Height of the small x, as a fraction of the em."""
    return float(font["glyf"][font.getBestCmap()[ord("x")]].yMax) / float(font["head"].unitsPerEm)


def add_glyph(font: Any, code: int, glyph: Any, advance: int) -> None:
    """Append one glyph and map `code` to it."""
    name = f"uni{code:04X}"
    while name in font["glyf"].glyphs:
        name += ".add"
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (advance, getattr(glyph, "xMin", 0))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def borrow(font: Any, donor: Any, codes: Iterable[int]) -> None:
    """Draw the donor's glyphs into `font`, scaled so that both have the same x-height."""
    cmap, glyphs = donor.getBestCmap(), donor.getGlyphSet()
    factor = font["head"].unitsPerEm / donor["head"].unitsPerEm * (x_height(font) / x_height(donor))
    for code in codes:
        if code not in cmap:
            continue
        outline = DecomposingRecordingPen(glyphs)
        glyphs[cmap[code]].draw(outline)
        pen = TTGlyphPen(None)
        outline.replay(TransformPen(pen, (factor, 0, 0, factor, 0, 0)))
        add_glyph(font, code, pen.glyph(), round(donor["hmtx"][cmap[code]][0] * factor))


def set_spaces(font: Any) -> None:
    """Give the spaces that numbers use their widths, and the invisible characters none."""
    cmap = font.getBestCmap()
    digit = font["hmtx"][cmap[ord("0")]][0]
    for code, advance in {0x2007: digit, 0x2009: THIN_SPACE, 0x202F: THIN_SPACE}.items():
        # A glyph of its own each: another space may share the present one.
        add_glyph(font, code, TTGlyphPen(None).glyph(), advance)
    for character in INVISIBLE:
        add_glyph(font, ord(character), TTGlyphPen(None).glyph(), 0)


def rename(font: Any, weight: Weight, original_copyright: str) -> None:
    """Replace every name by Scorepad Sans's, keeping the copyright notices."""
    linked = weight.style in {"Regular", "Bold"}  # the styles an old name table can link to one family
    names = {
        0: f"{original_copyright} Symbols from DejaVu Sans: Copyright (c) 2003 by Bitstream, Inc.; "
        "Copyright (c) 2006 by Tavmjong Bah; DejaVu changes are in the public domain.",
        1: FAMILY if linked else f"{FAMILY} {weight.style}",
        2: weight.style if linked else "Regular",
        3: f"{VERSION};{FAMILY.replace(' ', '')}-{weight.style}",
        4: f"{FAMILY} {weight.style}",
        5: f"Version {VERSION}",
        6: f"{FAMILY.replace(' ', '')}-{weight.style}",
        13: "This Font Software is licensed under the SIL Open Font License, Version 1.1. See LICENSE.txt.",
        14: "https://openfontlicense.org",
    }
    if not linked:
        names |= {16: FAMILY, 17: weight.style}
    font["name"].names = []
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight.css_weight
    font["OS/2"].achVendID = "NONE"


def check(font: Any) -> None:
    """Refuse a font whose numbers would not align, or that lacks what the app draws."""
    cmap = font.getBestCmap()
    missing = [sign for sign in REQUIRED if ord(sign) not in cmap]
    if missing:
        raise SystemExit(f"not covered: {' '.join(f'U+{ord(sign):04X}' for sign in missing)}")
    widths = {font["hmtx"][cmap[ord(sign)]][0] for sign in NUMERIC}
    if len(widths) != 1:
        raise SystemExit(f"the numeric signs have several widths: {sorted(widths)}")


def built(weight: Weight) -> Any:
    """The finished font of one weight."""
    original = TTFont(str(weight.source), lazy=True)
    available = set(original.getBestCmap())
    copyright_notice = str(original["name"].getDebugName(0))
    font = subsetted(weight.source, characters(FROM_SOURCE_SANS) & available)
    without_digit_kerning(font)
    present = set(font.getBestCmap())
    donor = TTFont(str(weight.symbols), lazy=True)
    borrow(font, donor, sorted({ord(character) for character in FROM_DEJAVU} - present))
    set_spaces(font)
    compact(font, KERNING_COMPACTION)
    rename(font, weight, copyright_notice)
    font["post"].formatType = 3.0  # glyph names are for building only
    check(font)
    return font


def as_ranges(codes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Inclusive ranges of consecutive code points, ascending."""
    first = last = -2
    for code in sorted(codes):
        if code == last + 1:
            last = code
            continue
        if first >= 0:
            yield first, last
        first = last = code
    if first >= 0:
        yield first, last


def coverage_module(codes: Iterable[int]) -> str:
    """The Python source of `scorepad/design/coverage.py`."""
    ranges = " ".join(f"{first:04X}-{last:04X}" for first, last in as_ranges(codes))
    return f'''"""What the bundled fonts can draw; written by .tools/build_fonts.py, not by hand."""

RANGES = """
{textwrap.fill(ranges, 100, break_on_hyphens=False)}
"""
"""Inclusive ranges of code points in hexadecimal, ascending."""

COVERED = frozenset(
    code
    for first, last in (each.split("-") for each in RANGES.split())
    for code in range(int(first, 16), int(last, 16) + 1)
)
"""Every code point that all bundled fonts map to a glyph."""
'''


def licence_text(source: Path, dejavu: Path) -> str:
    """Both licences, and which part of the fonts each one covers."""
    rule = "\n\n" + "=" * 79 + "\n\n"
    heading = (
        "Scorepad Sans (ScorepadSans-Regular.ttf, -SemiBold.ttf, -Bold.ttf) is a subset of\n"
        "Source Sans 3, under the SIL Open Font License 1.1, with signs from DejaVu Sans,\n"
        "under the licence that follows it. It was renamed because 'Source' is a reserved\n"
        "font name."
    )
    parts = [path.read_text(encoding="utf-8").replace("\r\n", "\n").strip() for path in (source, dejavu)]
    text = rule.join([heading, *parts])
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def main() -> None:
    """Write the fonts, their licence and the coverage module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for option in (
        "regular",
        "semibold",
        "bold",
        "dejavu",
        "dejavu-bold",
        "source-licence",
        "dejavu-licence",
    ):
        parser.add_argument(f"--{option}", type=Path, required=True)
    given = parser.parse_args()
    weights = (
        Weight("Regular", 400, given.regular, given.dejavu),
        Weight("SemiBold", 600, given.semibold, given.dejavu_bold),
        Weight("Bold", 700, given.bold, given.dejavu_bold),
    )
    target = ROOT / "assets" / "fonts"
    target.mkdir(parents=True, exist_ok=True)
    coverages = set()
    for weight in weights:
        font = built(weight)
        path = target / f"{FAMILY.replace(' ', '')}-{weight.style}.ttf"
        font.save(str(path), reorderTables=True)
        coverages.add(frozenset(font.getBestCmap()))
        print(f"{path.name}: {len(font.getBestCmap())} characters, {path.stat().st_size / 1024:.0f} KB")
    if len(coverages) != 1:
        raise SystemExit("the weights do not cover the same characters")
    regular = (target / f"{FAMILY.replace(' ', '')}-Regular.ttf").read_bytes()
    WEB_DEFAULT.parent.mkdir(parents=True, exist_ok=True)
    WEB_DEFAULT.write_bytes(regular)
    licence = licence_text(given.source_licence, given.dejavu_licence)
    (target / "LICENSE.txt").write_text(licence, encoding="utf-8")
    module = ROOT / "scorepad" / "design" / "coverage.py"
    module.parent.mkdir(parents=True, exist_ok=True)
    module.write_text(coverage_module(next(iter(coverages))), encoding="utf-8")


if __name__ == "__main__":
    main()
