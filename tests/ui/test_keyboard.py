"""A hand from a keyboard; and the focus, which is seen and moves where it is expected."""

from __future__ import annotations

import pytest
from flet_client import Driver, unwrapped
from words import t

from scorepad.ui import window_state
from scorepad.ui.entry import keys
from scorepad.ui.host import Place
from scorepad.ui.theme import RING, Ink

from .evening import Windows, on, rows, totals


async def press(app: Driver, keys: str) -> None:
    for key in keys.split():
        await app.key(key)


async def test_keys_undo_a_hand_and_take_an_answer_back(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    for held in ({"ctrl": True}, {"alt": True}, {"meta": True}):
        await app.key("1", **held)
    assert on(app, "bid-") == [], "these belong to the browser"
    await app.key("z", ctrl=True)  # there is nothing to undo
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    assert totals(app) == ["0"] * 4
    assert app.text("points") == "49"
    await app.key("Backspace")
    await app.key("Numpad 1")
    await app.key("Numpad Enter")
    assert totals(app) == ["150", "−50", "−50", "−50"]
    for key, shift in (("z", True), ("y", False)):
        await app.key("Z", meta=True)
        assert rows(app) == []
        await app.key(key, ctrl=True, shift=shift)
        assert rows(app) == ["row-1"]


async def test_enter_after_a_mouse_does_not_save_twice(windows: Windows) -> None:
    """A tile in focus answers to Enter itself; the page must not answer as well."""
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 4 9")
    await app.tap("petit-taker")
    await app.key("Enter")
    assert rows(app) == [], "Enter presses what the mouse pressed last"
    await app.tap("save")
    await press(app, "Enter Enter")
    assert rows(app) == ["row-1"]
    await press(app, "2 G 2 4 1 Enter Enter Enter")
    assert rows(app) == ["row-1", "row-2"]


async def test_enter_on_a_tile_that_saves_enters_nothing_in_the_next_hand(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client tells of the key first, and a moment later of the tap on the tile in focus."""
    monkeypatch.setattr(window_state, "SAME_PRESS", 0.0)
    evening = windows.table()
    app = await windows.wide(f"/session/{evening.id}")
    await press(app, "1 G 2")
    late = app.touched("digit-1")
    await press(app, "4 9 Enter")
    await late()
    assert rows(app) == ["row-1"]
    hand = windows.pad.entry(windows.happened(evening)).hand
    assert not hand.started
    assert app.exists("notice-undo"), "nobody has tapped anything"
    await press(app, "2 G 2")
    await late()
    assert app.text("points") == "1", "the tile counts for the hand that its step shows"


async def test_keys_enter_nothing_on_another_screen_and_once_the_evening_is_over(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.wide(f"/session/{evening.id}")
    await app.tap("row-1")
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    await app.tap("back")
    await press(app, "1 G 2 4 9 Enter")
    assert windows.happened(evening) == evening
    await app.visit(f"/session/{evening.id}")
    await app.tap("menu", "menu-finish", "sheet")
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    assert windows.happened(evening).table.ended
    assert rows(app) == ["row-1"]


@pytest.mark.parametrize("wide", [True, False])
async def test_escape_and_back_close_a_panel_first(wide: bool, windows: Windows) -> None:
    route = f"/session/{windows.table().id}"
    app = await (windows.wide(route) if wide else windows.window(f"{route}/hand"))
    await press(app, "1 G 2 4")
    await app.tap("open-poignees")
    await press(app, "9 Backspace Enter")
    assert app.exists("poignee-1-single"), "the keys do nothing that cannot be seen"
    await app.key("Escape")
    assert app.text("points") == "4"
    if not wide:
        await app.tap("open-chelem", "back")
        assert app.exists("open-chelem")
        await app.key("Escape")
        assert app.route == route


async def test_one_press_of_enter_does_one_thing(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    """It saves, or presses what has the focus: the client tells of both, in any order."""
    app = await windows.wide(f"/session/{windows.table().id}")
    presses = app.page.data.presses
    for first, second in (
        (presses.accept_enter, presses.accept_tap),
        (presses.accept_tap, presses.accept_enter),
    ):
        monkeypatch.setattr(window_state, "SAME_PRESS", 0.0)
        assert first()
        monkeypatch.setattr(window_state, "SAME_PRESS", 60.0)
        assert not second()


async def test_tiles_show_their_keys_where_there_is_a_keyboard(windows: Windows) -> None:
    route = f"/session/{windows.table(5).id}"
    phone, app = await windows.window(f"{route}/hand"), await windows.wide(route)
    assert phone.text("bid-1-garde") == "Garde ×2"
    assert app.text("bid-1-garde") == "Garde ×2 1G"
    assert app.name("bid-1-garde").endswith(", ×2"), "a key is not read aloud"
    await app.key("2")
    assert app.text("bid-2-garde") == "Garde ×2 G", "the rest of what was begun"
    await app.key("G")
    assert (app.text("partner-1")[-1], app.text("partner-alone")[-1]) == ("1", "0")
    await press(app, "0 2")
    assert not app.text("bouts-3").endswith(" 3"), "a digit is now one of the points"


async def test_a_question_mark_lists_the_keys_which_can_be_turned_off(windows: Windows) -> None:
    route = f"/session/{windows.table().id}"
    app = await windows.wide(route)
    await app.key("?")
    assert {t("Keys"), "P G S C", t("all passed")} <= set(app.texts())
    await press(app, "1 G A")
    assert t("Keys") in app.texts(), "the keys do nothing that cannot be seen"
    await app.key("Escape")
    assert app.exists("bid-1-garde")
    await app.tap("shortcuts", "close-panel")
    assert app.exists("bid-1-garde")
    await app.visit("/settings")
    await app.tap("switch-keys")
    await app.visit(route)
    assert not app.exists("shortcuts"), "nothing tells of keys that do nothing"
    assert "1G" not in app.texts()
    await press(app, "1 g ? 2 A")
    assert app.exists("bid-1-garde")
    assert not app.exists("close-panel")
    assert rows(app) == []


async def test_whatever_can_be_tapped_shows_the_focus(windows: Windows) -> None:
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


async def focused(app: Driver, keys: str = "") -> str | None:
    """The tile in focus after these keys."""
    await press(app, keys)
    return app.in_focus


@pytest.mark.promise("The screens: all of them", "The keyboard focus moves to the next question of a hand.")
async def test_the_focus_goes_to_the_next_question(windows: Windows) -> None:
    app = await in_a_browser(windows, 5)
    assert await focused(app, "1") == "bid-1-petite"
    assert await focused(app, "G") == "partner-2"
    assert await focused(app, "3") == "bouts-0"
    assert await focused(app, "2") == "digit-1"
    assert await focused(app, "4 9") == "save"
    await app.key("Enter")
    assert app.exists("row-1")
    assert await focused(app) != "bid-1-petite", "a second Enter would be taken for an answer"


async def test_a_tile_tapped_by_a_key_moves_the_focus_on_and_by_a_finger_does_not(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After two quick keys it is where the last one leads."""
    app = await in_a_browser(windows)
    await press(app, "Tab Enter")
    await app.tap("bid-1-petite")
    assert await focused(app) == "bouts-0"
    monkeypatch.setattr(keys, "PRESS", 0.0)
    await app.tap("bouts-2")
    assert await focused(app) == "bouts-0"
    monkeypatch.setattr(keys, "SETTLED", 0.05)
    app = await in_a_browser(windows)
    await press(app, "1 G")
    await app.wait_until(lambda: app.in_focus is not None)
    assert app.in_focus == "bouts-0"


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
    assert app.exists("row-2")
    assert sheet["visible"]
