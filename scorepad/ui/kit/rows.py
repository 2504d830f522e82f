"""Controls beside and below each other."""

from __future__ import annotations

import flet as ft

from scorepad.ui import theme
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.theme import Ink


def centred_row(*controls: ft.Control, spacing: float = 4) -> ft.Row:
    """Controls in the middle of the width that they have."""
    return ft.Row([*controls], spacing=spacing, tight=True, alignment=ft.MainAxisAlignment.CENTER)


def centred_column(*controls: ft.Control, spacing: float = 0, expand: bool | None = None) -> ft.Column:
    """Controls below each other, in the middle of the width and of the height that they have."""
    middle, across = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.CENTER
    return ft.Column(
        [*controls], spacing=spacing, expand=expand, alignment=middle, horizontal_alignment=across
    )


def wrapping_row(*controls: ft.Control, spacing: float = 8) -> ft.Row:
    """Controls in as many lines as they need."""
    return ft.Row([*controls], wrap=True, spacing=spacing, run_spacing=spacing)


def filling(content: ft.Control) -> ft.Container:
    """The control that takes the width, or the height, that the others leave."""
    return ft.Container(content, expand=True)


def two_lines(title: str, below: str, *, lines: int | None = None, expand: bool | None = None) -> ft.Column:
    """A title in bold above an explanation; a limit of `lines` for the explanation limits the title to one."""
    words = text(title, bold=True, lines=1 if lines else None)
    return ft.Column([words, quiet(below, lines=lines)], spacing=0, expand=expand)


def stretched(*controls: ft.Control, spacing: float = theme.GAP, tight: bool = False) -> ft.Column:
    """Controls below each other, all as wide as the column."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([*controls], spacing=spacing, tight=tight, horizontal_alignment=stretch)


def ruled(content: ft.Control, padding: ft.Padding, *, strong: bool = False) -> ft.Container:
    """A row of figures below a line, which is `strong` above a sum."""
    line = ft.BorderSide(2, Ink.EDGE) if strong else ft.BorderSide(1, Ink.LINE)
    return ft.Container(content, border=ft.Border.only(top=line), padding=padding)
