"""`scorepad history list`, `show` and `bin`."""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections.abc import Mapping
from datetime import datetime

from scorepad.commands.common import (
    LATEST,
    NO_EVENING,
    AddCommand,
    data_folder,
    find_evening,
    finished_in_sight,
    only_id,
    print_json,
    problem_document,
)
from scorepad.commands.options import add_shared
from scorepad.commands.terminal import columns, complain, printable
from scorepad.evening.evening import Evening
from scorepad.evening.events import Event
from scorepad.evening.folding import shown
from scorepad.evening.sheet import SheetRow
from scorepad.history import Document, History, HistoryReader, Report, Summary, encode, find_summaries
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text, report_text
from scorepad.i18n.evenings import days_left, length_text, money_lines, teams_text
from scorepad.i18n.events import event_text
from scorepad.i18n.names import evening_title, points_change_name, scheme_title, thrown_in_name, who_pays
from scorepad.i18n.pots import pots_lines
from scorepad.i18n.sentences import hand_line
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.text import by_line, one_line


def add_parsers(add: AddCommand) -> None:
    """Adds `list`, `show` and `bin`."""
    action = add("list", "list the evenings; evenings under way come first", _list)
    about = "only evenings with this text in a name or a date"
    action.add_argument("--search", metavar="TEXT", default="", help=about)
    add_shared(action, "since", "until")

    action = add("show", "show an evening, hand by hand", _show)
    action.add_argument("evening", metavar=f"ID|{LATEST}", help="an evening, by the beginning of its id")
    action.add_argument("--events", action="store_true", help="also show every change to it")

    action = add("bin", "list the deleted evenings, or put one back", _bin)
    about = "put this evening back, by the beginning of its id"
    action.add_argument("--put-back", metavar="ID", help=about)


def _list(options: argparse.Namespace, t: Translator) -> int:
    with HistoryReader(data_folder(options)) as history:
        found = find_summaries(
            finished_in_sight(history.reading(), "Reading the evenings again"),
            t.zone,
            text=options.search,
            day_words=t.day_words,
            since=options.since,
            until=options.until,
        )
        missing = [each for each in history.reports() if each.is_loss]
    if options.json:
        print_json(
            {
                "evenings": [summary_document(t, each) for each in found],
                "missing": [_missing_document(each) for each in missing],
            }
        )
        return 0
    print(columns([summary_row(t, each) for each in found], right=(3,)) if found else NO_EVENING)
    for report in missing:
        complain(f"{report.evening_id}: {printable(report_text(t, report))}")
    return 0


def _missing_document(report: Report) -> Document:
    backup = None if report.backup_copy is None else str(report.backup_copy.path)
    return {"id": report.evening_id, "state": report.kind.value, "backup": backup}


def summary_document(t: Translator, summary: Summary) -> Document:
    """The summary of an evening as JSON."""
    totals = summary.totals or (0,) * len(summary.people)
    return {
        "id": summary.id,
        "name": summary.name,
        "created": summary.created,
        "last_at": summary.last_at,
        "finished": summary.finished,
        "hands": summary.deals,
        "unit": summary.unit,
        "players": [
            encode(person) | {"total": total} for person, total in zip(summary.people, totals, strict=True)
        ],
        "conflicts": summary.conflicts,
        "problem": problem_document(t, summary.problem),
    }


def summary_row(t: Translator, summary: Summary) -> list[str]:
    """The summary of an evening as cells of a table."""
    began = summary.created or summary.last_at
    when = t.short_date(began) if began else "–"
    if summary.problem is not None:
        return [printable(summary.id), when, "", "", printable(error_text(t, summary.problem))]
    players = [
        f"{person.name} {t.signed(total, summary.unit)}"
        for person, total in zip(summary.people, summary.totals, strict=True)
    ]
    hands = t.plural("{count} hand", "{count} hands", summary.deals)
    return [summary.id, when, printable(summary.name), hands, printable(", ".join(players))]


def _show(options: argparse.Namespace, t: Translator) -> int:
    with HistoryReader(data_folder(options)) as history:
        evening = history.load(find_evening(history, options.evening))
    if options.json:
        document = summary_document(t, Summary.of(evening)) | {
            "length": encode(evening.table.length),
            "mouches": list(evening.sheet.pot),
            "entries": [_entry(evening, each) for each in evening.sheet.rows],
            "note": evening.table.notes.get(None, ""),
            "rate": encode(evening.table.rate),
            "money": list(evening.sheet.money(evening.table.rate)),
        }
        if options.events:
            document["events"] = [{"id": event.id, **encode(event)} for event in evening.events]
        print_json(document)
        return 0
    title = evening.table.title or t("Tarot, {date}", date=t.date(evening.began))
    rules = ", ".join(scheme_title(t, scheme) for scheme in evening.schemes)
    length = [] if evening.table.length.open else [length_text(t, evening.table.length)]
    when = ", ".join(filter(None, [t.date(evening.began), t.zone_note]))
    head = " · ".join([title, when, rules, *length, evening.id])
    print(printable(head))
    if teams := teams_text(t, evening):
        print(printable(teams))
    if None in evening.table.notes:
        print(by_line(printable, t("“{words}”", words=evening.table.notes[None])))
    rows = [["", "", *(person.name for person in evening.sheet.people)]]
    rows += [_entry_row(t, evening, row) for row in evening.sheet.rows]
    rows.append(["", "", *(t.signed(total, evening.sheet.unit) for total in evening.sheet.totals)])
    cells = [[printable(cell) for cell in row] for row in rows]
    print("\n" + columns(cells, right=(0, *range(2, 2 + len(evening.sheet.people)))))
    for line in pots_lines(t, evening):
        print(printable(line))
    if money := money_lines(t, evening, printable):
        print("\n" + "\n".join(money))
    if options.events:
        numbers = _numbers(evening)
        lines = [_event_row(t, evening, event, numbers) for event in evening.events]
        print("\n" + columns(lines, right=(2,)) if lines else "")
    return 0


