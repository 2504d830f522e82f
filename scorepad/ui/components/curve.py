"""The curve of the evening on the screen: the drawing of the documents, on a canvas. A touch opens a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import flet as ft
import flet.canvas as cv

from scorepad.design import LOW, mark
from scorepad.evening.chart import Line, Plot, Point, lines, simplified
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.curve import curve_text
from scorepad.ui import routes, theme
from scorepad.ui.kit.people import initial, outline
from scorepad.ui.kit.rows import stretched
from scorepad.ui.kit.window import goes, memo_component, safely
from scorepad.ui.kit.words import identified, quiet
from scorepad.ui.theme import BOLD, REGULAR, Ink, Layout, Size

LINE, HAIR = 2, 1
"""The widths of a person's line, and of those of the scales."""
BADGE, GAP, REACH, LEFT = 18, 2, 8, 9
"""The size of a mark, between two, between them and the lines; and the size of the mark of someone who left."""
MOST_GROWTH = 1.5
"""How much marks grow with the text: they take from the width of the curve."""
TOTALS_APART, NUMBERS_APART = 44, 56
"""The least distance of two labels of the scales, at the plain size of text."""


@memo_component
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
    drawings = ft.use_ref(0)
    if not evening.sheet.deals:
        return identified("curve", quiet(t("The curve begins with the first hand."), Size.BODY))
    plot, shapes = _drawing(t, evening, layout, size)
    entries = evening.sheet.deals

    def touched(event: ft.TapEvent[ft.GestureDetector]) -> None:
        if event.local_position is not None:
            entry = entries[plot.nearest(event.local_position.x) - 1]
            safely(goes(routes.why(evening.id, entry.id), back))(event)

    drawings.current = (drawings.current or 0) + 1
    canvas = ft.GestureDetector(
        cv.Canvas(shapes, width=size[0], height=_foot(plot, layout)),
        on_tap_up=touched,
        mouse_cursor=ft.MouseCursor.CLICK,
        exclude_from_semantics=True,
        key=drawings.current,  # all new: to compare hundreds of points would be slow
    )
    words = curve_text(t, evening)
    label = t("The curve of the evening") if worded else words
    picture = ft.Semantics(
        identifier="curve", image=True, label=label, content=ft.Column([canvas], spacing=0, tight=True)
    )
    return stretched(picture, identified("curve-words", quiet(words)), tight=True) if worded else picture


def _foot(plot: Plot, layout: Layout) -> float:
    """The height that the whole drawing takes."""
    return plot.height + 2 * plot.top + theme.LINE * _label_size(layout)


def _badge_size(layout: Layout) -> float:
    return BADGE * min(layout.growth, MOST_GROWTH)


def _label_size(layout: Layout) -> float:
    return theme.SIZES[Size.TINY] * layout.growth


def _drawing(
    t: Translator, evening: Evening, layout: Layout, room: tuple[float, float]
) -> tuple[Plot, list[cv.Shape]]:
    """The frame, and all shapes, of which each has many points: a message names every shape, not every point."""
    (width, height), size, over_time = room, _label_size(layout), evening.sheet.curve
    badge = _badge_size(layout)
    top, apart = badge / 2, badge + GAP
    height = max(height - badge - theme.LINE * size, apart * (len(evening.sheet.people) - 1))
    plot = Plot.of(over_time, 0, top, width, height)
    totals = plot.totals(evening.sheet.unit, max(2, int(height / (TOTALS_APART * layout.growth))))
    labels = [t.number(total, evening.sheet.unit) for total in totals]
    left = max(map(len, labels)) * theme.FIGURE * size + theme.GAP
    plot = replace(plot, left=left, width=width - left - REACH - badge)
    right = plot.left + plot.width
    found = lines(plot, over_time, Figures(evening).stretches, apart, 0, LINE)

    grid = [point for total in totals for point in ((left, plot.y(total)), (right, plot.y(total)))]
    zero = [(left, plot.y(0)), (right, plot.y(0))]
    ways = [point for line in found if line.there for point in (line.end, (right + REACH, line.label))]
    shapes: list[cv.Shape] = [
        _points(grid, Ink.LINE, HAIR, cv.PointMode.LINES),
        _points(zero, Ink.EDGE, HAIR, cv.PointMode.LINES),
        *(
            _text(label, left - theme.GAP, plot.y(total), size, ft.Alignment.CENTER_RIGHT)
            for total, label in zip(totals, labels, strict=True)
        ),
        *(
            _text(str(number), plot.x(number), 2 * top + height, size, ft.Alignment.TOP_CENTER)
            for number in plot.numbers(max(1, int(plot.width / (NUMBERS_APART * layout.growth))))
        ),
        _points(ways, Ink.LINE, HAIR, cv.PointMode.LINES),
    ]
    for person, line in reversed(list(zip(evening.sheet.people, found, strict=True))):
        shapes += _line(person, line)
    for person, line in zip(evening.sheet.people, found, strict=True):
        shapes += _badge(person, right + REACH, line.label, badge)
    return plot, shapes


def _line(person: Person, line: Line) -> list[cv.Shape]:
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
    style = ft.TextStyle(size=size, color=Ink.QUIET, font_family=REGULAR)
    return cv.Text(x, y, value, style, alignment=alignment)


def _badge(person: Person, left: float, middle: float, size: float) -> list[cv.Shape]:
    drawn = mark(person.mark)
    style = ft.TextStyle(size=size / 2, color=drawn.ink, font_family=BOLD)
    x, y = left + size / 2, middle + LOW.get(drawn.shape, 0.0) * size
    letter = cv.Text(x, y, initial(person.name), style, alignment=ft.Alignment.CENTER)
    return [outline(person, size, left, middle - size / 2), letter]
