"""The standings and the curve of an evening on any surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.design import BOLD, line_colour, mark
from scorepad.evening.figures import Highlight
from scorepad.evening.people import Person
from scorepad.evening.sheet import Standing
from scorepad.exports.chart import DASHES, Line, Plot, lines
from scorepad.exports.evening import Wording
from scorepad.exports.lettering import fitted, printable
from scorepad.exports.surface import Box, Surface


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingStyle:
    """The places of the rank's right edge, the badge's middle and the name's left edge in a row, and all sizes.

    `weight` is that of ranks and names, except for the leader's name; `gap` is the least space between the name and
    the total. With `line_size`, all texts share the baseline of this size; else each is centred in the row.
    """

    rank: float
    rank_size: float
    badge: float
    badge_size: float
    name: float
    name_sizes: Sequence[float]
    weight: str
    total_size: float
    gap: float
    line_size: float = 0


def draw_standing(
    surface: Surface, wording: Wording, standing: Standing, style: StandingStyle, box: Box
) -> None:
    """Draws a row of the standings in a box: the rank, the badge, the name and the total."""
    left, top, width, height = box
    middle = top + height / 2

    def text(x: float, words: str, size: float, colour: str, weight: str, right: bool = True) -> None:
        base = surface.baseline(middle, style.line_size or size)
        surface.text(left + x, base, words, size, colour, weight, "right" if right else "left")

    palette, total = surface.palette, wording.signed(standing.total)
    name, weight = printable(standing.person.name), BOLD if wording.leads(standing) else style.weight
    available_width = width - style.name - surface.width(total, style.total_size, BOLD) - style.gap
    size = surface.largest(name, style.name_sizes, available_width, weight)
    name = fitted(name, available_width, surface.measure(size, weight))
    text(style.rank, wording.rank(standing), style.rank_size, palette.quiet, style.weight)
    surface.badge(standing.person, left + style.badge, middle, style.badge_size)
    text(style.name, name, size, palette.text, weight, right=False)
    text(width, total, style.total_size, surface.amount_colour(standing.total), BOLD)


LINE, MARK, RIM = 0.5, 2.2, 0.15
RING, RING_LINE = 1.9, 0.35
GRID, ZERO, TICK = 0.2, 0.3, 0.9
SCALE_TEXT, AMOUNT_TEXT, NAME_TEXTS = 2.4, 2.75, (2.75, 2.4, 2.2)
"""Of the curve: widths of lines, sizes of marks, heights of texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveStyle:
    """The sizes of a curve. All lengths here and above are for a scale of 1, which is a drawing on paper in mm."""

    scale: float
    totals_width: float
    """The least width left of the lines, for the scale of totals."""
    names_width: float
    """The width right of the lines, for the names."""
    name_height: float
    badge: float
    with_totals: bool
    """Whether totals stand beside the names."""
    numbers: int
    """The largest number of labels below the lines."""


def draw_curve(surface: Surface, wording: Wording, style: CurveStyle, box: Box) -> None:
    """Draws a curve in a box that includes the totals and the names beside it; the numbers of hands are below it."""
    _Curve(surface, wording, style, box).draw()


