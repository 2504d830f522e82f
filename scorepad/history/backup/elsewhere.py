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
import threading
import uuid
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from scorepad.history.disk import REAL, Disk, write_file
from scorepad.history.errors import HistoryError, WriteFailed, write_failed
from scorepad.history.storage import strict_json

from .archive import stop_if
from .files import Backup, list_backups, list_backups_in, temporary_path
from .retention import prune_backups

SETTING = "elsewhere.json"
_OWN = re.compile(r"scorepad-[0-9a-f]{8}")
_LIMIT = 1 << 20
"""Bytes of the setting; several times the longest path."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The chosen folder, the folder of this device in it, and the time of the last copy."""

    chosen: Path
    own: Path
    reached: datetime | None = None

    @property
    def is_there(self) -> bool:
        """Whether it can be reached now."""
        return os.path.isdir(self.own)  # Path.is_dir raises for a faulty disk


def read_elsewhere(folder: Path, disk: Disk = REAL) -> Elsewhere | None:
    """The second folder of a data folder, None if none was chosen."""
    try:
        document = strict_json(disk.head(str(folder / SETTING), _LIMIT) or b"")
        chosen, own, reached = Path(document["folder"]), document["own"], document["reached"]
        moment = None if reached is None else datetime.fromisoformat(reached).astimezone(UTC)
        believed = chosen.is_absolute() and _OWN.fullmatch(own)
        return Elsewhere(chosen, chosen / own, moment) if believed else None
    except (OSError, ValueError, TypeError, LookupError, OverflowError, RecursionError):
        return None


def choose_elsewhere(folder: Path, chosen: Path | None, disk: Disk = REAL) -> None:
    """Sets the second folder; None removes the setting. Raises WriteFailed or DiskFull."""
    if chosen is None:
        try:
            with suppress(FileNotFoundError):
                disk.unlink(str(folder / SETTING))
        except OSError as error:
            raise write_failed(folder / SETTING, error) from error
        return
    chosen = chosen.absolute()
    before = read_elsewhere(folder, disk)
    own = chosen / (before.own.name if before else f"scorepad-{uuid.uuid4().hex[:8]}")
    try:
        own.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise write_failed(chosen, error) from error
    _save(folder, Elsewhere(chosen, own), disk)


def _save(folder: Path, place: Elsewhere, disk: Disk) -> None:
    reached = None if place.reached is None else place.reached.isoformat()
    document = {"folder": str(place.chosen), "own": place.own.name, "reached": reached}
    path = folder / SETTING
    try:
        write_file(disk, f"{path}.tmp", json.dumps(document).encode())
        disk.replace(f"{path}.tmp", str(path))
    except OSError as error:
        raise write_failed(path, error) from error


def copy_elsewhere(
    folder: Path,
    *,
    now: datetime,
    disk: Disk = REAL,
    stop: threading.Event | None = None,
    protected: Collection[Path] = (),
) -> None:
    """Copies the backups that the second folder lacks, the newest first, and prunes those that are there.

    If the folder is absent, does nothing. Raises Unreadable, WriteFailed or DiskFull, Stopped.
    """
    place = read_elsewhere(folder, disk)
    if place is None or not place.is_there:
        return
    here = list_backups(folder)
    try:
        there = {backup.path.name: backup.size for backup in list_backups_in(place.own)}
        for backup in here:
            stop_if(stop)
            # A truncated copy is made again; a truncated original does not replace a whole copy.
            if there.get(backup.path.name, -1) < backup.size:
                _copy(backup, place.own, disk)
    except OSError as error:
        raise write_failed(place.own, error) from error
    stay = [*protected, *(backup.path for backup in here)]
    prune_backups(place.own, now=now, disk=disk, protected=stay)
    _save(folder, replace(place, reached=now.astimezone(UTC)), disk)


def _copy(backup: Backup, target: Path, disk: Disk) -> None:
    path = target / backup.path.name
    tmp = str(temporary_path(target, path.name))
    raw = disk.read(str(backup.path))
    if raw is None:
        return  # dropped meanwhile
    try:
        write_file(disk, tmp, raw)
        if hashlib.sha256(disk.read(tmp) or b"").digest() != hashlib.sha256(raw).digest():
            raise WriteFailed(path, errno.EIO)
        disk.replace(tmp, str(path))
        disk.sync_folder(str(target))
    except (OSError, HistoryError):
        with suppress(OSError):
            disk.unlink(tmp)
        raise
