"""Makes backups: on request, and every hour in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from scorepad.faults import Fault
from scorepad.history.disk import REAL, Disk, write_file
from scorepad.history.errors import BadRecord, HistoryClosed, HistoryError, StorageError, write_failed
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.used_days import Expiring, UsedDays
from scorepad.work import finished

from .archive import fingerprint, open_archive, verify_archive, write_archive
from .files import (
    FOLDER,
    Backup,
    BackupKind,
    backup_names,
    in_order,
    known_order,
    newest_first,
    prune_backups,
)
from .inspection import oldest_schema
from .second_folder import choose_second_folder, copying

EVERY = timedelta(hours=1)
ROUND = 600.0
"""Seconds between two checks whether a backup is due."""
LONGEST_STEP = 5.0
"""Seconds that closing waits for a step of a backup: the disk may be one that never answers."""
_MARKER = ".schema"
"""The name of a file that has the number of a schema.

A backup has every evening that had an older schema than this number, so no further backup is needed before a migration.
"""

_log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """The time (UTC)."""
    return datetime.now(UTC)


class Backups:
    """Makes the backups of a data folder, every hour or on request, and copies them into the second folder.

    `step` does a part of the work that is due; `make` abandons a backup in progress. `protected` receives the names of
    the evening files that have no sound generation, and returns the paths of the backups that must not be deleted.
    Thread-safe.
    """

    def __init__(
        self,
        folder: Path,
        protected: Callable[[Collection[str]], Collection[Path]],
        *,
        clock: Callable[[], datetime] = utc_now,
        disk: Disk = REAL,
    ) -> None:
        self._folder = folder
        self._protected = protected
        self._clock = clock
        self._disk = disk
        self._lock = threading.RLock()
        self._round: Generator[None] | None = None
        self._unchanged: datetime | None = None
        """The time of the last hourly backup, or of the last check that found the newest backup up to date."""
        self._checked: list[Backup] = []
        """The copies in the second folder that were read whole; the copy that was read longest ago is first."""
        self.problem: HistoryError | None = None
        """Why the last hourly backup could not be made; None if it was made."""
        self.copy_problem: HistoryError | None = None
        """Why backups could not be copied into the second folder, although it is there; None if they were copied."""

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Abandons the backup in progress, if there is one, and blocks other threads until the context is left."""
        with self._lock:
            self.abandon()
            yield

    def abandon(self) -> None:
        """Abandons the backup in progress, unless its current step takes longer than LONGEST_STEP seconds."""
        if self._lock.acquire(timeout=LONGEST_STEP):
            try:
                if self._round is not None:
                    self._round.close()
                    self._round = None
            finally:
                self._lock.release()

    def step(self) -> float:
        """Reads or writes one file of a backup or of a copy, if one is due; returns the seconds until the next step."""
        with self._lock:
            if self._round is None:
                self._round = self._due()
            try:
                next(self._round)
                return 0
            except StopIteration:
                self._round = None
                return ROUND

    def make(self, kind: BackupKind) -> Backup:
        """Makes a verified backup, and deletes the backups that need not be kept, except protected backups.

        If nothing changed since the newest backup, and if this backup is sound and complete, returns it and makes no
        other backup; the kind RESTORE always makes a new backup. The kinds RESTORE and MIGRATION delete no backup.
        Raises Unreadable, WriteFailed or DiskFull; there is then no new backup.
        """
        with self.exclusive():
            return finished(self._making(kind))

    def make_before_migration(self) -> bool:
        """Makes a backup before this version opens files of an older schema for the first time.

        Returns whether there are such files; False if the backup was made before, or if it fails. Nothing is lost if it
        fails: each old file is kept next to its new file, and the next start tries again.
        """
        marker = str(self._folder / _MARKER)
        with suppress(OSError, ValueError):
            if int(self._disk.head(marker, 20) or b"") >= EVENING_SCHEMA:
                return False
        try:
            if older := oldest_schema(self._folder, self._disk) < EVENING_SCHEMA:
                self.make(BackupKind.MIGRATION)
            write_file(self._disk, marker, b"%d" % EVENING_SCHEMA, durable=False)
            return older
        except Exception:
            _log.warning("no backup before the migration", exc_info=True)
            return False

    def copy(self) -> None:
        """Copies the backups into the second folder, if it is there; `copy_problem` says why it failed."""
        with self.exclusive():
            finished(self._copying())

    def copy_to(self, chosen: Path | None) -> None:
        """Sets the second folder, and copies the backups into it; None removes the setting.

        Raises InDataFolder, WriteFailed or DiskFull.
        """
        with self.exclusive():
            choose_second_folder(self._folder, chosen, self._disk)
            finished(self._copying())

    def _due(self) -> Generator[None]:
        try:
            yield from self._making_if_due()
        except Exception as error:
            self.problem = self._shown(error, self.problem)
        yield from self._copying()

    def _making_if_due(self) -> Generator[None]:
        now = self._clock()
        newest = next(iter(newest_first(self._folder, self._disk)), None)
        times = (newest.made if newest else None, self._unchanged)
        if not any(since and timedelta(0) <= now - since < EVERY for since in times):
            yield from self._making(BackupKind.HOURLY)
            self.problem, self._unchanged = None, now

    def _making(self, kind: BackupKind) -> Generator[None, None, Backup]:
        state = fingerprint(self._folder, self._disk)
        newest = next(iter(newest_first(self._folder, self._disk)), None)
        if newest is not None and kind is not BackupKind.RESTORE:
            with suppress(HistoryError, OSError):
                with open_archive(newest.path) as archive:
                    unchanged = archive.manifest.state == state and not archive.manifest.unread
                if unchanged:
                    yield from verify_archive(newest.path)
                    return newest
        try:
            made = yield from write_archive(
                self._folder, kind, now=self._clock(), disk=self._disk, state=state
            )
        except OSError as error:
            raise write_failed(self._folder / FOLDER, error) from error
        with suppress(StorageError):  # if no day can be counted, no backup is dropped
            used = self._count(made.path.name)
            # A restore needs the backup to be restored, and a failed migration may need any backup.
            if kind not in (BackupKind.RESTORE, BackupKind.MIGRATION):
                self._drop_others(made, used)
        return made

    def _count(self, made: str) -> dict[str, int]:
        """Counts today as a day of use; maps the name of each backup to the days of use since it was made.

        `made` is the name of the backup that was just made. Raises a StorageError.
        """
        others = {*backup_names(self._folder / FOLDER)} - {made}
        names = [*in_order(others, known_order(self._folder, self._disk)), made]
        return UsedDays(self._folder, self._disk).count(Expiring.BACKUPS, names, self._clock())

    def _drop_others(self, made: Backup, used: Mapping[str, int]) -> None:
        with open_archive(made.path) as archive:
            stay = {*self._protected(archive.manifest.damaged), made.path}
        place = self._folder / FOLDER
        prune_backups(place, now=self._clock(), used=used, disk=self._disk, protected=stay)

    def _copying(self) -> Generator[None]:
        """Copies the backups; an error is kept in `copy_problem`, and the next round tries again."""
        try:
            yield from copying(
                self._folder,
                now=self._clock(),
                disk=self._disk,
                protected=partial(self._protected, ()),
                checked=self._checked,
            )
            self.copy_problem = None
        except Exception as error:
            self.copy_problem = self._shown(error, self.copy_problem)

    @staticmethod
    def _shown(error: Exception, before: HistoryError | None) -> HistoryError | None:
        """The problem to show after an error; for HistoryClosed, this is the earlier problem `before`."""
        if isinstance(error, HistoryClosed):
            return before
        if not isinstance(error, StorageError):
            _log.error("no backup", exc_info=error)
        if isinstance(error, HistoryError):
            return error
        return BadRecord("backup", Fault.UNEXPECTED, repr(error))
