"""A guest for one night: at the table, and in no list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from words import t

from scorepad.history.transfer import apply_import, export, preview_import
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


async def test_a_guest_takes_over_a_seat(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.players(evening.id))
    await app.tap("more-2", "take-over-2")
    await app.type("name", "Zoé")
    await app.tap("guest", "add")
    assert windows.happened(evening).sheet.people[-1].guest
    assert "Zoé" not in {player.name for player in windows.history.players()}


async def test_a_guest_stays_one_in_another_app(
    windows: Windows, tmp_path_factory: pytest.TempPathFactory
) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.players(evening.id))
    await app.type("name", "Zoé")
    await app.tap("guest", "add", "seat")
    raw = export(windows.history)
    with Windows(tmp_path_factory.mktemp("other")) as other:
        apply_import(preview_import(raw, other.history), other.history)
        assert other.history.load(evening.id) == windows.happened(evening)
        assert "Zoé" not in {player.name for player in other.history.players()}


def test_the_table_after_a_guest_who_was_to_deal(windows: Windows) -> None:
    first, *others = windows.empty().sheet.people
    table = same_table(windows.empty((replace(first, guest=True), *others)))
    assert [person.name for person in table.people] == ["Bruno", "Chloé", "Denis"]
    assert table.dealer == "p1"
