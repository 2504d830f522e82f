"""Mouches and chips in the documents: what lies there, what moved, and sums that come out."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from csv_bytes import documents, hands_table, payments_table
from evenings import after, random_evening, table
from test_picture import texts

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended, Stamp
from scorepad.exports.drawing import Text
from scorepad.exports.paper import planned
from scorepad.exports.wording import Wording
from scorepad.i18n import Translator
from scorepad.i18n.evenings import standings_text
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.tarot.scheme import ChipRule, MoucheRule, PotEnd
from scorepad.tarot.scheme_data import shipped_scheme

T = Translator("en")
SHARED = replace(shipped_scheme("mouches"), mouches=MoucheRule(stake=10, dealer=5, end=PotEnd.SHARED))

few = replace(shipped_scheme("chips"), chips=ChipRule(start=3))


def lost(taker: str = "p1", players: str = "p0 p1 p2 p3") -> Hand:
    return Hand(players=tuple(players.split()), taker=taker, bid=Bid.GARDE, bouts=2, half_points=80)


def wording() -> Evening:
    return after(table(scheme=shipped_scheme("mouches")), lost(), ThrownIn.ALL_PASSED)


def printed(evening: Evening) -> list[str]:
    """The texts of the score sheet."""
    shapes = (
        shape for page in planned(Wording(evening, T), "a4").pages for part in page for shape in part.shapes
    )
    return [each.words for each in shapes if isinstance(each, Text)]


def test_the_tables_add_up_for_whoever_reads_them() -> None:
    rng = random.Random(5)
    evening = random_evening(table(5, 4, SHARED), 15, rng).add(
        Ended(), Stamp("end", "2026-11-21T23:00:00.000Z")
    )
    found = dict.fromkeys((person.id for person in evening.sheet.people), Fraction())
    for row in documents(payments_table([evening], T)):
        found[row["player_id"]] += Fraction(row["payment"] or 0) + Fraction(row["mouches"] or 0)
        assert Fraction(row["total"]) == found[row["player_id"]]
    assert tuple(found.values()) == evening.sheet.totals
    hands = documents(hands_table([evening], T))
    for row, entry in zip(hands, evening.sheet.standing, strict=True):
        assert row["mouches"] == "; ".join(map(str, entry.pot))


def test_the_text_says_what_lies_there() -> None:
    assert T("Mouches: {amounts}", amounts="50 + 45") in standings_text(T, wording()).splitlines()
    assert "Mouche" not in standings_text(T, table())
    chips = after(table(scheme=shipped_scheme("chips")), lost())
    told = T("Chips: {stacks}", stacks="Anne 52, Bruno 44, Chloé 52, Denis 52")
    assert told in standings_text(T, chips).replace("\u2068", "").replace("\u2069", "")


def test_the_sheet_of_paper_has_every_amount_and_a_sum_that_comes_out() -> None:
    found = printed(wording())
    assert T("Mouches: {amounts}", amounts="50 + 45") in found
    check = "Check: {plus} − {minus} + {mouches} = {rest}"
    assert T(check, plus=121, minus=216, mouches=95, rest="0 ✓") in found
    assert T("Everybody pays into a new mouche") in found
    assert T("{name} deals and adds to the mouche", name="Anne") in found
    assert "4 × −10 = −40" in found
    short = after(table(3, scheme=few), lost("p1", "p0 p1 p2"))
    found = printed(short)
    assert T("Table stakes") in found
    assert "Anne −1, Bruno +1" in found
    assert T("Chips: {stacks}", stacks="Anne 4, Bruno 0, Chloé 5") in found


def test_the_picture_has_them_too() -> None:
    assert T("Mouches: {amounts}", amounts="50 + 45") in texts(wording(), T)
    assert not any("mouche" in text.lower() for text in texts(table(), T))


def test_an_empty_evening_says_that_there_is_no_mouche() -> None:
    assert T("No mouche") in texts(table(scheme=SHARED), T)
    assert T("No mouche") in printed(table(scheme=SHARED))
