"""What is shown where there is nothing to show: a session that is gone or cannot be read, an unknown address."""

from __future__ import annotations

import flet as ft

from scorepad.ui.components.basics import centred, chip, screen, text, top_bar, use_app, view_component
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size


@view_component
def missing_screen() -> ft.View:
    """What an unknown address shows."""
    return missing(use_app(), ft.use_view_path())


def missing(state: AppState, route: str) -> ft.View:
    """A friendly end of the road, with the way back."""
    t = state.t
    return screen(
        route,
        top_bar(state.t, t("Not found"), back=lambda: state.navigate("/")),
        centred(
            text(t("There is nothing here that can be opened."), Size.BODY, Ink.QUIET),
            ft.Row([chip("home", t("To the sessions"), lambda: state.navigate("/"))]),
        ),
    )
