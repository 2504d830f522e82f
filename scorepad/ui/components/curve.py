"""The curve of an evening, and the curve of a season, drawn on a canvas as in the exported documents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import flet as ft
import flet.canvas as cv

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures
from scorepad.exports.formats import CurveData, CurveStyle, DrawnCurve, SeasonReport, season_course
from scorepad.i18n import Translator
from scorepad.i18n.evenings import curve_text, season_curve_text
from scorepad.ui import kit, routes, theme
from scorepad.ui.kit.drawing import painted
from scorepad.ui.kit.window import Go, safely
from scorepad.ui.kit.words import shown
from scorepad.ui.theme import Layout

BADGE, GAP, REACH = 18, 2, 8
"""The size of a badge, the gap between two badges, and the gap before the badges, in dp."""
MOST_GROWTH = 1.5
"""The maximum factor by which badges grow with the text; larger badges would leave the curve too little width."""
AMOUNTS_APART, NUMBERS_APART = 44, 56
"""The least distance between two labels of a scale, of amounts and of numbers, in dp at the plain size of text."""
AMOUNTS = 36
"""The usual width of the amounts at the left, in dp at the plain size of text."""
DRAWINGS = count()


@kit.memo_component
def curve(
    t: Translator,
    evening: Evening,
    layout: Layout,
    back: str,
    size: tuple[float, float],
    worded: bool = False,
) -> ft.Control:
    """The curve of an evening; a tap shows a hand, from which Back leads to `back`.

    `size` is its width and its least height, in dp.
    A `worded` curve has its description below it; otherwise only a screen reader reads the description.
    """
    sheet, words = evening.sheet, curve_text(t, evening)
    if not sheet.deals:
        return kit.identified("curve", kit.quiet(t("The curve begins with the first hand."), kit.Size.BODY))
    ways = [Go(routes.why(evening.id, row.id), back) for row in sheet.deals]
    course = CurveData(t, sheet.people, sheet.curve, sheet.unit, Figures(evening).stretches)
    if worded:
        return _worded(_picture(course, ways, layout, size, t("The curve of the evening")), words)
    return _picture(course, ways, layout, size, words)


@kit.memo_component
def season_curve(
    t: Translator,
    report: SeasonReport,
    layout: Layout,
    back: str,
    size: tuple[float, float],
) -> ft.Control:
    """The curve over the evenings of a season, for the player of the report or, without a player, for the best players.

    A touch shows the final standings of an evening. At least one player in the curve must have points.
    """
    found = season_course(t, report)
    assert found is not None
    course, nights = found
    ways = [Go(routes.end(night.evening.id), back) for night in nights]
    words = season_curve_text(t, course.people, course.totals, course.unit)
    return _worded(_picture(course, ways, layout, size, t("From evening to evening")), words)


def _worded(picture: ft.Control, words: str) -> ft.Control:
    return kit.column(picture, kit.identified("curve-words", kit.quiet(words)))


def _picture(
    course: CurveData, ways: Sequence[Go], layout: Layout, size: tuple[float, float], words: str
) -> ft.Control:
    """The drawing of a curve, with `words` for screen readers; a touch opens the route of the nearest step."""
    wide, below = size[0], theme.LINE * _text_size(layout)
    style = _style(layout, wide, size[1])
    high = max(size[1] - style.badge - below, style.least_height(len(course.people)))
    drawn = DrawnCurve.planned(course, theme.INKS, style, wide, high, style.badge / 2)

    def touched(event: ft.TapEvent[ft.GestureDetector]) -> None:
        if event.local_position is not None:
            safely(ways[drawn.plot.nearest(event.local_position.x) - 1])(event)

    canvas = ft.GestureDetector(
        cv.Canvas(painted(drawn.shapes()), width=wide, height=high + style.badge + below),
        on_tap_up=touched,
        mouse_cursor=ft.MouseCursor.CLICK,
        exclude_from_semantics=True,
        key=next(DRAWINGS),  # a new control each time: to compare hundreds of points would be slow
    )
    return ft.Semantics(
        identifier="curve", image=True, label=words, content=ft.Column([canvas], spacing=0, tight=True)
    )


def _text_size(layout: Layout) -> float:
    return theme.SIZES[kit.Size.TINY] * layout.growth


def _style(layout: Layout, wide: float, high: float) -> CurveStyle:
    """The lengths of a curve on the screen, in dp."""
    size, growth, badge = _text_size(layout), layout.growth, BADGE * min(layout.growth, MOST_GROWTH)
    names = REACH + badge
    return CurveStyle(
        screen=True,
        names=names,
        name_height=badge + GAP,
        numbers=max(1, int((wide - names - AMOUNTS * growth) / (NUMBERS_APART * growth))),
        amounts=max(2, int((high - badge - theme.LINE * size) / (AMOUNTS_APART * growth))),
        line=2,
        grid=1,
        zero=1,
        text=size,
        space=theme.GAP,
        tick=0,
        below=badge / 2 + theme.LINE * theme.ASCENT * size,
        over=0,
        mark=9,
        rim=0,
        reach=REACH,
        gap=0,
        badge=badge,
        measure=lambda words, size: len(words) * theme.FIGURE * size,
        spell=shown,
    )
