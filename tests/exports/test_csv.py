"""CSV as programs and as French and German Excels read it, to the last number of the engine."""

from __future__ import annotations

import csv
import random
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
import sample_evenings as samples
from approve import Approve
from csv_bytes import documents, hands_table, payments_table, standings_table
from evenings import after, stamp, started_with, table
from hypothesis import given
from hypothesis import strategies as st
from random_evenings import SHARED, any_hand, random_evening
from sample_evenings import golden_evening, halves, of_each_kind

from scorepad.evening.events import Ended
from scorepad.evening.people import Member
from scorepad.exports.columns import HANDS, Column
from scorepad.exports.columns import TABLES as ALL
from scorepad.exports.csv import csv_file, harmless, plain
from scorepad.exports.formats import PROFILES, profile_of
from scorepad.exports.values import CellKind
from scorepad.i18n import LANGUAGES, Translator
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.work import finished

T = Translator("fr")
TABLES = {"hands": hands_table, "payments": payments_table, "standings": standings_table}


def rows(raw: bytes, profile: str = "rfc") -> list[list[str]]:
    encoding = "utf-8" if profile == "rfc" else "utf-8-sig"
    text = raw.decode(encoding)
    assert text.startswith("\ufeff") is False
    return list(csv.reader(StringIO(text, newline=""), delimiter=PROFILES[profile].delimiter, strict=True))


@pytest.mark.promise("Exports", "Every number of the CSV tables is the one that scorepad computes.")
def test_every_number_equals_the_engines_number() -> None:
    evenings = [*of_each_kind(6, random.Random(7)), started_with(samples.mixed(), id="mixed")]
    hands, payments = documents(hands_table(evenings, T)), documents(payments_table(evenings, T))
    entries = [(evening, row) for evening in evenings for row in evening.sheet.counting_rows]
    assert len(hands) == len(entries) > 200
    for row, (evening, entry) in zip(hands, entries, strict=True):
        hand = entry.deal.outcome
        assert (row["evening_id"], row["hand"]) == (evening.id, str(entry.number))
        if not isinstance(hand, Hand):
            assert isinstance(hand, ThrownIn)
            assert row["outcome"] == hand.value
            assert row["score"] == row["bouts"] == row["taker"] == ""
            continue
        assert entry.score is not None
        assert row["outcome"] == "played"
        assert row["bid"] == hand.bid.value
        assert Fraction(row["card_points"]) == Fraction(hand.half_points, 2)
        assert Fraction(row["margin"]) == Fraction(hand.margin, 2)
        assert row["rules"] == (entry.rules.name or entry.rules.id)
        assert Fraction(row["score"]) == Fraction(entry.score.total, entry.score.unit)
        assert row["petit_au_bout"] == (hand.petit_au_bout or "")
        assert row["chelem_announced"] == (hand.chelem.announced or "")
        assert len([each for each in row["poignees"].split("; ") if each]) == len(hand.poignees)
        assert len([each for each in row["miseres"].split("; ") if each]) == len(hand.miseres)
    found = {(row["evening_id"], row["hand"], row["player_id"]): row for row in payments}
    assert len(found) == len(payments)
    for evening, entry in entries:
        players = entry.payments.players if entry.payments else ()
        for person, amount, total in zip(evening.sheet.people, entry.amounts, entry.totals, strict=True):
            paid = found.pop((evening.id, str(entry.number), person.id), None)
            assert (paid is not None) is (person.id in players)
            if paid is not None:
                assert Fraction(paid["payment"]) == Fraction(amount, evening.sheet.unit)
                assert Fraction(paid["total"]) == Fraction(total, evening.sheet.unit)
    assert not found


def test_the_table_for_programs_is_the_same_in_every_language() -> None:
    evenings = [golden_evening(), halves()]
    for make in (hands_table, payments_table, standings_table):
        assert len({make(evenings, Translator(language)) for language in LANGUAGES}) == 1


def test_payments_and_mouches_sum_to_the_totals() -> None:
    played = random_evening(table(5, 4, SHARED), 15, random.Random(5))
    for evening in (played.add(Ended(), stamp(played)), samples.beside()):
        found = dict.fromkeys((person.id for person in evening.sheet.people), Fraction())
        for row in documents(payments_table([evening], T)):
            found[row["player_id"]] += Fraction(row["payment"] or 0) + Fraction(row["mouches"] or 0)
            assert Fraction(row["total"]) == found[row["player_id"]]
        assert [each * evening.sheet.unit for each in found.values()] == [*evening.sheet.totals]


@pytest.mark.promise("Exports", "The CSV tables have exactly the columns that the documentation names.")
def test_the_documentation_names_every_column_in_its_order() -> None:
    readme = (Path(__file__).parents[2] / "scorepad" / "exports" / "README.md").read_text("utf-8")
    for name, make in TABLES.items():
        (head, *_) = rows(make([], T))
        section = readme.partition(f"| of the {name} | |\n")[2].partition("\n\n")[0]
        columns = re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in section.splitlines()))
        wanted = {each for each in head if not each.startswith("petit_chelem")}
        assert set(columns) - {"petit_"} == wanted


