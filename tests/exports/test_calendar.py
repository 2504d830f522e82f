"""Where the evenings of a season stand below its curve."""

from __future__ import annotations

import pytest

from scorepad.exports.curve import Calendar


def test_evenings_have_their_places_in_the_calendar() -> None:
    """A day between two evenings is as wide as any other; evenings of one day share it, in their order."""
    calendar = Calendar.of(["2026-01-01", "2026-01-01", "2026-01-11", "2026-01-31"])
    begin, first, second, third, last = calendar.places
    assert (begin, last) == (0, 1)
    assert begin < first < second < third < last
    assert third - first == pytest.approx((10 + 1 / 6) * (last - third) / 20)
    one = Calendar.of(["2026-01-01"])
    assert one.places == (0, 1)


@pytest.mark.parametrize(
    ("days", "most", "labels"),
    [
        (["2026-01-09"], 6, ["2026-01-09"]),
        (["2026-01-09", "2026-01-09", "2026-01-30"], 6, ["2026-01-09", "2026-01-30"]),
        ([f"2026-01-{day:02}" for day in range(1, 32)], 3, ["2026-01-01", "2026-01-12", "2026-01-23"]),
        (["2026-01-20", "2026-05-30"], 6, ["2026-02", "2026-03", "2026-04", "2026-05"]),
        (["2025-11-20", "2026-05-30"], 3, ["2026", "2026-04"]),
        (["2020-03-03", "2026-12-01"], 4, ["2020", "2022", "2024", "2026"]),
        (["0001-01-01", "9999-12-31"], 6, ["2000", "4000", "6000", "8000"]),
    ],
)
def test_a_calendar_names_days_months_or_years(days: list[str], most: int, labels: list[str]) -> None:
    found = Calendar.of(days).labels(most)
    assert [words for _, words in found] == labels
    assert all(0 <= place <= 1 for place, _ in found)
