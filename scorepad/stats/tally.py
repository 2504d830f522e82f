"""Tallies: the figures of a player’s hands. The sum of two tallies is the tally of the hands of both."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from operator import add
from types import MappingProxyType
from typing import Any, NamedTuple

from scorepad.evening.people import Person
from scorepad.tarot.hand import Id

from .measures import NO_FEATS, Feats, Number, Record, best
from .parts import COUNTED, ROLES, TAKEN, Filter, Rules
from .scopes import NOBODY, PlayerKey

CONFIDENCE = 1.959964
"""The number of standard deviations on each side of the mean within which 95 % of a normal distribution lie."""


class Interval(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float


def wilson(made: int, of: int) -> Interval:
    """The 95 % confidence interval of Wilson (1927) for `made` successes in `of` trials; 0 to 1 without a trial."""
    if of == 0:
        return Interval(0, 1)
    share, z2 = made / of, CONFIDENCE**2
    middle = share + z2 / (2 * of)
    around = CONFIDENCE * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    low, high = (middle - around) / (1 + z2 / of), (middle + around) / (1 + z2 / of)
    return Interval(max(0.0, low) if made else 0.0, min(1.0, high) if made < of else 1.0)


class Count(NamedTuple):
    """The numbers of hands and of contracts made, and the sums of the margins (in half points) and of their squares."""

    hands: int
    made: int
    margin: int
    squares: int

    def having(self, made: bool | None) -> int:
        """The number of hands with the contract made (True) or not made (False); the number of all hands if None."""
        return self.hands if made is None else self.made if made else self.hands - self.made

    @property
    def share(self) -> float:
        """The share of the hands that were made; 0 without a hand."""
        return self.made / self.hands if self.hands else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of `share`."""
        return wilson(self.made, self.hands)

    @property
    def mean(self) -> float:
        """The mean margin, in card points; 0 without a hand."""
        return self.margin / self.hands / 2 if self.hands else 0.0

    @property
    def half_interval(self) -> float | None:
        """Half the width of the 95 % confidence interval of the mean, in card points; None for fewer than two hands."""
        if self.hands < 2:
            return None
        variance = (self.squares - self.margin**2 / self.hands) / (self.hands - 1)
        return CONFIDENCE * sqrt(max(0.0, variance) / self.hands) / 2


NO_COUNT = Count(0, 0, 0, 0)
PLACES = {wanted: place for place, wanted in enumerate(COUNTED)}
"""The place of each filter in `COUNTED`."""
Counts = Mapping[int, Count]
"""The count of each filter of `COUNTED` that finds hands, by the place of the filter."""


def added(every: Iterable[Counts]) -> Counts:
    """The sum of counts, filter by filter."""
    found: dict[int, list[Count]] = defaultdict(list)
    for counts in every:
        for place, count in counts.items():
            found[place].append(count)
    return {place: Count(*map(sum, zip(*counts, strict=True))) for place, counts in found.items()}


class Points(NamedTuple):
    """The points of a player under one set of rules, in 1/UNIT of a point: `won` in hands, and `other` points.

    Other points are mouches and adjustments, such as penalties. `feats` has the best amounts, by record.
    """

    evenings: int = 0
    hands: int = 0
    won: int = 0
    other: int = 0
    feats: Feats = NO_FEATS

    @property
    def total(self) -> int:
        """All points, in 1/UNIT of a point."""
        return self.won + self.other

    def __add__(self, other: Points) -> Points:  # type: ignore[override] # a sum, as of numbers
        return _sum([self, other])


def _sum(every: Iterable[Points]) -> Points:
    """The sum of one or more Points; of equal feats, the first one counts."""
    evenings, hands, won, other, feats = zip(*every, strict=True)
    return Points(sum(evenings), sum(hands), sum(won), sum(other), best(feats))


