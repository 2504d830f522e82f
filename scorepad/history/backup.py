"""Backups: zips of the whole data folder, kept by age, and the way back.

    <data>/backups/scorepad-20261121T201500Z-hourly.zip
        manifest.json       what it is, and every file with its size and SHA-256
        library.json  drafts.json  sessions/<id>.json  …

Files are only ever replaced in one step, so that a zip can be made while hands are recorded: of each file it
takes the sound generation that is there. It is written beside its place, read back, compared, and only then
renamed. index.json is a cache and left out.

A restore first unpacks into `.restore`, verifies, and makes all of it durable. From the moment that the folder
is called `.restore-ready`, the restore will happen, whatever happens: opening the history goes on with it.
"""

from __future__ import annotations

import errno
import hashlib
import io
import itertools
import json
import logging
import os
import re
import shutil
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from scorepad import __version__
from scorepad.tarot.session import Session

from .disk import Disk, NotAFile, make_private, open_regular, private_folder, write_file
from .errors import (
    BadRecord,
    Closed,
    HistoryError,
    Reason,
    Refusal,
    Refused,
    StorageError,
    Unreadable,
    WriteFailed,
    write_failed,
)
from .index import Summary
from .records import MIGRATIONS, SCHEMA, decode_session
from .sessions import valid_id
from .storage import LIMIT as MAX_FILE
from .storage import SUFFIXES, Unsound, check, read_head, strict_json, tables_in
from .witness import LOG, empty_log, recorded

FORMAT = "scorepad backup"
VERSION = 1
FOLDER = "backups"
MANIFEST = "manifest.json"

EVERY = timedelta(hours=1)
KEEP_BYTES = 512 * 1024 * 1024
"""All backups together, the newest aside."""
MAX_FILES = 60_000
MAX_BYTES = 1024 * 1024 * 1024
"""What the files of a backup may unpack to."""
MAX_RATIO = 200
"""Score sheets become about ten times smaller; what becomes so much smaller was made to."""
MAX_DIRECTORY = 16 * 1024 * 1024
"""Bytes of a zip's own list of its files."""
LEVEL = 4
"""Of compression: a phone has something else to do."""

_log = logging.getLogger(__name__)


class Kind(StrEnum):
    """Why a backup was made."""

    HOURLY = "hourly"
    ASKED = "asked"
    """Somebody wanted one."""
    IMPORT = "import"
    RESTORE = "restore"
    MIGRATION = "migration"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup, as its name tells: when it was made, why, and how many bytes it has."""

    path: Path
    made: datetime
    kind: Kind
    size: int


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds, every byte of it verified.

    `problems` are the files that were no better when the backup was made, by their names.
    """

    path: Path
    made: str
    kind: Kind
    made_by: str
    sessions: tuple[Summary, ...]
    players: int
    schemes: int
    files: int
    size: int
    problems: tuple[tuple[str, HistoryError], ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening as a backup has it."""

    backup: Backup
    summary: Summary


@dataclass(frozen=True, slots=True)
class Missed:
    """An evening of which something is missing: the events that are here, and the last one that is known."""

    here: frozenset[str]
    last: str


class Stopped(Exception):
    """The backup under way was given up: the app ends."""


# -- making ----------------------------------------------------------------------------------------------

_NAME = re.compile(r"scorepad-(\d{8}T\d{6}Z)(?:-(\d{1,9}))?-([a-z]+)\.zip", re.ASCII)
_TIME = "%Y%m%dT%H%M%SZ"
_DATES = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The first and the last that a zip can name, whatever a clock says."""
_ROOT = re.compile(
    r"(library|drafts)\.json(\.bak|\.tmp)?|(library|drafts|index)\.json\.(damaged|schema)-\d{1,9}", re.ASCII
)
_SAFE = re.compile(r"[\w(](?:[\w .,()+=@~-]{0,150}[\w)~])?")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.ASCII | re.IGNORECASE)


def safe_name(name: str) -> bool:
    """Whether a file of that name can be in a backup: in the folder or in `sessions/`, and nowhere else."""
    folder, _, stem = name.rpartition("/")
    if folder == "":
        return _ROOT.fullmatch(name) is not None
    return folder == "sessions" and _SAFE.fullmatch(stem) is not None and _RESERVED.fullmatch(stem) is None


