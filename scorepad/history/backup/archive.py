"""Writes and reads the zip of a backup; a zip is checked before it is used.

A save replaces a file in one step, so a backup can be made while hands are recorded: it contains a sound generation of
each file. The zip is written under a temporary name, read back and compared, and then renamed. It does not contain
evenings.log, which can be rebuilt.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from scorepad import __version__
from scorepad.codec import Codec
from scorepad.faults import Fault, Invalid
from scorepad.history.disk import Disk, NotAFile, open_regular, private_folder, try_lock
from scorepad.history.errors import HistoryError, Refusal, Refused, Unreadable, WriteFailed
from scorepad.history.evenings import RESERVED
from scorepad.history.file_format import HEAD_LIMIT, base_name, generations, strict_json
from scorepad.history.file_format import LIMIT as MAX_FILE
from scorepad.history.log_file import read_last_events
from scorepad.history.migrations import EVENING_SCHEMA

from .files import FOLDER, Backup, BackupKind, Room, new_path, rank, remove_leftovers, temporary_path

FORMAT = "scorepad backup"
VERSION = 1
MANIFEST = "manifest.json"

MAX_BYTES = 1024 * 1024 * 1024
"""The most unpacked bytes of all files of a backup together."""
MAX_DIRECTORY = 8 * 1024 * 1024
"""The most bytes of a zip's directory, which zipfile reads before any check: about 80,000 files."""
MAX_FILES = 65_000
"""The most files of a backup; the end of a zip with more than 65,535 files has another form, which is refused."""
MAX_RATIO = 200
"""The largest ratio of unpacked to packed bytes; for score sheets it is about ten."""
LEVEL = 4
"""The level of compression; higher levels are slow on a phone."""

_DATES = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The first and the last date that are possible in a zip."""
_ROOT = re.compile(
    r"(library|drafts)\.json(\.bak|\.tmp)?|(library|drafts|index)\.json\.(damaged|schema)-\d{1,9}", re.ASCII
)
_SAFE = re.compile(r"[\w(](?:[\w .,()+=@~-]{0,150}[\w)~])?")


def safe_name(name: str) -> bool:
    """Whether a backup may have a file with this name: a known file of the data folder, or a file in `sessions/`."""
    folder, _, stem = name.rpartition("/")
    if folder == "":
        return _ROOT.fullmatch(name) is not None
    reserved = RESERVED.fullmatch(stem.partition(".")[0])
    return folder == "sessions" and _SAFE.fullmatch(stem) is not None and reserved is None


def file_names(folder: Path) -> list[str]:
    """The names of the files to back up, each once, without the suffixes `.tmp` and `.bak`. Raises Unreadable."""
    names: set[str] = set()
    try:
        for prefix, where in (("", folder), ("sessions/", folder / "sessions")):
            with os.scandir(where) as entries:
                for entry in entries:
                    name = prefix + entry.name
                    if safe_name(name) and _may_be_file(entry):
                        names.add(base_name(name))
    except OSError as error:
        raise Unreadable(folder, error.errno) from error
    return sorted(names)


def _may_be_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a file; also True if the system cannot tell, because the error appears when it is read."""
    try:
        return entry.is_file()
    except OSError:
        return True


