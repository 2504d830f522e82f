"""Makes backups: on request, and every hour in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from scorepad.history.disk import REAL, Disk
from scorepad.history.errors import BadRecord, Closed, HistoryError, Reason, StorageError, write_failed

from .archive import fingerprint, open_archive, unpack, write_archive
from .files import FOLDER, Backup, Kind, list_backups
from .retention import prune_backups

EVERY = timedelta(hours=1)

T = TypeVar("T")

_log = logging.getLogger(__name__)


def make_backup(
    folder: Path,
    kind: Kind,
    *,
    now: datetime,
    disk: Disk = REAL,
    protected: Collection[Path] = (),
) -> Backup:
    """Makes a backup, and drops those that are no longer to be kept, except the `protected` ones.

    If nothing changed since the newest one, and that is sound, returns that one; before a restore, makes one always.
    Before a restore or a migration, drops none. Raises Unreadable, WriteFailed or DiskFull; there is then no new
    backup.
    """
    return _finished(_make_backup(folder, kind, now, disk, protected))


def _finished(work: Generator[None, None, T]) -> T:
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def _make_backup(
    folder: Path, kind: Kind, now: datetime, disk: Disk, protected: Collection[Path]
) -> Generator[None, None, Backup]:
    state = fingerprint(folder, disk)
    if kind is not Kind.RESTORE:
        for newest in list_backups(folder)[:1]:
            with suppress(HistoryError, OSError):
                with open_archive(newest.path) as archive:
                    unchanged = archive.manifest["state"] == state
                if unchanged:
                    for _ in unpack(newest.path):
                        yield
                    return newest
    try:
        made = yield from write_archive(folder, kind, now=now, disk=disk, state=state)
    except OSError as error:
        raise write_failed(folder / FOLDER, error) from error
    # The backup to be restored must stay; before a migration, nobody knows which are needed.
    if kind not in (Kind.RESTORE, Kind.MIGRATION):
        prune_backups(folder / FOLDER, now=now, disk=disk, protected=protected)
    return made


@dataclass(eq=False, kw_only=True)
class BackupScheduler:
    """Makes a backup whenever the newest is an hour old, until it is stopped: in a thread, or by calls of `step`.

    `problem` is why the last one could not be made, None if it could. `protected` gives the backups that must not be
    dropped; `afterwards` runs after each round; `first` and `every` are the seconds before the rounds.
    """

    folder: Path
    clock: Callable[[], datetime]
    disk: Disk
    lock: threading.Lock
    protected: Callable[[], Collection[Path]] = frozenset
    afterwards: Callable[[threading.Event], object] = lambda stop: None
    first: float = 2
    every: float = 600
    problem: HistoryError | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._unchanged: datetime | None = None
        self._round: Generator[None] | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scorepad backups", daemon=True)

    def start(self) -> None:
        """Starts the thread, unless this system has none."""
        with suppress(RuntimeError):
            self._thread.start()

    def stop(self) -> None:
        """Stops the thread; a backup under way is given up."""
        self._stop.set()
        if self._thread.ident is None:
            self.give_up()
        elif self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        delay = self.first
        while not self._stop.wait(delay):
            delay = self.step()
        self.give_up()

    def step(self) -> float:
        """Reads or writes one file of a backup that is due; returns the seconds until the next step."""
        if self._round is None:
            self._round = self._steps()
        try:
            next(self._round)
            return 0
        except StopIteration:
            self._round = None
            return self.every

    def give_up(self) -> None:
        """Gives up the backup under way, if any; the next step begins again."""
        if self._round is not None:
            self._round.close()
            self._round = None

    def _steps(self) -> Generator[None]:
        yield from self._back_up_if_due()
        try:
            self.afterwards(self._stop)
        except Exception:
            _log.exception("no copy")  # the next round tries again

    def back_up_if_due(self) -> Backup | None:
        """Makes a backup if an hour has passed; returns the new or unchanged one, None if there is neither."""
        return _finished(self._back_up_if_due())

    def _back_up_if_due(self) -> Generator[None, None, Backup | None]:
        try:
            now = self.clock()
            newest = next(iter(list_backups(self.folder)), None)
            for since in (newest.made if newest else None, self._unchanged):
                if since is not None and timedelta(0) <= now - since < EVERY:
                    return None
            protected = self.protected()
            with self.lock:
                made = yield from _make_backup(self.folder, Kind.HOURLY, now, self.disk, protected)
            self.problem, self._unchanged = None, now
            return made
        except Closed:
            return None
        except HistoryError as error:
            if not isinstance(error, StorageError):
                _log.warning("no backup", exc_info=True)
            self.problem = error
            return None
        except Exception as error:
            _log.exception("no backup")
            self.problem = BadRecord("backup", Reason.UNEXPECTED, repr(error))
            return None
