"""The events of an evening: each event holds one change, and each change applies itself to the table.

The dataclass of a change defines everything that the evening needs to know about this kind of event. README.md
describes how to add a kind of event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar

from scorepad.codec import Length, Range
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import Id
from scorepad.tarot.scheme import Scheme

from .adjustment import TakeOver
from .deal import Agreed, Deal
from .event_place import MAX_SEQ, DeviceName, EventId, EventPlace, event_id
from .length import AgreedLength, Day, Time
from .money import Rate
from .people import MAX_EVER, NewName, Seating, ShortText, renamed, seated

if TYPE_CHECKING:
    from .evening import Evening
    from .table import Table


class TopicKind(StrEnum):
    """The kinds of topics, which are the settings that events change; the last event that counts decides each topic."""

    ROW = "row"
    """A row of the sheet; the topic has the id of the row."""
    SEATING = "seating"
    NAME = "name"
    """The name of a person; the topic has the id of the person."""
    TITLE = "title"
    RULES = "rules"
    NOTE = "note"
    """A note; the topic has the id of the row, or None for the note on the evening."""
    LENGTH = "length"
    RATE = "rate"
    ENDED = "ended"
    DAY = "day"
    SEASON = "season"
    APART = "apart"
    """Whether a row is a hand of its own; the topic has the id of the row."""


Topic = tuple[TopicKind, Id | None]
Earlier = Mapping[EventId, "Event"]
"""The events before an event, by their ids."""


# -- the changes ---


class _Change:
    """The base class of all changes; it defines the behaviour of most kinds of events."""

    __slots__ = ()
    topic: ClassVar[TopicKind | None] = None
    aside: ClassVar[bool] = False
    """Whether the change happens away from the table: `Evening.last_at` does not count it."""
    playing: ClassVar[bool] = False
    """Whether the change is possible only before the evening has ended."""

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        """The table after the event. Raises Invalid if the event contradicts the table."""
        return table

    def topics(self, event_id: Id) -> tuple[Topic, ...]:
        """The topics that the change settles while its event counts; by default the `topic` of its class, if any."""
        return () if self.topic is None else ((self.topic, None),)

    def has_effect(self, evening: Evening) -> bool:
        """Whether the change would have an effect on this evening."""
        return True


@dataclass(frozen=True, slots=True)
class Dealt(_Change):
    """A version of a row of the sheet: the first version records the row, and a version without a deal voids it.

    `entry` is the id of the event that recorded the row; None if this event records a new row. `replaces` has the ids
    of the versions that this version replaces: first the current version, then the versions in conflict with it. A
    forgotten row is inserted above the row `before`.
    """

    deal: Deal | None = None
    entry: EventId | None = None
    replaces: Annotated[tuple[EventId, ...], Length(100)] = ()
    agreed: Agreed | None = None
    before: EventId | None = None
    playing: ClassVar[bool] = True

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        row = self.entry or event.id
        recorded = row in table.history
        if self.entry is not None and not recorded:
            raise Invalid(Fault.NO_DEAL, "a deal that was never recorded", ("entry",))
        if unknown := [id_ for id_ in self.replaces if row_of(id_, earlier) != row]:
            raise Invalid(Fault.UNKNOWN_EVENT, min(unknown), ("replaces",))
        if self.before is not None and (recorded or self.before not in table.history):
            raise Invalid(Fault.UNKNOWN_EVENT, self.before, ("before",))
        if self.deal is not None:
            self.deal.check(table.known)
        elif not recorded:
            raise Invalid(Fault.NO_DEAL, "nothing is recorded", ("deal",))
        return table.remembering(row, event)

    def topics(self, event_id: Id) -> tuple[Topic, ...]:
        return ((TopicKind.ROW, self.entry or event_id),)


@dataclass(frozen=True, slots=True)
class TakenOver(_Change):
    """A newcomer takes over a person's seat and score; the event is a row of the sheet as well as a new seating."""

    score: TakeOver
    seating: Seating
    playing: ClassVar[bool] = True

    @property
    def deal(self) -> Deal:
        """The row of the sheet, as a deal."""
        return Deal(self.seating.dealer, self.score)

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        table = Seated(self.seating).apply(table, event, earlier)
        self.deal.check(table.known)
        return table.remembering(event.id, event)

    def topics(self, event_id: Id) -> tuple[Topic, ...]:
        return ((TopicKind.ROW, event_id), (TopicKind.SEATING, None))


