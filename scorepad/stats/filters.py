"""Which hands a figure is about: one frozen value defines the figure, and selects the hands behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

from scorepad.tarot.hand import CONTRACTS, NEEDED, Bid, PoigneeSize

from .parts import NOBODY, Part, PlayerKey, Role, Rules

YEARS = range(1, 10_000)
"""Those of the calendar."""
THIRTY = (4, 6, 9, 11)
"""The months of thirty days."""
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)

ENOUGH = 3
"""Players of a circle who make an evening one of the circle's, where it is larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which evenings count: those that began from `since` to `until` (days of who looks, ISO 8601, "" for no end).

    An evening is one of a `circle` if all of the circle played in it, or at least three. Without a circle all count.
    """

    since: str = ""
    until: str = ""
    circle: frozenset[PlayerKey] = frozenset()

    def __contains__(self, day: str) -> bool:
        return self.since <= day and (not self.until or day <= self.until)

    def includes(self, players: Iterable[PlayerKey]) -> bool:
        """Whether an evening in which these played is one of the circle."""
        return not self.circle or len(self.circle.intersection(players)) >= min(ENOUGH, len(self.circle))

    def lists(self, player: PlayerKey) -> bool:
        """Whether figures name a player: somebody of the circle, or anybody but a guest."""
        return player in self.circle if self.circle else player != NOBODY


EVER = Scope()


def year(number: int) -> Scope:
    """The evenings of a year."""
    return Scope(since=f"{number:04}-01-01", until=f"{number:04}-12-31")


def months(first: str, last: str) -> Scope:
    """The evenings from one month to another one ("2026-03"). Raises ValueError for what is no month."""
    _year_and_month(first)
    return Scope(since=f"{first}-01", until=last_day(last))


def last_day(month: str) -> str:
    """The last day (ISO 8601) of a month ("2026-02"). Raises ValueError for what is no month."""
    year, number = _year_and_month(month)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return f"{month}-{28 + leap if number == 2 else 30 if number in THIRTY else 31}"


def next_month(month: str, by: int) -> str | None:
    """The month `by` months later; None outside the calendar. Raises ValueError for what is no month."""
    year, number = _year_and_month(month)
    year, place = divmod(12 * year + number - 1 + by, 12)
    return f"{year:04}-{place + 1:02}" if year in YEARS else None


def _year_and_month(month: str) -> tuple[int, int]:
    found = _MONTH.fullmatch(month)
    if found is None or int(found[1]) not in YEARS:
        raise ValueError(month)
    return int(found[1]), int(found[2])


def twelve_months(today: str) -> Scope:
    """The evenings from the same day of the year before up to a day (ISO 8601); or from the last day of that month."""
    before = next_month(today[:7], -12) or today[:7]
    return Scope(since=min(f"{before}{today[7:]}", last_day(before)), until=today)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """The parts in hands that have every fact that is given here; `against` is one of the other side."""

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
        """Whether it has no fact that the other does not have."""
        return all(getattr(self, name) in (None, getattr(other, name)) for name in _FACTS)

    @property
    def facts(self) -> dict[str, object]:
        """The facts that it has, by their names."""
        return {name: value for name in _FACTS if (value := getattr(self, name)) is not None}

    def matcher(self) -> Callable[[Part], bool]:
        """Says of a part whether it has these facts; the scope is one of evenings."""
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
"""The filters whose hands every tally counts, in the order in which it keeps them."""
