"""A session: the people at the table, their scheme, and the events of the evening.

Events are appended and never changed; the state of a session is the fold of its events, in whatever order they
arrive. A correction, a voiding, an undo are events too. There is no clock here: the caller gives a `Stamp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from math import lcm
from operator import add, attrgetter
from typing import Annotated, Any

from scorepad.codec import REQUIRED, Fault, Invalid, Length, Range

from .adjustment import Adjustment, Beside, TakeOver
from .hand import Hand, Id, PlayerId, ThrownIn
from .length import OPEN, AgreedLength, Progress, hands_until
from .length import Time as Time
from .money import NO_MONEY, Rate, shares
from .payments import Payments, settle
from .pots import Mouches, Move, Pot, holdings, limited, of_deal, share
from .scheme import PotEnd, Scheme
from .scoring import Score, score

MIN_PLAYERS, MAX_PLAYERS = 2, 5
"""Players of one hand."""
MAX_PEOPLE = 8
"""People at one table, those who sit out included."""
MAX_EVER = 16
"""People of one session, those who left included."""
MIN_MEMBERS, MAX_MEMBERS = 2, 4
"""Members of a team."""
MAX_NAME = 30
"""Characters of a name."""
MAX_SEQ = 2**53
"""Beyond it, a number would not survive other readers of JSON."""

Order = tuple[int, str, str]
"""The place of an event among all events of a session."""
_START: Order = (0, "", "")
"""Before every event."""
_ORDER = attrgetter("order")

Text = Annotated[str, Length(500)]
Device = Annotated[str, Length(64)]
Name = Annotated[str, Length(MAX_NAME)]
MARKS = 1000
"""Colours and shapes are numbered below it, again and again."""
Mark = Annotated[int, Range(0, MARKS - 1), REQUIRED]
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
class Member:
    """Somebody of a team."""

    id: PlayerId
    name: Name


@dataclass(frozen=True, slots=True)
class Person:
    """Someone at the table, or a team with its members; `mark` numbers the colour and the shape beside the name.

    A `guest` is there for one evening, and in no list of players. Raises Invalid for a team that cannot be.
    """

    id: PlayerId
    name: Name
    mark: Mark = 0
    guest: bool = False
    members: Annotated[tuple[Member, ...], Length(MAX_MEMBERS)] = ()

    def __post_init__(self) -> None:
        if self.members and len({member.id for member in self.members}) < max(MIN_MEMBERS, len(self.members)):
            raise Invalid(Fault.CONTRADICTION, "a team has 2 to 4 different members", ("members",))

    @property
    def names(self) -> tuple[Name, ...]:
        """The own name, and those of the members of a team."""
        return (self.name, *(member.name for member in self.members))

    @property
    def players(self) -> tuple[Member, ...]:
        """The players whom the list of players keeps: nobody for a guest, each member of a team."""
        return () if self.guest else self.members or (Member(self.id, self.name),)


People = Annotated[tuple[Person, ...], Length(MAX_PEOPLE)]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of the cards: the dealer, and the hand that was played, or the reason for throwing it in.

    Where points changed hands without cards, the dealer is the one whose turn it was.
    """

    dealer: PlayerId
    outcome: Hand | ThrownIn | Beside

    @property
    def beside(self) -> Beside | None:
        """What happened without cards, if that is so."""
        return self.outcome if isinstance(self.outcome, Adjustment | TakeOver) else None


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
        members = [member.id for person in self.people for member in person.members]
        if len({*ids, *members}) < len(ids) + len(members):
            raise Invalid(Fault.CONTRADICTION, "a member of a team sits there twice")
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
    RENAMED = "renamed"
    """Another name for the evening, or for people of it, in all its hands."""
    TAKEN_OVER = "taken_over"
    """Somebody has another one's seat and score from the next hand on."""
    HANDED_BACK = "handed_back"
    """Both are as they were before that."""
    NOTED = "noted"
    """Another note on a hand, or on the evening."""
    LENGTH_AGREED = "length_agreed"
    """Another length of the evening."""
    RATE_AGREED = "rate_agreed"
    """What the points are worth in money."""


DEAL_KINDS = frozenset({EventKind.RECORDED, EventKind.CORRECTED, EventKind.RESTORED, EventKind.TAKEN_OVER})
"""Events that have a version of a deal."""
ENTRY_KINDS = DEAL_KINDS | {EventKind.VOIDED, EventKind.HANDED_BACK}
"""Events about a deal."""
SEATING_KINDS = frozenset({EventKind.SEATED, EventKind.TAKEN_OVER, EventKind.HANDED_BACK})
"""Events that bring a seating."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The origin of an event: a new id, the time (ISO 8601, UTC) and the device."""

    id: str
    at: str
    device: str = ""


Amounts = Annotated[tuple[tuple[PlayerId, int], ...], "each player once"]


@dataclass(frozen=True, slots=True)
class NewName:
    """The name that a person has from now on."""

    id: PlayerId
    name: Name


