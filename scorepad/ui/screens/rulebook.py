"""The rules as the app applies them, to read and to search."""

from __future__ import annotations

import flet as ft

from scorepad.i18n.names import scheme_title
from scorepad.tarot.scheme import shipped_schemes
from scorepad.ui.components.basics import (
    Handler,
    centred,
    chip,
    heading,
    screen,
    text,
    top_bar,
    uncontrolled_text_field,
    use_app,
    view_component,
)
from scorepad.ui.rulebook import Chapter, chapters, found
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size


@view_component
def rulebook_screen() -> ft.View:
    """The chapters, or those that match the search."""
    state = use_app()
    t = state.t
    words, set_words = ft.use_state("")

    field = uncontrolled_text_field("search", t("Search the rules"), set_words, icon=ft.Icons.SEARCH)
    shown = found(chapters(t), words)
    body = [_chapter(state, number, chapter) for number, chapter in enumerate(shown, 1)]
    if not body:
        body = [text(t("Nothing here says that."), Size.BODY, Ink.QUIET)]
    return screen(
        "/help", top_bar(t, t("The rules"), back=lambda: state.navigate("/")), centred(field, *body)
    )


def _chapter(state: AppState, number: int, chapter: Chapter) -> ft.Control:
    t = state.t
    known = shipped_schemes()
    links: list[ft.Control] = [
        chip(f"chapter-{number}-{id_}", scheme_title(t, known[id_]), _open(state, id_))
        for id_ in chapter.schemes
    ]
    return ft.Column(
        [
            heading(chapter.title, Size.NUMBER, 2),
            *(text(sentence, Size.BODY) for sentence in chapter.sentences),
            *([ft.Row(links, wrap=True, spacing=6, run_spacing=6)] if links else []),
        ],
        spacing=4,
    )


def _open(state: AppState, scheme_id: str) -> Handler:
    return lambda: state.navigate(f"/rules/{scheme_id}")
