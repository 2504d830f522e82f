"""Notes on hands and on the evening, by taps."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from words import t

from scorepad.evening.events import Ended
from scorepad.i18n.evenings import standings_text
from scorepad.i18n.events import event_text
from scorepad.text import clean_name, clean_text
from scorepad.ui import routes
from scorepad.ui.screens.note import day_later, month_later

from .evening import Windows

Named = tuple[str, Mapping[str | None, str]]
"""The name of an evening, and its notes."""


@pytest.mark.promise(
    "The screens: look at the evening", "A note on a hand is kept, and can be changed and undone."
)
async def test_a_hand_has_a_note(windows: Windows) -> None:
    evening = windows.played(2)
    entry = evening.sheet.rows[0]
    app = await windows.window(routes.evening(evening.id))
    await app.tap("row-1", "change-note")
    assert not app.enabled("save-note")
    await app.type("note-text", "  the excuse  in the last trick ")
    await app.tap("save-note")
    assert app.route == routes.why(evening.id, entry.id)
    assert app.text("note") == "“the excuse in the last trick”"
    kept = {entry.id: "the excuse in the last trick"}
    assert windows.happened(evening).table.notes == kept
    await app.tap("back")
    note = t("Note: {note}", note="the excuse in the last trick")
    assert [app.name(f"row-{number}").endswith(note) for number in (1, 2)] == [True, False]
    await app.tap("row-1", "change-note")
    assert app.value("note-text") == "the excuse in the last trick"
    await app.type("note-text", "")
    await app.tap("save-note")
    assert windows.happened(evening).table.notes == {}
    await app.visit(routes.evening(evening.id))
    await app.tap("undo")
    assert windows.happened(evening).table.notes == kept


TYPED = "  first\tthe excuse \r\nthen  the\u202e petit\n\n\n\nand at last\n \n"
LINES = "first the excuse\nthen the petit\n\nand at last"


@pytest.mark.promise(
    "The screens: look at the evening", "The lines of a note stay lines, on the screen and in what is shared."
)
@pytest.mark.parametrize("on_a_hand", [True, False])
async def test_the_lines_of_a_note_stay_lines(on_a_hand: bool, windows: Windows) -> None:
    """On the screens, and wherever the note is taken to that has lines."""
    evening = windows.played(1)
    entry = evening.sheet.rows[0]
    app = await windows.window(routes.note_of(evening.id, entry.id) if on_a_hand else routes.note(evening.id))
    await app.type("note-text", TYPED)
    await app.tap("save-note")
    happened = windows.happened(evening)
    assert happened.table.notes == {entry.id if on_a_hand else None: LINES}
    await app.visit(routes.why(evening.id, entry.id) if on_a_hand else routes.end(evening.id))
    assert f"“{LINES}”" in [each.node.get("value") for each in app.inside(app.find("note"))]
    await app.visit(routes.note_of(evening.id, entry.id) if on_a_hand else routes.note(evening.id))
    assert app.value("note-text") == LINES
    assert not app.enabled("save-note"), "nothing is changed"
    assert (f"“{LINES}”" in standings_text(t, happened)) is not on_a_hand
    said = event_text(t, happened, happened.events[-1])
    assert said == t("{what}: {value}", what=t("Note"), value=" ".join(LINES.split()))


@given(st.text())
def test_a_cleaned_text_is_clean(text: str) -> None:
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert [clean_name(line) for line in cleaned.split("\n")] == cleaned.split("\n")
    assert " ".join(cleaned.split()) == clean_name(text)


async def test_an_evening_has_a_note_even_when_it_is_over(windows: Windows) -> None:
    evening = windows.change(windows.played(1), Ended())
    app = await windows.window(routes.evening(evening.id))
    await app.tap("row-1")
    assert not {"edit", "void"} & set(app.identifiers())
    assert app.exists("change-note")
    await app.tap("back", "menu", "menu-note")
    await app.type("note-text", "at Léa’s, with cake")
    await app.tap("save-note")
    assert windows.happened(evening).table.notes == {None: "at Léa’s, with cake"}
    await app.visit(routes.end(evening.id))
    assert app.text("note") == "“at Léa’s, with cake”"
    await app.tap("note", "back")
    assert app.route == routes.end(evening.id)


async def test_an_evening_is_renamed_from_home(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window()
    await app.tap(f"more-{evening.id}", f"names-{evening.id}")
    await app.type("evening-name", "  Chez\u202e Léa ")
    await app.tap("save-note")
    assert app.route == routes.HOME
    assert app.text(f"session-{evening.id}").startswith("Chez Léa ")
    assert windows.happened(evening).table.title == "Chez Léa"


@pytest.mark.promise(
    "The screens: look at the evening",
    "One tap that changes the name and the note is undone with one tap on its notice.",
)
@pytest.mark.parametrize("both", [True, False])
async def test_the_notice_of_one_tap_undoes_all_that_it_saved(both: bool, windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window()
    await app.tap(f"more-{evening.id}", f"names-{evening.id}")
    await app.type("evening-name", "Chez Léa")
    if both:
        await app.type("note-text", "with cake")
    await app.tap("save-note")
    saved = windows.happened(evening).table
    assert (saved.title, saved.notes) == ("Chez Léa", {None: "with cake"} if both else {})
    assert app.text("notice") == (t("Name, day and note are noted") if both else t("The new name is noted"))
    await app.tap("notice-undo")
    undone = windows.happened(evening).table
    assert (undone.title, undone.notes) == (evening.table.title, {})


@pytest.mark.promise(
    "The screens: look at the evening",
    "What one tap saved, one tap on Undo takes back, and one on Redo brings back.",
)
async def test_one_tap_on_undo_takes_back_all_that_one_tap_saved(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.note(evening.id))
    await app.type("evening-name", "Chez Léa")
    await app.type("note-text", "with cake")
    await app.tap("save-note")
    both: Named = ("Chez Léa", {None: "with cake"})
    none: Named = (evening.table.title, {})

    def now() -> Named:
        table = windows.happened(evening).table
        return table.title, table.notes

    assert now() == both
    for tap, wanted in (("undo", none), ("redo", both), ("notice-undo", none), ("notice-redo", both)):
        await app.tap(tap)
        assert now() == wanted, tap
    await windows.restart()
    app = await windows.window(routes.evening(evening.id))
    await app.tap("undo")
    assert now() == none
    assert len(windows.happened(evening).sheet.hands) == 1


@pytest.mark.promise(
    "The screens: look at the evening", "The day on which an evening was played can be given and changed."
)
async def test_the_day_of_an_evening_is_changed_and_undone(windows: Windows) -> None:
    """The list, the season and the journal follow; a day after today cannot be chosen."""
    evening = windows.played(1)
    app = await windows.window(routes.note(evening.id))
    today = t.zone.day(windows.history.now)
    assert app.text("day") == t.date(today)
    assert not app.enabled("day-more")
    assert not app.enabled("month-more")
    await app.tap("month-less", "day-less", "save-note")
    after = windows.history.load(evening.id)
    assert after.began == day_later(month_later(today, -1) or "", -1)
    [summary] = windows.history.summaries()
    assert summary.created == after.began
    await app.visit(routes.journal(evening.id))
    assert any(t("Day of the evening") in words for words in app.texts())
    await app.visit(routes.note(evening.id))
    assert app.text("day") == t.date(after.began)
    await app.type("evening-name", "Chez Anne")
    await app.tap("day-more", "save-note")
    assert app.text("notice") == t("Name, day and note are noted")
    await app.tap("notice-undo")
    assert windows.history.load(evening.id).began == after.began
    assert windows.history.load(evening.id).table.title == ""


@pytest.mark.parametrize(
    ("day", "months", "wanted"),
    [("2026-03-31", -1, "2026-02-28"), ("2026-01-15", -1, "2025-12-15"), ("0001-01-01", -1, None)],
)
def test_a_month_earlier_is_a_day_of_the_calendar(day: str, months: int, wanted: str | None) -> None:
    assert month_later(day, months) == wanted
