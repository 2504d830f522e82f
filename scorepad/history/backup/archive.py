"""Writes the zip of a backup, and reads one, which is hostile until checked.

Files are only ever replaced in one step, so a zip can be made while hands are recorded: it takes the sound generation
of each file. It is written under a temporary name, read back, compared, and only then renamed. index.json is a cache
and left out.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import struct
import threading
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorepad import __version__
from scorepad.history.disk import Disk, NotAFile, open_regular, private_folder
from scorepad.history.errors import HistoryError, Reason, Refusal, Refused, Unreadable, WriteFailed
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.storage import LIMIT as MAX_FILE
from scorepad.history.storage import SUFFIXES, Unsound, check, read_head, strict_json
from scorepad.history.witness import read_last_events

from .files import FOLDER, Backup, Kind, new_path, temporary_path

FORMAT = "scorepad backup"
VERSION = 1
MANIFEST = "manifest.json"

MAX_FILES = 60_000
MAX_BYTES = 1024 * 1024 * 1024
"""Unpacked bytes of all files of a backup."""
MAX_RATIO = 200
"""Of unpacked to packed bytes; that of score sheets is about ten."""
MAX_DIRECTORY = 16 * 1024 * 1024
"""Bytes of the zip's central directory."""
LEVEL = 4
"""Of compression; higher levels are slow on a phone."""

_DATES = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The first and the last date that a zip can hold."""
_ROOT = re.compile(
    r"(library|drafts)\.json(\.bak|\.tmp)?|(library|drafts|index)\.json\.(damaged|schema)-\d{1,9}", re.ASCII
)
_SAFE = re.compile(r"[\w(](?:[\w .,()+=@~-]{0,150}[\w)~])?")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.ASCII | re.IGNORECASE)


class Stopped(Exception):
    """The copying of backups was given up, because the app ends."""


def stop_if(stop: threading.Event | None) -> None:
    """Raises Stopped once the event is set."""
    if stop is not None and stop.is_set():
        raise Stopped


def safe_name(name: str) -> bool:
    """Whether a file of that name can be in a backup: in the folder or in `sessions/`, and nowhere else."""
    folder, _, stem = name.rpartition("/")
    if folder == "":
        return _ROOT.fullmatch(name) is not None
    return folder == "sessions" and _SAFE.fullmatch(stem) is not None and _RESERVED.fullmatch(stem) is None


def file_names(folder: Path) -> list[str]:
    """The files that a backup takes; `.tmp` and `.bak` count as the file whose generations they are."""
    names: set[str] = set()
    try:
        for prefix, where in (("", folder), ("sessions/", folder / "sessions")):
            with os.scandir(where) as entries:
                for entry in entries:
                    name = prefix + entry.name
                    if safe_name(name) and entry.is_file():
                        base, json_, suffix = name.rpartition(".json")
                        names.add(base + json_ if suffix in SUFFIXES else name)
    except OSError as error:
        raise Unreadable(folder, error.errno) from error
    return sorted(names)


def fingerprint(folder: Path, disk: Disk) -> str:
    """A hash of all data, drafts aside: the same only while nothing is saved. Raises Unreadable."""
    digest = hashlib.sha256()
    for name in file_names(folder):
        if not name.startswith("drafts.json"):
            state = hashlib.sha256(_state(str(folder / name), disk)).hexdigest()
            digest.update(f"{name}\n{state}\n".encode())
    return digest.hexdigest()


def _state(path: str, disk: Disk) -> bytes:
    try:
        head = disk.head(path, 256) or b""
        try:
            return read_head(head).line
        except Unsound:
            return f"{disk.size(path)} {hashlib.sha256(head).hexdigest()}".encode()
    except OSError:
        return b"unreadable"


def _generations(path: str, disk: Disk) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for suffix in SUFFIXES:
        with suppress(OSError):
            size = disk.size(path + suffix)
            raw = disk.read(path + suffix) if size is not None and size <= MAX_FILE else None
            if raw is not None:
                found[suffix] = raw
    return found


def _sound_bytes(path: str, disk: Disk) -> bytes | None:
    best: tuple[int, bytes] | None = None
    for suffix, raw in _generations(path, disk).items():
        with suppress(Unsound):
            generation = check(raw).generation
            if suffix == "":
                return raw  # the others are older, or not acknowledged yet
            if best is None or generation > best[0]:
                best = generation, raw
    return best[1] if best else None


def _files(folder: Path, disk: Disk, unread: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files of a backup; `unread` receives the names of those that the system refuses to read."""
    for name in file_names(folder):
        path = str(folder / name)
        raw = _sound_bytes(path, disk) or _sound_bytes(path, disk)  # between two renames it has no name
        if raw is not None:
            yield name, raw
        else:
            found = _generations(path, disk)
            for suffix, unsound in found.items():
                if safe_name(name + suffix):
                    yield name + suffix, unsound
            if not found:
                unread.append(name)


