"""`scorepad stats`: the table of a season, and its record book."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from scorepad.commands.common import Document, Failed, data_folder, guarded, print_json, reading_progress
from scorepad.commands.options import add_shared
from scorepad.commands.terminal import columns, printable
from scorepad.evening.people import Person
from scorepad.exports.formats import SEASON, Kind, season_rows
from scorepad.history import HistoryReader
from scorepad.i18n import Translator
from scorepad.i18n.seasons import record_title, rules_title
from scorepad.stats.filters import Scope
from scorepad.stats.parts import UNIT, PlayerKey, Rules
from scorepad.stats.season import AMOUNTS, Held, Season, season


def fill(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Gives the parser of `stats` its options."""
    parser.description = t("Shows who won what in a season, and its records. Works while the app is open.")
    parser.set_defaults(command=partial(guarded, _stats))
    add_shared(parser, t, "since", "until", "json", "data", "lang")


def _stats(options: argparse.Namespace, t: Translator) -> int:
    span = Scope(since=str(options.since or ""), until=str(options.until or ""))
    with HistoryReader(data_folder(options)) as history, reading_progress(t) as show:
        found = season(history.tallies(show), span, history.player_of)
    if not found.whole.rules:
        raise Failed(t("No evening."), "NoEvening")
    rules = found.whole.rules[0]
    if options.json:
        print_json(_document(found, rules))
    else:
        print(_hands(found, t))
        rows = [*season_rows(found, rules)]
        cells = [[_cell(t, column.kind, column.value(row)) for column in SEASON] for row in rows]
        table = [[column.heading(t) for column in SEASON], *cells]
        print("\n" + columns(table, right=(0, *range(2, len(SEASON)))))
        names = {row.standing.player: row.person.name for row in rows}
        records = [_record(t, found, names, held) for held in found.whole.book(rules)]
        print("\n" + columns(records, right=(1,)) if records else "")
    return 0


def _hands(found: Season, t: Translator) -> str:
    """How many hands of which rules count; amounts are by the first of them."""
    lines: list[str] = []
    for rules in found.whole.rules:
        hands = t.plural("{count} hand", "{count} hands", found.whole.hands[rules])
        values = {"hands": hands, "rules": rules_title(t, rules)}
        first = t("{hands} by {rules}", **values)
        lines.append(t("{hands} by {rules}, not in the points", **values) if lines else first)
    return "\n".join(map(printable, lines))


def _cell(t: Translator, kind: Kind, value: Person | Fraction | int) -> str:
    match value:
        case Person(name=name):
            return printable(name)
        case Fraction() if kind is Kind.AMOUNT:
            return t.signed(value.numerator, value.denominator)
    return t.number(int(value))


def _record(t: Translator, found: Season, names: Mapping[PlayerKey, str], held: Held) -> list[str]:
    """The title of a record, its size, who holds it, and its hand."""
    days = {night.evening.id: night.evening.day for night in found.nights}
    value = Fraction(held.feat.value, UNIT if held.record in AMOUNTS else 1)
    size = t.number(value.numerator, value.denominator)
    hand = t("hand {number}", number=held.feat.number)
    return [
        record_title(t, held.record),
        size,
        printable(names[held.player]),
        f"{days[held.feat.evening]} · {hand}",
    ]


def _document(found: Season, rules: Rules) -> Document:
    """The same as JSON; amounts are in points."""
    return {
        "rules": [
            {"id": each.id, "name": each.name, "digest": each.digest, "hands": found.whole.hands[each]}
            for each in found.whole.rules
        ],
        "players": [
            {"id": row.standing.player} | {column.key: _plain(column.value(row)) for column in SEASON}
            for row in season_rows(found, rules)
        ],
        "records": [
            {
                "record": held.record.value,
                "player": held.player,
                "value": held.feat.value / UNIT if held.record in AMOUNTS else held.feat.value,
                "session": held.feat.evening,
                "hand": held.feat.number,
            }
            for held in found.whole.book(rules)
        ],
    }


def _plain(value: Person | Fraction | int) -> str | float:
    return value.name if isinstance(value, Person) else float(value) if isinstance(value, Fraction) else value
