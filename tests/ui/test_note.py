"""Notes on hands and on the evening, by taps."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.adjustment import gift
from scorepad.evening.events import Ended, Noted
from scorepad.ui import routes

from .evening import Windows, flaws, grow, only_long


async def test_a_note_on_a_hand(windows: Windows) -> None:
    evening = windows.played(2)
    entry = evening.sheet.entries[0]
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1")
    assert not app.exists("note")
    await app.tap("change-note")
    assert app.route == routes.note_of(evening.id, entry.id)
    assert not app.enabled("save-note")
    await app.type("note-text", "  the excuse  in the last trick ")
    assert flaws(app) == []
    await app.tap("save-note")
    assert app.route == routes.why(evening.id, entry.id)
    assert app.text("note") == "“the excuse in the last trick”"
    assert windows.happened(evening).table.notes == {entry.id: "the excuse in the last trick"}
    assert flaws(app) == []
    await app.tap("back")
    note = t("Note: {note}", note="the excuse in the last trick")
    assert [app.name(f"row-{number}").endswith(note) for number in (1, 2)] == [True, False]
    assert flaws(app) == []
    await app.tap("row-1", "change-note")
    assert app.value("note-text") == "the excuse in the last trick"
    await app.type("note-text", "")
    await app.tap("save-note")
    assert windows.happened(evening).table.notes == {}
    await app.visit(f"/session/{evening.id}")
    await app.tap("undo")
    assert windows.happened(evening).table.notes == {entry.id: "the excuse in the last trick"}
    await app.visit(routes.journal(evening.id))
    hand, note = t("Hand {number}", number=1), t.inside(t("Note"))
    undone = t.inside(t("Undone: {what}", what=note))
    titles = [text for text in app.texts() if text.startswith(f"{hand} · ")]
    assert titles == [f"{hand} · {what}" for what in (undone, note, note, t.inside(t("Recorded")))]
    assert "the excuse in the last trick" in app.texts()
    assert flaws(app) == []


async def test_a_note_on_the_evening_also_once_it_is_over(windows: Windows) -> None:
    evening = windows.played(1)
    windows.history.append(evening.id, evening.add(Ended(), windows.history.stamp()).events[-1])
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-note")
    assert app.route == routes.note(evening.id)
    await app.type("note-text", "at Léa’s, with cake")
    await app.tap("save-note")
    assert app.route == f"/session/{evening.id}"
    assert windows.happened(evening).table.notes == {None: "at Léa’s, with cake"}
    assert windows.happened(evening).table.ended
    await app.tap("menu")
    assert app.text("menu-note") == f"{t('Note on the evening')} {t('yes')}"
    await app.tap("menu")
    await app.visit(routes.end(evening.id))
    assert app.text("note") == "“at Léa’s, with cake”"
    assert flaws(app) == []
    await app.tap("note")
    assert app.value("note-text") == "at Léa’s, with cake"
    await app.tap("back")
    assert app.route == routes.end(evening.id)


async def test_a_note_on_points_without_a_hand_and_on_nothing(windows: Windows) -> None:
    evening = windows.record(windows.table(), gift("p0", "p1", 5))
    entry = evening.sheet.entries[0]
    app = await windows.window(routes.note_of(evening.id, entry.id))
    assert t("Note: {note}", note=t("Gift")) in app.texts()
    await app.paste("note-text", "x" * 400)
    await app.tap("save-note")
    assert windows.happened(evening).table.notes == {entry.id: "x" * 300}
    await app.visit(routes.note_of(evening.id, "gone"))
    assert not app.exists("save-note")


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
@pytest.mark.parametrize("people", [4, 5])
async def test_the_sign_fits_the_sheet_with_large_text(windows: Windows, language: str, people: int) -> None:
    evening = windows.played(1, people)
    changed = evening.add(Noted("a note", evening.sheet.entries[0].id), windows.history.stamp())
    windows.history.append(evening.id, changed.events[-1])
    windows.language = language
    app = await windows.window(f"/session/{evening.id}")
    assert flaws(app) == []
    await grow(app, 2.0)
    assert flaws(app) == []
    await app.visit(routes.note_of(evening.id, evening.sheet.entries[0].id))
    assert flaws(app) == []
