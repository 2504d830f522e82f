"""Reports of recoveries and losses, each to be shown once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from .backup import BackupCopy
from .errors import Flaw, HistoryError
from .storage import Recovery, Source


class ReportKind(StrEnum):
    """The kinds of reports, the harmless ones first."""

    COMPLETED = "completed"
    """An interrupted save, whose bytes were safe, was completed."""
    SPARE_DAMAGED = "spare_damaged"
    """Only the spare copy of a file was damaged: nothing is lost."""
    RESTARTED = "restarted"
    """Players and settings start empty again: their file was damaged. Sessions are not affected."""
    REFUSED = "refused"
    """Players and settings can be neither read nor written; `problem` says why. Sessions are not affected."""
    PREVIOUS = "previous"
    """A file was damaged: its last change is lost."""
    JOURNAL = "journal"
    """The journal in which a browser keeps all files was damaged or cut: their last changes may be lost."""
    UNDONE_ANEW = "undone_anew"
    """A session of two devices, from an earlier version, in which an undo may count otherwise than it did."""
    OLDER = "older"
    """A session lacks events that it had: its file is an older one. `backup_copy` has more of it."""
    GONE = "gone"
    """A session is gone. `backup_copy` still has it."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report about a file, and its session if it has one; `quarantined` are the paths of damaged bytes."""

    kind: ReportKind
    path: Path
    session_id: str | None = None
    flaws: Mapping[str, Flaw] = field(default_factory=dict)
    quarantined: tuple[Path, ...] = ()
    problem: HistoryError | None = None
    backup_copy: BackupCopy | None = None

    @property
    def is_loss(self) -> bool:
        """Whether a session lacks events, or is gone."""
        return self.kind in (ReportKind.OLDER, ReportKind.GONE)

    @classmethod
    def of(cls, recovery: Recovery, session_id: str | None = None) -> Report:
        """The report of a recovery."""
        kind = {
            Source.CURRENT: ReportKind.SPARE_DAMAGED,
            Source.UNFINISHED: ReportKind.COMPLETED,
            Source.PREVIOUS: ReportKind.PREVIOUS,
        }[recovery.source]
        return cls(kind, recovery.path, session_id, recovery.flaws, recovery.quarantined)
