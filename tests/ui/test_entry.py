"""The entry of a hand: few taps, one question at a time, nothing that cannot be."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from flet.controls.object_patch import DiffBuilder
from words import t

from scorepad.evening.evening import Evening
from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import navigation

from .client import Driver
from .evening import NAMES, Windows, enter, on, play, points, rows, totals


def why(app: Driver, identifier: str) -> str:
    """What a resting mouse is told about a tile."""
    return " ".join(str(each.node.get("tooltip") or "") for each in app.inside(app.find(identifier))).strip()


def paid(app: Driver) -> list[str]:
    """The amounts that the button shows before a hand is saved."""
    return re.findall(r"[+−]\d+", app.text("save"))


def saved(windows: Windows, evening: Evening) -> Hand:
    """The last hand of an evening, as it is kept."""
    outcome = windows.happened(evening).sheet.entries[-1].deal.outcome
    assert isinstance(outcome, Hand)
    return outcome


# --- Taps ---------------------------------------------------------------------------------------------------


async def test_a_hand_of_four_takes_five_taps(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "bouts-2", "digit-4", "digit-9", "save")
    assert app.taps == 5
    assert totals(app) == ["198", "−66", "−66", "−66"]


async def test_a_hand_of_five_takes_six_taps(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}/hand")
    await app.tap("bid-1-garde", "partner-3", "bouts-2", "digit-4", "digit-9", "save")
    assert app.taps == 6
    assert totals(app) == ["132", "−66", "66", "−66", "−66"]


@pytest.mark.parametrize(
    ("more", "extra", "taker"),
    [
        (["petit-taker"], 1, "258"),
        (["petit-defence"], 1, "138"),
        (["open-poignees", "poignee-4-double"], 2, "288"),
        (["counted-by", "erase", "erase", "digit-4", "digit-2"], 5, "198"),
    ],
)
async def test_what_else_happened_takes_little_more(
    windows: Windows, more: list[str], extra: int, taker: str
) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 2, "49")
    for identifier in more:
        await app.tap(identifier)
    await app.tap("save")
    assert app.taps == 5 + extra
    assert app.text("total-0") == taker


@pytest.mark.parametrize("reason", [ThrownIn.ALL_PASSED, ThrownIn.PETIT_SEC, ThrownIn.MISDEAL])
async def test_a_deal_that_was_not_played_takes_one_tap(windows: Windows, reason: ThrownIn) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Bruno")
    await app.tap(f"thrown-{reason}")
    assert app.taps == 1
    assert totals(app) == ["0"] * 4
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Bruno")
    [entry] = windows.happened(evening).sheet.entries
    assert entry.deal.outcome is reason


async def test_fingers_may_be_faster_than_the_screen(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-2")
    await asyncio.gather(app.tap("digit-4"), app.tap("digit-9"))
    assert app.text("points") == "49"
    await asyncio.gather(app.tap("save"), app.tap("save"))
    assert rows(app) == ["row-1"]


# --- Questions ------------------------------------------------------------------------------------------------


async def test_nothing_is_filled_in_but_who_deals(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}/hand")
    assert on(app, "bid-") == []
    await app.tap("bid-2-petite")
    assert on(app, "partner-") == []
    assert app.exists("partner-1")
    assert not app.exists("partner-2"), "the taker cannot be called"
    await app.tap("partner-alone")
    assert on(app, "bouts-") + on(app, "petit-") + on(app, "open-") + on(app, "half") == []
    assert app.text("points") == "–"
    assert app.text("sentence") == ""
    assert not app.enabled("save")
    assert why(app, "save") == t("How many bouts?")
    await app.tap("bouts-1")
    assert why(app, "save") == t("How many points?")
    await points(app, "5")
    assert app.enabled("save"), "five points are points"


async def test_every_answer_can_be_changed(windows: Windows) -> None:
    evening = windows.table(5)
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49", partner="2", petit="taker", poignees="3 single")
    await app.tap("change-taker")
    await app.tap("bid-4-garde_sans")
    await app.tap("partner-alone")
    assert app.text("change-taker").startswith(f"D Denis {t('takes a garde sans')}, {t('alone')}")
    assert app.text("points") == "49", "what else was tapped stays"
    await app.tap("bouts-3")
    await points(app, "51")
    await app.tap("petit-taker")
    await app.tap("open-poignees")
    await app.tap("poignee-3-single")
    await app.tap("open-poignees")
    await app.tap("poignee-2-triple")
    await app.tap("save")
    hand = saved(windows, evening)
    assert (hand.taker, hand.partner, hand.bid, hand.bouts) == ("p3", None, Bid.GARDE_SANS, 3)
    assert hand.half_points == 102
    assert hand.petit_au_bout is None
    assert [(poignee.player, poignee.size) for poignee in hand.poignees] == [("p1", "triple")]


async def test_the_sentence_and_the_payments_appear_while_tapping(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-2")
    await points(app, "4")
    assert app.text("sentence") == "", "four points with two bouts cannot be, but a digit is still to come"
    await points(app, "9")
    made = t("Made by {points}", points=8)
    assert app.text("sentence") == f"{made} 49 − 41 = +8 → (25 + 8) × 2 = 66"
    assert paid(app) == ["+198", "−66"]
    await app.tap("petit-defence")
    assert app.text("sentence") == f"{made} 49 − 41 = +8 → (25 + 8 − 10) × 2 = 46"
    assert paid(app) == ["+138", "−46"]
    await app.tap("petit-defence")
    await app.tap("bouts-1")
    assert paid(app) == ["−162", "+54"]


# --- Card points ----------------------------------------------------------------------------------------------


async def test_the_side_that_counts_sticks_but_a_correction_begins_as_the_sheet_is_written(
    windows: Windows,
) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("next-hand", "bid-1-garde", "counted-by", "bouts-2", "digit-4", "digit-2")
    assert " 49 − 41 = +8" in app.text("sentence")
    await app.tap("save", "next-hand", "bid-1-garde")
    assert on(app, "counted-by") == ["counted-by"]
    await app.tap("back", "row-1", "edit")
    assert on(app, "counted-by") == []
    assert app.text("points") == "49"


# --- What cannot be -------------------------------------------------------------------------------------------


async def test_an_impossible_hand_cannot_be_saved_and_says_why(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 0, "11")
    assert app.enabled("save")
    await app.tap("bouts-3")
    assert not app.enabled("save")
    assert app.text("sentence") == why(app, "save") != ""
    await app.tap("bouts-2", "petit-taker", "bouts-0")
    assert app.text("sentence") == t("With 0 bouts the taker has no petit.")
    await app.tap("petit-taker")
    assert app.enabled("save")
    await app.tap("bouts-3", "digit-9", "digit-1")
    assert app.text("sentence") == t("So many points: was it a chelem?")
    assert app.enabled("save"), "it may be"


@pytest.mark.parametrize("name", ["chelem", "petit_chelem"])
async def test_whoever_announced_and_whoever_made_a_chelem_can_be_entered(
    windows: Windows, name: str
) -> None:
    evening = windows.table(scheme=shipped_scheme("wikipedia"))
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bid-1-garde")
    entered = set()
    for number in range(1, 9):
        side = "taker" if number in (1, 2, 3, 5) else "defence"
        await app.tap(f"open-{name}", f"side-{side}", f"{name.replace('_', '-')}-{number}")
        entered.add(getattr(app.page.data.drafts.of(evening).facts, name))
    sides = (None, *Side)
    assert entered == {Chelem(announced, made) for announced in sides for made in sides} - {Chelem()}


@pytest.mark.parametrize("people", [4, 5])
async def test_whatever_is_grey_says_why(windows: Windows, people: int) -> None:
    app = await windows.window(f"/session/{windows.table(people).id}/hand")
    told: dict[str, str] = {}

    def look() -> None:
        for name in app.identifiers():
            if app.node(name).get("disabled"):
                told[name] = why(app, name)
                assert told[name], name

    steps = ["bid-1-garde", *(["partner-2"] if people == 5 else []), "counted-by", "counted-by", "bouts-3"]
    steps += ["digit-5", "digit-0", "open-poignees", "poignee-1-triple", "open-poignees", "close-panel"]
    steps += ["open-chelem", "side-taker", "close-panel", "bouts-0", "count", "others-many", "close-panel"]
    for step in steps:
        look()
        await app.tap(step)
    look()
    assert {"save", "erase", "half", "petit-taker", "petit-defence", "chelem-1", "use-pile"} <= told.keys()
    least = "14" if people == 4 else "13½"
    assert told["digit-0"] == t("Here it can be {least} to {most} points.", least=least, most=91)


async def test_one_digit_is_asked_for_before_it_is_saved_unless_there_can_be_no_second(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 0, "8")
    assert app.text("save").startswith(t("Save")), "with 0 bouts there are no 80"
    await app.tap("erase", "digit-5")
    assert paid(app) == [], "nothing is offered as long as it may be 52"
    assert app.text("sentence") == ""
    monkeypatch.setattr(navigation, "DOUBLE_TAP", 60.0)
    await app.burst("save", "save")
    asked = t("{points} points?", points=5)
    assert app.text("save").startswith(asked), "and a double tap is no answer"
    assert paid(app) == ["−456", "+152"]
    await points(app, "2")
    assert paid(app) == ["−174", "+58"]
    await app.tap("erase")
    assert app.text("save").startswith(asked), "it has been asked"
    monkeypatch.setattr(navigation, "DOUBLE_TAP", 0.0)
    await app.tap("bouts-3")
    assert not app.enabled("save")
    assert why(app, "save").startswith(t("And the second digit? {why}", why=""))
    await app.tap("bouts-0", "save")
    assert totals(app) == ["−456", "152", "152", "152"]
    await app.tap("next-hand")
    await enter(app, "1 garde", 0, "05")
    assert app.text("save").startswith(t("Save")), "two digits are never asked for"


# --- Who deals ------------------------------------------------------------------------------------------------


async def test_somebody_else_deals(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("dealer", "dealer")
    assert app.exists("bid-1-garde"), "the question can be left unanswered"
    await app.tap("bid-1-garde", "dealer")
    assert on(app, "dealer-") == ["dealer-1"]
    await app.tap("dealer-3")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Chloé", leader="Denis")
    assert app.text("change-taker").startswith("A Anne ")
    await app.tap("bouts-2", "digit-4", "digit-1", "save")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Denis")


async def test_of_six_at_five_seats_the_dealer_sits_out(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(6).id}/hand")
    assert not app.exists("bid-6-garde")
    assert app.name("bid-1-garde").startswith("Bruno, ")
    await enter(app, "1 garde", 2, "49", partner="5")
    await app.tap("save")
    assert totals(app) == ["0", "132", "−66", "−66", "−66", "66"]
    assert t("{name} sits out", name="Anne") in app.name("row-1")
    await app.tap("next-hand", "dealer", "dealer-6")
    assert app.name("bid-1-garde").startswith("Anne, ")


# --- Old hands ------------------------------------------------------------------------------------------------


async def test_another_dealer_of_a_corrected_hand_is_of_that_hand_only(windows: Windows) -> None:
    evening = windows.table(6)
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49", partner="5")
    await app.tap("next-hand", "bid-2-garde", "back", "row-1", "edit", "dealer", "dealer-6")
    assert t("Correct hand {number}", number=1) in app.texts()
    await enter(app, "1 garde", 2, "41", partner="alone")
    await app.tap("save")
    assert rows(app) == ["row-1"]
    assert totals(app) == ["200", "−50", "−50", "−50", "−50", "0"]
    await app.tap("next-hand")
    assert app.text("change-taker").startswith("C Chloé "), "the hand under way goes on"


@pytest.mark.parametrize(("width", "hands", "scrolls"), [(360, 14, 1), (360, 3, 0), (1280, 14, 0)])
async def test_the_corrected_hand_is_in_sight(
    windows: Windows, width: float, hands: int, scrolls: int
) -> None:
    """Only where the entry lay over a list that scrolls; once, and not at its end."""
    evening = windows.played(hands)
    app = await windows.window(f"/session/{evening.id}", width=width, height=640)
    for digit in "23":
        await app.tap("row-1" if width == 360 else "row-14", "edit", "digit-4", f"digit-{digit}", "save")
    asked = [call.arguments["offset"] for call in app.calls if call.name == "ListView.scroll_to"]
    assert len(asked) == 2 * scrolls
    assert all(200 < offset < 640 for offset in asked)
    await app.tap(*["next-hand"] * (width == 360), "bid-1-garde", "bouts-2", "digit-4", "digit-9", "save")
    assert len([call for call in app.calls if call.name == "ListView.scroll_to"]) == 2 * scrolls, "a new hand"


async def test_a_correction_left_by_the_browser_is_not_taken_for_a_new_hand(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1", "edit", "digit-5", "digit-0")
    await app.visit(f"/session/{evening.id}")
    assert app.text("next-hand") == t("Correct hand {number}", number=1)
    await app.tap("next-hand")
    assert t("Correct hand {number}", number=1) in app.texts()
    await app.tap("back")
    assert windows.happened(evening) == evening, "it was given up"
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=3, name="Chloé")


async def test_a_deal_that_was_not_played_can_become_a_hand(windows: Windows) -> None:
    evening = windows.table()
    windows.record(evening, ThrownIn.MISDEAL)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1")
    await app.tap("edit")
    await enter(app, "1 garde", 2, "49")
    await app.tap("save")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("row-1")
    await app.tap("edit")
    await app.tap("change-taker")
    await app.tap("thrown-petit_sec")
    assert totals(app) == ["0"] * 4
    assert app.text("row-1") == f"1 {t('Petit sec')}"


# --- Other rules ----------------------------------------------------------------------------------------------


async def test_miseres_and_petit_chelem_where_the_table_plays_them(windows: Windows) -> None:
    evening = windows.table(scheme=shipped_scheme("wikipedia"))
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    await app.tap("open-miseres")
    await app.tap("misere-2-no_trumps")
    await app.tap("open-petit_chelem", "side-taker", "petit-chelem-3")
    assert app.node("open-miseres")["toggled"]
    assert app.node("open-petit_chelem")["toggled"]
    assert app.text("save").endswith("Anne +638 Bruno −186 Chloé −226 Denis −226")
    await app.tap("open-poignees")
    assert why(app, "poignee-2-single").startswith("Bruno ")
    await app.tap("close-panel")
    await app.tap("save")
    hand = saved(windows, evening)
    assert hand.miseres == (Misere("p1", MisereKind.NO_TRUMPS),)
    assert hand.petit_chelem.made is Side.TAKER


async def test_a_correction_shows_no_undo_of_another_hand(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}/hand")
    for tile in ("bid-1-garde", "bouts-2", "digit-4", "digit-9", "save"):
        await app.tap(tile)
    assert app.exists("notice-undo")
    await app.tap("row-1")
    assert app.exists("notice-undo")
    await app.tap("edit")
    assert app.exists("points")
    assert not app.exists("notice-undo")


# --- Keyboard -------------------------------------------------------------------------------------------------


async def press(app: Driver, keys: str) -> None:
    for key in keys.split():
        await app.key(key)


async def test_undo_by_key_brings_the_hand_back_and_backspace_takes_an_answer_back(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    assert totals(app) == ["0"] * 4
    assert app.text("points") == "49"
    await app.key("Backspace")
    await app.key("Numpad 1")
    await app.key("Numpad Enter")
    assert totals(app) == ["150", "−50", "−50", "−50"]
    await app.key("Z", meta=True)
    assert totals(app) == ["0"] * 4
    await app.key("z", ctrl=True, shift=True)
    assert rows(app) == ["row-1"]
    await app.key("z", meta=True)
    await app.key("y", ctrl=True)
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


async def test_enter_after_tab_presses_what_has_the_focus_and_after_an_idle_key_it_saves(
    windows: Windows,
) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 5 0 Tab Enter")
    assert rows(app) == []
    await press(app, "Backspace 1 X F1 Enter")
    assert rows(app) == ["row-1"]


async def test_keys_with_ctrl_or_alt_belong_to_the_browser(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await app.key("1", ctrl=True)
    await app.key("1", alt=True)
    await app.key("c", meta=True)
    assert app.exists("bid-1-garde")
    assert on(app, "bid-") == []
    await app.key("z", ctrl=True)
    assert rows(app) == []


async def test_keys_reach_a_narrow_window_only_in_its_entry(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}/hand")
    await press(app, "1 G")
    assert app.exists("bouts-2")
    await app.key("Escape")
    assert app.route == f"/session/{evening.id}"
    await press(app, "2 Enter")
    await app.key("z", ctrl=True)
    assert rows(app) == ["row-1"]
    assert windows.happened(evening) == evening


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
    assert not app.exists("poignee-1-single")
    assert app.text("points") == "4"
    if not wide:
        await app.tap("open-chelem")
        await app.tap("back")
        assert app.exists("open-chelem")
        await app.tap("back")
        assert app.route == route


async def test_one_press_of_enter_does_one_thing(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 4 9")
    state = app.session.page.data
    monkeypatch.setattr(navigation, "SAME_PRESS", 60.0)
    assert state.navigation.enter_is_free()
    assert not state.navigation.tap_is_free(), (
        "Enter has saved, and does not press what has the focus as well"
    )
    monkeypatch.setattr(navigation, "SAME_PRESS", 0.0)
    assert state.navigation.tap_is_free()
    monkeypatch.setattr(navigation, "SAME_PRESS", 60.0)
    assert not state.navigation.enter_is_free(), (
        "Enter has pressed what has the focus, and does not save as well"
    )
    monkeypatch.setattr(navigation, "SAME_PRESS", 0.0)
    await app.key("Enter")
    assert rows(app) == ["row-1"]


async def test_a_long_name_cuts_neither_the_word_nor_the_amount(windows: Windows) -> None:
    evening = windows.empty(("Maximilien-Alexandre De Roche", *NAMES[1:4]))
    windows.history.create(evening)
    app = await windows.window(f"/session/{evening.id}/hand")
    await press(app, "1 G 2 4 9")
    assert " Maximilien-Alex… +198 " in app.text("save")


# --- What a tap costs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wide", [True, False])
async def test_a_control_that_is_kept_can_still_be_tapped_without_a_search(
    wide: bool, windows: Windows
) -> None:
    """Flet finds the page from a control by its parents; where one is lost, it searches the whole tree."""
    route = f"/session/{windows.table(5).id}"
    app = await (windows.wide(route) if wide else windows.window(route))

    def lost() -> list[str]:
        seen = [each for each in app.screen() if each.node.get("on_click")]
        assert seen
        mounted = app.session._Session__is_mounted_control
        return [repr(each.node) for each in seen if not mounted(app.session.index[each.id])]

    questions = ["next-hand", "dealer", "dealer-1", "bid-1-garde", "partner-3", "bouts-2", "open-poignees"]
    rest = ["poignee-2-single", "count", "close-panel", "digit-4", "digit-9", "petit-taker", "save"]
    for name in 2 * [*questions, *rest]:
        if name not in questions or app.exists(name):
            await app.tap(name)
            assert lost() == [], name


async def test_a_tap_compares_little_more_than_it_changes(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Flet compares is what a tap costs, however long the evening is."""
    app = await windows.window(f"/session/{windows.played(30).id}")
    await play(app, "1 garde", 2, "49")
    compare: Any = DiffBuilder._compare_dataclasses
    compared = 0

    def counted(self: DiffBuilder, parent: Any, path: Any, src: Any, dst: Any, frozen: bool) -> None:
        nonlocal compared
        compared += src is not dst
        compare(self, parent, path, src, dst, frozen)

    monkeypatch.setattr(DiffBuilder, "_compare_dataclasses", counted)
    for name, most in {
        "next-hand": 100,
        "bid-2-garde": 100,
        "bouts-2": 50,
        "digit-4": 50,
        "digit-9": 50,
        "save": 200,
    }.items():
        compared = 0
        await app.tap(name)
        assert compared < most, name