def backups(folder: Path) -> list[Backup]:
    """The backups of a data folder, the newest first. Raises Unreadable."""
    return listed(folder / FOLDER)


def listed(place: Path) -> list[Backup]:
    """The backups in a folder of nothing else, the newest first. Raises Unreadable."""
    found = []
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                match = _NAME.fullmatch(entry.name)
                with suppress(ValueError, OSError):
                    if match is not None and entry.is_file():
                        made = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)
                        found.append(Backup(Path(entry.path), made, Kind(match[3]), entry.stat().st_size))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unreadable(place, error.errno) from error
    return sorted(found, key=lambda backup: _order(backup.path.name), reverse=True)


def _order(name: str) -> tuple[str, int, str]:
    """Sorts names of backups by time; those of the same second by their number, which is not sorted as text."""
    match = _NAME.fullmatch(name)
    return (match[1], int(match[2] or 0), match[3]) if match else ("", 0, name)


def tighten(folder: Path) -> None:
    """Takes the backups and the sessions from everybody but their owner: older versions let others read them."""
    for each in (folder / "sessions", folder / FOLDER):
        make_private(each)
    with suppress(HistoryError):
        for backup in backups(folder):
            make_private(backup.path)


def make(
    folder: Path,
    kind: Kind,
    *,
    now: datetime,
    disk: Disk | None = None,
    stop: threading.Event | None = None,
    keep_bytes: int = KEEP_BYTES,
    needed: Collection[Path] = (),
) -> Backup:
    """Makes a backup, and drops those that are no longer to be kept, but none that is `needed`.

    Where nothing changed since the newest one, and that is whole, it is that one; before a restore, a fresh one.
    One before a restore or a migration drops none.
    Raises Unreadable, WriteFailed or DiskFull, Stopped; there is then no new backup.
    """
    disk = disk or Disk()
    state = state_of(folder, disk)
    if kind is not Kind.RESTORE:
        for newest in backups(folder)[:1]:
            with suppress(HistoryError, OSError):
                if _manifest_alone(newest.path)["state"] == state:
                    for _ in unpack(newest.path):
                        _go_on(stop)
                    return newest
    try:
        made = _write(folder, kind, now, state, disk, stop)
    except OSError as error:
        raise write_failed(folder / FOLDER, error) from error
    # A restore may be of one that would go; before a migration, nobody knows which are needed.
    if kind not in (Kind.RESTORE, Kind.MIGRATION):
        prune(folder, now=now, keep_bytes=keep_bytes, disk=disk, needed=needed)
    return made


def _go_on(stop: threading.Event | None) -> None:
    if stop is not None and stop.is_set():
        raise Stopped