@dataclass(frozen=True, slots=True)
class Seated(_Change):
    """A new seating from the next hand on: other people, or another order."""

    seating: Seating
    topic: ClassVar[TopicKind | None] = TopicKind.SEATING
    playing: ClassVar[bool] = True

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        table = table.knowing(seated(table.known, self.seating.people, event.device))
        table.as_known(self.seating)  # raises Invalid for an impossible seating
        return table

    def has_effect(self, evening: Evening) -> bool:
        return self.seating != replace(evening.table.seating, dealer=evening.dealer)


@dataclass(frozen=True, slots=True)
class Renamed(_Change):
    """A new title of the evening (None: unchanged), or new names of people, in all hands of the evening.

    Raises Invalid without a new title or name, or if a person gets two names.
    """

    title: ShortText | None = None
    people: Annotated[tuple[NewName, ...], Length(MAX_EVER)] = ()
    aside: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.title is None and not self.people:
            raise Invalid(Fault.CONTRADICTION, "a renaming names nobody and nothing")
        if len({each.id for each in self.people}) < len(self.people):
            raise Invalid(Fault.CONTRADICTION, "a person gets two names", ("people",))

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        return table.knowing(renamed(table.known, self.people))

    def topics(self, event_id: Id) -> tuple[Topic, ...]:
        title: list[Topic] = [] if self.title is None else [(TopicKind.TITLE, None)]
        return (*title, *((TopicKind.NAME, each.id) for each in self.people))

    def has_effect(self, evening: Evening) -> bool:
        names = {person.id: person.name for person in evening.table.everybody}
        people = any(names.get(each.id, "") != each.name for each in self.people)
        return people or self.title not in (None, evening.table.title)


@dataclass(frozen=True, slots=True)
class RulesChanged(_Change):
    """New rules for the whole evening or, if `from_now`, for the hands recorded after this event.

    In files before schema 4 the scheme contained the number of hands; `length` keeps this number.
    """

    scheme: Scheme
    from_now: bool = False
    length: AgreedLength | None = None
    playing: ClassVar[bool] = True

    def topics(self, event_id: Id) -> tuple[Topic, ...]:
        length: list[Topic] = [(TopicKind.LENGTH, None)] if self.length else []
        return ((TopicKind.RULES, None), *length)

    def has_effect(self, evening: Evening) -> bool:
        rules = evening.table.rules
        ends_others = bool(rules.later) and not self.from_now
        return ends_others or self.length is not None or self.scheme != rules.now


@dataclass(frozen=True, slots=True)
class Noted(_Change):
    """A new note on a row of the sheet, or on the evening; "" removes the note."""

    note: ShortText
    entry: EventId | None = None
    aside: ClassVar[bool] = True

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        if self.entry is not None and self.entry not in table.history:
            raise Invalid(Fault.NO_DEAL, "a deal that was never recorded", ("entry",))
        return table

    def topics(self, event_id: Id) -> tuple[Topic, ...]:
        return ((TopicKind.NOTE, self.entry),)

    def has_effect(self, evening: Evening) -> bool:
        return self.note != evening.table.note_on(self.entry)


@dataclass(frozen=True, slots=True)
class LengthAgreed(_Change):
    """A new length of the evening."""

    length: AgreedLength
    topic: ClassVar[TopicKind | None] = TopicKind.LENGTH
    playing: ClassVar[bool] = True

    def has_effect(self, evening: Evening) -> bool:
        return self.length != evening.table.length


@dataclass(frozen=True, slots=True)
class RateAgreed(_Change):
    """The money value of a point."""

    rate: Rate
    topic: ClassVar[TopicKind | None] = TopicKind.RATE

    def has_effect(self, evening: Evening) -> bool:
        return self.rate != evening.table.rate


@dataclass(frozen=True, slots=True)
class Ended(_Change):
    """The evening is over or, if `over` is false, is open again."""

    over: bool = True
    topic: ClassVar[TopicKind | None] = TopicKind.ENDED

    def has_effect(self, evening: Evening) -> bool:
        return self.over != evening.table.ended


