"""The pages of a document, filled from top to bottom. Lengths are in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from scorepad.design import BOLD, LIGHT, Palette
from scorepad.design.letters import fit, largest
from scorepad.exports.drawing import RIGHT, Polyline, Shape, Text, moved

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
PICTURE = "picture"
"""Not a paper: a page that is as high as needed."""
PICTURE_SIZE = (120.8, inf)
MARGIN, FOOT = 12.0, 14.0
"""The margins of a page; the foot has the number of the page."""
TITLE, HEADING = 19.0, 13.0
RUNNING_HEAD = 9.0
POINT = 25.4 / 72
PALETTE = replace(LIGHT, paper="#FFFFFF")

Role = Literal["H1", "H2", "P", "Figure", "Artifact"]
"""The kind of a part, for screen readers."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page; `alt` describes a picture."""

    role: Role
    shapes: Sequence[Shape]
    alt: str = ""


class Pages:
    """The pages of one evening or season; each page after the first begins with a small head."""

    def __init__(self, paper: str, landscape: bool, palette: Palette = PALETTE) -> None:
        self.palette = palette
        wide, high = PICTURE_SIZE if paper == PICTURE else SIZES[paper]
        self.size = (high, wide) if landscape else (wide, high)
        self.width, self.bottom = self.size[0] - 2 * MARGIN, self.size[1] - FOOT
        self.head: Sequence[Shape] = ()
        self.y = MARGIN
        self.pages: list[list[PagePart]] = [[]]

    @property
    def left(self) -> float:
        """The height that is still free."""
        return self.bottom - self.y

    def turn(self) -> None:
        """Begins the next page."""
        self.pages.append([PagePart("Artifact", list(moved(self.head, MARGIN, MARGIN)))])
        self.y = MARGIN + RUNNING_HEAD

    def need(self, height: float) -> None:
        """Begins the next page unless `height` is free on this one."""
        if self.left < height:
            self.turn()

    def put(self, height: float, shapes: Iterable[Shape], role: Role = "P", alt: str = "") -> None:
        """Puts a part below the last one, or on the next page if there is no room."""
        self.need(height)
        self.pages[-1].append(PagePart(role, list(moved(shapes, MARGIN, self.y)), alt))
        self.y += height

    def begin(self, title: str, about: Sequence[str]) -> None:
        """Puts a title and facts at the top; following pages repeat the title and two facts in small type."""
        wide = self.width
        right = Text(
            wide, 3, fit(" · ".join(about[:2]), 8 * POINT, wide * 0.6), 8 * POINT, self.palette.quiet
        )
        right = replace(right, anchor=RIGHT)
        left = fit(title, 9 * POINT, wide - right.width - 6, BOLD)
        rule = Polyline([(0, 5), (wide, 5)], self.palette.line, 0.2)
        self.head = [Text(0, 3, left, 9 * POINT, self.palette.text, BOLD), right, rule]
        size = largest(title, [each * POINT for each in (22, 19, 16, 13)], wide, BOLD)
        facts = fit(" · ".join(filter(None, about)), 9.5 * POINT, wide)
        head = Text(0, 7, fit(title, size, wide, BOLD), size, self.palette.text, BOLD)
        self.put(TITLE, [head, Text(0, 13, facts, 9.5 * POINT, self.palette.quiet)], "H1")

    def heading(self, title: str, after: float) -> None:
        """Puts the title of a part; `after` is the height of the part's beginning, which stays on the same page."""
        self.need(HEADING + after)
        self.put(HEADING, [Text(0, 9, title, 13 * POINT, self.palette.text, BOLD)], "H2")
