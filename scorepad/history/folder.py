"""Finds, checks, locks and opens the data folder; lists and empties its bin of deleted evenings."""

from __future__ import annotations

import importlib
import logging
import os
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.evening.people import Person

from .backup.inspection import Search, last_events_in_newest
from .disk import Disk, NotAFile, open_regular, private_folder, quarantine_name
from .drafts import Drafts
from .errors import DiskFull, FolderInUse, FolderUnusable, HistoryError, write_failed
from .evenings import EveningFiles
from .file_format import Unsound
from .library import Library
from .log import EveningLog, Missing
from .reports import BackupCopy, Report, ReportKind
from .used_days import Expiring, UsedDays, age

if TYPE_CHECKING:
    from filelock import BaseFileLock
from dataclasses import dataclass
from datetime import timedelta

from scorepad.faults import Fault

from .errors import BadRecord
from .summary import Summary

LOCK = ".lock"
_PROBE = ".probe"

_log = logging.getLogger(__name__)


def default_folder() -> Path:
    """The standard data folder of this system: Flet's folder in a packaged app, else the user's data folder."""
    given = os.environ.get("FLET_APP_STORAGE_DATA")
    if given:
        return Path(given)
    import platformdirs

    return platformdirs.user_data_path("scorepad", appauthor=False)


def one_instance_only() -> bool:
    """Whether a second instance is impossible: phones run an app once, and a web page has its own files."""
    phone = sys.platform in {"android", "ios"} or hasattr(sys, "getandroidapilevel")
    return phone or sys.platform in {"emscripten", "wasi"}


