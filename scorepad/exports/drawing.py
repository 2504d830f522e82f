"""Drawings for the screen, for pictures and for PDFs: lists of shapes.

Coordinates have their origin at the upper left corner, and any unit. A painter draws lines, areas and texts. Circles
and round corners are polygons, which this module makes. The painters are `pdf.py`, `image.py`, `canvas.py`, and
`ui/kit/drawing.py` for the screen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scorepad.design import BOLD, INSET, LOW, REGULAR, ROUNDED, MarkShape, Palette, corners, mark, mix
from scorepad.design.letters import Spell, initial, printable, width
from scorepad.evening.chart import Point
from scorepad.evening.people import Person
from scorepad.stats.tally import Count

CAPITALS = 0.66
"""The height of capitals and figures, in em."""
LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
ROUND = 24
"""The number of corners of a polygon that looks like a circle."""


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points."""

    points: Sequence[Point]
    colour: str
    width: float


class Frame(NamedTuple):
    """A rectangle with round corners; a circle if the radius is half of its sides."""

    left: float
    top: float
    wide: float
    high: float
    radius: float


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon. If it approximates a `frame`, a painter may draw that frame instead."""

    points: Sequence[Point]
    colour: str
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on a baseline; `anchor` is the share of the text's width to the left of `x`."""

    x: float
    y: float
    words: str
    size: float
    colour: str
    weight: str = REGULAR
    anchor: float = LEFT

    @property
    def width(self) -> float:
        """The width of the text."""
        return width(self.words, self.size, self.weight)

    @property
    def left(self) -> float:
        """The left end of the text."""
        return self.x - self.anchor * self.width


Shape = Polyline | Area | Text


def moved(shapes: Iterable[Shape], x: float, y: float, scale: float = 1) -> Iterator[Shape]:
    """Scales shapes from the origin by `scale`, then moves them by `x` and `y`; areas lose their `frame`."""
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
    """The y coordinate of the baseline of a text whose capitals are centred on the height `middle`."""
    return middle + size * CAPITALS / 2


def circle(x: float, y: float, radius: float) -> list[Point]:
    """The corners of a polygon that looks like a circle."""
    return [_around(x, y, radius, step / ROUND) for step in range(ROUND)]


def _around(x: float, y: float, radius: float, turn: float) -> Point:
    """A point of a circle; `turn` is the share of a full turn, clockwise from the right."""
    return x + radius * math.cos(2 * math.pi * turn), y + radius * math.sin(2 * math.pi * turn)


def box(x: float, y: float, wide: float, high: float, radius: float = 0) -> list[Point]:
    """The corners of a rectangle; with a `radius`, several points approximate each round corner."""
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


def framed(frame: Frame, colour: str) -> Area:
    """A filled rectangle with round corners."""
    return Area(box(*frame), colour, frame)


def form(person: Person, x: float, y: float, size: float, colour: str) -> Area:
    """The shape of a person's mark, centred at (`x`, `y`)."""
    shape, left, top = mark(person.mark).shape, x - size / 2, y - size / 2
    if shape is MarkShape.CIRCLE:
        return Area(circle(x, y, size / 2), colour, Frame(left, top, size, size, size / 2))
    if shape is MarkShape.SQUARE:
        inset, side = size * INSET, size * (1 - 2 * INSET)
        return framed(Frame(left + inset, top + inset, side, side, size * ROUNDED), colour)
    return Area([(left + size * a, top + size * b) for a, b in corners(shape)], colour)


def badge(person: Person, x: float, y: float, size: float, spell: Spell = printable) -> list[Shape]:
    """The mark of a person, centred at (`x`, `y`), with the initial of the name in it."""
    drawn = mark(person.mark)
    base = centred(y + LOW.get(drawn.shape, 0.0) * size, size / 2)
    letter = Text(x, base, initial(person.name, spell), size / 2, drawn.ink, BOLD, MIDDLE)
    return [form(person, x, y, size, drawn.colour), letter]


def amount_colour(amount: Fraction | int, palette: Palette) -> str:
    """The colour of a gain, of a loss or of zero."""
    return palette.gain if amount > 0 else palette.loss if amount < 0 else palette.text


# -- bars ---

BAND = 0.35
"""The share of the accent colour in the colour of an interval."""
TICK = 0.25
"""The width of the tick, in heights of the bar."""


def bar(count: Count, palette: Palette, wide: float, high: float, top: float = 0) -> Iterator[Shape]:
    """A bar for the share of hands made: its 95 % interval, and a tick at the share; empty without a hand."""
    yield framed(Frame(0, top, wide, high, high / 2), palette.deep)
    for place in (0.25, 0.5, 0.75):
        yield Polyline([(place * wide, top), (place * wide, top + high)], palette.edge, high / 12)
    if count.hands:
        low, most = (wide * end for end in count.interval)
        band = max(most - low, high)
        left = min(low, wide - band)
        colour = palette.band or mix(palette.deep, palette.accent, BAND)
        yield framed(Frame(left, top, band, high, high / 2), colour)
        tick = TICK * high
        at = min(max(0, wide * count.share - tick / 2), wide - tick)
        yield Area(box(at, top - high / 4, tick, 1.5 * high), palette.ring)


def gain_bar(amount: int, most: int, palette: Palette, wide: float, high: float) -> Iterator[Shape]:
    """A bar from the middle, to the right for a gain, to the left for a loss; an amount of `most` fills one half."""
    middle = wide / 2
    yield Polyline([(0, high / 2), (wide, high / 2)], palette.line, high / 8)
    end = middle * (1 + amount / most) if most else middle
    if round(end) != round(middle):
        left, right = sorted((middle, end))
        yield Area(box(left, 0, right - left, high), amount_colour(amount, palette))
    yield Polyline([(middle, 0), (middle, high)], palette.edge, high / 8)
