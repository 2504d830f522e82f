"""The façade: everything that is kept, for the screens and the command line."""

from __future__ import annotations

import itertools
import logging
import threading
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from scorepad.tarot.scheme import Scheme
from scorepad.tarot.session import Event, Person, Session, Stamp

from . import elsewhere
from .backup import Backup, BackupCopy, BackupScheduler, Kind, list_backups, make_backup, restore
from .backup.archive import Stopped, fingerprint
from .backup.files import FOLDER, list_backups_in, restrict_access
from .backup.inspection import MissingEvents, find_copies, last_events_in_newest, oldest_schema
from .disk import Disk
from .errors import Closed, HistoryError
from .folder import take_folder
from .index import Index, Progress, Summary, read_summary
from .library import Drafts, Library, Merged, Player, Setting
from .records import SCHEMA
from .reports import Report, ReportKind
from .sessions import SessionFiles
from .storage import Recovery
from .witness import Witness

if TYPE_CHECKING:
    from filelock import BaseFileLock

Callback = Callable[[str | None], object]

_MARKER = ".schema"
"""Says of which schema everything here is at least: what was older has been backed up."""

KEPT_EVERY = 4000
"""So many sessions are read before what is known of them is kept: it takes a third of a second."""

_log = logging.getLogger(__name__)


def _now() -> datetime:
    return datetime.now(UTC)


def new_id() -> str:
    """A fresh id; ordered by time where Python knows how."""
    return str(getattr(uuid, "uuid7", uuid.uuid4)())