def take_folder(folder: Path, disk: Disk) -> BaseFileLock | None:
    """Creates the folder, checks that it is writable, and locks it; returns the lock, which the caller has to release.

    Returns None if no lock is needed or possible. Raises FolderInUse and FolderUnusable. A full disk is accepted: saved
    data can still be read.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_folder(folder / "sessions")
    except OSError as error:
        if not isinstance(write_failed(folder, error), DiskFull) or not folder.is_dir():
            raise FolderUnusable(folder, error.errno) from error
    lock = None if one_instance_only() else _lock(folder, disk)
    try:
        _probe(folder, disk)
    except OSError as error:
        if not isinstance(write_failed(folder, error), DiskFull):
            if lock is not None:
                lock.release()
            raise FolderUnusable(folder, error.errno) from error
    return lock


def _lock(folder: Path, disk: Disk) -> BaseFileLock | None:
    # Without a lock, a second process would mistake a write in progress for an interrupted write, and "recover" it.
    from filelock import FileLock, Timeout  # a slow import, which phones and pages do not need

    _quarantine_unusable(folder / LOCK, disk)
    lock = FileLock(folder / LOCK, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise FolderInUse(folder) from None
    except OSError as error:
        if isinstance(write_failed(folder, error), DiskFull):
            return None
        raise FolderUnusable(folder, error.errno) from error
    return lock


def _quarantine_unusable(path: Path, disk: Disk) -> None:
    """Quarantines a lock file that this account cannot use.

    This is a path that is not a regular file, or a file that this account cannot write and that no process has locked.
    Without this function, a single start as root would lock the owner out for good.
    """
    with suppress(OSError):
        try:
            fd = open_regular(path)
        except NotAFile:
            path.rename(quarantine_name(str(path), disk))
            return
        try:
            if not os.access(path, os.W_OK):
                fcntl = importlib.import_module("fcntl")
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.rename(quarantine_name(str(path), disk))
        finally:
            os.close(fd)


def _probe(folder: Path, disk: Disk) -> None:
    path = str(folder / f"{_PROBE}-{os.getpid()}")
    fd = disk.create(path)
    try:
        disk.write(fd, memoryview(b"?"))
    finally:
        disk.close(fd)
        disk.unlink(path)


class DataFolder:
    """The files of an open data folder."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.recoveries: list[Report] = []
        for each in (folder / "sessions", folder, folder.parent):
            # A killed process may have renamed files without a sync of the folder: a power cut could lose these names.
            with suppress(OSError):
                disk.sync_folder(str(each))
        self.library = Library(folder / "library.json", disk=disk, tell=self.recoveries.append)
        self.drafts = Drafts(folder / "drafts.json", disk=disk)
        self.evenings = EveningFiles(folder / "sessions", disk=disk, report=self._recovered)
        self.drafts.replace_ids(self.evenings.former_ids)
        self.log = EveningLog(folder, disk, self.evenings, partial(last_events_in_newest, folder, disk))
        self.days = UsedDays(folder, disk)
        self.unseated: dict[Person, str] = {}
        """The people whom the system refused to save as players, and the times at which they sat down."""
        self.searched: tuple[list[Path], dict[str, Missing]] = ([], {})
        """The paths of the backups that were searched, and the missing evenings for which they were searched."""
        self.search = Search()
        self.copies: dict[str, BackupCopy] = {}
        """The copies that were found, by the ids of their evenings."""
        if self.library.restarted and self.log.progress is None:
            self.restore_players()

    def reports(self) -> list[Report]:
        """The recoveries, then the missing evenings; a damaged evening is in one report only."""
        missing, copies = self.log.missing, self.copies
        reports = [
            replace(each, backup_copy=copies.get(each.evening_id)) if each.evening_id in missing else each
            for each in self.recoveries
        ]
        damaged = {report.evening_id for report in reports if report.kind is ReportKind.PREVIOUS}
        for evening_id in sorted(missing.keys() - damaged):
            path, summary = self.evenings.path(evening_id), self.log.summary(evening_id)
            problem = summary.problem if summary else None
            kind = ReportKind.UNREADABLE if problem else ReportKind.OLDER if summary else ReportKind.GONE
            copy = copies.get(evening_id)
            reports.append(Report(kind, path, evening_id, problem=problem, backup_copy=copy))
        if self.unseated and self.library.problem is None:  # a library that cannot be read has its own report
            reports.append(Report(ReportKind.UNSEATED, self.library.path))
        return reports

    def dismiss(self, shown: Collection[Report]) -> None:
        """Forgets reports that were shown; events that these reports call missing do not count as missing any more."""
        reports = self.reports()
        pairs = zip(self.recoveries, reports, strict=False)
        self.recoveries[:] = [each for each, now in pairs if now not in shown]
        if any(report.kind is ReportKind.UNSEATED for report in shown):
            self.unseated.clear()
        for report in reports:
            losing = report.is_loss or report.kind is ReportKind.PREVIOUS
            if losing and report in shown and report.evening_id in self.log.missing:
                self.log.forget(report.evening_id)
        self.log.flush()

    def remove(self, name: str) -> None:
        """Deletes file `name` in the bin for good, and the evening's draft. Raises UnknownEvening or a StorageError."""
        evening_id = self.evenings.remove(name)
        with suppress(HistoryError):
            self.drafts.clear(evening_id)

    def count_bin(self, now: datetime) -> dict[str, int]:
        """Counts today as a day of use; maps each file name in the bin to the days of use since the deletion.

        Raises a StorageError.
        """
        return self.days.count(Expiring.BIN, sorted(self.evenings.bin()), now)

    def empty_bin(self, now: datetime) -> None:
        """Deletes for good the evenings that were in the bin for 30 days of use, as far as the system allows it."""
        with suppress(HistoryError):
            used = self.count_bin(now)
            for name, (_, at) in self.evenings.bin().items():
                if age(at, now, used.get(name, 0)) >= KEPT:
                    self.remove(name)

    def report_new_undos(self) -> None:
        """Reports each evening that has an earlier schema, and an undo that this version may apply differently."""
        for evening_id in self.evenings.list()[0]:
            # Other problems of a file are reported when it is read.
            with suppress(HistoryError, Unsound, LookupError, TypeError, AttributeError, RecursionError):
                if self.evenings.has_reinterpreted_undos(evening_id):
                    path = self.evenings.path(evening_id)
                    self.recoveries.append(Report(ReportKind.REINTERPRETED_UNDO, path, evening_id))

    def restore_players(self) -> None:
        """Adds the players of all evenings to the library again; does nothing unless the players were lost."""
        if self.library.restarted:
            self.library.restarted = False
            while (evening_id := self.log.next_unread()) is not None:
                self.log.read(evening_id)
            seated: dict[Person, str] = {}
            for summary in self.log.summaries():
                for person in summary.people:
                    seated[person] = max(summary.last_at, seated.get(person, ""))
            with suppress(HistoryError):
                self.library.seat_all(seated)

    def _recovered(self, report: Report) -> None:
        evening_id = report.path.stem
        report = replace(report, evening_id=evening_id)
        # After the undo of a refused save, only .bak may be left: the log knows whether anything is missing.
        undone = report.kind is ReportKind.PREVIOUS and not report.flaws and self.log.knows(evening_id)
        if not undone and report not in self.recoveries:  # a reader finds the same report again and again
            self.recoveries.append(report)
        self.log.changed(evening_id)

    def seat(self, seated: Mapping[Person, str], now: str) -> None:
        """Saves people as players, including people whom the system refused to save before.

        `seated` maps people to the times at which they sat down (ISO 8601, UTC). If the system refuses to save the
        players, `reports` has a report of this.
        """
        self.unseated |= seated
        try:
            self.library.seat_all(self.unseated, now)
            self.unseated.clear()
        except HistoryError as error:  # the evening is saved, and can do without its players
            _log.warning("players not saved", exc_info=error)


# -- the bin ---

KEPT = timedelta(days=30)
"""An evening stays in the bin until it has at least this age (`used_days.age`)."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """An evening in the bin: the `name` of its file, and the days of use until it is deleted for good.

    `at` is the time of deletion (UTC). If the evening cannot be read, its summary has a `problem`.
    """

    name: str
    at: datetime
    days_left: int
    summary: Summary


def list_bin(files: EveningFiles, now: datetime, used: Mapping[str, int]) -> list[Deleted]:
    """The evenings in the bin, the last deleted first. Raises Unreadable.

    `used` maps the names of their files to the days of use since the deletion.
    """
    found = []
    for name, (evening_id, at) in files.bin().items():
        days_left = max(0, -((age(at, now, used.get(name, 0)) - KEPT) // timedelta(days=1)))
        found.append(Deleted(name, at, days_left, _summary(files, name, evening_id)))
    return sorted(found, key=lambda each: (each.at, each.name), reverse=True)


def _summary(files: EveningFiles, name: str, evening_id: str) -> Summary:
    try:
        return Summary.of(files.read_binned(name))
    except HistoryError as error:
        return Summary(id=evening_id, problem=error)
    except Exception as error:  # an evening that cannot be computed must not hide the others
        return Summary(id=evening_id, problem=BadRecord("events", Fault.UNEXPECTED, repr(error)))
