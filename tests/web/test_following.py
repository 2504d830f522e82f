"""Those who follow an evening: they see every save, nothing else, and nothing any more once the sharing ends."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from empty_history import Clock
from evenings import after, by, table

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.history import History
from scorepad.pad import Pad, Told
from scorepad.sharing.packed import pack, unpack
from scorepad.ui.host import DeviceKind
from scorepad.web import follow_site, following
from scorepad.web.follow_server import FollowServer
from scorepad.web.follow_site import PACK_PATH
from scorepad.web.following import AWAY, FORGOTTEN, LINGER, LOOK_AGAIN, Following
from scorepad.web.keys import EVENINGS_FILE, LENGTH, MAX_SHARED, EveningKey, EveningKeys

ID = "evening"
GIVEN = "2026-11-22T20:00:00+00:00"


class Seconds:
    """A monotonic clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def pad(history: History) -> Pad:
    history.create(table(4, id=ID))
    return Pad(history)


@pytest.fixture
def shared(pad: Pad, seconds: Seconds) -> Iterator[FollowServer]:
    server = FollowServer(Following(pad, EveningKeys(pad.history.folder), seconds), port=0)
    try:
        yield server
    finally:
        server.close()


def plays(pad: Pad) -> Evening:
    """Saves one more hand."""
    stamp = pad.history.stamp()
    found = pad.change(ID, lambda now, entry: (after(now, by(0), at=lambda: stamp), entry))
    assert found is not None
    return found


@asynccontextmanager
async def phone(address: str, name: str = "a1") -> AsyncIterator[httpx.AsyncClient]:
    """A follower's browser at an address, with its key."""
    base, _, secret = address.partition("follow/#key=")
    headers = {"Authorization": f"Bearer {secret}", "X-Follower": name}
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=30, trust_env=False) as client:
        yield client


def at_home(address: str) -> str:
    """The address for this computer, which may have no network."""
    return f"http://127.0.0.1:{address.split(':')[2]}"


@pytest.mark.promise("Following an evening", "Whoever follows has each save as soon as it is on the disk.")
async def test_a_follower_has_each_hand_at_once(pad: Pad, shared: FollowServer) -> None:
    async with phone(at_home(shared.share(ID))) as client:
        answer = await client.get(PACK_PATH)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        assert unpack(answer.content) == pad.history.load(ID)
        for _ in range(3):
            waiting = asyncio.create_task(
                client.get(PACK_PATH, headers={"If-None-Match": answer.headers["etag"]})
            )
            await asyncio.sleep(0.1)
            assert not waiting.done(), "nothing has changed"
            evening = await asyncio.to_thread(plays, pad)
            async with asyncio.timeout(5):
                answer = await waiting
            assert unpack(answer.content) == evening


async def test_an_answer_without_news_says_so_after_a_while(
    pad: Pad, shared: FollowServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_site, "WAIT", 0.05)
    async with phone(at_home(shared.share(ID))) as client:
        tag = (await client.get(PACK_PATH)).headers["etag"]
        assert (await client.get(PACK_PATH, headers={"If-None-Match": tag})).status_code == 304


