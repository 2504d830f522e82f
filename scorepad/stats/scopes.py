"""A scope tells which evenings count: by the day on which they began, and by the circle of players who played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

PlayerKey = str
"""The key of a player in all evenings: the id in the list of players, or `NOBODY` for a guest.

The key of a team has the ids of the members, joined by "+".
"""
NOBODY = ""
"""The key of every guest."""

YEARS = range(1, 10_000)
"""The years of the calendar."""
THIRTY = (4, 6, 9, 11)
"""The months of thirty days."""
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)

ENOUGH = 3
"""An evening counts if at least this number of players of the circle played in it; a smaller circle needs them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Selects the evenings that began on a day from `since` to `until` (ISO 8601; "" means no limit).

    Days are in the time zone of the reader. With a `circle`, an evening counts only if at least three players of the
    circle played in it; or all its players, if the circle is smaller.
    """

    since: str = ""
    until: str = ""
    circle: frozenset[PlayerKey] = frozenset()

    def __contains__(self, day: str) -> bool:
        return self.since <= day and (not self.until or day <= self.until)

    def includes(self, players: Iterable[PlayerKey]) -> bool:
        """Whether an evening with these players counts for the circle."""
        return not self.circle or len(self.circle.intersection(players)) >= min(ENOUGH, len(self.circle))

    def lists(self, player: PlayerKey) -> bool:
        """Whether a player has figures: with a circle, only its players; without a circle, everybody except guests."""
        return player in self.circle if self.circle else player != NOBODY


EVER = Scope()


def year(number: int) -> Scope:
    """The evenings of a year."""
    return Scope(since=f"{number:04}-01-01", until=f"{number:04}-12-31")


def months(first: str, last: str) -> Scope:
    """The evenings from the first month to the last ("2026-03"). Raises ValueError for anything but a month."""
    _year_and_month(first)
    return Scope(since=f"{first}-01", until=last_day(last))


def last_day(month: str) -> str:
    """The last day (ISO 8601) of a month ("2026-02"). Raises ValueError for anything but a month."""
    year, number = _year_and_month(month)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return f"{month}-{28 + leap if number == 2 else 30 if number in THIRTY else 31}"


def next_month(month: str, by: int) -> str | None:
    """The month `by` months later; None outside the calendar. Raises ValueError for anything but a month."""
    year, number = _year_and_month(month)
    year, place = divmod(12 * year + number - 1 + by, 12)
    return f"{year:04}-{place + 1:02}" if year in YEARS else None


def _year_and_month(month: str) -> tuple[int, int]:
    found = _MONTH.fullmatch(month)
    if found is None or int(found[1]) not in YEARS:
        raise ValueError(month)
    return int(found[1]), int(found[2])


def twelve_months(today: str) -> Scope:
    """The evenings of one year up to `today` (ISO 8601).

    The year begins on the same day one year earlier; if this day does not exist, on the last day of the month.
    """
    before = next_month(today[:7], -12) or today[:7]
    return Scope(since=min(f"{before}{today[7:]}", last_day(before)), until=today)
