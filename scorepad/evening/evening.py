"""An evening: how it began, and its events. The table and the sheet follow from them.

Events are appended and never changed; they may arrive in any order. A correction, a striking out and an undo are events
too. There is no clock here: the caller gives a `Stamp`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from scorepad.codec import REQUIRED, Invalid
from scorepad.tarot.hand import Id, PlayerId
from scorepad.tarot.pots import Pot, holdings, of_deal
from scorepad.tarot.scheme import Scheme

from . import dealing
from . import table as tables
from .adjustment import Adjustment, TakeOver
from .events import (
    FARTHEST_SEQ,
    Agreed,
    Change,
    Deal,
    Dealt,
    Ended,
    Event,
    LengthAgreed,
    Noted,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    Stamp,
    TakenOver,
    Undone,
)
from .length import OPEN, AgreedLength, EveningProgress, Time
from .people import Conflict, Person, Seating, Text, seated
from .sheet import Sheet, SheetRow, counted, counted_elsewhere, sheet_of, shown, tips
from .table import Beginning, EveningRules, Table, fold, steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How an evening began: its first table, and the scheme of its first hand."""

    id: Id
    created: Time
    title: Annotated[Text, REQUIRED] = ""
    seating: Seating
    scheme: Scheme
    length: AgreedLength = OPEN

    @property
    def table(self) -> Table:
        """The table before the first event."""
        beginning = Beginning(self.seating, self.scheme, self.title, self.length)
        return Table(beginning=beginning, known=seated({}, self.seating.people))


