"""The settings: language, appearance, rules and files."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad import __version__
from scorepad.i18n import LANGUAGE_NAMES
from scorepad.i18n.wording import scheme_title
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import heading, link_tile, row_tile, text
from scorepad.ui.components.frame import centred, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import Handler, use_app
from scorepad.ui.state import THEMES
from scorepad.ui.theme import Ink, Size


@view_component
def settings_screen() -> ft.View:
    """The choices, each saved at once."""
    state = use_app()
    t = state.t
    lights = {"system": t("As the system"), "light": t("Light"), "dark": t("Dark")}
    return titled_screen(
        routes.SETTINGS,
        t("Settings"),
        routes.HOME,
        centred(
            heading(t("Language"), Size.NUMBER, 2),
            *(
                _choice(
                    f"language-{code}", name, state.language == code, partial(state.language_chosen, code)
                )
                for code, name in LANGUAGE_NAMES.items()
            ),
            heading(t("Appearance"), Size.NUMBER, 2),
            *(
                _choice(f"theme-{name}", lights[name], state.theme == name, partial(state.theme_chosen, name))
                for name in THEMES
            ),
            heading(t("Rules of the table"), Size.NUMBER, 2),
            link_tile(
                "rules",
                scheme_title(t, state.default_scheme()),
                partial(state.navigation.to, routes.SCHEMES),
            ),
            heading(t("Your evenings"), Size.NUMBER, 2),
            link_tile("data", t("Backups and files"), partial(state.navigation.to, routes.DATA)),
            text(f"Scorepad {__version__}", Size.SMALL, Ink.QUIET),
        ),
        notice_bar(),
    )


def _choice(identifier: str, words: str, chosen: bool, on_tap: Handler) -> ft.Control:
    icon = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    return row_tile(
        identifier,
        ft.Row([ft.Icon(icon, size=22, color=Ink.TEXT), text(words, bold=chosen)], spacing=12),
        on_tap,
        chosen=chosen,
        height=theme.TARGET,
        padding=ft.Padding.symmetric(horizontal=14),
    )
