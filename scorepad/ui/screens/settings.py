"""The settings: language, appearance, rules and files."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad import __version__
from scorepad.i18n import LANGUAGES
from scorepad.i18n.conventions import conventions_of
from scorepad.i18n.names import scheme_title
from scorepad.ui import kit, routes
from scorepad.ui.components.web_app_cards import install_row
from scorepad.ui.link import (
    EXAMPLE,
    MAX_ADDRESS,
    BadAddress,
    no_address,
    public_address,
    saved_address,
)
from scorepad.ui.screens.relay import relay_setting
from scorepad.ui.table import default_scheme
from scorepad.ui.window_state import Switch


@kit.screen(routes.SETTINGS)
def settings_screen(at: kit.At) -> ft.View:
    """The settings, each of which is saved at once."""
    t, store = at.t, at.store
    looks = {"system": t("Same as system"), "light": t("Light"), "dark": t("Dark")}
    return at.view(
        t("Settings"),
        kit.section(t("Language")),
        kit.radios(
            at.layout,
            "language",
            {code: conventions_of(code).name for code in LANGUAGES},
            store.sight.language,
            lambda code: partial(store.language_chosen, code),
        ),
        kit.section(t("Appearance")),
        kit.radios(
            at.layout, "theme", looks, store.sight.theme, lambda name: partial(store.theme_chosen, name)
        ),
        kit.section(t("At the table")),
        [_switch(at, each) for each in Switch],
        kit.section(t("Rules of the table")),
        kit.line(
            at.layout, "rules", scheme_title(t, default_scheme(store.history)), tap=at.go(routes.SCHEMES)
        ),
        kit.section(t("Your evenings")),
        kit.line(at.layout, "data", t("Backups and files"), tap=at.go(routes.DATA)),
        install_row(store),
        store.host.web_app is None and _public_url(at),
        relay_setting(at),
        kit.quiet(f"Scorepad {__version__}"),
    )


def _switch(at: kit.At, switch: Switch) -> kit.Part:
    """The line that turns a switch on and off."""
    return kit.line(
        at.layout,
        f"switch-{switch.value}",
        at.t(switch.title),
        at.t(switch.effect),
        toggled=at.store.is_on(switch),
        tap=partial(at.store.switched, switch),
    )


def _public_url(at: kit.At) -> kit.Part:
    """The field for the address of the published web app, which is saved when the field loses the focus."""
    t, store = at.t, at.store
    saved = saved_address(store.history)
    typed = at.kept("typed", saved)
    wrong = at.kept("wrong", False)

    def write(words: str) -> None:
        typed.set(words)
        wrong.set(False)

    def save() -> None:
        try:
            address = public_address(typed.now) if typed.now.strip() else ""
        except BadAddress:
            wrong.set(True)
            return
        if address != saved_address(store.history):
            store.save(store.history.set_setting, "public_url", address or None)

    words = t("Where Scorepad is published for your table: links and codes then open there, on any phone.")
    now = t("Until Scorepad is closed, {address} counts.", address=store.host.public_url)
    return [
        kit.section(t("Links and codes")),
        kit.field(
            at.layout,
            "public-url",
            t("Address of the web app"),
            saved,
            write,
            on_left=save,
            error=t("Not saved: {reason}", reason=no_address(t)) if wrong.value else None,
            hint_text=EXAMPLE,
            max_length=MAX_ADDRESS,
            key=saved,
        ),
        kit.quiet(words),
        store.host.public_url and kit.line(at.layout, "public-url-now", "", now),
    ]
