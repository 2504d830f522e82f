"""The entry of a hand: few taps, one question at a time, nothing that cannot be."""

from __future__ import annotations

import asyncio
import re

import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.tarot.hand import Chelem, Hand, Misere, MisereKind, PoigneeSize, Side, ThrownIn
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


async def test_what_else_happened_takes_a_tap_or_two_more(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 2, "49", petit="taker", poignees="4 double")
    await app.tap("save")
    assert app.taps == 5 + 1 + 2
    assert app.text("total-0") == "348"  # ((25 + 8 + 10) × 2 + 30) × 3


async def test_a_deal_that_was_not_played_takes_one_tap(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Bruno")
    await app.tap("thrown-misdeal")
    assert app.taps == 1
    assert totals(app) == ["0"] * 4
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Bruno")
    [entry] = windows.happened(evening).sheet.entries
    assert entry.deal.outcome is ThrownIn.MISDEAL


async def test_fingers_may_be_faster_than_the_screen(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-2")
    await asyncio.gather(app.tap("digit-4"), app.tap("digit-9"))
    assert app.text("points") == "49"
    await asyncio.gather(app.tap("save"), app.tap("save"))
    assert rows(app) == ["row-1"]
    await app.tap("next-hand")
    await app.burst("thrown-misdeal", "thrown-misdeal")
    assert rows(app) == ["row-1", "row-2"]


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
    await app.tap(f"open-{name}")
    entered = []

    async def tap(what: str, side: Side) -> None:
        await app.tap(f"{name}-{what}-{side}")
        entered.append(getattr(app.page.data.drafts.of(evening).facts, name))

    for announced in Side:
        await tap("announced", announced)
        for made in (*Side, Side.DEFENCE):
            await tap("made", made)
    await tap("announced", Side.DEFENCE)
    assert entered[-1] == Chelem(), "a second tap takes an answer back"
    for made in Side:
        await tap("made", made)
    sides = (None, *Side)
    assert set(entered) == {Chelem(announced, made) for announced in sides for made in sides}


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
    steps += ["open-chelem", "close-panel", "bouts-0", "count", "others-many", "close-panel"]
    for step in steps:
        look()
        await app.tap(step)
    look()
    assert {
        "save",
        "erase",
        "half",
        "petit-taker",
        "petit-defence",
        "chelem-made-taker",
        "use-pile",
    } <= told.keys()
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


# --- Other rules ----------------------------------------------------------------------------------------------


async def test_miseres_and_petit_chelem_where_the_table_plays_them(windows: Windows) -> None:
    evening = windows.table(scheme=shipped_scheme("wikipedia"))
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    await app.tap("open-miseres")
    await app.tap("misere-2-no_trumps")
    await app.tap("open-petit_chelem", "petit_chelem-made-taker", "close-panel")
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


async def test_a_long_name_cuts_neither_the_word_nor_the_amount(windows: Windows) -> None:
    evening = windows.empty(("Maximilien-Alexandre De Roche", *NAMES[1:4]))
    windows.history.create(evening)
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    assert " Maximilien-Alex… +198 " in app.text("save")


# --- What was chosen ------------------------------------------------------------------------------------------------


async def test_a_chelem_fills_in_what_it_forces_and_takes_it_back(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "open-chelem", "chelem-announced-taker", "chelem-made-taker", "close-panel")
    assert on(app, "bouts-") == ["bouts-3"]
    assert app.text("points") == "91"
    assert t("by the chelem") in app.texts(), "what was filled in says so"
    await app.tap("bouts-2")
    assert app.text("points") == "87", "the defence kept the excuse"
    await app.tap("open-chelem", "chelem-made-taker", "close-panel")
    assert on(app, "bouts-") == ["bouts-2"], "what was tapped stays"
    assert app.text("points") == "–"
    await app.tap("open-chelem", "chelem-announced-taker", "chelem-made-taker", "close-panel", "counted-by")
    assert app.text("points") == "4"
    await points(app, "05")
    assert not app.enabled("save"), "typed points are not taken for those of the chelem"


async def test_the_chips_say_what_was_chosen(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 2, "49", petit="defence", poignees="1 double")
    assert app.text("open-poignees").endswith(" · Anne")
    assert app.text("petit-defence") == t("Petit au bout: defence")
    await app.tap("open-chelem", "chelem-announced-taker", "close-panel")
    assert app.text("open-chelem") == t("{title}: missed", title=t("Chelem"))
    for name in ("open-poignees", "open-chelem", "petit-defence"):
        assert app.node(name)["toggled"], name


async def test_the_petit_of_one_hand_is_not_that_of_the_next(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    for side in ("taker", "defence"):
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


async def test_whoever_sits_out_is_said(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5, seats=4).id}/hand")
    words = "{dealer} deals, does not play · {leader} leads"
    assert app.text("dealer") == t(words, dealer="Anne", leader="Bruno")
    app = await windows.window(f"/session/{windows.table(8, seats=5).id}/hand")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Bruno")
    assert t("sitting out: {names}", names=t.names(("Anne", "Gaël", "Hugo"))) in app.texts()
