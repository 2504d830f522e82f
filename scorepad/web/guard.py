"""An application that checks each request before it answers, and its server with the limits of `limits`.

* an unknown Host (DNS rebinding) and a foreign Origin (a different site's page) are refused;
* only GET and HEAD are answered, and requests have no body: no request changes anything.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from scorepad.web.address import Endpoint
from scorepad.web.limits import CONNECTION, MAX_HEADERS, MAX_HELLO, TIMEOUTS, ConnectionLimit, Timeouts
from scorepad.web.protocols import Requests, Sockets

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

Answer = Callable[..., Awaitable[Response]]
"""Answers a request, from the request and the groups of the pattern of its path."""

WATCH_SECONDS: Final = 0.5
"""Seconds between two checks of the keys and of silent connections."""
CLOSING_SECONDS: Final = 0.4
"""The seconds that browsers have to close their websockets when the server ends."""

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ISOLATION: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
"""Headers with which browsers allow threads. A score sheet has none: the PDF viewer of a browser is another page."""

log = logging.getLogger("scorepad")


class Guarded:
    """An ASGI application that answers the paths in its table, and refuses websockets."""

    def __init__(self, endpoint: Endpoint, timeouts: Timeouts = TIMEOUTS) -> None:
        self._endpoint = endpoint
        self._timeouts = timeouts
        self._paths: dict[str, Answer] = {}
        """The table of all paths: the key is a pattern, and the first pattern that matches a path gives the answer."""
        self.limit = ConnectionLimit(timeouts, one_address=bool(endpoint.behind))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refusal = self._refusal(headers)
        self.limit.answering(scope.get("state", {}).get(CONNECTION))
        if scope["type"] == "websocket":
            if refusal is not None or not await self._websocket(scope, receive, send, headers):
                await send({"type": "websocket.close", "code": 1008})
            return
        if refusal is not None:
            response = Response(status_code=refusal)
        elif scope["method"] not in ("GET", "HEAD"):
            response = Response(status_code=405, headers={"Allow": "GET, HEAD"})
        else:
            response = await self._answer(Request(scope, receive))
        response.headers.update(HEADERS if response.media_type == "application/pdf" else HEADERS | ISOLATION)
        await response(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> bool:
        """Serves a websocket; returns False for a path without one."""
        return False

    async def _answer(self, request: Request) -> Response:
        """The response of the first pattern that matches the path of the request, or else 404."""
        for pattern, answer in self._paths.items():
            found = re.fullmatch(pattern, request.scope["path"], re.ASCII | re.DOTALL)
            if found is not None:
                return await answer(request, *found.groups())
        return Response(status_code=404)

    def _origins(self, headers: Headers) -> set[str]:
        return self._endpoint.origins(headers["host"].lower())

    def _refusal(self, headers: Headers) -> int | None:
        hosts = [host.lower() for host in headers.getlist("host")]
        if len(hosts) != 1 or not self._endpoint.knows(hosts[0]):
            return 421
        return None if set(headers.getlist("origin")) <= self._origins(headers) else 403

    def sweep(self) -> None:
        """Drops clients that are away for too long, or whose key is no longer valid."""

    def close(self) -> None:
        """Closes the open websockets when the server ends."""


class Server(uvicorn.Server):
    """uvicorn with the limits of the app."""

    def __init__(self, app: Guarded) -> None:
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
async def watched(app: Guarded) -> AsyncIterator[None]:
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
