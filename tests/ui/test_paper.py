"""Hands from a paper sheet: typed or pasted rows, their questions, one save and one undo."""

from __future__ import annotations

import pytest
from flet_client.screen import Unreachable
from words import t

from scorepad.evening.events import Ended
from scorepad.pad.entry import MAX_TEXT
from scorepad.ui import routes

from .evening import Windows, flaws, rows, seat, totals

TOTALS = ["172", "12", "−92", "−92"]
SHEET = "Léa G 2 49 +8\nTom P 1 52 +1\npasse"
"""Two hands, and one that was not played."""


def named(windows: Windows) -> str:
    """The id of an evening of four people with names."""
    evening = windows.empty(("Léa", "Tom", "Anaïs", "Marc"))
    windows.history.create(evening)
    return evening.id


@pytest.mark.promise(
    "The screens: begin an evening",
    "Typed rows are shown with what they pay before anything is saved; one tap saves all, one undoes all.",
)
async def test_rows_are_read_shown_saved_and_undone(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.evening(id_))
    await app.tap("menu", "menu-paper")
    assert not app.enabled("read-rows")
    await app.type("paper-rows", SHEET)
    await app.tap("read-rows")
    assert app.texts_of("paper-row-")[0] == "L Hand 1 · Léa G 2 49 +8 Léa, garde, made by 8 +198"
    assert app.texts_of("paper-total-") == ["L Léa +172", "T Tom +12", "A Anaïs −92", "M Marc −92"]
    assert windows.history.load(id_).events == (), "nothing is saved yet"
    assert flaws(app) == []
    await app.burst("save-rows", "save-rows")
    assert app.route == routes.evening(id_)
    assert totals(app) == TOTALS
    saved = windows.history.load(id_).events
    assert [event.at for event in saved] == [saved[0].at] * 3, "a second tap saves nothing"
    await app.tap("undo")
    assert rows(app) == []
    assert app.text("notice") == t("Undone: {what}", what="3 hands from paper")
    await app.tap("redo")
    assert totals(app) == TOTALS
    assert not app.exists("paper-waits")
    await app.tap("undo", "paper-waits")
    assert app.value("paper-rows") == SHEET


async def test_a_row_with_a_question_is_entered_taken_or_left_out(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.paper(id_))
    await app.type("paper-rows", "Léa G 49\nTom P 1 52 Julie\nMarc G 2 49 chut\nAnaïs G 2 41\nLéa")
    await app.tap("read-rows")
    assert not app.enabled("save-rows")
    assert app.named("question-") == ["question-1", "question-2", "question-3", "question-5"]
    await app.tap("enter-1")
    assert app.route == routes.entry(id_)
    assert app.text("points") == "49"
    assert not app.exists("dealer"), "the dealers of the rows are in turn"
    await app.tap("bouts-2", "save")
    assert app.route == routes.paper_hands(id_)
    assert app.text("paper-row-1").endswith("Léa, garde, made by 8 +198")
    await app.tap("take-2", "leave-3")
    assert app.text("paper-row-2").startswith("T Hand 2 · Tom petite 1 52 +1")
    assert app.text("paper-row-3").startswith("Left out: Marc G 2 49 chut")
    await app.tap("count-3", "leave-3", "enter-5", "bid-1-garde")
    await app.tap("back")
    assert app.route == routes.paper_hands(id_)
    await app.tap("enter-5")
    assert "garde" in app.text("change-taker").lower(), "what was begun is still there"
    await app.tap("back", "leave-5", "save-rows")
    assert len(windows.history.load(id_).sheet.deals) == 3


async def test_a_row_that_is_clear_is_corrected_in_the_entry_or_thrown_in(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.paper(id_))
    await app.type("paper-rows", SHEET)
    await app.tap("read-rows", "paper-row-2", "bouts-2", "save")
    assert app.text("paper-row-2").endswith("Tom, petite, made by 11 +108")
    await app.tap("paper-row-3", "thrown-all_passed")
    assert app.text("paper-row-3").endswith("All passed")
    await app.tap("save-rows")
    assert len(windows.history.load(id_).sheet.deals) == 3


async def test_typed_rows_outlive_a_restart_and_are_those_of_every_window(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.paper(id_))
    await app.type("paper-rows", SHEET)
    other = await windows.window(routes.evening(id_))
    assert "3" in other.text("paper-waits")
    await windows.restart()
    again, other = (
        await windows.window(routes.paper_hands(id_)),
        await windows.window(routes.paper_hands(id_)),
    )
    await again.tap("save-rows")
    with pytest.raises(Unreachable):
        await other.tap("save-rows")
    assert len(windows.history.load(id_).sheet.deals) == 3, "they count once"


async def test_an_evening_that_was_played_on_paper_begins_with_its_rows(windows: Windows) -> None:
    app = await windows.window(routes.NEW_EVENING)
    await seat(app, "Léa Tom Anaïs Marc")
    await app.tap("from-paper")
    assert app.route.endswith("/paper")
    await app.type("paper-rows", SHEET)
    await app.tap("read-rows", "save-rows")
    assert totals(app) == TOTALS
    await app.tap("back")
    assert app.route == routes.HOME


async def test_an_evening_that_is_over_takes_no_rows(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.paper(id_))
    await app.type("paper-rows", SHEET)
    windows.change(windows.history.load(id_), Ended())
    await app.settle()
    assert not app.exists("paper-rows")
    assert not app.exists("read-rows")


async def test_a_text_that_is_too_long_is_cut_and_says_so(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.paper(id_))
    await app.type("paper-rows", "passe\n" * 400 + "x" * MAX_TEXT)
    await app.tap("read-rows")
    assert t("{count} rows are too many: not read.", count=101) in app.texts()
    assert len(windows.pad.entry(windows.history.load(id_)).paper.text) == MAX_TEXT


async def test_a_row_that_another_window_has_changed_is_neither_entered_nor_changed(
    windows: Windows,
) -> None:
    """The number of a row names other words once somebody has typed another text."""
    id_ = named(windows)
    app, other = (await windows.window(routes.paper(id_)), await windows.window(routes.paper(id_)))
    await app.type("paper-rows", "Léa G 49\nTom P 1 52 Julie")
    await app.tap("read-rows")
    stale = [app.touched(each) for each in ("enter-1", "take-2", "leave-2")]
    await other.type("paper-rows", "passe\nMarc G 2 49")
    for tap in stale:
        await tap()
    assert app.route == routes.paper_hands(id_)
    assert windows.pad.entry(windows.history.load(id_)).paper.text == "passe\nMarc G 2 49"
    assert not any(hand.started for hand in windows.pad.entry(windows.history.load(id_)).hands)


async def test_the_entry_of_a_row_shows_what_was_typed(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.paper(id_))
    await app.type("paper-rows", "passe\nLéa G 49")
    await app.tap("read-rows", "enter-2")
    assert app.text("paper-row") == t("“{words}”", words="Léa G 49")
    await app.tap("back")
    await app.resize(640, 360)
    await app.tap("enter-2")
    assert app.exists("paper-row")


async def test_numbers_that_do_not_fit_are_explained_with_their_result(windows: Windows) -> None:
    id_ = named(windows)
    app = await windows.window(routes.paper(id_))
    await app.type("paper-rows", "Léa G 2 49 +9")
    await app.tap("read-rows")
    assert "made by 8" in app.text("question-1").lower()
