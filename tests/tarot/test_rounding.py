"""Ways of rounding: to the nearest, to the even one, down, and in the taker's favour."""

from __future__ import annotations

import pytest
from hands import changed, hand

from scorepad.tarot.parameters import example, parameters
from scorepad.tarot.scheme import RoundedTo
from scorepad.tarot.scheme_data import scheme_from_data, scheme_to_data, shipped_scheme
from scorepad.tarot.scoring import score

VALUES = (-35, -25, -21, -20, -1, 0, 1, 20, 21, 25, 35)


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        (RoundedTo.NEAREST, (-40, -30, -20, -20, 0, 0, 0, 20, 20, 30, 40)),
        (RoundedTo.EVEN, (-40, -20, -20, -20, 0, 0, 0, 20, 20, 20, 40)),
        (RoundedTo.DOWN, (-30, -20, -20, -20, 0, 0, 0, 20, 20, 20, 30)),
        (RoundedTo.UP, (-30, -20, -20, -20, 0, 0, 10, 20, 30, 30, 40)),
    ],
)
def test_to_a_multiple_of_ten(to: RoundedTo, expected: tuple[int, ...]) -> None:
    assert tuple(to.of(value, 10) for value in VALUES) == expected


@pytest.mark.parametrize(("to", "total"), [("nearest", 70), ("even", 70), ("down", 60), ("up", 70)])
def test_what_is_paid_is_rounded(to: str, total: int) -> None:
    scheme = changed(shipped_scheme("rounded_10"), {"rounding": {"to": to}})
    assert score(hand(points=49), scheme).total == total  # (25 + 8) × 2 = 66


def test_rules_of_before_round_to_the_nearest() -> None:
    data = scheme_to_data(shipped_scheme("rounded_10"))
    del data["rounding"]["to"], data["margin"]["to"]
    assert scheme_from_data(data) == shipped_scheme("rounded_10")


def test_the_way_is_offered_where_something_is_rounded() -> None:
    for id_, table in (("rounded_10", "rounding"), ("flat_80", "margin")):
        offered = {each.path for each in parameters(shipped_scheme(id_)) if each.path.endswith(".to")}
        assert offered == {f"{table}.to", "poignee.to"}
    flat = shipped_scheme("flat_80")
    shown = example(flat, "margin.to")
    totals = [score(shown, changed(flat, {"margin": {"to": to}})).total for to in RoundedTo]
    assert totals == [90, 80, 80, 90]