@dataclass(frozen=True)
class Evening:
    """An evening: its start, its events in their order, and what follows from them."""

    start: Start
    events: tuple[Event, ...]
    table: Table
    sheet: Sheet

    @classmethod
    def of(cls, start: Start, events: Iterable[Event] = ()) -> Evening:
        """The evening of these events, whatever their order. Raises Invalid if they cannot follow each other."""
        return cls(start, (), start.table, sheet_of(start.table)).with_events(events)

    def with_events(self, events: Iterable[Event]) -> Evening:
        """The evening with more events, whatever their order. Raises Invalid if they cannot follow each other."""
        new = sorted(events, key=lambda event: event.order)
        ids = [event.id for event in new]
        if len(set(ids)) < len(ids) or not self._by_id.keys().isdisjoint(ids):
            twice = next(id_ for id_, times in Counter([*ids, *self._by_id]).items() if times > 1)
            raise Invalid(Conflict.TWICE, "an event is there twice", (f"event {twice}", "id"))
        every = (*self.events, *new)
        if self.events and new and new[0].order < self.events[-1].order:
            every = tuple(sorted(every, key=lambda event: event.order))
            table = fold(self.start.table, every, {})
        else:
            table = fold(self.table, new, self._by_id)
        table = table.counted()
        return Evening(self.start, every, table, sheet_of(table, earlier=self.sheet))

    # -- what follows from table and sheet ---

    @property
    def id(self) -> Id:
        """The id of the evening."""
        return self.start.id

    @property
    def next_seq(self) -> int:
        """The number of the next event."""
        last = self.events[-1].seq if self.events else 0
        return max(last, min(FARTHEST_SEQ, last + 1))

    def event(self, id_: Id) -> Event:
        """One event. Raises KeyError if there is none of that id."""
        return self._by_id[id_]

    def find(self, id_: Id | None) -> Event | None:
        """One event, if there is one of that id."""
        return self._by_id.get(id_ or "")

    @cached_property
    def _by_id(self) -> dict[Id, Event]:
        return {event.id: event for event in self.events}

    def subject(self, event: Event) -> Event:
        """The event itself, or the one that it undoes or redoes."""
        return self.event(event.change.event) if isinstance(event.change, Undone) else event

    def history_of(self, event: Event) -> tuple[Event, ...]:
        """All events about the row that an event is about; none if it is about no row."""
        return self.table.history.get(self.subject(event).entry or "", ())

    def brings_back(self, event: Event) -> bool:
        """Whether a version of a row brings back an earlier one: from a striking out, another version or a conflict."""
        if event.deal is None or not event.replaces:
            return False
        earlier = {each.id: each.deal for each in self.history_of(event) if each.order < event.order}
        settles = len(event.replaces) > 1
        return event.deal in earlier.values() and (settles or event.deal != earlier[event.replaces[0]])

    def row_of(self, event: Event) -> SheetRow | None:
        """The row that an event is about; None if it is about no row, or the recording of the row is undone."""
        about = self.subject(event).entry
        return None if about is None else self.sheet.find(about)

    def along(self) -> Iterator[tuple[Event, Table, Table]]:
        """Each event with the table before and after it."""
        before = self.start.table
        for event, after in steps(before, self.events, {}):
            yield event, before, after
            before = after

    def remarks(self, row: SheetRow) -> list[str]:
        """What was typed about a row: why points changed hands without a hand, and the note."""
        beside = row.deal.points_change
        reason = beside.reason if isinstance(beside, Adjustment) else ""
        return [words for words in (reason, self.table.note_on(row.id)) if words]

    @property
    def last_at(self) -> str:
        """When something last happened at the table (ISO 8601, UTC); a new name or note does not count."""
        quiet = {event.id for event in self.events if isinstance(event.change, Renamed | Noted)}
        about = [
            (event.change.event if isinstance(event.change, Undone) else event.id, event.at)
            for event in self.events
        ]
        return max([at for id_, at in about if id_ not in quiet], default=self.start.created)

    @property
    def schemes(self) -> tuple[Scheme, ...]:
        """The schemes of the deals in their order, and the one that counts now, each once."""
        used = [row.rules for row in self.sheet.rows if row.number]
        return tuple(dict.fromkeys([*used, self.table.rules.now]))

    def rules_at(self, entry: Id | None = None) -> Scheme:
        """The scheme of the next deal, or of one. Raises KeyError for an unknown entry."""
        rules = self.table.rules
        return rules.now if entry is None else rules.at(self.table.history[entry][0].order)

    def seating_at(self, entry: Id | None = None) -> Seating:
        """The table as it sits now, or as it sat when a deal was recorded. Raises KeyError for an unknown entry."""
        table = self.table
        return table.seating if entry is None else table.seated_at(table.history[entry][0].order)

    @cached_property
    def dealer(self) -> PlayerId:
        """The next dealer."""
        return dealing.next_dealer(self.table, self.sheet.deals)

    @property
    def dealt(self) -> Mapping[PlayerId, int]:
        """How often each person at the table has dealt."""
        return dealing.dealt(self.table, self.sheet.deals)

    @property
    def progress(self) -> EveningProgress:
        """How far the evening is."""
        return dealing.progress(self.table, self.sheet)

    def pot_for(self, dealer: PlayerId, entry: Id | None = None) -> Pot:
        """The mouches for which the next hand, or that of a deal, is played, once this dealer has paid.

        In 1/unit of the sheet. Raises KeyError for an unknown entry.
        """
        before, ids = self._before(entry), self.seating_at(entry).ids
        pot = before[-1].pot if before else ()
        return of_deal(pot, self.rules_at(entry), self.sheet.unit, ids, dealer, None).pot

    def chips(self, entry: Id | None = None) -> dict[PlayerId, int] | None:
        """Everybody's chips before the next hand, or before a deal; None where nobody can run out.

        They are in 1/unit of the rules of that hand. Raises KeyError for an unknown entry.
        """
        before, people = self._before(entry), self.sheet.people
        totals = before[-1].totals if before else (0,) * len(people)
        by_id = dict(zip([person.id for person in people], totals, strict=True))
        return holdings(by_id, self.rules_at(entry), self.sheet.unit)

    def _before(self, entry: Id | None) -> Sequence[SheetRow]:
        """The rows before the next one, or before one of them."""
        entries = self.sheet.rows
        return entries if entry is None else entries[: entries.index(self.sheet.row(entry))]

    def by(self, scheme: Scheme) -> Sheet:
        """The sheet, had the whole evening been played by a scheme."""
        return sheet_of(self.table, EveningRules(scheme), counted_elsewhere)

    def is_called(self, renaming: Renamed) -> bool:
        """Whether everybody that is renamed has that name already."""
        names = {person.id: person.name for person in self.table.everybody}
        people = all(names.get(each.id, "") == each.name for each in renaming.people)
        return people and renaming.title in (None, self.table.title)

    # -- new events ---

    def add(self, change: Change, stamp: Stamp, reason: str = "") -> Evening:
        """The evening with one more change, which is its last event; the same object where nothing changes.

        Raises ValueError where rules for the whole evening do not fit a hand of it, and where the change contradicts
        the table (Invalid).
        """
        if not self._changes(change):
            return self
        if isinstance(change, RulesChanged) and not change.from_now and self.by(change.scheme).left_out:
            raise ValueError("the rules do not fit a hand that was played")
        event = Event(
            id=stamp.id, seq=self.next_seq, at=stamp.at, device=stamp.device, change=change, reason=reason
        )
        return self.with_events([event])

    def _changes(self, change: Change) -> bool:
        """Whether a change would change anything."""
        table = self.table
        match change:
            case Seated(seating):
                return seating != replace(table.seating, dealer=self.dealer)
            case Renamed():
                return not self.is_called(change)
            case Noted(note, entry):
                return note != table.note_on(entry)
            case LengthAgreed(length):
                return length != table.length
            case RateAgreed(rate):
                return rate != table.rate
            case RulesChanged(scheme, from_now, None):
                return scheme != table.rules.now or not (from_now or not table.rules.later)
            case Ended(over):
                return over != table.ended
        return True

    def record(self, deal: Deal, stamp: Stamp) -> Evening:
        """The evening with one more deal."""
        return self.add(Dealt(stamp.id, deal, agreed=_agreed(deal, self.rules_at())), stamp)

    def correct(self, entry: Id, deal: Deal | None, stamp: Stamp, reason: str = "") -> Evening:
        """The evening with another version of a row, None to strike it out. Raises KeyError for an unknown entry."""
        history, versions = self.table.history[entry], self.table.versions_of(entry)
        replaces = tuple([event.id for event in reversed(tips(history, versions))])
        agreed = None if deal is None else _agreed(deal, self.rules_at(entry))
        return self.add(Dealt(entry, deal, replaces, agreed), stamp, reason)

    def restore(self, entry: Id, stamp: Stamp, reason: str = "") -> Evening:
        """The evening in which a row stands again, as it was last. Raises KeyError for an unknown entry."""
        history = self.table.history[entry]
        return self.correct(entry, shown(history, self.table.versions_of(entry) or history), stamp, reason)

    def choose(self, entry: Id, version: Id, stamp: Stamp, reason: str = "") -> Evening:
        """The evening in which this version of a row counts, standing or struck out. Raises KeyError for a stranger."""
        deals = {event.id: event.deal for event in self.table.history[entry]}
        return self.correct(entry, deals[version], stamp, reason)

    def take_over(self, leaver: PlayerId, newcomer: Person, stamp: Stamp) -> Evening:
        """The evening in which a newcomer takes over a seat and its score.

        It is this one if who leaves is not at the table, or the newcomer is.
        """
        seating, dealer = self.table.seating, self.dealer
        if leaver not in seating.ids or newcomer.id in seating.ids:
            return self
        people = tuple([newcomer if person.id == leaver else person for person in seating.people])
        seating = Seating(people, seating.seats, newcomer.id if dealer == leaver else dealer)
        return self.add(TakenOver(TakeOver(leaver, newcomer.id), seating), stamp)

    @property
    def undoable(self) -> Event | None:
        """The event that `undo` takes back."""
        return tables.undoable(self.events)

    @property
    def redoable(self) -> Event | None:
        """The event that `redo` brings back."""
        return tables.redoable(self.events)

    def undo(self, stamp: Stamp) -> Evening:
        """The evening without its last change. Raises ValueError if there is none."""
        if (event := self.undoable) is None:
            raise ValueError("there is nothing to undo")
        return self.add(Undone(event.id), stamp)

    def redo(self, stamp: Stamp) -> Evening:
        """The evening with the change that was undone last. Raises ValueError if there is none."""
        if (event := self.redoable) is None:
            raise ValueError("there is nothing to redo")
        return self.add(Undone(event.id, redone=True), stamp)


def _agreed(deal: Deal, rules: Scheme) -> Agreed | None:
    """The payments of a hand by these rules; None at table stakes, where they follow from earlier hands too."""
    if deal.hand is None or rules.limits or (found := counted(deal.hand, rules)) is None:
        return None
    _, payments = found
    return Agreed(tuple(zip(payments.players, payments.totals, strict=True)), payments.unit)