@dataclass(frozen=True, slots=True)
class Renaming:
    """The name of the evening, None as it was, and those of people. Raises Invalid if it names nobody and nothing."""

    name: Text | None = None
    people: Annotated[tuple[NewName, ...], Length(MAX_EVER)] = ()

    def __post_init__(self) -> None:
        if self.name is None and not self.people:
            raise Invalid(Fault.CONTRADICTION, "a renaming names nobody and nothing")
        if len({each.id for each in self.people}) < len(self.people):
            raise Invalid(Fault.CONTRADICTION, "a person gets two names", ("people",))


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
    know of each other left several versions, `settles` are the others. A `scheme` counts for the whole evening, or
    `from_now` on: for the hands that are recorded after the event. A `note` is on
    the deal that `entry` names, or on the evening.
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
    from_now: bool = False
    seating: Seating | None = None
    renaming: Renaming | None = None
    note: Text | None = None
    length: AgreedLength | None = None
    """Rules of earlier versions bring one too: the number of hands was one of their parameters."""
    rate: Rate | None = None

    def __post_init__(self) -> None:
        kind = self.kind
        length = self.length if self.scheme is None else None
        for fact, wanted, words in (
            (self.renaming, kind is EventKind.RENAMED, "bring names"),
            (self.seating, kind in SEATING_KINDS, "bring a seating"),
            (self.note, kind is EventKind.NOTED, "bring a note"),
            (self.scheme, kind is EventKind.SCHEME_CHANGED, "bring a scheme"),
            (self.entry, kind in ENTRY_KINDS or (kind is EventKind.NOTED and self.entry), "name a deal"),
            (self.deal, kind in DEAL_KINDS, "bring a deal"),
            (length, kind is EventKind.LENGTH_AGREED, "bring a length"),
            (self.rate, kind is EventKind.RATE_AGREED, "bring a rate"),
        ):
            if (fact is not None) is not bool(wanted):
                raise Invalid(Fault.CONTRADICTION, f"an event of the kind {kind} must {words}, or must not")
        if self.from_now and self.scheme is None:
            raise Invalid(Fault.CONTRADICTION, "only rules count from now on")

    @property
    def order(self) -> Order:
        """A total order on which all devices agree."""
        return (self.seq, self.at, self.id)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One row of the score sheet: a deal in its current version, what it pays, and the totals after it.

    Amounts are in 1/unit of the session, in the order of its people; who sat out receives 0. `rules` are those of the
    deal, and the units of `score` and `payments` are theirs.
    `number` is its place among the deals, from 1, also after it was struck out; it is 0 if its recording was undone,
    and where no cards were dealt. The totals do not count the amounts of a voided deal.
    The amounts are the payments and the `moves`: what each person took from the mouches or paid into them. `pot` are
    the mouches after the deal, in 1/unit of the session. The last deal of an evening that is over `closes` it: the
    mouches are shared out with it if the table plays so.
    `versions` are its events, the last one current; `conflicting` are those among which the table has still
    to choose, where devices that knew nothing of each other left more than one.
    """

    id: str
    number: int
    deal: Deal
    rules: Scheme
    versions: tuple[Event, ...]
    score: Score | None
    payments: Payments | None
    amounts: tuple[int, ...]
    totals: tuple[int, ...]
    conflicting: tuple[Event, ...] = ()
    undone: bool = False
    """Whether the recording of the deal was undone: nobody needs to see it."""
    moves: tuple[Move, ...] = ()
    pot: Pot = ()
    closes: bool = False

    @property
    def voided(self) -> bool:
        """Whether the deal is struck out."""
        return self.current.deal is None

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


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an evening: the scheme of the `whole`, and those that count from an event on, in their order."""

    whole: Scheme
    later: tuple[tuple[Order, Scheme], ...] = ()

    @property
    def now(self) -> Scheme:
        """The rules of the next hand."""
        return self.later[-1][1] if self.later else self.whole

    def at(self, recorded: Order) -> Scheme:
        """The rules of a hand that was recorded at this place."""
        return next((scheme for order, scheme in reversed(self.later) if order < recorded), self.whole)

    def goes_on(self, before: Rules) -> bool:
        """Whether all hands up to now count as by the rules before."""
        return (self.whole, self.later[: len(before.later)]) == (before.whole, before.later)

    def after(self, event: Event, scheme: Scheme) -> Rules:
        """The rules once this event has changed them."""
        if not event.from_now:
            return Rules(scheme)
        return Rules(self.whole, (*self.later, (event.order, scheme)))


