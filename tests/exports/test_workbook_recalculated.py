"""LibreOffice calculates every workbook anew, as written and after changes, and comes to what the engine says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from begun import begun
from evenings import after, any_hand, of_each_kind, other_rules, random_evening, table
from office import office

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Dealt, RulesChanged, Stamp
from scorepad.exports.progress import nothing
from scorepad.exports.workbook import workbook
from scorepad.exports.workbook.rows import SPARE
from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, misere_name, poignee_name
from scorepad.i18n.parameters import option_name, parameter_title, section_title
from scorepad.tarot.hand import (
    NEEDED,
    Bid,
    Chelem,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
    ThrownIn,
)
from scorepad.tarot.parameters import Kind, changed, parameters, value
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

T = Translator("fr")
HANDS = 10
"""Of each evening, of which few are thrown in: more than three hundred in all of the long run."""
DIFFERENT = (
    *("house-0 8/5", "house-1 6/3", "house-2 5/5", "house-3 4/4"),
    *("stepped_base 5/5", "Who came and went"),
)
"""The evenings that are enough for the short run: no two count alike."""
HEAD, FIRST = 4, 5
"""The row of a sheet's headings, and that of its first hand."""
SIDES = {Side.TAKER: "attaque", Side.DEFENCE: "défense"}

Sheet = Any
Book = Any


@dataclass(frozen=True)
class Recalculated:
    """The workbook with what scorepad computed, and with what LibreOffice did: as written, and changed."""

    evenings: list[Evening]
    changed: list[Evening]
    formulas: Book
    written: Book
    again: Book
    otherwise: Book


@cache
def as_written(long: bool) -> tuple[Book, list[Evening], bytes]:
    """A workbook of evenings, those, and the workbook as scorepad made it, with the values that it computed."""
    evenings = of_each_kind(HANDS, random.Random(20261121))
    if not long:
        evenings = [evening for evening in evenings if evening.table.title in DIFFERENT]
        assert len(evenings) == len(DIFFERENT)
    raw = workbook(evenings, T, step=nothing)
    return openpyxl.load_workbook(BytesIO(raw)), evenings, raw


@cache
def as_changed(long: bool) -> tuple[Book, list[Evening]]:
    """The same workbook with other rules and facts typed over its own, and the evenings that these make."""
    _, evenings, raw = as_written(long)
    rng = random.Random(5)
    book = openpyxl.load_workbook(BytesIO(raw))
    rules = {evening.table.rules.now: house_rules(evening.table.rules.now, rng) for evening in evenings}
    for before, (_, changes) in rules.items():
        write_rules(book, before, changes)
    changed = []
    for evening, sheet in zip(evenings, hand_sheets(book), strict=True):
        after = begun(evening, scheme=rules[evening.table.rules.now][0])
        changed.append(write_other_hands(sheet, after, evening.table.rules.now, rng))
    return book, changed


@cache
def values(raw: bytes) -> Book:
    return openpyxl.load_workbook(BytesIO(raw), data_only=True)


@pytest.fixture
def books(calculated: list[Book], long: bool) -> Recalculated:
    formulas, evenings, raw = as_written(long)
    return Recalculated(evenings, as_changed(long)[1], formulas, values(raw), *calculated)


of_evenings = office(as_written, as_changed)


@cache
def by_other_rules(long: bool) -> tuple[Book, Evening]:
    """A workbook of an evening whose rules change four times, and the evening."""
    rng = random.Random(12)
    evening = table(5)
    for scheme in (None, "wikipedia", "equal_split", "flat_80", "poignee_multiplied"):
        if scheme is not None:
            stamp = Stamp(f"rules-{scheme}", "2026-11-21T21:00:00.000Z", "here")
            evening = evening.add(RulesChanged(shipped_scheme(scheme), from_now=True), stamp)
        evening = random_evening(evening, 6, rng)
    return openpyxl.load_workbook(BytesIO(workbook([evening], T, step=nothing))), evening


