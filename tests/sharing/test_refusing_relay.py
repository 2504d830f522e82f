"""Relays that refuse, or are away, for a while: in the end, each has what it should have, and nobody missed an end."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict, deque
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from evenings import after, by, table
from relays import opened, running, secret_of, topic_for

from scorepad.history import History, HistoryError
from scorepad.pad import Pad
from scorepad.sharing import publisher
from scorepad.sharing import relay as relay_module
from scorepad.sharing.mqtt import RelayError
from scorepad.sharing.packed import pack
from scorepad.sharing.publisher import RelayWork
from scorepad.sharing.relay import Relay, RelayAddress, RelayProblem

WEB_APP = "https://scores.example.org/"
BUSY, QUOTA, FORBIDDEN, TOO_LARGE = 0x89, 0x97, 0x87, 0x95
FIRST, SECOND = (RelayAddress.of(f"wss://{name}.example.org/mqtt") for name in ("first", "second"))


class Broker:
    """A broker in memory: what it keeps, what followers heard, and the reasons with which it refuses next."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.heard = defaultdict[str, list[bytes]](list)
        self.refusals = deque[int]()
        self.refuses: Callable[[str], int] = lambda topic: 0
        self.is_away = False
        self.visits = 0

    async def open(self) -> Connection:
        self.visits += 1
        if self.is_away:
            raise RelayError(RelayProblem.NOT_REACHED)
        return Connection(self)

    def published(self, packet: bytes) -> int:
        """Takes a message, or refuses it with the reason that this returns."""
        flags, at = packet[0], 1
        while packet[at] & 0x80:
            at += 1
        size = int.from_bytes(packet[at + 1 : at + 3], "big")
        topic = packet[at + 3 : at + 3 + size].decode()
        body = packet[at + 3 + size + 2 + 1 + 5 :]  # after the number and one property
        if reason := (self.refusals.popleft() if self.refusals else self.refuses(topic)):
            return reason
        self.heard[topic].append(body)
        if flags & 1 and body:
            self.kept[topic] = body
        elif flags & 1:
            self.kept.pop(topic, None)
        return 0


class Connection:
    """A websocket to a broker in memory."""

    def __init__(self, broker: Broker) -> None:
        self._broker, self._answers = broker, asyncio.Queue[bytes]()

    async def send(self, raw: bytes) -> None:
        self._check()
        if raw[0] == 0x10:
            self._answers.put_nowait(b"\x20\x03\x00\x00\x00")
        elif raw[0] & 0xF0 == 0x30:
            reason = self._broker.published(raw)
            at = raw.index(b"scorepad/1/") + len("scorepad/1/") + 32
            self._answers.put_nowait(b"\x40\x03" + raw[at : at + 2] + bytes([reason]))
        elif raw[0] == 0xC0:
            self._answers.put_nowait(b"\xd0\x00")

    async def receive(self) -> bytes:
        while True:
            self._check()
            try:
                return await asyncio.wait_for(self._answers.get(), 0.01)
            except TimeoutError:
                continue

    async def close(self) -> None:
        pass

    def _check(self) -> None:
        if self._broker.is_away:
            raise RelayError(RelayProblem.NOT_REACHED)


