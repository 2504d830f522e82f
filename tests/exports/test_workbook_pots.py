"""Mouches and chips in a workbook: LibreOffice calculates them anew, and comes to what the engine says."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import openpyxl
from begun import begun
from evenings import after, coming_and_going, random_evening, table
from office import office

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Ended, RulesChanged, Stamp
from scorepad.exports.progress import nothing
from scorepad.exports.workbook import workbook
from scorepad.i18n import Translator
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.scheme import ChipRule, MoucheRule, PotEnd
from scorepad.tarot.scheme_data import shipped_scheme

Book = Any
T = Translator("en")
HEAD, FIRST = 4, 5
STAMP = "2026-11-21T23:50:00.000Z"
SHARED = replace(shipped_scheme("mouches"), mouches=MoucheRule(stake=10, dealer=5, end=PotEnd.SHARED))
FEW = replace(shipped_scheme("chips"), chips=ChipRule(start=9))


@cache
def of_each_kind(long: bool) -> tuple[Book, list[Evening], bytes]:
    """Evenings with mouches, shared at the end and left, with other people and rules on the way; and with chips."""
    rng = random.Random(7)
    going = begun(coming_and_going(3, rng), scheme=SHARED)
    mixed = random_evening(table(4, id="mixed", title="mixed"), 3, rng)
    for name in ("mouches", "equal_split", "chips", "mouches"):
        stamp = Stamp(f"rules-{len(mixed.events)}", STAMP.replace("23:50", "20:01"), "here")
        mixed = random_evening(mixed.add(RulesChanged(shipped_scheme(name), from_now=True), stamp), 3, rng)
    passed = after(
        table(4, id="passed", title="passed", scheme=SHARED), ThrownIn.ALL_PASSED, ThrownIn.ALL_PASSED
    )
    evenings = [
        random_evening(table(5, 4, shipped_scheme("mouches"), id="left", title="left"), 12, rng),
        going.add(Ended(), Stamp("end", STAMP)),
        passed.add(Ended(), Stamp("over", STAMP)),
        mixed,
        random_evening(table(4, 4, FEW, id="few", title="few"), 12, rng),
        random_evening(table(5, 5, shipped_scheme("chips"), id="five", title="five"), 8, rng),
    ]
    raw = workbook(evenings, T, step=nothing)
    return openpyxl.load_workbook(BytesIO(raw)), evenings, raw


@office(of_each_kind)
def test_every_formula_comes_to_the_value_beside_it(calculated: list[Book], long: bool) -> None:
    [again], (_, evenings, raw) = calculated, of_each_kind(long)
    written = openpyxl.load_workbook(BytesIO(raw), data_only=True)
    compared = 0
    for sheet, other in zip(written.worksheets, again.worksheets, strict=True):
        for row in sheet.iter_rows():
            for cell in row:
                found = other.cell(cell.row, cell.column).value
                assert (found or 0) == (cell.value or 0) or found == cell.value, (
                    sheet.title,
                    cell.coordinate,
                )
                compared += isinstance(cell.value, int | float)
    assert compared > 2000
    for evening in evenings:
        agrees(sheet_of(again, evening), evening)
    standings = again[T("Standings")]
    checks = [row for row in standings.iter_rows(values_only=True) if str(row[0]).startswith("Check")]
    assert [row[4] for row in checks] == [0]
    flat = [row[0] for row in again[T("All payments")].iter_rows(values_only=True)]
    assert len(flat) > 100


@cache
def changed(long: bool) -> tuple[Book, Evening]:
    """An evening with dearer mouches and other points of its first hand, typed over the workbook as it was."""
    evening = random_evening(table(5, 4, SHARED, title="other"), 10, random.Random(3))
    first = next(entry for entry in evening.sheet.standing if isinstance(entry.deal.outcome, Hand))
    assert isinstance(first.deal.outcome, Hand)
    won = first.deal.outcome.margin >= 0
    other = replace(
        first.deal.outcome, half_points=20 if won else 160, chelem=replace(first.deal.outcome.chelem)
    )
    dearer = replace(SHARED, mouches=MoucheRule(stake=20, dealer=0, end=PotEnd.SHARED))
    raw = workbook([evening.add(Ended(), Stamp("end", STAMP))], T, step=nothing)
    book = openpyxl.load_workbook(BytesIO(raw))
    sheet = sheet_of(book, evening)
    heads = [cell.value for cell in sheet[HEAD]]
    row = FIRST + evening.sheet.standing.index(first)
    sheet.cell(row, heads.index(T("Card points")) + 1).value = other.half_points / 2
    for cells in book[T("Rules")].iter_rows():
        if cells[0].value == T("Stake of everybody"):
            cells[1].value = 20
        if cells[0].value == T("The dealer’s extra"):
            cells[1].value = 0
    after_it = evening.correct(first.id, Deal(first.deal.dealer, other), Stamp("other", STAMP))
    return book, begun(after_it, scheme=dearer).add(Ended(), Stamp("end", STAMP))


@office(changed)
def test_other_facts_and_rules_change_all_that_follows(calculated: list[Book], long: bool) -> None:
    [book], (_, evening) = calculated, changed(long)
    agrees(sheet_of(book, evening), evening)


def sheet_of(book: Any, evening: Evening) -> Any:
    names = [name for name in book.sheetnames if name.endswith(evening.table.title) or name == T("Hands")]
    return book[names[0]]


def agrees(sheet: Any, evening: Evening) -> None:
    """Compares the totals, what lies in the mouches after every deal, the chips, and the check at the foot."""
    groups = {cell.value: cell.column for cell in sheet[HEAD - 1] if cell.value}
    heads = [cell.value for cell in sheet[HEAD]]
    seats = range(len(evening.sheet.people))
    unit = evening.sheet.unit
    for row, entry in enumerate(evening.sheet.standing, FIRST):
        here = evening.seating_at(entry.id).ids
        closed = sum(move.amount for move in entry.moves if move.kind == "shared")
        if not entry.closes:
            totals = [sheet.cell(row, groups[T("Totals")] + seat).value for seat in seats]
            assert [
                total for total, person in zip(totals, evening.sheet.people, strict=True) if person.id in here
            ] == [
                total / unit
                for total, person in zip(entry.totals, evening.sheet.people, strict=True)
                if person.id in here
            ], row
        if T("In the mouches") in heads:
            found = sheet.cell(row, heads.index(T("In the mouches")) + 1).value
            assert found == (sum(entry.pot) + closed) / unit, row
        if T("Chips") in groups and entry.rules.chips is not None:
            held = [sheet.cell(row, groups[T("Chips")] + seat).value for seat in seats]
            start = entry.rules.chips.start
            assert held == [start + total / unit for total in entry.totals], row
    foot = next(row for row in range(FIRST, sheet.max_row) if sheet.cell(row, 1).value == T("Total"))
    finals = [sheet.cell(foot, groups[T("Payments")] + seat).value for seat in seats]
    assert finals == [total / unit for total in evening.sheet.totals]
    assert sheet.cell(foot + 1, groups[T("Payments")]).value == 0
    if T("In the mouches") in heads:
        assert sheet.cell(foot, heads.index(T("In the mouches")) + 1).value == sum(evening.sheet.pot) / unit
