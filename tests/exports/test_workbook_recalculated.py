"""LibreOffice calculates every workbook anew, as written and after changes, and comes to what the engine says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from tables import any_hand, evenings, other_rules, soffice

from scorepad.exports.progress import nothing
from scorepad.exports.workbook import workbook
from scorepad.i18n import Translator
from scorepad.i18n.parameters import option_name, parameter_title, section_title
from scorepad.i18n.wording import bid_name, misere_name, poignee_name
from scorepad.tarot.hand import NEEDED, Bid, Hand, Side
from scorepad.tarot.parameters import parameters, value
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.session import Session

T = Translator("fr")
HANDS = 10
"""Of each evening: more than three hundred in all."""
HEAD, FIRST = 4, 5
"""The row of a sheet's headings, and that of its first hand."""
SIDES = {Side.TAKER: "attaque", Side.DEFENCE: "défense"}

Sheet = Any
Book = Any


@dataclass(frozen=True)
class Recalculated:
    """The workbook with what scorepad computed, and with what LibreOffice did: as written, and changed."""

    sessions: list[Session]
    changed: list[Session]
    formulas: Book
    written: Book
    again: Book
    otherwise: Book


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Recalculated:
    folder = tmp_path_factory.mktemp("books")
    rng = random.Random(20261121)
    sessions = evenings(HANDS, rng)
    raw = workbook(sessions, T, step=nothing)
    formulas = openpyxl.load_workbook(BytesIO(raw))
    formulas.save(folder / "again.xlsx")  # openpyxl writes formulas without their values
    rules = {session.rules: house_rules(session.rules, rng) for session in sessions}
    other = openpyxl.load_workbook(BytesIO(raw))
    for before, (_, changes) in rules.items():
        write_rules(other, before, changes)
    changed = []
    for session, sheet in zip(sessions, hand_sheets(other), strict=True):
        after = replace(session, scheme=rules[session.rules][0])
        changed.append(write_other_hands(sheet, after, session.rules, rng))
    other.save(folder / "otherwise.xlsx")
    again, otherwise = soffice(
        [folder / "again.xlsx", folder / "otherwise.xlsx"], "xlsx", folder / "calculated"
    )
    return Recalculated(
        sessions,
        changed,
        formulas,
        openpyxl.load_workbook(BytesIO(raw), data_only=True),
        openpyxl.load_workbook(again, data_only=True),
        openpyxl.load_workbook(otherwise, data_only=True),
    )


def hand_sheets(book: Book) -> list[Sheet]:
    return [sheet for sheet in book.worksheets if sheet.cell(HEAD, 1).value == "Donne"]


def titles(sheet: Sheet) -> list[str]:
    return [str(cell.value or "") for cell in sheet[HEAD]]


def after_title(sheet: Sheet, group: str) -> int:
    """The first column of a group."""
    return int(next(cell.column for cell in sheet[HEAD - 1] if cell.value == group))


# -- what the engine says --------------------------------------------------------------------------------


def expected(
    session: Session,
) -> Iterator[tuple[int, list[Fraction | None], list[Fraction], Fraction | None]]:
    """Row, payments, totals and score of every deal; None where somebody is not concerned."""
    for row, entry in enumerate(session.standing_entries, FIRST):
        hand = entry.deal.outcome
        players = hand.players if isinstance(hand, Hand) and entry.score else ()
        payments = [
            Fraction(amount, session.unit) if person.id in players else None
            for person, amount in zip(session.people, entry.amounts, strict=True)
        ]
        totals = [Fraction(total, session.unit) for total in entry.totals]
        score = Fraction(entry.score.total, session.unit) if entry.score else None
        yield row, payments, totals, score


def number(cell: Any) -> Fraction | None:
    """What a cell says; None for nothing, or an empty text. An error is no number."""
    return None if cell.value in (None, "") else Fraction(cell.value)


def check(book: Book, sessions: list[Session]) -> int:
    """Compares every payment, total and score, and counts the hands."""
    hands = 0
    for sheet, session in zip(hand_sheets(book), sessions, strict=True):
        pay, total = after_title(sheet, "Paiements"), after_title(sheet, "Totaux")
        score = titles(sheet).index("Score") + 1
        for row, payments, totals, points in expected(session):
            where = (session.name, sheet.title, row)
            seats = range(len(session.people))
            assert [number(sheet.cell(row, pay + seat)) for seat in seats] == payments, where
            assert [number(sheet.cell(row, total + seat)) for seat in seats] == totals, where
            assert number(sheet.cell(row, score)) == points, where
            hands += points is not None
        foot = FIRST + len(session.standing_entries)
        finals = [Fraction(each, session.unit) for each in session.totals]
        assert [number(sheet.cell(foot, pay + seat)) for seat in range(len(finals))] == finals
        assert number(sheet.cell(foot + 1, pay)) == 0
    return hands


