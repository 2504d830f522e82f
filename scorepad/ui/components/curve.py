"""The curve of an evening, and that of a player over evenings: the drawing of the documents, on a canvas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import NamedTuple, cast

import flet as ft
import flet.canvas as cv

from scorepad.design import LOW, mark
from scorepad.evening.chart import PersonCurve, Plot, Point, lines, simplified
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.evenings import curve_text, season_curve_text
from scorepad.tarot.hand import Id
from scorepad.ui import kit, routes, theme
from scorepad.ui.kit.people import initial, outline
from scorepad.ui.kit.window import Go, safely
from scorepad.ui.theme import BOLD, REGULAR, Layout

LINE, HAIR = 2, 1
"""The widths of a person's line, and of those of the scales."""
BADGE, GAP, REACH, LEFT = 18, 2, 8, 9
"""The size of a mark, between two, between them and the lines; and the size of the mark of someone who left."""
MOST_GROWTH = 1.5
"""How much marks grow with the text: they take from the width of the curve."""
DRAWINGS = count()
TOTALS_APART, NUMBERS_APART = 44, 56
"""The least distance of two labels of the scales, at the plain size of text."""


class CurveFacts(NamedTuple):
    """Totals (in 1/unit of a point) after each hand or evening, from before the first, and while each person stays.

    `ways` are where a touch of each leads, from the first on.
    """

    people: Sequence[Person]
    totals: Sequence[Sequence[int]]
    unit: int
    stays: Sequence[Sequence[range]]
    ways: Sequence[Go]


@kit.memo_component
def curve(
    t: Translator,
    evening: Evening,
    layout: Layout,
    back: str,
    size: tuple[float, float],
    worded: bool = False,
) -> ft.Control:
    """The curve of an evening; `back` is the way back from a hand touched.

    `size` is its width and its least height, in dp.
    What it shows stands in words below a `worded` one; else only a screen reader says it.
    """
    sheet, words = evening.sheet, curve_text(t, evening)
    if not sheet.deals:
        return kit.identified("curve", kit.quiet(t("The curve begins with the first hand."), kit.Size.BODY))
    ways = [Go(routes.why(evening.id, row.id), back) for row in sheet.deals]
    course = CurveFacts(sheet.people, sheet.curve, sheet.unit, Figures(evening).stretches, ways)
    if worded:
        return _worded(_picture(t, course, layout, size, t("The curve of the evening")), words)
    return _picture(t, course, layout, size, words)


@kit.memo_component
def season_curve(
    t: Translator,
    person: Person,
    totals: Sequence[tuple[Id, int]],
    layout: Layout,
    back: str,
    size: tuple[float, float],
) -> ft.Control:
    """The points of a player after each evening, in whole points; a touch opens its standings."""
    points_ = [0, *(total for _, total in totals)]
    ways = [Go(routes.end(evening_id), back) for evening_id, _ in totals]
    course = CurveFacts([person], [(total,) for total in points_], 1, [[range(len(points_))]], ways)
    words = season_curve_text(t, person.name, points_[1:])
    return _worded(_picture(t, course, layout, size, t("From evening to evening")), words)


def _worded(picture: ft.Control, words: str) -> ft.Control:
    return kit.column(picture, kit.identified("curve-words", kit.quiet(words)))


def _picture(
    t: Translator, course: CurveFacts, layout: Layout, size: tuple[float, float], words: str
) -> ft.Control:
    """The drawing of a course, as a picture in words; a touch leads to what is nearest."""
    plot, shapes = _drawing(t, course, layout, size)

    def touched(event: ft.TapEvent[ft.GestureDetector]) -> None:
        if event.local_position is not None:
            safely(course.ways[plot.nearest(event.local_position.x) - 1])(event)

    height = plot.height + 2 * plot.top + theme.LINE * _label_size(layout)
    canvas = ft.GestureDetector(
        cv.Canvas(shapes, width=size[0], height=height),
        on_tap_up=touched,
        mouse_cursor=ft.MouseCursor.CLICK,
        exclude_from_semantics=True,
        key=next(DRAWINGS),  # all new: to compare hundreds of points would be slow
    )
    return ft.Semantics(
        identifier="curve", image=True, label=words, content=ft.Column([canvas], spacing=0, tight=True)
    )


