"""Backups: zips of the whole data folder, kept by age, and the restore.

<data>/backups/scorepad-20261121T201500Z-hourly.zip
    manifest.json       the format, and every file with its size and SHA-256
    library.json  drafts.json  sessions/<id>.json  …
"""

from __future__ import annotations

from .files import Backup, BackupKind, list_backups
from .inspection import BackupCopy, Contents, inspect_backup
from .making import Backups
from .second_folder import SecondFolder, choose_second_folder, read_second_folder

__all__ = [
    "Backup",
    "BackupCopy",
    "BackupKind",
    "Backups",
    "Contents",
    "SecondFolder",
    "choose_second_folder",
    "inspect_backup",
    "list_backups",
    "read_second_folder",
]
