"""uvicorn's protocols for requests (h11) and for websockets, which count and limit each connection."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from scorepad.web.limits import CONNECTION, MAX_HEADERS, MAX_PIECES, MAX_UNREAD


class Counted:
    """A connection that is counted in the ConnectionLimit of its app."""

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        super().__init__(config, server_state, {**app_state, CONNECTION: self}, _loop)  # type: ignore[call-arg]
        self.limit = config.app.limit

    def connection_made(self, transport: Any) -> None:
        """Counts the connection."""
        super().connection_made(transport)  # type: ignore[misc]
        self.limit.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self.limit.closed(self)
        super().connection_lost(exc)  # type: ignore[misc]


class Requests(Counted, H11Protocol):
    """Reads requests of limited size, without bodies."""

    _received = 0

    def data_received(self, data: bytes) -> None:
        """Ends the connection if its request is too long."""
        self._received += len(data)
        if self._received > MAX_HEADERS:
            self.transport.abort()
        else:
            super().data_received(data)

    def on_response_complete(self) -> None:
        """Marks the request as answered; the limit of bytes then begins anew for the next request."""
        self._received = 0
        self.limit.idle(self)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Passes the connection to `Sockets`, which counts it from now on; it is no longer counted here."""
        self.limit.closed(self)
        super().handle_websocket_upgrade(event)


class Sockets(Counted, WebSocketsSansIOProtocol):
    """Reads the messages of a websocket; if it refuses a message, it sends a close code."""

    _failed = False

    def set_max_message_size(self, size: int) -> None:
        """Sets the size of the largest message, in bytes."""
        self.conn.max_message_size = size

    def connection_made(self, transport: Any) -> None:
        """Counts the connection, and sets its close timeout to one second."""
        super().connection_made(transport)
        self.close_timeout = 1.0

    def data_received(self, data: bytes) -> None:
        """Ignores all data after a refused message."""
        if not self._failed:
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Sends the close code, then ignores data until a timeout: an immediate close would lose the code."""
        self._failed = True
        closed = self.conn.close_sent
        self.queue.put_nowait({"type": "websocket.disconnect", "code": closed.code if closed else 1006})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def handle_text(self, event: Any) -> None:
        """Refuses text; for text that is not UTF-8, uvicorn would log a traceback."""
        self._refuse(1003)

    def handle_cont(self, event: Any) -> None:
        """Refuses a message with too many fragments."""
        if len(self.frames) < MAX_PIECES:
            super().handle_cont(event)
        else:
            self._refuse(1008)

    def handle_ping(self) -> None:
        """Ends the connection of a client that does not read the answers to its pings."""
        if self.transport.get_write_buffer_size() > MAX_UNREAD:
            self.transport.abort()
        else:
            super().handle_ping()

    def _refuse(self, code: int) -> None:
        self.conn.fail(code)
        self.handle_parser_exception()
