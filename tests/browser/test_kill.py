"""The server is killed while hands are entered: every hand that was shown is there, and so is the one half tapped."""

from __future__ import annotations

import random
import threading

import pytest

from scorepad.history import HistoryReader
from scorepad.i18n import Translator
from scorepad.tarot.hand import Hand

from .conftest import OpenWindow
from .driver import DESKTOP, Server, Window

pytestmark = pytest.mark.xdist_group("browsers 2")

NEEDED_POINTS = (56, 51, 41, 36)
KEYS = ("1", "g", "2", "4", "9", "Enter")
"""A garde of the first seat, with two bouts and 49 points, saved."""


@pytest.fixture
def tables() -> tuple[str, ...]:
    return ("evening", "later")


def shown(window: Window) -> dict[str, str]:
    """The hands on the sheet, by the names of their rows."""
    read = """() => Object.fromEntries(testing.names().filter((name) => name.startsWith("row-"))
        .map((name) => [name, testing.text(testing.find(name))]))"""
    return dict(window.page.evaluate(read))


def kept(server: Server) -> dict[str, str]:
    """The hands in the history, as the sheet says them: it holds only the rows that are in sight."""
    t = Translator("en")
    with HistoryReader(server.data) as history:
        evening = history.load("evening")
    rows = {}
    for entry in evening.sheet.standing:
        hand = entry.deal.outcome
        assert isinstance(
            hand, Hand
        )  # keys that a kill cut off may have made another hand of garde than meant
        margin = hand.half_points // 2 - NEEDED_POINTS[hand.bouts]
        made = f"made by {margin}" if margin > 0 else f"down {-margin}" if margin else "just made"
        said = [f"Hand {entry.number}: garde by {evening.table.person(hand.taker).name}, {made}"]
        for person, amount, total in zip(evening.sheet.people, entry.amounts, entry.totals, strict=True):
            said.append(f"{person.name} {t.signed(amount)}, total {t.number(total)}")
        rows[f"row-{entry.number}"] = " ".join(". ".join(said).split())
    return rows


def again(server: Server, window: Window, there: str) -> None:
    """The server starts anew, and the page is loaded once more."""
    server.restart()
    window.reload().wait_for(there)


def test_every_hand_that_was_shown_is_there_and_the_half_tapped_one_is_offered_again(
    server: Server, open_window: OpenWindow, long: bool
) -> None:
    kills = 5 if long else 1
    rng = random.Random(5)
    desktop = open_window(DESKTOP, route="/session/evening")
    desktop.wait_for("bid-1-garde")
    saved = 0
    for _ in range(kills):
        killer = threading.Timer(1.5 + rng.random(), server.kill)
        killer.start()
        while killer.is_alive():
            desktop.press(*KEYS)
        before = shown(desktop)
        again(server, desktop, "total-0")
        after = kept(server)
        assert before, "something was shown"
        assert after.items() >= before.items(), "what was shown is there, to the point"
        assert after.items() >= shown(desktop).items(), "and is what is shown now"
        assert len(after) >= saved, "and what was shown the time before"
        saved = len(after)
    print(f"{saved} hands, {kills} kills")
    assert saved >= kills, "hands were saved between them"

    desktop.open("/session/later").wait_for("bid-2-garde")
    desktop.press("2", "g", "2", "4")
    desktop.wait_text("points", "4")
    desktop.page.wait_for_timeout(500)  # a draft is written a moment after the last tap
    server.kill()
    again(server, desktop, "points")
    assert desktop.text("points") == "4"
    assert desktop.text("change-taker").startswith("Basile")
    desktop.press("9", "Enter")
    desktop.wait_text("total-1", "Total Basile: 198")
