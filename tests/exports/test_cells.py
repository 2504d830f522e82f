"""Text that no spreadsheet calculates, numbers that are exact, names that tell people apart."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.evening.people import Person
from scorepad.exports.cells import harmless, labels, local_time, offset, plain, writable


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+33 6", "-5", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\ttab", "\rreturn"),
        *("＝1+1", "＋1", "－1", "＠SUM", "﹢1", "﹦1", "−1"),
        *("  =1", '"=1', "'=1", '" =1', "“=1", "« =1", "\u00a0=1", "\u200b=1", "\ufeff=1", "\x00=1"),
        "' \"@x",
        '=HYPERLINK("http://x","y")',
    ],
)
def test_text_that_looks_like_a_formula_is_not_calculated(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize(
    "text",
    ["", "Anne", "a=1", "Jean-Luc", "1+1", "5", "'Anne'", "“Le mardi”", " Anne", "李雷", "😀", "a@b.c", "½"],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


@given(st.text(alphabet=st.sampled_from(" \t\r\n'\"=+-@＝＋－＠aé1\u200b«"), max_size=8))
def test_no_text_begins_as_a_formula(text: str) -> None:
    found = harmless(text)
    assert found in (text, f"'{text}")
    assert found[:1] not in {*"=+-@\t\r\n＝＋－＠"}
    if found == text:
        assert text.strip(" \t\r\n'\"\u200b«")[:1] not in {*"=+-@＝＋－＠"}


def test_half_a_character_is_replaced() -> None:
    assert writable("a\ud800b") == "a?b"
    assert writable("Élise 😀") == "Élise 😀"


def test_nothing_steers_a_terminal_or_turns_a_line() -> None:
    assert writable("\x1b[31mred\x9b0m\x00\x7f") == "[31mred0m"
    assert writable("a\tb\r\nc\u2028d\x85e") == "a b  c d e"
    assert writable("\u202e\u2066=1\u2069") == "=1"
    assert writable("An\u200bne \u200dمريم") == "An\u200bne \u200dمريم"


@pytest.mark.usefixtures("_in_paris")
def test_the_hour_that_clocks_repeat_has_an_offset() -> None:
    assert [offset(f"2026-10-25T0{hour}:30:00Z") for hour in range(3)] == ["+0200", "+0100", ""]
    assert offset("2026-03-29T01:30:00Z") == ""
    assert offset("yesterday") == ""


@given(st.integers(-(10**12), 10**12), st.sampled_from([1, 2, 4]))
def test_amounts_are_exact(value: int, unit: int) -> None:
    should = Fraction(value, unit)
    assert Fraction(Decimal(plain(value, unit))) == should
    assert Fraction(Decimal(plain(value, unit, ",").replace(",", "."))) == should


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        *[(0, 1, "0"), (-1, 2, "-0.5"), (27, 2, "13.5"), (-5, 4, "-1.25"), (8, 4, "2"), (-66, 1, "-66")],
        (1, 4, "0.25"),
    ],
)
def test_amounts_as_programs_read_them(value: int, unit: int, written: str) -> None:
    assert plain(value, unit) == written


@pytest.mark.usefixtures("_in_paris")
def test_moments_are_where_the_reader_is() -> None:
    assert str(local_time("2026-11-21T23:30:00.999Z")) == "2026-11-22 00:30:00"
    assert str(local_time("2026-07-21T23:30:00Z")) == "2026-07-22 01:30:00"
    assert local_time("0001-01-01T00:00:00Z") in (None, local_time("0001-01-01T00:00:00+00:00"))
    assert local_time("9999-12-31T23:59:59Z") is None
    assert local_time("yesterday") is None


def test_people_who_look_the_same_have_a_number() -> None:
    names = ("Anne", "anne", "ＡＮＮＥ", "Anne (2)", "An\u200bne", "Bruno", "", " ", "Anne  B", "Anne B")
    people = [Person(f"p{number}", name) for number, name in enumerate(names)]
    found = list(labels(people).values())
    assert found == [
        *("Anne", "anne (2)", "ＡＮＮＥ (3)", "Anne (2) (2)", "An\u200bne (4)", "Bruno", "–", "– (2)"),
        *("Anne  B", "Anne B (2)"),
    ]
    assert len({each.casefold() for each in found}) == len(people)
