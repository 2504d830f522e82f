"""The history: reads and writes a data folder, for screens and the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event
from scorepad.evening.people import Person

from .backup import Backup, BackupKind, Backups, restore
from .backup.archive import fingerprint
from .backup.files import restrict_access
from .backup.making import utc_now
from .disk import REAL, Disk
from .errors import HistoryError
from .folder import DataFolder, take_folder
from .library import Library
from .reader import HistoryReader, new_device
from .reports import Report
from .summary import ReadingProgress, Summary

if TYPE_CHECKING:
    from filelock import BaseFileLock

P = ParamSpec("P")


def _changes_library(
    change: Callable[Concatenate[Library, P], bool],
) -> Callable[Concatenate[History, P], bool]:
    """Makes a method of History that calls `change`, a method of Library, and then `on_change` if anything changed."""

    @wraps(change)
    def method(history: History, /, *args: P.args, **kwargs: P.kwargs) -> bool:
        with history._open() as data:
            changed = change(data.library, *args, **kwargs)
        if changed:
            history.on_change(None)
        return changed

    return method


class History(HistoryReader):
    """A data folder, locked for this process; a context manager. Thread-safe.

    `__enter__` raises FolderInUse or FolderUnusable; outside the `with` block, methods that need the open folder raise
    HistoryClosed. When a method that saves data returns, the data is durable, except a draft, which a power cut may
    still lose. If the method raises a HistoryError, nothing has changed.

    `device` names this device in events; if it is None, the device gets a random name, which is saved in the folder. A
    History starts no thread: its owner runs `reading` and `counting`, and calls `back_up_step` repeatedly.
    """

    def __init__(
        self,
        folder: Path,
        *,
        device: str | None = None,
        clock: Callable[[], datetime] = utc_now,
        disk: Disk | None = None,
    ) -> None:
        super().__init__(folder, device=device, clock=clock, disk=disk or REAL)
        self.on_change: Callable[[str | None], object] = lambda evening_id: None
        """Called after each saved change of evenings, players, settings or schemes, in the thread that saved it.

        Receives the id of the changed evening; None if no evening or more than one evening may have changed. `extend`
        does not call it: only the pad calls `extend`, and announces that change itself.
        """
        self._lock: BaseFileLock | None = None
        self._backups = Backups(self.folder, self.protected_backups, clock=clock, disk=self._disk)

    def __enter__(self) -> Self:
        with self._mutex:
            if self._data is None:
                self._lock = take_folder(self.folder, self._disk)
                try:
                    restore.finish(self.folder, self._disk)
                    restrict_access(self.folder)
                    older = self._backups.make_before_migration()
                    self._data = DataFolder(self.folder, self._disk)
                    if older:
                        self._data.report_new_undos()
                    self._data.empty_bin(self._clock())
                except BaseException:
                    self.close()
                    raise
        return self

    def close(self) -> None:
        """Closes and unlocks the folder; closing twice does nothing."""
        with self._mutex:
            data, self._data = self._data, None
            lock, self._lock = self._lock, None
        self._backups.abandon()  # outside the mutex, because a backup may be waiting for it
        with self._mutex:
            if data is not None:
                data.log.flush()
            if lock is not None:
                lock.release()

    # -- evenings --------------------------------------------------------------------------------

    @property
    def progress(self) -> ReadingProgress | None:
        """The progress of `reading`; None if only a few evenings had to be read, or if all evenings are known."""
        with self._open() as data:
            return data.log.progress

    def known_summaries(self) -> list[Summary]:
        """The `summaries` of the evenings that are known already; reads the other evenings only if they are few."""
        with self._open() as data:
            if data.log.progress is not None:
                return data.log.summaries()
        return self.summaries()

    def quarantine(self, evening_id: str) -> None:
        """Quarantines an evening that cannot be read, so that it can be restored. Raises a StorageError."""
        with self._open() as data:
            data.evenings.quarantine(evening_id)
            data.log.changed(evening_id)

    def create(self, evening: Evening) -> None:
        """Saves a new evening with its events, and saves its people as players.

        Raises EveningExists, BadRecord, or a StorageError.
        """
        with self._open() as data:
            data.evenings.create(evening)
            self._update(data, evening, dict.fromkeys(evening.sheet.people, evening.start.created))
        self.on_change(evening.id)

    def take_in(self, evening: Evening) -> None:
        """Saves an evening of another device, as `create` does, and with the same errors."""
        self.create(evening)
        with self._open() as data:
            self._meet(data, evening.events)

    def extend(self, evening: Evening) -> None:
        """Saves the new events at the end of an evening in one write; does nothing if there are none.

        Raises Outdated if other events were saved meanwhile, UnknownEvening, BadRecord, or a StorageError.
        """
        with self._open() as data:
            new = data.evenings.file(evening.id).extend(evening)
            if new:
                sat_down = {each: event.at for event in new if event.seating for each in event.seating.people}
                self._update(data, evening, sat_down)

    def move_to_bin(self, evening_id: str) -> str:
        """Moves an evening into the bin, where it stays for 30 days of use.

        Returns the name of its file there, for `put_back` and `delete_for_good`. Raises UnknownEvening, BadRecord, or a
        StorageError.
        """
        with self._open() as data:
            name = data.evenings.delete(evening_id, self._clock())
            data.log.forget(evening_id)
            data.log.flush()
            # If the count fails, the next start counts the file for the first time.
            with suppress(HistoryError):
                data.count_bin(self._clock())
        self.on_change(evening_id)
        return name

    def put_back(self, name: str) -> str:
        """Takes an evening out of the bin; returns its id. Raises EveningExists, UnknownEvening or a StorageError."""
        with self._open() as data:
            evening_id = data.evenings.put_back(name)
            data.log.changed(evening_id)
        self.on_change(evening_id)
        return evening_id

    def delete_for_good(self, name: str) -> None:
        """Deletes an evening of the bin for good. Raises UnknownEvening, or a StorageError."""
        with self._open() as data:
            data.remove(name)
        self.on_change(None)

    def merge(self, evening_id: str, events: Iterable[Event]) -> int:
        """Saves the events of another device that are not here yet; returns their number.

        Raises BadRecord if an event contradicts the evening, UnknownEvening, or a StorageError.
        """
        with self._open() as data:
            file = data.evenings.file(evening_id)
            added = file.merge(events)
            if added:
                self._update(data, file.load(), {})
                self._meet(data, added)
        if added:
            self.on_change(evening_id)
        return len(added)

    def _meet(self, data: DataFolder, events: Iterable[Event]) -> None:
        """Gives this device a new name if an event from elsewhere has its name, as after a copy of the whole folder.

        Otherwise, two devices with the same name could give the same id to two events.
        """
        if self._names_device and any(event.device == self.device for event in events):
            self._device = data.library.rename_device(new_device())

    def _update(self, data: DataFolder, evening: Evening, sat_down: Mapping[Person, str]) -> None:
        """Adds a saved evening to the log, and saves people as players, with the times at which they sat down."""
        data.log.saved(evening)
        data.log.flush()
        data.seat(sat_down, self.now)

    # -- drafts, players, settings, house schemes ------------------------------------------------

    def save_draft(self, evening_id: str, draft: Mapping[str, Any]) -> None:
        """Saves the draft of an evening, a JSON object of at most 256 KiB.

        Raises BadRecord or a StorageError.
        """
        with self._open() as data:
            data.drafts.save(evening_id, draft)

    def clear_draft(self, evening_id: str) -> None:
        """Removes the draft of an evening. Raises a StorageError."""
        with self._open() as data:
            data.drafts.clear(evening_id)

    save_players = _changes_library(Library.save_players)
    merge_players = _changes_library(Library.merge_players)
    separate_player = _changes_library(Library.separate_player)
    set_setting = _changes_library(Library.set_setting)
    save_scheme = _changes_library(Library.save_scheme)
    remove_scheme = _changes_library(Library.remove_scheme)

    # -- backups -------------------------------------------------------------------------------------

    def back_up_step(self) -> float:
        """Does one step of an hourly backup, or of the copies to the second folder.

        Returns the seconds until the next call. `back_up`, `back_up_to` and `restore` abandon a backup in progress.
        """
        with self._open():
            pass
        return self._backups.step()

    @property
    def backup_problem(self) -> HistoryError | None:
        """Why the last backup in the background could not be made; None if it was made."""
        return self._backups.problem

    @property
    def second_folder_problem(self) -> HistoryError | None:
        """Why backups could not be copied into the second folder, although it is there; None if they were copied."""
        return self._backups.copy_problem

    def back_up(self, kind: BackupKind = BackupKind.ASKED) -> Backup:
        """Makes a verified backup, or returns the newest backup if nothing has changed since.

        Then copies the backups into the second folder. Hands can be recorded meanwhile. Raises a StorageError.
        """
        made = self._backups.make(kind)
        self._backups.copy()
        return made

    def back_up_to(self, chosen: Path | None) -> None:
        """Copies all backups into a second folder from now on; None stops the copies.

        Raises InDataFolder, WriteFailed or DiskFull.
        """
        self._backups.copy_to(chosen)

    def restore(self, path: Path) -> Backup:
        """Replaces all data by a backup; returns a backup of the old data.

        Hands can be recorded until the data is replaced; the returned backup has them.

        Raises Refused or a StorageError; nothing is then changed. The exception is a StorageError during the
        replacement: the history is then closed, and the next opening finishes the restore.
        """
        with self._open():
            pass
        with self._backups.exclusive():
            state = fingerprint(self.folder, self._disk)
            before = self._backups.make(BackupKind.RESTORE)
            restore.stage(self.folder, path, self._disk)
            try:
                with self._open():
                    if fingerprint(self.folder, self._disk) != state:
                        before = self._backups.make(BackupKind.RESTORE)
                    self._replace_all(before)
            except BaseException:
                restore.unstage(self.folder)
                raise
        self._backups.copy()
        self.on_change(None)
        return before

    def _replace_all(self, before: Backup) -> None:
        restore.commit(self.folder, self._disk, before.path)
        self._data = None
        try:
            restore.finish(self.folder, self._disk)
            self._data = DataFolder(self.folder, self._disk)
        except BaseException:
            self.close()
            raise

    # -- reports ---------------------------------------------------------------------

    def report(self, report: Report) -> None:
        """Adds a report that comes from outside the history, such as a report on the browser's storage."""
        with self._open() as data:
            data.recoveries.append(report)

    def dismiss_reports(self, shown: Collection[Report]) -> None:
        """Forgets reports that were shown; events that these reports call missing do not count as missing any more."""
        with self._open() as data:
            data.dismiss(shown)
