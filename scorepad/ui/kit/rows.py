"""Rows and columns: parts beside and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import flet as ft

from scorepad.ui import theme
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.theme import Ink, Layout

Part = ft.Control | Sequence["Part"] | Literal[False, ""] | None
"""A part of a screen: a control, several controls, or nothing."""


def flat(parts: Iterable[Part]) -> Iterator[ft.Control]:
    """All controls of the parts, in their order."""
    for part in parts:
        if isinstance(part, ft.BaseControl):  # a component is not an ft.Control
            yield part
        elif part:
            yield from flat(part)


def column(*parts: Part, spacing: float = 4) -> ft.Control:
    """Parts below each other, with little space between them."""
    return stretched(*flat(parts), spacing=spacing, tight=True)


def wrap(*parts: Part) -> ft.Control:
    """Chips in as many lines as they need."""
    return wrapping_row(*flat(parts))


def chip_lines(layout: Layout, *chips: ft.Control) -> Part:
    """Chips in as many lines as they need; in a narrow layout each chip is as wide as the column."""
    if not layout.narrow:
        return wrap(*chips)
    for each in chips:
        each.expand = 1
    return [ft.Row([each]) for each in chips]


def pair(
    layout: Layout, first: ft.Control, second: ft.Control, *, from_width: float = 0, spacing: float = 0
) -> ft.Control:
    """Two controls: side by side, where the first takes the width that the second leaves; or one below the other.

    They are beside each other if the pane is at least `from_width` wide, in dp at the plain size of text. Without
    `from_width`, they are beside each other unless the layout is narrow. `spacing`, in dp, is the space between them
    when one is below the other.
    """
    if (layout.pane_width < from_width * layout.growth) if from_width else layout.narrow:
        return stretched(first, second, spacing=spacing, tight=True)
    return ft.Row([filling(first), second], spacing=10)


def beside(*controls: ft.Control, spacing: float = 2) -> ft.Control:
    """Controls beside each other."""
    return ft.Row([*controls], spacing=spacing)


def centred_row(*controls: ft.Control, spacing: float = 4) -> ft.Row:
    """Controls beside each other, in the middle of the available width."""
    return ft.Row([*controls], spacing=spacing, tight=True, alignment=ft.MainAxisAlignment.CENTER)


def centred_column(*controls: ft.Control, spacing: float = 0, expand: bool | None = None) -> ft.Column:
    """Controls below each other, in the middle of the available width and height."""
    middle, across = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.CENTER
    return ft.Column(
        [*controls], spacing=spacing, expand=expand, alignment=middle, horizontal_alignment=across
    )


def wrapping_row(*controls: ft.Control, spacing: float = 8) -> ft.Row:
    """Controls in as many lines as they need."""
    return ft.Row([*controls], wrap=True, spacing=spacing, run_spacing=spacing)


def filling(content: ft.Control) -> ft.Container:
    """A control that takes the width, or the height, that the other controls leave."""
    return ft.Container(content, expand=True)


def inset(content: ft.Control) -> ft.Control:
    """A control with a little space around it."""
    return ft.Container(content, padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4))


def middle(layout: Layout, *parts: Part) -> ft.Control:
    """Parts in the middle of the available space; they scroll if it is too small."""
    column = centred_column(*flat(parts), spacing=theme.SPACE, expand=True)
    column.scroll = ft.ScrollMode.AUTO
    return ft.Container(column, padding=2 * theme.SPACE, width=layout.reading, expand=True)


def listing(layout: Layout, *parts: Part) -> ft.Control:
    """A list of any length that fills the window; lines out of sight are not laid out.

    In a wide window, two parts fit beside each other: see `across`.
    """
    around = ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4)
    return ft.ListView([*flat(parts)], spacing=8, padding=around, width=layout.broad, expand=True)


def across(layout: Layout, parts: Sequence[ft.Control]) -> list[ft.Control]:
    """Parts below each other; in a wide window, two in each row."""
    if not layout.three:
        return [*parts]
    places = range(0, len(parts), 2)
    pairs = [[*parts[place : place + 2], ft.Container()][:2] for place in places]
    return [ft.Row([filling(each) for each in two], spacing=8) for two in pairs]


def stretched(*controls: ft.Control, spacing: float = theme.GAP, tight: bool = False) -> ft.Column:
    """Controls below each other, all as wide as the column."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([*controls], spacing=spacing, tight=tight, horizontal_alignment=stretch)


def divider() -> ft.Control:
    """A line between two parts of a screen."""
    return ft.Divider(color=Ink.LINE)


def ruled(content: ft.Control, padding: ft.Padding, *, strong: bool = False) -> ft.Container:
    """A row of figures under a line; the line above a sum is `strong`."""
    line = ft.BorderSide(2, Ink.EDGE) if strong else ft.BorderSide(1, Ink.LINE)
    return ft.Container(content, border=ft.Border.only(top=line), padding=padding)


def table(*lines: Part, total: ft.Control | None = None) -> ft.Control:
    """Lines of figures with a rule above each line; the rule above the `total` is strong."""
    around = ft.Padding.symmetric(vertical=8)
    rows = [ruled(each, around) for each in flat(lines)]
    if total is not None:
        rows.append(ruled(total, around, strong=True))
    return stretched(*rows, spacing=0, tight=True)


def grid(titles: Sequence[str], rows: Sequence[Sequence[str]], sentences: Sequence[str]) -> ft.Control:
    """Rows of words in columns below their titles; a screen reader reads the sentence of each row."""
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
    """The cells of a row: the first cell is wider, and at the left; the others are aligned to the right."""
    first, *rest = words
    cells = [ft.Container(first, expand=max(1, len(words) // 2))]
    for each in rest:
        each.text_align = ft.TextAlign.END
        cells.append(ft.Container(each, alignment=ft.Alignment.CENTER_RIGHT, expand=1))
    return ft.Row([*cells], spacing=theme.SPACE)
