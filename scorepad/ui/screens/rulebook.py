"""The rules as the app applies them, to read and to search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import cast

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.rulebook import Chapter, Table, chapters, found
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import routes, theme
from scorepad.ui.kit.fields import field
from scorepad.ui.kit.frame import centred, titled_screen, view_component
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import ruled, stretched, wrapping_row
from scorepad.ui.kit.taps import chip
from scorepad.ui.kit.window import use_store
from scorepad.ui.kit.words import quiet, section, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Size


@view_component
def rulebook_screen() -> ft.View:
    """The chapters, or those that match the search."""
    state = use_store()
    t = state.t
    words, set_words = ft.use_state("")
    search = field("search", t("Search the rules"), "", set_words, prefix_icon=ft.Icons.SEARCH)
    shown = found(chapters(t), words)
    body = [_chapter(state, number, chapter) for number, chapter in enumerate(shown, 1)]
    if not body:
        body = [quiet(t("No result."), Size.BODY)]
    return titled_screen(routes.RULEBOOK, t("The rules"), routes.HOME, centred(search, *body), notice_bar())


def _chapter(state: Store, number: int, chapter: Chapter) -> ft.Control:
    t, parts = state.t, cast("list[ft.Control]", [section(chapter.title)])
    for block in chapter.blocks:
        if isinstance(block, str):
            parts.append(text(block))
        elif state.layout.large_text:  # too narrow for columns
            parts += map(text, _sentences(t, block))
        else:
            parts.append(_table(t, block))
    if chapter.schemes:
        parts.append(wrapping_row(*(_link(state, number, id_) for id_ in chapter.schemes), spacing=6))
    return stretched(*parts, spacing=6)


def _link(state: Store, number: int, id_: str) -> ft.Control:
    title = scheme_title(state.t, shipped_schemes()[id_])
    go = partial(state.navigation.to, routes.scheme(id_), back=routes.RULEBOOK)
    return chip(f"chapter-{number}-{id_}", title, go)


def _table(t: Translator, table: Table) -> ft.Control:
    """Rows of cells, each heard as a sentence of its own."""
    heads, *rows = [_cells(row, is_head=row is table[0]) for row in table]
    lines = [
        ft.Semantics(
            label=words, exclude_semantics=True, content=ruled(row, ft.Padding.symmetric(vertical=4))
        )
        for row, words in zip(rows, _sentences(t, table), strict=True)
    ]
    return stretched(ft.Semantics(exclude_semantics=True, content=heads), *lines, spacing=0)


def _cells(row: tuple[str, ...], *, is_head: bool) -> ft.Control:
    first = max(1, len(row) // 2)  # figures are narrower than what they are of
    cells: list[ft.Control] = [
        ft.Container(
            quiet(cell) if is_head else text(cell, align=ft.TextAlign.START if not at else ft.TextAlign.END),
            alignment=ft.Alignment.CENTER_LEFT if not at else ft.Alignment.CENTER_RIGHT,
            expand=1 if at else first,
        )
        for at, cell in enumerate(row)
    ]
    return ft.Row(cells, spacing=theme.SPACE)


def _sentences(t: Translator, table: Table) -> Iterator[str]:
    """Each row but the first, as "Bid: Garde, Multiplies by: 2"."""
    titles, *rows = table
    for row in rows:
        cells = zip(titles, row, strict=True)
        yield ", ".join(t("{what}: {value}", what=what, value=cell) if what else cell for what, cell in cells)
