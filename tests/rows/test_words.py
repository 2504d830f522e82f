"""The words of rows: complete in each language, and each phrase with one meaning."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping

import pytest

from scorepad.i18n.conventions import FOLDER, LANGUAGES, SOURCE
from scorepad.rows.words import FILE, SECTIONS, phrases, words_of
from scorepad.tarot.hand import Bid, Court, Found, MisereKind, PoigneeSize, Side, Suit, ThrownIn


def table(language: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((FOLDER / language / FILE).read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_words(language: str) -> None:
    found = table(language)
    for section, values in SECTIONS.items():
        if values is not str:
            assert set(found[section]) == {each.value for each in values}
    assert {name: set(keys) for name, keys in found.items()} == {
        name: set(keys) for name, keys in table(SOURCE).items()
    }
    assert {Bid, Court, Found, MisereKind, PoigneeSize, Side, Suit, ThrownIn} <= {*SECTIONS.values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_has_two_meanings(language: str) -> None:
    meant = Counter(phrase[0] for each in phrases(language).values() for phrase in each)
    assert [words for words, count in meant.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_found_by_its_words(language: str) -> None:
    for values in table(language).values():
        for texts in values.values():
            assert all(words_of(text) for text in texts.split(",")), texts
