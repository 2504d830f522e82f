"""The cards by which the web app suggests a copy, an update or an installation; and the effects of their buttons."""

from __future__ import annotations

import logging
from dataclasses import replace
from enum import StrEnum
from functools import partial

from scorepad.exports.formats import File
from scorepad.history.transfer import export
from scorepad.ui import routes
from scorepad.ui.host import Browser, Install, Request
from scorepad.ui.store import Store

EVENINGS = 3
"""The number of new evenings since the last copy, or since "Later", at which a card asks for a copy again."""
COPIED = "copied"
"""The setting with the time of the last copy."""
ASKED = "copy_asked"
"""The setting with the number of evenings that were `uncopied` when a person last postponed the card about a copy."""
NOT_INSTALLED = "install_declined"
"""The setting that is true once a person has declined to put the app on the home screen of the device."""

log = logging.getLogger("scorepad")


class Suggestion(StrEnum):
    """The suggestions of the web app, the most urgent first; the list of evenings shows one at a time, as a card."""

    COPY = "copy"
    """The scores are in this browser only, or not even there."""
    UPDATE = "update"
    """A new version is ready."""
    INSTALL = "install"
    """The app can be put on the home screen of the device."""


def may_restart(browser: Browser, route: str, *, entering: bool, working: bool) -> bool:
    """Whether a new version may start without asking: the page is hidden, and a restart loses nothing.

    It may start only at home, in the settings and on a score sheet: on other screens, unsaved input could be lost.
    """
    resting = route in ("", routes.HOME, routes.SETTINGS) or _evening_id(route) is not None
    saved = browser.keeps and not browser.full
    return browser.update and browser.hidden and saved and resting and not entering and not working


def _evening_id(route: str) -> str | None:
    """The id of the evening whose score sheet has this address; None for other addresses."""
    parts = route.split("/")
    return parts[2] if len(parts) == 3 and parts[1] == "session" else None


def due(store: Store) -> Suggestion | None:
    """The card that the list of evenings shows now; None if there is no card."""
    browser = store.host.browser
    if browser is None:
        return None
    if not browser.keeps or browser.full or _copy_is_due(store):
        return Suggestion.COPY
    if browser.update:
        return Suggestion.UPDATE
    offered = install_way(browser) is not Install.NONE and not store.history.settings().get(NOT_INSTALLED)
    return Suggestion.INSTALL if offered and store.summaries() else None


def due_on_sheet(browser: Browser | None) -> Suggestion | None:
    """The card that a score sheet shows now, about a full storage or a new version; None if there is no card."""
    if browser is None or not browser.keeps:
        return None  # a restart would lose everything
    return Suggestion.COPY if browser.full else Suggestion.UPDATE if browser.update else None


def install_way(browser: Browser | None) -> Install:
    """The way to install the web app; `Install.NONE` if there is no way, or if it is installed already."""
    return browser.install if browser is not None and browser.install is not Install.DONE else Install.NONE


def copied(store: Store) -> str:
    """The time of the last copy (ISO 8601, UTC), or ""; a time in the future, from a wrong clock, does not count."""
    at = str(store.history.settings().get(COPIED) or "")
    return at if at <= store.history.now else ""


def uncopied(store: Store) -> int:
    """The number of evenings with hands that were recorded or changed since the last copy."""
    last = copied(store)
    return sum(bool(each.deals) and each.last_at > last for each in store.summaries())


def _copy_is_due(store: Store) -> bool:
    """Whether a copy is due: at first if any evening has hands, later if EVENINGS more evenings are `uncopied`."""
    asked = store.history.settings().get(ASKED)
    if asked is None and not copied(store):
        return uncopied(store) > 0
    return uncopied(store) >= (asked if isinstance(asked, int) else 0) + EVENINGS


# -- answers ---


def postpone_copy_card(store: Store) -> None:
    """Hides the card about a copy until EVENINGS more evenings are `uncopied`."""
    if store.save(store.history.set_setting, ASKED, uncopied(store)):
        store.say(store.t("Scorepad asks again after {count} more evenings.", count=EVENINGS))


def decline_install(store: Store) -> None:
    """Saves that the person does not want to install the app: the card about this never appears again."""
    if store.save(store.history.set_setting, NOT_INSTALLED, True):
        store.say(store.t("You find it again in the settings."))


def update(store: Store) -> None:
    """Starts the new version."""
    store.say(store.t("The new version is starting…"))
    ask(store, Request.UPDATE)


def ask(store: Store, request: Request) -> None:
    """Sends a request to the page of the web app."""
    if store.host.web_app is not None:
        store.host.web_app.ask(request)


# -- copies ---


def save_copy(store: Store) -> None:
    """Exports everything to a file. A web app on a phone shares the file; otherwise, the person saves it."""
    at = store.history.stamp().at  # hands that are recorded during the export may not be in the file
    work, failure = partial(export, store.history), store.t("The file could not be saved. Try again.")
    shares = store.host.web_app is not None and store.files.can_share

    def written(raw: bytes) -> None:
        async def offer() -> None:
            store.giving = True
            try:
                given = await store.files.give(
                    File("scorepad.json", raw), "application/json" if shares else None
                )
            finally:
                store.giving = False
            if given:
                store.say(store.t("Saved: another Scorepad can open it"))
                if store.host.web_app is not None and store.save(store.history.set_setting, COPIED, at):
                    store.save(store.history.set_setting, ASKED, None)

        store.run(offer, failure)

    store.run_in_background(store.t("Writing the file…"), work, written)


# -- the page ---


def browser_changed(store: Store, before: Browser, now: Browser) -> None:
    """Draws the screens again after a change of the browser.

    Starts a new version if the page has just been hidden, and `may_restart` allows it.
    """
    if replace(now, hidden=before.hidden) != before:
        store.changed()
    if before.install is Install.PROMPT and now.install is Install.DONE:
        store.say(store.t("Scorepad is on the home screen now."))
    if (before.hidden and before.update) or not now.hidden:
        return
    working = store.busy is not None or store.giving
    if may_restart(now, store.route, entering=_is_entering(store), working=working):
        ask(store, Request.UPDATE)


def _is_entering(store: Store) -> bool:
    """Whether a hand is under way in the evening that is on the screen."""
    evening_id = _evening_id(store.route)
    evening = store.evening(evening_id) if evening_id is not None else None
    hand = store.hand(evening) if evening is not None else None
    return hand is not None and (hand.started or not hand.is_next)
