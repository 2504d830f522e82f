"""Keeps evenings, players, settings and drafts in TinyDB files; only this package knows their format.

The rest of the program imports from here, from `history.backup` and from `history.transfer`, never from the modules
inside.
"""

from __future__ import annotations

from .bin import KEPT, Deleted
from .disk import Disk
from .errors import (
    BadRecord,
    Closed,
    Damaged,
    DiskFull,
    EveningExists,
    Flaw,
    FolderInUse,
    FolderUnusable,
    HistoryError,
    Outdated,
    Reason,
    Refusal,
    Refused,
    Stale,
    StorageError,
    TooLarge,
    TooNew,
    UnknownEvening,
    Unreadable,
    WriteFailed,
)
from .folder import default_folder, one_instance_only
from .history import History
from .library import Merged, Player, Setting
from .reader import HistoryReader, known_tallies
from .records import Document, decode, encode, encode_hand
from .reports import Report, ReportKind
from .search import find_summaries, local_day
from .summary import Progress, Summary
from .verification import FileCheck, FileState, verify

__all__ = [
    "KEPT",
    "BadRecord",
    "Closed",
    "Damaged",
    "Deleted",
    "Disk",
    "DiskFull",
    "Document",
    "EveningExists",
    "FileCheck",
    "FileState",
    "Flaw",
    "FolderInUse",
    "FolderUnusable",
    "History",
    "HistoryError",
    "HistoryReader",
    "Merged",
    "Outdated",
    "Player",
    "Progress",
    "Reason",
    "Refusal",
    "Refused",
    "Report",
    "ReportKind",
    "Setting",
    "Stale",
    "StorageError",
    "Summary",
    "TooLarge",
    "TooNew",
    "UnknownEvening",
    "Unreadable",
    "WriteFailed",
    "decode",
    "default_folder",
    "encode",
    "encode_hand",
    "find_summaries",
    "known_tallies",
    "local_day",
    "one_instance_only",
    "verify",
]