def _entry(evening: Evening, row: SheetRow) -> Document:
    return {
        "id": row.id,
        "number": row.number,
        "voided": row.voided,
        "at": row.current.at,
        "deal": encode(row.deal),
        "amounts": list(row.amounts),
        "totals": list(row.totals),
        "moves": [encode(move) for move in row.moves],
        "mouches": list(row.pot),
        "versions": [event.id for event in row.versions],
        "conflicting": [event.id for event in row.conflicting],
        "in_doubt": row in evening.sheet.conflicts,
        "note": evening.table.note_on(row.id),
    }


def _entry_row(t: Translator, evening: Evening, row: SheetRow) -> list[str]:
    outcome = row.deal.outcome
    if isinstance(outcome, Hand):
        text = hand_line(t, outcome, row.rules, evening.table.name_of)
    elif isinstance(outcome, ThrownIn):
        text = thrown_in_name(t, outcome)
    else:
        text = f"{points_change_name(t, outcome)}, {who_pays(t, outcome, evening.table.name_of)}"
    text = " · ".join([text, *map(one_line, evening.remarks(row))])
    number = str(row.number or "")
    if row.voided:
        return [number, f"{text} ({t('struck out')})", *("" for _ in evening.sheet.people)]
    if row in evening.sheet.conflicts:
        text = f"{text} ({t('to be decided in the app')})"
    return [number, text, *(t.signed(amount, evening.sheet.unit) for amount in row.amounts)]


def _event_row(t: Translator, evening: Evening, event: Event, numbers: Mapping[str, int]) -> list[str]:
    entry = evening.row_of(event)
    number = numbers.get(evening.subject(event).id, 0) if entry is None else entry.number
    when = f"{t.short_date(event.at)} {t.time(event.at)}"
    what = event_text(t, evening, event)
    return [when, printable(event.device), str(number or ""), printable(what), printable(event.reason)]


def _numbers(evening: Evening) -> dict[str, int]:
    """For each event about a row, by its id: the number that the row had right after the event.

    The number is 0 for a row without a number, such as a change of points.
    """
    numbers: dict[str, int] = {}
    places = {row: place for place, row in enumerate(evening.table.every_row)}
    deals: list[int] = []
    for event, _, table in evening.steps():
        row = evening.subject(event).entry
        if row is None or row in evening.table.same_turns.left_out:
            continue
        history, versions = table.history[row], table.versions_of(row)
        numbered = bool(versions) and shown(history, versions).points_change is None
        number = bisect_left(deals, places[row])
        known = deals[number : number + 1] == [places[row]]
        if known and not numbered:
            del deals[number]
        elif numbered and not known:
            deals.insert(number, places[row])
        numbers[event.id] = number + 1 if numbered else 0
    return numbers


# -- deleted evenings ------------------------------------------------------------------------------------


def _bin(options: argparse.Namespace, t: Translator) -> int:
    if options.put_back is not None:
        return _put_back(options, t)
    with HistoryReader(data_folder(options)) as history:
        found = history.bin()
    if options.json:
        print_json(
            {
                "deleted": [
                    summary_document(t, each.summary)
                    | {"deleted": json_time(each.at), "days_left": each.days_left, "file": each.name}
                    for each in found
                ]
            }
        )
        return 0
    rows = [[*summary_row(t, each.summary), days_left(t, each.days_left)] for each in found]
    print(columns(rows, right=(3,)) if rows else "The bin is empty.")
    return 0


def _put_back(options: argparse.Namespace, t: Translator) -> int:
    with History(data_folder(options)) as history:
        deleted = history.bin()
        wanted = only_id((each.summary.id for each in deleted), options.put_back)
        found = next(each for each in deleted if each.summary.id == wanted)
        evening_id = history.put_back(found.name)
    if options.json:
        print_json({"put_back": evening_id})
    else:
        print(printable(f"Put back: {evening_title(t, found.summary)}"))
    return 0


def json_time(at: datetime) -> str:
    """A time as ISO 8601, with "Z" for UTC."""
    return at.isoformat().replace("+00:00", "Z")
