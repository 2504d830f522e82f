"""A snapshot of an evening: the same sheet in the fewest events."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import itemgetter

from scorepad.evening.adjustment import Adjustment, Share, TakeOver
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening, Start, payments_to_agree
from scorepad.evening.event_place import EventId, EventPlace
from scorepad.evening.events import (
    Change,
    Dealt,
    Ended,
    Event,
    LeftOut,
    Noted,
    PlayedOn,
    RateAgreed,
    RulesChanged,
    Seated,
    TakenOver,
    Undone,
)
from scorepad.evening.money import NO_MONEY
from scorepad.evening.people import MAX_PEOPLE, MIN_PLAYERS, Member, Person, Seating
from scorepad.evening.sheet import SheetRow
from scorepad.evening.table import Table
from scorepad.tarot.hand import Hand, PlayerId, ThrownIn

from .values import Moment, moment_of

_SHORT_ID = re.compile(r"[0-9a-f]{8}")
_SHORT_PLAYER = re.compile(r"p[0-9]+", re.ASCII)


def snapshot(evening: Evening) -> Evening:
    """Another evening with the same sheet; it cannot be merged with the original evening.

    It has no corrections, undone events, voided rows, times and ids, and none of the people whom only voided rows name.
    The numbers of the rows are counted anew. There is one exception: if only an earlier version of a row has parts of a
    point, this version and its correction stay, because mouches are shared in these parts.
    """
    taking = _Snapshot(evening)
    return Evening.of(taking.start(), taking.events())


def is_snapshot(evening: Evening) -> bool:
    """Whether an evening looks like a result of `snapshot`: no event has a device, and the ids are short.

    Different snapshots use the same ids for different people, so a snapshot must not be saved in a history.
    """
    ids = [person.id for person in evening.start.seating.people]
    return (
        not any(event.device for event in evening.events)
        and _SHORT_ID.fullmatch(evening.id) is not None
        and all(_SHORT_PLAYER.fullmatch(id_) for id_ in ids)
    )


@dataclass
class _Snapshot:
    """A snapshot that is being made; `made` has its events so far, and `known` the short ids of people known in it."""

    evening: Evening
    made: list[Event] = field(default_factory=list)
    known: set[PlayerId] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.table: Table = self.evening.table
        people = dict.fromkeys([*(each.id for each in self.evening.sheet.people), *self.table.known])
        self.ids = {id_: f"p{number}" for number, id_ in enumerate(people)}
        self.known.update(self._all(self.table.seatings[0][1].ids))
        moment = moment_of(self.evening.start.created)
        self.created = self.evening.start.created
        if moment is not None:
            self.created = Moment(0, moment.units // 10**moment.digits).text

    def start(self) -> Start:
        """The start: the present title, length and rules for the whole evening."""
        return Start(
            id=f"{zlib.crc32(self.evening.id.encode()):08x}",
            created=self.created,
            title=self.table.title,
            seating=self._seating(self.table.seatings[0][1]),
            scheme=self.table.rules.whole,
            length=self.table.length,
        )

    def events(self) -> list[Event]:
        """The events of the snapshot.

        Each row that counts comes after the seatings and the changes of rules before it; the other agreements come at
        the end.
        """
        waiting = sorted(self._agreements(), key=itemgetter(0))
        corrected, earlier = self._corrected()
        for row in self.evening.sheet.rows:
            if row.voided and row is not corrected:
                continue
            while waiting and waiting[0][0] < row.place:
                self._add(waiting.pop(0)[1])
            if waiting and waiting[0][0] == row.recorded.order:
                id_ = self._add_takeover(self._dealt(row.deal, row), waiting.pop(0)[1])
            elif row is corrected and earlier is not None:
                id_ = self._add_row(self._dealt(earlier, row))
                new = Dealt() if row.voided else self._dealt(row.deal, row)
                self._add_row(replace(new, entry=id_, replaces=(id_,)))
            else:
                id_ = self._add_row(self._dealt(row.deal, row))
            if note := self.table.note_on(row.id):
                self._add(Noted(note, id_))
        for last in (*(each for _, each in waiting), *self._ends()):
            self._add(last)
        return self.made

    def _corrected(self) -> tuple[SheetRow | None, Deal | None]:
        """The row of which an earlier version has to stay, and this version; (None, None) if there is no such row.

        The version stays if the table's unit is more than 1, but no row that counts has an adjustment: without this
        version, the snapshot would have another unit.
        """
        sheet = self.evening.sheet
        given = [row for row in sheet.counting_rows if isinstance(row.deal.outcome, Adjustment)]
        if self.table.unit > 1 and not given:
            for row in sheet.rows:
                for event in row.history:
                    if event.deal is not None and isinstance(event.deal.outcome, Adjustment):
                        return row, event.deal
        return None, None

    def _add(self, change: Change) -> EventId:
        event = Event(seq=len(self.made) + 1, at=self.created, device="", change=change)
        self.made.append(event)
        if event.seating is not None:
            self.known.update(event.seating.ids)
        return event.id

    def _add_row(self, change: Dealt) -> EventId:
        if change.deal is not None:
            self._introduce((change.deal.dealer, *change.deal.named))
        return self._add(change)

    def _add_takeover(self, change: Dealt, seated: Change) -> EventId:
        """Adds the row of a takeover, together with its new seating.

        If the row was corrected to another kind of row, adds the seating first, and then the row.
        """
        score = None if change.deal is None else change.deal.outcome
        if isinstance(score, TakeOver) and isinstance(seated, Seated):
            self._introduce([score.leaver])
            return self._add(TakenOver(score, seated.seating))
        self._add(seated)
        return self._add_row(change)

    def _agreements(self) -> Iterator[tuple[EventPlace, Change]]:
        """Yields the later seatings, and the rules that hold from a hand on, each with its place."""
        yield from ((place, Seated(self._seating(seating))) for place, seating in self.table.seatings[1:])
        yield from ((place, RulesChanged(scheme, from_now=True)) for place, scheme in self.table.rules.later)

    def _ends(self) -> Iterator[Change]:
        table = self.table
        if note := table.note_on(None):
            yield Noted(note)
        if table.rate != NO_MONEY:
            yield RateAgreed(table.rate)
        if table.day is not None:
            yield PlayedOn(table.day)
        if table.left_out:
            yield LeftOut()
        if table.ended:
            yield Ended()

    def _introduce(self, named: Iterable[PlayerId]) -> None:
        """Adds a seating with people whom a row names, but who are not known yet, and undoes the seating at once.

        Such people sat down only later, or their seating was undone. Only a seating makes people known.
        """
        strangers = [id_ for id_ in self.table.known if self.ids[id_] in set(named) - self.known]
        anybody = self.table.seatings[0][1].ids[0]
        for first in range(0, len(strangers), MAX_PEOPLE - 1):
            ids = (*strangers[first : first + MAX_PEOPLE - 1], anybody)
            people = tuple(map(self._person, ids))
            self._add(Undone(self._add(Seated(Seating(people, MIN_PLAYERS, people[0].id)))))

    # -- the same values with short ids ---

    def _person(self, id_: PlayerId) -> Person:
        person, new = self.table.person(id_), self.ids[id_]
        members = [Member(f"{new}-{number}", member.name) for number, member in enumerate(person.members)]
        return replace(person, id=new, members=tuple(members))

    def _seating(self, seating: Seating) -> Seating:
        return Seating(tuple(map(self._person, seating.ids)), seating.seats, self.ids[seating.dealer])

    def _dealt(self, deal: Deal, row: SheetRow) -> Dealt:
        new = Deal(self.ids[deal.dealer], self._outcome(deal.outcome))
        return Dealt(new, agreed=payments_to_agree(new, row.rules))

    def _outcome(
        self, outcome: Hand | ThrownIn | Adjustment | TakeOver
    ) -> Hand | ThrownIn | Adjustment | TakeOver:
        ids = self.ids
        match outcome:
            case Hand():
                return replace(
                    outcome,
                    players=self._all(outcome.players),
                    taker=ids[outcome.taker],
                    partner=None if outcome.partner is None else ids[outcome.partner],
                    poignees=tuple([replace(each, player=ids[each.player]) for each in outcome.poignees]),
                    miseres=tuple([replace(each, player=ids[each.player]) for each in outcome.miseres]),
                )
            case Adjustment():
                parts = self.table.unit // outcome.unit
                shares = [Share(ids[each.player], each.amount * parts) for each in outcome.shares]
                return replace(outcome, shares=tuple(shares), unit=self.table.unit)
            case TakeOver():
                return TakeOver(ids[outcome.leaver], ids[outcome.newcomer])
        return outcome

    def _all(self, players: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
        return tuple([self.ids[each] for each in players])
