"""The focus of a keyboard: it is seen, and moves where it is expected."""

from __future__ import annotations

import pytest

from scorepad.ui.entry import focus
from scorepad.ui.files import Place
from scorepad.ui.theme import RING, Ink

from .client import Driver
from .evening import Windows
from .tree import unwrapped


async def test_whatever_can_be_tapped_has_that_line(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.played(2).id}")
    tapped = [each.node for each in app.screen() if each.kind == "TextButton"]
    assert len(tapped) > 20
    for node in tapped:
        focused = node["style"]["side"]["focused"]
        assert focused["width"] == RING == 2, node
        ink = Ink.RING_ON_ACCENT if node["style"]["bgcolor"] == Ink.ACCENT else Ink.RING
        assert focused["color"] == ink


async def in_a_browser(windows: Windows, people: int = 4) -> Driver:
    route = f"/session/{windows.table(people).id}"
    return await windows.window(route, width=1280, height=800, place=Place.BROWSER)


async def press(app: Driver, *keys: str) -> str | None:
    """The tile in focus after these keys."""
    for key in keys:
        await app.key(key)
    return app.in_focus


async def test_the_focus_goes_to_the_next_question(windows: Windows) -> None:
    app = await in_a_browser(windows, 5)
    assert await press(app, "1") == "bid-1-petite"
    assert await press(app, "G") == "partner-2"
    assert await press(app, "3") == "bouts-0"
    assert await press(app, "2") == "digit-1"
    assert await press(app, "4", "9") == "save"
    await app.key("Enter")
    assert app.exists("row-1")
    assert await press(app) != "bid-1-petite", "a second Enter would be taken for an answer"


async def test_a_tile_tapped_by_a_key_moves_the_focus_on_and_by_a_finger_does_not(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await in_a_browser(windows)
    await press(app, "Tab", "Enter")
    await app.tap("bid-1-petite")
    assert await press(app) == "bouts-0"
    monkeypatch.setattr(focus, "PRESS", 0.0)
    await app.tap("bouts-2")
    assert await press(app) == "bouts-0"


async def test_after_two_quick_keys_the_focus_is_where_the_last_one_leads(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(focus, "SETTLED", 0.05)
    app = await in_a_browser(windows)
    for key in ("1", "G"):
        await app.key(key)
    await app.wait_until(lambda: app.in_focus is not None)
    assert app.in_focus == "bouts-0"


async def test_a_closed_panel_gives_the_focus_back_to_the_question(windows: Windows) -> None:
    app = await in_a_browser(windows)
    assert await press(app, "1", "G") == "bouts-0"
    assert await press(app, "?") == "close-panel"
    assert await press(app, "Escape") == "bouts-0"


async def test_letters_and_digits_can_be_turned_off(windows: Windows) -> None:
    app = await in_a_browser(windows)
    await press(app, "1", "g")
    assert app.exists("bouts-2")
    await press(app, "Backspace", "Backspace")
    await app.visit("/settings")
    await app.tap("switch-keys")
    route = f"/session/{windows.history.summaries()[0].id}"
    await app.visit(route)
    assert not app.exists("shortcuts"), "nothing tells of keys that do nothing"
    assert "1G" not in app.texts()
    await press(app, "1", "g", "?", "Numpad 2", "A")
    assert app.exists("bid-1-garde")
    assert not app.exists("close-panel")
    assert windows.history.summaries()[0].hands == 0


async def test_no_key_leads_to_the_sheet_under_the_entry(windows: Windows) -> None:
    """It keeps its layout there while only fingers are used; Tab would find its tiles."""
    app = await windows.window(f"/session/{windows.played(2).id}")
    await app.tap("next-hand")
    sheet = next(
        child
        for pane in app.screen()
        for child in unwrapped(pane.node.get("controls"))
        if child.get("opacity") == 0
    )
    assert sheet.get("visible", True)
    await app.key("Tab")
    assert not sheet["visible"]
    await app.key("Escape")
    assert (app.exists("row-2"), sheet["visible"]) == (True, True)
