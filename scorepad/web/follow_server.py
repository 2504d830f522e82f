"""Serves the followers of an evening alone, in a thread: for a window, or an app that only this computer can reach.

It listens from the first sharing of an evening until no evening is shared. The app cannot be reached through it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Final, Self

from scorepad.ui.host import DeviceKind
from scorepad.web.address import Endpoint, listen
from scorepad.web.follow_site import PAGE_PATH, FollowSite
from scorepad.web.following import Following
from scorepad.web.guard import Guarded, Server, watched

HOST: Final = "0.0.0.0"
PORT: Final = 8551
"""Always the same, so that a follower finds the page again when the app starts again."""

_log = logging.getLogger(__name__)


class FollowApp(Guarded):
    """The paths of followers, and nothing else."""

    def __init__(self, endpoint: Endpoint, following: Following, sweep: Callable[[], None]) -> None:
        super().__init__(endpoint)
        self._sweep = sweep
        self._paths = FollowSite(self.limit, lambda: following).paths

    def sweep(self) -> None:
        self._sweep()


class FollowServer:
    """Shares evenings, and serves them to their followers.

    `public` is the endpoint of a served app that others can reach: this app then serves the followers, too. Without
    `public`, this class opens a listener of its own while an evening is shared.
    """

    def __init__(self, following: Following, public: Endpoint | None = None, port: int = PORT) -> None:
        self.following = following
        self._public = public
        self._port = port
        self._running: _Running | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Serves the evenings again that were shared before the app started, and are not over."""
        self.following.stop_old()
        if self.following.any_shared:
            with contextlib.suppress(OSError):  # `address` raises it again, for the screen
                self._endpoint()

    def share(self, evening_id: str) -> str:
        """Shares an evening; returns the address that opens it. Raises OSError if no port can be opened."""
        self._endpoint()  # an evening that nobody can reach is not shared
        secret = self.following.share(evening_id)
        # the end of another evening may have closed the listener meanwhile
        return self._address(self._endpoint(), secret)

    def address(self, evening_id: str) -> str | None:
        """The address that opens a shared evening; None if it is not shared. Raises OSError as `share` does."""
        secret = self.following.secret(evening_id)
        return None if secret is None else self._address(self._endpoint(), secret)

    def stop(self, evening_id: str) -> None:
        """Ends the sharing of an evening; after the last one, also closes the listener, in the background."""
        self.following.stop(evening_id)
        self._close_unused()

    def followers(self, evening_id: str) -> tuple[DeviceKind, ...]:
        """The devices of those who follow an evening now, in the order in which they came."""
        return self.following.followers(evening_id)

    def close(self) -> None:
        """Closes the listener, if it is open."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            running.end()

    def _sweep(self) -> None:
        self.following.sweep()
        self._close_unused()

    def _close_unused(self) -> None:
        """Closes the listener if no evening is shared; in a thread, since waiting followers must be answered first."""
        with self._lock:
            if self._running is None or self.following.any_shared:
                return
            running, self._running = self._running, None
        threading.Thread(target=running.end, name="end of followers", daemon=True).start()

    @staticmethod
    def _address(endpoint: Endpoint, secret: str) -> str:
        return endpoint.url(secret, path=PAGE_PATH)

    def _endpoint(self) -> Endpoint:
        """The endpoint at which followers are served; opens the listener if it is needed. Raises OSError."""
        if self._public is not None:
            return self._public
        with self._lock:
            if self._running is None:
                try:
                    listener = listen(HOST, self._port)
                except OSError:
                    listener = listen(HOST, 0)
                self._running = _Running(Endpoint(listener, HOST), self.following, self._sweep)
            return self._running.endpoint


class _Running:
    """A server in a thread of its own."""

    def __init__(self, endpoint: Endpoint, following: Following, sweep: Callable[[], None]) -> None:
        self.endpoint = endpoint
        self._app = FollowApp(endpoint, following, sweep)
        self._server = Server(self._app)
        self._thread = threading.Thread(target=self._run, name="followers", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        async def serve() -> None:
            async with watched(self._app):
                await self._server.serve([self.endpoint.listener])

        try:
            asyncio.run(serve())
        except Exception:
            _log.exception("followers are not served any more")

    def end(self) -> None:
        """Ends the server, and waits until its port is free."""
        self._server.should_exit = True
        self._thread.join(timeout=5)
        self.endpoint.listener.close()
