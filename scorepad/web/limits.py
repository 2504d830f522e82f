"""How much one client may take: connections, bytes of a request or a message, seconds of silence, and work.

uvicorn's own protocols (h11, websockets) do the parsing. Here they are counted and watched.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from scorepad.history.transfer import LIMIT

MAX_REQUESTS: Final = 96
"""Connections that ask for pages and files. Some systems allow a process 256 files in all."""
MAX_SOCKETS: Final = 96
MAX_EACH: Final = 48
"""Of one address, of either kind."""
MAX_HEADERS: Final = 16 * 1024
"""Bytes of a request: none has a body."""
MAX_MESSAGE: Final = 256 * 1024
"""Bytes of a message from a browser: a tap takes a hundred, a long text some thousands."""
MAX_FILE_MESSAGE: Final = LIMIT + 64 * 1024
"""Bytes of one with a file, where the app has just asked for a file."""
MAX_PIECES: Final = 8192
"""Fragments of one message; empty ones cost memory too."""
READ_AT_ONCE: Final = 16 * 1024
"""Bytes that are taken from a connection before the next one has its turn."""
MAX_UNREAD: Final = 2**20
"""Bytes of answers to pings that a client may leave unread."""

SILENCE_SECONDS: Final = 10.0
"""How long a connection may take over its next request."""
STUCK_SECONDS: Final = 20.0
"""How long a client may read nothing of what waits for it."""

BURST: Final = 0.5
SHARE: Final = 0.25
"""Seconds of work that a browser may cause at once, and then in each second; a tap takes 0.02."""
LEAST: Final = 0.001
"""Seconds that any message counts for."""

CONNECTION: Final = "scorepad.connection"
"""Under which name a request's state has its connection."""


class Budget:
    """How much work a browser may cause: it waits before its next message where it has caused too much.

    Those that wait share what there is for one, lest many take what few may not.
    """

    waiting = 0

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left, self._at = BURST, clock()

    async def spend(self, seconds: float) -> None:
        """Count work that was done, and wait until the browser may cause more."""
        now = self._clock()
        self._left = min(BURST, self._left + SHARE * (now - self._at)) - max(LEAST, seconds)
        self._at = now
        if self._left < 0:
            Budget.waiting += 1
            try:
                await asyncio.sleep(-self._left / SHARE * Budget.waiting)
            finally:
                Budget.waiting -= 1
            self._left, self._at = 0.0, self._clock()


class Guesses:
    """Wrong keys of each address: so many at once, and then one in so many seconds."""

    def __init__(self, clock: Callable[[], float], *, at_once: int = 10, seconds: float = 5.0) -> None:
        self._clock, self._at_once, self._seconds = clock, at_once, seconds
        self._free_at: OrderedDict[str, float] = OrderedDict()

    def too_many(self, address: str) -> bool:
        """Count a wrong key; True if the address has tried too often."""
        now = self._clock()
        free = max(now, self._free_at.pop(address, now)) + self._seconds
        over = free - now > self._at_once * self._seconds
        self._free_at[address] = free - self._seconds if over else free
        if len(self._free_at) > 1000:
            self._free_at.popitem(last=False)
        return over


def neighbour(client: Any) -> str:
    """Whose connections count together: an address, or the network of one in IPv6, where a host has many."""
    host = str(client[0]) if client else ""
    with suppress(ValueError):
        ip = ipaddress.ip_address(host.partition("%")[0])
        if ip.version == 6 and not ip.is_loopback:
            return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return host


@dataclass(eq=False)
class _Seen:
    """What is known of a connection."""

    address: str
    is_socket: bool
    since: float
    """When it last came, or had its answer."""
    admitted: bool = False
    """It has shown a key, for what it is asking now."""
    unread: int = 0
    moved: float = 0.0
    """When the client last read something."""