def write_archive(
    folder: Path, kind: Kind, *, now: datetime, disk: Disk, state: str
) -> Generator[None, None, Backup]:
    """Writes a backup of a data folder, verified, a file at each step; `state` is the folder's fingerprint.

    Raises OSError, Unreadable, WriteFailed; there is then no new backup, and none if the generator is closed.
    """
    moment = now.astimezone(UTC).replace(microsecond=0)
    place = folder / FOLDER
    private_folder(place)
    path = new_path(place, moment, kind)
    tmp = temporary_path(place, path.name)
    date = min(max(_DATES[0], moment.timetuple()[:6]), _DATES[1])
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "schema": EVENING_SCHEMA,
        "made": moment.isoformat().replace("+00:00", "Z"),
        "kind": kind.value,
        "made_by": __version__,
        "state": state,
        "files": [],
        "unread": [],
        "evenings": read_last_events(folder, disk) or {},  # first: the log must not be ahead of the evenings
    }
    try:
        with open(disk.create(str(tmp)), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
                for name, raw in _files(folder, disk, manifest["unread"]):
                    yield
                    archive.writestr(zipfile.ZipInfo(name, date), raw, zipfile.ZIP_DEFLATED)
                    entry = {"name": name, "size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
                    manifest["files"].append(entry)
                text = json.dumps(manifest, ensure_ascii=False, indent=1)
                archive.writestr(zipfile.ZipInfo(MANIFEST, date), text, zipfile.ZIP_DEFLATED)
            file.flush()
            disk.sync(file.fileno())
        try:
            for _ in unpack(tmp):
                yield
        except HistoryError as error:
            raise WriteFailed(path, errno.EIO) from error  # the bytes read are not the bytes written
        disk.replace(str(tmp), str(path))
        disk.sync_folder(str(place))
    except BaseException:
        with suppress(OSError):
            tmp.unlink()
        raise
    return Backup(path, moment, kind, path.stat().st_size)


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
"""The errors that zipfile raises for bytes that are no zip, or a damaged one."""


class Archive:
    """A backup open for reading: its manifest, and its files."""

    def __init__(self, path: Path, file: io.BufferedReader) -> None:
        self._path = path
        self._zip = _open_zip(file)
        self.manifest = _manifest(self._zip)
        self._listed = {entry["name"]: entry for entry in self.manifest["files"]}

    @property
    def names(self) -> list[str]:
        """The files, in the order of the zip. Raises Refused if the manifest lists others."""
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
            if (len(raw), hashlib.sha256(raw).hexdigest()) != (listed["size"], listed["sha256"]):
                raise Refused(Refusal.CHECKSUM, name)
            return raw


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Opens a backup; its names and sizes are checked before the first byte of any file is unpacked.

    Raises Refused if it is not believed, Unreadable.
    """
    with ExitStack() as stack:
        with _refusing(path):
            archive = Archive(path, stack.enter_context(open(open_regular(path), "rb")))
        yield archive


def unpack(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a backup with its bytes, compared with the manifest. Raises Refused, Unreadable."""
    with open_archive(path) as archive:
        for name in archive.names:
            yield name, archive.read(name)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turns the errors of reading a zip into Refused, or Unreadable if the system refuses."""
    try:
        yield
    except _BROKEN as error:
        raise Refused(Refusal.NOT_A_ZIP) from error
    except NotAFile as error:
        raise Unreadable(path, error.errno) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # the zip points to a place before the first byte of the file
            raise Refused(Refusal.NOT_A_ZIP) from error
        raise Unreadable(path, error.errno) from error


def _open_zip(file: io.BufferedReader) -> zipfile.ZipFile:
    """The zip of a file; Refused unless its central directory is harmless."""
    size = file.seek(0, os.SEEK_END)
    if size > MAX_BYTES:
        raise Refused(Refusal.TOO_LARGE, "", size)
    file.seek(max(0, size - 20 - 22 - 65_535))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        raise Refused(Refusal.NOT_A_ZIP)
    count, directory = struct.unpack_from("<H", tail, at + 10)[0], struct.unpack_from("<I", tail, at + 12)[0]
    if tail[max(0, at - 20) :].startswith(b"PK\x06\x07"):
        raise Refused(Refusal.TOO_MANY)  # a zip64 directory, whose size these fields do not say
    if count > MAX_FILES or directory > MAX_DIRECTORY:
        raise Refused(Refusal.TOO_MANY, "", count)
    archive = zipfile.ZipFile(file)
    infos = archive.infolist()
    if len(infos) > MAX_FILES:
        raise Refused(Refusal.TOO_MANY, "", len(infos))
    seen: set[str] = set()
    total = 0
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
        total += info.file_size
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


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    if MANIFEST not in archive.NameToInfo:
        raise Refused(Refusal.FOREIGN)
    try:
        manifest = strict_json(_read(archive, MANIFEST))
    except (ValueError, RecursionError):
        raise Refused(Refusal.NOT_JSON, MANIFEST) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Refused(Refusal.FOREIGN)
    version = manifest.get("version")
    if isinstance(version, int) and version > VERSION:
        raise Refused(Refusal.TOO_NEW, "version", version)
    texts = [manifest.get(key) for key in ("made", "kind", "made_by", "state")]
    files = manifest.get("files")
    if (
        version != VERSION
        or not all(isinstance(text, str) and len(text) <= 100 for text in texts)
        or texts[1] not in set(Kind)
        or not isinstance(files, list)
        or not isinstance(manifest.get("unread", []), list)
        or not isinstance(manifest.get("evenings", {}), dict)
        or not all(
            isinstance(entry, dict)
            and isinstance(entry.get("name"), str)
            and isinstance(entry.get("size"), int)
            and isinstance(entry.get("sha256"), str)
            for entry in files
        )
    ):
        raise Refused(Refusal.RECORD, MANIFEST, Reason.UNEXPECTED)
    return manifest
