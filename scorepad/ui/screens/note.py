"""The note on a hand, or on the evening."""

from __future__ import annotations

from typing import cast

import flet as ft

from scorepad.i18n.names import entry_title
from scorepad.text import clean_name
from scorepad.ui import routes
from scorepad.ui.draft import MAX_NOTE
from scorepad.ui.glyphs import drawable
from scorepad.ui.kit.fields import text_field
from scorepad.ui.kit.frame import (
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_entry,
    use_kept,
    view_component,
)
from scorepad.ui.kit.taps import action
from scorepad.ui.kit.words import quiet


@view_component
def note_screen() -> ft.View:
    """A field for the note on the entry that the address names, or on the evening; nothing is saved before "Save"."""
    state, evening, entry = use_entry()
    t, entry_id = state.t, None if entry is None else entry.id
    before = evening.table.notes.get(entry_id, "")
    title = t("Note on the evening")
    route, back = routes.note(evening.id), routes.evening(evening.id)
    if entry is not None:
        title = t("Note: {note}", note=entry_title(t, entry))
        route, back = routes.note_of(evening.id, entry.id), routes.why(evening.id, entry.id)
    typed, set_typed = use_kept(route, "typed", cast("str | None", None))
    back = state.navigation.way_back(route, back)

    def save() -> None:
        state.note_given(evening, typed or "", entry_id, back=back)

    changed = typed is not None and clean_name(typed) != before
    field = text_field(
        "note-text",
        t("Note"),
        value=drawable(before) if typed is None else typed,
        max_length=MAX_NOTE,
        multiline=True,
        min_lines=3,
        max_lines=6,
        autofocus=True,
        on_change=lambda event: set_typed(event.control.value or ""),
    )
    return titled_screen(
        route,
        title,
        back,
        centred(field, quiet(t("Everybody who sees the evening can read it; an empty note is none."))),
        notice_bar(),
        foot(action("save-note", t("Save"), save if changed else None)),
    )
