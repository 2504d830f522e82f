"""Shares the history of this computer with other computers: gives what it has, takes what it lacks.

Everything is saved here first. Taking only adds events: if the shared place is suddenly empty, nothing is deleted here,
and the place is filled again. An evening that was deleted here comes back only if a file has events that were not in it
at that time, or if somebody puts it back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from copy import deepcopy
from pathlib import Path
from typing import Final

from scorepad.evening.evening import Evening
from scorepad.history import (
    BadRecord,
    Disk,
    DiskFull,
    EveningError,
    History,
    HistoryClosed,
    HistoryError,
    Refused,
    SharedFolder,
    StorageError,
    choose_shared_folder,
    read_memory,
    read_shared_folder,
    save_memory,
    save_shared_folder,
    short_names,
    write_failed,
)
from scorepad.history.backup import BackupKind
from scorepad.history.transfer import ImportStatus, IncomingEvening, take
from scorepad.work import Work, finished

from .contents import Newer, NotWhole, bytes_of, digest_of, evenings_in, key_of
from .places import FolderPlace, KeptFile, own_name
from .remembered import SharedCopy, SharedMemory
from .rounds import Round, SharingState, Taken

__all__ = ["SharingState", "Taken", "Together", "look"]

TAKE_SECONDS: Final = 10.0
"""Seconds after which a round stops taking, and begins to give; the next round takes the rest."""
MANY: Final = 20
"""If a round takes more files than this, all its changes are announced as one change.

