"""The words of rows in each language: `rows.toml` in the folder of the language, beside its catalog."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from scorepad.i18n.conventions import FOLDER
from scorepad.tarot.hand import Bid, Court, Found, MisereKind, PoigneeSize, Side, Suit, ThrownIn
from scorepad.text import folded

FILE = "rows.toml"
SECTIONS: Mapping[str, Any] = {
    "bid": Bid,
    "size": PoigneeSize,
    "misere_kind": MisereKind,
    "court": Court,
    "suit": Suit,
    "found": Found,
    "thrown": ThrownIn,
    "side": Side,
    "chelem": str,
    "word": str,
}
"""The sections of the file, each with the type of the values that its keys name.

A key in the section `word` is itself a kind of item.
"""

Phrase = tuple[tuple[str, ...], str, Any]
"""The words of a phrase, and the kind and the value of the item that they stand for."""


@cache
def phrases(language: str) -> Mapping[str, Sequence[Phrase]]:
    """The phrases of a language by their first word, the longest first."""
    found: dict[str, list[Phrase]] = {}
    for section, values in _table(language).items():
        for key, texts in values.items():
            meaning = (key, key) if section == "word" else (section, SECTIONS[section](key))
            for words in map(words_of, texts.split(",")):
                found.setdefault(words[0], []).append((words, *meaning))
    for each in found.values():
        each.sort(key=lambda phrase: -len(phrase[0]))
    return found


def phrases_for(language: str, section: str, key: str) -> Sequence[str]:
    """The phrases of a key in a section of `rows.toml`; the app itself writes the first phrase."""
    return [phrase.strip() for phrase in _table(language)[section][key].split(",")]


@cache
def sizes(language: str) -> Mapping[str, PoigneeSize]:
    """The sizes of a poignée by the first letters of their words."""
    return {phrase[0]: size for size in PoigneeSize for phrase in phrases_for(language, "size", size)}


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text and its signs, without accents and capitals."""
    return tuple(re.findall(r"[^\W\d_]+|[♠♥♦♣]", folded(text)))


@cache
def _table(language: str) -> Mapping[str, Mapping[str, str]]:
    """The file of a language. Raises ValueError if a section is missing or unknown."""
    found = tomllib.loads((FOLDER / language / FILE).read_text(encoding="utf-8"))
    if wrong := found.keys() ^ SECTIONS.keys():
        raise ValueError(f"{language}/{FILE}: {sorted(wrong)}")
    return found
