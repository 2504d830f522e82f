"""Mouches and chips along an evening; `test_any_evening` counts mouches a second time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from evenings import FFT, PASSED, after, clock_of, hand, ruled, seating, stamp, table
from random_evenings import MOUCHES, SHARED

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended, RateAgreed, Seated
from scorepad.evening.money import Rate, transfers
from scorepad.tarot.choices import Split
from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme import ChipRule
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import Rule

CHIPS = shipped_scheme("chips")


def after_hand(one: Evening, taker: str, won: bool, bid: Bid = Bid.GARDE, **facts: Any) -> Evening:
    """One more hand, just made or lost by one."""
    players = "".join(one.table.seating.players(one.dealer))
    outcome = hand(players, 41 if won else 40, taker=taker, bid=bid, **facts)
    return after(one, outcome)


def passed(one: Evening) -> Evening:
    return after(one, PASSED)


def ended(one: Evening) -> Evening:
    return one.add(Ended(), stamp(one))


def moves(one: Evening, number: int = -1) -> list[tuple[str, str, int]]:
    return [(move.kind.value, move.player, move.amount) for move in one.sheet.rows[number].moves]


# -- mouches by hand ---


@pytest.mark.promise("The game", "Mouches are founded, paid and won as the rules say.")
def test_an_evening_with_mouches() -> None:
    one = after_hand(table("ABCD", scheme=MOUCHES), "B", won=False)
    founded = [("founded", player, -10) for player in "ABCD"]
    assert moves(one) == [*founded, ("dealt", "A", -5), ("paid", "B", -45)]
    assert one.sheet.pot == (45, 45)
    assert one.sheet.rows[-1].amounts == (52 - 15, -156 - 55, 52 - 10, 52 - 10)
    assert (one.pot_for("B"), one.pot_for("B", one.sheet.rows[0].id)) == ((50, 45), (45,))
    one = passed(one)
    assert moves(one) == [("dealt", "B", -5)]
    assert one.sheet.totals == (37, -216, 42, 42)
    one = after_hand(one, "D", won=True)
    assert (moves(one), one.sheet.pot) == ([("dealt", "C", -5), ("took", "D", 55)], (45,))
    one = after_hand(one, "A", won=True)
    assert (moves(one), one.sheet.pot) == ([("dealt", "D", -5), ("took", "A", 50)], ())
    assert one.pot_for("A") == (45,), "the next deal founds another"


@pytest.mark.promise("The evening", "Mouches are shared at the end, and going on takes that back.")
def test_the_end_shares_the_mouches_and_going_on_takes_them_back() -> None:
    one = after_hand(table("ABC", scheme=SHARED), "B", won=False)
    over = ended(one)
    assert one.sheet.pot == (35, 35)
    assert moves(over)[-3:] == [("shared", player, 23) for player in "ABC"]
    assert (over.sheet.pot, over.sheet.rows[-1].closes) == ((1,), True), "what cannot be divided"
    on = over.add(Ended(False), stamp(over))
    assert (on.sheet.totals, on.sheet.pot) == (one.sheet.totals, one.sheet.pot)
    left = after_hand(table("ABC", scheme=MOUCHES), "B", won=False)
    assert ended(left).sheet.totals == left.sheet.totals
    struck = over.correct(over.sheet.rows[0].id, None, stamp(over))
    assert (struck.sheet.pot, set(struck.sheet.totals)) == ((), {0})
    gone = over.add(Seated(seating("AB", 2)), stamp(over))
    assert [player for kind, player, _ in moves(gone) if kind == "shared"] == ["A", "B"]
    by = ended(after_hand(table("ABC", scheme=FFT), "B", won=False)).sheet_under(SHARED)
    assert (sum(by.totals), by.pot) == (-1, (1,)), "by other rules too"


def test_the_last_deal_that_stands_closes() -> None:
    one = after_hand(after_hand(table("ABC", scheme=SHARED), "B", won=False), "C", won=False)
    first, last = ended(one.correct(one.sheet.rows[1].id, None, stamp(one))).sheet.rows
    assert first.closes
    assert not last.closes
    assert (last.totals, last.pot) == (first.totals, first.pot)
    assert first.pot == (1,)


def test_rules_without_mouches_leave_the_mouches() -> None:
    clock = clock_of("rules")
    one = after_hand(table("ABCD", scheme=SHARED), "B", won=False)
    one = after_hand(ruled(one, FFT, clock, from_now=True), "C", won=True)
    assert moves(one) == []
    assert one.sheet.pot == one.pot_for("C") == (45, 45)
    over = ended(one)
    assert (moves(over), over.sheet.pot) == ([("shared", player, 22) for player in "ABCD"], (2,))
    without = ruled(one, FFT, clock)
    assert (without.sheet.pot, sum(without.sheet.totals)) == ((), 0)


def test_a_hand_that_the_rules_cannot_score_leaves_the_mouches() -> None:
    one = after_hand(table("ABCD", scheme=FFT), "B", won=False, bid=Bid.PETITE)
    by = one.sheet_under(replace(MOUCHES, bids=MOUCHES.bids[1:]))
    assert by.rows[-1].score is None
    assert [move.kind for move in by.rows[-1].moves] == [*["founded"] * 4, "dealt"]
    assert by.pot == (45,)


def test_the_money_of_the_evening_includes_the_mouches() -> None:
    """The payments settle all accounts, with the mouches."""
    one = passed(table("ABCD", scheme=MOUCHES))
    money = one.add(RateAgreed(Rate(cents=100)), stamp(one)).sheet.money(Rate(cents=100))
    assert money == (*one.sheet.totals, 45) == (-15, -10, -10, -10, 45)
    paid = {(each.payer, each.payee, each.cents) for each in transfers(money)}
    assert paid == {(0, 4, 15), (1, 4, 10), (2, 4, 10), (3, 4, 10)}


# -- chips ---


def test_an_evening_with_chips() -> None:
    one = table("ABC", scheme=replace(CHIPS, chips=ChipRule(start=5)))
    assert one.chips() == {"A": 5, "B": 5, "C": 5}
    one = after_hand(one, "A", won=True, bid=Bid.GARDE_SANS)
    first = one.sheet.rows[-1]
    assert first.score is not None
    assert first.payments is not None
    assert (first.score.lines[-1].rule, first.score.total) == (Rule.TABLE_STAKES, 4)
    assert first.payments.by_line == ((8, -4, -4), (-4, 2, 2)), "5 chips cover 2 against each"
    assert one.chips() == {"A": 9, "B": 3, "C": 3}
    assert one.chips(one.sheet.rows[0].id) == {"A": 5, "B": 5, "C": 5}
    one = after_hand(one, "B", won=False, bid=Bid.GARDE_CONTRE)
    assert one.chips() == {"A": 10, "B": 0, "C": 5}, "the odd chip is C's, who plays after B"
    one = after_hand(one, "B", won=True)
    assert one.sheet.totals == (5, -5, 0), "who has no chip plays on, and wins none"
    free = ruled(one, replace(CHIPS, chips=ChipRule(start=5, table_stakes=False)), clock_of("rules"))
    assert free.chips() is None
    assert free.sheet.totals == (8 + 6 - 2, -4 - 12 + 4, -4 + 6 - 2)


def test_table_stakes_in_an_evening_of_halves() -> None:
    halves = replace(FFT, table=replace(FFT.table, split=Split.EQUAL))
    one = after_hand(table("ABCDE", scheme=halves), "B", won=True, partner="A")
    one = ruled(one, replace(CHIPS, chips=ChipRule(start=60)), clock_of("rules"), from_now=True)
    assert one.chips() == {"A": 135, "B": 135, "C": 10, "D": 10, "E": 10}


def test_a_player_without_chips_pays_mouches_too() -> None:
    both = replace(CHIPS, mouches=MOUCHES.mouches, chips=ChipRule(start=12))
    one = after_hand(table("ABC", scheme=both), "A", won=True)
    assert one.sheet.totals == (4 - 15 + 35, -2 - 10, -2 - 10)
    assert one.chips() == {"A": 36, "B": 0, "C": 0}
    one = passed(one)
    assert one.sheet.totals == (14, -27, -22)
    assert one.chips() == {"A": 26, "B": 0, "C": 0}
