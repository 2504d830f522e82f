"""Filters: a frozen value defines a figure, and selects the hands behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

from scorepad.tarot.hand import CONTRACTS, NEEDED, Bid, PoigneeSize

from .parts import NOBODY, Part, PlayerKey, Role, Rules

YEARS = range(1, 10_000)
"""The years of the calendar."""
THIRTY = (4, 6, 9, 11)
"""The months of thirty days."""
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)

ENOUGH = 3
"""The number of players of a circle that makes an evening count; of a smaller circle, all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which evenings count: those that began on a day from `since` to `until` (ISO 8601, "" for no limit).

    Days are days in the zone of whoever looks. With a `circle`, an evening counts if at least three of its players, or
    all of a smaller circle, played in it.
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
        """Whether a player has figures: a player of the circle, or anybody but a guest without a circle."""
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
    """The evenings from the same day one year earlier, or the last day of that month, up to `today` (ISO 8601)."""
    before = next_month(today[:7], -12) or today[:7]
    return Scope(since=min(f"{before}{today[7:]}", last_day(before)), until=today)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Selects the parts in hands that have every fact given here; `against` is a player of the other side."""

    scope: Scope = EVER
    player: PlayerKey | None = None
    rules: Rules | None = None
    role: Role | None = None
    bid: Bid | None = None
    bouts: int | None = None
    seats: int | None = None
    made: bool | None = None
    partner: PlayerKey | None = None
    against: PlayerKey | None = None
    poignee: PoigneeSize | None = None
    petit: bool | None = None
    announced: bool | None = None
    chelem: bool | None = None

    def includes(self, other: Filter) -> bool:
        """Whether every hand that `other` selects is selected by this filter, too."""
        return all(getattr(self, name) in (None, getattr(other, name)) for name in _FACTS)

    @property
    def facts(self) -> dict[str, object]:
        """The facts that this filter asks for, by their names."""
        return {name: value for name in _FACTS if (value := getattr(self, name)) is not None}

    def matcher(self) -> Callable[[Part], bool]:
        """A function that tells whether a part has these facts; it ignores the scope, which selects evenings."""
        wanted = [*self.facts.items()]
        other = self.against

        def matches(part: Part) -> bool:
            for name, value in wanted:
                if getattr(part, name) != value:
                    return False
            return other is None or other in part.against

        return matches


_FACTS = tuple(field.name for field in fields(Filter) if field.name not in ("scope", "against"))

EVERY = Filter()
"""Every hand."""
ROLES = TAKEN, PARTNER, DEFENDER, DUEL = tuple(Filter(role=role) for role in Role)
BIDS = tuple(Filter(role=Role.TAKER, bid=bid) for bid in CONTRACTS)
BOUTS = tuple(Filter(role=Role.TAKER, bouts=bouts) for bouts in NEEDED)
SEATS = tuple(Filter(role=Role.TAKER, seats=seats) for seats in range(2, 6))
CHELEM = Filter(role=Role.TAKER, chelem=True)
BONUSES = (
    *[Filter(poignee=size) for size in PoigneeSize],
    Filter(petit=True),
    Filter(petit=False),
    CHELEM,
    Filter(role=Role.TAKER, announced=True),
)

COUNTED = (*ROLES, *BIDS, *BOUTS, *SEATS, *BONUSES)
"""The filters that every tally counts, in the order of its counts."""
