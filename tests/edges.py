"""The moments at which days, years and clocks change, in zones all over the world."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

ZONES = ("UTC", "Europe/Paris", "Pacific/Auckland", "America/New_York")
"""Without changes of clocks; before and behind UTC; and where it is summer at New Year."""
ODD = ("Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns", "Africa/Casablanca")
"""Half an hour of summer time, quarters of an hour, the first to see a day, and clocks that go back for Ramadan."""
YEAR = 2026
SECOND = timedelta(seconds=1)


def written(moment: datetime) -> str:
    """A moment as it is saved."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def clock_changes(zone: str) -> Iterator[datetime]:
    """The moments of a year at which clocks there change."""
    info, moment = ZoneInfo(zone), datetime(YEAR, 1, 1, tzinfo=UTC)
    while moment.year == YEAR:
        later = moment + timedelta(minutes=30)
        if moment.astimezone(info).utcoffset() != later.astimezone(info).utcoffset():
            yield later
        moment = later


@cache
def sides(zone: str) -> tuple[str, ...]:
    """The last second before, and the first one after, midnight, New Year, both clock changes, and their midnights."""
    info = ZoneInfo(zone)
    turns = [datetime(YEAR, 11, 22, tzinfo=info), datetime(YEAR + 1, 1, 1, tzinfo=info)]
    for change in clock_changes(zone):
        day = change.astimezone(info).replace(hour=0, minute=0)
        turns += [change, day, day + timedelta(days=1)]
    return tuple(written(moment) for turn in turns for moment in (turn.astimezone(UTC) - SECOND, turn))