Also the number of files that a round looks at in one step.
"""

_log = logging.getLogger(__name__)


class Together:
    """Shares a history over a folder, if one was chosen. Thread-safe; it starts no thread: its owner runs `round`.

    `as_one` is a context in which all changes of the history are announced as one.
    """

    def __init__(
        self,
        history: History,
        *,
        disk: Disk | None = None,
        as_one: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.history, self.as_one = history, as_one
        self.woken = threading.Event()
        """Set when there may be something to give, or when a window comes to the front."""
        self._disk = disk or Disk()
        self._one_at_a_time = threading.Lock()
        self._listeners: list[Callable[[Taken], object]] = []
        self._place: FolderPlace | None = None
        self._memory: SharedMemory | None = None
        self._saved_memory: object = None
        self._checked: dict[str, str] | None = None
        """The checksums of the evenings here after the last round, by id; None if that round was not complete."""
        self._refused: dict[str, IncomingEvening] = {}
        """The evenings that were refused, by the digests of their files."""
        self._too_large: dict[str, tuple[str, Refused]] = {}
        """The evenings that are too large for a file, by id: the checksum of the evening, and the error."""
        self._given: set[str] = set()
        """The keys of the evenings that were given since the start of the app."""
        self._unfinished = False
        self._last: Round | None = None
        self._state: SharingState | None = None
        self._problem: HistoryError | None = None

    # -- what people see and choose ---

    @property
    def state(self) -> SharingState | None:
        """The state after the last round; None if no folder is shared."""
        return self._state

    @property
    def is_unfinished(self) -> bool:
        """Whether the last round stopped before it took everything, although there was no problem."""
        return self._unfinished

    @property
    def chosen(self) -> SharedFolder | None:
        """The folder that is shared; None if there is none, or if the setting cannot be read."""
        with suppress(StorageError):
            return read_shared_folder(self.history.folder, self._disk)
        return None

    @property
    def problem(self) -> HistoryError | None:
        """The error because of which the setting could not be read; None if it was read."""
        return self._problem

    def subscribe(self, listener: Callable[[Taken], object]) -> Callable[[], None]:
        """Calls the listener after each round that took something or changed the state, in the thread of the round.

        Returns a function that ends these calls.
        """
        self._listeners.append(listener)

        def end() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return end

    def choose(self, chosen: Path | None) -> Taken:
        """Shares the history over a folder from now on, does a round, and returns what the round took.

        None ends the sharing; no file is removed from the folder. Before the sharing begins, makes a backup. Raises
        InDataFolder or another StorageError.
        """
        if chosen is not None:
            self.history.back_up(BackupKind.IMPORT)
        choose_shared_folder(self.history.folder, chosen, self._disk)
        self._place = self._checked = None
        return finished(self.round(waits=True))

    def wake(self) -> None:
        """Asks the owner's thread for a round soon."""
        self.woken.set()

    # -- a round ---

    def round(self, *, waits: bool = False, takes: bool = True) -> Work[Taken]:
        """Takes what is new at the place, and then gives what is new here, a file in each step; returns what it took.

        While another round is in progress, does nothing; with `waits`, waits until the other round ends. Without
        `takes`, only gives. If a file cannot be read or written, the next round tries again. Raises HistoryClosed.
        """
        if not self._one_at_a_time.acquire(blocking=waits):
            return Taken()
        try:
            before = self._state
            taken = yield from self._round(takes=takes)
        finally:
            self._one_at_a_time.release()
        if taken or self._state != before:
            self._tell(taken)
        return taken

    def _tell(self, taken: Taken) -> None:
        for listener in list(self._listeners):
            try:
                listener(taken)
            except Exception:
                _log.exception("a window failed")

    def _round(self, *, takes: bool) -> Work[Taken]:
        try:
            shared = read_shared_folder(self.history.folder, self._disk)
            self._problem = None
        except StorageError as error:
            self._problem, self._state = error, None
            return Taken()
        if shared is None:
            self._state = self._place = None
            return Taken()
        place = self._place_of(shared)
        if not shared.is_there:
            self._state = Round(shared, place, {}).state(self.memory, {}, self.history.now, is_there=False)
            return Taken()
        now = Round(shared, place, self.history.checksums())
        if self._needs_round(now):
            yield from self._exchange(now, takes=takes)
        elif self._last is not None and self.memory.unread:
            # Files that hold no evening are reported after a time, even if nothing changes.
            self._state = self._last.state(self.memory, self._refused, self.history.now, is_there=True)
        return Taken(tuple(dict.fromkeys(now.new)), tuple(dict.fromkeys(now.more)))

    def _place_of(self, shared: SharedFolder) -> FolderPlace:
        if self._place is None or self._place.folder != shared.place:
            self._place = FolderPlace(shared.place, shared.own, self._disk)
            self._checked, self._refused = None, {}
        return self._place

    def _needs_round(self, now: Round) -> bool:
        if self._state is None or not self._state.is_there or self._checked != now.here:
            return True
        return now.place.changed()

    def _exchange(self, now: Round, *, takes: bool) -> Work[None]:
        memory, self._unfinished = self.memory, False
        try:
            self._note_deletions(now)
            found = yield from self._look(now)
            if takes:
                yield from self._take(found, now)
            yield from self._give(now)
            memory.keep_only({*now.files.values()}, self.history.checksums())
            self._unfinished = now.unfinished and now.problem is None
            whole = takes and not now.problem and not now.unfinished
            self._checked = now.here if whole else None
        except HistoryClosed:
            raise
        except HistoryError as error:
            now.problem, self._checked = error, None
        except OSError as error:
            now.problem, self._checked = write_failed(now.shared.place, error), None
        finally:
            if now.given or now.new or now.more:
                memory.last = self.history.now
            self._save_memory()
        digests = {*now.files.values()}
        self._refused = {digest: each for digest, each in self._refused.items() if digest in digests}
        self._state = now.state(memory, self._refused, self.history.now, is_there=now.shared.is_there)
        self._last = now

    # -- take ---

    def _look(self, now: Round) -> Work[list[KeptFile]]:
        """Looks at all files of the place; returns the files that may have something new."""
        found: list[KeptFile] = []
        for number, kept in enumerate(now.place.others()):
            now.files[kept.name] = kept.digest
            if kept.digest not in self.memory.tried and not self.memory.is_settled(kept.digest, now.here):
                found.append(kept)
            if number % MANY == 0:
                yield 0.0
        return found

    def _take(self, found: list[KeptFile], now: Round) -> Work[None]:
        end = time.monotonic() + TAKE_SECONDS
        with self.as_one() if len(found) > MANY else nullcontext():
            for number, kept in enumerate(found):
                yield number / len(found)
                if time.monotonic() > end:
                    now.unfinished = True
                    break
                self._take_file(kept, now)

    def _take_file(self, kept: KeptFile, now: Round) -> None:
        if self.memory.is_settled(kept.digest, now.here):
            return  # another file of this round has the same bytes
        try:
            raw = kept.read()
        except OSError:  # a file that stays unreadable is reported like a damaged file
            self.memory.unread.setdefault(kept.digest, self.history.now)
            return
        if digest_of(raw) != kept.digest:
            return  # the file changed meanwhile: the next round takes it
        self._refused.pop(kept.digest, None)
        try:
            copies = evenings_in(raw)
        except Exception as error:  # whatever a file holds, it must not stop the others
            if not isinstance(error, NotWhole | Newer):
                _log.exception("%s cannot be read", kept.name)
            self.memory.tried.add(kept.digest)
            self.memory.unread.setdefault(kept.digest, self.history.now)
            if isinstance(error, Newer):
                self.memory.newer.add(kept.digest)
            return
        self.memory.unread.pop(kept.digest, None)
        self.memory.files[kept.digest] = {
            each.id: SharedCopy(key, self._take_evening(each, kept.digest, now))
            for key, each in copies.items()
        }

    def _take_evening(self, evening: Evening, digest: str, now: Round) -> str | None:
        """Takes an evening; returns the checksum of the evening here afterwards: a value for `SharedCopy.compared`."""
        if not self.history.checksum(evening.id):
            now.here.pop(evening.id, None)
            self._note_deletions(now)  # perhaps it was deleted since this round began
            deleted = now.shared.deleted.get(evening.id)
            if deleted is not None and short_names(evening.events) <= deleted:
                return ""
            if deleted is not None:
                self._put_back(evening.id)
        try:
            incoming = take(evening, self.history)
        except StorageError as error:
            now.problem = error
            return None
        if incoming.status is ImportStatus.REFUSED:
            self._refused[digest] = incoming
            lasts = isinstance(incoming.problem, BadRecord | EveningError)
            return now.here.get(evening.id, "") if lasts else None
        if incoming.status is not ImportStatus.KNOWN:
            (now.new if incoming.status is ImportStatus.NEW else now.more).append(evening.id)
        now.here[evening.id] = self.history.checksum(evening.id)
        return now.here[evening.id]

    # -- give ---

    def _give(self, now: Round) -> Work[None]:
        covered = self.memory.covered(now.files.values())
        if now.place.has_too_many:
            covered |= self._given  # our files may be among those that are not looked at
        for number, (evening_id, checksum) in enumerate([*now.here.items()]):
            if self.memory.key(evening_id, checksum) not in covered:
                yield number / len(now.here)
                self._give_evening(evening_id, checksum, now, covered)

    def _give_evening(self, evening_id: str, checksum: str, now: Round, covered: set[str]) -> None:
        """Gives an evening, unless `covered` has its key: then a file of the place has the same evening."""
        if (known := self._too_large.get(evening_id)) and known[0] == checksum:
            now.problem = known[1]
            return
        try:
            evening = self.history.load(evening_id)
            key = key_of(evening)
            raw = b"" if key in covered else bytes_of(evening, self.history)
        except Refused as error:
            self._too_large[evening_id], now.problem = (checksum, error), error
            return
        except (EveningError, BadRecord):  # deleted meanwhile, or unreadable: the history reports this
            return
        if raw:
            name, digest = own_name(evening_id, now.shared.own), digest_of(raw)
            try:
                now.place.put(name, raw)
            except OSError as error:
                now.problem = write_failed(now.shared.place / name, error)
                if isinstance(now.problem, DiskFull) or not now.shared.is_there:
                    raise now.problem from error
                return  # perhaps a folder has this name; the other evenings are given
            now.given += 1
            now.files[name] = digest
            self.memory.files[digest] = {evening_id: SharedCopy(key, checksum)}
            covered.add(key)
            self._given.add(key)
        self.memory.keys[evening_id] = checksum, key

    # -- deleted evenings ---

    def _note_deletions(self, now: Round) -> None:
        """Updates the deleted evenings in the setting: adds evenings of the bin, drops evenings that are here again."""
        shared = now.shared
        for evening_id in [each for each in shared.deleted if each in now.here]:
            shared = shared.with_deleted(evening_id, None)
        for each in self.history.bin():
            if each.summary.id not in now.here and each.summary.problem is None:
                events = self.history.load_binned(each.name).events
                if not short_names(events) <= shared.deleted.get(each.summary.id, frozenset({""})):
                    shared = shared.with_deleted(each.summary.id, events)
        if shared != now.shared:
            save_shared_folder(self.history.folder, shared, self._disk)
            now.shared = shared

    def _put_back(self, evening_id: str) -> None:
        """Takes an evening out of the bin, if it is still in the bin: it may have events that the place lacks."""
        names = [each.name for each in self.history.bin() if each.summary.id == evening_id]
        for name in names[:1]:
            with suppress(EveningError):
                self.history.put_back(name)

    # -- memory and state ---

    @property
    def memory(self) -> SharedMemory:
        """What this device remembers of the files at the place."""
        if self._memory is None:
            self._memory = SharedMemory.of(read_memory(self.history.folder, self._disk))
        return self._memory

    def _save_memory(self) -> None:
        document = self.memory.document(self._refused)
        if document != self._saved_memory:
            save_memory(self.history.folder, document, self._disk)
            self._saved_memory = deepcopy(document)


def look(folder: Path, disk: Disk | None = None) -> SharingState | None:
    """The state of the sharing of a data folder, as far as it is known without a round; None if no folder is shared.

    Changes nothing, so another scorepad may be sharing the folder. Raises SharedFolderUnknown, Unreadable.
    """
    disk = disk or Disk()
    shared = read_shared_folder(folder, disk)
    if shared is None:
        return None
    place = FolderPlace(shared.place, shared.own, disk)
    return Round(shared, place, {}).state(
        SharedMemory.of(read_memory(folder, disk)), {}, "2000-01-01T00:00:00Z", is_there=shared.is_there
    )
