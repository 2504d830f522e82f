"""The environment of a window: its page, its device, its time zone, and its server or web app."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

import flet as ft

from scorepad.i18n import LANGUAGES, Translator
from scorepad.sharing.relay import Relay
from scorepad.sharing.together import Together
from scorepad.zones import Zone, zone_said

Run = Callable[[Callable[[], Coroutine[Any, Any, None]]], object]
"""Starts a coroutine function."""


class Place(StrEnum):
    """Where the app runs. The code that starts the app sets this; `web` and `platform` of a page are not trusted."""

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
    """Returns the look of the browser of a page, for `Host.look`. The browser also keeps changes to this mapping."""
    sheet_path: Callable[[str, Translator, str], str]
    """Returns a path from which a browser can get a score sheet once.

    The arguments are the id of the evening, a translator and a size of paper.
    """


class DeviceKind(StrEnum):
    """The kind of device on which a follower looks at an evening, as the browser of the device reports it."""

    PHONE = "phone"
    TABLET = "tablet"
    COMPUTER = "computer"
    BOARD = "board"
    """A screen that shows the board for everybody."""


class Live(Protocol):
    """Lets others follow evenings in their browsers. `share` and `address` raise OSError if no port can be opened."""

    def share(self, evening_id: str) -> str:
        """Shares an evening; returns the address that opens it."""

    def address(self, evening_id: str) -> str | None:
        """The address that opens a shared evening; None if it is not shared."""

    def stop(self, evening_id: str) -> None:
        """Ends the sharing of an evening."""

    def followers(self, evening_id: str) -> Sequence[DeviceKind]:
        """The device of each person who follows an evening now."""


@dataclass(frozen=True, kw_only=True)
class Host:
    """The environment of a window; the default functions do nothing.

    With the default `place`, the app trusts nothing that a client says.
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
    """The address of the published web app, from the command line. If given, it replaces the one in the settings."""
    look: MutableMapping[str, Any] | None = None
    """The look of the browser of a served page; None if there is no server.

    The browser, not the history, keeps its `language` and its `theme`. It only reports its time `zone`, and in `shares`
    whether it has a share sheet.
    """
    served: Served | None = None
    """The services of the server, if the page has one."""
    live: Live | None = None
    """Lets others follow evenings, if this app can listen in a network."""
    together: Together | None = None
    """Shares the history over a folder."""
    relay: Relay | None = None
    """Publishes evenings for those who follow from far away."""

    @property
    def zone(self) -> Zone:
        """The time zone of the window: the zone that its browser names, else the zone of this system."""
        return zone_said((self.look or {}).get("zone"))

    @property
    def browser(self) -> Browser | None:
        """The state of the browser, as the page of a web app reports it; None if there is no web app."""
        return self.web_app.browser if self.web_app is not None else None

    @property
    def browser_shares(self) -> bool:
        """Whether the browser has a share sheet; True unless its page says that it has none."""
        return self.browser.shares if self.browser is not None else (self.look or {}).get("shares") != "no"

    @property
    def system_fonts(self) -> bool:
        """Whether the system has fonts for characters that the bundled fonts lack; False in a browser."""
        return self.place is not Place.BROWSER


# -- device ---


class Device:
    """The services of the device that shows a window."""

    def __init__(self, page: ft.Page) -> None:
        self._page, self._run = page, page.run_task
        self._lock, self._haptics = ft.Wakelock(), ft.HapticFeedback()
        self._awake = False

    def tell_language(self, told: Callable[[str], None]) -> None:
        """Calls `told` with the device's first language that the app supports, if there is such a language."""

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
        """Requests the wake lock again when the window comes back: a browser releases it while the window is hidden."""
        if self._awake:
            self._run(_quietly, self._lock.enable)

    def tick(self) -> None:
        """Gives light haptic feedback."""
        self._run(_quietly, self._haptics.light_impact)


async def _quietly(call: Callable[[], Awaitable[object]]) -> None:
    with suppress(Exception):  # a browser without this service, or a window that was closed meanwhile
        await call()


# -- the web app ---


class Install(StrEnum):
    """How the web app gets onto the home screen of the device."""

    DONE = "done"
    """The app was opened from the home screen of the device."""
    PROMPT = "prompt"
    """The browser asks the person, at a request of the app."""
    SHARE_MENU = "share_menu"
    """By hand, in Safari's share menu on an iPhone or iPad."""
    NONE = "none"
    """This browser offers no way that the page knows of."""


class Request(StrEnum):
    """A request of the app to its page."""

    INSTALL = "install"
    """Show the browser's own prompt. A browser allows this only within a few seconds after a tap."""
    PERSIST = "persist"
    """Ask the browser to keep the data when space runs short."""
    UPDATE = "update"
    """Start again with the new version."""


@dataclass(frozen=True)
class Browser:
    """The state of a browser, as the page of the web app reports it."""

    address: str = ""
    """The address of the web app, without a route; ends in a slash."""
    keeps: bool = True
    """Whether the browser keeps any data at all; some private windows do not."""
    persistent: bool = False
    """Whether the browser has promised not to remove the data when space runs short."""
    full: bool = False
    """Whether the storage is full: the last change is in memory only."""
    install: Install = Install.NONE
    update: bool = False
    """Whether a new version of the app is on the device and waits to be started."""
    shares: bool = True
    """Whether the browser has a share sheet; not every browser of a phone has one."""
    hidden: bool = False
    """Whether the page is out of sight."""


Listener = Callable[[Browser, Browser], object]


class WebApp:
    """The page that runs the app: `browser` is the state that the page reported last, `ask` sends it a request."""

    def __init__(self, ask: Callable[[Request], object], browser: Browser) -> None:
        self.ask = ask
        self.browser = browser
        self._asked_to_persist = False
        self.listener: Listener = lambda before, now: None
        """Called after each change, with the state of the browser before the change and the state now."""

    def persist(self) -> None:
        """Asks the browser once to keep the data permanently; does not ask if the browser has already agreed."""
        if not self.browser.persistent and not self._asked_to_persist:
            self._asked_to_persist = True
            self.ask(Request.PERSIST)

    def receive(self, **changes: Any) -> None:
        """Stores the reported fields, and calls the listener after a change. Raises TypeError for an unknown field."""
        if "install" in changes:
            changes["install"] = Install(changes["install"])
        before, self.browser = self.browser, replace(self.browser, **changes)
        if self.browser != before:
            self.listener(before, self.browser)
