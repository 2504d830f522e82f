"""Texts about refused files, errors of the history, backups, and reports of repairs and losses."""

from __future__ import annotations

import errno
import os

from scorepad.evening.people import MAX_EVER
from scorepad.faults import Fault
from scorepad.history import (
    BackupCopy,
    BadRecord,
    Damaged,
    DiskFull,
    EveningExists,
    FolderInUse,
    FolderUnusable,
    HistoryClosed,
    HistoryError,
    InDataFolder,
    Outdated,
    Refusal,
    Refused,
    Report,
    ReportKind,
    SecondFolderUnknown,
    SharedFolderUnknown,
    Stale,
    TooLarge,
    TooNew,
    UnknownEvening,
    Unreadable,
    WriteFailed,
)
from scorepad.history.backup import Backup, BackupKind, SecondFolder
from scorepad.i18n import N_, Translator
from scorepad.i18n.names import lookup
from scorepad.i18n.problems import shown

REFUSALS = {
    Refusal.TOO_LARGE: N_("it is too large for a file of Scorepad"),
    Refusal.TOO_MANY: N_("it holds more than anybody can play"),
    Refusal.TOO_DEEP: N_("it is not a file of Scorepad"),
    Refusal.NOT_JSON: N_("it is incomplete, or not a file of Scorepad"),
    Refusal.TWICE: N_("something is in it twice ({what})"),
    Refusal.FOREIGN: N_("something other than Scorepad wrote it"),
    Refusal.TOO_NEW: N_("a newer Scorepad wrote it; update this one to read it"),
    Refusal.CHECKSUM: N_("it was damaged on its way, or changed by hand"),
    Refusal.RECORD: N_("something in it is not as Scorepad writes it ({what})"),
    Refusal.NOT_A_ZIP: N_("it is not a backup of Scorepad, or it is damaged"),
    Refusal.BAD_NAME: N_("a file in it has a name that leads elsewhere ({what})"),
    Refusal.BOMB: N_("it would unpack to more than any history"),
}
ERRORS: dict[type[HistoryError], str] = {
    FolderInUse: N_("Another Scorepad is using {folder}. Close it first."),
    FolderUnusable: N_(
        "This could not be saved: {path} cannot be written ({reason}). Nothing saved before is lost."
    ),
    UnknownEvening: N_("This evening is not here. It may be on another device, or in a backup."),
    EveningExists: N_("This evening is here already. Nothing was written over it."),
    Outdated: N_("Another window changed this evening at the same moment. Look at it, then try again."),
    TooNew: N_("A newer Scorepad wrote this. Update this one to open it; nothing was changed."),
    TooLarge: N_("There is no room for more in this file. Nothing was lost: go on in a new evening."),
    Stale: N_(
        "Something other than Scorepad changed this file, perhaps a program that copies it to other "
        "devices. Nothing was written: try again."
    ),
    Damaged: N_(
        "This file is damaged: {path}. It was kept as it is, and nothing else is touched. "
        "A backup may have it whole."
    ),
    SecondFolderUnknown: N_(
        "The file that says where backups are copied to is damaged: {path}. Choose that folder again. All backups and "
        "copies are still there."
    ),
    SharedFolderUnknown: N_(
        "The file that says over which folder the evenings are shared is damaged: {path}. Choose that folder again. "
        "All evenings are still there."
    ),
    InDataFolder: N_("{path} is in the folder of the scores. Choose a folder on another disk."),
    DiskFull: N_("The disk is full: nothing was lost, but this is not saved. Make room and try again."),
    WriteFailed: N_(
        "This could not be saved: {path} cannot be written ({reason}). Nothing saved before is lost."
    ),
    Unreadable: N_("{path} cannot be read just now ({reason}). Nothing was changed: try again."),
    BadRecord: N_("Something in it is not as Scorepad writes it ({what}). Nothing was changed."),
    HistoryClosed: N_("The scores are closed. Start Scorepad again; what was saved is safe."),
}


def refusal_text(t: Translator, error: Refused) -> str:
    """The reason why a file is refused, for use after a colon: "it is too large for a file of Scorepad"."""
    value = error.where if error.refusal is Refusal.RECORD else error.value
    return t(REFUSALS[error.refusal], what=shown(value))


def error_text(t: Translator, error: HistoryError) -> str:
    """An error of the history in sentences: what failed, whether the scores are safe, and what to do."""
    message = ERRORS.get(type(error), N_("Something went wrong. What was saved is safe; try again."))
    match error:
        case Refused():
            return t("This file is refused: {reason}.", reason=refusal_text(t, error))
        case FolderUnusable(code=None | errno.ENOENT):
            message = N_("There is no history in {folder}.")
    code, folder = getattr(error, "code", None), getattr(error, "folder", "")
    return t(
        message,
        folder=folder,
        path=getattr(error, "path", folder),
        reason=os.strerror(code) if code else t("it is not a file"),
        what=shown(getattr(error, "where", "")),
    )


def import_error_text(t: Translator, error: HistoryError) -> str:
    """Sentences that say why an evening from another device cannot be merged with the same evening on this device."""
    match error:
        case BadRecord(fault=Fault.CONTRADICTION, where=where):
            return t(
                "It contradicts what is here: both were changed apart, and cannot be put together ({what}).",
                what=shown(where),
            )
        case BadRecord(fault=Fault.TOO_LONG, where=where) if where.endswith("seating/people"):
            return t("With both, more than {count} people would have sat at this table.", count=MAX_EVER)
    return error_text(t, error)


LINKS = {
    Refusal.FOREIGN: N_("That is no link to an evening or a hand."),
    Refusal.TOO_LARGE: N_("This is too large for a link. Ask for the evening as a file."),
    Refusal.TOO_NEW: N_("A newer Scorepad made this link. Update this one to open it."),
    Refusal.CHECKSUM: N_("This link was damaged on its way, or cut. Ask for it once more, or for the file."),
}


def link_error_text(t: Translator, error: HistoryError) -> str:
    """Sentences that say why the evening in a link cannot be opened; nothing was saved."""
    match error:
        case Refused(refusal=refusal):
            return t(LINKS[refusal if refusal in LINKS else Refusal.FOREIGN])
    return import_error_text(t, error)


# -- backups and reports ---

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
    ReportKind.REINTERPRETED_UNDO: N_(
        "Two devices undid something here, and undo now takes back one thing only. Check the totals; the backup made "
        "before the update has them as they were."
    ),
    ReportKind.UNREADABLE: N_("It cannot be read."),
    ReportKind.OLDER: N_("An older version took its place: what was played last is missing."),
    ReportKind.GONE: N_("It is not there any more."),
}


backup_kind = lookup(BACKUPS)
"""The reason for a backup."""


def backup_time(t: Translator, backup: Backup | BackupCopy) -> str:
    """The date and time of a backup, or of the backup that contains this copy of an evening."""
    at = backup.made.isoformat()
    return f"{t.date(at)}, {t.time(at)}"


def second_folder_text(t: Translator, place: SecondFolder) -> str:
    """The path of the second folder for backups, whether it is there now, and when backups were last copied to it."""
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
    """The text of a report: the repair or loss, the paths of the damaged files, and the backup with the lost data."""
    words = [t(REPORTS[report.kind])]
    if report.quarantined:
        path = ", ".join(map(str, report.quarantined))
        words.append(t("The damaged file is kept: {path}", path=path))
    if report.backup_copy is not None:
        words.append(t("The backup of {when} has it.", when=backup_time(t, report.backup_copy)))
    elif report.is_loss:
        words.append(t("No backup has it."))
    return " ".join(words)
