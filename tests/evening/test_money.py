"""Points as money: exact to the cent, summing to zero, and settled in the fewest payments."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.evening.money import STEPS, Rate, Transfer, shares, transfers


def balanced(most: int, biggest: int = 12) -> st.SearchStrategy[tuple[int, ...]]:
    """Amounts that sum to zero; small ones have many groups."""
    some = st.lists(st.integers(-biggest, biggest), max_size=most - 1)
    return some.map(lambda amounts: (*amounts, -sum(amounts)))


def fewest(amounts: Sequence[int]) -> int:
    """The least number of payments, by trying every way to split off a group that sums to zero."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    first, others = left[0], left[1:]
    best = len(left) - 1
    for size in range(1, len(others)):
        for chosen in combinations(range(len(others)), size):
            if first + sum(others[i] for i in chosen) == 0:
                rest = [each for i, each in enumerate(others) if i not in chosen]
                best = min(best, size + fewest(rest))
    return best


def settled(amounts: Sequence[int], made: Sequence[Transfer]) -> list[int]:
    """The amounts that are left after payments."""
    left = list(amounts)
    for each in made:
        left[each.payer] += each.cents
        left[each.payee] -= each.cents
    return left


@pytest.mark.promise("The evening", "Debts are settled with the fewest payments.")
@given(balanced(8))
def test_the_fewest_payments_settle_everything(amounts: tuple[int, ...]) -> None:
    made = transfers(amounts)
    assert len(made) == fewest(amounts)
    assert not any(settled(amounts, made))
    assert all(each.cents > 0 for each in made)
    assert all(amounts[each.payer] < 0 < amounts[each.payee] for each in made)


def test_sixteen_people_are_settled_at_once() -> None:
    amounts = tuple(17**place % 9973 for place in range(15))
    amounts = (*amounts, -sum(amounts))
    before = process_time()
    made = transfers(amounts)
    assert len(made) == 15
    assert not any(settled(amounts, made))
    assert process_time() - before < 0.2, "the fewest are not searched for"


@pytest.mark.parametrize(
    ("totals", "rate", "cents"),
    [
        ((318, -106, -106, -106), Rate(cents=100, step=10), (320, -100, -110, -110)),
        ((318, -106, -106, -106), Rate(cents=100, step=100), (300, -100, -100, -100)),
        ((1, 1, -2), Rate(points=3, cents=100), (34, 33, -67)),
        ((2, -1, -1), Rate(points=3, cents=100), (67, -33, -34)),
        ((50, -25, -25), Rate(points=100, cents=10, step=5), (5, 0, -5)),
    ],
)
def test_money_is_shared_exactly(totals: tuple[int, ...], rate: Rate, cents: tuple[int, ...]) -> None:
    assert shares(totals, 1, rate) == cents


@pytest.mark.promise("The evening", "Shares of money are exact to the cent, and sum to zero.")
@given(
    balanced(16, 5000),
    st.sampled_from((1, 2, 4)),
    st.builds(Rate, st.integers(1, 1000), st.integers(0, 10_000), step=st.sampled_from(STEPS)),
)
def test_shares_sum_to_zero_and_are_next_to_the_exact_worth(
    totals: tuple[int, ...], unit: int, rate: Rate
) -> None:
    cents = shares(totals, unit, rate)
    assert sum(cents) == 0
    for total, each in zip(totals, cents, strict=True):
        exact = Fraction(total * rate.cents, unit * rate.points)
        assert each % rate.step == 0
        assert abs(each - exact) < rate.step
        assert exact % rate.step or each == exact
    ranked = sorted(zip(totals, cents, strict=True))
    assert [each for _, each in ranked] == sorted(cents), "who has more points has no less money"
