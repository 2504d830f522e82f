"""The length of an evening: chosen before it, changed during it, told on the sheet, and a fair end."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from words import t

from scorepad.evening.events import LengthAgreed
from scorepad.evening.length import OPEN, AgreedLength
from scorepad.tarot.hand import ThrownIn
from scorepad.ui.components import length

from .client import Driver
from .evening import Windows, flaws, grow, on, only_long, play, points, seat

EVENING = datetime(2026, 11, 21, 20, 7, tzinfo=UTC)


class Watch:
    """The clock of a history, which a test sets."""

    def __init__(self, windows: Windows) -> None:
        self.now = EVENING
        windows.history._clock = lambda: self.now


async def agree(app: Driver, *taps: str) -> None:
    """Agrees on another length from the menu of the sheet."""
    await app.tap("menu", "menu-length", *taps, "agree")


# --- Chosen -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taps", "agreed"),
    [
        ("length-open", OPEN),
        ("length-hands", AgreedLength(hands=20)),
        ("length-hands length-hands-12 length-less", AgreedLength(hands=11)),
        ("length-deals length-more", AgreedLength(deals=4)),
        ("length-deals length-deals-2", AgreedLength(deals=2)),
        ("length-until", AgreedLength(until="2026-11-21T23:15:00.000Z")),
        ("length-until length-hours-2 length-more", AgreedLength(until="2026-11-21T22:30:00.000Z")),
        ("length-hands length-open", OPEN),
    ],
)
async def test_it_is_chosen_before_the_evening(windows: Windows, taps: str, agreed: AgreedLength) -> None:
    Watch(windows)
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    assert on(app, "length-") == ["length-open"]
    await app.tap(*taps.split())
    assert flaws(app) == []
    await app.tap("start")
    [summary] = windows.history.summaries()
    assert windows.history.load(summary.id).table.length == agreed


async def test_no_length_is_shorter_than_one_hand_or_longer_than_a_day(windows: Windows) -> None:
    watch = Watch(windows)
    watch.now = EVENING.replace(minute=15)
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé")
    await app.tap("length-deals", "length-less", "length-less")
    assert not app.enabled("length-less")
    await app.tap("length-until", "length-hours-1", *["length-less"] * 3)
    assert not app.enabled("length-less")
    await app.tap(*["length-more"] * 95)
    assert not app.enabled("length-more")


async def test_the_same_table_plays_as_long_again_but_not_until_the_same_time(windows: Windows) -> None:
    until = AgreedLength(until="2026-11-21T23:15:00Z")
    for agreed, wanted in ((AgreedLength(hands=12), "length-hands"), (until, "length-open")):
        evening = windows.table()
        changed = evening.add(LengthAgreed(agreed), windows.history.stamp())
        windows.history.append(evening.id, changed.events[-1])
        app = await windows.window("/new")
        await app.tap("same-table")
        assert wanted in on(app, "length-")


# --- On the sheet -----------------------------------------------------------------------------------------


async def test_so_many_hands(windows: Windows) -> None:
    """The last one is announced, deals thrown in do not count, and the table may play on."""
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    wide = await windows.wide(f"/session/{evening.id}")
    assert not app.exists("progress")
    await agree(app, "length-hands", "length-hands-12", *["length-less"] * 10)
    assert app.text("progress") == t("{played} of {hands} hands played", played=0, hands=2)
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=1, name="Anne")
    await play(app, "1 garde", 2, "49")
    assert app.text("progress").endswith(t("last hand"))
    assert app.text("next-hand") == t("Last hand · {name} deals", name="Bruno")
    assert t("Last hand") in wide.texts()
    windows.record(evening, ThrownIn.PETIT_SEC)
    await app.settle()
    assert app.text("next-hand") == t("Last hand · {name} deals", name="Chloé")
    await app.tap("next-hand")
    assert t("Last hand") in app.texts()
    await app.tap("bid-1-garde", "back")
    assert app.text("next-hand") == t("Last hand · go on")
    assert not app.exists("all-played")
    await app.tap("next-hand", "bouts-2")
    await points(app, "49")
    await app.tap("save")
    assert app.exists("all-played")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=4, name="Denis")
    assert "1" in app.text("fair-end").split()
    await app.tap("fair-end")
    assert windows.happened(evening).table.length == AgreedLength(deals=1)
    assert app.text("progress").endswith(t("last hand"))
    await play(app, "1 garde", 2, "49")
    assert not app.exists("fair-end")
    await app.tap("all-played", "finish", "sheet")
    assert not app.exists("all-played")


async def test_so_many_deals_each(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(3).id}")
    await agree(app, "length-deals", "length-less", "length-less")
    assert {"1", "3"} <= set(app.text("progress").split())
    await play(app, "1 garde", 2, "49")
    assert {"1", "2"} <= set(app.text("progress").split())


async def test_until_a_time(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    """The minutes run without a tap."""
    watch, passing = Watch(windows), asyncio.Event()

    async def wait(seconds: float) -> None:
        await passing.wait()
        passing.clear()

    monkeypatch.setattr(length, "asyncio", SimpleNamespace(sleep=wait))
    app = await windows.window(f"/session/{windows.table(3).id}")
    await agree(app, "length-until", "length-hours-1")
    assert "68" in app.text("progress").split()
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=1, name="Anne")
    watch.now += timedelta(minutes=63)
    passing.set()
    await app.settle()
    assert "5" in app.text("progress").split()
    assert app.text("next-hand") == t("Last hand · {name} deals", name="Anne")
    await play(app, "1 garde", 2, "49")
    watch.now += timedelta(minutes=4, seconds=59)
    passing.set()
    await app.settle()
    assert "1" in app.text("progress").split()
    watch.now += timedelta(seconds=1)
    passing.set()
    await app.settle()
    assert app.text("all-played") == t("{what}: end the evening?", what=t("Time is up"))
    assert "2" in app.text("fair-end").split()


async def test_a_length_is_undone_and_done_again_in_words(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}")
    await agree(app, "length-hands")
    twenty = t.plural("{count} hand", "{count} hands", 20)
    await app.tap("notice-undo")
    assert app.text("notice").endswith(twenty)
    assert not app.exists("progress")
    await app.tap("redo")
    assert app.text("progress") == t("{played} of {hands} hands played", played=0, hands=20)
    await app.tap("menu", "menu-journal")
    assert app.text("event-1").startswith(f"{t('Length of the evening')} {t('No limit')} {twenty}")


async def test_what_is_agreed_already_cannot_be_agreed(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}")
    await app.tap("menu", "menu-length")
    assert not app.enabled("agree")
    await app.tap("length-hands")
    assert app.enabled("agree")
    await app.tap("length-open")
    assert not app.enabled("agree")


@pytest.mark.parametrize("growth", [2.0, *only_long(1.0)])
async def test_it_fits_and_can_be_tapped(windows: Windows, growth: float) -> None:
    for language in ("en", "fr", "de"):
        windows.language = language
        Watch(windows)
        evening = windows.table()
        app = await windows.window(f"/session/{evening.id}")
        for kind in ("hands", "deals", "until"):
            await grow(app, growth)
            await app.tap("menu", "menu-length", f"length-{kind}")
            assert flaws(app) == []
            await app.tap("agree")
            assert flaws(app) == []


async def test_no_length_is_offered_that_is_reached(windows: Windows) -> None:
    evening = windows.played(13)
    app = await windows.window(f"/session/{evening.id}/length")
    assert app.text("agreed-length") == t("Agreed until now: {length}", length=t.inside(t("No limit")))
    await app.tap("length-hands")
    offered = [name for name in app.identifiers() if name.startswith("length-hands-")]
    assert offered == [f"length-hands-{count}" for count in (16, 20, 24, 30, 40)]
    await app.tap("length-deals")
    assert "length-deals-3" not in app.identifiers(), "all have dealt so often"
    assert app.exists("length-deals-4")
    await app.visit(f"/session/{windows.played(25).id}/length")
    await app.tap("length-hands")
    assert "26" in app.text("length-now").split()
