"""The cards of the web app, and its row in the settings; `ui/cards.py` says when each is due."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.ui import theme
from scorepad.ui.cards import Card
from scorepad.ui.kit.rows import filling, stretched, wrapping_row
from scorepad.ui.kit.taps import chip, row_tile
from scorepad.ui.kit.window import Handler
from scorepad.ui.kit.words import identified, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size
from scorepad.ui.web_app import Install


def home_card(state: Store, card: Card | None) -> list[ft.Control]:
    """The card of home, if one is due."""
    t, cards = state.t, state.cards
    match card:
        case Card.NOT_KEPT:
            return not_kept(state)
        case Card.FULL:
            words = t(
                "The last changes are only in this page. Keep it open, save a copy now, then free some space on the "
                "device."
            )
            title = t("The storage is full")
            return [_card(card, ft.Icons.ERROR_OUTLINE, title, words, copy_chip(state), ink=Ink.LOSS)]
        case Card.RISK:
            return risk(state)
        case Card.REMINDER:
            title = t.plural(
                "{count} evening, and no copy yet", "{count} evenings, and no copy yet", cards.uncopied
            )
            if cards.copied:
                title = t.plural(
                    "{count} evening since your last copy",
                    "{count} evenings since your last copy",
                    cards.uncopied,
                )
            words = t(
                "On another phone, import it with “{button}”, under “{place}”.",
                place=t("Backups and files"),
                button=t("Import a file"),
            )
            later = _chip(state, "later", t("Later"), cards.later)
            return [_card(card, ft.Icons.SAVE_ALT, title, words, copy_chip(state), later)]
        case Card.UPDATE:
            return [_line(state, card)]
        case Card.INSTALL:
            words = t("It then opens like any other app, also without a network.")
            not_now = _chip(state, "not-now", t("Not now"), cards.not_installed)
            title = t("Scorepad on the home screen")
            return [_card(card, ft.Icons.ADD_BOX_OUTLINED, title, words, _install_chip(state), not_now)]
    return []


def not_kept(state: Store) -> list[ft.Control]:
    """The card of a browser that keeps nothing, if this is one."""
    t, browser = state.t, state.cards.browser
    if browser is None or browser.keeps:
        return []
    words = t(
        "This browser forgets the scores when the page is closed; perhaps the window is a private one. Open Scorepad "
        "in a normal window, or save a copy at the end."
    )
    tools = [copy_chip(state)] if any(each.hands for each in state.summaries()) else []
    title = t("Nothing is kept here")
    return [_card(Card.NOT_KEPT, ft.Icons.ERROR_OUTLINE, title, words, *tools, ink=Ink.LOSS)]


def risk(state: Store) -> list[ft.Control]:
    """The card about a browser that can take the scores away, if it is due."""
    t, browser = state.t, state.cards.browser
    if browser is None or not state.cards.risk_is_due():
        return []
    words = [t("They are only in this browser: clearing its data deletes them.")]
    if browser.install in (Install.SHARE_MENU, Install.NONE):
        words.append(
            t("Safari forgets a site after seven days without a visit, unless it is on the home screen.")
        )
    elif browser.install is Install.DONE:
        words = [t("They are only in this app: removing it, or clearing the browser’s data, deletes them.")]
    words.append(t("Save a copy from time to time."))
    understood = _chip(state, "understood", t("Understood"), state.cards.understood)
    title, tools = t("Your scores are on this device"), (copy_chip(state), understood)
    return [_card(Card.RISK, ft.Icons.SAVE_ALT, title, " ".join(words), *tools)]


def sheet_card(state: Store, card: Card | None) -> ft.Control:
    """The card of a score sheet: one line and a button, or with large text one tile and no update."""
    t, large = state.t, state.layout.large_text
    if card is None or (large and card is Card.UPDATE):
        return ft.Container(height=0)
    line = _line(state, card)
    if large:
        words = text(t("The storage is full: save a copy."), Size.SMALL, Ink.LOSS)
        line = identified(
            f"card-{card}", row_tile("save-copy", words, _save(state), why=state.busy), live=True
        )
    return ft.Container(line, padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4))


def _line(state: Store, card: Card) -> ft.Control:
    """A card of one line and a button, about a full storage or a new version."""
    t = state.t
    if card is Card.FULL:
        words, ink, tool = t("The storage is full: keep this page open."), Ink.LOSS, copy_chip(state)
    else:
        words, ink = t("A new version is ready"), Ink.TEXT
        tool = _chip(state, "start-update", t("Start it"), state.cards.update_pressed)
    line = identified(f"card-{card}", text(words, Size.SMALL, ink), live=True)
    row: ft.Control = ft.Row([filling(line), tool], spacing=8)
    if state.layout.large_text:
        row = stretched(line, tool, tight=True)
    return _panel(row, ft.Padding.only(left=14, right=6, top=6, bottom=6))


def install_row(state: Store) -> list[ft.Control]:
    """The row of the settings that puts the app on the home screen, where that is possible."""
    return [wrapping_row(_install_chip(state))] if state.cards.install is not Install.NONE else []


def copy_chip(state: Store) -> ft.Control:
    """The chip that saves everything as a file."""
    return _chip(state, "save-copy", state.t("Save a copy"), _save(state), ft.Icons.SAVE_ALT)


def _save(state: Store) -> Handler | None:
    return partial(state.cards.copy_pressed, ft.context.page) if state.busy is None else None


def _install_chip(state: Store) -> ft.Control:
    icon = ft.Icons.IOS_SHARE if state.cards.install is Install.SHARE_MENU else ft.Icons.ADD_BOX_OUTLINED
    words = state.t("Put on the home screen")
    return _chip(state, "install", words, state.cards.install_pressed, icon)


def _chip(
    state: Store, identifier: str, words: str, on_tap: Handler | None, icon: ft.IconData | None = None
) -> ft.Control:
    """A chip, which large text gives a row of its own and a second line."""
    if not state.layout.large_text:
        return chip(identifier, words, on_tap, why=state.busy, icon=icon)
    return ft.Row([chip(identifier, words, on_tap, why=state.busy, expand=1)])


def _card(
    card: Card, icon: ft.IconData, title: str, words: str, *tools: ft.Control, ink: Ink = Ink.TEXT
) -> ft.Control:
    heading = text(title, bold=True)
    read = identified(
        f"card-{card}", stretched(heading, text(words, Size.SMALL), spacing=2, tight=True), live=True
    )
    sign = ft.Icon(icon, size=24, color=ink)
    row = ft.Row([sign, filling(read)], spacing=12, vertical_alignment=ft.CrossAxisAlignment.START)
    return _panel(stretched(row, *([wrapping_row(*tools)] if tools else []), spacing=8, tight=True), 12)


def _panel(content: ft.Control, padding: ft.PaddingValue) -> ft.Control:
    return ft.Container(content, bgcolor=Ink.TONE, border_radius=theme.RADIUS, padding=padding)
