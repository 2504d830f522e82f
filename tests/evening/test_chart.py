"""Where the curve of an evening lies."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.evening.chart import DASHES, Plot, dashes, lines, marked, simplified, spread


def plot(*totals: int) -> Plot:
    """The curve of one person."""
    return Plot.of([(0,), *((total,) for total in totals)], 10, 20, 100, 50)


def test_points_lie_in_the_frame() -> None:
    found = plot(50, -50)
    assert [found.x(0), found.x(1), found.x(2)] == [10, 60, 110]
    assert [found.y(50), found.y(0), found.y(-50)] == [20, 45, 70]


def test_a_label_stays_in_the_frame() -> None:
    found = plot(50, -50)  # from 20 down to 70
    assert found.label_above(40, above=True, needed=15), "there is room above"
    assert not found.label_above(30, above=True, needed=15), "below instead"
    assert not found.label_above(50, above=False, needed=15), "there is room below"
    assert found.label_above(60, above=False, needed=15), "above instead"


def test_a_curve_at_zero_has_a_frame_too() -> None:
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


def test_a_touch_finds_the_hand_of_its_column() -> None:
    found = plot(50, -50)
    assert [found.nearest(x) for x in (0, 10, 59, 84, 86, 110, 400)] == [1, 1, 1, 1, 2, 2, 2]


STAYS = [[range(3)], [range(3)], [range(2)]]
"""The points of the curve while each is there: the third leaves after the first hand."""


def test_the_line_of_each_person_with_its_label() -> None:
    curve = [(0, 0, 0), (20, 0, -20), (20, 0, -20)]
    first, second, third = lines(Plot.of(curve, 10, 20, 100, 40), curve, STAYS, 10, 0)
    assert [stretch.points for stretch in first.stretches] == [((10, 40), (60, 20), (110, 20))]
    assert first.end == (110, 20)
    assert first.label == 20
    assert first.there
    assert second.stretches[0].marks[-1] == (110, 40)
    assert third.stretches[0].points[-1] == (60, 60)
    assert not third.there


def test_lines_of_equal_totals_lie_beside_each_other() -> None:
    curve = [(0, 0, 0), (-10, 20, -10), (-10, 20, -10)]
    drawn = lines(Plot.of(curve, 0, 0, 100, 30), curve, STAYS[:2] * 2, 0, 0, gap=2)
    heights = [[y for _, y in line.stretches[0].points] for line in drawn]
    assert heights == [[18, 29, 29], [20, 0, 0], [22, 31, 31]]


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=60), st.floats(0.1, 20))
def test_a_simpler_line_passes_near_every_point(heights: list[int], tolerance: float) -> None:
    line = [(3.0 * n, float(y)) for n, y in enumerate(heights)]
    found = simplified(line, tolerance)
    assert (found[0], found[-1]) == (line[0], line[-1])
    assert set(found) <= set(line)
    assert len(found) == len(set(found))
    for x, y in line:
        for (x0, y0), (x1, y1) in pairwise(found):
            if x0 <= x <= x1:
                assert abs(y0 + (y1 - y0) * (x - x0) / (x1 - x0) - y) <= tolerance + 1e-6


def test_a_line_that_keeps_its_slope_is_two_points() -> None:
    assert simplified([(float(n), 2.0 * n) for n in range(100)], 0.5) == [(0, 0), (99, 198)]


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
