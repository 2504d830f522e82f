"""The evening files: one TinyDB file for each evening; events are only ever added to it.

A deleted evening is in the bin: its file stays in the same folder, but gets a name with the time (UTC) of deletion:

    2f1c….json.deleted-20261123T201500Z

One rename deletes an evening, and one rename puts it back.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from scorepad.evening.evening import Evening
from scorepad.faults import Fault

from .disk import Disk
from .errors import (
    BadRecord,
    Damaged,
    EveningExists,
    Flaw,
    HistoryError,
    Stale,
    UnknownEvening,
    Unreadable,
    write_failed,
)
from .evening_file import EveningFile
from .file_format import LIMIT, SUFFIXES, Unsound, check, parse, read_head, tables_in
from .migrations import LAST_WITH_RANDOM_IDS, MIGRATIONS, former_ids, reinterprets_undos
from .records import decode_evening
from .reports import Report
from .storage import move, quarantine_all

MAX_OPEN = 16
"""The number of evenings that are kept in memory; the least recently used evening is dropped first.

More evenings are kept while refused writes could not be undone.
"""

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}", re.ASCII)
RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.ASCII | re.IGNORECASE)
"""Names that Windows reserves for devices."""
_IN_BIN = re.compile(r"([a-z0-9-]+)\.json\.deleted-(\d{8}T\d{6}Z)", re.ASCII)
_MOMENT = "%Y%m%dT%H%M%SZ"


def valid_id(evening_id: str) -> bool:
    """Whether an id can name an evening, and so its file: at most 64 lower-case letters, digits and hyphens."""
    return ID.fullmatch(evening_id) is not None and RESERVED.fullmatch(evening_id) is None


def in_bin(name: str) -> tuple[str, datetime] | None:
    """Parses a file name: the id of the evening, and its time of deletion; None if it is not a name in the bin."""
    match = _IN_BIN.fullmatch(name)
    if match is None or not valid_id(match[1]):
        return None
    try:
        return match[1], datetime.strptime(match[2], _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None


def read_evening(raw: bytes, path: Path) -> Evening:
    """Decodes an evening; its id must be in the name of `path`. Raises Damaged, TooNew or BadRecord."""
    try:
        evening = decode_evening(tables_in(raw, path, MIGRATIONS))
    except Unsound as error:
        raise Damaged(path, {path.name: error.flaw}) from None
    if evening.id != path.name.partition(".json")[0]:
        raise BadRecord("evening/id", Fault.ANOTHER_EVENING, evening.id)
    return evening


def former_ids_in(raw: bytes) -> dict[str, str]:
    """Maps the random ids of events in an evening's file, given as bytes, to the ids that the events have now.

    Empty if the file has schema 7 or later, in which the ids are not random. Raises Unsound or BadRecord.
    """
    envelope = read_head(raw)
    return (
        former_ids(parse(raw, check(raw)), envelope.schema) if envelope.schema <= LAST_WITH_RANDOM_IDS else {}
    )


@dataclass(frozen=True, slots=True)
class FileStamp:
    """The size (bytes) and the modification time (ns) of a file; a file with the same stamp counts as unchanged."""

    size: int
    modified: int


def _stamp(place: Path | os.DirEntry[str]) -> FileStamp | None:
    with suppress(OSError, ValueError):  # the problem is reported when the file is read
        status = place.stat()
        return FileStamp(status.st_size, status.st_mtime_ns)
    return None


class StoredEvening(NamedTuple):
    """An evening, and the stamp and the checksum of its file."""

    evening: Evening
    stamp: FileStamp | None
    checksum: str


class EveningFiles:
    """The folder of evening files.

    Not thread-safe: the history that owns this object has a lock.
    """

    def __init__(self, folder: Path, *, disk: Disk, report: Callable[[Report], object]) -> None:
        self.folder = folder
        self._disk = disk
        self._report = report
        self._open: OrderedDict[str, EveningFile] = OrderedDict()
        self._binned: dict[str, Evening] = {}
        """The evenings in the bin that were read, by file name; files in the bin never change."""

    def list(self) -> tuple[dict[str, FileStamp | None], list[Path]]:
        """Lists the folder: returns the stamps of the evening files by id, and the paths of the misnamed files.

        A stamp is None if the evening needs a recovery, or if the system refuses to tell the stamp. A file is misnamed
        if its name is not a valid id. Raises Unreadable.
        """
        stamps: dict[str, FileStamp | None] = {}
        unsettled: set[str] = set()
        misnamed: list[Path] = []
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    # A process killed between two renames leaves an evening of which only .tmp and .bak exist.
                    evening_id, json, suffix = entry.name.rpartition(".json")
                    if not json or suffix not in SUFFIXES or entry.name.startswith("."):
                        continue
                    if not valid_id(evening_id):
                        misnamed.append(Path(entry.path))
                    elif suffix == "":
                        stamps[evening_id] = _stamp(entry)
                    else:
                        stamps.setdefault(evening_id, None)
                        if suffix == ".tmp":
                            unsettled.add(evening_id)
        except OSError as error:
            raise Unreadable(self.folder, error.errno) from error
        return stamps | dict.fromkeys(unsettled), sorted(misnamed)

    # -- the bin ---

    def bin(self) -> dict[str, tuple[str, datetime]]:
        """Maps the names of the files in the bin to the ids of their evenings and the times of deletion.

        Raises Unreadable.
        """
        try:
            found = {name: in_bin(name) for name in os.listdir(self.folder)}
        except OSError as error:
            raise Unreadable(self.folder, error.errno) from error
        return {name: entry for name, entry in found.items() if entry is not None}

    def read_binned(self, name: str) -> Evening:
        """Reads an evening from its file in the bin. Raises UnknownEvening, BadRecord and the StorageErrors."""
        if name not in self._binned:
            self._binned_id(name)
            path = self.folder / name
            self._binned[name] = read_evening(self._bytes(path), path)
        return self._binned[name]

    def delete(self, evening_id: str, now: datetime) -> str:
        """Moves an evening into the bin; returns the name of its file there.

        Raises UnknownEvening, BadRecord and the StorageErrors; the evening then stays.
        """
        file, at = self.file(evening_id), now.astimezone(UTC)
        file.load()
        while self._exists(target := f"{self.path(evening_id)}.deleted-{at.year:04}{at:%m%dT%H%M%SZ}"):
            at += timedelta(seconds=1)
        file.move_to(target)
        del self._open[evening_id]
        return os.path.basename(target)

    def put_back(self, name: str) -> str:
        """Takes file `name` out of the bin; returns the id. Raises EveningExists, UnknownEvening and WriteFailed."""
        evening_id = self._binned_id(name)
        if self._is_there(evening_id):
            raise EveningExists(evening_id)
        try:
            move(str(self.folder / name), str(self.path(evening_id)), self._disk)
        except FileNotFoundError:
            raise UnknownEvening(evening_id) from None
        except OSError as error:
            raise write_failed(self.folder / name, error) from error
        self._open.pop(evening_id, None)
        self._binned.pop(name, None)  # another file may get this name within the same second
        return evening_id

    def remove(self, name: str) -> str:
        """Deletes file `name` in the bin for good; returns the evening's id. Raises UnknownEvening and WriteFailed."""
        evening_id = self._binned_id(name)
        try:
            self._disk.unlink(str(self.folder / name))
        except FileNotFoundError:
            raise UnknownEvening(evening_id) from None
        except OSError as error:
            raise write_failed(self.folder / name, error) from error
        with suppress(OSError):  # the file is removed; at worst, a power cut brings it back into the bin
            self._disk.sync_folder(str(self.folder))
        self._binned.pop(name, None)
        if self._is_gone(evening_id):
            self._remove_copies(evening_id)
        return evening_id

    def _remove_copies(self, evening_id: str) -> None:
        """Removes the quarantined files of an evening, and its files of older schemas."""
        kept = re.compile(rf"{evening_id}\.json\.(damaged|schema)-\d+")
        with suppress(OSError):
            for name in os.listdir(self.folder):
                if kept.fullmatch(name):
                    self._disk.unlink(str(self.folder / name))

    def is_binned(self, evening_id: str) -> bool:
        """Whether an evening is in the bin, and nowhere else."""
        binned = any(each == evening_id for each, _ in self.bin().values())
        return binned and not self._is_there(evening_id)

    @staticmethod
    def _binned_id(name: str) -> str:
        found = in_bin(name)
        if found is None:
            raise UnknownEvening(name)
        return found[0]

    def quarantine(self, evening_id: str) -> None:
        """Quarantines the file of an evening if it is damaged; forgets an open evening if its file has vanished.

        Does nothing if the evening is readable. Raises the StorageErrors.
        """
        try:
            self.load(evening_id)
        except UnknownEvening:
            pass
        except Stale:
            del self._open[evening_id]
        except (Damaged, BadRecord):
            self._open.pop(evening_id, None)
            quarantine_all(self.path(evening_id), self._disk)

    # -- one evening ---

    def absent(self, evening_ids: set[str]) -> set[str]:
        """The ids in `evening_ids` for which there is no file of any generation."""
        for seconds in (*self._disk.recheck_delays, None):
            evening_ids = {each for each in evening_ids if self._is_gone(each)}
            if evening_ids and seconds is not None:
                self._disk.pause(seconds)  # another process may be renaming these files just now
        return evening_ids

    def _is_there(self, evening_id: str) -> bool:
        return any(self._exists(f"{self.path(evening_id)}{suffix}") for suffix in SUFFIXES)

    def _is_gone(self, evening_id: str) -> bool:
        """Whether an evening has no file; False if the system cannot tell."""
        with suppress(Unreadable):
            return not self._is_there(evening_id)
        return False

    def _exists(self, path: str) -> bool:
        try:
            return self._disk.exists(path)
        except OSError as error:
            raise Unreadable(Path(path), error.errno) from error

    def stamp(self, evening_id: str) -> FileStamp | None:
        """The present stamp of an evening's file; None if there is none."""
        return _stamp(self.path(evening_id))

    def checksum(self, evening_id: str) -> str:
        """The checksum in the first line of an evening's file; "" if there is none."""
        try:
            return read_head(self._disk.head(str(self.path(evening_id)), 256) or b"").sha256.decode()
        except (OSError, Unsound):
            return ""

    def path(self, evening_id: str) -> Path:
        """The path of an evening's file. Raises UnknownEvening for an invalid id."""
        if not valid_id(evening_id):
            raise UnknownEvening(evening_id)
        return self.folder / f"{evening_id}.json"

    def read_unrecovered(self, evening_id: str) -> StoredEvening:
        """Reads an evening without a recovery; changes nothing. Thread-safe.

        Raises Damaged if the file is not sound, UnknownEvening, BadRecord and the other StorageErrors.
        """
        path, stamp = self.path(evening_id), self.stamp(evening_id)
        raw = self._bytes(path)
        return StoredEvening(read_evening(raw, path), stamp, read_head(raw).sha256.decode())

    def _bytes(self, path: Path) -> bytes:
        try:
            if (self._disk.size(str(path)) or 0) > LIMIT:
                raise Damaged(path, {path.name: Flaw.TOO_LARGE})
            raw = self._disk.read(str(path))
        except OSError as error:
            raise Unreadable(path, error.errno) from error
        if raw is None:
            raise UnknownEvening(path.name.partition(".json")[0])
        return raw

    def has_reinterpreted_undos(self, evening_id: str) -> bool:
        """Whether the file of an evening has an earlier schema, and an undo that this version may apply differently.

        Raises Unsound, UnknownEvening or a StorageError.
        """
        raw = self._bytes(self.path(evening_id))
        return b'"undoes"' in raw and reinterprets_undos(parse(raw, check(raw)))

    def former_ids(self, evening_id: str) -> dict[str, str]:
        """Maps the random ids that an evening's events had before schema 7 to their present ids.

        Empty if no file has random ids. Also reads the files of older schemas, which are kept after the first save
        under a newer schema.
        """
        path, found = self.path(evening_id), dict[str, str]()
        for place in (
            path,
            *(path.with_name(f"{path.name}.schema-{each}") for each in range(1, LAST_WITH_RANDOM_IDS + 1)),
        ):
            with suppress(HistoryError, Unsound):
                found |= former_ids_in(self._bytes(place))
        return found

    def stored(self, evening: Evening) -> StoredEvening:
        """An evening that was just loaded or saved, with the stamp and the checksum of its file."""
        return StoredEvening(evening, self.stamp(evening.id), self._open[evening.id].checksum)

    def create(self, evening: Evening) -> None:
        """Saves a new evening with its events, in one write.

        Raises EveningExists, BadRecord if the evening could not be read back, and the StorageErrors.
        """
        if not valid_id(evening.id):
            raise BadRecord("evening/id", Fault.NOT_A_NAME, evening.id)
        file = self._open.get(evening.id)
        if file is None:
            file = EveningFile(self.path(evening.id), evening.id, self._disk, self._report)
        # Kept even if the write is refused: the file then undoes the write, now or before the next write.
        self._keep(file)
        file.create(evening)

    def file(self, evening_id: str) -> EveningFile:
        """The file of an evening. Raises UnknownEvening and the StorageErrors."""
        path, file = self.path(evening_id), self._open.get(evening_id)
        if file is None:
            file = EveningFile(path, evening_id, self._disk, self._report)
        if not file.exists:
            raise UnknownEvening(evening_id)
        self._keep(file)
        return file

    def load(self, evening_id: str) -> Evening:
        """An evening. Raises UnknownEvening, BadRecord and the StorageErrors."""
        file = self.file(evening_id)
        try:
            return file.load()
        except Stale:
            if self.is_binned(evening_id):  # another process deleted the evening
                del self._open[evening_id]
                raise UnknownEvening(evening_id) from None
            raise

    def _keep(self, file: EveningFile) -> None:
        self._open[file.id] = file
        self._open.move_to_end(file.id)
        settled = [each for each, open_file in self._open.items() if open_file.is_settled]
        for evening_id in settled[: max(0, len(self._open) - MAX_OPEN)]:
            del self._open[evening_id]
