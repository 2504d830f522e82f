"""Whatever people are called, paper and pictures have the letters; and words fit where they belong."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from scorepad import assets_folder
from scorepad.design import FONTS
from scorepad.design.coverage import COVERED
from scorepad.design.letters import facts, initial, largest, printable, width, wrap


@pytest.mark.parametrize(
    "name",
    [
        *["Léa", "Łukasz", "Nguyễn Thị Ượng", "Ștefan", "ẞß", "Γιώργος", "Љиљана", "Юрій", "★ Léa ♥", "=1+1"],
        "<b>",
    ],
)
def test_names_in_letters_that_the_fonts_have_stay(name: str) -> None:
    assert printable(name) == name


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("王小明", "WangXiaoMing"),
        ("محمد", "mhmd"),
        ("שלום", "slvm"),
        ("한별", "HanByeol"),
        ("अनुष्का", "anuska"),
        ("😀", ":grinning:"),
        ("👩‍👩‍👧", ":woman::woman::girl:"),
        ("👍🏽", ":thumbsup:"),
        ("🇫🇷 Léa", "FR Léa"),
        ("Ａｎｎａ", "Anna"),
        ("Le\u0301a", "Léa"),
        ("n\u030cx\u0327\u0301", "ňx"),
        ("\u202eevil\u202c", "evil"),
        ("Anne\nBruno\t\r\nC", "Anne Bruno C"),
        ("\x00", "?"),
        ("a\x00b", "ab"),
        ("\u200b\u2066\ufeff", "?"),
        (" \u00a0 ", "?"),
        ("  ", "?"),
        ("\ud83d", "?"),
        ("\u0301", "?"),
        ("", ""),
    ],
)
def test_names_in_other_letters_are_romanised(name: str, printed: str) -> None:
    assert printable(name) == printed


@pytest.mark.promise("Names and words", "A name in any script is printed, with letters that the fonts have.")
@given(st.text(max_size=40))
def test_every_text_can_be_printed(text: str) -> None:
    printed = printable(text)
    assert all(ord(letter) in COVERED for letter in printed)
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Mn") for letter in printed)
    assert bool(printed) is bool(text)
    assert printed == printed.strip()
    assert printable(printed) == printed
    assert len(initial(text)) == 1
    assert ord(initial(text)) in COVERED


@pytest.mark.parametrize(
    ("name", "first"),
    [
        *[("léa", "L"), (" élise", "É"), ("=cmd", "C"), ("😀", "G"), ("王", "W"), ("ß", "ß")],
        *[("***", "*"), ("", "?"), ("7up", "7")],
    ],
)
def test_the_initial_of_a_name(name: str, first: str) -> None:
    assert initial(name) == first


def test_type_is_as_large_as_fits() -> None:
    wide = width("Bruno", 8)
    assert largest("Bruno", (9, 8, 7), wide) == 8
    assert largest("Bruno", (9, 8, 7), 1) == 7


def test_the_widths_of_text_equal_the_painted_widths() -> None:
    for weight, path in FONTS.items():
        font = ImageFont.truetype(assets_folder() / path, 1000, layout_engine=ImageFont.Layout.BASIC)
        for words in ("Anne +1\u202f234½", "Kevin LaTour", "WWW"):
            assert width(words, 1000, weight) == pytest.approx(font.getlength(words), rel=0.03)


def test_no_line_of_text_begins_or_ends_with_a_dot() -> None:
    words = facts("Anne +12", "Bruno −4", "Chloé −4", "", "Denis −4")
    lines = wrap(words, 3, 30)
    assert len(lines) > 1
    assert " ".join(lines).replace("·", "").split() == words.replace("·", "").split()
    assert not [line for line in lines if line.startswith("·") or line.endswith("·")]