class Tables:
    """The evenings of one device, its relays, and all secrets that it has ever given."""

    def __init__(self, history: History, clock: SimpleNamespace) -> None:
        self.clock = clock
        self.pad = Pad(history)
        for number in range(3):
            history.create(table(4, id=f"evening-{number}"))
        self.ids = [f"evening-{number}" for number in range(3)]
        self.brokers = {FIRST.url: Broker(), SECOND.url: Broker()}
        self.secrets: dict[str, tuple[str, str]] = {}
        """For each secret the evening, and the URL of the relay."""
        self.relay = self.started()

    def started(self) -> Relay:
        return Relay(self.pad.history, open_socket=lambda url: self.brokers[url].open())

    def turn_clock(self, seconds: float) -> None:
        """Sets the clock of the device ahead, or back."""
        now = self.clock.time
        self.clock.time = lambda: now() + seconds

    def share(self, evening_id: str) -> str:
        self.relay.share(evening_id)
        assert self.relay.address is not None
        secret = secret_of(self.relay.link(evening_id, WEB_APP))
        self.secrets[secret] = evening_id, self.relay.address.url
        return secret

    def play(self, evening_id: str) -> None:
        stamp = self.pad.history.stamp()
        self.pad.change(evening_id, lambda now, entry: (after(now, by(0), at=lambda: stamp), entry))
        self.relay.changed(evening_id)

    def faults(self) -> list[str]:
        """What the relays do not have as it should be."""
        found = list[str]()
        for secret, (evening_id, url) in self.secrets.items():
            topic, broker = topic_for(secret), self.brokers[url]
            link = self.relay.link(evening_id, WEB_APP)
            is_shared = link is not None and secret_of(link) == secret
            kept = opened(secret, topic, broker.kept[topic]) if topic in broker.kept else None
            told = [opened(secret, topic, each) for each in broker.heard[topic] if each]
            numbers = [each.number for each in told if each is not None]
            if numbers != sorted(set(numbers)):
                found.append("numbers that do not grow")
            if is_shared and (kept is None or kept.raw != pack(self.pad.history.load(evening_id))):
                found.append("another evening than the one that is shared")
            if not is_shared and topic in broker.kept:
                found.append("kept after the end")
            if not is_shared and told and (told[-1] is None or told[-1].raw):
                found.append("nobody heard of the end")
        return found

    def settle(self) -> None:
        """Waits until the relays have everything."""
        end = time.monotonic() + 10
        while self.faults():
            assert time.monotonic() < end, self.faults()
            time.sleep(0.005)


