"""Writes the tables as a workbook: Excel tables with filters, and formulas for totals, standings and checks.

The workbook of one evening has its score sheet; the formulas of the standings refer to it. The workbook of several
evenings has all hands and all payments to pivot, the sums of all players, and the score sheets of the latest evenings;
its standings refer to the payments. Each formula is saved with the value that the app computed, for programs that do
not calculate. The system of the person who opens the file decides how thousands are separated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial
from io import BytesIO
from typing import Any

from xlsxwriter.utility import xl_col_to_name

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.exports.columns import (
    HANDS,
    PAYMENTS,
    POT,
    STANDINGS,
    Column,
    DataTable,
    StandingRow,
    chips_after,
    hand_rows,
    of_everybody,
    received,
    rules_table,
    standing_rows,
    total_after,
)
from scorepad.exports.excel import Book, Formula, SheetLayout, is_blank, reference
from scorepad.exports.season import SeasonReport
from scorepad.exports.values import CellKind, writable
from scorepad.i18n import N_, Translator
from scorepad.i18n.evenings import dated_title, money_lines, rules_title, teams_text
from scorepad.i18n.pots import has_mouches
from scorepad.work import Work, part

SHEETS = 40
"""The largest number of score sheets in a workbook. Only the latest evenings have score sheets."""


def workbook(evenings: Sequence[Evening], t: Translator) -> Work[bytes]:
    """Makes one XLSX file of evenings; pauses after every evening of every sheet.

    The same evenings give the same bytes.
    """
    out = BytesIO()
    book = Book(out, t)
    parts = list(_one(book, evenings[0]) if len(evenings) == 1 else _several(book, evenings))
    for number, work in enumerate(parts):
        yield from part(work, number / len(parts), (number + 1) / len(parts))
    title = t("Tarot") if len(evenings) > 1 else dated_title(t, evenings[0])
    last = max(evening.last_at for evening in evenings)
    book.book.set_properties({"title": writable(title), "created": datetime.fromisoformat(last)})
    book.book.close()
    return out.getvalue()


def _one(book: Book, evening: Evening) -> Iterator[Work[Any]]:
    """Yields the work for each sheet of one evening; the hands come first, since readers look for them first."""
    t = book.t
    hands, standings, rules = book.sheets([t("Hands"), t("Standings"), t("Rules")])
    totals: dict[str | None, str] = {}
    yield _score_sheet(book, hands, evening, totals)
    yield _standings(book, standings, [evening], lambda row, _: f"={totals[row.person and row.person.id]}")
    yield book.write(rules, rules_table(t, [evening]), [evening])


def _several(book: Book, evenings: Sequence[Evening]) -> Iterator[Work[Any]]:
    """Yields the work for each sheet of several evenings; standings come first, since readers look for them first."""
    t = book.t
    latest = {each.id for each in sorted(evenings, key=lambda each: (each.began, each.id))[-SHEETS:]}
    tabbed = [evening for evening in evenings if evening.id in latest]
    days = (f"{t.zone.day(each.began)} {each.table.title}" for each in tabbed)
    titles = [t("Standings"), t("All evenings"), t("All hands"), t("All payments"), t("Rules"), *days]
    standings, sums, hands, payments, rules, *sheets = book.sheets(titles)
    yield _standings(book, standings, evenings, _total_of_payments)
    formulas: dict[str, Formula] = {
        "total": lambda _, row: f"=SUMIFS(standings_total,standings_player_id,$A{row})",
    }
    yield book.write(sums, _sums(evenings), evenings[:1], SheetLayout(formulas=formulas))
    yield book.write(hands, HANDS, evenings)
    yield book.write(payments, PAYMENTS, evenings, SheetLayout(named=True))
    yield book.write(rules, rules_table(t, evenings), evenings[:1])
    for evening, sheet in zip(tabbed, sheets, strict=True):
        yield _score_sheet(book, sheet, evening, {})


def season_workbook(report: SeasonReport, t: Translator) -> Work[bytes]:
    """Makes one XLSX file of the tables of a season or a player; the same season gives the same bytes."""
    out = BytesIO()
    book, tables = Book(out, t), report.tables
    for number, sheet in enumerate(book.sheets([table.heading(t) for table in tables])):
        work = book.write(sheet, tables[number], [report])
        yield from part(work, number / len(tables), (number + 1) / len(tables))
    last = datetime.fromisoformat(report.last)
    book.book.set_properties({"title": writable(report.title(t, str)), "created": last})
    book.book.close()
    return out.getvalue()


# -- the standings ---

# Formulas use names such as payments_total, since the headings of the tables are translated.


def _cell(table: DataTable, key: str, row: int) -> str:
    """The reference to a cell, such as $D5, in a table that begins in the first column; `row` is from 1."""
    return f"${xl_col_to_name(table.number_of(key))}{row}"


def _total_of_payments(standing: StandingRow, row: int) -> str:
    """The formula for the total of a person on an evening; without a person, for the content of the mouches."""
    evening, player = (_cell(STANDINGS, key, row) for key in ("evening_id", "player_id"))
    of_evening = f"payments_evening_id,{evening}"
    if standing.person is None:
        return f"=-SUMIFS(payments_mouches,{of_evening})"
    own = f"{of_evening},payments_player_id,{player}"
    return f"=SUMIFS(payments_payment,{own})+SUMIFS(payments_mouches,{own})"


def _rank(standing: StandingRow, row: int) -> str:
    """The formula for a rank: one more than the number of people of the evening with a higher total."""
    if standing.person is None:
        return ""
    evening, total = (_cell(STANDINGS, key, row) for key in ("evening_id", "total"))
    people = f'standings_evening_id,{evening},standings_player_id,"?*"'
    return f'=1+COUNTIFS({people},standings_total,">"&{total})'


def _standings(book: Book, sheet: Any, evenings: Sequence[Evening], total: Formula) -> Work[None]:
    """Writes the standings of some evenings, their check, and below it the money to pay."""
    t, layout = book.t, SheetLayout(formulas={"total": total, "rank": _rank}, named=True)
    end = yield from book.write(sheet, STANDINGS, evenings, layout)
    left, column = STANDINGS.number_of("evening"), STANDINGS.number_of("total")
    book.check(sheet, end + 1, (left, column), "ROUND(SUM(standings_total),6)", _checked(t, evenings))
    row = end + 3
    for evening in evenings:
        lines = money_lines(t, evening)
        if lines and len(evenings) > 1:
            lines.insert(0, dated_title(t, evening))
        for line in lines:
            sheet.write_string(row, left, writable(line), book.note)
            row += 1


def _checked(t: Translator, evenings: Sequence[Evening]) -> str:
    """The text next to a check, which says what must sum to zero."""
    if any(evening.sheet.pot for evening in evenings):
        return t("Check: totals and mouches sum to zero")
    return t("Check: the totals sum to zero")


@dataclass(frozen=True, slots=True)
class _SumRow:
    """A person's number of evenings played and total points, over several evenings."""

    person: Person
    played: int
    total: Fraction


