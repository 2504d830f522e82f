"""Serves the page, its files and the websocket of Flet's client, and nothing else.

Flet's own ASGI application accepts any Host and any Origin, publishes its API and sends 14 MB for the first page. Here:

* an unknown Host (DNS rebinding) and a foreign Origin (a different site's page) are refused;
* the page and its files are open to everybody: they are the program, without any scores;
* a websocket has to show the key first (`client`), and a score sheet needs a ticket, which is valid once.

Only a websocket can change data: the handlers of the paths (`AsgiApp._paths`) only read it.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import Response

from scorepad.web.address import Endpoint
from scorepad.web.keys import Key, Tickets
from scorepad.web.limits import (
    CONNECTION,
    MAX_HEADERS,
    MAX_HELLO,
    NO_KEY,
    TIMEOUTS,
    TRY_AGAIN_LATER,
    ConnectionLimit,
    Timeouts,
)
from scorepad.web.protocols import Requests, Sockets
from scorepad.web.site import SOCKET, Site, ask_page, content_policy, preferred

if TYPE_CHECKING:
    import flet as ft
    from starlette.types import Receive, Scope, Send

    from scorepad.web.clients import Clients

    Main = Callable[[ft.Page], None]
    Load = Callable[[], tuple[Main, "Credentials"]]
    Answer = Callable[..., Awaitable[Response]]
    """Answers a request, from its scope, its headers, and the groups of the pattern of its path."""

START_SECONDS: Final = 120.0
"""Seconds for which a ticket is valid in the browser that scorepad opens itself."""
PRINT_SECONDS: Final = 12 * 3600.0
"""Seconds for which a link to a score sheet is valid."""

WATCH_SECONDS: Final = 0.5
"""Seconds between two checks of the keys and of silent connections."""
CLOSING_SECONDS: Final = 0.4
"""The seconds that browsers have to close their websockets when the server ends."""
COLLECTING: Final = (20_000, 20, 10)
"""Thresholds of the garbage collector: a tap creates thousands of objects, and drops nearly all of them at once."""

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ISOLATION: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
"""Gives the client threads; a score sheet does without, because the PDF viewer of a browser is a different page."""

log = logging.getLogger("scorepad")


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


class AsgiApp:
    """The ASGI application: checks the host and the origin of a request, then serves Flet's websocket or a file.

    `load` opens the scores, and returns the app and its credentials. It may take time: meanwhile the page's files are
    served.
    """

    def __init__(self, load: Load, endpoint: Endpoint, timeouts: Timeouts = TIMEOUTS) -> None:
        self._load = load
        self._endpoint = endpoint
        self._timeouts = timeouts
        self._loaded: tuple[Clients, Credentials] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._printing = asyncio.Lock()
        self._site = Site()
        self._paths: dict[str, Answer] = {
            r"/ask": self._ask,
            r"/print/([a-z0-9]{1,64})\.pdf": self._print,
            r"/.*": self._page,
        }
        """The table of all paths but the websocket: the first pattern that fits a path has its answer."""
        self.limit = ConnectionLimit(timeouts, one_address=bool(endpoint.behind))

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

    def sweep(self) -> None:
        """Drops browsers that are away for too long, or whose key is no longer valid."""
        if self._loaded is not None:
            clients, credentials = self._loaded
            credentials.refresh_key()
            clients.sweep(credentials.key.digest)

    def close(self) -> None:
        """Closes every websocket."""
        if self._loaded is not None:
            self._loaded[0].close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refusal = self._refusal(headers)
        self.limit.answering(scope.get("state", {}).get(CONNECTION))
        if scope["type"] == "websocket":
            if refusal is None and scope["path"] == SOCKET:
                await self._connected(scope, receive, send, headers)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        if refusal is not None:
            response = Response(status_code=refusal)
        elif scope["method"] not in ("GET", "HEAD"):
            response = Response(status_code=405, headers={"Allow": "GET, HEAD"})
        else:
            response = await self._answer(scope, headers)
        response.headers.update(HEADERS if response.media_type == "application/pdf" else HEADERS | ISOLATION)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, headers: Headers) -> Response:
        """The response of the first pattern that matches the path of the request, or else 404."""
        for pattern, answer in self._paths.items():
            found = re.fullmatch(pattern, scope["path"], re.ASCII | re.DOTALL)
            if found is not None:
                return await answer(scope, headers, *found.groups())
        return Response(status_code=404)

    async def _connected(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
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

    async def _page(self, scope: Scope, headers: Headers) -> Response:
        """The page of the app, or one of its files."""
        response = await self._site.response(scope)
        hosts = {headers["host"].lower(), *(each.partition("//")[2] for each in self._origins(headers))}
        sockets = " ".join(f"ws://{each} wss://{each}" for each in sorted(hosts))
        policy = content_policy(self._site.scripts, sockets) + "; frame-ancestors 'none'"
        response.headers.update({"Content-Security-Policy": policy})
        return response

    async def _ask(self, scope: Scope, headers: Headers) -> Response:
        """The page for a browser without a key."""
        return ask_page(headers.get("accept-language", ""))

    async def _print(self, scope: Scope, headers: Headers, ticket: str) -> Response:
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

    def _origins(self, headers: Headers) -> set[str]:
        return self._endpoint.origins(headers["host"].lower())

    def _refusal(self, headers: Headers) -> int | None:
        hosts = [host.lower() for host in headers.getlist("host")]
        if len(hosts) != 1 or not self._endpoint.knows(hosts[0]):
            return 421
        return None if set(headers.getlist("origin")) <= self._origins(headers) else 403


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


class Server(uvicorn.Server):
    """uvicorn with the limits of the app."""

    def __init__(self, app: AsgiApp) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=Requests,
                h11_max_incomplete_event_size=MAX_HEADERS,
                ws=Sockets,
                ws_max_size=MAX_HELLO,  # until the websocket has shown a key
                ws_per_message_deflate=False,  # a small message could expand to a large one
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
            )
        )
        self._app = app

    def end_without(self, loading: asyncio.Task[Any]) -> None:
        """Ends the server if the app could not be loaded."""
        if not loading.cancelled() and loading.exception() is not None:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends at once; uvicorn alone would wait for connections that do not close, and log a line for each."""
        for listening in self.servers:
            listening.close()
        self._app.close()
        for each in list(self.server_state.connections):
            each.shutdown()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=CLOSING_SECONDS)
        logging.getLogger("uvicorn.error").disabled = True  # closed connections are not errors now
        for each in list(self.server_state.connections):
            each.transport.abort()
        for task in list(self.server_state.tasks):
            task.cancel()


@asynccontextmanager
async def watched(app: AsgiApp) -> AsyncIterator[None]:
    """Checks the connections and the key every WATCH_SECONDS in the `with` block, even after errors."""

    async def watch() -> None:
        known: set[str] = set()
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for check in (app.limit.sweep, app.sweep):
                try:
                    check()
                except Exception as error:  # the next round has to come, even after an error in this one
                    if repr(error) not in known:
                        log.exception("a check of the connections failed")
                        known.add(repr(error))

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()
