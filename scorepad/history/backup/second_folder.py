"""Copies backups to a second folder, on a removable or a synced disk that may be absent.

    <data>/elsewhere.json       the folder, and the time of the last copy
    <folder>/scorepad-1f0c2a9b/scorepad-20261121T201500Z-hourly.zip

The setting belongs to this device: no backup holds it, and a restore keeps it. Each device has its own folder there,
made with the setting, so that none drops the backups of a different one. While that folder is absent, so is the disk,
and nothing is written into its empty mount point.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import uuid
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from scorepad.history.disk import REAL, Disk, write_file
from scorepad.history.errors import HistoryError, Refused, WriteFailed, write_failed
from scorepad.history.file_format import strict_json

from .archive import verify_archive
from .files import Backup, list_backups, list_backups_in, remove_leftovers, temporary_path
from .retention import prune_backups

SETTING = "elsewhere.json"
_DEVICE_FOLDER = re.compile(r"scorepad-[0-9a-f]{8}")
_LIMIT = 1 << 20
"""Bytes of the setting; several times the longest path."""


@dataclass(frozen=True, slots=True)
class SecondFolder:
    """The folder that was chosen, the folder of this device in it, and the time of the last copy."""

    path: Path
    device_folder: Path
    last_copied: datetime | None = None

    @property
    def is_there(self) -> bool:
        """Whether it can be reached now."""
        return os.path.isdir(self.device_folder)  # Path.is_dir raises for a faulty disk


def read_second_folder(folder: Path, disk: Disk = REAL) -> SecondFolder | None:
    """The second folder of a data folder, None if none was chosen."""
    try:
        document = strict_json(disk.head(str(folder / SETTING), _LIMIT) or b"")
        path, name, copied = Path(document["folder"]), document["own"], document["reached"]
        moment = None if copied is None else datetime.fromisoformat(copied).astimezone(UTC)
        believed = path.is_absolute() and _DEVICE_FOLDER.fullmatch(name)
        return SecondFolder(path, path / name, moment) if believed else None
    except (OSError, ValueError, TypeError, LookupError, OverflowError, RecursionError):
        return None


def choose_second_folder(folder: Path, chosen: Path | None, disk: Disk = REAL) -> None:
    """Sets the second folder; None removes the setting. Raises WriteFailed or DiskFull."""
    if chosen is None:
        try:
            with suppress(FileNotFoundError):
                disk.unlink(str(folder / SETTING))
        except OSError as error:
            raise write_failed(folder / SETTING, error) from error
        return
    chosen = chosen.absolute()
    before = read_second_folder(folder, disk)
    device_folder = chosen / (before.device_folder.name if before else f"scorepad-{uuid.uuid4().hex[:8]}")
    try:
        device_folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise write_failed(chosen, error) from error
    _save(folder, SecondFolder(chosen, device_folder), disk)


def _save(folder: Path, second: SecondFolder, disk: Disk) -> None:
    copied = None if second.last_copied is None else second.last_copied.isoformat()
    document = {"folder": str(second.path), "own": second.device_folder.name, "reached": copied}
    path = folder / SETTING
    try:
        write_file(disk, f"{path}.tmp", json.dumps(document).encode())
        disk.replace(f"{path}.tmp", str(path))
    except OSError as error:
        raise write_failed(path, error) from error


def copying(
    folder: Path,
    *,
    now: datetime,
    disk: Disk,
    protected: Callable[[], Collection[Path]],
    checked: set[Backup],
) -> Generator[None]:
    """Copies the backups that the second folder lacks, the newest first, and prunes those that are there.

    A copy that is not in `checked`, which receives it, is read whole; a damaged one is made again.
    If the folder is absent, does nothing. Raises Refused if a damaged one cannot be made again, Unreadable,
    WriteFailed or DiskFull.
    """
    second = read_second_folder(folder, disk)
    if second is None or not second.is_there:
        return
    place, here = second.device_folder, list_backups(folder)
    try:
        there = list_backups_in(place)
        damaged = yield from _damaged(each for each in there if each not in checked)
        checked |= {each for each in there if each.path not in damaged}
        whole = {each.path for each in there} - damaged.keys()
        for backup in here:
            copy = place / backup.path.name
            if copy not in whole:
                damaged |= yield from _damaged([backup])  # a damaged one is not copied
                if backup.path not in damaged:
                    _copy(backup, place, disk)
                    damaged.pop(copy, None)
    except OSError as error:
        raise write_failed(place, error) from error
    stay = [*protected(), *(backup.path for backup in here)]
    prune_backups(place, now=now, disk=disk, protected=stay)
    _save(folder, replace(second, last_copied=now.astimezone(UTC)), disk)
    for problem in damaged.values():
        raise problem


def _damaged(backups: Iterable[Backup]) -> Generator[None, None, dict[Path, Refused]]:
    """Reads backups whole; returns those that are damaged."""
    damaged: dict[Path, Refused] = {}
    for backup in backups:
        try:
            yield from verify_archive(backup.path)
        except Refused as error:
            damaged[backup.path] = error
    return damaged


def _copy(backup: Backup, target: Path, disk: Disk) -> None:
    path = target / backup.path.name
    tmp = str(temporary_path(target, path.name))
    raw = disk.read(str(backup.path))
    if raw is None:
        return  # dropped meanwhile
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
