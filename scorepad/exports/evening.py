"""What an evening was, as all documents tell it: running totals, best and worst hands, who took how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorepad.tarot.hand import Hand, Side
from scorepad.tarot.payments import Payments
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.session import Entry, Event, EventKind, Person, Session, Standing


@dataclass(frozen=True, slots=True)
class Moment:
    """What one hand brought one person (negative: cost), in 1/unit of a point."""

    entry: Entry
    person: Person
    amount: int


@dataclass(frozen=True, slots=True)
class Tally:
    """One person's evening: hands played, taken and won as the taker; the best and the worst of them."""

    played: int
    taken: int
    won: int
    best: Moment | None
    worst: Moment | None


@dataclass(frozen=True, slots=True)
class Change:
    """Where in the evening the table went over to other rules; they count for all its hands."""

    scheme: Scheme
    reason: str


def typed(session: Session) -> Iterator[str]:
    """Everything of a session that people typed."""
    yield from (session.name, session.rules.name, *(person.name for person in session.people))
    yield from (event.scheme.name for event in session.events if event.scheme is not None)
    yield from (event.reason for event in session.events)


def curve(session: Session) -> tuple[tuple[int, ...], ...]:
    """Everybody's total at the beginning and after each hand that stands, in the order of `people`."""
    return ((0,) * len(session.people), *(entry.totals for entry in session.standing_entries))


def presence(session: Session) -> tuple[frozenset[int], ...]:
    """At which hands that stand, counted from 1, each of `people` was at the table, whether they played or sat out."""
    entries = session.standing_entries
    seatings = [{person.id for person in session.seating_at(entry.id).people} for entry in entries]
    return tuple(
        frozenset(number for number, ids in enumerate(seatings, 1) if person.id in ids)
        for person in session.people
    )


def stretches(session: Session) -> tuple[tuple[range, ...], ...]:
    """The points of the curve at which each of `people` was there, from when they came to when they went."""
    return tuple(tuple(_stretches(hands)) for hands in presence(session))


def _stretches(hands: frozenset[int]) -> Iterator[range]:
    first = last = None
    for hand in sorted(hands):
        if last is None or first is None or hand > last + 1:
            if first is not None and last is not None:
                yield range(first, last + 1)
            first = hand - 1
        last = hand
    if first is not None and last is not None:
        yield range(first, last + 1)


def rank_words(session: Session, standing: Standing) -> str:
    """The rank of somebody with a full stop; a dash as long as nobody has won or lost anything."""
    return f"{standing.rank}." if any(session.totals) else "–"


def leads(session: Session, standing: Standing) -> bool:
    """Whether somebody is first, and not because nobody has won or lost anything."""
    return standing.rank == 1 and any(session.totals)


def best_hand(session: Session) -> Moment | None:
    """What a taker gained most in one hand; the first, where several gained as much."""
    return _most(_taken(session))


def worst_hand(session: Session) -> Moment | None:
    """What a taker lost most in one hand; the first, where several lost as much."""
    return _least(_taken(session))


def hand_of_the_evening(session: Session) -> Moment | None:
    """What a taker gained or lost most in one hand; the first, where several did."""
    return max(_taken(session), key=lambda moment: abs(moment.amount), default=None)


def tally(session: Session, person: Person) -> Tally:
    """How one person's evening went."""
    moments = [
        Moment(entry, person, paid.of(person.id))
        for entry, hand, paid in _hands(session)
        if person.id in hand.players
    ]
    taken = [hand for _, hand, _ in _hands(session) if hand.taker == person.id]
    return Tally(
        played=len(moments),
        taken=len(taken),
        won=sum(hand.winner is Side.TAKER for hand in taken),
        best=_most(moments),
        worst=_least(moments),
    )


def rows(session: Session) -> tuple[Entry | Change, ...]:
    """What a score sheet lists, in order: every hand but those taken back at once, and every change of the rules."""
    shown = [entry for entry in session.entries if not entry.undone]
    changes = [event for event in session.events if event.kind is EventKind.SCHEME_CHANGED]
    changes.sort(key=lambda event: event.order)
    listed: list[Entry | Change] = []
    scheme = session.scheme
    for entry in [*shown, None]:
        first = entry.versions[0].order if entry is not None else None
        here: list[Event] = []
        while changes and (first is None or changes[0].order < first):
            here.append(changes.pop(0))
        # Changes without a hand between them are one; one taken back before the next hand is none.
        if here and here[-1].scheme is not None and here[-1].scheme != scheme:
            scheme = here[-1].scheme
            listed.append(Change(scheme, here[-1].reason))
        if entry is not None:
            listed.append(entry)
    return tuple(listed)


def _hands(session: Session) -> Iterator[tuple[Entry, Hand, Payments]]:
    """The hands that were played and count."""
    for entry in session.standing_entries:
        if isinstance(entry.deal.outcome, Hand) and entry.payments is not None:
            yield entry, entry.deal.outcome, entry.payments


def _taken(session: Session) -> Iterator[Moment]:
    for entry, hand, payments in _hands(session):
        yield Moment(entry, session.person(hand.taker), payments.of(hand.taker))


def _most(moments: Iterable[Moment]) -> Moment | None:
    return max((m for m in moments if m.amount > 0), key=lambda m: m.amount, default=None)


def _least(moments: Iterable[Moment]) -> Moment | None:
    return min((m for m in moments if m.amount < 0), key=lambda m: m.amount, default=None)
