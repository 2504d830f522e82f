"""The backup files in a folder: their names, their limits, and which of them to keep."""

from __future__ import annotations

import itertools
import os
import re
import secrets
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import accumulate, pairwise
from pathlib import Path
from types import MappingProxyType

from scorepad.history.disk import Disk, ReadOnlyDisk, is_locked, make_private
from scorepad.history.errors import HistoryError, Unreadable
from scorepad.history.evenings import RESERVED, in_bin, valid_id
from scorepad.history.used_days import Expiring, UsedDays, age

FOLDER = "backups"

_NAME = re.compile(r"scorepad-(\d{8}T\d{6}Z)(?:-(\d{1,9}))?-([a-z]+)\.zip", re.ASCII)
_TEMPORARY = re.compile(rf"\.{_NAME.pattern}\.[0-9a-f-]+\.tmp", re.ASCII)
_TIME = "%Y%m%dT%H%M%SZ"
LEFT_AFTER = timedelta(days=1)
"""A temporary file of at most this age may belong to a running process."""
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
    """A backup file; `made` (UTC) and `kind` come from its name, and `size` is in bytes."""

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
    """The backups of a data folder, the last made backup first, even if the clock was wrong. Raises Unreadable."""
    found = {backup.path.name: backup for backup in list_backups(folder)}
    return [found[name] for name in reversed(in_order(found, known_order(folder, disk)))]


def known_order(folder: Path, disk: Disk, kind: Expiring = Expiring.BACKUPS) -> list[str]:
    """The names that the files of a kind had when days of use were last counted, the oldest file first.

    Empty if the counted days cannot be read.
    """
    with suppress(HistoryError):
        return UsedDays(folder, disk).order(kind)
    return []


def in_order(names: Iterable[str], known: Sequence[str]) -> list[str]:
    """Sorts names of backups by the order in which the backups were made; names in `known` keep the order of `known`.

    A backup that somebody copied into the folder has a name that is not in `known`. Such a name is put after the last
    name in `known` that has an earlier time.
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
    """The path for a backup while it is being written; no other process chooses the same path."""
    return place / f".{name}.{secrets.token_hex(8)}.tmp"


def remove_leftovers(tmp: Path, disk: Disk) -> None:
    """Removes temporary files of killed processes from the folder of `tmp`, which was just written.

    Another process or computer may be writing there. So a file is removed only if it has the name of a temporary
    backup, if no process has locked it, and if it is more than a day older than `tmp`; both times come from the clock
    of the same disk.
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


# -- limits of names and sizes ---

_DIRECTORY_ENTRY = 46
"""Bytes in the zip's directory for each file, in addition to its name."""


def rank(name: str) -> int:
    """The sort key of a file in a backup; unknown files come last, as the backup may have no room for them."""
    stem = name.removeprefix("sessions/")
    if name == stem or (stem.endswith(".json") and valid_id(stem.removesuffix(".json"))):
        return 0
    return 1 if in_bin(stem) else 2


@dataclass(slots=True)
class Room:
    """The room left in a zip.

    `names` has the names in use, and `files` is the largest number of names. `size` is the number of bytes left for the
    files, and `directory` the number of bytes left for the zip's directory.
    """

    names: set[str]
    files: int
    size: int
    directory: int

    def name_for(self, name: str, raw: bytes) -> str | None:
        """Reserves room for a file, and returns its name in the zip; None if there is no room.

        This is another name than `name` if a file system may confuse `name` with a name in use, or if Windows reserves
        `name` for a device.
        """
        named = next(each for each in _names_like(name) if self._is_free(each))
        size, directory = self.size - len(raw), self.directory - _DIRECTORY_ENTRY - len(named.encode())
        if min(size, directory, self.files - len(self.names)) < 0:
            return None
        self.size, self.directory = size, directory
        self.names.add(_folded(named))
        return named

    def _is_free(self, name: str) -> bool:
        stem = unicodedata.normalize("NFKC", name.rpartition("/")[2].partition(".")[0])
        return _folded(name) not in self.names and RESERVED.fullmatch(stem.strip()) is None


