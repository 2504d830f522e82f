"""What changes totals without a hand, in every export."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import cache
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from csv_bytes import hands_table, payments_table
from evenings import after, hand, stamp, table
from office import office
from poppler import laid_out

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, gift, penalty
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Noted
from scorepad.evening.people import Person
from scorepad.exports.csv_tables import Profile
from scorepad.exports.evening import Wording, typed
from scorepad.exports.pdf import score_sheet
from scorepad.exports.picture import picture
from scorepad.exports.progress import nothing
from scorepad.exports.text import standings_text
from scorepad.exports.workbook import workbook
from scorepad.history.errors import BadRecord
from scorepad.history.records import decode_evening, encode_evening
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.curve import curve_text
from scorepad.tarot.hand import Bid

T = Translator("en")
FARID = Person("p9", "Farid", 5)


def wording() -> Evening:
    """A starting score, two hands, a penalty, a gift that is struck out, a seat taken over, one hand more."""
    s = table(4)
    start = (Share("p0", 31), Share("p1", -11), Share("p2", -20))
    s = s.record(Deal(s.dealer, Adjustment(AdjustmentKind.CARRIED, start, unit=2)), stamp(s))
    s = after(s, hand(s, 0, Bid.GARDE, 2, 49))
    s = after(s, hand(s, 1, Bid.PETITE, 2, 45))
    s = s.record(Deal(s.dealer, penalty("p2", ("p0", "p1", "p3"), 10, "=misdeal")), stamp(s))
    s = s.record(Deal(s.dealer, gift("p0", "p1", 5)), stamp(s))
    s = s.correct(s.sheet.entries[-1].id, None, stamp(s), "not accepted")
    s = s.take_over("p3", FARID, stamp(s))
    s = s.add(Noted("what a hand", s.sheet.entries[1].id), stamp(s))
    s = s.add(Noted("at Léa’s"), stamp(s))
    return after(s, hand(s, 0, Bid.GARDE, 2, 41))


def rows(raw: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_it_is_read_as_it_was_written() -> None:
    evening = wording()
    again = decode_evening(json.loads(json.dumps(encode_evening(evening))))
    assert again == evening
    assert again.sheet.totals == evening.sheet.totals


@pytest.mark.parametrize(
    "change",
    [
        {"adjustment": None},
        {"thrown_in": "misdeal"},
        {"adjustment": {"kind": "gift", "shares": [{"player": "p0", "amount": 1}]}},
        {"adjustment": {"kind": "gift", "shares": [{"player": f"p{n}", "amount": 0} for n in range(17)]}},
        {"adjustment": {"kind": "theft", "shares": []}},
        {"take_over": {"leaver": "p0", "newcomer": "p1"}},
    ],
)
def test_what_no_file_may_say_is_refused(change: dict[str, object]) -> None:
    tables = json.loads(json.dumps(encode_evening(wording())))
    tables["events"]["1"]["change"]["dealt"]["deal"].update(change)
    with pytest.raises(BadRecord, match="events/1"):
        decode_evening(tables)


def test_tables_for_programs() -> None:
    evening = wording()
    hands, payments = rows(hands_table([evening], T)), rows(payments_table([evening], T))
    assert [(row["hand"], row["dealer"], row["outcome"]) for row in hands] == [
        ("", "", "carried"),
        ("1", "Anne", "played"),
        ("2", "Bruno", "played"),
        ("", "", "penalty"),
        ("", "", "take_over"),
        ("3", "Chloé", "played"),
    ]
    assert [
        (row["hand"], row["player"], row["role"], row["payment"], row["total"]) for row in payments[:3]
    ] == [
        ("", "Anne", "carried", "15.5", "15.5"),
        ("", "Bruno", "carried", "-5.5", "-5.5"),
        ("", "Chloé", "carried", "-10", "-10"),
    ]
    assert [row["note"] for row in hands] == ["", "what a hand", "", "'=misdeal", "", ""]
    by_player: dict[str, float] = {}
    for row in payments:
        by_player[row["player"]] = by_player.get(row["player"], 0) + float(row["payment"])
    totals = {
        person.name: total / 2
        for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True)
    }
    assert by_player == totals


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_for_people(language: str) -> None:
    t = Translator(language)
    raw = hands_table([wording()], t, profile=Profile.DE).decode("utf-8-sig")
    assert t("Penalty") in raw
    assert t("Score taken over") in raw


@cache
def as_written(long: bool) -> tuple[Any, Evening]:
    evening = wording()
    return openpyxl.load_workbook(BytesIO(workbook([evening], T, step=nothing))), evening


@cache
def as_changed(long: bool) -> tuple[Any, Evening]:
    """With three bouts in the first hand, so that Denis pays more before he leaves."""
    evening = wording()
    book = openpyxl.load_workbook(BytesIO(workbook([evening], T, step=nothing)))
    sheet = book.worksheets[0]
    sheet.cell(6, [cell.value for cell in sheet[4]].index(T("Bouts")) + 1).value = 3
    first = evening.sheet.entries[1]
    deal = Deal(first.deal.dealer, hand(table(4), 0, Bid.GARDE, 3, 49))
    return book, evening.correct(first.id, deal, stamp(evening))


@office(as_written, as_changed)
def test_the_workbook_calculates_it(calculated: list[Any], long: bool) -> None:
    again, other = (book.worksheets[0] for book in calculated)
    titles = [cell.value for cell in again[4]]
    (_, evening), (_, changed) = as_written(long), as_changed(long)
    for sheet, expected in ((again, evening), (other, changed)):
        pay = next(cell.column for cell in sheet[3] if cell.value == T("Payments"))
        total = next(cell.column for cell in sheet[3] if cell.value == T("Totals"))
        for row, entry in enumerate(expected.sheet.standing, 5):
            people = range(len(expected.sheet.people))
            paid = [sheet.cell(row, pay + seat).value or 0 for seat in people]
            assert paid == [amount / 2 for amount in entry.amounts]
            here = [sheet.cell(row, total + seat).value for seat in people]
            assert [each for each in here if each not in (None, "")] == [
                each / 2
                for seat, each in enumerate(entry.totals)
                if Wording(expected, T).is_present(seat, entry)
            ]
        wrong = [sheet.cell(row, titles.index(T("To check")) + 1).value for row in range(5, 11)]
        assert not any(wrong)
    words = {cell.value for row in again.iter_rows() for cell in row}
    assert f"{T('{names} pays', names='Chloé')} · =misdeal" in words
    assert T("{newcomer} plays on for {leaver}", newcomer="Farid", leaver="Denis") in words
    assert "what a hand" in words
    assert any("at Léa’s" in str(word) for word in words)
    assert again.cell(8, 1).value is None, "no number of a hand"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_sheet_shows_it(language: str) -> None:
    t = Translator(language)
    words = re.sub(r"\s+", " ", laid_out(score_sheet([wording()], t)))
    assert t("Penalty") in words
    assert "misdeal" in words
    assert t("Starting score") in words
    assert t("{newcomer} plays on for {leaver}", newcomer="Farid", leaver="Denis") in words
    assert "not accepted" in words
    assert "what a hand" in words
    assert "at Léa’s" in words


def test_the_picture_and_the_text_count_hands_only() -> None:
    evening = wording()
    assert picture(evening, T)
    text = standings_text(T, evening)
    assert T.plural("{count} hand", "{count} hands", 3) in text
    assert f"Denis {T.signed(0)}" in text
    assert T.plural("{count} hand", "{count} hands", 3) in curve_text(T, evening)
    shown = Wording(evening, T)
    assert len(shown.curve) == 4
    assert shown.curve[0] == (31, -11, -20, 0, 0)
    assert shown.curve[-1] == evening.sheet.totals
    assert {"=misdeal", "what a hand", "at Léa’s"} <= set(typed(evening))
    assert text.endswith("“at Léa’s”")
