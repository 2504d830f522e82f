"""Tallies: the figures of a player’s hands. Two tallies add up to the tally of all their hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt
from operator import add
from types import MappingProxyType
from typing import NamedTuple

from .measures import NO_FEATS, Feats, Number, best
from .parts import COUNTED, ROLES, TAKEN, Filter, Rules

CONFIDENCE = 1.959964
"""Standard deviations on each side that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float


def wilson(made: int, of: int) -> Interval:
    """The 95 % interval of Wilson (1927) for `made` successes in `of` trials; 0 to 1 without a trial."""
    if of == 0:
        return Interval(0, 1)
    share, z2 = made / of, CONFIDENCE**2
    middle = share + z2 / (2 * of)
    around = CONFIDENCE * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    low, high = (middle - around) / (1 + z2 / of), (middle + around) / (1 + z2 / of)
    return Interval(max(0.0, low) if made else 0.0, min(1.0, high) if made < of else 1.0)


class Count(NamedTuple):
    """The number of hands, the number made, and the sums of their margins (half points) and of the squared margins."""

    hands: int
    made: int
    margin: int
    squares: int

    def having(self, made: bool | None) -> int:
        """The number of hands that were made, or that were not; of all hands for None."""
        return self.hands if made is None else self.made if made else self.hands - self.made

    @property
    def share(self) -> float:
        """The share of the hands that were made; 0 without a hand."""
        return self.made / self.hands if self.hands else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share that was made."""
        return wilson(self.made, self.hands)

    @property
    def mean(self) -> float:
        """The mean margin, in card points; 0 without a hand."""
        return self.margin / self.hands / 2 if self.hands else 0.0

    @property
    def error(self) -> float | None:
        """Half the width of the 95 % interval of the mean, in card points; None for fewer than two hands."""
        if self.hands < 2:
            return None
        variance = (self.squares - self.margin**2 / self.hands) / (self.hands - 1)
        return CONFIDENCE * sqrt(max(0.0, variance) / self.hands) / 2


NO_COUNT = Count(0, 0, 0, 0)
PLACES = {wanted: place for place, wanted in enumerate(COUNTED)}
"""The place of each filter among all."""
Counts = Mapping[int, Count]
"""The count of each filter of `COUNTED` that finds hands, by the place of the filter."""


def added(every: Iterable[Counts]) -> Counts:
    """The sum of counts."""
    found: dict[int, list[Count]] = defaultdict(list)
    for counts in every:
        for place, count in counts.items():
            found[place].append(count)
    return {place: Count(*map(sum, zip(*counts, strict=True))) for place, counts in found.items()}


class Points(NamedTuple):
    """The points of a player under some rules, in 1/UNIT of a point: `won` in hands, and `beside` them.

    `feats` are the best amounts of each kind of record.
    """

    evenings: int = 0
    hands: int = 0
    won: int = 0
    beside: int = 0
    feats: Feats = NO_FEATS

    @property
    def total(self) -> int:
        """All points, in 1/UNIT of a point."""
        return self.won + self.beside

    def __add__(self, other: Points) -> Points:  # type: ignore[override] # a sum, as of numbers
        return _sum([self, other])


def _sum(every: Iterable[Points]) -> Points:
    """The sum of one or more Points; of equal feats, the first one counts."""
    evenings, hands, won, beside, feats = zip(*every, strict=True)
    return Points(sum(evenings), sum(hands), sum(won), sum(beside), best(feats))


class Pair(NamedTuple):
    """What one player, the first, has to do with another, the second; amounts are in 1/UNIT of a point.

    The first took `called` hands with the second as partner, `made` some of them, and `won` points in them. They played
    `against` each other in some hands. The second paid the first `received` points; a negative number is the reverse.
    """

    called: int = 0
    made: int = 0
    won: int = 0
    against: int = 0
    received: int = 0

    def __add__(self, other: Pair) -> Pair:  # type: ignore[override] # a sum, as of numbers
        return Pair(*map(add, self, other))


class Tally(NamedTuple):
    """The figures of a player.

    `numbers` has a number of evenings for each `Number`. `feats` are the best of the records that are no amounts.
    """

    counts: Counts = MappingProxyType({})
    numbers: tuple[int, ...] = (0,) * len(Number)
    feats: Feats = NO_FEATS
    by_rules: Mapping[Rules, Points] = MappingProxyType({})

    def of(self, wanted: Filter) -> Count:
        """The count of a filter of `COUNTED`. Raises KeyError for any other filter."""
        return self.counts.get(PLACES[wanted], NO_COUNT)

    def number(self, number: Number) -> int:
        """A number of evenings."""
        return self.numbers[_NUMBERS[number]]

    @property
    def evenings(self) -> int:
        """The number of evenings in which the player played a hand."""
        return self.number(Number.EVENINGS)

    @property
    def taken(self) -> Count:
        """The hands of the taker."""
        return self.of(TAKEN)

    @property
    def hands(self) -> int:
        """The number of hands played, in all roles."""
        return sum([self.of(role).hands for role in ROLES])

    def points(self, rules: Rules) -> Points:
        """The points under some rules."""
        return self.by_rules.get(rules, Points())

    def of_one_evening(self) -> Tally:
        """The tally of one evening: several hands or seats of it are one evening."""
        by_rules = {
            rules: each._replace(evenings=min(1, each.evenings)) for rules, each in self.by_rules.items()
        }
        return self._replace(numbers=tuple([min(1, each) for each in self.numbers]), by_rules=by_rules)


_NUMBERS = {number: place for place, number in enumerate(Number)}


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies; of equal feats, the first one counts."""
    every = list(tallies)
    if len(every) == 1:
        return every[0]
    by_rules: dict[Rules, list[Points]] = defaultdict(list)
    for each in every:
        for rules, points in each.by_rules.items():
            by_rules[rules].append(points)
    return Tally(
        counts=added([each.counts for each in every]),
        numbers=tuple(map(sum, zip(Tally().numbers, *[each.numbers for each in every], strict=True))),
        feats=best([each.feats for each in every]),
        by_rules={rules: _sum(points) for rules, points in by_rules.items()},
    )
