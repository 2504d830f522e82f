"""Agreements, other rules from now on or for the whole evening, and the rules that each hand shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended, RulesChanged
from scorepad.tarot.hand import Bid, Hand
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.ui import routes, window_state

from .evening import Windows, on, play, totals

FFT, CONTRE_5 = shipped_scheme(), shipped_scheme("contre_5")
PLAYERS = ("p0", "p1", "p2", "p3")
CONTRE = Hand(players=PLAYERS, taker="p0", bid=Bid.GARDE_CONTRE, bouts=2, half_points=82)
PETITE = replace(CONTRE, bid=Bid.PETITE)


def changed(windows: Windows, evening: Evening, scheme: Scheme) -> Evening:
    """The evening under other rules from now on, saved as another window would."""
    return windows.change(evening, RulesChanged(scheme, from_now=True))


async def test_one_screen_shows_the_agreements_and_leads_to_their_change(windows: Windows) -> None:
    windows.history.save_scheme(replace(FFT, id="ours", name="Chez Anne"))
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-rules")
    screen = routes.rules(evening.id)
    assert app.text("in-force").startswith("FFT rules ")
    assert on(app, "in-force") + on(app, "length-") == ["in-force", "length-open"]
    assert app.text("money") == f"{t('Money')} {t('Without money')}"
    assert app.named("scheme-") == [
        "scheme-ours",
        *(f"scheme-{id_}" for id_ in shipped_schemes() if id_ != "fft"),
    ]
    assert app.text("scheme-ours") == f"Chez Anne {t('Same as the federation’s rules.')}"
    for way, there in (("in-force", "/rules/fft"), ("compare", routes.compare(evening.id))):
        await app.tap(way)
        assert app.route == there
        await app.tap("back")
        assert app.route == screen
    await app.tap("money", "agree", "back")
    assert "€1.00" in app.text("money")


async def test_an_evening_that_is_over_keeps_its_agreements(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    evening = windows.change(changed(windows, evening, CONTRE_5), Ended())
    app = await windows.window(routes.rules(evening.id))
    assert app.named("scheme-") == []
    assert app.text("agreed-length") == t("No limit")
    assert not app.exists("length-hands")
    await app.tap("in-force")
    assert app.route.startswith("/rules/"), "only to be read"
    await app.visit(routes.compare(evening.id))
    assert app.named("adopt-") == [], "other rules are only looked at"
    await app.visit(routes.other_rules(evening.id, "pousse"))
    assert not app.enabled("from-now")
    assert app.text("whole-evening").endswith(t("The evening is over."))


async def test_rules_from_now_on_keep_the_played_hands(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(routes.rules(evening.id))
    await app.tap("scheme-contre_5", "from-now", "notice-undo")
    assert windows.happened(evening).table.rules.now == FFT
    await app.tap("redo")
    assert totals(app) == ["450", "−150", "−150", "−150"]
    assert app.text("rules-next") == t("From here on: {scheme}", scheme="Contre ×5")
    await play(app, "1 garde_contre", 2, "41")
    assert totals(app) == ["825", "−275", "−275", "−275"]
    entries = windows.happened(evening).sheet.rows
    assert app.text(f"rules-{entries[1].id}") == t("From here on: {scheme}", scheme="Contre ×5")
    for row, line in (("row-1", "+25 × 6 = +150"), ("row-2", "+25 × 5 = +125")):
        await app.tap(row)
        assert line in app.text("line-1")
        await app.tap("back")


async def test_a_correction_is_entered_by_the_rules_of_its_hand(windows: Windows) -> None:
    evening = windows.record(windows.table(), PETITE)
    evening = windows.record(changed(windows, evening, shipped_scheme("no_petite")), CONTRE)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1", "edit")
    assert app.text("change-taker").startswith(f"A Anne {t('takes a petite')}"), "not the last one"
    await app.tap("change-taker")
    assert app.exists("bid-1-petite")
    await app.tap("bid-2-petite", "save")
    assert windows.happened(evening).sheet.rows[0].amounts == (-25, 75, -25, -25)
    await app.tap("next-hand")
    assert not app.exists("bid-1-petite")


@pytest.mark.promise(
    "The screens: choose and read the rules", "Other rules show the new totals before they are chosen."
)
async def test_the_whole_evening_is_counted_again_and_the_totals_are_seen_before(windows: Windows) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(routes.other_rules(evening.id, "contre_5"))
    texts = app.texts()
    assert texts.index(t("Now")) < texts.index(t("Whole evening")) < texts.index("Anne")
    assert texts[texts.index("Anne") + 1 :][:2] == ["+450 (1st)", "+375 (1st)"]
    await app.tap("whole-evening")
    assert totals(app) == ["375", "−125", "−125", "−125"]
    assert not app.exists("rules-next")
    await app.tap("undo")
    assert totals(app)[0] == "450"


async def test_before_the_first_hand_nothing_is_asked(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(routes.rules(evening.id))
    await app.tap("scheme-pousse")
    assert app.route == f"/session/{evening.id}"
    now = windows.happened(evening)
    assert now.events[-1].change == RulesChanged(shipped_scheme("pousse"))


async def test_a_double_tap_on_rules_does_not_answer_the_question_too(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = windows.record(windows.table(), CONTRE)
    app = await windows.window(routes.rules(evening.id))
    monkeypatch.setattr(window_state, "DOUBLE_TAP", 60.0)
    await app.tap("scheme-contre_5", "whole-evening")
    assert windows.happened(evening).table.rules.now == FFT, "nobody has read the question yet"
    monkeypatch.setattr(window_state, "DOUBLE_TAP", 0.0)
    await app.tap("whole-evening")
    assert windows.happened(evening).table.rules.now == CONTRE_5