def _sums(evenings: Sequence[Evening]) -> DataTable:
    """The sums of each person over several evenings, best first, under the latest name."""
    sums: dict[str, _SumRow] = {}
    for evening in evenings:
        for row in standing_rows(evening):
            if row.person is not None:
                before = sums.get(row.person.id, _SumRow(row.person, 0, Fraction()))
                played = before.played + (row.person.id in row.figures.played)
                points = before.total + Fraction(row.total, evening.sheet.unit)
                sums[row.person.id] = _SumRow(row.person, played, points)
    columns = (
        Column("player_id", N_("Id of the player"), CellKind.TEXT, lambda row: row.person.id),
        Column("player", N_("Player"), CellKind.NAME, lambda row: row.person),
        Column("evenings", N_("Evenings"), CellKind.INTEGER, lambda row: row.played),
        Column("total", N_("Total"), CellKind.AMOUNT, lambda row: row.total),
    )
    ranked = sorted(sums.values(), key=lambda each: -each.total)
    return DataTable("all_evenings", N_("All evenings"), lambda _: ranked, columns)


# -- the score sheet ---

SHEET_TOP = 3
"""The index of the row of headings of a score sheet, from 0."""


def _score_sheet(book: Book, sheet: Any, evening: Evening, totals: dict[str | None, str]) -> Work[None]:
    """Writes the hands of an evening, the payments and the totals of each person, their check and the curve.

    Fills `totals`: the key is the id of a person, or None for the mouches; the value refers to the cell of the total.
    """
    t, people = book.t, evening.sheet.people
    table = _score_table(book, sheet, evening)
    letters = {column.key: xl_col_to_name(number) for number, column in enumerate(table.columns)}
    first = SHEET_TOP + 2
    formulas = {f"after{seat}": partial(_so_far, letters[f"got{seat}"]) for seat in range(len(people))}
    last = SHEET_TOP + 1 + max(1, len(evening.sheet.counting_rows))
    unit = evening.sheet.unit
    sums = {}
    for seat, total in enumerate(evening.sheet.totals):
        letter = letters[f"got{seat}"]
        sums[f"got{seat}"] = (f"SUM({letter}{first}:{letter}{last})", Fraction(total, unit))
    if "pot" in letters:
        sums["pot"] = (f"{letters['pot']}{last}", Fraction(sum(evening.sheet.pot), unit))
    layout = SheetLayout(formulas=formulas, totals=sums, top=SHEET_TOP)
    end = yield from book.write(sheet, table, [evening], layout)
    sheet.write_string(0, 0, writable(dated_title(t, evening)), book.title)
    about = [rules_title(t, evening, str), teams_text(t, evening, str), evening.table.notes.get(None, "")]
    sheet.write_string(1, 0, writable(" · ".join(filter(None, about))), book.note)
    cells = [f"{letters[key]}{end}" for key in sums]
    book.check(
        sheet, end, (0, table.number_of("got0")), f"ROUND({'+'.join(cells)},6)", _checked(t, [evening])
    )
    where = [reference(sheet, cell) for cell in cells]
    totals.update(zip([*(person.id for person in people), None], where, strict=False))
    _put_curve(book, sheet, table, (SHEET_TOP + 1, end - 2), len(people))


