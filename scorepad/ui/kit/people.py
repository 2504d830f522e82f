"""The marks of people: a colour, a shape and an initial, always with the name beside them."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from scorepad.design import INSET, LOW, ROUNDED, Shape, corners, mark
from scorepad.evening.people import Person
from scorepad.ui import theme
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.words import shown, text
from scorepad.ui.theme import BOLD, Ink, Layout, Size

LISTED = 34
"""The size of a mark before the words of a line, in dp."""


def initial(name: str) -> str:
    """The first letter or digit of a name, or else its first character."""
    seen = shown(name.strip() or "?")
    return next((sign for sign in seen if sign.isalnum()), seen[:1]).upper()[:1]


def badge(layout: Layout, person: Person, size: float = 28) -> ft.Control:
    """The shape of a person with the initial in it; the caller puts the name beside it."""
    drawn = mark(person.mark)
    shape = cv.Canvas([outline(person, size)], width=size, height=size)
    letter_size = size * 0.46 / layout.growth
    letter = ft.Text(initial(person.name), size=letter_size, color=drawn.ink, font_family=BOLD)
    centre = ft.Alignment(0, LOW.get(drawn.shape, 0.0) * 2)
    over = ft.Container(letter, width=size, height=size, alignment=centre)
    stack = ft.Stack([shape, over], width=size, height=size)
    return ft.Semantics(exclude_semantics=True, content=stack)


def badged(layout: Layout, person: Person, size: Size = Size.BODY, *, lines: int = 1) -> ft.Control:
    """A badge and the name beside it, which is cut to fit; at the size NUMBER the badge is larger, too."""
    mark, gap = (LISTED, 10) if size is Size.NUMBER else (28, 6)
    return ft.Row(
        [badge(layout, person, mark), filling(text(person.name, size, bold=True, lines=lines))], spacing=gap
    )


def marked(layout: Layout, person: Person, words: str) -> ft.Control:
    """Small words after the mark of a person."""
    return ft.Row([badge(layout, person, 22), text(words, Size.SMALL)], spacing=theme.GAP, tight=True)


def named_below(layout: Layout, person: Person) -> ft.Control:
    """A badge with the name under it, for narrow places."""
    return ft.Column(
        [badge(layout, person, 26), text(person.name, Size.TINY, bold=True, lines=1)],
        spacing=0,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def outline(person: Person, size: float, left: float = 0, top: float = 0) -> cv.Shape:
    """The filled shape of a person, on a canvas."""
    drawn = mark(person.mark)
    shape, paint = drawn.shape, ft.Paint(color=drawn.colour, style=ft.PaintingStyle.FILL)
    if shape is Shape.CIRCLE:
        return cv.Circle(left + size / 2, top + size / 2, size / 2, paint=paint)
    if shape is Shape.SQUARE:
        inset = size * INSET
        side = size - 2 * inset
        return cv.Rect(left + inset, top + inset, side, side, border_radius=size * ROUNDED, paint=paint)
    (x0, y0), *rest = [(left + x * size, top + y * size) for x, y in corners(shape)]
    path = [cv.Path.MoveTo(x0, y0), *(cv.Path.LineTo(x, y) for x, y in rest), cv.Path.Close()]
    return cv.Path(path, paint=paint)


def gain_ink(amount: int) -> Ink:
    """The ink of an amount, which shows by its sign, too, whether it is a gain."""
    return Ink.GAIN if amount > 0 else Ink.LOSS if amount < 0 else Ink.TEXT
