"""Whatever a player is called, the screen only draws what the bundled fonts have."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.design.coverage import COVERED
from scorepad.ui import glyphs
from scorepad.ui.glyphs import MAX_MARKS, NOTHING_TO_SEE, STAND_IN, drawable


@pytest.mark.parametrize(
    "name",
    [
        "Léa",
        "Tom & Co.",
        "Anaïs",
        "Łukasz",
        "Nguyễn Thị Ượng",
        "Ștefan",
        "ẞß",
        "Þórður",
        "Γιώργος",
        "Љиљана",
        "Юрій",
        "★ Léa ♥",
    ],
)
def test_covered_names_stay_as_they_are(name: str) -> None:
    assert drawable(name) == name


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("王小明", "WangXiaoMing"),
        ("محمد", "mhmd"),
        ("한별", "HanByeol"),
        ("नि", "n"),  # a consonant and its vowel sign: one grapheme
        ("Léa 🎉", "Léa :tada:"),
        ("👩🏽‍⚕️", ":woman:"),  # a skin tone, a joiner, a sign, a selector: one picture
        ("👨‍👩‍👧‍👦 Dupont", ":man: Dupont"),
        ("🇫🇷🇧🇪", "FRBE"),
        ("🇫", "F"),
        ("🏴\U000e0067\U000e0062\U000e007f", ":flag_black:"),
        ("❤️‍🔥", "❤"),
        ("1️⃣", "1"),
        ("A\u200d★", "A★"),
        ("\ue000\U000f0000\u0378", "□□□"),  # private use, unassigned
    ],
)
def test_characters_without_a_glyph_are_written_in_latin_letters(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ａｎａ", "Ana"),
        ("𝓛𝓮\u0301𝓪", "Léa"),
        ("Alﬁe", "Alfie"),
        ("①", "1"),
        ("㎏", "kg"),
        ("e\u0301", "é"),
        ("q\u0303", "q\u0303"),
    ],
)
def test_compatible_spellings_are_used_where_they_can_be_drawn(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("\u202eaéL\u202c", "aéL"),  # a right-to-left override
        ("\u2066Léa\u2069\u200b\u00ad\ufeff", "Léa"),
        ("L\x00é\x1ba\x7f", "Léa"),
        ("\u0301\u0302Léa", "Léa"),  # marks with nothing to stand on
        ("Léa\n\tTom\u2028Zoé\u3000Max", "Léa  Tom Zoé Max"),
        ("Léa\ud800", "Léa"),
    ],
)
def test_control_characters_are_dropped_and_every_blank_is_a_space(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


def test_stacked_marks_are_few() -> None:
    assert drawable("q" + "\u0300\u0301\u0302" * 20 + "x") == "q" + "\u0300\u0301\u0302"[:MAX_MARKS] + "x"


@pytest.mark.parametrize("name", [" ", "\u200b", "\u202e\u202c", "\n", "\u0301", "\u00a0\u2009", "\ufe0f"])
def test_a_name_without_anything_to_see_is_a_question_mark(name: str) -> None:
    assert drawable(name) == NOTHING_TO_SEE


def test_an_empty_text_stays_empty() -> None:
    assert drawable("") == ""


def test_the_stand_ins_are_covered() -> None:
    assert {ord(STAND_IN), ord(NOTHING_TO_SEE)} <= COVERED


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("王小明", "王小明"),
        ("Léa 👩🏽‍⚕️", "Léa 👩🏽‍⚕️"),
        ("नि", "नि"),
        ("\u202eL\x00éa", "Léa"),
        ("محمد −993 علي", "\u2068محمد\u2069 −993 \u2068علي\u2069"),
        ("\ue000", "□"),
    ],
)
def test_where_the_system_has_fonts_names_stay_as_they_are_and_turn_no_amount(name: str, drawn: str) -> None:
    assert drawable(name, system=True) == drawn


@given(st.text(st.characters(exclude_categories=()), min_size=1))
def test_any_text_is_drawable_visible_and_settled(text: str) -> None:
    drawn = drawable(text)
    assert {ord(char) for char in drawn} <= COVERED
    assert drawn.strip()
    assert drawn.isprintable() or set(drawn) & set("\u00a0\u2007\u2009\u202f")
    assert drawable(drawn) == drawn


def test_only_modules_that_phones_have_are_imported() -> None:
    tree = ast.parse(Path(glyphs.__file__).read_text(encoding="utf-8"))
    imported: set[str | None] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module)
        elif isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
    assert imported == {
        "unicodedata",
        "collections.abc",
        "functools",
        "typing",
        "re",
        "anyascii",
        "scorepad.design.coverage",
    }
