"""Points without a hand: penalties, gifts, a starting score, by taps."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, gift, penalty
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Ended
from scorepad.ui import routes
from scorepad.ui.points import draft_of

from .client import Driver
from .evening import Windows, flaws, grow, only_long, play


def row(app: Driver, evening: Evening) -> str:
    """The last row of the sheet."""
    entry = evening.sheet.entries[-1]
    return app.name(f"row-{entry.id}")


async def test_a_penalty_by_taps(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-points")
    assert app.route == routes.points(evening.id)
    assert not app.enabled("save-points")
    await app.tap("payer-1")
    assert app.text("pay-points") == "10"
    assert flaws(app) == []
    await app.tap("pay-digit-2", "pay-digit-0", "save-points")
    assert app.route == f"/session/{evening.id}"
    now = windows.happened(evening)
    assert now.sheet.entries[-1].deal == Deal("p1", penalty("p0", ("p1", "p2", "p3"), 20))
    assert row(app, now) == (
        "Penalty: Anne pays. Anne −60, total 90. Bruno +20, total −30. Chloé +20, total −30. Denis +20, total −30"
    )
    assert t("Hand {number} · {name} deals", number=2, name="Bruno") in app.texts()
    await app.tap("notice-undo")
    assert windows.happened(evening).sheet.entries == evening.sheet.entries
    assert not app.exists(f"row-{now.sheet.entries[-1].id}")
    await app.tap("redo")
    assert app.exists(f"row-{now.sheet.entries[-1].id}")
    assert flaws(app) == []


async def test_it_is_corrected_and_struck_out(windows: Windows) -> None:
    evening = windows.record(windows.played(1), penalty("p0", ("p1", "p2", "p3"), 10, "misdeal"))
    entry = evening.sheet.entries[-1]
    app = await windows.window(f"/session/{evening.id}")
    await app.tap(f"row-{entry.id}")
    assert app.route == routes.why(evening.id, entry.id)
    assert app.text("beside") == t("{names} pays", names="Anne")
    assert app.text("beside-reason") == "“misdeal”"
    assert app.text("paid-0") == "A Anne −30"
    assert flaws(app) == []
    await app.tap("reason")
    await app.type("reason-text", "it was twice")
    await app.tap("edit")
    assert app.route == routes.points_of(evening.id, entry.id)
    assert app.value("points-reason") == "misdeal"
    await app.tap("pay-erase", "pay-digit-5", "save-points")
    now = windows.happened(evening)
    assert now.sheet.entries[-1].deal.outcome == penalty("p0", ("p1", "p2", "p3"), 15, "misdeal")
    assert now.sheet.entries[-1].current.reason == "it was twice"
    await app.visit(routes.why(evening.id, entry.id))
    await app.tap("void")
    assert windows.happened(evening).sheet.totals == evening.sheet.entries[0].totals
    await app.tap("restore")
    await app.visit(routes.journal(evening.id))
    assert f"{t('Penalty')} · {t.inside(t('Counts again'))}" in app.texts()
    assert "Penalty · Anne pays · “misdeal” · Anne −45, Bruno +15, Chloé +15, Denis +15" in app.texts()
    assert flaws(app) == []


async def test_a_gift_by_taps(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(routes.points(evening.id))
    await app.tap("kind-gift", "payer-2")
    assert not app.exists("receiver-2")
    assert not app.enabled("save-points")
    await app.tap("receiver-4", "pay-digit-7")
    await app.type("points-reason", "beer")
    await app.tap("save-points")
    assert windows.happened(evening).sheet.entries[0].deal.outcome == gift("p1", "p3", 7, "beer")
    assert flaws(app) == []


async def test_free_amounts_have_to_sum_to_zero(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.points(evening.id))
    assert not app.exists("kind-carried"), "hands were played"
    await app.tap("kind-other", "pay-digit-3", "pay-digit-0", "sign")
    assert app.text("amount-1") == "−30"
    assert not app.enabled("save-points")
    assert app.text("rest").endswith("+30")
    await app.tap("of-3", "rest")
    assert app.text("amount-3") == "+30"
    assert not app.exists("rest")
    assert flaws(app) == []
    await app.tap("save-points")
    assert windows.happened(evening).sheet.totals == (120, -50, -20, -50)


async def test_a_starting_score_from_an_earlier_evening(windows: Windows) -> None:
    earlier = windows.played(3)
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-points", "kind-carried")
    assert "Anne +50, Bruno +50, Chloé +50, Denis −150" in app.text("earlier-1")
    await app.tap("earlier-1")
    assert flaws(app) == []
    await app.tap("save-points")
    now = windows.happened(evening)
    assert now.sheet.totals == earlier.sheet.totals
    assert row(app, now).startswith(f"{t('Starting score')}: {t('from an earlier evening')}. Anne ")
    assert t("Hand {number} · {name} deals", number=1, name="Anne") in app.texts()
    await play(app, "1 garde", 2, "49")
    assert windows.happened(evening).sheet.totals == (248, -16, -16, -216)
    await app.visit(routes.account(evening.id, 0))
    assert t("Starting score") in app.texts()
    assert t("from an earlier evening") in app.texts()
    assert flaws(app) == []


async def test_only_evenings_of_the_same_people_are_offered(windows: Windows) -> None:
    windows.played(2, people=5)
    evening = windows.table()
    app = await windows.window(routes.points(evening.id))
    await app.tap("kind-carried")
    assert not app.exists("earlier-1")


async def test_only_the_evenings_that_are_offered_are_read(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not all those of a year, at each tap."""
    for _ in range(6):
        windows.played(1)
    evening = windows.table()
    app = await windows.window(routes.points(evening.id))
    read, load = dict[str, str](), windows.history.load
    monkeypatch.setattr(windows.history, "load", lambda id_: load(read.setdefault(id_, id_)))
    await app.tap("kind-carried")
    assert [app.exists(f"earlier-{number}") for number in (1, 3, 4)] == [True, True, False]
    assert len(read.keys() - {evening.id}) == 3


