"""Work in the background where no thread can be started, as in a page that runs Python itself."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorepad.exports.progress import Work
from scorepad.history import History
from scorepad.history.log import FEW
from scorepad.ui import app as app_module
from scorepad.ui import background
from scorepad.ui.app import build
from scorepad.ui.web_app import Browser, WebApp

from .client import Driver
from .evening import Windows


@pytest.fixture(params=[True, False])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(background, "THREADS", request.param)
    return bool(request.param)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Many evenings, and no log of them."""
    with Windows(tmp_path) as windows:
        for _ in range(FEW + 5):
            windows.table()
    for each in tmp_path.glob("evenings.log"):
        each.unlink()
    return tmp_path


def no_thread(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


async def test_a_function_runs_in_a_thread_or_on_the_loop(threads: bool) -> None:
    assert (await background.run(threading.get_ident) != threading.get_ident()) is threads


def worked(closed: list[str]) -> Work[str]:
    try:
        for number in range(20):
            time.sleep(0.01)
            yield number / 20
        return "of the work"
    finally:
        closed.append("closed")


async def test_work_pauses_and_goes_on(threads: bool) -> None:
    shown: list[float] = []
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.ensure_future(count_turns())
    assert await background.run_in_slices(worked([]), shown.append) == "of the work"
    other.cancel()
    assert shown == sorted(shown)
    assert len(shown) >= 3
    assert turns >= len(shown), "others had their turn"


@pytest.mark.usefixtures("threads")
async def test_work_is_closed_when_it_is_cancelled() -> None:
    def cancel(done: float) -> None:
        raise ValueError("enough")

    closed: list[str] = []
    with pytest.raises(ValueError, match="enough"):
        await background.run_in_slices(worked(closed), cancel)
    assert closed == ["closed"]


async def test_the_index_is_read_on_the_loop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SLICE", 0.001)
    with History(folder, threads=False) as history:
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", no_thread)
            app = await Driver.start(build(history, language="en"), web=True)
            assert app.exists("gathering")
            while history.progress is not None:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            await app.settle()
            assert not app.exists("gathering")
        assert len(history.summaries()) == FEW + 5
        await app.close()


async def test_no_backup_is_made_while_a_hand_is_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(background, "IDLE_CHECK", 0.01)
    monkeypatch.setattr(app_module, "time", SimpleNamespace(monotonic=lambda: now))
    with Windows(tmp_path) as windows:
        evening = windows.table()
    with History(tmp_path, threads=False) as history:
        history.keep_backups()
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", no_thread)
            web_app = WebApp(lambda request: None, Browser())
            app = await Driver.start(build(history, language="en", web_app=web_app), web=True)
            await app.visit(f"/session/{evening.id}/hand")
            await app.tap("bid-1-garde")
            for bouts in ("bouts-1", "bouts-2") * 4:
                await app.tap(bouts)
                now += 0.9 * app_module.QUIET_SECONDS
                await asyncio.sleep(0.05)
                assert history.backups() == []
            now += app_module.QUIET_SECONDS
            while not history.backups():
                await asyncio.sleep(0.02)
        await app.close()


@pytest.mark.parametrize("hidden", [True, False])
async def test_a_backup_is_made_once_the_app_is_idle(
    hidden: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "IDLE_CHECK", 0.02)
    monkeypatch.setattr(app_module, "QUIET_SECONDS", 1000.0)
    with Windows(tmp_path) as windows:
        windows.table()
    web_app = WebApp(lambda request: None, Browser())
    with History(tmp_path, threads=False) as history:
        history.keep_backups()
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", no_thread)
            app = await Driver.start(build(history, language="en", web_app=web_app), web=True)
            await asyncio.sleep(0.1)
            assert history.backups() == []
            if hidden:
                web_app.receive(hidden=True)
            else:
                patch.setattr(app_module, "QUIET_SECONDS", 0.0)
            end = time.monotonic() + 10
            while not history.backups():
                assert time.monotonic() < end
                await asyncio.sleep(0.02)
        assert history.backup_problem is None
        await app.close()
