"""Names cleaned, compared and folded, and words that fit where they belong."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sample_evenings as samples
from hypothesis import given
from hypothesis import strategies as st

from scorepad.i18n import Translator
from scorepad.text import (
    ELLIPSIS,
    clean_name,
    fitted,
    folded,
    isolated,
    name_key,
    one_line,
    rounded,
    same_name,
    wrapped,
)


@pytest.mark.promise("Names and words", "Names that look alike count as the same name.")
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anne", " ANNE\t", True),
        ("Lé  a", "Le\u0301 a", True),
        ("Ａnne", "Anne", True),
        ("An\u200bne", "An\u200dne", True),
        ("Straße", "STRASSE", True),
        ("Léa", "Lea", False),
        ("Anne", "Anna", False),
    ],
)
def test_names_that_look_alike_are_the_same_name(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same


@pytest.mark.parametrize(
    ("name", "clean"),
    [("  A\u00a0 B\n", "A B"), ("A\u202eB\x00", "AB"), ("👩\u200d👧", "👩\u200d👧"), ("\u200b", "")],
)
def test_invisible_characters_are_removed_from_names(name: str, clean: str) -> None:
    assert clean_name(name) == clean


def test_text_for_search_has_no_accents_and_capitals() -> None:
    assert folded("  ÉLISE\u202fet   Noël ") == "elise et noel"


@given(st.text())
def test_the_key_of_a_name_is_made_from_the_clean_name(name: str) -> None:
    assert name_key(clean_name(name)) == name_key(name)
    assert clean_name(clean_name(name)) == clean_name(name)


def test_one_line_keeps_visible_characters() -> None:
    assert one_line(" 王\n😀\u202e\u200d👧\x07 a  b ") == "王 😀\u200d👧 a b"
    assert [one_line(name) for name in samples.TROUBLE[:5]] == list(samples.TROUBLE[:5])


def test_only_text_from_the_right_is_isolated() -> None:
    assert isolated("مريم") == "\u2068مريم\u2069"
    assert isolated(" Anne\n") == "Anne"


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


def test_a_long_word_is_broken_behind_its_hyphen() -> None:
    assert wrapped("Saint-Barthélemy", 8, len) == ["Saint-", "Barthéle", "my"]


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        (12.5, 13),
        (37.5, 38),
        (-12.5, -13),
        (0.5, 1),
        (2.4999, 2),
        (Fraction(-5, 2), -3),
        (Fraction(7, 3), 2),
        (0, 0),
    ],
)
def test_a_half_is_rounded_away_from_zero(value: float | Fraction, whole: int) -> None:
    assert rounded(value) == whole
    assert Translator("en").decimal(float(value), 0) == str(whole)
    assert Translator("fr").decimal(float(value) / 10) == f"{whole / 10:.1f}".replace(".", ",")
