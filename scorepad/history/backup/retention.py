"""Which backups to keep, and which to drop."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from scorepad.history.disk import Disk

from .files import Backup, BackupKind, list_backups_in, name_order

KEEP_BYTES = 512 * 1024 * 1024
"""Of all backups together, except the newest."""


def backups_to_keep(
    backups: Sequence[Backup], *, now: datetime, keep_bytes: int = KEEP_BYTES
) -> list[Backup]:
    """The newest backup of each hour for a day, of each day for a month, of each month for ever.

    Those made on purpose all stay for a month. Over `keep_bytes`, those of hours go first, then those of days, those
    made on purpose, those of months; the oldest of each first. The newest stays, whatever its size.
    """
    chosen: list[tuple[int, Backup]] = []
    slots: set[tuple[int, str]] = set()
    for backup in sorted(backups, key=lambda each: (each.made, name_order(each.path.name)), reverse=True):
        age = now - backup.made
        if age < timedelta(days=1):
            slot = 0, backup.made.strftime("%Y%m%d%H")
        elif age < timedelta(days=31):
            slot = 1, backup.made.strftime("%Y%m%d")
        else:
            slot = 3, backup.made.strftime("%Y%m")
        if backup.kind is not BackupKind.HOURLY and age < timedelta(days=31):
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


def prune_backups(place: Path, *, now: datetime, disk: Disk, protected: Collection[Path] = ()) -> None:
    """Drops the backups in a folder that are not to be kept.

    Backups with the name of a `protected` one stay, and so do those that cannot be dropped. Raises Unreadable.
    """
    found = list_backups_in(place)
    keep = {backup.path.name for backup in backups_to_keep(found, now=now)}
    keep |= {path.name for path in protected}
    for backup in found:
        if backup.path.name not in keep:
            with suppress(OSError):
                disk.unlink(str(backup.path))
