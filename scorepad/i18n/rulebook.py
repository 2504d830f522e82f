"""The rulebook of the app, to read and to search. The scoring engine computes its figures.

Each language has a text, `<language>/rulebook.md`, in simple Markdown: `# A chapter`; below it the keywords of the
chapter after `>`; paragraphs; tables with `|`; and a line of links to schemes, `[fft] [chips]`. The text names its
figures: `{fft.petit_au_bout.points}` is a figure of a scheme, `{sum[made]}` is one of `_figures`. A figure can have one
of `FORMS`: `{fft.chelem.unannounced:+}`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from string import Formatter
from typing import Any, NamedTuple

from scorepad.evening.people import MAX_MEMBERS, MIN_MEMBERS
from scorepad.i18n import Translator
from scorepad.i18n.conventions import FOLDER, conventions_of
from scorepad.i18n.names import scheme_title
from scorepad.i18n.sentences import formula
from scorepad.tarot.cards import HALF_POINTS, IN_DECK, CardKind
from scorepad.tarot.hand import (
    HALF_POINTS_IN_DECK,
    HALF_POINTS_PER_BOUT,
    NEEDED,
    TRUMPS_IN_DECK,
    Bid,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
)
from scorepad.tarot.odds import Odds, in_dog, in_hand, in_hand_and_dog
from scorepad.tarot.pots import MoveKind, end_deal, start_deal
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.tarot.scoring import score, settle
from scorepad.text import folded

TextTable = tuple[tuple[str, ...], ...]
"""Rows of cells; the first row has the titles of the columns."""
FORMS: Mapping[str, Callable[[Translator, Any], str]] = {
    "+": Translator.signed,
    "half": Translator.half_points,
    "%": Translator.percent,
}
"""The forms of figures: with a sign, as half points, as a percentage."""
BOUTS = IN_DECK[CardKind.BOUTS]
GARDE = Hand(players=("A", "B", "C", "D"), taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
"""The hand of most examples: a garde at four players with 2 bouts and 49 points."""
SHOWN = replace(GARDE, bouts=3, half_points=80, poignees=(Poignee("B", PoigneeSize.SINGLE),))
EVERYTHING = replace(GARDE, petit_au_bout=Side.TAKER, poignees=(Poignee("A", PoigneeSize.SINGLE),))
HALVES = replace(GARDE, players=("A", "B", "C"), bid=Bid.PETITE)
SUMS = {
    "made": ("fft", GARDE),
    "down": ("fft", replace(GARDE, half_points=80)),
    "petit": ("fft", replace(GARDE, bid=Bid.PETITE, half_points=68, petit_au_bout=Side.TAKER)),
    "half_down": ("fft", replace(HALVES, half_points=81)),
    "half_made": ("fft", replace(HALVES, half_points=83)),
    "hand_4": ("fft", replace(GARDE, half_points=82, petit_au_bout=Side.DEFENCE)),
    "hand_5_inside": ("poignee_multiplied", SHOWN),
    "hand_5_after": ("fft", SHOWN),
    "duel": ("open_duel", replace(GARDE, players=("A", "B"), bid=Bid.OPEN, petit_au_bout=Side.TAKER)),
}
"""The scheme and the hand of each worked example in the texts, by the name of the example."""
TABLES = {"two": 2, "three": 3, "four": 4, "five": 5}


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules: its title, its paragraphs and tables, and the ids of the schemes to which it links.

    A search also finds the chapter by its `keywords`: words of questions, which need not occur in the chapter.
    """

    title: str
    blocks: tuple[str | TextTable, ...]
    schemes: tuple[str, ...] = ()
    keywords: str = ""

    @property
    def words(self) -> str:
        """The title and all texts of the chapter, one block or cell in each line."""
        texts = [self.title]
        for block in self.blocks:
            texts += [block] if isinstance(block, str) else [cell for row in block for cell in row]
        return "\n".join(texts)


