"""Tallies: the figures of a player’s hands. Two tallies add up to the tally of all their hands."""

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


BITS = 36
"""The width of each number in the counts of a tally, with its sign; the squared margins of two million hands fit."""
PLACES = {wanted: place * len(Count._fields) * BITS for place, wanted in enumerate(COUNTED)}
"""The first bit of each count."""
COUNTS = len(COUNTED) * len(Count._fields) * BITS // 8
"""The bytes of all counts."""
_HALF = 1 << BITS - 1
_HALVES = sum([_HALF << bit for bit in range(0, 8 * COUNTS, BITS)])
"""Is added before a number is cut out of the counts, so that none is negative."""


def packed(count: Count) -> int:
    """A count as one integer; adding two of these adds all their numbers at once."""
    return sum([number << place * BITS for place, number in enumerate(count)])


Feat = tuple[int, Id, int]
"""Something that may be a record: its size, 0 if there is none, and the evening and the number of its hand."""
NO_FEAT: Feat = (0, "", 0)
SIZE = itemgetter(0)
"""The key by which feats are compared."""


class Points(NamedTuple):
    """The points of a player under some rules, in 1/UNIT of a point: `won` in hands, and `beside` them.

    `best` and `worst` are the highest and the lowest amount of one hand. A `comeback` is the rise from the lowest total
    of an evening, below zero, to its last total, above zero; it leads to the hand after which the total was lowest.
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
    """The sum of one or more Points; of equal feats, the first one counts."""
    evenings, hands, won, beside, best, worst, comeback = zip(*every, strict=True)
    feats = max(best, key=SIZE), min(worst, key=SIZE), max(comeback, key=SIZE)
    return Points(sum(evenings), sum(hands), sum(won), sum(beside), *feats)


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
    """The figures of a player’s hands; `counts` has a count for each filter of `COUNTED`, `packed` one after the other.

    `lead` is the longest series of deals, in one evening, after which the player alone was first; it leads to the last
    deal of the series.
    """

    counts: int = 0
    evenings: int = 0
    wins: int = 0
    lead: Feat = NO_FEAT
    by_rules: Mapping[Rules, Points] = MappingProxyType({})

    def of(self, wanted: Filter) -> Count:
        """The count of a filter of `COUNTED`. Raises KeyError for any other filter."""
        digits = self.counts + _HALVES >> PLACES[wanted]
        return Count(*[(digits >> place * BITS) % (2 * _HALF) - _HALF for place in range(len(Count._fields))])

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
        """The tally of one evening: several hands or seats of it are one evening, and at most one win."""
        by_rules = {
            rules: each._replace(evenings=min(1, each.evenings)) for rules, each in self.by_rules.items()
        }
        return self._replace(evenings=min(1, self.evenings), wins=min(1, self.wins), by_rules=by_rules)


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
        counts=sum([each.counts for each in every]),
        evenings=sum([each.evenings for each in every]),
        wins=sum([each.wins for each in every]),
        lead=max([each.lead for each in every], key=SIZE, default=NO_FEAT),
        by_rules={rules: _sum(points) for rules, points in by_rules.items()},
    )