def _score_table(book: Book, sheet: Any, evening: Evening) -> DataTable:
    """The table of a score sheet: the columns of `HANDS` that have values, and the columns of each person."""
    rows = list(hand_rows(evening))
    left_out = {"evening_id", "evening", "rules" if len(evening.schemes) == 1 else ""}
    filled = {each.key for each in HANDS.columns if any(not is_blank(each.value(row)) for row in rows)}
    facts = [each for each in HANDS.columns if each.key in (filled | {"hand"}) - left_out]
    got = of_everybody(evening, "got", "", received)
    after = of_everybody(evening, "after", N_("{name}, total"), total_after)
    chips = of_everybody(evening, "chips", N_("{name}, chips"), chips_after)
    columns = [*facts, *got, *([POT] if has_mouches(evening) else []), *after]
    columns += chips if any(scheme.chips for scheme in evening.schemes) else []
    return DataTable(f"sheet_{sheet.index + 1}", N_("Hands"), lambda _: rows, columns)


def _so_far(letter: str, _: Any, row: int) -> str:
    """The formula for the sum of a column down to a row."""
    return f"=SUM({letter}${SHEET_TOP + 2}:{letter}{row})"


def _put_curve(book: Book, sheet: Any, table: DataTable, rows: tuple[int, int], people: int) -> None:
    """Puts the curve of an evening below its table; `rows` are the first and the last row of the table."""
    t, chart = book.t, book.book.add_chart({"type": "line"})
    hand = table.number_of("hand")
    for seat in range(people):
        got, after = table.number_of(f"got{seat}"), table.number_of(f"after{seat}")
        chart.add_series(
            {
                "name": [sheet.get_name(), SHEET_TOP, got],
                "categories": [sheet.get_name(), rows[0], hand, rows[1], hand],
                "values": [sheet.get_name(), rows[0], after, rows[1], after],
                "line": {"width": 2},
                "marker": {"type": "automatic", "size": 5},
            }
        )
    chart.set_title({"name": t("The curve of the evening"), "name_font": {"size": 12}})
    chart.set_x_axis({"name": t("Hand"), "label_position": "low"})
    chart.set_size({"width": 760, "height": 340})
    sheet.insert_chart(rows[1] + 5, 1, chart, {"description": t("The curve of the evening")})
