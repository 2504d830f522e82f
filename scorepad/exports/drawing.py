"""Drawings as lists of shapes, in any unit from the upper left corner: what a PDF and a picture have in common.

A painter draws three things: a line, an area, a text. Circles, round corners and dashes are made of them here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from scorepad import assets_folder
from scorepad.design import BOLD, FONTS, INSET, LOW, REGULAR, ROUNDED, Palette, corners, mark, mix
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


# -- image ---

FINE = 2
"""The factor by which everything is drawn larger and then reduced, since Pillow's shapes have no smooth edges."""


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same everywhere; the other one depends on the libraries of the system.
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(assets_folder() / FONTS[weight]), size, layout_engine=layout)


def painted(shapes: Iterable[Shape], size: tuple[int, int], paper: str, icon: tuple[int, int, int]) -> bytes:
    """The shapes as a PNG of a size in pixels; the icon of the app has a place and a size."""
    image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), paper)
    draw = ImageDraw.Draw(image)
    for each in shapes:
        if isinstance(each, Text):
            font = _font(each.weight, round(each.size * FINE))
            draw.text((each.left * FINE, each.y * FINE), each.words, each.colour, font, anchor="ls")
            continue
        points = [(x * FINE, y * FINE) for x, y in each.points]
        if isinstance(each, Area):
            draw.polygon(points, each.colour)
        else:
            draw.line(points, each.colour, round(each.width * FINE), joint="curve")
    left, top, side = (FINE * length for length in icon)
    with Image.open(assets_folder() / "icon.png") as whole:
        small = whole.convert("RGBA").resize((side, side))
    image.paste(small, (left, top), small)
    file = BytesIO()
    image.reduce(FINE).save(file, "PNG", optimize=True)
    return file.getvalue()
