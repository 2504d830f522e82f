"""The limits of one client: connections, bytes of a request or a message, seconds of silence, and work.

uvicorn parses requests and messages (see `protocols`). This module counts and watches the connections.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic
from typing import Any, Final

MAX_STRANGERS: Final = 96
"""The most connections without a key: all requests, and new websockets. Some systems allow a process 256 files."""
MAX_SOCKETS: Final = 96
"""The most websockets that have shown a key."""
MAX_FOLLOWING: Final = 48
"""The most requests that wait with the key of an evening; each phone that follows has one."""
MAX_EACH: Final = 48
"""The most connections of one address, of each kind."""
MAX_HEADERS: Final = 16 * 1024
"""The most bytes of a request; requests have no body."""
MAX_HELLO: Final = 8 * 1024
"""The most bytes of a message before the key is read.

Flet's client may send its registration right after the key, so the limit has room for the registration, too.
"""
MAX_MESSAGE: Final = 256 * 1024
"""The most bytes of a message from a browser: a tap takes a hundred, a long text some thousands."""
MAX_FILE_MESSAGE: Final = 32 * 1024 * 1024 + 64 * 1024
"""The most bytes of a message with a file that the app asked for: a little more than the largest import."""
MAX_PIECES: Final = 8192
"""The most fragments of one message; even empty fragments take memory."""
READ_AT_ONCE: Final = 16 * 1024
"""The most bytes that are read from a connection before the next connection has its turn."""
MAX_UNREAD: Final = 2**20
"""The most bytes of answers to pings that a client may leave unread."""

BURST: Final = 0.5
SHARE: Final = 0.25
"""A browser may cause BURST seconds of work at once, and SHARE seconds of work in each second; a tap takes 0.02."""
LEAST: Final = 0.001
"""The least seconds that a message counts as work."""

MAX_WORD: Final = 64
"""The most characters of a word that our script sends."""
NO_KEY: Final = 4403
"""The close code for the websocket of a browser without a valid key."""
TAKEN_OVER: Final = 4409
"""The close code for the old websocket of a tab that has a new websocket."""
GOING_AWAY: Final = 1001
POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013

CONNECTION: Final = "scorepad.connection"
"""The key of the connection in the state of a request."""


@dataclass(frozen=True)
class Timeouts:
    """The seconds for which the server waits for a client."""

    register: float = 5.0
    """The longest time until a browser registers."""
    silence: float = 10.0
    """The longest time between two requests of a connection."""
    stuck: float = 20.0
    """The longest time for which a client may leave sent bytes unread."""


TIMEOUTS: Final = Timeouts()


class Budget:
    """Limits the work that a browser causes: after too much work, its next message waits.

    Browsers that wait share the allowance of one browser: many browsers together cannot cause more work than a few.
    """

    waiting = 0

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left, self._at = BURST, clock()

    async def spend(self, seconds: float) -> None:
        """Counts the seconds of work that a message has caused, and waits until more work is allowed."""
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


def neighbour(client: Any) -> str:
    """The address for which connections are counted: for IPv6 its /64 network, as one host can have many addresses."""
    host = str(client[0]) if client else ""
    with suppress(ValueError):
        ip = ipaddress.ip_address(host.partition("%")[0])
        if ip.version == 6 and not ip.is_loopback:
            return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return host


class Shown(StrEnum):
    """The kind of key that a connection has shown. Each kind has its own limit, so that no kind crowds out another."""

    NOTHING = "nothing"
    KEY = "key"
    """The key of the app: the connection is a websocket."""
    KEY_OF_EVENING = "key of an evening"
    """The connection is a request that waits for changes."""


MOST: Final = {Shown.NOTHING: MAX_STRANGERS, Shown.KEY: MAX_SOCKETS, Shown.KEY_OF_EVENING: MAX_FOLLOWING}


@dataclass(eq=False)
class _Seen:
    address: str
    since: float
    """The time at which the connection began, or was last answered."""
    shown: Shown = Shown.NOTHING
    answering: bool = False
    """Whether a request of the connection is being answered."""
    unread: int = 0
    moved: float = 0.0
    """The time at which the client last read something."""


class ConnectionLimit:
    """Counts all connections, and ends old connections without a key to make room for new ones.

    Behind a proxy (`one_address`), all clients have the address of the proxy, which has to limit each client itself.
    """

    def __init__(self, timeouts: Timeouts, *, one_address: bool = False) -> None:
        self._timeouts = timeouts
        self._each = max(MAX_STRANGERS, MAX_SOCKETS) if one_address else MAX_EACH
        self._all: dict[Any, _Seen] = {}

    def opened(self, protocol: Any) -> None:
        """Counts a new connection, and ends a connection if there are too many."""
        with suppress(AttributeError):
            protocol.transport.max_size = READ_AT_ONCE  # asyncio's default is sixteen times as large
        self._all[protocol] = _Seen(neighbour(protocol.client), monotonic())
        strangers = [(each, seen) for each, seen in self._all.items() if seen.shown is Shown.NOTHING]
        # Of the address with most connections without a key, the oldest connection ends; if possible, an idle one.
        crowded, count = Counter(seen.address for _, seen in strangers).most_common(1)[0]
        if count > self._each or len(strangers) > MAX_STRANGERS:
            own = [(each, seen) for each, seen in strangers if seen.address == crowded]
            oldest = min(own, key=lambda pair: pair[1].answering)[0]
            oldest.transport.abort()
            self.closed(oldest)

    def closed(self, protocol: Any) -> None:
        """Forgets a connection."""
        self._all.pop(protocol, None)

    def authorize(self, protocol: Any, shown: Shown = Shown.KEY) -> bool:
        """Counts a connection that has shown a key of this kind; False if there are too many already."""
        seen = self._all.get(protocol)
        if seen is None:
            return True
        others = Counter(each.address for each in self._all.values() if each.shown is shown)
        fits = others.total() < MOST[shown] and others[seen.address] < self._each
        seen.shown = shown if fits else Shown.NOTHING
        return fits

    def answering(self, protocol: Any) -> None:
        """Marks the request of a connection as being answered."""
        if protocol in self._all:
            self._all[protocol].answering = True

    def idle(self, protocol: Any) -> None:
        """Marks the request of a connection as answered; the connection is now the newest that waits for a request."""
        seen = self._all.pop(protocol, None)
        if seen is not None:
            seen.answering, seen.shown, seen.since = False, Shown.NOTHING, monotonic()
            self._all[protocol] = seen

    def sweep(self) -> None:
        """Ends connections that do not send anything, and connections that do not read."""
        now = monotonic()
        for protocol, seen in list(self._all.items()):
            waiting = protocol.transport.get_write_buffer_size()
            if not seen.unread or waiting < seen.unread:
                seen.moved = now
            seen.unread = waiting
            asked = waiting or seen.shown is not Shown.NOTHING or seen.answering
            silent = not asked and now - seen.since > self._timeouts.silence
            if silent or now - seen.moved > self._timeouts.stuck:
                protocol.transport.abort()
