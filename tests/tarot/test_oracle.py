"""The oracle against the case files, and what it alone can be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from operator import itemgetter
from typing import Any

import pytest
from hands import cases_in
from oracle import REASONS, SCHEMES, Rules, changed, comparable, from_facts, open_duel, problems, score

CASES = cases_in("cases")
CHECKS = cases_in("checks")
GARDE = {"players": [*"ABCD"], "taker": "A", "bid": "garde", "bouts": 2, "card_points": 41}


def rules_of(case: Mapping[str, Any]) -> Rules:
    return changed(SCHEMES[case["scheme"]], case.get("change", {}))


def codes(case: Mapping[str, Any]) -> set[str]:
    return {code for _, code in case.get("problems", ())}


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["scheme"] != "open_duel"], ids=itemgetter("name")
)
def test_score_and_payments(case: dict[str, Any]) -> None:
    hand, rules = from_facts(case), rules_of(case)
    assert problems(hand, rules) == set()
    s, payments = score(hand, rules)
    assert s == case["total"]
    assert payments == case["payments"]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["scheme"] == "open_duel"], ids=itemgetter("name")
)
def test_payments_of_an_open_duel(case: dict[str, Any]) -> None:
    assert open_duel(from_facts(case)) == case["payments"]


@pytest.mark.parametrize(
    "case", [case for case in CHECKS if codes(case) <= REASONS.keys()], ids=itemgetter("name")
)
def test_what_cannot_be(case: dict[str, Any]) -> None:
    expected = {REASONS[code] for code in codes(case)}
    ours, theirs = comparable(expected, problems(from_facts(case), rules_of(case)))
    assert theirs == ours


def test_which_reasons_only_the_app_knows() -> None:
    assert set[str]().union(*map(codes, CHECKS)) - REASONS.keys() == {
        "no_call_here",
        "found_and_partner",
        "open_is_for_two",
        "not_in_open_duel",
        "points_out_of_range",
    }


def test_what_the_checks_do_not_ask() -> None:
    assert problems(from_facts(GARDE | {"bouts": 3, "card_points": 92}), Rules()) == {"points against bouts"}
    quarter = GARDE | {"players": [*"ABC"], "card_points": Fraction(161, 4)}
    assert problems(from_facts(quarter), Rules()) == {"fraction of a point"}
    assert problems(from_facts(GARDE | {"bid": "misere"}), Rules()) == {"bid"}
    nothing = {"announced": None, "made": None}
    assert score(from_facts(GARDE | {"chelem": nothing}), Rules()) == score(from_facts(GARDE), Rules())


def test_payments_sum_to_zero(long: bool) -> None:
    yes_no = (False, True)
    for seats, half, equal, rounding in product(("AB", "ABC", "ABCD", "ABCDE"), yes_no, yes_no, (0, 5, 10)):
        rules = replace(
            SCHEMES["pousse"], half_points_kept=half, equal_split=equal, rounding=rounding, misere=10
        )
        for bid, bouts, points in product(rules.bids, range(4), range(0, 183, 7 if long else 37)):
            for partner in (None, "B") if len(seats) == 5 else (None,):
                facts = {"players": [*seats], "bid": bid, "bouts": bouts, "card_points": Fraction(points, 2)}
                facts |= {"partner": partner, "miseres": [{"player": "B", "kind": "no_trumps"}]}
                facts |= {"poignees": [{"player": "A", "size": "single"}]}
                assert sum(score(from_facts(GARDE | facts), rules)[1]) == 0
