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
    Reason,
    Refusal,
    Refused,
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
        "is not TOML ({detail})": t("is not TOML ({detail})"),
        "is not JSON ({detail})": t("is not JSON ({detail})"),
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
            reason = os.strerror(error.code) if error.code else t("it is no file")
            if isinstance(error, WriteFailed):
                return t("{path} cannot be written ({reason})", path=error.path, reason=reason)
            return t("{path} cannot be read ({reason})", path=error.path, reason=reason)
        case BadRecord() if error.reason is Reason.CONTRADICTION:
            return t(
                "it contradicts what is here: both were changed apart, and cannot be put together ({what})",
                what=_shown(error.where),
            )
        case BadRecord() if error.reason is Reason.TOO_LONG and error.where.endswith("seating/people"):
            return t("together, more than {count} people would have sat at this table", count=MAX_EVER)
        case BadRecord():
            return t("something in it is not as Scorepad writes it ({what})", what=_shown(error.where))
    return type(error).__name__
