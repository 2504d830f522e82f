"""Tallies: what the hands of a player come to. The sum of two tallies is the tally of the hands of both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt
from operator import add, itemgetter
from types import MappingProxyType
from typing import NamedTuple

from scorepad.tarot.hand import Id

from .filters import COUNTED, ROLES, TAKEN, Filter
from .parts import Rules

CONFIDENCE = 1.959964
"""Standard deviations on each side that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float


def wilson(made: int, of: int) -> Interval:
    """Where the share that lies behind `made` of so many is with 95 % confidence; 0 to 1 of none (Wilson, 1927)."""
    if of == 0:
        return Interval(0, 1)
    share, z2 = made / of, CONFIDENCE**2
    middle = share + z2 / (2 * of)
    around = CONFIDENCE * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    low, high = (middle - around) / (1 + z2 / of), (middle + around) / (1 + z2 / of)
    return Interval(max(0.0, low) if made else 0.0, min(1.0, high) if made < of else 1.0)


class Count(NamedTuple):
    """Hands, how many of them were made, and the sums of their margins (in half points) and of the squares of these."""

    hands: int
    made: int
    margin: int
    squares: int

    def having(self, made: bool | None) -> int:
        """The number of hands that were made, or not; with None of all."""
        return self.hands if made is None else self.made if made else self.hands - self.made

    @property
    def share(self) -> float:
        """The share of the hands that were made; 0 of none."""
        return self.made / self.hands if self.hands else 0.0

    @property
    def interval(self) -> Interval:
        """Where the true share is, with 95 % confidence."""
        return wilson(self.made, self.hands)

    @property
    def mean(self) -> float:
        """The mean margin, in card points; 0 of no hand."""
        return self.margin / self.hands / 2 if self.hands else 0.0

    @property
    def error(self) -> float | None:
        """How far the mean can be off, in card points, with 95 % confidence; None of fewer than two hands."""
        if self.hands < 2:
            return None
        variance = (self.squares - self.margin**2 / self.hands) / (self.hands - 1)
        return CONFIDENCE * sqrt(max(0.0, variance) / self.hands) / 2


BITS = 36
"""Of a number among the counts of a tally, its sign included: squares of margins of two million hands have room."""
PLACES = {wanted: place * len(Count._fields) * BITS for place, wanted in enumerate(COUNTED)}
"""The first bit of each count."""
COUNTS = len(COUNTED) * len(Count._fields) * BITS // 8
"""The bytes of all counts."""
_HALF = 1 << BITS - 1
_HALVES = sum([_HALF << bit for bit in range(0, 8 * COUNTS, BITS)])
"""Makes each of the numbers positive, so that it can be cut out."""


def packed(count: Count) -> int:
    """A count as one number, whose digits are its numbers, so that one addition adds them all."""
    return sum([number << place * BITS for place, number in enumerate(count)])


Feat = tuple[int, Id, int]
"""Something worth a record: its size, 0 for none, and the evening and the number of the hand it leads to."""
NO_FEAT: Feat = (0, "", 0)
SIZE = itemgetter(0)
"""The key by which feats are compared."""


class Points(NamedTuple):
    """What was won by rules, in 1/UNIT of a point: in hands, and `beside` them; negative for what was lost.

    `best` and `worst` are of one hand. A `comeback` is the way from the lowest total, below zero, to the one at the end
    of the evening, above zero; it leads to the hand after which the total was lowest.
    """

    evenings: int = 0
    hands: int = 0
    won: int = 0
    beside: int = 0
    best: Feat = NO_FEAT
    worst: Feat = NO_FEAT
    comeback: Feat = NO_FEAT

    @property
    def total(self) -> int:
        """All points, in 1/UNIT of a point."""
        return self.won + self.beside

    def __add__(self, other: Points) -> Points:  # type: ignore[override] # a sum, as of numbers
        return _sum([self, other])


def _sum(every: Iterable[Points]) -> Points:
    """The sum of some points, one or more; the first of equal feats counts."""
    evenings, hands, won, beside, best, worst, comeback = zip(*every, strict=True)
    feats = max(best, key=SIZE), min(worst, key=SIZE), max(comeback, key=SIZE)
    return Points(sum(evenings), sum(hands), sum(won), sum(beside), *feats)


class Pair(NamedTuple):
    """What a player had from another one, in 1/UNIT of a point.

    `called`: hands that the player took with the other as partner, those `made`, and what the player `won` in them.
    `against`: hands on opposite sides. `received` is what the other paid the player, negative for what the player paid.
    """

    called: int = 0
    made: int = 0
    won: int = 0
    against: int = 0
    received: int = 0

    def __add__(self, other: Pair) -> Pair:  # type: ignore[override] # a sum, as of numbers
        return Pair(*map(add, self, other))


class Tally(NamedTuple):
    """What the hands of a player come to; `counts` are those of the filters `COUNTED`, `packed` one after the other.

    The longest `lead` is the number of deals in a row of an evening after which nobody else was first; it leads to the
    last of them.
    """

    counts: int = 0
    evenings: int = 0
    wins: int = 0
    lead: Feat = NO_FEAT
    by_rules: Mapping[Rules, Points] = MappingProxyType({})

    def of(self, wanted: Filter) -> Count:
        """The count of one of the filters `COUNTED`. Raises KeyError for another one."""
        digits = self.counts + _HALVES >> PLACES[wanted]
        return Count(*[(digits >> place * BITS) % (2 * _HALF) - _HALF for place in range(len(Count._fields))])

    @property
    def taken(self) -> Count:
        """The hands of the taker."""
        return self.of(TAKEN)

    @property
    def hands(self) -> int:
        """The hands played, in whatever role."""
        return sum([self.of(role).hands for role in ROLES])

    def points(self, rules: Rules) -> Points:
        """What was won by some rules."""
        return self.by_rules.get(rules, Points())

    def of_one_evening(self) -> Tally:
        """The tally, where it is the sum of several hands, or of several seats, of one evening."""
        by_rules = {
            rules: each._replace(evenings=min(1, each.evenings)) for rules, each in self.by_rules.items()
        }
        return self._replace(evenings=min(1, self.evenings), wins=min(1, self.wins), by_rules=by_rules)


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies, in their order; the first of equal feats counts."""
    every = list(tallies)
    if len(every) == 1:
        return every[0]
    by_rules: dict[Rules, list[Points]] = defaultdict(list)
    for each in every:
        for rules, points in each.by_rules.items():
            by_rules[rules].append(points)
    return Tally(
        counts=sum([each.counts for each in every]),
        evenings=sum([each.evenings for each in every]),
        wins=sum([each.wins for each in every]),
        lead=max([each.lead for each in every], key=SIZE, default=NO_FEAT),
        by_rules={rules: _sum(points) for rules, points in by_rules.items()},
    )
