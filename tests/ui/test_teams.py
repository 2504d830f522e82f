"""Seats that are held otherwise: by a team, and by a guest for one night."""

from __future__ import annotations

import pytest
from flet_client import Driver
from words import t

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.evenings import standings_text
from scorepad.ui import routes
from scorepad.ui.table import same_table

from .evening import Windows, play, seat


async def form_team(app: Driver, name: str, members: str) -> None:
    await app.type("name", name)
    await app.tap("team")
    await app.type("members", members)
    await app.tap("add")


async def with_teams(windows: Windows) -> Evening:
    """An evening of two teams and two others, one hand of which was played."""
    app = await windows.window("/new")
    await form_team(app, "Les Rois", "Anne, Bruno")
    await form_team(app, "Les Dames", "Chloé, Zoé, Yves")
    await seat(app, "Denis Farid")
    await app.tap("start")
    await play(app, "1 garde", 2, "49")
    return windows.shown(app)


async def test_teams_play_an_evening(windows: Windows) -> None:
    evening = await with_teams(windows)
    names = {player.name for player in windows.history.players()}
    assert names == {"Anne", "Bruno", "Chloé", "Zoé", "Yves", "Denis", "Farid"}
    again = [person.name for person in same_table(evening).people]
    assert again == ["Les Rois", "Les Dames", "Denis", "Farid"]
    teams = "Les Rois: Anne, Bruno · Les Dames: Chloé, Zoé, Yves"
    assert teams in standings_text(Translator("en"), evening)
    app = await windows.window(routes.end(evening.id))
    assert app.text("teams") == teams
    await app.visit(routes.players(evening.id))
    assert "Anne, Bruno" in app.text("seat-1")
    await windows.restart()
    assert windows.history.load(evening.id).sheet.people == evening.sheet.people


@pytest.mark.promise(
    "The screens: begin an evening", "A team plays as one, and its members keep their own results."
)
async def test_members_have_their_own_figures_across_evenings(windows: Windows) -> None:
    evening = await with_teams(windows)
    anne = evening.sheet.people[0].members[0]
    windows.played(1)
    windows.history.merge_players(
        [(player, anne.id) for player in windows.history.players() if player.id == "p0"]
    )
    app = await windows.window(routes.player(anne.id))
    assert {app.text(f"result-{number}").split()[-1] for number in (1, 2)} == {"+198", "+150"}
    assert t("in the team {name}", name="Les Rois") in app.text("result-2") + app.text("result-1")


async def test_known_players_are_tapped_into_a_team(windows: Windows) -> None:
    windows.table()
    app = await windows.window("/new")
    await app.type("name", "Les Rois")
    await app.tap("team", "known-1", "known-2", "known-3", "known-2")
    first, second = (app.text(f"known-{number}").split()[-1] for number in (1, 3))
    assert app.value("members") == f"{first}, {second}"
    await app.tap("add")
    assert f"{first}, {second}" in app.text("seat-1")
    left = [text.split()[-1] for text in app.texts_of("known-")]
    assert first not in left


async def test_teams_that_cannot_be_say_why(windows: Windows) -> None:
    app = await windows.window("/new")
    for members in ("Anne, anne", "Anne, Bruno, Chloé, Denis, Élise"):
        await form_team(app, "Les Rois", members)
        assert t("A team has 2 to 4 different members") in app.texts()
        await app.tap("team")
    await form_team(app, "Les Rois", "Anne, Bruno")
    await form_team(app, "Les Dames", "Bruno, Chloé")
    assert t("This name is already at the table") in app.texts()
    assert not app.exists("seat-2"), "nobody sits there twice"


@pytest.mark.promise("The screens: begin an evening", "A guest plays one evening, and is kept in no list.")
async def test_a_guest_plays_and_is_not_kept(windows: Windows) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé")
    await app.type("name", "Zoé")
    await app.tap("guest")
    assert t("Not kept in the list of players, nor suggested later.") in app.texts()
    await app.tap("add")
    assert [t("guest") in app.text(f"seat-{number}") for number in (3, 4)] == [False, True]
    await app.type("name", "Yves")
    assert not app.node("guest").get("toggled"), "the next is no guest"
    await app.type("name", "")
    await app.tap("start")
    evening = windows.shown(app)
    assert [person.guest for person in evening.sheet.people] == [False, False, False, True]
    assert {player.name for player in windows.history.players()} == {"Anne", "Bruno", "Chloé"}
    await app.visit(routes.ROSTER)
    assert "Zoé" not in " ".join(app.texts())
    await windows.restart()
    assert windows.history.load(evening.id).sheet.people == evening.sheet.people
