"""The cards of the web app: each when it is due and only then, one at a time, and its answers last."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.history import Report
from scorepad.history.reports import ReportKind
from scorepad.tarot.hand import ThrownIn
from scorepad.ui.cards import COPIED, Card, browser_changed, may_restart
from scorepad.ui.web_app import Browser, Install, Request

from .client import Driver
from .evening import FillingDisk, Windows, browser_says, flaws, grow, play

IPHONE: dict[str, Any] = {"install": Install.SHARE_MENU}
KEPT_OR_NOT = (
    t("This browser has promised to keep these scores when space runs short."),
    t("This browser may remove these scores when space runs short; a copy is safe."),
    t("This browser keeps nothing: the scores go when the page is closed."),
)
"""What the page of backups says of the browser."""
LATER = "2099-01-01T00:00:00.000Z"
"""A time after everything that a test records."""


def cards(app: Driver) -> list[str]:
    return [name for name in app.identifiers() if name.startswith(("card-", "report-"))]


async def copied(app: Driver) -> None:
    """Saves a copy, and waits until it is given."""
    await app.tap("save-copy" if app.exists("save-copy") else "export")
    for _ in range(400):
        await app.settle()
        if app.exists("notice"):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no notice")


def given(app: Driver) -> list[str]:
    """How files were given, and their names."""
    calls = [call for call in app.calls if call.control in ("FilePicker", "Share")]
    return [call.arguments.get("file_name") or call.method for call in calls]


def all_copied(windows: Windows) -> None:
    """The person has copied everything so far."""
    windows.history.set_setting(COPIED, windows.history.stamp().at)


# --- When each is due -----------------------------------------------------------------------------------------


async def test_elsewhere_there_are_no_cards(windows: Windows) -> None:
    for _ in range(4):
        windows.played(1)
    app = await windows.window()
    assert cards(app) == []
    await app.visit("/settings")
    assert not app.exists("install")
    await app.visit("/data")
    assert not [words for words in app.texts() if words in KEPT_OR_NOT]
    app.answers["FilePicker.save_file"] = lambda _: "scorepad.json"
    await copied(app)
    assert COPIED not in windows.history.settings()


async def test_one_card_at_a_time_the_most_urgent_first(windows: Windows) -> None:
    for _ in range(3):
        windows.played(1)
    app = await windows.web_app(keeps=False, full=True, update=True, install=Install.PROMPT)
    titles = []
    for known in ({"keeps": True}, {"full": False}, {}):
        assert cards(app) == ["card-copy"]
        titles.append(app.text("card-copy"))
        await browser_says(app, **known)
    assert titles[0].startswith(t("Nothing is kept here"))
    assert titles[1].startswith(t("The storage is full"))
    assert titles[2].startswith("3 ")
    await app.tap("later")
    assert cards(app) == ["card-update"]
    await browser_says(app, update=False)
    assert cards(app) == ["card-install"]
    await app.tap("not-now")
    assert cards(app) == []
    assert flaws(app) == []


async def test_no_card_hides_a_report_of_the_history(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows.played(1)
    reports = [Report(ReportKind.RESTARTED, Path("library.json"))]
    monkeypatch.setattr(type(windows.history), "reports", lambda _: list(reports))
    assert cards(await windows.web_app(full=True)) == ["report-0", "card-copy"]


async def test_where_nothing_is_kept_this_is_told_before_the_first_hand(windows: Windows) -> None:
    app = await windows.web_app(keeps=False)
    assert app.text("card-copy").startswith(t("Nothing is kept here"))
    assert not app.exists("save-copy"), "there is nothing to copy yet"
    evening = windows.played(1)
    await app.settle()
    await copied(app)
    assert given(app) == ["scorepad.json"]
    assert app.text("card-copy").startswith(t("Nothing is kept here"))
    await app.visit(f"/session/{evening.id}")
    assert cards(app) == []
    await browser_says(app, update=True)
    assert cards(app) == [], "a restart would lose the scores"
    assert windows.asked == []


async def test_a_full_storage_is_shown_where_hands_are_listed(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.web_app(f"/session/{evening.id}", full=True)
    assert cards(app) == ["card-copy"]
    await copied(app)
    (saved,) = [call for call in app.calls if call.name == "FilePicker.save_file"]
    assert json.loads(saved.arguments["src_bytes"])["evenings"][0]["evening"]["id"] == evening.id
    await app.visit("/")
    assert cards(app) == ["card-copy"]
    assert app.node("card-copy")["live_region"], "read aloud when it appears"
    await browser_says(app, full=False)
    assert cards(app) == []


async def test_a_save_that_fails_shows_one_notice(windows: Windows, disk: FillingDisk) -> None:
    evening = windows.played(1)
    all_copied(windows)
    app = await windows.web_app(f"/session/{evening.id}")
    disk.full = True
    await app.tap("row-1", "void")
    assert app.exists("notice")
    assert cards(app) == []


async def test_after_the_first_hand_a_card_asks_for_a_copy(windows: Windows) -> None:
    windows.table()
    app = await windows.web_app()
    assert cards(app) == [], "no hand yet"
    windows.played(1)
    await app.settle()
    never = t.plural("{count} evening, and no copy yet", "{count} evenings, and no copy yet", 1)
    assert app.text("card-copy").startswith(never)
    await app.tap("later")
    assert app.exists("notice")
    assert cards(app) == []
    await windows.restart()
    assert cards(await windows.web_app()) == []


@pytest.mark.parametrize("install", Install)
async def test_the_risk_is_that_of_the_browser(windows: Windows, install: Install) -> None:
    windows.played(1)
    app = await windows.web_app(install=install)
    words = app.text("card-copy")
    safari = t("Safari forgets a site after seven days without a visit, unless it is on the home screen.")
    assert (safari in words) is (install in (Install.SHARE_MENU, Install.NONE))
    browser = t("Your scores are only in this browser: clearing its data deletes them.")
    assert (browser in words) is (install is not Install.DONE)
    removed = t(
        "Your scores are only in this app: removing it, or clearing the browser’s data, deletes them."
    )
    assert (removed in words) is (install is Install.DONE)


# --- Copies -------------------------------------------------------------------------------------------------


async def test_a_copy_is_asked_for_after_three_evenings(windows: Windows) -> None:
    evening = windows.played(1)
    all_copied(windows)
    app = await windows.web_app()
    for number in range(3):
        assert cards(app) == [], number
        windows.table()
        windows.played(1)
        await app.settle()
    since = t.plural("{count} evening since your last copy", "{count} evenings since your last copy", 3)
    assert app.text("card-copy").startswith(since)
    windows.record(evening, ThrownIn.ALL_PASSED)
    await app.settle()
    assert app.text("card-copy").startswith("4 "), "a change counts"
    await app.tap("later")
    for number in range(3):
        assert cards(app) == [], number
        windows.played(1)
        await app.settle()
    assert app.text("card-copy").startswith("7 "), "later is after three more evenings"
    await copied(app)
    for number in range(3):
        assert cards(app) == [], number
        windows.played(1)
        await app.settle()
    assert cards(app) == ["card-copy"], "an old answer does not count after a copy"


@pytest.mark.parametrize("damaged", ["soon", True, -4])
async def test_a_setting_that_means_nothing_hides_no_reminder(windows: Windows, damaged: Any) -> None:
    for _ in range(4):
        windows.played(1)
    windows.history.set_setting("copy_asked", damaged)
    assert cards(await windows.web_app()) == ["card-copy"]


async def phone(windows: Windows, answer: Any, **known: Any) -> Driver:
    """The web app on a phone with a share sheet, which answers so."""
    windows.played(1)
    app = await windows.web_app(platform=ft.PagePlatform.ANDROID, **known)
    app.answers["Share.share_files"] = answer
    return app


@pytest.mark.parametrize(
    ("answer", "ways", "counts"),
    [
        ({"status": "success", "raw": ""}, ["share_files"], True),
        ({"status": "dismissed", "raw": ""}, ["share_files"], False),
        (None, ["share_files", "scorepad.json"], True),
    ],
    ids=["shared", "dismissed", "sharing fails"],
)
async def test_a_phone_shares_the_copy(
    windows: Windows, answer: dict[str, str] | None, ways: list[str], counts: bool
) -> None:
    app = await phone(windows, lambda _: answer)
    await app.tap("save-copy")
    await app.wait_until(lambda: given(app) == ways)
    await app.settle()
    assert (COPIED in windows.history.settings()) is counts
    assert cards(app) == ([] if counts else ["card-copy"])
    assert app.exists("notice") is counts
    shared = next(call for call in app.calls if call.name == "Share.share_files").arguments["files"][0]
    assert (shared["name"], shared["mime_type"]) == ("scorepad.json", "application/json")


@pytest.mark.parametrize(
    ("known", "said"), list(zip(({"persistent": True}, {}, {"keeps": False}), KEPT_OR_NOT, strict=True))
)
async def test_whether_the_browser_keeps_the_scores(
    windows: Windows, known: dict[str, Any], said: str
) -> None:
    app = await windows.web_app("/data", **known)
    assert said in app.texts()
    assert flaws(app) == []


async def test_the_browser_is_asked_to_keep_the_scores_after_the_first_hand(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.web_app(f"/session/{evening.id}")
    assert windows.asked == []
    for _ in range(2):
        await play(app, "1 garde", 2, "49")
        assert windows.asked == [Request.PERSIST]
    app = await windows.web_app(f"/session/{evening.id}", persistent=True)
    await play(app, "1 garde", 2, "49")
    assert windows.asked == [Request.PERSIST]


# --- A new version ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["/", "/session/{id}"])
async def test_a_new_version_starts_at_a_tap(windows: Windows, place: str) -> None:
    evening = windows.played(1)
    all_copied(windows)
    app = await windows.web_app(place.format(id=evening.id))
    assert cards(app) == []
    await browser_says(app, update=True)
    assert cards(app) == ["card-update"]
    assert flaws(app) == []
    await app.tap("start-update")
    assert windows.asked == [Request.UPDATE]
    assert app.text("notice") == t("The new version is starting…")


READY = Browser(update=True, hidden=True)
RESTING = ("", "/", "/settings", "/session/1")
BUSY = (
    *("/session/1/hand", "/session/1/end", "/session/1/deal/2", "/session/1/players"),
    *("/new", "/calculator", "/rules/fft", "/data", "/incoming", "/export"),
)


def test_a_new_version_starts_unseen_only_where_nothing_is_lost() -> None:
    def restarts(
        route: str, browser: Browser = READY, *, entering: bool = False, working: bool = False
    ) -> bool:
        return may_restart(browser, route, entering=entering, working=working)

    assert [route for route in (*RESTING, *BUSY) if restarts(route)] == [*RESTING]
    assert not restarts("/", entering=True)
    assert not restarts("/", working=True)
    assert not restarts("/", replace(READY, hidden=False))
    assert not restarts("/", replace(READY, update=False))
    assert not restarts("/", replace(READY, full=True))
    assert not restarts("/", replace(READY, keeps=False))


async def test_a_new_version_waits_for_the_hand_under_way(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.web_app(f"/session/{evening.id}/hand", update=True)
    await app.tap("bid-1-garde")
    await browser_says(app, hidden=True)
    await browser_says(app, hidden=False)
    await app.tap("leave" if app.exists("leave") else "back")
    assert app.route == f"/session/{evening.id}"
    await browser_says(app, hidden=True)
    assert windows.asked == [], "the hand goes on after the pause"
    await browser_says(app, hidden=False)
    await app.visit("/")
    assert windows.asked == []
    await browser_says(app, hidden=True)
    assert windows.asked == [Request.UPDATE]
    await browser_says(app, install=Install.PROMPT)
    assert windows.asked == [Request.UPDATE], "asked once"


async def test_a_new_version_waits_for_the_share_sheet(windows: Windows) -> None:
    app = await phone(windows, None, update=True)

    def leave(_: object) -> dict[str, str]:
        seen = app.page.data.host.browser
        browser_changed(app.page.data, seen, replace(seen, hidden=True))
        return {"status": "success", "raw": ""}

    app.answers["Share.share_files"] = leave
    await copied(app)
    assert Request.UPDATE not in windows.asked


# --- The home screen ----------------------------------------------------------------------------------------


async def test_the_browser_asks_whether_to_install(windows: Windows) -> None:
    app = await windows.web_app(install=Install.PROMPT)
    assert cards(app) == []
    windows.table()
    await app.settle()
    assert cards(app) == ["card-install"]
    await app.tap("install")
    assert windows.asked == [Request.INSTALL]
    await browser_says(app, install=Install.DONE)
    assert cards(app) == []
    assert app.text("notice") == t("Scorepad is on the home screen now.")
    await app.visit("/settings")
    assert not app.exists("install")


async def test_not_now_leaves_the_row_in_the_settings(windows: Windows) -> None:
    windows.table()
    app = await windows.web_app(install=Install.PROMPT)
    await app.tap("not-now")
    assert app.exists("notice")
    await windows.restart()
    app = await windows.web_app(install=Install.PROMPT)
    assert cards(app) == []
    await app.tap("menu", "settings", "install")
    assert windows.asked == [Request.INSTALL]


async def test_an_iphone_says_what_to_tap_and_to_take_the_scores_along(windows: Windows) -> None:
    windows.table()
    app = await windows.web_app(**IPHONE)
    assert app.exists("save-copy")
    said = [app.text("card-install")]
    await app.visit("/settings")
    said.append(app.text("install"))
    for words in said:
        assert t("Add to Home Screen") in words
        assert t("Import a file") in words
    assert windows.asked == []


# --- How they look ------------------------------------------------------------------------------------------

SEEN: list[tuple[Card, dict[str, Any]]] = [
    (Card.COPY, {"keeps": False}),
    (Card.COPY, {"full": True}),
    (Card.COPY, IPHONE),
    (Card.UPDATE, {"update": True}),
    (Card.INSTALL, IPHONE),
]


def prepared(windows: Windows, card: Card) -> Evening:
    """Evenings for which a card is due."""
    if card is not Card.COPY:
        windows.history.set_setting(COPIED, LATER)
    return [windows.played(2) for _ in range(3)][-1]


@pytest.mark.parametrize(("card", "known"), SEEN)
@pytest.mark.parametrize("language", ["de"])
async def test_every_card_is_sound_in_large_text(windows: Windows, card: Card, known: dict[str, Any]) -> None:
    evening = prepared(windows, card)
    app = await windows.web_app(**known)
    await grow(app, 2)
    assert cards(app) == [f"card-{card}"]
    (list_,) = [each for each in app.screen() if each.kind == "ListView"]
    drawn = [each.node.get("identifier") for each in app.inside(list_)]
    assert {f"card-{card}", f"session-{evening.id}"} <= set(drawn), "they scroll together"
    for route in ("/", f"/session/{evening.id}", "/settings"):
        await app.visit(route)
        assert flaws(app) == [], route


async def test_large_text_leaves_the_sheet_its_rows(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.web_app(f"/session/{evening.id}", full=True, update=True)
    await grow(app, 2)
    assert app.text("card-copy") == t("The storage is full: save a copy.")
    await copied(app)
    assert given(app) == ["scorepad.json"]
    await browser_says(app, full=False)
    assert cards(app) == [], "home offers the new version"
