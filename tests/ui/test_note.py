"""Notes on hands and on the evening, by taps."""

from __future__ import annotations

from words import t

from scorepad.evening.events import Ended
from scorepad.ui import routes

from .evening import Windows


async def test_a_note_on_a_hand(windows: Windows) -> None:
    evening = windows.played(2)
    entry = evening.sheet.entries[0]
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


async def test_a_note_on_the_evening_also_once_it_is_over(windows: Windows) -> None:
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
