"""Serves the page, its files and the websocket of Flet's client, and nothing else.

Flet's own ASGI application accepts any Host and any Origin, publishes its API and sends 14 MB for the first page. Here:

* each request is checked first (`guard`);
* the page and its files are open to everybody: they are the program, without any scores;
* a websocket has to show the key first (`client`), and a score sheet needs a ticket, which is valid once.

Only a websocket can change data: the handlers of the paths (`AsgiApp._paths`) only read it.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from scorepad.web.address import Endpoint
from scorepad.web.follow_site import FollowSite
from scorepad.web.guard import Guarded, Server, watched
from scorepad.web.keys import Key, Tickets
from scorepad.web.limits import (
    CONNECTION,
    NO_KEY,
    TIMEOUTS,
    TRY_AGAIN_LATER,
    Timeouts,
)
from scorepad.web.site import SOCKET, Site, ask_page, content_policy, preferred

if TYPE_CHECKING:
    import flet as ft
    from starlette.types import Receive, Scope, Send

    from scorepad.web.clients import Clients
    from scorepad.web.following import Following

    Main = Callable[[ft.Page], None]
    Load = Callable[[], tuple[Main, "Credentials"]]

START_SECONDS: Final = 120.0
"""Seconds for which a ticket is valid in the browser that scorepad opens itself."""
PRINT_SECONDS: Final = 12 * 3600.0
"""Seconds for which a link to a score sheet is valid."""
COLLECTING: Final = (20_000, 20, 10)
"""Thresholds of the garbage collector: a tap creates thousands of objects, and drops nearly all of them at once."""


class Credentials:
    """The key, the tickets for the browser that scorepad opens, and the tickets for score sheets."""

    def __init__(self, key: Key, renewed: Callable[[], None] = lambda: None) -> None:
        self.key = key
        self._renewed = renewed
        """Called when the address has changed."""
        self.starts: Tickets[bool] = Tickets(START_SECONDS)
        self.sheets: Tickets[Callable[[], bytes | None]] = Tickets(PRINT_SECONDS)
        """Tickets for score sheets, each with a function that makes the PDF; it returns None if the evening is gone."""
        self._announced = key.secret
        self.following: Following | None = None
        """The evenings that others may look at, with keys of their own."""

    def opens(self, shown: str) -> bool:
        """Whether a secret gives access to the app: as the key, or as a ticket for the browser that scorepad opens."""
        self.key.refresh()
        return self.key.matches(shown) or self.starts.find(shown) is not None

    def refresh_key(self) -> None:
        """Reads the key again; if it has changed, invalidates all tickets and calls `renewed`."""
        self.key.refresh()
        if self.key.secret != self._announced:
            self._announced = self.key.secret
            self.starts.clear()
            self.sheets.clear()
            with suppress(OSError):  # the terminal is closed
                self._renewed()

    def sheet_path(self, make: Callable[[], bytes | None]) -> str:
        """A path from which a browser can get a score sheet once.

        `make` returns the sheet as a PDF, or None if the evening is gone.
        """
        return f"/print/{self.sheets.issue(make)}.pdf"


class AsgiApp(Guarded):
    """The ASGI application of the served app: Flet's websocket, the page and its files.

    `load` opens the scores, and returns the app and its credentials. It may take time: meanwhile the page's files are
    served.
    """

    def __init__(self, load: Load, endpoint: Endpoint, timeouts: Timeouts = TIMEOUTS) -> None:
        super().__init__(endpoint, timeouts)
        self._load = load
        self._loaded: tuple[Clients, Credentials] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._printing = asyncio.Lock()
        self._site = Site()
        self._paths = {
            **FollowSite(self.limit, self._following).paths,
            r"/ask": self._ask,
            r"/print/([a-z0-9]{1,64})\.pdf": self._print,
            r"/.*": self._page,
        }

    def loading(self) -> asyncio.Task[None]:
        """The task that loads the app; the first call starts it. The task raises the errors of `load`."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().create_task(self._load_app())
        return self._loading

    async def loaded(self) -> tuple[Clients, Credentials]:
        """Waits until the app is loaded; returns its clients and credentials.

        Never returns if loading fails.
        """
        self.loading()
        await self._ready.wait()
        assert self._loaded is not None
        return self._loaded

    async def _load_app(self) -> None:
        def load() -> tuple[Main, Credentials, Any]:
            return *self._load(), importlib.import_module("scorepad.web.clients")

        # In a thread: the history, the controls and the screens take most of a second to import.
        main, credentials, clients = await asyncio.to_thread(load)
        gc.freeze()  # the loaded modules stay: a search for garbage among them would delay taps
        gc.set_threshold(*COLLECTING)
        self._loaded = clients.Clients(main, self._timeouts), credentials
        self._ready.set()

    def _following(self) -> Following | None:
        """The evenings that are shared; None until the scores are open."""
        return None if self._loaded is None else self._loaded[1].following

    def sweep(self) -> None:
        """Drops browsers that are away for too long, or whose key is no longer valid."""
        if self._loaded is not None:
            clients, credentials = self._loaded
            credentials.refresh_key()
            if credentials.following is not None:
                credentials.following.sweep()
            clients.sweep(credentials.key.digest)

    def close(self) -> None:
        """Closes every websocket."""
        if self._loaded is not None:
            self._loaded[0].close()

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> bool:
        if scope["path"] != SOCKET:
            return False
        from scorepad.web.client import Access, MustClose

        connection = scope.get("state", {}).get(CONNECTION)
        clients, credentials = await self.loaded()
        behind = self._endpoint.behind
        origin = behind if behind in headers.getlist("origin") else f"http://{headers['host']}"

        def authorize(shown: str) -> tuple[str, str]:
            if not credentials.opens(shown):
                raise MustClose(NO_KEY)
            if not self.limit.authorize(connection):
                raise MustClose(TRY_AGAIN_LATER)
            credentials.starts.take(shown)
            return credentials.key.digest, credentials.key.secret

        access = Access(
            receive,
            send,
            url=origin.replace("http", "ws", 1),
            language=preferred(headers.get("accept-language", "")),
            set_max_message_size=connection.set_max_message_size
            if connection is not None
            else lambda size: None,
            authorize=authorize,
        )
        await clients.serve(access)
        return True

    async def _page(self, request: Request) -> Response:
        """The page of the app, or one of its files."""
        headers, response = request.headers, await self._site.response(request.scope)
        hosts = {headers["host"].lower(), *(each.partition("//")[2] for each in self._origins(headers))}
        sockets = " ".join(f"ws://{each} wss://{each}" for each in sorted(hosts))
        policy = content_policy(self._site.scripts, sockets) + "; frame-ancestors 'none'"
        response.headers.update({"Content-Security-Policy": policy})
        return response

    async def _ask(self, request: Request) -> Response:
        """The page for a browser without a key."""
        return ask_page(request.headers.get("accept-language", ""))

    async def _print(self, request: Request, ticket: str) -> Response:
        """A score sheet to print, as a PDF; only one sheet is made at a time.

        The sheet has its own address, which a link opens: browsers block windows that open without a tap.
        """
        _, credentials = await self.loaded()
        make = credentials.sheets.take(ticket)
        if make is None:
            return Response(status_code=404)
        async with self._printing:
            document = await asyncio.to_thread(make)
        if document is None:
            return Response(status_code=404)
        inline = {"Cache-Control": "no-store", "Content-Disposition": 'inline; filename="scorepad.pdf"'}
        return Response(document, media_type="application/pdf", headers=inline)


def serve(load: Load, endpoint: Endpoint, *, timeouts: Timeouts = TIMEOUTS) -> None:
    """Serves the app (see `AsgiApp`) until a signal, which is then raised again. Raises the errors of `load`."""
    app = AsgiApp(load, endpoint, timeouts)
    server = Server(app)

    async def run() -> None:
        if server.should_exit:
            return
        async with watched(app):
            loading = app.loading()
            loading.add_done_callback(server.end_without)
            await server.serve([endpoint.listener])
        if loading.done():
            loading.result()

    # Outside the event loop: a signal that is raised again in the loop would leave tasks that nobody awaits.
    with server.capture_signals():
        asyncio.run(run())
