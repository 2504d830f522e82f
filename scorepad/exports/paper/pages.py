"""The pages of a document, planned from top to bottom before they are drawn. Lengths are in millimetres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scorepad.exports.paper.surface import Tag

MARGIN, FOOT = 12.0, 14.0
"""Left free at the edges of a page; at the foot with the number of the page."""

Draw = Callable[[float], None]
"""Draws a part whose upper edge has this distance from the upper edge of the page."""


@dataclass(slots=True)
class Page:
    """One page, and its entries in the outline of the document."""

    landscape: bool
    parts: list[tuple[float, Draw, Tag, str]] = field(default_factory=list)
    """Each with its upper edge, its role, and the description of a picture."""
    outline: list[tuple[str, int, float]] = field(default_factory=list)
    """Title, level and height of each."""


class Flow:
    """The pages planned so far: each part is put below the one before, or on a new page."""

    def __init__(self, width: float, height: float) -> None:
        self.paper = (width, height)
        self._head: tuple[float, Draw] = (0.0, lambda y: None)
        self.pages: list[Page] = []
        self.y = 0.0

    @property
    def landscape(self) -> bool:
        """Whether the current page is in landscape format."""
        return self.pages[-1].landscape

    @property
    def width(self) -> float:
        """The width of the page without its margins."""
        return self._side(0) - 2 * MARGIN

    @property
    def height_left(self) -> float:
        """The height still free on the page."""
        return self._side(1) - FOOT - self.y

    def _side(self, index: int) -> float:
        landscape = self.landscape
        return self.paper[1 - index if landscape else index]

    def begin(self, *, landscape: bool, head: float, draw: Draw) -> None:
        """Begins a first page; the pages after it have the same format and begin with a head of this height."""
        self.pages.append(Page(landscape))
        self.y = MARGIN
        self._head = (head, draw)

    def turn(self) -> None:
        """Begins the next page."""
        self.pages.append(Page(self.landscape))
        self.y = MARGIN
        self.put(*self._head, "Artifact")

    def put(self, height: float, draw: Draw, tag: Tag = "P", alt: str = "") -> None:
        """Puts a part here."""
        self.pages[-1].parts.append((self.y, draw, tag, alt))
        self.y += height

    def need(self, height: float) -> None:
        """Begins the next page, unless this height is free."""
        if self.height_left < height:
            self.turn()

    def name(self, title: str, level: int) -> None:
        """Adds the next part to the outline of the document."""
        self.pages[-1].outline.append((title, level, self.y))
