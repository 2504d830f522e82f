"""All browsers that are or were recently connected, and the sessions of their tabs."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import flet as ft
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from scorepad.web.client import Access, BrowserSession, Client
from scorepad.web.limits import GOING_AWAY, NO_KEY, POLICY_VIOLATION, TAKEN_OVER, Timeouts
from scorepad.web.messages import Hello

AWAY_SECONDS: Final = 600.0
"""Seconds for which the session of a closed browser is kept, as phones sleep. Unsaved hands are kept for ever."""
MAX_AWAY: Final = 32
"""The most sessions that are kept for closed browsers."""
ENDED: Final = 32
"""The number of ended sessions after which garbage is collected: Python alone would wait for hundreds."""
LOOK: Final = "look"
"""The key of a browser's BrowserLook in the store of its session."""


class BrowserLook(dict[str, Any]):
    """The language and the theme, which the browser stores; also its time zone, and whether it has a share sheet."""

    def __init__(self, kept: dict[str, str], keep: Callable[[dict[str, Any]], None]) -> None:
        super().__init__(kept)
        self._keep = keep

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self._keep({"look": {name: value}})

    def set_zone(self, zone: str | None) -> None:
        """Sets the browser's time zone, which the browser does not store; None if the browser does not send it."""
        super().__setitem__("zone", zone)


def look_of(page: ft.Page) -> BrowserLook:
    """The look of the browser that shows a page; the app can read and change it."""
    look: BrowserLook = page.session.store.get(LOOK)
    return look


class Clients:
    """All browsers that are or were recently connected."""

    def __init__(self, main: Callable[[ft.Page], None], timeouts: Timeouts) -> None:
        self.main = main
        self.timeouts = timeouts
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(thread_name_prefix="flet")
        self.hub = PubSubHub(loop=self.loop, executor=self.executor)
        self._here: set[Client] = set()
        self._sessions: dict[str, BrowserSession] = {}
        self._ended = 0

    async def serve(self, access: Access) -> None:
        """Serves one websocket, from its first message to its last."""
        client = Client(self, access)
        self._here.add(client)
        try:
            await client.run()
        except asyncio.CancelledError:
            if not client.closing:
                raise
        finally:
            self._here.discard(client)

    def enter(self, client: Client, said: Hello, session_id: Any) -> tuple[BrowserSession, bool]:
        """Gives a client the session `session_id` if it has the same key, or else a new session.

        Returns the session, and whether it is new. If the session still seems to be connected, as after a lost network,
        only the same tab can take it over.
        """
        found = self._sessions.get(session_id) if isinstance(session_id, str) else None
        if found is not None and found.key == client.key and (found.client is None or found.tab == said.tab):
            before, found.client, found.tab = found.client, client, said.tab
            if before is not None:
                before.close(TAKEN_OVER)
            found.session.store.get(LOOK).set_zone(said.look.get("zone"))
            return found, False

        def keep(words: dict[str, Any]) -> None:
            if new.client is not None:
                new.client.keep(words)

        look = BrowserLook({"language": client.language} | said.look, keep)
        new = BrowserSession(Session(client), client.key, said.tab, client)
        new.session.store.set(LOOK, look)
        self._sessions[new.session.id] = new
        return new, True

    async def leave(self, browser: BrowserSession, client: Client) -> None:
        """Marks a browser as disconnected, unless it has reconnected; its session is kept for at most AWAY_SECONDS."""
        if browser.client is not client:
            return
        browser.client, browser.left = None, self.loop.time()
        await browser.session.disconnect(int(AWAY_SECONDS))
        away = [each for each in self._sessions.values() if each.client is None]
        for each in sorted(away, key=lambda each: each.left)[: max(0, len(away) - MAX_AWAY)]:
            self.end(each)

    def end(self, browser: BrowserSession, code: int = POLICY_VIOLATION) -> None:
        """Ends a session for good."""
        if self._sessions.pop(browser.session.id, None) is None:
            return
        self._ended += 1
        browser.calls.clear()
        browser.session.close()
        if browser.client is not None:
            browser.client.close(code)

    def sweep(self, key: str) -> None:
        """Ends sessions that have had no browser for over AWAY_SECONDS, and sessions whose key digest is not `key`."""
        now = self.loop.time()
        for browser in list(self._sessions.values()):
            if browser.key != key or (browser.client is None and now - browser.left > AWAY_SECONDS):
                self.end(browser, NO_KEY)
        if self._ended >= ENDED:
            self._ended = 0
            gc.collect()

    def close(self) -> None:
        """Closes every websocket."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        for client in self._here:
            client.close(GOING_AWAY)
