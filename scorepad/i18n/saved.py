"""Backups, and what the history repaired or lost, in words."""

from __future__ import annotations

from scorepad.history import Report, ReportKind
from scorepad.history.backup import Backup, BackupKind, SecondFolder
from scorepad.i18n import N_, Translator
from scorepad.i18n.names import lookup

BACKUPS = {
    BackupKind.HOURLY: N_("automatic"),
    BackupKind.ASKED: N_("on request"),
    BackupKind.IMPORT: N_("before an import"),
    BackupKind.RESTORE: N_("before a restore"),
    BackupKind.MIGRATION: N_("before an update"),
}

REPORTS = {
    ReportKind.COMPLETED: N_("A save that was cut short was completed; nothing is missing."),
    ReportKind.SPARE_DAMAGED: N_("A spare copy was damaged; nothing is missing."),
    ReportKind.RESTARTED: N_("Players and settings were damaged and begun anew. The evenings are all there."),
    ReportKind.REFUSED: N_("Players and settings cannot be read. The evenings are all there."),
    ReportKind.UNSEATED: N_(
        "Somebody new could not be saved among the players; the next save tries again. The evenings are all there."
    ),
    ReportKind.PREVIOUS: N_(
        "A file was damaged: it is now as it was before its last change. Check its last hand."
    ),
    ReportKind.JOURNAL: N_(
        "What this browser keeps was damaged: everything that can be read is here. Check the last hands."
    ),
    ReportKind.UNDONE_ANEW: N_(
        "Two devices undid something here, and undo now takes back one thing only. Check the totals; the backup made "
        "before the update has them as they were."
    ),
    ReportKind.UNREADABLE: N_("It cannot be read."),
    ReportKind.OLDER: N_("An older version took its place: what was played last is missing."),
    ReportKind.GONE: N_("It is not there any more."),
}


backup_kind = lookup(BACKUPS)
"""Why a backup was made."""


def backup_time(t: Translator, backup: Backup) -> str:
    """When a backup was made."""
    at = backup.made.isoformat()
    return f"{t.date(at)}, {t.time(at)}"


def second_folder_text(t: Translator, place: SecondFolder) -> str:
    """Where backups are copied to, whether it is there, and when it was last reached."""
    words = [t("Also in {folder}", folder=place.path)]
    if not place.is_there:
        words.append(t("not there now"))
    if place.last_copied is None:
        words.append(t("never reached yet"))
    else:
        at = place.last_copied.isoformat()
        words.append(t("last reached {date}, {time}", date=t.date(at), time=t.time(at)))
    return " · ".join(words)


def report_text(t: Translator, report: Report) -> str:
    """What the history repaired or lost when it was opened, and where the damaged files are."""
    words = [t(REPORTS[report.kind])]
    if report.quarantined:
        path = ", ".join(map(str, report.quarantined))
        words.append(t("The damaged file is kept: {path}", path=path))
    if report.backup_copy is not None:
        words.append(t("The backup of {when} has it.", when=backup_time(t, report.backup_copy.backup)))
    elif report.is_loss:
        words.append(t("No backup has it."))
    return " ".join(words)
