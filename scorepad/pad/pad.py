"""The pad of a data folder holds each evening with its entry, which contains the unsaved hands.

Every change of an existing evening or of its entry goes through `change`; a tap is a change, too. Code that shows
evenings calls `subscribe`. The history creates, deletes and imports evenings, and notifies the pad.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event, Undone
from scorepad.history import History, HistoryError, UnknownEvening
from scorepad.tarot.hand import Id

from .documents import from_document, pruned, to_document
from .draft import HandDraft
from .entry import Entry, tapped
from .following import followed

SAME_TAP = 1.0
"""The same tap in two windows within this number of seconds counts once: nobody has seen the other person's tap yet."""

Act = Callable[[Evening, Entry], tuple[Evening, Entry]]
"""A change of an evening and its entry; it returns the same values if nothing changes."""

_log = logging.getLogger(__name__)


class EveningOver(Exception):
    """The evening has ended: no hand can be played until it is reopened."""


@dataclass(frozen=True)
class Told:
    """A notice of a change in an evening; without an `evening`, anything may have changed.

    `by` is the window that made the change; None if the change came from outside the pad. `events` are the new events.
    If a window made a change without events, only the entry changed. If a change from outside has no events, the whole
    evening may have changed. `tap` tells whether the change was a tap in the entry.
    """

    evening: Id | None = None
    events: tuple[Event, ...] = ()
    by: object = None
    tap: bool = False