@dataclass(slots=True)
class _Checked:
    """Events in their order, each checked against those before it, and the facts that the next can contradict."""

    people: dict[PlayerId, Person]
    """Everybody who ever sat at the table, in the order in which they came, under their present names."""
    seatings: list[tuple[Order, Seating]]
    """The table as it sat at first, and every later one, each with the place of its event."""
    table: tuple[Order, Seating]
    """The table that sits now, and since when: if a later one was undone, since its own event."""
    earlier: dict[str | None, tuple[Order, Seating]] = field(default_factory=dict)
    """The same before each event that changed it, by the id of the event."""
    events: list[Event] = field(default_factory=list)
    entry_of: dict[str, str | None] = field(default_factory=dict)
    """The deal that each event concerns, by the id of the event."""
    dealt: set[str | None] = field(default_factory=set)
    """The deals that were recorded."""
    named: set[PlayerId] = field(default_factory=set)
    """Everybody who dealt, played or has points."""
    comers: dict[str | None, PlayerId] = field(default_factory=dict)
    """Those who took over a score, by the deals that say so."""
    former: dict[PlayerId, tuple[Person, ...]] = field(default_factory=dict)
    """Those who were renamed, as they were before."""
    title: str | None = None
    """The name of the evening, if it was renamed."""
    unit: int = 1
    """Amounts without a hand are in 1/unit of a point."""
    length: AgreedLength | None = None
    """The length of the evening, if another one was agreed."""
    rate: Rate = NO_MONEY

    @classmethod
    def at(cls, seating: Seating) -> _Checked:
        """No events yet at this table."""
        first = (_START, seating)
        return cls({person.id: person for person in seating.people}, [first], first)

    def copy(self) -> _Checked:
        """The same, to be added to."""
        return _Checked(
            self.people.copy(),
            self.seatings.copy(),
            self.table,
            self.earlier.copy(),
            self.events.copy(),
            self.entry_of.copy(),
            self.dealt.copy(),
            self.named.copy(),
            self.comers.copy(),
            self.former.copy(),
            self.title,
            self.unit,
            self.length,
            self.rate,
        )

    def add(self, event: Event) -> None:
        """Adds the next event in the order. Raises Invalid if it cannot follow; nothing can be added then."""
        try:
            if event.id in self.entry_of:
                raise Invalid(Conflict.TWICE, "an event is there twice", ("id",))
            self._check_references(event)
            if event.seating is not None:
                self._add_seating(event.seating)
            if event.deal is not None:
                self._add_deal(event.deal, event.entry)
                self.dealt.add(event.entry)
            elif event.renaming is not None:
                self._rename(event.renaming)
            elif event.entry is not None and event.entry not in self.dealt:
                raise Invalid(Conflict.NO_DEAL, "a deal that was never recorded", ("entry",))
            self.length = event.length or self.length
            self.rate = event.rate or self.rate
        except Invalid as error:
            error.path = (f"event {event.id}", *error.path)
            raise
        if event.seating is not None:
            self._sit(event, (event.order, event.seating))
        if event.kind is EventKind.HANDED_BACK:
            self.comers.pop(event.entry, None)
        self.entry_of[event.id] = event.entry if event.kind in ENTRY_KINDS else None
        self.events.append(event)

    def _check_references(self, event: Event) -> None:
        replaced = event.settles if event.supersedes is None else (event.supersedes, *event.settles)
        for other in replaced:
            if other not in self.entry_of or self.entry_of[other] != event.entry:
                raise Invalid(Conflict.UNKNOWN_EVENT, other, ("supersedes",))
        if event.undoes is not None and event.undoes not in self.entry_of:
            raise Invalid(Conflict.UNKNOWN_EVENT, event.undoes, ("undoes",))

    def _sit(self, event: Event, table: tuple[Order, Seating]) -> None:
        self.seatings.append(table)
        before = self.earlier.get(event.undoes)
        self.earlier[event.id] = self.table
        same = before is not None and (before[1].ids, before[1].seats) == (table[1].ids, table[1].seats)
        self.table = before if before is not None and same else table

    def _add_seating(self, seating: Seating) -> None:
        path = ("seating", "people")
        for person in seating.people:
            known = self.people.setdefault(person.id, person)
            if person not in (known, *self.former.get(person.id, ())):
                raise Invalid(Fault.CONTRADICTION, "somebody came back under another name", path)
        if len(self.people) > MAX_EVER:
            raise Invalid(Fault.TOO_LONG, f"{len(self.people)} people are more than a session has", path)

    def _rename(self, renaming: Renaming) -> None:
        for each in renaming.people:
            if each.id not in self.people:
                raise Invalid(Conflict.STRANGER, each.id, ("renaming", "people"))
        for each in renaming.people:
            person = self.people[each.id]
            # Another device, which does not know of it yet, may seat them under any name that they had.
            self.former[each.id] = (*self.former.get(each.id, ()), person)
            self.people[each.id] = replace(person, name=each.name)
        if renaming.name is not None:
            self.title = renaming.name

    def _add_deal(self, deal: Deal, entry: str | None) -> None:
        stranger = "a deal names somebody who is not at the table"
        if deal.dealer not in self.people:
            raise Invalid(Conflict.STRANGER, stranger, ("deal", "dealer"))
        if (beside := deal.beside) is not None:
            self._add_beside(beside, entry)
            return
        self.named.add(deal.dealer)
        if isinstance(deal.outcome, ThrownIn):
            return
        hand = deal.outcome
        assert isinstance(hand, Hand)
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

    def _add_beside(self, beside: Beside, entry: str | None) -> None:
        if strangers := set(beside.players).difference(self.people):
            raise Invalid(Conflict.STRANGER, sorted(strangers), ("deal", "players"))
        if isinstance(beside, Adjustment):
            self.named.update(beside.players)
            self.unit = lcm(self.unit, beside.unit)
        else:
            self.named.add(beside.leaver)
            self.comers[entry] = beside.comer


