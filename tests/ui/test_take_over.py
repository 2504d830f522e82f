"""Somebody leaves, and somebody else plays on with the seat and the score."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, TakeOver
from scorepad.evening.events import Ended
from scorepad.evening.people import Person
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import routes

from .evening import Windows, flaws, grow, only_long, play


async def test_a_seat_and_its_score_by_taps(windows: Windows) -> None:
    evening = windows.played(2)  # Anne 100, Bruno 100, Chloé and Denis −100
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-players", "take-over")
    assert app.route == routes.take_over(evening.id)
    assert not app.enabled("take-over")
    await app.tap("leaver-3")
    assert not app.enabled("take-over")
    await app.type("name", "Farid")
    await app.tap("add")
    assert "−100" in app.text("plays-on")
    assert flaws(app) == []
    await app.tap("take-over")
    now = windows.happened(evening)
    assert now.sheet.totals == (100, 100, -100, 0, -100)
    assert isinstance(now.sheet.entries[-1].deal.outcome, TakeOver)
    farid = now.sheet.people[4]
    assert farid.name == "Farid"
    assert farid.mark != now.sheet.people[3].mark
    row = f"row-{now.sheet.entries[-1].id}"
    words = t("{newcomer} plays on for {leaver}", newcomer="Farid", leaver="Denis")
    assert app.name(row).startswith(f"{t('Score taken over')}: {words}. Denis +100, ")
    assert t("Hand {number} · {name} deals", number=3, name="Chloé") in app.texts()
    await play(app, "4 garde", 2, "41")
    assert windows.happened(evening).sheet.totals == (50, 50, -150, 0, 50)
    assert flaws(app) == []
    await app.tap("undo")
    await app.visit(f"/session/{evening.id}")
    await app.tap("undo")
    assert not app.exists(row)
    assert windows.happened(evening).sheet.totals == evening.sheet.totals
    await app.tap("redo")
    assert windows.happened(evening).sheet.totals == (100, 100, -100, 0, -100)
    await app.visit(routes.journal(evening.id))
    assert f"{t('Score taken over')} · {words}" in app.texts()
    taken = t("Seat and score taken over")
    assert {taken, t("Undone: {what}", what=t.inside(taken))} < set(app.texts())
    assert flaws(app) == []


async def test_its_reasons_and_the_account(windows: Windows) -> None:
    evening = windows.played(1)
    person = windows.empty(5).sheet.people[4]
    taken = evening.take_over("p3", person, windows.history.stamp())
    windows.history.append(evening.id, taken.events[-1])
    entry = taken.sheet.entries[-1]
    app = await windows.window(routes.why(evening.id, entry.id))
    assert app.text("beside") == t("{newcomer} plays on for {leaver}", newcomer="Élise", leaver="Denis")
    assert not app.exists("edit"), "who comes cannot be changed any more"
    assert app.text("paid-4") == "É Élise −50"
    await app.tap("void")
    assert windows.happened(evening).sheet.totals == (150, -50, -50, -50, 0)
    await app.tap("restore")
    assert windows.happened(evening).sheet.totals == (150, -50, -50, 0, -50)
    assert flaws(app) == []
    await app.visit(routes.account(evening.id, 4))
    assert t("Score taken over") in app.texts()
    assert t("{newcomer} plays on for {leaver}", newcomer="Élise", leaver="Denis") in app.texts()
    assert flaws(app) == []


async def test_somebody_else_is_meant(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.take_over(evening.id))
    await app.tap("leaver-0")
    await app.type("name", "bruno")
    await app.tap("add")
    assert t("This name is already at the table") in app.texts()
    await app.type("name", "Zoé")
    await app.tap("add", "other-newcomer")
    assert not app.exists("newcomer")
    windows.history.append(evening.id, evening.add(Ended(), windows.history.stamp()).events[-1])
    await app.visit(routes.take_over(evening.id))
    assert not app.exists("take-over")


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_everything_fits_the_smallest_phone_with_large_text(windows: Windows, language: str) -> None:
    evening = windows.played(2, people=5)
    windows.language = language
    app = await windows.window(routes.take_over(evening.id))
    await app.tap("leaver-1")
    await app.type("name", "Maximiliane")
    await app.tap("add")
    await grow(app, 2.0)
    assert flaws(app) == []


@pytest.mark.parametrize("people", [3, 5, 8])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
async def test_rows_without_a_hand_fit_the_sheet(windows: Windows, language: str, people: int) -> None:
    evening = windows.played(1, people=min(people, 5))
    if people == 8:
        evening = windows.record(windows.table(8), ThrownIn.ALL_PASSED)
    windows.language = language
    for kind in AdjustmentKind:
        shares = (Share("p0", -1230), Share("p1", 1230))
        evening = windows.record(evening, Adjustment(kind, shares))
    taken = evening.take_over("p2", Person("p9", "Maxi", 9), windows.history.stamp())
    windows.history.append(evening.id, taken.events[-1])
    app = await windows.window(f"/session/{evening.id}")
    assert flaws(app) == []
    await grow(app, 2.0)
    assert flaws(app) == []