@pytest.fixture
def tables(history: History, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Evenings, and relays with which everything goes fast; `clock.time` is the time of the device."""
    clock = SimpleNamespace(time=time.time, monotonic=time.monotonic)
    monkeypatch.setattr(relay_module, "time", clock)
    monkeypatch.setattr(relay_module, "DRAWN", 0.001)
    monkeypatch.setattr(publisher, "AGAIN", (0.01, 0.02))
    return Tables(history, clock)


@pytest.mark.promise(
    "Following an evening",
    "Whatever relays refuse, and whenever they are away: in the end they have each evening as it is, and each end.",
)
@pytest.mark.parametrize("seed", range(40))
def test_relays_have_everything_in_the_end(tables: Tables, seed: int) -> None:
    rng = random.Random(seed)
    tables.relay.choose(FIRST)

    def act() -> None:
        brokers, evening_id = list(tables.brokers.values()), rng.choice(tables.ids)
        match rng.randrange(9):
            case 0 | 1 | 2:
                tables.play(evening_id)
            case 3 | 4 if tables.relay.address is not None:
                tables.share(evening_id)
            case 5:
                tables.relay.stop(evening_id)
            case 6:
                tables.relay.choose(rng.choice((FIRST, SECOND, None)))
            case 7:
                broker = rng.choice(brokers)
                broker.is_away = not broker.is_away
            case 8:
                reasons = (BUSY, QUOTA, FORBIDDEN, TOO_LARGE)
                rng.choice(brokers).refusals.extend(rng.choices(reasons, k=rng.randrange(1, 4)))
        time.sleep(rng.choice((0, 0.001, 0.02)))

    for _ in range(3):  # starts of the app
        with running(tables.relay):
            for _ in range(8):
                act()
        tables.turn_clock(rng.uniform(-3600, 10))
        tables.relay = tables.started()
    for broker in tables.brokers.values():
        broker.is_away = False
        broker.refusals.clear()
    with running(tables.relay):
        tables.settle()


@pytest.mark.parametrize("reason", [BUSY, QUOTA, FORBIDDEN, TOO_LARGE, 0x80])
def test_a_refused_save_is_published_later_without_another_save(tables: Tables, reason: int) -> None:
    tables.relay.choose(FIRST)
    tables.share(tables.ids[0])
    with running(tables.relay):
        tables.settle()
        tables.brokers[FIRST.url].refuses = lambda topic: reason
        tables.play(tables.ids[0])
        end = time.monotonic() + 10
        while tables.relay.state(tables.ids[0]).problem is None:
            assert time.monotonic() < end
            time.sleep(0.005)
        tables.brokers[FIRST.url].refuses = lambda topic: 0
        tables.settle()
        while tables.relay.state(tables.ids[0]).problem is not None:
            assert time.monotonic() < end
            time.sleep(0.005)


def test_a_refused_evening_holds_no_other_up(tables: Tables) -> None:
    tables.relay.choose(FIRST)
    refused = topic_for(tables.share(tables.ids[0]))
    broker = tables.brokers[FIRST.url]
    broker.refuses = lambda topic: FORBIDDEN if topic == refused else 0
    del tables.secrets[next(iter(tables.secrets))]
    tables.share(tables.ids[1])
    with running(tables.relay):
        for _ in range(3):
            tables.play(tables.ids[1])
            tables.settle()
        assert tables.relay.state(tables.ids[0]).problem is RelayProblem.NOT_ALLOWED
        assert tables.relay.state(tables.ids[1]).problem is None
    assert broker.visits == 1, "the connection stays"


def test_what_the_relay_has_is_not_published_again(tables: Tables) -> None:
    tables.relay.choose(FIRST)
    unchanged = topic_for(tables.share(tables.ids[0]))
    tables.share(tables.ids[1])
    with running(tables.relay):
        for _ in range(5):
            tables.play(tables.ids[1])
            tables.settle()
    assert len(tables.brokers[FIRST.url].heard[unchanged]) == 1


def test_an_end_that_is_refused_is_told_later(tables: Tables) -> None:
    tables.relay.choose(FIRST)
    tables.share(tables.ids[0])
    broker = tables.brokers[FIRST.url]
    with running(tables.relay):
        tables.settle()
        broker.refuses = lambda topic: FORBIDDEN
        tables.relay.stop(tables.ids[0])
        time.sleep(0.2)
        assert tables.faults()
    broker.refuses = lambda topic: 0
    tables.relay = tables.started()
    with running(tables.relay):
        tables.settle()


@pytest.mark.parametrize("other", [SECOND, None])
def test_a_relay_that_was_away_is_told_the_end_though_another_was_chosen(
    tables: Tables, other: RelayAddress | None
) -> None:
    tables.relay.choose(FIRST)
    tables.share(tables.ids[0])
    broker = tables.brokers[FIRST.url]
    with running(tables.relay):
        tables.settle()
        broker.is_away = True
        tables.relay.choose(other)
        time.sleep(0.1)
        if other is not None:
            tables.share(tables.ids[0])
            end = time.monotonic() + 10
            while (
                tables.relay.state(tables.ids[0]).sent is None
            ):  # the first relay holds the second one not up
                assert time.monotonic() < end
                time.sleep(0.005)
        broker.is_away = False
        tables.settle()


def test_a_new_password_keeps_the_links(tables: Tables) -> None:
    tables.relay.choose(FIRST)
    secret = tables.share(tables.ids[0])
    with running(tables.relay):
        tables.settle()
        tables.relay.choose(RelayAddress(FIRST.url, "table", "a new password"))
        assert secret_of(tables.relay.link(tables.ids[0], WEB_APP)) == secret
        tables.play(tables.ids[0])
        tables.settle()


def test_a_clock_that_is_set_back_loses_no_save(tables: Tables) -> None:
    """Whoever has the page open takes larger numbers only."""
    tables.relay.choose(FIRST)
    tables.share(tables.ids[0])
    for _ in range(3):
        with running(tables.relay):
            tables.play(tables.ids[0])
            tables.settle()
        tables.turn_clock(-86_400)
        tables.relay = tables.started()
    with running(tables.relay):
        tables.settle()


def test_an_evening_that_cannot_be_read_is_tried_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.relay.choose(FIRST)
    tables.share(tables.ids[0])

    def fails(_: str) -> None:
        raise HistoryError

    with running(tables.relay):
        with monkeypatch.context() as patch:
            patch.setattr(tables.pad.history, "load", fails)
            tables.relay.changed(None)
            end = time.monotonic() + 10
            while tables.relay.state(tables.ids[0]).problem is not RelayProblem.UNREADABLE:
                assert time.monotonic() < end
                time.sleep(0.005)
        tables.settle()


def test_tries_become_rare_until_one_succeeds(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = (0.05, 0.1, 0.2, 0.4, 30)
    monkeypatch.setattr(publisher, "AGAIN", pauses)
    tables.relay.choose(FIRST)
    tables.share(tables.ids[0])
    broker = tables.brokers[FIRST.url]
    broker.is_away = True
    with running(tables.relay):
        time.sleep(1)
        assert broker.visits <= 5
        broker.is_away = False
        tables.share(tables.ids[1])  # does not wait for the next try
        tables.settle()
        broker.is_away = True
        time.sleep(0.1)
        broker.is_away = False
        tables.play(tables.ids[0])
        tables.settle()
    work = RelayWork(FIRST)
    assert all(0.5 <= work.next_pause() / pause <= 1 for pause in (*pauses, 30, 30))