# --- What was chosen ------------------------------------------------------------------------------------------------


async def test_a_chelem_and_a_double_poignee_take_nine_taps_at_most(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bid-1-garde", "open-chelem", "side-taker", "chelem-1", "open-poignees", "poignee-1-double")
    await app.tap("save")
    assert app.taps <= 9
    assert saved(windows, evening).chelem == Chelem(Side.TAKER, Side.TAKER)
    assert app.text("total-0") == "1\u202f770"


async def test_a_chelem_fills_in_what_it_forces_and_takes_it_back(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "open-chelem", "side-taker", "chelem-1")
    assert on(app, "bouts-") == ["bouts-3"]
    assert app.text("points") == "91"
    assert t("by the chelem") in app.texts(), "what was filled in says so"
    await app.tap("bouts-2")
    assert app.text("points") == "87", "the defence kept the excuse"
    await app.tap("open-chelem", "side-taker", "chelem-2")
    assert on(app, "bouts-") == ["bouts-2"], "what was tapped stays"
    assert app.text("points") == "–"
    await app.tap("open-chelem", "side-none", "open-chelem", "side-taker", "chelem-3", "counted-by")
    assert app.text("points") == "4"
    await points(app, "05")
    assert not app.enabled("save"), "typed points are not taken for those of the chelem"


async def test_the_chips_say_what_was_chosen(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 2, "49", petit="defence", poignees="1 double")
    assert app.text("open-poignees").endswith(" · Anne")
    assert app.text("petit-defence") == t("Petit au bout: defence")
    await app.tap("open-chelem", "side-taker", "chelem-2")
    assert app.text("open-chelem") == t("{title} announced, missed", title=t("Chelem"))
    for name in ("open-poignees", "open-chelem", "petit-defence"):
        assert app.node(name)["toggled"], name


async def test_the_petit_of_one_hand_is_not_that_of_the_next(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    for side in ("taker", "defence", "taker"):
        await play(app, "1 garde", 2, "49", petit=side)
        assert saved(windows, evening).petit_au_bout is Side(side)


async def test_a_poignee_says_its_trumps_and_what_it_brings(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "open-poignees")
    offered = [app.text(f"poignee-1-{size}").split() for size in PoigneeSize]
    assert [(words[0], words[-1]) for words in offered] == [("10", "+20"), ("13", "+30"), ("15", "+40")]
    scheme = shipped_scheme("poignee_multiplied")
    app = await windows.window(f"/session/{windows.table(scheme=scheme).id}/hand")
    await app.tap("bid-1-garde", "open-poignees")
    single = scheme.poignee.points.single * 2
    assert app.text("poignee-1-single").endswith(f" +{single}"), "multiplied where the rules do"


async def test_whose_chelem_it_is_is_asked_before_what_became_of_it(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "open-chelem")
    assert [name for name in app.identifiers() if name.startswith(("side-", "chelem-"))] == [
        "side-taker",
        "side-defence",
    ]
    await app.tap("side-defence")
    assert app.text("chelem-6") == f"{t('Announced and made')} +400"
    assert [name for name in app.identifiers() if name.startswith(("side-", "chelem-"))] == [
        "chelem-6",
        "chelem-4",
        "chelem-7",
        "chelem-8",
    ]


async def test_whoever_sits_out_is_said(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5, seats=4).id}/hand")
    words = "{dealer} deals, does not play · {leader} leads"
    assert app.text("dealer") == t(words, dealer="Anne", leader="Bruno")
    app = await windows.window(f"/session/{windows.table(8, seats=5).id}/hand")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Bruno")
    assert t("sitting out: {names}", names=t.names(("Anne", "Gaël", "Hugo"))) in app.texts()


# --- Keys on the tiles ----------------------------------------------------------------------------------------------


async def test_tiles_show_their_keys_where_there_is_a_keyboard(windows: Windows) -> None:
    route = f"/session/{windows.table(5).id}"
    phone, app = await windows.window(f"{route}/hand"), await windows.wide(route)
    assert phone.text("bid-1-garde") == "×2"
    assert not phone.exists("shortcuts")
    assert app.text("bid-1-garde") == "×2 1G"
    assert app.name("bid-1-garde").endswith(", ×2"), "a key is not read aloud"
    assert app.text("thrown-all_passed") == f"{t('All passed')} A"
    await app.key("2")
    assert app.text("bid-2-garde") == "×2 G", "the rest of what was begun"
    await app.key("G")
    assert app.text("partner-1").endswith(" 1")
    assert app.text("partner-alone").endswith(" 0")
    await app.key("0")
    assert app.text("bouts-2").endswith(" 2")
    await app.key("2")
    assert not app.text("bouts-3").endswith(" 3"), "a digit is now one of the points"


async def test_a_tap_that_comes_after_its_hand_was_saved_does_nothing(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.wide(f"/session/{evening.id}")
    await press(app, "1 G 2 4 9")
    late = app._target("digit-4")
    await app.tap("save")
    await app._activate(late)
    assert not app.page.data.drafts.of(windows.happened(evening)).started


async def test_all_passed_has_a_key(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.wide(f"/session/{evening.id}")
    await app.key("1")
    await app.key("A")
    assert rows(app) == [], "somebody took"
    await app.key("Backspace")
    await app.key("A")
    assert rows(app) == ["row-1"]
    assert windows.happened(evening).sheet.entries[0].deal.outcome is ThrownIn.ALL_PASSED


async def test_a_question_mark_lists_the_keys_and_escape_closes_the_list(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await app.key("?")
    assert {t("Keys"), "P G S C", t("all passed")} <= set(app.texts())
    await press(app, "1 G A")
    assert t("Keys") in app.texts(), "the keys do nothing that cannot be seen"
    await app.key("Escape")
    assert app.exists("bid-1-garde")
    await app.tap("shortcuts")
    assert t("Keys") in app.texts()
    await app.tap("close-panel")
    await press(app, "1 G 2")
    await app.key("?")
    await app.key("?")
    assert app.exists("digit-4")