@pytest.mark.promise("Following an evening", "A change of the hand under way reaches nobody who follows.")
async def test_taps_in_the_entry_are_not_told(
    pad: Pad, shared: FollowServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = shared.share(ID).partition("#key=")[2]
    before = shared.following.packed(secret)
    woken = list[bool]()
    monkeypatch.setattr(shared.following._shared[ID], "wake", lambda: woken.append(True))
    pad.tap(ID, lambda hand: hand.digit_tapped(4), pad.entry(pad.history.load(ID)).hand.token, "window", "4")
    assert not woken
    assert shared.following.packed(secret) == before
    plays(pad)
    assert woken == [True]


@pytest.mark.promise(
    "Following an evening", "The key of an evening opens this evening alone, to look, until its end."
)
async def test_a_key_opens_one_evening_and_nothing_else(pad: Pad, shared: FollowServer) -> None:
    pad.history.create(table(4, id="another"))
    address = at_home(shared.share(ID))
    other = shared.share("another").partition("#key=")[2]
    async with phone(address) as client:
        secret = client.headers["Authorization"].removeprefix("Bearer ")
        assert secret != other
        assert unpack((await client.get(PACK_PATH)).content).id == ID
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            assert (await client.request(method, PACK_PATH)).status_code == 405
        for path in (
            "/",
            "/ws",
            "/print/a.pdf",
            "/-/x/y.js",
            f"/follow/{ID}",
            "/follow/../ws",
            "/follow/pack/",
        ):
            assert (await client.get(path)).status_code == 404, path
        for wrong in (
            "",
            "Bearer",
            f"Basic {secret}",
            f"Bearer {secret[:-1]}",
            f"Bearer {secret}a",
        ):
            assert (await client.get(PACK_PATH, headers={"Authorization": wrong})).status_code == 404, wrong
        for headers in ({"Host": "evil.example"}, {"Host": ""}):
            assert (await client.get(PACK_PATH, headers=headers)).status_code == 421
        assert (await client.get(PACK_PATH, headers={"Origin": "https://evil.example"})).status_code == 403


@pytest.mark.promise(
    "Following an evening", "Once the sharing of an evening is stopped, its key opens nothing."
)
async def test_a_revoked_key_opens_nothing_and_those_who_wait_are_told(
    pad: Pad, shared: FollowServer
) -> None:
    pad.history.create(table(4, id="another"))
    address = shared.share(ID)
    shared.share("another")
    async with phone(at_home(address)) as client:
        tag = (await client.get(PACK_PATH)).headers["etag"]
        waiting = asyncio.create_task(client.get(PACK_PATH, headers={"If-None-Match": tag}))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(shared.stop, ID)
        async with asyncio.timeout(5):
            assert (await waiting).status_code == 404
        assert (await client.get(PACK_PATH)).status_code == 404
    assert shared.address(ID) is None
    assert shared.share(ID) != address, "a new key"


async def test_the_listener_closes_after_the_last_shared_evening(pad: Pad, shared: FollowServer) -> None:
    address = at_home(shared.share(ID))
    assert await listens(address)
    async with phone(address) as client:
        tag = (await client.get(PACK_PATH)).headers["etag"]
        waiting = asyncio.create_task(client.get(PACK_PATH, headers={"If-None-Match": tag}))
        await asyncio.sleep(0.1)
        began = time.monotonic()
        shared.stop(ID)
        assert time.monotonic() - began < 0.5, "the screen does not wait for those who wait"
        async with asyncio.timeout(5):
            assert (await waiting).status_code == 404
    async with asyncio.timeout(6):
        while await listens(address):
            await asyncio.sleep(0.05)


async def test_the_listener_closes_when_the_last_evening_is_over(
    pad: Pad, shared: FollowServer, clock: Clock, seconds: Seconds
) -> None:
    address = at_home(shared.share(ID))
    assert await listens(address)
    clock.now += FORGOTTEN + timedelta(seconds=1)
    seconds.now += LOOK_AGAIN + 1
    async with asyncio.timeout(6):
        while await listens(address):
            await asyncio.sleep(0.05)
    assert shared.address(ID) is None


async def listens(address: str) -> bool:
    """Whether somebody listens at an address."""
    port = int(address.split(":")[2].partition("/")[0])
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


@pytest.mark.promise("Following an evening", "An evening that is over or forgotten is shared no more.")
async def test_an_evening_that_has_ended_can_be_looked_at_for_a_while(
    pad: Pad, shared: FollowServer, clock: Clock
) -> None:
    async with phone(at_home(shared.share(ID))) as client:
        stamp = pad.history.stamp()
        pad.change(ID, lambda now, entry: (now.add(Ended(), stamp), entry))
        assert unpack((await client.get(PACK_PATH)).content).table.ended
        clock.now += LINGER
        assert (await client.get(PACK_PATH)).status_code == 200
        clock.now += timedelta(hours=1)
        stamp = pad.history.stamp()
        pad.change(ID, lambda now, entry: (now.add(Ended(False), stamp), entry))
        assert (await client.get(PACK_PATH)).status_code == 200
        pad.change(ID, lambda now, entry: (now.add(Ended(), stamp), entry))
        assert (await client.get(PACK_PATH)).status_code == 200
        clock.now += LINGER + timedelta(seconds=1)
        assert (await client.get(PACK_PATH)).status_code == 404
        assert shared.following.secret(ID) is None


@pytest.mark.parametrize(("ended", "still"), [(True, LINGER), (False, FORGOTTEN)])
def test_an_evening_that_is_over_is_not_shared_after_a_restart(
    pad: Pad, clock: Clock, ended: bool, still: timedelta
) -> None:
    pad.history.create(table(4, id="deleted"))
    first = Following(pad, EveningKeys(pad.history.folder))
    first.share(ID)
    first.share("deleted")
    pad.history.move_to_bin("deleted")
    if ended:
        pad.change(ID, lambda now, entry: (now.add(Ended(), pad.history.stamp()), entry))
    for more, shared in ((still, [ID]), (timedelta(seconds=1), [])):
        clock.now += more
        again = Following(pad, EveningKeys(pad.history.folder))
        again.stop_old()
        assert EveningKeys(pad.history.folder).evenings() == shared
        assert again.any_shared == bool(shared)


def test_an_evening_can_be_shared_a_day_after_its_last_hand(pad: Pad, clock: Clock) -> None:
    clock.now += 2 * FORGOTTEN
    following = Following(pad, EveningKeys(pad.history.folder))
    secret = following.share(ID)
    clock.now += FORGOTTEN
    assert following.packed(secret) is not None
    clock.now += timedelta(seconds=1)
    assert following.packed(secret) is None


@pytest.mark.promise("Following an evening", "Whoever saves never waits for those who follow.")
async def test_a_save_does_not_wait_for_a_pack(
    pad: Pad, shared: FollowServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, packs, goes_on = shared.following.share(ID), threading.Event(), threading.Event()

    def slow(evening: Evening) -> bytes:
        packs.set()
        assert goes_on.wait(10)
        return pack(evening)

    monkeypatch.setattr(following, "pack", slow)
    packing = asyncio.create_task(asyncio.to_thread(shared.following.packed, secret))
    await asyncio.to_thread(packs.wait, 5)
    async with asyncio.timeout(5):
        evening = await asyncio.to_thread(plays, pad)
    assert not packing.done()
    goes_on.set()
    assert await packing is not None
    now = shared.following.packed(secret)
    assert now is not None
    assert unpack(now.raw) == evening


async def test_a_deleted_evening_is_followed_no_more(pad: Pad, shared: FollowServer) -> None:
    async with phone(at_home(shared.share(ID))) as client:
        name = pad.history.move_to_bin(ID)
        assert (await client.get(PACK_PATH)).status_code == 503, "it may be put back"
        pad.history.put_back(name)
        assert (await client.get(PACK_PATH)).status_code == 200


# -- who follows ---


async def test_who_follows_is_listed_while_they_are_here(
    pad: Pad, shared: FollowServer, seconds: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "_sweep", lambda: None)  # on a busy machine, the server's own came between
    changed: list[str] = []
    address = at_home(shared.share(ID))
    pad.subscribe(lambda told: changed.append(str(told.evening)))

    def swept() -> int:
        """The number of times that windows were told at a sweep."""
        changed.clear()
        shared.following.sweep()
        return len(changed)

    assert swept() == 0
    agents = {
        "a": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1",
        "b": "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148",
        "c": "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130.0 Mobile Safari/537.36",
        "d": "Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0",
    }
    for name, agent in agents.items():
        async with phone(address, name) as client:
            await client.get(PACK_PATH, headers={"User-Agent": agent})
            await client.get(PACK_PATH, headers={"User-Agent": agent})
            seconds.now += 1
        assert (swept(), swept()) == (1, 0)
    async with phone(address, "e") as client:
        await client.get(f"{PACK_PATH}?board")
    assert shared.followers(ID) == tuple(map(DeviceKind, ("phone", "tablet", "phone", "computer", "board")))
    assert swept() == 1
    seconds.now += AWAY
    assert shared.followers(ID) == ()
    assert (swept(), swept()) == (1, 0), "they have left"
    for name in ("", "A name!", "x" * 17):
        async with phone(address, name or "-") as client:
            assert (await client.get(PACK_PATH)).status_code == 200
    assert shared.followers(ID) == (), "a page of our own gives itself a name of letters"


def test_a_flood_of_names_takes_little_memory_and_draws_nothing(pad: Pad, seconds: Seconds) -> None:
    shared, told = Following(pad, EveningKeys(pad.history.folder), seconds), list[Told]()
    secret = shared.share(ID)
    pad.subscribe(told.append)
    for number in range(2 * following.MAX_FOLLOWERS):
        shared.looks(secret, f"n{number}", "Mobile")
    assert not told
    assert len(shared.followers(ID)) == following.MAX_FOLLOWERS
    shared.looks("no key", "n1", "Mobile")
    shared.sweep()
    assert len(told) == 1


# -- keys ---


@pytest.mark.promise("Following an evening", "Followers stay when the app starts again.")
def test_keys_outlive_a_restart(tmp_path: Path) -> None:
    keys = EveningKeys(tmp_path)
    one, other = keys.give("one", GIVEN), keys.give("other", GIVEN)
    assert (len(one), keys.give("one", "2026-11-23T00:00:00+00:00")) == (LENGTH, one)
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / EVENINGS_FILE).stat().st_mode) == 0o600
    again = EveningKeys(tmp_path)
    assert again.key("one") == EveningKey(one, GIVEN)
    assert (again.evening_of(one), again.evening_of(other), again.evenings()) == (
        "one",
        "other",
        ["one", "other"],
    )
    again.end("one")
    again.end("nobody")
    assert EveningKeys(tmp_path).evenings() == ["other"]
    for number in range(2 * MAX_SHARED):
        again.give(f"evening-{number}", GIVEN)
    assert len(EveningKeys(tmp_path).evenings()) == MAX_SHARED


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"[]",
        b'{"version": 2, "evenings": {}}',
        b'{"version": 1, "evenings": {"one": 5}}',
        *(
            json.dumps({"version": 1, "evenings": {"one": key}}).encode()
            for key in (
                "a" * LENGTH,
                ["a" * LENGTH],
                ["short", GIVEN],
                ["a" * LENGTH, "2026-11-22T20:00:00"],
                ["a" * LENGTH, "yesterday"],
                ["a" * LENGTH, 5],
                ["a" * LENGTH, GIVEN, GIVEN],
            )
        ),
        b'{"version": 1, "evenings": {}, "more": 1}',
        b"[" * 100_000,
        json.dumps(
            {"version": 1, "evenings": {f"e{n}": ["a" * LENGTH, GIVEN] for n in range(MAX_SHARED + 1)}}
        ).encode(),
        b" " * 70_000,
    ],
)
def test_a_damaged_file_of_keys_opens_nothing(tmp_path: Path, written: bytes) -> None:
    (tmp_path / EVENINGS_FILE).write_bytes(written)
    keys = EveningKeys(tmp_path)
    assert keys.evenings() == []
    assert keys.evening_of("") is keys.evening_of("short") is None
    keys.give("one", GIVEN)
    assert EveningKeys(tmp_path).evenings() == ["one"]


def test_keys_count_where_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = EveningKeys(tmp_path)

    def refuse(*_: object, **__: object) -> int:
        raise OSError(28, "planted")

    monkeypatch.setattr(os, "open", refuse)
    secret = keys.give("one", GIVEN)
    monkeypatch.undo()
    assert keys.evening_of(secret) == "one"
    assert EveningKeys(tmp_path).evenings() == []


def test_a_shared_evening_is_served_again_after_a_restart(pad: Pad, seconds: Seconds, clock: Clock) -> None:
    keys = EveningKeys(pad.history.folder)
    first = FollowServer(Following(pad, keys, seconds), port=0)
    first.start()
    assert first._running is None, "nothing is shared"
    secret = first.share(ID).partition("#key=")[2]
    first.close()
    again = FollowServer(Following(pad, EveningKeys(pad.history.folder), seconds), port=0)
    again.start()
    try:
        address = again.address(ID)
        assert address is not None
        assert address.endswith(f"#key={secret}")
        answer = httpx.get(
            f"{at_home(address).partition('/follow')[0]}{PACK_PATH}",
            headers={"Authorization": f"Bearer {secret}"},
            trust_env=False,
        )
        assert answer.status_code == 200
    finally:
        again.close()