@office(by_other_rules)
def test_hands_by_other_rules_are_calculated_by_their_own(calculated: list[Book], long: bool) -> None:
    [book], (_, evening) = calculated, by_other_rules(long)
    assert check(book, [evening]) > 25
    names = [sheet.title for sheet in book.worksheets]
    assert {"Règles FFT", T("Wikipedia")} < set(names), "a sheet for the rules of each"
    [sheet] = hand_sheets(book)
    notes = [cell.value for row in sheet.iter_rows() for cell in row if "À partir d’ici" in str(cell.value)]
    assert notes[0] == T("From here on: {scheme}", scheme=T("Wikipedia"))
    assert len(notes) == 4


def hand_sheets(book: Book) -> list[Sheet]:
    return [sheet for sheet in book.worksheets if sheet.cell(HEAD, 1).value == T("Hand")]


def titles(sheet: Sheet) -> list[str]:
    return [str(cell.value or "") for cell in sheet[HEAD]]


def fact_titles(sheet: Sheet) -> list[str]:
    return titles(sheet)[: after_title(sheet, T("How it counts")) - 1]


def after_title(sheet: Sheet, group: str) -> int:
    """The first column of a group."""
    return int(next(cell.column for cell in sheet[HEAD - 1] if cell.value == group))


# -- what the engine says --------------------------------------------------------------------------------


def expected(
    evening: Evening,
) -> Iterator[tuple[int, list[Fraction | None], list[Fraction | None], Fraction | None]]:
    """Row, payments, totals and score of every deal; None where somebody is not concerned, or not at the table."""
    for row, entry in enumerate(evening.sheet.standing, FIRST):
        seating = evening.seating_at(entry.id).ids
        hand = entry.deal.outcome
        players = hand.players if isinstance(hand, Hand) and entry.score else ()
        payments = [
            Fraction(amount, evening.sheet.unit) if person.id in players else None
            for person, amount in zip(evening.sheet.people, entry.amounts, strict=True)
        ]
        totals = [
            Fraction(total, evening.sheet.unit) if person.id in seating else None
            for person, total in zip(evening.sheet.people, entry.totals, strict=True)
        ]
        score = Fraction(entry.score.total, entry.score.unit) if entry.score else None
        yield row, payments, totals, score


def number(cell: Any) -> Fraction | None:
    """What a cell says; None for nothing, or an empty text. An error is no number."""
    return None if cell.value in (None, "") else Fraction(cell.value)


def check(book: Book, evenings: list[Evening]) -> int:
    """Compares every payment, total and score, and counts the hands."""
    hands = 0
    for sheet, evening in zip(hand_sheets(book), evenings, strict=True):
        pay, total = after_title(sheet, T("Payments")), after_title(sheet, T("Totals"))
        score = titles(sheet).index(T("Score")) + 1
        for row, payments, totals, points in expected(evening):
            where = (evening.table.title, sheet.title, row)
            seats = range(len(evening.sheet.people))
            assert [number(sheet.cell(row, pay + seat)) for seat in seats] == payments, where
            assert [number(sheet.cell(row, total + seat)) for seat in seats] == totals, where
            assert number(sheet.cell(row, score)) == points, where
            hands += points is not None
        foot = FIRST + len(evening.sheet.standing) + SPARE
        finals = [Fraction(each, evening.sheet.unit) for each in evening.sheet.totals]
        assert [number(sheet.cell(foot, pay + seat)) for seat in range(len(finals))] == finals
        assert number(sheet.cell(foot + 1, pay)) == 0
    return hands


@of_evenings
def test_the_values_beside_the_formulas_are_the_engines(books: Recalculated) -> None:
    assert check(books.written, books.evenings) > 9 * len(books.evenings)


@of_evenings
def test_recalculated_values_are_the_engines(books: Recalculated) -> None:
    assert check(books.again, books.evenings) > 9 * len(books.evenings)


