"""Shared by the commands: common options, failures, finding an evening, writing files."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

from scorepad.commands.terminal import complain, printable
from scorepad.exports.writing import write_files
from scorepad.history import BadRecord, HistoryError, HistoryReader, Refused, StorageError, default_folder
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.errors import error_text

LATEST = "latest"
"""Instead of an id: the evening that began last."""
Document = dict[str, Any]
Command = Callable[[argparse.Namespace, Translator], int]
AddCommand = Callable[[str, str, Command], argparse.ArgumentParser]
"""Adds a command of this name, with this help, to a parser."""


class Failed(Exception):
    """A failure of a command: its text in a line, and a document for --json."""

    def __init__(self, text: str, code: str, **values: object) -> None:
        super().__init__(text)
        self.document = {"code": code, **values, "message": text}


def add_common(parser: argparse.ArgumentParser, t: Translator, *, json_too: bool = True) -> None:
    """Adds the options that these commands share."""
    if json_too:
        parser.add_argument("--json", action="store_true", help=t("write one JSON object"))
    parser.add_argument(
        "--data",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="DIR",
        help=t("folder of the scores (also SCOREPAD_DATA; otherwise where the system keeps such things)"),
    )
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help=t("language (otherwise that of the system)"),
    )


def day_option(t: Translator) -> Callable[[str], date]:
    """A reader of days on the command line (2026-11-21)."""

    def day(text: str) -> date:
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise argparse.ArgumentTypeError(
                t("{text} is no day: 2026-11-21 is one", text=printable(text))
            ) from None

    return day


def guarded(run: Command, options: argparse.Namespace, t: Translator) -> int:
    """Runs a command and returns its exit code; a failure is printed as one line, or with --json as one object."""
    try:
        return run(options, t)
    except HistoryError as error:
        failed = failed_by(t, error)
    except Failed as error:
        failed = error
    if options.json:
        print_json({"error": failed.document})
    else:
        complain(str(failed))
    return 1


def failed_by(t: Translator, error: HistoryError) -> Failed:
    """The failure for an error of the history."""
    values: Document = {}
    if isinstance(error, Refused):
        values = {"refusal": error.refusal.value, "where": error.where}
    elif isinstance(error, BadRecord):
        values = {"where": error.where, "reason": error.reason.value}
    elif isinstance(error, StorageError):
        values = {"path": str(error.path)}
    return Failed(printable(error_text(t, error)), type(error).__name__, **values)


def data_folder(options: argparse.Namespace) -> Path:
    """The folder of the scores."""
    return options.data or default_folder()


def print_json(document: Document) -> None:
    """Prints one JSON object."""
    print(json.dumps(document, indent=1))


def find_session(history: HistoryReader, beginning: str, t: Translator) -> str:
    """The id of the evening that a command line means: "latest", or the beginning of an id. Raises Failed."""
    summaries = history.summaries()
    if beginning == LATEST:
        sound = [each for each in summaries if each.problem is None]
        if not sound:
            raise Failed(t("No evening."), "NoEvening")
        return max(sound, key=lambda each: (each.created, each.id)).id
    ids = [summary.id for summary in summaries]
    found = [each for each in ids if each == beginning] or [
        each for each in ids if each.startswith(beginning)
    ]
    if not found:
        raise unknown_session(beginning, t)
    if len(found) > 1:
        raise Failed(
            t("several evenings begin with {id}: {ids}", id=printable(beginning), ids=t.names(found[:5])),
            "Ambiguous",
            sessions=found,
        )
    return found[0]


def unknown_session(session_id: str, t: Translator) -> Failed:
    """The failure of a command line that names a session that does not exist."""
    return Failed(
        t("there is no evening {id}", id=printable(session_id)), "UnknownSession", session=session_id
    )


def save_files(files: Iterable[tuple[Path, bytes]], t: Translator, *, force: bool) -> list[Path]:
    """Writes all of the files or none (see `write_files`). Raises Failed, or an error raised by `files`."""
    try:
        return write_files(files, force=force)
    except FileExistsError as error:
        raise is_there(Path(error.filename), t) from None
    except OSError as error:
        raise _not_written(Path(error.filename), error, t) from None


def make_folder(folder: Path, t: Translator) -> None:
    """Creates a folder if it does not exist. Raises Failed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_written(folder, error, t) from None


def _not_written(path: Path, error: OSError, t: Translator) -> Failed:
    reason = os.strerror(error.errno) if error.errno else str(error)
    text = t("{path} cannot be written ({reason})", path=printable(str(path)), reason=reason)
    return Failed(text, "WriteFailed", path=str(path))


def is_there(path: Path, t: Translator) -> Failed:
    """The failure for a file that exists."""
    text = t("{path} is there already: --force replaces it", path=printable(str(path)))
    return Failed(text, "FileExists", path=str(path))
