"""What stands in a workbook, cell by cell, and that whatever a table is called can stand there."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from approve import Approve
from begun import begun
from evenings import after, any_hand, coming_and_going, golden_evening, halves, hand, random_evening, table
from office import office, soffice
from poppler import poppler

from scorepad.evening.evening import Evening
from scorepad.evening.events import RateAgreed, RulesChanged, Seated, Stamp
from scorepad.evening.money import Rate
from scorepad.evening.people import Person, Seating
from scorepad.exports import workbook as module
from scorepad.exports.cells import labels
from scorepad.exports.evening import Wording
from scorepad.exports.progress import nothing
from scorepad.exports.text import money_lines
from scorepad.exports.workbook import TABS, workbook
from scorepad.exports.workbook.rows import SPARE
from scorepad.i18n import LANGUAGES, Translator
from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme import HOUSE_RULES, problems
from scorepad.tarot.scheme_data import shipped_scheme

EN = Translator("en")


def read(raw: bytes, *, values: bool = False) -> Any:
    return openpyxl.load_workbook(BytesIO(raw), data_only=values)


def book(*evenings: Evening, values: bool = False, t: Translator = EN) -> Any:
    return read(workbook(evenings, t, step=nothing), values=values)


def as_text(raw: bytes) -> str:
    """Every cell with something in it: its place, what stands there, and what a formula came to."""
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
                    lines.append(f"{cell.coordinate}: {shown}{computed}")
    return "\n".join(lines) + "\n"


@pytest.mark.usefixtures("_in_paris")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_is_the_one_agreed(language: str, approve: Approve) -> None:
    raw = workbook([golden_evening()], Translator(language), step=nothing)
    approve(f"workbook.{language}.txt", as_text(raw).encode())


def test_the_same_evening_makes_the_same_file() -> None:
    first, second = (workbook([golden_evening()], EN, step=nothing) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("evenings", [1, 2])
def test_the_money_is_below_the_standings(evenings: int) -> None:
    stamp = Stamp("r", "2026-11-21T23:59:00.000Z", "x")
    rated = golden_evening().add(RateAgreed(Rate(cents=50)), stamp)
    others = [begun(golden_evening(), id="other")][: evenings - 1]
    sheet = read(workbook([rated, *others], EN, step=nothing))[EN("Standings")]
    first = [row[0].value for row in sheet.iter_rows()]
    lines = money_lines(EN, rated, str)
    start = first.index(lines[0])
    assert first[start:] == lines
    assert (first[start - 1] == rated.table.title) is (evenings == 2)


# -- names -----------------------------------------------------------------------------------------------

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
    raw = workbook(evenings, EN, step=nothing)
    return read(raw), evenings, raw


@office(of_trouble)
def test_names_are_text_in_every_spreadsheet(calculated: list[Any], long: bool) -> None:
    """Here, in openpyxl and in LibreOffice; and the formulas find them."""
    _, evenings, raw = of_trouble(long)
    for found in (read(raw, values=True), *calculated):
        hands = [sheet for sheet in found.worksheets if sheet["A4"].value == EN("Hand")]
        for sheet, evening in zip(hands, evenings, strict=True):
            for cells in sheet.iter_rows(max_row=4 + len(evening.sheet.standing)):
                for cell in cells:
                    assert cell.data_type != "f"
                    assert cell.hyperlink is None
            at = [cell.value for cell in sheet[3]].index(EN("Payments")) + 1
            row = 5 + len(evening.sheet.standing) + SPARE
            assert [sheet.cell(row, at + seat).value for seat in range(4)] == list(evening.sheet.totals)
    standings = read(raw)[EN("Standings")]
    written = {str(cell.value) for cell in standings["D"][3:] if cell.value}
    assert {"=1+1", "http://example.org", "123", "TRUE", "#N/A", "<&>\"'", "1/2"} <= written


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Chez Anne", "2026-11-20 Chez Anne"),
        ("a/b\\c:d*e?f[g]h", "2026-11-20 a b c d e f g h"),
        ("'quoted'", "2026-11-20 'quoted"),
        ("x" * 100, "2026-11-20 " + "x" * 20),
        ("😀" * 40, "2026-11-20 " + "😀" * 10),
        ("", "2026-11-20"),
        ("a\x00b\nc", "2026-11-20 a b c"),
    ],
)
def test_the_sheet_of_an_evening(name: str, title: str) -> None:
    made = book(table(title=name), table(id="other", title="Other"))
    assert made.sheetnames[3:5] == [title, "2026-11-20 Other"]


def test_sheets_of_the_same_name_get_distinct_names() -> None:
    evenings = [table(id=f"s{number}", title=name) for number, name in enumerate(("Tarot", "tarot", "TAROT"))]
    assert book(*evenings).sheetnames[3:6] == [
        "2026-11-20 Tarot",
        "2026-11-20 tarot (2)",
        "2026-11-20 TAROT (3)",
    ]


def test_one_evening_has_its_hands_first_and_several_their_standings() -> None:
    assert book(table()).sheetnames == [EN("Hands"), EN("Standings"), EN("Rules"), EN("Choices")]
    pousse = table(id="b", scheme=shipped_scheme("pousse"), title="B")
    assert book(table(), pousse).sheetnames == [
        *(
            EN("Standings"),
            EN("All hands"),
            EN("All payments"),
            "2026-11-20 Vendredi chez Léa",
            "2026-11-20 B",
        ),
        *("FFT rules", "With the pousse", EN("Choices")),
    ]
    assert book(table(), table(id="b", title="B")).sheetnames[-2] == EN("Rules"), "one for the same rules"


# -- what it looks like ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("_in_paris")
def test_cells_have_types_and_formats() -> None:
    sheet = book(golden_evening())[EN("Hands")]
    by_title = {sheet.cell(4, column).value: sheet.cell(5, column) for column in range(1, 14)}
    assert by_title[EN("Hand")].value == 1
    assert by_title[EN("Date")].value == datetime(2026, 11, 20, 13, 1)
    assert by_title[EN("Date")].number_format == "yyyy-mm-dd hh:mm"
    assert (by_title[EN("Bouts")].value, by_title[EN("Card points")].value) == (2, 49)
    assert by_title[EN("Taker")].number_format == "@", "what is typed there is text"
    score = next(cell for cell in sheet[5] if sheet.cell(4, cell.column).value == EN("Score"))
    assert score.number_format == '+#,##0;"−"#,##0;0'
    assert sheet.freeze_panes == "B5"
    assert sheet.print_title_rows == "$3:$4"


def test_rules_and_facts_have_names() -> None:
    names = book(golden_evening()).defined_names
    assert names["petit_points"].attr_text == "'Rules'!$B$28"
    assert names["bids_base"].attr_text == "'Rules'!$C$5:$C$9"
    assert names["hand_taker"].attr_text == f"'Hands'!$H$5:$H${8 + SPARE}"


def test_quarters_are_shown() -> None:
    sheet = book(halves())[EN("Hands")]
    formats = {
        rule.dxf.numFmt.formatCode
        for each in sheet.conditional_formatting
        for rule in each.rules
        if rule.dxf.numFmt
    }
    assert formats == {'+#,##0.0#;"−"#,##0.0#;0'}


def test_a_person_who_sits_out_has_a_blank() -> None:
    sheet = book(golden_evening(), values=True)[EN("Hands")]
    at = next(cell.column for cell in sheet[3] if cell.value == EN("Payments"))
    assert sheet.cell(5, at).value in (None, "")
    assert sheet.cell(5, at + 1).value not in (None, "")


def test_choices() -> None:
    made = book(golden_evening())
    sheet = made[EN("Hands")]
    lists = {str(each.sqref): each.formula1 for each in sheet.data_validations.dataValidation}
    titles = {sheet.cell(4, column).value: sheet.cell(5, column).column_letter for column in range(1, 25)}
    last = 8 + SPARE
    names = lists[f"{titles[EN('Taker')]}5:{titles[EN('Taker')]}{last}"]
    assert [cell.value for (cell, *_) in zip(*sheet[names.strip("=").replace("$", "")], strict=True)] == [
        *("Anne", "=1+1", "anne (2)", "@bob", "Élise; x")
    ]
    bids = lists[f"{titles[EN('Bid')]}5:{titles[EN('Bid')]}{last}"]
    offered = made[bids.split("!")[0].strip("='")][bids.split("!")[1].replace("$", "")]
    found = [cell.value for (cell,) in offered]
    assert found[4:9] == [*map(EN, ("Garde contre", "Open duel", "All passed", "Petit sec", "Misdeal"))]


def test_an_evening_prints_on_two_pages(tmp_path: Path) -> None:
    (tmp_path / "evening.xlsx").write_bytes(
        workbook([random_evening(table(), 9, random.Random(9))], EN, step=nothing)
    )
    (made,) = soffice([tmp_path / "evening.xlsx"], "pdf", tmp_path / "printed")
    texts = poppler("pdftotext", "-layout", document=made.read_bytes()).split("\f")[:-1]
    of_hands = [text for text in texts if EN("What happened") in text]
    assert 1 <= len(of_hands) <= 2
    assert all(EN("Taker") in text and "Élise" not in text for text in of_hands)
    assert EN("Check: the totals sum to zero") in of_hands[-1]
    assert len(texts) <= 6, "with the standings and the rules"


def test_the_chart_leaves_out_people_who_were_not_there() -> None:
    evening = coming_and_going(3, random.Random(2))
    with ZipFile(BytesIO(workbook([evening], EN, step=nothing))) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
        assert "xl/drawings/drawing1.xml" in archive.namelist()
    assert chart.count("<c:ser>") == len(evening.sheet.people) == 6
    assert "plotVisOnly" not in chart, "its cells are folded away"
    sheet = book(evening, values=True)[EN("Hands")]
    curve = next(cell.column for cell in sheet[3] if cell.value == EN("The curve of the evening"))
    drawn = [[sheet.cell(row, curve + seat).value != "#N/A" for row in range(5, 17)] for seat in range(6)]
    assert drawn == [[n in hands for n in range(1, 13)] for hands in Wording(evening, EN).presence]
    assert not all(map(all, drawn))


def test_four_players_of_sixteen_people_need_four_columns() -> None:
    """Sixteen people ever, four of whom play each hand."""
    people = tuple(Person(f"p{n}", f"Person {n}") for n in range(16))
    evening = table(people[:4])
    for four in range(4):
        if four:
            seating = people[4 * four : 4 * four + 4]
            evening = evening.add(
                Seated(Seating(seating, 4, seating[0].id)), Stamp(f"s{four}", f"2026-11-21T2{four}:59:00Z")
            )
        evening = random_evening(evening, 2, random.Random(four))
    sheet = book(evening, values=True)[EN("Hands")]
    titles = [cell.value for cell in sheet[4]]
    assert sum(str(title).startswith(EN("Player {number}", number="")) for title in titles) == 4
    assert "Sits out" not in titles
    totals = next(cell.column for cell in sheet[3] if cell.value == EN("Totals"))
    filled = [
        sum(sheet.cell(row, totals + n).value not in (None, "") for row in range(5, 13)) for n in range(16)
    ]
    assert filled == [2] * 16
    shown = [title for n, title in enumerate(titles, 1) if not _hidden(sheet, n)]
    assert len(shown) < 60


def _hidden(sheet: Any, column: int) -> bool:
    for each in sheet.column_dimensions.values():
        if each.min <= column <= each.max:
            return bool(each.hidden)
    return False


def test_a_year_has_flat_tables_and_no_hundred_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert TABS + 5 < 100
    tabs = 6
    monkeypatch.setattr(module, "TABS", tabs)
    days = [f"2026-{1 + n // 28:02}-{1 + n % 28:02}T12:00:00Z" for n in range(tabs + 5)]
    evenings = [
        random_evening(table(id=f"s{n:03}", title=f"No {n}", created=day), 2, random.Random(n))
        for n, day in enumerate(days)
    ]
    made = book(*evenings, values=True)
    assert len(made.sheetnames) == tabs + 5
    assert not any(name.partition(" ")[2] == "No 4" for name in made.sheetnames), "the oldest have none"
    assert made.sheetnames[3].endswith("No 5")
    hands, payments = made[EN("All hands")], made[EN("All payments")]
    (table_,) = hands.tables.values()
    assert table_.ref == f"A1:Z{1 + 2 * len(evenings)}"
    heads = [cell.value for cell in payments[1]][:9]
    sums: dict[tuple[object, object], float] = {}
    for row in payments.iter_rows(min_row=2, max_col=9, values_only=True):
        line = dict(zip(heads, row, strict=True))
        key = line[EN("Id of the evening")], line[EN("Player")]
        sums[key] = sums.get(key, 0) + line[EN("Payment")]
        assert isinstance(line[EN("Date")], datetime)
    for evening in evenings:
        names = labels(evening.sheet.people)
        for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True):
            assert sums.get((evening.id, names[person.id]), 0) == total / evening.sheet.unit
    everybody = [cell.value for cell in made[EN("Standings")]["E"][3 : 3 + 4 * len(evenings)]]
    assert everybody == [
        s.total / evening.sheet.unit for evening in evenings for s in evening.sheet.standings
    ]


# -- what is unusual -------------------------------------------------------------------------------------


def test_an_evening_without_a_hand() -> None:
    made = book(table(), values=True)
    assert [cell.value for cell in made[EN("Standings")]["C"][3:]] == [0, 0, 0, 0, 0]


def test_a_hand_that_the_rules_lack_pays_nothing_and_says_so() -> None:
    rng = random.Random(1)
    pousse = replace(any_hand(("p0", "p1", "p2", "p3"), shipped_scheme(), rng), bid=Bid.POUSSE)
    evening = after(table(scheme=shipped_scheme("pousse")), pousse)
    sheet = book(begun(evening, scheme=shipped_scheme()), values=True)[EN("Hands")]
    first_hand = {sheet.cell(4, cell.column).value: cell.value for cell in sheet[5]}
    assert first_hand[EN("To check")] == EN("Bid (not played here)")
    pay = next(cell.column for cell in sheet[3] if cell.value == EN("Payments"))
    assert [sheet.cell(5, pay + seat).value for seat in range(4)] == [None] * 4
    assert first_hand["Anne"] == 0, "the total"


def test_other_rules_count_for_every_hand() -> None:
    hands = [hand(table(), taker, points=points) for taker, points in enumerate((49, 38, 44))]
    evening = after(table(), *hands)
    evening = evening.add(RulesChanged(shipped_scheme("rounded_10")), Stamp("x", "2026-11-21T23:00:00Z"))
    sheet = book(evening, values=True)[EN("Hands")]
    assert EN("begun by other rules: {scheme}", scheme="FFT rules") in sheet["A2"].value
    at = next(cell.column for cell in sheet[4] if cell.value == EN("Score"))
    scores = [sheet.cell(row, at).value for row in (5, 6, 7)]
    assert all(isinstance(score, int) and score % 10 == 0 for score in scores)


def test_house_rules_as_a_source_are_translated() -> None:
    scheme = shipped_scheme()
    garde, *others = scheme.bids
    ours = replace(scheme, bids=(replace(garde, source=HOUSE_RULES), *others))
    ours = replace(ours, poignee=replace(scheme.poignee, source=f"FFT; {HOUSE_RULES}"))
    sheet = book(table(scheme=replace(ours, id="ours", name="Ours")), t=Translator("fr")).worksheets[2]
    sources = [cell.value for cell in sheet["F"] if "maison" in str(cell.value)]
    assert sources == ["Règles maison; FFT, Le calcul des scores", "FFT; Règles maison"]
    assert not [cell for cell in sheet["F"] if HOUSE_RULES in str(cell.value)]


def test_rules_of_an_older_app_that_contradict_themselves() -> None:
    scheme = shipped_scheme()
    petite, garde, *others = scheme.bids
    worse = replace(scheme, id="ours", bids=(replace(petite, base=50), replace(garde, factor=1), *others))
    assert problems(worse)
    wording = table(4)
    assert book(table(4, scheme=worse)).sheetnames == book(wording).sheetnames


@pytest.mark.usefixtures("_in_paris")
def test_the_hour_that_clocks_repeat_has_an_offset() -> None:
    evening = random_evening(table(), 2, random.Random(1))
    events = tuple(
        replace(event, at=f"2026-10-25T0{hour}:30:00Z") for hour, event in enumerate(evening.events)
    )
    sheet = book(Evening.of(evening.start, events))[EN("Hands")]
    assert [sheet[f"B{row}"].value for row in (5, 6)] == ["2026-10-25 02:30 +0200", "2026-10-25 02:30 +0100"]


def test_moments_that_no_sheet_shows_are_text() -> None:
    evening = random_evening(table(created="1853-01-01T00:00:00Z"), 1, random.Random(1))
    events = tuple(replace(event, at="1853-01-01T12:00:00Z") for event in evening.events)
    assert book(Evening.of(evening.start, events))[EN("Hands")]["B5"].value == "1853-01-01T12:00:00Z"


def test_how_far_it_is_and_how_it_is_cancelled() -> None:
    progress: list[float] = []
    workbook([random_evening(table(), 20, random.Random(1)), halves()], EN, step=progress.append)
    assert progress == sorted(progress)
    assert (progress[0], progress[-1]) == (0, 1)
    assert len(progress) > 20

    class Enough(Exception):
        pass

    def stop(done: float) -> None:
        if done > 0.5:
            raise Enough

    with pytest.raises(Enough):
        workbook([random_evening(table(), 20, random.Random(1))], EN, step=stop)


def test_nothing_in_the_file_leads_outside() -> None:
    with ZipFile(BytesIO(workbook([golden_evening()], EN, step=nothing))) as archive:
        assert not [
            name for name in archive.namelist() if "external" in name.lower() or "vba" in name.lower()
        ]
        assert archive.testzip() is None
