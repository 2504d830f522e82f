"""The entry of a hand: few taps, one question at a time, nothing that cannot be."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from flet.controls.object_patch import DiffBuilder
from words import t

from scorepad.evening.evening import Evening
from scorepad.tarot.hand import CONTRACTS, Bid, Chelem, Hand, Misere, MisereKind, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import navigation

from .client import Driver, Unreachable
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


async def test_a_double_tap_passes_once(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await asyncio.gather(app.tap("thrown-all_passed"), app.tap("thrown-all_passed"))
    assert rows(app) == ["row-1"]
    assert windows.happened(evening).dealer == "p1"


# --- Questions ------------------------------------------------------------------------------------------------


async def test_nothing_is_filled_in_but_who_deals(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}/hand")
    assert on(app, "bid-") == []
    await app.tap("bid-2-petite")
    assert on(app, "partner-") == []
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


async def test_nobody_is_asked_for_a_partner_at_four(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    assert not app.exists("partner-alone")
    assert app.text("change-taker").startswith(f"A Anne {t('takes a garde')}")


async def test_the_taker_cannot_be_called(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}/hand")
    await app.tap("bid-3-garde")
    asked = [name for name in app.identifiers() if name.startswith("partner-")]
    assert asked == ["partner-1", "partner-2", "partner-4", "partner-5", "partner-alone"]


# --- Card points ----------------------------------------------------------------------------------------------


async def test_the_side_that_counts_sticks(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("next-hand")
    await app.tap("bid-1-garde")
    await app.tap("counted-by")
    await app.tap("bouts-2")
    await points(app, "42")
    assert " 49 − 41 = +8" in app.text("sentence")
    await app.tap("save")
    assert saved(windows, evening).half_points == 98
    await app.tap("next-hand")
    await app.tap("bid-1-garde")
    assert app.text("counted-by") == t("the defence counts")
    assert on(app, "counted-by") == ["counted-by"], "and is marked"
    other = await windows.window(f"/session/{windows.table().id}/hand")
    await other.tap("bid-1-garde")
    assert other.text("counted-by") == t("the attack counts"), "another evening begins as most do"
    await app.tap("back")
    await app.tap("row-1")
    await app.tap("edit")
    assert app.text("counted-by") == t("the attack counts"), "as it is written on the sheet"
    assert app.text("points") == "49"


async def test_half_points_only_where_they_can_be(windows: Windows) -> None:
    four = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(four, "1 garde", 2, "49")
    assert not four.enabled("half")
    three = await windows.window(f"/session/{windows.table(3).id}/hand")
    await three.tap("bid-1-garde")
    assert not three.enabled("half"), "of what?"
    await three.tap("bouts-2")
    await points(three, "40½")
    assert three.text("points") == "40½"
    assert three.text("sentence").startswith(f"{t('Down {points}', points=1)} 40½ − 41 = −½")
    await three.tap("erase")
    assert three.text("points") == "40"
    await three.tap("bouts-3")
    await points(three, "91")
    assert not three.enabled("half"), "there are 91"


async def test_a_third_digit_begins_anew_and_erase_takes_back(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-2")
    await points(app, "497")
    assert app.text("points") == "7"
    await app.tap("erase")
    assert app.text("points") == "–"
    assert not app.enabled("erase")


# --- What cannot be -------------------------------------------------------------------------------------------


async def test_impossible_points_cannot_be_tapped(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-3")
    assert not app.enabled("digit-0"), "three bouts are 13½"
    await points(app, "1")
    assert [digit for digit in range(10) if app.enabled(f"digit-{digit}")] == [4, 5, 6, 7, 8, 9]
    with pytest.raises(Unreachable):
        await points(app, "3")


async def test_an_impossible_hand_cannot_be_saved_and_says_why(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-0")
    await points(app, "11")
    assert app.enabled("save")
    await app.tap("bouts-3")
    assert not app.enabled("save")
    assert app.text("sentence") == why(app, "save") != ""
    await app.tap("bouts-2")
    await app.tap("petit-taker")
    await app.tap("bouts-0")
    assert app.text("sentence") == t("With 0 bouts the taker has no petit.")
    assert not app.enabled("save")
    await app.tap("petit-taker")
    assert app.enabled("save")


async def test_a_petit_that_a_side_cannot_have_says_why(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    assert app.enabled("petit-taker")
    assert app.enabled("petit-defence")
    await app.tap("bouts-0")
    assert not app.enabled("petit-taker")
    assert why(app, "petit-taker") == t("With 0 bouts the taker has no petit.")
    await app.tap("bouts-3")
    assert not app.enabled("petit-defence")
    assert why(app, "petit-defence") == t("With 3 bouts at the taker the defence has no petit.")


async def test_poignees_of_more_than_all_trumps_say_why(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 2, "49", poignees="1 single")
    await app.tap("open-poignees")
    assert app.enabled("poignee-2-single")
    assert not app.enabled("poignee-2-double")
    assert why(app, "poignee-2-double") == t("These poignées show {trumps} trumps; there are 22.", trumps=23)
    assert app.enabled("poignee-1-double"), "in place of the single one"
    await app.tap("poignee-2-single")
    assert app.text("open-poignees") == f"{t('Poignée')} · 2"
    await app.tap("open-poignees")
    assert on(app, "poignee-") == ["poignee-1-single", "poignee-2-single"]
    assert not app.enabled("poignee-3-single")
    await app.tap("close-panel")
    assert app.exists("save")


async def test_two_poignees_never_fit_a_table_of_three(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(3).id}/hand")
    await enter(app, "1 garde", 2, "49", poignees="1 single")
    await app.tap("open-poignees")
    assert not app.enabled("poignee-2-single")


async def test_a_chelem_against_the_points_says_why(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    await app.tap("open-chelem", "side-taker")
    assert not app.enabled("chelem-1")
    assert why(app, "chelem-1"), "it says why"
    assert app.enabled("chelem-2"), "announced and missed"
    await app.tap("chelem-2")
    assert app.node("open-chelem")["toggled"]
    assert paid(app) == ["−402", "+134"]
    await app.tap("open-chelem")
    assert on(app, "side-") == ["side-taker"]
    await app.tap("side-taker")
    assert on(app, "chelem-") == ["chelem-2"]
    await app.tap("chelem-2")
    assert not app.node("open-chelem").get("toggled")


@pytest.mark.parametrize("petit", [False, True])
async def test_whoever_announced_and_whoever_made_a_chelem_can_be_entered(
    windows: Windows, petit: bool
) -> None:
    scheme = shipped_scheme("wikipedia")
    app = await windows.window(f"/session/{windows.table(scheme=scheme).id}/hand")
    evening = windows.history.summaries()[0].id
    played = {Side.TAKER: (3, "91"), Side.DEFENCE: (0, "06"), None: (2, "49")}
    name = "petit_chelem" if petit else "chelem"
    entered = set()
    for number in range(1, 9):
        if not app.exists("bid-1-garde"):
            await app.tap("next-hand")
        await app.tap("bid-1-garde")
        await app.tap(f"open-{name}", "side-taker" if number in (1, 2, 3, 5) else "side-defence")
        await app.tap(f"{'petit-' if petit else ''}chelem-{number}")
        chelem = getattr(app.session.page.data.drafts.of(windows.history.load(evening)).facts, name)
        bouts, typed = (2, "49") if petit else played[chelem.made]
        await app.tap(f"bouts-{bouts}")
        await points(app, typed)
        await app.tap("save")
        hand = windows.history.load(evening).sheet.entries[-1].deal.outcome
        assert isinstance(hand, Hand)
        assert getattr(hand, name) == chelem
        entered.add((chelem.announced, chelem.made))
    sides = (None, *Side)
    assert entered == {(announced, made) for announced in sides for made in sides} - {(None, None)}


async def test_a_chelem_against_the_dog_is_of_60_to_88_points(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    for bouts in range(4):
        await app.tap("bid-1-garde_contre" if not bouts else f"bouts-{bouts}")
        if not bouts:
            await app.tap("bouts-0")
            await app.tap("open-chelem", "side-taker", "chelem-3")
        most = {0: "78", 1: "82", 2: "87", 3: "88"}[bouts]
        for typed, fits in (("59", False), ("60", True), (most, True)):
            await points(app, typed)
            assert app.enabled("save") is fits, (bouts, typed)
            if not fits:
                assert {"60", most} <= set(re.findall(r"\d+", app.text("sentence")))
                assert why(app, "save") == app.text("sentence")


@pytest.mark.parametrize("people", [3, 4, 5])
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


async def test_one_digit_that_cannot_be_all_says_so(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-3")
    await points(app, "5")
    assert not app.enabled("save")
    assert why(app, "save").startswith(t("And the second digit? {why}", why=""))


async def test_one_digit_is_asked_for_before_it_is_saved(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-0")
    await points(app, "5")
    assert paid(app) == [], "nothing is offered as long as it may be 52"
    assert app.text("sentence") == ""
    monkeypatch.setattr(navigation, "DOUBLE_TAP", 60.0)
    await asyncio.gather(app.tap("save"), app.tap("save"))
    asked = t("{points} points?", points=5)
    assert app.text("save").startswith(asked), "and a double tap is no answer"
    assert paid(app) == ["−456", "+152"]
    await points(app, "2")
    assert paid(app) == ["−174", "+58"]
    await app.tap("erase")
    assert app.text("save").startswith(asked), "it has been asked"
    monkeypatch.setattr(navigation, "DOUBLE_TAP", 0.0)
    await app.tap("save")
    assert totals(app) == ["−456", "152", "152", "152"]
    await app.tap("next-hand")
    await enter(app, "1 garde", 0, "05")
    assert app.text("save").startswith(t("Save")), "two digits are never asked for"
    await app.tap("save")
    assert len(rows(app)) == 2


async def test_one_digit_that_can_have_no_second_is_not_asked_for(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 0, "8")
    assert app.text("save").startswith(t("Save")), "with 0 bouts there are no 80"


async def test_what_is_next_to_impossible_is_asked_and_may_be(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 3, "91")
    assert app.text("sentence") == t("So many points: was it a chelem?")
    assert app.enabled("save")


# --- Who deals ------------------------------------------------------------------------------------------------


async def test_somebody_else_deals(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("dealer")
    assert on(app, "dealer-") == ["dealer-1"]
    await app.tap("dealer-3")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Chloé", leader="Denis")
    assert app.text("change-taker").startswith("A Anne ")
    await app.tap("bouts-2")
    await points(app, "41")
    await app.tap("save")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Denis")


async def test_the_question_who_deals_can_be_left_unanswered(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("dealer")
    await app.tap("dealer")
    assert app.exists("bid-1-garde")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Bruno")


async def test_another_dealer_of_a_corrected_hand_keeps_the_hand_under_way(windows: Windows) -> None:
    evening = windows.table(6)
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49", partner="5")
    await app.tap("save")
    await app.tap("next-hand")
    await app.tap("bid-2-garde")
    await app.tap("back")
    await app.tap("row-1")
    await app.tap("edit")
    await app.tap("dealer")
    await app.tap("dealer-5")
    await enter(app, "1 garde", 2, "49", partner="4")
    await app.tap("save")
    await app.visit(f"/session/{evening.id}/hand")
    assert app.text("change-taker").startswith("C Chloé "), "the hand under way goes on"


async def test_six_at_five_seats_the_dealer_sits_out(windows: Windows) -> None:
    evening = windows.table(6)
    app = await windows.window(f"/session/{evening.id}/hand")
    assert not app.exists("bid-6-garde")
    assert app.name("bid-1-garde").startswith("Bruno, ")
    await enter(app, "1 garde", 2, "49", partner="5")
    await app.tap("save")
    assert totals(app) == ["0", "132", "−66", "−66", "−66", "66"]
    assert t("sits out") in app.text("row-1")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Bruno")
    await app.tap("next-hand")
    await app.tap("dealer")
    await app.tap("dealer-6")
    assert app.name("bid-1-garde").startswith("Anne, ")
    assert app.name("bid-5-garde").startswith("Élise, ")


async def test_where_the_dealer_sits_out_and_all_pass_the_same_deals_again(windows: Windows) -> None:
    evening = windows.table(5, seats=4)
    app = await windows.window(f"/session/{evening.id}/hand")
    assert not app.exists("bid-5-garde")
    await app.tap("thrown-all_passed")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Anne")
    await app.tap("next-hand")
    await app.tap("thrown-petit_sec")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=3, name="Bruno")
    await play(app, "2 garde", 2, "49")
    assert totals(app) == ["−66", "0", "198", "−66", "−66"]


# --- Old hands ------------------------------------------------------------------------------------------------


async def test_a_corrected_hand_stays_that_hand_whoever_deals(windows: Windows) -> None:
    evening = windows.table(6)
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49", partner="alone")
    await app.tap("row-1")
    await app.tap("edit")
    assert t("Correct hand {number}", number=1) in app.texts()
    await app.tap("dealer")
    await app.tap("dealer-6")
    assert t("Correct hand {number}", number=1) in app.texts()
    await enter(app, "1 garde", 2, "41", partner="alone")
    await app.tap("save")
    assert rows(app) == ["row-1"]
    assert totals(app) == ["200", "−50", "−50", "−50", "−50", "0"]


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


async def test_a_correction_that_is_given_up_changes_nothing(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1")
    await app.tap("edit")
    await points(app, "50")
    await app.tap("back")
    assert windows.happened(evening) == evening
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=3, name="Chloé")
    await app.tap("row-1")
    await app.tap("edit")
    await app.back()
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=3, name="Chloé")


async def test_a_correction_left_by_the_browser_is_not_taken_for_a_new_hand(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1")
    await app.tap("edit")
    await app.visit(f"/session/{evening.id}")
    assert app.text("next-hand") == t("Correct hand {number}", number=1)
    await app.tap("next-hand")
    assert t("Correct hand {number}", number=1) in app.texts()


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


async def test_five_bids_and_bases_without_factors(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(scheme=shipped_scheme('stepped_base')).id}/hand")
    worths = [app.text(f"bid-1-{bid}") for bid in CONTRACTS]
    assert worths == ["10", "20", "40", "80", "160"]
    await enter(app, "1 pousse", 2, "49")
    assert paid(app) == ["+84", "−28"]


async def test_five_always_alone_are_not_asked_for_a_partner(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5, scheme=shipped_scheme('five_alone')).id}/hand")
    await enter(app, "1 garde", 2, "49")
    assert paid(app) == ["+264", "−66"]


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


async def test_seven_keys_at_most_with_enter(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 4 9 Enter")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    five = await windows.wide(f"/session/{windows.table(5).id}")
    await press(five, "1 g 3 2 4 9 Enter")
    assert totals(five) == ["132", "−66", "66", "−66", "−66"]
    await press(five, "2 G 0 2 4 0 H B B Enter")
    assert five.text("notice").endswith(f", {t('Down {points}', points=1).lower()} · {t('petit')}")


async def test_the_numeric_pad_counts_too(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await app.key("Numpad 1")
    await app.key("G")
    for key in ("Numpad 2", "Numpad 4", "Numpad 9", "Numpad Enter"):
        await app.key(key)
    assert totals(app) == ["198", "−66", "−66", "−66"]


async def test_undo_by_key_brings_the_hand_back_and_backspace_takes_an_answer_back(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    assert totals(app) == ["0"] * 4
    assert app.text("points") == "49"
    await press(app, "Backspace 1 Enter")
    assert totals(app) == ["150", "−50", "−50", "−50"]
    await app.key("Z", meta=True)
    assert totals(app) == ["0"] * 4


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


@pytest.mark.parametrize("ignored", ["X", "H", "F1"])
async def test_enter_saves_also_after_a_key_that_means_nothing(windows: Windows, ignored: str) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, f"1 G 2 5 0 {ignored} Enter")
    assert rows(app) == ["row-1"]


async def test_enter_after_tab_presses_what_has_the_focus(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 5 0 Tab Enter")
    assert rows(app) == []


async def test_one_digit_is_asked_for_and_answered_by_key(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 0 5 Enter")
    assert app.text("save").startswith(t("{points} points?", points=5))
    monkeypatch.setattr(navigation, "DOUBLE_TAP", 0.0)
    await press(app, "Enter")
    assert totals(app)[0] == "−456"


async def test_keys_of_an_incomplete_or_impossible_hand_save_nothing(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 Enter")
    await press(app, "1 1 3 Enter")
    assert rows(app) == []


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


async def test_keys_on_another_screen_enter_nothing(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.wide(f"/session/{evening.id}")
    await app.tap("row-1")
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    await app.tap("back")
    await press(app, "1 G 2 4 9 Enter")
    assert windows.happened(evening) == evening


async def test_keys_do_nothing_once_the_evening_is_over(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.wide(f"/session/{evening.id}")
    await app.tap("menu", "menu-end")
    await app.tap("finish")
    await app.tap("sheet")
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    assert windows.happened(evening).table.ended
    assert rows(app) == ["row-1"]


# --- Two panes --------------------------------------------------------------------------------------------------


async def test_a_wide_window_shows_the_sheet_and_the_entry(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.wide(f"/session/{evening.id}")
    assert {"row-1", "total-0", "bid-1-garde"} <= set(app.identifiers())
    assert not app.exists("next-hand")
    await enter(app, "2 garde", 2, "41")
    await app.tap("save")
    assert rows(app) == ["row-1", "row-2"]
    assert app.exists("bid-1-garde"), "ready for the next hand"
    await app.tap("row-2")
    await app.tap("edit")
    assert rows(app) == ["row-1", "row-2"]
    assert t("Correct hand {number}", number=2) in app.texts()
    await app.resize(360, 640)
    assert rows(app) == []
    assert app.text("points") == "41"
    await app.resize(1280, 800)
    assert rows(app) == ["row-1", "row-2"]
    second = windows.happened(evening).sheet.entries[1]
    await app.tap("save")
    corrected = windows.happened(evening).sheet.entries[1]
    assert corrected.versions == (second.current, corrected.current)


async def test_redo_has_keys_too(windows: Windows) -> None:
    app = await windows.wide(f"/session/{windows.table().id}")
    await press(app, "1 G 2 4 9 Enter")
    await app.key("z", ctrl=True)
    assert rows(app) == []
    await app.key("z", ctrl=True, shift=True)
    assert rows(app) == ["row-1"]
    await app.key("z", meta=True)
    await app.key("y", ctrl=True)
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

    for number in range(2):
        for name in (
            "next-hand",
            "dealer",
            "dealer-1",
            "bid-1-garde",
            "partner-3",
            "bouts-2",
            "open-poignees",
        ):
            if app.exists(name):
                await app.tap(name)
                assert lost() == [], (number, name)
        for name in ("poignee-2-single", "count", "close-panel", "digit-4", "digit-9", "petit-taker", "save"):
            await app.tap(name)
            assert lost() == [], (number, name)


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
