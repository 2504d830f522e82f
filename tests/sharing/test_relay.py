"""An evening at a real mosquitto: those with the link have each save, nobody else has anything."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from empty_history import Clock
from evenings import after, by, table
from relays import (
    PASSWORD,
    QUOTED,
    USER,
    Follower,
    Mosquitto,
    Reader,
    closed,
    mosquitto,
    opened,
    running,
    secret_of,
    topic_for,
)

from scorepad.evening.evening import Evening
from scorepad.history import Disk, History
from scorepad.pad import Pad
from scorepad.sharing import publisher
from scorepad.sharing import relay as relay_module
from scorepad.sharing.packed import pack, unpack
from scorepad.sharing.relay import (
    Relay,
    RelayAddress,
    RelayProblem,
    reach,
)
from scorepad.sharing.relayed import read_relay
from scorepad.sharing.sealed import Seal, new_secret, topic_of
from scorepad.sharing.sockets import Socket, open_socket

ID = "evening"
WEB_APP = "https://scores.example.org/"


@pytest.fixture(scope="module")
def broker() -> Iterator[Mosquitto]:
    with mosquitto() as found:
        yield found


@pytest.fixture
def pad(history: History) -> Pad:
    history.create(table(4, id=ID))
    return Pad(history)


def relay_of(pad: Pad, address: str | None) -> Relay:
    """The relay of a pad, as the app connects them."""
    relay = Relay(pad.history)
    pad.subscribe(lambda what: relay.changed(what.evening))
    if address is not None:
        relay.choose(RelayAddress.of(address))
    return relay


@pytest.fixture
def relay(pad: Pad, broker: Mosquitto) -> Iterator[Relay]:
    """A relay that publishes."""
    with running(relay_of(pad, broker.address)) as relay:
        yield relay


def plays(pad: Pad) -> Evening:
    """Saves one more hand."""
    stamp = pad.history.stamp()
    found = pad.change(ID, lambda now, entry: (after(now, by(0), at=lambda: stamp), entry))
    assert found is not None
    return found


def shared(relay: Relay) -> str:
    """Shares the evening; returns the secret of its link."""
    relay.share(ID)
    return secret_of(relay.link(ID, WEB_APP))


def until(holds: object, seconds: float = 10) -> None:
    """Waits until a function returns something true."""
    end = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.01)


# -- those who follow --


@pytest.mark.promise(
    "Following an evening", "Over a relay, whoever has the link has each save, also who comes late."
)
def test_followers_and_latecomers_have_each_save(pad: Pad, relay: Relay, broker: Mosquitto) -> None:
    secret = shared(relay)
    with Follower(broker.port, secret) as early:
        assert unpack(early.state().raw) == pad.history.load(ID)
        last = 0
        for _ in range(3):
            evening = plays(pad)
            found = early.sees(lambda state, now=evening: unpack(state.raw) == now)  # type: ignore[misc]
            assert found.number > last
            last = found.number
        with Follower(broker.port, secret) as late:
            state = late.state()
            assert (state.retained, unpack(state.raw)) == (True, evening)
    until(lambda: relay.state(ID).sent is not None)
    assert relay.state(ID).problem is None


def test_a_relay_keeps_an_evening_for_a_day(pad: Pad, relay: Relay, broker: Mosquitto) -> None:
    with Follower(broker.port, shared(relay)) as follower:
        expiry = follower.next().properties.MessageExpiryInterval  # type: ignore[union-attr]
    assert 24 * 3600 - 5 <= expiry <= 24 * 3600


@pytest.mark.promise(
    "Following an evening", "Whoever lost the relay, 280 times at random moments, ends with the last state."
)
def test_reconnects_at_random_moments_end_with_the_last_state(
    pad: Pad, relay: Relay, broker: Mosquitto
) -> None:
    secret, ends, many = shared(relay), dict[int, bytes](), 14

    def comes_and_goes(number: int) -> None:
        rng, newest = random.Random(number), (0, b"")
        for visit in range(20):
            with Follower(broker.port, secret) as follower:
                end = time.monotonic() + (1 if visit == 19 else rng.uniform(0, 0.15))
                while (left := end - time.monotonic()) > 0:
                    try:
                        newest = max(newest, follower.state(left)[:2])
                    except queue.Empty:
                        break
        ends[number] = newest[1]

    threads = [threading.Thread(target=comes_and_goes, args=[number]) for number in range(many)]
    for each in threads:
        each.start()
    while len(ends) < many and len(pad.history.load(ID).events) < 20:
        plays(pad)
        time.sleep(0.1)
    for each in threads:
        each.join()
    last = pack(pad.history.load(ID))
    assert [number for number, raw in sorted(ends.items()) if raw != last] == []
    assert len(ends) == many


@pytest.mark.promise(
    "Following an evening", "A relay that was away has the last state again soon after it is back."
)
def test_a_relay_that_forgot_everything_gets_it_again(pad: Pad) -> None:
    with mosquitto() as own, running(relay_of(pad, own.address)) as relay:
        secret = shared(relay)
        with Follower(own.port, secret) as follower:
            follower.state()
            own.stop()
            until(lambda: relay.state(ID).problem is RelayProblem.NOT_REACHED)
            evening = plays(pad)
            own.start()
            assert unpack(follower.state(20).raw) == evening
            until(lambda: relay.state(ID).problem is None)


def test_a_quiet_evening_keeps_its_connection(
    pad: Pad, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[str]()

    async def counted(address: str) -> Socket:
        opened.append(address)
        return await open_socket(address)

    monkeypatch.setattr(publisher, "PING_SECONDS", 0.05)
    relay = Relay(pad.history, open_socket=counted)
    relay.choose(RelayAddress.of(broker.address))
    relay.share(ID)
    with running(relay):
        time.sleep(1)
        assert relay.state(ID).problem is None
    assert len(opened) == 1


def test_a_restart_of_the_app_goes_on_with_the_same_link(pad: Pad, broker: Mosquitto) -> None:
    with running(relay_of(pad, broker.address)) as relay:
        secret = shared(relay)
        with Follower(broker.port, secret) as follower:
            before = follower.state()
    evening = plays(pad)
    with running(relay_of(pad, None)) as again:
        assert secret_of(again.link(ID, WEB_APP)) == secret
        with Follower(broker.port, secret) as follower:
            state = follower.sees(lambda state: unpack(state.raw) == evening)
            assert state.number > before.number


def test_the_last_save_is_published_when_the_app_ends(pad: Pad, broker: Mosquitto) -> None:
    with running(relay_of(pad, broker.address)) as relay:
        secret = shared(relay)
        until(lambda: relay.state(ID).sent is not None)
        evening = plays(pad)
    with Follower(broker.port, secret) as follower:
        assert unpack(follower.state().raw) == evening


# -- strangers --


@pytest.mark.promise(
    "Following an evening", "A stranger with the relay’s address sees no topic, and reads and forges nothing."
)
def test_a_stranger_has_nothing(pad: Pad, relay: Relay, broker: Mosquitto) -> None:
    secret = shared(relay)
    topic = topic_for(secret)
    filters = ("#", "+/#", "scorepad/#", "scorepad/1/#", "scorepad/1/+", "+/+/+", "$share/us/scorepad/1/+")
    spies = [Reader(broker.port, each) for each in filters]
    with Follower(broker.port, secret) as follower, Follower(broker.port, new_secret()) as other:
        first = follower.state()
        evening = plays(pad)
        assert follower.sees(lambda state: unpack(state.raw) == evening).number > first.number
        assert other.is_silent()
        assert all(each.is_silent(0.05) for each in spies)
        assert spies[0].publish(topic, closed(secret, 2**60, b"forged")) == 0x87
        assert follower.is_silent()
    for each in spies:
        each.client.disconnect()
        each.client.loop_stop()


async def test_a_seal_opens_with_its_own_secret_and_topic_alone() -> None:
    secret, other = new_secret(), new_secret()
    seal = Seal(secret)
    message = await seal.close(7, b"pack")
    assert message != await seal.close(7, b"pack"), "each nonce is new"
    state = opened(secret, seal.topic, message)
    assert state is not None
    assert (state.number, state.raw) == (7, b"pack")
    assert opened(other, seal.topic, message) is None
    assert opened(secret, topic_of(other), message) is None
    for place in range(len(message)):
        damaged = bytearray(message)
        damaged[place] ^= 1
        assert opened(secret, seal.topic, bytes(damaged)) is None
    assert opened(secret, seal.topic, message[:-1]) is None


def test_a_secret_is_in_no_topic_and_no_message(pad: Pad, relay: Relay, broker: Mosquitto) -> None:
    secret = shared(relay)
    with Follower(broker.port, secret) as follower:
        message = follower.next()
    assert len(secret) == 22
    assert secret not in message.topic
    assert secret.encode() not in message.payload
    assert topic_of(secret) == topic_for(secret) == message.topic
    assert PASSWORD not in str(relay.link(ID, WEB_APP))
    assert USER not in str(relay.link(ID, WEB_APP))


# -- the end --


@pytest.mark.promise(
    "Following an evening",
    "When the table stops, those who follow over a relay are told, and it keeps nothing.",
)
def test_a_stop_is_told_and_nothing_is_kept(pad: Pad, relay: Relay, broker: Mosquitto) -> None:
    secret = shared(relay)
    with Follower(broker.port, secret) as follower:
        before = follower.state()
        relay.stop(ID)
        assert relay.link(ID, WEB_APP) is None
        end = follower.state()
        assert end.raw == b""
        assert end.number > before.number
        assert follower.next().payload == b""
        until(lambda: read_relay(pad.history.folder, Disk()).evenings == ())
        plays(pad)
        assert follower.is_silent()
    with Follower(broker.port, secret) as late:
        assert late.is_silent()
    assert shared(relay) != secret, "a new link"


def test_a_stop_without_the_relay_is_told_later(pad: Pad) -> None:
    with mosquitto() as own:
        with running(relay_of(pad, own.address)) as relay:
            secret = shared(relay)
            until(lambda: relay.state(ID).sent is not None)
            own.stop()
            until(lambda: relay.state(ID).problem is not None)
            relay.stop(ID)
        own.start()
        with Follower(own.port, secret) as follower, running(relay_of(pad, None)):
            assert follower.state().raw == b""


def test_another_relay_ends_what_the_first_one_has(pad: Pad, relay: Relay, broker: Mosquitto) -> None:
    with Follower(broker.port, shared(relay)) as follower:
        follower.state()
        relay.choose(None)
        assert follower.state().raw == b""
    assert relay.link(ID, WEB_APP) is None
    assert relay.address is None


def test_a_forgotten_or_deleted_evening_is_ended(
    pad: Pad, broker: Mosquitto, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad.history.create(table(4, id="other"))
    relay = relay_of(pad, broker.address)
    secret = shared(relay)
    relay.share("other")
    other = secret_of(relay.link("other", WEB_APP))
    with running(relay), Follower(broker.port, secret) as follower:
        follower.state()
        pad.history.move_to_bin(ID)
        assert follower.sees(lambda state: state.raw == b"")
        until(lambda: [each.evening for each in read_relay(pad.history.folder, Disk()).evenings] == ["other"])
    clock.now += relay_module.FORGOTTEN + timedelta(minutes=1)
    with Follower(broker.port, other) as follower, running(relay_of(pad, None)):
        assert follower.sees(lambda state: state.raw == b"")
        assert follower.next().payload == b"", "nothing is kept"
        until(lambda: read_relay(pad.history.folder, Disk()).evenings == ())


async def test_a_test_says_whether_the_relay_takes_something(broker: Mosquitto, tmp_path: Path) -> None:
    assert await reach(RelayAddress.of(broker.address)) is None
    assert await reach(RelayAddress.of(broker.url)) is RelayProblem.NOT_ALLOWED
    wrong = broker.address.replace(QUOTED, "wrong")
    assert await reach(RelayAddress.of(wrong)) is RelayProblem.WRONG_PASSWORD
