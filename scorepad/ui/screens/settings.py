"""The settings: language, appearance, rules and files."""

from __future__ import annotations

from functools import partial
from typing import cast

import flet as ft

from scorepad import __version__
from scorepad.i18n import LANGUAGE_NAMES
from scorepad.i18n.names import scheme_title
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    identified,
    link_tile,
    quiet,
    radio,
    row_tile,
    section,
    text,
    text_field,
    two_lines,
)
from scorepad.ui.components.frame import centred, component, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import Handler, use_app
from scorepad.ui.components.web_app_cards import install_row
from scorepad.ui.public_address import MAX_ADDRESS, BadAddress, Fault, fault_text, public_address
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink


@view_component
def settings_screen() -> ft.View:
    """The choices, each saved at once."""
    state = use_app()
    t, go = state.t, state.navigation.to
    appearances = {"system": t("Same as system"), "light": t("Light"), "dark": t("Dark")}
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
            section(t("At the table")),
            *_switches(state),
            section(t("Rules of the table")),
            link_tile("rules", scheme_title(t, state.default_scheme()), partial(go, routes.SCHEMES)),
            section(t("Your evenings")),
            link_tile("data", t("Backups and files"), partial(go, routes.DATA)),
            *install_row(state),
            *([] if state.web_app else [section(t("Links to hands")), _public_url(state)]),
            quiet(f"Scorepad {__version__}"),
        ),
        notice_bar(),
    )


def _switches(state: AppState) -> list[ft.Control]:
    """What is turned on and off."""
    t = state.t
    words = {
        "awake": (t("Keep the screen on"), t("While an evening is open that has not ended.")),
        "left_handed": (t("For the left hand"), t("Menus and keys are where the left thumb reaches them.")),
        "ticks": (t("A light tick"), t("When a hand is saved, where the device can.")),
        "keys": (t("Letters and digits as keys"), t("On a computer they enter a hand: 1 G 2 4 9 Enter.")),
    }
    return [_switch(state, name, *each) for name, each in words.items()]


def _switch(state: AppState, name: str, title: str, below: str) -> ft.Control:
    on = state.setting(name)
    icon = ft.Icons.CHECK_BOX if on else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    row = ft.Row([ft.Icon(icon, size=22, color=Ink.TEXT), two_lines(title, below, expand=True)], spacing=12)
    return row_tile(f"switch-{name}", row, partial(state.switched, name), toggled=on)


@component
def _public_url(state: AppState) -> ft.Control:
    """The field for the address of the published web app, saved when it is left."""
    t = state.t
    typed, set_typed = ft.use_state(cast("str | None", None))
    problem, set_problem = ft.use_state(cast("Fault | None", None))

    def type_address(event: ft.Event[ft.TextField]) -> None:
        set_typed(event.control.value or "")
        set_problem(None)

    def save() -> None:
        if typed is None:
            return
        try:
            address = public_address(typed) if typed.strip() else ""
        except BadAddress as error:
            set_problem(error.fault)
            return
        if state.public_url_chosen(address):
            set_typed(None)

    field = text_field(
        "public-url",
        t("Address of the web app"),
        value=state.saved_public_url if typed is None else typed,
        hint_text="https://example.org/scorepad/",
        max_length=MAX_ADDRESS,
        error=t("Not saved: {reason}", reason=fault_text(t, problem)) if problem else None,
        on_change=type_address,
        on_blur=lambda _: save(),
        on_submit=lambda _: save(),
    )
    why = t("Where Scorepad is published for your table: a link to a hand then opens there, on any phone.")
    now = t("Until Scorepad is closed, {address} counts.", address=state.public_url)
    return ft.Column(
        [field, quiet(why), *([identified("public-url-now", quiet(now))] if state.public_url else [])],
        spacing=8,
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
