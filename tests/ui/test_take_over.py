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


async def test_a_seat_and_its_score_by_taps(evening: Windows) -> None:
    session = evening.played(2)  # Anne 100, Bruno 100, Chloé and Denis −100
    app = await evening.window(f"/session/{session.id}")
    await app.tap("menu", "menu-players", "take-over")
    assert app.route == routes.take_over(session.id)
    assert not app.enabled("take-over")
    await app.tap("leaver-3")
    assert not app.enabled("take-over")
    await app.type("name", "Farid")
    await app.tap("add")
    assert "−100" in app.text("plays-on")
    assert flaws(app) == []
    await app.tap("take-over")
    now = evening.happened(session)
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
    assert evening.happened(session).sheet.totals == (50, 50, -150, 0, 50)
    assert flaws(app) == []
    await app.tap("undo")
    await app.visit(f"/session/{session.id}")
    await app.tap("undo")
    assert not app.exists(row)
    assert evening.happened(session).sheet.totals == session.sheet.totals
    await app.tap("redo")
    assert evening.happened(session).sheet.totals == (100, 100, -100, 0, -100)
    await app.visit(routes.journal(session.id))
    assert f"{t('Score taken over')} · {words}" in app.texts()
    taken = t("Seat and score taken over")
    assert {taken, t("Undone: {what}", what=t.inside(taken))} < set(app.texts())
    assert flaws(app) == []


async def test_its_reasons_and_the_account(evening: Windows) -> None:
    session = evening.played(1)
    person = evening.empty(5).sheet.people[4]
    taken = session.take_over("p3", person, evening.history.stamp())
    evening.history.append(session.id, taken.events[-1])
    entry = taken.sheet.entries[-1]
    app = await evening.window(routes.why(session.id, entry.id))
    assert app.text("beside") == t("{newcomer} plays on for {leaver}", newcomer="Élise", leaver="Denis")
    assert not app.exists("edit"), "who comes cannot be changed any more"
    assert app.text("paid-4") == "É Élise −50"
    await app.tap("void")
    assert evening.happened(session).sheet.totals == (150, -50, -50, -50, 0)
    await app.tap("restore")
    assert evening.happened(session).sheet.totals == (150, -50, -50, 0, -50)
    assert flaws(app) == []
    await app.visit(routes.account(session.id, 4))
    assert t("Score taken over") in app.texts()
    assert t("{newcomer} plays on for {leaver}", newcomer="Élise", leaver="Denis") in app.texts()
    assert flaws(app) == []


async def test_somebody_else_is_meant(evening: Windows) -> None:
    session = evening.played(1)
    app = await evening.window(routes.take_over(session.id))
    await app.tap("leaver-0")
    await app.type("name", "bruno")
    await app.tap("add")
    assert t("This name is already at the table") in app.texts()
    await app.type("name", "Zoé")
    await app.tap("add", "other-newcomer")
    assert not app.exists("newcomer")
    evening.history.append(session.id, session.add(Ended(), evening.history.stamp()).events[-1])
    await app.visit(routes.take_over(session.id))
    assert not app.exists("take-over")


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_everything_fits_the_smallest_phone_with_large_text(evening: Windows, language: str) -> None:
    session = evening.played(2, people=5)
    evening.language = language
    app = await evening.window(routes.take_over(session.id))
    await app.tap("leaver-1")
    await app.type("name", "Maximiliane")
    await app.tap("add")
    await grow(app, 2.0)
    assert flaws(app) == []


@pytest.mark.parametrize("people", [3, 5, 8])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
async def test_rows_without_a_hand_fit_the_sheet(evening: Windows, language: str, people: int) -> None:
    session = evening.played(1, people=min(people, 5))
    if people == 8:
        session = evening.record(evening.table(8), ThrownIn.ALL_PASSED)
    evening.language = language
    for kind in AdjustmentKind:
        shares = (Share("p0", -1230), Share("p1", 1230))
        session = evening.record(session, Adjustment(kind, shares))
    taken = session.take_over("p2", Person("p9", "Maxi", 9), evening.history.stamp())
    evening.history.append(session.id, taken.events[-1])
    app = await evening.window(f"/session/{session.id}")
    assert flaws(app) == []
    await grow(app, 2.0)
    assert flaws(app) == []
