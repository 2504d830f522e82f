"""Exact odds that cards are in a hand or in the dog, if all deals are equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from .cards import CARDS_IN_DECK
from .scheme import Scheme


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of wanted cards in a random draw: `ways[k]` of the possible draws have exactly k wanted cards."""

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
    """The hypergeometric distribution of wanted cards in a draw of `draw` cards from `among` cards.

    `wanted` is the number of wanted cards. Raises ValueError unless 0 ≤ wanted ≤ among and 0 ≤ draw ≤ among.
    """
    if not (0 <= wanted <= among and 0 <= draw <= among):
        raise ValueError(f"{wanted} cards among {among}, and a draw of {draw}, cannot be")
    counts = range(min(wanted, draw) + 1)
    return Odds(tuple([comb(wanted, count) * comb(among - wanted, draw - count) for count in counts]))


def in_hand(wanted: int, players: int, scheme: Scheme) -> Odds:
    """The odds that a player is dealt 0, 1, 2 … of `wanted` particular cards of the deck."""
    return drawn(wanted, CARDS_IN_DECK, scheme.cards(players))


def in_hand_and_dog(wanted: int, players: int, scheme: Scheme) -> Odds:
    """The odds that a player's hand and the dog together have 0, 1, 2 … of `wanted` particular cards of the deck."""
    return drawn(wanted, CARDS_IN_DECK, scheme.cards(players) + scheme.dog(players))


def in_dog(missing: int, players: int, scheme: Scheme) -> Odds:
    """The odds that the dog has 0, 1, 2 … of `missing` particular cards, none of which a given player holds."""
    return drawn(missing, CARDS_IN_DECK - scheme.cards(players), scheme.dog(players))
