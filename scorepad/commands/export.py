"""`scorepad export`: evenings as text, pictures, documents and tables, into files or down a pipe."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import NoReturn

from scorepad.commands.common import (
    LATEST,
    Failed,
    Interrupted,
    data_folder,
    find_evening,
    guarded,
    ignore_signals,
    is_there,
    make_folder,
    not_written,
    print_json,
    save_files,
)
from scorepad.commands.options import add_shared, reader
from scorepad.commands.terminal import ProgressLine, abandon_output, complain, printable
from scorepad.evening.evening import Evening
from scorepad.exports.formats import PAPERS, PROFILES, File, Format, Options, export, names_of
from scorepad.history import HistoryReader, find_summaries
from scorepad.history.transfer import file_schema
from scorepad.i18n import Translator

STDOUT = "-"


# -- the arguments ---------------------------------------------------------------------------------------


def fill(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Gives the parser of `export` its options."""
    parser.description = t("Writes evenings to files. Works while the app is open.")
    parser.epilog = t(
        "The exit code is 0; 1 after an error, or if an evening is left out; 2 for a bad command line."
    )
    parser.set_defaults(command=partial(guarded, partial(_export, parser)))
    parser.add_argument(
        "evenings",
        metavar=f"ID|{LATEST}",
        nargs="*",
        help=t("evenings, by the beginning of their ids as “scorepad history list” has them"),
    )
    said = "; ".join(f"{each.value}: {each.evenings.words(t)[0]}" for each in Format)
    parser.add_argument("--format", required=True, choices=[each.value for each in Format], help=said)
    parser.add_argument(
        "--out",
        metavar=f"FILE|DIR|{STDOUT}",
        help=t(
            "a file or a folder (-: standard output); otherwise this folder, and the names of the evenings"
        ),
    )
    parser.add_argument("--force", action="store_true", help=t("replace files that are there"))
    parser.add_argument("--all", action="store_true", help=t("every evening"))
    year = reader(_year, t("{text} is no year: 2026 is one"))
    parser.add_argument("--year", type=year, metavar="YEAR", help=t("the evenings of a year"))
    add_shared(parser, t, "since", "until")
    _add_choices(parser, t)
    add_shared(parser, t, "json", "data", "lang", "zone")


def _add_choices(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Adds the options of single formats."""
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help=t("of a PDF"))
    alone = t("a PDF without standings, curve and single hands")
    parser.add_argument("--sheet-only", action="store_true", help=alone)
    parser.add_argument("--dark", action="store_true", help=t("a dark picture"))
    add_profile(parser, t)
    schema = t("print the JSON Schema of what --format json writes")
    parser.add_argument("--schema", nargs=0, action=_PrintSchema, help=schema)


def add_profile(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Adds the reader of a CSV table: programs unless told otherwise, since scripts must not depend on a language."""
    programs = t("CSV for programs (rfc), or for a French or a German Excel")
    parser.add_argument("--profile", choices=PROFILES, default=PROFILES[0], help=programs)


class _PrintSchema(argparse.Action):
    """Prints the schema, whatever else is asked for, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print_json(file_schema())
        parser.exit()


def _year(text: str) -> int:
    return date.fromisoformat(f"{text}-01-01").year


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace, t: Translator) -> None:
    """Ends with exit code 2 where the options contradict each other."""
    span = options.since is not None or options.until is not None
    ways = [bool(options.evenings), options.all, options.year is not None, span]
    if not any(ways):
        parser.error(t("choose the evenings: ids, latest, --year, --since, --until or --all"))
    if sum(ways) > 1:
        parser.error(t("ids, --year, --since with --until, and --all do not go together"))
    if options.json and options.out == STDOUT:
        parser.error(t("--json does not go with --out -"))


# -- the export ------------------------------------------------------------------------------------------


def _export(parser: argparse.ArgumentParser, options: argparse.Namespace, t: Translator) -> int:
    _check(parser, options, t)
    form = Format[options.format.upper()]
    saved: list[Path] = []
    with HistoryReader(data_folder(options)) as history:
        try:
            evenings, left_out = _chosen(options, t, history)
            _check_target(names_of(evenings, form, t), form, options, t)
            files = _produced(evenings, options, t, history)
            if options.out == STDOUT:
                (file,) = files
                _write_out(file.data, t)
            else:
                saved = save_files(_placed(files, options.out), t, force=options.force)
        except Interrupted:
            raise Failed(t("Cancelled: nothing was written."), "Cancelled") from None
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
        complain(t("left out, since they cannot be read: {ids}", ids=printable(t.names(left_out))))
    return 1 if left_out else 0


def _chosen(
    options: argparse.Namespace, t: Translator, history: HistoryReader
) -> tuple[list[Evening], list[str]]:
    """The evenings asked for, oldest first, and the ids of those that cannot be read."""
    if options.evenings:
        ids = [find_evening(history, each, t) for each in options.evenings]
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
        raise Failed(t("No evening."), "NoEvening", left_out=left_out)
    return sorted(evenings, key=lambda evening: (evening.start.created, evening.id)), left_out


def _check_target(names: Sequence[str], form: Format, options: argparse.Namespace, t: Translator) -> None:
    """Raises Failed, before anything is computed, where the files cannot go."""
    out, folder = Path(options.out or ""), _is_folder(options.out)
    if not folder and len(names) > 1:
        raise Failed(t("there are several files: --out must be a folder"), "SeveralFiles")
    if options.out == STDOUT:
        if not form.files.readable and sys.stdout.isatty():
            text = t("a terminal cannot show {format}: use --out FILE, or > FILE", format=form.value)
            raise Failed(text, "Terminal")
        return
    if folder:
        make_folder(out, t)
    for path in [out / name for name in names] if folder else [out]:
        if not options.force and os.path.exists(path):
            raise is_there(path, t)


def _placed(files: Iterable[File], out: str | None) -> Iterator[tuple[Path, bytes]]:
    """The files with their paths."""
    folder = _is_folder(out)
    for file in files:
        yield Path(out or "", file.name if folder else ""), file.data


def _is_folder(out: str | None) -> bool:
    separators = tuple(filter(None, (os.sep, os.altsep)))
    return out is None or (out != STDOUT and (out.endswith(separators) or os.path.isdir(out)))


def _write_out(data: bytes, t: Translator) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon_output()
        raise not_written(Path(STDOUT), error, t) from None


# -- progress and Ctrl+C ---------------------------------------------------------------------------------


def _produced(
    evenings: Sequence[Evening],
    options: argparse.Namespace,
    t: Translator,
    history: HistoryReader,
) -> Iterator[File]:
    """The files one after the other; after the last one, signals are ignored."""
    chosen = Options(
        paper=options.paper, sheet_only=options.sheet_only, dark=options.dark, profile=options.profile
    )
    progress = ProgressLine(quiet=options.json)
    try:
        for each in export(evenings, Format[options.format.upper()], t, chosen, history):
            if isinstance(each, File):
                yield each
            else:
                progress.show(t("Exporting: {percent} %", percent=int(100 * each)))
        ignore_signals()
    finally:
        progress.end()