def _label_size(layout: Layout) -> float:
    return theme.SIZES[kit.Size.TINY] * layout.growth


def _drawing(
    t: Translator, course: CurveFacts, layout: Layout, room: tuple[float, float]
) -> tuple[Plot, list[cv.Shape]]:
    """The frame, and all shapes, of which each has many points: a message names every shape, not every point."""
    (width, height), size, over_time = room, _label_size(layout), course.totals
    badge = BADGE * min(layout.growth, MOST_GROWTH)
    top, apart = badge / 2, badge + GAP
    height = max(height - badge - theme.LINE * size, apart * (len(course.people) - 1))
    plot = Plot.of(over_time, 0, top, width, height)
    totals = plot.totals(course.unit, max(2, int(height / (TOTALS_APART * layout.growth))))
    labels = [t.number(total, course.unit) for total in totals]
    left = max(map(len, labels)) * theme.FIGURE * size + theme.GAP
    plot = replace(plot, left=left, width=width - left - REACH - badge)
    right = plot.left + plot.width
    found = lines(plot, over_time, course.stays, apart, 0, LINE)

    grid = [point for total in totals for point in ((left, plot.y(total)), (right, plot.y(total)))]
    zero = [(left, plot.y(0)), (right, plot.y(0))]
    ways = [point for line in found if line.there for point in (line.end, (right + REACH, line.label))]
    shapes: list[cv.Shape] = [
        _points(grid, kit.Ink.LINE, HAIR, cv.PointMode.LINES),
        _points(zero, kit.Ink.EDGE, HAIR, cv.PointMode.LINES),
        *(
            _text(label, left - theme.GAP, plot.y(total), size, ft.Alignment.CENTER_RIGHT)
            for total, label in zip(totals, labels, strict=True)
        ),
        *(
            _text(str(number), plot.x(number), 2 * top + height, size, ft.Alignment.TOP_CENTER)
            for number in plot.numbers(max(1, int(plot.width / (NUMBERS_APART * layout.growth))))
        ),
        _points(ways, kit.Ink.LINE, HAIR, cv.PointMode.LINES),
    ]
    for person, line in reversed(list(zip(course.people, found, strict=True))):
        shapes += _line(person, line)
    for person, line in zip(course.people, found, strict=True):
        shapes += _badge(person, right + REACH, line.label, badge)
    return plot, shapes


def _line(person: Person, line: PersonCurve) -> list[cv.Shape]:
    ink = theme.line_ink(person.mark)
    shapes: list[cv.Shape] = [
        _points(simplified(stretch.points, 0.5), ink, LINE, cv.PointMode.POLYGON)
        for stretch in line.stretches
    ]
    if not line.there and line.stretches:
        x, y = line.stretches[-1].marks[-1]
        shapes.append(outline(person, LEFT, x - LEFT / 2, y - LEFT / 2))
    return shapes


def _points(points: Sequence[Point], ink: str, width: float, mode: cv.PointMode) -> cv.Shape:
    """Lines through points, or between pairs of them, at whole dp: they take the least of a message.

    Flet would look into every item of a list, to find controls.
    """
    paint = ft.Paint(
        color=ink, stroke_width=width, stroke_cap=ft.StrokeCap.ROUND, style=ft.PaintingStyle.STROKE
    )
    places = tuple([(round(x), round(y)) for x, y in points])
    return cv.Points(cast("list[ft.OffsetValue]", places), mode, paint=paint)


def _text(value: str, x: float, y: float, size: float, alignment: ft.Alignment) -> cv.Shape:
    style = ft.TextStyle(size=size, color=kit.Ink.QUIET, font_family=REGULAR)
    return cv.Text(x, y, value, style, alignment=alignment)


def _badge(person: Person, left: float, middle: float, size: float) -> list[cv.Shape]:
    drawn = mark(person.mark)
    style = ft.TextStyle(size=size / 2, color=drawn.ink, font_family=BOLD)
    x, y = left + size / 2, middle + LOW.get(drawn.shape, 0.0) * size
    letter = cv.Text(x, y, initial(person.name), style, alignment=ft.Alignment.CENTER)
    return [outline(person, size, left, middle - size / 2), letter]
