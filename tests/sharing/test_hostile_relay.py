"""Relays that hang, refuse, flood or lie: no save waits for them, nothing crashes, and each is said for what it is."""

from __future__ import annotations

import asyncio
import random
import resource
import ssl
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest
from evenings import after, by, table
from relays import free_port, running
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from scorepad.history import History
from scorepad.pad import Pad
from scorepad.sharing import publisher
from scorepad.sharing.mqtt import MAX_ANSWER, Answers, RelayError
from scorepad.sharing.relay import Relay, RelayAddress, RelayProblem, reach

ID = "evening"
ACCEPTED = b"\x20\x03\x00\x00\x00"
Talk = Callable[[ServerConnection], Awaitable[None]]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher, "OPEN_SECONDS", 2.0)
    monkeypatch.setattr(publisher, "ANSWER_SECONDS", 1.0)


@asynccontextmanager
async def broker(talk: Talk, **more: object) -> AsyncIterator[RelayAddress]:
    """A broker that talks so over its websockets."""

    async def quietly(connection: ServerConnection) -> None:
        with suppress(ConnectionClosed, ConnectionError):
            await talk(connection)

    settings = {"subprotocols": ["mqtt"], "ping_interval": None, "compression": None, "close_timeout": 0.1}
    async with serve(quietly, "127.0.0.1", 0, **(settings | more)) as server:  # type: ignore[arg-type]
        yield RelayAddress(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/mqtt")


def says(*answers: bytes) -> Talk:
    """Answers each packet with the next of these, whatever it is, and then nothing more."""

    async def talk(connection: ServerConnection) -> None:
        for answer in answers:
            await connection.recv()
            await connection.send(answer)
        await connection.wait_closed()

    return talk


async def floods(connection: ServerConnection) -> None:
    """Accepts, then sends what nobody asked for."""
    await connection.recv()
    await connection.send(ACCEPTED)
    while True:
        await connection.send(b"\xd0\x00" * 500)


async def pings(connection: ServerConnection) -> None:
    """Sends pings of websockets, as fast as it can."""
    while True:
        await connection.ping()
        await asyncio.sleep(0)  # the client may be in the same loop


async def sends_much(connection: ServerConnection) -> None:
    """Sends one message of 4 MiB."""
    await connection.recv()
    await connection.send(bytes(1 << 22))


async def sends_pieces(connection: ServerConnection) -> None:
    """Sends one message without an end, in pieces."""
    await connection.recv()

    async def pieces() -> AsyncIterator[bytes]:
        while True:
            yield bytes(4096)
            await asyncio.sleep(0)

    await connection.send(pieces())


async def hangs(connection: ServerConnection) -> None:
    """Says nothing."""
    await connection.wait_closed()


async def says_goodbye(connection: ServerConnection) -> None:
    """Hangs up at once."""


P = RelayProblem
LIARS = {
    "hangs": (hangs, P.NOT_REACHED),
    "hangs up": (says_goodbye, P.NOT_REACHED),
    "floods": (floods, P.NOT_A_RELAY),
    "pings": (pings, P.NOT_A_RELAY),
    "sends a huge message": (sends_much, P.NOT_A_RELAY),
    "sends a message without an end": (sends_pieces, P.NOT_A_RELAY),
    "announces a huge packet": (says(b"\x20\xff\xff\xff\x7f"), P.NOT_A_RELAY),
    "has a length without an end": (says(b"\x20\xff\xff\xff\xff\xff"), P.NOT_A_RELAY),
    "cuts a packet": (says(b"\x20\x03\x00"), P.NOT_REACHED),
    "accepts without a reason": (says(b"\x20\x00"), P.NOT_A_RELAY),
    "answers with another packet": (says(b"\xd0\x00"), P.NOT_A_RELAY),
    "publishes": (says(b"\x30\x05\x00\x01aab"), P.NOT_A_RELAY),
    "speaks version 3": (says(b"\x20\x02\x00\x01"), P.TOO_OLD),
    "does not speak version 5": (says(b"\x20\x03\x00\x84\x00"), P.TOO_OLD),
    "refuses the password": (says(b"\x20\x03\x00\x86\x00"), P.WRONG_PASSWORD),
    "is busy": (says(b"\x20\x03\x00\x89\x00"), P.BUSY),
    "has an unknown reason": (says(b"\x20\x03\x00\xee\x00"), P.NOT_A_RELAY),
    "does not acknowledge": (says(ACCEPTED), P.NOT_REACHED),
    "acknowledges another message": (says(ACCEPTED, b"\x40\x02\x00\x09"), P.NOT_A_RELAY),
    "acknowledges nothing": (says(ACCEPTED, b"\x40\x00"), P.NOT_A_RELAY),
    "acknowledges twice": (says(ACCEPTED, b"\x40\x02\x00\x01" * 2), None),
    "does not let publish": (says(ACCEPTED, b"\x40\x03\x00\x01\x87"), P.NOT_ALLOWED),
    "says goodbye with a reason": (says(ACCEPTED, b"\xe0\x01\x95"), P.TOO_LARGE),
    "says goodbye without one": (says(ACCEPTED, b"\xe0\x00"), P.NOT_REACHED),
}


@pytest.mark.promise(
    "Following an evening", "A relay that hangs, refuses, floods or lies is said for what it is."
)
@pytest.mark.parametrize("lie", LIARS)
async def test_what_a_relay_does_wrong_is_told(lie: str) -> None:
    talk, problem = LIARS[lie]
    async with broker(talk) as address:
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert await reach(address) is problem
        assert time.monotonic() - began < 5
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000, (
            "KiB, with the broker's own"
        )


async def test_a_text_is_no_packet() -> None:
    async def talks(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.send("welcome")
        await connection.wait_closed()

    async with broker(talks) as address:
        assert await reach(address) is RelayProblem.NOT_A_RELAY


async def test_a_page_or_another_protocol_is_no_relay() -> None:
    async with broker(hangs, subprotocols=["chat"]) as address:
        assert await reach(address) is RelayProblem.NOT_A_RELAY
    async with broker(hangs, process_request=lambda *_: Response(404, "planted", Headers())) as address:
        assert await reach(address) is RelayProblem.NOT_A_RELAY


async def test_no_redirection_is_followed() -> None:
    visited = list[str]()

    def redirects(connection: ServerConnection, request: Request) -> Response | None:
        visited.append(request.path)
        return Response(302, "planted", Headers({"Location": "/elsewhere"}))

    async with broker(hangs, process_request=redirects) as address:
        assert await reach(address) is RelayProblem.NOT_A_RELAY
    assert visited == ["/mqtt"]


async def test_random_bytes_are_no_relay() -> None:
    """As the first bytes of a connection, and as a message."""
    rng = random.Random(3)

    async def noise(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(rng.randbytes(rng.randrange(1, 40_000)))
        with suppress(ConnectionError):
            await writer.drain()
            writer.close()

    server = await asyncio.start_server(noise, "127.0.0.1", 0)
    async with server:
        for _ in range(20):
            port = server.sockets[0].getsockname()[1]
            found = await reach(RelayAddress(f"ws://127.0.0.1:{port}/"))
            assert found in (RelayProblem.NOT_A_RELAY, RelayProblem.NOT_REACHED)
    assert await reach(RelayAddress(f"ws://127.0.0.1:{port}/")) is RelayProblem.NOT_REACHED


def test_random_packets_are_cut_or_refused() -> None:
    rng = random.Random(4)
    for _ in range(3000):
        answers, raw = Answers(), bytearray(rng.randbytes(rng.randrange(60)))
        if raw and rng.random() < 0.8:
            raw[0] = rng.choice((0x20, 0x40, 0xD0, 0xE0))
        with suppress(RelayError):
            while raw:
                size = rng.randrange(1, 9)
                for each in answers.taken(bytes(raw[:size])):
                    assert len(each.body) <= MAX_ANSWER
                    assert 0 <= each.reason < 256
                del raw[:size]


# -- encryption --


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost that nobody has signed, with its key."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path = tmp_path_factory.mktemp("certificate") / "localhost.pem"
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.mark.promise(
    "Following an evening",
    "A relay without a valid certificate for its name gets nothing, not even a password.",
)
async def test_a_certificate_is_checked(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context, got = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), list[object]()
    context.load_cert_chain(certificate)

    async def listens(connection: ServerConnection) -> None:
        got.append(await connection.recv())
        await connection.send(b"\x20\x03\x00\x89\x00")
        await connection.wait_closed()

    async with broker(listens, ssl=context) as address:
        port = address.url.split(":")[2]
        for host in ("localhost", "127.0.0.1"):
            relay = RelayAddress(f"wss://{host}:{port}", "table", "password")
            assert await reach(relay) is RelayProblem.NOT_TRUSTED
        assert got == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert await reach(RelayAddress(f"wss://localhost:{port}")) is RelayProblem.BUSY
        assert await reach(RelayAddress(f"wss://127.0.0.1:{port}")) is RelayProblem.NOT_TRUSTED, (
            "another name"
        )


# -- the one who saves --


@contextmanager
def in_thread(talk: Talk) -> Iterator[RelayAddress]:
    """A hostile broker in a thread of its own."""
    found, ready, end = list[RelayAddress](), threading.Event(), list[Callable[[], object]]()

    async def work() -> None:
        stopped = asyncio.Event()
        async with broker(talk) as address:
            found.append(address)
            loop = asyncio.get_running_loop()
            end.append(lambda: loop.call_soon_threadsafe(stopped.set))
            ready.set()
            await stopped.wait()

    thread = threading.Thread(target=lambda: asyncio.run(work()))
    thread.start()
    try:
        assert ready.wait(10)
        yield found[0]
    finally:
        end[0]()
        thread.join(10)


@pytest.mark.promise("Following an evening", "No save waits for a relay, whatever it does.")
@pytest.mark.parametrize("lie", ["hangs", "floods", "pings", "does not acknowledge"])
def test_a_save_does_not_wait(history: History, lie: str) -> None:
    history.create(table(4, id=ID))
    pad, relay = Pad(history), Relay(history)
    pad.subscribe(lambda what: relay.changed(what.evening))
    with in_thread(LIARS[lie][0]) as address:
        relay.choose(address)
        relay.share(ID)
        with running(relay):
            took = list[float]()
            for _ in range(10):
                stamp = history.stamp()
                began = time.monotonic()
                pad.change(ID, lambda now, entry, at=stamp: (after(now, by(0), at=lambda: at), entry))  # type: ignore[misc]
                took.append(time.monotonic() - began)
                time.sleep(0.05)
            assert sorted(took)[-2] < 0.3, took  # the computer may be busy once
            end = time.monotonic() + 5
            while relay.state(ID).problem is not LIARS[lie][1]:
                assert time.monotonic() < end
                time.sleep(0.02)


def test_a_relay_that_falls_silent_is_noticed(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    """It took the evening, and says nothing any more, though its connection stays open."""
    monkeypatch.setattr(publisher, "PING_SECONDS", 0.2)

    async def falls_silent(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.send(ACCEPTED)
        await connection.recv()
        await connection.send(b"\x40\x02\x00\x01")
        await connection.wait_closed()

    history.create(table(4, id=ID))
    relay = Relay(history)
    with in_thread(falls_silent) as address:
        relay.choose(address)
        relay.share(ID)
        with running(relay):
            end = time.monotonic() + 10
            while relay.state(ID).problem is not RelayProblem.NOT_REACHED:
                assert time.monotonic() < end
                time.sleep(0.02)
    assert relay.state(ID).sent is not None


def test_a_relay_that_is_not_there_is_told_and_tried_again(history: History) -> None:
    history.create(table(4, id=ID))
    relay, told = Relay(history), list[str]()
    relay.subscribe(told.append)
    relay.choose(RelayAddress.of(f"ws://127.0.0.1:{free_port()}"))
    relay.share(ID)
    with running(relay):
        end = time.monotonic() + 5
        while relay.state(ID).problem is not RelayProblem.NOT_REACHED:
            assert time.monotonic() < end
            time.sleep(0.02)
    assert told == [ID, ID], "shared, and not reached"


def test_the_program_ends_soon_though_the_relay_hangs(history: History) -> None:
    history.create(table(4, id=ID))
    relay = Relay(history)
    with in_thread(hangs) as address:
        relay.choose(address)
        relay.share(ID)
        with running(relay):
            time.sleep(0.1)
            began = time.monotonic()
        assert time.monotonic() - began < 2