def fingerprint(folder: Path, disk: Disk) -> str:
    """A hash of the first lines of all files except drafts: it changes with every save. Raises Unreadable."""
    digest = hashlib.sha256()
    for name in file_names(folder):
        if not name.startswith("drafts.json"):
            try:
                head = disk.head(str(folder / name), HEAD_LIMIT) or b""
            except OSError:
                head = b"unreadable"
            digest.update(f"{name} {hashlib.sha256(head).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(folder: Path, disk: Disk, unread: list[str], damaged: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yields a name and bytes for each file of a backup.

    Yields one sound generation of each file; if no generation is sound, yields all its generations that can be read.
    Adds the names of files that cannot be read to `unread`, and the names of evening files without a sound generation
    to `damaged`. Known files and evenings come first, then the evenings in the bin, then all other files.
    """
    for name in sorted(file_names(folder), key=rank):
        path = str(folder / name)
        found = generations(path, disk)
        if not found.sound:
            # Perhaps a save was between its two renames just now: the file then has no name for a moment.
            found = generations(path, disk)
        unread.extend(name + suffix for suffix in found.errors)
        if "" in found.sound:
            yield name, found.sound[""][1]  # the other generations are older, or not acknowledged yet
        elif found.sound:
            yield name, max(found.sound.values(), key=lambda each: each[0].generation)[1]
        else:
            if name.startswith("sessions/") and name.endswith(".json"):
                damaged.append(name)
            for suffix, raw in found.unsound.items():
                if safe_name(name + suffix):
                    yield name + suffix, raw


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """A file in a backup."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of manifest.json.

    `state` is the fingerprint of the data folder. `unread` has the names of files that could not be read, and `damaged`
    the names of evening files without a sound generation. `evenings` maps the id of each evening to the id of its last
    event.
    """

    format: str
    version: int
    schema: int
    made: str
    kind: BackupKind
    made_by: str
    state: str
    files: tuple[ArchiveFile, ...] = ()
    unread: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    evenings: Mapping[str, str] = field(default_factory=dict)


_CODEC = Codec()


def write_archive(
    folder: Path, kind: BackupKind, *, now: datetime, disk: Disk, state: str
) -> Generator[None, None, Backup]:
    """Writes a verified backup of a data folder, one file at each step; `state` is the folder's fingerprint.

    Raises OSError, Unreadable, WriteFailed; after an error, or if the generator is closed, there is no new backup.
    """
    moment, place = now.astimezone(UTC).replace(microsecond=0), folder / FOLDER
    private_folder(place)
    path = new_path(place, moment, kind)
    tmp = temporary_path(place, path.name)
    manifest = Manifest(
        format=FORMAT,
        version=VERSION,
        schema=EVENING_SCHEMA,
        made=moment.isoformat().replace("+00:00", "Z"),
        kind=kind,
        made_by=__version__,
        state=state,
        # The log is read before the evenings, so that it is never ahead of them.
        evenings=read_last_events(folder, disk),
    )
    try:
        with open(disk.create(str(tmp)), "w+b") as file:
            try_lock(file.fileno())  # until the zip is verified: no other process removes it as a leftover
            remove_leftovers(tmp, disk)
            yield from _write_zip(file, folder, disk, manifest)
            file.flush()
            disk.sync(file.fileno())
            try:
                yield from verify_archive(tmp)
            except HistoryError as error:
                raise WriteFailed(path, errno.EIO) from error  # the bytes read are not the bytes written
        disk.replace(str(tmp), str(path))
        disk.sync_folder(str(place))
    except BaseException:
        with suppress(OSError):
            tmp.unlink()
        raise
    return Backup(path, moment, kind, path.stat().st_size)


def _write_zip(file: BinaryIO, folder: Path, disk: Disk, manifest: Manifest) -> Generator[None]:
    """Writes the zip.

    A file is stored without compression if it would have a compression ratio over MAX_RATIO, which a reader refuses.
    """
    stored: set[str] = set()
    while True:
        infos = yield from _write_files(file, folder, disk, manifest, stored)
        dense = {info.filename for info in infos if info.file_size > MAX_RATIO * info.compress_size}
        if dense <= stored:
            return
        stored |= dense
        file.seek(0)
        file.truncate()


def _write_files(
    file: BinaryIO, folder: Path, disk: Disk, manifest: Manifest, stored: Collection[str]
) -> Generator[None, None, list[zipfile.ZipInfo]]:
    """Writes the files and the manifest of a zip, and returns its entries; files in `stored` are not compressed."""
    date = min(max(_DATES[0], datetime.fromisoformat(manifest.made).timetuple()[:6]), _DATES[1])
    files: list[ArchiveFile] = []
    unread: list[str] = []
    damaged: list[str] = []
    room = Room({MANIFEST}, MAX_FILES, MAX_BYTES - MAX_FILE, MAX_DIRECTORY - HEAD_LIMIT)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for name, raw in _files(folder, disk, unread, damaged):
            yield
            if (named := room.name_for(name, raw)) is None:
                unread.append(name)
                continue
            method = zipfile.ZIP_STORED if named in stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(named, date), raw, method)
            files.append(ArchiveFile(named, len(raw), hashlib.sha256(raw).hexdigest()))
        whole = replace(manifest, files=tuple(files), unread=tuple(unread), damaged=tuple(damaged))
        text = json.dumps(_CODEC.encode(whole), ensure_ascii=False, indent=1)
        archive.writestr(zipfile.ZipInfo(MANIFEST, date), text, zipfile.ZIP_DEFLATED)
        return archive.infolist()


_BROKEN = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    RuntimeError,
    ValueError,
    OverflowError,
    KeyError,
)
"""The errors that zipfile raises if the bytes are not a zip, or if the zip is damaged."""


class Archive:
    """A backup that is open for reading: its manifest and its files."""

    def __init__(self, path: Path, file: io.BufferedReader) -> None:
        self._path = path
        self._zip = _open_zip(file)
        self.manifest = _manifest(self._zip)
        self._listed = {entry.name: entry for entry in self.manifest.files}

    @property
    def names(self) -> list[str]:
        """The names of the files, in the order of the zip. Raises Refused if the manifest lists other files."""
        names = [info.filename for info in self._zip.infolist() if info.filename != MANIFEST]
        if set(names) != set(self._listed):
            raise Refused(Refusal.CHECKSUM, MANIFEST)
        return names

    def __contains__(self, name: str) -> bool:
        return name in self._listed and name in self._zip.NameToInfo

    def read(self, name: str) -> bytes:
        """The bytes of a file, compared with the manifest. Raises Refused, Unreadable."""
        with _refusing(self._path):
            raw, listed = _read(self._zip, name), self._listed[name]
            if ArchiveFile(name, len(raw), hashlib.sha256(raw).hexdigest()) != listed:
                raise Refused(Refusal.CHECKSUM, name)
            return raw


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Opens a backup; its names and sizes are checked before the first byte of any file is unpacked.

    Raises Unreadable, or Refused if the backup is not valid.
    """
    with ExitStack() as stack:
        with _refusing(path):
            archive = Archive(path, stack.enter_context(open(open_regular(path), "rb")))
        yield archive


def unpack(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the bytes of every file of a backup, compared with the manifest.

    Raises Refused or Unreadable.
    """
    with open_archive(path) as archive:
        for name in archive.names:
            yield name, archive.read(name)


def verify_archive(path: Path) -> Generator[None]:
    """Reads a whole backup, one file at each step. Raises Refused, Unreadable."""
    for _ in unpack(path):
        yield


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """A context that turns errors into Unreadable if the system cannot read the file, or Refused if the zip is bad."""
    try:
        yield
    except _BROKEN as error:
        raise Refused(Refusal.NOT_A_ZIP) from error
    except NotAFile as error:
        raise Unreadable(path, error.errno) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # the zip refers to a place before the first byte of the file
            raise Refused(Refusal.NOT_A_ZIP) from error
        raise Unreadable(path, error.errno) from error


_END = struct.Struct("<4s8xL4xH")
"""The last bytes of a zip: a signature, the size of the directory, and the size of a comment."""
_LOCATOR = 20
"""The number of bytes of the record that a zip of four gigabytes or more has before its end (ZIP64)."""


def _check_directory(file: io.BufferedReader, size: int) -> None:
    """Raises Refused if a zip of `size` bytes has a comment, a ZIP64 record, no end, or too large a directory."""
    file.seek(max(0, size - _LOCATOR - _END.size))
    end = file.read()
    signature, length, comment = _END.unpack(end[-_END.size :])
    if signature != b"PK\5\6" or comment or end.startswith(b"PK\6\7"):
        raise Refused(Refusal.NOT_A_ZIP)
    if length > MAX_DIRECTORY:
        raise Refused(Refusal.TOO_MANY, "", length)


def _open_zip(file: io.BufferedReader) -> zipfile.ZipFile:
    """Opens the zip in a file. Raises Refused if a name or a size in it is not possible in a backup."""
    size = file.seek(0, os.SEEK_END)
    if size > MAX_BYTES:
        raise Refused(Refusal.TOO_LARGE, "", size)
    _check_directory(file, size)
    archive = zipfile.ZipFile(file)
    infos = archive.infolist()
    seen: set[str] = set()
    for info in infos:
        name = info.filename
        if name != MANIFEST and not safe_name(name):
            raise Refused(Refusal.BAD_NAME if MANIFEST in archive.NameToInfo else Refusal.FOREIGN, "", name)
        if name.casefold() in seen:
            raise Refused(Refusal.TWICE, "", name)
        seen.add(name.casefold())
        if info.flag_bits & 0x1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Refused(Refusal.FOREIGN, name)
        if info.file_size > MAX_FILE:
            raise Refused(Refusal.BOMB, name, info.file_size)
    total = sum(info.file_size for info in infos)
    if total > min(MAX_BYTES, MAX_RATIO * size):
        raise Refused(Refusal.BOMB, "", total)
    return archive


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    info = archive.getinfo(name)
    with archive.open(info) as file:
        raw = file.read(info.file_size + 1)
    if len(raw) != info.file_size:
        raise Refused(Refusal.BOMB, name, len(raw))
    return raw


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    if MANIFEST not in archive.NameToInfo:
        raise Refused(Refusal.FOREIGN)
    try:
        document = strict_json(_read(archive, MANIFEST))
    except (ValueError, RecursionError):
        raise Refused(Refusal.NOT_JSON, MANIFEST) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused(Refusal.FOREIGN)
    version = document.get("version")
    if isinstance(version, int) and version > VERSION:
        raise Refused(Refusal.TOO_NEW, "version", version)
    try:
        return _CODEC.decode(Manifest, document)
    except Invalid:
        raise Refused(Refusal.RECORD, MANIFEST, Fault.UNEXPECTED) from None
