"""Copies backups to a second folder, on a removable or synced disk that may be absent.

    <data>/elsewhere.json       the folder, and the time of the last copy; .bak has the same content
    <folder>/scorepad-1f0c2a9b/scorepad-20261121T201500Z-hourly.zip

The setting belongs to this device: it is in no backup, and a restore keeps it. Each device has its own subfolder in the
second folder, so that no device deletes the backups of another device. The subfolder is created with the setting: if
it is absent later, the disk is absent, and nothing is written into the empty mount point.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import uuid
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from scorepad.history.disk import REAL, Disk, write_file
from scorepad.history.errors import (
    HistoryError,
    InDataFolder,
    Refused,
    SecondFolderUnknown,
    Unreadable,
    WriteFailed,
    write_failed,
)
from scorepad.history.file_format import strict_json
from scorepad.history.outside import UNSOUND, is_within, opened, read_twice, remove_twice, sealed, write_twice
from scorepad.history.storage import quarantine_all
from scorepad.history.used_days import Expiring, UsedDays

from .archive import verify_archive
from .files import (
    Backup,
    backup_names,
    in_order,
    known_order,
    list_backups,
    list_backups_in,
    prune_backups,
    remove_leftovers,
    temporary_path,
)

SETTING = "elsewhere.json"
_DEVICE_FOLDER = re.compile(r"scorepad-[0-9a-f]{8}")
_UNCHECKED = {"folder", "own", "reached"}
"""The keys of a setting that an earlier version wrote, without a checksum."""
_LIMIT = 1 << 20
"""The largest setting, in bytes: several times the longest path."""


@dataclass(frozen=True, slots=True)
class SecondFolder:
    """The folder that was chosen, the folder of this device in it, and the time of the last copy."""

    path: Path
    device_folder: Path
    last_copied: datetime | None = None

    @property
    def is_there(self) -> bool:
        """Whether the folder of this device can be reached now."""
        return os.path.isdir(self.device_folder)  # Path.is_dir raises for a faulty disk


def read_second_folder(folder: Path, disk: Disk = REAL) -> SecondFolder | None:
    """The second folder of a data folder; None if no folder was chosen, or if the setting cannot be read."""
    with suppress(HistoryError):
        return load_second_folder(folder, disk)
    return None


def load_second_folder(folder: Path, disk: Disk = REAL) -> SecondFolder | None:
    """The second folder of a data folder; None if no folder was chosen. Raises SecondFolderUnknown, Unreadable."""
    found = read_settings(folder, disk)
    sound = [setting for setting in found if setting is not None]
    if found and not sound:
        raise SecondFolderUnknown(folder / SETTING)
    return max(sound, key=lambda setting: setting.generation).second if sound else None


def choose_second_folder(folder: Path, chosen: Path | None, disk: Disk = REAL) -> None:
    """Sets the second folder; None removes the setting. Raises InDataFolder, WriteFailed or DiskFull."""
    if chosen is None:
        remove_twice(folder / SETTING, disk)
        return
    try:
        if is_within(chosen, folder):
            raise InDataFolder(chosen)
        chosen = chosen.absolute()
        device_folder = chosen / _device_name(folder, disk)
        device_folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise write_failed(chosen, error) from error
    except ValueError as error:  # a NUL, which no path may have
        raise WriteFailed(chosen, errno.EINVAL) from error
    _save(folder, SecondFolder(chosen, device_folder), disk)


def _device_name(folder: Path, disk: Disk) -> str:
    """The name of this device's folder: the name in the setting, or else a new name; quarantines a damaged setting."""
    try:
        before = load_second_folder(folder, disk)
    except SecondFolderUnknown:
        quarantine_all(folder / SETTING, disk)
        before = None
    return before.device_folder.name if before else f"scorepad-{uuid.uuid4().hex[:8]}"


# -- the setting ---


@dataclass(frozen=True, slots=True)
class Setting:
    """A generation of the setting; an earlier version of scorepad wrote generation 0, without a checksum."""

    generation: int
    second: SecondFolder


def read_settings(folder: Path, disk: Disk) -> list[Setting | None]:
    """The setting in its file and in its spare copy, if they exist; None for a damaged file. Raises Unreadable."""
    return [_decoded(raw) for raw in read_twice(folder / SETTING, disk, _LIMIT)]


