"""`scorepad export`: evenings as text, pictures, documents and tables, into files or to standard output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from scorepad.commands.common import (
    LATEST,
    NO_EVENING,
    Failed,
    Interrupted,
    data_folder,
    exists_failure,
    find_evening,
    guarded,
    ignore_signals,
    make_folder,
    print_json,
    save_files,
    write_failure,
)
from scorepad.commands.options import add_shared, reader
from scorepad.commands.terminal import ProgressLine, abandon_output, complain, printable
from scorepad.evening.evening import Evening
from scorepad.exports.formats import CHOICES, FORMATS, File, Format, Options, export, names_of
from scorepad.history import HistoryReader, find_summaries
from scorepad.i18n import Translator

STDOUT = "-"


# -- the arguments ---------------------------------------------------------------------------------------


def fill(parser: argparse.ArgumentParser) -> None:
    """Gives the parser of `export` its options."""
    parser.description = "Writes evenings to files. Works while the app is open."
    parser.epilog = (
        "The exit code is 0; 1 after an error, or if an evening is left out; 2 for a bad command line."
    )
    parser.set_defaults(command=partial(guarded, partial(_export, parser)))
    parser.add_argument(
        "evenings",
        metavar=f"ID|{LATEST}",
        nargs="*",
        help="evenings, by the beginning of their ids, which “scorepad history list” shows",
    )
    said = "; ".join(f"{each.value}: {each.evenings.title}" for each in Format)
    parser.add_argument("--format", required=True, choices=[*FORMATS], help=said)
    parser.add_argument(
        "--out",
        metavar=f"FILE|DIR|{STDOUT}",
        help="a file or a folder (-: standard output); otherwise this folder, with names from the evenings",
    )
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.add_argument("--all", action="store_true", help="every evening")
    year = reader(_year, "{text} is not a year such as 2026")
    parser.add_argument("--year", type=year, metavar="YEAR", help="the evenings of a year")
    add_shared(parser, "since", "until")
    add_choices(parser, *CHOICES)
    add_shared(parser, "json", "data", "lang", "zone")


def add_choices(parser: argparse.ArgumentParser, *names: str) -> None:
    """Adds options of formats; `names` are names of fields of `Options`.

    Scripts rely on the defaults, so no default depends on the language.
    """
    for name in names:
        choice, default = CHOICES[name], getattr(Options(), name)
        values: dict[str, Any] = {"choices": [*choice.messages]}
        if default is False:
            values = {"action": "store_true"}
        parser.add_argument(f"--{name.replace('_', '-')}", default=default, help=choice.help, **values)


def chosen_options(options: argparse.Namespace) -> Options:
    """The format options given on the command line."""
    names = [name for name in CHOICES if hasattr(options, name)]
    return Options(**{name: getattr(options, name) for name in names})


def _year(text: str) -> int:
    return date.fromisoformat(f"{text}-01-01").year


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends with exit code 2 if options contradict each other."""
    span = options.since is not None or options.until is not None
    ways = [bool(options.evenings), options.all, options.year is not None, span]
    if not any(ways):
        parser.error("choose the evenings: ids, latest, --year, --since, --until or --all")
    if sum(ways) > 1:
        parser.error("ids, --year, --since with --until, and --all do not go together")
    if options.json and options.out == STDOUT:
        parser.error("--json does not go with --out -")


# -- the export ------------------------------------------------------------------------------------------


def _export(parser: argparse.ArgumentParser, options: argparse.Namespace, t: Translator) -> int:
    _check(parser, options)
    form = FORMATS[options.format]
    saved: list[Path] = []
    with HistoryReader(data_folder(options)) as history:
        try:
            evenings, left_out = _chosen(options, t, history)
            _check_target(names_of(evenings, form, t), form, options)
            files = _produced(evenings, options, t, history)
            if options.out == STDOUT:
                (file,) = files
                _write_out(file.data)
            else:
                saved = save_files(_placed(files, options.out), force=options.force)
        except Interrupted:
            raise Failed("Cancelled: nothing was written.", "Cancelled") from None
    if options.json:
        print_json(
            {
                "format": form.value,
                "files": [{"path": str(path), "bytes": path.stat().st_size} for path in saved],
                "evenings": [evening.id for evening in evenings],
                "left_out": left_out,
            }
        )
    else:
        for path in saved:
            print(printable(str(path)))
    if left_out:
        complain(f"left out, since they cannot be read: {printable(', '.join(left_out))}")
    return 1 if left_out else 0


def _chosen(
    options: argparse.Namespace, t: Translator, history: HistoryReader
) -> tuple[list[Evening], list[str]]:
    """The chosen evenings, oldest first, and the ids of chosen evenings that cannot be read."""
    if options.evenings:
        ids = [find_evening(history, each) for each in options.evenings]
        left_out: list[str] = []
    else:
        since, until = options.since, options.until
        if options.year is not None:
            since, until = date(options.year, 1, 1), date(options.year, 12, 31)
        found = find_summaries(history.summaries(), t.zone, since=since, until=until)
        ids = [each.id for each in found if each.problem is None]
        left_out = [each.id for each in found if each.problem is not None]
    evenings = [history.load(each) for each in dict.fromkeys(ids)]
    if not evenings:
        raise Failed(NO_EVENING, "NoEvening", left_out=left_out)
    return sorted(evenings, key=lambda evening: (evening.began, evening.id)), left_out


def _check_target(names: Sequence[str], form: Format, options: argparse.Namespace) -> None:
    """Creates the target folder, and checks before the export that the files can be written. Raises Failed."""
    out, folder = Path(options.out or ""), _is_folder(options.out)
    if not folder and len(names) > 1:
        raise Failed("there are several files: --out must be a folder", "SeveralFiles")
    if options.out == STDOUT:
        if not form.files.readable and sys.stdout.isatty():
            text = f"a terminal cannot show {form.value}: use --out FILE, or > FILE"
            raise Failed(text, "Terminal")
        return
    if folder:
        make_folder(out)
    for path in [out / name for name in names] if folder else [out]:
        if not options.force and os.path.exists(path):
            raise exists_failure(path)


def _placed(files: Iterable[File], out: str | None) -> Iterator[tuple[Path, bytes]]:
    """Yields the path and the content of each file."""
    folder = _is_folder(out)
    for file in files:
        yield Path(out or "", file.name if folder else ""), file.data


def _is_folder(out: str | None) -> bool:
    separators = tuple(filter(None, (os.sep, os.altsep)))
    return out is None or (out != STDOUT and (out.endswith(separators) or os.path.isdir(out)))


def _write_out(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon_output()
        raise write_failure(Path(STDOUT), error) from None


# -- progress and Ctrl+C ---------------------------------------------------------------------------------


def _produced(
    evenings: Sequence[Evening],
    options: argparse.Namespace,
    t: Translator,
    history: HistoryReader,
) -> Iterator[File]:
    """Makes and yields the files one by one, and shows the progress; ignores signals after the last file."""
    progress = ProgressLine(quiet=options.json)
    try:
        for each in export(evenings, FORMATS[options.format], t, chosen_options(options), history):
            if isinstance(each, File):
                yield each
            else:
                progress.show(f"Exporting: {int(100 * each)}%")
        ignore_signals()
    finally:
        progress.end()
