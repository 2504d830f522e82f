"""Two phones in the hands of one table, in two real browsers at once: the same hand, different hands, one asleep."""

from __future__ import annotations

import pytest

from .conftest import OpenWindow
from .driver import Server, Window
from .test_evening import COARSE, tap, wait_totals

pytestmark = pytest.mark.xdist_group("browsers 2")

SMALL = {**COARSE, "viewport": {"width": 360, "height": 640}}
"""Another phone: a context of its own, as another browser has."""
ENTRY = "/session/evening/hand"


@pytest.fixture
def tables() -> tuple[str, ...]:
    return ("evening",)


def taps(window: Window, *tiles: str) -> None:
    for tile in tiles:
        tap(window, tile)


def test_a_phone_that_was_asleep_shows_all_changes(server: Server, open_window: OpenWindow) -> None:
    """Its page was frozen in the middle of a hand, which the other phone finished, and another one began."""
    one, two = open_window(COARSE, route=ENTRY), open_window(SMALL, route=ENTRY)
    taps(one, "bid-2-garde", "bouts-2", "digit-4")
    two.wait_text("points", "4")
    browser = one.page.context.new_cdp_session(one.page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    taps(two, "digit-9", "save", "next-hand", "bid-1-petite", "bouts-1")
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    one.wait_text("change-taker", "Alix takes a petite change")
    taps(one, "digit-5", "digit-6", "save")
    for window in (one, two):
        window.wait_gone("save")
    tap(two, "back")
    for window in (one, two):
        wait_totals(window, "24", "168", "−96", "−96")


def test_a_hand_that_one_phone_began_is_there_after_the_server_was_killed(
    server: Server, open_window: OpenWindow
) -> None:
    one = open_window(COARSE, route=ENTRY)
    taps(one, "bid-2-garde", "bouts-2", "digit-4", "digit-9", "petit-taker")
    one.page.wait_for_timeout(500)  # as people pause
    server.kill()
    server.start()
    two = open_window(SMALL, route="/session/evening")
    two.wait_text("next-hand", "Go on with hand 1 Basile, garde, 49 points")
    taps(two, "next-hand", "save")
    wait_totals(two, "−86", "258", "−86", "−86")
