"""Converts the shapes of the documents (`exports/drawing.py`) for a Flet canvas, and draws the marks of people."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from typing import cast

import flet as ft
import flet.canvas as cv

from scorepad.evening.people import Person
from scorepad.exports import formats as drawing
from scorepad.exports.formats import Area, Polyline, Shape, Text
from scorepad.ui import theme
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.words import shown, text
from scorepad.ui.theme import Ink, Size

BASELINE = round(2 * theme.ASCENT - 1, 3)
"""The place of the baseline in the box of a text, from -1 at the top to 1 at the foot."""


def painted(shapes: Iterable[Shape]) -> list[cv.Shape]:
    """Converts shapes for a Flet canvas. Lengths are in dp; a colour is an ink of the theme or a colour value.

    To keep messages to the window short, all straight lines of one colour and width become one shape: a message has an
    entry for each shape, but not for each point. In the drawing order, this shape has the place of its first line.
    """
    found: dict[Hashable, list[Shape]] = {}
    for number, each in enumerate(shapes):
        look: Hashable = number
        if isinstance(each, Polyline) and len(each.points) == 2:
            look = each.colour, each.width
        found.setdefault(look, []).append(each)
    return [_painted(same) for same in found.values()]


def _painted(same: Sequence[Shape]) -> cv.Shape:
    """The canvas shape for one shape, or for several straight lines of one colour and width."""
    first = same[0]
    if isinstance(first, Text):
        style, alignment = _style(first.size, first.colour, first.weight), _alignment(first.anchor)
        return cv.Text(first.x, first.y, first.words, style, alignment=alignment)
    if isinstance(first, Area):
        return _area(first)
    points = [point for each in same if isinstance(each, Polyline) for point in each.points]
    is_straight = len(first.points) == 2
    mode = cv.PointMode.LINES if is_straight else cv.PointMode.POLYGON
    # Whole numbers make the shortest message. A tuple, because Flet searches each item of a list for controls.
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


# -- styles and paints, which shapes share: creating one takes as long as creating a shape ---


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
    """The paint of a line; a bent line has round ends and corners.

    It has no `style`, because the canvas draws points as strokes whatever the style says.
    """
    cap = ft.StrokeCap.BUTT if is_straight else ft.StrokeCap.ROUND
    return ft.Paint(color=colour, stroke_width=width, stroke_cap=cap)


# -- marks of people ---

LISTED = 34
"""The size of a mark before the words of a line, in dp."""


def badge(person: Person, size: float = 28) -> ft.Control:
    """The mark of a person with the initial in it, `size` dp wide. Screen readers skip it: the caller adds the name."""
    shapes = painted(drawing.badge(person, size / 2, size / 2, size, shown))
    return ft.Semantics(exclude_semantics=True, content=cv.Canvas(shapes, width=size, height=size))


def badge_with_name(person: Person, size: Size = Size.BODY, *, lines: int = 1) -> ft.Control:
    """A badge with the name beside it; the name is cut after `lines` lines. The size NUMBER enlarges the badge, too."""
    mark, gap = (LISTED, 10) if size is Size.NUMBER else (28, 6)
    return ft.Row(
        [badge(person, mark), filling(text(person.name, size, bold=True, lines=lines))], spacing=gap
    )


def badge_with_words(person: Person, words: str) -> ft.Control:
    """Small words after the mark of a person."""
    return ft.Row([badge(person, 22), text(words, Size.SMALL)], spacing=theme.GAP, tight=True)


def badge_over_name(person: Person) -> ft.Control:
    """A badge with the name under it, for narrow places."""
    return ft.Column(
        [badge(person, 26), text(person.name, Size.TINY, bold=True, lines=1)],
        spacing=0,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def gain_ink(amount: int) -> Ink:
    """The ink of a gain, of a loss or of zero. Show the sign of the amount, too: not everybody sees colours."""
    return Ink.GAIN if amount > 0 else Ink.LOSS if amount < 0 else Ink.TEXT
