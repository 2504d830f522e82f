"""The curve of an evening, or of a season, as a drawing. Lengths are those of a drawing on paper, in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepad.design import BOLD, Palette, line_colour, mark
from scorepad.design.letters import fit, largest, printable, width
from scorepad.evening.chart import DASHES, Plot, dashes, lines
from scorepad.evening.chart import PersonCurve as Way
from scorepad.evening.people import Person
from scorepad.exports.drawing import (
    MIDDLE,
    RIGHT,
    Area,
    Polyline,
    Shape,
    Text,
    amount_colour,
    badge,
    box,
    centred,
    circle,
    form,
)
from scorepad.exports.wording import Wording
from scorepad.i18n import Translator

LINE, MARK, RIM, RING, RING_LINE = 0.5, 2.2, 0.3, 1.9, 0.35
GRID, ZERO, TICK = 0.2, 0.3, 0.9
SCALE_TEXT, AMOUNT_TEXT, NAME_TEXTS = 2.4, 2.75, (2.75, 2.4, 2.2)
"""Widths of lines, sizes of marks, heights of texts."""
BADGE = 4.0
BELOW = 4.1
"""The height below the lines, for the numbers of the hands."""


@dataclass(frozen=True, slots=True)
class CurveStyle:
    """The width for the names, the height of a name, whether totals stand beside them, and the most numbers below."""

    names: float
    name_height: float
    totals: bool
    numbers: int

    def least_height(self, people: int) -> float:
        """The height that the names beside the lines take."""
        return self.name_height * (people - 1)


@dataclass(frozen=True, slots=True)
class Course:
    """What a curve shows: the totals of people, in 1/unit of a point, at the beginning and after each step.

    `stays` are the points of the curve while each is there; `rings` are amounts to be seen, with their step and the
    place of the person.
    """

    t: Translator
    people: Sequence[Person]
    totals: Sequence[Sequence[int]]
    unit: int
    stays: Sequence[Sequence[range]]
    rings: Sequence[tuple[int, int, int]] = ()

    @classmethod
    def of(cls, wording: Wording) -> Course:
        """The totals of an evening, with a ring around the best and the worst hand."""
        sheet = wording.evening.sheet
        rings = [
            (wording.place(each.entry), sheet.people.index(each.person), each.amount)
            for _, each in wording.highlights
        ]
        return cls(wording.t, sheet.people, sheet.curve, sheet.unit, wording.stretches, rings)


def curve(course: Course, palette: Palette, style: CurveStyle, wide: float, high: float) -> Iterator[Shape]:
    """The curve, in a width with the totals and the names beside it; the numbers of the steps are below."""
    t, unit = course.t, course.unit
    scale = Plot.of(course.totals, 0, 0, wide, high).totals(unit)
    left = 1.6 + max(width(t.number(each, unit), SCALE_TEXT) for each in scale)
    plot = Plot.of(course.totals, left, 0, wide - left - style.names, high)
    found = lines(plot, course.totals, course.stays, style.name_height, 1)
    yield from _scales(course, palette, plot, style.numbers)
    for seat, (person, way) in reversed(list(enumerate(zip(course.people, found, strict=True)))):
        yield from _way(person, way, seat, palette)
    for ring in course.rings:
        yield from _ring(course, ring, palette, plot)
    right = left + plot.width
    for person, total, way in zip(course.people, course.totals[-1], found, strict=True):
        if way.there:
            yield Polyline([way.end, (right + 2.6, way.label)], line_colour(person.mark, palette), GRID)
        yield from badge(person, right + 2.8 + BADGE / 2, way.label, BADGE)
        start, edge, base = right + 3.8 + BADGE, wide, centred(way.label, AMOUNT_TEXT)
        if style.totals:
            said = Text(wide, base, t.signed(total, unit), AMOUNT_TEXT, palette.text, BOLD, RIGHT)
            yield said
            edge -= said.width + 2
        name = printable(person.name)
        size = largest(name, NAME_TEXTS, edge - start)
        yield Text(start, centred(way.label, size), fit(name, size, edge - start), size, palette.text)


def _scales(course: Course, palette: Palette, plot: Plot, numbers: int) -> Iterator[Shape]:
    """Totals with their lines, and numbers of the steps."""
    foot = plot.top + plot.height
    for total in plot.totals(course.unit):
        y, label = plot.y(total), course.t.number(total, course.unit)
        colour, thick = (palette.line, GRID) if total else (palette.edge, ZERO)
        yield Polyline([(plot.left, y), (plot.left + plot.width, y)], colour, thick)
        yield Text(plot.left - 1.6, centred(y, SCALE_TEXT), label, SCALE_TEXT, palette.quiet, anchor=RIGHT)
    for number in plot.numbers(numbers):
        x = plot.x(number)
        yield Polyline([(x, foot), (x, foot + TICK)], palette.edge, GRID)
        yield Text(x, foot + BELOW, str(number), SCALE_TEXT, palette.quiet, anchor=MIDDLE)


def _way(person: Person, way: Way, seat: int, palette: Palette) -> Iterator[Shape]:
    """The line of a person, with marks."""
    colour, dash = line_colour(person.mark, palette), [LINE * each for each in DASHES[seat % len(DASHES)]]
    for stretch in way.stretches:
        yield from (Polyline(piece, colour, LINE) for piece in dashes(stretch.points, dash))
        for x, y in stretch.marks:
            yield form(person, x, y, MARK + RIM, colour)
            yield form(person, x, y, MARK, mark(person.mark).colour)


def _ring(course: Course, ring: tuple[int, int, int], palette: Palette, plot: Plot) -> Iterator[Shape]:
    """A ring around the total after a step, and the amount of the step above or below."""
    step, seat, change = ring
    gained, colour = change > 0, amount_colour(change, palette)
    x, y = plot.x(step), plot.y(course.totals[step][seat])
    around = circle(x, y, RING)
    yield Polyline([*around, *around[:2]], colour, RING_LINE)
    amount = f"{'▲' if gained else '▼'} {course.t.signed(change, course.unit)}"
    half = width(amount, AMOUNT_TEXT, BOLD) / 2
    x = max(plot.left + half, min(x, plot.left + plot.width - half))
    base = y + (-2.9 if plot.beside(y, above=gained, needed=5.6) else 4.9)
    yield Area(box(x - half - 0.6, base - 2.4, 2 * half + 1.2, 3.1, 0.8), palette.paper)
    yield Text(x, base, amount, AMOUNT_TEXT, colour, BOLD, MIDDLE)
