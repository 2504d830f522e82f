"""File names that every system takes, whatever the title."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.exports.names import MAX_STEM, file_stem

FORBIDDEN = set('/\\:*?"<>|')
"""What Windows, macOS or a URL give a meaning to."""


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Chez Anne", "Chez Anne"),
        ("  Le mardi  ", "Le mardi"),
        ("Flat 80, 160, 320", "Flat 80 160 320"),
        ("Contre ×5", "Contre 5"),
        ("Zo\u0065\u0301", "Zoé"),
        ("李雷", "李雷"),
        ("a/b\\c:d", "a b c d"),
        ("../../etc/passwd", "etc passwd"),
        ("~/.profile", "profile"),
        ("a\nb\tc\0d", "a b c d"),
        ("\u202egpj.exe", "gpj exe"),
        ("-rf", "rf"),
        ("my_rules-2", "my_rules-2"),
        ("...", "scorepad"),
        ("", "scorepad"),
        ("😀", "scorepad"),
        ("CON", "CON -"),
        ("con", "con -"),
        ("lpt1", "lpt1 -"),
        ("COM0", "COM0 -"),
        ("COM¹", "COM¹ -"),
        ("conte", "conte"),
    ],
)
def test_a_title_becomes_a_name(title: str, stem: str) -> None:
    assert file_stem(title) == stem


def test_a_long_title_is_cut() -> None:
    assert file_stem("W" * 200) == "W" * MAX_STEM
    assert file_stem("a" * (MAX_STEM - 1) + " bc") == "a" * (MAX_STEM - 1), "and does not end in a space"


@given(st.text(max_size=200))
def test_any_title_becomes_a_name_that_can_be_written(title: str) -> None:
    stem = file_stem(title)
    assert 1 <= len(stem) <= MAX_STEM + 2
    assert not set(stem) & FORBIDDEN
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs") for char in stem)
    assert stem == stem.strip()
    assert not stem.startswith((".", "-", "~"))
    assert len(f"{stem}.json".encode()) <= 255, "most file systems take so many bytes"
    assert file_stem(stem.removesuffix(" -")) == stem, "a good name stays as it is"
