"""A whole paper sheet: the hands in turn, their dealers, and the columns of the sheet as a check."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from evenings import table
from random_evenings import long

from scorepad.evening.evening import Evening
from scorepad.i18n import MINUS, Translator
from scorepad.i18n.conventions import LANGUAGES
from scorepad.i18n.sentences import hand_text
from scorepad.pad.entry import MAX_ROWS
from scorepad.rows.row import DoubtKind, RowKind
from scorepad.rows.sheet import PaperSheet, read_sheet
from scorepad.rows.written import row_text
from scorepad.tarot.hand import Hand

NAMES = ("Léa", "Tom", "Anaïs", "Marc", "Zoé", "Paul")
SHEET = """\
Tom Léa Marc Anaïs
1 Léa G 2 49 +8 −66 198 −66 −66
2 Tom P 1 52 78 −26 −26 −26
Total 12 172 −92 −92
3 passe
"""


def four() -> Evening:
    return table(NAMES[:4])


def read(text: str, evening: Evening | None = None) -> PaperSheet:
    return read_sheet(text, evening or four(), "fr")


def test_the_hands_of_a_sheet_follow_each_other() -> None:
    found = read(SHEET)
    assert found.is_clear
    people = {person.id: person.name for person in four().table.seating.people}
    assert [people[deal.dealer] for deal in found.deals] == ["Léa", "Tom", "Anaïs"]
    assert [people[person.id] for person in found.evening.sheet.people] == [*NAMES[:4]]
    assert found.evening.sheet.totals == (172, 12, -92, -92)


@pytest.mark.parametrize(
    ("before", "after"),
    [("198", "189"), ("12 172", "172 12"), ("−92 −92", "−92 −91"), ("−26 −26 −26", "−26 −26 −26 78")],
)
def test_columns_that_differ_from_what_the_hands_pay_are_asked(before: str, after: str) -> None:
    found = read(SHEET.replace(before, after, 1))
    asked = found.asked[0]
    assert {doubt.kind for doubt in asked.row.doubts} <= {DoubtKind.COLUMNS, DoubtKind.NUMBERS}
    assert not found.is_clear


def test_after_a_question_the_deal_passes_on() -> None:
    found = read("Léa G 2 49\nTom G 49\nAnaïs G 2 49\nTotal 1 2 3 4")
    names = [person.name for person in four().table.seating.people]
    dealers = {person.id: names[n] for n, person in enumerate(four().table.seating.people)}
    assert [dealers[line.dealer] for line in found.lines] == ["Léa", "Tom", "Anaïs", "Marc"]
    assert [line.place for line in found.asked] == [1], "the totals can be checked once the hand is known"
    assert read("Léa G 2 49\nTotal 1 2 3 4").asked


def test_empty_lines_and_lines_that_are_too_many() -> None:
    assert [line.place for line in read("\n\nLéa G 2 49\n \n").lines] == [2]
    found = read("passe\n" * (MAX_ROWS + 3))
    assert (len(found.deals), found.unread) == (MAX_ROWS, 4)


def test_a_text_without_hands_is_not_clear() -> None:
    assert not read("Léa, Tom, Anaïs, Marc").is_clear
    assert read("Léa, Tom, Anaïs, Marc").lines[0].row.kind is RowKind.HEADING


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("people", "seats"), [(3, 3), (4, 4), (5, 5), (5, 4), (6, 5)])
def test_an_evening_is_read_back_from_its_rows(language: str, people: int, seats: int) -> None:
    """With the payments and the totals that a sheet has, in any order of its columns."""
    rng = random.Random(f"{language} {people} {seats}")
    names = NAMES[:people]
    played = long(30, names, seats, id=f"{people}-{seats}")
    by_id = {person.id: person.name for person in played.sheet.people}
    order = rng.sample(range(people), people)
    lines = [" ".join(f"“{names[place]}”" for place in order)]
    for number, row in enumerate(played.sheet.rows, 1):
        amounts = [f"{row.amounts[place]:+d}".replace("-", MINUS) for place in order]
        totals = [f"{row.totals[place]:+d}".replace("-", MINUS) for place in order]
        columns = rng.choice([[], amounts, totals, amounts + totals])
        lines.append(" ".join([f"{number}.", row_text(row.deal.outcome, by_id, language), *columns]))  # type: ignore[arg-type]
    found = read_sheet("\n".join(lines), table(names, seats), language)
    assert [line.words for line in found.asked] == []
    assert found.deals == [row.deal for row in played.sheet.rows]
    assert found.evening.sheet.totals == played.sheet.totals


SHEETS = sorted((Path(__file__).parent / "sheets").glob("*.txt"))


@pytest.mark.promise(
    "Names and words", "Sheets as people write them are read or asked, row by row; no row is guessed wrong."
)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_sheet_as_people_write_it(path: Path) -> None:
    """In a file: the language and the names, then each line of the sheet, and the hand, SKIP or ASK below it."""
    head, *lines = path.read_text("utf-8").splitlines()
    language, _, names = head.removeprefix("# ").partition(" ")
    evening, t = table(names.split(", ")), Translator("en")
    found = {line.place: line for line in read_sheet("\n".join(lines[::2]), evening, language).lines}
    said = []
    for place, words in enumerate(lines[::2]):
        line = found[place]
        skipped = "ASK" if line.asks else "SKIP"
        outcome = line.deal and line.deal.outcome
        text = hand_text(t, outcome, evening.table.name_of) if isinstance(outcome, Hand) else outcome
        said += [words, str(text or skipped)]
    assert said == lines
