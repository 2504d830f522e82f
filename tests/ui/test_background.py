"""Work in the background where no thread can be started, as in a page that runs Python itself."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from flet_client import Driver

from scorepad.history import History
from scorepad.history.log import FEW
from scorepad.pad import Pad
from scorepad.ui import app as app_module
from scorepad.ui import background
from scorepad.ui.app import build
from scorepad.ui.host import Browser, WebApp
from scorepad.work import Work

from .evening import Windows, no_threads


@pytest.fixture(params=[True, False])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(background, "THREADS", request.param)
    monkeypatch.setattr(background, "SLICE", 0.0)
    return bool(request.param)


def worked(closed: list[str]) -> Work[str]:
    try:
        for number in range(20):
            yield number / 20
        return "of the work"
    finally:
        closed.append("closed")


async def test_work_pauses_and_goes_on_and_is_closed_when_it_is_cancelled(threads: bool) -> None:
    assert (await background.run(threading.get_ident) != threading.get_ident()) is threads
    job, shares, others = background.Job(), list[float](), asyncio.Event()

    def changed() -> None:
        shares.append(job.done)
        asyncio.get_running_loop().call_soon(others.set)

    closed: list[str] = []
    assert await job.run(worked(closed), changed) == "of the work"
    assert shares == [number / 20 for number in range(1, 20)], "the first share is the one at the start"
    assert others.is_set(), "others had their turn"
    closed.clear()
    work = worked(closed)  # held, so that not only the collector of garbage closes it
    assert await job.run(work, job.cancel) is None
    assert closed == ["closed"]


async def test_the_index_is_read_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SLICE", 0.001)
    with Windows(tmp_path) as windows:
        for _ in range(FEW + 5):
            windows.table()
    (tmp_path / "evenings.log").unlink()
    with no_threads(), History(tmp_path) as history:
        app = await Driver.start(build(Pad(history), language="en"), web=True)
        assert app.exists("gathering")
        await app.wait_until(lambda: not app.exists("gathering"))
        assert len(history.summaries()) == FEW + 5
        await app.close()


def test_backups_are_made_in_a_thread_until_they_are_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "FIRST_BACKUP", 0.0)
    with Windows(tmp_path) as windows:
        windows.table()
        stop = background.start_backups(windows.history)
        (thread,) = (each for each in threading.enumerate() if each.name == "scorepad backups")
        end = time.monotonic() + 20
        while not windows.history.backups() and time.monotonic() < end:
            time.sleep(0.005)
        assert len(windows.history.backups()) == 1
        stop()
        thread.join(20)
        assert not thread.is_alive()


@pytest.mark.promise("The web app", "No backup is made while a hand is entered.")
@pytest.mark.parametrize("hidden", [True, False])
async def test_no_backup_is_made_while_a_hand_is_entered(
    hidden: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is made once nothing was tapped for a while, or nobody sees the page."""
    now, looks = 0.0, 0

    def look() -> float:
        nonlocal looks
        looks += 1
        return now

    async def looked_twice(app: Driver) -> None:
        """Waits until the app has looked at the clock again."""
        seen = looks
        await app.wait_until(lambda: looks > seen + 2)

    monkeypatch.setattr(background, "IDLE_CHECK", 0.001)
    monkeypatch.setattr(app_module, "time", SimpleNamespace(monotonic=look))
    with Windows(tmp_path) as windows:
        evening = windows.table()
    web_app = WebApp(lambda request: None, Browser())
    with no_threads(), History(tmp_path) as history:
        app = await Driver.start(build(Pad(history), language="en", web_app=web_app), web=True)
        await app.visit(f"/session/{evening.id}/hand")
        await app.tap("bid-1-garde")
        for bouts in ("bouts-1", "bouts-2"):
            await app.tap(bouts)
            now += 0.9 * app_module.QUIET_SECONDS
            await looked_twice(app)
            assert history.backups() == []
        if hidden:
            web_app.receive(hidden=True)
        else:
            now += app_module.QUIET_SECONDS
        await app.wait_until(lambda: bool(history.backups()))
        assert history.backup_problem is None
        await app.close()
