"""Somebody leaves, and somebody else plays on with the seat and the score."""

from __future__ import annotations

import pytest
from words import t

from scorepad.tarot.adjustment import Adjustment, AdjustmentKind, Share, TakeOver
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.session import Person
from scorepad.ui import routes

from .evening import Evening, flaws, grow, only_long, play


async def test_a_seat_and_its_score_by_taps(evening: Evening) -> None:
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
    assert now.totals == (100, 100, -100, 0, -100)
    assert isinstance(now.entries[-1].deal.outcome, TakeOver)
    farid = now.people[4]
    assert farid.name == "Farid"
    assert farid.mark != now.people[3].mark
    row = f"row-{now.entries[-1].id}"
    words = t("{comer} plays on for {leaver}", comer="Farid", leaver="Denis")
    assert app.name(row).startswith(f"{t('Score taken over')}: {words}. Denis +100, ")
    assert t("Hand {number} · {name} deals", number=3, name="Chloé") in app.texts()
    await play(app, "4 garde", 2, "41")
    assert evening.happened(session).totals == (50, 50, -150, 0, 50)
    assert flaws(app) == []
    await app.tap("undo")
    await app.visit(f"/session/{session.id}")
    await app.tap("undo")
    assert not app.exists(row)
    assert evening.happened(session).totals == (*session.totals, 0)
    await app.tap("redo")
    assert evening.happened(session).totals == (100, 100, -100, 0, -100)
    await app.visit(routes.journal(session.id))
    assert f"{t('Score taken over')} · {words}" in app.texts()
    assert f"{t('Score taken over')} · {t.inside(t('Seat and score handed back'))}" in app.texts()
    assert flaws(app) == []


async def test_its_reasons_and_the_account(evening: Evening) -> None:
    session = evening.played(1)
    person = evening.empty(5).people[4]
    taken = session.take_over("p3", person, evening.history.stamp())
    evening.history.append(session.id, taken.events[-1])
    entry = taken.entries[-1]
    app = await evening.window(routes.why(session.id, entry.id))
    assert app.text("beside") == t("{comer} plays on for {leaver}", comer="Élise", leaver="Denis")
    assert not app.exists("edit"), "who comes cannot be changed any more"
    assert app.text("paid-4") == "É Élise −50"
    await app.tap("void")
    assert evening.happened(session).totals == (150, -50, -50, -50, 0)
    await app.tap("restore")
    assert evening.happened(session).totals == (150, -50, -50, 0, -50)
    assert flaws(app) == []
    await app.visit(routes.account(session.id, 4))
    assert t("Score taken over") in app.texts()
    assert t("{comer} plays on for {leaver}", comer="Élise", leaver="Denis") in app.texts()
    assert flaws(app) == []


async def test_somebody_else_is_meant(evening: Evening) -> None:
    session = evening.played(1)
    app = await evening.window(routes.take_over(session.id))
    await app.tap("leaver-0")
    await app.type("name", "bruno")
    await app.tap("add")
    assert t("This name is already at the table") in app.texts()
    await app.type("name", "Zoé")
    await app.tap("add", "other-comer")
    assert not app.exists("comer")
    evening.history.append(session.id, session.finish(evening.history.stamp()).events[-1])
    await app.visit(routes.take_over(session.id))
    assert not app.exists("take-over")


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_everything_fits_the_smallest_phone_with_large_text(evening: Evening, language: str) -> None:
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
async def test_rows_without_a_hand_fit_the_sheet(evening: Evening, language: str, people: int) -> None:
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
