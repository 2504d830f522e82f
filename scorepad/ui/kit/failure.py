"""What is shown in the place of a part that failed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec

import flet as ft

from scorepad.ui import routes
from scorepad.ui.kit.rows import centred_column
from scorepad.ui.kit.taps import chip
from scorepad.ui.kit.window import guarded
from scorepad.ui.kit.words import text
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink

P = ParamSpec("P")


def component(draw: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """A Flet component that shows an error panel when it fails, instead of freezing the window; it takes a `key`."""
    return ft.component(guarded(draw, error_panel))


def error_panel(state: Store) -> ft.Control:
    """The failure of a screen, with the way to the evenings."""
    icon = ft.Icon(ft.Icons.ERROR_OUTLINE, size=48, color=Ink.LOSS)
    words = state.t("Something went wrong. What was saved is safe; try again.")
    return centred_column(
        icon, text(words, align=ft.TextAlign.CENTER), home_chip(state), spacing=10, expand=True
    )


def home_chip(state: Store) -> ft.Control:
    """The way to the evenings."""
    return chip(state.layout, "home", state.t("To the evenings"), partial(state.to, routes.HOME))
