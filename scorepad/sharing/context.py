"""The context: what the writer and the reader of a pack know from the events so far.

The reader keeps the same context as the writer. So a value that follows from the context takes only one bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scorepad.evening.deal import Deal
from scorepad.evening.event_place import EventId
from scorepad.evening.events import Dealt, Event, Renamed, RulesChanged, TakenOver, Undone
from scorepad.evening.people import MAX_MEMBERS, MAX_PEOPLE, MIN_PLAYERS, Member, Person, Seating
from scorepad.tarot.hand import PlayerId, ThrownIn
from scorepad.tarot.scheme import Scheme

from .bits import BadPack, Pack
from .values import ident


@dataclass
class Context:
    """The lists of a pack, and the facts that follow from its events so far."""

    people: tuple[PlayerId, ...]
    devices: tuple[str, ...]
    schemes: tuple[Scheme, ...]
    scheme: Scheme
    """The scheme of the last RulesChanged, or of the start."""
    known: dict[PlayerId, Person] = field(default_factory=dict)
    """The people, by id, as they last sat down or were last renamed."""
    events: list[Event] = field(default_factory=list)
    places: dict[EventId, int] = field(default_factory=dict)
    """The place of each event in `events`."""
    versions: dict[EventId, EventId] = field(default_factory=dict)
    """The last version of each row."""
    deals: dict[EventId, Deal] = field(default_factory=dict)
    """The last deal of each row."""
    _seating: Seating | None = None
    _last: Deal | None = None
    """The last deal of cards under the present seating."""
    _turns: dict[EventId, tuple[Deal | None, Deal | None]] = field(default_factory=dict)
    """For each event that records a deal of cards, the last deal before and after it."""

    @property
    def seating(self) -> Seating:
        """The present seating."""
        assert self._seating is not None, "an evening begins with a seating"
        return self._seating

    @property
    def next_seq(self) -> int:
        """The usual `seq` of the next event."""
        return self.last_seq + 1

    @property
    def last_seq(self) -> int:
        """The `seq` of the last event."""
        return self.events[-1].seq if self.events else 0

    @property
    def device(self) -> str:
        """The usual device of the next event: the device of the last event, or else the first device of the list."""
        return self.events[-1].device if self.events else next(iter(self.devices), "")

    @property
    def next_dealer(self) -> PlayerId:
        """The usual dealer of the next deal."""
        seating, last = self.seating, self._last
        if last is None:
            return seating.dealer
        sits_out = len(seating.people) > seating.seats and last.dealer in seating.ids
        if sits_out and last.outcome is ThrownIn.ALL_PASSED:
            return last.dealer
        return seating.after(last.dealer)

    def players(self, dealer: PlayerId) -> tuple[PlayerId, ...]:
        """The usual players of a hand with this dealer; empty if the dealer is not at the table."""
        return self.seating.players(dealer) if dealer in self.seating.ids else ()

    def seat(self, seating: Seating) -> None:
        """Makes a seating the present seating."""
        self._seating, self._last = seating, None
        self.known |= {person.id: person for person in seating.people}

    def remember(self, event: Event) -> None:
        """Adds an event to the context."""
        change, row = event.change, event.entry
        self.places[event.id] = len(self.events)
        self.events.append(event)
        if event.seating is not None:
            self.seat(event.seating)
        if row is not None and isinstance(change, Dealt | TakenOver):
            self.versions[row] = event.id
            if event.deal is not None:
                self.deals[row] = event.deal
                if row == event.id and event.deal.points_change is None:
                    self._turns[event.id] = (self._last, event.deal)
                    self._last = event.deal
        if isinstance(change, Undone) and change.event in self._turns:
            self._last = self._turns[change.event][change.redone]
        if isinstance(change, RulesChanged):
            self.scheme = change.scheme
        if isinstance(change, Renamed):
            for each in change.people:
                if each.id in self.known:
                    self.known[each.id] = replace(self.known[each.id], name=each.name)


def back(pack: Pack, context: Context, value: EventId) -> EventId:
    """An earlier event (`value` is its id), as the number of events between it and the present event."""
    last = len(context.events) - 1
    place = last - pack.number(last - context.places[value] if pack.writing else 0, 1)
    if place < 0:
        raise BadPack("an event before the first one")
    return context.events[place].id


def seating_part(pack: Pack, context: Context, value: Seating) -> Seating:
    """A seating: the people, with their names and marks unless these are known, the number of seats, and the dealer."""
    count = MIN_PLAYERS + pack.number(len(value.people) - MIN_PLAYERS if pack.writing else 0, 1)
    if count > MAX_PEOPLE:
        raise BadPack("too many people at the table")
    in_order = context.people[:count]
    if pack.flag(pack.writing and value.ids == in_order):
        ids = in_order
    else:
        ids = tuple([pack.choice(context.people, value.ids[place]) for place in range(count)])
    people = tuple([_seated(pack, context, id_, value.people[place]) for place, id_ in enumerate(ids)])
    seats = MIN_PLAYERS + pack.bits(2, value.seats - MIN_PLAYERS if pack.writing else 0)
    return Seating(people, seats, pack.choice(ids, value.dealer))


def _seated(pack: Pack, context: Context, id_: PlayerId, value: Person) -> Person:
    """A person at the table: a known person who has not changed takes one bit."""
    known = context.known.get(id_)
    if known is not None and pack.flag(value == known):
        return known
    name, mark = pack.text(value.name), pack.number(value.mark, 3)
    if not pack.flag(pack.writing and (value.guest or value.members != ())):
        return Person(id_, name, mark)
    guest = pack.flag(value.guest)
    return Person(id_, name, mark, guest, pack.each(_member, value.members, MAX_MEMBERS, 1))


def _member(pack: Pack, value: Member) -> Member:
    return Member(ident(pack, value.id), pack.text(value.name))