@dataclass(frozen=True, slots=True)
class PlayedOn(_Change):
    """The day on which the evening was played, if it was recorded on a later day."""

    day: Day
    topic: ClassVar[TopicKind | None] = TopicKind.DAY
    aside: ClassVar[bool] = True

    def has_effect(self, evening: Evening) -> bool:
        return self.day != evening.began


@dataclass(frozen=True, slots=True)
class LeftOut(_Change):
    """The evening does not count in seasons or, if `left_out` is false, counts again."""

    left_out: bool = True
    topic: ClassVar[TopicKind | None] = TopicKind.SEASON
    aside: ClassVar[bool] = True

    def has_effect(self, evening: Evening) -> bool:
        return self.left_out != evening.table.left_out


@dataclass(frozen=True, slots=True)
class KeptApart(_Change):
    """A row is a hand of its own, although another device recorded the row `other` for the same turn."""

    entry: EventId
    other: EventId

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        for name, row in (("entry", self.entry), ("other", self.other)):
            if row not in table.history:
                raise Invalid(Fault.NO_DEAL, "a deal that was never recorded", (name,))
        return table

    def topics(self, event_id: Id) -> tuple[Topic, ...]:
        return ((TopicKind.APART, self.entry),)

    def has_effect(self, evening: Evening) -> bool:
        return self.entry in evening.table.same_turns.in_doubt


@dataclass(frozen=True, slots=True)
class Undone(_Change):
    """An earlier event does not count: the table is as it would be without it. If `redone`, the event counts again."""

    event: EventId
    redone: bool = False

    def apply(self, table: Table, event: Event, earlier: Earlier) -> Table:
        about = earlier.get(self.event)
        if about is None or isinstance(about.change, Undone):
            raise Invalid(Fault.UNKNOWN_EVENT, self.event, ("event",))
        row = row_of(self.event, earlier)
        return table if row is None else table.remembering(row, event)


Change = (
    Dealt
    | TakenOver
    | Seated
    | Renamed
    | RulesChanged
    | Noted
    | LengthAgreed
    | RateAgreed
    | Ended
    | PlayedOn
    | LeftOut
    | KeptApart
    | Undone
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One change of an evening; events are never altered.

    `seq` is a Lamport number: one more than the highest number that the device knows. So a device never uses a
    place twice, and the id can be made from the place.
    """

    seq: Annotated[int, Range(1, MAX_SEQ)]
    at: Time
    device: DeviceName
    change: Change
    reason: ShortText = ""
    id: EventId = field(default="", init=False, repr=False)
    """Made from the place; not written into files."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", event_id(self.seq, self.at, self.device))

    @property
    def order(self) -> EventPlace:
        """The place in a total order on which all devices agree."""
        return (self.seq, self.at, self.device)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The topics that the event settles."""
        return self.change.topics(self.id)

    @property
    def deal(self) -> Deal | None:
        """The deal of a version of a row; None if the version voids the row, or if the event is not a version."""
        return self.change.deal if isinstance(self.change, Dealt | TakenOver) else None

    @property
    def entry(self) -> Id | None:
        """The row of the sheet that the event is about; None for an undo, and for an event that is about no row."""
        if isinstance(self.change, Noted | KeptApart):
            return self.change.entry
        if isinstance(self.change, Dealt):
            return self.change.entry or self.id
        return self.id if isinstance(self.change, TakenOver) else None

    @property
    def seating(self) -> Seating | None:
        """The new seating from the next hand on; None if the event does not change the seating."""
        return self.change.seating if isinstance(self.change, Seated | TakenOver) else None

    @property
    def replaces(self) -> tuple[EventId, ...]:
        """The ids of the versions of a row that this version replaces; empty if the event replaces no version."""
        return self.change.replaces if isinstance(self.change, Dealt) else ()


def row_of(id_: EventId, events: Earlier) -> Id | None:
    """The row whose history contains an event; None if there is none, or if the event is unknown."""
    event = events.get(id_)
    if event is not None and isinstance(event.change, Undone):
        event = events.get(event.change.event)
    return event.entry if event is not None and isinstance(event.change, Dealt | TakenOver) else None