class History:
    """A data folder, and all that is in it.

    A context manager: entering takes the folder for this process, and raises FolderInUse or FolderUnusable;
    everything else raises Closed outside. Whatever saves has saved, durably, when it returns; when it raises
    a HistoryError, nothing has changed. Safe for threads.

    `device` names this device in events; without it, the folder makes a name up and keeps it.
    """

    def __init__(
        self,
        folder: Path,
        *,
        device: str | None = None,
        clock: Callable[[], datetime] = _now,
        disk: Disk | None = None,
    ) -> None:
        self.folder = Path(folder)
        self._device = device
        self._clock = clock
        self._disk = disk or Disk()
        self._mutex = threading.RLock()
        self._subscribers: list[Callback] = []
        self._lock: BaseFileLock | None = None
        self._data: _Data | None = None
        self._backing_up = threading.Lock()
        self._scheduler: BackupScheduler | None = None
        self._gatherer_of: _Data | None = None
        self._quiet: set[int] = set()
        self.elsewhere_problem: HistoryError | None = None
        """Why backups could not be copied into the second folder, though it is there; None if they could."""

    def __enter__(self) -> History:
        with self._mutex:
            if self._data is None:
                self._lock = take_folder(self.folder, self._disk)
                try:
                    restore.finish(self.folder, self._disk)
                    restrict_access(self.folder)
                    self._before_migration()
                    self._data = _Data(self.folder, self._disk)
                except BaseException:
                    self.close()
                    raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Gives the folder back; closing twice does nothing."""
        with self._mutex:
            data, self._data = self._data, None
            scheduler, self._scheduler = self._scheduler, None
            lock, self._lock = self._lock, None
        if scheduler is not None:
            scheduler.stop()  # outside the mutex, for which it may be waiting
        with self._mutex:
            if data is not None:
                data.index.save()
            if lock is not None:
                lock.release()

    # -- sessions --------------------------------------------------------------------------------

    def summaries(self, tell: Callable[[Progress], object] | None = None) -> list[Summary]:
        """Every session: those under way first, then the latest first.

        One that cannot be read is among them, with its `problem`. Where the index was lost, `tell` hears how far
        the reading of all sessions is; that takes a while.
        """
        while True:
            with self._open() as data:
                progress = data.index.progress
                if progress is None:
                    data.complete()
                    return data.index.summaries()
            if tell is not None:
                tell(progress)
            self._read_one(data)

    def summaries_so_far(self) -> tuple[list[Summary], Progress | None]:
        """Every session that is known by now, in the same order, and how far the others are; None once all are.

        Where the index was lost, the sessions are read in the background; nobody waits for that.
        """
        with self._open() as data:
            if data.index.progress is not None and self._gatherer_of is not data:
                gatherer = threading.Thread(
                    target=self._gather, args=[data], name="scorepad index", daemon=True
                )
                try:
                    gatherer.start()
                    self._gatherer_of = data
                except RuntimeError:  # this system has no threads
                    return self.summaries(), None
            return data.index.summaries(), data.index.progress

    def _read_one(self, data: _Data) -> bool:
        """Reads one session of which nothing is known, while others record; whether there was one."""
        with self._mutex:
            session_id = data.index.next_unread() if self._data is data else None
        if session_id is None:
            return False
        found = read_summary(data.sessions, session_id)
        with self._mutex:
            data.index.take(session_id, found)
        return True

    @property
    def progress(self) -> Progress | None:
        """How many of the sessions are known, None once all are."""
        with self._open() as data:
            return data.index.progress

    def _gather(self, data: _Data) -> None:
        """Reads the sessions of which nothing is known, one after the other, as long as these data are open."""
        for number in itertools.count(1):
            if not self._read_one(data):
                break
            if number % KEPT_EVERY == 0:
                with self._mutex:
                    if self._data is data:
                        data.index.save()
        with self._mutex:
            if self._data is not data:
                return
            data.index.summaries()
            data.index.save()
            data.complete()
        self._notify(None)

    def load(self, session_id: str) -> Session:
        """A session; the same value while it is unchanged, so that what is computed from it is shared.

        Raises UnknownSession, BadRecord, or a StorageError.
        """
        with self._open() as data:
            try:
                session = data.sessions.load(session_id)
            except HistoryError:
                data.index.changed(session_id)
                raise
            if not data.index.is_current(session_id):
                data.index.changed(session_id)
            return session

    def create(self, session: Session) -> None:
        """Saves a new session, with the events that it may have, and its people as players.

        Raises SessionExists, BadRecord, or a StorageError.
        """
        with self._open() as data:
            data.sessions.create(session)
            data.saved(session)
            data.seat(session.people, session.created)
        self._notify(session.id)

    def append(self, session_id: str, event: Event) -> Session:
        """Saves one event more; returns the session with it. Saving the same event again does nothing.

        Raises Outdated where another event came in between, UnknownSession, BadRecord, or a StorageError.
        """
        with self._open() as data:
            session = data.sessions.append(session_id, event)
            data.saved(session)
            if event.seating is not None:
                data.seat(event.seating.people, event.at)
        self._notify(session_id)
        return session

    def merge(self, session_id: str, events: Iterable[Event]) -> int:
        """Saves those events of another device that are not there yet; returns how many.

        Raises BadRecord where one contradicts what is there, UnknownSession, or a StorageError.
        """
        with self._open() as data:
            added = data.sessions.merge(session_id, events)
            if added:
                data.saved(data.sessions.load(session_id))
        if added:
            self._notify(session_id)
        return added

    def new_id(self) -> str:
        """A fresh id, for a session or a player."""
        return new_id()

    def stamp(self) -> Stamp:
        """A fresh id, the time and this device: what an event needs to be recorded."""
        moment = self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return Stamp(new_id(), moment, self.device)

    @property
    def device(self) -> str:
        """What events call this device."""
        with self._open() as data:
            if self._device is None:
                self._device = data.library.device(lambda: uuid.uuid4().hex[:8])
            return self._device

    # -- drafts ------------------------------------------------------------------------------------

    def draft(self, session_id: str) -> dict[str, Any] | None:
        """What was tapped so far in a session, as it was saved; None where that is nothing."""
        with self._open() as data:
            return data.drafts.get(session_id)

    def save_draft(self, session_id: str, draft: Mapping[str, Any]) -> None:
        """Keeps what was tapped so far, as a JSON object of at most 16 KiB.

        Raises BadRecord or a StorageError.
        """
        with self._open() as data:
            data.drafts.save(session_id, draft)

    def clear_draft(self, session_id: str) -> None:
        """Drops what was tapped so far. Raises a StorageError."""
        with self._open() as data:
            data.drafts.clear(session_id)

    # -- players, settings, house schemes ------------------------------------------------------------

    def players(self) -> list[Player]:
        """Everybody who ever sat at a table here or was saved, who sat last first."""
        with self._open() as data:
            return data.library.players()

    def save_player(self, player: Player) -> None:
        """Saves a player in place of the one of that id. Raises BadRecord or a StorageError."""
        self.save_players([player])

    def save_players(self, players: Iterable[Player]) -> None:
        """Saves several players at once. Raises BadRecord or a StorageError."""
        self._change_library(lambda library: library.save_players(players))

    def remove_player(self, player_id: str) -> None:
        """Forgets a player, if known; sessions keep their people. Raises a StorageError."""
        self._change_library(lambda library: library.remove_player(player_id))

    def player_of(self, person_id: str) -> str:
        """The id of the player that somebody at a table is: another one's, once the two were merged."""
        with self._open() as data:
            return data.library.player_of(person_id)

    def merged_players(self) -> list[Merged]:
        """Everybody who turned out to be another player."""
        with self._open() as data:
            return data.library.merged()

    def merge_players(self, pairs: Iterable[tuple[Player, str]]) -> None:
        """From now on each player of a pair is the other one, whose id comes with it; sessions keep their people.

        Raises BadRecord where the other one is unknown, or a StorageError.
        """
        self._change_library(lambda library: library.merge_players(pairs))

    def separate_player(self, player_id: str) -> None:
        """Takes a merging back, if there was one. Raises a StorageError."""
        self._change_library(lambda library: library.separate_player(player_id))

    def settings(self) -> dict[str, Setting]:
        """Every setting by its key."""
        with self._open() as data:
            return data.library.settings()

    def set_setting(self, key: str, value: Setting | None) -> None:
        """Saves a setting; None removes it. Keys are like "language". Raises BadRecord or a StorageError."""
        self._change_library(lambda library: library.set_setting(key, value))

    def schemes(self) -> list[Scheme]:
        """The house schemes, by name."""
        with self._open() as data:
            return data.library.schemes()

    def save_scheme(self, scheme: Scheme) -> None:
        """Saves a house scheme in place of the one of that id. Raises BadRecord or a StorageError."""
        self._change_library(lambda library: library.save_scheme(scheme))

    def remove_scheme(self, scheme_id: str) -> None:
        """Removes a house scheme, if known; sessions keep theirs. Raises a StorageError."""
        self._change_library(lambda library: library.remove_scheme(scheme_id))

    # -- backups -------------------------------------------------------------------------------------

    def keep_backups(self) -> None:
        """From now until it is closed, makes a backup whenever the newest is an hour old, in the background."""
        with self._open():
            if self._scheduler is None:
                self._scheduler = BackupScheduler(
                    self.folder,
                    clock=self._clock,
                    disk=self._disk,
                    lock=self._backing_up,
                    protected=self.protected_backups,
                    afterwards=self._copy_elsewhere,
                )
                self._scheduler.start()

    @property
    def backup_problem(self) -> HistoryError | None:
        """Why the last backup in the background could not be made, None if it could."""
        with self._mutex:
            return self._scheduler.problem if self._scheduler else None

    def backups(self) -> list[Backup]:
        """Every backup, the newest first. Raises Unreadable."""
        return list_backups(self.folder)

    def back_up(self, kind: Kind = Kind.ASKED) -> Backup:
        """Makes a backup, verified; where nothing changed since the newest, it is that one.

        Hands can be recorded meanwhile. Raises a StorageError.
        """
        protected = self.protected_backups()
        with self._backing_up:
            made = make_backup(self.folder, kind, now=self._clock(), disk=self._disk, protected=protected)
        self._copy_elsewhere()
        return made

    def elsewhere(self) -> elsewhere.Elsewhere | None:
        """The second folder that backups are copied into, None where there is none."""
        return elsewhere.elsewhere(self.folder, self._disk)

    def back_up_elsewhere(self, chosen: Path | None) -> None:
        """From now on backups are copied into a folder too, or with None are not. Raises WriteFailed or DiskFull."""
        with self._backing_up:
            elsewhere.choose(self.folder, chosen, self._disk)
        self._copy_elsewhere()

    def _copy_elsewhere(self, stop: threading.Event | None = None) -> None:
        """What hinders it hinders nothing else: it is kept, and tried again."""
        try:
            protected = self.protected_backups()
            with self._backing_up:
                elsewhere.copy_all(
                    self.folder, now=self._clock(), disk=self._disk, stop=stop, protected=protected
                )
            self.elsewhere_problem = None
        except (Stopped, Closed):
            pass
        except HistoryError as error:
            self.elsewhere_problem = error

    def protected_backups(self) -> set[Path]:
        """The backups that still have what is missing or cannot be read here: none of them may go."""
        needed = {
            report.backup_copy.backup.path for report in self.reports() if report.backup_copy is not None
        }
        unread = [summary.id for summary in self.summaries() if summary.problem is not None]
        if unread:
            with self._open() as data:
                lost = {each: MissingEvents(frozenset(), data.witness.last(each)) for each in unread}
            found = find_copies(self._all_backups(), lost)
            needed |= {kept.backup.path for kept in found.values()}
        return needed

    def restore(self, path: Path) -> Backup:
        """Puts what a backup holds in the place of all that is here; returns the backup of what was here.

        Hands can be recorded until the very last moment: they are in that backup. Raises Refused or a StorageError;
        nothing is then changed, or, where the system refuses in the midst of it, the history is closed, and opening
        it goes on.
        """
        with self._open():
            pass
        with self._backing_up:
            state = fingerprint(self.folder, self._disk)
            before = make_backup(self.folder, Kind.RESTORE, now=self._clock(), disk=self._disk)
            restore.stage(self.folder, path, self._disk)
            try:
                with self._open():
                    if fingerprint(self.folder, self._disk) != state:
                        before = make_backup(self.folder, Kind.RESTORE, now=self._clock(), disk=self._disk)
                    self._replace_all()
            except BaseException:
                restore.unstage(self.folder)
                raise
        self._copy_elsewhere()
        self._notify(None)
        return before

    def _replace_all(self) -> None:
        """Puts what was staged in the place of everything."""
        restore.commit(self.folder, self._disk)
        self._data = None
        try:
            restore.finish(self.folder, self._disk)
            self._data = _Data(self.folder, self._disk)
        except BaseException:
            self.close()
            raise

    def _before_migration(self) -> None:
        """The first time that this version opens what an older one wrote, a backup of it is made."""
        marker = str(self.folder / _MARKER)
        with suppress(OSError, ValueError):
            if int(self._disk.head(marker, 20) or b"") >= SCHEMA:
                return
        try:
            if oldest_schema(self.folder, self._disk) < SCHEMA:
                make_backup(self.folder, Kind.MIGRATION, now=self._clock(), disk=self._disk)
            fd = self._disk.create(marker)
            try:
                self._disk.write(fd, memoryview(b"%d" % SCHEMA))
            finally:
                self._disk.close(fd)
        except Exception:
            # Each file is kept beside its new one all the same, and the next start tries again.
            _log.warning("no backup before the migration", exc_info=True)

    # -- what is to be known -------------------------------------------------------------------------

    def reports(self) -> list[Report]:
        """What was recovered, set aside or refused since this history was opened, the oldest first.

        Then the evenings of which something is missing, each with the newest backup that has more of it.
        """
        with self._open() as data:
            if data.index.progress is None:
                data.index.summaries()  # what changed is looked at
            missing = data.missing()
            _, before = data.sought
            copies = {each: copy for each, copy in data.copies.items() if before[each] == missing.get(each)}
        unsought = {each: here for each, here in missing.items() if each not in copies}
        if unsought and (backups := self._all_backups(), missing) != data.sought:
            # Many backups may have to be opened: hands are recorded meanwhile.
            found = find_copies(backups, unsought)
            with self._open() as now:
                if now is data:
                    data.copies, data.sought = copies | found, (backups, missing)
        with self._open() as data:
            return data.all_reports()

    def _all_backups(self) -> list[Backup]:
        found: list[Backup] = []
        place = self.elsewhere()
        for folder in (self.folder / FOLDER, *([place.own] if place else [])):
            with suppress(HistoryError):
                found += list_backups_in(folder)
        return sorted(found, key=lambda each: each.made, reverse=True)

    def dismiss_reports(self, shown: Collection[Report]) -> None:
        """Forgets reports that were shown; what they say is missing is then no longer missed."""
        with self._open() as data:
            reports, missing = data.all_reports(), data.missing()
            for report in reports:
                losing = report.is_loss or report.kind is ReportKind.PREVIOUS
                if losing and report in shown and report.session_id in missing:
                    data.witness.forget(report.session_id)
            data.witness.flush()
            data.reports[:] = [
                each for each, now in zip(data.reports, reports, strict=False) if now not in shown
            ]

    def forget(self, session_id: str) -> None:
        """Nobody will miss an evening that goes now: to be said before one is deleted on purpose."""
        with self._open() as data:
            data.witness.forget(session_id)
            data.witness.flush()

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Calls back after every change, in the thread that made it; returns what ends that.

        The callback receives the session's id, or None where players, settings or schemes changed. One that
        raises is logged: the change is saved all the same.
        """
        with self._mutex:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._mutex, suppress(ValueError):
                self._subscribers.remove(callback)

        return unsubscribe

    # -- inside --------------------------------------------------------------------------------------

    @contextmanager
    def _open(self) -> Iterator[_Data]:
        with self._mutex:
            if self._data is None:
                raise Closed(self.folder)
            yield self._data

    def _change_library(self, change: Callable[[Library], bool]) -> None:
        with self._open() as data:
            changed = change(data.library)
        if changed:
            self._notify(None)

    @contextmanager
    def as_one_change(self) -> Iterator[None]:
        """Whatever this thread saves meanwhile is announced once, at the end, as a change of everything."""
        thread = threading.get_ident()
        self._quiet.add(thread)
        try:
            yield
        finally:
            self._quiet.discard(thread)
            self._notify(None)

    def _notify(self, session_id: str | None) -> None:
        if threading.get_ident() in self._quiet:
            return
        # Outside the lock: a window that looks again at once must not wait for another that does.
        with self._mutex:
            subscribers = list(self._subscribers)
        for subscriber in subscribers:
            try:
                subscriber(session_id)
            except Exception:
                _log.exception("a subscriber failed")


class _Data:
    """The files of an open folder."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.reports: list[Report] = []
        for each in (folder / "sessions", folder, folder.parent):
            # What a killed process renamed is there, but a power cut could still take it back.
            with suppress(OSError):
                disk.sync_folder(str(each))
        self.library = Library(folder / "library.json", disk=disk, tell=self.reports.append)
        self.drafts = Drafts(folder / "drafts.json", disk=disk)
        self.sessions = SessionFiles(folder / "sessions", disk=disk, report=self._recovered)
        self.witness = Witness(folder, disk)
        if not self.witness.whole:
            self.witness.learn(last_events_in_newest(folder, self.witness.since))
        self.index = Index(folder / "index.json", self.sessions, disk, self.witness)
        self.witness.flush()
        self.copies: dict[str, BackupCopy] = {}
        """The backups that were found for what is missing, by session."""
        self.sought: tuple[list[Backup], dict[str, MissingEvents]] = ([], {})
        """The backups that were searched, and for what."""
        self._unseated = self.library.restarted
        if self.index.progress is None:
            self.complete()

    def saved(self, session: Session) -> None:
        """A session was saved."""
        self.index.changed(session.id)
        self.witness.observe(session)
        self.witness.flush()

    def missing(self) -> dict[str, MissingEvents]:
        """The evenings of which something is missing."""
        here: dict[str, frozenset[str]] = dict.fromkeys(self.witness.gone, frozenset())
        for session_id in self.witness.older:
            with suppress(HistoryError):  # it is damaged now, and says so itself
                here[session_id] = frozenset(event.id for event in self.sessions.load(session_id).events)
        return {each: MissingEvents(events, self.witness.last(each)) for each, events in here.items()}

    def all_reports(self) -> list[Report]:
        """What happened, and what is missing; an evening that was damaged says both in one."""
        missing = self.missing()
        reports = [
            replace(report, backup_copy=self.copies.get(report.session_id))
            if report.session_id in missing
            else report
            for report in self.reports
        ]
        damaged = {report.session_id for report in reports if report.kind is ReportKind.PREVIOUS}
        for session_id in sorted(missing.keys() - damaged):
            kind = ReportKind.GONE if session_id in self.witness.gone else ReportKind.OLDER
            path = self.sessions.path(session_id)
            reports.append(Report(kind, path, session_id, backup_copy=self.copies.get(session_id)))
        return reports

    def complete(self) -> None:
        """All sessions are known: where the players were lost, those who sat down in them come back."""
        if self._unseated:
            self._unseated = False
            seated: dict[Person, str] = {}
            for summary in self.index.summaries():
                for person in summary.people:
                    seated[person] = max(summary.last_at, seated.get(person, ""))
            with suppress(HistoryError):
                self.library.seat_all(seated)

    def seat(self, people: Iterable[Person], at: str) -> None:
        """Players are a convenience: where they cannot be saved, the session is."""
        try:
            self.library.seat(people, at)
        except HistoryError:
            _log.warning("players not saved", exc_info=True)

    def _recovered(self, recovery: Recovery) -> None:
        session_id = recovery.path.name.removesuffix(".json")
        self.reports.append(Report.of(recovery, session_id))
        self.index.changed(session_id)
