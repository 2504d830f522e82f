"""The hand under way is on the pad: nothing that happens beside it empties it, and two windows record it once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from flet_client import Driver
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended, Seated
from scorepad.evening.people import Seating
from scorepad.i18n import LANGUAGES, Translator
from scorepad.pad import pad
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import routes, window_state

from .evening import Windows, enter, flaws, grow, play, points, rows, totals

ENTERED: dict[str, Any] = {"petit": "taker", "poignees": "2 single"}


async def phone_with_a_hand(windows: Windows, evening: Evening, **more: Any) -> Driver:
    """A phone on which a hand is entered and not saved."""
    app = await windows.window(routes.evening(evening.id))
    await app.tap("next-hand")
    await enter(app, "2 garde", 2, "49", **(more or ENTERED))
    await app.tap("back")
    return app


async def entered(app: Driver, evening: Evening) -> str:
    """The words of the entry."""
    await app.visit(routes.entry(evening.id))
    said = [app.text("change-taker"), app.text("points"), *app.texts_of("petit-"), app.text("open-poignees")]
    return " ".join(said)


# -- the end asks ---


@pytest.mark.promise(
    "The hand under way", "Before an evening ends, people say what becomes of the hand under way."
)
@pytest.mark.parametrize("width", [360, 1280])
async def test_the_end_asks_about_the_hand_under_way(windows: Windows, width: int) -> None:
    evening, sheet = windows.played(1), ["back"] * (width == 360)
    app = await windows.window(routes.evening(evening.id), width=width, height=800)
    await app.tap(*["next-hand"] * (width == 360))
    await enter(app, "2 garde", 2, "49")
    await app.tap(*sheet, "menu", "menu-finish")
    assert not windows.happened(evening).table.ended
    assert t("Hand {number} is not saved yet.", number=2) in app.texts()
    assert any("Bruno" in each and "49" in each for each in app.texts())
    await app.tap("go-on")
    assert app.text("points") == "49"
    await app.tap(*sheet, "menu", "menu-finish", "save-first")
    assert app.text("notice") == t("The evening is over.")
    now = windows.happened(evening)
    assert now.table.ended
    assert len(now.sheet.hands) == 2


async def test_an_incomplete_hand_is_not_saved_at_the_end(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("next-hand", "bid-2-garde", "back", "menu", "menu-end", "finish")
    assert not app.enabled("save-first")
    await app.tap("without")
    assert windows.happened(evening).table.ended
    await app.tap("reopen")
    assert app.text("next-hand").startswith(t("Go on with hand {number}", number=2)), "it waits"


async def test_an_end_without_a_hand_under_way_asks_nothing(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("menu", "menu-finish")
    assert windows.happened(evening).table.ended


@pytest.mark.parametrize("at_home", [False, True])
async def test_deleting_asks_and_the_bin_keeps_the_hand(windows: Windows, at_home: bool) -> None:
    evening = windows.played(1)
    app = await phone_with_a_hand(windows, evening)
    before = await entered(app, evening)
    taps = ("menu", "menu-delete")
    if at_home:
        await app.visit(routes.HOME)
        taps = (f"more-{evening.id}", f"delete-{evening.id}")
    else:
        await app.tap("back")
    await app.tap(*taps)
    assert not windows.history.bin()
    await app.tap("without")
    assert windows.history.bin()
    await app.tap("notice-undo")
    assert await entered(app, evening) == before


async def test_a_new_evening_with_these_players_asks_about_the_hand_under_way(windows: Windows) -> None:
    evening = windows.played(1)
    app = await phone_with_a_hand(windows, evening)
    await app.visit(routes.HOME)
    await app.tap(f"more-{evening.id}", f"again-{evening.id}", "save-first")
    assert app.route == routes.NEW_EVENING
    assert len(windows.happened(evening).sheet.hands) == 2


async def test_every_hand_that_waits_is_asked_for(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("next-hand")
    await enter(app, "2 garde", 2, "49")
    await app.tap("back", "undo", "menu", "menu-finish")
    assert t("Hand {number} is not saved yet.", number=2) in app.texts()
    await app.tap("save-first")
    assert not windows.happened(evening).table.ended
    assert t("Hand {number} is not saved yet.", number=3) in app.texts()
    await app.tap("save-first")
    assert windows.happened(evening).table.ended


# -- the table changes under it ---


@pytest.mark.promise(
    "The hand under way",
    "A hand is played by the people for whom it was begun, whoever sits down or leaves meanwhile.",
)
async def test_a_latecomer_plays_from_the_next_hand_on(windows: Windows) -> None:
    evening = windows.played(1)
    app = await phone_with_a_hand(windows, evening)
    before = await entered(app, evening)
    await app.tap("back", "menu", "menu-players")
    await app.type("name", "Élise", submit=True)
    await app.tap("seat")
    assert await entered(app, evening) == before
    assert app.text("dealer").endswith("played by Anne, Bruno, Chloé, and Denis"), "it says for whom it is"
    await app.tap("save")
    assert totals(app)[4] == "0"
    await app.tap("next-hand")
    assert len({name.split("-")[1] for name in app.named("bid-")}) == 5


async def test_a_latecomer_may_take_part_in_the_hand_under_way(windows: Windows) -> None:
    evening = windows.played(1)
    app = await phone_with_a_hand(windows, evening)
    await app.visit(routes.players(evening.id))
    await app.type("name", "Élise", submit=True)
    await app.tap("seat", "next-hand", "dealer", "play-here", "partner-5")
    assert app.text("points") == "49"
    await app.tap("save")
    assert len(windows.happened(evening).sheet.hands[-1].deal.named) == 6


async def test_a_hand_can_be_emptied_and_filled_again(windows: Windows) -> None:
    evening = windows.table()
    app = await phone_with_a_hand(windows, evening)
    before = await entered(app, evening)
    await app.tap("dealer", "empty")
    assert app.exists("bid-1-garde")
    await app.tap("notice-undo")
    assert await entered(app, evening) == before


# -- what waits is seen ---


@pytest.mark.promise("The hand under way", "A hand that waits is seen on the sheet.")
async def test_a_hand_that_waits_is_seen_on_the_sheet(windows: Windows) -> None:
    evening = windows.played(2)
    app = await phone_with_a_hand(windows, evening)
    before = await entered(app, evening)
    await app.tap("back")
    assert not app.exists("waiting")
    await app.tap("undo")
    assert app.text("next-hand").startswith(t("Go on with hand {number}", number=2))
    assert app.text("waiting").startswith(t("Hand {number} waits to be saved", number=3))
    await app.tap("waiting")
    assert await entered(app, evening) == before
    await app.tap("back")
    assert app.text("waiting").startswith(t("Hand {number} waits to be saved", number=3))


async def test_a_correction_that_is_left_waits_and_is_seen(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("row-1", "edit", "back")
    assert not app.exists("waiting"), "nothing was corrected"
    await app.tap("row-1", "edit", "digit-5", "digit-0", "back")
    assert app.text("next-hand").startswith(t("Enter hand {number}", number=3)), (
        "the next hand is not held up"
    )
    assert app.text("waiting") == t("The correction of hand {number} waits", number=1)
    await play(app, "1 garde", 2, "49")
    await app.tap("waiting")
    assert app.text("points") == "50"
    await app.tap("save")
    assert not app.exists("waiting")


@pytest.mark.parametrize("width", [360, 1280])
async def test_undo_and_redo_stay_on_the_sheet(windows: Windows, width: int) -> None:
    evening = windows.played(2)
    app = await windows.window(routes.evening(evening.id), width=width, height=800)
    await app.tap("row-1", "edit", "digit-5", "digit-0", "save")
    after, before = totals(app), ["100", "100", "−100", "−100"]
    for _ in range(2):
        await app.tap("undo")
        assert (app.route, totals(app)) == (routes.evening(evening.id), before)
        assert not app.exists("leave"), "the correction does not open"
        await app.tap("redo")
        assert (app.route, totals(app)) == (routes.evening(evening.id), after)


# -- two phones ---


async def test_another_phone_does_not_move_the_entry(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.entry(evening.id))
    await enter(app, "2 garde", 2, "4")
    other = await windows.window(routes.evening(evening.id))
    assert other.text("next-hand").startswith(t("Go on with hand {number}", number=2)), "it is seen there"
    people = evening.table.seating.people
    windows.change(evening, Seated(Seating((*people[1:], people[0]), 4, people[1].id)))
    await app.settle()
    await points(app, "9")
    assert app.text("points") == "49"


@pytest.mark.promise("The hand under way", "Two phones enter one hand, and each sees what the other enters.")
async def test_two_phones_enter_one_hand(windows: Windows) -> None:
    evening = windows.table()
    one, two = [await windows.window(routes.entry(evening.id)) for _ in range(2)]
    sheet = await windows.window(routes.evening(evening.id))
    assert sheet.text("next-hand") == f"{t('Enter hand {number}', number=1)} {t('{name} deals', name='Anne')}"
    await enter(one, "2 garde", 2, "49")
    for app in (two, sheet):
        await app.settle()
    assert two.text("points") == "49", "the second phone sees it live"
    assert sheet.text("next-hand").startswith(t("Go on with hand {number}", number=1))
    await two.tap("petit-taker")
    await one.settle()
    assert one.node("petit-taker").get("selected")
    await two.tap("save")
    await one.settle()
    assert rows(two) == ["row-1"]
    assert not one.exists("save"), "it asks who took the next one, and says why"
    assert t("In another window: {what}", what=t("hand {number}", number=1)) in one.texts()
    await one.tap("back")
    assert rows(one) == ["row-1"]


@pytest.mark.parametrize("growth", [1.0, 2.0])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_change_on_another_phone_is_announced_over_the_entry(
    windows: Windows, language: str, growth: float
) -> None:
    evening = windows.played(1)
    windows.language = language
    app = await windows.window(routes.entry(evening.id), width=360, height=640)
    await grow(app, growth)
    windows.record(evening, ThrownIn.ALL_PASSED)
    await app.settle()
    words = Translator(language)
    hand = words("hand {number}", number=2)
    assert words("In another window: {what}", what=words.inside(hand)) in app.texts()
    assert flaws(app) == []


@pytest.mark.parametrize("width", [360, 1280])
async def test_two_phones_enter_different_hands(windows: Windows, width: int) -> None:
    """One enters the next hand, the other corrects an old one: neither pushes away what the other is about."""
    evening = windows.played(2)
    one = await windows.window(routes.entry(evening.id), width=width, height=800)
    two = await windows.window(routes.evening(evening.id))
    await one.tap("bid-2-garde", "bouts-2", "digit-4")
    await two.tap("row-1", "edit", "digit-5")
    await one.settle()
    await one.tap("digit-9")
    assert one.text("points") == "49"
    await two.tap("digit-0")
    assert two.text("points") == "50"
    assert one.text("points") == "49"
    await one.tap("save")
    await two.settle()
    assert two.text("points") == "50"
    await two.tap("save")
    found = [row.deal.hand.half_points for row in windows.happened(evening).sheet.hands if row.deal.hand]
    assert found == [100, 82, 98]


async def test_both_save_at_the_same_moment(windows: Windows) -> None:
    """The second one saves before its phone has drawn that the first one did."""
    evening = windows.table()
    one, two = [await windows.window(routes.entry(evening.id)) for _ in range(2)]
    await enter(one, "2 garde", 2, "49")
    await two.settle()
    late = two.touched("save")
    await one.tap("save")
    await late()
    await two.settle()
    assert len(windows.happened(evening).sheet.rows) == 1


async def test_a_tap_just_after_a_save_elsewhere_enters_nothing(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The finger was on its way to Save, and the bids of the next hand stand there now."""
    evening = windows.table()
    one, two = [await windows.window(routes.entry(evening.id)) for _ in range(2)]
    await enter(one, "2 garde", 2, "49")
    monkeypatch.setattr(window_state, "UNREAD", 60.0)
    await one.tap("save")
    await two.settle()
    await two.tap("bid-4-garde")
    assert not two.exists("change-taker")
    monkeypatch.setattr(window_state, "UNREAD", 0.0)
    await two.tap("bid-4-garde")
    assert two.exists("change-taker")


