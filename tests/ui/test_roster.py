"""The list of players: names, evenings, and those who are no longer suggested."""

from __future__ import annotations

from dataclasses import replace

import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.history import Player
from scorepad.ui import routes

from .evening import Windows, flaws, grow, only_long


def names(windows: Windows, evening: Evening) -> list[str]:
    return [person.name for person in windows.happened(evening).sheet.people]


def finish(windows: Windows, evening: Evening) -> None:
    over = windows.happened(evening).add(Ended(), windows.history.stamp())
    windows.history.append(evening.id, over.events[-1])


async def test_all_players_with_their_evenings(windows: Windows) -> None:
    windows.played(1)
    windows.played(1, people=3)
    windows.history.save_players([Player("x", "Xavier"), Player("y", "Yves", archived=True)])
    app = await windows.window()
    await app.tap("menu", "players")
    assert app.route == routes.ROSTER
    assert app.text("player-p0").split()[1:3] == ["Anne", "2"]
    assert app.text("player-p3").split()[1:3] == ["Denis", "1"]
    listed = [name for name in app.identifiers() if name.startswith("player-")]
    assert (listed[-1], len(listed)) == ("player-y", 6)
    assert flaws(app) == []


async def test_many_players_can_be_searched(windows: Windows) -> None:
    windows.history.save_players([Player(f"x{number}", f"Élise {number}") for number in range(120)])
    app = await windows.window(routes.ROSTER)
    assert len([name for name in app.identifiers() if name.startswith("player-")]) == 100
    await app.type("search", "elise 11")
    assert len([name for name in app.identifiers() if name.startswith("player-")]) == 11
    await app.type("search", "nobody")
    assert t("No player of that name.") in app.texts()


@pytest.mark.parametrize(
    ("scope", "first", "second"),
    [("new", "Anne", "Anne"), ("going", "Anne", "Annie"), ("all", "Annie", "Annie")],
)
async def test_a_new_name_counts_where_it_shall(
    windows: Windows, scope: str, first: str, second: str
) -> None:
    over, going = windows.played(1), windows.played(1)
    finish(windows, over)
    app = await windows.window(routes.player("p0"))
    assert not app.enabled("save-player")
    await app.type("player-name", "Annie")
    assert flaws(app) == []
    await app.tap(f"scope-{scope}", "save-player")
    await app.wait_until(lambda: app.page.data.busy is None)
    assert app.text("notice").startswith(t("{name} is now {other}", name="Anne", other="Annie"))
    assert next(player.name for player in windows.history.players() if player.id == "p0") == "Annie"
    assert (names(windows, over)[0], names(windows, going)[0]) == (first, second)


async def test_an_evening_with_a_namesake_keeps_its_names(windows: Windows) -> None:
    evening = windows.played(1)
    windows.history.save_players([Player("p1", "Bru")])
    app = await windows.window(routes.player("p0"))
    await app.type("player-name", "Bruno")
    await app.tap("save-player")
    await app.wait_until(lambda: app.page.data.busy is None)
    assert "0" in app.text("notice").split()
    assert names(windows, evening)[:2] == ["Anne", "Bruno"]


@pytest.mark.parametrize(
    ("name", "said"), [("bruno ", t("Another player has this name")), ("\u200b", t("Write a name first"))]
)
async def test_a_name_that_cannot_be_taken_says_why(windows: Windows, name: str, said: str) -> None:
    windows.played(1)
    app = await windows.window(routes.player("p0"))
    await app.type("player-name", name)
    await app.tap("save-player")
    assert said in app.texts()
    assert "Anne" in {player.name for player in windows.history.players()}
    assert flaws(app) == []


async def test_an_archived_player_is_not_suggested_and_comes_back(windows: Windows) -> None:
    windows.history.save_players([Player("x", "Xavier", 3, "2025-01-01T20:00:00.000Z"), Player("y", "Yves")])
    app = await windows.window(routes.player("x"))
    await app.tap("archive")
    await app.tap("notice-undo")
    assert not any(player.archived for player in windows.history.players())
    await app.tap("archive")
    assert flaws(app) == []
    await app.visit("/new")
    assert [app.text(name) for name in app.identifiers() if name.startswith("known-")] == ["Y Yves"]
    await app.type("name", "xav")
    assert [app.text(name) for name in app.identifiers() if name.startswith("known-")] == ["X Xavier"]
    for name in ("XAVIER", "Zoé", "Yves"):
        await app.type("name", name, submit=True)
    await app.tap("start")
    players = {player.id: player for player in windows.history.players()}
    assert not players["x"].archived
    assert len(players) == 3, "typed by name, the same player sits down"


async def test_a_player_who_is_not_there(windows: Windows) -> None:
    app = await windows.window(routes.player("nobody"))
    assert not app.exists("save-player")
    await app.visit(routes.ROSTER)
    assert t("Nobody has played yet.") in app.texts()


@pytest.mark.parametrize("growth", [2.0, *only_long(1.0)])
@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_nothing_is_nameless_too_small_or_cut(windows: Windows, growth: float) -> None:
    evening = windows.table(8, seats=5)
    windows.history.save_players([replace(Player("p0", "Anne"), archived=True)])
    app = await windows.window(routes.ROSTER)
    await grow(app, growth)
    assert flaws(app) == []
    await app.visit(routes.player("p0"))
    await app.type("player-name", "Annie")
    assert flaws(app) == []
    assert windows.happened(evening)
