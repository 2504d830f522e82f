"""Time zones: the day of a moment depends on the reader's zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache

# `zoneinfo` is imported only for a zone with a name: Python in a browser neither has nor needs the tz database.

NO_PLACE = frozenset(("Factory", "localtime"))
"""Names in the tz database that stand for the setting of a system."""


@cache
def zone_names() -> frozenset[str]:
    """The names of all zones in the tz database that Python finds on this system."""
    from zoneinfo import available_timezones

    return frozenset(available_timezones()) - NO_PLACE


@dataclass(frozen=True, slots=True)
class Zone:
    """The time zone of a reader: `name` is its name in the tz database; "" means the zone of this system.

    Raises ValueError for an unknown name. Moments and days are in ISO 8601.
    """

    name: str = ""

    def __post_init__(self) -> None:
        if self.name and self.name not in zone_names():
            raise ValueError("no zone is called so")

    @property
    def _info(self) -> tzinfo | None:
        """The zone for Python's `astimezone`; None means the zone of this system."""
        if not self.name:
            return None
        from zoneinfo import ZoneInfo

        return ZoneInfo(self.name)

    def clock(self, at: str) -> datetime:
        """A moment (ISO 8601) in the zone's local time; a text without a UTC offset, such as a day, is not converted.

        Raises ValueError if the text is not in ISO 8601.
        """
        moment = datetime.fromisoformat(at)
        try:
            return moment if moment.tzinfo is None else moment.astimezone(self._info)
        except (OverflowError, OSError):  # near the first and the last hour of the calendar
            return moment

    def day(self, at: str) -> str:
        """The day of a moment in the zone. Raises ValueError for a text that is not in ISO 8601."""
        return self.clock(at).date().isoformat()

    def this_year(self) -> int:
        """The present year in the zone."""
        return datetime.now(UTC).astimezone(self._info).year

    @property
    def differs(self) -> bool:
        """Whether the zone's clocks differ from this system's clocks on the first day of any month of this year."""
        if not self.name:
            return False
        months = [datetime(datetime.now(UTC).year, month, 1, tzinfo=UTC) for month in range(1, 13)]
        here, there = ([each.astimezone(info).utcoffset() for each in months] for info in (None, self._info))
        return here != there


SYSTEM = Zone()
"""The zone of readers at this system: in a window, on a phone, at a command line, in the browser of a web app."""


def zone_said(name: object) -> Zone:
    """The zone that a client names; the zone of this system if the name is unknown."""
    return Zone(name) if isinstance(name, str) and name in zone_names() else SYSTEM
