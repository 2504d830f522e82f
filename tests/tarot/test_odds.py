"""The odds: against every draw of small decks, against all places of the bouts, and against the printed figures."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from scorepad.tarot.odds import Odds, drawn, in_dog, in_hand, in_hand_and_dog
from scorepad.tarot.scheme_data import shipped_scheme

FFT = shipped_scheme()


@pytest.mark.parametrize("among", range(8))
def test_the_odds_equal_the_count_of_all_draws_of_a_small_deck(among: int) -> None:
    for wanted in range(among + 1):
        for draw in range(among + 1):
            seen = Counter(sum(card < wanted for card in cards) for cards in combinations(range(among), draw))
            odds = drawn(wanted, among, draw)
            assert dict(enumerate(odds.ways)) == {count: seen[count] for count in range(len(odds.ways))}
            assert odds.draws == comb(among, draw)
            assert max(seen) < len(odds.ways)


@pytest.mark.promise("The game", "The odds of what the dog brings are exact.")
@pytest.mark.parametrize("held", range(4))
def test_the_odds_of_the_dog_equal_the_count_of_all_places(held: int) -> None:
    """Where the missing bouts lie among the 60 cards that a player of four does not see: the first 6 are the dog."""
    places = Counter(sum(at < 6 for at in missing) for missing in combinations(range(60), 3 - held))
    odds = in_dog(3 - held, 4, FFT)
    for count in range(4 - held):
        assert odds.exactly(count) == pytest.approx(places[count] / places.total(), abs=1e-15)


def percent(odds: Odds) -> list[float]:
    return [round(100 * odds.exactly(count), 1) for count in range(len(odds.ways))]


def test_the_odds_equal_published_figures() -> None:
    assert [percent(in_dog(3 - held, 4, FFT))[0] for held in range(3)] == [72.5, 80.8, 90.0]
    assert percent(in_hand(3, 4, FFT)) == [45.0, 41.9, 12.1, 1.1]
    assert percent(in_hand_and_dog(3, 4, FFT)) == [32.6, 45.1, 19.6, 2.7]
    assert round(100 * in_dog(1, 5, FFT).exactly(1), 1) == 4.8
    assert round(100 * in_hand(22, 4, FFT).at_least(10), 2) == 0.52


def test_parts_sum_to_the_whole() -> None:
    odds = in_hand(22, 3, FFT)
    assert sum(map(odds.exactly, range(23))) == pytest.approx(1)
    assert odds.at_least(0) == odds.at_least(-1) == 1
    assert odds.at_least(23) == odds.exactly(23) == odds.exactly(-1) == 0
    assert odds.at_least(8) == pytest.approx(sum(map(odds.exactly, range(8, 23))))


@pytest.mark.parametrize(("wanted", "among", "draw"), [(-1, 5, 1), (6, 5, 1), (1, 5, -1), (1, 5, 6)])
def test_impossible_counts_are_refused(wanted: int, among: int, draw: int) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        drawn(wanted, among, draw)
