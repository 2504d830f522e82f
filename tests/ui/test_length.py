"""The length of an evening: chosen before it, changed during it, told on the sheet, and a fair end."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.events import LengthAgreed
from scorepad.evening.length import AgreedLength
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import routes

from .evening import Windows, on, play, seat


async def test_the_length_is_chosen_before_the_evening(windows: Windows) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    await app.tap("rules")
    assert on(app, "length-") == ["length-open"]
    await app.tap("length-deals", "length-less", "length-less")
    assert not app.enabled("length-less"), "no length is shorter than one"
    await app.tap("length-deals-2", "length-hands", "length-hands-12")
    await app.burst("length-less", "length-less")
    await app.tap("back")
    assert app.text("rules").endswith(t("{what}: {value}", what=t("Length"), value="10 hands"))
    await app.tap("start")
    assert windows.shown(app).table.length == AgreedLength(hands=10)


async def test_only_another_length_can_be_agreed_and_none_that_is_reached(windows: Windows) -> None:
    app = await windows.window(routes.rules(windows.played(13).id))
    await app.tap("length-hands")
    assert app.text("agreed-length") == t("Agreed until now: {length}", length=t.inside(t("No limit")))
    offered = app.named("length-hands-")
    assert offered == [f"length-hands-{count}" for count in (16, 20, 24, 30, 40)]
    await app.tap("length-deals")
    assert not app.exists("length-deals-3"), "all have dealt so often"
    await app.tap("length-open")
    assert not app.exists("agree")


@pytest.mark.promise(
    "The screens: look at the evening", "The last agreed hand is announced, and the table may play on."
)
async def test_an_evening_ends_after_the_agreed_number_of_hands(windows: Windows) -> None:
    """The last one is announced, deals thrown in do not count, and the table may play on."""
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    assert not app.exists("progress")
    await app.tap("menu", "menu-rules", "length-hands", "length-hands-12", "agree")
    assert app.text("progress") == t("{played} of {hands} hands played", played=0, hands=12)
    windows.change(evening, LengthAgreed(AgreedLength(hands=2)))
    await app.settle()
    await play(app, "1 garde", 2, "49")
    assert app.text("progress").endswith(t("last hand"))
    windows.record(evening, ThrownIn.PETIT_SEC)
    await app.settle()
    assert app.text("next-hand") == f"{t('Enter the last hand')} {t('{name} deals', name='Chloé')}"
    await app.tap("next-hand", "bid-1-garde")
    assert t("Last hand") in app.texts()
    await app.tap("back")
    assert app.text("next-hand").startswith(t("Go on with hand {number}", number=3))
    await app.tap("next-hand", "bouts-2", "digit-4", "digit-9", "save")
    assert app.text("next-hand") == f"{t('Enter hand {number}', number=4)} {t('{name} deals', name='Denis')}"
    await app.tap("fair-end")
    assert windows.happened(evening).table.length == AgreedLength(deals=1)
    await play(app, "1 garde", 2, "49")
    assert not app.exists("fair-end")
    await app.tap("all-played", "finish", "sheet")
    assert not app.exists("all-played")


async def test_an_evening_of_an_earlier_version_ends_at_a_time(windows: Windows) -> None:
    """Its rules say so; the sheet asks for nothing."""
    until = "2026-11-21T21:15:00Z"
    evening = windows.change(windows.table(3), LengthAgreed(AgreedLength(until=until)))
    app = await windows.window(f"/session/{evening.id}")
    assert not app.exists("progress")
    await app.visit(routes.rules(evening.id))
    said = app.text("agreed-length")
    assert t.time(until) in said
    assert said[0].isupper()
    assert on(app, "length-") == []
    assert not app.exists("agree")
