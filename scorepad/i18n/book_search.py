"""The search in the rules: the chapters that answer a question best, and the places of its words in a text.

Every word but small ones counts, and none is required: a word that few chapters have weighs more, and so does a
word in a title. A word also finds its other forms, and the words that begin with it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from scorepad.i18n import Translator
from scorepad.i18n.conventions import conventions_of
from scorepad.i18n.rulebook import Chapter
from scorepad.text import folded

STEM = 3
"""The least number of letters before an ending."""
TITLE = 3.0
"""The weight of a keyword, and of a word in a title that a question names whole; elsewhere it is 1."""
BEGINNING, INSIDE = 0.6, 0.4
"""The weights of a word that only begins with the wanted one, or has it inside, as long words do."""
COMMON = 0.6
"""A word that this share of the chapters has says next to nothing: it has the weight `FAINT`."""
FAINT = 0.02
LEAST = 0.35
"""Chapters below this share of the best one are left out."""


class Word(NamedTuple):
    """A word in small letters without accents, and without the ending of its form."""

    written: str
    stem: str


class Indexed(NamedTuple):
    """The words of the title of a chapter, its keywords, and all its words."""

    title: frozenset[Word]
    keywords: frozenset[Word]
    words: frozenset[Word]


def found(t: Translator, chapters: Sequence[Chapter], question: str) -> tuple[Chapter, ...]:
    """The chapters that answer a question, the best first; all of them, in their order, without a question."""
    wanted = _words(t.language, question)
    if not wanted:
        return tuple(chapters)
    indexed = [_indexed(t.language, chapter) for chapter in chapters]
    weights = {word: _weight(word, indexed) for word in wanted}
    scores = [_score(weights, each) for each in indexed]
    best = max(scores, default=0)
    ranked = sorted(zip(scores, range(len(scores)), strict=True), key=lambda each: (-each[0], each[1]))
    return tuple([chapters[place] for score, place in ranked if best > 0 and score >= LEAST * best])


def hits(t: Translator, text: str, question: str) -> list[tuple[int, int]]:
    """The places in a text of the words that a question finds: the first character of each, and the one after it."""
    wanted = _words(t.language, question)
    return [
        each.span()
        for each in re.finditer(r"\w+", text)
        for other in _words(t.language, each[0])
        if any(_match(word, other) >= BEGINNING for word in wanted)
    ]


def _score(weights: Mapping[Word, float], chapter: Indexed) -> float:
    """How well a chapter answers a question, whose words have weights."""
    named = sum(any(_match(word, other) >= BEGINNING for word in weights) for other in chapter.title)
    titled = 1 + (TITLE - 1) * named / max(1, len(chapter.title))
    return sum(
        weight
        * max(
            titled * _quality(word, chapter.title),
            TITLE * _quality(word, chapter.keywords),
            _quality(word, chapter.words),
        )
        for word, weight in weights.items()
    )


def _weight(word: Word, indexed: Sequence[Indexed]) -> float:
    """The weight of a word: the more, the fewer chapters have it."""
    share = sum(_quality(word, each.words) >= BEGINNING for each in indexed) / len(indexed)
    return FAINT if share > COMMON else math.log(1 / max(share, 1 / len(indexed))) + 0.2


def _quality(word: Word, others: frozenset[Word]) -> float:
    """How well the best of some words matches: 1 for a form of the word, 0 for none."""
    return max((_match(word, other) for other in others), default=0.0)


def _match(word: Word, other: Word) -> float:
    if word.stem == other.stem:
        return 1.0
    if len(word.written) >= STEM and other.written.startswith(word.written):
        return BEGINNING
    return INSIDE if len(word.stem) > STEM and word.stem in other.written else 0.0


@lru_cache(maxsize=256)
def _indexed(language: str, chapter: Chapter) -> Indexed:
    title, keywords, words = (
        frozenset(_words(language, each)) for each in (chapter.title, chapter.keywords, chapter.words)
    )
    return Indexed(title, keywords, title | keywords | words)


@lru_cache(maxsize=4096)
def _words(language: str, text: str) -> tuple[Word, ...]:
    """The words of a text that say something, each once; words for numbers are figures."""
    small, figures = _known_words(language)
    written = [figures.get(word, word) for word in re.findall(r"\w+", folded(text)) if word not in small]
    return tuple(dict.fromkeys(Word(word, _stem(language, word)) for word in written))


def _stem(language: str, word: str) -> str:
    """A word without the ending of its form."""
    endings = conventions_of(language).word_endings
    ending = next((each for each in endings if word.endswith(each) and len(word) >= STEM + len(each)), "")
    return word[: len(word) - len(ending)]


@cache
def _known_words(language: str) -> tuple[frozenset[str], dict[str, str]]:
    """The small words of a language, and the figures of its words for numbers."""
    conventions = conventions_of(language)
    forms = enumerate(folded(words).split() for words in conventions.number_words)
    figures = {word: str(number) for number, words in forms for word in words}
    return frozenset(folded(conventions.small_words).split()), figures
