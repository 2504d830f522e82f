"""Counting card points from cards: a pile of tricks counted by kind, and two piles held against the deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from types import MappingProxyType

from .hand import HALF_POINTS_IN_DECK, HALF_POINTS_PER_BOUT
from .scheme import Scheme

CARDS_IN_DECK = 78
"""56 cards of four suits, 21 trumps and the excuse."""


class CardKind(StrEnum):
    """The kinds of cards that differ in worth; the bouts are the 1 and the 21 of trumps and the excuse."""

    KINGS = "kings"
    QUEENS = "queens"
    KNIGHTS = "knights"
    JACKS = "jacks"
    BOUTS = "bouts"
    OTHERS = "others"


HALF_POINTS: Mapping[CardKind, int] = MappingProxyType(
    {
        CardKind.KINGS: 9,
        CardKind.QUEENS: 7,
        CardKind.KNIGHTS: 5,
        CardKind.JACKS: 3,
        CardKind.BOUTS: HALF_POINTS_PER_BOUT,
        CardKind.OTHERS: 1,
    }
)
"""What a card of each kind is worth, in half points (FFT, Le calcul des scores)."""
IN_DECK: Mapping[CardKind, int] = MappingProxyType(
    {
        CardKind.KINGS: 4,
        CardKind.QUEENS: 4,
        CardKind.KNIGHTS: 4,
        CardKind.JACKS: 4,
        CardKind.BOUTS: 3,
        CardKind.OTHERS: 59,
    }
)
"""How many cards of each kind there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """The cards of one side, counted by kind."""

    kings: int = 0
    queens: int = 0
    knights: int = 0
    jacks: int = 0
    bouts: int = 0
    others: int = 0

    def of(self, kind: CardKind) -> int:
        """How many cards of a kind it holds."""
        count: int = getattr(self, kind)
        return count

    @property
    def cards(self) -> int:
        """How many cards it holds."""
        return sum(self.of(kind) for kind in CardKind)

    @property
    def half_points(self) -> int:
        """What it is worth, in half points.

        An excuse that a side without a trick keeps is worth 4 points, not 4½: its owner has no card to give
        for it, and owes one. The pile does not know.
        """
        return sum(self.of(kind) * worth for kind, worth in HALF_POINTS.items())


@dataclass(frozen=True, slots=True)
class PileCheck:
    """What the piles of both sides lack of the whole deck together; negative is too much.

    They are `complete` where they make the deck: every kind of card is right.
    """

    cards: int
    half_points: int
    complete: bool


def compare(one: Pile, other: Pile) -> PileCheck:
    """Compares the piles of both sides with the deck."""
    return PileCheck(
        cards=CARDS_IN_DECK - one.cards - other.cards,
        half_points=HALF_POINTS_IN_DECK - one.half_points - other.half_points,
        complete=all(one.of(kind) + other.of(kind) == count for kind, count in IN_DECK.items()),
    )


# -- odds ---


@dataclass(frozen=True, slots=True)
class Odds:
    """`ways[k]` is the number of equally likely draws that hold k of the cards asked for."""

    ways: tuple[int, ...]

    @property
    def draws(self) -> int:
        """All the draws."""
        return sum(self.ways)

    def exactly(self, count: int) -> float:
        """The part of the draws that hold so many of the cards, from 0 to 1."""
        return self.ways[count] / self.draws if 0 <= count < len(self.ways) else 0.0

    def at_least(self, count: int) -> float:
        """The part of the draws that hold so many of the cards or more, from 0 to 1."""
        return sum(self.ways[max(0, count) :]) / self.draws


def drawn(wanted: int, among: int, draw: int) -> Odds:
    """How many of the `wanted` cards come with a draw of cards `among` which they are: hypergeometric.

    Raises ValueError unless 0 ≤ wanted ≤ among and 0 ≤ draw ≤ among.
    """
    if not (0 <= wanted <= among and 0 <= draw <= among):
        raise ValueError(f"{wanted} cards among {among}, and a draw of {draw}, cannot be")
    counts = range(min(wanted, draw) + 1)
    return Odds(tuple([comb(wanted, count) * comb(among - wanted, draw - count) for count in counts]))


def in_hand(wanted: int, players: int, scheme: Scheme) -> Odds:
    """How many of these cards of the deck a player is dealt."""
    return drawn(wanted, CARDS_IN_DECK, scheme.cards(players))


def in_hand_and_dog(wanted: int, players: int, scheme: Scheme) -> Odds:
    """How many of these cards of the deck a player is dealt or finds in the dog."""
    return drawn(wanted, CARDS_IN_DECK, scheme.cards(players) + scheme.dog(players))


def in_dog(missing: int, players: int, scheme: Scheme) -> Odds:
    """How many of the cards that a player does not hold lie in the dog."""
    return drawn(missing, CARDS_IN_DECK - scheme.cards(players), scheme.dog(players))
