"""A team holds a seat: on the new evening, at the table, in standings and in the list of players."""

from __future__ import annotations

from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal
from scorepad.i18n import Translator
from scorepad.i18n.evenings import standings_text
from scorepad.tarot.hand import Bid, Hand
from scorepad.ui import routes
from scorepad.ui.table import same_table

from .client import Driver
from .evening import Windows, flaws, play


async def form_team(app: Driver, name: str, members: str) -> None:
    await app.type("name", name)
    await app.tap("team")
    await app.type("members", members)
    await app.tap("add")


async def with_teams(windows: Windows, app: Driver) -> Evening:
    """An evening of two teams and two others, one hand of which was played."""
    await form_team(app, "Les Rois", "Anne, Bruno")
    await form_team(app, "Les Dames", "Chloé, Zoé, Yves")
    for name in ("Denis", "Farid"):
        await app.type("name", name)
        await app.tap("add")
    await app.tap("start")
    await play(app, "1 garde", 2, "49")
    return windows.shown(app)


async def test_an_evening_of_teams(windows: Windows) -> None:
    evening = await with_teams(windows, await windows.window("/new"))
    rois = evening.sheet.people[0]
    assert [member.name for member in rois.members] == ["Anne", "Bruno"]
    assert {player.name for player in windows.history.players()} == {
        *("Anne", "Bruno", "Chloé", "Zoé", "Yves", "Denis", "Farid")
    }
    assert [person.name for person in same_table(evening).people] == [
        "Les Rois",
        "Les Dames",
        "Denis",
        "Farid",
    ]
    text = standings_text(Translator("en"), evening)
    assert "1. Les Rois +198" in text
    assert "Les Rois: Anne, Bruno · Les Dames: Chloé, Zoé, Yves" in text
    app = await windows.window(routes.end(evening.id))
    assert app.text("teams") == "Les Rois: Anne, Bruno · Les Dames: Chloé, Zoé, Yves"
    assert flaws(app) == []
    await app.visit(routes.players(evening.id))
    assert "Anne, Bruno" in app.text("seat-1")
    assert flaws(app) == []
    await windows.restart()
    assert windows.history.load(evening.id).sheet.people == evening.sheet.people
    (summary,) = windows.history.summaries()
    assert summary.people == evening.sheet.people


async def test_members_stand_for_themselves_across_evenings(windows: Windows) -> None:
    app = await windows.window("/new")
    evening = await with_teams(windows, app)
    anne = evening.sheet.people[0].members[0]
    alone = windows.empty()
    alone = alone.record(alone_hand(alone), windows.history.stamp())
    windows.history.create(alone)
    windows.history.merge_players(
        [(player, anne.id) for player in windows.history.players() if player.id == "p0"]
    )
    await app.visit(routes.player(anne.id))
    assert app.text("results").endswith(" +348")
    assert t("in the team {name}", name="Les Rois") in app.text("result-2") + app.text("result-1")
    assert flaws(app) == []
    await app.tap("result-1")
    assert app.route.endswith("/end")


def alone_hand(evening: Evening) -> Deal:
    players = tuple(person.id for person in evening.sheet.people)
    return Deal("p0", Hand(players=players, taker="p0", bid=Bid.GARDE, bouts=2, half_points=82))


async def test_known_players_are_tapped_into_a_team(windows: Windows) -> None:
    windows.history.create(windows.empty())
    app = await windows.window("/new")
    await app.type("name", "Les Rois")
    await app.tap("team", "known-1", "known-2", "known-3", "known-2")
    first, second = app.text("known-1").split()[-1], app.text("known-3").split()[-1]
    assert app.value("members") == f"{first}, {second}"
    await app.tap("add")
    assert f"{first}, {second}" in app.text("seat-1")
    assert not any(
        first == app.text(name).split()[-1] for name in app.identifiers() if name.startswith("known-")
    )


async def test_teams_that_cannot_be_say_why(windows: Windows) -> None:
    app = await windows.window("/new")
    for members in ("Anne, anne", "Anne, Bruno, Chloé, Denis, Élise"):
        await form_team(app, "Les Rois", members)
        assert t("A team has 2 to 4 different members") in app.texts()
        assert not app.exists("seat-1")
        await app.tap("team")
    await form_team(app, "Les Rois", "Anne, Bruno")
    await app.type("name", "anne", submit=True)
    assert t("This name is already at the table") in app.texts()
    await form_team(app, "Les Dames", "Bruno, Chloé")
    assert t("This name is already at the table") in app.texts()
    assert not app.exists("seat-2"), "nobody sits there twice"
