"""Backups: zips of the whole data folder, kept by age, and the restore.

<data>/backups/scorepad-20261121T201500Z-hourly.zip
    manifest.json       the format, and every file with its size and SHA-256
    library.json  drafts.json  sessions/<id>.json  …
"""

from __future__ import annotations

from .elsewhere import Elsewhere, choose_elsewhere, copy_elsewhere, read_elsewhere
from .files import Backup, Kind, list_backups
from .inspection import BackupCopy, Contents, inspect_backup
from .scheduler import BackupScheduler, make_backup

__all__ = [
    "Backup",
    "BackupCopy",
    "BackupScheduler",
    "Contents",
    "Elsewhere",
    "Kind",
    "choose_elsewhere",
    "copy_elsewhere",
    "inspect_backup",
    "list_backups",
    "make_backup",
    "read_elsewhere",
]
