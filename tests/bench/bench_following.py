"""How soon those who follow an evening have a save, and what they cost the one who saves.

The followers are in this process, too: their work is in the figures, so phones have a save sooner.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import httpx
from evenings import gardes, table
from measuring import Figures

from scorepad.history import History
from scorepad.pad import Pad
from scorepad.sharing.packed import unpack
from scorepad.web.follow_server import FollowServer
from scorepad.web.follow_site import PACK_PATH
from scorepad.web.following import Following
from scorepad.web.keys import EveningKeys

ID = "evening"
FOLLOWERS, HANDS, RECONNECTS = 20, 25, 280


def figures() -> Figures:
    """A table with followers, and without any; reconnects at random moments."""
    with tempfile.TemporaryDirectory() as folder, History(Path(folder)) as history:
        history.create(table(5, id=ID))
        pad = Pad(history)
        with FollowServer(Following(pad, EveningKeys(history.folder)), port=0) as server:
            alone = asyncio.run(_alone(pad))
            address = server.share(ID)
            saves, delays = asyncio.run(_followed(pad, address))
            each = sorted(delay for delays_of_save in delays for delay in delays_of_save)
            last = sorted(max(delays_of_save) for delays_of_save in delays)
            yield "Save, nobody follows", _milliseconds(statistics.median(alone))
            yield f"Save, {FOLLOWERS} follow", _milliseconds(statistics.median(saves))
            yield "Save to a follower has it, p50", _milliseconds(statistics.median(each))
            yield "Save to a follower has it, p95", _milliseconds(each[len(each) * 95 // 100])
            yield "Save to all have it, p50", _milliseconds(statistics.median(last))
            yield "Save to all have it, p95", _milliseconds(last[len(last) * 95 // 100])
            wrong = asyncio.run(_reconnected(pad, address))
            yield f"{RECONNECTS} reconnects at random moments, without the last state", str(wrong)


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _save(pad: Pad) -> float:
    """Saves one more hand; returns the seconds of the thread's processor that it takes."""
    stamp, began = pad.history.stamp(), time.thread_time()
    pad.change(ID, lambda now, entry: (gardes(now, 1, lambda: stamp), entry))
    return time.thread_time() - began


def _client(address: str) -> httpx.AsyncClient:
    base, _, secret = address.partition("/follow/#key=")
    port = base.rpartition(":")[2]
    headers = {"Authorization": f"Bearer {secret}", "X-Follower": f"f{random.randrange(10**9)}"}
    return httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60, trust_env=False
    )


async def _alone(pad: Pad) -> list[float]:
    """The seconds of each save while nobody follows."""
    saves = []
    for _ in range(HANDS):
        saves.append(await asyncio.to_thread(_save, pad))
        await asyncio.sleep(0.1)
    return saves


async def _followed(pad: Pad, address: str) -> tuple[list[float], list[list[float]]]:
    """The seconds of each save, and the seconds after which each follower has it."""
    got: list[tuple[float, int]] = []

    async def follow() -> None:
        async with _client(address) as client:
            tag = ""
            while True:
                answer = await client.get(PACK_PATH, headers={"If-None-Match": tag})
                if answer.status_code == 200:
                    tag = answer.headers["etag"]
                    got.append((time.perf_counter(), len(answer.content)))

    following = [asyncio.create_task(follow()) for _ in range(FOLLOWERS)]
    while len(got) < FOLLOWERS:
        await asyncio.sleep(0.05)
    saves, delays = list[float](), list[list[float]]()
    for _ in range(HANDS):
        got.clear()
        began = time.perf_counter()
        saves.append(await asyncio.to_thread(_save, pad))
        while len(got) < FOLLOWERS:
            await asyncio.sleep(0.005)
        delays.append([at - began for at, _ in got])
    for each in following:
        each.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    return saves, delays


async def _reconnected(pad: Pad, address: str) -> int:
    """Lets followers come and go while hands are saved; returns how many do not end with the last state."""

    async def comes_and_goes(number: int) -> tuple[str, bytes]:
        rng, tag, raw = random.Random(number), "", b""
        for _ in range(RECONNECTS // FOLLOWERS):
            async with _client(address) as client:
                try:
                    async with asyncio.timeout(rng.random()):
                        answer = await client.get(PACK_PATH, headers={"If-None-Match": tag})
                except TimeoutError:
                    continue
                if answer.status_code == 200:
                    tag, raw = answer.headers["etag"], answer.content
        return tag, raw

    tasks = [asyncio.create_task(comes_and_goes(number)) for number in range(FOLLOWERS)]
    while not all(task.done() for task in tasks):
        await asyncio.to_thread(_save, pad)
        await asyncio.sleep(0.2)
    wrong, evening = 0, pad.history.load(ID)
    for tag, raw in await asyncio.gather(*tasks):
        async with _client(address) as client:
            with suppress(TimeoutError):  # it has the last state, so its request waits
                async with asyncio.timeout(1):
                    raw = (await client.get(PACK_PATH, headers={"If-None-Match": tag})).content
        wrong += unpack(raw) != evening
    return wrong
