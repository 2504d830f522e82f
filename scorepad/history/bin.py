"""The bin: deleted evenings are kept for 30 days on which scorepad is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from scorepad.faults import Fault

from .errors import BadRecord, HistoryError
from .evenings import EveningFiles
from .summary import Summary
from .used_days import age

KEPT = timedelta(days=30)
"""The shortest time that an evening stays in the bin: see `used_days.age`."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """An evening in the bin, with the `name` of its file and the days of use until it is deleted for good.

    Its summary has a `problem` if it cannot be read.
    """

    name: str
    at: datetime
    days_left: int
    summary: Summary


def list_bin(files: EveningFiles, now: datetime, used: Mapping[str, int]) -> list[Deleted]:
    """The evenings in the bin, the last deleted first; `used` has the days of use since then. Raises Unreadable."""
    found = []
    for name, (evening_id, at) in files.bin().items():
        days_left = max(0, -((age(at, now, used.get(name, 0)) - KEPT) // timedelta(days=1)))
        found.append(Deleted(name, at, days_left, _summary(files, name, evening_id)))
    return sorted(found, key=lambda each: (each.at, each.name), reverse=True)


def _summary(files: EveningFiles, name: str, evening_id: str) -> Summary:
    try:
        return Summary.of(files.read_binned(name))
    except HistoryError as error:
        return Summary(id=evening_id, problem=error)
    except Exception as error:  # an evening that cannot be computed must not hide the others
        return Summary(id=evening_id, problem=BadRecord("events", Fault.UNEXPECTED, repr(error)))
