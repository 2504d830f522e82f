"""File names that every system takes, whatever the title."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.text import MAX_BYTES, MAX_STEM, file_names, file_stem

FORBIDDEN = set('/\\:*?"<>|')
"""Characters with a meaning in Windows, macOS or a URL."""


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Chez Anne", "Chez Anne"),
        ("  Le mardi  ", "Le mardi"),
        ("Contre ×5", "Contre 5"),
        ("Zo\u0065\u0301", "Zoé"),
        ("李雷", "李雷"),
        ("a/b\\c:d", "a b c d"),
        ("../../etc/passwd", "etc passwd"),
        ("~/.profile", "profile"),
        ("\u202egpj.exe", "gpj exe"),
        ("-rf", "rf"),
        ("", "scorepad"),
        ("😀", "scorepad"),
        ("CON", "CON -"),
        ("lpt1", "lpt1 -"),
        ("COM¹", "COM¹ -"),
        ("हिन्दी", "हिन्दी"),
        ("a . ", "a"),
    ],
)
def test_a_title_becomes_a_name(title: str, stem: str) -> None:
    assert file_stem(title) == stem


def test_a_long_title_is_cut() -> None:
    assert file_stem("W" * 200) == "W" * MAX_STEM
    assert file_stem("a" * (MAX_STEM - 1) + " bc") == "a" * (MAX_STEM - 1), "and does not end in a space"


@pytest.mark.promise("Exports", "Any title becomes a file name that every system accepts.")
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


# -- whole names, and several ----------------------------------------------------------------------------


def test_names_in_one_folder_are_distinct() -> None:
    assert file_names(["con", "CON", "../nul", ""], ".txt") == [
        "con -.txt",
        "CON - 2.txt",
        "nul -.txt",
        "scorepad.txt",
    ]
    assert file_names(["Tarot", "tarot", "Tarot", "Ｔarot", "Tarot 2"], ".txt") == [
        *("Tarot.txt", "tarot 2.txt", "Tarot 3.txt", "Ｔarot 4.txt", "Tarot 2 2.txt")
    ]


def test_many_evenings_of_one_name_take_no_longer_each() -> None:
    assert file_names(["Vendredi"] * 20_000, ".txt")[-1] == "Vendredi 20000.txt"


@pytest.mark.parametrize("title", ["W" * 200, "𝔸" * 200, "é" * 200, "李" * 200, "e\u0301" * 200])
def test_a_long_name_keeps_its_ending(title: str) -> None:
    names = file_names([title] * 3, ".xlsx")
    assert len(set(names)) == 3
    for name in names:
        assert name.endswith(".xlsx")
        assert len(name.encode()) <= MAX_BYTES
        assert name == unicodedata.normalize("NFC", name)


@given(st.lists(st.text(max_size=80), max_size=6), st.sampled_from([".csv", ".xlsx"]))
def test_any_titles_become_names_of_files(titles: list[str], ending: str) -> None:
    names = file_names(titles, ending)
    assert (
        len(names) == len({unicodedata.normalize("NFKC", name).casefold() for name in names}) == len(titles)
    )
    for name in names:
        assert len(name.encode()) <= MAX_BYTES
        assert not set(name) & FORBIDDEN
        assert name.removesuffix(ending).strip(" .") == name.removesuffix(ending) != ""
