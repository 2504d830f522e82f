"""Mouches and chips along an evening, against a second way to count them, pile by pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from evenings import stamp
from example_evenings import FFT, PASSED, evening, hand, ruled, seating
from random_evenings import MOUCHES, SHARED, Clock

from scorepad.evening.adjustment import penalty
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Ended, RateAgreed, Seated
from scorepad.evening.money import Rate, transfers
from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme import ChipRule, MoucheRule, Scheme, Split
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import Rule

CHIPS = shipped_scheme("chips")
NO_FIVE = replace(MOUCHES, mouches=MoucheRule(stake=7, dealer=0))
Outcome = tuple[str, bool] | None


def played(one: Evening, taker: str, won: bool, bid: Bid = Bid.GARDE, **facts: Any) -> Evening:
    """One more hand, just made or lost by one."""
    players = "".join(one.table.seating.players(one.dealer))
    outcome = hand(players, 41 if won else 40, taker=taker, bid=bid, **facts)
    return one.record(Deal(one.dealer, outcome), stamp(one))


def passed(one: Evening) -> Evening:
    return one.record(Deal(one.dealer, PASSED), stamp(one))


def ended(one: Evening) -> Evening:
    return one.add(Ended(), stamp(one))


def moves(one: Evening, number: int = -1) -> list[tuple[str, str, int]]:
    return [(move.kind.value, move.player, move.amount) for move in one.sheet.entries[number].moves]


# -- mouches by hand ---


def test_an_evening_with_mouches() -> None:
    one = played(evening(scheme=MOUCHES), "B", won=False)
    founded = [("founded", player, -10) for player in "ABCD"]
    assert moves(one) == [*founded, ("dealt", "A", -5), ("paid", "B", -45)]
    assert one.sheet.pot == (45, 45)
    assert one.sheet.entries[-1].amounts == (52 - 15, -156 - 55, 52 - 10, 52 - 10)
    assert (one.pot_for("B"), one.pot_for("B", "e1")) == ((50, 45), (45,))
    one = passed(one)
    assert moves(one) == [("dealt", "B", -5)]
    assert one.sheet.totals == (37, -216, 42, 42)
    one = played(one, "D", won=True)
    assert (moves(one), one.sheet.pot) == ([("dealt", "C", -5), ("took", "D", 55)], (45,))
    one = played(one, "A", won=True)
    assert (moves(one), one.sheet.pot) == ([("dealt", "D", -5), ("took", "A", 50)], ())
    assert one.pot_for("A") == (45,), "the next deal founds another"


def test_the_taker_alone_wins_and_loses_the_mouche() -> None:
    one = played(evening("ABCDE", scheme=MOUCHES), "C", won=True, partner="E")
    assert moves(one)[-1] == ("took", "C", 55)
    assert one.sheet.entries[-1].amounts == (-50 - 15, -50 - 10, 100 - 10 + 55, -50 - 10, 50 - 10)


def test_who_sits_out_pays_too() -> None:
    one = played(evening("ABCDE", 4, MOUCHES), "B", won=False)
    assert moves(one)[:6] == [*(("founded", player, -10) for player in "ABCDE"), ("dealt", "A", -5)]
    assert one.sheet.pot == (55, 55)


def test_who_comes_later_pays_no_stake_of_a_mouche_that_is_there() -> None:
    one = played(evening("ABC", scheme=MOUCHES), "A", won=False)
    one = one.add(Seated(seating("BCD", dealer="D")), stamp(one))
    one = played(one, "D", won=True)
    assert (moves(one), one.sheet.pot) == ([("dealt", "D", -5), ("took", "D", 40)], (35,))
    one = passed(played(one, "B", won=True))
    assert [player for kind, player, _ in moves(one) if kind == "founded"] == ["B", "C", "D"]


def test_the_end_shares_what_lies_there_and_going_on_takes_it_back() -> None:
    one = played(evening("ABC", scheme=SHARED), "B", won=False)
    over = ended(one)
    assert one.sheet.pot == (35, 35)
    assert moves(over)[-3:] == [("shared", player, 23) for player in "ABC"]
    assert (over.sheet.pot, over.sheet.entries[-1].closes) == ((1,), True), "what cannot be divided"
    on = over.add(Ended(False), stamp(over))
    assert (on.sheet.totals, on.sheet.pot) == (one.sheet.totals, one.sheet.pot)
    left = played(evening("ABC", scheme=MOUCHES), "B", won=False)
    assert ended(left).sheet.totals == left.sheet.totals
    struck = over.correct("e1", None, stamp(over))
    assert (struck.sheet.pot, set(struck.sheet.totals)) == ((), {0})
    gone = over.add(Seated(seating("AB", 2)), stamp(over))
    assert [player for kind, player, _ in moves(gone) if kind == "shared"] == ["A", "B"]
    by = ended(played(evening("ABC", scheme=FFT), "B", won=False)).by(SHARED)
    assert (sum(by.totals), by.pot) == (-1, (1,)), "by other rules too"


def test_the_last_deal_that_stands_closes() -> None:
    one = played(played(evening("ABC", scheme=SHARED), "B", won=False), "C", won=False)
    first, last = ended(one.correct("e2", None, stamp(one))).sheet.entries
    assert (first.closes, last.closes) == (True, False)
    assert (last.totals, last.pot) == (first.totals, first.pot)
    assert first.pot == (1,)


def test_rules_without_mouches_leave_them_there() -> None:
    clock = Clock("rules")
    one = played(evening(scheme=SHARED), "B", won=False)
    one = played(ruled(one, FFT, clock, from_now=True), "C", won=True)
    assert moves(one) == []
    assert one.sheet.pot == one.pot_for("C") == (45, 45)
    over = ended(one)
    assert (moves(over), over.sheet.pot) == ([("shared", player, 22) for player in "ABCD"], (2,))
    without = ruled(one, FFT, clock)
    assert (without.sheet.pot, sum(without.sheet.totals)) == ((), 0)


def test_rules_with_halves_keep_the_mouches_in_points() -> None:
    one = played(evening("ABCDE", scheme=MOUCHES), "B", won=False, partner="A")
    halves = replace(MOUCHES, table=replace(MOUCHES.table, split=Split.EQUAL))
    one = ruled(one, halves, Clock("rules"), from_now=True)
    assert (one.sheet.unit, one.sheet.pot) == (2, (110, 110))
    one = played(one, "C", won=True, partner="A")
    assert (one.sheet.pot, sum(one.sheet.totals)) == ((110,), -110)


def test_a_hand_that_the_rules_cannot_score_leaves_the_mouches() -> None:
    one = played(evening(scheme=FFT), "B", won=False, bid=Bid.PETITE)
    by = one.by(replace(MOUCHES, bids=MOUCHES.bids[1:]))
    assert by.entries[-1].score is None
    assert [move.kind for move in by.entries[-1].moves] == [*["founded"] * 4, "dealt"]
    assert by.pot == (45,)


def test_money_counts_what_lies_in_the_mouches() -> None:
    """Who pays whom settles all accounts, that of the mouches too."""
    one = passed(evening(scheme=MOUCHES))
    money = one.add(RateAgreed(Rate(cents=100)), stamp(one)).sheet.money(Rate(cents=100))
    assert money == (*one.sheet.totals, 45) == (-15, -10, -10, -10, 45)
    paid = {(each.payer, each.payee, each.cents) for each in transfers(money)}
    assert paid == {(0, 4, 15), (1, 4, 10), (2, 4, 10), (3, 4, 10)}


def test_points_without_a_hand_leave_the_mouches_alone() -> None:
    one = passed(evening(scheme=SHARED))
    fined = one.record(Deal(one.dealer, penalty("B", ("A", "C"), 10)), stamp(one))
    assert (fined.sheet.pot, fined.sheet.entries[-1].moves) == (one.sheet.pot, ())
    assert fined.sheet.totals == (-5, -30, 0, -10)
    over = ended(fined)
    assert (over.sheet.pot, over.sheet.totals) == ((1,), (6, -19, 11, 1))


# -- mouches against piles ---


def with_piles(outcomes: Sequence[Outcome], stake: int, extra: int) -> tuple[Counter[str], list[int]]:
    """The purses of three people, and the piles, after the same deals at a table; the hands themselves pay nothing."""
    purses, piles = Counter[str](), list[int]()
    for number, outcome in enumerate(outcomes):
        if not piles:
            purses.subtract(dict.fromkeys("ABC", stake))
            piles.append(3 * stake)
        purses["ABC"[number % 3]] -= extra
        piles.sort()
        piles[-1] += extra
        if outcome is not None:
            taker, won = outcome
            highest = piles.pop()
            purses[taker] += highest if won else -highest
            piles += [] if won else [highest, highest]
    return purses, piles


OUTCOMES: list[Outcome] = [None, *((taker, won) for taker in "ABC" for won in (True, False))]


@pytest.mark.parametrize("scheme", [MOUCHES, NO_FIVE], ids=["10 and 5", "7 and 0"])
def test_all_small_evenings_as_with_piles(scheme: Scheme, long: bool) -> None:
    assert scheme.mouches is not None
    for outcomes in product(OUTCOMES, repeat=4 if long else 3):
        one = evening("ABC", scheme=scheme)
        for outcome in outcomes:
            one = passed(one) if outcome is None else played(one, *outcome)
        purses, piles = with_piles(outcomes, scheme.mouches.stake, scheme.mouches.dealer)
        for entry in one.sheet.hands:
            assert entry.payments is not None
            purses.update(dict(zip("ABC", entry.payments.totals, strict=True)))
        assert one.sheet.totals == tuple(purses[who] for who in "ABC")
        assert one.sheet.pot == tuple(sorted(piles, reverse=True))


# -- chips ---


def test_an_evening_with_chips() -> None:
    one = evening("ABC", scheme=replace(CHIPS, chips=ChipRule(start=5)))
    assert one.chips() == {"A": 5, "B": 5, "C": 5}
    one = played(one, "A", won=True, bid=Bid.GARDE_SANS)
    first = one.sheet.entries[-1]
    assert first.score is not None
    assert first.payments is not None
    assert (first.score.lines[-1].rule, first.score.total) == (Rule.TABLE_STAKES, 4)
    assert first.payments.by_line == ((8, -4, -4), (-4, 2, 2)), "5 chips cover 2 against each"
    assert one.chips() == {"A": 9, "B": 3, "C": 3}
    assert one.chips("e1") == {"A": 5, "B": 5, "C": 5}
    one = played(one, "B", won=False, bid=Bid.GARDE_CONTRE)
    assert one.chips() == {"A": 10, "B": 0, "C": 5}, "the odd chip is C's, who plays after B"
    one = played(one, "B", won=True)
    assert one.sheet.totals == (5, -5, 0), "who has no chip plays on, and wins none"
    free = ruled(one, replace(CHIPS, chips=ChipRule(start=5, table_stakes=False)), Clock("rules"))
    assert free.chips() is None
    assert free.sheet.totals == (8 + 6 - 2, -4 - 12 + 4, -4 + 6 - 2)


def test_table_stakes_in_an_evening_of_halves() -> None:
    halves = replace(FFT, table=replace(FFT.table, split=Split.EQUAL))
    one = played(evening("ABCDE", scheme=halves), "B", won=True, partner="A")
    one = ruled(one, replace(CHIPS, chips=ChipRule(start=60)), Clock("rules"), from_now=True)
    assert one.chips() == {"A": 135, "B": 135, "C": 10, "D": 10, "E": 10}


def test_mouches_are_paid_by_who_has_no_chip_too() -> None:
    both = replace(CHIPS, mouches=MOUCHES.mouches, chips=ChipRule(start=12))
    one = played(evening("ABC", scheme=both), "A", won=True)
    assert one.sheet.totals == (4 - 15 + 35, -2 - 10, -2 - 10)
    assert one.chips() == {"A": 36, "B": 0, "C": 0}
    one = passed(one)
    assert one.sheet.totals == (14, -27, -22)
    assert one.chips() == {"A": 26, "B": 0, "C": 0}
