"""The cards of the web app, and its row in the settings; `ui/suggestions.py` decides when each card is due."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.i18n import Translator
from scorepad.ui import kit, suggestions
from scorepad.ui.host import Browser, Install, Request
from scorepad.ui.store import Store
from scorepad.ui.suggestions import Suggestion


def home_card(store: Store) -> kit.Part:
    """The card above the list of evenings; None if no card is due."""
    match suggestions.due(store), store.host.browser:
        case Suggestion.COPY, Browser() as browser:
            return _copy_card(store, browser)
        case Suggestion.UPDATE, _:
            return _line(store, Suggestion.UPDATE)
        case Suggestion.INSTALL, Browser(install=way):
            return _install_card(store, way)
    return None


def _copy_card(store: Store, browser: Browser) -> ft.Control:
    """The card that asks for a copy: a text about the risk for the scores, and the chip that saves them."""
    t, count = store.t, suggestions.uncopied(store)
    if browser.keeps and not browser.full:
        title = t.plural("{count} evening, and no copy yet", "{count} evenings, and no copy yet", count)
        if suggestions.copied(store):
            title = t.plural(
                "{count} evening since your last copy", "{count} evenings since your last copy", count
            )
        later = work_chip(store, "later", t("Later"), partial(suggestions.postpone_copy_card, store))
        words = [kit.text(title, bold=True), kit.text(_risk(t, browser.install), kit.Size.SMALL)]
        return kit.panel(
            store.layout, f"card-{Suggestion.COPY}", words, copy_chip(store), later, icon=ft.Icons.SAVE_ALT
        )
    title, below = (
        t("The storage is full"),
        t(
            "The last changes are only in this page. Keep it open, save a copy now, then free some space on the device."
        ),
    )
    if not browser.keeps:
        title, below = (
            t("Nothing is kept here"),
            t(
                "This browser forgets the scores when the page is closed; perhaps the window is a private one. Open "
                "Scorepad in a normal window, or save a copy at the end."
            ),
        )
    words = [kit.text(title, kit.Size.BODY, kit.Ink.LOSS, bold=True), kit.text(below, kit.Size.SMALL)]
    useful = browser.full or any(each.deals for each in store.summaries())
    return kit.panel(
        store.layout,
        f"card-{Suggestion.COPY}",
        words,
        useful and copy_chip(store),
        icon=ft.Icons.ERROR_OUTLINE,
    )


def _risk(t: Translator, install: Install) -> str:
    """A text about the ways in which scores without a copy can be lost."""
    if install is Install.DONE:
        return t(
            "Your scores are only in this app: removing it, or clearing the browser’s data, deletes them."
        )
    words = t("Your scores are only in this browser: clearing its data deletes them.")
    if install is Install.PROMPT:
        return words
    safari = t("Safari forgets a site after seven days without a visit, unless it is on the home screen.")
    return f"{words} {safari}"


def _install_card(store: Store, way: Install) -> ft.Control:
    t = store.t
    words, tool = t("It then opens like any other app, also without a network."), _install_chip(store)
    if way is Install.SHARE_MENU:
        words, tool = f"{words} {_share_menu(t)}", copy_chip(store)
    not_now = work_chip(store, "not-now", t("Not now"), partial(suggestions.decline_install, store))
    said = [kit.text(t("Scorepad on the home screen"), bold=True), kit.text(words, kit.Size.SMALL)]
    return kit.panel(
        store.layout, f"card-{Suggestion.INSTALL}", said, tool, not_now, icon=ft.Icons.ADD_BOX_OUTLINED
    )


def _share_menu(t: Translator) -> str:
    """The steps to install the app on an iPhone or iPad, and to copy the scores: the installed app begins empty."""
    tap = t(
        "In Safari, tap the share sign, a square with an arrow that points up, then “{name}”.",
        name=t("Add to Home Screen"),
    )
    take_along = t(
        "The app on the home screen has a storage of its own, and begins empty. Save a copy here, and import it "
        "there: “{place}”, “{button}”.",
        place=t("Backups and files"),
        button=t("Import a file"),
    )
    return f"{tap} {take_along}"


def sheet_card(store: Store, card: Suggestion | None) -> ft.Control:
    """The card of a score sheet: one line and a button; empty if there is no card.

    In large text, a card about an update is left out, and a card about a full storage is a single tile.
    """
    t, large = store.t, store.layout.large_text
    if card is None or (large and card is Suggestion.UPDATE):
        return kit.column()
    if large:
        words, save = t("The storage is full: save a copy."), _save(store)
        tile = kit.row_tile(store.layout, "save-copy", kit.warning(words), save, why=store.busy)
        return kit.inset(kit.identified(f"card-{card}", tile, live=True))
    return kit.inset(_line(store, card))


def _line(store: Store, card: Suggestion) -> ft.Control:
    """A card of one line and a button, about a full storage or a new version."""
    t = store.t
    if card is Suggestion.COPY:
        words, tool = kit.warning(t("The storage is full: keep this page open.")), copy_chip(store)
    else:
        words = kit.text(t("A new version is ready"), kit.Size.SMALL)
        tool = work_chip(store, "start-update", t("Start it"), partial(suggestions.update, store))
    return kit.panel(store.layout, f"card-{card}", words, tool, beside=True)


def install_row(store: Store) -> kit.Part:
    """The part of the settings that puts the app on the home screen of the device; None if this is not possible."""
    t = store.t
    match suggestions.install_way(store.host.browser):
        case Install.PROMPT:
            return kit.wrap(_install_chip(store))
        case Install.SHARE_MENU:
            return kit.identified(
                "install", kit.quiet(f"{t('Scorepad on the home screen')}. {_share_menu(t)}")
            )
    return None


def copy_chip(store: Store) -> ft.Control:
    """The chip that saves everything as a file."""
    return work_chip(store, "save-copy", store.t("Save a copy"), _save(store), ft.Icons.SAVE_ALT)


def _save(store: Store) -> kit.Handler:
    return partial(suggestions.save_copy, store)


def _install_chip(store: Store) -> ft.Control:
    words = store.t("Put on the home screen")
    return work_chip(
        store, "install", words, partial(suggestions.ask, store, Request.INSTALL), ft.Icons.ADD_BOX_OUTLINED
    )


def work_chip(
    store: Store, identifier: str, words: str, tap: kit.Handler, icon: ft.IconData | None = None
) -> ft.Control:
    """A chip that starts some work; while the window is busy it is grey, and says why."""
    return kit.chip(store.layout, identifier, words, None if store.busy else tap, icon, why=store.busy)
