"""Tallies add up, whatever the order in which they are put together, and say how sure a share is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_evenings import player_of, tallies

from scorepad.stats.parts import COUNTED, rules_of
from scorepad.stats.scopes import EVER, Scope, year
from scorepad.stats.season import season
from scorepad.stats.tally import PLACES, Count, Tally, total, wilson
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.zones import SYSTEM


@pytest.mark.promise("Looking back", "A season is the sum of its evenings and of its months.")
@given(st.sets(st.integers(0, 299)), st.sampled_from([EVER, year(2026), Scope(circle=frozenset("BCD"))]))
def test_a_season_is_the_sum_of_its_evenings(numbers: set[int], scope: Scope) -> None:
    """Also of its months, and of the evenings in any other order."""
    some = [tallies()[number] for number in numbers]
    found = season(some, scope, player_of, day_of=SYSTEM.day)
    assert found == season(reversed(some), scope, player_of, day_of=SYSTEM.day)
    for player, tally in found.whole.tallies.items():
        nights = [
            season([night.evening], scope, player_of, day_of=SYSTEM.day).whole.tallies
            for night in found.nights
        ]
        months = [period.tallies for period in found.months.values()]
        for parts in (nights, months):
            assert total([each[player] for each in parts if player in each]) == tally


@pytest.mark.promise("Looking back", "The counts of 300,000 hands are exact.")
def test_the_counts_of_a_long_life_are_exact() -> None:
    """300,000 hands that are lost without a bout and without a point, in every count."""
    lost = Tally(dict.fromkeys(PLACES.values(), Count(1, 0, -112, 112**2)))
    life = total([lost] * 300_000)
    assert {life.of(wanted) for wanted in COUNTED} == {Count(300_000, 0, -112 * 300_000, 112**2 * 300_000)}


@pytest.mark.promise("Looking back", "A share is told with its 95 % interval.")
@pytest.mark.parametrize(
    ("made", "of", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_the_wilson_interval_is_as_printed(made: int, of: int, low: float, high: float) -> None:
    """The last two are the examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson(made, of) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.promise("Looking back", "Amounts are added up only if their rules pay alike.")
def test_rules_that_pay_alike_are_the_same_rules() -> None:
    """A name, a source and a habit do not part them; a figure does."""
    fft = shipped_scheme("fft")
    ours = replace(fft, id="ours", name="Ours", source="", table=replace(fft.table, called_card=True))
    assert rules_of(ours) == rules_of(fft)
    assert rules_of(changed(fft, "bids.garde.factor", 3)) != rules_of(fft)
