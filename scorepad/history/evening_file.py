"""The file of one evening; events are only ever added to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tinydb import TinyDB
from tinydb.table import Table

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event
from scorepad.faults import Fault

from .disk import Disk
from .errors import BadRecord, EveningExists, Outdated, UnknownEvening
from .migrations import MIGRATIONS
from .records import decode, decode_evening, encode, encode_evening, equal_documents, with_events
from .reports import Report
from .storage import AtomicStorage


class EveningFile:
    """One evening on disk, and in memory after the first read."""

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
        """Whether every refused write has been undone."""
        return self._storage.is_settled

    @property
    def checksum(self) -> str:
        """The checksum of the generation that was read or written last; "" while there is none."""
        return self._storage.checksum

    def load(self) -> Evening:
        """The evening on disk; the same object as before while the file is unchanged.

        Raises UnknownEvening, BadRecord and the StorageErrors.
        """
        if self._evening is None or not self._storage.is_current():
            self._evening = None
            tables = self._storage.read()
            if tables is None:
                raise UnknownEvening(self.id)
            evening = decode_evening(tables)
            if evening.id != self.id:
                raise BadRecord("evening/id", Fault.ANOTHER_EVENING, evening.id)
            self._evening = evening
            self._events = self._table()
        return self._evening

    def create(self, evening: Evening) -> None:
        """Saves a new evening. Raises EveningExists, BadRecord and the StorageErrors."""
        if self.exists:
            raise EveningExists(self.id)
        tables = encode_evening(evening)
        if decode_evening(tables) != evening:
            raise BadRecord("evening", Fault.UNEXPECTED)
        self._storage.write(tables)
        self._evening = evening

    def extend(self, evening: Evening) -> tuple[Event, ...]:
        """Saves the new events at the end of an evening in one write, and returns them.

        Raises Outdated if the events before them differ from the saved events, UnknownEvening, BadRecord and the
        StorageErrors; the saved evening is then unchanged.
        """
        saved = self.load()
        known, new = evening.events[: len(saved.events)], evening.events[len(saved.events) :]
        if (saved.start, saved.events) != (evening.start, known):
            raise Outdated(self.id)
        if new:
            self._insert(new)
            self._evening = evening
        return new

    def move_to(self, target: str) -> None:
        """Renames the file to `target`, a path in the same folder. Raises the StorageErrors."""
        self._storage.move_to(target)
        self._evening = None

    def merge(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Saves the events that the file lacks, in one write, and returns them.

        Raises UnknownEvening, BadRecord if an event contradicts the evening, and the StorageErrors.
        """
        evening = self.load()
        known = {event.id: event for event in evening.events}
        unlike = [
            each for each in set(events) if each.id not in known or not equal_documents(known[each.id], each)
        ]
        new = sorted(unlike, key=lambda event: event.order)
        if new:
            changed = with_events(evening, new)
            self._insert(new)
            self._evening = changed
        return tuple(new)

    def _insert(self, events: Sequence[Event]) -> None:
        """Appends events to the file. Raises BadRecord if an event would not be read back as the same value."""
        documents = [encode(event) for event in events]
        for event, document in zip(events, documents, strict=True):
            if decode(Event, document) != event:
                raise BadRecord(f"event {event.id}", Fault.UNEXPECTED)
        self._events.insert_multiple(documents)
