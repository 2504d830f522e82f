"""Where a window is, and where Back leads: along the way that the window came, and along no older one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scorepad.ui import routes
from scorepad.ui import window_state as module
from scorepad.ui.kit.window import arrive
from scorepad.ui.sight import Way
from scorepad.ui.window_state import DOUBLE_TAP, Presses

from .evening import Windows


@pytest.mark.parametrize(
    ("way", "back"),
    [
        ("/end>/hand /hand>/note", "/hand"),
        ("/end>/hand /hand>/note /hand", "/end"),
        ("/rules>/scheme / /scheme", "usual"),
        ("/a>/b /b>/a", "/b"),
        ("/a>/b /b>/a /b", "/a"),
        ("/a>/b /b>/a /b /a", "usual"),
        ("/end>/hand /hand>/note </hand", "/end"),
        ("/end>/hand </elsewhere </hand", "usual"),
    ],
)
def test_back_leads_along_the_way_that_the_window_came(way: str, back: str) -> None:
    """Each step leads to a route, from another one, from wherever, or ("<") by a button of the browser."""
    found = Way()
    for step in way.split():
        before, _, route = step.lstrip("<").rpartition(">")
        if not step.startswith("<"):
            found = found.to(route, before or None)
        found = found.arrived(route)
    assert found.back(route, "usual") == back


def test_the_address_asked_for_last_wins_over_an_older_one_that_comes_late() -> None:
    found = Way().to("/sheet").to("/hand").arrived("/sheet")
    assert (found.route, found.at("/sheet")) == ("/hand", "/hand")
    found = found.arrived("/hand").arrived("/sheet")
    assert (found.route, found.at("/sheet")) == ("/sheet", "/sheet"), "the browser's own Back"


def test_a_tap_on_a_control_that_has_just_appeared_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A finger that taps twice, or a mouse that clicks twice, needs up to 0.3 seconds, and has said it once."""
    now = 10.0
    monkeypatch.setattr(module, "DOUBLE_TAP", DOUBLE_TAP)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))
    found = Presses()
    assert found.accept_tap("next-hand", drawn=9.0)
    now = 10.3
    assert not found.accept_tap("bid-1-garde", drawn=10.1)
    assert found.accept_tap("undo", drawn=9.0), "it was there before"
    now = 10.8
    assert found.accept_tap("bid-1-garde", drawn=10.4)


async def test_a_pane_that_is_drawn_late_does_not_send_the_window_back(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("next-hand")
    arrive(app.page, routes.evening(evening.id))
    assert app.page.data.route == routes.entry(evening.id)
