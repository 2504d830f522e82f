"""The settings: language, appearance, rules and files."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad import __version__
from scorepad.i18n import LANGUAGE_NAMES
from scorepad.i18n.names import scheme_title
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import link_tile, quiet, radio, row_tile, section, text
from scorepad.ui.components.frame import centred, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import Handler, use_app
from scorepad.ui.components.web_app_cards import install_row


@view_component
def settings_screen() -> ft.View:
    """The choices, each saved at once."""
    state = use_app()
    t, go = state.t, state.navigation.to
    appearances = {"system": t("As the system"), "light": t("Light"), "dark": t("Dark")}
    return titled_screen(
        routes.SETTINGS,
        t("Settings"),
        routes.HOME,
        centred(
            section(t("Language")),
            *(
                _choice(
                    f"language-{code}", words, state.language == code, partial(state.language_chosen, code)
                )
                for code, words in LANGUAGE_NAMES.items()
            ),
            section(t("Appearance")),
            *(
                _choice(f"theme-{name}", words, state.theme == name, partial(state.theme_chosen, name))
                for name, words in appearances.items()
            ),
            section(t("Rules of the table")),
            link_tile("rules", scheme_title(t, state.default_scheme()), partial(go, routes.SCHEMES)),
            section(t("Your evenings")),
            link_tile("data", t("Backups and files"), partial(go, routes.DATA)),
            *install_row(state),
            quiet(f"Scorepad {__version__}"),
        ),
        notice_bar(),
    )


def _choice(identifier: str, words: str, chosen: bool, on_tap: Handler) -> ft.Control:
    return row_tile(
        identifier,
        ft.Row([radio(chosen), text(words, bold=chosen)], spacing=12),
        on_tap,
        chosen=chosen,
        height=theme.TARGET,
        padding=ft.Padding.symmetric(horizontal=14),
    )
