"""Fonts of the system: people have their own names on paper and in pictures, and no font does any harm."""

from __future__ import annotations

import os
from pathlib import Path

import evenings as samples
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from poppler import poppler
from strokes import drawn, texts

from scorepad.evening.evening import Evening
from scorepad.exports import fonts
from scorepad.exports.fonts import found
from scorepad.exports.lettering import having, initial, lacking, printable, runs
from scorepad.exports.pdf import score_sheet
from scorepad.exports.picture import picture
from scorepad.exports.shaping import joined, laid
from scorepad.i18n import Translator

ARABIC, HEBREW, CHINESE = "مريم", "שלום", "王小明"
NAMES = (ARABIC, HEBREW, CHINESE, "Zoé")


def font(path: Path, letters: str) -> Path:
    """A font whose letters are boxes."""
    pen = TTGlyphPen(None)
    for number, corner in enumerate(((50, 0), (50, 700), (550, 700), (550, 0))):
        (pen.lineTo if number else pen.moveTo)(corner)
    pen.closePath()
    names = [".notdef", *(f"u{ord(letter):04X}" for letter in dict.fromkeys(letters))]
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): f"u{ord(letter):04X}" for letter in letters})
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 50)))
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    builder.save(path)
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The fonts of a system that has Arabic, Hebrew and Chinese letters."""
    place = tmp_path / "fonts"
    font(place / "deep" / "TestArabic.ttf", joined(ARABIC) + joined(ARABIC[0]))
    font(place / "TestHebrew.ttf", HEBREW + "ם")
    font(place / "TestCJK.ttf", CHINESE)
    monkeypatch.setattr(fonts, "folders", lambda: [place])
    return place


def evening() -> Evening:
    return samples.long(4, NAMES, title="")


# -- their own names -------------------------------------------------------------------------------------


def test_people_have_their_own_names_in_a_pdf(folder: Path) -> None:
    document = score_sheet([evening()], Translator("fr"))
    text = poppler("pdftotext", "-raw", document=document)
    for name in (CHINESE, "Zoé"):
        assert name in text
    assert joined(ARABIC)[::-1] in text or joined(ARABIC) in text or ARABIC in text
    assert "WangXiaoMing" not in text
    assert "mrym" not in text
    embedded = poppler("pdffonts", document=document)
    assert embedded.count("yes yes yes") == 5, "two of ours, three of the system, a part of each"
    assert document == score_sheet([evening()], Translator("fr"))


def test_people_have_their_own_names_in_a_picture(folder: Path) -> None:
    words = set(texts(drawn(evening(), Translator("fr"))[1]))
    assert CHINESE in words
    assert f"\u2068{ARABIC}\u2069" in words
    assert picture(evening(), Translator("fr")) == picture(evening(), Translator("fr"))


def test_amounts_beside_a_name_from_the_right_stay_in_order(folder: Path) -> None:
    with having(found(lacking(NAMES))):
        line = f"{printable(ARABIC)} −993 · {printable(HEBREW)} +12"
        shown = "".join(run for _, run in runs(line))
    assert shown == f"{joined(ARABIC)[::-1]} −993 · {HEBREW[::-1]} +12"


def test_letters_without_a_font_are_romanised(folder: Path) -> None:
    with having(found(lacking([*NAMES, "한별"]))):
        assert printable("한별") == "HanByeol"
        assert printable("王明한") == "王明Han"
        assert printable(f"{ARABIC} ق") == "mrym q", "never half of a name that runs from the right"
        assert initial(CHINESE) == "王"
        assert initial(ARABIC) == joined(ARABIC[0]) != ARABIC[0]
    assert printable(CHINESE) == "WangXiaoMing", "no longer"


def test_scripts_that_take_shaping_are_not_asked_for() -> None:
    assert lacking(["अनुष्का", "ภาษา", "\u202e", "Zoé"]) == frozenset()
    assert lacking(["é王"]) == {ord("王")}


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("1. Anne +3", "1. Anne +3"),
        (f"1. \u2068{HEBREW}\u2069 −3", f"1. {HEBREW[::-1]} −3"),
        ("\u2068אב 12 (גד)\u2069", "(דג) 12 בא"),
        ("\u2068Anne אב גד B\u2069", "Anne דג בא B"),
        ("\u2068אבג…", "…גבא"),
        ("ג\u2069 +3", "ג +3"),
        ("\u2068سلام\u2069", "ﻡﻼﺳ"),
        ("\u2068دار\u2069", "ﺭﺍﺩ"),
    ],
)
def test_a_line_as_it_is_drawn(line: str, shown: str) -> None:
    assert laid(line) == shown


# -- fonts that are none ---------------------------------------------------------------------------------


def test_unreadable_and_too_large_fonts_are_skipped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = (folder / "TestCJK.ttf").read_bytes()
    (folder / "TestCJK.ttf").unlink()
    (folder / "cjk-empty.ttf").write_bytes(b"")
    (folder / "cjk-cut.ttf").write_bytes(whole[: len(whole) // 2])
    (folder / "cjk-text.otf").write_text("no font")
    (folder / "cjk-folder.ttf").mkdir()
    os.mkfifo(folder / "cjk-pipe.ttf")
    (folder / "cjk-dangling.ttf").symlink_to(folder / "nowhere")
    with (folder / "cjk-large.ttf").open("wb") as file:
        file.write(whole)
        file.truncate(fonts.BYTES + 1)
    assert found(lacking([CHINESE])) == ()
    document = score_sheet([evening()], Translator("fr"))
    assert "WangXiaoMing" in poppler("pdftotext", "-raw", document=document)
    assert picture(evening(), Translator("fr"))


def test_a_font_that_turns_out_to_be_broken_spoils_no_export(folder: Path) -> None:
    """Its table of letters is sound, and its outlines are not."""
    from fontTools.ttLib import TTFont

    path = folder / "TestCJK.ttf"
    raw = bytearray(path.read_bytes())
    with TTFont(path) as good:
        for table in ("glyf", "loca", "hmtx"):
            entry = good.reader.tables[table]
            raw[entry.offset : entry.offset + entry.length] = b"\xff" * entry.length
    path.write_bytes(raw)
    document = score_sheet([evening()], Translator("fr"))
    text = poppler("pdftotext", "-raw", document=document)
    assert "WangXiaoMing" in text or CHINESE in text
    assert picture(evening(), Translator("fr")).startswith(b"\x89PNG")


def test_only_so_many_files_are_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def codes(path: Path) -> frozenset[int]:
        read.append(path)
        return frozenset()

    monkeypatch.setattr(fonts, "_codes", codes)
    for number in range(60):
        (folder / f"{number}.ttf").touch()
    assert found(frozenset({0x738B})) == ()
    assert len(read) == fonts.OPENED
    assert read[0].name == "TestCJK.ttf", "what bears the name of the script comes first"
    monkeypatch.setattr(fonts, "FILES", 5)
    read.clear()
    found(frozenset({0x738C}))
    assert len(read) <= 5
