"""Why a file from elsewhere is not taken, and why a history cannot be opened, in words."""

from __future__ import annotations

import errno
import os

from scorepad.history import (
    BadRecord,
    Closed,
    Damaged,
    DiskFull,
    FolderInUse,
    FolderUnusable,
    HistoryError,
    Outdated,
    Reason,
    Refusal,
    Refused,
    SessionExists,
    Stale,
    TooLarge,
    TooNew,
    UnknownSession,
    Unreadable,
    WriteFailed,
)
from scorepad.i18n import Translator
from scorepad.tarot.scheme import SchemeError
from scorepad.tarot.session import MAX_EVER


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


def scheme_refusal(t: Translator, error: SchemeError) -> str:
    """Why a scheme is not taken, with its line and its parameter where they are known."""
    words = {
        "must not be empty": t("must not be empty"),
        "a scheme needs at least one bid": t("a scheme needs at least one bid"),
        "bids must be listed once each, lowest first": t("bids must be listed once each, lowest first"),
        "must be at least 1": t("must be at least 1"),
        "must not be negative": t("must not be negative"),
        "must rise, and lie from 1 to {trumps} trumps": t("must rise, and lie from 1 to {trumps} trumps"),
        "must not be a gain": t("must not be a gain"),
        "must be from 1 to 12 tricks": t("must be from 1 to 12 tricks"),
        "a misère needs at least one kind": t("a misère needs at least one kind"),
        "must be listed once each": t("must be listed once each"),
        "longer than {count} characters": t("longer than {count} characters"),
        "nested too deep": t("nested too deep"),
        "is no text file": t("is no text file"),
        "is not TOML": t("is not TOML"),
        "is not JSON": t("is not JSON"),
        "a parameter stands there twice": t("a parameter stands there twice"),
        "must be a list": t("must be a list"),
        "has more than {count} items": t("has more than {count} items"),
        "must be one of {names}": t("must be one of {names}"),
        "must be a whole number": t("must be a whole number"),
        "must be true or false": t("must be true or false"),
        "must be a text": t("must be a text"),
        "must be within ±{count}": t("must be within ±{count}"),
        "must be at most {count} characters": t("must be at most {count} characters"),
        "holds half a character": t("holds half a character"),
        "must be a table": t("must be a table"),
        "is no parameter of a scheme": t("is no parameter of a scheme"),
        "is missing": t("is missing"),
        "is worth less than a lower bid": t("is worth less than a lower bid"),
        "must not fall from single to triple": t("must not fall from single to triple"),
        "is more than the {count} cards of a hand": t("is more than the {count} cards of a hand"),
        "is less than without an announcement": t("is less than without an announcement"),
    }[error.message]
    problem = words.format(**{name: _shown(value) for name, value in error.values.items()})
    place = [] if error.line is None else [t("line {line}", line=error.line)]
    if error.path:
        place.append(_shown(error.path))
    return t("{place}: {problem}", place=", ".join(place), problem=problem) if place else problem


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
            return t("{path} cannot be written ({reason})", path=error.folder, reason=_reason(t, error.code))
        case UnknownSession():
            return t("there is no evening {id}", id=_shown(error.session_id))
        case SessionExists():
            return t("there is an evening {id} already", id=_shown(error.session_id))
        case Outdated():
            return t("the evening was changed at the same moment; look at it, then do it again")
        case TooNew():
            return t("a newer Scorepad wrote it; update this one to read it")
        case TooLarge():
            return t("{path} would become too large", path=error.path)
        case Stale():
            return t("{path} was changed by something other than Scorepad", path=error.path)
        case Damaged():
            return t("it is damaged, and no copy beside it is sound; a backup may have it")
        case WriteFailed():
            return t("{path} cannot be written ({reason})", path=error.path, reason=_reason(t, error.code))
        case Unreadable():
            return t("{path} cannot be read ({reason})", path=error.path, reason=_reason(t, error.code))
        case BadRecord() if error.reason is Reason.CONTRADICTION:
            return t(
                "it contradicts what is here: both were changed apart, and cannot be put together ({what})",
                what=_shown(error.where),
            )
        case BadRecord() if error.reason is Reason.TOO_LONG and error.where.endswith("seating/people"):
            return t("with both, more than {count} people would have sat at this table", count=MAX_EVER)
        case BadRecord():
            return t("something in it is not as Scorepad writes it ({what})", what=_shown(error.where))
        case Closed():
            return t("the scores are closed")
    return t("Something went wrong. What was saved is safe; try again.")


def history_error_text(t: Translator, error: HistoryError) -> str:
    """What the history could not do, what became of the scores, and what to do about it, in sentences."""
    match error:
        case Refused():
            return t("This file is not taken: {reason}.", reason=refusal_text(t, error))
        case FolderInUse():
            return t("Another Scorepad is using {folder}. Close it first.", folder=error.folder)
        case UnknownSession():
            return t("This evening is not here. It may be on another device, or in a backup.")
        case SessionExists():
            return t("This evening is here already. Nothing was written over it.")
        case Outdated():
            return t("Another window changed this session at the same moment. Look at it, then try again.")
        case TooNew():
            return t("A newer Scorepad wrote this. Update this one to open it; nothing was changed.")
        case TooLarge():
            return t("There is no room for more in this file. Nothing was lost: go on in a new evening.")
        case Stale():
            return t(
                "Something other than Scorepad changed this file, perhaps a program that copies it to other "
                "devices. Nothing was written: try again."
            )
        case Damaged():
            return t(
                "This file is damaged: {path}. It was kept as it is, and nothing else is touched. "
                "A backup may have it whole.",
                path=error.path,
            )
        case DiskFull():
            return t("The disk is full: nothing was lost, but this is not saved. Make room and try again.")
        case FolderUnusable() | WriteFailed():
            path = error.path if isinstance(error, WriteFailed) else error.folder
            return t(
                "This could not be saved: {path} cannot be written ({reason}). Nothing saved before is lost.",
                path=path,
                reason=_reason(t, error.code),
            )
        case Unreadable():
            return t(
                "{path} cannot be read just now ({reason}). Nothing was changed: try again.",
                path=error.path,
                reason=_reason(t, error.code),
            )
        case BadRecord():
            return t(
                "Something in it is not as Scorepad writes it ({what}). Nothing was changed.",
                what=_shown(error.where),
            )
        case Closed():
            return t("The scores are closed. Start Scorepad again; what was saved is safe.")
    return t("Something went wrong. What was saved is safe; try again.")


def _reason(t: Translator, code: int | None) -> str:
    return os.strerror(code) if code else t("it is no file")
