"""A TinyDB storage whose saved data stays complete and correct after a crash, on a full disk, or with a damaged byte.

Write  n+1   Write and fsync .tmp, rename file to .bak, rename .tmp to file, fsync the folder. Then the data is saved.
Open         Of file, .tmp and .bak, use the sound generation with the highest number. Delete a write that was never
             acknowledged; quarantine damaged files as `.damaged-0`, `.damaged-1` … and report them.
Never        return damaged bytes, treat a damaged history as empty, or change a file of a newer schema.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from tinydb.storages import Storage

from .disk import REAL, Disk, NotAFile, quarantine_name, write_file
from .errors import Damaged, Flaw, Stale, TooLarge, TooNew, Unreadable, write_failed
from .file_format import (
    FORMAT,
    HEAD_LIMIT,
    LIMIT,
    SUFFIXES,
    Envelope,
    Generations,
    Migrations,
    Tables,
    Unsound,
    encode,
    generations,
    migrated,
    newest_schema,
    parse,
    read_head,
)
from .reports import Report, ReportKind


class AtomicStorage(Storage):
    """A file of which TinyDB reads and writes whole generations.

    `durable=False` is for data such as drafts, whose last writes may be lost in a power cut: nothing is fsynced, and a
    file without a sound generation is removed. `report` is called with the report of every recovery. The
    constructor, `read` and `write` raise StorageErrors.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        migrations: Migrations = MappingProxyType({}),
        limit: int = LIMIT,
        durable: bool = True,
        disk: Disk = REAL,
        report: Callable[[Report], object] | None = None,
    ) -> None:
        self.path = Path(path)
        self._path = os.fspath(path)
        self._tmp = self._path + ".tmp"
        self._bak = self._path + ".bak"
        self._schema = newest_schema(migrations)
        self._migrations = migrations
        self._limit = limit
        self._durable = durable
        self._disk = disk
        self._report = report or (lambda report: None)
        self._lock = threading.RLock()
        self._envelope: Envelope | None = None
        """The envelope of the generation last read or written; None while nothing was ever saved."""
        self._tables: Tables | None = None
        """The tables of that generation."""
        self._refused: Envelope | None = None
        """The envelope of a refused write that could not be undone yet."""
        with self._lock:
            self._open()

    @property
    def generation(self) -> int:
        """The number of the last write; 0 while there is no file."""
        return self._envelope.generation if self._envelope else 0

    @property
    def schema(self) -> int:
        """The schema of the generation that was read or written last; 0 while there is none."""
        return self._envelope.schema if self._envelope else 0

    @property
    def checksum(self) -> str:
        """The checksum of the generation that was read or written last; "" while there is none."""
        return self._envelope.sha256.decode() if self._envelope else ""

    @property
    def is_settled(self) -> bool:
        """Whether every refused write has been undone."""
        return self._refused is None

    def is_current(self) -> bool:
        """Whether the file on disk is still the generation that was last read or written here. Raises Unreadable."""
        with self._lock:
            with suppress(OSError):
                self._undo_refused()
            if self._refused is not None:
                return True  # the file on disk was refused; the last save is in memory
            try:
                head = self._disk.head(self._path, HEAD_LIMIT)
            except NotAFile:
                return False
            except OSError as error:
                raise Unreadable(self.path, error.errno) from error
            if self._envelope is None or head is None:
                return self._envelope is None and head is None
            return head.startswith(self._envelope.line)

    def read(self) -> Tables | None:
        """The tables, migrated to this version's schema; None while nothing was ever saved.

        Raises Stale if the file has vanished with all its generations.
        """
        with self._lock:
            if not self.is_current():
                known = self._envelope, self._tables
                self._open()
                if known[0] is not None and self._envelope is None:
                    self._envelope, self._tables = known
                    raise Stale(self.path)
            if self._tables is None:
                return None
            # Returns a copy, as TinyDB changes the tables before a write that may fail.
            return {name: dict(table) for name, table in self._tables.items()}

    def write(self, data: Tables) -> None:
        """Saves a new generation. With `durable`, it survives a power cut after this method has returned.

        After any error, the previous generation still counts.
        The tables must not change afterwards. Raises ValueError or TypeError if they are not JSON.
        """
        with self._lock:
            try:
                self._undo_refused()
            except OSError as error:
                raise write_failed(self.path, error) from error
            if not self.is_current():
                raise Stale(self.path)
            raw = encode(data, schema=self._schema, generation=self.generation + 1)
            if len(raw) > self._limit:
                raise TooLarge(self.path, len(raw), self._limit)
            envelope = read_head(raw)
            try:
                self._commit(raw)
            except OSError as error:
                self._refused = envelope
                with suppress(OSError):
                    self._undo_refused()
                raise write_failed(self.path, error) from error
            self._envelope = envelope
            self._tables = data

    def move_to(self, target: str) -> None:
        """Renames the file in its folder, atomically and durably; removes its other generations first.

        Raises Stale and WriteFailed; the file then keeps its name. Afterwards this storage has no file.
        """
        with self._lock:
            if not self.is_current():
                raise Stale(self.path)
            try:
                self._undo_refused()
                for spare in (self._tmp, self._bak):
                    if self._disk.size(spare) is not None:
                        self._disk.unlink(spare)
                self._sync_folder()  # otherwise, a power cut could leave only a spare file under the old name
                move(self._path, target, self._disk)
            except OSError as error:
                raise write_failed(self.path, error) from error
            self._envelope = self._tables = None

    # -- writing ---------------------------------------------------------------------------------

    def _commit(self, raw: bytes) -> None:
        self._write_file(self._tmp, raw)
        if self._envelope is not None:
            if self._envelope.schema < self._schema:
                self._keep_old_schema(self._envelope.schema)
            _replace(self._path, self._bak, self._disk)
        _replace(self._tmp, self._path, self._disk)
        self._sync_folder()

    def _undo_refused(self) -> None:
        """Undoes a write that was refused half-way, if there is one. After an OSError, the next call tries again."""
        if self._refused is None:
            return
        if self._disk.size(self._tmp) is not None:
            self._disk.unlink(self._tmp)
        head = self._disk.head(self._path, HEAD_LIMIT)
        if head is None or head.startswith(self._refused.line):
            if self._envelope is None:
                if head is not None:
                    self._disk.unlink(self._path)
            elif (self._disk.head(self._bak, HEAD_LIMIT) or b"").startswith(self._envelope.line):
                _replace(self._bak, self._path, self._disk)
        with suppress(OSError):
            self._sync_folder()
        self._refused = None

    def _write_file(self, path: str, raw: bytes) -> None:
        write_file(self._disk, path, raw, durable=self._durable)

    def _keep_old_schema(self, schema: int) -> None:
        """Keeps the last file of an older schema for ever, as a migration may turn out to be wrong."""
        raw = self._disk.read(self._path)
        if raw is not None:
            self._write_file(f"{self._path}.schema-{schema}", raw)

    def _sync_folder(self) -> None:
        if self._durable:
            self._disk.sync_folder(os.path.dirname(self._path) or os.curdir)

    # -- opening ---------------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            self._recover()
        except OSError as error:
            raise Unreadable(self.path, error.errno) from error

    def _recover(self) -> None:
        found = self._inspect()
        for seconds in self._disk.recheck_delays:
            if found.is_settled:
                break
            self._disk.pause(seconds)
            found = self._inspect()
        if "" in found.errors:
            raise found.errors[""]
        sound, flaws = found.sound, found.flaws
        if self._disk.read_only and "" in sound:
            for known in (sound, flaws):
                # this generation was never acknowledged as saved, and its writer may still undo it
                known.pop(".tmp", None)
        tables: Tables = {}
        while sound:
            best = max(sound, key=lambda suffix: sound[suffix][0].generation)
            envelope, raw = sound[best]
            if envelope.format > FORMAT:
                raise TooNew(self.path, envelope.format, FORMAT)
            if envelope.schema > self._schema:
                raise TooNew(self.path, envelope.schema, self._schema)
            try:
                tables = parse(raw, envelope)
                break
            except Unsound as error:
                flaws[best] = error.flaw
                del sound[best]
        else:
            self._nothing_sound(flaws, found.errors)
            return
        self._settle(best, sound.keys(), flaws)
        self._tables = migrated(tables, envelope.schema, self._migrations)
        self._envelope = envelope

    def _inspect(self) -> Generations:
        return generations(self._path, self._disk, self._limit)

    def _nothing_sound(self, flaws: dict[str, Flaw], errors: Mapping[str, OSError]) -> None:
        if errors:  # a file that cannot be read for a moment is not damaged
            raise next(iter(errors.values()))
        for suffix, flaw in flaws.items():
            if flaw is Flaw.NOT_A_FILE:
                self._disk.read(self._path + suffix)  # raises the reason
        if self._durable and flaws.keys() - {".tmp"}:
            raise Damaged(self.path, self._named(flaws))
        for suffix in () if self._disk.read_only else flaws:
            self._disk.unlink(self._path + suffix)  # a torn first write, or a file that need not be durable
        self._envelope = self._tables = None

    def _settle(self, best: str, sound: Collection[str], flaws: dict[str, Flaw]) -> None:
        """Makes the best generation the main file, and quarantines unsound files; a read-only disk is not changed."""
        if flaws.get(".bak") is Flaw.UNREADABLE:
            del flaws[".bak"]  # it may be readable again soon, and the next write replaces it anyway
        if best == ".bak" and "" in sound:
            flaws[""] = Flaw.OLDER
        torn = flaws.get(".tmp") not in (None, Flaw.NOT_A_FILE)
        unsound = [suffix for suffix in SUFFIXES if suffix in flaws and not (torn and suffix == ".tmp")]
        moved: list[Path] = []
        if not self._disk.read_only and (best or flaws or ".tmp" in sound):
            moved = [_moved_to_quarantine(self._path, suffix, self._disk) for suffix in unsound]
            if best == ".tmp":
                self._sync_unfinished()
                if "" in sound:
                    _replace(self._path, self._bak, self._disk)
            if best:
                _replace(self._path + best, self._path, self._disk)
            if torn or (best != ".tmp" and ".tmp" in sound):
                self._disk.unlink(self._tmp)  # torn, or older than an acknowledged generation
            self._sync_folder()
        if best or unsound:
            kinds = {"": ReportKind.SPARE_DAMAGED, ".tmp": ReportKind.COMPLETED, ".bak": ReportKind.PREVIOUS}
            self._report(Report(kinds[best], self.path, None, self._named(flaws), tuple(moved)))

    def _named(self, flaws: Mapping[str, Flaw]) -> dict[str, Flaw]:
        return {self.path.name + suffix: flaw for suffix, flaw in flaws.items()}

    def _sync_unfinished(self) -> None:
        """Syncs `.tmp`: a process that was killed before its fsync leaves bytes that are complete, but not durable."""
        if self._durable:
            fd = self._disk.reopen(self._tmp)
            try:
                self._disk.sync(fd)
            finally:
                self._disk.close(fd)


