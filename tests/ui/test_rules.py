"""The rules of an evening: those in force, others from now on or for the whole evening, and what each hand shows."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended, RulesChanged
from scorepad.tarot.hand import Bid, Hand
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.ui import navigation

from .client import Driver
from .evening import Windows, enter, flaws, grow, on, only_long, play, rows, seat, totals

FFT, CONTRE_5 = shipped_scheme(), shipped_scheme("contre_5")
PLAYERS = ("p0", "p1", "p2", "p3")
CONTRE = Hand(players=PLAYERS, taker="p0", bid=Bid.GARDE_CONTRE, bouts=2, half_points=82)
PETITE = replace(CONTRE, bid=Bid.PETITE)


def changed(windows: Windows, evening: Evening, scheme: Scheme, *, from_now: bool = True) -> Evening:
    """The evening under other rules, saved as another window would."""
    now = windows.happened(evening).add(RulesChanged(scheme, from_now=from_now), windows.history.stamp())
    return windows.history.append(evening.id, now.events[-1])


def mixed(windows: Windows) -> Evening:
    """An evening of two gardes contre, the second by other rules from now on."""
    evening = windows.record(windows.table(), CONTRE)
    return windows.record(changed(windows, evening, CONTRE_5), CONTRE)


def listed(app: Driver) -> list[str]:
    return [name for name in app.identifiers() if name.startswith("scheme-")]


# --- The list ---------------------------------------------------------------------------------------------------


async def test_the_rules_in_force_come_first_then_the_houses_then_the_known_ones(windows: Windows) -> None:
    windows.history.save_scheme(replace(FFT, id="ours", name="Chez Anne"))
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules")
    assert app.text("in-force").startswith("FFT rules ")
    assert on(app, "in-force") == ["in-force"]
    await app.tap("in-force")
    assert app.route == "/rules/fft", "those in force in detail"
    await app.tap("back")
    assert listed(app) == ["scheme-ours", *(f"scheme-{id_}" for id_ in shipped_schemes() if id_ != "fft")]
    assert app.text("scheme-stepped_base").startswith("Stepped base ")
    assert app.text("scheme-ours") == f"Chez Anne {t('They count as the federation’s rules.')}"
    await app.tap("back")
    assert app.route == f"/session/{evening.id}"


async def test_the_line_of_house_rules_tells_how_they_differ(windows: Windows) -> None:
    ours = replace(FFT, id="ours", name="Chez Anne", bids=FFT.bids[1:])
    ours = replace(ours, petit_au_bout=replace(ours.petit_au_bout, points=20, multiplied=False))
    ours = replace(ours, rounding=replace(ours.rounding, step=5))
    ours = replace(
        ours, poignee=replace(ours.poignee, multiplied=True), misere=shipped_scheme("wikipedia").misere
    )
    windows.history.save_scheme(ours)
    app = await windows.window("/rules")
    assert app.text("scheme-ours") == (
        "Chez Anne Unlike the federation’s: without petite · score rounded to: 5 · petit au bout, points: 20 "
        "· and 3 more"
    )


async def test_the_comparison_leads_to_the_same_question(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/compare")
    await app.tap("rules", "scheme-contre_5")
    assert app.route == f"/session/{evening.id}/rules/contre_5"
    await app.tap("back", "back")
    assert app.route == f"/session/{evening.id}/compare"


async def test_rules_that_are_not_there_cannot_be_changed_to(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules/none")
    assert t("This page does not exist.") in app.texts()


# --- From now on ------------------------------------------------------------------------------------------------


async def test_rules_from_now_on_leave_what_was_played(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules")
    await app.tap("scheme-contre_5", "from-now")
    assert app.route == f"/session/{evening.id}"
    assert totals(app) == ["450", "−150", "−150", "−150"]
    assert app.text("rules-next") == t("From here on: {scheme}", scheme="Contre ×5")
    await play(app, "1 garde_contre", 2, "41")
    assert totals(app) == ["825", "−275", "−275", "−275"]
    entries = windows.happened(evening).sheet.entries
    assert app.text(f"rules-{entries[1].id}") == t("From here on: {scheme}", scheme="Contre ×5")
    assert not app.exists("rules-next")
    assert rows(app) == ["row-1", "row-2"]


async def test_rules_from_now_on_are_undone_from_the_notice_and_done_again(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules/contre_5")
    await app.tap("from-now", "notice-undo")
    assert windows.happened(evening).table.rules.now == FFT
    assert not app.exists("rules-next")
    await app.tap("redo")
    assert windows.happened(evening).table.rules.now == CONTRE_5


async def test_a_correction_is_entered_by_the_rules_of_its_hand(windows: Windows) -> None:
    evening = windows.record(windows.table(), PETITE)
    evening = windows.record(changed(windows, evening, shipped_scheme("no_petite")), CONTRE)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1", "edit", "change-taker")
    assert app.exists("bid-1-petite")
    await app.tap("bid-2-petite", "save")
    assert windows.happened(evening).sheet.entries[0].amounts == (-25, 75, -25, -25)
    await app.tap("next-hand")
    assert not app.exists("bid-1-petite")


async def test_every_hand_is_explained_by_its_own_rules(windows: Windows) -> None:
    evening = mixed(windows)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1")
    assert "+25 × 6 = +150" in app.text("line-1")
    assert "FFT rules" in app.texts()
    await app.tap("compare")
    assert not app.exists("scheme-fft"), "the hand's own"
    await app.tap("back", "back", "row-2")
    assert "+25 × 5 = +125" in app.text("line-1")
    assert "Contre ×5" in app.texts()


async def test_totals_of_two_units_are_shown_in_points(windows: Windows) -> None:
    five = replace(CONTRE, players=(*PLAYERS, "p4"), partner="p1", bid=Bid.GARDE)
    evening = windows.record(windows.table(5), five)
    evening = windows.record(
        changed(windows, evening, shipped_scheme("equal_split")), replace(five, half_points=84)
    )
    app = await windows.window(f"/session/{evening.id}")
    assert totals(app) == ["178", "128", "−102", "−102", "−102"]
    assert app.text("row-1").startswith("1 Garde Just made ★ +100 100 ☆ +50 50 −50 −50")
    await app.tap("row-1")
    assert app.text("score").endswith(" 50")
    assert app.text("paid-0").endswith("+100")
    await app.visit(f"/session/{evening.id}/player/0")
    assert app.text("account-total").endswith("+178")


async def test_the_journal_tells_for_which_hands_rules_count(windows: Windows) -> None:
    evening = changed(windows, mixed(windows), FFT, from_now=False)
    app = await windows.window(f"/session/{evening.id}/journal")
    assert f"Contre ×5 FFT rules · {t('for the whole evening')}" in app.text("event-4")
    assert f"FFT rules Contre ×5 · {t('from now on')}" in app.text("event-2")


async def test_a_comparison_begins_with_what_was_played(windows: Windows) -> None:
    app = await windows.window(f"/session/{mixed(windows).id}/compare")
    assert t("As played") in app.texts()
    assert "+825 (1st)" in app.texts()


# --- For the whole evening --------------------------------------------------------------------------------------


async def test_the_whole_evening_is_counted_again_and_the_totals_are_seen_before(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules/contre_5")
    texts = app.texts()
    assert texts.index(t("Now")) < texts.index(t("Whole evening")) < texts.index("Anne")
    assert texts[texts.index("Anne") + 1 :][:2] == ["+450 (1st)", "+375 (1st)"]
    await app.tap("whole-evening")
    assert totals(app) == ["375", "−125", "−125", "−125"]
    assert not app.exists("rules-next")
    await app.tap("undo")
    assert totals(app)[0] == "450"


async def test_rules_in_force_can_be_made_those_of_the_whole_evening(windows: Windows) -> None:
    evening = mixed(windows)
    app = await windows.window(f"/session/{evening.id}/rules")
    assert t("Earlier in the evening: {rules}", rules="FFT rules") in app.texts()
    await app.tap("in-force")
    assert app.text("from-now").endswith(t("These rules count already."))
    assert not app.enabled("from-now")
    await app.tap("whole-evening")
    assert totals(app)[0] == "750"
    assert windows.happened(evening).schemes == (CONTRE_5,)
    await app.visit(f"/session/{evening.id}/rules/contre_5")
    assert not app.enabled("whole-evening")


async def test_before_the_first_hand_nothing_is_asked(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/rules")
    await app.tap("scheme-pousse")
    assert app.route == f"/session/{evening.id}"
    now = windows.happened(evening)
    assert now.events[-1].change == RulesChanged(shipped_scheme("pousse"))


async def test_a_change_happens_once_however_fast_the_finger(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules/contre_5")
    await asyncio.gather(app.tap("from-now"), app.tap("from-now"))
    assert len(windows.happened(evening).events) == 2


async def test_rules_of_the_evening_that_are_nobodys_can_come_back(windows: Windows) -> None:
    theirs = replace(shipped_scheme("pousse"), id="theirs", name="Chez eux")
    evening = windows.table(scheme=theirs)
    windows.record(evening, CONTRE)
    evening = windows.record(changed(windows, evening, FFT), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules/theirs")
    assert not app.exists("details"), "they are not among the rules here"
    await app.tap("from-now")
    assert windows.happened(evening).table.rules.now == theirs


async def test_a_finished_evening_keeps_its_rules(windows: Windows) -> None:
    evening = mixed(windows)
    windows.history.append(evening.id, evening.add(Ended(), windows.history.stamp()).events[-1])
    app = await windows.window(f"/session/{evening.id}/rules")
    assert listed(app) == []
    await app.tap("in-force")
    assert app.route.startswith("/rules/"), "only to be read"
    await app.visit(f"/session/{evening.id}/rules/pousse")
    assert not app.enabled("from-now")
    assert app.text("whole-evening").endswith(t("The evening is over."))


async def test_the_details_lead_back_to_the_question(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules/pousse")
    await app.tap("details")
    assert app.route == "/rules/pousse"
    await app.tap("back")
    assert app.route == f"/session/{evening.id}/rules/pousse"


# --- A new evening ----------------------------------------------------------------------------------------------


async def test_a_new_evening_keeps_what_was_entered_while_its_rules_are_chosen(windows: Windows) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé")
    await app.type("evening-name", "Chez Anne")
    await app.tap("rules", "scheme-pousse", "start")
    evening = windows.history.load(app.route.removeprefix("/session/"))
    assert (evening.start.scheme, evening.table.title) == (shipped_scheme("pousse"), "Chez Anne")
    assert [person.name for person in evening.sheet.people] == ["Anne", "Bruno", "Chloé"]
    await app.visit("/new")
    await seat(app, "Denis Élise Farid")
    assert app.text("rules") == t("Rules: {scheme}", scheme="FFT rules"), (
        "of the evening before nothing is left"
    )
    await enter_rules_and_leave(app)
    assert app.text("rules") == t("Rules: {scheme}", scheme="FFT rules")


async def enter_rules_and_leave(app: Driver) -> None:
    await app.tap("rules", "back")
    assert app.route == "/new"


# --- To look at -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_nothing_is_nameless_or_too_small(windows: Windows) -> None:
    windows.history.save_scheme(replace(FFT, id="ours", name="Les règles de la cabane"))
    evening = mixed(windows)
    for growth in (1.0, 2.0):
        for route in ("", "/rules", "/rules/flat_80", "/rules/contre_5"):
            app = await windows.window(f"/session/{evening.id}{route}")
            await grow(app, growth)
            assert flaws(app) == [], (route, growth)
        app = await windows.window("/rules/ours")
        await grow(app, growth)
        await app.tap("bids.garde.base", "rare")
        assert flaws(app) == [], growth


async def test_the_entry_of_the_next_hand_is_by_the_new_rules(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules/pousse")
    await app.tap("from-now", "next-hand")
    await enter(app, "1 pousse", 2, "41")
    assert app.text("save").startswith("Save Anne +150")


async def test_a_double_tap_on_rules_does_not_answer_the_question_too(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}/rules")
    monkeypatch.setattr(navigation, "DOUBLE_TAP", 60.0)
    await app.tap("scheme-contre_5", "whole-evening")
    assert windows.happened(evening).table.rules.now == FFT, "nobody has read the question yet"
    assert app.exists("whole-evening")
    monkeypatch.setattr(navigation, "DOUBLE_TAP", 0.0)
    await app.tap("whole-evening")
    assert windows.happened(evening).table.rules.now == CONTRE_5
