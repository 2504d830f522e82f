"""The bin, in which deleted evenings stay for 30 days."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.history import KEPT, Deleted
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.names import evening_titles
from scorepad.i18n.sentences import days_left
from scorepad.ui import routes
from scorepad.ui.kit.frame import centred, titled_screen, view_component
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import stretched, wrapping_row
from scorepad.ui.kit.taps import chip
from scorepad.ui.kit.window import use_store
from scorepad.ui.kit.words import quiet, text, warning
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size


@view_component
def bin_screen() -> ft.View:
    """The deleted evenings, with the days that are left."""
    state = use_store()
    asked, ask = ft.use_state("")
    t, deleted = state.t, state.bin()
    listed = [(each.summary.name, each.summary.created) for each in deleted if each.summary.created]
    titles = iter(evening_titles(t, listed, t.short_date))
    rows = [
        _row(
            state,
            each,
            next(titles) if each.summary.created else t("Unreadable evening"),
            number,
            asked == each.name,
            ask,
        )
        for number, each in enumerate(deleted, 1)
    ]
    words = (
        t("Deleted evenings stay here for {count} days.", count=KEPT.days) if rows else t("The bin is empty.")
    )
    return titled_screen(
        routes.BIN,
        t("Bin"),
        state.navigation.way_back(routes.BIN, routes.HOME),
        centred(quiet(words, Size.BODY), *rows),
        notice_bar(),
    )


def _row(
    state: Store, deleted: Deleted, title: str, number: int, asked: bool, ask: ft.StateSetter[str]
) -> ft.Control:
    t, summary = state.t, deleted.summary
    if summary.problem is not None:
        below = text(error_text(t, summary.problem), Size.SMALL, Ink.LOSS)
    else:
        below = quiet(_facts(t, deleted))
    share = 1 if state.layout.large_text else None  # each has a line of its own, and may take two
    if asked:
        chips = [
            chip(
                f"for-good-{number}",
                t("Delete for good"),
                partial(state.deleted_for_good, deleted.name),
                expand=share,
            ),
            chip(f"keep-{number}", t("Keep"), partial(ask, ""), expand=share),
        ]
    else:
        restore = partial(state.put_back, deleted.name) if summary.problem is None else None
        chips = [
            chip(f"put-back-{number}", t("Put back"), restore, icon=ft.Icons.RESTORE, expand=share),
            chip(f"ask-{number}", t("Delete for good"), partial(ask, deleted.name), expand=share),
        ]
    ways: list[ft.Control] = [ft.Row([each]) for each in chips] if share else [wrapping_row(*chips)]
    if asked:
        ways.insert(0, warning(t("Delete it for good? Nothing brings it back then.")))
    left = quiet(days_left(t, deleted.days_left))
    column = stretched(text(title, Size.BODY, bold=True, lines=2), below, left, *ways, spacing=4, tight=True)
    return ft.Semantics(identifier=f"deleted-{number}", content=column)


def _facts(t: Translator, deleted: Deleted) -> str:
    names = t.names(person.name for person in deleted.summary.people)
    return f"{names} · {t.plural('{count} hand', '{count} hands', deleted.summary.hands)}"
