"""The pages of a document, filled from top to bottom, and their tables. Lengths are in millimetres."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf
from typing import Literal

from scorepad.design import BOLD, LIGHT, REGULAR, Palette
from scorepad.design.letters import fit, largest, printable, width, wrap
from scorepad.evening.people import Person
from scorepad.exports.columns import Column
from scorepad.exports.drawing import LEFT, RIGHT, Area, Polyline, Shape, Text, badge, bar, box, centred, moved
from scorepad.exports.values import NUMBERS, CellKind
from scorepad.i18n import Translator
from scorepad.stats.tally import Count

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
PICTURE = "picture"
"""A paper for pictures: one page that is as high as needed."""
PICTURE_SIZE = (120.8, inf)
MARGIN, FOOT = 12.0, 14.0
"""The margins of a page; the foot has the number of the page."""
TITLE, HEADING = 19.0, 13.0
RUNNING_HEAD = 9.0
POINT = 25.4 / 72
PALETTE = replace(LIGHT, paper="#FFFFFF")

Tag = Literal["H1", "H2", "P", "Figure", "Artifact"]
"""The kind of a part, for screen readers."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page; `alt` describes a picture."""

    role: Tag
    shapes: Sequence[Shape]
    alt: str = ""


class Pages:
    """The pages of one evening or season; each page after the first begins with a small header."""

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

    def put(self, height: float, shapes: Iterable[Shape], role: Tag = "P", alt: str = "") -> None:
        """Puts a part, `height` mm high, below the previous part, or on the next page if there is no room."""
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
        """Puts the title of a section; the next `after` mm of content stay on the same page as the title."""
        self.need(HEADING + after)
        self.put(HEADING, [Text(0, 9, title, 13 * POINT, self.palette.text, BOLD)], "H2")


# -- tables ---

PAD = 2.2
"""The horizontal padding of a cell, in mm."""
BADGE = 4.2
BAR, BAR_HIGH = 9.0, 1.8
"""The least width of the bar of a share, and its height, in mm."""
SHARE = "100\u202f% · 999"
"""The longest words after a bar: every cell leaves room for them, so that all bars of a column have one width."""
WIDEST_HEAD, WIDEST_NAME = 18.0, 12.0
"""The greatest widths that a word of a heading, and a word of a person's name, can give to a column, in mm."""
LEADING = 1.85
"""The height of a row, in sizes of its type."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The words in a cell; if `colour` is empty, they have the colour of text.

    The badge of `person`, or a bar for `count` (the share of hands made), stands before the words.
    """

    words: str
    colour: str = ""
    weight: str = REGULAR
    person: Person | None = None
    struck: bool = False
    count: Count | None = None


