"""The way onto the home screen of an iPhone or iPad: Safari's share menu, in pictures."""

from __future__ import annotations

import flet as ft

from scorepad.ui import routes, theme
from scorepad.ui.components.web_app_cards import copy_chip
from scorepad.ui.kit.frame import NothingHere, centred, titled_screen, view_component
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import filling, wrapping_row
from scorepad.ui.kit.window import use_store
from scorepad.ui.kit.words import quiet, section, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size
from scorepad.ui.web_app import Install


@view_component
def install_screen() -> ft.View:
    """What to tap, one step after the other."""
    state = use_store()
    t = state.t
    if state.cards.install is not Install.SHARE_MENU:
        raise NothingHere
    name = t("Add to Home Screen")
    return titled_screen(
        routes.INSTALL,
        t("On the home screen"),
        state.navigation.way_back(routes.INSTALL, routes.SETTINGS),
        centred(
            *_take_along(state),
            section(t("In Safari, tap the share sign")),
            _picture("share-sign", t("Safari’s bar: a square with an arrow that points up"), _bar()),
            quiet(t("If it is not there, tap the three dots first.")),
            section(t("Choose “{name}”", name=name)),
            _picture("add-to-home", t("The list of the share sign, with “{name}”", name=name), _list(name)),
            quiet(t("It is further down in the list.")),
        ),
        notice_bar(),
    )


def _take_along(state: Store) -> list[ft.Control]:
    """The app on the home screen begins empty: a copy brings the evenings there."""
    t = state.t
    if not any(each.hands for each in state.summaries()):
        return []
    words = t(
        "The app on the home screen has a storage of its own, and begins empty. Save a copy here, and import it "
        "there: “{place}”, “{button}”.",
        place=t("Backups and files"),
        button=t("Import a file"),
    )
    return [section(t("Take your evenings along")), text(words, Size.SMALL), wrapping_row(copy_chip(state))]


def _picture(identifier: str, words: str, drawn: ft.Control) -> ft.Control:
    """A picture with a name; a screen reader reads nothing else of it."""
    inside = ft.Semantics(content=drawn, exclude_semantics=True)
    framed = ft.Container(inside, bgcolor=Ink.TONE, border_radius=theme.RADIUS, padding=theme.SPACE)
    return ft.Semantics(content=framed, identifier=identifier, image=True, label=words)


def _bar() -> ft.Control:
    icons = [
        ft.Icons.CHEVRON_LEFT,
        ft.Icons.CHEVRON_RIGHT,
        None,
        ft.Icons.MENU_BOOK_OUTLINED,
        ft.Icons.CONTENT_COPY,
    ]
    signs = [
        ft.Icon(each, size=24, color=Ink.QUIET) if each else _marked(_sign(ft.Icons.IOS_SHARE))
        for each in icons
    ]
    return ft.Row([*signs], alignment=ft.MainAxisAlignment.SPACE_BETWEEN)


def _list(name: str) -> ft.Control:
    row = ft.Row([filling(text(name, bold=True)), _sign(ft.Icons.ADD_BOX_OUTLINED)], spacing=8)
    return ft.Column([_other(120), _marked(row), _other(160)], spacing=8)


def _sign(icon: ft.IconData) -> ft.Control:
    return ft.Icon(icon, size=28, color=Ink.TEXT)


def _other(width: float) -> ft.Control:
    """An entry of the list that does not matter."""
    line = ft.Container(width=width, height=10, bgcolor=Ink.LINE, border_radius=5)
    return ft.Container(line, padding=ft.Padding.symmetric(horizontal=12, vertical=8))


def _marked(content: ft.Control) -> ft.Control:
    """The part of a picture to tap on the phone."""
    edge = ft.Border.all(2, Ink.ACCENT)
    return ft.Container(content, padding=10, border=edge, border_radius=theme.RADIUS, bgcolor=Ink.PAPER)
