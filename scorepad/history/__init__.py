"""What is kept: sessions, players, settings, drafts. TinyDB files, and the only place that knows it."""

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
from .folder import default_folder
from .history import History
from .index import Progress, Summary
from .library import Merged, Player, Setting
from .reader import HistoryReader
from .reports import Report, ReportKind

__all__ = [
    "BadRecord",
    "Closed",
    "Damaged",
    "DiskFull",
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
    "default_folder",
]
