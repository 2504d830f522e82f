"""Reads a data folder: the part of the history that changes nothing."""

from __future__ import annotations

import errno
import threading
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.stats.counting import tally_of
from scorepad.stats.tally import EveningTally
from scorepad.work import Work, finished

from .backup import Backup, SecondFolder, list_backups, read_second_folder
from .backup.files import FOLDER, list_backups_in
from .backup.inspection import find_copies, former_ids_found, search_backups
from .backup.making import utc_now
from .backup.restore import is_under_way
from .disk import Disk, ReadOnlyDisk
from .errors import FolderUnusable, HistoryClosed, HistoryError, Unreadable
from .folder import DataFolder, Deleted, list_bin
from .library import Library
from .reports import Report
from .summary import Summary
from .used_days import Expiring

P = ParamSpec("P")
T = TypeVar("T")


def known_tallies(summaries: Iterable[Summary]) -> tuple[list[EveningTally], list[str]]:
    """The known tallies of evenings, and the ids of the evenings that have to be counted."""
    readable = [each for each in summaries if each.problem is None]
    found = [
        EveningTally(each.id, each.created, each.people, each.tally, each.left_out)
        for each in readable
        if each.tally
    ]
    return found, [each.id for each in readable if not each.tally]


def _from_library(read: Callable[Concatenate[Library, P], T]) -> Callable[Concatenate[HistoryReader, P], T]:
    """Makes a method of HistoryReader that calls `read`, a method of Library."""

    @wraps(read)
    def method(reader: HistoryReader, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with reader._open() as data:
            return read(data.library, *args, **kwargs)

    return method


def new_device() -> str:
    """A random name for a device."""
    return uuid.uuid4().hex[:8]


class HistoryReader:
    """The contents of a data folder; a context manager that does not lock the folder. Thread-safe.

    It writes nothing, so another scorepad may write meanwhile. `__enter__` raises FolderUnusable if there is no such
    folder, and Unreadable if the system refuses access; outside the `with` block, methods that need the open folder
    raise HistoryClosed.
    """

    def __init__(
        self,
        folder: Path,
        *,
        device: str | None = None,
        clock: Callable[[], datetime] = utc_now,
        disk: Disk | None = None,
    ) -> None:
        self.folder = Path(folder)
        self._device = device
        self._names_device = device is None
        """Whether this object chooses the name of the device."""
        self._clock = clock
        self._disk = disk or ReadOnlyDisk()
        self._mutex = threading.RLock()
        self._one_at_a_time = threading.Lock()
        """Held while an evening is read, so that no two threads read the same evening; taken before `_mutex`."""
        self._data: DataFolder | None = None

    def __enter__(self) -> Self:
        try:
            found = (self.folder / "sessions").is_dir()
        except OSError as error:
            raise Unreadable(self.folder, error.errno) from error
        if not found:
            raise FolderUnusable(self.folder, errno.ENOENT)
        self._data = DataFolder(self.folder, self._disk)
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the folder; closing twice does nothing."""
        with self._mutex:
            self._data = None

    @contextmanager
    def _open(self) -> Iterator[DataFolder]:
        with self._mutex:
            if self._data is None:
                raise HistoryClosed(self.folder)
            yield self._data

    def summaries(self) -> list[Summary]:
        """The summaries of all evenings: the unfinished evenings first, then the others, each group latest first.

        The summary of an evening that cannot be read has a `problem`. Reads the evenings that are not in the log.
        """
        return finished(self.reading())

    def reading(self) -> Work[list[Summary]]:
        """Reads the evenings that are not in the log, one in each step; returns the `summaries`."""
        while self._read_next():
            with self._open() as data:
                progress = data.log.progress
            yield 1.0 if progress is None else progress.share
        with self._open() as data:
            return data.log.summaries()

    def _read_next(self) -> bool:
        """Reads an evening that is not in the log, mostly without the lock; returns False if there is none to read."""
        with self._one_at_a_time:
            with self._open() as data:
                evening_id = data.log.next_unread()
                if evening_id is None:
                    data.log.flush()
                    data.restore_players()
                    return False
            found = data.log.read_unrecovered(evening_id)
            with self._mutex:
                if self._data is data:  # otherwise it was closed, and another process may write
                    data.log.read(evening_id, found)
        return True

    def counting(self) -> Work[list[EveningTally]]:
        """Counts the evenings without a tally, one in each step; returns the tally of each evening that can be read.

        A History saves the tallies in the log; a HistoryReader keeps them in memory only.
        """
        with self._open() as data:
            left = data.log.uncounted()
            of = len(left) + sum(bool(each.tally) for each in data.log.summaries())
        counted: dict[str, EveningTally] = {}
        for place, evening_id in enumerate(left):
            yield (of - len(left) + place) / of
            with suppress(HistoryError):  # the summary of this evening has the problem
                counted[evening_id] = self._count(evening_id)
        known, _ = known_tallies(self.summaries())
        return [*(counted | {each.id: each for each in known}).values()]

    def _count(self, evening_id: str) -> EveningTally:
        """Counts an evening outside the lock; adds the tally to the log, unless the evening was saved meanwhile."""
        with self._open() as data:
            evening = self.load(evening_id)
            data.log.read(evening_id, data.evenings.stored(evening))
            summary = data.log.summary(evening_id)
            if summary is not None and summary.problem is not None:
                raise summary.problem
        tally = tally_of(evening)
        with self._open() as data:
            if self.load(evening_id) is evening:
                data.log.add_tally(evening_id, tally.text)
        return tally

    def load(self, evening_id: str) -> Evening:
        """Loads an evening; the same object is returned while it is unchanged and in memory, so results can be cached.

        Raises UnknownEvening, BadRecord, or a StorageError.
        """
        with self._open() as data:
            current = False
            try:
                evening = data.evenings.load(evening_id)
                current = data.log.is_current(data.evenings.stored(evening))
                return evening
            finally:
                if not current:
                    data.log.changed(evening_id)

    def bin(self) -> list[Deleted]:
        """The evenings in the bin, the last deleted first. Raises Unreadable."""
        with self._open() as data:
            now, used = self._clock(), dict[str, int]()
            with suppress(HistoryError):
                used = data.days.ages(Expiring.BIN, now)
            return list_bin(data.evenings, now, used)

    def load_binned(self, name: str) -> Evening:
        """Loads an evening from its file in the bin. Raises UnknownEvening, BadRecord, or a StorageError."""
        with self._open() as data:
            return data.evenings.read_binned(name)

    def checksums(self) -> dict[str, str]:
        """The checksum of the file of each evening that can be read, by id; every change of an evening changes it."""
        self.summaries()
        with self._open() as data:
            return data.log.checksums()

    def checksum(self, evening_id: str) -> str:
        """The checksum of the file of an evening that was just loaded or saved; "" if it is not here."""
        with self._open() as data:
            return data.log.checksum(evening_id)

    @staticmethod
    def new_id() -> str:
        """A new id, for an evening or a player; ids sort by time where Python supports UUID 7."""
        return str(getattr(uuid, "uuid7", uuid.uuid4)())

    def stamp(self) -> Stamp:
        """The time and this device, for a new event."""
        return Stamp(self.now, self.device)

    @property
    def now(self) -> str:
        """The current time (ISO 8601, UTC)."""
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @property
    def device(self) -> str:
        """The name of this device in events."""
        with self._open() as data:
            if self._device is None:
                self._device = data.library.device(new_device)
            return self._device

    def draft(self, evening_id: str) -> dict[str, Any] | None:
        """The saved draft of an evening; None if there is none."""
        with self._open() as data:
            return data.drafts.get(evening_id)

    players = _from_library(Library.players)
    player_names = _from_library(Library.player_names)
    player_of = _from_library(Library.player_of)
    merged_players = _from_library(Library.merged)
    settings = _from_library(Library.settings)
    schemes = _from_library(Library.schemes)

    def backups(self) -> list[Backup]:
        """Every backup, the newest first. Raises Unreadable."""
        return list_backups(self.folder)

    def second_folder(self) -> SecondFolder | None:
        """The second folder for backups; None if no folder was chosen, or if the setting cannot be read."""
        return read_second_folder(self.folder, self._disk)

    def _all_backups(self) -> list[Backup]:
        """The backups here and in the second folder, the newest first."""
        found: list[Backup] = []
        place = self.second_folder()
        for folder in (self.folder / FOLDER, *([place.device_folder] if place else [])):
            with suppress(HistoryError):
                found += list_backups_in(folder)
        return sorted(found, key=lambda each: each.made, reverse=True)

    def protected_backups(self, damaged: Collection[str] = ()) -> set[Path]:
        """The paths of the backups that must not be deleted, as they contain events that the evening files lack.

        If events are missing, the result also has the backups that cannot be read. If the log cannot be read, the
        result has all backups. First reads the evening files with the names in `damaged` again.
        """
        with self._open() as data:
            for name in damaged:
                data.log.changed(Path(name).stem)
        self.summaries()
        copies = [report.backup_copy for report in self.reports() if report.backup_copy]
        with self._open() as data:
            unread = data.search.unread
            if not data.log.is_read:
                return {backup.path for backup in self._all_backups()}
        return {*unread, *(path for copy in copies for path in (copy.path, *copy.others))}

    def _look_again(self, data: DataFolder) -> None:
        """Checks the missing evenings again: another process may have deleted them, or may be restoring them.

        Raises Unreadable.
        """
        restored = is_under_way(self.folder)
        with self._mutex:
            if data.log.missing:
                data.log.look_again()
        self.summaries()
        with self._mutex:
            if restored or is_under_way(self.folder):
                data.log.reread_missing()

    def reports(self) -> list[Report]:
        """The reports of recoveries and refusals since the opening, the oldest first, and then of missing evenings.

        Each missing evening has the backup copy with the most of its missing events, if there is any. A HistoryReader
        that cannot tell whether a restore is in progress raises Unreadable.
        """
        with self._open() as data:
            waiting = data.log.progress is not None
        if not waiting:
            self.summaries()  # reads the evenings that changed
        if self._disk.read_only:
            self._look_again(data)
        with self._open() as data:
            missing = dict(data.log.missing)
        backups = self._all_backups() if missing else []
        wanted = [backup.path for backup in backups], missing
        if wanted != data.searched or data.search.unread:
            # The search runs outside the lock, as it may have to open many backups.
            search = search_backups(backups, missing, data.search)
            with self._open() as now:
                if now is data:
                    data.log.replace_ids(former_ids_found(search))
                    missing = dict(data.log.missing)
                    data.searched, data.search = (wanted[0], missing), search
                    data.copies = find_copies(backups, missing, search)
        with self._open() as data:
            return data.reports()
