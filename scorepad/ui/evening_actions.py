"""The actions on a whole evening: end it, go on playing, delete it, put it back; undo and redo.

Undo and redo act only on the event that the window showed at the tap, and do not leave the screen.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Dealt, Ended, Event, LeftOut, Noted, PlayedOn, Renamed, Seated
from scorepad.history import HistoryError, UnknownEvening
from scorepad.i18n import Translator
from scorepad.i18n.events import happened_text
from scorepad.pad.entry import under_way
from scorepad.ui import routes
from scorepad.ui.store import Store

ONE_TAP = Renamed, PlayedOn, Noted
"""The changes of an evening that one tap can make together."""


class NextAction(StrEnum):
    """An action on an evening; if a hand is under way, the app first asks whether to save this hand."""

    END = "end"
    AGAIN = "again"
    DELETE = "delete"


def ask_about_hand(store: Store, evening_id: str, then: NextAction) -> bool:
    """Asks whether to save the hand under way before the action `then`. Returns False if there is no such hand."""
    evening = store.evening(evening_id)
    if evening is None or evening.table.ended or not under_way(store.entry(evening), evening):
        return False
    store.to(routes.unsaved(evening_id, then), back=store.route)
    return True


# -- the end of an evening ---


def end(store: Store, evening: Evening) -> None:
    """Ends the evening; first asks what becomes of a hand under way."""
    if not ask_about_hand(store, evening.id, NextAction.END):
        finish(store, evening.id)


def finish(store: Store, evening_id: str) -> None:
    """Ends the evening, and shows its final standings, from which Back leads home."""
    stamp = store.history.stamp()
    ended = store.do(evening_id, lambda now, entry: (now.add(Ended(), stamp), entry))
    if ended is not None:
        store.to(routes.end(evening_id), back=routes.HOME)
        store.say(store.t("The evening is over."), back=partial(reopen, store, ended))


def reopen(store: Store, evening: Evening) -> None:
    """Reopens an evening that has ended."""
    store.happens(evening, Ended(False), go=routes.evening(evening.id))


def count_in_season(store: Store, evening: Evening, *, counts: bool) -> None:
    """Lets the evening count in seasons, or leaves it out."""
    t = store.t
    said = t("It counts in the season") if counts else t("It is left out of the season")
    store.happens(evening, LeftOut(not counts), said)


# -- the bin ---


def delete(store: Store, evening_id: str) -> None:
    """Moves an evening into the bin; if a hand is under way, first asks whether to save this hand."""
    if not ask_about_hand(store, evening_id, NextAction.DELETE):
        put_in_bin(store, evening_id)


def put_in_bin(store: Store, evening_id: str) -> None:
    """Moves an evening into the bin; the notice offers to put it back. A second tap does nothing."""
    title = store.title_among_all(evening_id)
    try:
        name = store.history.move_to_bin(evening_id)
    except UnknownEvening:
        return
    except HistoryError as error:
        store.report(error)
        return
    store.changed()
    store.to(routes.HOME)
    store.say(store.t("Deleted: {evening}", evening=title), back=partial(put_back, store, name))


def put_back(store: Store, name: str) -> None:
    """Puts an evening back from the bin; `name` is the name of its file there."""
    found = next((each for each in store.bin() if each.name == name), None)
    if found is not None and store.save(store.history.put_back, name):
        title = store.title_among_all(found.summary.id)
        store.say(store.t("Put back: {evening}", evening=title))


# -- undo and redo ---


def undo_last(store: Store, evening: Evening) -> None:
    """Undoes the last event of `evening`, which is the evening as the window shows it.

    Does nothing if the evening has a later event by now.
    """
    if evening.undoable is not None:
        undo_event(store, evening.id, evening.undoable.id)


def undo_event(store: Store, evening_id: str, meant: str) -> None:
    """Undoes the event `meant` if it is still the last event, and offers to redo it.

    An undone hand is unsaved again.
    """
    _step(store, evening_id, meant, redo=False)


def redo_last(store: Store, evening: Evening) -> None:
    """Redoes the last undone event of `evening`, which is the evening as the window shows it.

    Does nothing if this event can no longer be redone.
    """
    if evening.redoable is not None:
        redo_event(store, evening.id, evening.redoable.id)


def redo_event(store: Store, evening_id: str, meant: str) -> None:
    """Redoes the event `meant` if it is still the last undone event, and offers to undo it."""
    _step(store, evening_id, meant, redo=True)


def _step(store: Store, evening_id: str, meant: str, *, redo: bool) -> None:
    """Undoes or redoes the event `meant` and all events of the same tap; then a notice offers to reverse this."""
    before, more = store.evening(evening_id), list[Event]()
    if before is None:
        return
    rows = store.entry(before).paper.events

    def next_of(evening: Evening) -> Event | None:
        return evening.redoable if redo else evening.undoable

    def once(evening: Evening, stamp: Stamp) -> Evening:
        return evening.redo(stamp) if redo else evening.undo(stamp)

    def act(now: Evening, at: Stamp) -> Evening:
        event = next_of(now)
        if event is None or event.id != meant:
            return now
        after = once(now, at)
        while (following := next_of(after)) is not None:
            if not (_of_one_tap(event, following) or {event.id, following.id} <= {*rows}):
                break
            more.append(following)
            after = once(after, at)
        return after

    after = store.happens(before, act)
    if after is None:
        return
    t, counting = store.t, after if redo else before
    what = happened_text(t, counting, counting.event(meant))
    if more and meant in rows:
        what = hands_from_paper(t, 1 + len(more))
    elif more:
        dealt = next((each for each in more if isinstance(each.change, Dealt)), None)
        what = t("Name, day and note") if dealt is None else happened_text(t, counting, dealt)
    what = _titled(store, what, evening_id)
    words = t("Redone: {what}", what=what) if redo else t("Undone: {what}", what=what)
    store.see(token=0)
    store.say(words, undo=after if redo else None, redo=None if redo else after, row=after.event(meant).entry)


def hands_from_paper(t: Translator, count: int) -> str:
    """The words for hands that were typed as rows and saved together."""
    return t.plural("{count} hand from paper", "{count} hands from paper", count)


def _of_one_tap(event: Event, other: Event) -> bool:
    """Whether one tap made both events: an inserted hand and the next turn to deal, or two different kinds of ONE_TAP.

    Such events have the same time and the same device.
    """
    if (event.at, event.device) != (other.at, other.device):
        return False
    kinds = {type(event.change), type(other.change)}
    if kinds == {Dealt, Seated}:
        return any(isinstance(each.change, Dealt) and each.change.before for each in (event, other))
    return event.entry == other.entry and len(kinds) == 2 and kinds <= {*ONE_TAP}


def _titled(store: Store, words: str, evening_id: str) -> str:
    """The words, with the title of the evening if several evenings are under way."""
    under_way = [each for each in store.summaries() if not each.finished and each.problem is None]
    return f"{words} · {store.title_among_all(evening_id)}" if len(under_way) > 1 else words
