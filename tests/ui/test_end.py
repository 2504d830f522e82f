"""The end of the evening: standings, figures, and the text for the chat."""

from __future__ import annotations

import flet as ft
from words import t

from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.ui import routes
from scorepad.ui.app import build
from scorepad.ui.files import Place

from .client import Driver
from .evening import Windows, play


async def test_standings_so_far_then_final_and_reopened(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(routes.evening(evening.id))
    await play(app, "2 garde", 2, "49")
    await app.tap("menu", "menu-end")
    places = [name for name in app.identifiers() if name.startswith("place-")]
    assert places == ["place-1", "place-0", "place-2", "place-3"]
    assert [app.text(place) for place in places] == [
        "1st B Bruno +198",
        "2nd A Anne −66",
        "2nd C Chloé −66",
        "2nd D Denis −66",
    ]
    await app.tap("back")
    assert app.route == routes.evening(evening.id)
    await app.tap("menu", "menu-end", "finish")
    assert not app.exists("finish")
    await app.tap("reopen")
    assert app.route == routes.evening(evening.id)
    assert app.exists("next-hand")
    assert not windows.happened(evening).table.ended
    await app.tap("menu", "menu-finish")
    assert app.text("notice") == t("The evening is over.")
    await app.tap("notice-undo")
    assert app.route == routes.evening(evening.id)
    assert not windows.happened(evening).table.ended
    await app.tap("menu", "menu-finish", "back")
    assert app.route == routes.HOME


async def test_an_evening_that_ended_is_shared_where_it_cannot_be_sent_it_is_copied(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.end(evening.id))
    assert app.exists("copy")
    await app.tap("share")
    assert [call.control for call in app.calls if call.control in ("Share", "Clipboard")] == ["Share"]
    desktop = await Driver.start(
        build(windows.history, language="en", place=Place.WINDOW),
        platform=ft.PagePlatform.LINUX,
        route=routes.end(evening.id),
    )
    assert not desktop.exists("share")
    await desktop.tap("copy", "finish")
    assert "1. Anne +150\n2. Bruno −50\n" in str(desktop.clipboard)
    assert not desktop.exists("copy")
    await desktop.tap("share")
    assert desktop.text("notice") == t("Copied: paste it into the chat")
    assert not desktop.exists("notice-undo")
    await desktop.close()


async def test_browsers_share_secure_pages_only(windows: Windows) -> None:
    route = routes.end(windows.played(1).id)
    for address, shares in (
        ("ws://192.168.1.7:8550", False),
        ("wss://scores.example", True),
        ("ws://127.0.0.1:8550", True),
    ):
        served = build(windows.history, language="en", place=Place.BROWSER)
        app = await Driver.start(served, web=True, route=route, address=address)
        assert app.exists("share") is shares, address
        assert app.exists("copy")
        await app.close()


async def test_the_figures_and_the_best_and_worst_hand_which_open(windows: Windows) -> None:
    evening = windows.table()
    players = tuple(person.id for person in evening.sheet.people)
    for taker, points in (("p0", 100), ("p1", 62), ("p2", 84)):
        hand = Hand(players=players, taker=taker, bid=Bid.GARDE, bouts=2, half_points=points)
        windows.record(evening, hand)
    windows.record(evening, ThrownIn.ALL_PASSED)
    app = await windows.window(routes.end(evening.id))
    assert app.text("figure-hands") == t.plural("{count} hand", "{count} hands", 4)
    assert app.text("figure-contracts").startswith("2\u00a0/\u00a03 ")
    assert [word for word in app.name("figure-contracts").split() if word.isdigit()] == ["2", "3"]
    assert not app.exists("figure-pace"), "they were written all at once"
    assert app.text("best-hand").startswith(t("Best hand of the evening"))
    assert app.text("best-hand").endswith(" +204")
    await app.tap("worst-hand")
    assert app.route == routes.why(evening.id, windows.happened(evening).sheet.entries[1].id)
    await app.tap("back")
    assert app.route == routes.end(evening.id)


async def test_the_same_people_play_again(windows: Windows) -> None:
    evening = windows.played(2)
    windows.played(1, people=3)
    app = await windows.window(routes.end(evening.id))
    assert not app.exists("again")
    await app.tap("finish", "again")
    assert app.route == routes.NEW_EVENING
    assert [app.exists(f"seat-{number}") for number in (1, 4, 5)] == [True, True, False]
    await app.visit(routes.HOME)
    await app.tap(f"more-{evening.id}", f"again-{evening.id}")
    assert [app.exists(f"seat-{number}") for number in (1, 4, 5)] == [True, True, False]
    await app.tap("start")
    assert app.route != routes.evening(evening.id), "an evening of its own"
    assert app.exists("next-hand")
