"""A surface to draw on, such as a page of a PDF or a picture, and the marks and texts that all of them share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Literal

from scorepad.design import BOLD, INSET, LOW, REGULAR, ROUNDED, Palette, Shape, corners, mark
from scorepad.evening.people import Person
from scorepad.exports.chart import Point as Point
from scorepad.exports.lettering import Measure, fitted, initial, largest

CAPITALS = 0.66
"""The height of capitals and figures, in em."""

Anchor = Literal["left", "centre", "right"]
"""The place of a point on the baseline of a text."""
Box = tuple[float, float, float, float]
"""The left edge, the upper edge, the width and the height."""
_SHARES: dict[Anchor, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}


class Surface(ABC):
    """Lengths and points count from the upper left corner, in the unit of the surface; y grows downwards.

    Colours are "#RRGGBB", weights are families of `design.FONTS`, texts come from `lettering.printable`.
    """

    palette: Palette
    em: float
    """The length of a text size of 1."""

    @abstractmethod
    def line(self, points: Sequence[Point], colour: str, width: float, dash: Sequence[float] = ()) -> None:
        """A line through points; `dash` has lengths drawn and left out in turn, in widths of the line."""

    @abstractmethod
    def rectangle(self, box: Box, colour: str, radius: float = 0, background: bool = False) -> None:
        """A filled rectangle; one of the background is below everything else."""

    @abstractmethod
    def circle(self, x: float, y: float, radius: float, colour: str, width: float = 0) -> None:
        """A circle around a point, filled, or with a line of a width."""

    @abstractmethod
    def polygon(self, points: Sequence[Point], colour: str) -> None:
        """A filled polygon."""

    @abstractmethod
    def width(self, text: str, size: float, weight: str = REGULAR) -> float:
        """The width of a text."""

    @abstractmethod
    def _write(self, left: float, baseline: float, text: str, size: float, colour: str, weight: str) -> None:
        """A text as it is."""

    def measure(self, size: float, weight: str = REGULAR) -> Measure:
        """A function that measures texts of one size."""
        return partial(self.width, size=size, weight=weight)

    def largest(
        self, text: str, sizes: Sequence[float], available_width: float, weight: str = REGULAR
    ) -> float:
        """The first of the sizes at which a text fits, or the last."""
        return largest(sizes, available_width, lambda size: self.width(text, size, weight))

    def baseline(self, middle: float, size: float) -> float:
        """The baseline of a text whose capitals have their middle at a height."""
        return middle + size * self.em * CAPITALS / 2

    def text(
        self,
        x: float,
        baseline: float,
        text: str,
        size: float,
        colour: str = "",
        weight: str = REGULAR,
        anchor: Anchor = "left",
        available_width: float | None = None,
        struck: bool = False,
    ) -> None:
        """One line of text, shortened to the available width, in the colour of text unless another is given."""
        colour = colour or self.palette.text
        if available_width is not None:
            text = fitted(text, available_width, self.measure(size, weight))
        width = self.width(text, size, weight)
        left = x - _SHARES[anchor] * width
        self._write(left, baseline, text, size, colour, weight)
        if struck and text:
            y = baseline - size * self.em * 0.25
            self.line([(left, y), (left + width, y)], colour, size * self.em * 0.07)

    def amount_colour(self, amount: int) -> str:
        """The colour of a gain, of a loss or of zero."""
        return self.palette.gain if amount > 0 else self.palette.loss if amount < 0 else self.palette.text

    def shape(
        self, shape: Shape, x: float, y: float, size: float, colour: str, edge: str = "", rim: float = 0
    ) -> None:
        """A filled shape with its middle at a point, around it a rim in the colour of the edge."""
        if edge:
            self.shape(shape, x, y, size + 2 * rim, edge)
        left, top = x - size / 2, y - size / 2
        if shape is Shape.CIRCLE:
            self.circle(x, y, size / 2, colour)
        elif shape is Shape.SQUARE:
            inset, side = size * INSET, size * (1 - 2 * INSET)
            self.rectangle((left + inset, top + inset, side, side), colour, size * ROUNDED)
        else:
            self.polygon([(left + size * a, top + size * b) for a, b in corners(shape)], colour)

    def badge(self, person: Person, x: float, y: float, size: float) -> None:
        """The shape of a person with the initial in it, its middle at a point."""
        drawn = mark(person.mark)
        self.shape(drawn.shape, x, y, size, drawn.colour)
        text_size = size / 2 / self.em
        baseline = self.baseline(y + LOW.get(drawn.shape, 0.0) * size, text_size)
        self.text(x, baseline, initial(person.name), text_size, drawn.ink, BOLD, "centre")


class PictureSurface(Surface):
    """A picture of a width and a height in pixels, in the colours of a palette; text sizes are in pixels too."""

    em = 1.0

    @abstractmethod
    def __init__(self, width: int, height: int, palette: Palette) -> None: ...

    @abstractmethod
    def png(self) -> bytes:
        """The picture as a file."""

    @abstractmethod
    def icon(self, x: float, y: float, size: int) -> None:
        """The icon of the app with its upper left corner at a point."""