def chapters(t: Translator, schemes: Mapping[str, Scheme] | None = None) -> tuple[Chapter, ...]:
    """All chapters, in reading order, with the figures of these schemes; by default, of the shipped schemes."""
    text = (FOLDER / t.language / "rulebook.md").read_text(encoding="utf-8")
    filled = _Filler(t).vformat(text, (), _figures(t, schemes or shipped_schemes()))
    return tuple(map(_chapter, re.split(r"^# ", filled, flags=re.MULTILINE)[1:]))


class _Filler(Formatter):
    """Replaces the names of figures in a text with the figures, plain or in one of `FORMS`."""

    def __init__(self, t: Translator) -> None:
        self._t = t

    def format_field(self, value: Any, format_spec: str) -> str:
        return FORMS[format_spec](self._t, value) if format_spec else str(value)


def _chapter(text: str) -> Chapter:
    title, _, body = text.partition("\n")
    blocks: list[str | TextTable] = []
    schemes, keywords = tuple[str, ...](), ""
    for block in body.strip().split("\n\n"):
        lines = block.split("\n")
        if block.startswith("|"):
            blocks.append(tuple(tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in lines))
        elif block.startswith("["):
            schemes = tuple(re.findall(r"\[(\w+)\]", block))
        elif block.startswith(">"):
            keywords = " ".join(line.removeprefix(">") for line in lines)
        else:
            blocks.append(" ".join(lines))
    return Chapter(title, tuple(blocks), schemes, keywords)


def _figures(t: Translator, schemes: Mapping[str, Scheme]) -> dict[str, Any]:
    """The values that the rulebook's texts use, by name: the schemes, and all other figures."""
    fft = schemes["fft"]
    return {
        **schemes,
        **_odds(fft),
        "card": HALF_POINTS,
        "deck": sum(IN_DECK.values()),
        "points": HALF_POINTS_IN_DECK,
        "needed": NEEDED,
        "defence": {bouts: HALF_POINTS_IN_DECK - 2 * points + 1 for bouts, points in NEEDED.items()},
        "excuse": HALF_POINTS_PER_BOUT,
        "excuse_alone": HALF_POINTS_PER_BOUT - HALF_POINTS[CardKind.OTHERS],
        "sum": {name: formula(t, score(hand, schemes[id_])) for name, (id_, hand) in SUMS.items()},
        "pays": {
            **{name: _paid(fft, example_hand(players)) for name, players in TABLES.items()},
            "partner": _paid(fft, replace(example_hand(5), partner="B")),
        },
        "misere": {name: _misere(schemes["wikipedia"], players) for name, players in TABLES.items()},
        "mouche": _mouche(schemes["mouches"]),
        "team": {"least": MIN_MEMBERS, "most": MAX_MEMBERS},
        "duel_cards": schemes["open_duel"].cards(2),
        "alone": {"cards": schemes["five_alone"].cards(5), "dog": schemes["five_alone"].dog(5)},
        "every_scheme": "\n".join(_row(t, scheme) for scheme in schemes.values() if not scheme.open),
    }


def example_hand(players: int) -> Hand:
    """The example hand for this many players."""
    return replace(GARDE, players=tuple("ABCDE"[:players]))


def _paid(scheme: Scheme, hand: Hand) -> tuple[int, ...]:
    return settle(score(hand, scheme), hand, scheme).totals


def _misere(scheme: Scheme, players: int) -> int:
    """The amount that a misère adds to the payment of its declarer."""
    hand = example_hand(players)
    declared = replace(hand, miseres=(Misere("B", MisereKind.NO_TRUMPS),))
    return _paid(scheme, declared)[1] - _paid(scheme, hand)[1]


def _mouche(scheme: Scheme) -> dict[str, int]:
    """The first mouche of four players, the payment of a losing taker, and the mouche that the next winner takes."""
    assert scheme.mouches is not None
    hand = replace(GARDE, half_points=80)
    first = start_deal((), scheme.mouches, 1, hand.players, "A")
    lost = -next(move.amount for move in end_deal(first, hand).moves if move.kind is MoveKind.PAID)
    after = start_deal((first.pot[0], lost), scheme.mouches, 1, hand.players, "B")
    return {"first": first.pot[0], "lost": lost, "taken": after.pot[0]}


