"""A hand under other schemes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evenings import hand

from scorepad.tarot.check import Code
from scorepad.tarot.comparison import compare, evaluate, first_difference
from scorepad.tarot.hand import Bid, Misere, MisereKind, Poignee, PoigneeSize, Side
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import Rule, score, settle

FFT = shipped_scheme()


def test_a_result_has_the_score_of_the_hand_or_says_why_there_is_none() -> None:
    result = evaluate(hand(), FFT)
    assert (result.score, result.problems) == (score(hand(), FFT), ())
    assert result.payments == settle(score(hand(), FFT), hand(), FFT)
    lacking = evaluate(hand(bid=Bid.PETITE), shipped_scheme("no_petite"))
    assert (lacking.score, lacking.payments) == (None, None)
    assert [problem.code for problem in lacking.problems] == [Code.BID_NOT_IN_SCHEME]


@pytest.mark.parametrize(("other", "line"), [("wikipedia", None), ("flat_80", 0), ("rounded_10", 3)])
def test_a_comparison_finds_the_first_different_line(other: str, line: int | None) -> None:
    """Garde, 49 points with 2 bouts and the petit: (25 + 8 + 10) × 2 = 86; rounded to 90 by a fourth line."""
    facts = hand(points=49, petit_au_bout=Side.TAKER)
    one, two = score(facts, FFT), score(facts, shipped_scheme(other))
    assert first_difference(one, two) == first_difference(two, one) == line


def test_amounts_in_other_units_are_not_different() -> None:
    halves = score(hand(), shipped_scheme("equal_split"))
    assert halves.unit == 2
    assert first_difference(score(hand(), FFT), halves) is None


def test_schemes_are_compared_side_by_side() -> None:
    """Rounding stands before the misère whichever scheme has it, and a line only one scheme has can differ."""
    facts = hand(bid=Bid.GARDE, bouts=2, points=49, miseres=(Misere("B", MisereKind.NO_TRUMPS),))
    schemes = [shipped_scheme(id_) for id_ in ("wikipedia", "rounded_5", "no_petite", "flat_80")]
    found = compare([evaluate(facts, scheme, ignore_unknown_bonuses=True) for scheme in schemes])
    assert [[line and line.rule for line in row] for row in found.rows] == [
        [Rule.CONTRACT] * 4,
        [Rule.MARGIN] * 4,
        [None, Rule.ROUNDING, None, None],
        [Rule.MISERE, None, None, None],
    ]
    assert found.first_rows == (None, 2, 3, 0)
    assert found.first_seats == (None, None, None, None)
    assert found.differs


def test_payments_that_differ_though_no_line_does() -> None:
    facts = hand("ABCDE", taker="C", partner="B")
    schemes = (FFT, shipped_scheme("equal_split"), shipped_scheme("contre_5"), shipped_scheme("five_alone"))
    results = [evaluate(facts, scheme) for scheme in schemes]
    assert results[-1].score is None
    found = compare(results)
    assert (found.first_rows, found.first_seats) == ((None,) * 4, (None, 1, None, None))
    assert found.differs
    assert not compare([results[0], results[2], results[3]]).differs
    assert not compare([results[3], results[0]]).differs, "nothing to compare with"


def test_two_poignees_of_one_player_are_two_rows() -> None:
    """Impossible, but scored when asked for."""
    poignee = Poignee("A", PoigneeSize.SINGLE)
    facts = hand(poignees=(poignee, poignee))
    assert evaluate(facts, FFT).score is None
    found = compare([evaluate(facts, scheme, anyway=True) for scheme in (FFT, shipped_scheme("contre_5"))])
    assert [row[0] and row[0].rule for row in found.rows][2:] == [Rule.POIGNEE, Rule.POIGNEE]
    assert not found.differs


def test_a_hand_without_a_defined_score_has_none() -> None:
    for impossible in (hand("A"), hand(taker="Z"), hand(bouts=4)):
        assert evaluate(impossible, FFT, anyway=True).score is None
    stranger = hand(poignees=(Poignee("Z", PoigneeSize.SINGLE),))
    assert evaluate(stranger, FFT, anyway=True).score is not None
    draft = replace(hand().to_draft(), bid=None)
    assert [problem.code for problem in evaluate(draft, FFT, anyway=True).problems] == [Code.MISSING]
    assert evaluate(hand().to_draft(), FFT) == evaluate(hand(), FFT)


def test_the_totals_say_who_pays_and_who_receives() -> None:
    schemes = [FFT, shipped_scheme("flat_80"), shipped_scheme("five_alone")]
    won, lost = hand("ABCDE", partner="B", points=41), hand("ABCDE", partner="B", points=35)
    assert [sign for sign, _ in compare([evaluate(won, scheme) for scheme in schemes]).totals] == [1]
    [(sign, scores)] = compare([evaluate(lost, scheme) for scheme in schemes]).totals
    assert (sign, scores[2]) == (-1, None)
    assert all(each.total < 0 for each in scores[:2] if each)
    both = compare([evaluate(won, FFT), evaluate(lost, FFT)]).totals
    assert [(sign, [each is not None for each in scores]) for sign, scores in both] == [
        (1, [True, False]),
        (-1, [False, True]),
    ]
    assert compare([evaluate(hand("A"), FFT)]).totals == [(1, [None])], "a dash, rather than no row"
