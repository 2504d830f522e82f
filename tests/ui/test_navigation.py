"""Where a window is, and where Back leads: along the way that the window came, and along no older one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scorepad.ui import navigation as module
from scorepad.ui import routes
from scorepad.ui.kit.window import arrive
from scorepad.ui.navigation import DOUBLE_TAP, Navigation

from .evening import Windows


def navigation() -> Navigation:
    return Navigation(lambda route: None, lambda: None, lambda: None)


def test_back_leads_where_the_window_came_from() -> None:
    found = navigation()
    found.to("/hand", back="/end")
    found.to("/note", back="/hand")
    assert found.way_back("/note", "/") == "/hand"
    found.to("/hand")
    assert found.way_back("/hand", "/") == "/end", "it keeps its own way back"
    assert found.way_back("/elsewhere", "/usual") == "/usual"


def test_a_way_back_ends_where_another_way_begins() -> None:
    found = navigation()
    found.to("/scheme", back="/rules")
    found.to("/")
    found.to("/scheme")
    assert found.way_back("/scheme", "/usual") == "/usual"


def test_two_screens_that_lead_to_each_other_do_not_hold_the_window() -> None:
    found = navigation()
    found.to("/b", back="/a")
    found.to("/a", back="/b")
    assert found.way_back("/a", "/") == "/b"
    found.to("/b")
    assert found.way_back("/b", "/") == "/a"
    found.to("/a")
    assert found.way_back("/a", "/") == "/"


def test_the_buttons_of_the_browser_go_along_the_way_too() -> None:
    found = navigation()
    found.to("/hand", back="/end")
    found.arrived("/hand")
    found.to("/note", back="/hand")
    found.arrived("/note")
    found.arrived("/hand")
    assert found.way_back("/hand", "/") == "/end"
    found.arrived("/elsewhere")
    assert found.way_back("/hand", "/") == "/"


def test_the_address_asked_for_last_wins_over_an_older_one_that_comes_late() -> None:
    found = navigation()
    found.to("/sheet")
    found.to("/hand")
    found.arrived("/sheet")
    assert (found.route, found.at("/sheet")) == ("/hand", "/hand")
    found.arrived("/hand")
    found.arrived("/sheet")
    assert (found.route, found.at("/sheet")) == ("/sheet", "/sheet"), "the browser's own Back"


def test_a_tap_on_what_the_tap_before_has_just_brought_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A finger that taps twice, or a mouse that clicks twice, needs up to 0.3 seconds, and has said it once."""
    now = 10.0
    monkeypatch.setattr(module, "DOUBLE_TAP", DOUBLE_TAP)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))
    found = navigation()
    assert found.tap_is_free("next-hand", drawn=9.0)
    now = 10.3
    assert not found.tap_is_free("bid-1-garde", drawn=10.1)
    assert found.tap_is_free("undo", drawn=9.0), "it was there before"
    now = 10.8
    assert found.tap_is_free("bid-1-garde", drawn=10.4)


async def test_every_screen_reports_where_it_is(windows: Windows) -> None:
    """Also to the browser's own buttons: what depends on the place of a window would be late else."""
    evening = windows.played(1)
    entry = evening.sheet.entries[0]
    ways = (
        *(routes.SETTINGS, routes.ROSTER, routes.player("p0"), "/nowhere", routes.evening("nowhere")),
        *(way(evening.id) for way in (routes.end, routes.journal, routes.note, routes.big, routes.curve)),
        *(routes.account(evening.id, 0), routes.note_of(evening.id, entry.id)),
    )
    app = await windows.window()
    for way in ways:
        await app.visit(way)
        assert app.page.data.navigation.route == way
        await app.browser_back()
        assert app.page.data.navigation.route == routes.HOME, way


async def test_a_pane_that_is_drawn_late_does_not_send_the_window_back(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("next-hand")
    arrive(app.page, routes.evening(evening.id))
    assert app.page.data.navigation.route == routes.entry(evening.id)
