"""The web app: what the page in a browser tells the app, and what the app asks of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any


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
