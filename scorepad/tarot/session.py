"""A session: the people at the table, their scheme, and the events of the evening.

Events are appended and never changed; the state of a session is the fold of its events, in whatever order they
arrive. A correction, a voiding, an undo are events too. There is no clock here: the caller gives a `Stamp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from math import lcm
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
    RENAMED = "renamed"
    """Another name for the evening, or for people of it, in all its hands."""


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
    `from_now` on: for the hands that are recorded after the event.
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

    def __post_init__(self) -> None:
        kind = self.kind
        for fact, wanted, words in (
            (self.renaming, kind is EventKind.RENAMED, "bring names"),
            (self.seating, kind is EventKind.SEATED, "bring a seating"),
            (self.scheme, kind is EventKind.SCHEME_CHANGED, "bring a scheme"),
            (self.entry, kind in ENTRY_KINDS, "name a deal"),
            (self.deal, kind in DEAL_KINDS, "bring a deal"),
        ):
            if (fact is not None) is not wanted:
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
    `number` is its place among the deals, from 1, also after it was struck out; it is 0 if its recording was undone.
    The totals do not count the amounts of a voided deal.
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

    @property
    def voided(self) -> bool:
        """Whether the deal is struck out."""
        return self.current.kind is EventKind.VOIDED

    @property
    def undone(self) -> bool:
        """Whether the recording of the deal was undone: nobody needs to see it."""
        return self.number == 0

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
    events: list[Event] = field(default_factory=list)
    entry_of: dict[str, str | None] = field(default_factory=dict)
    """The deal that each event concerns, by the id of the event."""
    dealt: set[str | None] = field(default_factory=set)
    """The deals that were recorded."""
    named: set[PlayerId] = field(default_factory=set)
    """Everybody who dealt or played."""
    former: dict[PlayerId, tuple[Person, ...]] = field(default_factory=dict)
    """Those who were renamed, as they were before."""
    title: str | None = None
    """The name of the evening, if it was renamed."""

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
            self.former.copy(),
            self.title,
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
            elif event.renaming is not None:
                self._rename(event.renaming)
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
    with; `rules` the one that counts now, for the next hand; `rules_at` tells which counts for an earlier one.
    `name` and the names of `people` are those that count now, in every hand; `beginning` has the first ones. Raises
    Invalid for an event that cannot follow those before it in their order.
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
    _began: tuple[str, People] = field(init=False, repr=False, compare=False)
    """The name and the people at the beginning."""
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
        present = list(checked.people.values())
        later = [person for person in present[len(began) :] if person.id in here]
        object.__setattr__(self, "_began", (self.name, began))
        object.__setattr__(self, "founders", len(began))
        object.__setattr__(self, "people", (*present[: len(began)], *later))
        if checked.title is not None:
            object.__setattr__(self, "name", checked.title)
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
            if event.entry is not None:
                by_entry.setdefault(event.entry, []).append(event)
        entries: list[Entry] = []
        for known, versions in zip(self._folded, by_entry.values(), strict=False):
            if known.versions != tuple(versions):
                break
            entries.append(known)
        totals = entries[-1].totals if entries else (0,) * len(self.people)
        number = max((entry.number for entry in entries), default=0)
        for id_, versions in list(by_entry.items())[len(entries) :]:
            current = versions[-1]
            deal = current.deal or _struck_out(versions)
            rules = self._rules.at(versions[0].order)
            scored, payments = _score(deal, rules)
            received = dict(zip(payments.players, payments.totals, strict=True)) if payments else {}
            scale = self.unit // rules.unit
            amounts = tuple([received.get(person.id, 0) * scale for person in self.people])
            undone = _is_undone(versions)
            number += not undone
            if current.kind is not EventKind.VOIDED:
                totals = tuple(map(add, totals, amounts))
            entries.append(
                Entry(
                    id=id_,
                    number=0 if undone else number,
                    deal=deal,
                    rules=rules,
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
        return tuple(
            dict.fromkeys([*(entry.rules for entry in self.entries if not entry.undone), self.rules])
        )

    @property
    def beginning(self) -> Session:
        """The session before anything happened."""
        return self._having(())

    def _having(self, events: Iterable[Event], earlier: Session | None = None) -> Session:
        name, people = self._began
        return replace(self, name=name, people=people, events=tuple(events), earlier=earlier)

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
        recorded = self.entry(entry).versions[0].order
        return [seating for order, seating in self._seatings if order < recorded][-1]

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The table as it sat at first, and as it sat later, in their order."""
        return tuple(seating for _, seating in self._seatings)

    @cached_property
    def unit(self) -> int:
        """Amounts of this session are in 1/unit of a point, whatever the rules of each hand."""
        return lcm(self._rules.whole.unit, *(scheme.unit for _, scheme in self._rules.later))

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
        """When something last happened at the table (ISO 8601, UTC); a new name does not count."""
        happened = (event.at for event in self.events if event.kind is not EventKind.RENAMED)
        return max(happened, default=self.created)

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
        if facts.get("deal"):
            recorded = kind is EventKind.RECORDED
            _, payments = _score(facts["deal"], self.rules_at(None if recorded else facts["entry"]))
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
            scheme, from_now = self._having(earlier).rules, event.from_now
            return self._append(
                EventKind.SCHEME_CHANGED, stamp, scheme=scheme, from_now=from_now, undoes=event.id
            )
        if event.kind is EventKind.SEATED:
            past = self._having(earlier)
            seating = replace(past.seating_at(), dealer=past.dealer)
            return self._append(EventKind.SEATED, stamp, seating=seating, undoes=event.id)
        if event.renaming is not None:
            renaming = self._having(earlier).names_now(event.renaming)
            return self._append(EventKind.RENAMED, stamp, renaming=renaming, undoes=event.id)
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


def _score(deal: Deal, rules: Scheme) -> tuple[Score | None, Payments | None]:
    """What a deal pays; nothing where it was thrown in, or where rules chosen elsewhere lack its bid."""
    hand = deal.outcome
    if isinstance(hand, ThrownIn) or not rules.allows(hand.bid):
        return None, None
    scored = score(hand, rules)
    return scored, settle(scored, hand, rules)


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
    while event.kind is EventKind.VOIDED and (undone := by_id.get(event.undoes)) is not None:
        if undone.kind is EventKind.RECORDED:
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
