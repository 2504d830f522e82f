"""Notes on hands and on the evening, by taps."""

from __future__ import annotations

from words import t

from scorepad.evening.adjustment import gift
from scorepad.evening.events import Ended
from scorepad.ui import routes

from .evening import Windows, flaws


async def test_a_note_on_a_hand(windows: Windows) -> None:
    evening = windows.played(2)
    entry = evening.sheet.entries[0]
    app = await windows.window(routes.evening(evening.id))
    await app.tap("row-1")
    assert not app.exists("note")
    await app.tap("change-note")
    assert app.route == routes.note_of(evening.id, entry.id)
    assert not app.enabled("save-note")
    await app.type("note-text", "  the excuse  in the last trick ")
    await app.tap("save-note")
    assert app.route == routes.why(evening.id, entry.id)
    assert app.text("note") == "“the excuse in the last trick”"
    assert windows.happened(evening).table.notes == {entry.id: "the excuse in the last trick"}
    await app.tap("back")
    note = t("Note: {note}", note="the excuse in the last trick")
    assert [app.name(f"row-{number}").endswith(note) for number in (1, 2)] == [True, False]
    assert flaws(app) == []
    await app.tap("row-1", "change-note")
    assert app.value("note-text") == "the excuse in the last trick"
    await app.type("note-text", "")
    await app.tap("save-note")
    assert windows.happened(evening).table.notes == {}
    await app.visit(routes.evening(evening.id))
    await app.tap("undo")
    assert windows.happened(evening).table.notes == {entry.id: "the excuse in the last trick"}
    await app.visit(routes.journal(evening.id))
    assert [app.exists(f"event-{number}") for number in (5, 6)] == [True, False], "the undo is the last"
    assert "the excuse in the last trick" in app.texts()


async def test_a_note_on_the_evening_also_once_it_is_over(windows: Windows) -> None:
    evening = windows.played(1)
    windows.change(evening, Ended())
    app = await windows.window(routes.evening(evening.id))
    await app.tap("menu", "menu-note")
    assert app.route == routes.note(evening.id)
    await app.type("note-text", "at Léa’s, with cake")
    await app.tap("save-note")
    assert app.route == routes.evening(evening.id)
    assert windows.happened(evening).table.notes == {None: "at Léa’s, with cake"}
    assert windows.happened(evening).table.ended
    await app.visit(routes.end(evening.id))
    assert app.text("note") == "“at Léa’s, with cake”"
    await app.tap("note")
    assert app.value("note-text") == "at Léa’s, with cake"
    await app.tap("back")
    assert app.route == routes.end(evening.id)


async def test_a_note_on_points_without_a_hand_and_on_nothing(windows: Windows) -> None:
    evening = windows.record(windows.table(), gift("p0", "p1", 5))
    entry = evening.sheet.entries[0]
    app = await windows.window(routes.note_of(evening.id, entry.id))
    await app.type("note-text", "x" * 400)
    await app.tap("save-note")
    assert windows.happened(evening).table.notes == {entry.id: "x" * 300}
    await app.visit(routes.note_of(evening.id, "gone"))
    assert not app.exists("save-note")


async def test_an_evening_is_renamed_from_home(windows: Windows) -> None:
    evening = windows.played(2)
    app = await windows.window()
    await app.tap(f"more-{evening.id}", f"names-{evening.id}")
    assert app.route == routes.note(evening.id)
    assert not app.enabled("save-note"), "nothing is changed yet"
    await app.type("evening-name", "  Chez\u202e Léa ")
    await app.type("note-text", "with cake")
    await app.tap("save-note")
    assert app.route == routes.HOME
    assert app.text(f"session-{evening.id}").startswith("Chez Léa ")
    now = windows.happened(evening)
    assert (now.table.title, now.table.notes) == ("Chez Léa", {None: "with cake"})
    assert flaws(app) == []
