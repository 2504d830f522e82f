"""What the history had to do on its own, to be shown once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from .backup import BackupCopy
from .errors import Flaw, HistoryError
from .storage import Recovery, Source


class ReportKind(StrEnum):
    """What happened, the harmless first."""

    COMPLETED = "completed"
    """A save that was interrupted when its bytes were safe was completed."""
    SPARE_DAMAGED = "spare_damaged"
    """Only the spare copy of a file was damaged: nothing is missing."""
    RESTARTED = "restarted"
    """Players and settings were begun anew: their file was damaged. No session is concerned."""
    REFUSED = "refused"
    """Players and settings cannot be read, nor written, as `problem` says. No session is concerned."""
    PREVIOUS = "previous"
    """A file was damaged: it is now as it was before its last change."""
    OLDER = "older"
    """An evening lacks what it had before: its file is an older one. `backup_copy` has more of it."""
    GONE = "gone"
    """An evening is not there any more. `backup_copy` still has it."""


@dataclass(frozen=True, slots=True)
class Report:
    """One thing to tell: the file, the session if it is one's, why, and where the bytes went."""

    kind: ReportKind
    path: Path
    session_id: str | None = None
    flaws: Mapping[str, Flaw] = field(default_factory=dict)
    quarantined: tuple[Path, ...] = ()
    problem: HistoryError | None = None
    backup_copy: BackupCopy | None = None

    @property
    def is_loss(self) -> bool:
        """Whether an evening lacks hands, or is gone."""
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