def _decoded(raw: bytes) -> Setting | None:
    """The setting in the bytes of a file; None if they are damaged."""
    try:
        document = strict_json(raw)
        if document.keys() != _UNCHECKED:
            document = opened(raw)
        path, name, copied = Path(document["folder"]), document["own"], document["reached"]
        moment = None if copied is None else datetime.fromisoformat(copied).astimezone(UTC)
        believed = path.is_absolute() and _DEVICE_FOLDER.fullmatch(name)
        return (
            Setting(document.get("generation", 0), SecondFolder(path, path / name, moment))
            if believed
            else None
        )
    except UNSOUND:
        return None


def _save(folder: Path, second: SecondFolder, disk: Disk) -> None:
    """Writes the setting twice, so that the folder is known even if one of the files is damaged."""
    document = {
        "folder": str(second.path),
        "own": second.device_folder.name,
        "reached": None if second.last_copied is None else second.last_copied.isoformat(),
        "generation": 1 + max((each.generation for each in read_settings(folder, disk) if each), default=0),
    }
    write_twice(folder / SETTING, sealed(document), disk)


# -- the copies ---


def copying(
    folder: Path,
    *,
    now: datetime,
    disk: Disk,
    protected: Callable[[], Collection[Path]],
    checked: list[Backup],
) -> Generator[None]:
    """Copies the backups that the second folder lacks, the newest first, and prunes the copies in it.

    `checked` has the sound copies; the copy that was verified longest ago is first. Verifies this copy again, and all
    copies that are not in `checked`; then updates `checked`, and replaces damaged copies. `protected` returns the paths
    of backups: copies with the same names are kept. Does nothing if the second folder is absent.

    Raises SecondFolderUnknown, InDataFolder, WriteFailed or DiskFull. Raises Refused or Unreadable if a backup is
    damaged, but only after all other backups are copied.
    """
    second = load_second_folder(folder, disk)
    if second is None or not second.is_there:
        return
    place, here = second.device_folder, list_backups(folder)
    try:
        if is_within(place, folder):
            raise InDataFolder(second.path)  # earlier versions accepted such a folder
        damaged = yield from _completed(place, here, checked, disk)
    except OSError as error:
        raise write_failed(place, error) from error
    stay = [*protected(), *(backup.path for backup in here)]
    names = in_order(backup_names(place), known_order(folder, disk, Expiring.COPIES))
    used = UsedDays(folder, disk).count(Expiring.COPIES, names, now)
    prune_backups(place, now=now, used=used, disk=disk, protected=stay)
    _save(folder, replace(second, last_copied=now.astimezone(UTC)), disk)
    for problem in damaged.values():
        raise problem


def _completed(
    place: Path, here: list[Backup], checked: list[Backup], disk: Disk
) -> Generator[None, None, dict[Path, HistoryError]]:
    """Copies the backups that `place` lacks; updates `checked` (see `copying`).

    Returns the errors of damaged backups, and of damaged copies that could not be replaced, by path.
    """
    there = list_backups_in(place)
    checked[:] = [each for each in checked[1:] if each in there]
    unchecked = [each for each in there if each not in checked]
    damaged = yield from _damaged(unchecked)
    checked += [each for each in unchecked if each.path not in damaged]
    whole = {each.path for each in there} - damaged.keys()
    for backup in here:
        copy = place / backup.path.name
        if copy not in whole:
            damaged |= yield from _damaged([backup])  # a damaged backup is not copied
            if backup.path not in damaged:
                _copy(backup, place, disk)
                damaged.pop(copy, None)
    return damaged


def _damaged(backups: Iterable[Backup]) -> Generator[None, None, dict[Path, HistoryError]]:
    """Verifies backups; returns the errors of the backups that are damaged or cannot be read, by path."""
    damaged: dict[Path, HistoryError] = {}
    for backup in backups:
        try:
            yield from verify_archive(backup.path)
        except (Refused, Unreadable) as error:
            damaged[backup.path] = error
    return damaged


def _copy(backup: Backup, target: Path, disk: Disk) -> None:
    path = target / backup.path.name
    tmp = str(temporary_path(target, path.name))
    raw = disk.read(str(backup.path))
    if raw is None:
        return  # the backup was deleted meanwhile
    try:
        write_file(disk, tmp, raw)
        remove_leftovers(Path(tmp), disk)
        if hashlib.sha256(disk.read(tmp) or b"").digest() != hashlib.sha256(raw).digest():
            raise WriteFailed(path, errno.EIO)
        disk.replace(tmp, str(path))
        disk.sync_folder(str(target))
    except (OSError, HistoryError):
        with suppress(OSError):
            disk.unlink(tmp)
        raise