def test_what_is_written_beside_the_formulas_is_what_the_engine_says(books: Recalculated) -> None:
    assert check(books.written, books.sessions) > 300


def test_calculated_anew_it_is_what_the_engine_says(books: Recalculated) -> None:
    assert check(books.again, books.sessions) > 300


def test_every_formula_calculates_to_what_is_written_beside_it(books: Recalculated) -> None:
    """The workings too, the standings, and the sums of all evenings."""
    count = 0
    for sheet in books.formulas.worksheets:
        written, again = books.written[sheet.title], books.again[sheet.title]
        for cells in sheet.iter_rows():
            for cell in cells:
                if cell.data_type == "f":
                    count += 1
                    place = (cell.row, cell.column)
                    found, should = again.cell(*place).value, written.cell(*place).value
                    assert (found or 0 if should == 0 else found or "") == (
                        should or (0 if should == 0 else "")
                    ), (
                        sheet.title,
                        cell.coordinate,
                        cell.value,
                    )
    assert count > 7_000


def test_other_facts_and_other_rules_calculate_to_what_the_engine_says(books: Recalculated) -> None:
    assert check(books.otherwise, books.changed) > 250
    moved = [one.totals != other.totals for one, other in zip(books.sessions, books.changed, strict=True)]
    assert all(moved)


def test_the_standings_follow(books: Recalculated) -> None:
    """Best first as written; ranks and totals follow what was changed."""
    for book, sessions in ((books.again, books.sessions), (books.otherwise, books.changed)):
        sheet = book["Classement"]
        row = 4
        for before, session in zip(books.sessions, sessions, strict=True):
            by_id = {standing.person.id: standing for standing in session.standings}
            for standing in before.standings:
                now = by_id[standing.person.id]
                assert sheet.cell(row, 3).value == now.rank
                assert number(sheet.cell(row, 5)) == Fraction(now.total, session.unit)
                row += 1
        assert number(sheet.cell(row, 5)) == 0
        people = {person.id: Fraction() for session in sessions for person in session.people}
        for session in sessions:
            for person, total in zip(session.people, session.totals, strict=True):
                people[person.id] += Fraction(total, session.unit)
        sums = [number(sheet.cell(row, 9)) for row in range(4, 4 + len(people))]
        assert sorted(filter(lambda each: each is not None, sums), key=str) == sorted(
            people.values(), key=str
        )


# -- changing a workbook, as somebody would who types ----------------------------------------------------


def house_rules(scheme: Scheme, rng: random.Random) -> tuple[Scheme, dict[str, Any]]:
    """A scheme with many of its rules changed, and which to what."""
    changes: dict[str, Any] = {}
    if rng.random() < 0.5:
        absent = [table for table in ("petit_chelem", "misere") if getattr(scheme, table) is None]
        changes |= {f"{table}.played": True for table in absent}
    if rng.random() < 0.3:
        changes |= {f"bids.{scheme.bids[0].bid}.played": False}
    for parameter in parameters(other_rules(scheme, dict(changes))):
        if rng.random() < 0.4 and "thresholds" not in parameter.path and parameter.path not in changes:
            if parameter.path.endswith(".played"):
                continue
            now = value(other_rules(scheme, dict(changes)), parameter.path)
            if isinstance(now, bool):
                changes[parameter.path] = not now
            elif parameter.options:
                changes[parameter.path] = rng.choice(parameter.options)
            else:
                changes[parameter.path] = rng.randint(parameter.low, min(parameter.high, 500))
    return other_rules(scheme, changes), changes


def rule_cells(sheet: Sheet) -> Mapping[str, Any]:
    """Where on a sheet of rules each parameter stands, found by what it is called."""
    cells: dict[str, Any] = {}
    sections = {section_title(T, each): each for each in ("margin", "rounding", "petit_au_bout", "poignee")}
    sections |= {section_title(T, each): each for each in ("chelem", "petit_chelem", "misere", "table")}
    names = {bid_name(T, bid): bid for bid in Bid}
    section = ""
    for row in range(3, sheet.max_row + 1):
        title, found = str(sheet.cell(row, 1).value), sheet.cell(row, 2)
        if found.value is None or title == T("Bids"):
            section = sections.get(title, "")
        elif title in names:
            for column, name in enumerate(("played", "base", "factor"), 2):
                cells[f"bids.{names[title]}.{name}"] = sheet.cell(row, column)
        elif section:
            cells[f"{section}: {title}"] = found
    return cells


def rules_sheet(book: Book, scheme: Scheme) -> Sheet:
    from scorepad.i18n.wording import scheme_title

    (sheet,) = (
        each for each in book.worksheets
        if each.cell(1, 1).value == scheme_title(T, scheme) and each.cell(4, 1).value == T("Bids")
    )  # fmt: skip
    return sheet


