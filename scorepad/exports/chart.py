"""The geometry of the curve of the evening: its points, scales, marks, dashes and labels."""

from __future__ import annotations

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
"""The dashes of each seat's line, drawn and left out in turn, in widths of the line; the first is solid."""
MARKED = 12
"""About how many marks a line has."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A frame that shows hands from left to right and totals (in 1/unit of a point) upwards."""

    left: float
    top: float
    width: float
    height: float
    hands: int
    low: int
    high: int

    @classmethod
    def of(cls, curve: Sequence[Sequence[int]], left: float, top: float, width: float, height: float) -> Plot:
        """The frame that shows a whole curve and the zero line."""
        totals = [total for after in curve for total in after]
        low, high = min(totals), max(totals)
        if low == high:
            low, high = -1, 1
        return cls(left, top, width, height, max(1, len(curve) - 1), low, high)

    def x(self, number: int) -> float:
        """The place of the totals after a hand; 0 is the beginning."""
        return self.left + self.width * number / self.hands

    def y(self, total: int) -> float:
        """The place of a total."""
        return self.top + self.height * (self.high - total) / (self.high - self.low)

    def beside(self, y: float, *, above: bool, needed: float) -> bool:
        """Whether a label goes above a height: on the wanted side if it fits there, else on the other."""
        if above:
            return y - needed >= self.top
        return y + needed > self.top + self.height

    def totals(self, unit: int, most: int = 8) -> list[int]:
        """Round totals for the scale, zero among them, lowest first."""
        step = _round_step((self.high - self.low) / most / unit) * unit
        first = -(-self.low // step)
        return [step * n for n in range(first, self.high // step + 1)]

    def numbers(self, most: int = 12) -> list[int]:
        """Round numbers of hands for the scale."""
        step = _round_step(self.hands / most)
        return [*([1] if step > 2 else []), *range(step, self.hands + 1, step)]


def _round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is no less."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor >= least:
                return step * factor
        step *= 10


def marked(hands: int, seat: int, seats: int) -> range:
    """The hands after which a seat's line has marks: not too many, and at different hands for each seat if possible."""
    step = max(1, round(hands / MARKED))
    return range(1 + step * seat // seats, hands, step)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as possible to those wanted, `gap` apart, in the same order, between `low` and `high`."""
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


def dashes(
    points: Sequence[tuple[float, float]], pattern: Sequence[float]
) -> Iterator[list[tuple[float, float]]]:
    """The pieces of a line through the points that a pattern of dashes draws."""
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