class _Curve:
    def __init__(self, surface: Surface, wording: Wording, style: CurveStyle, box: Box) -> None:
        x, y, width, height = box
        self._surface, self._wording, self._style, self._scale = surface, wording, style, style.scale
        self._unit = wording.evening.sheet.unit
        self._edge = x + width
        plot = Plot.of(wording.curve, x, y, width, height)
        labels = [surface.width(wording.number(n), self._size(SCALE_TEXT)) for n in plot.totals(self._unit)]
        left = max(style.totals_width * self._scale, max(labels) + 1.6 * self._scale)
        width -= left + style.names_width * self._scale
        self._plot = Plot.of(wording.curve, x + left, y, width, height)
        self._right, self._foot = x + left + width, y + height

    def _size(self, height: float) -> float:
        return height * self._scale / self._surface.em

    def draw(self) -> None:
        evening, plot = self._wording.evening, self._plot
        height, over = self._style.name_height * self._scale, self._scale
        found = lines(plot, self._wording.curve, self._wording.stretches, height, over)
        self._draw_scales()
        for i in reversed(range(len(evening.sheet.people))):
            self._draw_line(i, found[i])
        for _, highlight in self._wording.highlights:
            self._draw_highlight(highlight)
        for person, total, line in zip(evening.sheet.people, evening.sheet.totals, found, strict=True):
            if line.there:
                points = [line.end, (self._right + 2.6 * self._scale, line.label)]
                self._surface.line(points, self._colour(person), GRID * self._scale)
            self._draw_name(person, total, line.label)

    def _colour(self, person: Person) -> str:
        return line_colour(person.mark, self._surface.palette)

    def _draw_scales(self) -> None:
        surface, palette, plot, scale = self._surface, self._surface.palette, self._plot, self._scale
        size = self._size(SCALE_TEXT)
        for total in plot.totals(self._unit):
            y = plot.y(total)
            colour, width = (palette.edge, ZERO) if total == 0 else (palette.line, GRID)
            surface.line([(plot.left, y), (self._right, y)], colour, width * scale)
            end, label = plot.left - 1.6 * scale, self._wording.number(total)
            surface.text(end, surface.baseline(y, size), label, size, palette.quiet, anchor="right")
        for number in plot.numbers(self._style.numbers):
            x, below = plot.x(number), self._foot + 4.1 * scale
            surface.line([(x, self._foot), (x, self._foot + TICK * scale)], palette.edge, GRID * scale)
            surface.text(x, below, str(number), size, palette.quiet, anchor="centre")

    def _draw_line(self, i: int, line: Line) -> None:
        scale, person = self._scale, self._wording.evening.sheet.people[i]
        drawn, colour = mark(person.mark), self._colour(person)
        for stretch in line.stretches:
            dash = DASHES[i % len(DASHES)]
            self._surface.line(stretch.points, colour, LINE * scale, dash)
            for x, y in stretch.marks:
                self._surface.shape(drawn.shape, x, y, MARK * scale, drawn.colour, colour, RIM * scale)

    def _draw_highlight(self, highlight: Highlight) -> None:
        surface, plot, scale, evening = self._surface, self._plot, self._scale, self._wording.evening
        gained, colour = highlight.amount > 0, surface.amount_colour(highlight.amount)
        x = plot.x(self._wording.place(highlight.entry))
        y = plot.y(highlight.entry.totals[evening.sheet.people.index(highlight.person)])
        surface.circle(x, y, RING * scale, colour, RING_LINE * scale)
        amount, size = self._wording.arrow(highlight.amount), self._size(AMOUNT_TEXT)
        half = surface.width(amount, size, BOLD) / 2
        x = max(plot.left + half, min(x, self._right - half))
        base = y + (-2.9 if plot.beside(y, above=gained, needed=5.6 * scale) else 4.9) * scale
        box = (x - half - 0.6 * scale, base - 2.4 * scale, 2 * half + 1.2 * scale, 3.1 * scale)
        surface.rectangle(box, surface.palette.paper, 0.8 * scale)
        surface.text(x, base, amount, size, colour, BOLD, "centre")

    def _draw_name(self, person: Person, total: int, y: float) -> None:
        surface, scale, style = self._surface, self._scale, self._style
        badge = self._right + (2.8 + style.badge / 2) * scale
        surface.badge(person, badge, y, style.badge * scale)
        left, edge = badge + (style.badge / 2 + 1) * scale, self._edge
        sizes = [self._size(height) for height in NAME_TEXTS]
        if style.with_totals:
            words = self._wording.signed(total)
            surface.text(edge, surface.baseline(y, sizes[0]), words, sizes[0], weight=BOLD, anchor="right")
            edge -= surface.width(words, sizes[0], BOLD) + 2 * scale
        name = printable(person.name)
        size = surface.largest(name, sizes, edge - left)
        surface.text(left, surface.baseline(y, size), name, size, available_width=edge - left)
