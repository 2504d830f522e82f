"""Whole evenings, in a window as a client holds it: from the names of the players to the final standings."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.history import (
    BadRecord,
    Damaged,
    History,
    HistoryError,
    Reason,
    Summary,
    TooNew,
    UnknownEvening,
    Unreadable,
)
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text
from scorepad.ui.theme import Ink

from .client import Driver
from .evening import FillingDisk, Windows, enter, flaws, on, play, rows, seat, totals

ONE_HAND = t("{count} hand", count=1).replace(" ", "\u00a0")

# --- Evenings ---------------------------------------------------------------------------------------------


async def test_a_first_evening_from_the_names_to_the_standings(windows: Windows) -> None:
    app = await windows.window()
    await app.tap("new-session")
    await seat(app, "Anne Bruno Chloé Denis")
    await app.tap("start")
    assert totals(app) == ["0"] * 4
    await play(app, "1 garde", 2, "49")
    assert app.text("notice").startswith(t("Hand {number} saved: {result}", number=1, result="Anne, "))
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("menu", "menu-end")
    await app.tap("finish")
    assert "+198" in app.text("place-0")
    await app.tap("back")
    assert app.route == "/"
    [summary] = windows.history.summaries()
    assert summary.finished
    assert ONE_HAND in app.text(f"session-{summary.id}")


# --- What was entered is there --------------------------------------------------------------------------


async def test_a_window_that_is_loaded_again_shows_the_same_and_stays_on(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.played(3).id}")
    await play(app, "1 garde", 2, "49")
    texts = app.texts()
    await app.reload()
    assert app.texts() == texts
    assert [call.method for call in app.calls if call.control == "Wakelock"] == ["enable"] * 2
    await play(app, "1 garde", 2, "49")
    assert len(rows(app)) == 5


async def test_a_kill_right_after_a_hand_was_recorded_does_not_offer_it_again(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    monkeypatch.setattr(History, "clear_draft", lambda *_: None)
    await app.tap("save")
    await windows.restart()
    app = await windows.window(f"/session/{evening.id}/hand")
    assert app.exists("bid-1-garde"), "nothing is tapped yet"
    assert windows.history.draft(evening.id), "though the draft was there"


# --- Several windows --------------------------------------------------------------------------------------


async def test_two_windows_see_each_others_hands_at_once(windows: Windows) -> None:
    evening = windows.table()
    phone = await windows.window(f"/session/{evening.id}")
    laptop = await windows.wide(f"/session/{evening.id}")
    await play(phone, "1 garde", 2, "49")
    assert totals(laptop) == ["198", "−66", "−66", "−66"]
    assert rows(laptop) == ["row-1"]
    await laptop.tap("row-1")
    await laptop.tap("void")
    assert totals(phone) == ["0"] * 4
    assert not phone.exists("notice-undo")
    phone.assert_in_sync()
    laptop.assert_in_sync()


async def test_a_window_that_was_closed_is_no_longer_told(windows: Windows) -> None:
    evening = windows.table()
    one = await windows.window(f"/session/{evening.id}")
    other = await windows.window(f"/session/{evening.id}")
    await other.close()
    windows.windows.remove(other)
    await play(one, "1 garde", 2, "49")
    assert totals(one) == ["198", "−66", "−66", "−66"]


async def test_home_shows_what_another_window_begins(windows: Windows) -> None:
    one, other = await windows.window(), await windows.window()
    await one.tap("new-session")
    await seat(one, "Anne Bruno Chloé")
    await one.tap("start")
    [summary] = windows.history.summaries()
    assert t.names(("Anne", "Bruno", "Chloé")) in other.text(f"session-{summary.id}")
    await play(one, "3 garde", 2, "49")
    assert ONE_HAND in other.text(f"session-{summary.id}")
    assert "+132 Chloé" in other.text(f"session-{summary.id}")


async def test_the_undo_of_a_notice_takes_back_what_the_notice_says(windows: Windows) -> None:
    evening = windows.table()
    one = await windows.window(f"/session/{evening.id}")
    other = await windows.window(f"/session/{evening.id}")
    await play(one, "1 garde", 2, "49")
    await play(other, "2 garde", 2, "49")
    assert not one.exists("notice-undo"), "it would take back the other window's hand"
    await other.tap("notice-undo")
    assert rows(one)[0] == "row-1"
    assert totals(one) == ["198", "−66", "−66", "−66"]


# --- Addresses --------------------------------------------------------------------------------------------


async def test_every_address_can_be_opened_at_once(windows: Windows) -> None:
    evening = windows.played(2)
    entry = evening.sheet.entries[0].id
    for route, seen in {
        "/": "new-session",
        "/new": "name",
        "/settings": "language-fr",
        f"/session/{evening.id}": "row-1",
        f"/session/{evening.id}/hand": "bid-1-garde",
        f"/session/{evening.id}/deal/{entry}": "result",
        f"/session/{evening.id}/end": "place-0",
    }.items():
        app = await windows.window(route)
        assert app.exists(seen), route
        while len(app.stacked()) > 1:
            await app.back()
        assert app.route == "/"


async def test_an_address_of_nothing_is_a_friendly_screen(windows: Windows) -> None:
    evening = windows.played(1)
    nothing = t("This page does not exist.")
    unknown = t("This evening is not here. It may be on another device, or in a backup.")
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
    ):
        app = await windows.window(route)
        assert said in app.texts(), route
        assert (app.stacked()[-1]["bgcolor"], app.stacked()[-1].get("padding")) == (Ink.PAPER, 0)
        await app.tap("home")
        assert app.route == "/"


async def test_the_browsers_buttons_open_and_close_the_entry(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("next-hand")
    assert rows(app) == []
    await app.browser_back()
    assert rows(app) == ["row-1"]
    await app.visit(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    await app.tap("save", "undo")
    await app.resize(1280, 800)
    await app.tap("save")
    await app.resize(360, 640)
    await app.visit(f"/session/{evening.id}")
    assert rows(app) == ["row-1", "row-2"]
    await app.tap("next-hand", "back", "back")
    await app.visit(f"/session/{evening.id}/hand")
    assert app.exists("bid-1-garde")


async def test_two_evenings_one_after_the_other_do_not_mix(windows: Windows) -> None:
    first, second = windows.played(1), windows.played(1, people=3)
    app = await windows.window(f"/session/{first.id}/hand")
    await app.tap("bid-4-garde")
    await app.visit(f"/session/{second.id}/hand")
    assert app.exists("bid-3-garde")
    assert not app.exists("bid-4-garde")
    await app.visit(f"/session/{first.id}")
    assert app.text("next-hand") == t("Hand {number} · go on", number=2)


async def test_a_file_that_cannot_be_read_hides_nothing_else(windows: Windows) -> None:
    good, bad = windows.played(1), windows.played(2)
    for path in (windows.folder / "sessions").glob(f"{bad.id}.json*"):
        path.write_bytes(b"\0" * 100)
    await windows.restart()
    app = await windows.window()
    summaries: dict[str, Summary] = {summary.id: summary for summary in windows.history.summaries()}
    problem = summaries[bad.id].problem
    assert problem is not None
    assert not app.enabled(f"session-{bad.id}")
    assert error_text(t, problem) in app.text(f"session-{bad.id}")
    await app.visit(f"/session/{bad.id}")
    assert error_text(t, problem) in app.texts()
    await app.tap("home")
    await app.tap(f"session-{good.id}")
    assert rows(app) == ["row-1"]


async def opened(windows: Windows, error: HistoryError, screen: str = "") -> Driver:
    """A screen of an evening that cannot be loaded, which says why and is sound."""
    app = await windows.window(f"/session/x/{screen}".removesuffix("/"))
    assert error_text(t, error) in app.texts(), screen
    assert flaws(app) == []
    return app


async def test_an_evening_that_cannot_be_opened_says_why(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem: list[HistoryError] = []

    def fails(*_: object) -> Evening:
        raise problem[-1]

    monkeypatch.setattr(History, "load", fails)
    for error, way, there in (
        (Damaged(Path("x.json"), {}), "backups", "/data"),
        (TooNew(Path("x.json"), 9, 1), "home", "/"),
        (Unreadable(Path("x.json"), errno.EIO), "home", "/"),
        (BadRecord("events/3", Reason.CONTRADICTION), "backups", "/data"),
        (UnknownEvening("x"), "home", "/"),
    ):
        problem.append(error)
        app = await opened(windows, error)
        await app.tap(way)
        assert app.route == there
    for screen in ("hand", "end", "journal", "export", "players", "compare", "player/0", "deal/y"):
        await opened(windows, problem[-1], screen)


# --- When something goes wrong ------------------------------------------------------------------------------


WRONG = t("Something went wrong. What was saved is safe; try again.")


def raising(*_: object, **__: object) -> None:
    raise RuntimeError("a fault of the program")


@pytest.mark.parametrize("part", ["sheet.pane._sheet", "entry.pane.takers"])
async def test_a_screen_that_fails_shows_so_with_a_way_back(
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


async def test_a_screen_that_fails_only_later_goes_on_when_it_can(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    monkeypatch.setattr("scorepad.ui.sheet.pane._sheet", raising)
    windows.record(evening, evening.sheet.entries[0].deal.outcome)
    await app.settle()
    assert WRONG in app.texts()
    monkeypatch.undo()
    windows.record(evening, evening.sheet.entries[0].deal.outcome)
    await app.settle()
    assert rows(app) == ["row-1", "row-2", "row-3"]


async def test_a_tap_that_fails_says_so_and_the_app_lives(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    monkeypatch.setattr("scorepad.ui.entry.actions.record", raising)
    await app.tap("thrown-misdeal")
    assert app.text("notice") == WRONG
    assert "a fault of the program" in caplog.text
    monkeypatch.undo()
    await app.tap("thrown-misdeal")
    assert rows(app) == ["row-1"]


# --- A disk that refuses ----------------------------------------------------------------------------------


DISK_FULL = "The disk is full: nothing was lost, but this is not saved. Make room and try again."
FULL = t(DISK_FULL)


async def test_a_full_disk_keeps_the_entry_says_so_and_goes_on_when_there_is_room(
    windows: Windows, disk: FillingDisk
) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("next-hand")
    await enter(app, "2 garde", 2, "41")
    disk.full = True
    await app.tap("save")
    assert app.text("notice") == FULL
    assert not app.exists("notice-undo")
    assert app.text("points") == "41", "the entry is as it was"
    assert len(windows.happened(evening).sheet.entries) == 1
    await app.tap("petit-taker")
    assert app.text("notice") == FULL, "nor is what was tapped since kept for a restart"
    assert on(app, "petit-") == ["petit-taker"]
    await app.tap("save")
    disk.full = False
    await app.tap("save")
    assert totals(app) == ["128", "144", "−136", "−136"]
    await windows.restart()
    app = await windows.window(f"/session/{evening.id}")
    assert totals(app) == ["128", "144", "−136", "−136"]


async def test_a_full_disk_begins_no_evening_and_keeps_the_table(windows: Windows, disk: FillingDisk) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé")
    disk.full = True
    await app.tap("start")
    assert (app.route, app.text("notice")) == ("/new", FULL)
    disk.full = False
    await app.tap("start")
    assert len(windows.history.summaries()) == 1


async def test_a_full_disk_corrects_strikes_out_undoes_and_ends_nothing(
    windows: Windows, disk: FillingDisk
) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}")
    disk.full = True
    for taps in (["row-1", "void"], ["edit", "save"], ["back", "undo"], ["menu", "menu-end", "finish"]):
        await app.tap(*taps)
        assert app.text("notice") == FULL, taps
    assert windows.happened(evening) == evening


async def test_a_full_disk_keeps_no_setting_but_shows_it(windows: Windows, disk: FillingDisk) -> None:
    app = await windows.window("/settings")
    disk.full = True
    await app.tap("language-fr")
    assert app.text("notice") == Translator("fr")(DISK_FULL)
    await app.tap("theme-dark")
    assert app.client.tree["theme_mode"] == "dark"
