"""The settings: language and light."""

from __future__ import annotations

import flet as ft

from scorepad import __version__
from scorepad.i18n import LANGUAGE_NAMES
from scorepad.i18n.wording import scheme_title
from scorepad.ui.components.basics import (
    Handler,
    centred,
    heading,
    notice_bar,
    screen,
    text,
    tile,
    top_bar,
    use_app,
    view_component,
)
from scorepad.ui.state import THEMES, AppState
from scorepad.ui.theme import Ink, Size


@view_component
def settings_screen() -> ft.View:
    """What can be chosen, kept at once."""
    state = use_app()
    t = state.t
    lights = {"system": t("As the system"), "light": t("Light"), "dark": t("Dark")}
    return screen(
        "/settings",
        top_bar(state.t, t("Settings"), back=lambda: state.navigation.to("/")),
        centred(
            heading(t("Language"), Size.NUMBER, 2),
            *(
                _choice(
                    state,
                    f"language-{code}",
                    name,
                    state.language == code,
                    _choose_language(state, code),
                )
                for code, name in LANGUAGE_NAMES.items()
            ),
            heading(t("Appearance"), Size.NUMBER, 2),
            *(
                _choice(
                    state,
                    f"theme-{name}",
                    lights[name],
                    state.theme == name,
                    _choose_theme(state, name),
                )
                for name in THEMES
            ),
            heading(t("Rules of the table"), Size.NUMBER, 2),
            tile(
                "rules",
                ft.Row(
                    [
                        ft.Container(text(scheme_title(t, state.default_scheme()), bold=True), expand=True),
                        ft.Icon(ft.Icons.CHEVRON_RIGHT, color=Ink.QUIET),
                    ]
                ),
                lambda: state.navigation.to("/rules"),
                alignment=None,
                padding=ft.Padding.symmetric(horizontal=14),
            ),
            heading(t("Your evenings"), Size.NUMBER, 2),
            tile(
                "data",
                ft.Row(
                    [
                        ft.Container(text(t("Backups and files"), bold=True), expand=True),
                        ft.Icon(ft.Icons.CHEVRON_RIGHT, color=Ink.QUIET),
                    ]
                ),
                lambda: state.navigation.to("/data"),
                alignment=None,
                padding=ft.Padding.symmetric(horizontal=14),
            ),
            text(f"Scorepad {__version__}", Size.SMALL, Ink.QUIET),
        ),
        notice_bar(),
    )


def _choose_language(state: AppState, code: str) -> Handler:
    return lambda: state.language_chosen(code)


def _choose_theme(state: AppState, name: str) -> Handler:
    return lambda: state.theme_chosen(name)


def _choice(state: AppState, identifier: str, words: str, chosen: bool, on_tap: Handler) -> ft.Control:
    icon = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    return tile(
        identifier,
        ft.Row([ft.Icon(icon, size=22, color=Ink.TEXT), text(words, bold=chosen)], spacing=12),
        on_tap,
        chosen=chosen,
        alignment=None,
        padding=ft.Padding.symmetric(horizontal=14),
    )
