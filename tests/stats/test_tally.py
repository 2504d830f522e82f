"""Tallies add up, whatever the order in which they are put together, and say how sure a share is."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st
from league import day_of, league, player_of, tallies

from scorepad.stats.filters import EVER, Filter, Scope, twelve_months, year
from scorepad.stats.parts import Role, rules_of
from scorepad.stats.season import season
from scorepad.stats.tally import Count, Tally, total, wilson
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme

SEATS = [
    tally
    for evening in tallies()[:60]
    for tally in evening.tallies([person.id for person in evening.people])[1].values()
]


@given(st.lists(st.sampled_from(SEATS)))
def test_a_sum_does_not_depend_on_how_it_is_put_together(many: list[Tally]) -> None:
    """Each with the next, from the first or from the last on, or all at once; nothing adds nothing."""
    nothing = Tally()
    from_last = reduce(lambda after, each: each + after, reversed(many), nothing)
    assert reduce(add, many, nothing) == from_last == total(many)


@given(st.sets(st.integers(0, 299)), st.sampled_from([EVER, year(2026), Scope(circle=frozenset("BCD"))]))
def test_a_season_is_the_sum_of_its_evenings(numbers: set[int], scope: Scope) -> None:
    """Also of its months, and of the evenings in any other order."""
    some = [tallies()[number] for number in numbers]
    found = season(some, scope, player_of)
    assert found == season(reversed(some), scope, player_of)
    for player, tally in found.whole.tallies.items():
        nights = [season([night.evening], scope, player_of).whole.tallies for night in found.nights]
        months = [period.tallies for period in found.months.values()]
        for parts in (nights, months):
            assert total([each[player] for each in parts if player in each]) == tally


@pytest.mark.parametrize(
    ("made", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_wilson_as_printed(made: int, of: int, low: float, high: float) -> None:
    """The last two are the examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson(made, of) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 500), st.integers(0, 500))
def test_an_interval_holds_its_share(made: int, lost: int) -> None:
    low, high = wilson(made, made + lost)
    assert 0 <= low <= (made / (made + lost) if made + lost else 0.5) <= high <= 1


def test_a_mean_margin_with_its_error() -> None:
    """Of margins of 10 and 4 card points: 7, give or take 1.96 × 3√2 / √2."""
    count = Count(hands=2, made=2, margin=28, squares=20**2 + 8**2)
    assert (count.mean, count.share) == (7, 1)
    assert count.error == pytest.approx(5.88, abs=0.001)
    assert Count(1, 0, -8, 64).error is None


def test_spans_of_evenings() -> None:
    days = [day_of(evening) for evening in league()]
    assert sum(day in year(2025) for day in days) == sum(day.startswith("2025") for day in days)
    span = twelve_months("2026-03-15")
    assert [day in span for day in ("2025-03-14", "2025-03-15", "2026-03-15", "2026-03-16")] == [0, 1, 1, 0]


def test_only_what_is_counted_has_a_count() -> None:
    tally = season(tallies(), EVER, player_of).whole.tallies["A"]
    assert tally.of(Filter(role=Role.TAKER)) == tally.taken
    with pytest.raises(KeyError):
        tally.of(Filter(role=Role.TAKER, made=True))


def test_rules_that_pay_alike_are_the_same_rules() -> None:
    """A name, a source and a habit do not part them; a figure does."""
    fft = shipped_scheme("fft")
    ours = replace(fft, id="ours", name="Ours", source="", table=replace(fft.table, called_card=True))
    assert rules_of(ours) == rules_of(fft)
    assert rules_of(changed(fft, "bids.garde.factor", 3)) != rules_of(fft)
