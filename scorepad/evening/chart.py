"""The geometry of a line chart of the totals in an evening or a season: points, scales, marks, dashes and labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (7, 3),
    (2.2, 2),
    (9, 2.5, 2.2, 2.5),
    (14, 4),
    (4.5, 4.5),
    (9, 2.5, 2.2, 2.5, 2.2, 2.5),
    (4, 2),
)
"""The dash pattern of each seat's line: dashes and gaps in turn, in widths of the line; the first is solid."""
MARKED = 12
"""The approximate number of marks on a line."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Plot:
    """The frame of a line chart: hands run from left to right, totals (in 1/unit of a point) from bottom to top.

    Without `places`, hands are evenly spaced. `places` are ascending positions from 0 (left) to 1 (right): one for the
    beginning, and one for each hand.
    """

    left: float
    top: float
    width: float
    height: float
    hands: int
    low: int
    high: int
    places: Sequence[float] = ()

    @classmethod
    def of(
        cls,
        curve: Sequence[Sequence[int]],
        left: float,
        top: float,
        width: float,
        height: float,
        places: Sequence[float] = (),
    ) -> Plot:
        """The frame that fits all totals of a curve; the edges and the size are in the unit of the drawing.

        `curve` has the totals of all people: zeros at the beginning, then the totals after each hand. `places` has the
        horizontal position of each, from 0 (left) to 1 (right); without `places`, they are evenly spaced.
        """
        totals = [total for after in curve for total in after]
        low, high = min(totals), max(totals)
        if low == high:
            low, high = -1, 1
        return cls(left, top, width, height, max(1, len(curve) - 1), low, high, places)

    def x(self, number: int) -> float:
        """The x coordinate of the totals after a hand; hand 0 is the beginning."""
        return self.left + self.width * (self.places[number] if self.places else number / self.hands)

    def y(self, total: int) -> float:
        """The y coordinate of a total."""
        return self.top + self.height * (self.high - total) / (self.high - self.low)

    def label_above(self, y: float, *, above: bool, needed: float) -> bool:
        """Whether to draw a label above `y` instead of below.

        `above` is the preferred side; a label of height `needed` that does not fit there goes to the other side.
        """
        if above:
            return y - needed >= self.top
        return y + needed > self.top + self.height

    def nearest(self, x: float) -> int:
        """The number, from 1, of the hand whose point is nearest to this x coordinate."""
        return min(range(1, self.hands + 1), key=lambda number: abs(self.x(number) - x))

    def totals(self, unit: int, most: int = 8) -> list[int]:
        """The totals that label the vertical scale: multiples of a round step, in 1/`unit` of a point, lowest first.

        There are at most `most` + 1 totals; zero is one of them if it is in the frame.
        """
        step = _round_step((self.high - self.low) / most / unit) * unit
        first = -(-self.low // step)
        return [step * n for n in range(first, self.high // step + 1)]

    def numbers(self, most: int = 12) -> list[int]:
        """The hand numbers that label the horizontal scale: multiples of a round step, and 1 if this step is over 2."""
        step = _round_step(self.hands / most)
        return [*([1] if step > 2 else []), *range(step, self.hands + 1, step)]


def _round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor >= least:
                return step * factor
        step *= 10


@dataclass(frozen=True, slots=True)
class Stretch:
    """One part of a person's line, from an arrival at the table to the next departure, and the points of its marks."""

    points: tuple[Point, ...]
    marks: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PersonCurve:
    """The curve of one person: its stretches, its end point on the right edge, and the y coordinate of its label.

    `there` tells whether the person is at the table at the end; only then does the line reach the right edge.
    """

    stretches: tuple[Stretch, ...]
    end: Point
    label: float
    there: bool


