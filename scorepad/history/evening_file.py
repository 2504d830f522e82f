"""The file of one evening, to which events are only ever appended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from tinydb import TinyDB
from tinydb.table import Table

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event

from .disk import Disk
from .errors import BadRecord, EveningExists, Outdated, Reason, UnknownEvening
from .migrations import MIGRATIONS
from .records import decode, decode_evening, encode, encode_evening, says_the_same, with_events
from .reports import Report
from .storage import AtomicStorage


class EveningFile:
    """One evening on disk, and in memory once it is read."""

    def __init__(self, path: Path, evening_id: str, disk: Disk, report: Callable[[Report], object]) -> None:
        self.id = evening_id
        self._storage = AtomicStorage(path, migrations=MIGRATIONS, disk=disk, report=report)
        self._events = self._table()
        self._evening: Evening | None = None

    def _table(self) -> Table:
        return TinyDB(storage=lambda: self._storage).table("events")

    @property
    def exists(self) -> bool:
        """Whether the file was ever saved."""
        return self._storage.generation > 0

    @property
    def is_settled(self) -> bool:
        """Whether no refused write is still to be undone."""
        return self._storage.is_settled

    @property
    def checksum(self) -> str:
        """The checksum of the generation that was read or written last."""
        return self._storage.checksum

    def load(self) -> Evening:
        """The evening as it is on disk; the same value as long as it is unchanged.

        Raises UnknownEvening, BadRecord and the StorageErrors.
        """
        if self._evening is None or not self._storage.is_current():
            self._evening = None
            tables = self._storage.read()
            if tables is None:
                raise UnknownEvening(self.id)
            evening = decode_evening(tables)
            if evening.id != self.id:
                raise BadRecord("evening/id", Reason.ANOTHER_EVENING, evening.id)
            self._evening = evening
            self._events = self._table()
        return self._evening

    def create(self, evening: Evening) -> None:
        """Saves a new evening. Raises EveningExists, BadRecord and the StorageErrors."""
        if self.exists:
            raise EveningExists(self.id)
        tables = encode_evening(evening)
        if decode_evening(tables) != evening:
            raise BadRecord("evening", Reason.UNEXPECTED)
        self._storage.write(tables)
        self._evening = evening

    def append(self, event: Event) -> Evening:
        """Saves another event, and returns the evening; an event that is there already is no error.

        Raises Outdated if the event does not follow the last one, UnknownEvening, BadRecord and the StorageErrors; the
        evening is then unchanged.
        """
        evening = self.load()
        known = next((found for found in evening.events if found.id == event.id), None)
        if known is not None and says_the_same(known, event):
            return evening
        if known is None and event.seq != evening.next_seq:
            raise Outdated(self.id)
        return self._add(evening, [event])

    def move_to(self, target: str) -> None:
        """Gives the file another name. Raises the StorageErrors."""
        self._storage.move_to(target)
        self._evening = None

    def merge(self, events: Iterable[Event]) -> int:
        """Saves the events that are not there yet, in one write; returns their number. Raises as `append` does."""
        evening = self.load()
        known = {event.id: event for event in evening.events}
        unlike = [
            each for each in set(events) if each.id not in known or not says_the_same(known[each.id], each)
        ]
        new = sorted(unlike, key=lambda event: event.order)
        if new:
            self._add(evening, new)
        return len(new)

    def _add(self, evening: Evening, events: list[Event]) -> Evening:
        changed = with_events(evening, events)
        documents = [encode(event) for event in events]
        for event, document in zip(events, documents, strict=True):
            if decode(Event, document) != event:
                raise BadRecord(f"event {event.id}", Reason.UNEXPECTED)
        self._events.insert_multiple(documents)
        self._evening = changed
        return changed