def _row(t: Translator, scheme: Scheme) -> str:
    """The row of a scheme, in Markdown, for the table that scores the same hand under every scheme."""
    bid = Bid.GARDE if scheme.allows(Bid.GARDE) else scheme.bids[0].bid
    return f"| {scheme_title(t, scheme)} | {formula(t, score(replace(EVERYTHING, bid=bid), scheme))} |"


def _odds(fft: Scheme) -> dict[str, Any]:
    """The probabilities of bouts in a dog or a hand, of a poignée, and of a king in the dog."""

    def each(odds: Odds) -> list[float]:
        return [odds.exactly(count) for count in range(BOUTS + 1)]

    return {
        "dog": {
            name: [in_dog(BOUTS - held, players, fft).at_least(1) for held in range(BOUTS)]
            for name, players in TABLES.items()
        },
        "poignee": {
            name: in_hand(TRUMPS_IN_DECK, players, fft).at_least(fft.thresholds(players).single)
            for name, players in TABLES.items()
        },
        "dealt": each(in_hand(BOUTS, 4, fft)),
        "with_dog": each(in_hand_and_dog(BOUTS, 4, fft)),
        "king": in_dog(1, 5, fft).exactly(1),
    }


# -- search ---

STEM = 3
"""The least number of letters before an ending."""
TITLE = 3.0
"""The weight of a match in the keywords; a match in the text has the weight 1.

A match in the title has a weight between them: the more words of the title the question has, the nearer to TITLE.
"""
BEGINNING, INSIDE = 0.6, 0.4
"""The quality of a match if a word only begins with the searched word, and if it only contains the searched stem."""
COMMON = 0.6
"""A word in more than this share of the chapters has the weight `FAINT`."""
FAINT = 0.02
LEAST = 0.35
"""Chapters with a score below this share of the best score are left out."""


class Word(NamedTuple):
    """A lower-case word without accents, and its stem."""

    written: str
    stem: str


class Indexed(NamedTuple):
    """The words of a chapter: of its title, of its keywords, and all words, including title and keywords."""

    title: frozenset[Word]
    keywords: frozenset[Word]
    words: frozenset[Word]


def found(t: Translator, chapters: Sequence[Chapter], question: str) -> tuple[Chapter, ...]:
    """The chapters that answer a question, the best first.

    If the question has no word to search for, returns all chapters in their order.
    """
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
    """The places of the words in a text that match a question: pairs of start index and end index (exclusive)."""
    wanted = _words(t.language, question)
    return [
        each.span()
        for each in re.finditer(r"\w+", text)
        for other in _words(t.language, each[0])
        if any(_match(word, other) >= BEGINNING for word in wanted)
    ]


def _score(weights: Mapping[Word, float], chapter: Indexed) -> float:
    """How well a chapter answers a question; `weights` has the words of the question and their weights."""
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
    """The weight of a word in a search; a word that fewer chapters have has a greater weight."""
    share = sum(_quality(word, each.words) >= BEGINNING for each in indexed) / len(indexed)
    return FAINT if share > COMMON else math.log(1 / max(share, 1 / len(indexed))) + 0.2


def _quality(word: Word, others: frozenset[Word]) -> float:
    """How well a word matches the best of the `others`: 1 for a form of the word, 0 for no match."""
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
    """The words of a text, each once, without the words that a search ignores; number words become digits."""
    small, figures = _known_words(language)
    written = [figures.get(word, word) for word in re.findall(r"\w+", folded(text)) if word not in small]
    return tuple(dict.fromkeys(Word(word, _stem(language, word)) for word in written))


def _stem(language: str, word: str) -> str:
    """A word without its grammatical ending: "card" for "cards"."""
    endings = conventions_of(language).word_endings
    ending = next((each for each in endings if word.endswith(each) and len(word) >= STEM + len(each)), "")
    return word[: len(word) - len(ending)]


@cache
def _known_words(language: str) -> tuple[frozenset[str], dict[str, str]]:
    """The words that a search ignores, and the digits for each number word."""
    conventions = conventions_of(language)
    forms = enumerate(folded(words).split() for words in conventions.number_words)
    figures = {word: str(number) for number, words in forms for word in words}
    return frozenset(folded(conventions.small_words).split()), figures
