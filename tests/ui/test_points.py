"""Points without a hand: penalties, gifts, a starting score, by taps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flet_client import Driver
from words import t

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, gift, penalty
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.ui import routes
from scorepad.ui.screens.points import PointsDraft, draft_of

from .evening import Windows, on

PEOPLE = ("p0", "p1", "p2", "p3")


def row(app: Driver, evening: Evening) -> str:
    """The last row of the sheet."""
    entry = evening.sheet.rows[-1]
    return app.name(f"row-{entry.id}")


def amounts(app: Driver) -> list[str]:
    """The words beside each name, "" for none."""
    rows = [text.split() for text in app.texts_of("of-")]
    return [words[2] if len(words) > 2 else "" for words in rows]


# --- The draft --------------------------------------------------------------------------------------------


def test_a_kind_fills_in_the_people_who_pay_and_get() -> None:
    draft = PointsDraft(PEOPLE).person_tapped("p1")
    assert draft.filled == {"p0": 10, "p1": -30, "p2": 10, "p3": 10}
    assert draft.digit_tapped(7).filled == {"p0": 7, "p1": -21, "p2": 7, "p3": 7}
    free = draft.of_kind(AdjustmentKind.OTHER)
    assert free.filled == draft.filled, "typed on"
    more = free.person_tapped("p0").digit_tapped(3).person_tapped("p1").rest_tapped()
    assert more.filled == {"p0": 103, "p1": -123, "p2": 10, "p3": 10}
    penalized = more.of_kind(AdjustmentKind.PENALTY)
    assert penalized.filled == {}, "nobody was said to pay"
    assert penalized.of_kind(AdjustmentKind.OTHER).filled == more.filled, "what was typed is there again"
    given = PointsDraft(PEOPLE).of_kind(AdjustmentKind.GIFT).sign_tapped().digit_tapped(7)
    assert given.person_tapped("p3").rest_tapped().adjustment() == gift("p0", "p3", 7)


def test_saved_points_can_be_corrected(windows: Windows) -> None:
    table = windows.table()

    def again(adjustment: Adjustment) -> Adjustment | None:
        return draft_of(table, adjustment).adjustment()

    halves = replace(penalty("p0", ("p1", "p2"), 4), unit=2)
    for saved in (
        penalty("p0", ("p1", "p2"), 10, "late"),
        halves,
        gift("p1", "p3", 7),
        Adjustment(AdjustmentKind.GIFT, (Share("p0", -3), Share("p1", 3)), unit=2),
        Adjustment(AdjustmentKind.OTHER, (Share("p0", 5), Share("p2", -5))),
        Adjustment(AdjustmentKind.CARRIED, (Share("p0", 3), Share("p2", -3)), unit=2),
    ):
        assert again(saved) == saved
    odd = Adjustment(AdjustmentKind.PENALTY, (Share("p0", -5), Share("p1", 3), Share("p2", 2)))
    assert again(odd) == Adjustment(AdjustmentKind.OTHER, odd.shares)


# --- By taps ----------------------------------------------------------------------------------------------


@pytest.mark.promise("The screens: look at the evening", "A penalty is entered by taps.")
async def test_a_penalty_is_entered_by_taps(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-points")
    assert app.route == routes.points(evening.id)
    assert not app.enabled("save-points")
    assert "10" in app.text("pay-points").split()
    await app.tap("of-1")
    assert amounts(app) == ["−30", "+10", "+10", "+10"]
    await app.tap("pay-digit-2", "pay-digit-0", "save-points")
    assert app.route == f"/session/{evening.id}"
    now = windows.happened(evening)
    assert now.sheet.rows[-1].deal == Deal("p1", penalty("p0", ("p1", "p2", "p3"), 20))
    assert row(app, now) == (
        "Penalty: Anne pays. Anne −60, total 90. Bruno +20, total −30. Chloé +20, total −30. Denis +20, total −30"
    )
    assert t("{name} deals", name="Bruno") in app.texts()
    await app.tap("notice-undo")
    assert windows.happened(evening).sheet.rows == evening.sheet.rows
    await app.tap("redo")
    assert app.exists(f"row-{now.sheet.rows[-1].id}")


async def test_a_penalty_is_corrected_and_struck_out(windows: Windows) -> None:
    evening = windows.record(windows.played(1), penalty("p0", PEOPLE[1:], 10, "misdeal"))
    entry = evening.sheet.rows[-1]
    app = await windows.window(f"/session/{evening.id}")
    await app.tap(f"row-{entry.id}")
    assert app.text("beside") == t("{names} pays", names="Anne")
    assert app.text("beside-reason") == "“misdeal”"
    await app.tap("edit")
    assert app.value("points-reason") == "misdeal"
    assert on(app, "kind-") + on(app, "of-") == ["kind-penalty", "of-1"]
    await app.tap("pay-erase", "pay-digit-5", "save-points")
    now = windows.happened(evening)
    assert now.sheet.rows[-1].deal.outcome == penalty("p0", PEOPLE[1:], 15, "misdeal")
    await app.visit(routes.why(evening.id, entry.id))
    await app.tap("void")
    assert windows.happened(evening).sheet.totals == evening.sheet.rows[0].totals
    await app.visit(routes.journal(evening.id))
    assert "Penalty · Anne pays · “misdeal” · Anne −45, Bruno +15, Chloé +15, Denis +15" in app.texts()


async def test_free_amounts_have_to_sum_to_zero(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.points(evening.id))
    assert not app.exists("kind-carried"), "hands were played"
    await app.tap("kind-other", "sign", "pay-digit-3", "pay-digit-0")
    assert not app.enabled("save-points")
    assert app.text("rest").endswith("+30")
    await app.tap("of-3", "rest")
    assert amounts(app) == ["−30", "0", "+30", "0"]
    await app.tap("save-points")
    assert windows.happened(evening).sheet.totals == (120, -50, -20, -50)


async def test_a_starting_score_comes_before_the_first_hand(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-points", "kind-carried", "of-4", "sign", "pay-digit-5", "of-1", "rest")
    await app.tap("save-points")
    now = windows.happened(evening)
    assert now.sheet.totals == (5, 0, 0, -5)
    assert row(app, now).startswith(f"{t('Starting score')}: {t('from an earlier evening')}. Anne ")


async def test_no_points_for_an_evening_that_is_over_or_a_hand(windows: Windows) -> None:
    evening = windows.played(1)
    over = windows.change(windows.played(1), Ended())
    for route in (
        routes.points_of(evening.id, evening.sheet.rows[0].id),
        routes.points_of(evening.id, "gone"),
        routes.points(over.id),
    ):
        assert not (await windows.window(route)).exists("save-points")
