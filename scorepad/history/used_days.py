"""Counts the days on which scorepad was used.

The age of backups and of deleted evenings is counted in these days, because a clock can be wrong.

    backups-and-bin.days    the dates (UTC) on which scorepad was used, and the date on which each file was first seen

A file ages by one day with each later date on which scorepad is used, and never faster than the clock. The latest date
in the list may be wrong: it counts only if the list also has the day before it. So a single start with a wrong clock
ages a file by at most one day. If the list is lost, every file counts as made today.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from .disk import Disk
from .file_format import Tables
from .storage import AtomicStorage

FILE = "backups-and-bin.days"
LIMIT = 62
"""The number of dates that are kept: more than the longest age, in days, that matters for backups or the bin."""


class Expiring(StrEnum):
    """The kinds of files that are kept for a time."""

    BIN = "bin"
    BACKUPS = "backups"
    COPIES = "copies"
    """Backups in the second folder."""


@dataclass(frozen=True, slots=True)
class _Days:
    """The days of use: `dates` maps numbers, from 1, to dates.

    `seen` maps each kind to a mapping from file names to the number of the date on which the file was first seen.
    """

    dates: Mapping[int, date] = field(default_factory=dict)
    seen: Mapping[Expiring, Mapping[str, int]] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of the last date; 0 if there is none."""
        return max(self.dates, default=0)

    def with_date(self, today: date) -> _Days:
        """Returns a copy with `today` added to the dates; a known date is not added again."""
        if today in self.dates.values():
            return self
        dates = {**self.dates, self.last + 1: today}
        return _Days(dict(sorted(dates.items())[-LIMIT:]), self.seen)

    def with_names(self, kind: Expiring, names: Iterable[str]) -> _Days:
        """Returns a copy in which `names` replace the file names of a kind.

        A name that was there before keeps the date on which it was first seen; a new name gets the last date.
        """
        known = self.seen.get(kind, {})
        return _Days(self.dates, {**self.seen, kind: {name: known.get(name, self.last) for name in names}})

    def ages(self, kind: Expiring, today: date) -> dict[str, int]:
        """Maps the name of each file of a kind to the number of days of use since the file was first seen."""
        counted = self._counted()
        return {
            name: _since(number, self.dates.get(number, date.min), counted, today)
            for name, number in self.seen.get(kind, {}).items()
        }

    def _counted(self) -> dict[int, date]:
        """The dates that count, by number: all dates, but not the latest date if the day before it is missing."""
        days = {each.toordinal() for each in self.dates.values()}
        latest = max(days, default=0)
        doubtful = None if latest - 1 in days else latest
        return {number: each for number, each in self.dates.items() if each.toordinal() != doubtful}


def _since(number: int, first: date, counted: Mapping[int, date], today: date) -> int:
    """Counts the dates in `counted` that are later than `first` and have a higher number.

    `number` is the number of `first`. If `first` is in the future, either `first` or `today` is wrong: then all dates
    with a higher number count, except today.
    """
    after = [each for key, each in counted.items() if key > number]
    return sum(each > first if first <= today else each != today for each in after)


class UsedDays:
    """The days of use of a data folder.

    All methods raise a StorageError if the file cannot be read or written; without the file, no age is known.
    """

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._path = folder / FILE
        self._disk = disk

    def count(self, kind: Expiring, names: Iterable[str], now: datetime) -> dict[str, int]:
        """Counts today as a day of use; maps each file name to the number of days of use since the file was first seen.

        `names` are the names of all files of the kind; their order is saved, and other names are forgotten.
        """
        storage, names = self._storage(), list(names)
        if storage.generation == 0 and not names:
            return {}  # there is nothing that could age
        before = _read(storage.read())
        today = now.astimezone(UTC).date()
        days = before.with_date(today).with_names(kind, names)
        if _written(days) != _written(before):
            storage.write(_written(days))
        return days.ages(kind, today)

    def ages(self, kind: Expiring, now: datetime) -> dict[str, int]:
        """Returns the same numbers as `count` for the names of the last `count`; changes nothing."""
        return _read(self._storage().read()).ages(kind, now.astimezone(UTC).date())

    def order(self, kind: Expiring) -> list[str]:
        """The names that the last `count` of this kind received, in the same order."""
        return list(_read(self._storage().read()).seen.get(kind, {}))

    def _storage(self) -> AtomicStorage:
        return AtomicStorage(self._path, durable=False, disk=self._disk)


def age(at: datetime, now: datetime, days: int) -> timedelta:
    """The age of a file that was made at the time `at`: the smaller of its age by the clock and the `days` of use.

    If `at` is in the future, a clock was wrong, and the result is the `days` of use.
    """
    by_clock, by_use = now - at, timedelta(days=days)
    return min(by_clock, by_use) if by_clock >= timedelta() else by_use


def _read(tables: Tables | None) -> _Days:
    """The days in the tables of a file; empty if scorepad did not write such tables."""
    with suppress(LookupError, TypeError, ValueError):
        found = dict(tables or {})
        dates = {int(key): date.fromisoformat(each["date"]) for key, each in found.pop("dates", {}).items()}
        seen = {
            Expiring(kind): {str(each["name"]): int(each["day"]) for each in table.values()}
            for kind, table in found.items()
        }
        return _Days(dates, seen)
    return _Days()


def _written(days: _Days) -> Tables:
    dates = {str(number): {"date": each.isoformat()} for number, each in days.dates.items()}
    seen = {
        kind.value: {str(key): {"name": name, "day": day} for key, (name, day) in enumerate(table.items(), 1)}
        for kind, table in days.seen.items()
    }
    return {"dates": dates, **seen}