@of_evenings
def test_every_formula_gives_the_value_beside_it(books: Recalculated) -> None:
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
                    ), (sheet.title, cell.coordinate, cell.value)
    assert count > 7_000


@of_evenings
def test_other_facts_and_rules_give_the_engines_values(books: Recalculated) -> None:
    assert check(books.otherwise, books.changed) > 8 * len(books.changed)
    moved = [
        one.sheet.totals != other.sheet.totals
        for one, other in zip(books.evenings, books.changed, strict=True)
    ]
    assert all(moved)


@of_evenings
def test_the_standings_follow(books: Recalculated) -> None:
    """Best first as written; ranks and totals follow what was changed."""
    for book, evenings in ((books.again, books.evenings), (books.otherwise, books.changed)):
        sheet = book[T("Standings")]
        row = 4
        for before, evening in zip(books.evenings, evenings, strict=True):
            by_id = {standing.person.id: standing for standing in evening.sheet.standings}
            for standing in before.sheet.standings:
                now = by_id[standing.person.id]
                assert sheet.cell(row, 3).value == now.rank
                assert number(sheet.cell(row, 5)) == Fraction(now.total, evening.sheet.unit)
                row += 1
        assert number(sheet.cell(row, 5)) == 0
        people = {person.id: Fraction() for evening in evenings for person in evening.sheet.people}
        for evening in evenings:
            for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True):
                people[person.id] += Fraction(total, evening.sheet.unit)
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
    sections |= {section_title(T, each): each for each in ("mouches", "chips")}
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
    from scorepad.i18n.names import scheme_title

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


def write_other_hands(sheet: Sheet, evening: Evening, before: Scheme, rng: random.Random) -> Evening:
    """Writes other facts over those of every hand; returns the evening in which they happened."""
    heads = fact_titles(sheet)
    events = []
    miseres = sum(T("Misère") in title and "qui" in title for title in heads)
    names = names_on(sheet, evening)
    row = FIRST - 1
    for event in evening.events:
        row += event.deal is not None
        if event.deal is None or not isinstance(event.deal.outcome, Hand):
            events.append(event)
            continue
        hand = any_hand(event.deal.outcome.players, before, rng, miseres=miseres)
        facts = dict(cells_of(hand, names))
        for column, title in enumerate(heads, 1):
            if title not in (T("Hand"), T("Date"), T("Dealer")) and not title.startswith(T("Player")):
                cell = sheet.cell(row, column)
                cell.value = facts.pop(title, None)
                if isinstance(cell.value, str):
                    cell.data_type = "s"  # whatever it begins with
        assert not facts, facts
        events.append(replace(event, change=Dealt(event.id, replace(event.deal, outcome=hand))))
    return Evening.of(evening.start, events)


