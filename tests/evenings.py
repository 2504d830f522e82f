"""The builder of people, tables, hands and evenings.

    evening = after(table(4), by(2, Bid.GARDE, 2, 49), ThrownIn.ALL_PASSED)
    evening, stamp = recorded(deal("A", points=56), deal("B", taker="B"))

`sample_evenings.py` has evenings with names of their own, `random_evenings.py` has evenings at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

from scorepad.evening.adjustment import PointsChange
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening, Start
from scorepad.evening.event_place import EventId, Stamp, event_id
from scorepad.evening.events import RulesChanged
from scorepad.evening.people import Person, Seating
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

CREATED = "2026-11-20T10:30:00.000Z"
"""A moment that is on the same day from Hawaii to New Zealand."""
PLAYED = datetime(2026, 11, 21, 20, tzinfo=UTC)
"""The moment of the first stamp of `stamps`."""
NAMES = ("Anne", "Bruno", "Chloé", "Denis", "Élise", "Farid", "Gaël", "Hugo")
FFT = shipped_scheme()
PASSED = ThrownIn.ALL_PASSED
TAKER, DEFENCE = Side

Stamps = Callable[[], Stamp]
Outcome = Hand | ThrownIn | PointsChange
ByTable = Callable[[Evening], Hand]
"""Makes a hand of the people who play it in an evening."""

# -- people and tables ---


def persons(people: int | str | Iterable[str | Person], prefix: str = "p") -> tuple[Person, ...]:
    """People by their number, by letters as their ids, or by names; otherwise the ids are p0, p1, …

    The marks of letters follow the alphabet.
    """
    if isinstance(people, str):
        return tuple(Person(id_, f"name of {id_}", ord(id_) - ord("A")) for id_ in people)
    return tuple(
        each if isinstance(each, Person) else Person(f"{prefix}{mark}", each, mark)
        for mark, each in enumerate(NAMES[:people] if isinstance(people, int) else people)
    )


def seating(ids: str, seats: int | None = None, dealer: str | None = None) -> Seating:
    """The people with these letters at a table; the first one deals, or the `dealer`."""
    return Seating(persons(ids), seats or min(len(ids), 5), dealer or ids[0])


def table(
    people: int | str | Iterable[str | Person] = 4,
    seats: int | None = None,
    scheme: Scheme | str = FFT,
    dealer: str | None = None,
    **facts: Any,
) -> Evening:
    """An evening before its first hand; the first person deals, or the `dealer`."""
    seated = persons(people)
    values: dict[str, Any] = {
        "id": "evening",
        "created": CREATED,
        "title": "Vendredi chez Léa",
        "seating": Seating(seated, seats or min(5, len(seated)), dealer or seated[0].id),
        "scheme": shipped_scheme(scheme) if isinstance(scheme, str) else scheme,
    }
    return Evening.of(Start(**values | facts))


def started_with(evening: Evening, **facts: Any) -> Evening:
    """The evening with other facts at its start, and the same events."""
    return Evening.of(replace(evening.start, **facts), evening.events)


# -- stamps ---


def stamp(evening: Evening, device: str = "test") -> Stamp:
    """The stamp of the next event of an evening, a minute after the last one."""
    number = len(evening.events) + 1
    at = f"2026-11-20T{12 + number // 60 % 12:02d}:{number % 60:02d}:00.000Z"
    return Stamp(at, device)


def stamps(device: str = "test", minutes: int = 1) -> Stamps:
    """The stamps of a device, some `minutes` apart."""
    numbers = count(1)
    return lambda: Stamp(_minutes_later(minutes * next(numbers)), device)


def _minutes_later(minutes: int) -> str:
    at = (PLAYED + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")
    return at.replace("+00:00", "Z")


def clock_of(device: str = "") -> Stamps:
    """The stamps of one of several devices."""
    return stamps(device)


def e(number: int, device: str = "", *, seq: int = 0) -> EventId:
    """The id of an event with the stamp of this number of `clock_of(device)`; its `seq` is usually the same number."""
    return event_id(seq or number, _minutes_later(number), device)


# -- hands ---


def hand(players: Sequence[str] = "ABCD", points: Decimal | float = 41, **facts: Any) -> Hand:
    """A garde of the first player with two bouts, just made; `facts` replace parts of it."""
    plain: dict[str, Any] = {"taker": players[0], "bid": Bid.GARDE, "bouts": 2}
    return Hand(players=tuple(players), half_points=int(points * 2), **plain | facts)


def by(
    taker: int = 0,
    bid: Bid = Bid.GARDE,
    bouts: int = 2,
    points: float = 41,
    *,
    partner: int | None = None,
    **facts: Any,
) -> ByTable:
    """A hand of the next players of an evening; taker and partner are places among its people."""

    def played(evening: Evening) -> Hand:
        ids = [person.id for person in evening.sheet.people]
        return Hand(
            players=evening.table.seating.players(evening.dealer),
            taker=ids[taker],
            partner=None if partner is None else ids[partner],
            bid=bid,
            bouts=bouts,
            half_points=int(2 * points),
            **facts,
        )

    return played


def by_dealer(evening: Evening) -> Hand:
    """A garde, just made with two bouts, of the dealer or, if the dealer sits out, of the first player."""
    players = evening.table.seating.players(evening.dealer)
    taker = evening.dealer if evening.dealer in players else players[0]
    return Hand(players=players, taker=taker, bid=Bid.GARDE, bouts=2, half_points=82)


def poignee(player: int, size: PoigneeSize = PoigneeSize.SINGLE) -> tuple[Poignee, ...]:
    """One poignée of the person at a place."""
    return (Poignee(f"p{player}", size),)


def deal(dealer: str = "A", players: str = "ABCD", points: float = 41, **facts: Any) -> Deal:
    """A hand of `hand`, with its dealer."""
    return Deal(dealer, hand(players, points, **facts))


# -- evenings ---


def next_deal(evening: Evening, outcome: Outcome | ByTable) -> Deal:
    """The next deal of an evening."""
    return Deal(evening.dealer, outcome(evening) if callable(outcome) else outcome)


def after(evening: Evening, *outcomes: Outcome | ByTable, at: Stamps | None = None) -> Evening:
    """The evening after these deals, each by the next dealer."""
    for outcome in outcomes:
        evening = evening.record(next_deal(evening, outcome), at() if at else stamp(evening))
    return evening


def gardes(evening: Evening, hands: int, at: Stamps) -> Evening:
    """The evening after a number of gardes, each by its dealer."""
    return after(evening, *[by_dealer] * hands, at=at)


def recorded(*deals: Deal, start: Evening | None = None) -> tuple[Evening, Stamps]:
    """An evening of letters with these deals, `e(1)`, `e(2)`, …, and its further stamps."""
    clock, evening = clock_of(), start or table("ABCD")
    for each in deals:
        evening = evening.record(each, clock())
    return evening, clock


def ruled(evening: Evening, scheme: Scheme | str, at: Stamps, *, from_now: bool = False) -> Evening:
    """The evening with other rules."""
    scheme = shipped_scheme(scheme) if isinstance(scheme, str) else scheme
    return evening.add(RulesChanged(scheme, from_now), at())


S1 = (
    deal("A", points=56),
    deal("B", taker="B", points=49, bouts=3, petit_au_bout=TAKER),
    deal("C", taker="C", points=40, petit_au_bout=DEFENCE),
    deal("D", taker="C", points=41, petit_au_bout=DEFENCE),
    deal("A", taker="D", points=40, bouts=3, poignees=(Poignee("A", PoigneeSize.SINGLE),)),
)
"""The five hands of S1, Der Punktwert."""
