"""Evenings as examples: four at a table unless others are named, and hands that they could play."""

from __future__ import annotations

from typing import Any

from evenings import table
from random_evenings import PEOPLE, Clock

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, RulesChanged
from scorepad.evening.people import Person, Seating
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

FFT = shipped_scheme()
PASSED = ThrownIn.ALL_PASSED


def people(ids: str) -> tuple[Person, ...]:
    """Who has these ids, A to H."""
    return tuple(next(each for each in PEOPLE if each.id == id_) for id_ in ids)


def evening(ids: str = "ABCD", seats: int | None = None, scheme: Scheme = FFT, **facts: Any) -> Evening:
    """Nobody has played yet; the first deals."""
    return table(people(ids), seats, scheme, **{"created": "2026-01-01T00:00:00Z"} | facts)


def seating(ids: str, seats: int | None = None, dealer: str | None = None) -> Seating:
    """Another table; the first deals, or the `dealer`."""
    return Seating(people(ids), seats or min(len(ids), 5), dealer or ids[0])


def hand(players: str = "ABCD", points: float = 41, **facts: Any) -> Hand:
    """A garde of the first, just made with two bouts, but for the facts given."""
    plain: dict[str, Any] = {"taker": players[0], "bid": Bid.GARDE, "bouts": 2}
    return Hand(players=tuple(players), half_points=int(points * 2), **plain | facts)


def deal(dealer: str = "A", players: str = "ABCD", points: float = 41, **facts: Any) -> Deal:
    """The same, dealt by somebody."""
    return Deal(dealer, hand(players, points, **facts))


def recorded(*deals: Deal, start: Evening | None = None) -> tuple[Evening, Clock]:
    """An evening with these deals, e1, e2, …, and the clock that stamped them."""
    clock, found = Clock(), start or evening()
    for each in deals:
        found = found.record(each, clock())
    return found, clock


def ruled(start: Evening, scheme: Scheme | str, clock: Clock, *, from_now: bool = False) -> Evening:
    """An evening under other rules."""
    scheme = shipped_scheme(scheme) if isinstance(scheme, str) else scheme
    return start.add(RulesChanged(scheme, from_now), clock())


S1 = (
    deal("A", points=56),
    deal("B", taker="B", points=49, bouts=3, petit_au_bout=Side.TAKER),
    deal("C", taker="C", points=40, petit_au_bout=Side.DEFENCE),
    deal("D", taker="C", points=41, petit_au_bout=Side.DEFENCE),
    deal("A", taker="D", points=40, bouts=3, poignees=(Poignee("A", PoigneeSize.SINGLE),)),
)
"""The five hands of S1, Der Punktwert."""
