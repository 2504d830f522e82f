"""Keeps evenings, players, settings and drafts in TinyDB files; only this package knows their format.

The rest of the program imports from here, from `history.backup` and from `history.transfer`, never from the inner
modules.
"""

from __future__ import annotations

from .disk import Disk as Disk
from .disk import write_file as write_file
from .errors import BadRecord as BadRecord
from .errors import Damaged as Damaged
from .errors import DiskFull as DiskFull
from .errors import EveningError as EveningError
from .errors import EveningExists as EveningExists
from .errors import Flaw as Flaw
from .errors import FolderInUse as FolderInUse
from .errors import FolderUnusable as FolderUnusable
from .errors import HistoryClosed as HistoryClosed
from .errors import HistoryError as HistoryError
from .errors import InDataFolder as InDataFolder
from .errors import Outdated as Outdated
from .errors import Refusal as Refusal
from .errors import Refused as Refused
from .errors import SecondFolderUnknown as SecondFolderUnknown
from .errors import SharedFolderUnknown as SharedFolderUnknown
from .errors import Stale as Stale
from .errors import StorageError as StorageError
from .errors import TooLarge as TooLarge
from .errors import TooNew as TooNew
from .errors import UnknownEvening as UnknownEvening
from .errors import Unreadable as Unreadable
from .errors import WriteFailed as WriteFailed
from .errors import write_failed as write_failed
from .file_format import Document as Document
from .folder import KEPT as KEPT
from .folder import Deleted as Deleted
from .folder import default_folder as default_folder
from .folder import one_instance_only as one_instance_only
from .history import History as History
from .library import Merged as Merged
from .library import Player as Player
from .library import SettingValue as SettingValue
from .reader import HistoryReader as HistoryReader
from .reader import known_tallies as known_tallies
from .records import decode as decode
from .records import decode_evening as decode_evening
from .records import encode as encode
from .records import encode_evening as encode_evening
from .records import encode_hand as encode_hand
from .reports import BackupCopy as BackupCopy
from .reports import Report as Report
from .reports import ReportKind as ReportKind
from .shared_folder import SharedFolder as SharedFolder
from .shared_folder import choose_shared_folder as choose_shared_folder
from .shared_folder import read_memory as read_memory
from .shared_folder import read_shared_folder as read_shared_folder
from .shared_folder import save_memory as save_memory
from .shared_folder import save_shared_folder as save_shared_folder
from .shared_folder import short_names as short_names
from .summary import ReadingProgress as ReadingProgress
from .summary import Summary as Summary
from .summary import find_summaries as find_summaries
from .verification import FileCheck as FileCheck
from .verification import FileState as FileState
from .verification import verify as verify
