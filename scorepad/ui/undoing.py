"""Undo and redo, each of the event that a tap meant."""

from __future__ import annotations

from scorepad.evening.evening import Evening
from scorepad.evening.events import Stamp
from scorepad.i18n.events import happened_text
from scorepad.ui import routes
from scorepad.ui.store import Store


def undo_last(store: Store, evening: Evening) -> None:
    """Undoes the last event of the evening as it was drawn, if it still is the last one."""
    if evening.undoable is not None:
        undo_event(store, evening.id, evening.undoable.id)


def redo_last(store: Store, evening: Evening) -> None:
    """Redoes what was undone last in the evening as it was drawn, if that still is so."""
    if evening.redoable is not None:
        redo_event(store, evening.id, evening.redoable.id)


def undo_event(store: Store, evening_id: str, meant: str) -> None:
    """Undoes this event, if it still is the last one; a hand goes back into the entry."""

    def take_back(now: Evening, stamp: Stamp) -> Evening:
        return now.undo(stamp) if now.undoable is not None and now.undoable.id == meant else now

    evening = store.evening(evening_id)
    changed = store.commit(evening, take_back) if evening is not None else None
    if evening is None or changed is None:
        return
    said = store.t("Undone: {what}", what=_what_happened(store, meant, evening))
    if store.drafts.bring_back(changed, changed.event(meant)):
        store.navigation.to(routes.entry(evening_id))
    store.say(said)


def redo_event(store: Store, evening_id: str, meant: str) -> None:
    """Redoes what this event undid, if it still is the last one."""

    def bring_back(now: Evening, stamp: Stamp) -> Evening:
        return now.redo(stamp) if now.redoable is not None and now.redoable.id == meant else now

    evening = store.evening(evening_id)
    changed = store.commit(evening, bring_back) if evening is not None else None
    if evening is None or changed is None:
        return
    if changed.subject(changed.events[-1]).deal is not None:  # the entry holds it since it was undone
        store.drafts.finish(changed)
    said = store.t("Redone: {what}", what=_what_happened(store, meant, changed))
    store.say(said, undo=changed)


def _what_happened(store: Store, id_: str, evening: Evening) -> str:
    """An event of an evening in which it counts, in a few words; with the evening, if several are under way."""
    words = happened_text(store.t, evening, evening.event(id_))
    under_way = [each for each in store.summaries() if not each.finished and each.problem is None]
    return f"{words} · {store.title_among_all(evening.id)}" if len(under_way) > 1 else words
