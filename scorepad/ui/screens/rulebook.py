"""The rules as the app applies them, to read and to search."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.i18n.names import scheme_title
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import routes
from scorepad.ui.kit.fields import uncontrolled_text_field
from scorepad.ui.kit.frame import centred, titled_screen, view_component
from scorepad.ui.kit.rows import wrapping_row
from scorepad.ui.kit.taps import chip
from scorepad.ui.kit.window import use_store
from scorepad.ui.kit.words import quiet, section, text
from scorepad.ui.rulebook import Chapter, chapters, found
from scorepad.ui.store import Store
from scorepad.ui.theme import Size


@view_component
def rulebook_screen() -> ft.View:
    """The chapters, or those that match the search."""
    state = use_store()
    t = state.t
    words, set_words = ft.use_state("")
    field = uncontrolled_text_field("search", t("Search the rules"), set_words, icon=ft.Icons.SEARCH)
    shown = found(chapters(t), words)
    body = [_chapter(state, number, chapter) for number, chapter in enumerate(shown, 1)]
    if not body:
        body = [quiet(t("No result."), Size.BODY)]
    return titled_screen(routes.RULEBOOK, t("The rules"), routes.HOME, centred(field, *body))


def _chapter(state: Store, number: int, chapter: Chapter) -> ft.Control:
    t = state.t
    known = shipped_schemes()
    links: list[ft.Control] = [
        chip(
            f"chapter-{number}-{id_}",
            scheme_title(t, known[id_]),
            partial(state.navigation.to, routes.scheme(id_)),
        )
        for id_ in chapter.schemes
    ]
    if chapter.odds:
        links.append(
            chip(
                "odds",
                t("The odds of my hand"),
                partial(state.navigation.to, routes.ODDS),
                icon=ft.Icons.CALCULATE,
            )
        )
    return ft.Column(
        [
            section(chapter.title),
            *map(text, chapter.sentences),
            *([wrapping_row(*links, spacing=6)] if links else []),
        ],
        spacing=4,
    )
