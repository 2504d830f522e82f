"""What changes totals without a hand, in every export."""

from __future__ import annotations

import re

import pytest
from csv_bytes import documents, hands_table, payments_table
from evenings import after, hand, stamp, table
from poppler import laid_out

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, gift, penalty
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Noted
from scorepad.evening.people import Person
from scorepad.exports.formats import score_sheet
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.curve import curve_text
from scorepad.i18n.evenings import standings_text
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


def test_tables_for_programs() -> None:
    evening = wording()
    hands, payments = documents(hands_table([evening], T)), documents(payments_table([evening], T))
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
def test_the_printed_sheet_shows_it(language: str) -> None:
    t = Translator(language)
    words = re.sub(r"\s+", " ", laid_out(score_sheet(wording(), t, "a4")))
    assert t("Penalty") in words
    assert "misdeal" in words
    assert t("Starting score") in words
    assert t("{newcomer} takes over from {leaver}", newcomer="Farid", leaver="Denis") in words
    assert "not accepted" in words
    assert "what a hand" in words
    assert "at Léa’s" in words


def test_the_text_and_the_curve_count_hands_only() -> None:
    evening = wording()
    text = standings_text(T, evening)
    assert T.plural("{count} hand", "{count} hands", 3) in text
    assert f"Denis {T.signed(0)}" in text
    assert T.plural("{count} hand", "{count} hands", 3) in curve_text(T, evening)
    curve = evening.sheet.curve
    assert (len(curve), curve[0], curve[-1]) == (4, (31, -11, -20, 0, 0), evening.sheet.totals)
    assert text.endswith("“at Léa’s”")
