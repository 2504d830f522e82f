"""The table: what it agreed on and wrote down, folded from the events that count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import lcm

from scorepad.codec import Invalid
from scorepad.tarot.hand import Id, PlayerId
from scorepad.tarot.scheme import PotEnd, Scheme

from .adjustment import Adjustment
from .events import Deal, Event, Order, Undone
from .length import OPEN, AgreedLength
from .money import NO_MONEY, Rate
from .people import Conflict, Known, Person, Seating


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an evening: the scheme of the `whole`, and those that count from an event on, in their order."""

    whole: Scheme
    later: tuple[tuple[Order, Scheme], ...] = ()

    @property
    def now(self) -> Scheme:
        """The rules of the next hand."""
        return self.later[-1][1] if self.later else self.whole

    @property
    def all(self) -> tuple[Scheme, ...]:
        """Every scheme, in their order."""
        return (self.whole, *(scheme for _, scheme in self.later))

    @property
    def pot_end(self) -> PotEnd | None:
        """What happens to the mouches at the end, by the last rules that have any."""
        return next((each.mouches.end for each in reversed(self.all) if each.mouches is not None), None)

    def at(self, recorded: Order) -> Scheme:
        """The rules of a hand that was recorded at this place."""
        return next((scheme for order, scheme in reversed(self.later) if order < recorded), self.whole)

    def goes_on(self, before: Rules) -> bool:
        """Whether all hands up to now count as by the rules before."""
        return (self.whole, self.later[: len(before.later)]) == (before.whole, before.later)

    def after(self, order: Order, scheme: Scheme, *, from_now: bool) -> Rules:
        """The rules after a change at this place."""
        return Rules(self.whole, (*self.later, (order, scheme))) if from_now else Rules(scheme)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a table agreed on and wrote down, after some events.

    `known` and `history` remember undone events too, since events of other devices may rest on them. All the rest is
    as it would be without them.
    """

    known: Known
    history: dict[Id, tuple[Event, ...]] = field(default_factory=dict)
    """All events about each row of the sheet, in the order of the rows; the first one recorded it."""
    versions: dict[Id, tuple[Event, ...]] = field(default_factory=dict)
    """The versions of each row that count."""
    seatings: tuple[tuple[Order, Seating], ...]
    """The table as it sat at first, and as it sat later, each with the place of its event."""
    rules_over_time: tuple[tuple[Order, Rules], ...]
    """The rules as they were at first, and after every event that changed them."""
    title: str
    names: dict[PlayerId, str] = field(default_factory=dict)
    """The names of those who were renamed."""
    named: frozenset[PlayerId] = frozenset()
    """Everybody who dealt, played or has points."""
    unit: int = 1
    """Points without a hand are in 1/unit of a point."""
    notes: dict[Id | None, str] = field(default_factory=dict)
    """The note on each row that has one, by its id; that on the evening is at None."""
    length: AgreedLength = OPEN
    rate: Rate = NO_MONEY
    ended: bool = False

    @property
    def rules(self) -> Rules:
        """The rules as they are now."""
        return self.rules_over_time[-1][1]

    @property
    def seating(self) -> Seating:
        """The table as it sits now, under the present names."""
        return self._renamed(self.seatings[-1][1])

    def people(self, staking: Iterable[PlayerId] = ()) -> tuple[Person, ...]:
        """Those who sat down first, and after them those who came later, and deal, play, have points or sit there now.

        `staking` are others who paid into the mouches.
        """
        first, here = self.seatings[0][1].ids, self.named.union(self.seatings[-1][1].ids, staking)
        by_coming = [id_ for _, seating in self.seatings for id_ in seating.ids]
        later = [id_ for id_ in dict.fromkeys([*by_coming, *self.known]) if id_ in here and id_ not in first]
        return tuple([self.person(id_) for id_ in (*first, *later)])

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All who ever sat at the table, even without a hand."""
        return tuple([self.person(id_) for id_ in self.known])

    def person(self, id_: PlayerId) -> Person:
        """Who has this id, under the present name. Raises KeyError for a stranger."""
        person = self.known[id_].person
        return replace(person, name=self.names[id_]) if id_ in self.names else person

    def name_of(self, id_: PlayerId) -> str:
        """The present name of somebody. Raises KeyError for a stranger."""
        return self.person(id_).name

    def seated_at(self, recorded: Order) -> Seating:
        """The table as it sat when a deal was recorded at this place, under the present names."""
        return self._renamed(next(each for order, each in reversed(self.seatings) if order < recorded))

    def rules_when(self, version: Event, recorded: Order) -> Scheme:
        """The rules of a deal that was recorded at this place, as they were when a version of it was written down."""
        then = next(rules for order, rules in reversed(self.rules_over_time) if order < version.order)
        return then.at(recorded)

    def _renamed(self, seating: Seating) -> Seating:
        if not self.names:
            return seating
        return replace(seating, people=tuple([self.person(id_) for id_ in seating.ids]))

    # -- what a change does ---

    def with_version(self, entry: Id, deal: Deal | None, event: Event) -> Table:
        """The table with another version of a row; one that is struck out still names people."""
        earlier = self.history.get(entry, ())
        named, unit = self.named, self.unit
        for each in [deal] if deal is not None else [version.deal for version in earlier]:
            if each is not None and not named.issuperset(each.named):
                named = named.union(each.named)
            if each is not None and isinstance(each.outcome, Adjustment):
                unit = lcm(unit, each.outcome.unit)
        return replace(
            self,
            history=self.history | {entry: (*earlier, event)},
            versions=self.versions | {entry: (*self.versions.get(entry, ()), event)},
            named=named,
            unit=unit,
        )

    def with_history(self, about: Id, event: Event) -> Table:
        """The table with one line more in the history of the row, if any, that the event `about` concerns."""
        for entry, events in self.history.items():
            if any(each.id == about for each in events):
                return replace(self, history=self.history | {entry: (*events, event)})
        return self


