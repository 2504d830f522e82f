"""Zones: where somebody looks from decides on which day a moment was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache

# The tz database is imported where a name is: a browser's Python has none, and needs none.

NO_PLACE = frozenset(("Factory", "localtime"))
"""Names of the tz database for whatever a system is set to."""


@cache
def zone_names() -> frozenset[str]:
    """The names of all zones that are known here."""
    from zoneinfo import available_timezones

    return frozenset(available_timezones()) - NO_PLACE


@dataclass(frozen=True, slots=True)
class Zone:
    """The zone of who looks: one of the tz database by its name, or that of this system, without one.

    Raises ValueError for a name that is not known here. Moments and days are ISO 8601.
    """

    name: str = ""

    def __post_init__(self) -> None:
        if self.name and self.name not in zone_names():
            raise ValueError("no zone is called so")

    @property
    def _info(self) -> tzinfo | None:
        """What says how its clocks change; with None, Python asks the system about each moment."""
        if not self.name:
            return None
        from zoneinfo import ZoneInfo

        return ZoneInfo(self.name)

    def clock(self, at: str) -> datetime:
        """A moment as clocks show it there; a day alone is the same everywhere. Raises ValueError for neither."""
        moment = datetime.fromisoformat(at)
        try:
            return moment if moment.tzinfo is None else moment.astimezone(self._info)
        except (OverflowError, OSError):  # a file may hold the first or the last hours of the calendar
            return moment

    def day(self, at: str) -> str:
        """The day of a moment there. Raises ValueError for what is no moment."""
        return self.clock(at).date().isoformat()

    def this_year(self) -> int:
        """The present year there."""
        return datetime.now(UTC).astimezone(self._info).year

    @property
    def differs(self) -> bool:
        """Whether clocks there differ from those of this system at some time of the present year."""
        if not self.name:
            return False
        months = [datetime(datetime.now(UTC).year, month, 1, tzinfo=UTC) for month in range(1, 13)]
        here, there = ([each.astimezone(info).utcoffset() for each in months] for info in (None, self._info))
        return here != there


SYSTEM = Zone()
"""Of who sits at this system: a window, a phone, a command line, the browser of a web app."""


def zone_said(name: object) -> Zone:
    """The zone that a client says it is in; that of this system if there is none of this name."""
    return Zone(name) if isinstance(name, str) and name in zone_names() else SYSTEM