async def test_nothing_of_an_evening_that_is_over_or_of_a_hand(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.points_of(evening.id, evening.sheet.entries[0].id))
    assert not app.exists("save-points")
    await app.visit(routes.points_of(evening.id, "gone"))
    assert not app.exists("save-points")
    windows.history.append(evening.id, evening.add(Ended(), windows.history.stamp()).events[-1])
    await app.visit(routes.points(evening.id))
    assert not app.exists("save-points")


@pytest.mark.parametrize("kind", ["penalty", "gift", "other", "carried"])
@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_everything_fits_the_smallest_phone_with_large_text(
    windows: Windows, kind: str, language: str
) -> None:
    evening = windows.table(8)
    windows.language = language
    app = await windows.window(routes.points(evening.id))
    await app.tap(f"kind-{kind}")
    await grow(app, 2.0)
    assert flaws(app) == []


def test_drafts_of_what_was_saved(windows: Windows) -> None:
    table = windows.table()

    def again(adjustment: Adjustment) -> Adjustment | None:
        return draft_of(table, adjustment).adjustment()

    for saved in (
        penalty("p0", ("p1", "p2"), 10, "late"),
        gift("p1", "p3", 7),
        Adjustment(AdjustmentKind.OTHER, (Share("p0", 5), Share("p2", -5))),
        Adjustment(AdjustmentKind.CARRIED, (Share("p0", 3), Share("p2", -3)), unit=2),
    ):
        assert again(saved) == saved
    odd = Adjustment(AdjustmentKind.PENALTY, (Share("p0", -5), Share("p1", 3), Share("p2", 2)))
    assert again(odd) == Adjustment(AdjustmentKind.OTHER, odd.shares)


async def test_the_screens_beside_the_sheet_in_a_wide_window(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.wide(f"/session/{evening.id}")
    for route in (routes.points(evening.id), routes.take_over(evening.id), routes.note(evening.id)):
        await app.visit(route)
        assert app.exists("row-1"), "the sheet stays in sight"
        assert flaws(app) == []
    await app.visit(routes.points(evening.id))
    await app.tap("payer-1", "save-points")
    assert app.route == f"/session/{evening.id}"
    entry = windows.happened(evening).sheet.entries[-1]
    await app.tap(f"row-{entry.id}")
    await app.tap("change-note")
    assert app.route == routes.note_of(evening.id, entry.id)
    assert flaws(app) == []
    await app.back()
    assert app.route in (routes.why(evening.id, entry.id), f"/session/{evening.id}")
