"""Paints the drawings of the documents (`exports/drawing.py`) on a canvas of the screen."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from typing import cast

import flet as ft
import flet.canvas as cv

from scorepad.exports.formats import Area, Polyline, Shape, Text
from scorepad.ui import theme

BASELINE = round(2 * theme.ASCENT - 1, 3)
"""The place of the baseline in the box of a text, from -1 at the top to 1 at the foot."""


def painted(shapes: Iterable[Shape]) -> list[cv.Shape]:
    """The shapes for a canvas, in dp, in the inks of the theme or in colours.

    A message to the window names every shape, but not every point. So all straight lines of one look are one shape,
    in the place of the first of them.
    """
    found: dict[Hashable, list[Shape]] = {}
    for number, each in enumerate(shapes):
        look: Hashable = number
        if isinstance(each, Polyline) and len(each.points) == 2:
            look = each.colour, each.width
        found.setdefault(look, []).append(each)
    return [_painted(same) for same in found.values()]


def _painted(same: Sequence[Shape]) -> cv.Shape:
    """One shape, or straight lines of one look."""
    first = same[0]
    if isinstance(first, Text):
        style, alignment = _style(first.size, first.colour, first.weight), _alignment(first.anchor)
        return cv.Text(first.x, first.y, first.words, style, alignment=alignment)
    if isinstance(first, Area):
        return _area(first)
    points = [point for each in same if isinstance(each, Polyline) for point in each.points]
    is_straight = len(first.points) == 2
    mode = cv.PointMode.LINES if is_straight else cv.PointMode.POLYGON
    # Whole dp take the least of a message. Flet would look into every item of a list, to find controls.
    places = tuple([(round(x), round(y)) for x, y in points])
    return cv.Points(
        cast("list[ft.OffsetValue]", places), mode, paint=_stroke(first.colour, first.width, is_straight)
    )


def _area(area: Area) -> cv.Shape:
    if area.frame:
        left, top, wide, high, radius = area.frame
        return cv.Rect(left, top, wide, high, border_radius=radius, paint=_fill(area.colour))
    (x0, y0), *rest = area.points
    path = [cv.Path.MoveTo(x0, y0), *(cv.Path.LineTo(x, y) for x, y in rest), cv.Path.Close()]
    return cv.Path(path, paint=_fill(area.colour))


# -- looks, which shapes share: to make them takes as long as to make a shape ---


@lru_cache(maxsize=256)
def _style(size: float, colour: str, font: str) -> ft.TextStyle:
    return ft.TextStyle(size=size, color=colour, font_family=font)


@cache
def _alignment(anchor: float) -> ft.Alignment:
    return ft.Alignment(2 * anchor - 1, BASELINE)


@lru_cache(maxsize=256)
def _fill(colour: str) -> ft.Paint:
    return ft.Paint(color=colour, style=ft.PaintingStyle.FILL)


@lru_cache(maxsize=256)
def _stroke(colour: str, width: float, is_straight: bool) -> ft.Paint:
    """Points are always stroked; a bent line has round ends and corners."""
    cap = ft.StrokeCap.BUTT if is_straight else ft.StrokeCap.ROUND
    return ft.Paint(color=colour, stroke_width=width, stroke_cap=cap)
