"""A guest for one night: at the table, and in no list."""

from __future__ import annotations

from dataclasses import replace

from words import t

from scorepad.ui import routes
from scorepad.ui.table import same_table

from .evening import Windows, flaws, play, seat


async def test_a_guest_plays_and_is_not_kept(windows: Windows) -> None:
    app = await windows.window("/new")
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
    evening = windows.shown(app)
    assert [person.guest for person in evening.sheet.people] == [False, False, False, True]
    assert {player.name for player in windows.history.players()} == {"Anne", "Bruno", "Chloé"}
    assert [person.name for person in same_table(evening).people] == ["Anne", "Bruno", "Chloé"]
    assert evening.dealer not in {evening.sheet.people[3].id}
    await app.visit(routes.ROSTER)
    assert "Zoé" not in " ".join(app.texts())
    await windows.restart()
    assert windows.history.load(evening.id).sheet.people == evening.sheet.people


def test_the_table_after_a_guest_who_was_to_deal(windows: Windows) -> None:
    first, *others = windows.empty().sheet.people
    table = same_table(windows.empty((replace(first, guest=True), *others)))
    assert [person.name for person in table.people] == ["Bruno", "Chloé", "Denis"]
    assert table.dealer == "p1"
