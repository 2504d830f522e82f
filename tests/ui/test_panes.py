"""Wide windows: the sheet stays in sight, and what else is looked at stands beside it."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.events import Ended
from scorepad.tarot.scheme_data import shipped_schemes

from .client import Driver
from .evening import Windows, enter, flaws, on, points, rows

TABLET, COMPUTER = (768, 1024), (1280, 800)


async def window(windows: Windows, size: tuple[int, int], route: str) -> Driver:
    width, height = size
    return await windows.window(route, width=width, height=height)


@pytest.mark.parametrize("size", [TABLET, COMPUTER])
async def test_what_is_looked_at_stands_beside_the_sheet(windows: Windows, size: tuple[int, int]) -> None:
    evening = windows.played(7)
    app = await window(windows, size, f"/session/{evening.id}")
    for taps, shown in (
        (["row-3"], "result"),
        (["row-5"], "result"),
        (["compare"], "scheme-contre_5"),
        (["total-1"], "account-total"),
        (["menu", "menu-end"], "place-0"),
        (["menu", "menu-journal"], "event-1"),
        (["menu", "menu-players"], "name"),
        (["menu", "menu-export"], "format-pdf"),
        (["menu", "menu-rules", "compare"], "scheme-contre_5"),
    ):
        await app.tap(*taps)
        assert app.exists(shown), taps
        assert rows(app)[-1] == "row-7", "the sheet is in sight"
        assert flaws(app) == []
    assert len(app.stacked()) == 2, "one view of the evening, whatever stands in it"


async def test_a_third_pane_leaves_the_entry_in_sight(windows: Windows) -> None:
    evening = windows.played(3)
    app = await window(windows, COMPUTER, f"/session/{evening.id}")
    assert app.exists("curve")
    await app.tap("row-2")
    assert t("Hand {number}", number=2) in app.texts()
    assert not app.exists("curve")
    await enter(app, "1 garde", 2, "49")
    assert app.exists("result"), "the hand that was looked at is still there"
    await app.tap("back-beside")
    assert app.exists("curve")
    await app.tap("save")
    assert rows(app)[-1] == "row-4"


async def test_on_a_tablet_the_evening_gives_way_to_a_hand_and_a_screen_to_the_entry(
    windows: Windows,
) -> None:
    evening = windows.played(3)
    app = await window(windows, TABLET, f"/session/{evening.id}")
    assert app.exists("curve")
    await app.tap("bid-1-garde")
    assert not app.exists("curve")
    await app.tap("bouts-2", "row-2")
    assert not app.exists("bouts-2")
    await app.tap("back-beside")
    assert on(app, "bouts-") == ["bouts-2"], "what was entered is there again"
    await points(app, "49")
    await app.tap("save")
    assert app.exists("curve")


async def test_turning_a_tablet_keeps_what_was_being_entered(windows: Windows) -> None:
    evening = windows.played(3)
    app = await window(windows, TABLET, f"/session/{evening.id}")
    await app.tap("bid-1-garde", "bouts-2")
    await app.resize(600, 1024)
    assert app.text("next-hand") == t("Hand {number} · go on", number=4)
    await app.tap("next-hand")
    assert on(app, "bouts-") == ["bouts-2"]
    await app.tap("digit-4")
    await app.resize(1024, 600)
    assert on(app, "bouts-") == ["bouts-2"]
    await app.tap("digit-9", "save")
    assert rows(app)[-1] == "row-4"
    await app.tap("row-2")
    await app.resize(600, 1024)
    assert app.exists("result")
    await app.tap("back")
    assert rows(app)[-1] == "row-4"


async def test_a_finished_evening_has_its_standings_beside_the_sheet(windows: Windows) -> None:
    evening = windows.played(3)
    windows.change(evening, Ended())
    for size in (TABLET, COMPUTER):
        app = await window(windows, size, f"/session/{evening.id}")
        assert app.exists("curve")
        assert not app.exists("bid-1-garde")
        await app.tap("row-2")
        assert app.exists("result")
        assert rows(app)[-1] == "row-3"


async def test_every_bid_has_room_for_a_finger_beside_the_sheet(windows: Windows) -> None:
    evening = windows.table(5, scheme=shipped_schemes()["pousse"])
    app = await window(windows, TABLET, f"/session/{evening.id}")
    assert flaws(app) == []
    await enter(app, "5 garde_contre", 2, "49", partner="alone")
    await app.tap("save")
    assert rows(app) == ["row-1"]
    await app.tap("row-1", "void")
    assert app.identifiers().count("notice") == 1, "once, and not beside the sheet as well"


@pytest.mark.parametrize(
    ("screen", "field", "words"),
    [
        ("note", "note-text", "Chez Léa"),
        ("points", "points-reason", "renonce"),
        ("players", "name", "Gaston"),
    ],
)
async def test_turning_a_phone_keeps_what_was_typed(
    windows: Windows, screen: str, field: str, words: str
) -> None:
    evening = windows.played(3)
    route = f"/session/{evening.id}/{screen}"
    app = await windows.window(route, width=390, height=844)
    await app.type(field, words)
    await app.resize(844, 390)
    assert app.exists("row-1"), "now it stands beside the sheet"
    assert app.value(field) == words
    await app.resize(390, 844)
    assert app.value(field) == words
    await app.tap("back")
    await app.visit(route)
    assert not app.exists(field) or app.value(field) != words, "it was left"
