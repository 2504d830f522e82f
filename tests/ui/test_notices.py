"""A notice stays for its moment, with the evening and on the screen that it belongs to."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from scorepad.ui import theme

from .evening import Windows, play, rows


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Event]:
    """The moment of each notice: over when its event is set, and not by the clock."""
    moments: list[asyncio.Event] = []

    async def sleep(seconds: float) -> None:
        assert seconds == theme.NOTICE_SECONDS
        moments.append(asyncio.Event())
        await moments[-1].wait()

    monkeypatch.setattr("scorepad.ui.kit.notice.asyncio", SimpleNamespace(sleep=sleep))
    return moments


async def test_a_notice_leaves_by_itself(windows: Windows, moments: list[asyncio.Event]) -> None:
    assert theme.NOTICE_SECONDS == 10
    app = await windows.window(f"/session/{windows.table().id}")
    await play(app, "1 garde", 2, "49")
    assert app.exists("notice")
    moments[-1].set()
    await app.settle()
    assert not app.exists("notice")
    assert rows(app) == ["row-1"]


@pytest.mark.parametrize("by", ["taps", "address"])
async def test_a_notice_stays_with_its_evening(windows: Windows, by: str) -> None:
    """Its undo would strike out a hand of the evening before."""
    first, second = windows.table(), windows.played(1)
    app = await windows.window(f"/session/{first.id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("row-1")
    await app.tap("back")
    assert app.exists("notice-undo"), "within its evening it stays"
    if by == "taps":
        await app.tap("back")
        await app.tap(f"session-{second.id}")
    else:
        await app.visit(f"/session/{second.id}")
    assert not app.exists("notice")
    await app.visit(f"/session/{first.id}")
    assert not app.exists("notice"), "its moment is over"
    assert rows(app) == ["row-1"]


async def test_a_notice_of_one_screen_is_not_said_on_another(windows: Windows) -> None:
    app = await windows.window("/data")
    await app.tap("back-up")
    while not app.exists("notice"):
        await asyncio.sleep(0.01)
    await app.tap("back")
    assert app.route == "/settings"
    assert not app.exists("notice")
