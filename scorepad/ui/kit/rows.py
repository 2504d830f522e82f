"""Parts beside and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import flet as ft

from scorepad.ui import theme
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.theme import Ink, Layout

Part = ft.Control | Sequence["Part"] | Literal[False, ""] | None
"""What stands on a screen: a control, several, or nothing."""


def flat(parts: Iterable[Part]) -> Iterator[ft.Control]:
    """The controls among parts."""
    for part in parts:
        if isinstance(part, ft.BaseControl):  # a component is no ft.Control
            yield part
        elif part:
            yield from flat(part)


def column(*parts: Part, spacing: float = 4) -> ft.Control:
    """Parts close below each other."""
    return stretched(*flat(parts), spacing=spacing, tight=True)


def wrap(*parts: Part) -> ft.Control:
    """Chips in as many lines as they need."""
    return wrapping_row(*flat(parts))


def ways(layout: Layout, *chips: ft.Control) -> Part:
    """Chips beside each other; where large text has little room, each has a line of its own, and may take two."""
    if not layout.narrow:
        return wrap(*chips)
    for each in chips:
        each.expand = 1
    return [ft.Row([each]) for each in chips]


def pair(
    layout: Layout, first: ft.Control, second: ft.Control, *, least: float = 0, spacing: float = 0
) -> ft.Control:
    """Two controls beside each other, of which the first takes the width.

    They are below each other, with a `spacing`, where large text has little room; if they need a `least` width, in dp
    at the plain size of text, in any narrower window.
    """
    if (layout.beside < least * layout.growth) if least else layout.narrow:
        return stretched(first, second, spacing=spacing, tight=True)
    return ft.Row([filling(first), second], spacing=10)


def beside(*controls: ft.Control, spacing: float = 2) -> ft.Control:
    """Controls beside each other."""
    return ft.Row([*controls], spacing=spacing)


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


def inset(content: ft.Control) -> ft.Control:
    """Something with a little space around it."""
    return ft.Container(content, padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4))


def middle(layout: Layout, *parts: Part) -> ft.Control:
    """Parts in the middle of the room that they have, which scroll if there is less."""
    column = centred_column(*flat(parts), spacing=theme.SPACE, expand=True)
    column.scroll = ft.ScrollMode.AUTO
    return ft.Container(column, padding=2 * theme.SPACE, width=layout.reading, expand=True)


def listing(layout: Layout, *parts: Part) -> ft.Control:
    """A list of any length that fills the window; what is out of sight is not laid out."""
    around = ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4)
    return ft.ListView([*flat(parts)], spacing=8, padding=around, width=layout.reading, expand=True)


def stretched(*controls: ft.Control, spacing: float = theme.GAP, tight: bool = False) -> ft.Column:
    """Controls below each other, all as wide as the column."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([*controls], spacing=spacing, tight=tight, horizontal_alignment=stretch)


def divider() -> ft.Control:
    """A line between two parts of a screen."""
    return ft.Divider(color=Ink.LINE)


def ruled(content: ft.Control, padding: ft.Padding, *, strong: bool = False) -> ft.Container:
    """A row of figures below a line, which is `strong` above a sum."""
    line = ft.BorderSide(2, Ink.EDGE) if strong else ft.BorderSide(1, Ink.LINE)
    return ft.Container(content, border=ft.Border.only(top=line), padding=padding)


def table(*lines: Part, total: ft.Control | None = None) -> ft.Control:
    """Lines of figures, with a rule above each, and a strong one above their total."""
    around = ft.Padding.symmetric(vertical=8)
    rows = [ruled(each, around) for each in flat(lines)]
    if total is not None:
        rows.append(ruled(total, around, strong=True))
    return stretched(*rows, spacing=0, tight=True)


def grid(titles: Sequence[str], rows: Sequence[Sequence[str]], sentences: Sequence[str]) -> ft.Control:
    """Rows of words in columns below their titles; each row is heard as its sentence."""
    heads = ft.Semantics(exclude_semantics=True, content=_cells([quiet(each) for each in titles]))
    around = ft.Padding.symmetric(vertical=4)
    lines = [
        ft.Semantics(
            label=words, exclude_semantics=True, content=ruled(_cells([text(each) for each in row]), around)
        )
        for row, words in zip(rows, sentences, strict=True)
    ]
    return stretched(heads, *lines, spacing=0)


def _cells(words: Sequence[ft.Text]) -> ft.Control:
    """The cells of a row: the first one at the left, wider than the figures at the right."""
    first, *rest = words
    cells = [ft.Container(first, expand=max(1, len(words) // 2))]
    for each in rest:
        each.text_align = ft.TextAlign.END
        cells.append(ft.Container(each, alignment=ft.Alignment.CENTER_RIGHT, expand=1))
    return ft.Row([*cells], spacing=theme.SPACE)
