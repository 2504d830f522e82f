"""A connection to a relay, over which messages are published one after another, and the pauses between two tries.

No method waits without a limit: each raises RelayError if the relay does not answer in time, or breaks a rule of MQTT.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from . import mqtt
from .mqtt import Answers, BrokerPacket, RelayError, RelayProblem, check_reason
from .relayed import RelayAddress
from .sealed import TOPICS
from .sockets import Socket, open_socket

OPEN_SECONDS: Final = 15.0
"""Seconds that a relay has to accept a connection."""
ANSWER_SECONDS: Final = 10.0
"""Seconds that a relay has for each answer."""
PING_SECONDS: Final = 25.0
"""Seconds without a message after which the relay is asked whether it is still there."""
KEPT_SECONDS: Final = 24 * 3600
"""Seconds for which a relay keeps a message."""

AGAIN: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
"""Seconds until the next try, at most: after the first failure, after the second failure, and so on."""

OpenSocket = Callable[[str], Awaitable[Socket]]
"""Opens a websocket at a URL. Raises RelayError."""


@dataclass(eq=False, slots=True)
class RelayWork:
    """The work for one relay: a connection, or the pause before the next try."""

    address: RelayAddress
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is something to publish."""
    hurried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set to end the pause before the next try."""
    failures: int = 0
    """The number of failed tries since the relay last took everything."""

    def next_pause(self) -> float:
        """Notes one more failure; returns the seconds until the next try."""
        pause = AGAIN[min(self.failures, len(AGAIN) - 1)]
        self.failures += 1
        return pause * random.uniform(0.5, 1.0)  # not all at once after an outage


@asynccontextmanager
async def publishing(address: RelayAddress, open_socket: OpenSocket) -> AsyncIterator[Publisher]:
    """A context with a connection to a relay; the connection is closed at its end. Raises RelayError."""
    async with _in_time(OPEN_SECONDS):
        socket = await open_socket(address.url)
    publisher = Publisher(socket)
    try:
        await publisher.introduce(address)
        yield publisher
        await socket.send(mqtt.DISCONNECT)
    finally:
        await socket.close()


async def reach(address: RelayAddress, open_socket: OpenSocket = open_socket) -> RelayProblem | None:
    """Tests a relay: connects, and publishes an empty message. Returns why this fails; None if it succeeds."""
    try:
        async with publishing(address, open_socket) as publisher:
            return await publisher.publish(TOPICS + secrets.token_hex(16), b"", retain=True)
    except RelayError as error:
        return error.problem


class Publisher:
    """Publishes messages over a websocket."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._answers, self._unread = Answers(), deque[BrokerPacket]()
        self._number = 0

    async def introduce(self, address: RelayAddress) -> None:
        """Sends the first packet, with the user and the password, and waits for the answer. Raises RelayError."""
        answer = await self._asked(mqtt.connect(address.user, address.password), mqtt.CONNACK)
        try:
            check_reason(answer.reason)
        except RelayError as refused:  # some brokers answer a wrong password with NOT_ALLOWED
            wrong = refused.problem is RelayProblem.NOT_ALLOWED
            raise RelayError(RelayProblem.WRONG_PASSWORD if wrong else refused.problem) from None

    async def publish(self, topic: str, body: bytes, *, retain: bool) -> RelayProblem | None:
        """Publishes a message, and waits for the answer. Raises RelayError if the connection fails.

        Returns why the relay does not take the message; None if the relay takes it.
        """
        self._number = self._number % 0xFFFF + 1
        packet = mqtt.publish(topic, body, self._number, retain=retain, seconds=KEPT_SECONDS)
        answer = await self._asked(packet, mqtt.PUBACK)
        if answer.number != self._number:
            raise RelayError(RelayProblem.NOT_A_RELAY)
        try:
            check_reason(answer.reason)
        except RelayError as refused:
            return refused.problem
        return None

    async def idle(self, woken: asyncio.Event, seconds: float) -> None:
        """Waits until `woken` is set, or until these seconds are over.

        Waits at most PING_SECONDS. If `woken` is not set by then, asks the relay whether it is still there. Raises
        RelayError if the connection has ended, or if the relay does not answer.
        """
        reading, waking = asyncio.create_task(self._answer()), asyncio.create_task(woken.wait())
        try:
            tasks = {reading, waking}
            pause = min(seconds, PING_SECONDS)
            done, _ = await asyncio.wait(tasks, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in (reading, waking):
                each.cancel()
            await asyncio.gather(reading, waking, return_exceptions=True)
        if reading in done:
            reading.result()  # raises if the connection has ended
            raise RelayError(RelayProblem.NOT_A_RELAY)  # an answer although nothing was asked
        if waking not in done:
            await self._asked(mqtt.PING, mqtt.PINGRESP)

    async def _asked(self, packet: bytes, kind: int) -> BrokerPacket:
        async with _in_time(ANSWER_SECONDS):
            await self._socket.send(packet)
            answer = await self._answer()
        if answer.kind != kind:
            raise RelayError(RelayProblem.NOT_A_RELAY)
        return answer

    async def _answer(self) -> BrokerPacket:
        while not self._unread:
            self._unread.extend(self._answers.taken(await self._socket.receive()))
        answer = self._unread.popleft()
        if answer.kind == mqtt.GOODBYE:
            check_reason(answer.reason)
            raise RelayError(RelayProblem.NOT_REACHED)
        return answer


@asynccontextmanager
async def _in_time(seconds: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise RelayError(RelayProblem.NOT_REACHED) from None
