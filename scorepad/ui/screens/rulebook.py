"""The rules as the app applies them, to read and to search."""

from __future__ import annotations

from collections.abc import Iterator

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.rulebook import Chapter, Table, chapters, found
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import kit, routes


@kit.screen(routes.RULEBOOK)
def rulebook_screen(at: kit.At) -> ft.View:
    """The chapters, or those that match the search."""
    t, words = at.t, at.kept("words", "")
    shown = found(chapters(t), words.value)
    return at.view(
        t("The rules"),
        kit.search(at.layout, t("Search the rules"), words, t("Clear")),
        [_chapter(at, number, chapter) for number, chapter in enumerate(shown, 1)]
        or kit.quiet(t("No result."), kit.Size.BODY),
        back=routes.HOME,
    )


def _chapter(at: kit.At, number: int, chapter: Chapter) -> ft.Control:
    links = [
        kit.chip(
            at.layout,
            f"chapter-{number}-{id_}",
            scheme_title(at.t, shipped_schemes()[id_]),
            at.go(routes.scheme(id_)),
        )
        for id_ in chapter.schemes
    ]
    return kit.column(
        kit.section(chapter.title),
        [kit.text(block) if isinstance(block, str) else _table(at, block) for block in chapter.blocks],
        kit.wrap(links),
        spacing=6,
    )


def _table(at: kit.At, table: Table) -> kit.Part:
    """A table whose rows a screen reader reads as sentences; in large text, without room for columns, the sentences."""
    if at.layout.large_text:
        return [kit.text(words) for words in _sentences(at.t, table)]
    titles, *rows = table
    return kit.grid(titles, rows, [*_sentences(at.t, table)])


def _sentences(t: Translator, table: Table) -> Iterator[str]:
    """A sentence for each row below the titles, such as "Bid: Garde, Multiplies by: 2"."""
    titles, *rows = table
    for row in rows:
        cells = zip(titles, row, strict=True)
        yield ", ".join(t("{what}: {value}", what=what, value=cell) if what else cell for what, cell in cells)
