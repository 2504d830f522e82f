"""The entry of a hand: few taps, one question at a time, nothing that cannot be; and deals that are not played."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from flet_client import Driver
from words import t

from scorepad.evening.evening import Evening
from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import score
from scorepad.ui import routes, window_state

from .evening import Windows, enter, grow, on, rows, totals


def why(app: Driver, identifier: str) -> str:
    """The tooltip of a tile."""
    return " ".join(str(each.node.get("tooltip") or "") for each in app.inside(app.find(identifier))).strip()


def paid(app: Driver) -> list[str]:
    """The amounts of all players, which are shown before a hand is saved."""
    return re.findall(r"[+−]\d+", app.text("amounts"))


def saved(windows: Windows, evening: Evening) -> Hand:
    """The last hand of an evening, as it is kept."""
    outcome = windows.happened(evening).sheet.rows[-1].deal.outcome
    assert isinstance(outcome, Hand)
    return outcome


@pytest.mark.promise("The screens: enter a hand", "A hand of four takes five taps.")
async def test_a_hand_of_four_takes_five_taps(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "bouts-2", "digit-4", "digit-9", "save")
    assert app.taps == 5
    assert totals(app) == ["198", "−66", "−66", "−66"]


@pytest.mark.promise("The screens: enter a hand", "A hand of five takes six taps.")
async def test_a_hand_of_five_takes_six_taps(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}/hand")
    await app.tap("bid-1-garde", "partner-3", "bouts-2", "digit-4", "digit-9", "save")
    assert app.taps == 6
    assert totals(app) == ["132", "−66", "66", "−66", "−66"]


async def test_in_large_text_the_taker_is_asked_before_the_bid(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand", width=360, height=640)
    await grow(app, 2.0)
    assert app.named("bid-") == []
    await app.tap("taker-2")
    assert app.named("taker-") == []
    assert len(app.named("bid-2-")) == 4
    await app.tap("change-taker", "taker-1", "bid-1-garde", "bouts-2", "digit-4", "digit-9", "save")
    assert totals(app) == ["198", "−66", "−66", "−66"]


async def test_in_large_text_the_result_stands_below_the_keys(windows: Windows) -> None:
    """Its place grows with its words: above the keys, it would move them under the finger."""
    app = await windows.window(f"/session/{windows.table().id}/hand", width=390, height=844)
    await grow(app, 2.0)
    await app.tap("taker-1", "bid-1-garde", "bouts-2", "digit-4", "digit-9")
    shown, [made, _] = app.texts(), app.texts_in(app.find("sentence"))
    assert shown.index("0") < shown.index(made)


@pytest.mark.parametrize(("height", "shown"), [(640, False), (1000, True)])
async def test_a_tall_phone_shows_the_last_hand(windows: Windows, height: float, shown: bool) -> None:
    evening = windows.played(2)
    app = await windows.window(routes.entry(evening.id), width=390, height=height)
    assert app.exists("last-hand") is shown
    if shown:
        await app.tap("last-hand")
        assert app.exists("result")
        await app.tap("back")
        assert app.exists("bid-1-garde")


async def test_the_counting_side_is_said_as_chosen(windows: Windows) -> None:
    """One of two sides counts: it is not a switch, which would be off while the attack counts."""
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    for words in ("counted by the attack", "counted by the defence"):
        assert app.text("counted-by") == t(words)
        assert app.node("counted-by").get("selected") is True
        assert app.node("counted-by").get("toggled") is None
        await app.tap("counted-by")


@pytest.mark.promise(
    "The screens: enter a hand",
    "A deal that all players pass takes one tap, and two taps for a rarer reason.",
)
async def test_a_deal_that_was_not_played_takes_one_tap_or_two(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Bruno")
    await app.tap("thrown-all_passed")
    assert app.taps == 1
    assert totals(app) == ["0"] * 4
    assert app.text("next-hand") == f"{t('Enter hand {number}', number=2)} {t('{name} deals', name='Bruno')}"
    rare = (ThrownIn.PETIT_SEC, ThrownIn.MISDEAL, ThrownIn.EXCUSE_ALONE, ThrownIn.NO_TRUMPS, ThrownIn.TOO_FEW)
    for why in rare:
        await app.tap("next-hand")
        assert not app.exists(f"thrown-{why}"), "the panel is closed"
        await app.tap("open-thrown", f"thrown-{why}")
    entries = windows.happened(evening).sheet.rows
    assert [entry.deal.outcome for entry in entries] == [ThrownIn.ALL_PASSED, *rare]


@pytest.mark.promise("The screens: enter a hand", "Fast taps are not lost, and a double tap saves once.")
async def test_fingers_may_be_faster_than_the_screen(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde")
    await app.tap("bouts-2")
    await asyncio.gather(app.tap("digit-4"), app.tap("digit-9"))
    assert app.text("points") == "49"
    await asyncio.gather(app.tap("save"), app.tap("save"))
    assert rows(app) == ["row-1"]
    await app.tap("next-hand")
    await app.burst("thrown-all_passed", "thrown-all_passed")
    assert rows(app) == ["row-1", "row-2"]


@pytest.mark.promise(
    "The screens: enter a hand", "The result and the payments are seen before the hand is saved."
)
async def test_the_sentence_and_the_payments_appear_while_tapping(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "bouts-2", "digit-4")
    assert app.text("sentence") == "", "four points with two bouts cannot be, but a digit is still to come"
    await app.tap("digit-9")
    made = t("Made by {points}", points=8)
    assert app.text("sentence") == f"{made} 49 − 41 =\u00a0+8 → (25 + 8) × 2 =\u00a066", (
        "a sum ends with its sign"
    )
    assert paid(app) == ["+198", "−66", "−66", "−66"]
    await app.tap("petit-defence")
    assert app.text("sentence") == f"{made} 49 − 41 =\u00a0+8 → (25 + 8 − 10) × 2 =\u00a046"
    assert on(app, "petit-") == ["petit-defence"]
    await app.tap("petit-defence", "bouts-1")
    assert paid(app) == ["−162", "+54", "+54", "+54"]


async def test_an_impossible_hand_cannot_be_saved_and_says_why(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 0, "11")
    assert app.enabled("save")
    await app.tap("bouts-3")
    assert not app.enabled("save")
    assert app.text("sentence") == why(app, "save") != ""
    await app.tap("digit-9", "digit-1")
    assert app.text("sentence") == t("So many points: was it a chelem?")
    assert app.enabled("save"), "it may be"


async def test_the_sides_that_announced_and_made_a_chelem_can_be_entered(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await app.tap("bid-1-garde", "open-chelem")
    for announced in (None, *Side):
        for made in (None, *Side):
            answers = [("announced", announced), ("made", made)]
            tiles = [f"chelem-{what}-{side}" for what, side in answers if side]
            for chelem in (Chelem(announced, made), Chelem()):
                await app.tap(*tiles)  # a second tap takes an answer back
                assert app.page.data.hand(evening).facts.chelem == chelem


@pytest.mark.promise(
    "The screens: enter a hand", "Each answer about a chelem shows what it brings by the rules in force."
)
@pytest.mark.parametrize("multiplied", [False, True])
async def test_each_answer_shows_the_points_of_a_chelem(windows: Windows, multiplied: bool) -> None:
    rules = shipped_scheme("wikipedia")
    assert rules.petit_chelem is not None
    rules = replace(rules, petit_chelem=replace(rules.petit_chelem, multiplied=multiplied))
    hand = Hand(players=("p0", "p1", "p2", "p3"), taker="p0", bid=Bid.GARDE, bouts=2, half_points=98)
    app = await windows.window(f"/session/{windows.table(scheme=rules).id}/hand")
    await app.tap("bid-1-garde", "open-petit_chelem")

    def brings(side: Side, announced: Side | None, made: Side | None) -> str:
        with_it = replace(hand, petit_chelem=Chelem(announced, made))
        points = score(with_it, rules).total - score(hand, rules).total
        return t.signed(points if side is Side.TAKER else -points)

    for announced in (None, *Side):
        await app.tap(*[f"petit_chelem-announced-{announced}"] if announced else [])
        for side in Side:
            assert app.text(f"petit_chelem-made-{side}").endswith(f" {brings(side, announced, side)}")
            both = f" {brings(side, side, side)}\u00a0/\u00a0{brings(side, side, None)}"
            assert app.text(f"petit_chelem-announced-{side}").endswith(both)


@pytest.mark.promise("The screens: enter a hand", "Whatever is grey says why.")
async def test_every_grey_control_names_its_reason(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}/hand")
    told: dict[str, str] = {}

    def look() -> None:
        for name in app.identifiers():
            if app.node(name).get("disabled"):
                told[name] = why(app, name)
                assert told[name], name

    steps = ["bid-1-garde", "partner-2", "counted-by", "counted-by", "bouts-3"]
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
    assert told["digit-0"] == t("Possible here: {least} to {most} points.", least="13½", most=91)


async def test_a_single_digit_is_confirmed_if_a_second_is_possible(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await enter(app, "1 garde", 0, "8")
    assert app.text("save").startswith(t("Save")), "with 0 bouts there are no 80"
    await app.tap("erase", "digit-5")
    assert paid(app) == [], "nothing is offered as long as it may be 52"
    monkeypatch.setattr(window_state, "DOUBLE_TAP", 60.0)
    await app.burst("save", "save")
    asked = t("{points} points?", points=5)
    assert app.text("save").startswith(asked), "and a double tap is no answer"
    assert paid(app) == ["−456", "+152", "+152", "+152"]
    await app.tap("digit-2")
    assert paid(app) == ["−174", "+58", "+58", "+58"]
    await app.tap("erase")
    assert app.text("save").startswith(asked), "it has been asked"
    monkeypatch.setattr(window_state, "DOUBLE_TAP", 0.0)
    await app.tap("save")
    assert totals(app) == ["−456", "152", "152", "152"]


async def test_miseres_and_petit_chelem_where_the_table_plays_them(windows: Windows) -> None:
    evening = windows.table(scheme=shipped_scheme("wikipedia"))
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 garde", 2, "49")
    await app.tap("open-miseres", "misere-2-no_trumps", "open-petit_chelem", "petit_chelem-made-taker")
    await app.tap("close-panel")
    assert on(app, "open-") == ["open-petit_chelem", "open-miseres"]
    assert paid(app) == ["+638", "−186", "−226", "−226"]
    await app.tap("save")
    hand = saved(windows, evening)
    assert hand.miseres == (Misere("p1", MisereKind.NO_TRUMPS),)
    assert hand.petit_chelem.made is Side.TAKER


@pytest.mark.promise("The screens: enter a hand", "A chelem fills in the answers that it forces.")
async def test_a_chelem_fills_in_forced_answers_and_takes_them_back(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "open-chelem", "chelem-announced-taker", "chelem-made-taker", "close-panel")
    assert on(app, "bouts-") == ["bouts-3"]
    assert app.text("points") == "91"
    assert t("by the chelem") in app.texts(), "what was filled in says so"
    await app.tap("bouts-2", "open-chelem", "chelem-made-taker", "close-panel")
    assert on(app, "bouts-") == ["bouts-2"], "what was tapped stays"
    assert app.text("points") == "–"
    assert app.text("open-chelem") == t("{title}: missed", title=t("Chelem"))


@pytest.mark.parametrize("size", [(360, 500), (768, 1024), (1280, 800)])
async def test_the_question_scrolls_and_the_save_button_stays_in_sight(
    windows: Windows, size: tuple[float, float]
) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand", width=size[0], height=size[1])
    await app.tap("bid-1-garde")

    def scrolls(name: str) -> list[object]:
        return [each["scroll"] for each in app.find(name).around if each.get("scroll")]

    assert (len(scrolls("bouts-2")), scrolls("save")) == (1, [])


async def test_a_taker_who_announces_a_chelem_leads(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}/hand")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Bruno")
    await app.tap("bid-4-garde", "open-chelem", "chelem-announced-taker", "close-panel")
    assert app.text("dealer") == t("{dealer} deals · {leader} leads", dealer="Anne", leader="Denis")


@pytest.mark.promise("The screens: enter a hand", "Back closes the panel, then the entry.")
@pytest.mark.parametrize("way", ["tile", "gesture", "browser"])
@pytest.mark.parametrize("panel", ["open-poignees", "open-chelem", "count", "dealer"])
async def test_back_closes_the_panel_then_the_entry(windows: Windows, way: str, panel: str) -> None:
    evening = windows.table()
    app = await windows.window(routes.evening(evening.id))
    await app.tap("next-hand", "bid-1-garde", "bouts-2", "digit-4", "digit-9", panel)
    assert not app.exists("save"), "a panel replaces the points"

    async def back() -> None:
        await {"tile": lambda: app.tap("back"), "gesture": app.back, "browser": app.browser_back}[way]()
        await app.settle()

    await back()
    assert app.exists("save")
    assert app.text("points") == "49"
    await back()
    assert app.text("next-hand").startswith(t("Go on with hand {number}", number=1))
    await app.tap("next-hand")
    assert app.exists("save"), "the panel stays closed"


@pytest.mark.promise(
    "The screens: enter a hand", "Whoever opens the change of the taker and goes back loses nothing."
)
async def test_the_change_of_the_taker_ends_with_back(windows: Windows) -> None:
    app = await windows.window(routes.entry(windows.table(5).id))
    await enter(app, "1 garde", 2, "49", partner="2")
    said = app.text("change-taker"), app.text("points")
    await app.tap("change-taker")
    assert on(app, "bid-") == ["bid-1-garde"], "the present bid is marked"
    await app.tap("back")
    assert (app.text("change-taker"), app.text("points")) == said
    await app.tap("change-taker", "close-panel")
    assert (app.text("change-taker"), app.text("points")) == said
    await app.tap("change-taker", "bid-3-petite")
    assert "Chloé takes a petite" in app.text("change-taker")
    assert app.text("points") == "49"
    await app.tap("change-taker", "empty")
    assert not app.exists("change-taker")


async def test_a_taker_who_was_entered_by_mistake_does_not_keep_all_from_passing(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(routes.entry(evening.id))
    await app.tap("bid-1-garde", "change-taker", "thrown-all_passed")
    assert windows.happened(evening).sheet.deals[0].deal.outcome is ThrownIn.ALL_PASSED


async def test_the_panel_of_a_chelem_says_what_became_of_it(windows: Windows) -> None:
    app = await windows.window(routes.entry(windows.table().id))
    await enter(app, "1 garde", 2, "49")
    await app.tap("open-chelem")
    assert not app.exists("chelem-says")
    await app.tap("chelem-announced-taker")
    assert app.text("chelem-says") == "Announced and missed"
