"""An evening: its start, its events, and the table and the sheet that are computed from them.

Events are added and never changed; they may arrive in any order. Corrections, voidings and undos are events, too.
This module does not read the clock: the caller passes a `Stamp`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from scorepad.codec import REQUIRED
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import Id, PlayerId
from scorepad.tarot.pots import Pot, holdings, of_deal
from scorepad.tarot.scheme import Scheme

from . import dealing, folding
from .adjustment import Adjustment, TakeOver
from .deal import Agreed, Deal
from .doubles import doubles
from .event_place import MAX_NEW_SEQ, Stamp, spare_names
from .events import Change, Dealt, Event, KeptApart, RulesChanged, TakenOver, Undone
from .folding import fold, shown, steps, tips
from .length import OPEN, AgreedLength, EveningProgress, Time
from .people import Person, Seating, ShortText, seated
from .rules import Beginning, EveningRules
from .sheet import Sheet, SheetRow, counted, counted_under, sheet_of
from .table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The start of an evening: its first seating, scheme, title and length."""

    id: Id
    created: Time
    title: Annotated[ShortText, REQUIRED] = ""
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
    """An evening: its start, its sorted events, and the table and the sheet that are computed from them."""

    start: Start
    events: tuple[Event, ...]
    table: Table
    sheet: Sheet

    @classmethod
    def of(cls, start: Start, events: Iterable[Event] = ()) -> Evening:
        """The evening with these events, in any order. Raises Invalid if an event contradicts the earlier ones."""
        return cls(start, (), start.table, sheet_of(start.table)).with_events(events)

    def with_events(self, events: Iterable[Event]) -> Evening:
        """The evening with further events, in any order. Raises Invalid if an event contradicts the earlier ones."""
        new = sorted(events, key=lambda event: event.order)
        ids = [event.id for event in new]
        if len(set(ids)) < len(ids) or not self._by_id.keys().isdisjoint(ids):
            twice = next(id_ for id_, times in Counter([*ids, *self._by_id]).items() if times > 1)
            raise Invalid(Fault.TWICE, "an event is there twice", (f"event {twice}", "id"))
        every = (*self.events, *new)
        if self.events and new and new[0].order < self.events[-1].order:
            every = tuple(sorted(every, key=lambda event: event.order))
            table = fold(self.start.table, every, {})
        else:
            table = fold(self.table, new, self._by_id)
        table = table.with_first_rows(doubles(every))
        return Evening(self.start, every, table, sheet_of(table, earlier=self.sheet))

    # -- facts from the table and the sheet ---

    @property
    def id(self) -> Id:
        """The id of the evening."""
        return self.start.id

    @property
    def next_seq(self) -> int:
        """The `seq` (Lamport number) of the next event; it stops growing at `MAX_NEW_SEQ`."""
        last = self.events[-1].seq if self.events else 0
        return max(last, min(MAX_NEW_SEQ, last + 1))

    def event(self, id_: Id) -> Event:
        """The event with this id. Raises KeyError if there is none."""
        return self._by_id[id_]

    def find(self, id_: Id | None) -> Event | None:
        """The event with this id; None if there is none."""
        return self._by_id.get(id_ or "")

    @cached_property
    def _by_id(self) -> dict[Id, Event]:
        return {event.id: event for event in self.events}

    def subject(self, event: Event) -> Event:
        """The event itself or, for an undo or a redo, the event that is undone or redone."""
        return self.event(event.change.event) if isinstance(event.change, Undone) else event

    def history_of(self, event: Event) -> tuple[Event, ...]:
        """All events about the same row as this event; empty if the event is not about a row."""
        return self.table.history.get(self.subject(event).entry or "", ())

    def brings_back(self, event: Event) -> bool:
        """Whether an event restores the deal of an earlier version of its row.

        Such an event takes back a correction or a voiding, or settles a conflict between versions.
        """
        if event.deal is None or not event.replaces:
            return False
        earlier = {each.id: each.deal for each in self.history_of(event) if each.order < event.order}
        settles = len(event.replaces) > 1
        return event.deal in earlier.values() and (settles or event.deal != earlier[event.replaces[0]])

    def row_of(self, event: Event) -> SheetRow | None:
        """The row that an event is about; None if the event is not about a row, or if no version of the row counts."""
        about = self.subject(event).entry
        return None if about is None else self.sheet.find(about)

    def steps(self) -> Iterator[tuple[Event, Table, Table]]:
        """Each event with the table before and after it."""
        before = self.start.table
        for event, after in steps(before, self.events, {}):
            yield event, before, after
            before = after

    def remarks(self, row: SheetRow) -> list[str]:
        """The texts about a row: the reason of an adjustment, and the note."""
        beside = row.deal.points_change
        reason = beside.reason if isinstance(beside, Adjustment) else ""
        return [words for words in (reason, self.table.note_on(row.id)) if words]

    @property
    def began(self) -> str:
        """The day of play, if somebody entered it, else the time at which the evening was created (ISO 8601)."""
        return self.table.day or self.start.created

    @property
    def last_at(self) -> str:
        """The time of the last event (ISO 8601, UTC); changes of names, notes, the day or seasons do not count."""
        aside = {event.id for event in self.events if event.change.aside}
        about = [
            (event.change.event if isinstance(event.change, Undone) else event.id, event.at)
            for event in self.events
        ]
        return max([at for id_, at in about if id_ not in aside], default=self.start.created)

    @property
    def schemes(self) -> tuple[Scheme, ...]:
        """The schemes of the deals in their order, and the current scheme; each once."""
        used = [row.rules for row in self.sheet.rows if row.number]
        return tuple(dict.fromkeys([*used, self.table.rules.now]))

    def rules_at(self, entry: Id | None = None) -> Scheme:
        """The scheme of the next deal, or of the row `entry`. Raises KeyError for an unknown row."""
        rules = self.table.rules
        return rules.now if entry is None else rules.at(self.table.place(entry))

    def seating_at(self, entry: Id | None = None) -> Seating:
        """The present seating, or the seating at the place of the row `entry`. Raises KeyError for an unknown row."""
        table = self.table
        return table.seating if entry is None else table.seated_at(table.place(entry))

    @cached_property
    def dealer(self) -> PlayerId:
        """The next dealer."""
        return dealing.next_dealer(self.table, self.sheet.deals)

    def dealer_before(self, entry: Id) -> PlayerId:
        """The person whose turn it was to deal at the row `entry`. Raises KeyError for an unknown row."""
        deals = [row for row in self._before(entry) if row.number and not row.voided]
        return dealing.next_dealer(self.table, deals, self.table.place(entry))

    @property
    def dealt(self) -> Mapping[PlayerId, int]:
        """How often each person at the table has dealt."""
        return dealing.dealt(self.table, self.sheet.deals)

    @property
    def progress(self) -> EveningProgress:
        """The progress of the evening: the number of hands played and left."""
        return dealing.progress(self.table, self.sheet)

    def pot_for(self, dealer: PlayerId, entry: Id | None = None) -> Pot:
        """The mouches at the start of the next deal, or of the deal `entry`, after this dealer has paid.

        The amounts are in 1/`sheet.unit` of a point. Raises KeyError for an unknown row.
        """
        before, ids = self._before(entry), self.seating_at(entry).ids
        pot = before[-1].pot if before else ()
        return of_deal(pot, self.rules_at(entry), self.sheet.unit, ids, dealer, None).pot

    def chips(self, entry: Id | None = None) -> dict[PlayerId, int] | None:
        """The chips of each person before the next hand, or before the row `entry`.

        The chips are in 1/unit of a point, with the unit of the rules of this hand. None if nobody can run out of chips
        under these rules. Raises KeyError for an unknown row.
        """
        ids = [person.id for person in self.sheet.people]
        by_id = dict(zip(ids, self.totals_before(entry), strict=True))
        return holdings(by_id, self.rules_at(entry), self.sheet.unit)

    def totals_before(self, entry: Id | None = None) -> tuple[int, ...]:
        """The totals before the next hand, or before the row `entry`, in 1/unit of the sheet.

        Raises KeyError for an unknown row.
        """
        before = self._before(entry)
        return before[-1].totals if before else (0,) * len(self.sheet.people)

    def _before(self, entry: Id | None) -> Sequence[SheetRow]:
        """The rows before the row `entry`; all rows if it is None."""
        entries = self.sheet.rows
        return entries if entry is None else entries[: entries.index(self.sheet.row(entry))]

    def sheet_under(self, scheme: Scheme) -> Sheet:
        """The sheet of the evening as if all hands had been played under this scheme."""
        return sheet_of(self.table, EveningRules(scheme), counted_under)

    # -- new events ---

    def add(self, change: Change, stamp: Stamp, reason: str = "") -> Evening:
        """The evening with this change as its last event; the same object if the change changes nothing.

        If `seq` has stopped growing, another event may have the same place; the new event then gets a spare name of the
        device.

        Raises ValueError if rules for the whole evening cannot score a hand that was played, and Invalid (a ValueError)
        if the change contradicts the table.
        """
        if not change.has_effect(self):
            return self
        if (
            isinstance(change, RulesChanged)
            and not change.from_now
            and self.sheet_under(change.scheme).unscorable
        ):
            raise ValueError("the rules do not fit a hand that was played")
        event = Event(seq=self.next_seq, at=stamp.at, device=stamp.device, change=change, reason=reason)
        spare = spare_names(stamp.device)
        while event.id in self._by_id:
            event = replace(event, device=next(spare))
        return self.with_events([event])

    def record(self, deal: Deal, stamp: Stamp, before: Id | None = None) -> Evening:
        """The evening with one more deal: at the end or, for a forgotten deal, before the row `before`.

        Raises KeyError for an unknown row.
        """
        return self.add(
            Dealt(deal, agreed=payments_to_agree(deal, self.rules_at(before)), before=before), stamp
        )

    def correct(self, entry: Id, deal: Deal | None, stamp: Stamp, reason: str = "") -> Evening:
        """The evening with a new version of a row; without a `deal`, the row is voided.

        Rows that other devices recorded for the same hand are voided first, so that the hand has one version. Raises
        KeyError for an unknown row.
        """
        entry = self.table.same_turns.left_out.get(entry, entry)
        evening = self
        for double in self.sheet.doubles.get(entry, ()):
            if self.table.versions_of(double)[-1].deal is not None:
                evening = evening._with_version(double, None, stamp, reason)
        return evening._with_version(entry, deal, stamp, reason)

    def _with_version(self, entry: Id, deal: Deal | None, stamp: Stamp, reason: str) -> Evening:
        history, versions = self.table.history[entry], self.table.versions_of(entry)
        replaces = tuple([event.id for event in reversed(tips(history, versions))])
        agreed = None if deal is None else payments_to_agree(deal, self.rules_at(entry))
        return self.add(Dealt(deal, entry, replaces, agreed), stamp, reason)

    def restore(self, entry: Id, stamp: Stamp, reason: str = "") -> Evening:
        """The evening in which a voided row counts again, in its last version. Raises KeyError for an unknown row."""
        entry = self.table.same_turns.left_out.get(entry, entry)
        history = self.table.history[entry]
        return self.correct(entry, shown(history, self.table.versions_of(entry) or history), stamp, reason)

    def choose(self, entry: Id, version: Id, stamp: Stamp, reason: str = "") -> Evening:
        """The evening in which this version of a row counts. Raises KeyError for an unknown row or version."""
        deals = {event.id: event.deal for event in self.table.history[entry]}
        return self.correct(entry, deals[version], stamp, reason)

    def keep_apart(self, entry: Id, stamp: Stamp) -> Evening:
        """The evening in which a row that is in doubt is a hand of its own; unchanged if the row is not in doubt."""
        first = self.table.same_turns.in_doubt.get(entry)
        return self if first is None else self.add(KeptApart(entry, first), stamp)

    def take_over(self, leaver: PlayerId, newcomer: Person, stamp: Stamp) -> Evening:
        """The evening in which a newcomer takes over a seat and its score.

        Returns this evening if the leaver is not at the table, or if the newcomer is there already.
        """
        seating, dealer = self.table.seating, self.dealer
        if leaver not in seating.ids or newcomer.id in seating.ids:
            return self
        people = tuple([newcomer if person.id == leaver else person for person in seating.people])
        seating = Seating(people, seating.seats, newcomer.id if dealer == leaver else dealer)
        return self.add(TakenOver(TakeOver(leaver, newcomer.id), seating), stamp)

    @property
    def undoable(self) -> Event | None:
        """The event that `undo` takes back; None if there is none."""
        return folding.undoable(self.events)

    @property
    def redoable(self) -> Event | None:
        """The event that `redo` brings back; None if there is none."""
        return folding.redoable(self.events)

    def undo(self, stamp: Stamp) -> Evening:
        """The evening without the last change that can be seen. Raises ValueError if there is nothing to undo.

        Later changes that cannot be seen are undone, too.
        """
        if (event := self.undoable) is None:
            raise ValueError("there is nothing to undo")
        evening = self.add(Undone(event.id), stamp)
        if evening.undoable is not None and _unseen(event, self, evening):
            return evening.undo(stamp)
        return evening

    def redo(self, stamp: Stamp) -> Evening:
        """The evening with the change that was undone last. Raises ValueError if there is nothing to redo.

        The next changes come back, too, as long as they cannot be seen.
        """
        if (event := self.redoable) is None:
            raise ValueError("there is nothing to redo")
        evening = self.add(Undone(event.id, redone=True), stamp)
        while (event := evening.redoable) is not None:
            after = evening.add(Undone(event.id, redone=True), stamp)
            if not _unseen(event, after, evening):
                break
            evening = after
        return evening


def _unseen(event: Event, with_it: Evening, without: Evening) -> bool:
    """Whether nobody sees an event, because the sheet leaves out its row: another row shows the same hand."""
    return event.entry in with_it.table.same_turns.left_out and with_it.sheet.rows == without.sheet.rows


def payments_to_agree(deal: Deal, rules: Scheme) -> Agreed | None:
    """The payments of a deal's hand under these rules; None if there is no hand, or if the rules cannot score it.

    Also None with table stakes: the payments then depend on earlier hands, too.
    """
    if deal.hand is None or rules.limits or (found := counted(deal.hand, rules)) is None:
        return None
    _, payments = found
    return Agreed(tuple(zip(payments.players, payments.totals, strict=True)), payments.unit)
