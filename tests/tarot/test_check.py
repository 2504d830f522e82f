"""Impossible hands: every case of checks/*.toml has its own reason, and its neighbours are possible."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from operator import itemgetter
from typing import Any

import oracle
import pytest
from evenings import DEFENCE, TAKER, hand
from hands import cases_in, from_facts, sample, scheme_of, to_facts

from scorepad.tarot.check import (
    Code,
    Field,
    Problem,
    bounds,
    check,
    forced_by_chelem,
    half_points_occur,
    impossible,
)
from scorepad.tarot.hand import Bid, Chelem, Draft, Side
from scorepad.tarot.scheme_data import scheme_to_data, shipped_scheme

FFT = shipped_scheme()
DUEL = shipped_scheme("open_duel")
FIVE_ALONE = shipped_scheme("five_alone")
CONTRE = Bid.GARDE_CONTRE
Why = set[tuple[Field, Code]]

CHECKS = cases_in("checks")
REFUSED = [case for case in CHECKS if case.get("problems")]
PASSES = [case for case in CHECKS if not case.get("problems")]


def why(problems: tuple[Problem, ...]) -> Why:
    return {(problem.field, problem.code) for problem in problems}


def warnings(case: dict[str, Any]) -> list[Problem]:
    """The possible neighbours of an impossible case."""
    if (side := case.get("chelem_forgotten_by")) is None:
        return []
    return [Problem(Field.CARD_POINTS, Code.CHELEM_FORGOTTEN, (("side", side),), warning=True)]


@pytest.mark.promise("The game", "An impossible hand is refused, with the reason for it.")
@pytest.mark.parametrize("case", REFUSED, ids=itemgetter("name"))
def test_an_impossible_hand_is_refused_for_its_own_reason(case: dict[str, Any]) -> None:
    facts, scheme = from_facts(case), scheme_of(case)
    found = check(facts, scheme)
    refused = impossible(facts, scheme)
    assert why(refused) == {(Field(field), Code(code)) for field, code in case["problems"]}
    assert "values" not in case or [dict(problem.values) for problem in refused] == case["values"]
    assert [problem for problem in found if problem.warning] == warnings(case)
    order = [list(Field).index(problem.field) for problem in found]
    assert order == sorted(order)
    codes = {code for _, code in case["problems"]}
    assert oracle.problems(to_facts(facts), scheme_to_data(scheme)) == codes


@pytest.mark.promise("The game", "A hand that is only just possible is accepted.")
@pytest.mark.parametrize("case", PASSES, ids=itemgetter("name"))
def test_a_hand_that_is_just_possible_passes(case: dict[str, Any]) -> None:
    facts, scheme = from_facts(case), scheme_of(case)
    assert [*check(facts, scheme)] == warnings(case)
    assert check(facts.to_draft(), scheme) == check(facts, scheme)
    assert impossible(facts, scheme) == ()
    assert oracle.problems(to_facts(facts), scheme_to_data(scheme)) == set()


def test_no_field_and_no_reason_without_a_case() -> None:
    found = [problem for case in REFUSED for problem in case["problems"]]
    assert {code for _, code in found} == set(Code) - {Code.MISSING, Code.CHELEM_FORGOTTEN}
    assert {field for field, _ in found} == set(Field)


# -- what is not known yet ---


def test_an_empty_draft_lacks_everything_and_nothing_else() -> None:
    missing = [Field.TAKER, Field.BID, Field.BOUTS, Field.CARD_POINTS]
    empty, five = Draft(players=tuple("ABCD")), Draft(players=tuple("ABCDE"))
    assert [(problem.field, problem.code) for problem in check(empty, FFT)] == [
        (field, Code.MISSING) for field in missing
    ]
    assert why(check(five, FFT)) == {*why(check(empty, FFT)), (Field.PARTNER, Code.MISSING)}
    assert why(check(replace(five, alone=True), FFT)) == why(check(empty, FFT))
    assert why(check(five, FIVE_ALONE)) == why(check(empty, FFT))


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"bid": Bid.GARDE}, {Code.TOO_FEW_FOR_DISCARD}),
        ({"bouts": 1}, {Code.TOO_FEW_FOR_BOUTS}),
        ({"bid": CONTRE}, set()),
        ({}, set()),
    ],
)
def test_a_partial_hand_is_refused_by_its_known_facts(known: dict[str, Any], expected: set[Code]) -> None:
    draft = Draft(players=tuple("ABCD"), half_points=4, **known)
    assert {problem.code for problem in impossible(draft, FFT)} - {Code.MISSING} == expected


@pytest.mark.parametrize("unknown", ["bid", "bouts", "half_points"])
def test_nothing_is_said_of_a_chelem_before_bid_bouts_and_points_are_known(unknown: str) -> None:
    """Neither that 91 points are one that was forgotten nor that 90 are none."""
    lacking: dict[str, Any] = {unknown: None}
    chelem = Chelem(made=TAKER)
    draft = replace(hand(bouts=3, points=90, chelem=chelem).to_draft(), **lacking)
    assert {problem.code for problem in check(draft, FFT)} == {Code.MISSING}
    if unknown != "bouts":
        forgotten = replace(draft, chelem=Chelem(), half_points=lacking.get("half_points", 182))
        assert {problem.code for problem in check(forgotten, FFT)} == {Code.MISSING}


def test_a_hand_and_its_draft_hold_the_same_facts() -> None:
    for any_hand in sample(shipped_scheme("wikipedia"), 200, "drafts"):
        draft = any_hand.to_draft()
        assert draft.to_hand() == any_hand
        assert replace(draft, alone=True).to_hand() == any_hand, "beside a partner it means nothing"


@pytest.mark.parametrize(("seats", "alone"), [("ABC", False), ("ABCD", False), ("ABCDE", True)])
def test_only_at_five_is_a_taker_alone(seats: str, alone: bool) -> None:
    assert hand(seats).to_draft().alone is alone


@pytest.mark.parametrize("fact", ["taker", "bid", "bouts", "half_points"])
def test_a_draft_that_lacks_a_fact_is_no_hand(fact: str) -> None:
    lacking: dict[str, Any] = {fact: None}
    with pytest.raises(ValueError, match="not complete"):
        replace(hand().to_draft(), **lacking).to_hand()
    with pytest.raises(ValueError, match="not complete"):
        Draft(players=tuple("ABCD")).to_hand()


# -- two players without bids, while the hand is entered from the side of who is named first ---


@pytest.mark.parametrize(("bouts", "least", "most"), [(0, 0, 77), (1, 4, 82), (2, 9, 87), (3, 14, 91)])
def test_impossible_points_for_the_bouts_are_refused(bouts: int, least: int, most: int) -> None:
    draft = Draft(players=("A", "B"), taker="A", bid=Bid.OPEN, bouts=bouts)
    for points in range(92):
        fine = check(replace(draft, half_points=2 * points), DUEL) == ()
        assert fine is (least <= points <= most), f"{points} points"


@pytest.mark.parametrize(
    ("bouts", "points", "petit", "fine"),
    [(1, 4, TAKER, False), (1, 5, TAKER, True), (0, 0, TAKER, False), (1, 4, DEFENCE, True)],
)
def test_a_side_without_a_trick_has_no_petit_au_bout(
    bouts: int, points: int, petit: Side, fine: bool
) -> None:
    draft = Draft(players=("A", "B"), taker="A", bid=Bid.OPEN, bouts=bouts, petit_au_bout=petit)
    known = replace(draft, half_points=2 * points)
    assert (check(known, DUEL) == ()) is fine
    for unknown in (draft, replace(known, bouts=None, half_points=90)):
        assert Code.PETIT_AGAINST_CHELEM not in {problem.code for problem in check(unknown, DUEL)}


# -- helpers ---


@pytest.mark.parametrize("bid", [None, Bid.GARDE, CONTRE])
def test_the_bounds_tell_impossible_points(bid: Bid | None) -> None:
    codes = {Code.TOO_FEW_FOR_BOUTS, Code.TOO_FEW_FOR_DISCARD, Code.TOO_MANY_FOR_BOUTS, Code.TOO_MANY_FOR_DOG}
    for bouts, made in product((None, 0, 1, 2, 3, 4), (None, TAKER, DEFENCE)):
        draft = Draft(players=tuple("ABC"), bid=bid, bouts=bouts, chelem=Chelem(made=made))
        right = [
            points
            for points in range(183)
            if codes.isdisjoint({each.code for each in check(replace(draft, half_points=points), FFT)})
        ]
        assert bounds(draft, FFT) == (right[0], right[-1])
        assert len(right) == right[-1] - right[0] + 1


def test_half_points_occur_with_an_odd_number_of_cards_in_a_trick() -> None:
    assert [half_points_occur(players) for players in (2, 3, 4, 5)] == [False, True, False, True]


def test_a_chelem_can_leave_only_these_bouts_and_points() -> None:
    def left(bid: Bid | None, chelem: Chelem) -> tuple[tuple[int, int], ...]:
        return forced_by_chelem(Draft(players=tuple("ABCD"), bid=bid, chelem=chelem))

    assert left(Bid.GARDE, Chelem(made=TAKER)) == ((3, 182), (2, 174))
    assert left(CONTRE, Chelem(made=DEFENCE)) == ((0, 0), (1, 8))
    many = [(Bid.PETITE, DEFENCE), (CONTRE, TAKER), (Bid.GARDE, None), (None, TAKER)]
    assert [left(bid, Chelem(made=made)) for bid, made in many] == [()] * 4
