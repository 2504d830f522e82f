"""The pages of a document, filled from top to bottom. Lengths are in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorepad.design import BOLD, LIGHT
from scorepad.exports.drawing import Shape, Text, moved

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN, FOOT = 12.0, 14.0
"""Left free at the edges of a page; at the foot with the number of the page."""
HEADING = 13.0
RUNNING_HEAD = 9.0
POINT = 25.4 / 72
PALETTE = replace(LIGHT, paper="#FFFFFF")

Role = Literal["H1", "H2", "P", "Figure", "Artifact"]
"""What a part is for a screen reader."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page; `alt` describes a picture."""

    role: Role
    shapes: Sequence[Shape]
    alt: str = ""


class Pages:
    """The pages of one evening; those after the first begin with a small head."""

    def __init__(self, paper: str, landscape: bool) -> None:
        wide, high = SIZES[paper]
        self.size = (high, wide) if landscape else (wide, high)
        self.width, self.bottom = self.size[0] - 2 * MARGIN, self.size[1] - FOOT
        self.head: Sequence[Shape] = ()
        self.y = MARGIN
        self.pages: list[list[Part]] = [[]]

    @property
    def left(self) -> float:
        """The height that is still free."""
        return self.bottom - self.y

    def turn(self) -> None:
        """Begins the next page."""
        self.pages.append([Part("Artifact", list(moved(self.head, MARGIN, MARGIN)))])
        self.y = MARGIN + RUNNING_HEAD

    def need(self, height: float) -> None:
        """Begins the next page, unless this height is free."""
        if self.left < height:
            self.turn()

    def put(self, height: float, shapes: Iterable[Shape], role: Role = "P", alt: str = "") -> None:
        """Puts a part below the last one, or on the next page where it has no room."""
        self.need(height)
        self.pages[-1].append(Part(role, list(moved(shapes, MARGIN, self.y)), alt))
        self.y += height

    def heading(self, title: str, after: float) -> None:
        """Puts the title of a part whose beginning takes this height."""
        self.need(HEADING + after)
        self.put(HEADING, [Text(0, 9, title, 13 * POINT, PALETTE.text, BOLD)], "H2")
