"""The cells of a workbook, the results of LibreOffice, and any name in a cell."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
import sample_evenings as samples
from approve import Approve
from evenings import started_with, table
from hypothesis import given
from hypothesis import strategies as st
from office import office
from openpyxl.utils import get_column_letter
from random_evenings import coming_and_going, long, random_evening
from sample_evenings import golden_evening, halves

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import RateAgreed
from scorepad.evening.figures import Figures
from scorepad.evening.money import Rate
from scorepad.evening.people import Person
from scorepad.exports import workbook as module
from scorepad.exports.columns import HANDS
from scorepad.exports.excel import MAX_SHEET, sheet_names
from scorepad.exports.values import labelled
from scorepad.exports.workbook import workbook
from scorepad.i18n import Translator
from scorepad.i18n.evenings import money_lines
from scorepad.tarot.scheme import HOUSE_RULES
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.work import finished

EN = Translator("en")
HEADS = 4
"""The row of the headings of a score sheet."""


def made(evenings: Sequence[Evening], t: Translator = EN) -> bytes:
    return finished(workbook(evenings, t))


def read(raw: bytes, *, values: bool = False) -> Any:
    return openpyxl.load_workbook(BytesIO(raw), data_only=values)


def book(*evenings: Evening, values: bool = False, t: Translator = EN) -> Any:
    return read(made(evenings, t), values=values)


def column(sheet: Any, title: str, row: int = HEADS) -> int:
    """The number of a column, by its heading."""
    return next(int(cell.column) for cell in sheet[row] if cell.value == title)


def as_text(raw: bytes) -> str:
    """Every cell with something in it: its place, what stands there, what a formula came to, and its format."""
    formulas, values = read(raw), read(raw, values=True)
    lines = []
    for sheet in formulas.worksheets:
        lines.append(f"# {sheet.title}")
        for cells in sheet.iter_rows():
            for cell in cells:
                if cell.value is not None:
                    value = values[sheet.title][cell.coordinate].value
                    computed = f" -> {value!r}" if cell.data_type == "f" else ""
                    shown = cell.value if cell.data_type == "f" else repr(cell.value)
                    written = "" if cell.number_format == "General" else f" [{cell.number_format}]"
                    lines.append(f"{cell.coordinate}: {shown}{computed}{written}")
    return "\n".join(lines) + "\n"


@pytest.mark.usefixtures("_in_paris")
def test_every_cell_is_as_approved(approve: Approve) -> None:
    raw = made([golden_evening()], Translator("fr"))
    assert raw == made([golden_evening()], Translator("fr"))
    approve("workbook.fr.txt", as_text(raw).encode())


# -- formulas ---


def mouches() -> Evening:
    """Five people at a table of four, who play for mouches."""
    return random_evening(table(5, 4, "mouches", id="mouches"), 12, random.Random(3))


@cache
def alone(long: bool) -> tuple[Any, list[Evening], bytes]:
    raw = made([mouches()])
    return read(raw), [mouches()], raw


@cache
def together(long: bool) -> tuple[Any, list[Evening], bytes]:
    """Several evenings, of all kinds in the long run; one has no hand."""
    kinds = samples.of_each_kind(6, random.Random(5))
    evenings = [
        mouches(),
        halves(),
        started_with(samples.five(), id="five"),
        table(id="none"),
        *kinds[: None if long else 3],
    ]
    raw = made(evenings)
    return read(raw), evenings, raw


@pytest.mark.promise("Exports", "A spreadsheet comes to the value beside every formula of the workbook.")
@office(alone, together)
def test_every_formula_comes_to_the_value_beside_it(calculated: list[Any], long: bool) -> None:
    compared = 0
    for again, make in zip(calculated, (alone, together), strict=True):
        formulas, _, raw = make(long)
        written = read(raw, values=True)
        for sheet in formulas.worksheets:
            for cell in (cell for cells in sheet.iter_rows() for cell in cells if cell.data_type == "f"):
                compared += 1
                values = (each[sheet.title][cell.coordinate].value for each in (again, written))
                assert len({value or 0 for value in values}) == 1, (sheet.title, cell.coordinate, cell.value)
    assert compared > 150


@pytest.mark.promise(
    "Exports", "Totals and standings of the workbook are those of scorepad, and its checks are zero."
)
@office(alone, together)
def test_totals_and_standings_are_the_engines_and_checks_are_zero(calculated: list[Any], long: bool) -> None:
    for again, make in zip(calculated, (alone, together), strict=True):
        evenings = make(long)[1]
        standings = again[EN("Standings")]
        rows = standings.iter_rows(min_row=2, values_only=True)
        for evening in evenings:
            unit, sheet = evening.sheet.unit, evening.sheet
            for standing in sheet.standings:
                row = next(rows)
                assert (row[0], row[3]) == (evening.id, standing.person.id)
                assert (row[6], row[7]) == (standing.rank, standing.total / unit)
            if sheet.pot:
                assert next(rows)[7] == sum(sheet.pot) / unit
        checks = [
            cell
            for sheet in again.worksheets
            for cells in sheet.iter_rows()
            for cell in cells
            if str(cell.value).startswith(EN("Check: the totals sum to zero")[:6])
        ]
        assert len(checks) == 1 + len(evenings)
        for check in checks:
            assert [cell.value for cell in check.parent[check.row] if cell.value is not None][1:] == [0]


def test_evenings_are_counted_for_people_with_a_hand_in_them() -> None:
    """Not for who sat there: one evening has no hand, and in the other one more sits out than deals."""
    waits = long(1, 5, 4)
    (played,) = Figures(waits).hands
    rows = book(started_with(waits, id="waits"), table(5, id="none"), values=True)[
        EN("All evenings")
    ].iter_rows(min_row=2, values_only=True)
    found = {row[0]: row[2] for row in rows if row[0]}
    assert found == {each.id: int(each.id in played.hand.players) for each in waits.sheet.people}


# -- names ---

TROUBLE = (
    *("=1+1", "+1", "-1", "@x", "＝1", "\t=1", "http://example.org", "mailto:a@b.c", "{=1}", "'quoted"),
    "1/2",
    *("123", "TRUE", "#N/A", "a" * 30, "😀" * 15, "مريم", "a\nb", "<&>\"'", "_x0041_", "\x01\x1f"),
    *("*", "?", "~*"),
)


@cache
def of_trouble(long: bool) -> tuple[Any, list[Evening], bytes]:
    """A workbook of tables with such names."""
    evenings = []
    for start in range(0, len(TROUBLE), 4):
        names = [*TROUBLE[start : start + 4], "=A1", "*a", "?"][:4]
        people = tuple(Person(f"q{start + seat}", name) for seat, name in enumerate(names))
        evening = table(people, id=f"s{start}", title=TROUBLE[start])
        evenings.append(random_evening(evening, 4, random.Random(start)))
    raw = made(evenings)
    return read(raw), evenings, raw


@office(of_trouble)
def test_names_are_text_in_every_spreadsheet(calculated: list[Any], long: bool) -> None:
    """Here, in openpyxl and in LibreOffice; and the formulas find them."""
    _, evenings, raw = of_trouble(long)
    for found in (read(raw, values=True), *calculated):
        for sheet, evening in zip(found.worksheets[5:], evenings, strict=True):
            row = HEADS + 1 + len(evening.sheet.counting_rows)
            for cells in sheet.iter_rows(max_row=row):
                assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
            values = [cell.value for cell in sheet[row] if cell.value not in (None, "")]
            assert values[1:5] == list(evening.sheet.totals)
    written = {str(cell.value) for cell in read(raw)[EN("Standings")]["E"][1:] if cell.value}
    assert {"=1+1", "http://example.org", "123", "TRUE", "#N/A", "<&>\"'", "1/2"} <= written


def test_headings_are_as_the_table_says_and_differ() -> None:
    """Else Excel repairs the file."""
    people = ("Total", "total", "_x0041_", "Anne")
    sheet = book(random_evening(table(people), 2, random.Random(1)))[EN("Hands")]
    (listed,) = sheet.tables.values()
    heads = [str(cell.value) for cell in sheet[HEADS] if cell.value is not None]
    assert [each.name for each in listed.tableColumns] == heads
    assert len({head.casefold() for head in heads}) == len(heads)
    assert "_ x0041_" in heads
    assert sheet.row_dimensions[HEADS].height == 30, "as some of them take two lines"


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60), max_size=6))
def test_any_titles_become_names_of_sheets(titles: list[str]) -> None:
    names = sheet_names([*titles, "History"])
    assert len({name.casefold() for name in names}) == len(titles) + 1
    for name in names:
        assert 1 <= len(name.encode("utf-16-le")) // 2 <= MAX_SHEET
        assert not set(name) & set("[]:*?/\\")
        assert name.strip("'") == name
        assert name.casefold() != "history"


def test_one_evening_has_its_hands_first_and_several_their_standings() -> None:
    assert book(table()).sheetnames == [EN("Hands"), EN("Standings"), EN("Rules")]
    flat = ("Standings", "All evenings", "All hands", "All payments", "Rules")
    titles = ("a/b\\c:d*e?f[g]h", "'quoted'", "😀" * 40, "", "tarot", "TAROT")
    evenings = [table(id=f"s{number}", title=title) for number, title in enumerate(titles)]
    assert book(*evenings).sheetnames == [
        *map(EN, flat),
        *("2026-11-20 a b c d e f g h", "2026-11-20 'quoted", "2026-11-20 " + "😀" * 10, "2026-11-20"),
        *("2026-11-20 tarot", "2026-11-20 TAROT (2)"),
    ]


# -- what it looks like ---


def test_a_score_sheet_keeps_its_headings_in_sight_and_on_each_page() -> None:
    sheet = book(golden_evening())[EN("Hands")]
    assert sheet.freeze_panes == "A5"
    assert sheet.print_title_rows == "$4:$4"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.page_setup.fitToHeight == 0


def test_halves_and_quarters_are_shown() -> None:
    sheet = book(halves())[EN("Hands")]
    anne = sheet.cell(HEADS + 1, column(sheet, "Anne"))
    assert (anne.value, anne.number_format) == (38.25, '+#,##0.00;"−"#,##0.00;0.00')
    points = sheet.cell(HEADS + 1, column(sheet, EN("Card points")))
    assert (points.value, points.number_format) == (41.5, "0.0")


def test_an_absent_person_has_a_blank_in_the_table_and_in_the_chart() -> None:
    evening = coming_and_going(3, random.Random(2))
    raw = made([evening])
    with ZipFile(BytesIO(raw)) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
    assert chart.count("<c:ser>") == len(evening.sheet.people) == 6
    sheet = read(raw, values=True)[EN("Hands")]
    names = [EN("{name}, total", name=person.name) for person in evening.sheet.people]
    rows = range(HEADS + 1, HEADS + 1 + len(evening.sheet.counting_rows))
    drawn = [[sheet.cell(row, column(sheet, name)).value is not None for row in rows] for name in names]
    presence = Figures(evening).presence
    assert drawn == [[n in hands for n in range(1, len(rows) + 1)] for hands in presence]
    assert not all(map(all, drawn))


def test_ids_and_empty_columns_are_hidden() -> None:
    standings = book(golden_evening())[EN("Standings")]
    hidden = {name for name, each in standings.column_dimensions.items() if each.hidden}
    assert {"A", "D", "F", "I"} <= hidden, "ids, members and money"
    assert not hidden & {"B", "E", "G", "H"}


def test_the_money_is_below_the_standings() -> None:
    rated = golden_evening().add(RateAgreed(Rate(cents=50)), Stamp("2026-11-21T23:59:00.000Z", "x"))
    lines = money_lines(EN, rated, str)
    for evenings in ([rated], [rated, started_with(golden_evening(), id="other")]):
        told = [cell.value for cell in book(*evenings)[EN("Standings")]["B"] if cell.value]
        start = told.index(lines[0])
        assert told[start:] == lines
        assert (rated.table.title in told[start - 1]) is (len(evenings) == 2)


@pytest.mark.promise(
    "Exports", "The workbook has flat tables of all evenings, whose payments sum to the totals."
)
def test_a_year_has_flat_tables_and_no_hundred_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.SHEETS + 5 < 100
    tabs = 6
    monkeypatch.setattr(module, "SHEETS", tabs)
    days = [f"2026-{1 + n // 28:02}-{1 + n % 28:02}T12:00:00Z" for n in range(tabs + 5)]
    evenings = [
        random_evening(table(id=f"s{n:03}", title=f"No {n}", created=day), 2, random.Random(n))
        for n, day in enumerate(days)
    ]
    made = book(*evenings, values=True)
    assert len(made.sheetnames) == tabs + 5
    assert not any(name.partition(" ")[2] == "No 4" for name in made.sheetnames), "the oldest have none"
    assert made.sheetnames[5].endswith("No 5")
    hands, payments = made[EN("All hands")], made[EN("All payments")]
    (table_,) = hands.tables.values()
    assert table_.ref == f"A1:{get_column_letter(len(HANDS.columns))}{1 + 2 * len(evenings)}"
    heads = [cell.value for cell in payments[1]][:10]
    sums: dict[tuple[object, object], float] = {}
    for row in payments.iter_rows(min_row=2, max_col=10, values_only=True):
        line = dict(zip(heads, row, strict=True))
        key = line[EN("Id of the evening")], line[EN("Player")]
        sums[key] = sums.get(key, 0) + line[EN("Payment")]
        assert isinstance(line[EN("Date")], datetime)
    for evening in evenings:
        names = labelled(evening.sheet.people)
        for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True):
            assert sums.get((evening.id, names[person.id].name), 0) == total / evening.sheet.unit
    everybody = [cell.value for cell in made[EN("Standings")]["H"][1 : 1 + 4 * len(evenings)]]
    assert everybody == [
        s.total / evening.sheet.unit for evening in evenings for s in evening.sheet.standings
    ]


# -- what is unusual ---


def test_the_rules_name_their_sources() -> None:
    scheme = shipped_scheme()
    garde, *others = scheme.bids
    ours = replace(scheme, bids=(replace(garde, source=HOUSE_RULES), *others), id="ours", name="Ours")
    t = Translator("fr")
    sheet = book(table(scheme=ours), t=t)[t("Rules")]
    sources = {cell.value for cell in sheet[sheet.cell(1, column(sheet, t("Source"), 1)).column_letter]}
    assert t("House rules") in sources
    assert HOUSE_RULES not in sources
    assert any("FFT" in str(source) for source in sources)


def test_moments_that_no_sheet_shows_are_text() -> None:
    evening = random_evening(table(created="1853-01-01T00:00:00Z"), 1, random.Random(1))
    events = (replace(event, at="1853-01-01T12:00:00Z") for event in evening.events)
    sheet = book(Evening.of(evening.start, events))[EN("Hands")]
    assert sheet.cell(HEADS + 1, column(sheet, EN("Date"))).value == "1853-01-01T12:00:00Z"


def test_nothing_in_the_file_leads_outside() -> None:
    with ZipFile(BytesIO(made([golden_evening()]))) as archive:
        names = [name.lower() for name in archive.namelist()]
        assert not [name for name in names if "external" in name or "vba" in name]
        assert archive.testzip() is None
