"""The list of players: names, evenings, and those who are no longer suggested."""

from __future__ import annotations

from words import t

from scorepad.evening.events import Ended
from scorepad.history import Player
from scorepad.ui import routes

from .evening import Windows, seat


async def test_all_players_with_their_evenings_can_be_searched(windows: Windows) -> None:
    windows.played(1)
    windows.played(1, people=3)
    known = [Player(f"x{number}", f"Élise {number}") for number in range(120)]
    windows.history.save_players([*known, Player("y", "Yves", archived=True)])
    app = await windows.window(routes.ROSTER)
    assert app.text("player-p0").split()[1:3] == ["Anne", "2"]
    assert app.text("player-p3").split()[1:3] == ["Denis", "1"]
    assert len(app.named("player-")) == 100
    await app.tap("older")
    assert len(app.named("player-")) == 125
    assert app.named("player-")[-1] == "player-y", "the archived ones last"
    await app.type("search", "elise 11")
    assert len(app.named("player-")) == 11
    await app.type("search", "nobody")
    assert t("No player with that name.") in app.texts()


async def test_a_new_name_counts_in_all_evenings(windows: Windows) -> None:
    over, going = windows.change(windows.played(1), Ended()), windows.played(1)
    app = await windows.window(routes.player("p0"))
    await app.type("player-name", "bruno")
    assert t("Another player has this name") in app.texts()
    assert not app.enabled("save-player")
    await app.type("player-name", "Annie")
    assert t.plural("Also in {count} evening", "Also in all {count} evenings", 2) in app.texts()
    await app.tap("save-player")
    await app.wait_until(lambda: app.page.data.busy is None)
    assert app.text("notice").startswith(t("{name} is now {other}", name="Anne", other="Annie"))
    assert next(player.name for player in windows.history.players() if player.id == "p0") == "Annie"
    assert {windows.happened(each).sheet.people[0].name for each in (over, going)} == {"Annie"}


async def test_an_archived_player_is_not_suggested_and_comes_back(windows: Windows) -> None:
    windows.history.save_players([Player("x", "Xavier", 3, "2025-01-01T20:00:00.000Z"), Player("y", "Yves")])
    app = await windows.window(routes.player("x"))
    await app.tap("archive", "notice-undo")
    assert not any(player.archived for player in windows.history.players())
    await app.tap("archive")
    await app.visit(routes.NEW_EVENING)
    assert app.texts_of("known-") == ["Y Yves"]
    await app.type("name", "xav")
    assert app.texts_of("known-") == ["X Xavier"]
    await seat(app, "XAVIER Zoé Yves")
    await app.tap("start")
    players = {player.id: player.archived for player in windows.history.players()}
    assert (players["x"], len(players)) == (False, 3), "typed by name, the same player sits down"


async def test_a_result_leads_to_its_evening_and_back(windows: Windows) -> None:
    """Also once that is over: Back went home then."""
    evening = windows.played(2)
    windows.change(evening, Ended())
    app = await windows.window(routes.player("p0"))
    assert app.text("result-1").endswith(" +100")
    await app.tap("result-1")
    assert app.route == routes.end(evening.id)
    await app.tap("back")
    assert app.route == routes.player("p0")
    await app.visit(routes.end(evening.id))
    await app.tap("back")
    assert app.route == routes.HOME
