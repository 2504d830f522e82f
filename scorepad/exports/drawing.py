"""Drawings as lists of shapes, in any unit from the upper left corner: what a PDF and a picture have in common.

A painter draws three things: a line, an area, a text. Circles, round corners and dashes are made of them here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorepad.design import BOLD, INSET, LOW, REGULAR, ROUNDED, Palette, corners, mark, mix
from scorepad.design import Shape as Form
from scorepad.design.letters import initial, width
from scorepad.evening.chart import Point
from scorepad.evening.people import Person
from scorepad.stats.tally import Count

CAPITALS = 0.66
"""The height of capitals and figures, in em."""
LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
ROUND = 24
"""The corners of a polygon that looks round."""


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points."""

    points: Sequence[Point]
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    points: Sequence[Point]
    colour: str


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on a baseline; the anchor is the share of its width left of the point."""

    x: float
    y: float
    words: str
    size: float
    colour: str
    weight: str = REGULAR
    anchor: float = LEFT

    @property
    def width(self) -> float:
        """Its width."""
        return width(self.words, self.size, self.weight)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - self.anchor * self.width


Shape = Polyline | Area | Text


def moved(shapes: Iterable[Shape], x: float, y: float, scale: float = 1) -> Iterator[Shape]:
    """The shapes with the corner of their drawing at a point, and larger by a scale."""
    for each in shapes:
        if isinstance(each, Text):
            yield replace(each, x=x + scale * each.x, y=y + scale * each.y, size=scale * each.size)
            continue
        points = [(x + scale * a, y + scale * b) for a, b in each.points]
        yield (
            Area(points, each.colour)
            if isinstance(each, Area)
            else Polyline(points, each.colour, scale * each.width)
        )


def centred(middle: float, size: float) -> float:
    """The baseline of a text whose capitals have their middle at a height."""
    return middle + size * CAPITALS / 2


def circle(x: float, y: float, radius: float) -> list[Point]:
    """The corners of a polygon that looks round."""
    return [_around(x, y, radius, step / ROUND) for step in range(ROUND)]


def _around(x: float, y: float, radius: float, turn: float) -> Point:
    """The point of a circle after a part of a turn, clockwise from the right."""
    return x + radius * math.cos(2 * math.pi * turn), y + radius * math.sin(2 * math.pi * turn)


def box(x: float, y: float, wide: float, high: float, radius: float = 0) -> list[Point]:
    """The corners of a rectangle, or the many of one with round corners."""
    if not radius:
        return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    right, foot = x + wide - radius, y + high - radius
    middles = ((right, foot), (x + radius, foot), (x + radius, y + radius), (right, y + radius))
    steps = ROUND // 4
    return [
        _around(*middle, radius, (number + step / steps) / 4)
        for number, middle in enumerate(middles)
        for step in range(steps + 1)
    ]


def form(person: Person, x: float, y: float, size: float, colour: str) -> Area:
    """The form of a person's mark, its middle at a point."""
    shape, left, top = mark(person.mark).shape, x - size / 2, y - size / 2
    if shape is Form.CIRCLE:
        return Area(circle(x, y, size / 2), colour)
    if shape is Form.SQUARE:
        inset, side = size * INSET, size * (1 - 2 * INSET)
        return Area(box(left + inset, top + inset, side, side, size * ROUNDED), colour)
    return Area([(left + size * a, top + size * b) for a, b in corners(shape)], colour)


def badge(person: Person, x: float, y: float, size: float) -> list[Shape]:
    """The mark of a person with the initial in it, its middle at a point."""
    drawn = mark(person.mark)
    base = centred(y + LOW.get(drawn.shape, 0.0) * size, size / 2)
    letter = Text(x, base, initial(person.name), size / 2, drawn.ink, BOLD, MIDDLE)
    return [form(person, x, y, size, drawn.colour), letter]


def amount_colour(amount: Fraction | int, palette: Palette) -> str:
    """The colour of a gain, of a loss or of zero."""
    return palette.gain if amount > 0 else palette.loss if amount < 0 else palette.text


# -- bars ---

BAND = 0.35
"""How much of the accent the colour of the interval has."""
TICK = 0.25
"""The width of the tick, in heights of the bar."""


def bar(count: Count, palette: Palette, wide: float, high: float) -> Iterator[Shape]:
    """The share of the hands that were made, from the upper left corner; of no hand the rail alone."""
    yield Area(box(0, 0, wide, high, high / 2), palette.deep)
    if count.hands:
        low, top = (wide * end for end in count.interval)
        band = max(top - low, high)
        left = min(low, wide - band)
        yield Area(box(left, 0, band, high, high / 2), mix(palette.deep, palette.accent, BAND))
        tick = TICK * high
        at = min(max(0, wide * count.share - tick / 2), wide - tick)
        yield Area(box(at, -high / 4, tick, 1.5 * high), palette.ring)