@pytest.mark.promise("Exports", "French and German Excel open the CSV tables with their own signs.")
def test_excel_has_semicolons_commas_and_its_mark() -> None:
    for profile, at in (("fr", "20/11/2026 "), ("de", "20.11.2026 ")):
        raw = payments_table([halves()], T, profile=profile)
        assert raw.startswith(b"\xef\xbb\xbf")
        head, first, *_ = rows(raw, profile)
        assert head[-3:] == [T("Payment"), T("Mouches"), T("Total")]
        assert first[3].startswith(at)
        assert first[-3:] == ["38,25", "", "38,25"]


def test_no_control_character_survives(tmp_path: Path) -> None:
    evening = golden_evening()
    people = tuple(
        replace(person, name=f"\x1b]0;{person.name}\x07\x9b\x00\n") for person in evening.sheet.people
    )
    seating = replace(evening.start.seating, people=people)
    evening = started_with(evening, seating=seating, title="\x1b[2J\u202eevening\x85", id="i\x1bd")
    for make in TABLES.values():
        for profile in PROFILES:
            text = make([evening], T, profile=profile).decode("utf-8-sig")
            assert "evening" in text
            assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", text)


def test_a_hand_that_the_rules_lack_pays_nothing() -> None:
    pousse = replace(any_hand(("p0", "p1", "p2", "p3"), shipped_scheme(), random.Random(1)), bid=Bid.POUSSE)
    evening = after(table(scheme=shipped_scheme("pousse")), pousse)
    evening = started_with(evening, scheme=shipped_scheme())
    (row,) = documents(hands_table([evening], T))
    assert (row["bid"], row["score"]) == ("pousse", "")
    assert documents(payments_table([evening], T)) == []


def test_the_standings_name_the_members_of_a_team() -> None:
    first, *others = table().sheet.people
    team = replace(first, members=(Member("x", "Inès"), Member("y", "Zoé")))
    found = documents(standings_table([table((team, *others))], T))
    assert {row["members"] for row in found} == {"Inès; Zoé", ""}


def test_a_new_column_is_in_every_table_that_loops_over_the_columns() -> None:
    more = Column("dog", "Bid", CellKind.INTEGER, lambda row: row.entry.number)
    table = replace(HANDS, columns=(*HANDS.columns, more))
    read = documents(finished(csv_file(table, [halves()], T, PROFILES["rfc"])))
    assert [row["dog"] for row in read] == ["1", "2"]
    assert all(len({column.key for column in each.columns}) == len(each.columns) for each in ALL)


@pytest.mark.usefixtures("_in_paris")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_is_as_approved(language: str, approve: Approve) -> None:
    """For programs, and as somebody at an Excel of this language has it."""
    evenings, t = [golden_evening(), halves(), samples.beside(), samples.mouches()], Translator(language)
    for name, make in TABLES.items():
        approve(f"{name}.{language}.csv", make(evenings, t, profile=profile_of(language)))


# -- cells ---


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+33 6", "-5", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\ttab", "\rreturn"),
        *("＝1+1", "＋1", "－1", "＠SUM", "﹢1", "﹦1", "−1"),
        *("  =1", '"=1', "'=1", '" =1', "“=1", "« =1", "\u00a0=1", "\u200b=1", "\ufeff=1", "\x00=1"),
        "' \"@x",
        '=HYPERLINK("http://x","y")',
    ],
)
def test_text_that_looks_like_a_formula_is_not_calculated(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize(
    "text",
    ["", "Anne", "a=1", "Jean-Luc", "1+1", "5", "'Anne'", "“Le mardi”", " Anne", "李雷", "😀", "a@b.c", "½"],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.promise("Exports", "No name or note becomes a formula in a spreadsheet.")
@given(st.text(alphabet=st.sampled_from(" \t\r\n'\"=+-@＝＋－＠aé1\u200b«"), max_size=8))
def test_no_text_begins_as_a_formula(text: str) -> None:
    found = harmless(text)
    assert found in (text, f"'{text}")
    assert found[:1] not in {*"=+-@\t\r\n＝＋－＠"}
    if found == text:
        assert text.strip(" \t\r\n'\"\u200b«")[:1] not in {*"=+-@＝＋－＠"}


@given(st.integers(-(10**12), 10**12), st.sampled_from([1, 2, 4]))
def test_amounts_are_exact(value: int, unit: int) -> None:
    should = Fraction(value, unit)
    assert Fraction(Decimal(plain(value, unit))) == should
    assert Fraction(Decimal(plain(value, unit, ",").replace(",", "."))) == should
