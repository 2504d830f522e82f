"""Verifies a data folder without changing it, even while another process writes to it."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from scorepad.evening.evening import Evening

from .backup import Backup, BackupCopy, list_backups, read_second_folder
from .backup.archive import verify_archive
from .backup.files import FOLDER, list_backups_in
from .disk import ReadOnlyDisk
from .errors import BadRecord, FolderUnusable, HistoryError, Reason, UnknownEvening, Unreadable
from .evenings import EveningFiles, in_bin, valid_id
from .generations import base_name
from .library import Library
from .reader import HistoryReader
from .reports import Report, ReportKind


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
    for where in ("", "sessions/"):
        try:
            found = {base_name(each) for each in os.listdir(folder / where)}
        except OSError as error:
            raise Unreadable(folder, error.errno) from error
        for name in sorted(found):
            is_data = name.endswith(".json") if where else name == "library.json"  # drafts do not count
            if is_data or (where and in_bin(name)):
                yield from _rechecked(folder, where + name)
            elif ".json.damaged-" in name or ".json.schema-" in name:
                yield FileCheck(where + name, FileState.QUARANTINED)
    with HistoryReader(folder) as reader:
        for report in reader.reports():
            if report.kind in _LOST:
                name = f"sessions/{report.path.name}"
                yield FileCheck(name, _LOST[report.kind], backup_copy=report.backup_copy)
    for backup in list_backups(folder):
        yield _checked_backup(backup, f"{FOLDER}/{backup.path.name}")
    if second := read_second_folder(folder):
        with suppress(Unreadable):  # it may be absent
            for backup in list_backups_in(second.device_folder):
                yield _checked_backup(backup, str(backup.path))


_LOST = {ReportKind.GONE: FileState.GONE, ReportKind.OLDER: FileState.OLDER}


def _checked_backup(backup: Backup, name: str) -> FileCheck:
    try:
        for _ in verify_archive(backup.path):
            pass
        return FileCheck(name, FileState.SOUND)
    except HistoryError as error:
        return FileCheck(name, FileState.BAD, problem=error)


def _rechecked(folder: Path, name: str) -> Iterator[FileCheck]:
    """The state of a file that another process may be writing; nothing for a first save that was never acknowledged."""
    checked = None
    for seconds in (0, *ReadOnlyDisk.recheck_delays):
        time.sleep(seconds)
        checked = _checked(folder, name)
        if checked is None or checked.state is FileState.SOUND:
            break
    if checked is not None:
        yield checked


def _checked(folder: Path, name: str) -> FileCheck | None:
    recoveries: list[Report] = []
    hands = None
    try:
        if name == "library.json":
            Library(folder / name, disk=ReadOnlyDisk(), tell=recoveries.append)
            for problem in filter(None, (report.problem for report in recoveries)):
                raise problem
        else:
            hands = len(_evening(folder / name, recoveries).sheet.deals)
    except UnknownEvening:
        return None
    except HistoryError as error:
        return FileCheck(name, FileState.BAD, problem=error)
    sound = all(report.kind is ReportKind.SPARE_DAMAGED for report in recoveries)
    return FileCheck(name, FileState.SOUND if sound else FileState.RECOVERABLE, hands)


def _evening(path: Path, recoveries: list[Report]) -> Evening:
    files = EveningFiles(path.parent, disk=ReadOnlyDisk(), report=recoveries.append)
    if in_bin(path.name):
        return files.read_binned(path.name)
    evening_id = path.name.removesuffix(".json")
    if not valid_id(evening_id):
        raise BadRecord(path.name, Reason.NOT_A_NAME)
    return files.load(evening_id)
