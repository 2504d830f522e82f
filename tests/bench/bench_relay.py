"""How soon those who are far away have a save over a mosquitto on this computer, and what they cost the one who saves.

The followers are in a process of their own; they, the broker and scorepad share the processor.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from evenings import gardes, table
from measuring import Figures
from relays import Mosquitto, closed, mosquitto, opened, running, secret_of, topic_for
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from scorepad.history import History
from scorepad.pad import Pad
from scorepad.sharing.packed import pack
from scorepad.sharing.relay import Relay, RelayAddress
from scorepad.sharing.sealed import Seal, new_secret

ID: Final = "evening"
FOLLOWERS, LATECOMERS, HANDS = 500, 50, 20
BETWEEN: Final = 1.0
"""Seconds between two saves."""


def figures() -> Figures:
    """A save without and with the relay, its way to the followers, the broker's memory; a seal; latecomers."""
    with tempfile.TemporaryDirectory() as folder, History(Path(folder)) as history, mosquitto() as broker:
        history.create(gardes(table(5, id=ID), 40, history.stamp))
        pad, relay = Pad(history), Relay(history)
        alone = [_save_after(BETWEEN, pad)[1] for _ in range(HANDS)]
        pad.subscribe(lambda what: relay.changed(what.evening))
        relay.choose(RelayAddress.of(broker.address))
        relay.share(ID)
        with running(relay):
            secret = secret_of(relay.link(ID, ""))
            saves, came = _followed(pad, broker, secret)
            yield "Save, no relay", _milliseconds(statistics.median(alone))
            yield (
                f"Save, {FOLLOWERS} follow over the relay",
                _milliseconds(statistics.median(save[1] for save in saves)),
            )
            yield from _delays([save[0] for save in saves], came)
            yield "Memory of the broker", f"{_memory(broker.pid):.0f} MiB"
            late = sorted(asyncio.run(_latecomers(broker.port, secret)))
            yield "Latecomer to the kept state, p50", _milliseconds(statistics.median(late))
            yield "Latecomer to the kept state, p95", _milliseconds(late[len(late) * 95 // 100])
        yield from _sealing(history)


def _delays(began: list[float], came: list[list[float]]) -> Figures:
    """The delays from each save to each follower, whose times are in the order of the saves; 50 ms are on purpose."""
    whole = [times for times in came if len(times) == len(began)]
    each = sorted(at - start for times in whole for start, at in zip(began, times, strict=True))
    last = [max(times[n] for times in whole) - start for n, start in enumerate(began)]
    yield "Save to a follower has it, p50", _milliseconds(statistics.median(each))
    yield "Save to a follower has it, p95", _milliseconds(each[len(each) * 95 // 100])
    yield "Save to all have it, p50", _milliseconds(statistics.median(last))
    yield f"Of {len(came)} followers missed one of {len(began)} saves", str(len(came) - len(whole))


def _sealing(history: History) -> Figures:
    raw, seal = pack(history.load(ID)), Seal(new_secret())

    async def sealed(count: int) -> float:
        await seal.close(1, raw)
        start = time.perf_counter()
        for number in range(count):
            await seal.close(number, raw)
        return (time.perf_counter() - start) / count

    yield f"Seal {len(raw)} bytes", _milliseconds(asyncio.run(sealed(1000)))
    yield "Bytes of the message", str(len(closed(new_secret(), 1, raw)))


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.3f} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024


def _save_after(pause: float, pad: Pad) -> tuple[float, float]:
    """Saves one more hand after a pause; returns when, and the seconds that it takes."""
    time.sleep(pause)
    stamp, at, began = pad.history.stamp(), time.time(), time.perf_counter()
    pad.change(ID, lambda now, entry: (gardes(now, 1, lambda: stamp), entry))
    return at, time.perf_counter() - began


def _followed(
    pad: Pad, broker: Mosquitto, secret: str
) -> tuple[list[tuple[float, float]], list[list[float]]]:
    """Saves while many follow; returns the saves, and when each follower had each of them."""
    command = [sys.executable, __file__, str(broker.port), secret, str(FOLLOWERS), str(HANDS)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": ":".join(sys.path)}
    ) as crowd:
        assert crowd.stdout is not None
        assert crowd.stdout.readline() == "ready\n"
        saves = [_save_after(BETWEEN, pad) for _ in range(HANDS)]
        return saves, json.loads(crowd.stdout.readline())


# -- the followers --


def _text(words: str) -> bytes:
    return len(words).to_bytes(2, "big") + words.encode()


async def _follow(port: int, secret: str, count: int, ready: asyncio.Semaphore) -> list[float]:
    """When a follower has each new state, without the one that was kept for it; ends after `count` states."""
    topic, times, newest = topic_for(secret), list[float](), 0
    async with connect(
        f"ws://127.0.0.1:{port}/mqtt", subprotocols=["mqtt"], compression=None, open_timeout=60, proxy=None,  # type: ignore[list-item]
        ping_interval=None,
    ) as socket:  # fmt: skip
        await socket.send(b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x78\x00\x00")
        await socket.recv()
        asked = b"\x00\x01" + _text(topic) + b"\x00"
        start = time.time()
        await socket.send(bytes([0x82, len(asked)]) + asked)
        with suppress(ConnectionClosed):
            while len(times) < count:
                raw = await socket.recv()
                assert isinstance(raw, bytes)
                place = raw.find(topic.encode())
                if raw[0] >> 4 != 3 or place < 0:
                    continue
                at, state = time.time(), opened(secret, topic, raw[place + len(topic) :])
                if raw[0] & 1:
                    ready.release()
                    if count == 1:
                        return [at - start]
                elif state is not None and state.number > newest:
                    newest = state.number
                    times.append(at)
    return times


async def _latecomers(port: int, secret: str) -> list[float]:
    """The seconds after which those who come late have the state that is kept."""
    nobody = asyncio.Semaphore(0)
    return [(await _follow(port, secret, 1, nobody))[0] for _ in range(LATECOMERS)]


async def _crowd(port: int, secret: str, followers: int, count: int) -> None:
    """Many followers, who come one after another; says when all are there, and then when they had each state."""
    ready, tasks = asyncio.Semaphore(0), []
    for number in range(followers):
        tasks.append(asyncio.create_task(_follow(port, secret, count, ready)))
        if number % 25 == 24:
            await asyncio.sleep(0.2)
    for _ in range(followers):
        await ready.acquire()
    print("ready", flush=True)
    _, slow = await asyncio.wait(tasks, timeout=count * BETWEEN + 30)
    for each in slow:
        each.cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps([each if isinstance(each, list) else [] for each in found]), flush=True)


if __name__ == "__main__":
    asyncio.run(_crowd(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
