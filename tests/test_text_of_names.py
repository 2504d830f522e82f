"""Names cleaned, compared and folded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.text import clean_name, folded, name_key, same_name


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
def test_names_that_look_alike(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same


@pytest.mark.parametrize(
    ("name", "clean"),
    [("  A\u00a0 B\n", "A B"), ("A\u202eB\x00", "AB"), ("👩\u200d👧", "👩\u200d👧"), ("\u200b", "")],
)
def test_a_name_without_what_cannot_be_seen(name: str, clean: str) -> None:
    assert clean_name(name) == clean


def test_a_text_for_search() -> None:
    assert folded("  ÉLISE\u202fet   Noël ") == "elise et noel"


@given(st.text())
def test_a_key_is_that_of_the_clean_name(name: str) -> None:
    assert name_key(clean_name(name)) == name_key(name)
    assert clean_name(clean_name(name)) == clean_name(name)
