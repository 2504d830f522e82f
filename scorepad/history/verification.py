"""Verifies a data folder without changing it, even while another process writes to it."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from .backup import BackupCopy, list_backups
from .backup.archive import unpack
from .backup.files import FOLDER
from .backup.inspection import evening_in
from .disk import Disk
from .errors import BadRecord, Damaged, FolderUnusable, HistoryError, Reason, UnknownEvening, Unreadable
from .evenings import in_bin, valid_id
from .library import Library
from .migrations import EVENING_SCHEMA, MIGRATIONS
from .overlay import Overlay
from .reader import HistoryReader
from .records import decode_evening
from .reports import ReportKind
from .storage import SUFFIXES, AtomicStorage, Unsound, check, tables_in


class FileState(StrEnum):
    """The state of a file."""

    SOUND = "sound"
    RECOVERABLE = "recoverable"
    """It is damaged, and another generation is sound: opening scorepad repairs it. The last change may be lost."""
    BAD = "bad"
    """No generation of it can be read; `problem` says why."""
    OLDER = "older"
    """An older version of an evening: the last events are missing."""
    GONE = "gone"
    """An evening that does not exist any more."""
    QUARANTINED = "aside"
    """Quarantined bytes of a file that was repaired, or the file of an older version."""


@dataclass(frozen=True, slots=True)
class FileCheck:
    """A file that was read whole; `hands` counts the deals of an evening.

    `backup_copy` has more of an evening that is older or gone.
    """

    name: str
    state: FileState
    hands: int | None = None
    problem: HistoryError | None = None
    backup_copy: BackupCopy | None = None


def verify(folder: Path) -> Iterator[FileCheck]:
    """Reads every file, backups too, and changes nothing. Raises FolderUnusable, Unreadable."""
    if not (folder / "sessions").is_dir():
        raise FolderUnusable(folder, errno.ENOENT)
    try:
        root, inside = set(os.listdir(folder)), set(os.listdir(folder / "sessions"))
    except OSError as error:
        raise Unreadable(folder, error.errno) from error
    for where, found in (("", root), ("sessions/", inside)):
        for name in sorted({_base(each) for each in found} - {""}):
            if where or name == "library.json":  # drafts and caches do not count
                for seconds in (0, *Overlay.recheck_delays):
                    time.sleep(seconds)  # another process may be writing it
                    checked = _checked(folder, where + name)
                    if checked is None or checked.state is FileState.SOUND:
                        break
                if checked is not None:
                    yield checked
        for name in sorted(found):
            if where and in_bin(name) is not None:
                yield _checked_in_bin(folder, where + name)
            is_copy = ".json.damaged-" in name or ".json.schema-" in name
            if is_copy and not name.startswith("index."):  # a cache
                yield FileCheck(where + name, FileState.QUARANTINED)
    with HistoryReader(folder) as reader:
        reader.summaries()
        losses = [report for report in reader.reports() if report.is_loss]
    for report in losses:
        state = FileState.GONE if report.kind is ReportKind.GONE else FileState.OLDER
        yield FileCheck(f"sessions/{report.path.name}", state, backup_copy=report.backup_copy)
    for made in list_backups(folder):
        name = f"{FOLDER}/{made.path.name}"
        try:
            for _ in unpack(made.path):
                pass
            yield FileCheck(name, FileState.SOUND)
        except HistoryError as error:
            yield FileCheck(name, FileState.BAD, problem=error)


def _base(name: str) -> str:
    """The name of the file of which this is a generation, "" if it is none."""
    base, json_, suffix = name.rpartition(".json")
    return base + json_ if json_ and suffix in SUFFIXES else ""


def _checked(folder: Path, name: str) -> FileCheck | None:
    """The state of a file; None for a first save that was never acknowledged."""
    path, hands = folder / name, None
    try:
        if name == "library.json":
            _check_library(path)
        else:
            hands = _hands(path)
    except UnknownEvening:
        return None
    except HistoryError as error:
        return FileCheck(name, FileState.BAD, problem=error)
    return FileCheck(name, FileState.SOUND if _is_sound(path) else FileState.RECOVERABLE, hands)


def _checked_in_bin(folder: Path, name: str) -> FileCheck:
    """The state of a file in the bin; it has no other generation."""
    try:
        raw = Disk().read(str(folder / name)) or b""
        tables = tables_in(raw, folder / name, schema=EVENING_SCHEMA, migrations=MIGRATIONS)
        return FileCheck(name, FileState.SOUND, len(decode_evening(tables).sheet.deals))
    except Unsound as error:
        return FileCheck(name, FileState.BAD, problem=Damaged(folder / name, {name: error.flaw}))
    except OSError as error:
        return FileCheck(name, FileState.BAD, problem=Unreadable(folder / name, error.errno))
    except HistoryError as error:
        return FileCheck(name, FileState.BAD, problem=error)


def _hands(path: Path) -> int:
    evening_id = path.name.removesuffix(".json")
    if not valid_id(evening_id):
        raise BadRecord(path.name, Reason.NOT_A_NAME)
    disk = Overlay()
    AtomicStorage(path, schema=EVENING_SCHEMA, migrations=MIGRATIONS, disk=disk)
    raw = disk.read(str(path))
    if raw is None:
        raise UnknownEvening(evening_id)
    return len(evening_in(raw, path).sheet.deals)


def _check_library(path: Path) -> None:
    problems: list[HistoryError | None] = []
    Library(path, disk=Overlay(), tell=lambda report: problems.append(report.problem))
    for problem in filter(None, problems):
        raise problem


def _is_sound(path: Path) -> bool:
    """Whether the file itself is sound, whatever its other generations are."""
    try:
        raw = Disk().read(str(path))
        return raw is not None and bool(check(raw))
    except (OSError, Unsound):
        return False