def _write(
    folder: Path, kind: Kind, now: datetime, state: str, disk: Disk, stop: threading.Event | None
) -> Backup:
    moment = now.astimezone(UTC).replace(microsecond=0)
    date = min(max(_DATES[0], moment.timetuple()[:6]), _DATES[1])
    target = folder / FOLDER
    private_folder(target)
    name = f"scorepad-{moment.year:04}{moment:%m%dT%H%M%SZ}"
    number = 0
    while (path := target / f"{name}{f'-{number}' if number else ''}-{kind}.zip").exists():
        number += 1
    tmp = temporary(target, path.name)
    files: list[dict[str, Any]] = []
    unread: list[str] = []
    evenings = recorded(folder, disk) or {}
    try:
        with open(disk.create(str(tmp)), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
                for name, raw in _contents(folder, disk, unread):
                    _go_on(stop)
                    archive.writestr(zipfile.ZipInfo(name, date), raw, zipfile.ZIP_DEFLATED)
                    files.append({"name": name, "size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()})
                manifest = {
                    "format": FORMAT,
                    "version": VERSION,
                    "schema": SCHEMA,
                    "made": moment.isoformat().replace("+00:00", "Z"),
                    "kind": kind.value,
                    "made_by": __version__,
                    "state": state,
                    "files": files,
                    "unread": unread,
                    "evenings": evenings,
                }
                written = json.dumps(manifest, ensure_ascii=False, indent=1)
                archive.writestr(zipfile.ZipInfo(MANIFEST, date), written, zipfile.ZIP_DEFLATED)
            file.flush()
            disk.sync(file.fileno())
        try:
            for _ in unpack(tmp):
                _go_on(stop)
        except HistoryError as error:
            raise WriteFailed(path, errno.EIO) from error  # what was written is not what can be read
        disk.replace(str(tmp), str(path))
        disk.sync_folder(str(target))
    except BaseException:
        with suppress(OSError):
            tmp.unlink()
        raise
    return Backup(path, moment, kind, path.stat().st_size)


def temporary(target: Path, name: str) -> Path:
    """Where a backup is written before it gets its name; what is left there of earlier ones is removed."""
    for left in target.glob(".*.tmp"):
        with suppress(OSError):
            left.unlink()  # of a process that was killed; one that is alive writes its own anew
    return target / f".{name}.{os.getpid()}-{threading.get_ident()}.tmp"


def _names(folder: Path) -> list[str]:
    """The files that a backup takes, `.tmp` and `.bak` as the file whose generations they are."""
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


def generations(path: str, disk: Disk) -> Iterator[tuple[str, bytes]]:
    """The places where a file may be, with the bytes that are there now, as far as they can be read."""
    for suffix in SUFFIXES:
        raw = None
        with suppress(OSError):
            size = disk.size(path + suffix)
            if size is not None and size <= MAX_FILE:
                raw = disk.read(path + suffix)
        if raw is not None:
            yield suffix, raw


def sound_bytes(path: str, disk: Disk) -> bytes | None:
    """The newest sound generation of a file; None where none can be read."""
    best: tuple[int, bytes] | None = None
    for suffix, raw in generations(path, disk):
        with suppress(Unsound):
            generation = check(raw).generation
            if suffix == "":
                return raw  # whatever is beside it was not acknowledged yet, or is older
            if best is None or generation > best[0]:
                best = generation, raw
    return best[1] if best else None


def _contents(folder: Path, disk: Disk, unread: list[str]) -> Iterator[tuple[str, bytes]]:
    """What goes into a backup; `unread` gets the names of files that the system refuses to read."""
    for name in _names(folder):
        path = str(folder / name)
        raw = sound_bytes(path, disk) or sound_bytes(path, disk)  # between two renames it has no name
        if raw is not None:
            yield name, raw
        else:
            found = dict(generations(path, disk))
            for suffix, unsound in found.items():
                if safe_name(name + suffix):
                    yield name + suffix, unsound
            if not found:
                unread.append(name)


def state_of(folder: Path, disk: Disk) -> str:
    """What distinguishes the data of now from those of any other time; taps alone do not count. Raises Unreadable."""
    digest = hashlib.sha256()
    for name in _names(folder):
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


# -- which to keep ---------------------------------------------------------------------------------------


def kept(found: Sequence[Backup], *, now: datetime, keep_bytes: int = KEEP_BYTES) -> list[Backup]:
    """Those that are kept: one an hour for a day, one a day for a month, one a month for ever, the newest of each.

    Those made on purpose are all kept for a month. Where there are too many bytes, those of hours go first, then
    of days, those made on purpose, of months; the oldest of each first. The newest stays, whatever its size.
    """
    chosen: list[tuple[int, Backup]] = []
    slots: set[tuple[int, str]] = set()
    for backup in sorted(found, key=lambda backup: (backup.made, _order(backup.path.name)), reverse=True):
        age = now - backup.made
        if age < timedelta(days=1):
            slot = 0, backup.made.strftime("%Y%m%d%H")
        elif age < timedelta(days=31):
            slot = 1, backup.made.strftime("%Y%m%d")
        else:
            slot = 3, backup.made.strftime("%Y%m")
        on_purpose = backup.kind is not Kind.HOURLY and age < timedelta(days=31)
        if on_purpose:
            chosen.append((2, backup))
        elif slot not in slots:
            chosen.append((slot[0], backup))
            slots.add(slot)
    excess = sum(backup.size for _, backup in chosen) - keep_bytes
    for each in sorted(chosen[1:], key=lambda each: (each[0], each[1].made)):
        if excess > 0:
            chosen.remove(each)
            excess -= each[1].size
    return [backup for _, backup in chosen]


def prune(
    folder: Path,
    *,
    now: datetime,
    keep_bytes: int = KEEP_BYTES,
    disk: Disk | None = None,
    needed: Collection[Path] = (),
) -> list[Path]:
    """Drops the backups that are not kept, and returns which; one that cannot be dropped stays."""
    found = backups(folder)
    stay = {backup.path for backup in kept(found, now=now, keep_bytes=keep_bytes)}.union(needed)
    gone = []
    for backup in found:
        if backup.path not in stay:
            with suppress(OSError):
                (disk or Disk()).unlink(str(backup.path))
                gone.append(backup.path)
    return gone


# -- reading ---------------------------------------------------------------------------------------------

_BROKEN = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
    KeyError,
)
"""What reading a zip that was never one, or no longer is, may end in."""


def unpack(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a backup with its bytes, each compared with the manifest.

    Raises Refused where it is not believed (the names and sizes of all before the first byte of any), Unreadable.
    """
    with _opened(path) as archive:
        listed = {entry["name"]: entry for entry in _manifest(archive)["files"]}
        names = [info.filename for info in archive.infolist() if info.filename != MANIFEST]
        if set(names) != set(listed):
            raise Refused(Refusal.CHECKSUM, MANIFEST)
        for name in names:
            yield name, _compared(archive, listed[name])


def _compared(archive: zipfile.ZipFile, listed: Mapping[str, Any]) -> bytes:
    """The bytes of a file, compared with what the manifest lists."""
    raw = _read(archive, listed["name"])
    if (len(raw), hashlib.sha256(raw).hexdigest()) != (listed["size"], listed["sha256"]):
        raise Refused(Refusal.CHECKSUM, listed["name"])
    return raw


def _manifest_alone(path: Path) -> dict[str, Any]:
    with _opened(path) as archive:
        return _manifest(archive)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The zip of a backup; whatever reading it may end in is Refused, or Unreadable where the system refuses."""
    try:
        with open(open_regular(path), "rb") as file:
            yield _archive(file)
    except _BROKEN as error:
        raise Refused(Refusal.NOT_A_ZIP) from error
    except NotAFile as error:
        raise Unreadable(path, error.errno) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # it leads to a place before the first byte of the file
            raise Refused(Refusal.NOT_A_ZIP) from error
        raise Unreadable(path, error.errno) from error


def _archive(file: io.BufferedReader) -> zipfile.ZipFile:
    """The zip of a file whose list of files was found harmless."""
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
        raise Refused(Refusal.TOO_MANY)  # a directory of the large kind, of which this one says nothing
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
            raise Refused(
                Refusal.FOREIGN if MANIFEST not in archive.NameToInfo else Refusal.BAD_NAME, "", name
            )
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


def session_in(raw: bytes, path: Path) -> Session:
    """The session of a file's bytes. Raises Refused (CHECKSUM), TooNew or BadRecord."""
    try:
        session = decode_session(tables_in(raw, path, schema=SCHEMA, migrations=MIGRATIONS))
    except Unsound as error:
        raise Refused(Refusal.CHECKSUM, path.name, error.flaw) from None
    if session.id != path.name.removesuffix(".json"):
        raise BadRecord("session/id", Reason.ANOTHER_SESSION, session.id)
    return session


def oldest_schema(folder: Path, disk: Disk) -> int:
    """The lowest schema of the session files that can be read, SCHEMA where none is older. Raises Unreadable."""
    oldest = SCHEMA
    for name in _names(folder):
        if name.startswith("sessions/") and name.endswith(".json"):
            with suppress(Unsound, OSError):
                oldest = min(oldest, read_head(disk.head(str(folder / name), 256) or b"").schema)
    return oldest


def inspect_backup(path: Path) -> Contents:
    """What a backup holds. Raises Refused where it is not believed, Unreadable."""
    manifest = _manifest_alone(path)
    sessions: list[Summary] = []
    problems: list[tuple[str, HistoryError]] = [
        (str(name), Unreadable(Path(str(name)), errno.EIO)) for name in manifest.get("unread", [])
    ]
    found = {"players": 0, "schemes": 0}
    count = size = 0
    for name, raw in unpack(path):
        count, size = count + 1, size + len(raw)
        try:
            if name == "library.json":
                shelves = tables_in(raw, Path(name), schema=1, migrations={})
                found = {key: len(shelves.get(key, {})) for key in found}
            elif name.startswith("sessions/") and valid_id(name[9:].removesuffix(".json")):
                sessions.append(Summary.of(session_in(raw, Path(name))))
            elif ".json.schema-" not in name and not name.startswith("drafts.json"):
                problems.append((name, BadRecord(name, Reason.NOT_A_NAME)))
        except Unsound as error:
            problems.append((name, Refused(Refusal.CHECKSUM, name, error.flaw)))
        except HistoryError as error:
            problems.append((name, error))
    sessions.sort(key=lambda summary: (summary.last_at, summary.id), reverse=True)
    return Contents(
        path,
        manifest["made"],
        Kind(manifest["kind"]),
        manifest["made_by"],
        tuple(sessions),
        found["players"],
        found["schemes"],
        count,
        size,
        tuple(problems),
    )


def newest_evenings(folder: Path, since: str = "") -> dict[str, str]:
    """The evenings of the newest backup that can be read, each with its last event, "" where that is not known.

    Those up to `since`, a name, say nothing, nor do those that were made before a restore.
    """
    with suppress(HistoryError):
        for backup in backups(folder):
            if _order(backup.path.name) <= _order(since):
                break
            if backup.kind is Kind.RESTORE:
                continue
            with suppress(HistoryError):
                manifest = _manifest_alone(backup.path)
                names = {entry["name"] for entry in manifest["files"]}
                ids = {
                    name[9:-5] for name in names if name.startswith("sessions/") and name.endswith(".json")
                }
                known = manifest.get("evenings", {})
                return {each: str(known.get(each, "")) for each in ids if valid_id(each)}
    return {}


def sessions_in(path: Path, session_ids: Iterable[str]) -> Iterator[Session]:
    """Some sessions of a backup, of those that it has. Raises Refused, TooNew or BadRecord, Unreadable."""
    with _opened(path) as archive:
        listed = {entry["name"]: entry for entry in _manifest(archive)["files"]}
        for name in (f"sessions/{session_id}.json" for session_id in session_ids):
            if name in listed and name in archive.NameToInfo:
                yield session_in(_compared(archive, listed[name]), Path(name))


def newest_with(found: Iterable[Backup], missed: Mapping[str, Missed]) -> dict[str, Kept]:
    """For each session the newest backup that has its last event, or else something that is not here."""
    left, kept = dict(missed), dict[str, Kept]()
    for backup in found:
        with suppress(HistoryError), _opened(backup.path) as archive:
            listed = {entry["name"]: entry for entry in _manifest(archive)["files"]}
            for session_id, wanted in list(left.items()):
                with suppress(HistoryError, OSError, *_BROKEN):  # KeyError: it has no such file
                    name = f"sessions/{session_id}.json"
                    session = session_in(_compared(archive, listed[name]), Path(name))
                    events = {event.id for event in session.events}
                    if session_id not in kept and (not wanted.here or events - wanted.here):
                        kept[session_id] = Kept(backup, Summary.of(session))
                    if wanted.last in events:
                        kept[session_id] = Kept(backup, Summary.of(session))
                        del left[session_id]
        if not left:
            break
    return kept


# -- the way back ----------------------------------------------------------------------------------------

_STAGED, _READY, _EMPTIED, _DONE = ".restore", ".restore-ready", ".restore-emptied", ".restore-done"
_REPLACED = ("library.json", "drafts.json", "index.json", LOG)
"""What a restore puts away, whatever it may be, beside the sessions; the names with all that they may end in."""


def stage(folder: Path, path: Path, disk: Disk | None = None) -> None:
    """Unpacks a backup beside the data, verified and durable; hands can be recorded meanwhile.

    Raises Refused, Unreadable, WriteFailed or DiskFull; nothing is then changed.
    """
    disk = disk or Disk()
    staged = folder / _STAGED
    try:
        _remove(staged)
        for each in (staged, staged / "sessions"):
            private_folder(each)
        since = next((backup.path.name for backup in backups(folder)), "")
        for name, raw in itertools.chain(unpack(path), [(LOG, empty_log(since))]):
            write_file(disk, str(staged / name), raw)
        for each in (staged / "sessions", staged, folder):
            disk.sync_folder(str(each))
    except BaseException as error:
        unstage(folder)
        if isinstance(error, OSError):
            raise write_failed(folder, error) from error
        raise


def unstage(folder: Path) -> None:
    """Drops what was unpacked and not decided upon."""
    _remove(folder / _STAGED)


def _remove(path: Path) -> None:
    """Removes what is there, whatever it is, as far as the system lets it be removed."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def decide(folder: Path, disk: Disk | None = None) -> None:
    """Decides that what was staged will replace the data, which nobody may change from now on.

    Raises WriteFailed; nothing is then changed.
    """
    disk = disk or Disk()
    _remove(folder / _READY)
    try:
        disk.replace(str(folder / _STAGED), str(folder / _READY))
    except OSError as error:
        raise write_failed(folder, error) from error
    with suppress(OSError):  # `finish` does it again
        disk.sync_folder(str(folder))


def finish(folder: Path, disk: Disk | None = None) -> bool:
    """Goes on with a restore that was decided, wherever it was interrupted; whether there was one.

    Nobody else may use the folder meanwhile. Raises WriteFailed; doing it again goes on.
    """
    disk = disk or Disk()
    ready, emptied, done = (folder / name for name in (_READY, _EMPTIED, _DONE))
    try:
        found = ready.is_dir() or emptied.is_dir()
        unstage(folder)
        if ready.is_dir():
            if not emptied.is_dir():
                _remove(emptied)
            # All that is in the folder is old. The backup made before has it.
            _put_away(folder, ready / ".old", disk)
            disk.replace(str(ready), str(emptied))
            disk.sync_folder(str(folder))
        if emptied.is_dir():
            # All that is in the folder is new, but for the empty folder that a start may have made.
            if (emptied / "sessions").is_dir():
                with suppress(FileNotFoundError):
                    (folder / "sessions").rmdir()
                disk.replace(str(emptied / "sessions"), str(folder / "sessions"))
            for each in sorted(emptied.iterdir()):
                if not each.is_dir():
                    disk.replace(str(each), str(folder / each.name))
            disk.sync_folder(str(folder))
            _remove(done)
            disk.replace(str(emptied), str(done))
            disk.sync_folder(str(folder))
        _remove(done)
    except OSError as error:
        raise write_failed(folder, error) from error
    return found


def _put_away(folder: Path, old: Path, disk: Disk) -> None:
    old.mkdir(exist_ok=True)
    for each in sorted(folder.iterdir()):
        if each.name.startswith(_REPLACED):
            disk.replace(str(each), str(old / each.name))
    sessions = folder / "sessions"
    if sessions.is_dir():
        if (old / "sessions").exists():
            sessions.rmdir()  # the empty one that a start makes
        else:
            disk.replace(str(sessions), str(old / "sessions"))
    disk.sync_folder(str(old))
    disk.sync_folder(str(folder))


# -- by itself -------------------------------------------------------------------------------------------


class BackupScheduler:
    """Makes a backup whenever the newest is an hour old, in a thread of its own, until it is stopped.

    `problem` is why the last one could not be made, None if it could.
    """

    def __init__(
        self,
        folder: Path,
        *,
        clock: Callable[[], datetime],
        disk: Disk,
        lock: threading.Lock,
        needed: Callable[[], Collection[Path]] = frozenset,
        then: Callable[[threading.Event], object] = lambda stop: None,
        first: float = 2,
        every: float = 600,
    ) -> None:
        self.problem: HistoryError | None = None
        self._folder = folder
        self._clock = clock
        self._disk = disk
        self._lock = lock
        self._needed = needed
        self._then = then
        self._first = first
        self._every = every
        self._unchanged: datetime | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scorepad backups", daemon=True)

    def start(self) -> None:
        """Begins, unless this system has no threads."""
        with suppress(RuntimeError):
            self._thread.start()

    def stop(self) -> None:
        """Ends it; a backup under way is given up."""
        self._stop.set()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        delay = self._first
        while not self._stop.wait(delay):
            self.look_after()
            try:
                self._then(self._stop)
            except Exception:
                _log.exception("no copy")  # the next round tries again
            delay = self._every

    def look_after(self) -> Backup | None:
        """Makes a backup if it is time for one; the one that was made or found good enough, None if neither."""
        try:
            now = self._clock()
            newest = next(iter(backups(self._folder)), None)
            for since in (newest.made if newest else None, self._unchanged):
                if since is not None and timedelta(0) <= now - since < EVERY:
                    return None
            needed = self._needed()
            with self._lock:
                made = make(
                    self._folder, Kind.HOURLY, now=now, disk=self._disk, stop=self._stop, needed=needed
                )
            self.problem, self._unchanged = None, now
            return made
        except (Stopped, Closed):
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