def cells_of(hand: Hand, names: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """What somebody types who changes a hand."""
    yield T("Taker"), names[hand.taker]
    if hand.partner:
        yield T("Partner"), names[hand.partner]
    yield T("Bid"), bid_name(T, hand.bid)
    yield T("Bouts"), hand.bouts
    yield T("Card points"), hand.half_points / 2
    if hand.petit_au_bout:
        yield T("Petit au bout"), SIDES[hand.petit_au_bout]
    for n, poignee in enumerate(hand.poignees, 1):
        yield T("Poignée {number}: who", number=n), names[poignee.player]
        yield T("Poignée {number}: size", number=n), poignee_name(T, poignee.size)
    for title, chelem in ((T("Chelem"), hand.chelem), (T("Petit chelem"), hand.petit_chelem)):
        if chelem.announced:
            yield f"{title} annoncé", SIDES[chelem.announced]
        if chelem.made:
            yield T("{title}: made", title=title), SIDES[chelem.made]
    for n, misere in enumerate(hand.miseres, 1):
        yield T("Misère {number}: who", number=n), names[misere.player]
        yield T("Misère {number}: kind", number=n), misere_name(T, misere.kind)


# -- what the formulas are made of -----------------------------------------------------------------------

OLD_FUNCTIONS = {
    *("ABS", "AND", "COUNTA", "IF", "INDEX", "INT", "ISNUMBER", "MATCH", "NA", "OR", "RANK", "ROUNDUP"),
    "SIGN",
    *("SUM", "SUMPRODUCT"),
}


@of_evenings
def test_the_formulas_use_common_functions_only(books: Recalculated) -> None:
    for sheet in books.formulas.worksheets:
        for cells in sheet.iter_rows():
            for cell in cells:
                if cell.data_type == "f":
                    formula = str(cell.value)
                    assert set(re.findall(r"([A-Z.]+)\(", formula)) <= OLD_FUNCTIONS
                    assert len(formula) < 200
                    assert "Anne" not in formula, "names are in cells"


@of_evenings
def test_every_rule_has_its_name_and_value(books: Recalculated) -> None:
    for scheme in {evening.table.rules.now for evening in books.evenings}:
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


@of_evenings
def test_every_rule_that_can_be_changed_is_part_of_a_formula(books: Recalculated) -> None:
    """What acts on no payment stands apart, as text without a choice."""
    used: set[str] = set()
    for sheet in hand_sheets(books.formulas):
        for cell in sheet[FIRST]:
            used |= set(re.findall(r"[a-z]\w+", str(cell.value)))
    assert len(books.formulas.defined_names) > 30
    assert set(books.formulas.defined_names) <= used
    for scheme in {evening.table.rules.now for evening in books.evenings}:
        sheet = rules_sheet(books.formulas, scheme)
        apart = next(
            cell.row for cell in sheet["A"] if cell.value == T("Also agreed, and without effect on the payments here")
        )  # fmt: skip
        ruled = {row for each in sheet.data_validations.dataValidation
                 for part in str(each.sqref).split() for row in re.findall(r"\d+", part)}  # fmt: skip
        fixed = [cell.row for cell in sheet["B"][apart:] if cell.value is not None]
        assert len(fixed) in (21, 22, 23), (
            "thresholds, kinds, the dog, what is written down, mouches and chips"
        )
        assert not {str(row) for row in fixed} & ruled


# -- what can be chosen ----------------------------------------------------------------------------------


def rich_hand() -> Hand:
    """A hand at five on which every rule has its part."""
    return Hand(
        players=("p0", "p1", "p2", "p3", "p4"),
        taker="p0",
        partner="p1",
        bid=Bid.GARDE,
        bouts=1,
        half_points=2 * 43 + 1,
        petit_au_bout=Side.TAKER,
        poignees=(Poignee("p2", PoigneeSize.SINGLE),),
        chelem=Chelem(None, Side.DEFENCE),
        petit_chelem=Chelem(Side.TAKER, None),
        miseres=(Misere("p3", MisereKind.NO_TRUMPS),),
    )


def house(number: int) -> Scheme:
    """Rules of which each sheet of a workbook has its own."""
    scheme = replace(shipped_scheme(), id=f"house-{number}", name=f"n{number:02}")
    for path in ("petit_chelem.played", "misere.played"):
        scheme = changed(scheme, path, True)
    return changed(scheme, "bids.garde.base", 31 + number)


def choices(book: Book, sheet: Sheet, cell: Any) -> list[Any]:
    """What the list of a cell offers, as somebody sees it who opens it."""
    (rule,) = (each for each in sheet.data_validations.dataValidation if cell.coordinate in each.sqref)
    assert rule.type == "list"
    found = re.fullmatch(r"=?'(.*)'!(.*)", rule.formula1)
    assert found, f"{rule.formula1} is no range"
    return [each.value for (each,) in book[found[1]][found[2].replace("$", "")]]


@cache
def chosen(language: str, long: bool) -> tuple[Book, list[Evening]]:
    """The first choice of every list, then the second, then the third; and half of the lists by turns."""
    t, rng = Translator(language), random.Random(7)
    players = rich_hand().players
    hands = [rich_hand(), *(any_hand(players, house(0), rng, miseres=1) for _ in range(9 if long else 3))]
    evenings = [after(table(5, scheme=house(n), id=f"s{n:02}", title=f"n{n:02}"), *hands) for n in range(6)]
    book = openpyxl.load_workbook(BytesIO(workbook(evenings, t, step=nothing)))
    made: dict[str, set[int]] = {}
    changed_evenings = []
    for n, evening in enumerate(evenings):
        sheet, scheme = next(each for each in book.worksheets if each["A1"].value == f"n{n:02}"), house(n)
        for at, (path, cell) in enumerate(lists_of_rules(sheet, scheme, t)):
            offered = choices(book, sheet, cell)
            options = next(each.options for each in parameters(scheme) if each.path == path) or (True, False)
            assert len(offered) == len(options)
            index = (n if n < 3 else at >> (n - 3)) % len(options)
            cell.value = offered[index]
            scheme = changed(scheme, path, options[index])
            made.setdefault(path, set(range(len(options)))).discard(index)
        changed_evenings.append(begun(evening, scheme=scheme))
    assert len(made) == 11
    assert not any(made.values()), "every choice was made"
    return book, changed_evenings


@pytest.mark.parametrize(
    "language",
    [
        pytest.param("fr", marks=office(partial(chosen, "fr"))),
        pytest.param("en", marks=[office(partial(chosen, "en")), pytest.mark.long]),
        pytest.param("de", marks=[office(partial(chosen, "de")), pytest.mark.long]),
    ],
)
def test_every_choice_of_a_rule_can_be_made_and_is_recognised(
    language: str, calculated: list[Book], long: bool
) -> None:
    t, [book], (_, evenings) = Translator(language), calculated, chosen(language, long)
    for n, evening in enumerate(evenings):
        sheet = next(each for each in book.worksheets if str(each["A1"].value).startswith(f"n{n:02},"))
        pay = after_title(sheet, t("Payments"))
        for row, payments, _, points in expected(evening):
            assert [number(sheet.cell(row, pay + seat)) for seat in range(5)] == payments, (n, row)
            assert number(sheet.cell(row, titles(sheet).index(t("Score")) + 1)) == points, (n, row)


def lists_of_rules(sheet: Sheet, scheme: Scheme, t: Translator) -> Iterator[tuple[str, Any]]:
    """Every rule that is chosen from a list, and its cell."""
    ruled = " ".join(str(each.sqref) for each in sheet.data_validations.dataValidation).split()
    for parameter in parameters(scheme):
        if parameter.kind is Kind.NUMBER or parameter.path.endswith(".played"):
            continue
        title = section_title(t, parameter.path.split(".")[0])
        heads = [
            cell.row for cell in sheet["A"] if cell.value == title and sheet.cell(cell.row, 2).value is None
        ]
        for row in range(heads[0] + 1, heads[0] + 9):
            cell = sheet.cell(row, 2)
            if cell.value is None:
                break
            if sheet.cell(row, 1).value == parameter_title(t, parameter.path) and cell.coordinate in ruled:
                yield parameter.path, cell


# -- facts that are missing, or cannot be; and hands that are typed in ------------------------------------

FIELDS = {
    T("Bouts"): (None, 4, -1, 1.5, "deux"),
    T("Card points"): (None, 92, -1, 40.25, "beaucoup"),
    T("Taker"): (None, "Personne", "*"),
    T("Bid"): (None, "G*", "Chicane"),
    T("Partner"): ("Personne", "Anne"),
    T("Petit au bout"): ("attack",),
    T("Chelem made"): ("les autres",),
    T("Poignée {number}: who", number=1): ("Personne", None),
    T("Poignée {number}: size", number=1): ("Grande", None),
    T("Misère {number}: kind", number=1): (None, "?"),
}


CASES = [(title, wrong) for title, wrongs in FIELDS.items() for wrong in wrongs]


@cache
def with_wrong_facts(long: bool) -> tuple[Book, Evening]:
    """A workbook with a hand for each of the cases but the last, which stays whole."""
    evening = after(table(5, scheme=house(0)), *([rich_hand()] * len(CASES)))
    book = openpyxl.load_workbook(BytesIO(workbook([evening], T, step=nothing)))
    (sheet,) = hand_sheets(book)
    heads = fact_titles(sheet)
    for row, (title, wrong) in enumerate(CASES[:-1], FIRST):
        sheet.cell(row, heads.index(title) + 1).value = wrong
    return book, evening


@office(with_wrong_facts)
def test_a_hand_with_a_fact_that_is_missing_or_impossible_pays_nothing_and_says_which(
    calculated: list[Book], long: bool
) -> None:
    [book], (_, evening) = calculated, with_wrong_facts(long)
    (sheet,) = hand_sheets(book)
    pay, check_at = after_title(sheet, T("Payments")), titles(sheet).index(T("To check")) + 1
    for row, (title, wrong) in enumerate(CASES[:-1], FIRST):
        assert [number(sheet.cell(row, pay + seat)) for seat in range(5)] == [None] * 5, (title, wrong)
        problem = str(sheet.cell(row, check_at).value)
        field = title.partition("\u00a0")[0]
        assert field in problem or (field == T("Chelem made") and "chelem" in problem), (title, problem)
    last = evening.sheet.standing[-1].amounts
    foot = FIRST + len(CASES) + SPARE
    assert [number(sheet.cell(foot, pay + seat)) for seat in range(5)] == [
        Fraction(each, evening.sheet.unit) for each in last
    ], "only the hand that is whole counts"
    assert number(sheet.cell(foot + 1, pay)) == 0


@cache
def with_wrong_rules(long: bool) -> tuple[Book]:
    wrongs = (("poignee.to", "au voisin"), ("misere.points", "dix"), ("petit_au_bout.points", None))
    evenings = [
        after(table(5, scheme=house(n), id=f"s{n}", title=f"n{n}"), rich_hand()) for n in range(len(wrongs))
    ]
    book = openpyxl.load_workbook(BytesIO(workbook(evenings, T, step=nothing)))
    for n, (path, wrong) in enumerate(wrongs):
        rule_cell(rule_cells(rules_sheet(book, house(n))), path).value = wrong
    return (book,)


@office(with_wrong_rules)
def test_a_rule_that_is_no_rule_stops_the_payments(calculated: list[Book]) -> None:
    [book] = calculated
    assert len(hand_sheets(book)) == 3
    for sheet in hand_sheets(book):
        pay = after_title(sheet, T("Payments"))
        assert [number(sheet.cell(FIRST, pay + seat)) for seat in range(5)] == [None] * 5
        assert sheet.cell(FIRST, titles(sheet).index(T("To check")) + 1).value == T("Rules")


@cache
def with_new_hands(long: bool) -> tuple[Book, Evening]:
    """One of four where a fifth sits out, one thrown in, and one of whom only the taker is known yet."""
    rng = random.Random(5)
    evening = after(table(5, 4), any_hand(("p1", "p2", "p3", "p4"), shipped_scheme(), rng))
    new = any_hand(("p0", "p2", "p3", "p4"), shipped_scheme(), rng)
    book = openpyxl.load_workbook(BytesIO(workbook([evening], T, step=nothing)))
    (sheet,) = hand_sheets(book)
    heads, names = fact_titles(sheet), names_on(sheet, evening)
    facts = dict(cells_of(new, names))
    facts |= {T("Player {number}", number=n): names[player] for n, player in enumerate(new.players, 1)}
    for title, fact in facts.items():
        cell = sheet.cell(FIRST + 1, heads.index(title) + 1)
        cell.value, cell.data_type = fact, "s" if isinstance(fact, str) else "n"
    sheet.cell(FIRST + 2, heads.index(T("Bid")) + 1).value = T("All passed")
    sheet.cell(FIRST + 3, heads.index(T("Taker")) + 1).value = names["p2"]
    longer = evening.record(Deal("p1", new), Stamp("new", "2026-11-21T23:00:00Z", "x"))
    return book, longer.record(Deal("p2", ThrownIn.ALL_PASSED), Stamp("thrown", "2026-11-21T23:01:00Z", "x"))


@office(with_new_hands)
def test_hands_typed_into_the_free_rows_count(calculated: list[Book], long: bool) -> None:
    [book], (_, evening) = calculated, with_new_hands(long)
    (sheet,) = hand_sheets(book)
    pay, names = after_title(sheet, T("Payments")), names_on(sheet, evening)
    for row, payments, totals, points in expected(evening):
        seats = range(5)
        assert [number(sheet.cell(row, pay + seat)) for seat in seats] == payments
        assert [number(sheet.cell(row, after_title(sheet, T("Totals")) + seat)) for seat in seats] == totals
        assert number(sheet.cell(row, titles(sheet).index(T("Score")) + 1)) == points
    assert sheet.cell(FIRST + 3, titles(sheet).index(T("To check")) + 1).value == T("Bid")
    standings = book[T("Standings")]
    found = {standings.cell(row, 2).value: number(standings.cell(row, 3)) for row in range(4, 9)}
    assert found == {
        names[person.id]: Fraction(total, evening.sheet.unit)
        for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True)
    }


