"""The screen for an unknown address, and for a session that is gone or cannot be read."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.history import BadRecord, Damaged, HistoryError, UnknownSession
from scorepad.i18n.refusals import history_error_text
from scorepad.ui import routes
from scorepad.ui.components.controls import chip, text, wrapping_row
from scorepad.ui.components.frame import centred, titled_screen, view_component
from scorepad.ui.components.guard import use_app
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size


@view_component
def missing_screen() -> ft.View:
    """The screen of an unknown address."""
    return missing(use_app(), ft.use_view_path())


def missing(state: AppState, route: str, found: object = None) -> ft.View:
    """A screen with the way back; it gives the reason if an error was `found` instead of a session."""
    t = state.t
    title, said = t("Not found"), t("There is nothing here that can be opened.")
    ways = [chip("home", t("To the sessions"), partial(state.navigation.to, routes.HOME))]
    if isinstance(found, HistoryError):
        said = history_error_text(t, found)
        if not isinstance(found, UnknownSession):
            title = t("Unreadable session")
        if isinstance(found, Damaged | BadRecord | UnknownSession):
            ways.append(chip("backups", t("Backups and files"), partial(state.navigation.to, routes.DATA)))
    return titled_screen(
        route,
        title,
        routes.HOME,
        centred(text(said, Size.BODY, Ink.QUIET), wrapping_row(*ways)),
    )
