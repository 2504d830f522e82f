"""The table: the agreements of its people and the recorded rows, computed from the events that count."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter, itemgetter

from scorepad.tarot.hand import Id, PlayerId
from scorepad.tarot.scheme import Scheme

from .deal import Deal
from .doubles import SameTurns, same_turns
from .event_place import BEGINNING, EventPlace
from .events import (
    Change,
    Dealt,
    Earlier,
    Ended,
    Event,
    KeptApart,
    LeftOut,
    LengthAgreed,
    Noted,
    PlayedOn,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    TakenOver,
    Topic,
    TopicKind,
    Undone,
)
from .length import AgreedLength
from .money import NO_MONEY, Rate
from .people import Known, Person, Seating
from .row_order import RowOrder, Written
from .rules import Beginning, EveningRules
from .shared_map import SharedMap


@dataclass(frozen=True, kw_only=True)
class Table:
    """The agreements and records of a table after some events.

    `known` and `history` include undone events, since events of other devices may depend on them. Everything else is
    computed from `counting`, which maps each topic to the events that settle it and count, in their order.
    """

    beginning: Beginning
    known: Known
    history: SharedMap[Id, tuple[Event, ...]] = field(default_factory=SharedMap)
    """All events about each row of the sheet; the first one recorded it."""
    counting: SharedMap[Topic, tuple[Event, ...]] = field(default_factory=SharedMap)
    first_rows: Mapping[Id, Id] = field(default_factory=dict, compare=False)
    """Each row that repeats a turn, with the first row of this turn: see `doubles.doubles`."""
    written: Written | None = field(default=None, compare=False)
    """Facts about the rows; None if they must be computed again, as after an undo."""

    # -- agreements and records ---

    def _last(self, kind: TopicKind, about: Id | None = None) -> Change | None:
        """The change that settles a topic; None if there is none."""
        events = self.counting.get((kind, about))
        return events[-1].change if events else None

    def versions_of(self, entry: Id) -> tuple[Event, ...]:
        """The versions of a row that count."""
        return self.counting.get((TopicKind.ROW, entry), ())

    def changed_rows(self, before: Table) -> set[Id | None]:
        """The ids of the rows that have other events, or other versions that count, than in the table `before`."""
        counting = self.counting.unlike(before.counting)
        return self.history.unlike(before.history) | {id_ for kind, id_ in counting if kind is TopicKind.ROW}

    def with_first_rows(self, first_rows: Mapping[Id, Id]) -> Table:
        """The same table with these `first_rows`, and with `written` filled in."""
        table = self if self.first_rows == first_rows else replace(self, first_rows=first_rows, written=None)
        return table if table.written is not None else replace(table, written=table._written())

    @cached_property
    def same_turns(self) -> SameTurns:
        """The rows that the sheet leaves out, since an earlier row shows the same hand, and the rows in doubt."""
        apart = {row for row in self.first_rows if self._last(TopicKind.APART, row) is not None}
        return same_turns(self.first_rows, self.versions_of, apart)

    def _written(self) -> Written:
        if self.written is not None:
            return self.written
        left_out = self.same_turns.left_out
        rows = tuple([id_ for id_ in self.every_row if self.versions_of(id_) and id_ not in left_out])
        deals = [deal for id_ in rows for deal in self._deals(id_, self.versions_of(id_))]
        return Written(rows).naming(deals)

    @cached_property
    def _order(self) -> RowOrder:
        return RowOrder(self.history, self.same_turns.left_out)

    @property
    def every_row(self) -> list[Id]:
        """The ids of all recorded rows, in the order of the sheet."""
        return self._order.every_row

    def place(self, entry: Id) -> EventPlace:
        """The place of a row in the order of events: see `RowOrder.place`. Raises KeyError for an unknown row."""
        return self._order.place(entry)

    def _deals(self, entry: Id, versions: Iterable[Event]) -> Iterator[Deal]:
        """The deals of some versions of a row; a version that voids the row adds all deals of the row before it."""
        struck_out = BEGINNING
        for event in versions:
            if event.deal is not None:
                yield event.deal
            else:
                struck_out = event.order
        if struck_out != BEGINNING:
            yield from [each.deal for each in self.history[entry] if each.deal and each.order < struck_out]

    @property
    def rows(self) -> tuple[Id, ...]:
        """The rows of the sheet in their order; rows without a version that counts are left out."""
        return self._written().rows

    @property
    def named(self) -> frozenset[PlayerId]:
        """The ids of the people whom the rows name: dealers, players, and people whose points change."""
        return self._written().named

    @property
    def unit(self) -> int:
        """The common unit of all adjustments, whose amounts are in 1/unit of a point."""
        return self._written().unit

    @property
    def title(self) -> str:
        """The name of the evening."""
        change = self._last(TopicKind.TITLE)
        return self.beginning.title if not isinstance(change, Renamed) else change.title or ""

    @cached_property
    def names(self) -> dict[PlayerId, str]:
        """The present names of the people who were renamed."""
        found: dict[PlayerId, str] = {}
        for id_ in self.known:
            if isinstance(change := self._last(TopicKind.NAME, id_), Renamed):
                found |= {each.id: each.name for each in change.people if each.id == id_}
        return found

    def note_on(self, entry: Id | None) -> str:
        """The note on a row or, with None, on the evening; "" if there is none.

        If the row has no note, returns the note of a left-out row for the same hand.
        """
        change = self._last(TopicKind.NOTE, entry)
        doubles = [row for row, shown in self.same_turns.left_out.items() if shown == entry]
        for row in doubles:
            change = change or self._last(TopicKind.NOTE, row)
        return change.note if isinstance(change, Noted) else ""

    @cached_property
    def notes(self) -> dict[Id | None, str]:
        """The notes by the ids of their rows; the note on the evening has the key None."""
        return {entry: note for entry in (None, *self.history) if (note := self.note_on(entry))}

    @property
    def length(self) -> AgreedLength:
        """The agreed length of the evening."""
        change = self._last(TopicKind.LENGTH)
        length = change.length if isinstance(change, LengthAgreed | RulesChanged) else None
        return self.beginning.length if length is None else length

    @property
    def rate(self) -> Rate:
        """The money value of a point."""
        change = self._last(TopicKind.RATE)
        return change.rate if isinstance(change, RateAgreed) else NO_MONEY

    @property
    def ended(self) -> bool:
        """Whether the evening is over."""
        change = self._last(TopicKind.ENDED)
        return isinstance(change, Ended) and change.over

    @property
    def day(self) -> str | None:
        """The day (ISO 8601) on which the evening was played, if somebody entered it; else None."""
        change = self._last(TopicKind.DAY)
        return change.day if isinstance(change, PlayedOn) else None

    @property
    def left_out(self) -> bool:
        """Whether the evening does not count in seasons."""
        change = self._last(TopicKind.SEASON)
        return isinstance(change, LeftOut) and change.left_out

    # -- rules ---

    @cached_property
    def rules(self) -> EveningRules:
        """The rules as they are now."""
        return self._rules(self.rule_changes)

    @cached_property
    def rule_changes(self) -> tuple[tuple[EventPlace, RulesChanged], ...]:
        """The changes of the rules that count, each with the place of its event."""
        events = self.counting.get((TopicKind.RULES, None), ())
        return tuple([(each.order, each.change) for each in events if isinstance(each.change, RulesChanged)])

    def rules_when(self, version: Event, recorded: EventPlace) -> Scheme:
        """The rules that applied to a deal at the place `recorded` when this version of the deal was written."""
        changes = self.rule_changes
        return self._rules(changes[: bisect_left(changes, version.order, key=itemgetter(0))]).at(recorded)

    def _rules(self, changes: Sequence[tuple[EventPlace, RulesChanged]]) -> EveningRules:
        """The rules after these changes; a change for the whole evening replaces all changes before it."""
        later: list[tuple[EventPlace, Scheme]] = []
        for order, change in reversed(changes):
            if not change.from_now:
                return EveningRules(change.scheme, tuple(reversed(later)))
            later.append((order, change.scheme))
        return EveningRules(self.beginning.scheme, tuple(reversed(later)))

    # -- people ---

    @cached_property
    def seatings(self) -> tuple[tuple[EventPlace, Seating], ...]:
        """The first seating and the later ones, each with the place of its event."""
        events = self.counting.get((TopicKind.SEATING, None), ())
        later = [(event.order, self.as_known(event.seating)) for event in events if event.seating is not None]
        return ((BEGINNING, self.beginning.seating), *later)

    @cached_property
    def seating(self) -> Seating:
        """The present seating, with the present names."""
        change = self._last(TopicKind.SEATING)
        seating = change.seating if isinstance(change, Seated | TakenOver) else self.beginning.seating
        return self._renamed(self.as_known(seating))

    def as_known(self, seating: Seating) -> Seating:
        """The seating with each person's name, mark and members from the person's first seating.

        Raises Invalid if this seating is impossible.
        """
        return replace(seating, people=tuple([self.known[id_].person for id_ in seating.ids]))

    def people(self, staking: Iterable[PlayerId] = ()) -> tuple[Person, ...]:
        """The people of the sheet: the first seating, then people who came later and are in a row or at the table now.

        `staking` are people who paid into the mouches; they are on the sheet, too.
        """
        first, here = self.seatings[0][1].ids, self.named.union(self.seatings[-1][1].ids, staking)
        by_coming = [id_ for _, seating in self.seatings for id_ in seating.ids]
        later = [id_ for id_ in dict.fromkeys([*by_coming, *self.known]) if id_ in here and id_ not in first]
        return tuple([self.person(id_) for id_ in (*first, *later)])

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All people who ever sat at the table, even without a hand."""
        return tuple([self.person(id_) for id_ in self.known])

    def person(self, id_: PlayerId) -> Person:
        """The person with this id, with the present name. Raises KeyError for an unknown id."""
        person = self.known[id_].person
        return replace(person, name=self.names[id_]) if id_ in self.names else person

    def name_of(self, id_: PlayerId) -> str:
        """The present name of a person. Raises KeyError for an unknown id."""
        return self.person(id_).name

    def seated_at(self, recorded: EventPlace) -> Seating:
        """The seating at the place `recorded` in the order of events, with the current names."""
        place = bisect_left(self.seatings, recorded, key=itemgetter(0))
        return self._renamed(self.seatings[place - 1][1])

    def _renamed(self, seating: Seating) -> Seating:
        if not self.names:
            return seating
        return replace(seating, people=tuple([self.person(id_) for id_ in seating.ids]))

    # -- after an event ---

    def remembering(self, entry: Id, event: Event) -> Table:
        """The table with a further event in the history of a row."""
        one = (event,)
        return self._with(history=self.history.with_value(entry, self.history.get(entry, ()) + one))

    def knowing(self, known: Known) -> Table:
        """The table with these known people."""
        return self._with(known=known)

    def after(self, event: Event, earlier: Earlier) -> Table:
        """The table after one more event. Raises Invalid for an event that contradicts the table."""
        change, table = event.change, event.change.apply(self, event, earlier)
        if isinstance(change, Undone):
            return table._with_counting(earlier[change.event], change.redone, None)
        return table._with_counting(event, True, self._written_after(event))

    def _written_after(self, event: Event) -> Written | None:
        """The facts about the rows after one more event; None if they have to be counted again."""
        row, written = event.entry, self.written
        if isinstance(event.change, KeptApart):
            return None
        if not isinstance(event.change, Dealt | TakenOver) or row is None or written is None:
            return written
        inserted = isinstance(event.change, Dealt) and event.change.before is not None
        if (
            self.first_rows
            or event.deal is None
            or inserted
            or (row in self.history and not self.versions_of(row))
        ):
            return None
        rows = written.rows if row in self.history else (*written.rows, row)
        return Written(rows, written.named, written.unit).naming([event.deal])

    def _with(
        self,
        *,
        known: Known | None = None,
        history: SharedMap[Id, tuple[Event, ...]] | None = None,
    ) -> Table:
        """A copy with another `known` or `history`; `dataclasses.replace` takes several times as long."""
        return Table(
            beginning=self.beginning,
            known=self.known if known is None else known,
            history=self.history if history is None else history,
            counting=self.counting,
            first_rows=self.first_rows,
            written=self.written,
        )

    def _with_counting(self, event: Event, counts: bool, written: Written | None) -> Table:
        """The table in which an event counts, or no longer counts."""
        counting, one = self.counting, (event,)
        for topic in event.topics:
            events = counting.get(topic, ())
            if counts and (not events or events[-1].order < event.order):
                counting = counting.with_value(topic, events + one)
                continue
            at = bisect_left(events, event.order, key=_order)
            if (events[at : at + 1] == one) is counts:
                continue
            others = events[:at] + (one + events[at:] if counts else events[at + 1 :])
            counting = counting.with_value(topic, others) if others else counting.without(topic)
        return Table(
            beginning=self.beginning,
            known=self.known,
            history=self.history,
            counting=counting,
            first_rows=self.first_rows,
            written=written,
        )


_order = attrgetter("order")
