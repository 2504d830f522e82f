"""What cannot be: every impossibility of checks/*.toml with its own reason, and its neighbours just inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

import pytest
from hands import (
    DEFENCE,
    TAKER,
    cases_in,
    declared,
    from_facts,
    hand,
    sample,
    scheme_of,
    shown,
)

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
from scorepad.tarot.hand import (
    Bid,
    Chelem,
    Draft,
    Side,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

FFT = shipped_scheme()
WIKIPEDIA = shipped_scheme("wikipedia")
FIVE_ALONE = shipped_scheme("five_alone")

CONTRE, PETITE = Bid.GARDE_CONTRE, Bid.PETITE
BY_TAKER, BY_DEFENCE = Chelem(made=TAKER), Chelem(made=DEFENCE)
Why = set[tuple[Field, Code]]


def why(problems: tuple[Problem, ...]) -> Why:
    return {(problem.field, problem.code) for problem in problems}


def points(code: Code) -> Why:
    return {(Field.CARD_POINTS, code)}


CHELEM: Why = {(Field.CHELEM, Code.POINTS_AGAINST_CHELEM)}
FEW_FOR_BOUTS: Why = points(Code.TOO_FEW_FOR_BOUTS)
FEW_FOR_DISCARD: Why = points(Code.TOO_FEW_FOR_DISCARD)
MANY_FOR_DOG: Why = points(Code.TOO_MANY_FOR_DOG)

CHECKS = cases_in("checks")
REFUSED = [case for case in CHECKS if case.get("problems")]
PASSES = [case for case in CHECKS if not case.get("problems")]


def reasons(case: Mapping[str, Any]) -> Why:
    """Why a case of the tables cannot be."""
    return {(Field(field), Code(code)) for field, code in case["problems"]}


@pytest.mark.parametrize("case", REFUSED, ids=itemgetter("name"))
def test_what_cannot_be_is_refused_for_its_own_reason(case: dict[str, Any]) -> None:
    assert why(impossible(from_facts(case), scheme_of(case))) == reasons(case)


@pytest.mark.parametrize("case", PASSES, ids=itemgetter("name"))
def test_what_is_just_possible_passes(case: dict[str, Any]) -> None:
    assert impossible(from_facts(case), scheme_of(case)) == ()


def test_no_field_and_no_reason_without_a_case() -> None:
    found = set[tuple[Field, Code]]().union(*map(reasons, REFUSED))
    assert {code for _, code in found} == set(Code) - {Code.MISSING, Code.CHELEM_FORGOTTEN}
    assert {field for field, _ in found} == set(Field)


# -- what is not known yet ---


def test_an_empty_draft_lacks_everything_and_nothing_else() -> None:
    missing = {Field.TAKER, Field.BID, Field.BOUTS, Field.CARD_POINTS}
    empty = Draft(players=tuple("ABCD"))
    assert why(check(empty, FFT)) == {(field, Code.MISSING) for field in missing}
    five = Draft(players=tuple("ABCDE"))
    assert why(check(five, FFT)) == {(field, Code.MISSING) for field in missing | {Field.PARTNER}}
    assert why(check(replace(five, alone=True), FFT)) == why(check(empty, FFT))
    assert why(check(five, FIVE_ALONE)) == why(check(empty, FFT))


def test_problems_come_in_the_order_of_the_fields() -> None:
    for case in REFUSED:
        problems = check(from_facts(case), scheme_of(case))
        order = [list(Field).index(problem.field) for problem in problems]
        assert order == sorted(order)
    fields = [problem.field for problem in check(Draft(players=tuple("ABCDE")), FFT)]
    assert fields == [Field.TAKER, Field.BID, Field.PARTNER, Field.BOUTS, Field.CARD_POINTS]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"bid": Bid.GARDE}, FEW_FOR_DISCARD),
        ({"bouts": 1}, FEW_FOR_BOUTS),
        ({"bid": CONTRE}, set()),
        ({}, set()),
    ],
)
def test_what_is_known_is_enough_to_refuse(known: dict[str, Any], expected: Why) -> None:
    draft = Draft(players=tuple("ABCD"), half_points=4, **known)
    found = {(p.field, p.code) for p in impossible(draft, FFT) if p.code is not Code.MISSING}
    assert found == expected


@pytest.mark.parametrize("unknown", ["bid", "bouts", "half_points"])
def test_a_chelem_fits_what_is_not_known(unknown: str) -> None:
    facts: dict[str, Any] = {"bid": Bid.GARDE, "bouts": 3, "half_points": 100, unknown: None}
    draft = Draft(players=tuple("ABCD"), taker="A", chelem=BY_TAKER, **facts)
    assert CHELEM.isdisjoint(why(check(draft, FFT)))


# -- what a message needs ---


def problem(found: tuple[Problem, ...]) -> dict[str, int | str]:
    """The values of the one problem."""
    (one,) = found
    return dict(one.values)


def test_values_name_the_figures() -> None:
    assert problem(impossible(hand(bouts=2, points=8), FFT)) == {"half_points": 16, "least": 18, "bouts": 2}
    assert problem(impossible(hand(bouts=1, points=83), FFT)) == {"half_points": 166, "most": 164, "bouts": 1}
    assert problem(impossible(hand(bouts=0, points=2), FFT)) == {"half_points": 4, "least": 6}
    contre = hand(bid=CONTRE, bouts=3, points=89)
    assert problem(impossible(contre, FFT)) == {"half_points": 178, "most": 176}
    assert problem(impossible(hand(points=40.5), FFT)) == {"half_points": 81}
    assert problem(impossible(hand(bouts=3, points=92), FFT)) == {"half_points": 184}
    assert problem(impossible(hand(bouts=5), FFT)) == {"bouts": 5}
    assert problem(impossible(hand(poignees=shown("A1", "B2")), FFT)) == {"trumps": 23}
    assert problem(impossible(hand("ABCDEF"), FFT)) == {"players": 6}
    assert problem(impossible(hand(bouts=3, points=90, chelem=BY_TAKER), FFT)) == {"side": "taker"}
    beaten = hand(bouts=2, points=20, chelem=BY_DEFENCE)
    assert problem(impossible(beaten, FFT)) == {"side": "defence"}
    petit = hand(bouts=2, points=87, chelem=BY_TAKER, petit_au_bout=DEFENCE)
    assert problem(impossible(petit, FFT)) == {"side": "defence"}
    assert problem(impossible(hand(bid=Bid.POUSSE), FFT)) == {"bid": "pousse"}


def test_values_name_the_players() -> None:
    assert problem(impossible(hand("ABCA"), FFT)) == {"player": "A"}
    assert problem(impossible(hand(taker="Z"), FFT)) == {"player": "Z"}
    assert problem(impossible(hand("ABCDE", partner="A"), FFT)) == {"player": "A"}
    assert problem(impossible(hand("ABCDE", partner="Z"), FFT)) == {"player": "Z"}
    assert problem(impossible(hand(poignees=shown("B1", "B1")), FFT)) == {"player": "B"}
    assert problem(impossible(hand(poignees=shown("Z3")), FFT)) == {"player": "Z"}
    without_trumps = hand(poignees=shown("B2"), miseres=declared("Bt"))
    assert problem(impossible(without_trumps, WIKIPEDIA)) == {"player": "B"}
    twice = hand(miseres=declared("Bc", "Bc"))
    assert problem(impossible(twice, WIKIPEDIA)) == {"player": "B", "kind": "no_court_cards"}
    assert problem(impossible(hand(miseres=declared("Zc")), WIKIPEDIA)) == {"player": "Z"}
    assert problem(impossible(hand(miseres=declared("Bc")), FFT)) == {"kind": "no_court_cards"}


def test_every_culprit_is_named_once_and_in_order() -> None:
    twice = hand("ABCBAC")
    players = [dict(p.values).get("player") for p in impossible(twice, FFT)]
    assert players == [None, "A", "B", "C"]
    both_kinds = hand(miseres=declared("Bt", "Bc", "Ct"))
    assert [dict(p.values) for p in impossible(both_kinds, FFT)] == [
        {"kind": "no_court_cards"},
        {"kind": "no_trumps"},
    ]


# -- next to impossible ---


@pytest.mark.parametrize(
    ("scheme", "facts", "side"),
    [
        (FFT, {"bouts": 0, "points": 3}, "defence"),
        (FFT, {"bouts": 0, "points": 4}, "defence"),
        (FFT, {"bouts": 0, "points": 5}, None),
        (FFT, {"seats": "ABC", "bouts": 0, "points": 4}, "defence"),
        (FFT, {"seats": "ABC", "bouts": 0, "points": 4.5}, None),
        (FFT, {"seats": "ABCDE", "bouts": 0, "points": 3.5}, "defence"),
        (FFT, {"seats": "ABCDE", "bouts": 0, "points": 4}, None),
        (FFT, {"bid": CONTRE, "bouts": 0, "points": 0}, "defence"),
        (FFT, {"bid": CONTRE, "bouts": 0, "points": 1}, "defence"),
        (FFT, {"bid": CONTRE, "bouts": 0, "points": 2}, None),
        (FFT, {"bouts": 3, "points": 91}, "taker"),
        (FFT, {"bouts": 3, "points": 90}, "taker"),
        (FFT, {"bouts": 3, "points": 89}, None),
        (FFT, {"bid": CONTRE, "bouts": 3, "points": 88}, "taker"),
        (FFT, {"bid": CONTRE, "bouts": 3, "points": 87}, "taker"),
        (FFT, {"bid": CONTRE, "bouts": 3, "points": 86}, None),
        (FIVE_ALONE, {"seats": "ABCDE", "bouts": 0, "points": 6}, "defence"),
        (FIVE_ALONE, {"seats": "ABCDE", "bouts": 0, "points": 6.5}, None),
        (FFT, {"bouts": 3, "points": 91, "chelem": BY_TAKER}, None),
        (FFT, {"bouts": 0, "points": 3, "chelem": BY_DEFENCE}, None),
        (FFT, {"bouts": 3, "points": 91, "chelem": Chelem(announced=TAKER)}, "taker"),
    ],
)
def test_a_forgotten_chelem_is_a_warning(scheme: Scheme, facts: dict[str, Any], side: str | None) -> None:
    found = check(hand(**facts), scheme)
    expected = (Problem(Field.CARD_POINTS, Code.CHELEM_FORGOTTEN, (("side", str(side)),), warning=True),)
    assert found == (() if side is None else expected)
    assert impossible(hand(**facts), scheme) == ()


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"points": -1, "bouts": 0}, points(Code.POINTS_OUT_OF_RANGE)),
        ({"points": 92, "bouts": 3}, points(Code.POINTS_OUT_OF_RANGE)),
        ({"points": 2, "bouts": 0}, FEW_FOR_DISCARD),
        ({"points": 89, "bouts": 3, "bid": CONTRE}, MANY_FOR_DOG),
    ],
)
def test_no_warning_beside_points_that_cannot_be(facts: dict[str, Any], expected: Why) -> None:
    assert why(check(hand(**facts), FFT)) == expected


def test_no_warning_before_the_bid_and_the_points_are_known() -> None:
    draft = replace(hand(bouts=3, points=91).to_draft(), bid=None)
    assert why(check(draft, FFT)) == {(Field.BID, Code.MISSING)}
    draft = Draft(players=tuple("ABCD"), taker="A", bid=Bid.GARDE, bouts=2)
    assert why(check(draft, FFT)) == {(Field.CARD_POINTS, Code.MISSING)}


# -- helpers ---


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, (0, 182)),
        ({"bid": Bid.GARDE}, (6, 182)),
        ({"bid": CONTRE}, (0, 176)),
        ({"bouts": 0}, (0, 155)),
        ({"bouts": 1}, (9, 164)),
        ({"bouts": 2}, (18, 173)),
        ({"bouts": 3}, (27, 182)),
        ({"bouts": 4}, (0, 182)),
        ({"bid": Bid.GARDE, "bouts": 0}, (6, 155)),
        ({"bid": CONTRE, "bouts": 3}, (27, 176)),
        ({"bouts": 1, "chelem": BY_DEFENCE}, (8, 164)),
        ({"bouts": 1, "chelem": BY_TAKER}, (9, 165)),
        ({"bouts": 0, "chelem": BY_DEFENCE}, (0, 155)),
        ({"bouts": 3, "chelem": BY_TAKER}, (27, 182)),
    ],
)
def test_bounds(facts: dict[str, Any], expected: tuple[int, int]) -> None:
    assert bounds(Draft(players=tuple("ABCD"), **facts), FFT) == expected


def test_half_points_occur_with_an_odd_number_of_cards_in_a_trick() -> None:
    assert [half_points_occur(players) for players in (2, 3, 4, 5)] == [False, True, False, True]


def test_a_hand_and_its_draft_have_the_same_problems() -> None:
    five = hand("ABCDE", bouts=0, points=1)
    assert check(five, FFT) == check(five.to_draft(), FFT) != ()


def test_bounds_say_when_the_points_are_wrong() -> None:
    codes = {Code.TOO_FEW_FOR_BOUTS, Code.TOO_FEW_FOR_DISCARD, Code.TOO_MANY_FOR_BOUTS, Code.TOO_MANY_FOR_DOG}
    for any_hand in sample(WIKIPEDIA, 300, "bounds"):
        low, high = bounds(any_hand.to_draft(), WIKIPEDIA)
        wrong = any(p.code in codes for p in impossible(any_hand, WIKIPEDIA))
        assert wrong is not (low <= any_hand.half_points <= high)


def test_strangers_are_named_in_order() -> None:
    shows = hand(poignees=shown("Z1", "W1", "Y1", "V1", "X1"))
    declares = hand(miseres=declared("Zt", "Wt", "Yt", "Vt", "Xt"))
    for found in (impossible(shows, WIKIPEDIA), impossible(declares, WIKIPEDIA)):
        strangers = [p for p in found if p.code is Code.NOT_PLAYING]
        assert [dict(p.values) for p in strangers] == [{"player": player} for player in "VWXYZ"]


def test_who_declares_twice_is_named_in_order() -> None:
    twice = hand("ABCDE", miseres=declared(*("Et", "Bt", "Ac", "Dt", "At", "Cc") * 2))
    found = [dict(p.values) for p in impossible(twice, WIKIPEDIA)]
    assert [(values["player"], values["kind"]) for values in found] == [
        ("A", "no_court_cards"),
        ("A", "no_trumps"),
        ("B", "no_trumps"),
        ("C", "no_court_cards"),
        ("D", "no_trumps"),
        ("E", "no_trumps"),
    ]


# --- What a chelem leaves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "made", "left"),
    [
        (Bid.GARDE, TAKER, ((3, 182), (2, 174))),
        (PETITE, DEFENCE, ()),
        (CONTRE, TAKER, ()),
        (CONTRE, DEFENCE, ((0, 0), (1, 8))),
        (Bid.GARDE, None, ()),
        (None, TAKER, ()),
    ],
)
def test_a_chelem_can_leave_only_these_bouts_and_points(
    bid: Bid | None, made: Side | None, left: tuple[tuple[int, int], ...]
) -> None:
    draft = Draft(players=tuple("ABCD"), bid=bid, chelem=Chelem(made=made))
    assert forced_by_chelem(draft) == left