def quarantine_all(path: Path, disk: Disk) -> tuple[Path, ...]:
    """Quarantines every generation of a file, sound or not, and returns the new paths. Raises Unreadable.

    Used for files that may start empty again. On a read-only disk, moves nothing and returns ().
    """
    name = str(path)
    if disk.read_only:
        return ()
    try:
        there = [suffix for suffix in SUFFIXES if disk.exists(name + suffix)]
        return tuple(_moved_to_quarantine(name, suffix, disk) for suffix in there)
    except OSError as error:
        raise Unreadable(path, error.errno) from error


def _moved_to_quarantine(path: str, suffix: str, disk: Disk) -> Path:
    target = quarantine_name(path, disk)
    _replace(path + suffix, target, disk)
    return Path(target)


def move(source: str, target: str, disk: Disk) -> None:
    """Renames a file in its folder, durably. Raises OSError; the file then has its old name.

    If the system refuses to make the rename durable, the rename is reversed. If the system refuses that, too, the file
    keeps its new name, and no error is raised.
    """
    _replace(source, target, disk)
    try:
        disk.sync_folder(os.path.dirname(target) or os.curdir)
    except OSError:
        try:
            _replace(target, source, disk)
        except OSError:
            return
        raise


def _replace(source: str, target: str, disk: Disk) -> None:
    for seconds in disk.retry_delays:
        try:
            disk.replace(source, target)
            return
        except PermissionError:
            disk.pause(seconds)
    disk.replace(source, target)
