"""Why a file from elsewhere is not taken, and why a history cannot be opened, in words."""

from __future__ import annotations

import errno
import os

from scorepad.history import (
    BadRecord,
    Damaged,
    FolderInUse,
    FolderUnusable,
    HistoryError,
    Refusal,
    Refused,
    TooNew,
    UnknownSession,
    Unreadable,
    WriteFailed,
)
from scorepad.i18n import Translator


def refusal_text(t: Translator, error: Refused) -> str:
    """Why a file is not taken."""
    return {
        Refusal.TOO_LARGE: t("it is too large for a file of Scorepad"),
        Refusal.TOO_MANY: t("it holds more than anybody can have played"),
        Refusal.TOO_DEEP: t("it is no file of Scorepad"),
        Refusal.NOT_JSON: t("it is not whole, or no file of Scorepad"),
        Refusal.TWICE: t("something is in it twice ({what})", what=_shown(error.value)),
        Refusal.FOREIGN: t("something other than Scorepad wrote it"),
        Refusal.TOO_NEW: t("a newer Scorepad wrote it; update this one to read it"),
        Refusal.CHECKSUM: t("it was damaged on its way, or changed by hand"),
        Refusal.RECORD: t("something in it is not as Scorepad writes it ({what})", what=_shown(error.where)),
        Refusal.NOT_A_ZIP: t("it is no backup of Scorepad, or damaged"),
        Refusal.BAD_NAME: t(
            "a file in it has a name that leads elsewhere ({what})", what=_shown(error.value)
        ),
        Refusal.BOMB: t("it would unpack to more than any history"),
    }[error.refusal]


def _shown(value: object) -> str:
    return "".join(char if char.isprintable() else "?" for char in str(value))[:100]


def failure_text(t: Translator, error: HistoryError) -> str:
    """What stands in the way, in a line."""
    match error:
        case Refused():
            return refusal_text(t, error)
        case FolderInUse():
            return t("another scorepad is using {folder}: close it first", folder=error.folder)
        case FolderUnusable() if error.code in (None, errno.ENOENT):
            return t("there is no history in {folder}", folder=error.folder)
        case FolderUnusable():
            return t(
                "{path} cannot be written ({reason})", path=error.folder, reason=os.strerror(error.code or 0)
            )
        case UnknownSession():
            return t("there is no evening {id}", id=_shown(error.session_id))
        case TooNew():
            return t("a newer Scorepad wrote it; update this one to read it")
        case Damaged():
            return t("it is damaged, and no copy beside it is sound; a backup may have it")
        case Unreadable() | WriteFailed():
            reason = os.strerror(error.code) if error.code else "?"
            if isinstance(error, WriteFailed):
                return t("{path} cannot be written ({reason})", path=error.path, reason=reason)
            return t("{path} cannot be read ({reason})", path=error.path, reason=reason)
        case BadRecord():
            return t("something in it is not as Scorepad writes it ({what})", what=_shown(error.where))
    return type(error).__name__
