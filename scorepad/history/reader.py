"""Reads a data folder: the half of the history that changes nothing."""

from __future__ import annotations

import errno
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from scorepad.evening.evening import Evening
from scorepad.evening.events import Stamp
from scorepad.evening.people import Person

from .backup import Backup, BackupCopy, Elsewhere, list_backups, read_elsewhere
from .backup.files import FOLDER, list_backups_in
from .backup.inspection import MissingEvents, find_copies, last_events_in_newest
from .bin import Deleted, list_bin
from .disk import Disk
from .errors import Closed, FolderUnusable, HistoryError
from .evenings import EveningFiles
from .index import Index, Progress, Summary, read_summary
from .library import Drafts, Library
from .overlay import Overlay
from .reports import Report, ReportKind
from .storage import Recovery, Unsound
from .witness import Witness

P = ParamSpec("P")
T = TypeVar("T")
OnProgress = Callable[[Progress], object]


class OpenFolder:
    """The files of an open data folder."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.reports: list[Report] = []
        for each in (folder / "sessions", folder, folder.parent):
            # A killed process may have renamed files whose names a power cut could still lose.
            with suppress(OSError):
                disk.sync_folder(str(each))
        self.library = Library(folder / "library.json", disk=disk, tell=self.reports.append)
        self.drafts = Drafts(folder / "drafts.json", disk=disk)
        self.evenings = EveningFiles(folder / "sessions", disk=disk, report=self._recovered)
        self.witness = Witness(folder, disk)
        if not self.witness.whole:
            self.witness.learn(last_events_in_newest(folder, self.witness.since))
        self.index = Index(folder / "index.json", self.evenings, disk, self.witness)
        self.witness.flush()
        self.copies: dict[str, BackupCopy] = {}
        """The copies found in backups of evenings that lack events."""
        self.searched: tuple[list[Backup], dict[str, MissingEvents]] = ([], {})
        """The backups that were searched, and for which evenings."""
        self._players_lost = self.library.restarted
        if self.index.progress is None:
            self.restore_players()

    def missing(self) -> dict[str, MissingEvents]:
        """The evenings that lack events, or are gone."""
        here: dict[str, frozenset[str]] = dict.fromkeys(self.witness.gone, frozenset())
        for evening_id in self.witness.older:
            with suppress(HistoryError):  # a damaged evening is reported as such
                events = self.evenings.file(evening_id).load().events
                here[evening_id] = frozenset(event.id for event in events)
        return {each: MissingEvents(events, self.witness.last(each)) for each, events in here.items()}

    def all_reports(self) -> list[Report]:
        """The recoveries, then the evenings that lack events; a damaged evening is in one report only."""
        missing = self.missing()
        reports = [
            replace(each, backup_copy=self.copies.get(each.evening_id))
            if each.evening_id in missing
            else each
            for each in self.reports
        ]
        damaged = {report.evening_id for report in reports if report.kind is ReportKind.PREVIOUS}
        for evening_id in sorted(missing.keys() - damaged):
            kind = ReportKind.GONE if evening_id in self.witness.gone else ReportKind.OLDER
            path = self.evenings.path(evening_id)
            reports.append(Report(kind, path, evening_id, backup_copy=self.copies.get(evening_id)))
        return reports

    def report_new_undos(self) -> None:
        """Reports the evenings of earlier schemas in which an undo may count otherwise than it did."""
        for evening_id in self.evenings.list()[0]:
            # Whatever is wrong with a file is reported when it is read.
            with suppress(HistoryError, Unsound, OSError, LookupError, TypeError, AttributeError):
                if self.evenings.has_new_undos(evening_id):
                    path = self.evenings.path(evening_id)
                    self.reports.append(Report(ReportKind.UNDONE_ANEW, path, evening_id))

    def restore_players(self) -> None:
        """If the players were lost, adds those of all evenings again."""
        if self._players_lost:
            self._players_lost = False
            seated: dict[Person, str] = {}
            for summary in self.index.summaries():
                for person in summary.people:
                    seated[person] = max(summary.last_at, seated.get(person, ""))
            with suppress(HistoryError):
                self.library.seat_all(seated)

    def _recovered(self, recovery: Recovery) -> None:
        evening_id = recovery.path.stem
        self.reports.append(Report.of(recovery, evening_id))
        self.index.changed(evening_id)


def utc_now() -> datetime:
    """The time (UTC)."""
    return datetime.now(UTC)


def _from_library(read: Callable[Concatenate[Library, P], T]) -> Callable[Concatenate[HistoryReader, P], T]:
    """The method of HistoryReader that calls this method of Library."""

    @wraps(read)
    def method(reader: HistoryReader, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with reader._open() as data:
            return read(data.library, *args, **kwargs)

    return method


class HistoryReader:
    """The contents of a data folder; a context manager that takes no lock.

    Recoveries happen in memory only, so that another scorepad may write meanwhile. Entering raises FolderUnusable if
    there is no such folder; everything else raises Closed outside. Safe for threads.
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
        self._clock = clock
        self._disk = disk or Overlay()
        self._mutex = threading.RLock()
        self._data: OpenFolder | None = None

    def __enter__(self) -> Self:
        if not (self.folder / "sessions").is_dir():
            raise FolderUnusable(self.folder, errno.ENOENT)
        self._data = OpenFolder(self.folder, self._disk)
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the folder; closing twice does nothing."""
        with self._mutex:
            self._data = None

    @contextmanager
    def _open(self) -> Iterator[OpenFolder]:
        with self._mutex:
            if self._data is None:
                raise Closed(self.folder)
            yield self._data

    def summaries(self, on_progress: OnProgress | None = None) -> list[Summary]:
        """Every evening: the unfinished ones first, then the latest first.

        An evening that cannot be read has a `problem`. If the index was lost, all evenings are read first, and
        `on_progress` is called before each of them.
        """
        while True:
            with self._open() as data:
                if data.index.progress is None:
                    return data.index.summaries()
            while self._read_next(data, on_progress):
                pass

    def _read_next(self, data: OpenFolder, on_progress: OnProgress | None = None) -> bool:
        """Reads one of the evenings that the index lacks, outside the lock; False if there is none."""
        with self._mutex:
            if self._data is not data:
                return False
            progress = data.index.progress
            evening_id = data.index.next_unread()
            if progress is None or evening_id is None:
                data.restore_players()
                return False
        if on_progress is not None:
            on_progress(progress)
        indexed = read_summary(data.evenings, evening_id)
        with self._mutex:
            data.index.add(evening_id, indexed)
        return True

    def load(self, evening_id: str) -> Evening:
        """An evening; the same value as long as it is unchanged, so that results computed from it can be cached.

        Raises UnknownEvening, BadRecord, or a StorageError.
        """
        with self._open() as data:
            try:
                evening = data.evenings.load(evening_id)
            except HistoryError:
                data.index.changed(evening_id)
                raise
            if not data.index.is_current(evening_id):
                data.index.changed(evening_id)
            return evening

    def bin(self) -> list[Deleted]:
        """The evenings in the bin, the one deleted last first. Raises Unreadable."""
        with self._open() as data:
            return list_bin(data.evenings, self._clock())

    @staticmethod
    def new_id() -> str:
        """A new id, for an evening, a player or an event; ids sort by time where Python supports UUID 7."""
        return str(getattr(uuid, "uuid7", uuid.uuid4)())

    def stamp(self) -> Stamp:
        """A new id, the time and this device: an event needs them to be recorded."""
        return Stamp(self.new_id(), self.now, self.device)

    @property
    def now(self) -> str:
        """The time (ISO 8601, UTC)."""
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @property
    def device(self) -> str:
        """The name of this device in events."""
        with self._open() as data:
            if self._device is None:
                self._device = data.library.device(lambda: uuid.uuid4().hex[:8])
            return self._device

    def draft(self, evening_id: str) -> dict[str, Any] | None:
        """The draft of an evening, as it was saved, or None."""
        with self._open() as data:
            return data.drafts.get(evening_id)

    players = _from_library(Library.players)
    player_of = _from_library(Library.player_of)
    merged_players = _from_library(Library.merged)
    settings = _from_library(Library.settings)
    schemes = _from_library(Library.schemes)

    def backups(self) -> list[Backup]:
        """Every backup, the newest first. Raises Unreadable."""
        return list_backups(self.folder)

    def elsewhere(self) -> Elsewhere | None:
        """The second folder for backups, if any."""
        return read_elsewhere(self.folder, self._disk)

    def _all_backups(self) -> list[Backup]:
        """The backups here and in the second folder, the newest first."""
        found: list[Backup] = []
        place = self.elsewhere()
        for folder in (self.folder / FOLDER, *([place.own] if place else [])):
            with suppress(HistoryError):
                found += list_backups_in(folder)
        return sorted(found, key=lambda each: each.made, reverse=True)

    def protected_backups(self) -> set[Path]:
        """The backups that must stay: they have evenings that are missing, or cannot be read, here."""
        protected = {report.backup_copy.backup.path for report in self.reports() if report.backup_copy}
        unreadable = [summary.id for summary in self.summaries() if summary.problem is not None]
        if unreadable:
            with self._open() as data:
                lost = {each: MissingEvents(frozenset(), data.witness.last(each)) for each in unreadable}
            copies = find_copies(self._all_backups(), lost)
            protected |= {copy.backup.path for copy in copies.values()}
        return protected

    def reports(self) -> list[Report]:
        """Recoveries and refusals since the history was opened, the oldest first.

        Then the evenings that lack events, each with the newest backup that has more of it.
        """
        with self._open() as data:
            if data.index.progress is None:
                data.index.summaries()  # reads the evenings that changed
            missing = data.missing()
            _, before = data.searched
            copies = {each: copy for each, copy in data.copies.items() if before[each] == missing.get(each)}
        wanted = {each: events for each, events in missing.items() if each not in copies}
        if wanted and (backups := self._all_backups(), missing) != data.searched:
            # Outside the lock: many backups may have to be opened.
            found = find_copies(backups, wanted)
            with self._open() as now:
                if now is data:
                    data.copies, data.searched = copies | found, (backups, missing)
        with self._open() as data:
            return data.all_reports()
