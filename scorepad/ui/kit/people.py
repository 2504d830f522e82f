"""The marks of people: a colour, a shape and an initial, always with the name beside them."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from scorepad.evening.people import Person
from scorepad.exports import formats as drawing
from scorepad.ui import theme
from scorepad.ui.kit.drawing import painted
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.words import shown, text
from scorepad.ui.theme import Ink, Size

LISTED = 34
"""The size of a mark before the words of a line, in dp."""


def badge(person: Person, size: float = 28) -> ft.Control:
    """The mark of a person with the initial in it; the caller puts the name beside it."""
    shapes = painted(drawing.badge(person, size / 2, size / 2, size, shown))
    return ft.Semantics(exclude_semantics=True, content=cv.Canvas(shapes, width=size, height=size))


def badged(person: Person, size: Size = Size.BODY, *, lines: int = 1) -> ft.Control:
    """A badge and the name beside it, which is cut to fit; at the size NUMBER the badge is larger, too."""
    mark, gap = (LISTED, 10) if size is Size.NUMBER else (28, 6)
    return ft.Row(
        [badge(person, mark), filling(text(person.name, size, bold=True, lines=lines))], spacing=gap
    )


def marked(person: Person, words: str) -> ft.Control:
    """Small words after the mark of a person."""
    return ft.Row([badge(person, 22), text(words, Size.SMALL)], spacing=theme.GAP, tight=True)


def named_below(person: Person) -> ft.Control:
    """A badge with the name under it, for narrow places."""
    return ft.Column(
        [badge(person, 26), text(person.name, Size.TINY, bold=True, lines=1)],
        spacing=0,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def gain_ink(amount: int) -> Ink:
    """The ink of an amount, which shows by its sign, too, whether it is a gain."""
    return Ink.GAIN if amount > 0 else Ink.LOSS if amount < 0 else Ink.TEXT
