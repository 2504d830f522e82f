"""The rules as the app applies them, to read and to search."""

from __future__ import annotations

import re
from collections.abc import Iterator

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.rulebook import Chapter, TextTable, chapters, found, hits
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import kit, routes

SIGN = re.compile(r" ([=×+−]) ")
"""A sign of a formula, with the spaces around it."""


@kit.screen(routes.RULEBOOK)
def rulebook_screen(at: kit.At) -> ft.View:
    """The chapters of the rulebook, or only the chapters that match the search, with the matches marked."""
    t, words = at.t, at.kept("words", "")
    shown = found(t, chapters(t), words.value)
    return at.view(
        t("The rules"),
        kit.search(at.layout, t("Search the rules"), words, t("Clear")),
        kit.wrap(kit.chip(at.layout, "sources", t("Sources"), at.go(routes.SOURCES))),
        [_chapter(at, number, chapter, words.value) for number, chapter in enumerate(shown, 1)]
        or kit.quiet(t("No result."), kit.Size.BODY),
        back=at.back(routes.HOME),
    )


@kit.screen(routes.SOURCES)
def sources_screen(at: kit.At) -> ft.View:
    """The last chapter of the rulebook: the documents that are the sources of the rules."""
    chapter = chapters(at.t)[-1]
    return at.view(chapter.title, [kit.text(block) for block in chapter.blocks if isinstance(block, str)])


def _chapter(at: kit.At, number: int, chapter: Chapter, question: str) -> ft.Control:
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
        [
            _paragraph(at, block, question) if isinstance(block, str) else _table(at, block)
            for block in chapter.blocks
        ],
        kit.wrap(links),
        spacing=6,
    )


def _paragraph(at: kit.At, words: str, question: str) -> ft.Control:
    """A paragraph with the words of the search marked; a formula stays on one line, unless the text is large."""
    if not at.layout.large_text:
        words = SIGN.sub("\u00a0\\1\u00a0", words)
    marks = hits(at.t, words, question) if question.strip() else []
    return kit.marked_text(words, marks) if marks else kit.text(words)


def _table(at: kit.At, table: TextTable) -> kit.Part:
    """A table, in which a screen reader reads each row as a sentence.

    In large text, these sentences stand in place of the table, because columns do not fit.
    """
    if at.layout.large_text:
        return [kit.text(words) for words in _sentences(at.t, table)]
    titles, *rows = table
    return kit.grid(titles, rows, [*_sentences(at.t, table)])


def _sentences(t: Translator, table: TextTable) -> Iterator[str]:
    """A sentence for each row below the titles, such as "Bid: Garde, Multiplies by: 2"."""
    titles, *rows = table
    for row in rows:
        cells = zip(titles, row, strict=True)
        yield ", ".join(t("{what}: {value}", what=what, value=cell) if what else cell for what, cell in cells)
