"""Clients that lie, babble, flood, dawdle or bring friends; and a quiet one that only wants its page.

All of them stay on this computer and come in bounded numbers.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import msgpack
from conftest import Running, registration
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

PATIENCE = 60.0
"""Seconds for whatever happens in the end, on a computer that may be busy."""

Node = dict[str, Any]

REGISTER, PATCH, EVENT, PROPERTIES, CALL = range(1, 6)


def packed(action: int, body: Any) -> bytes:
    return b"\0" + bytes(msgpack.packb([action, body]))


@asynccontextmanager
async def join(running: Running, *, key: bool = True, **settings: Any) -> AsyncIterator[ClientConnection]:
    """A websocket, which shows the key of the printed address unless told otherwise."""
    url = running.base.replace("http", "ws", 1) + "ws"
    async with connect(url, proxy=None, max_size=None, ping_interval=None, **settings) as connection:
        if key:
            await connection.send(running.hello)
        yield connection


def memory(running: Running) -> float:
    """The memory of the server, in MB."""
    return int(_told(running, "rss")) / 1024


def work(running: Running) -> int:
    """The seconds for which the server has kept a processor busy: other programs do not count."""
    hours, minutes, seconds = _told(running, "time").split(":")
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds)


def _told(running: Running, what: str) -> str:
    command = ["ps", "-o", f"{what}=", "-p", str(running.process.pid)]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


class Talker:
    """A client that speaks Flet's protocol, and keeps every control it was ever sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.controls: list[Node] = []
        self.calls: list[Node] = []
        self.kept: list[Node] = []
        """The values that the server gives the browser to keep."""
        self.answers: dict[str, Any] = {}
        """The answers to calls, by the name of the method; other calls get no answer."""

    async def hear(self, until: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Listen until something is so."""
        async with asyncio.timeout(seconds):
            while not until():
                await self._message()

    async def _message(self) -> None:
        raw = await self.connection.recv()
        if isinstance(raw, str):  # for our own script in the page
            self.kept.append(json.loads(raw))
            return
        action, body = msgpack.unpackb(raw[1:], strict_map_key=False, ext_hook=lambda *_: None)
        self.controls.extend(_controls(body))
        if action == CALL:
            self.calls.append(body)
            if body["name"] in self.answers:
                answer = self.answers[body["name"]]
                known = {key: body[key] for key in ("control_id", "call_id")}
                await self.connection.send(packed(CALL, {**known, "result": answer, "error": None}))

    def asked(self, method: str) -> bool:
        return any(call["name"] == method for call in self.calls)

    def find(self, identifier: str) -> int | None:
        """The number of what reacts to a tap under an identifier."""
        for node in reversed(self.controls):
            if node["_c"] == "Semantics" and node.get("identifier") == identifier:
                return next((each["_i"] for each in _controls(node) if each.get("on_click")), None)
        return None

    async def tap(self, identifier: str) -> None:
        await self.hear(lambda: self.find(identifier))
        await self.connection.send(
            packed(EVENT, {"target": self.find(identifier), "name": "click", "data": None})
        )


def _controls(value: Any) -> Iterator[Node]:
    if isinstance(value, dict):
        if "_c" in value and "_i" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _controls(each)


# --- The quiet one ----------------------------------------------------------------------------------


async def newcomer(running: Running) -> int:
    """Somebody comes by, and waits for its first screen: how long the server works meanwhile."""
    before = work(running)
    async with join(running, open_timeout=PATIENCE) as connection:
        talker = Talker(connection)
        await connection.send(registration())
        await talker.hear(lambda: talker.find("new-session"))
    return work(running) - before


async def most_work(running: Running, others: Awaitable[Any]) -> int:
    """The most work while a newcomer waits and others do what they do."""
    doing = asyncio.ensure_future(others)
    found = [await newcomer(running)]
    while not doing.done():
        found.append(await newcomer(running))
        await asyncio.sleep(0.1)
    await doing
    return max(found)


# --- The bad ones: each is one connection ---------------------------------------------------------


async def vanisher(running: Running) -> None:
    """It registers and is cut off in the middle of a message."""
    with suppress(WebSocketException, OSError):
        async with join(running) as connection:
            await connection.send(registration())
            connection.transport.write(b"\x82\xfe\xff\xff")
            connection.transport.abort()


async def bomber(running: Running, size: int = 300_000) -> None:
    """Its headers do not end."""
    await _raw(running, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + size * b"x")


async def _send(
    running: Running, *messages: bytes, key: bool = True, text: bool = False, wait: bool = True
) -> None:
    with suppress(WebSocketException, OSError):
        async with join(running, key=key) as connection:
            for message in messages:
                await connection.send(message, text=text)
            if wait:
                await connection.recv()


async def _raw(running: Running, data: bytes) -> None:
    with suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(running.url).port)
        writer.write(data)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await writer.drain()
        writer.transport.abort()


KINDS: dict[str, Callable[[Running], Awaitable[None]]] = {
    "has no key": lambda running: _send(running, key=False, wait=False),
    "sends nonsense before it has registered": lambda running: _send(running, b"\0\xc1\xff"),
    "registers and is gone at once": lambda running: _send(running, registration(), wait=False),
    "begins a request and leaves": lambda running: _raw(running, b"GET / HTTP/1.1\r\nHost: 127.0.0.1"),
    "sends text that is none": lambda running: _send(running, b"\xff\xfe", text=True),
    "is cut off in the middle of a message": vanisher,
    "has headers that do not end": bomber,
    "speaks something else": lambda running: _raw(running, b"\x16\x03\x01\x02\x00" * 50 + b"\r\n\r\n"),
}
"""The deeds of a bad connection."""


async def crowd(running: Running, count: int, *, at_once: int = 16) -> None:
    """A number of bad connections of every kind."""
    turns, kinds = asyncio.Semaphore(at_once), list(KINDS.values())

    async def one(number: int) -> None:
        async with turns:
            await kinds[number % len(kinds)](running)

    await asyncio.gather(*(one(number) for number in range(count)))


# --- Those that stay ------------------------------------------------------------------------------


@asynccontextmanager
async def flood(running: Running, message: bytes, count: int) -> AsyncIterator[None]:
    """While a number of clients send the same message again and again, and read nothing."""
    begun = asyncio.Barrier(count + 1)

    async def send() -> None:
        async with join(running, close_timeout=0.1, open_timeout=PATIENCE) as connection:
            await connection.send(registration())
            await connection.recv()
            await begun.wait()
            try:
                while True:
                    for _ in range(20):
                        await connection.send(message)
                    await asyncio.sleep(0)  # the quiet one is in this process, too
            finally:
                connection.transport.abort()

    senders = [asyncio.create_task(send()) for _ in range(count)]
    try:
        async with asyncio.timeout(PATIENCE):
            await begun.wait()
        yield
    finally:
        for each in senders:
            each.cancel()
        for ended in await asyncio.gather(*senders, return_exceptions=True):
            assert isinstance(ended, asyncio.CancelledError | ConnectionClosed), ended


def silent(running: Running, count: int) -> list[socket.socket]:
    """Connections that never say anything."""
    port = urlsplit(running.url).port
    assert port is not None
    found = []
    for _ in range(count):
        with suppress(OSError):
            found.append(socket.create_connection(("127.0.0.1", port), timeout=2))
    return found


def closed(connection: socket.socket, seconds: float) -> bool:
    """Whether the other side ends it."""
    connection.settimeout(seconds)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def reset(connection: socket.socket) -> None:
    """Cut it off without a word."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
