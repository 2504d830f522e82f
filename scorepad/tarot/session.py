"""A session: the people at the table, their scheme, and the events of the evening.

Events are appended and never changed; the state of a session is the fold of its events, in whatever order they
arrive. A correction, a voiding, an undo are events too. There is no clock here: the caller gives a `Stamp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from operator import add, attrgetter
from typing import Annotated, Any

from scorepad.codec import REQUIRED, Fault, Invalid, Length, Range

from .hand import Hand, Id, PlayerId, ThrownIn
from .payments import Payments, settle
from .scheme import Scheme
from .scoring import Score, score

MIN_PLAYERS, MAX_PLAYERS = 3, 5
"""Players of one hand."""
MAX_PEOPLE = 8
"""People at one table, those who sit out included."""
MAX_EVER = 16
"""People of one session, those who left included."""
MAX_NAME = 30
"""Characters of a name."""
MAX_SEQ = 2**53
"""Beyond it, a number would not survive other readers of JSON."""

Order = tuple[int, str, str]
"""The place of an event among all events of a session."""
_START: Order = (0, "", "")
"""Before every event."""
_ORDER = attrgetter("order")

Time = Annotated[str, "ISO 8601, UTC"]
Text = Annotated[str, Length(500)]
Device = Annotated[str, Length(64)]
Name = Annotated[str, Length(MAX_NAME)]
Mark = Annotated[int, Range(0, 999), REQUIRED]
Seats = Annotated[int, Range(MIN_PLAYERS, MAX_PLAYERS)]


class Conflict(StrEnum):
    """Why events cannot follow each other."""

    TWICE = "twice"
    STRANGER = "stranger"
    """A person who is not at the table, or not in the hand."""
    UNKNOWN_EVENT = "unknown_event"
    """A reference to an event that is not an earlier one."""
    NO_DEAL = "no_deal"
    """An event about a deal that does not exist."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone at the table; `mark` numbers the colour and the shape beside the name."""

    id: PlayerId
    name: Name
    mark: Mark = 0


People = Annotated[tuple[Person, ...], Length(MAX_PEOPLE)]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of the cards: the dealer, and the hand that was played, or the reason for throwing it in."""

    dealer: PlayerId
    outcome: Hand | ThrownIn


@dataclass(frozen=True, slots=True)
class Seating:
    """The table from one hand on: `people` in the order in which the deal passes; `seats` of them play.

    `dealer` deals the first of these hands. Raises Invalid if the table is impossible.
    """

    people: People
    seats: Seats
    dealer: PlayerId

    def __post_init__(self) -> None:
        ids = self.ids
        if not MIN_PLAYERS <= self.seats <= MAX_PLAYERS:
            raise Invalid(Fault.CONTRADICTION, f"a hand is played by {MIN_PLAYERS} to {MAX_PLAYERS}")
        if not self.seats <= len(ids) <= MAX_PEOPLE:
            raise Invalid(Fault.CONTRADICTION, f"{len(ids)} people cannot fill {self.seats} seats")
        if len(set(ids)) < len(ids):
            raise Invalid(Fault.CONTRADICTION, "a person sits at the table twice")
        if self.dealer not in ids:
            raise Invalid(Fault.CONTRADICTION, "the first dealer is not at the table")

    @property
    def ids(self) -> tuple[PlayerId, ...]:
        """The ids of the people."""
        return tuple(person.id for person in self.people)

    def after(self, id_: PlayerId) -> PlayerId:
        """The next person in the order of the deal; after a stranger, the first dealer."""
        ids = self.ids
        return ids[(ids.index(id_) + 1) % len(ids)] if id_ in ids else self.dealer

    def players(self, dealer: PlayerId) -> tuple[PlayerId, ...]:
        """The players when this person deals, in the order of the seats. Raises ValueError for a stranger.

        With more people than seats the dealer sits out and, if that is not enough, the previous dealers too
        (S0, FFT).
        """
        ids = self.ids
        at = ids.index(dealer)
        out = {ids[at - i] for i in range(len(ids) - self.seats)}
        return tuple(id_ for id_ in ids if id_ not in out)


class EventKind(StrEnum):
    """The kinds of events."""

    RECORDED = "recorded"
    CORRECTED = "corrected"
    VOIDED = "voided"
    RESTORED = "restored"
    FINISHED = "finished"
    REOPENED = "reopened"
    SCHEME_CHANGED = "scheme_changed"
    SEATED = "seated"
    """Other people, or another order, from the next hand on."""


DEAL_KINDS = frozenset({EventKind.RECORDED, EventKind.CORRECTED, EventKind.RESTORED})
"""Events that have a version of a deal."""
ENTRY_KINDS = DEAL_KINDS | {EventKind.VOIDED}
"""Events about a deal."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The origin of an event: a new id, the time (ISO 8601, UTC) and the device."""

    id: str
    at: str
    device: str = ""


