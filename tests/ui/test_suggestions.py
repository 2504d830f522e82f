"""The cards of the web app: each when it is due and only then, one at a time, and its answers last."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import flet as ft
import pytest
from flet_client import Driver
from words import t

from scorepad.i18n import Translator
from scorepad.tarot.hand import ThrownIn
from scorepad.ui.host import Browser, Install, Request
from scorepad.ui.suggestions import COPIED, browser_changed, may_restart

from .evening import Windows, browser_says, flaws, grow, play

SHARED = {"status": "success", "raw": ""}


async def copied(app: Driver) -> None:
    """Saves a copy, and waits until it is given."""
    await app.tap("save-copy")
    await app.wait_until(lambda: app.exists("notice"))


@pytest.mark.parametrize("language", ["de"])
async def test_only_the_most_urgent_card_is_shown(windows: Windows) -> None:
    """Each on the screens that list hands, and sound in large text."""
    evening = [windows.played(2) for _ in range(3)][-1]
    app = await windows.web_app(keeps=False, full=True, update=True, install=Install.SHARE_MENU)
    await grow(app, 2)
    titles = []
    for known, card in (
        ({}, "card-copy"),
        ({"keeps": True}, "card-copy"),
        ({"full": False}, "card-copy"),
        ({}, "card-update"),
        ({"update": False}, "card-install"),
    ):
        if card == "card-update":
            await app.tap("later")
        await browser_says(app, **known)
        assert app.named("card-") == [card]
        titles.append(app.text(card))
        for route in (f"/session/{evening.id}", "/settings", "/"):
            await app.visit(route)
            assert flaws(app) == [], (card, route)
    german = Translator("de")
    assert titles[0].startswith(german("Nothing is kept here"))
    assert titles[1].startswith(german("The storage is full"))
    assert titles[2].startswith("3 ")
    assert german("Add to Home Screen") in titles[4]
    await app.tap("not-now")
    assert app.named("card-") == []


@pytest.mark.promise("The web app", "The app tells the user if the browser cannot keep anything.")
async def test_a_browser_that_keeps_nothing_is_reported_before_the_first_hand(windows: Windows) -> None:
    app = await windows.web_app(keeps=False)
    assert app.text("card-copy").startswith(t("Nothing is kept here"))
    assert app.node("card-copy")["live_region"], "read aloud when it appears"
    assert not app.exists("save-copy"), "there is nothing to copy yet"
    evening = windows.played(1)
    await app.settle()
    await copied(app)
    (saved,) = app.asked("FilePicker.save_file")
    assert json.loads(saved["src_bytes"])["evenings"][0]["evening"]["id"] == evening.id
    assert app.text("card-copy").startswith(t("Nothing is kept here"))
    await app.visit(f"/session/{evening.id}")
    assert app.named("card-") == []
    await browser_says(app, keeps=True, full=True)
    assert app.named("card-") == ["card-copy"], "where hands are entered it is in the way"
    await browser_says(app, keeps=False, full=False, update=True)
    assert app.named("card-") == [], "a restart would lose the scores"
    assert windows.asked == []


async def test_the_named_risk_depends_on_the_browser(windows: Windows) -> None:
    windows.played(1)
    app = await windows.web_app()
    safari = "Safari forgets a site after seven days without a visit, unless it is on the home screen."
    browser = "Your scores are only in this browser: clearing its data deletes them."
    installed = "Your scores are only in this app: removing it, or clearing the browser’s data, deletes them."
    for install in Install:
        await browser_says(app, install=install)
        words = app.text("card-copy")
        assert (t(safari) in words) is (install in (Install.SHARE_MENU, Install.NONE))
        assert (t(browser) in words) is (install is not Install.DONE)
        assert (t(installed) in words) is (install is Install.DONE)


@pytest.mark.promise(
    "The web app", "A card asks for a copy after the first hand, and again after three evenings."
)
async def test_a_copy_is_asked_for_after_three_evenings(windows: Windows) -> None:
    """And the browser is asked to keep the scores once, after the first hand."""
    table = windows.table()
    app = await windows.web_app(f"/session/{table.id}")
    assert (app.named("card-"), windows.asked) == ([], []), "no hand yet"
    for _ in range(2):
        await play(app, "1 garde", 2, "49")
        assert windows.asked == [Request.PERSIST]
    windows.history.move_to_bin(table.id)
    await app.visit("/")

    async def evenings_later(said: str) -> None:
        for number in range(3):
            assert app.named("card-") == [], number
            windows.played(1)
            await app.settle()
        assert app.text("card-copy").startswith(said)

    evening = windows.played(1)
    await app.settle()
    never = t.plural("{count} evening, and no copy yet", "{count} evenings, and no copy yet", 1)
    assert app.text("card-copy").startswith(never)
    await copied(app)
    since = t.plural("{count} evening since your last copy", "{count} evenings since your last copy", 3)
    await evenings_later(since)
    windows.record(evening, ThrownIn.ALL_PASSED)
    await app.settle()
    assert app.text("card-copy").startswith("4 "), "a change counts"
    await app.tap("later")
    await evenings_later("7 ")
    await copied(app)
    await evenings_later("3 ")
    await app.tap("later")
    await windows.restart()
    assert (await windows.web_app()).named("card-") == [], "the answer is kept"


async def test_a_copy_of_a_wrong_future_does_not_count(windows: Windows) -> None:
    """The card would else never come back."""
    windows.history.set_setting(COPIED, "2099-01-01T00:00:00.000Z")
    windows.played(1)
    app = await windows.web_app()
    assert app.named("card-") == ["card-copy"]


async def phone(windows: Windows, answer: Any, **known: Any) -> Driver:
    """The web app on a phone with a share sheet, which answers so."""
    windows.played(1)
    app = await windows.web_app(platform=ft.PagePlatform.ANDROID, **known)
    app.answers["Share.share_files"] = answer
    return app


@pytest.mark.parametrize(
    ("answer", "ways", "counts"),
    [
        (SHARED, ["share_files"], True),
        (SHARED | {"status": "dismissed"}, ["share_files"], False),
        (None, ["share_files", "save_file"], True),
    ],
    ids=["shared", "dismissed", "sharing fails"],
)
async def test_a_phone_shares_the_copy(
    windows: Windows, answer: dict[str, str] | None, ways: list[str], counts: bool
) -> None:
    app = await phone(windows, lambda _: answer)
    await app.tap("save-copy")

    def given() -> list[str]:
        return [call.method for call in app.calls if call.control in ("FilePicker", "Share")]

    await app.wait_until(lambda: given() == ways)
    assert (COPIED in windows.history.settings()) is counts
    assert app.named("card-") == ([] if counts else ["card-copy"])
    assert app.exists("notice") is counts


async def test_the_card_tells_whether_the_browser_keeps_the_scores(windows: Windows) -> None:
    app = await windows.web_app("/data")
    promised = "This browser has promised to keep these scores when space runs short."
    may_go = "This browser may remove these scores when space runs short; a copy is safe."
    nothing = "This browser keeps nothing: the scores go when the page is closed."
    for known, said in (({}, may_go), ({"persistent": True}, promised), ({"keeps": False}, nothing)):
        await browser_says(app, **known)
        assert [words for words in (promised, may_go, nothing) if t(words) in app.texts()] == [said]


@pytest.mark.parametrize("place", ["/", "/session/{id}"])
async def test_a_new_version_starts_at_a_tap(windows: Windows, place: str) -> None:
    evening = windows.played(1)
    windows.history.set_setting(COPIED, windows.history.stamp().at)
    app = await windows.web_app(place.format(id=evening.id))
    await browser_says(app, update=True)
    assert app.named("card-") == ["card-update"]
    await app.tap("start-update")
    assert windows.asked == [Request.UPDATE]


READY = Browser(update=True, hidden=True)
RESTING = ("", "/", "/settings", "/session/1")
BUSY = (
    *("/session/1/hand", "/session/1/end", "/session/1/deal/2", "/session/1/players"),
    *("/new", "/calculator", "/rules/fft", "/data", "/incoming", "/export"),
)


def test_a_new_version_starts_unseen_only_where_nothing_is_lost() -> None:
    def restarts(
        route: str = "/", browser: Browser = READY, *, entering: bool = False, working: bool = False
    ) -> bool:
        return may_restart(browser, route, entering=entering, working=working)

    assert [route for route in (*RESTING, *BUSY) if restarts(route)] == [*RESTING]
    assert not restarts(entering=True)
    assert not restarts(working=True)
    assert not restarts(browser=replace(READY, hidden=False))
    assert not restarts(browser=replace(READY, update=False))
    assert not restarts(browser=replace(READY, full=True))
    assert not restarts(browser=replace(READY, keeps=False))


@pytest.mark.promise("The web app", "A new version waits until nobody is entering a hand.")
async def test_a_new_version_waits_for_the_hand_under_way(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.web_app(f"/session/{evening.id}/hand", update=True)
    await app.tap("bid-1-garde", "back")
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
        return SHARED

    app.answers["Share.share_files"] = leave
    await copied(app)
    assert Request.UPDATE not in windows.asked


async def test_the_browser_asks_whether_to_install(windows: Windows) -> None:
    windows.table()
    app = await windows.web_app(install=Install.PROMPT)
    await app.tap("not-now")
    await windows.restart()
    app = await windows.web_app(install=Install.PROMPT)
    assert app.named("card-") == []
    await app.tap("menu", "settings", "install")
    assert windows.asked == [Request.INSTALL]
    await browser_says(app, install=Install.DONE)
    assert app.text("notice") == t("Scorepad is on the home screen now.")
    assert not app.exists("install")
