"""Whatever people are called, paper and pictures have the letters; and words fit where they belong."""

from __future__ import annotations

import unicodedata

import evenings as samples
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.design.coverage import COVERED
from scorepad.exports.lettering import (
    ELLIPSIS,
    fitted,
    in_two,
    initial,
    largest,
    one_line,
    printable,
    wrapped,
)


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


def test_one_line_keeps_visible_characters() -> None:
    assert one_line(" 王\n😀\u202e\u200d👧\x07 a  b ") == "王 😀\u200d👧 a b"
    assert [one_line(name) for name in samples.TROUBLE[:5]] == list(samples.TROUBLE[:5])


@pytest.mark.parametrize(
    ("name", "first"),
    [
        *[("léa", "L"), (" élise", "É"), ("=cmd", "C"), ("😀", "G"), ("王", "W"), ("ß", "ß")],
        *[("***", "*"), ("", "?"), ("7up", "7")],
    ],
)
def test_the_initial_of_a_name(name: str, first: str) -> None:
    assert initial(name) == first


def test_a_long_text_is_cut_before_an_ellipsis() -> None:
    assert fitted("Bruno", 5, len) == "Bruno"
    assert fitted("Bruno", 4, len) == "Bru…"
    assert fitted("Le Grand", 4, len) == "Le…"
    assert fitted("Bruno", 0, len) == ELLIPSIS


@given(st.text(min_size=1), st.integers(1, 20))
def test_a_cut_text_fits(text: str, width: int) -> None:
    shown = fitted(text, width, len)
    assert len(shown) <= width
    assert shown == text or text.startswith(shown[:-1])


def test_lines_are_broken_between_words() -> None:
    assert wrapped("one two three", 7, len) == ["one two", "three"]
    assert wrapped("one two three", 7, len, 2) == ["one two", "three"]
    assert wrapped("one two three four", 8, len, 2) == ["one two", "three f…"]
    assert wrapped("WWWWWWWWWW", 4, len) == ["WWWW", "WWWW", "WW"]
    assert wrapped("", 4, len) == [""]


@given(st.lists(st.text("abc", min_size=1, max_size=12), min_size=1, max_size=8), st.integers(1, 20))
def test_no_line_is_too_wide_and_nothing_is_lost(words: list[str], width: int) -> None:
    lines = wrapped(" ".join(words), width, len)
    assert all(len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(words)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Anne", ["Anne"]),
        ("Jean-Christophe", ["Jean-", "Christophe"]),
        ("Marie Louise B", ["Marie", "Louise B"]),
        ("Maximiliane", ["Maximilia…"]),
    ],
)
def test_a_name_is_parted_where_it_has_parts(name: str, lines: list[str]) -> None:
    assert in_two(name, 10, len) == lines


def test_a_long_word_is_broken_behind_its_hyphen() -> None:
    assert wrapped("Saint-Barthélemy", 8, len) == ["Saint-", "Barthéle", "my"]


def test_type_is_as_large_as_fits() -> None:
    assert largest((9, 8, 7), 17, lambda size: 2 * size) == 8
    assert largest((9, 8, 7), 3, lambda size: 2 * size) == 7