class Grid:
    """A table of the width `room` in type of a `size`; names are at most `name` wide.

    `fits` is False if the columns need more than `room`.
    """

    def __init__(
        self,
        t: Translator,
        columns: Sequence[Column],
        rows: Sequence[Sequence[Cell]],
        room: float,
        size: float,
        name: float,
    ) -> None:
        self.columns, self.size, self.row = columns, size, size * LEADING
        self.palette = PALETTE
        self.heads = [printable(column.heading(t)) for column in columns]
        wanted = [self._wanted(number, rows, name) for number in range(len(columns))]
        widest = max([each for each, column in zip(wanted, columns, strict=True) if column.person], default=0)
        wanted = [widest if column.person else each for each, column in zip(wanted, columns, strict=True)]
        self.fits = sum(wanted) <= room
        self.widths = [each * room / sum(wanted) for each in wanted]
        self.edges = [0.0, *accumulate(self.widths)]

    def _wanted(self, number: int, rows: Sequence[Sequence[Cell]], name: float) -> float:
        """The width that a column needs for its widest cell, and for the longest word of its heading.

        The names in the cells count with at most the width `name`.
        """
        column = self.columns[number]
        words = [width(word, self.head_size) for word in self.heads[number].split()]
        cells = max([self._cell_width(row[number]) for row in rows], default=0)
        if column.kind is CellKind.NAME:
            cells = min(cells, BADGE + 1 + name)
        return PAD + max(cells, min(max(words, default=0), WIDEST_NAME if column.person else WIDEST_HEAD))

    def _cell_width(self, cell: Cell) -> float:
        if cell.count:
            return BAR + 1.5 + width(SHARE, self.size)
        before = BADGE + (1 if cell.words else 0) if cell.person else 0
        return before + width(cell.words, self.size, cell.weight)

    @property
    def head_size(self) -> float:
        """The size of headings."""
        return min(7 * POINT, self.size)

    def line(self, cells: Sequence[Cell], *, first: int = 0) -> Iterator[Shape]:
        """The shapes of the cells of a row; the first cell is in the column `first`."""
        base = centred(self.row / 2, self.size)
        for number, cell in enumerate(cells, first):
            left, right = self.edges[number] + PAD / 2, self.edges[number + 1] - PAD / 2
            if cell.person:
                size = min(BADGE, self.row - 0.4)
                yield from badge(cell.person, left + size / 2, self.row / 2, size)
                left += size + 1
            if cell.count:
                wide = right - left - width(SHARE, self.size) - 1.5
                yield from moved(
                    bar(cell.count, self.palette, wide, BAR_HIGH), left, (self.row - BAR_HIGH) / 2
                )
            if not cell.words:
                continue
            words = fit(cell.words, self.size, right - left, cell.weight)
            colour = cell.colour or self.palette.text
            x, anchor = (right, RIGHT) if self.columns[number].kind in NUMBERS else (left, LEFT)
            drawn = Text(x, base, words, self.size, colour, cell.weight, anchor)
            yield drawn
            if cell.struck:
                y = base - self.size * 0.25
                yield Polyline([(drawn.left, y), (drawn.left + drawn.width, y)], colour, 0.2)

    def across(self, words: str, columns: tuple[int, int], colour: str, weight: str = REGULAR) -> Text:
        """A text across several columns: from `columns[0]` up to, but not including, `columns[1]`."""
        left, right = self.edges[columns[0]] + PAD / 2, self.edges[columns[1]] - PAD / 2
        words = fit(words, self.size, right - left, weight)
        return Text(left, centred(self.row / 2, self.size), words, self.size, colour, weight)

    def rule(self, y: float, colour: str = "", thick: float = 0.15) -> Polyline:
        """A line across the table at the height `y`, for example below a row."""
        return Polyline([(0, y), (self.edges[-1], y)], colour or self.palette.line, thick)

    def ground(self, colour: str, height: float) -> Area:
        """The background of a row."""
        return Area(box(0, 0.15, self.edges[-1], height - 0.3), colour)

    def head(self, height: float) -> Iterator[Shape]:
        """The headings; badges stand above the names of people."""
        palette = self.palette
        yield self.ground(palette.tone, height)
        size = self.head_size
        for number, (column, title) in enumerate(zip(self.columns, self.heads, strict=True)):
            left, right = self.edges[number] + PAD / 2, self.edges[number + 1] - PAD / 2
            x, anchor = (right, RIGHT) if column.kind in NUMBERS else (left, LEFT)
            weight, colour = (BOLD, palette.text) if column.person else (REGULAR, palette.quiet)
            most = 2 if column.person else 3
            for up, line in enumerate(reversed(_heading_lines(title, size, right - left, weight, most))):
                yield Text(x, height - 1.6 - up * size * 1.1, line, size, colour, weight, anchor)
            if column.person:
                yield from badge(column.person, right - BADGE / 2, 3, BADGE)
        yield self.rule(height, palette.edge, 0.3)


def _heading_lines(title: str, size: float, room: float, weight: str, most: int) -> list[str]:
    """The lines of a heading, broken between words or at hyphens; words that are too long are shortened."""
    shorter = re.sub("[^ -]+", lambda word: fit(word[0], size, room, weight), title)
    return wrap(shorter, size, room, weight, most)