def names_on(sheet: Sheet, evening: Evening) -> dict[str, str]:
    """The names of the people as a sheet writes them."""
    pay = after_title(sheet, T("Payments"))
    return {
        person.id: str(sheet.cell(HEAD, pay + seat).value) for seat, person in enumerate(evening.sheet.people)
    }


@cache
def counted_by_either(long: bool) -> tuple[Book, Evening]:
    """Every second hand is typed anew with the cards of the loser, as few points short as there are."""
    scheme = shipped_scheme("open_duel")
    counted = [(2, 82, None), (3, 90, Side.DEFENCE), (0, 112, None), (1, 140, Side.TAKER), (2, 90, None)]
    hands = [
        Hand(players=("p0", "p1"), taker=f"p{number % 2}", bid=Bid.OPEN, bouts=bouts, half_points=half_points,
             petit_au_bout=petit)
        for number, (bouts, half_points, petit) in enumerate(counted)
    ]  # fmt: skip
    evening = after(table(2, 2, scheme), *hands)
    book = openpyxl.load_workbook(BytesIO(workbook([evening], T, step=nothing)))
    [sheet] = hand_sheets(book)
    heads, names = fact_titles(sheet), names_on(sheet, evening)
    for row, hand in list(enumerate(hands, FIRST))[::2]:
        sheet.cell(row, heads.index(T("Taker")) + 1).value = names["p1" if hand.taker == "p0" else "p0"]
        sheet.cell(row, heads.index(T("Bouts")) + 1).value = 3 - hand.bouts
        sheet.cell(row, heads.index(T("Card points")) + 1).value = 91 - hand.half_points / 2
    return book, evening


@office(counted_by_either)
def test_an_open_duel_pays_the_same_whoever_counts(calculated: list[Book], long: bool) -> None:
    [book], (_, evening) = calculated, counted_by_either(long)
    [sheet] = hand_sheets(book)
    pay = after_title(sheet, T("Payments"))
    found = [[number(sheet.cell(row, pay + seat)) for seat in range(2)] for row, *_ in expected(evening)]
    assert found == [payments for _, payments, *_ in expected(evening)]
    assert [gain for gain, _ in found] == [25, -24, 25, -54, 29]
