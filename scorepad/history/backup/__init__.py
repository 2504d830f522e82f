"""Makes and restores backups: zip files of the whole data folder, which are kept or deleted by their age.

<data>/backups/scorepad-20261121T201500Z-hourly.zip
    manifest.json       the format, and every file with its size and SHA-256
    library.json  drafts.json  sessions/<id>.json  …
"""

from __future__ import annotations

from .files import Backup as Backup
from .files import BackupKind as BackupKind
from .files import list_backups as list_backups
from .files import newest_first as newest_first
from .inspection import BackupContents as BackupContents
from .inspection import inspect_backup as inspect_backup
from .making import Backups as Backups
from .second_folder import SecondFolder as SecondFolder
from .second_folder import choose_second_folder as choose_second_folder
from .second_folder import read_second_folder as read_second_folder
