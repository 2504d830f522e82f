"""The end of the evening: standings, figures, the text for the chat, and the money."""

from __future__ import annotations

import flet as ft
import pytest
from evenings import after, by, table
from flet_client import Driver
from words import t

from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Ended
from scorepad.evening.money import Rate
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import routes
from scorepad.ui.host import Served
from scorepad.ui.screens.end import minutes_per_hand

from .evening import Windows, play


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "The end of the evening shows the standings, and can be taken back.",
)
async def test_the_standings_are_provisional_then_final_then_provisional_again(windows: Windows) -> None:
    evening = windows.table()
    sheet = routes.evening(evening.id)
    app = await windows.window(routes.end(evening.id))
    assert app.text("place-0") == "– A Anne 0", "nobody has a rank yet"
    await app.visit(sheet)
    await play(app, "2 garde", 2, "49")
    await app.tap("menu", "menu-end")
    places = app.texts_of("place-")
    assert places == ["1st B Bruno +198", "2nd A Anne −66", "2nd C Chloé −66", "2nd D Denis −66"]
    await app.tap("back")
    assert app.route == sheet
    await app.tap("menu", "menu-end", "finish")
    assert not app.exists("finish")
    await app.tap("reopen")
    assert app.route == sheet
    assert not windows.happened(evening).table.ended
    await app.tap("menu", "menu-finish")
    assert app.text("notice") == t("The evening is over.")
    await app.tap("notice-undo")
    assert app.route == sheet
    assert not windows.happened(evening).table.ended
    await app.tap("menu", "menu-end", "finish", "back")
    assert app.route == routes.HOME, "not to the sheet that these standings were opened from"


async def test_a_finished_evening_is_shared_or_copied(windows: Windows) -> None:
    route = routes.end(windows.played(1).id)
    app = await windows.window(route)
    await app.tap("share")
    assert (len(app.asked("Share.share_text")), app.clipboard) == (1, None)
    for address, shares in (
        ("ws://192.168.1.7:8550", False),
        ("wss://scores.example", True),
        ("ws://127.0.0.1:8550", True),
    ):
        app = await windows.browser(route, address=address)
        assert app.exists("share") is shares, address
    desktop = await windows.computer(route)
    assert not desktop.exists("share")
    await desktop.tap("copy")
    assert "1. Anne +150\n2. Bruno −50\n" in str(desktop.clipboard)
    assert desktop.text("notice") == t("Copied: paste it into the chat")


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "Where a browser has no share sheet, Share copies and says so; a file that cannot be shared is saved.",
)
@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("shares", [True, False])
@pytest.mark.parametrize("kind", ["served", "web app"])
async def test_a_phone_without_a_share_sheet_copies_and_reports_it(
    kind: str, shares: bool, over: bool, windows: Windows
) -> None:
    evening = windows.played(1)
    if over:
        evening = windows.change(evening, Ended())
    route, address = routes.end(evening.id), "https://scores.example/"
    if kind == "served":
        served = Served(lambda page: {"shares": "yes" if shares else "no"}, lambda *facts: "")
        app = await windows.browser(route, address="wss://scores.example", served=served)
    else:
        app = await windows.web_app(route, platform=ft.PagePlatform.ANDROID, address=address, shares=shares)
    assert app.exists("share") is (over or shares)
    await app.tap("share" if over or shares else "copy")
    if shares:
        assert (len(app.asked("Share.share_text")), app.clipboard) == (1, None)
    else:
        assert not app.asked("Share.share_text")
        assert "1. Anne +150" in str(app.clipboard)
        assert app.text("notice") == t("Copied: paste it into the chat")


async def test_the_figures_and_the_best_and_worst_hand_which_open(windows: Windows) -> None:
    evening = windows.table()
    for taker, points in enumerate((50, 31, 42)):
        windows.record(evening, by(taker, points=points))
    windows.record(evening, ThrownIn.ALL_PASSED)
    app = await windows.window(routes.end(evening.id))
    assert app.text("figure-hands") == t.plural("{count} hand", "{count} hands", 4)
    assert app.text("figure-contracts").startswith("2\u00a0/\u00a03 ")
    assert not app.exists("figure-pace"), "they were written all at once"
    assert app.text("best-hand").startswith(t("Best hand of the evening"))
    assert app.text("best-hand").endswith(" +204")
    await app.tap("worst-hand")
    assert app.route == routes.why(evening.id, windows.happened(evening).sheet.rows[1].id)
    await app.tap("back")
    assert app.route == routes.end(evening.id)


def test_a_hand_takes_its_time_but_for_breaks() -> None:
    begun = table(4, created="2026-11-21T20:00:00.000Z")
    times = ("20:10", "20:13", "21:30", "21:34")
    stamps = iter([Stamp(f"2026-11-21T{time}:00.000Z") for time in times])
    evening = after(begun, *[by()] * 4, at=stamps.__next__)
    assert minutes_per_hand(evening) == round((10 + 3 + 4) / 3)


async def test_the_same_people_play_again(windows: Windows) -> None:
    evening = windows.played(2)
    windows.played(1, people=3)
    app = await windows.window(routes.end(evening.id))
    await app.tap("finish", "again")
    assert app.route == routes.NEW_EVENING
    assert [app.exists(f"seat-{number}") for number in (4, 5)] == [True, False]
    await app.tap("start")
    assert app.route != routes.evening(evening.id), "an evening of its own"


def paid(app: Driver) -> list[tuple[str, str, str]]:
    """The payments: payer, payee and amount."""
    found = [text.split() for text in app.texts_of("transfer-")]
    return [(words[2], words[-2], words[-1]) for words in found]


@pytest.mark.promise("The screens: look at the evening", "Money is agreed, settled and undone.")
async def test_a_rate_is_agreed_and_settled(windows: Windows) -> None:
    """And then any other rate, currency and rounding."""
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("menu", "menu-rules", "money", "agree")
    assert windows.happened(evening).table.rate == Rate(cents=100)
    assert app.text("rate").endswith(" €1.00")
    assert paid(app) == [(name, "Anne", "€0.66") for name in ("Bruno", "Chloé", "Denis")]
    assert app.text("share-0").endswith("Anne +€1.98")
    await app.tap("notice-undo")
    assert windows.happened(evening).table.rate.cents == 0
    await app.tap("worth-200", "worth-more", "currency-CHF", "step-10")
    assert app.text("worth").endswith(" 2.05\u00a0CHF")
    ticked = {
        name
        for name in app.identifiers()
        if name.startswith(("worth-", "currency-", "step-"))
        and any(each.node.get("icon") == ft.Icons.CHECK.value for each in app.inside(app.find(name)))
    }
    assert ticked == {"currency-CHF", "step-10"}, "what is chosen does not show by colour alone"
    await app.type("currency", " kr ")
    await app.tap("agree")
    assert windows.happened(evening).table.rate == Rate(cents=205, currency="kr", step=10)
    assert "2.05\u00a0kr" in app.text("rate")
    assert "0.10\u00a0kr" in app.text("rate")
    shares = [app.text(f"share-{place}") for place in range(4)]
    assert [words.split()[-2] for words in shares] == ["+4.10", "−1.30", "−1.40", "−1.40"]
    await app.tap("other-rate")
    assert not app.enabled("agree")
    await app.tap("worth-50", "agree", "no-money")
    assert app.exists("agree")
    assert windows.happened(evening).table.rate.cents == 0
