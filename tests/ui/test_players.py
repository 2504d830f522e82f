"""Somebody comes late, somebody goes home, seats are changed: from the next hand on."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.events import Ended
from scorepad.ui import routes
from scorepad.ui.host import Place

from .evening import Windows, play, seats, totals


async def test_a_latecomer_starts_at_zero(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    before = totals(app)
    await app.tap("menu", "menu-end", "players")
    assert seats(app) == ["Anne", "Bruno deals next", "Chloé", "Denis"]
    assert not app.enabled("seat"), "nothing is other than it was"
    await app.type("name", "Élise", submit=True)
    await app.tap("seat")
    assert app.route == f"/session/{evening.id}"
    assert totals(app) == [*before, "0"]
    await app.tap("notice-undo")
    assert totals(app) == before, "and her column is gone"
    await app.tap("redo")
    assert app.text("next-hand") == f"{t('Enter hand {number}', number=2)} {t('{name} deals', name='Bruno')}"
    await play(app, "2 garde", 2, "41", partner="5")
    assert totals(app) == ["100", "50", "−100", "−100", "50"]
    assert "Élise" in {player.name for player in windows.history.players()}


async def test_a_person_who_goes_home_keeps_the_payments(windows: Windows) -> None:
    evening = windows.played(1, people=5)
    app = await windows.window(f"/session/{evening.id}/players")
    await app.tap("more-2", "remove-2")
    assert seats(app) == ["Anne", "Chloé deals next", "Denis", "Élise"], "the deal passes on"
    await app.tap("up-4", "seat")
    assert totals(app)[1] == "−50"
    await play(app, "1 garde", 2, "41")
    assert totals(app)[1] == "−50"
    await app.tap("menu", "menu-end", "players")
    assert seats(app) == ["Anne", "Chloé", "Élise deals next", "Denis"]
    assert app.text("known-1").endswith("Bruno"), "who left can come back"
    await app.tap("known-1", "seat")
    assert len(windows.happened(evening).sheet.people) == 5, "it is the same Bruno"
    windows.change(evening, Ended())
    await app.visit(routes.players(evening.id))
    assert not app.exists("seat"), "the evening is over"


# -- a name ---


@pytest.mark.promise(
    "The screens: begin an evening",
    "A player can be renamed at the table; the list of players and the journal know it.",
)
async def test_a_player_is_renamed_at_the_table_and_in_the_list(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(routes.players(evening.id))
    await app.tap("more-1", "rename-1")
    assert not app.enabled("save-name"), "nothing is changed yet"
    await app.type("name-p0", "  bruno ")
    assert t("This name is already at the table") in app.texts()
    assert not app.enabled("save-name")
    await app.type("name-p0", "Annie")
    await app.tap("save-name")
    assert seats(app)[0] == "Annie"
    assert not app.exists("save-name")
    assert "Annie" in {player.name for player in windows.history.players()}
    await app.tap("notice-undo")
    assert seats(app)[0] == "Anne"
    names = {player.name for player in windows.history.players()}
    assert "Anne" in names
    assert "Annie" not in names


@pytest.mark.parametrize("web", [True, False])
async def test_a_field_shows_a_name_in_the_letters_that_the_window_has(windows: Windows, web: bool) -> None:
    evening = windows.empty(("王小明", "Bruno"))
    windows.history.create(evening)
    place = Place.BROWSER if web else Place.DEVICE
    app = await windows.window(routes.players(evening.id), place=place)
    await app.tap("more-1", "rename-1")
    assert app.value("name-p0") == ("WangXiaoMing" if web else "王小明")
    await app.type("name-p0", "王大明")
    await app.tap("save-name")
    assert windows.happened(evening).sheet.people[0].name == "王大明"


# -- somebody plays on for another one ---


@pytest.mark.promise("The screens: look at the evening", "A seat is taken over by taps.")
async def test_a_seat_and_its_score_are_taken_over_by_taps(windows: Windows) -> None:
    evening = windows.played(2)  # Anne 100, Bruno 100, Chloé and Denis −100
    app = await windows.window(routes.players(evening.id))
    await app.tap("more-4", "take-over-4")
    await app.type("name", "Farid")
    await app.tap("add")
    assert seats(app)[-1] == "Farid"
    assert not app.enabled("seat"), "it is saved already"
    now = windows.happened(evening)
    assert now.sheet.totals == (100, 100, -100, 0, -100)
    farid = now.sheet.people[4]
    assert farid.name == "Farid"
    assert farid.mark != now.sheet.people[3].mark
    await app.tap("notice-undo")
    assert windows.happened(evening).sheet.totals == evening.sheet.totals
    assert seats(app)[-1] == "Denis"
    await app.visit(f"/session/{evening.id}")
    await app.tap("redo")
    row = f"row-{now.sheet.rows[-1].id}"
    words = t("{newcomer} takes over from {leaver}", newcomer="Farid", leaver="Denis")
    assert app.name(row).startswith(f"{t('Score taken over')}: {words}. Denis +100, ")
    await app.tap(row)
    assert not app.exists("edit"), "who comes cannot be changed any more"


async def test_a_newcomer_who_takes_over_also_has_the_seat_in_the_hand_under_way(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window(routes.players(evening.id))
    await app.tap("seat-1", "more-2", "take-over-2")
    await app.type("name", "Farid")
    await app.tap("add")
    assert seats(app) == ["Anne deals next", "Farid", "Chloé", "Denis"]
    await app.tap("seat")
    now = windows.happened(evening).seating_at()
    assert [person.name for person in now.people] == ["Anne", "Farid", "Chloé", "Denis"]
