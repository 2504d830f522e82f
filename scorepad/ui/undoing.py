"""Undo and redo, each of the event that a tap meant. The window stays where it is."""

from __future__ import annotations

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event
from scorepad.i18n.events import happened_text
from scorepad.ui.store import Store


def undo_last(store: Store, evening: Evening) -> None:
    """Undoes the last event of the evening as it was drawn, if it still is the last one."""
    if evening.undoable is not None:
        undo_event(store, evening.id, evening.undoable.id)


def undo_event(store: Store, evening_id: str, meant: str) -> None:
    """Undoes this event, if it still is the last one; a hand waits in the entry then."""
    before = store.evening(evening_id)
    if before is None:
        return
    if store.happens(before, lambda now, at: now.undo(at) if _is(now.undoable, meant) else now):
        store.see(token=0)
        store.say(store.t("Undone: {what}", what=_what_happened(store, meant, before)))


def redo_last(store: Store, evening: Evening) -> None:
    """Redoes what was undone last in the evening as it was drawn, if that still is so."""
    if evening.redoable is None:
        return
    meant = evening.redoable.id
    after = store.happens(evening, lambda now, at: now.redo(at) if _is(now.redoable, meant) else now)
    if after is not None:
        store.see(token=0)
        store.say(store.t("Redone: {what}", what=_what_happened(store, meant, after)), undo=after)


def _is(event: Event | None, meant: str) -> bool:
    return event is not None and event.id == meant


def _what_happened(store: Store, id_: str, evening: Evening) -> str:
    """An event of an evening in which it counts, in a few words; with the evening, if several are under way."""
    words = happened_text(store.t, evening, evening.event(id_))
    under_way = [each for each in store.summaries() if not each.finished and each.problem is None]
    return f"{words} · {store.title_among_all(evening.id)}" if len(under_way) > 1 else words