@dataclass(frozen=True, kw_only=True)
class Session:
    """An evening: `people` in the order in which the deal passed at first, `seats` of whom played each hand.

    `people` are the `founders` who sat down first, and after them, added here, those who came with a later seating and
    dealt, played or sit there now; `seating_at` tells who is at the table. `scheme` is the one that the session began
    with; `rules` the one that counts now, for the next hand; `rules_at` tells which counts for an earlier one.
    `name`, the names of `people` and `length` are those that count now; `beginning` has the first ones. Raises Invalid
    for an event that cannot follow those before it in their order.
    """

    id: Id
    created: Time
    name: Annotated[Text, REQUIRED] = ""
    people: People
    seats: Seats
    first_dealer: PlayerId
    scheme: Scheme
    length: AgreedLength = OPEN
    events: tuple[Event, ...] = ()
    founders: int = 0
    earlier: InitVar[Session | None] = None
    """The same session with only the first of `events` in their order: only `with_events` gives it."""
    _checked: _Checked = field(init=False, repr=False, compare=False)
    _began: Mapping[str, Any] = field(init=False, repr=False, compare=False)
    """The name, the people and the length at the beginning."""
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
        here = checked.named.union(checked.seatings[-1][1].ids, checked.comers.values())
        present = list(checked.people.values())
        later = [person for person in present[len(began) :] if person.id in here]
        first = {"name": self.name, "people": began, "length": self.length}
        object.__setattr__(self, "_began", first)
        object.__setattr__(self, "founders", len(began))
        object.__setattr__(self, "people", (*present[: len(began)], *later))
        if checked.title is not None:
            object.__setattr__(self, "name", checked.title)
        if checked.length is not None:
            object.__setattr__(self, "length", checked.length)
        object.__setattr__(self, "_checked", checked)
        folded: tuple[Entry, ...] = ()
        if earlier is not None and (earlier.people, earlier.unit) == (self.people, self.unit):
            # A change of the rules from now on leaves them as they are.
            folded = vars(earlier).get("entries", ()) if self._rules.goes_on(earlier._rules) else ()
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
            if event.entry is not None and event.kind in ENTRY_KINDS:
                by_entry.setdefault(event.entry, []).append(event)
        last = self._last_of(by_entry)
        entries: list[Entry] = []
        for known, versions in zip(self._folded, by_entry.values(), strict=False):
            rules = self._rules.at(versions[0].order)
            if known.versions != tuple(versions) or known.rules != rules or known.closes or known.id == last:
                break
            entries.append(known)
        totals = entries[-1].totals if entries else (0,) * len(self.people)
        pot: Pot = entries[-1].pot if entries else ()
        number = max((entry.number for entry in entries), default=0)
        for id_, versions in list(by_entry.items())[len(entries) :]:
            current = versions[-1]
            deal = current.deal or _struck_out(versions)
            rules = self._rules.at(versions[0].order)
            scored, payments = _score(deal, rules, self._held(rules, totals))
            amounts = self._moved(deal.beside, totals) if deal.beside else self._paid(payments)
            undone = _is_undone(versions)
            counts = not undone and deal.beside is None
            number += counts
            moves: tuple[Move, ...] = ()
            if current.deal is not None:
                mouches = self._mouches(pot, versions[0].order, deal, rules, scored, closes=id_ == last)
                moves, pot = mouches.moves, mouches.pot
                moved = [sum(move.amount for move in moves if move.player == each.id) for each in self.people]
                amounts = tuple(map(add, amounts, moved))
                totals = tuple(map(add, totals, amounts))
            entries.append(
                Entry(
                    id=id_,
                    number=number if counts else 0,
                    deal=deal,
                    rules=rules,
                    versions=tuple(versions),
                    score=scored,
                    payments=payments,
                    amounts=amounts,
                    totals=totals,
                    conflicting=_conflicting(versions),
                    undone=undone,
                    moves=moves,
                    pot=pot,
                    closes=id_ == last,
                )
            )
        return tuple(entries)

    def _paid(self, payments: Payments | None) -> tuple[int, ...]:
        """What a hand brings everybody; nothing if it was thrown in."""
        if payments is None:
            return (0,) * len(self.people)
        received = dict(zip(payments.players, payments.totals, strict=True))
        scale = self.unit // payments.unit
        return tuple([received.get(person.id, 0) * scale for person in self.people])

    def _moved(self, beside: Beside, totals: tuple[int, ...]) -> tuple[int, ...]:
        """What everybody receives without a hand, as the totals stand."""
        ids = [person.id for person in self.people]
        if not set(beside.players).issubset(ids):  # who took over a score, and gave it back at once
            return (0,) * len(ids)
        received = beside.moved(dict(zip(ids, totals, strict=True)), self.unit)
        return tuple([received.get(id_, 0) for id_ in ids])

    def _last_of(self, by_entry: Mapping[str, Sequence[Event]]) -> str | None:
        """The last deal that stands of an evening that is over, if the mouches are shared out with it."""
        if not self.finished or self._pot_end is not PotEnd.SHARED:
            return None
        standing = (id_ for id_, versions in by_entry.items() if versions[-1].deal is not None)
        return next(reversed([*standing]), None)

    @property
    def _pot_end(self) -> PotEnd | None:
        """What happens to the mouches at the end, by the last rules that had any."""
        rules = (self._rules.whole, *(scheme for _, scheme in self._rules.later))
        return next((each.mouches.end for each in reversed(rules) if each.mouches is not None), None)

    def _mouches(
        self, pot: Pot, recorded: Order, deal: Deal, rules: Scheme, scored: Score | None, *, closes: bool
    ) -> Mouches:
        """The moves of a deal that stands; those of a hand that the rules cannot score end at its start."""
        hand = deal.outcome if isinstance(deal.outcome, Hand) and scored is not None else None
        mouches = Mouches((), pot)
        if deal.beside is None:
            ids = {person.id for person in self.people}  # without who left again before they played
            table = [id_ for id_ in self._seated(recorded).ids if id_ in ids]
            mouches = of_deal(pot, rules, self.unit, table, deal.dealer, hand)
        if closes:
            shared = share(mouches.pot, self.seating_at().ids)
            mouches = Mouches(mouches.moves + shared.moves, shared.pot)
        return mouches

    @property
    def pot(self) -> Pot:
        """The mouches after the last deal, in 1/unit of a point."""
        return self.entries[-1].pot if self.entries else ()

    def pot_for(self, dealer: PlayerId, entry: str | None = None) -> Pot:
        """The mouches for which the next hand, or that of a deal, is played, once this dealer has paid.

        Raises KeyError for an unknown entry.
        """
        before, table = self._before(entry), self.seating_at(entry).ids
        pot = before[-1].pot if before else ()
        return of_deal(pot, self.rules_at(entry), self.unit, table, dealer, None).pot

    def _before(self, entry: str | None) -> Sequence[Entry]:
        """The deals before the next one, or before one of them."""
        entries = self.entries
        return entries if entry is None else entries[: [each.id for each in entries].index(entry)]

    def _held(self, rules: Scheme, totals: Sequence[int]) -> dict[PlayerId, int] | None:
        """Everybody's chips with these totals; None where nobody can run out."""
        ids = (person.id for person in self.people)
        return holdings(dict(zip(ids, totals, strict=True)), rules, self.unit)

    def held(self, entry: str | None = None) -> dict[PlayerId, int] | None:
        """Everybody's chips before the next hand, or before a deal; None where nobody can run out.

        They are in 1/unit of the rules of that hand. Raises KeyError for an unknown entry.
        """
        rules, before = self.rules_at(entry), self._before(entry)
        return self._held(rules, before[-1].totals if before else (0,) * len(self.people))

    @property
    def _in_order(self) -> Sequence[Event]:
        return self._checked.events

    @cached_property
    def standing_entries(self) -> tuple[Entry, ...]:
        """The deals that count, and what counts without cards."""
        return tuple(entry for entry in self.entries if not entry.voided)

    @cached_property
    def standing_deals(self) -> tuple[Entry, ...]:
        """The deals that count, thrown-in ones included."""
        return tuple(entry for entry in self.standing_entries if entry.deal.beside is None)

    @property
    def next_number(self) -> int:
        """The number of the next deal."""
        return 1 + max((entry.number for entry in self.entries), default=0)

    def entry(self, id_: str) -> Entry:
        """One deal of the session. Raises KeyError if there is none of that id."""
        for entry in self.entries:
            if entry.id == id_:
                return entry
        raise KeyError(id_)

    @cached_property
    def rules_over_time(self) -> Sequence[tuple[Order, Rules]]:
        """The rules of the evening as they were at first, and after every event that changed them.

        An undoing brings back the rules before the event that it undoes. For the whole evening it brings the scheme
        that its device knew, though another device may have changed the rules as well.
        """
        rules = Rules(self.scheme)
        changed = [(_START, rules)]
        before: dict[str | None, Rules] = {}
        for event in self._in_order:
            if event.scheme is None:
                continue
            brought_back, before[event.id] = before.get(event.undoes), rules
            if brought_back is not None and (event.from_now or brought_back.now == event.scheme):
                rules = brought_back
            else:
                rules = rules.after(event, event.scheme)
            changed.append((event.order, rules))
        return changed

    @cached_property
    def _rules(self) -> Rules:
        return self.rules_over_time[-1][1]

    @property
    def rules(self) -> Scheme:
        """The scheme that counts now, for the next hand: the last one the table changed to, or the first."""
        return self._rules.now

    def rules_at(self, entry: str | None = None) -> Scheme:
        """The scheme that counts now, or the one of a deal. Raises KeyError for an unknown entry."""
        return self.rules if entry is None else self.entry(entry).rules

    @property
    def rules_never_mixed(self) -> bool:
        """Whether all hands, the next one included, count by the same rules."""
        return not self._rules.later

    @cached_property
    def schemes(self) -> tuple[Scheme, ...]:
        """The schemes of the deals in their order, and the one that counts now, each once."""
        return tuple(dict.fromkeys([*(entry.rules for entry in self.entries if entry.number), self.rules]))

    @property
    def beginning(self) -> Session:
        """The session before anything happened."""
        return self._having(())

    def _having(self, events: Iterable[Event], earlier: Session | None = None) -> Session:
        return replace(self, **self._began, events=tuple(events), earlier=earlier)

    @cached_property
    def _seatings(self) -> Sequence[tuple[Order, Seating]]:
        """Every table, each with the place of its event, under the present names."""
        if not self._checked.former:
            return self._checked.seatings
        present = self._checked.people
        return [
            (order, replace(table, people=tuple([present[id_] for id_ in table.ids])))
            for order, table in self._checked.seatings
        ]

    def seating_at(self, entry: str | None = None) -> Seating:
        """The table as it sits now, or as it sat when a deal was recorded. Raises KeyError for an unknown entry."""
        if entry is None or len(self._seatings) == 1:
            return self._seatings[-1][1]
        return self._seated(self.entry(entry).versions[0].order)

    def _seated(self, recorded: Order) -> Seating:
        """The table as it sat when a deal was recorded at this place."""
        return [seating for order, seating in self._seatings if order < recorded][-1]

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The table as it sat at first, and as it sat later, in their order."""
        return tuple(seating for _, seating in self._seatings)

    @cached_property
    def unit(self) -> int:
        """Amounts of this session are in 1/unit of a point, whatever the rules of each hand."""
        units = (scheme.unit for _, scheme in self._rules.later)
        return lcm(self._rules.whole.unit, self._checked.unit, *units)

    @cached_property
    def recounted(self) -> tuple[Entry, ...]:
        """The deals that pay something else today than the table agreed, though it did so by the same rules."""
        return tuple(
            entry
            for entry in self.standing_entries
            if entry.agreed_otherwise is not None and entry.rules == self._rules_agreed(entry)
        )

    def _rules_agreed(self, entry: Entry) -> Scheme:
        """The rules by which the current version of a deal was recorded."""
        then = [rules for order, rules in self.rules_over_time if order < entry.current.order][-1]
        return then.at(entry.versions[0].order)

    @cached_property
    def curve(self) -> tuple[tuple[int, ...], ...]:
        """The totals before the first deal that counts, and after each.

        What happened without cards counts with the deal before it.
        """
        points: list[tuple[int, ...]] = []
        totals = (0,) * len(self.people)
        for entry in self.standing_entries:
            if entry.deal.beside is None:
                points.append(totals)
            totals = entry.totals
        return (*points, totals)

    @property
    def hands_played(self) -> int:
        """The hands that stand, but for those thrown in."""
        return sum(isinstance(entry.deal.outcome, Hand) for entry in self.standing_entries)

    @cached_property
    def dealt(self) -> Mapping[PlayerId, int]:
        """How often each person at the table has dealt; a hand after which the same dealer deals again is no deal.

        Whoever comes later starts with as many as the one of the others who has dealt least.
        """
        dealt: dict[PlayerId, int] = {}
        here: tuple[PlayerId, ...] = ()
        standing = self.standing_deals
        starts = [order for order, _ in self._seatings[1:]]
        for (since, table), until in zip(self._seatings, [*starts, None], strict=True):
            least = min((dealt[id_] for id_ in table.ids if id_ in here), default=0)
            here = table.ids
            dealt |= {id_: max(dealt.get(id_, 0), least) for id_ in here}
            for entry in standing:
                recorded, dealer = entry.versions[0].order, entry.deal.dealer
                if since < recorded and (until is None or recorded < until) and dealer in here:
                    dealt[dealer] += not _deals_again(entry.deal, table)
        return {id_: dealt[id_] for id_ in here}

    def progress(self, minutes: int | None = None) -> Progress:
        """How far the evening is; the caller knows how many minutes are left until the agreed time."""
        ids = self.seating_at().ids
        first = ids.index(self.dealer)
        in_turn = ids[first:] + ids[:first]
        hands = None
        if self.length.hands:
            hands = max(0, self.length.hands - self.hands_played)
        elif self.length.deals:
            hands = hands_until(self.length.deals, self.dealt, in_turn)
        until_fair = hands_until(max(self.dealt.values()), self.dealt, in_turn)
        return Progress(self.hands_played, hands, minutes, until_fair)

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's total, in 1/unit of a point, in the order of `people`; they and `pot` always sum to zero."""
        return self.entries[-1].totals if self.entries else (0,) * len(self.people)

    @property
    def rate(self) -> Rate:
        """What the points are worth in money, as the table agreed last."""
        return self._checked.rate

    @cached_property
    def money(self) -> tuple[int, ...]:
        """What everybody's total is worth at the agreed rate; see `money_at`."""
        return self.money_at(self.rate)

    def money_at(self, rate: Rate) -> tuple[int, ...]:
        """What everybody's total is worth in cents, in the order of `people`; always summing to zero.

        What lies in the mouches, if anything does, comes last.
        """
        pot = sum(self.pot)
        return shares((*self.totals, pot) if pot else self.totals, self.unit, rate)

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
        """When something last happened at the table (ISO 8601, UTC); a new name or note does not count."""
        written = (EventKind.RENAMED, EventKind.NOTED)
        happened = (event.at for event in self.events if event.kind not in written)
        return max(happened, default=self.created)

    def person(self, id_: PlayerId) -> Person:
        """Who has this id, of everybody who ever sat there. Raises KeyError for a stranger."""
        return self._checked.people[id_]

    # -- dealers and players ---

    @property
    def dealer(self) -> PlayerId:
        """The next dealer: the deal passes on after every deal, thrown-in ones included.

        If the dealer sits out and everyone passes, the same dealer deals again (S0). A new seating has its own
        first dealer.
        """
        standing = self.standing_deals
        since, table = self._checked.table
        if not standing or standing[-1].versions[0].order < since:
            return table.dealer
        last = standing[-1].deal
        return last.dealer if _deals_again(last, table) else table.after(last.dealer)

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

    def take_over(self, leaver: PlayerId, comer: Person, stamp: Stamp) -> Session:
        """The session in which somebody comes for another one, with that one's seat and score.

        Raises ValueError if who leaves is not at the table, or who comes is (Invalid).
        """
        table, dealer = self.seating_at(), self.dealer
        if leaver not in table.ids:
            raise ValueError("who leaves is not at the table")
        people = tuple(comer if person.id == leaver else person for person in table.people)
        seating = Seating(people, table.seats, comer.id if dealer == leaver else dealer)
        deal = Deal(seating.dealer, TakeOver(leaver, comer.id))
        return self._append(EventKind.TAKEN_OVER, stamp, entry=stamp.id, deal=deal, seating=seating)

    @cached_property
    def notes(self) -> Mapping[str | None, str]:
        """The note on each deal that has one, by its id; that on the evening is at None."""
        notes: dict[str | None, str] = {}
        for event in self._in_order:
            if event.note is not None:
                notes[event.entry] = event.note
        return {entry: note for entry, note in notes.items() if note}

    def note(self, text: str, stamp: Stamp, entry: str | None = None) -> Session:
        """The session with another note on a deal or on the evening, "" for none.

        Raises KeyError for an unknown entry, ValueError where nothing changes.
        """
        if entry is not None:
            self.entry(entry)
        if self.notes.get(entry, "") == text:
            raise ValueError("the note says so already")
        return self._append(EventKind.NOTED, stamp, entry=entry, note=text)

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

    def change_scheme(
        self, scheme: Scheme, stamp: Stamp, reason: str = "", *, from_now: bool = False
    ) -> Session:
        """The session under other rules, from its first hand on or from the next.

        Raises ValueError if they are to count for the whole evening, and lack a bid that was played.
        """
        played = [] if from_now else [entry.deal.outcome for entry in self.standing_entries]
        if not all(scheme.allows(hand.bid) for hand in played if isinstance(hand, Hand)):
            raise ValueError("the scheme lacks a bid that was played")
        return self._append(EventKind.SCHEME_CHANGED, stamp, scheme=scheme, from_now=from_now, reason=reason)

    def seat(self, seating: Seating, stamp: Stamp, reason: str = "") -> Session:
        """The session at which others sit from the next hand on; whoever comes new starts at nothing.

        Raises ValueError where somebody known comes under another name (Invalid), or nothing changes.
        """
        if seating == replace(self.seating_at(), dealer=self.dealer):
            raise ValueError("they sit so already")
        return self._append(EventKind.SEATED, stamp, seating=seating, reason=reason)

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All who ever sat at the table, even without a hand."""
        return tuple(self._checked.people.values())

    def rename(self, renaming: Renaming, stamp: Stamp) -> Session:
        """The session under other names, from its first hand on.

        Raises ValueError where nothing changes, or for a stranger (Invalid).
        """
        if self.has_names(renaming):
            raise ValueError("they have these names already")
        return self._append(EventKind.RENAMED, stamp, renaming=renaming)

    def has_names(self, renaming: Renaming) -> bool:
        """Whether everybody that is renamed has that name already."""
        return self.names_now(renaming) == renaming

    def names_now(self, renaming: Renaming) -> Renaming:
        """The present names of whatever is renamed."""
        names = {person.id: person.name for person in self.everybody}
        people = tuple(NewName(each.id, names.get(each.id, "")) for each in renaming.people)
        return Renaming(None if renaming.name is None else self.name, people)

    def agree_length(self, length: AgreedLength, stamp: Stamp) -> Session:
        """The session that is to be so long. Raises ValueError if it is already."""
        if length == self.length:
            raise ValueError("it is so long already")
        return self._append(EventKind.LENGTH_AGREED, stamp, length=length)

    def agree_rate(self, rate: Rate, stamp: Stamp) -> Session:
        """The session whose points are worth so much. Raises ValueError if they are already."""
        if rate == self.rate:
            raise ValueError("they are worth so much already")
        return self._append(EventKind.RATE_AGREED, stamp, rate=rate)

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
        deal = facts.get("deal")
        if deal is not None and deal.beside is None:
            recorded = kind is EventKind.RECORDED
            rules = self.rules_at(None if recorded else facts["entry"])
            _, payments = _score(deal, rules)
            if (
                payments is not None and not rules.limits
            ):  # at table stakes they follow from earlier hands too
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
            past, from_now = self._having(earlier), event.from_now
            length = past.length if event.length is not None else None
            return self._append(
                EventKind.SCHEME_CHANGED,
                stamp,
                scheme=past.rules,
                from_now=from_now,
                length=length,
                undoes=event.id,
            )
        if event.length is not None:
            length = self._having(earlier).length
            return self._append(EventKind.LENGTH_AGREED, stamp, length=length, undoes=event.id)
        facts: dict[str, Any] = {}
        if event.seating is not None:
            past = self._having(earlier)
            facts["seating"] = replace(past.seating_at(), dealer=past.dealer)
        if event.kind is EventKind.SEATED:
            return self._append(EventKind.SEATED, stamp, **facts, undoes=event.id)
        if event.note is not None:
            note = self._having(earlier).notes.get(event.entry, "")
            return self._append(EventKind.NOTED, stamp, entry=event.entry, note=note, undoes=event.id)
        if event.renaming is not None:
            renaming = self._having(earlier).names_now(event.renaming)
            return self._append(EventKind.RENAMED, stamp, renaming=renaming, undoes=event.id)
        if event.rate is not None:
            return self._append(
                EventKind.RATE_AGREED, stamp, rate=self._having(earlier).rate, undoes=event.id
            )
        if event.entry is None:
            finished = _ends_finished(earlier)
            return self._append(
                EventKind.FINISHED if finished else EventKind.REOPENED, stamp, undoes=event.id
            )
        entry = self.entry(event.entry)
        before = next((e for e in entry.versions if e.id == event.supersedes), None)
        deal = None if before is None else before.deal
        if event.seating is not None:
            kind = EventKind.TAKEN_OVER if deal else EventKind.HANDED_BACK
        elif deal is None:
            kind = EventKind.VOIDED
        else:
            kind = EventKind.RESTORED if event.kind is EventKind.VOIDED else EventKind.CORRECTED
        return self._append(
            kind,
            stamp,
            **facts,
            entry=entry.id,
            deal=deal,
            supersedes=entry.current.id,
            settles=() if before is None else before.settles,
            undoes=event.id,
        )


def _score(
    deal: Deal, rules: Scheme, held: Mapping[PlayerId, int] | None = None
) -> tuple[Score | None, Payments | None]:
    """What a deal pays to people who hold so much; nothing where it was thrown in, or where the rules lack its bid."""
    hand = deal.outcome
    if not isinstance(hand, Hand) or not rules.allows(hand.bid):
        return None, None
    scored = score(hand, rules)
    payments = settle(scored, hand, rules)
    return (scored, payments) if held is None else limited(scored, payments, hand, held)


def _deals_again(deal: Deal, table: Seating) -> bool:
    """Whether the same dealer deals again after a deal at this table: everybody passed, and the dealer sits out."""
    sits_out = len(table.people) > table.seats and deal.dealer in table.ids
    return sits_out and deal.outcome is ThrownIn.ALL_PASSED


def _ends_finished(events: Iterable[Event]) -> bool:
    """Whether the evening is over after these events, in their order."""
    finished = False
    for event in events:
        if event.kind in (EventKind.FINISHED, EventKind.REOPENED):
            finished = event.kind is EventKind.FINISHED
    return finished


def _is_undone(versions: Sequence[Event]) -> bool:
    """Whether the recording of a deal was undone, and not done again."""
    by_id: dict[str | None, Event] = {event.id: event for event in versions}
    event = versions[-1]
    while event.deal is None and (undone := by_id.get(event.undoes)) is not None:
        if undone.kind in (EventKind.RECORDED, EventKind.TAKEN_OVER):
            return True
        event = by_id[undone.supersedes]  # what stood before stands again
    return False


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
