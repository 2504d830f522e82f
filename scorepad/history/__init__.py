"""Keeps sessions, players, settings and drafts in TinyDB files; only this package knows their format.

The rest of the program imports from here, from `history.backup` and from `history.transfer`, never from the modules
inside.
"""

from __future__ import annotations

from .errors import (
    BadRecord,
    Closed,
    Damaged,
    DiskFull,
    Flaw,
    FolderInUse,
    FolderUnusable,
    HistoryError,
    Outdated,
    Reason,
    Refusal,
    Refused,
    SessionExists,
    Stale,
    StorageError,
    TooLarge,
    TooNew,
    UnknownSession,
    Unreadable,
    WriteFailed,
)
from .folder import default_folder, one_instance_only
from .history import History
from .index import Progress, Summary
from .library import Merged, Player, Setting
from .reader import HistoryReader
from .records import (
    decode_hand,
    decode_scheme,
    encode_event,
    encode_hand,
    encode_person,
    encode_scheme,
)
from .reports import Report, ReportKind
from .search import find_summaries, local_day
from .verification import FileCheck, FileState, verify

__all__ = [
    "BadRecord",
    "Closed",
    "Damaged",
    "DiskFull",
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
    "SessionExists",
    "Setting",
    "Stale",
    "StorageError",
    "Summary",
    "TooLarge",
    "TooNew",
    "UnknownSession",
    "Unreadable",
    "WriteFailed",
    "decode_hand",
    "decode_scheme",
    "default_folder",
    "encode_event",
    "encode_hand",
    "encode_person",
    "encode_scheme",
    "find_summaries",
    "local_day",
    "one_instance_only",
    "verify",
]
