"""The end of the evening: standings, and the text for the chat."""

from __future__ import annotations

from datetime import datetime, timedelta

import flet as ft
import pytest
from words import t

from scorepad.evening.events import Deal, Ended, Stamp
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.ui.app import build
from scorepad.ui.files import Place

from .client import Driver
from .evening import Windows, flaws, grow, only_long, play


async def test_standings_so_far_then_final_and_reopened(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu")
    assert app.exists("menu-end")
    await app.tap("menu")
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
    assert app.route == f"/session/{evening.id}"
    await app.tap("menu", "menu-end", "finish")
    assert not app.exists("finish")
    await app.tap("reopen")
    assert app.route == f"/session/{evening.id}"
    assert app.exists("next-hand")
    assert not windows.happened(evening).table.ended


async def test_the_text_for_the_chat_is_on_the_clipboard(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.played(1).id}/end")
    await app.tap("copy")
    assert app.clipboard is not None
    assert "1. Anne +150\n2. Bruno −50\n" in app.clipboard
    assert app.text("notice") == t("Copied: paste it into the chat")
    assert not app.exists("notice-undo")


async def test_an_evening_that_ended_is_shared_where_it_cannot_be_sent_it_is_copied(windows: Windows) -> None:
    evening = windows.played(1)
    ended = evening.add(Ended(), windows.history.stamp())
    windows.history.append(evening.id, ended.events[-1])
    app = await windows.window(f"/session/{evening.id}/end")
    await app.tap("share")
    assert [call.control for call in app.calls if call.control in ("Share", "Clipboard")] == ["Share"]
    assert app.exists("copy")
    desktop = await Driver.start(
        build(windows.history, language="en", place=Place.WINDOW),
        platform=ft.PagePlatform.LINUX,
        route=f"/session/{evening.id}/end",
    )
    assert not desktop.exists("copy")
    await desktop.tap("share")
    assert "1. Anne +150" in str(desktop.clipboard)
    assert desktop.text("notice") == t("Copied: paste it into the chat")
    await desktop.close()


async def test_before_the_first_point_nobody_has_a_rank(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/end")
    assert app.text("place-0") == "– A Anne 0"
    assert not app.exists("curve")
    assert not app.exists("figure-hands")
    assert flaws(app) == []


async def test_the_figures_and_the_best_and_worst_hand_which_open(windows: Windows) -> None:
    evening = windows.table()
    for taker, points in (("p0", 100), ("p1", 62), ("p2", 84)):
        players = tuple(person.id for person in evening.sheet.people)
        windows.record(
            evening, Hand(players=players, taker=taker, bid=Bid.GARDE, bouts=2, half_points=points)
        )
    windows.record(evening, ThrownIn.ALL_PASSED)
    app = await windows.window(f"/session/{evening.id}/end")
    assert app.text("figure-hands") == t.plural("{count} hand", "{count} hands", 4)
    assert app.text("figure-contracts").startswith("2\u00a0/\u00a03 ")
    assert [word for word in app.name("figure-contracts").split() if word.isdigit()] == ["2", "3"]
    assert not app.exists("figure-pace"), "they were written all at once"
    assert app.text("best-hand").startswith(t("Best hand of the evening"))
    assert app.text("best-hand").endswith(" +204")
    await app.tap("worst-hand")
    assert app.route == f"/session/{evening.id}/deal/{windows.happened(evening).sheet.entries[1].id}"
    await app.tap("back")
    assert app.route == f"/session/{evening.id}/end"


async def test_the_time_of_a_hand(windows: Windows) -> None:
    evening = windows.empty()
    players = tuple(person.id for person in evening.sheet.people)
    hand = Hand(players=players, taker="p0", bid=Bid.GARDE, bouts=2, half_points=90)
    began = datetime.fromisoformat(evening.start.created)
    for number in range(1, 4):
        at = (began + timedelta(minutes=5 * number)).isoformat()
        evening = evening.record(Deal(evening.dealer, hand), Stamp(f"hand-{number}", at))
    windows.history.create(evening)
    app = await windows.window(f"/session/{evening.id}/end")
    assert app.text("figure-pace").startswith("5 ")


@pytest.mark.parametrize("growth", [2.0, *only_long(1.0)])
@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_every_figure_fits(windows: Windows, language: str, growth: float) -> None:
    windows.language = language
    evening = windows.played(40, 5)
    app = await windows.window(f"/session/{evening.id}/end")
    await grow(app, growth)
    assert flaws(app) == []


async def test_the_share_sheet_where_there_is_one(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}/end")
    await app.tap("share")
    [call] = [call for call in app.calls if call.control == "Share"]
    assert "1. Anne +150" in str(call.arguments)
    desktop = await Driver.start(
        build(windows.history, language="en", place=Place.WINDOW),
        platform=ft.PagePlatform.LINUX,
        route=f"/session/{evening.id}/end",
    )
    assert desktop.exists("copy")
    assert not desktop.exists("share")
    await desktop.close()


@pytest.mark.parametrize(
    ("address", "shares"),
    [("ws://192.168.1.7:8550", False), ("wss://scores.example", True), ("ws://127.0.0.1:8550", True)],
)
async def test_browsers_share_secure_pages_only(address: str, shares: bool, windows: Windows) -> None:
    def from_there(driver: Driver) -> None:
        driver._wire.page_url = address

    app = await Driver.start(
        build(windows.history, language="en", place=Place.BROWSER),
        web=True,
        route=f"/session/{windows.played(1).id}/end",
        before=from_there,
    )
    assert app.exists("copy")
    assert app.exists("share") is shares
    await app.close()


async def test_the_end_of_an_evening_is_taken_back_in_the_notice(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-finish")
    assert app.text("notice") == t("The evening is over.")
    await app.tap("notice-undo")
    assert not windows.happened(evening).table.ended
    assert app.route == f"/session/{evening.id}"


async def test_the_same_people_play_again(windows: Windows) -> None:
    evening = windows.played(2)
    windows.played(1, people=3)
    app = await windows.window(f"/session/{evening.id}/end")
    assert not app.exists("again")
    await app.tap("finish", "again")
    assert app.route == "/new"
    assert [app.exists(f"seat-{number}") for number in (1, 4, 5)] == [True, True, False]
    await app.visit("/")
    await app.tap(f"more-{evening.id}", f"again-{evening.id}")
    assert [app.exists(f"seat-{number}") for number in (1, 4, 5)] == [True, True, False]
    await app.tap("start")
    assert app.route != f"/session/{evening.id}", "an evening of its own"
    assert app.exists("next-hand")


async def test_the_curve_as_large_as_the_window(windows: Windows) -> None:
    evening = windows.played(5)
    for width, height in ((360, 640), (768, 1024), (1280, 800)):
        app = await windows.window(f"/session/{evening.id}", width=width, height=height)
        await app.tap("menu", "menu-end", "large-curve" if width < 1280 else "back-beside")
        if width == 1280:
            await app.tap("large-curve")
        assert app.route == f"/session/{evening.id}/curve"
        drawings = [each.node for each in app.screen() if each.node["_c"] == "Canvas"]
        canvas = max(drawings, key=lambda each: each.get("width") or 0)
        assert canvas["width"] >= width - 40
        assert canvas["height"] >= 0.6 * height
        assert all(any(person.name in words for words in app.texts()) for person in evening.sheet.people)
        assert flaws(app) == []
        await app.tap("back")
        assert app.route in (f"/session/{evening.id}", f"/session/{evening.id}/end")
