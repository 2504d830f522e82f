"""Somebody comes late, somebody goes home, seats are changed: from the next hand on."""

from __future__ import annotations

from words import t

from scorepad.evening.adjustment import TakeOver
from scorepad.evening.events import Ended
from scorepad.evening.people import Person
from scorepad.history import Player
from scorepad.ui import routes

from .client import Driver
from .evening import Windows, enter, flaws, on, play, totals


def seats(app: Driver) -> list[str]:
    return [app.text(name).split(" ", 1)[1] for name in app.identifiers() if name.startswith("seat-")]


async def test_who_comes_late_starts_at_nothing(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    before = totals(app)
    await app.tap("menu", "menu-end", "players")
    assert seats(app) == ["Anne", "Bruno deals next", "Chloé", "Denis"]
    assert not app.enabled("seat"), "nothing is other than it was"
    await app.type("name", "Élise", submit=True)
    assert flaws(app) == []
    await app.tap("seat")
    assert app.route == f"/session/{evening.id}"
    assert totals(app) == [*before, "0"]
    await app.tap("notice-undo")
    assert totals(app) == before, "and her column is gone"
    await app.tap("redo")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Bruno")
    await play(app, "2 garde", 2, "41", partner="5")
    assert totals(app) == ["100", "50", "−100", "−100", "50"]
    assert "Élise" in {player.name for player in windows.history.players()}


async def test_five_at_four_seats_stay_so_when_one_takes_the_place_of_another(windows: Windows) -> None:
    """After some hands without the one who left."""
    evening = windows.table(5, seats=4)
    app = await windows.window(f"/session/{evening.id}/players")
    await app.tap("more-2", "remove-2", "seat", "menu", "menu-players")
    await app.type("name", "Yves", submit=True)
    assert on(app, "seats-") == ["seats-4"]
    await app.tap("seats-3")
    assert t("The dealer and those who dealt before sit out.") in app.texts()
    assert "3" in app.text("next-players").split()


async def test_who_sat_down_and_left_without_a_hand_comes_back_as_the_same(windows: Windows) -> None:
    for player in (Player("x", "Xavier", 8), Player("y", "Yves", 16)):
        windows.history.save_players([player])
    evening = windows.played(1)
    app = await windows.window(routes.players(evening.id))
    came: list[Person] = []
    for name in ("Xavier", "Yves", "Xavier"):
        if came:
            await app.visit(routes.players(evening.id))
            await app.tap("more-5", "remove-5", "seat")
            await app.visit(routes.players(evening.id))
        await app.type("name", name, submit=True)
        await app.tap("seat")
        came.append(windows.happened(evening).seating_at().people[-1])
    assert came[0] == came[2]
    assert came[0].mark not in {person.mark for person in evening.sheet.people}


async def test_people_who_go_home_keep_their_payments(windows: Windows) -> None:
    evening = windows.played(1, people=5)
    app = await windows.window(f"/session/{evening.id}/players")
    before = totals(await windows.window(f"/session/{evening.id}"))
    await app.tap("more-2", "remove-2")
    assert seats(app) == ["Anne", "Chloé deals next", "Denis", "Élise"], "the deal passes on"
    assert app.text("known-1").endswith("Bruno"), "who left can come back"
    await app.tap("up-4", "seat")
    assert totals(app) == before
    await play(app, "1 garde", 2, "41")
    assert totals(app)[1] == before[1]
    await app.tap("menu", "menu-end", "players")
    assert seats(app) == ["Anne", "Chloé", "Élise deals next", "Denis"]
    await app.tap("known-1", "seat")
    assert len(windows.happened(evening).sheet.people) == 5, "it is the same Bruno"
    assert windows.happened(evening).seating_at().seats == 5
    windows.change(evening, Ended())
    await app.visit(routes.players(evening.id))
    assert not app.exists("seat"), "the evening is over"


async def test_an_entry_begins_again_when_the_table_changes(windows: Windows) -> None:
    evening = windows.table(4)
    app, other = await windows.window(f"/session/{evening.id}"), await windows.window()
    await app.tap("next-hand")
    await enter(app, "1 garde", 2, "4")
    await other.tap(f"session-{evening.id}")
    await other.tap("menu", "menu-players")
    await other.tap("more-1", "remove-1")
    await other.tap("seat")
    await app.settle()
    assert not app.exists("digit-1")
    assert not app.exists("bid-4-garde")
    await enter(app, "3 garde", 2, "41")
    await app.tap("save")
    assert windows.happened(evening).sheet.totals == (0, -50, -50, 100)


# -- a name ---


async def test_a_player_is_renamed_at_the_table_and_in_the_list(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(routes.players(evening.id))
    await app.tap("more-1", "rename-1")
    assert not app.enabled("save-name"), "nothing is changed yet"
    await app.type("name-p0", "  bruno ")
    await app.tap("save-name")
    assert t("This name is already at the table") in app.texts()
    await app.type("name-p0", "Annie")
    await app.tap("save-name")
    assert seats(app)[0] == "Annie"
    assert not app.exists("save-name")
    assert "Annie" in {player.name for player in windows.history.players()}
    await app.tap("notice-undo")
    assert seats(app)[0] == "Anne"
    assert flaws(app) == []


async def test_the_list_of_players_keeps_a_name_that_another_player_has(windows: Windows) -> None:
    evening = windows.played(1)
    windows.history.save_players([Player("thomas", "Thomas", 9)])
    app = await windows.window(routes.players(evening.id))
    await app.tap("more-1", "rename-1")
    await app.type("name-p0", "thomas")
    await app.tap("save-name")
    assert windows.happened(evening).sheet.people[0].name == "thomas"
    assert {"Anne", "Thomas"} <= {player.name for player in windows.history.players()}


# -- somebody plays on for another one ---


async def test_a_seat_and_its_score_by_taps(windows: Windows) -> None:
    evening = windows.played(2)  # Anne 100, Bruno 100, Chloé and Denis −100
    app = await windows.window(routes.players(evening.id))
    await app.tap("more-4", "take-over-4")
    assert flaws(app) == []
    await app.type("name", "bruno")
    await app.tap("add")
    assert t("This name is already at the table") in app.texts()
    await app.type("name", "Farid")
    await app.tap("add")
    assert seats(app)[-1] == "Farid"
    assert not app.enabled("seat"), "it is saved already"
    now = windows.happened(evening)
    assert now.sheet.totals == (100, 100, -100, 0, -100)
    assert isinstance(now.sheet.entries[-1].deal.outcome, TakeOver)
    farid = now.sheet.people[4]
    assert farid.name == "Farid"
    assert farid.mark != now.sheet.people[3].mark
    await app.tap("notice-undo")
    assert windows.happened(evening).sheet.totals == evening.sheet.totals
    assert seats(app)[-1] == "Denis"
    await app.visit(f"/session/{evening.id}")
    await app.tap("redo")
    assert windows.happened(evening).sheet.totals == (100, 100, -100, 0, -100)
    row = f"row-{now.sheet.entries[-1].id}"
    words = t("{newcomer} plays on for {leaver}", newcomer="Farid", leaver="Denis")
    assert app.name(row).startswith(f"{t('Score taken over')}: {words}. Denis +100, ")
    await app.tap(row)
    assert not app.exists("edit"), "who comes cannot be changed any more"
    assert flaws(app) == []


async def test_taking_over_is_given_up(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.players(evening.id))
    await app.tap("more-2", "take-over-2", "stay")
    await app.type("name", "Farid")
    await app.tap("add")
    assert seats(app)[-1] == "Farid", "he sits down as the fifth"
    assert windows.happened(evening) == evening
