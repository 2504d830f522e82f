"""The surroundings of a window: its page, its device, its zone, and the server or the web app behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import flet as ft

from scorepad.i18n import LANGUAGES, Translator
from scorepad.zones import Zone, zone_said

Run = Callable[[Callable[[], Coroutine[Any, Any, None]]], object]
"""Starts a coroutine function."""


class Place(StrEnum):
    """Where the app runs, set by the code that starts it; `web` and `platform` of the page do not count."""

    WINDOW = "window"
    """A native window on this computer: its dialogs name files, which the app writes."""
    BROWSER = "browser"
    """A browser shows the page: files are bytes, and paths mean nothing."""
    DEVICE = "device"
    """An app on a phone, whose system writes and shares files."""


@dataclass(frozen=True)
class Served:
    """The services of the server of a page."""

    look_of: Callable[[ft.Page], MutableMapping[str, Any]]
    """Returns the language and the theme that the browser of a page keeps, and its zone; changes are kept, too."""
    sheet_path: Callable[[str, Translator, str], str]
    """Returns the path of a score sheet for one visit, from an evening's id, a translator and a size of paper."""


@dataclass(frozen=True, kw_only=True)
class Host:
    """The surroundings of a window; the defaults do nothing.

    In the default `place` no statement of a client is trusted.
    """

    navigate: Callable[[str], None]
    """Changes the address of the window."""
    apply_theme: Callable[[str, str], None]
    """Gives the window a theme ("system", "light" or "dark"), and a language for Flutter and screen readers."""
    run: Run
    listen: Callable[[Callable[[ft.KeyboardEvent], None]], None] = lambda pressed: None
    """Passes the keys of the window to a function from now on."""
    stay_awake: Callable[[bool], None] = lambda wanted: None
    """Keeps the screen on, or lets it turn off again."""
    tick: Callable[[], None] = lambda: None
    """Makes the device give a light tick."""
    place: Place = Place.BROWSER
    web_app: WebApp | None = None
    """The page that runs this app, if the app is a web app."""
    public_url: str | None = None
    """The address of the published web app, from the command line: it wins over the saved one."""
    look: MutableMapping[str, Any] | None = None
    """The `language` and the `theme`, which a browser keeps instead of the history; its `zone`; whether it `shares`."""
    served: Served | None = None
    """The services of the server, if the page has one."""

    @property
    def zone(self) -> Zone:
        """The time zone of the person who looks: the zone that a browser says, else the zone of this system."""
        return zone_said((self.look or {}).get("zone"))

    @property
    def browser(self) -> Browser | None:
        """What the page knows about its browser; None outside a web app."""
        return self.web_app.browser if self.web_app is not None else None

    @property
    def browser_shares(self) -> bool:
        """Whether the browser has a share sheet; True unless its page says that it has none."""
        return self.browser.shares if self.browser is not None else (self.look or {}).get("shares") != "no"

    @property
    def system_fonts(self) -> bool:
        """Whether fonts of the system draw the signs that the bundled fonts lack; not in a browser."""
        return self.place is not Place.BROWSER


# -- device ---


class Device:
    """The services of the device that shows a window."""

    def __init__(self, page: ft.Page) -> None:
        self._page, self._run = page, page.run_task
        self._lock, self._haptics = ft.Wakelock(), ft.HapticFeedback()
        self._awake = False

    def tell_language(self, told: Callable[[str], None]) -> None:
        """Calls `told` with the first language of the device that the app has, if the device says one."""

        async def ask() -> None:
            info = await self._page.get_device_info()
            codes = [each.language_code for each in info.locales] if info is not None else []
            if (language := next((code for code in codes if code in LANGUAGES), None)) is not None:
                told(language)

        self._run(_quietly, ask)

    def stay_awake(self, wanted: bool) -> None:
        """Keeps the screen on from now on, or lets it turn off again."""
        if wanted != self._awake:
            self._awake = wanted
            self._run(_quietly, self._lock.enable if wanted else self._lock.disable)

    def came_back(self) -> None:
        """Keeps the screen on again after the window was hidden: a browser stops it then."""
        if self._awake:
            self._run(_quietly, self._lock.enable)

    def tick(self) -> None:
        """Gives the finger a light tick."""
        self._run(_quietly, self._haptics.light_impact)


async def _quietly(call: Callable[[], Awaitable[object]]) -> None:
    with suppress(Exception):  # a browser without it, or a window that was closed meanwhile
        await call()


# -- the web app ---


class Install(StrEnum):
    """How the web app gets onto the home screen."""

    DONE = "done"
    """It was opened from there."""
    PROMPT = "prompt"
    """The browser asks, when the app lets it."""
    SHARE_MENU = "share_menu"
    """By hand, in Safari's share menu on an iPhone or iPad."""
    NONE = "none"
    """This browser offers no way that the page knows of."""


class Request(StrEnum):
    """What the app asks of the page."""

    INSTALL = "install"
    """Show the browser's own prompt; only within a few seconds of a tap."""
    PERSIST = "persist"
    """Ask the browser to keep the data when space runs short."""
    UPDATE = "update"
    """Start again with the new version."""


@dataclass(frozen=True)
class Browser:
    """What the page knows about its browser."""

    address: str = ""
    """The address of the web app, without a route; ends in a slash."""
    keeps: bool = True
    """Whether it keeps anything at all; some private windows do not."""
    persistent: bool = False
    """Whether it promised not to remove the data when space runs short."""
    full: bool = False
    """Whether the storage is full: the last change is in memory only."""
    install: Install = Install.NONE
    update: bool = False
    """Whether a new version is on the device, and waits."""
    shares: bool = True
    """Whether it has a share sheet; not every browser of a phone has one."""
    hidden: bool = False
    """Whether the page is out of sight."""


Listener = Callable[[Browser, Browser], object]


class WebApp:
    """The page around the app: `browser` holds what the page said last, `ask` sends a request to it."""

    def __init__(self, ask: Callable[[Request], object], browser: Browser) -> None:
        self.ask = ask
        self.browser = browser
        self._asked_to_persist = False
        self.listener: Listener = lambda before, now: None
        """Called after each change, with what was known before, and what is known now."""

    def persist(self) -> None:
        """Asks the browser, once, to keep the data, unless it has promised it."""
        if not self.browser.persistent and not self._asked_to_persist:
            self._asked_to_persist = True
            self.ask(Request.PERSIST)

    def receive(self, **changes: Any) -> None:
        """Notes what the page says, and calls the listener if it is new. Raises TypeError for an unknown field."""
        if "install" in changes:
            changes["install"] = Install(changes["install"])
        before, self.browser = self.browser, replace(self.browser, **changes)
        if self.browser != before:
            self.listener(before, self.browser)
