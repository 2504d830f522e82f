"""The backup files in a folder, and their names."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from scorepad.history.disk import Disk, ReadOnlyDisk, is_locked, make_private
from scorepad.history.errors import HistoryError, Unreadable
from scorepad.history.used_days import Expiring, UsedDays

FOLDER = "backups"

_NAME = re.compile(r"scorepad-(\d{8}T\d{6}Z)(?:-(\d{1,9}))?-([a-z]+)\.zip", re.ASCII)
_TEMPORARY = re.compile(rf"\.{_NAME.pattern}\.[0-9a-f-]+\.tmp", re.ASCII)
_TIME = "%Y%m%dT%H%M%SZ"
LEFT_AFTER = timedelta(days=1)
"""A temporary file that is not older than this may belong to a running process."""
_READING = ReadOnlyDisk()


class BackupKind(StrEnum):
    """Why a backup was made."""

    HOURLY = "hourly"
    ASKED = "asked"
    """On request."""
    IMPORT = "import"
    RESTORE = "restore"
    MIGRATION = "migration"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup as described by its name: the time and the reason of the backup; `size` is in bytes."""

    path: Path
    made: datetime
    kind: BackupKind
    size: int


def list_backups(folder: Path) -> list[Backup]:
    """The backups of a data folder, the newest first. Raises Unreadable."""
    return list_backups_in(folder / FOLDER)


def list_backups_in(place: Path) -> list[Backup]:
    """The backups in a folder, the newest first. Raises Unreadable."""
    found = []
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                match = _NAME.fullmatch(entry.name)
                with suppress(ValueError, OSError):
                    if match is not None and entry.is_file():
                        made = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)
                        found.append(
                            Backup(Path(entry.path), made, BackupKind(match[3]), entry.stat().st_size)
                        )
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unreadable(place, error.errno) from error
    return sorted(found, key=lambda backup: name_order(backup.path.name), reverse=True)


def newest_first(folder: Path, disk: Disk = _READING) -> list[Backup]:
    """The backups of a data folder in the order in which they were made, even with a wrong clock; the last is first.

    Raises Unreadable.
    """
    found = {backup.path.name: backup for backup in list_backups(folder)}
    return [found[name] for name in reversed(in_order(found, known_order(folder, disk)))]


def known_order(folder: Path, disk: Disk, kind: Expiring = Expiring.BACKUPS) -> list[str]:
    """The names of backups in the order in which they were made, as far as it is known."""
    with suppress(HistoryError):
        return UsedDays(folder, disk).order(kind)
    return []


def in_order(names: Iterable[str], known: Sequence[str]) -> list[str]:
    """Names of backups in the order in which they were made: `known` names keep their order.

    An unknown name, of a backup that somebody copied into the folder, comes after the last known name with an earlier
    time.
    """
    places = {name: number for number, name in enumerate(known)}

    def place(name: str) -> tuple[int, bool, tuple[str, int, str]]:
        order = name_order(name)
        earlier = (number for each, number in places.items() if name_order(each) < order)
        return places.get(name, max(earlier, default=-1)), name not in places, order

    return sorted(names, key=place)


def backup_names(place: Path) -> list[str]:
    """The names of the backups in a folder, even if a backup cannot be read. Raises Unreadable."""
    try:
        return [name for name in os.listdir(place) if _NAME.fullmatch(name)]
    except OSError as error:
        raise Unreadable(place, error.errno) from error


def name_order(name: str) -> tuple[str, int, str]:
    """The key that sorts names of backups by time, then by number: as text, "-10" would come before "-9"."""
    match = _NAME.fullmatch(name)
    return (match[1], int(match[2] or 0), match[3]) if match else ("", 0, name)


def new_path(place: Path, moment: datetime, kind: BackupKind) -> Path:
    """A free path for a backup made at this time (UTC)."""
    stem, number = f"scorepad-{moment.year:04}{moment:%m%dT%H%M%SZ}", 0
    while (path := place / f"{stem}{f'-{number}' if number else ''}-{kind}.zip").exists():
        number += 1
    return path


def temporary_path(place: Path, name: str) -> Path:
    """A path at which a backup is written before it gets its name; no other process chooses the same path."""
    return place / f".{name}.{secrets.token_hex(8)}.tmp"


def remove_leftovers(tmp: Path, disk: Disk) -> None:
    """Removes temporary files of killed processes from the folder of `tmp`, which was just written.

    Another process or computer may be writing there. So a file is removed only if it has the name of a temporary
    backup, if no process holds it, and if it is a day older than `tmp` by the clock of that disk.
    """
    with suppress(OSError):
        latest = tmp.stat().st_mtime - LEFT_AFTER.total_seconds()
        for name in os.listdir(tmp.parent):
            with suppress(OSError):
                path = tmp.parent / name
                if (
                    _TEMPORARY.fullmatch(name)
                    and path.lstat().st_mtime < latest
                    and not is_locked(str(path), disk)
                ):
                    disk.unlink(str(path))


def restrict_access(folder: Path) -> None:
    """Makes backups and evenings private to their owner: older versions let other accounts read them."""
    for each in (folder / "sessions", folder / FOLDER):
        make_private(each)
    with suppress(HistoryError):
        for backup in list_backups(folder):
            make_private(backup.path)
