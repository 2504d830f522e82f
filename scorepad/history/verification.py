"""Verifies a data folder without changing it, even while another process writes to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from scorepad.evening.evening import Evening
from scorepad.faults import Fault

from .backup import Backup
from .backup.archive import verify_archive
from .backup.files import FOLDER, list_backups_in
from .backup.second_folder import SETTING, load_second_folder, read_settings
from .disk import REAL, ReadOnlyDisk
from .errors import BadRecord, HistoryError, UnknownEvening, Unreadable
from .evenings import EveningFiles, in_bin, valid_id
from .file_format import base_name
from .folder import DataFolder
from .reader import HistoryReader
from .reports import BackupCopy, ReportKind
from .shared_folder import SHARED_SETTING, read_shared_folder, setting_is_whole


class FileState(StrEnum):
    """The state of a file."""

    SOUND = "sound"
    RECOVERABLE = "recoverable"
    """The file is damaged, but another generation is sound; the next start of scorepad repairs the file.

    The last change may be lost.
    """
    BAD = "bad"
    """No generation of the file can be read; `problem` says why."""
    OLDER = "older"
    """An older version of an evening: its last events are missing."""
    GONE = "gone"
    """An evening that does not exist any more."""
    QUARANTINED = "aside"
    """Quarantined bytes of a file that was repaired, or the file of an older version."""


@dataclass(frozen=True, slots=True)
class FileCheck:
    """The result of the check of a file; `deals` is the number of deals if the file is an evening.

    For the states OLDER and GONE, `backup_copy` is a copy of the evening in a backup, with events that the evening
    lacks; None if no backup has such a copy.
    """

    name: str
    state: FileState
    deals: int | None = None
    problem: HistoryError | None = None
    backup_copy: BackupCopy | None = None


def verify(folder: Path) -> Iterator[FileCheck]:
    """Checks all files, even backups, and yields the results; changes nothing. Raises FolderUnusable or Unreadable."""
    with HistoryReader(folder) as reader:
        data = DataFolder(folder, ReadOnlyDisk())
        for where in ("", "sessions/"):
            for name in _names(folder / where):
                if ".json.damaged-" in name or ".json.schema-" in name:
                    yield FileCheck(where + name, FileState.QUARANTINED)
                elif not where and name == SETTING:
                    yield _checked_setting(folder)
                elif not where and name == SHARED_SETTING:
                    yield _checked_shared_setting(folder)
                elif name == "library.json" if not where else name.endswith(".json") or in_bin(name):
                    yield from _checked(data, where + name)
        for report in reader.reports():
            if report.kind in _LOST:
                name = f"sessions/{report.path.name}"
                yield FileCheck(name, _LOST[report.kind], backup_copy=report.backup_copy)
        for backup in reader.backups():
            yield _checked_backup(backup, f"{FOLDER}/{backup.path.name}")
        if second := reader.second_folder():
            with suppress(Unreadable):  # the second folder may be absent
                for backup in list_backups_in(second.device_folder):
                    yield _checked_backup(backup, str(backup.path))


_LOST = {ReportKind.GONE: FileState.GONE, ReportKind.OLDER: FileState.OLDER}


def _names(folder: Path) -> list[str]:
    try:
        return sorted({base_name(each) for each in os.listdir(folder)})
    except OSError as error:
        raise Unreadable(folder, error.errno) from error


def _checked(data: DataFolder, name: str) -> Iterator[FileCheck]:
    """Checks the file of an evening or of the library, and yields the result.

    Yields nothing for the torn file of a first save, which was never acknowledged.
    """
    deals = None
    try:
        if name != "library.json":
            deals = len(_evening(data.evenings, Path(name).name).sheet.deals)
        reports = [each for each in data.recoveries if each.path.name == Path(name).name]
        for problem in filter(None, (report.problem for report in reports)):
            raise problem
    except UnknownEvening:
        return
    except HistoryError as error:
        yield FileCheck(name, FileState.BAD, problem=error)
        return
    except Exception as error:  # an evening that cannot be computed must not hide the others
        yield FileCheck(name, FileState.BAD, problem=BadRecord(name, Fault.UNEXPECTED, repr(error)))
        return
    sound = all(report.kind in (ReportKind.SPARE_DAMAGED, ReportKind.COMPLETED) for report in reports)
    yield FileCheck(name, FileState.SOUND if sound else FileState.RECOVERABLE, deals)


def _evening(files: EveningFiles, name: str) -> Evening:
    if in_bin(name):
        return files.read_binned(name)
    evening_id = name.removesuffix(".json")
    if not valid_id(evening_id):
        raise BadRecord(name, Fault.NOT_A_NAME)
    return files.load(evening_id)


def _checked_setting(folder: Path) -> FileCheck:
    try:
        load_second_folder(folder)
        sound = None not in read_settings(folder, REAL)
        return FileCheck(SETTING, FileState.SOUND if sound else FileState.RECOVERABLE)
    except HistoryError as error:
        return FileCheck(SETTING, FileState.BAD, problem=error)


def _checked_shared_setting(folder: Path) -> FileCheck:
    try:
        read_shared_folder(folder)
        state = FileState.SOUND if setting_is_whole(folder) else FileState.RECOVERABLE
        return FileCheck(SHARED_SETTING, state)
    except HistoryError as error:
        return FileCheck(SHARED_SETTING, FileState.BAD, problem=error)


def _checked_backup(backup: Backup, name: str) -> FileCheck:
    try:
        for _ in verify_archive(backup.path):
            pass
        return FileCheck(name, FileState.SOUND)
    except HistoryError as error:
        return FileCheck(name, FileState.BAD, problem=error)
