"""Where the curve of an evening lies."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.exports.chart import DASHES, Plot, dashes, marked, spread


def plot(*totals: int) -> Plot:
    """The curve of one person."""
    return Plot.of([(0,), *((total,) for total in totals)], 10, 20, 100, 50)


def test_points_lie_in_the_frame() -> None:
    found = plot(50, -50)
    assert [found.x(0), found.x(1), found.x(2)] == [10, 60, 110]
    assert [found.y(50), found.y(0), found.y(-50)] == [20, 45, 70]


def test_a_curve_at_zero_has_a_frame_all_the_same() -> None:
    assert plot(0).y(0) == 45
    assert plot().x(0) == 10
    assert 0 in plot(0).totals(1)


@given(st.lists(st.integers(-(10**7), 10**7), min_size=1, max_size=30), st.sampled_from([1, 2, 4]))
def test_scales_are_round_few_and_hold_zero(totals: list[int], unit: int) -> None:
    found = plot(*totals)
    ticks = found.totals(unit)
    assert 0 in ticks
    assert all(found.low <= tick <= found.high for tick in ticks)
    assert len(ticks) <= 10
    steps = {after - before for before, after in pairwise(ticks)}
    assert len(steps) <= 1
    for step in steps:
        assert step % unit == 0
        assert str(step // unit).rstrip("0") in ("1", "2", "5")


@pytest.mark.parametrize(
    ("hands", "numbers"),
    [(1, [1]), (3, [1, 2, 3]), (20, [*range(2, 21, 2)]), (40, [1, 5, 10, 15, 20, 25, 30, 35, 40])],
)
def test_the_numbers_of_hands_below(hands: int, numbers: list[int]) -> None:
    assert plot(*[0] * hands).numbers() == numbers


@given(st.integers(1, 500), st.integers(3, 8))
def test_every_line_bears_marks_and_not_too_many(hands: int, seats: int) -> None:
    for seat in range(seats):
        found = marked(hands, seat, seats)
        assert len(found) <= 18
        assert hands == 1 or len(found) >= 1
        assert all(0 < number < hands for number in found)


@given(st.lists(st.floats(0, 100), min_size=1, max_size=8))
def test_labels_keep_apart_and_in_order(wanted: list[float]) -> None:
    places = spread(wanted, 10, 0, 100)
    ordered = [place for _, place in sorted(zip(wanted, places, strict=True))]
    assert all(after - before >= 10 - 1e-9 for before, after in pairwise(sorted(ordered)))
    assert min(places) >= -1e-9
    assert max(places) <= 100 + 1e-9
    pairs = sorted(zip(wanted, places, strict=True))
    assert all(a[1] < b[1] for a, b in pairwise(pairs) if a[0] < b[0])


def test_labels_with_room_stay_where_they_belong() -> None:
    assert spread([10, 90, 50], 10, 0, 100) == [10, 90, 50]
    assert spread([50, 50], 10, 0, 100) == [45, 55]


def length(pieces: list[list[tuple[float, float]]]) -> float:
    return sum(math.dist(a, b) for piece in pieces for a, b in pairwise(piece))


def test_a_line_is_cut_into_dashes() -> None:
    line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert list(dashes(line, ())) == [line]
    assert list(dashes(line, (4, 4))) == [
        [(0.0, 0.0), (4.0, 0.0)],
        [(8.0, 0.0), (10.0, 0.0), (10.0, 2.0)],
        [(10.0, 6.0), (10.0, 10.0)],
    ]


@given(
    st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=2, max_size=20),
    st.sampled_from(DASHES[1:]),
)
def test_dashes_leave_out_their_share(line: list[tuple[float, float]], pattern: tuple[float, ...]) -> None:
    whole = sum(math.dist(a, b) for a, b in pairwise(line))
    drawn = length(list(dashes(line, pattern)))
    rounds = whole / sum(pattern)
    share = sum(pattern[::2])
    assert math.floor(rounds) * share - 0.01 <= drawn <= math.ceil(rounds) * share + 0.01


def test_every_seat_has_a_line_of_its_own() -> None:
    assert len(set(DASHES)) == len(DASHES) == 8
