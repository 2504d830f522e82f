"""Decides which backups to keep, and drops the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import accumulate, pairwise
from pathlib import Path
from types import MappingProxyType

from scorepad.history.disk import Disk
from scorepad.history.used_days import age

from .files import Backup, BackupKind, in_order, list_backups_in

KEEP_BYTES = 512 * 1024 * 1024
"""The most bytes of all backups together; the newest one is kept with any size."""

_MONTH = timedelta(days=31)
_SLOTS = ((timedelta(days=1), 0, "%Y%m%d%H"), (_MONTH, 1, "%Y%m%d"), (timedelta.max, 3, "%Y%m"))
"""The age up to which one backup of each hour, day or month is kept; lower ranks are dropped first."""


def backups_to_keep(
    backups: Sequence[Backup],
    *,
    now: datetime,
    used: Mapping[str, int] = MappingProxyType({}),
    keep_bytes: int = KEEP_BYTES,
) -> list[Backup]:
    """Keeps the newest backup of each hour for a day, of each day for a month, and of each month for ever.

    All backups that are not hourly ones stay for a month. Above `keep_bytes`, backups of hours are dropped first, then
    backups of days, the ones that are not hourly, and backups of months; the oldest of each group first. The newest
    backup always stays.

    `used` has the days of use since each backup, by their names, in the order in which they were made; for other
    backups, the clock alone gives the age and the order. After the clock was set back, hours, days and months are
    counted anew.
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
    """Drops the backups in a folder that need not be kept.

    Backups with the name of a `protected` backup stay, and so do backups that cannot be deleted. Raises Unreadable.
    """
    found = list_backups_in(place)
    keep = {backup.path.name for backup in backups_to_keep(found, now=now, used=used)}
    keep |= {path.name for path in protected}
    for backup in found:
        if backup.path.name not in keep:
            with suppress(OSError):
                disk.unlink(str(backup.path))