def rule_cell(cells: Mapping[str, Any], path: str) -> Any:
    if path.startswith("bids."):
        return cells[path]
    return cells[f"{path.split('.')[0]}: {parameter_title(T, path)}"]


def write_rules(book: Book, scheme: Scheme, changes: Mapping[str, Any]) -> None:
    cells = rule_cells(rules_sheet(book, scheme))
    for path, new in changes.items():
        if isinstance(new, bool):
            written: object = "oui" if new else "non"
        elif isinstance(new, str):
            written = int(new) if new.isdigit() else option_name(T, new)
        else:
            written = new
        rule_cell(cells, path).value = written


def write_other_hands(sheet: Sheet, session: Session, before: Scheme, rng: random.Random) -> Session:
    """Writes other facts over those of every hand; returns the session in which they happened."""
    heads = titles(sheet)[: titles(sheet).index("Base")]
    events = []
    miseres = sum("Misère" in title and "qui" in title for title in heads)
    pay = after_title(sheet, "Paiements")
    names = {person.id: sheet.cell(HEAD, pay + seat).value for seat, person in enumerate(session.people)}
    row = FIRST - 1
    for event in session.events:
        row += event.deal is not None
        if event.deal is None or not isinstance(event.deal.outcome, Hand):
            events.append(event)
            continue
        hand = any_hand(event.deal.outcome.players, before, rng, miseres=miseres)
        if not any(title.startswith("Petit chelem") for title in heads):
            hand = replace(hand, petit_chelem=type(hand.petit_chelem)())
        facts = dict(cells_of(hand, names))
        for column, title in enumerate(heads, 1):
            if title not in ("Donne", "Date", "Donneur", "Au repos"):
                cell = sheet.cell(row, column)
                cell.value = facts.pop(title, None)
                if isinstance(cell.value, str):
                    cell.data_type = "s"  # whatever it begins with
        assert not facts, facts
        events.append(replace(event, deal=replace(event.deal, outcome=hand), agreed=None))
    return replace(session, events=tuple(events))


def cells_of(hand: Hand, names: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """What somebody types who changes a hand."""
    yield "Preneur", names[hand.taker]
    if hand.partner:
        yield "Appelé", names[hand.partner]
    yield "Contrat", bid_name(T, hand.bid)
    yield "Bouts", hand.bouts
    yield "Points de cartes", hand.half_points / 2
    if hand.petit_au_bout:
        yield "Petit au bout", SIDES[hand.petit_au_bout]
    for n, poignee in enumerate(hand.poignees, 1):
        yield f"Poignée {n}\u00a0: qui", names[poignee.player]
        yield f"Poignée {n}\u00a0: taille", poignee_name(T, poignee.size)
    for title, chelem in (("Chelem", hand.chelem), ("Petit chelem", hand.petit_chelem)):
        if chelem.announced:
            yield f"{title} annoncé", SIDES[chelem.announced]
        if chelem.made:
            yield f"{title} réussi", SIDES[chelem.made]
    for n, misere in enumerate(hand.miseres, 1):
        yield f"Misère {n}\u00a0: qui", names[misere.player]
        yield f"Misère {n}\u00a0: laquelle", misere_name(T, misere.kind)


# -- what the formulas are made of -----------------------------------------------------------------------

OLD_FUNCTIONS = {
    *(
        "ABS",
        "AND",
        "COUNTA",
        "IF",
        "INDEX",
        "INT",
        "MATCH",
        "OR",
        "RANK",
        "ROUNDUP",
        "SIGN",
        "SUM",
        "SUMPRODUCT",
    ),
}


def test_the_formulas_use_what_every_spreadsheet_has(books: Recalculated) -> None:
    for sheet in books.formulas.worksheets:
        for cells in sheet.iter_rows():
            for cell in cells:
                if cell.data_type == "f":
                    formula = str(cell.value)
                    assert set(re.findall(r"([A-Z.]+)\(", formula)) <= OLD_FUNCTIONS
                    assert len(formula) < 2000
                    assert "Anne" not in formula, "names are in cells"


def test_every_rule_is_named_and_worth_what_it_is(books: Recalculated) -> None:
    for scheme in {session.rules for session in books.sessions}:
        cells = rule_cells(rules_sheet(books.written, scheme))
        for parameter in parameters(scheme):
            now, found = value(scheme, parameter.path), rule_cell(cells, parameter.path).value
            if isinstance(now, bool):
                assert found == ("oui" if now else "non"), parameter
            elif isinstance(now, int):
                assert found == now, parameter
            else:
                assert found == option_name(T, now), parameter
        sheet = rules_sheet(books.written, scheme)
        needed = [cell.value for cell in sheet["B"] if cell.value in NEEDED.values()]
        assert needed[:4] == [56, 51, 41, 36]