Amounts = Annotated[tuple[tuple[PlayerId, int], ...], "each player once"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """The payments shown when a deal was recorded, in 1/`unit` of a point."""

    payments: Amounts
    unit: Annotated[int, Range(1, 100), REQUIRED] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One change of a session; it is never altered.

    `seq` is a Lamport number: one more than the highest that the device knows. `entry` is the deal, `supersedes`
    the event that was its current version before, `undoes` the event that this one undoes. If devices that did not
    know of each other left several versions, `settles` are the others.
    """

    id: Id
    seq: Annotated[int, Range(1, MAX_SEQ)]
    at: Time
    device: Device
    kind: EventKind
    entry: Id | None = None
    supersedes: Id | None = None
    settles: Annotated[tuple[Id, ...], Length(100)] = ()
    undoes: Id | None = None
    reason: Text = ""
    deal: Deal | None = None
    agreed: Agreed | None = None
    scheme: Scheme | None = None
    seating: Seating | None = None

    def __post_init__(self) -> None:
        kind = self.kind
        for fact, wanted, words in (
            (self.seating, kind is EventKind.SEATED, "bring a seating"),
            (self.scheme, kind is EventKind.SCHEME_CHANGED, "bring a scheme"),
            (self.entry, kind in ENTRY_KINDS, "name a deal"),
            (self.deal, kind in DEAL_KINDS, "bring a deal"),
        ):
            if (fact is not None) is not wanted:
                raise Invalid(Fault.CONTRADICTION, f"an event of the kind {kind} must {words}, or must not")

    @property
    def order(self) -> Order:
        """A total order on which all devices agree."""
        return (self.seq, self.at, self.id)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One row of the score sheet: a deal in its current version, what it pays, and the totals after it.

    Amounts are in 1/unit of a point, in the order of the session's people; who sat out receives 0.
    `number` counts the deals that stand; a voided one has none, and the totals do not count its amounts.
    `versions` are its events, the last one current; `conflicting` are those among which the table has still
    to choose, where devices that knew nothing of each other left more than one.
    """

    id: str
    number: int | None
    deal: Deal
    versions: tuple[Event, ...]
    score: Score | None
    payments: Payments | None
    amounts: tuple[int, ...]
    totals: tuple[int, ...]
    conflicting: tuple[Event, ...] = ()

    @property
    def voided(self) -> bool:
        """Whether the deal is struck out."""
        return self.number is None

    @property
    def undone(self) -> bool:
        """Whether the recording of the deal was undone: nobody needs to see it."""
        kinds = {event.id: event.kind for event in self.versions}
        return self.voided and kinds.get(self.current.undoes or "") is EventKind.RECORDED

    @property
    def current(self) -> Event:
        """The version that counts."""
        return self.versions[-1]

    @cached_property
    def agreed_otherwise(self) -> Agreed | None:
        """The payments shown when this version was recorded, if it pays something else now."""
        agreed, payments = self.current.agreed, self.payments
        if agreed is None or payments is None:
            return None
        now = {
            player: amount * agreed.unit
            for player, amount in zip(payments.players, payments.totals, strict=True)
        }
        then = {player: amount * payments.unit for player, amount in agreed.payments}
        return agreed if then != now else None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one person stands: the total in 1/unit of a point, and the rank (1 is best; ties share it)."""

    person: Person
    total: int
    rank: int


@dataclass(slots=True)
class _Checked:
    """Events in their order, each checked against those before it, and the facts that the next can contradict."""

    people: dict[PlayerId, Person]
    """Everybody who ever sat at the table, in the order in which they came."""
    seatings: list[tuple[Order, Seating]]
    """The table as it sat at first, and every later one, each with the place of its event."""
    events: list[Event] = field(default_factory=list)
    entry_of: dict[str, str | None] = field(default_factory=dict)
    """The deal that each event concerns, by the id of the event."""
    dealt: set[str | None] = field(default_factory=set)
    """The deals that were recorded."""
    named: set[PlayerId] = field(default_factory=set)
    """Everybody who dealt or played."""

    @classmethod
    def at(cls, seating: Seating) -> _Checked:
        """No events yet at this table."""
        return cls({person.id: person for person in seating.people}, [(_START, seating)])

    def copy(self) -> _Checked:
        """The same, to be added to."""
        return _Checked(
            self.people.copy(),
            self.seatings.copy(),
            self.events.copy(),
            self.entry_of.copy(),
            self.dealt.copy(),
            self.named.copy(),
        )

    def add(self, event: Event) -> None:
        """Adds the next event in the order. Raises Invalid if it cannot follow; nothing can be added then."""
        try:
            if event.id in self.entry_of:
                raise Invalid(Conflict.TWICE, "an event is there twice", ("id",))
            self._check_references(event)
            if event.deal is not None:
                self._add_deal(event.deal)
                self.dealt.add(event.entry)
            elif event.seating is not None:
                self._add_seating(event.seating)
                self.seatings.append((event.order, event.seating))
            elif event.entry is not None and event.entry not in self.dealt:
                raise Invalid(Conflict.NO_DEAL, "a deal that was never recorded", ("entry",))
        except Invalid as error:
            error.path = (f"event {event.id}", *error.path)
            raise
        self.entry_of[event.id] = event.entry
        self.events.append(event)

    def _check_references(self, event: Event) -> None:
        replaced = event.settles if event.supersedes is None else (event.supersedes, *event.settles)
        for other in replaced:
            if other not in self.entry_of or self.entry_of[other] != event.entry:
                raise Invalid(Conflict.UNKNOWN_EVENT, other, ("supersedes",))
        if event.undoes is not None and event.undoes not in self.entry_of:
            raise Invalid(Conflict.UNKNOWN_EVENT, event.undoes, ("undoes",))

    def _add_seating(self, seating: Seating) -> None:
        path = ("seating", "people")
        for person in seating.people:
            if self.people.setdefault(person.id, person) != person:
                raise Invalid(Fault.CONTRADICTION, "somebody came back under another name", path)
        if len(self.people) > MAX_EVER:
            raise Invalid(Fault.TOO_LONG, f"{len(self.people)} people are more than a session has", path)

    def _add_deal(self, deal: Deal) -> None:
        stranger = "a deal names somebody who is not at the table"
        if deal.dealer not in self.people:
            raise Invalid(Conflict.STRANGER, stranger, ("deal", "dealer"))
        self.named.add(deal.dealer)
        if isinstance(deal.outcome, ThrownIn):
            return
        hand = deal.outcome
        players = set(hand.players)
        if len(players) < len(hand.players) or len(players) < 2:
            raise Invalid(Conflict.TWICE, hand.players, ("deal", "hand", "players"))
        if players.difference(self.people):
            raise Invalid(Conflict.STRANGER, stranger, ("deal", "hand", "players"))
        if hand.partner == hand.taker:
            raise Invalid(Conflict.TWICE, hand.partner, ("deal", "hand", "partner"))
        shown_or_declared = [each.player for part in (hand.poignees, hand.miseres) for each in part]
        if not players.issuperset((hand.taker, hand.partner or hand.taker, *shown_or_declared)):
            raise Invalid(Conflict.STRANGER, "somebody who is not in the hand", ("deal", "hand"))
        self.named.update(players)


@dataclass(frozen=True, kw_only=True)
class Session:
    """An evening: `people` in the order in which the deal passed at first, `seats` of whom played each hand.

    `people` are the `founders` who sat down first, and after them, added here, those who came with a later seating and
    dealt, played or sit there now; `seating_at` tells who is at the table. `scheme` is the one that the session began
    with; `rules` the one that counts now, for all its hands. Raises Invalid for an event that cannot follow those
    before it in their order.
    """

    id: Id
    created: Time
    name: Annotated[Text, REQUIRED] = ""
    people: People
    seats: Seats
    first_dealer: PlayerId
    scheme: Scheme
    events: tuple[Event, ...] = ()
    founders: int = 0
    earlier: InitVar[Session | None] = None
    """The same session with only the first of `events` in their order: only `with_events` gives it."""
    _checked: _Checked = field(init=False, repr=False, compare=False)
    _folded: tuple[Entry, ...] = field(init=False, repr=False, compare=False)
    """Entries of `earlier`: those at the beginning are the same as long as their versions are."""

    def __post_init__(self, earlier: Session | None) -> None:
        began = self.people[: self.founders or None]
        if earlier is not None:
            checked = earlier._checked.copy()
        else:
            checked = _Checked.at(Seating(began, self.seats, self.first_dealer))
        for event in sorted(self.events[len(checked.events) :], key=_ORDER):
            checked.add(event)
        here = checked.named.union(checked.seatings[-1][1].ids)
        later = [person for person in list(checked.people.values())[len(began) :] if person.id in here]
        object.__setattr__(self, "founders", len(began))
        object.__setattr__(self, "people", (*began, *later))
        object.__setattr__(self, "_checked", checked)
        folded: tuple[Entry, ...] = ()
        if earlier is not None and (earlier.people, earlier.rules) == (self.people, self.rules):
            folded = vars(earlier).get("entries", ())
        object.__setattr__(self, "_folded", folded)

    def with_events(self, events: Iterable[Event]) -> Session:
        """The session with more events. Raises Invalid, as a session built with all of them at once does."""
        new = tuple(events)
        at_the_end = not self.events or all(event.order > self._in_order[-1].order for event in new)
        return self._having((*self.events, *new), self if at_the_end else None)

    # -- what follows from the events ---

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every deal of the session in its order, voided ones included."""
        by_entry: dict[str, list[Event]] = {}
        for event in self._in_order:
            if event.entry is not None:
                by_entry.setdefault(event.entry, []).append(event)
        entries: list[Entry] = []
        for known, versions in zip(self._folded, by_entry.values(), strict=False):
            if known.versions != tuple(versions):
                break
            entries.append(known)
        totals = entries[-1].totals if entries else (0,) * len(self.people)
        number = sum(not entry.voided for entry in entries)
        for id_, versions in list(by_entry.items())[len(entries) :]:
            current = versions[-1]
            deal = current.deal or _struck_out(versions)
            scored, payments = self._score(deal)
            received = dict(zip(payments.players, payments.totals, strict=True)) if payments else {}
            amounts = tuple([received.get(person.id, 0) for person in self.people])
            stands = current.kind is not EventKind.VOIDED
            if stands:
                number += 1
                totals = tuple(map(add, totals, amounts))
            entries.append(
                Entry(
                    id=id_,
                    number=number if stands else None,
                    deal=deal,
                    versions=tuple(versions),
                    score=scored,
                    payments=payments,
                    amounts=amounts,
                    totals=totals,
                    conflicting=_conflicting(versions),
                )
            )
        return tuple(entries)

    @property
    def _in_order(self) -> Sequence[Event]:
        return self._checked.events

    @cached_property
    def standing_entries(self) -> tuple[Entry, ...]:
        """The deals that count."""
        return tuple(entry for entry in self.entries if not entry.voided)

    def entry(self, id_: str) -> Entry:
        """One deal of the session. Raises KeyError if there is none of that id."""
        for entry in self.entries:
            if entry.id == id_:
                return entry
        raise KeyError(id_)

    @cached_property
    def rules(self) -> Scheme:
        """The scheme that counts: the last one the table changed to, or the one it began with."""
        return _ending_rules(self._in_order) or self.scheme

    @property
    def beginning(self) -> Session:
        """The session before anything happened."""
        return self._having(())

    def _having(self, events: Iterable[Event], earlier: Session | None = None) -> Session:
        return replace(self, people=self.people[: self.founders], events=tuple(events), earlier=earlier)

    @property
    def _seatings(self) -> Sequence[tuple[Order, Seating]]:
        return self._checked.seatings

    def seating_at(self, entry: str | None = None) -> Seating:
        """The table as it sits now, or as it sat when a deal was recorded. Raises KeyError for an unknown entry."""
        if entry is None or len(self._seatings) == 1:
            return self._seatings[-1][1]
        recorded = self.entry(entry).versions[0].order
        return [seating for order, seating in self._seatings if order < recorded][-1]

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The table as it sat at first, and as it sat later, in their order."""
        return tuple(seating for _, seating in self._seatings)

    @property
    def unit(self) -> int:
        """Amounts of this session are in 1/unit of a point."""
        return self.rules.unit

    @cached_property
    def recounted(self) -> tuple[Entry, ...]:
        """The deals that pay something else today than the table agreed, though its rules have not changed since."""
        changed = max((event.order for event in self.events if event.scheme is not None), default=_START)
        return tuple(
            entry
            for entry in self.standing_entries
            if entry.current.order > changed and entry.agreed_otherwise is not None
        )

    @property
    def hands_played(self) -> int:
        """The hands that count towards the agreed number: all that stand, but for those thrown in."""
        return sum(isinstance(entry.deal.outcome, Hand) for entry in self.standing_entries)

    @property
    def hands_left(self) -> int | None:
        """How many hands of the agreed number are still to be played; None where the table agreed on none."""
        agreed = self.rules.table.hands
        return max(0, agreed - self.hands_played) if agreed else None

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's total, in 1/unit of a point, in the order of `people`; always summing to zero."""
        return self.entries[-1].totals if self.entries else (0,) * len(self.people)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody, best first; equal totals share a rank and keep the order of the seats."""
        totals = self.totals
        return tuple(
            Standing(person, total, 1 + sum(other > total for other in totals))
            for person, total in sorted(zip(self.people, totals, strict=True), key=lambda pair: -pair[1])
        )

    @property
    def finished(self) -> bool:
        """Whether the table has ended the evening."""
        return _ends_finished(self._in_order)

    @property
    def last_at(self) -> str:
        """When something last happened (ISO 8601, UTC)."""
        return max((event.at for event in self.events), default=self.created)

    def person(self, id_: PlayerId) -> Person:
        """Who has this id. Raises KeyError for a stranger."""
        for person in self.people:
            if person.id == id_:
                return person
        raise KeyError(id_)

    # -- dealers and players ---

    @property
    def dealer(self) -> PlayerId:
        """The next dealer: the deal passes on after every deal, thrown-in ones included.

        If the dealer sits out and everyone passes, the same dealer deals again (S0). A new seating has its own
        first dealer.
        """
        standing = self.standing_entries
        since, table = self._seatings[-1]
        if not standing or standing[-1].versions[0].order < since:
            return table.dealer
        last = standing[-1].deal
        sits_out = len(table.people) > table.seats
        if sits_out and last.outcome is ThrownIn.ALL_PASSED and last.dealer in table.ids:
            return last.dealer
        return table.after(last.dealer)

    def after(self, id_: PlayerId) -> PlayerId:
        """The next person in the order of the deal, as the table sits now."""
        return self.seating_at().after(id_)

    def players(self, dealer: PlayerId, entry: str | None = None) -> tuple[PlayerId, ...]:
        """Who plays when this person deals, now or when a deal was recorded, in the order of the seats.

        Raises ValueError for somebody who is not at that table, KeyError for an unknown entry.
        """
        return self.seating_at(entry).players(dealer)

    def leader(self, dealer: PlayerId, entry: str | None = None) -> PlayerId:
        """The player who leads to the first trick: the person after the dealer, who never sits out."""
        return self.seating_at(entry).after(dealer)

    # -- new events ---

    def record(self, deal: Deal, stamp: Stamp) -> Session:
        """The session with one more deal; its last event is the new one."""
        return self._append(EventKind.RECORDED, stamp, entry=stamp.id, deal=deal)

    def correct(self, entry: str, deal: Deal, stamp: Stamp, reason: str = "") -> Session:
        """The session with another version of a deal. Raises KeyError for an unknown entry."""
        return self._replace(EventKind.CORRECTED, self.entry(entry), stamp, deal, reason)

    def void(self, entry: str, stamp: Stamp, reason: str = "") -> Session:
        """The session with a deal struck out. Raises KeyError for an unknown entry."""
        return self._replace(EventKind.VOIDED, self.entry(entry), stamp, None, reason)

    def restore(self, entry: str, stamp: Stamp, version: str | None = None, reason: str = "") -> Session:
        """The session with a deal standing again, as it was last or in the version named.

        Raises KeyError for an unknown entry or version.
        """
        found = self.entry(entry)
        deal = found.deal
        if version is not None:
            deal = {event.id: event.deal for event in found.versions if event.deal is not None}[version]
        return self._replace(EventKind.RESTORED, found, stamp, deal, reason)

    def choose(self, entry: str, version: str, stamp: Stamp, reason: str = "") -> Session:
        """The session in which, of the versions of a deal, this one counts, whether it stands in it or not.

        Raises KeyError for an unknown entry or version.
        """
        versions = {event.id: event for event in self.entry(entry).versions}
        if versions[version].deal is None:
            return self.void(entry, stamp, reason)
        return self.restore(entry, stamp, version, reason)

    def finish(self, stamp: Stamp) -> Session:
        """The session, ended."""
        return self._append(EventKind.FINISHED, stamp)

    def reopen(self, stamp: Stamp) -> Session:
        """The session, going on."""
        return self._append(EventKind.REOPENED, stamp)

    def change_scheme(self, scheme: Scheme, stamp: Stamp, reason: str = "") -> Session:
        """The session under other rules from its first hand on. Raises ValueError if they lack a bid played."""
        played = [entry.deal.outcome for entry in self.standing_entries]
        if not all(scheme.allows(hand.bid) for hand in played if isinstance(hand, Hand)):
            raise ValueError("the scheme lacks a bid that was played")
        return self._append(EventKind.SCHEME_CHANGED, stamp, scheme=scheme, reason=reason)

    def seat(self, seating: Seating, stamp: Stamp, reason: str = "") -> Session:
        """The session at which others sit from the next hand on; whoever comes new starts at nothing.

        Raises ValueError where somebody known comes under another name (Invalid), or nothing changes.
        """
        if seating == replace(self.seating_at(), dealer=self.dealer):
            raise ValueError("they sit so already")
        return self._append(EventKind.SEATED, stamp, seating=seating, reason=reason)

    @property
    def undoable(self) -> Event | None:
        """The event that `undo` would undo."""
        done, _ = self._done_and_undone()
        return done[-1] if done else None

    @property
    def redoable(self) -> Event | None:
        """The undo that `redo` would undo."""
        _, undone = self._done_and_undone()
        return undone[-1] if undone else None

    def undo(self, stamp: Stamp) -> Session:
        """The session with one more event, which undoes the last one. Raises ValueError if there is none."""
        return self._undone(self.undoable, stamp)

    def redo(self, stamp: Stamp) -> Session:
        """The session with one more event, which undoes the last undo. Raises ValueError if there is none."""
        return self._undone(self.redoable, stamp)

    # -- inside ---

    def _score(self, deal: Deal) -> tuple[Score | None, Payments | None]:
        """What a deal pays; nothing where it was thrown in, or where rules chosen elsewhere lack its bid."""
        hand = deal.outcome
        if isinstance(hand, ThrownIn) or not self.rules.allows(hand.bid):
            return None, None
        scored = score(hand, self.rules)
        return scored, settle(scored, hand, self.rules)

    def _replace(
        self, kind: EventKind, entry: Entry, stamp: Stamp, deal: Deal | None, reason: str
    ) -> Session:
        current = entry.current.id
        return self._append(
            kind,
            stamp,
            entry=entry.id,
            deal=deal,
            supersedes=current,
            settles=tuple(event.id for event in entry.conflicting if event.id != current),
            reason=reason,
        )

    def _append(self, kind: EventKind, stamp: Stamp, **facts: Any) -> Session:
        if facts.get("deal"):
            _, payments = self._score(facts["deal"])
            if payments is not None:
                pairs = zip(payments.players, payments.totals, strict=True)
                facts["agreed"] = Agreed(tuple(pairs), payments.unit)
        seq = 1 + (self._in_order[-1].seq if self.events else 0)
        event = Event(id=stamp.id, seq=seq, at=stamp.at, device=stamp.device, kind=kind, **facts)
        return self.with_events([event])

    def _done_and_undone(self) -> tuple[list[Event], list[Event]]:
        done: list[Event] = []
        undone: list[Event] = []
        for event in self._in_order:
            if done and event.undoes == done[-1].id:
                done.pop()
                undone.append(event)
            elif undone and event.undoes == undone[-1].id:
                undone.pop()
                done.append(event)
            else:
                undone.clear()
                done.append(event)
        return done, undone

    def _undone(self, event: Event | None, stamp: Stamp) -> Session:
        if event is None:
            raise ValueError("there is nothing to undo")
        earlier = [e for e in self._in_order if e.order < event.order]
        if event.kind is EventKind.SCHEME_CHANGED:
            scheme = _ending_rules(earlier) or self.scheme
            return self._append(EventKind.SCHEME_CHANGED, stamp, scheme=scheme, undoes=event.id)
        if event.kind is EventKind.SEATED:
            past = self._having(earlier)
            seating = replace(past.seating_at(), dealer=past.dealer)
            return self._append(EventKind.SEATED, stamp, seating=seating, undoes=event.id)
        if event.entry is None:
            finished = _ends_finished(earlier)
            return self._append(
                EventKind.FINISHED if finished else EventKind.REOPENED, stamp, undoes=event.id
            )
        entry = self.entry(event.entry)
        before = next((e for e in entry.versions if e.id == event.supersedes), None)
        if before is None or before.deal is None:
            kind, deal = EventKind.VOIDED, None
        else:
            kind = EventKind.RESTORED if event.kind is EventKind.VOIDED else EventKind.CORRECTED
            deal = before.deal
        return self._append(
            kind,
            stamp,
            entry=entry.id,
            deal=deal,
            supersedes=entry.current.id,
            settles=() if before is None else before.settles,
            undoes=event.id,
        )


def _ends_finished(events: Iterable[Event]) -> bool:
    """Whether the evening is over after these events, in their order."""
    finished = False
    for event in events:
        if event.kind in (EventKind.FINISHED, EventKind.REOPENED):
            finished = event.kind is EventKind.FINISHED
    return finished


def _ending_rules(events: Sequence[Event]) -> Scheme | None:
    """The scheme that the last of these events, in their order, changed to."""
    return next((event.scheme for event in reversed(events) if event.scheme is not None), None)


def _struck_out(versions: Sequence[Event]) -> Deal:
    """The deal that a voided entry shows: the one that the voiding struck out.

    An undoing brings back what stood before the event that it takes back, the deal then struck out included.
    """
    by_id: dict[str | None, Event] = {event.id: event for event in versions}
    shown: dict[str | None, Deal] = {}
    deal = next(event.deal for event in versions if event.deal is not None)
    for event in versions:
        before = by_id.get(event.undoes, event).supersedes
        deal = shown[event.id] = event.deal or shown.get(before, deal)
    return deal


def _conflicting(versions: Sequence[Event]) -> tuple[Event, ...]:
    """The versions that no later one replaces or settles, if they are several."""
    if len(versions) == 1:
        return ()
    undone = {event.undoes for event in versions}
    replaced: set[str | None] = {event.supersedes for event in versions}
    replaced.update(id_ for event in versions if event.id not in undone for id_ in event.settles)
    tips = tuple(event for event in versions[:-1] if event.id not in replaced)
    return (*tips, versions[-1]) if tips else ()


def conflicts(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The deals of which two devices hold different corrections."""
    return tuple(entry for entry in entries if entry.conflicting)