def _folded(name: str) -> str:
    """A key that is equal for names that some file system regards as equal."""
    return unicodedata.normalize("NFC", name).casefold()


def _names_like(name: str) -> Iterator[str]:
    """Yields a name, and then alternatives for the same file: "a.json", "a (2).json", "a (3).json" …"""
    yield name
    folder, slash, file_name = name.rpartition("/")
    stem, dot, ending = file_name.partition(".")
    yield from (f"{folder}{slash}{stem[:80]} ({number}){dot}{ending}" for number in itertools.count(2))


# -- retention ---

KEEP_BYTES = 512 * 1024 * 1024
"""The largest number of bytes of all backups together; the newest backup is kept whatever its size is."""

_MONTH = timedelta(days=31)
_SLOTS = ((timedelta(days=1), 0, "%Y%m%d%H"), (_MONTH, 1, "%Y%m%d"), (timedelta.max, 3, "%Y%m"))
"""Up to an age, one backup of each hour, day or month is kept: the age, a rank, and the pattern of the hour, day or
month.

If space is short, backups with a lower rank are deleted first; `backups_to_keep` gives other kinds than HOURLY rank 2.
"""


def backups_to_keep(
    backups: Sequence[Backup],
    *,
    now: datetime,
    used: Mapping[str, int] = MappingProxyType({}),
    keep_bytes: int = KEEP_BYTES,
) -> list[Backup]:
    """The backups to keep: the newest of each hour for a day, of each day for a month, and of each month for ever.

    All backups of other kinds than HOURLY are kept for a month. If the backups to keep have more than `keep_bytes`
    bytes together, some are left out: first backups that are kept for an hour, then for a day, then for their kind, and
    then for a month; in each group the oldest first. The newest backup of all is always kept.

    `used` maps the names of backups, in the order in which the backups were made, to the days of use since then. If a
    backup is not in `used`, the clock alone gives its age, and its name gives its place in the order. If the clock was
    set back, the hours, days and months before and after this change count separately.
    """
    by_name = {backup.path.name: backup for backup in backups}
    ordered = [by_name[name] for name in in_order(by_name, list(used))]
    set_back = accumulate((later.made < before.made for before, later in pairwise(ordered)), initial=0)
    chosen: list[tuple[int, Backup]] = []
    slots: set[tuple[int, int, str]] = set()
    for backup, times in reversed(list(zip(ordered, set_back, strict=False))):
        days = used.get(backup.path.name)
        old = now - backup.made if days is None else age(backup.made, now, days)
        rank, pattern = next((rank, pattern) for limit, rank, pattern in _SLOTS if old < limit)
        slot = rank, times, backup.made.strftime(pattern)
        if backup.kind is not BackupKind.HOURLY and old < _MONTH:
            chosen.append((2, backup))
        elif slot not in slots:
            chosen.append((rank, backup))
            slots.add(slot)
    excess = sum(backup.size for _, backup in chosen) - keep_bytes
    for each in sorted(chosen[:0:-1], key=lambda each: each[0]):
        if excess > 0:
            chosen.remove(each)
            excess -= each[1].size
    return [backup for _, backup in chosen]


def prune_backups(
    place: Path, *, now: datetime, used: Mapping[str, int], disk: Disk, protected: Collection[Path] = ()
) -> None:
    """Deletes the backups in a folder that need not be kept.

    A backup stays if a `protected` backup has the same name, or if it cannot be deleted. Raises Unreadable.
    """
    found = list_backups_in(place)
    keep = {backup.path.name for backup in backups_to_keep(found, now=now, used=used)}
    keep |= {path.name for path in protected}
    for backup in found:
        if backup.path.name not in keep:
            with suppress(OSError):
                disk.unlink(str(backup.path))
