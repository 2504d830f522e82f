"""Exact odds that cards are in a hand or in the dog, if all deals are equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from .cards import CARDS_IN_DECK
from .scheme import Scheme


@dataclass(frozen=True, slots=True)
class Odds:
    """`ways[k]` is the number of draws with exactly k of the wanted cards; all draws are equally likely."""

    ways: tuple[int, ...]

    @property
    def draws(self) -> int:
        """The number of all draws."""
        return sum(self.ways)

    def exactly(self, count: int) -> float:
        """The probability of exactly `count` of the cards, from 0 to 1."""
        return self.ways[count] / self.draws if 0 <= count < len(self.ways) else 0.0

    def at_least(self, count: int) -> float:
        """The probability of `count` or more of the cards, from 0 to 1."""
        return sum(self.ways[max(0, count) :]) / self.draws


def drawn(wanted: int, among: int, draw: int) -> Odds:
    """The hypergeometric distribution: how many of `wanted` cards are drawn, if `draw` are drawn from `among` cards.

    Raises ValueError unless 0 ≤ wanted ≤ among and 0 ≤ draw ≤ among.
    """
    if not (0 <= wanted <= among and 0 <= draw <= among):
        raise ValueError(f"{wanted} cards among {among}, and a draw of {draw}, cannot be")
    counts = range(min(wanted, draw) + 1)
    return Odds(tuple([comb(wanted, count) * comb(among - wanted, draw - count) for count in counts]))


def in_hand(wanted: int, players: int, scheme: Scheme) -> Odds:
    """How many of `wanted` cards of the deck a player is dealt."""
    return drawn(wanted, CARDS_IN_DECK, scheme.cards(players))


def in_hand_and_dog(wanted: int, players: int, scheme: Scheme) -> Odds:
    """How many of `wanted` cards of the deck are in the hand of a player or in the dog."""
    return drawn(wanted, CARDS_IN_DECK, scheme.cards(players) + scheme.dog(players))


def in_dog(missing: int, players: int, scheme: Scheme) -> Odds:
    """How many of `missing` cards, which a player does not hold, are in the dog."""
    return drawn(missing, CARDS_IN_DECK - scheme.cards(players), scheme.dog(players))