class Door:
    """Every connection there is. Those that ask for nothing, or have no key, make room for the newest."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._all: dict[Any, _Seen] = {}

    def came(self, protocol: Any, *, is_socket: bool) -> None:
        with suppress(AttributeError):
            protocol.transport.max_size = READ_AT_ONCE  # asyncio's own is sixteen times that
        self._all[protocol] = seen = _Seen(neighbour(protocol.client), is_socket, self._clock())
        if is_socket:
            return
        requests = [(each, its) for each, its in self._all.items() if not its.is_socket]
        own = [(each, its) for each, its in requests if its.address == seen.address]
        crowd = own if len(own) > MAX_EACH else requests if len(requests) > MAX_REQUESTS else []
        for each, its in crowd:  # the first has waited longest; the last is the newcomer
            if not its.admitted or each is protocol:
                each.transport.abort()
                self.left(each)
                return

    def left(self, protocol: Any) -> None:
        self._all.pop(protocol, None)

    def admit(self, protocol: Any) -> bool:
        """A connection has shown a key; False where there are too many already."""
        seen = self._all.get(protocol)
        if seen is None:
            return True
        if seen.is_socket:
            sockets = Counter(each.address for each in self._all.values() if each.is_socket and each.admitted)
            if sockets.total() >= MAX_SOCKETS or sockets[seen.address] >= MAX_EACH:
                return False
        seen.admitted = True
        return True

    def answered(self, protocol: Any) -> None:
        """A request has its answer: the connection is one that waits, and the newest of these."""
        seen = self._all.pop(protocol, None)
        if seen is not None:
            seen.admitted, seen.since = False, self._clock()
            self._all[protocol] = seen

    def sweep(self) -> None:
        """End the connections that say nothing, and those that read nothing."""
        now = self._clock()
        for protocol, seen in list(self._all.items()):
            waiting = protocol.transport.get_write_buffer_size()
            if not seen.unread or waiting < seen.unread:
                seen.moved = now
            seen.unread = waiting
            silent = not waiting and not seen.admitted and now - seen.since > SILENCE_SECONDS
            if silent or now - seen.moved > STUCK_SECONDS:
                protocol.transport.abort()


def protocols(door: Door) -> tuple[type[Any], type[Any]]:
    """uvicorn's protocols for requests and for websockets, with a watch on each."""
    from uvicorn.protocols.http.h11_impl import H11Protocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    class Requests(H11Protocol):
        def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
            super().__init__(config, server_state, {**app_state, CONNECTION: self}, _loop)
            self._received = 0

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            door.came(self, is_socket=False)

        def connection_lost(self, exc: Exception | None) -> None:
            door.left(self)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            self._received += len(data)
            if self._received > MAX_HEADERS:
                self.transport.abort()
            else:
                super().data_received(data)

        def on_response_complete(self) -> None:
            self._received = 0
            door.answered(self)
            super().on_response_complete()

        def handle_websocket_upgrade(self, event: Any) -> None:
            door.left(self)
            super().handle_websocket_upgrade(event)

    class Sockets(WebSocketsSansIOProtocol):
        def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
            super().__init__(config, server_state, {**app_state, CONNECTION: self}, _loop)
            self.close_timeout = 1.0
            self._failed = False

        def allow(self, size: int) -> None:
            self.conn.max_message_size = size

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            door.came(self, is_socket=True)

        def connection_lost(self, exc: Exception | None) -> None:
            door.left(self)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if not self._failed:
                super().data_received(data)

        def handle_parser_exception(self) -> None:
            """Say why and read on for a moment, without looking: to close at once would drop the word unread."""
            self._failed = True
            closed = self.conn.close_sent
            self.queue.put_nowait({"type": "websocket.disconnect", "code": closed.code if closed else 1006})
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.resume_reading()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

        def handle_text(self, event: Any) -> None:  # uvicorn logs a trace where one is no UTF-8
            self.conn.fail(1003)
            self.handle_parser_exception()

        def handle_cont(self, event: Any) -> None:
            if len(self.frames) < MAX_PIECES:
                super().handle_cont(event)
            else:
                self.conn.fail(1008)
                self.handle_parser_exception()

        def handle_ping(self) -> None:
            if self.transport.get_write_buffer_size() > MAX_UNREAD:
                self.transport.abort()
            else:
                super().handle_ping()

    return Requests, Sockets