class Pad:
    """The evenings and the entries of a history. Thread-safe."""

    def __init__(self, history: History) -> None:
        self.history = history
        history.on_change = self._history_changed
        self._lock = threading.RLock()
        self._tokens = itertools.count(1)
        self._entries: dict[Id, tuple[Evening, Entry]] = {}
        """Each entry that was asked for, and its evening; the entry takes all events of this evening into account."""
        self._current: set[Id] = set()
        """The evenings in `_entries` that are up to date: no later change of the history came from outside."""
        self._unwritten: set[Id] = set()
        self._taps: list[tuple[float, object, object]] = []
        """The latest taps that another window may still repeat: the time, the target, and the window."""
        self._listeners: list[Callable[[Told], object]] = []
        self._quiet: set[int] = set()
        """The ids of the threads in `as_one_change`: their changes are announced when the block ends."""

    # -- reading and changing ---

    def entry(self, evening: Evening) -> Entry:
        """The entry of an evening; an entry that was never changed is empty."""
        with self._lock:
            return self._entry(evening)

    def change(self, id_: Id, act: Act, by: object = None) -> Evening | None:
        """Applies `act` to an evening and its entry; returns the evening, or None if nothing changes.

        The entry is on disk before the events: if the app is killed between both writes, the ids of events in the entry
        tell which hands were recorded. Raises EveningOver or a HistoryError; nothing is then changed.
        """
        return self._change(id_, act, by, tap=False)

    def _change(self, id_: Id, act: Act, by: object, *, tap: bool) -> Evening | None:
        with self._lock:
            before = self._entries[id_][0] if id_ in self._current else self.history.load(id_)
            entry = self._entry(before)
            after, entered = act(before, entry)
            entered = replace(entered, place=0)  # each window has its own hand in sight
            events = after.events[len(before.events) :]
            if not events and entered == entry:
                return None
            if before.table.ended and any(each.change.playing for each in events):
                raise EveningOver
            if events:
                self._record(before, after, events, entered)
                entered = pruned(followed(entered, before.events, after), before, after)
            self._put(after, entered)
        self.tell(Told(id_, events, by, tap))
        return after

    def tap(
        self, id_: Id, tap: Callable[[HandDraft], HandDraft], meant: int, by: object, what: object
    ) -> bool:
        """Applies a tap to the unsaved hand with the token `meant`; returns whether anything changed.

        `by` is the window of the tap. `what` identifies the tap: the same tap in another window within SAME_TAP seconds
        is ignored. Raises the errors of `change`.
        """

        def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
            if now.table.ended:
                raise EveningOver
            at = entry.looked_at(meant)
            return now, entry if at is None else tapped(at, now, tap)

        if self._is_echo((id_, meant, what), by):
            return False
        return self._change(id_, act, by, tap=True) is not None

    def _is_echo(self, what: object, by: object) -> bool:
        """Whether another window has just made the same tap; each tap can have one echo."""
        now = time.monotonic()
        with self._lock:
            self._taps = [each for each in self._taps if now - each[0] < SAME_TAP]
            first = next((each for each in self._taps if each[1] == what and each[2] is not by), None)
            if first is None:
                self._taps.append((now, what, by))
            else:
                self._taps.remove(first)
        return first is not None

    # -- listeners ---

    def subscribe(self, listener: Callable[[Told], object]) -> Callable[[], None]:
        """Calls the listener after every change, in the thread of the change; returns a function that unsubscribes."""
        self._listeners.append(listener)

        def end() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return end

    @contextmanager
    def as_one_change(self) -> Iterator[None]:
        """Announces all changes of this thread in the `with` block as one general change, at its end."""
        thread = threading.get_ident()
        self._quiet.add(thread)
        try:
            yield
        finally:
            self._quiet.remove(thread)
            self.tell(Told())

    def tell(self, what: Told) -> None:
        """Calls every listener; an error in a listener is logged only, since the change has happened."""
        if threading.get_ident() in self._quiet:
            return
        for listener in list(self._listeners):
            try:
                listener(what)
            except Exception:
                _log.exception("a window failed")

    def _history_changed(self, evening_id: Id | None) -> None:
        """Announces a change of the history from outside the pad."""
        self._current.clear()
        self.tell(Told(evening_id))

    # -- entries ---

    def _entry(self, evening: Evening) -> Entry:
        """The entry of an evening, updated for any events from outside the pad.

        The `evening` of a window may be out of date, since the windows are drawn later: the evening in the history
        counts. If this evening has lost events by a restore, the entry is read from the disk again.
        """
        known = self._entries.get(evening.id)
        if known is not None and known[0] is evening:
            return known[1]
        try:
            evening = self.history.load(evening.id)
        except HistoryError:  # the evening is in the bin, or cannot be read now: the known entry stays
            if known is not None:
                return known[1]
        if known is not None and not _continues(evening, known[0]):
            self._unwritten.discard(evening.id)
            known = None
        if known is None:
            found = from_document(self.history.draft(evening.id), evening)
            self._entries[evening.id] = evening, self._numbered(found)
        elif len(evening.events) > len(known[0].events):
            self._put(evening, followed(known[1], known[0].events, evening))
        return self._entries[evening.id][1]

    def _put(self, evening: Evening, entry: Entry) -> None:
        known = self._entries.get(evening.id)
        self._entries[evening.id] = evening, self._numbered(entry)
        self._current.add(evening.id)
        if known is None or known[1] != entry:
            self._unwritten.add(evening.id)

    def _numbered(self, entry: Entry) -> Entry:
        """The entry with a new token for each hand that has no token."""
        hands = [each if each.token else replace(each, token=next(self._tokens)) for each in entry.hands]
        return replace(entry, hands=tuple(hands))

    def _record(self, before: Evening, after: Evening, events: Sequence[Event], entered: Entry) -> None:
        """Saves `events`, and perhaps the entry `entered` before them.

        The entry is saved if it differs from the entry on disk, or if an event is an undo: an undo brings back a hand
        that is stored nowhere else. The events are saved even if the entry cannot be saved. When the entry is read
        again, `from_document` updates the entry for the events that were saved after it.
        """
        undoes = any(isinstance(event.change, Undone) for event in events)
        if undoes or before.id in self._unwritten or entered != self._entries[before.id][1]:
            with suppress(HistoryError):
                self.history.save_draft(before.id, to_document(entered, before))
            self._unwritten.add(before.id)
        self.history.extend(after)

    def write(self) -> None:
        """Writes the entries that changed since the last write. Raises a HistoryError."""
        with self._lock:
            for id_ in tuple(self._unwritten - self._current):
                with suppress(UnknownEvening):  # the evening is in the bin: its entry stays there
                    self._entry(self.history.load(id_))
            for id_ in tuple(self._unwritten):
                evening, entry = self._entries[id_]
                if not entry.is_empty:
                    self.history.save_draft(id_, to_document(entry, evening))
                elif self.history.draft(id_) is not None:
                    self.history.clear_draft(id_)
                self._unwritten.discard(id_)

    def forget(self) -> None:
        """Forgets all entries, as the history was replaced; they are read again when they are needed."""
        with self._lock:
            self._entries.clear()
            self._current.clear()
            self._unwritten.clear()


def _continues(evening: Evening, before: Evening) -> bool:
    """Whether an evening has all events of an earlier state."""
    return all(evening.find(event.id) is not None for event in before.events)
