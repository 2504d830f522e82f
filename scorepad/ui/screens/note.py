"""The note on a hand, or the name of the evening and the note on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Change, Noted, Renamed
from scorepad.i18n.names import entry_title
from scorepad.pad import Entry
from scorepad.text import clean_name, clean_text
from scorepad.ui import kit, routes

MAX_EVENING_NAME = 60
"""The maximum number of characters of the name of an evening."""
MAX_NOTE = 300
"""The maximum number of characters of a note."""


@kit.screen(routes.note, routes.note_of)
def note_screen(at: kit.At) -> ft.View:
    """The fields for the entry that the address names, or for the evening; nothing is saved before "Save"."""
    t, entry = at.t, at.row
    entry_id = None if entry is None else entry.id
    before = at.evening.table.note_on(entry_id)
    typed, name = at.kept("typed", before), at.kept("name", at.evening.table.title)

    def save() -> None:
        title, note = clean_name(name.now)[:MAX_EVENING_NAME], _cleaned(typed.now)
        changes: list[tuple[Change, str]] = []
        if entry is None and title != at.evening.table.title:
            changes.append((Renamed(title), t("The new name is noted")))
        if note != before:
            changes.append((Noted(note, entry_id), t("Noted") if note else t("The note is gone")))
        _save(at, changes)

    changed = _cleaned(typed.value) != before or clean_name(name.value) != at.evening.table.title
    label = t("Name of the evening (optional)")
    return at.view(
        t("Name and note") if entry is None else t("Note: {note}", note=t.inside(entry_title(t, entry))),
        entry is None
        and kit.field(at.layout, "evening-name", label, name.value, name.set, max_length=MAX_EVENING_NAME),
        kit.field(
            at.layout,
            "note-text",
            t("Note"),
            typed.value,
            typed.set,
            max_length=MAX_NOTE,
            multiline=True,
            min_lines=3,
            max_lines=6,
            autofocus=entry is not None,
        ),
        kit.quiet(t("Everybody who sees the evening can read it. To remove it, leave it empty.")),
        foot=kit.action(at.layout, "save-note", t("Save"), save if changed else None),
    )


def _save(at: kit.At, changes: Sequence[tuple[Change, str]]) -> None:
    """Saves the changes of one tap in one write; the notice offers to undo all of them."""
    if len(changes) == 1:
        at.store.happens(at.evening, *changes[0], go=at.back())
        return
    first = at.store.history.stamp()
    stamps = [first, replace(at.store.history.stamp(), at=first.at)]  # by the same time Undo knows one tap

    def noted(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        for (change, _), stamp in zip(changes, stamps, strict=True):
            now = now.add(change, stamp)
        return now, entry

    at.store.do(at.evening.id, noted, at.t("Name and note are noted"), go=at.back())


def _cleaned(words: str) -> str:
    return clean_text(words)[:MAX_NOTE].rstrip()
