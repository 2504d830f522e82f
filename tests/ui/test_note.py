"""Notes on hands and on the evening, by taps."""

from __future__ import annotations

import pytest
from words import t

from scorepad.evening.adjustment import gift
from scorepad.evening.events import Ended, Noted
from scorepad.ui import routes

from .evening import Windows, flaws, grow, only_long


async def test_a_note_on_a_hand(evening: Windows) -> None:
    session = evening.played(2)
    entry = session.sheet.entries[0]
    app = await evening.window(f"/session/{session.id}")
    await app.tap("row-1")
    assert not app.exists("note")
    await app.tap("change-note")
    assert app.route == routes.note_of(session.id, entry.id)
    assert not app.enabled("save-note")
    await app.type("note-text", "  the excuse  in the last trick ")
    assert flaws(app) == []
    await app.tap("save-note")
    assert app.route == routes.why(session.id, entry.id)
    assert app.text("note") == "“the excuse in the last trick”"
    assert evening.happened(session).table.notes == {entry.id: "the excuse in the last trick"}
    assert flaws(app) == []
    await app.tap("back")
    note = t("Note: {note}", note="the excuse in the last trick")
    assert [app.name(f"row-{number}").endswith(note) for number in (1, 2)] == [True, False]
    assert flaws(app) == []
    await app.tap("row-1", "change-note")
    assert app.value("note-text") == "the excuse in the last trick"
    await app.type("note-text", "")
    await app.tap("save-note")
    assert evening.happened(session).table.notes == {}
    await app.visit(f"/session/{session.id}")
    await app.tap("undo")
    assert evening.happened(session).table.notes == {entry.id: "the excuse in the last trick"}
    await app.visit(routes.journal(session.id))
    hand, note = t("Hand {number}", number=1), t.inside(t("Note"))
    undone = t.inside(t("Undone: {what}", what=note))
    titles = [text for text in app.texts() if text.startswith(f"{hand} · ")]
    assert titles == [f"{hand} · {what}" for what in (undone, note, note, t.inside(t("Recorded")))]
    assert "the excuse in the last trick" in app.texts()
    assert flaws(app) == []


async def test_a_note_on_the_evening_also_once_it_is_over(evening: Windows) -> None:
    session = evening.played(1)
    evening.history.append(session.id, session.add(Ended(), evening.history.stamp()).events[-1])
    app = await evening.window(f"/session/{session.id}")
    await app.tap("menu", "menu-note")
    assert app.route == routes.note(session.id)
    await app.type("note-text", "at Léa’s, with cake")
    await app.tap("save-note")
    assert app.route == f"/session/{session.id}"
    assert evening.happened(session).table.notes == {None: "at Léa’s, with cake"}
    assert evening.happened(session).table.ended
    await app.tap("menu")
    assert app.text("menu-note") == f"{t('Note on the evening')} {t('yes')}"
    await app.tap("menu")
    await app.visit(routes.end(session.id))
    assert app.text("note") == "“at Léa’s, with cake”"
    assert flaws(app) == []
    await app.tap("note")
    assert app.value("note-text") == "at Léa’s, with cake"
    await app.tap("back")
    assert app.route == routes.end(session.id)


async def test_a_note_on_points_without_a_hand_and_on_nothing(evening: Windows) -> None:
    session = evening.record(evening.table(), gift("p0", "p1", 5))
    entry = session.sheet.entries[0]
    app = await evening.window(routes.note_of(session.id, entry.id))
    assert t("Note: {note}", note=t("Gift")) in app.texts()
    await app.paste("note-text", "x" * 400)
    await app.tap("save-note")
    assert evening.happened(session).table.notes == {entry.id: "x" * 300}
    await app.visit(routes.note_of(session.id, "gone"))
    assert not app.exists("save-note")


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
@pytest.mark.parametrize("people", [4, 5])
async def test_the_sign_fits_the_sheet_with_large_text(evening: Windows, language: str, people: int) -> None:
    session = evening.played(1, people)
    changed = session.add(Noted("a note", session.sheet.entries[0].id), evening.history.stamp())
    evening.history.append(session.id, changed.events[-1])
    evening.language = language
    app = await evening.window(f"/session/{session.id}")
    assert flaws(app) == []
    await grow(app, 2.0)
    assert flaws(app) == []
    await app.visit(routes.note_of(session.id, session.sheet.entries[0].id))
    assert flaws(app) == []