def lines(
    plot: Plot,
    curve: Sequence[Sequence[int]],
    stays: Sequence[Sequence[range]],
    label_height: float,
    over: float,
    gap: float = 0,
) -> tuple[PersonCurve, ...]:
    """The line of each person, in the order of the people in `curve`.

    `stays` has, for each person, the ranges of the indexes in `curve` at which the person is at the table. Labels are
    at least `label_height` apart, and at most `over` outside the frame. Lines with equal totals run side by side, `gap`
    apart.
    """
    people = range(len(curve[-1]))
    shifts = [_shifts(totals, gap) for totals in curve]
    end = plot.left + plot.width
    ends = [plot.y(total) + shift for total, shift in zip(curve[-1], shifts[-1], strict=True)]
    labels = spread(ends, label_height, plot.top - over, plot.top + plot.height + over)
    found = []
    for i in people:
        points = [(plot.x(n), plot.y(after[i]) + shifts[n][i]) for n, after in enumerate(curve)]
        marks = set(marked(plot.hands, i, len(people)))
        stretches = tuple(
            Stretch(
                tuple(points[n] for n in stay),
                tuple(points[n] for n in (*sorted(marks.intersection(stay)), stay[-1])),
            )
            for stay in stays[i]
        )
        there = bool(stays[i]) and stays[i][-1][-1] == plot.hands
        found.append(PersonCurve(stretches, (end, ends[i]), labels[i], there))
    return tuple(found)


def _shifts(totals: Sequence[int], gap: float) -> list[float]:
    """The distance by which each line is moved down, so that lines with equal totals are side by side."""
    if not gap or len(set(totals)) == len(totals):
        return [0.0] * len(totals)
    return [
        gap * (sum(other == total for other in totals[:i]) - (totals.count(total) - 1) / 2)
        for i, total in enumerate(totals)
    ]


def simplified(points: Sequence[Point], tolerance: float) -> list[Point]:
    """A line through some of the points, the first and the last included; `points` run from left to right.

    The points that are left out are at most `tolerance` above or below the new line.
    """
    kept = [points[0]]
    # the slopes that pass near enough to the points left out since the last kept point
    low, high = -math.inf, math.inf
    before = x0, y0 = points[0]
    for point in points[1:]:
        x, y = point
        if not low <= (y - y0) / (x - x0) <= high:
            kept.append(before)
            x0, y0 = before
            low, high = -math.inf, math.inf
        slope, slack = (y - y0) / (x - x0), tolerance / (x - x0)
        low, high = max(low, slope - slack), min(high, slope + slack)
        before = point
    return kept if before == kept[-1] else [*kept, before]


def marked(hands: int, seat: int, seats: int) -> range:
    """The numbers of the hands after which a person's line has a mark: about `MARKED` hands.

    `seat` is the person's index among `seats` people. If possible, each person has marks after different hands.
    """
    step = max(1, round(hands / MARKED))
    return range(1 + step * seat // seats, hands, step)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, in the same order, at least `gap` apart, between `low` and `high`."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    groups: list[tuple[float, int]] = []  # the middle and the size of each group of neighbours that touch
    for i in order:
        middle, count = wanted[i], 1
        middle = _within(middle, count, gap, low, high)
        while groups and middle - groups[-1][0] < gap * (count + groups[-1][1]) / 2:
            before, others = groups.pop()
            middle = (middle * count + before * others) / (count + others)
            count += others
            middle = _within(middle, count, gap, low, high)
        groups.append((middle, count))
    placed = [middle + gap * (n - (count - 1) / 2) for middle, count in groups for n in range(count)]
    found = dict(zip(order, placed, strict=True))
    return [found[i] for i in range(len(wanted))]


def _within(middle: float, count: int, gap: float, low: float, high: float) -> float:
    half = gap * (count - 1) / 2
    return max(low + half, min(middle, high - half))


def dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """Yields the points of each dash of the line through these points.

    `pattern` has the lengths of dashes and gaps in turn; without a pattern, the whole line is one dash.
    """
    if not pattern:
        yield list(points)
        return
    left, turn, piece = pattern[0], 0, [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        at = 0.0
        while length - at > left:
            at += left
            cut = (x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length)
            if turn % 2 == 0:
                yield [*piece, cut]
            piece = [cut]
            turn += 1
            left = pattern[turn % len(pattern)]
        left -= length - at
        if turn % 2 == 0:
            piece.append((x1, y1))
    if turn % 2 == 0 and len(piece) > 1:
        yield piece
