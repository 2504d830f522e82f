"""Whole evenings, in a window as a client holds it: from the names of the players to the final standings."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn

import pytest
from disks import RefusingDisk
from words import t

from scorepad.evening.evening import Evening
from scorepad.faults import Fault
from scorepad.history import (
    BadRecord,
    Damaged,
    History,
    HistoryError,
    TooNew,
    UnknownEvening,
    Unreadable,
)
from scorepad.i18n.errors import error_text
from scorepad.ui.theme import Ink

from .evening import Windows, enter, flaws, on, play, rows, seat, totals

# --- Several windows --------------------------------------------------------------------------------------


@pytest.mark.promise("The screens: look at the evening", "Two windows see each other’s hands at once.")
async def test_two_windows_see_each_others_hands_at_once(windows: Windows) -> None:
    evening = windows.table()
    phone = await windows.window(f"/session/{evening.id}")
    laptop, home = await windows.wide(f"/session/{evening.id}"), await windows.window()
    await play(phone, "1 garde", 2, "49")
    assert totals(laptop) == ["198", "−66", "−66", "−66"]
    assert home.text(f"session-{evening.id}").endswith(" +198 1st Anne")
    await enter(laptop, "2 garde", 2, "49")
    await laptop.tap("save")
    assert not phone.exists("notice-undo"), "it would take back the other window's hand"
    await laptop.tap("notice-undo", "row-1", "void")
    assert totals(phone) == ["0"] * 4


# --- Addresses --------------------------------------------------------------------------------------------


@pytest.mark.promise(
    "The screens: all of them", "Every address of the app opens its screen, and Back leads home from it."
)
async def test_every_address_can_be_opened_at_once(windows: Windows) -> None:
    """And tells the window where it is, also after a button of the browser: the way Back leads by that."""
    evening = windows.played(2)
    hand = f"/deal/{evening.sheet.rows[0].id}"
    ends = ("", "/hand", "/end", "/journal", "/note", "/big", "/curve", "/player/0", hand, f"{hand}/note")
    ways = ("/new", "/new/rules", "/settings", "/players", "/players/p0", "/nowhere", "/session/nowhere")
    app = await windows.window()
    for way in (*ways, *(f"/session/{evening.id}{end}" for end in ends)):
        await app.visit(way)
        assert app.exists("home") is ("nowhere" in way), "something is there"
        assert app.page.data.route == way
        await app.browser_back()
        assert app.page.data.route == "/", way
        await app.visit(way)
        while len(app.stacked()) > 1:
            await app.back()
        assert app.route == "/", way


async def test_an_unknown_address_has_a_friendly_screen(windows: Windows) -> None:
    evening = windows.played(1)
    nothing = t("This page does not exist.")
    unknown = t("This evening is not here. It may be on another device, or in a backup.")
    app = await windows.window()
    for route, said in (
        ("/nowhere", nothing),
        ("/session/unknown", unknown),
        ("/session/unknown/hand", unknown),
        ("/session/unknown/end", unknown),
        ("/session/unknown/deal/unknown", unknown),
        (f"/session/{evening.id}/deal/unknown", nothing),
        (f"/session/{evening.id}/nowhere", nothing),
        (f"/session/{evening.id}/rules/none", nothing),
        ("/session/../library", nothing),
        ("/session/%2e%2e%2flibrary", unknown),
        ("/session", nothing),
        (f"/session/{evening.id}/player/4", t("Not found")),
        ("/calculator/garbage", nothing),
    ):
        await app.visit(route)
        assert said in app.texts(), route
        assert (app.stacked()[-1]["bgcolor"], app.stacked()[-1].get("padding")) == (Ink.PAPER, 0)
        await app.tap("home")
        assert app.route == "/"


async def test_an_evening_that_cannot_be_opened_says_why(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    for error, screen, way, there in (
        (Damaged(Path("x.json"), {}), "", "backups", "/data"),
        (TooNew(Path("x.json"), 9, 1), "/hand", "home", "/"),
        (Unreadable(Path("x.json"), errno.EIO), "/end", "home", "/"),
        (BadRecord("events/3", Fault.CONTRADICTION), "/player/0", "backups", "/data"),
        (UnknownEvening("x"), "/deal/y", "home", "/"),
    ):

        def fails(*_: object, error: HistoryError = error) -> Evening:
            raise error

        monkeypatch.setattr(History, "load", fails)
        app = await windows.window(f"/session/x{screen}")
        assert error_text(t, error) in app.texts()
        await app.tap(way)
        assert app.route == there


# --- When something goes wrong ------------------------------------------------------------------------------

WRONG = t("Something went wrong. What was saved is safe; try again.")


def raising(*_: object, **__: object) -> NoReturn:
    raise RuntimeError("a fault of the program")


@pytest.mark.promise("The screens: all of them", "A screen that fails says so, and leads back.")
@pytest.mark.parametrize("part", ["sheet.pane._sheet", "entry.pane._drawn_step"])
async def test_a_failing_screen_reports_it_and_leads_back(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    route = f"/session/{windows.played(1).id}/hand"
    app = await windows.window()
    monkeypatch.setattr(f"scorepad.ui.{part}", raising)
    await app.visit(route)
    assert WRONG in app.texts()
    assert flaws(app) == []
    await app.tap("home")
    monkeypatch.undo()
    await app.visit(route)
    assert app.exists("bid-1-garde")


async def test_a_row_that_fails_leaves_the_others_and_the_totals(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "scorepad.ui.sheet.row.spoken", lambda line: raising() if line.entry.number == 2 else ""
    )
    app = await windows.window(f"/session/{windows.played(3).id}")
    assert rows(app) == ["row-1", "row-3"]
    assert [each.node.get("semantics_label") for each in app.screen() if each.kind == "Icon"].count(
        WRONG
    ) == 1
    assert app.exists("total-0")


async def test_a_failing_tap_is_reported_and_the_app_goes_on(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    monkeypatch.setattr("scorepad.ui.hand_actions.record", raising)
    await app.tap("open-thrown", "thrown-misdeal")
    assert app.text("notice") == WRONG
    assert "a fault of the program" in caplog.text
    monkeypatch.undo()
    await app.tap("open-thrown", "thrown-misdeal")
    assert rows(app) == ["row-1"]


# --- A disk that refuses ----------------------------------------------------------------------------------


FULL = t("The disk is full: nothing was lost, but this is not saved. Make room and try again.")


@pytest.mark.promise(
    "The screens: enter a hand",
    "A full disk keeps what was entered, says so, and saves it when there is room.",
)
async def test_a_full_disk_keeps_the_entry_until_there_is_room(windows: Windows, disk: RefusingDisk) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "2 garde", 2, "41")
    disk.refuses = True
    await app.tap("save")
    assert app.text("notice") == FULL
    assert not app.exists("notice-undo")
    assert app.text("points") == "41", "the entry is as it was"
    assert windows.happened(evening) == evening
    for route in ("/", f"/session/{evening.id}/hand"):
        await app.visit(route)
    await app.tap("petit-taker")
    assert app.text("notice") == FULL, "nor is what was tapped since kept for a restart"
    assert on(app, "petit-") == ["petit-taker"]
    disk.refuses = False
    await app.tap("save")
    await windows.restart()
    app = await windows.window(f"/session/{evening.id}")
    assert totals(app) == ["80", "160", "−120", "−120"]


async def test_a_full_disk_corrects_strikes_out_undoes_ends_and_begins_nothing(
    windows: Windows, disk: RefusingDisk
) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}")
    disk.refuses = True
    for taps in (["row-1", "void"], ["edit", "save"], ["back", "undo"], ["menu", "menu-end", "finish"]):
        await app.tap(*taps)
        assert app.text("notice") == FULL, taps
    assert windows.happened(evening) == evening
    await app.visit("/new")
    await seat(app, "Anne Bruno Chloé")
    await app.tap("start")
    assert (app.route, app.text("notice")) == ("/new", FULL)
    disk.refuses = False
    await app.tap("start")
    assert len(windows.history.summaries()) == 2, "the table was kept"
