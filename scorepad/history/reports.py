"""Reports of recoveries and losses, each to be shown once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from .errors import Flaw, HistoryError
from .summary import Summary


class ReportKind(StrEnum):
    """The kinds of reports, from harmless to serious."""

    COMPLETED = "completed"
    """An interrupted save was completed; no bytes were lost."""
    SPARE_DAMAGED = "spare_damaged"
    """Only the spare copy of a file was damaged: nothing is lost."""
    RESTARTED = "restarted"
    """Players and settings start empty again, as their file was damaged. Evenings are not affected."""
    REFUSED = "refused"
    """Players and settings can be neither read nor written; `problem` says why. Evenings are not affected."""
    UNSEATED = "unseated"
    """People of an evening could not be saved as players; the next save tries again. The evening is not affected."""
    PREVIOUS = "previous"
    """A file was damaged: its last change is lost."""
    JOURNAL = "journal"
    """The journal in which a browser keeps all files was damaged or cut off: the last changes may be lost."""
    REINTERPRETED_UNDO = "undone_anew"
    """An evening of several devices, from an earlier version, with an undo that this version may apply differently."""
    UNREADABLE = "unreadable"
    """An evening cannot be read; `problem` says why. `backup_copy` has it."""
    OLDER = "older"
    """An evening lacks events that it had: its file is an older version. `backup_copy` has more of it."""
    GONE = "gone"
    """An evening is gone. `backup_copy` still has it."""


@dataclass(frozen=True, slots=True)
class BackupCopy:
    """The copy of an evening in the backup at `path`; `others` are the paths of backups with further events of it."""

    path: Path
    made: datetime
    summary: Summary
    others: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A report about a file, and its evening if it has one.

    `flaws` maps the file name of each unsound generation to its flaw; `quarantined` has the new paths of quarantined
    files. `backup_copy` is None if no backup has events that the evening lacks.
    """

    kind: ReportKind
    path: Path
    evening_id: str | None = None
    flaws: Mapping[str, Flaw] = field(default_factory=dict)
    quarantined: tuple[Path, ...] = ()
    problem: HistoryError | None = None
    backup_copy: BackupCopy | None = None

    @property
    def is_loss(self) -> bool:
        """Whether an evening lacks events, cannot be read, or is gone."""
        return self.kind in (ReportKind.UNREADABLE, ReportKind.OLDER, ReportKind.GONE)
