"""Help at the table: the screen stays on, a save ticks, and a missing ability does no harm."""

from __future__ import annotations

import pytest
from flet_client import Driver
from words import t

from scorepad.tarot.choices import Direction
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import routes

from .evening import Windows, play


def asked(app: Driver, control: str) -> list[str]:
    """The calls of the app to a service, in order."""
    return [call.method for call in app.calls if call.control == control]


@pytest.mark.promise("The screens: look at the evening", "The screen stays on while an evening is played.")
async def test_the_screen_stays_on_while_an_evening_is_played(windows: Windows) -> None:
    """And a saved hand ticks, unless that is turned off."""
    evening = windows.table()
    app = await windows.window()
    assert asked(app, "Wakelock") == []
    await app.visit(routes.evening(evening.id))
    assert asked(app, "Wakelock") == ["enable"]
    await play(app, "1 garde", 2, "49")
    assert asked(app, "Wakelock") == ["enable"]
    assert asked(app, "HapticFeedback") == ["light_impact"]
    await app.tap("menu", "menu-journal")
    assert asked(app, "Wakelock") == ["enable", "disable"]
    await app.tap("back")
    assert asked(app, "Wakelock")[2:] == ["enable"]
    await app.visit(routes.SETTINGS)
    await app.tap("switch-awake", "switch-ticks")
    app.calls.clear()
    await app.visit(routes.evening(evening.id))
    await play(app, "1 garde", 2, "49")
    assert asked(app, "Wakelock") + asked(app, "HapticFeedback") == []
    await app.visit(routes.SETTINGS)
    await app.tap("switch-awake")
    await app.visit(routes.evening(evening.id))
    await app.tap("menu", "menu-finish", "sheet")
    assert asked(app, "Wakelock") == ["enable", "disable"], "there is no hand to wait for"


async def test_a_browser_that_can_do_neither_says_nothing(windows: Windows) -> None:
    errors = iter([RuntimeError("no wake lock here"), TimeoutError(), RuntimeError("no vibration")])

    def fail(_: object) -> None:
        raise next(errors)

    app = await windows.window()
    app.answers["Wakelock.enable"] = app.answers["Wakelock.disable"] = fail
    app.answers["HapticFeedback.light_impact"] = fail
    await app.visit(routes.evening(windows.table().id))
    await play(app, "1 garde", 2, "49")
    assert app.text("notice").startswith(t("Hand {number} saved: {result}", number=1, result=""))
    await app.visit(routes.HOME)
    assert asked(app, "Wakelock") == ["enable", "disable"]


# --- Big totals ----------------------------------------------------------------------------------------------


@pytest.mark.promise("The screens: look at the evening", "Each total faces its seat at the table.")
@pytest.mark.parametrize("direction", Direction)
async def test_each_total_faces_its_seat(windows: Windows, direction: Direction) -> None:
    """The deal passes to the right, as they sit, or to the left."""
    evening = windows.table(scheme=changed(shipped_scheme(), "table.direction", direction))
    app = await windows.window(routes.evening(evening.id))
    await play(app, "1 garde", 2, "49")
    await app.tap("menu", "menu-big")
    turns = [app.node(f"big-{seat}")["content"].get("quarter_turns", 0) for seat in range(4)]
    assert turns == ([0, 1, 2, 3] if direction is Direction.CLOCKWISE else [0, 3, 2, 1])
    assert app.text("big-0") == "A Anne 198"
    assert asked(app, "Wakelock")[-1] == "enable"
    await app.tap("back")
    assert app.route == routes.evening(evening.id)


# --- The left hand -------------------------------------------------------------------------------------------


@pytest.mark.promise("The screens: enter a hand", "The left hand reaches what the right hand reaches.")
async def test_left_handed_people_reach_the_same_controls(windows: Windows) -> None:
    """The same screens, with menus and keys on the other side."""
    route = routes.evening(windows.played(2).id)

    async def orders() -> list[list[str]]:
        """Which of the tiles of a row comes first, on each screen."""
        app = await windows.window(route)
        found = [in_order(app, "back", "undo", "menu")]
        await app.tap("next-hand")
        found.append(in_order(app, "bid-1-petite", "bid-1-garde"))
        await app.tap("bid-1-garde")
        found.append(in_order(app, "digit-1", "digit-5", "erase"))
        await app.tap("bouts-2", "digit-4", "digit-9", "save")
        found.append(in_order(app, "notice", "notice-undo"))
        await app.tap("notice-undo", "next-hand", "change-taker", "empty", "back")
        return found

    bar, bids, keys, notice = await orders()
    settings = await windows.window(routes.SETTINGS)
    await settings.tap("switch-left_handed")
    await windows.restart()
    assert await orders() == [bar[::-1], bids, [keys[-1], *keys[:-1]], notice[::-1]], "bids rise as ever"
    wide = await windows.wide(route)
    assert in_order(wide, "row-1", "bid-1-garde") == ["bid-1-garde", "row-1"]


def in_order(app: Driver, *names: str) -> list[str]:
    """The tiles as they are drawn, from left to right."""
    return [name for name in app.identifiers() if name in names]
