"""`scorepad stats`: the tables of a season or of a player, on the terminal or as a file."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from scorepad.commands.common import (
    NO_EVENING,
    Failed,
    data_folder,
    finished_in_sight,
    guarded,
    print_json,
    save_files,
)
from scorepad.commands.export import add_choices, chosen_options
from scorepad.commands.options import add_shared
from scorepad.commands.terminal import columns, printable
from scorepad.evening.people import Person
from scorepad.exports.formats import (
    NUMBERS,
    SEASON_FORMATS,
    DataTable,
    SeasonReport,
    code,
    season_file,
    shown,
)
from scorepad.history import Document, HistoryReader
from scorepad.i18n import Translator
from scorepad.stats.scopes import PlayerKey, Scope
from scorepad.stats.season import season
from scorepad.text import same_name

ENDINGS = {form.ending: form for form in SEASON_FORMATS}


def fill(parser: argparse.ArgumentParser) -> None:
    """Gives the parser of `stats` its options."""
    parser.description = (
        "Shows the players of a season, the months, the contracts made and the records; or everything about one "
        "player. Works while the app is open."
    )
    parser.set_defaults(command=partial(guarded, partial(_stats, parser)))
    add_shared(parser, "since", "until")
    circle = "only evenings of these players (Anne,Bruno,Chloé): of all of them, or at least three"
    parser.add_argument("--with", dest="circle", metavar="NAMES", help=circle)
    parser.add_argument("--player", metavar="NAME", help="one player, and the people around the table")
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help=f"write a file instead: {', '.join(ENDINGS)}"
    )
    add_choices(parser, "profile")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")
    add_shared(parser, "json", "data", "lang", "zone")


def _stats(parser: argparse.ArgumentParser, options: argparse.Namespace, t: Translator) -> int:
    if options.output and options.output.suffix.lower() not in ENDINGS:
        parser.error(f"--output takes one of {', '.join(ENDINGS)}")
    if options.output and options.json:
        parser.error("--json does not go with --output")
    with HistoryReader(data_folder(options)) as history:
        report = _report(options, t, history)
        if options.output:
            _write(options, t, report)
            return 0
    if options.json:
        print_json(_document(report))
    else:
        print("\n".join(map(printable, [report.title(t), *report.about(t)])))
        for table in report.tables:
            print(f"\n{table.heading(t)}\n{_text(t, table, report)}")
    return 0


def _report(options: argparse.Namespace, t: Translator, history: HistoryReader) -> SeasonReport:
    """The report that the options ask for. Raises Failed if there is no evening, or a name is unknown."""
    tallies = finished_in_sight(history.counting(), "Counting the evenings")
    scope = Scope(since=str(options.since or ""), until=str(options.until or ""))
    found = partial(
        season, tallies, player_of=history.player_of, names=history.player_names(), day_of=t.zone.day
    )
    report = SeasonReport(found(scope=scope), history.load, scope)
    if options.circle is not None and report.season.nights:
        circle = frozenset(_player(report, name) for name in options.circle.split(","))
        scope = replace(scope, circle=circle)
        report = SeasonReport(found(scope=scope), history.load, scope)
    if not report.season.whole.rules:
        raise Failed(NO_EVENING, "NoEvening")
    if options.player is not None:
        return SeasonReport(report.season, history.load, scope, _player(report, options.player))
    return report


def _player(report: SeasonReport, name: str) -> PlayerKey:
    """The key of the player with this name. Raises Failed if there is no such player."""
    for key, person in report.people.items():
        if same_name(person.name, name):
            return key
    names = ", ".join(sorted(printable(person.name) for person in report.people.values()))
    text = f"nobody is called {printable(name)} in these evenings: {names}"
    raise Failed(text, "UnknownPlayer", player=name)


def _write(options: argparse.Namespace, t: Translator, report: SeasonReport) -> None:
    """Writes the file, and prints its path."""
    form = ENDINGS[options.output.suffix.lower()]
    file = finished_in_sight(season_file(report, form, t, chosen_options(options)), "Exporting")
    save_files([(options.output, file.data)], force=options.force)
    print(printable(str(options.output)))


def _text(t: Translator, table: DataTable, report: SeasonReport) -> str:
    """A table for a terminal, without the ids."""
    seen = [number for number, column in enumerate(table.columns) if not column.key.endswith("_id")]
    heads = [table.columns[number].heading(t) for number in seen]
    rows = [
        [printable(shown(t, table.columns[number].kind, cells[number])) for number in seen]
        for cells in table.cells([report])
    ]
    right = [place for place, number in enumerate(seen) if table.columns[number].kind in NUMBERS]
    return columns([heads, *rows], right=right)


def _document(report: SeasonReport) -> Document:
    """The report as JSON; amounts are in points, shares are from 0 to 1."""
    hands = report.season.whole.hands
    rules = [{"id": by.id, "name": by.name, "digest": by.digest, "hands": hands[by]} for by in hands]
    tables = {
        table.key: [
            {column.key: _plain(value) for column, value in zip(table.columns, cells, strict=True)}
            for cells in table.cells([report])
        ]
        for table in report.tables
    }
    return {"rules": rules, **tables}


def _plain(value: Any) -> Any:
    """The value of a cell for JSON."""
    match value:
        case Person():
            return value.name
        case Fraction():
            return float(value)
        case None | int():
            return value
    return code(value)
