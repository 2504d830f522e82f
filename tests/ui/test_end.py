"""The end of the evening: standings, and the text for the chat."""

from __future__ import annotations

import flet as ft
import pytest

from scorepad.ui.app import build
from scorepad.ui.files import Place

from .client import Driver
from .evening import Evening, play


async def test_standings_so_far_then_final_and_reopened(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    assert not app.exists("end"), "an evening without a hand has no end"
    await play(app, "2 garde", 2, "49")
    await app.tap("end")
    assert "Standings so far" in app.texts()
    places = [name for name in app.identifiers() if name.startswith("place-")]
    assert places == ["place-1", "place-0", "place-2", "place-3"]
    assert [app.text(place) for place in places] == [
        "B Bruno +198",
        "2. A Anne −66",
        "2. C Chloé −66",
        "2. D Denis −66",
    ]
    await app.tap("back")
    assert app.route == f"/session/{session.id}"
    await app.tap("end", "finish")
    assert "Final standings" in app.texts()
    assert not app.exists("finish")
    await app.tap("reopen")
    assert app.route == f"/session/{session.id}"
    assert app.exists("next-hand")
    assert not evening.happened(session).finished


async def test_the_text_for_the_chat_is_on_the_clipboard(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.played(1).id}/end")
    await app.tap("copy")
    assert app.clipboard is not None
    assert "1. Anne +150\n2. Bruno −50\n" in app.clipboard
    assert app.text("notice") == "Copied: paste it into the chat"
    assert not app.exists("notice-undo")


async def test_the_share_sheet_where_there_is_one(evening: Evening) -> None:
    session = evening.played(1)
    app = await evening.window(f"/session/{session.id}/end")
    await app.tap("share")
    [call] = [call for call in app.calls if call.control == "Share"]
    assert "1. Anne +150" in str(call.arguments)
    desktop = await Driver.start(
        build(evening.history, language="en", place=Place.WINDOW),
        platform=ft.PagePlatform.LINUX,
        route=f"/session/{session.id}/end",
    )
    assert desktop.exists("copy")
    assert not desktop.exists("share")
    await desktop.close()


@pytest.mark.parametrize(
    ("address", "shares"),
    [("ws://192.168.1.7:8550", False), ("wss://scores.example", True), ("ws://127.0.0.1:8550", True)],
)
async def test_browsers_share_secure_pages_only(address: str, shares: bool, evening: Evening) -> None:
    def from_there(driver: Driver) -> None:
        driver._wire.page_url = address

    app = await Driver.start(
        build(evening.history, language="en", place=Place.BROWSER),
        web=True,
        route=f"/session/{evening.played(1).id}/end",
        before=from_there,
    )
    assert app.exists("copy")
    assert app.exists("share") is shares
    await app.close()
