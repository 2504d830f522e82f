"""New names for the evening and its players, in all its hands."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.events import Renamed
from scorepad.history import Player
from scorepad.ui import routes

from .client import Driver
from .evening import Windows, flaws, grow, only_long


def title(app: Driver) -> str:
    return next(text for text in app.texts() if text)


async def test_an_evening_is_renamed_from_home(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window()
    await app.tap(f"more-{evening.id}", f"names-{evening.id}")
    assert app.route == routes.names(evening.id)
    assert not app.enabled("save-names"), "nothing is changed yet"
    await app.type("evening-name", "  Chez\u202e Léa ")
    await app.tap("save-names")
    assert app.route == "/"
    assert app.text(f"session-{evening.id}").startswith("Chez Léa ")
    assert windows.happened(evening).table.title == "Chez Léa"
    assert flaws(app) == []


async def test_players_are_renamed_at_the_table_and_in_the_list(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}/players")
    await app.tap("names")
    await app.type("name-p0", "Annie")
    await app.tap("save-names")
    assert app.route == f"/session/{evening.id}/players"
    assert "Annie" in app.text("seat-1")
    assert "Annie" in {player.name for player in windows.history.players()}
    await app.tap("notice-undo")
    assert "Anne" in app.text("seat-1")
    await app.visit(f"/session/{evening.id}/journal")
    assert t("New name") in app.texts()
    assert {"Anne", "Annie"} <= set(app.texts())
    assert flaws(app) == []


async def test_a_name_on_the_sheet_leads_to_its_change(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("head-1")
    assert app.route == routes.account(evening.id, 1)
    await app.tap("rename")
    await app.type("name-p1", "Brunon")
    await app.tap("save-names")
    assert app.route == routes.account(evening.id, 1)
    assert t("{name}, hand by hand", name="Brunon") in app.texts()


async def test_the_list_of_players_may_stay_as_it_is(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.names(evening.id))
    await app.type("name-p0", "Annie")
    await app.tap("everywhere", "save-names")
    assert "Annie" not in {player.name for player in windows.history.players()}
    assert windows.happened(evening).sheet.people[0].name == "Annie"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bruno", t("This name is already at the table")),
        ("\u200b \u202e", t("Write a name first")),
        ("", t("Write a name first")),
    ],
)
async def test_a_name_that_cannot_be_taken_says_why(windows: Windows, name: str, said: str) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.names(evening.id))
    await app.type("name-p0", name)
    await app.tap("save-names")
    assert said in app.texts()
    assert len(windows.happened(evening).events) == len(evening.events)
    assert flaws(app) == []


async def test_a_person_of_another_name_in_the_list_keeps_it(windows: Windows) -> None:
    evening = windows.played(1)
    windows.history.save_players([Player("x", "Annie"), Player("p1", "Bru")])
    app = await windows.window(routes.names(evening.id))
    await app.type("name-p0", "Annie")
    await app.type("name-p1", "Brunon")
    await app.tap("save-names")
    assert {player.id: player.name for player in windows.history.players() if player.id in ("p0", "p1")} == {
        "p0": "Anne",
        "p1": "Bru",
    }


async def test_the_name_of_an_evening_is_one_event_for_other_screens(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    with_name = windows.happened(evening).add(Renamed("Chez Léa"), windows.history.stamp())
    windows.history.append(evening.id, with_name.events[-1])
    await app.settle()
    assert app.title
    assert "Chez Léa" in app.texts(), "another window has renamed it"
    await app.tap("undo")
    assert windows.happened(evening).table.title == ""


@pytest.mark.parametrize("growth", [2.0, *only_long(1.0)])
@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
async def test_nothing_is_nameless_too_small_or_cut(windows: Windows, growth: float) -> None:
    evening = windows.empty(8, 5, title="Un nom d’une longueur tout à fait raisonnable, et même plus")
    windows.history.create(evening)
    app = await windows.window(routes.names(evening.id))
    await grow(app, growth)
    assert flaws(app) == []


async def test_a_name_of_another_player_in_the_list_is_said_before_it_is_saved(windows: Windows) -> None:
    evening = windows.played(1)
    windows.history.save_players([Player("thomas", "Thomas", 9)])
    app = await windows.window(routes.names(evening.id))
    message = "{other} is another player in the list: there, {name} keeps the name."
    words = t(message, other="thomas", name="Anne")
    assert words not in app.texts()
    await app.type("name-p0", "thomas")
    assert words in app.texts()
    await app.tap("everywhere")
    assert words.replace("Thomas", "thomas") not in app.texts(), "the list stays as it is"
    await app.tap("everywhere", "save-names")
    assert windows.happened(evening).sheet.people[0].name == "thomas"
    assert {"Anne", "Thomas"} <= {player.name for player in windows.history.players()}
