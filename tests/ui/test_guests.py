"""A guest for one night: at the table, and in no list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from words import t

from scorepad.history.transfer import apply_import, export, preview_import
from scorepad.ui import routes
from scorepad.ui.table import same_table

from .evening import Windows, flaws, grow, play, seat


async def test_a_guest_plays_and_is_not_kept(evening: Windows) -> None:
    app = await evening.window("/new")
    assert not app.exists("guest")
    await seat(app, "Anne Bruno Chloé")
    await app.type("name", "Zoé")
    await app.tap("guest")
    assert app.node("guest")["toggled"]
    assert t("Not kept in the list of players, nor suggested later.") in app.texts()
    assert flaws(app) == []
    await app.tap("add")
    assert t("guest") in app.text("seat-4")
    assert t("guest") not in app.text("seat-3")
    await app.type("name", "Yves")
    assert not app.node("guest").get("toggled"), "the next is no guest"
    await app.type("name", "")
    await app.tap("start")
    await play(app, "4 garde", 2, "49")
    (summary,) = evening.history.summaries()
    session = evening.history.load(summary.id)
    assert [person.guest for person in session.sheet.people] == [False, False, False, True]
    assert {player.name for player in evening.history.players()} == {"Anne", "Bruno", "Chloé"}
    assert [person.name for person in same_table(session).people] == ["Anne", "Bruno", "Chloé"]
    assert session.dealer not in {session.sheet.people[3].id}
    await app.visit(routes.ROSTER)
    assert "Zoé" not in " ".join(app.texts())
    await evening.restart()
    assert evening.history.load(session.id).sheet.people == session.sheet.people


async def test_a_guest_named_like_a_player_is_somebody_else(evening: Windows) -> None:
    session = evening.played(1)
    app = await evening.window(routes.players(session.id))
    await app.type("name", "Élise")
    await app.tap("guest", "add", "seat")
    now = evening.happened(session)
    (guest,) = (person for person in now.seating_at().people if person.guest)
    assert guest.name == "Élise"
    assert "Élise" not in {player.name for player in evening.history.players()}
    await app.tap("menu", "menu-players")
    assert flaws(app) == []


async def test_a_guest_takes_over_a_seat(evening: Windows) -> None:
    session = evening.played(1)
    app = await evening.window(routes.take_over(session.id))
    await app.tap("leaver-1")
    await app.type("name", "Zoé")
    await app.tap("guest", "add", "take-over")
    assert evening.happened(session).sheet.people[-1].guest
    assert "Zoé" not in {player.name for player in evening.history.players()}


async def test_a_guest_stays_one_in_another_app(
    evening: Windows, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = evening.played(1)
    app = await evening.window(routes.players(session.id))
    await app.type("name", "Zoé")
    await app.tap("guest", "add", "seat")
    raw = export(evening.history)
    with Windows(tmp_path_factory.mktemp("other")) as other:
        apply_import(preview_import(raw, other.history), other.history)
        assert other.history.load(session.id) == evening.happened(session)
        assert "Zoé" not in {player.name for player in other.history.players()}


def test_the_table_after_a_guest_who_was_to_deal(evening: Windows) -> None:
    first, *others = evening.empty().sheet.people
    table = same_table(evening.empty((replace(first, guest=True), *others)))
    assert [person.name for person in table.people] == ["Bruno", "Chloé", "Denis"]
    assert table.dealer == "p1"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
async def test_it_fits_with_large_text(evening: Windows, language: str) -> None:
    evening.language = language
    app = await evening.window("/new")
    await app.type("name", "Zoé")
    await app.tap("guest")
    await grow(app, 2.0)
    assert flaws(app) == []
