"""The note on a hand, or on the evening."""

from __future__ import annotations

import flet as ft

from scorepad.evening.events import Noted
from scorepad.i18n.names import entry_title
from scorepad.text import clean_name
from scorepad.ui import kit, routes
from scorepad.ui.draft import MAX_NOTE


@kit.screen(routes.note, routes.note_of)
def note_screen(at: kit.At) -> ft.View:
    """A field for the note on the entry that the address names, or on the evening; nothing is saved before "Save"."""
    t, entry = at.t, at.entry
    entry_id = None if entry is None else entry.id
    before = at.evening.table.notes.get(entry_id, "")
    typed = at.kept("typed", before)

    def save() -> None:
        note = _cleaned(typed.now)
        at.commit(Noted(note, entry_id), t("Noted") if note else t("The note is gone"), go=at.back())

    return at.view(
        t("Note on the evening") if entry is None else t("Note: {note}", note=entry_title(t, entry)),
        kit.field(
            "note-text",
            t("Note"),
            typed.value,
            typed.set,
            max_length=MAX_NOTE,
            multiline=True,
            min_lines=3,
            max_lines=6,
            autofocus=True,
        ),
        kit.quiet(t("Everybody who sees the evening can read it; an empty note is none.")),
        foot=kit.action("save-note", t("Save"), save if _cleaned(typed.value) != before else None),
    )


def _cleaned(words: str) -> str:
    return clean_name(words)[:MAX_NOTE]
