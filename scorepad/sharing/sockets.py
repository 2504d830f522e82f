"""The websocket to a relay: by the library `websockets`, or by the browser that runs Python.

The relay may be hostile: for each message that is sent to it, only a few bytes are accepted from it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, Protocol

from .mqtt import MAX_ANSWER, RelayError, RelayProblem

PROTOCOL: Final = "mqtt"
"""The name of MQTT among the protocols of websockets."""
UNASKED: Final = 16 * 1024
"""The most bytes that a relay may send after each message that it gets, and after the first request."""
WAITING: Final = 16
"""The largest number of messages of a relay that wait to be read."""
CLOSE_SECONDS: Final = 0.2
"""Seconds that a relay has to confirm the end of a connection."""


class Socket(Protocol):
    """A websocket. Its methods raise RelayError once it is closed."""

    async def send(self, raw: bytes) -> None:
        """Sends a message."""

    async def receive(self) -> bytes:
        """The next message, at most MAX_ANSWER bytes long."""

    async def close(self) -> None:
        """Ends the connection; raises nothing."""


async def open_socket(address: str) -> Socket:
    """Opens a websocket at a URL with the scheme ws or wss. Raises RelayError."""
    if sys.platform == "emscripten":
        return await _BrowserSocket.open(address)
    return await _opened(address)


# -- where Python has sockets ---


@cache
def _connect() -> Any:
    """The function of the library that connects, with all limits set; a browser does not have this library."""
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.typing import Subprotocol

    class Bounded(ClientConnection):
        """A connection that ends when the relay sends more bytes than UNASKED; pings count, too."""

        left = UNASKED

        def data_received(self, data: bytes) -> None:
            self.left -= len(data)
            if self.left < 0:
                self.transport.abort()
            else:
                super().data_received(data)

    class Straight(connect):
        """A connection to the named relay: it follows no redirection."""

        def process_redirect(self, exc: Exception) -> Exception | str:
            return exc

    return partial(
        Straight,
        create_connection=Bounded,
        subprotocols=[Subprotocol(PROTOCOL)],
        compression=None,
        user_agent_header=None,
        proxy=None,
        open_timeout=None,  # the caller has its own
        ping_interval=None,
        close_timeout=CLOSE_SECONDS,
        max_size=MAX_ANSWER,
        max_queue=WAITING,
    )


async def _opened(address: str) -> Socket:
    import ssl

    from websockets.exceptions import InvalidHandshake, InvalidURI

    try:
        connection = await _connect()(address)
    except ssl.SSLCertVerificationError:
        raise RelayError(RelayProblem.NOT_TRUSTED) from None
    except InvalidHandshake:
        raise RelayError(RelayProblem.NOT_A_RELAY) from None
    except (OSError, EOFError, ValueError, InvalidURI):  # the last two: the host is not a possible name
        raise RelayError(RelayProblem.NOT_REACHED) from None
    if connection.subprotocol != PROTOCOL:
        connection.transport.abort()
        raise RelayError(RelayProblem.NOT_A_RELAY)
    return _LibrarySocket(connection)


class _LibrarySocket:
    """A websocket of the library; its connection counts the bytes that the relay sends."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def send(self, raw: bytes) -> None:
        from websockets.exceptions import ConnectionClosed

        self._connection.left = UNASKED
        try:
            await self._connection.send(raw)
        except ConnectionClosed:
            raise self._ended() from None

    async def receive(self) -> bytes:
        from websockets.exceptions import ConnectionClosed

        try:
            found = await self._connection.recv()
        except ConnectionClosed:
            raise self._ended() from None
        if not isinstance(found, bytes):
            raise RelayError(RelayProblem.NOT_A_RELAY)
        return found

    def _ended(self) -> RelayError:
        """The error for a connection that has ended.

        The problem is NOT_A_RELAY if the relay sent too much, or broke the rules of websockets; else NOT_REACHED.
        """
        sent = self._connection.protocol.close_sent
        broken = self._connection.left < 0 or (sent is not None and sent.code in (1002, 1007, 1009))
        return RelayError(RelayProblem.NOT_A_RELAY if broken else RelayProblem.NOT_REACHED)

    async def close(self) -> None:
        await self._connection.close()


# -- where a browser runs Python ---


class _BrowserSocket:
    """A websocket of the browser."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._came: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self._opened: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._listeners: dict[str, Any] = {}
        self._listen("open", lambda _: self._settle(True))
        self._listen("close", self._closed)
        self._listen("message", self._message)

    @classmethod
    async def open(cls, address: str) -> _BrowserSocket:
        """Opens a websocket. Raises RelayError with NOT_REACHED for any failure, as a browser tells no reason."""
        import js
        from pyodide.ffi import JsException, to_js

        try:
            socket = js.WebSocket.new(address, to_js([PROTOCOL]))
        except JsException:  # the browser refuses the address, or a policy forbids it
            raise RelayError(RelayProblem.NOT_REACHED) from None
        socket.binaryType = "arraybuffer"
        opened = cls(socket)
        try:
            if not await opened._opened:
                raise RelayError(RelayProblem.NOT_REACHED)
        except BaseException:
            await opened.close()
            raise
        return opened

    def _listen(self, name: str, heard: Callable[[Any], None]) -> None:
        from pyodide.ffi import create_proxy

        self._listeners[name] = create_proxy(heard)
        self._socket.addEventListener(name, self._listeners[name])

    def _settle(self, is_open: bool) -> None:
        if not self._opened.done():
            self._opened.set_result(is_open)

    def _closed(self, _: Any) -> None:
        self._settle(False)
        self._put(None)

    def _message(self, event: Any) -> None:
        data = event.data
        raw = b"" if isinstance(data, str) or data.byteLength > MAX_ANSWER else bytes(data.to_bytes())
        self._put(raw or None)  # None for a text, or for too many bytes

    def _put(self, raw: bytes | None) -> None:
        if self._came.full():
            self._came.get_nowait()
            raw = None  # too many messages: the connection counts as ended
        self._came.put_nowait(raw)

    async def send(self, raw: bytes) -> None:
        from pyodide.ffi import to_js

        if self._socket.readyState != 1:
            raise RelayError(RelayProblem.NOT_REACHED)
        self._socket.send(to_js(raw))

    async def receive(self) -> bytes:
        raw = await self._came.get()
        if raw is None:
            raise RelayError(RelayProblem.NOT_REACHED)
        return raw

    async def close(self) -> None:
        for name, proxy in self._listeners.items():
            self._socket.removeEventListener(name, proxy)
            proxy.destroy()
        self._listeners.clear()
        self._socket.close()