async def test_a_person_who_sees_the_same_hand_may_tap_at_once(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another window has saved a correction, begun one, and renamed a player meanwhile."""
    evening = windows.played(2)
    one, two = (
        await windows.window(routes.entry(evening.id)),
        await windows.window(routes.evening(evening.id)),
    )
    await one.tap("bid-2-garde", "bouts-2", "digit-4")
    monkeypatch.setattr(window_state, "UNREAD", 60.0)
    for row in ("row-1", "row-2"):
        await two.tap(row, "edit", "digit-5", "digit-0", "save")
    await two.tap("row-1", "edit")
    await one.settle()
    await one.tap("digit-9", "save")
    assert rows(one) == ["row-1", "row-2", "row-3"]


async def test_a_window_that_is_drawn_late_saves_the_hand_that_it_showed(windows: Windows) -> None:
    """Meanwhile another window has put a correction in sight of all."""
    evening = windows.played(1)
    here, there = [await windows.window(routes.entry(evening.id)) for _ in range(2)]
    await enter(there, "2 garde", 2, "49")
    await here.settle()
    save = here.touched("save")
    await there.tap("back", "row-1")
    correct = there.touched("edit")
    await asyncio.gather(correct(), save())
    await here.settle()
    assert rows(here) == ["row-1", "row-2"]
    assert here.text("notice").startswith(t("Hand {number} saved: {result}", number=2, result="Bruno"))
    assert there.text("change-taker").startswith("A Anne"), "and the correction is where it was"


@pytest.mark.promise("The hand under way", "The same tap on two phones within a second is one tap.")
async def test_the_same_tap_on_both_phones_within_a_second_is_one(windows: Windows) -> None:
    evening = windows.table()
    one, two = [await windows.window(routes.entry(evening.id)) for _ in range(2)]
    for tile in ("bid-2-garde", "bouts-2", "digit-4", "digit-9", "petit-taker"):
        late = two._target(tile) if two.exists(tile) else None
        await one.tap(tile)
        if late is not None:
            await two._activate(late)
        await two.settle()
    assert two.text("points") == "49"
    assert one.node("petit-taker").get("selected"), "a second tap would take it back"


async def test_the_same_tap_later_counts_again(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pad, "SAME_TAP", 0.0)
    evening = windows.table()
    one, two = [await windows.window(routes.entry(evening.id)) for _ in range(2)]
    await one.tap("bid-2-garde", "bouts-2", "digit-4")
    await two.settle()
    await two.tap("digit-4")
    assert two.text("points") == "44"


async def test_a_phone_learns_that_its_evening_has_ended(windows: Windows) -> None:
    evening = windows.played(1)
    one = await windows.window(routes.entry(evening.id))
    await enter(one, "2 garde", 2, "49")
    late, tile = one._target("save"), one._target("petit-taker")
    windows.change(evening, Ended())
    for each in (late, tile):
        await one._activate(each)  # the window may not have drawn yet that it has ended
    await one.settle()
    assert not one.exists("save")
    ended = t("Evening ended"), t("The evening is over.")
    assert any(each.lower() in one.text("notice").lower() for each in ended)
    assert len(windows.happened(evening).sheet.rows) == 1


async def test_two_phones_count_the_two_piles(windows: Windows) -> None:
    """One counts the attack, the other the defence; neither loses its count if the other taps, or scorepad restarts."""
    evening = windows.table()
    one, two = [await windows.window(routes.entry(evening.id)) for _ in range(2)]
    await one.tap("bid-1-garde", "count")
    await two.settle()
    await two.tap("count", "pile-defence")
    for app, kings in ((one, 3), (two, 1)):
        for _ in range(kings):
            await app.tap("kings-more")
    assert one.text("pile-sum").startswith("13½ points")
    assert two.text("pile-sum").startswith("4½ points")
    assert any("91" in text for text in one.texts()), "both piles are held against the deck"
    await windows.restart()
    app = await windows.window(routes.entry(evening.id))
    await app.tap("count")
    assert app.text("pile-sum").startswith("13½ points")
