"""Functions shared by the commands that read the history: failures, Ctrl+C, finding an evening, writing files."""

from __future__ import annotations

import argparse
import json
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TypeVar

from scorepad.commands.terminal import ProgressLine, complain, os_reason, printable
from scorepad.history import (
    BadRecord,
    Document,
    HistoryError,
    HistoryReader,
    Refused,
    StorageError,
    default_folder,
)
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text, refusal_text
from scorepad.work import Work, finished
from scorepad.writing import write_files

T = TypeVar("T")

SIGNALS = (signal.SIGINT, signal.SIGTERM)
LATEST = "latest"
"""Stands for the evening that began last, in place of an id."""
NO_EVENING = "No evening."
Command = Callable[[argparse.Namespace, Translator], int]
AddCommand = Callable[[str, str, Command], argparse.ArgumentParser]
"""Adds a command to a parser, from its name, its help and the function that runs it."""


class Failed(Exception):
    """A failure of a command: a text of one line, and a document for --json."""

    def __init__(self, text: str, code: str, **values: object) -> None:
        super().__init__(text)
        self.document = {"code": code, **values, "message": text}


class Interrupted(Exception):
    """The user pressed Ctrl+C, or the system asked the program to end."""


def ignore_signals() -> None:
    """Ignores SIGINT (Ctrl+C) and SIGTERM from now on, so that a command can finish."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def cancellable() -> Iterator[None]:
    """A context in which the first SIGINT or SIGTERM raises Interrupted; later signals are ignored."""

    def cancel(*_: object) -> NoReturn:
        ignore_signals()
        raise Interrupted

    before = {number: signal.signal(number, cancel) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def guarded(run: Command, options: argparse.Namespace, t: Translator) -> int:
    """Runs a command and returns its exit code; prints a failure as one line, or with --json as one object."""
    try:
        with cancellable():
            return run(options, t)
    except Interrupted:
        failed = Failed("Cancelled.", "Cancelled")
    except HistoryError as error:
        failed = failed_by(t, error)
    except Failed as error:
        failed = error
    if options.json:
        print_json({"error": failed.document})
    else:
        complain(str(failed))
    return 1


def failed_by(t: Translator, error: HistoryError, text: str = "") -> Failed:
    """The failure for an error of the history; `text` replaces the usual text."""
    values: Document = {}
    if isinstance(error, Refused):
        values = {"refusal": error.refusal.value, "where": error.where}
    elif isinstance(error, BadRecord):
        values = {"where": error.where, "reason": error.fault.value}
    elif isinstance(error, StorageError):
        values = {"path": str(error.path)}
    return Failed(text or printable(error_text(t, error)), type(error).__name__, **values)


def problem_document(t: Translator, error: HistoryError | None) -> Document | None:
    """An error of the history as JSON; None for no error."""
    return None if error is None else failed_by(t, error).document


def refused(text: str, path: str | Path, error: Refused, t: Translator) -> Failed:
    """The failure for a file that the history refuses; fills in the {path} and the {reason} of a text."""
    text = text.format(path=printable(str(path)), reason=printable(refusal_text(t, error)))
    return failed_by(t, error, text)


def data_folder(options: argparse.Namespace) -> Path:
    """The folder of the scores."""
    return options.data or default_folder()


def print_json(document: Document) -> None:
    """Prints one JSON object."""
    print(json.dumps(document, indent=1))


def finished_in_sight(work: Work[T], words: str) -> T:
    """Runs work to its end, and shows the words and the progress on a terminal; returns the result."""
    line = ProgressLine()
    try:
        return finished(work, lambda done: line.show(f"{words}: {int(100 * done)}%"))
    finally:
        line.end()


def find_evening(history: HistoryReader, beginning: str) -> str:
    """The id of the evening that a command line names: "latest", or the beginning of an id. Raises Failed."""
    summaries = history.summaries()
    if beginning == LATEST:
        sound = [each for each in summaries if each.problem is None]
        if not sound:
            raise Failed(NO_EVENING, "NoEvening")
        return max(sound, key=lambda each: (each.created, each.id)).id
    return only_id((summary.id for summary in summaries), beginning)


def only_id(ids: Iterable[str], beginning: str) -> str:
    """The id that equals a text, or else the only id that begins with it. Raises Failed."""
    found = list(dict.fromkeys(each for each in ids if each.startswith(beginning)))
    if beginning in found:
        return beginning
    if not found:
        raise unknown_evening(beginning)
    if len(found) > 1:
        text = f"several evenings begin with {printable(beginning)}: {', '.join(found[:5])}"
        raise Failed(text, "Ambiguous", evenings=found)
    return found[0]


def unknown_evening(evening_id: str) -> Failed:
    """The failure of a command line that names an evening that does not exist."""
    return Failed(f"there is no evening {printable(evening_id)}", "UnknownEvening", evening=evening_id)


def save_files(files: Iterable[tuple[Path, bytes]], *, force: bool) -> list[Path]:
    """Writes all of the files or none (see `write_files`), and returns their paths. Raises Failed.

    An error that the iterator `files` raises is passed on.
    """
    asked = set[str]()

    def noted() -> Iterator[tuple[Path, bytes]]:
        for path, raw in files:
            asked.add(str(path))
            yield path, raw

    try:
        return write_files(noted(), force=force)
    except OSError as error:
        if error.filename not in asked:  # the error comes from the iterator
            raise
        path = Path(error.filename)
        failure = exists_failure(path) if isinstance(error, FileExistsError) else write_failure(path, error)
        raise failure from None


def make_folder(folder: Path) -> None:
    """Creates a folder if it does not exist. Raises Failed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_failure(folder, error) from None


def write_failure(path: Path, error: OSError) -> Failed:
    """The failure for a file that cannot be written."""
    text = f"{printable(str(path))} cannot be written ({os_reason(error)})"
    return Failed(text, "WriteFailed", path=str(path))


def exists_failure(path: Path) -> Failed:
    """The failure for a file that exists."""
    return Failed(f"{printable(str(path))} exists: --force replaces it", "FileExists", path=str(path))