def fold(table: Table, events: Iterable[Event], undone: frozenset[str] = frozenset()) -> Table:
    """The table after more events, in their order; those `undone` are checked and remembered, but do not count.

    Raises Invalid for an event that contradicts the table; its id comes first in the path.
    """
    for event in events:
        try:
            after = event.change.apply(table, event)
        except Invalid as error:
            error.path = (f"event {event.id}", *error.path)
            raise
        counts = event.id not in undone
        table = after if counts else replace(table, known=after.known, history=after.history)
    return table


# -- undo ---


def undone_of(events: Iterable[Event]) -> frozenset[str]:
    """The ids of the events that do not count, of events in their order; the last word on each wins.

    Raises Invalid for an undo of an event that does not come before it, or is itself an undo.
    """
    changes: set[str] = set()
    undone: set[str] = set()
    for event in events:
        if not isinstance(event.change, Undone):
            changes.add(event.id)
            continue
        other = event.change.event
        if other not in changes:
            raise Invalid(Conflict.UNKNOWN_EVENT, other, (f"event {event.id}", "event"))
        if event.change.redone:
            undone.discard(other)
        else:
            undone.add(other)
    return frozenset(undone)


def undoable(events: Sequence[Event]) -> Event | None:
    """The event that an undo takes back: the last one that counts."""
    undone = undone_of(events)
    counting = (
        each for each in reversed(events) if each.id not in undone and not isinstance(each.change, Undone)
    )
    return next(counting, None)


def redoable(events: Sequence[Event]) -> Event | None:
    """The event that a redo brings back: the one undone last, unless something new happened since."""
    waiting: dict[str, None] = {}
    for event in events:
        if not isinstance(event.change, Undone):
            waiting.clear()
            continue
        waiting.pop(event.change.event, None)
        if not event.change.redone:
            waiting[event.change.event] = None
    last = next(reversed(waiting), None)
    return next((event for event in events if event.id == last), None)
