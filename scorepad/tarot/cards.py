"""Computes the card points of a pile of cards, and checks that the piles of both sides together make up the deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from .hand import HALF_POINTS_IN_DECK, HALF_POINTS_PER_BOUT

CARDS_IN_DECK = 78
"""56 cards of four suits, 21 trumps and the excuse."""


class CardKind(StrEnum):
    """The kinds of cards that differ in value; the bouts are the 1 and the 21 of trumps and the excuse."""

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
"""The value of a card of each kind, in half points (FFT, Le calcul des scores)."""
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
"""The number of cards of each kind in the deck."""


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
        """The number of cards of a kind in the pile."""
        count: int = getattr(self, kind)
        return count

    @property
    def cards(self) -> int:
        """The number of cards in the pile."""
        return sum(self.of(kind) for kind in CardKind)

    @property
    def half_points(self) -> int:
        """The value of the pile, in half points.

        It is ½ point too high for a side that won no trick and keeps the excuse: this side has no card to give in
        exchange, and owes one, so its excuse is worth only 4 points instead of 4½.
        """
        return sum(self.of(kind) * worth for kind, worth in HALF_POINTS.items())


@dataclass(frozen=True, slots=True)
class PileCheck:
    """The number of cards, and the half points, that two piles together lack; negative if the piles have too many.

    `complete` is true if the two piles together have the right number of each kind of card.
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
