"""The note on a hand; or the name, the day and the note of an evening."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Change, Noted, PlayedOn, Renamed
from scorepad.i18n.names import entry_title
from scorepad.pad import Entry
from scorepad.stats.scopes import last_day, next_month
from scorepad.text import clean_name, clean_text
from scorepad.ui import kit, routes

MAX_EVENING_NAME = 60
"""The maximum number of characters of the name of an evening."""
MAX_NOTE = 300
"""The maximum number of characters of a note."""


@kit.screen(routes.note, routes.note_of)
def note_screen(at: kit.At) -> ft.View:
    """The note of the row that the address names, or the name, the day and the note of the evening.

    Nothing is saved before "Save".
    """
    t, entry = at.t, at.row
    before = at.evening.table.note_on(None if entry is None else entry.id)
    typed, name = at.kept("typed", before), at.kept("name", at.evening.table.title)
    day = at.kept("day", t.zone.day(at.evening.began))

    def save() -> None:
        _save(at, _changes(at, name.now, day.now, typed.now))

    changed = _changes(at, name.value, day.value, typed.value)
    label = t("Name of the evening (optional)")
    return at.view(
        t("Name, day, note") if entry is None else t("Note: {note}", note=t.inside(entry_title(t, entry))),
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
        entry is None and _day(at, day),
        foot=kit.action(at.layout, "save-note", t("Save"), save if changed else None),
    )


def _changes(at: kit.At, name: str, day: str, note: str) -> list[tuple[Change, str]]:
    """The changes from the saved values to these values, each with the words of its notice."""
    t, evening, entry = at.t, at.evening, at.row
    title, note, entry_id = (
        clean_name(name)[:MAX_EVENING_NAME],
        _cleaned(note),
        None if entry is None else entry.id,
    )
    changes: list[tuple[Change, str]] = []
    if entry is None and title != evening.table.title:
        changes.append((Renamed(title), t("The new name is noted")))
    if entry is None and day != t.zone.day(evening.began):
        changes.append((PlayedOn(day), t("The day is noted")))
    if note != evening.table.note_on(entry_id):
        changes.append((Noted(note, entry_id), t("Noted") if note else t("The note is gone")))
    return changes


def _day(at: kit.At, day: kit.Kept[str]) -> kit.Part:
    """The day on which the evening was played, with buttons for the month and for the day; never after today."""
    t, today = at.t, at.t.zone.day(at.store.history.now)

    def steps(identifier: str, words: str, by: Callable[[str, int], str | None], *said: str) -> ft.Control:
        less, more = (
            (what, day.sets(to) if to is not None and to <= today else None)
            for what, to in zip(said, (by(day.value, -1), by(day.value, 1)), strict=True)
        )
        return kit.stepper(at.layout, identifier, words, less, more)

    return [
        kit.section(t("Played on")),
        steps("month", t.month(day.value), month_later, t("A month earlier"), t("A month later")),
        steps("day", t.date(day.value), day_later, t("A day earlier"), t("A day later")),
    ]


def day_later(day: str, by: int) -> str | None:
    """The day `by` days later (ISO 8601); None outside the calendar."""
    try:
        return (date.fromisoformat(day) + timedelta(by)).isoformat()
    except OverflowError:
        return None


def month_later(day: str, by: int) -> str | None:
    """The same day `by` months later, or the last day of that month; None outside the calendar."""
    month = next_month(day[:7], by)
    return month and min(f"{month}-{day[8:]}", last_day(month))


def _save(at: kit.At, changes: Sequence[tuple[Change, str]]) -> None:
    """Saves the changes of one tap in one write; the notice offers to undo all of them."""
    if len(changes) == 1:
        at.store.happens(at.evening, *changes[0], go=at.back())
        return
    stamp = at.store.history.stamp()  # the same for all: so Undo knows one tap

    def noted(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        for change, _ in changes:
            now = now.add(change, stamp)
        return now, entry

    at.store.do(at.evening.id, noted, at.t("Name, day and note are noted"), go=at.back())


def _cleaned(words: str) -> str:
    return clean_text(words)[:MAX_NOTE].rstrip()
