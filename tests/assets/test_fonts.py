"""The bundled fonts draw every word and number of the app, and columns of numbers align."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from scorepad.design.coverage import COVERED
from scorepad.i18n import LANGUAGES
from scorepad.ui import theme

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "assets" / "fonts"
CATALOGS = sorted((ROOT / "scorepad" / "i18n").glob("*/LC_MESSAGES/*.po"))
WEIGHTS = {"Regular": 400, "SemiBold": 600, "Bold": 700}
NUMERIC = "0123456789+−±×÷="
NEEDED = (
    "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180)]))  # Western and Central Europe
    + "ȘșȚțẞƏəƠơƯưẾếỰự"
    + "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωΆέήίόύώ"
    + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёЄєІіЇїҐґЂђЋћЉљЊњЏџ"
    + "\u2007\u2009\u202f\u00a0‘’‚“”„«»‹›–—…•·†‡‰€°№"
    + "0123456789+−×÷=±≤≥≠≈½¼¾¹²³⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉"
    + "→←↑↓↔↩↪↺↻✓✗✕✔★☆♠♥♦♣♤♡♢♧▲▼◆■●△▽◇□○☐☑⬟⬢⌫❤⚠"
)


@cache
def font(style: str) -> Any:
    """One bundled font, read whole."""
    return TTFont(str(FONTS / f"ScorepadSans-{style}.ttf"))


def covered(style: str) -> frozenset[int]:
    """The code points one bundled font draws."""
    return frozenset(font(style).getBestCmap())


def advance(style: str, sign: str) -> int:
    """How far one sign moves the pen, in font units."""
    return int(font(style)["hmtx"][font(style).getBestCmap()[ord(sign)]][0])


def lacking(text: str) -> str:
    """The characters of a text that some bundled font lacks; line ends are not drawn."""
    return "".join(sorted(char for char in set(text) - set("\n\r\t") if ord(char) not in COVERED))


@pytest.mark.parametrize("style", WEIGHTS)
def test_the_coverage_module_is_the_cmap_of_every_weight(style: str) -> None:
    assert covered(style) == COVERED


def test_every_needed_character_is_covered() -> None:
    assert lacking(NEEDED) == ""


@pytest.mark.promise("Packaging and checks", "The fonts have every letter that the app writes.")
@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_word_of_the_app_is_covered(path: Path) -> None:
    with path.open("rb") as file:
        catalog = read_po(file)
    lacks = {}
    for message in catalog:
        if not message.id:
            continue  # the header
        for texts in (message.id, message.string):
            for text in [texts] if isinstance(texts, str) else texts or ():
                if missing := lacking(text or ""):
                    lacks[text] = missing
    assert lacks == {}


def test_every_word_of_the_rule_book_is_covered() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "scorepad" / "i18n").glob("*/rulebook.md")]
    assert len(texts) == len(LANGUAGES)
    assert lacking("".join(texts)) == ""


@pytest.mark.parametrize("style", WEIGHTS)
def test_figures_and_signs_share_one_width(style: str) -> None:
    assert len({advance(style, sign) for sign in NUMERIC + "\u2007"}) == 1


@pytest.mark.parametrize("style", WEIGHTS)
def test_the_thin_spaces_are_thin_and_equal(style: str) -> None:
    assert 0 < advance(style, "\u2009") == advance(style, "\u202f") < advance(style, " ")


@pytest.mark.parametrize("style", WEIGHTS)
def test_no_kerning_moves_a_figure(style: str) -> None:
    cmap = font(style).getBestCmap()
    numeric = {cmap[ord(sign)] for sign in NUMERIC}
    kerned = set()
    for lookup in font(style)["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            pair = table.ExtSubTable if lookup.LookupType == 9 else table
            if type(pair).__name__ != "PairPos":
                continue
            kerned |= numeric & set(pair.Coverage.glyphs)
            if pair.Format == 1:
                kerned |= {r.SecondGlyph for pairs in pair.PairSet for r in pairs.PairValueRecord} & numeric
            else:
                kerned |= numeric & set(pair.ClassDef2.classDefs)
    assert kerned == set()


def test_no_feature_changes_figures() -> None:
    for style in WEIGHTS:
        features = font(style)["GSUB"].table.FeatureList.FeatureRecord
        assert {record.FeatureTag for record in features} <= {"ccmp", "locl"}


def test_lines_are_equally_high_in_every_weight() -> None:
    metrics = {
        (
            font(style)["head"].unitsPerEm,
            *(getattr(font(style)["hhea"], name) for name in ("ascent", "descent", "lineGap")),
            *(
                getattr(font(style)["OS/2"], name)
                for name in ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent")
            ),
        )
        for style in WEIGHTS
    }
    assert len(metrics) == 1


@pytest.mark.parametrize(("style", "weight"), WEIGHTS.items())
def test_names_and_weights_are_our_own(style: str, weight: int) -> None:
    names = font(style)["name"]
    assert font(style)["OS/2"].usWeightClass == weight
    assert names.getBestFamilyName() == "Scorepad Sans"
    assert names.getDebugName(6) == f"ScorepadSans-{style}"
    assert all("Source" not in str(names.getDebugName(number)) for number in (1, 3, 4, 6, 16))


@pytest.mark.parametrize("style", WEIGHTS)
def test_each_font_stays_small(style: str) -> None:
    assert (FONTS / f"ScorepadSans-{style}.ttf").stat().st_size < 160_000


def test_the_web_client_starts_with_our_fonts_and_no_others() -> None:
    web = ROOT / "assets" / "assets"  # what the client asks for below /assets/
    manifest = json.loads((web / "FontManifest.json").read_text(encoding="utf-8"))
    files = {entry["family"]: (web / entry["fonts"][0]["asset"]).resolve() for entry in manifest}
    assert files.pop("MaterialIcons").name == "MaterialIcons-Regular.otf"
    assert {family: path.read_bytes() for family, path in files.items()} == {
        family: (ROOT / "assets" / path).read_bytes() for family, path in theme.FONTS.items()
    }
    assert files[theme.REGULAR] == (web / "fonts" / "roboto.woff2").resolve()


def test_the_licences_are_kept_with_the_fonts() -> None:
    text = (FONTS / "LICENSE.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert "Bitstream Vera Fonts Copyright" in text
    assert "Arev Fonts Copyright" in text
