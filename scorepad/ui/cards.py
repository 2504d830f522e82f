"""The cards of the web app: which one home shows, the answers to them, and the copies that they ask for."""

from __future__ import annotations

import logging
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from scorepad.exports.formats import File
from scorepad.history import HistoryError
from scorepad.ui import routes
from scorepad.ui.files import Sharing, can_share, give
from scorepad.ui.web_app import Browser, Install, Request

if TYPE_CHECKING:
    from scorepad.ui.store import Store

EVENINGS = 3
"""Evenings that come after a copy, or after "Later", before a card asks for one again."""
COPIED = "copied"
"""The setting with the time of the last copy."""
ASKED = "copy_asked"
"""The setting with the number of evenings in no copy when the card was put off."""
NOT_INSTALLED = "install_declined"
"""The setting that is true once a person does not want the app on the home screen."""

log = logging.getLogger("scorepad")


class Card(StrEnum):
    """The cards, the most urgent first; home shows one at a time."""

    COPY = "copy"
    """The scores are in this browser only, or not even there."""
    UPDATE = "update"
    """A new version is ready."""
    INSTALL = "install"
    """The app can be put on the home screen."""


def may_restart(browser: Browser, route: str, *, entering: bool, working: bool) -> bool:
    """Whether a new version may start without a question: nobody sees the page, and a restart loses nothing.

    Only lists, settings and score sheets hold nothing that is typed or chosen and not yet saved.
    """
    resting = route in ("", routes.HOME, routes.SETTINGS) or _evening_id(route) is not None
    saved = browser.keeps and not browser.full
    return browser.update and browser.hidden and saved and resting and not entering and not working


def _evening_id(route: str) -> str | None:
    """The evening whose score sheet has this address."""
    parts = route.split("/")
    return parts[2] if len(parts) == 3 and parts[1] == "session" else None


class Cards:
    """The cards of a window, which only a web app has, and their answers."""

    def __init__(self, state: Store) -> None:
        self._state = state
        self._before = self.browser
        self._giving = False
        self._asked_to_persist = False

    @property
    def browser(self) -> Browser | None:
        """What the page knows about its browser; None outside a web app."""
        return self._state.web_app.browser if self._state.web_app is not None else None

    @property
    def install(self) -> Install:
        """The way onto the home screen that is still open, or NONE."""
        browser = self.browser
        return (
            browser.install if browser is not None and browser.install is not Install.DONE else Install.NONE
        )

    @property
    def copied(self) -> str:
        """The time of the last copy (ISO 8601, UTC), or ""."""
        return str(self._state.history.settings().get(COPIED) or "")

    @property
    def uncopied(self) -> int:
        """The number of evenings with hands that were recorded or changed since the last copy."""
        copied = self.copied
        return sum(bool(each.hands) and each.last_at > copied for each in self._state.summaries())

    def due(self) -> Card | None:
        """The card that home shows now."""
        state, browser = self._state, self.browser
        if browser is None:
            return None
        if not browser.keeps or browser.full or self._copy_is_due():
            return Card.COPY
        if browser.update:
            return Card.UPDATE
        declined = state.history.settings().get(NOT_INSTALLED)
        if self.install is not Install.NONE and state.summaries() and not declined:
            return Card.INSTALL
        return None

    def _copy_is_due(self) -> bool:
        """Whether there are scores in no copy: the first ones, or those of so many evenings more."""
        asked = self._state.history.settings().get(ASKED)
        if asked is None and not self.copied:
            return self.uncopied > 0
        return self.uncopied >= (asked if isinstance(asked, int) else 0) + EVENINGS

    def due_on_sheet(self) -> Card | None:
        """The card that a score sheet shows now: only a full storage or a new version."""
        browser = self.browser
        if browser is None or not browser.keeps:
            return None  # a restart would lose everything
        return Card.COPY if browser.full else Card.UPDATE if browser.update else None

    # -- answers --

    def later(self) -> None:
        """The card about a copy comes back after some more evenings."""
        if self._remember(ASKED, self.uncopied):
            t = self._state.t
            self._state.say(t("Scorepad asks again after {count} more evenings.", count=EVENINGS))

    def not_installed(self) -> None:
        """The card about the home screen stays away."""
        if self._remember(NOT_INSTALLED, True):
            self._state.say(self._state.t("You find it again in the settings."))

    def install_pressed(self) -> None:
        """The browser shows its own prompt."""
        self._ask(Request.INSTALL)

    def update_pressed(self) -> None:
        """The new version starts."""
        self._state.say(self._state.t("The new version is starting…"))
        self._ask(Request.UPDATE)

    def _remember(self, key: str, value: str | int | None) -> bool:
        try:
            self._state.history.set_setting(key, value)
        except HistoryError as error:
            self._state.report(error)
            return False
        finally:
            self._state.changed()
        return True

    def _ask(self, request: Request) -> None:
        if self._state.web_app is not None:
            self._state.web_app.ask(request)

    # -- copies --

    def copy_pressed(self, page: ft.Page) -> None:
        """Everything goes into a file: to the share sheet of a phone where a web app has one, else to be saved."""
        at = self._state.history.stamp().at  # hands that are recorded meanwhile may not be in it
        self._state.export_pressed(partial(self._give, page, at))

    def _give(self, page: ft.Page, at: str, raw: bytes) -> None:
        state = self._state
        share = state.web_app is not None and can_share(page)

        async def offer() -> None:
            self._giving = True
            try:
                given = await _given(page, File("scorepad.json", raw), share)
            finally:
                self._giving = False
            if given:
                state.say(state.t("Saved: another Scorepad can open it"))
                if state.web_app is not None and self._remember(COPIED, at):
                    self._remember(ASKED, None)

        state.run(offer, state.t("The file could not be saved. Try again."))

    # -- the page --

    def hand_saved(self) -> None:
        """After the first hand of this run, the browser is asked to keep the data."""
        browser = self.browser
        if browser is not None and not browser.persistent and not self._asked_to_persist:
            self._asked_to_persist = True
            self._ask(Request.PERSIST)

    def browser_changed(self) -> None:
        """The page knows something new."""
        state, before, now = self._state, self._before, self.browser
        self._before = now
        if before is None or now is None:
            return
        if replace(now, hidden=before.hidden) != before:
            state.changed()
        if before.install is Install.PROMPT and now.install is Install.DONE:
            state.say(state.t("Scorepad is on the home screen now."))
        if (before.hidden and before.update) or not now.hidden:
            return
        working = state.busy is not None or self._giving
        if may_restart(now, state.navigation.route, entering=self._is_entering(), working=working):
            self._ask(Request.UPDATE)

    def _is_entering(self) -> bool:
        """Whether a hand is under way in the evening that is on the screen."""
        evening_id = _evening_id(self._state.navigation.route)
        evening = self._state.evening(evening_id) if evening_id is not None else None
        draft = self._state.drafts.of(evening) if evening is not None else None
        return draft is not None and (draft.started or draft.editing is not None)


async def _given(page: ft.Page, file: File, share: bool) -> bool:
    """Whether a person took the file; it is saved where a share sheet fails."""
    if share:
        try:
            return await give(page, file, Sharing.SHARE, "application/json")
        except Exception:
            log.exception("sharing failed")
    return await give(page, file)
