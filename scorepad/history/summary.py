"""Summaries of evenings for lists, and the search for evenings by player, month and name."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures
from scorepad.evening.people import Person
from scorepad.text import folded
from scorepad.zones import Zone

from .errors import HistoryError

MADE_BY = "11"
"""The version of the summaries: a summary that was made by another version is made again.

A new field, or a changed result, needs a new number, as `tests/stats/test_made_by.py` checks; a release without such a
change keeps the number.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The facts about an evening for a list.

    If the evening cannot be read, the summary has only the id, `last_at` and `problem`. `created` is when the evening
    began (`Evening.began`): a moment, or a day that the table gave. Times are in ISO 8601, UTC.

    `totals` are in 1/`unit` of a point, in the order of `people`. `played` has the number of hands that each person
    played, in the same order. `deals` is the number of deals that count, including deals that were thrown in. An
    evening that is `left_out` does not count in seasons. `tally` is the text of an EveningTally; "" until the evening
    is counted.
    """

    id: str
    name: str = ""
    created: str = ""
    last_at: str = ""
    finished: bool = False
    left_out: bool = False
    people: tuple[Person, ...] = ()
    deals: int = 0
    totals: tuple[int, ...] = ()
    unit: int = 1
    played: tuple[int, ...] = ()
    conflicts: int = 0
    tally: str = ""
    problem: HistoryError | None = None

    @classmethod
    def of(cls, evening: Evening) -> Summary:
        """The summary of an evening."""
        played = Figures(evening).played
        return cls(
            id=evening.id,
            name=evening.table.title,
            created=evening.began,
            last_at=evening.last_at,
            finished=evening.table.ended,
            left_out=evening.table.left_out,
            people=evening.sheet.people,
            deals=len(evening.sheet.deals),
            totals=evening.sheet.totals,
            unit=evening.sheet.unit,
            played=tuple([played.get(person.id, 0) for person in evening.sheet.people]),
            conflicts=len(evening.sheet.conflicts),
        )

    @classmethod
    def unreadable(cls, name: str, path: Path, problem: HistoryError) -> Summary:
        """The summary of a file that cannot be read, with the time at which it was modified."""
        try:
            moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except (OSError, ValueError, OverflowError):
            return cls(id=name, problem=problem)
        at = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return cls(id=name, last_at=at, problem=problem)


class SummaryList:
    """Summaries by their ids, and in the order of a list: unfinished evenings first, then the latest first."""

    def __init__(self, summaries: Iterable[Summary] = ()) -> None:
        self._by_id = {each.id: each for each in summaries}
        self._reversed = sorted(self._by_id.values(), key=_list_order)

    def __len__(self) -> int:
        return len(self._by_id)

    def get(self, evening_id: str) -> Summary | None:
        """The summary of an evening; None if it is not here."""
        return self._by_id.get(evening_id)

    def put(self, summary: Summary) -> None:
        """Adds a summary, and replaces any earlier summary of the same evening."""
        self.drop(summary.id)
        self._by_id[summary.id] = summary
        insort(self._reversed, summary, key=_list_order)

    def drop(self, evening_id: str) -> None:
        """Removes the summary of an evening, if it is here."""
        if known := self._by_id.pop(evening_id, None):
            del self._reversed[bisect_left(self._reversed, _list_order(known), key=_list_order)]

    def listed(self) -> list[Summary]:
        """All summaries in their order, as a new list."""
        return self._reversed[::-1]


def _list_order(summary: Summary) -> tuple[bool, str, str]:
    return not summary.finished, summary.last_at, summary.id


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """The number of evenings known so far, and the number of all evenings."""

    known: int
    of: int

    @property
    def share(self) -> float:
        """The share of the evenings that are known, from 0 to 1."""
        return self.known / self.of


# -- search ---


def find_summaries(
    summaries: Iterable[Summary],
    zone: Zone,
    *,
    text: str = "",
    day_words: Callable[[date], str] = date.isoformat,
    since: date | None = None,
    until: date | None = None,
) -> list[Summary]:
    """The evenings that began from `since` to `until` (both included), and that match `text`.

    An evening matches if each word of `text` is in its name, in the name of one of its people, or in the date on which
    it began. Dates are dates in the zone; `day_words` writes out a date in words (`Translator.day_words`).
    """
    words = folded(text).split()

    @cache
    def searchable(begun: str) -> str:
        return folded(day_words(date.fromisoformat(begun)))

    return [
        summary
        for summary in summaries
        if ((since is None and until is None) or _within(_begun(summary, zone), since, until))
        and (not words or _contains(summary, words, zone, searchable))
    ]


def _within(begun: str, since: date | None, until: date | None) -> bool:
    return (
        bool(begun)
        and (since is None or begun >= since.isoformat())
        and (until is None or begun <= until.isoformat())
    )


def _contains(summary: Summary, words: list[str], zone: Zone, day_text: Callable[[str], str]) -> bool:
    names = (name for person in summary.people for name in person.names)
    texts = [folded(summary.name), *map(folded, names)]
    left = [word for word in words if not any(word in text for text in texts)]
    begun = _begun(summary, zone) if left else ""
    return not left or (bool(begun) and all(word in day_text(begun) for word in left))


def _begun(summary: Summary, zone: Zone) -> str:
    """The day on which an evening began (ISO 8601); "" if it is unknown."""
    at = summary.created or summary.last_at
    return zone.day(at) if at else ""