class Pair(NamedTuple):
    """The hands of a first player with or against a second player; amounts are in 1/UNIT of a point.

    `called`: the number of hands that the first took with the second as partner. `made`: how many of these the first
    made. `won`: the points that the first won in them. `against`: the number of hands that they played against each
    other. `received`: the points that the second paid the first (negative: received from the first).
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

    `counts` has the count of each filter, and `numbers` a number of evenings for each `Number`. `feats` has the best
    feat for each record that is not an amount. `by_rules` has the points under each set of rules.
    """

    counts: Counts = MappingProxyType({})
    numbers: tuple[int, ...] = (0,) * len(Number)
    feats: Feats = NO_FEATS
    by_rules: Mapping[Rules, Points] = MappingProxyType({})

    def of(self, wanted: Filter) -> Count:
        """The count of a filter of `COUNTED`. Raises KeyError for any other filter."""
        return self.counts.get(PLACES[wanted], NO_COUNT)

    def number(self, number: Number) -> int:
        """The number of evenings for one `Number`, such as `Number.WINS`."""
        return self.numbers[_NUMBERS[number]]

    @property
    def evenings(self) -> int:
        """The number of evenings in which the player played a hand."""
        return self.number(Number.EVENINGS)

    @property
    def taken(self) -> Count:
        """The count of the hands that the player took."""
        return self.of(TAKEN)

    @property
    def hands(self) -> int:
        """The number of hands played, in all roles."""
        return sum([self.of(role).hands for role in ROLES])

    def points(self, rules: Rules) -> Points:
        """The points under one set of rules."""
        return self.by_rules.get(rules, Points())

    def of_one_evening(self) -> Tally:
        """This tally with every number of evenings limited to 1: several hands or seats in an evening count once."""
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


# -- tallies as text ---

RECORDS = tuple(Record)

PairSums = tuple[Rules, int, int, Sequence[int]]
"""The rules, the places of both players among the people of the evening, and the values of the fields of a `Pair`."""


@dataclass(frozen=True, slots=True)
class EveningTally:
    """The tallies of an evening as a `text`, its people, and the moment at which it `began` (ISO 8601).

    The text has two lines of JSON: the first has hands and tallies; the second has pairs, and only `pairs` parses it.
    In both, people, rules, filters and records are represented by their places.
    """

    id: Id
    began: str
    people: tuple[Person, ...]
    text: str
    left_out: bool = False
    """Whether the evening does not count in seasons."""

    def tallies(self, keys: Sequence[PlayerKey]) -> tuple[Mapping[Rules, int], Mapping[PlayerKey, Tally]]:
        """The number of hands under each set of rules, and the tally of each player, except guests.

        Players without hands and without points are left out. `keys` has the key of each person of the evening, in the
        order of its people.
        """
        (hands, rows), _ = _LINE.raw_decode(self.text)
        rules = [_rules(*names) for *names, _ in hands]
        found: dict[PlayerKey, Tally] = {}
        for key, row in zip(keys, rows, strict=True):
            tally = _tally(self.id, rules, *row)
            if key != NOBODY and (tally.evenings or tally.by_rules):
                found[key] = total([found[key], tally]).of_one_evening() if key in found else tally
        return {by: number for by, (*_, number) in zip(rules, hands, strict=True)}, found

    def pairs(self, rules: Sequence[Rules]) -> Iterator[PairSums]:
        """The pairs of the evening; `rules` are the rules that `tallies` returned, in the same order."""
        for place, one, other, *values in json.loads(self.text.partition("\n")[2]):
            yield rules[place], one, other, values


_LINE = json.JSONDecoder()
_rules = lru_cache(maxsize=256)(Rules)
Sums = list[int]


def _tally(
    id_: Id, rules: Sequence[Rules], counts: list[Sums], numbers: Sums, feats: list[Sums], points: list[Any]
) -> Tally:
    by_place = {place: Count._make(row) for place, *row in counts}
    by_rules = {
        rules[place]: Points(evenings, hands, won, other, _feats(id_, rows))
        for place, evenings, hands, won, other, rows in points
    }
    return Tally(by_place, tuple(numbers), _feats(id_, feats), by_rules)


def _feats(id_: Id, rows: list[Sums]) -> Feats:
    return {RECORDS[place]: (size, id_, at) for place, size, at in rows}


def to_text(
    hands: Mapping[Rules, int], people: Sequence[Tally], pairs: Sequence[tuple[Rules, int, int, Pair]]
) -> str:
    """The text of an evening: the number of hands under each set of rules, the tally of each person, and the pairs."""
    places = {rules: place for place, rules in enumerate(hands)}
    rows = [
        [
            [[place, *count] for place, count in sorted(each.counts.items())],
            each.numbers,
            _rows(each.feats),
            [[places[rules], *points[:-1], _rows(points.feats)] for rules, points in each.by_rules.items()],
        ]
        for each in people
    ]
    by_rules = [[rules.digest, rules.id, rules.name, number] for rules, number in hands.items()]
    pair_rows = [[places[rules], one, other, *pair] for rules, one, other, pair in pairs]
    return "\n".join([json.dumps(each, separators=(",", ":")) for each in ([by_rules, rows], pair_rows)])


def _rows(feats: Feats) -> list[Sums]:
    """For each record: its place in `RECORDS`, its size, and the number of its hand."""
    return [[RECORDS.index(record), size, at] for record, (size, _, at) in feats.items()]
