"""An evening as every export shows it: its hands, running totals, best and worst hands, and its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, reduce
from itertools import groupby, pairwise

from scorepad.evening.adjustment import Adjustment
from scorepad.evening.evening import Evening
from scorepad.evening.events import Order
from scorepad.evening.people import Person
from scorepad.evening.sheet import Entry, Standing
from scorepad.evening.table import Rules
from scorepad.exports.lettering import printable
from scorepad.i18n import Translator
from scorepad.i18n.names import evening_title, scheme_title
from scorepad.tarot.hand import Hand, PlayerId, Side
from scorepad.tarot.payments import Payments
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Score

BREAK = timedelta(minutes=30)
"""A longer time between two hands is a break."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played and counts, with its entry, its score and its payments."""

    entry: Entry
    hand: Hand
    score: Score
    payments: Payments


@dataclass(frozen=True, slots=True)
class Highlight:
    """The amount, in 1/unit of a point, that a person gained (negative: lost) in one hand."""

    entry: Entry
    hand: Hand
    person: Person
    amount: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The evening of one person: hands played, taken and won as the taker; the best and the worst of them."""

    played: int
    taken: int
    won: int
    best: Highlight | None
    worst: Highlight | None


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the rules between two hands, for all hands or, `from_now`, for the hands below it."""

    scheme: Scheme
    reason: str
    from_now: bool = False


def typed(session: Evening) -> Iterator[str]:
    """Every text of a session that people typed."""
    yield from (
        session.table.title,
        session.start.scheme.name,
        *(person.name for person in session.sheet.people),
    )
    yield from (member.name for person in session.sheet.people for member in person.members)
    yield from (scheme.name for _, rules in session.table.rules_over_time for scheme in rules.all)
    yield from (event.reason for event in session.events)
    yield session.table.rate.currency
    yield from session.table.notes.values()
    deals = (event.deal.points_change for event in session.events if event.deal is not None)
    yield from (beside.reason for beside in deals if isinstance(beside, Adjustment))


def remarks(session: Evening, entry: Entry) -> list[str]:
    """What was typed about a row: why points changed hands without a hand, and the note."""
    beside = entry.deal.points_change
    reason = beside.reason if isinstance(beside, Adjustment) else ""
    return [words for words in (reason, session.table.notes.get(entry.id, "")) if words]


@dataclass(frozen=True)
class Wording:
    """A session in a language; its texts have only letters that the fonts in use contain."""

    session: Evening
    t: Translator

    # -- words ---

    @property
    def title(self) -> str:
        """The name of the evening, or its day, as on the screens."""
        return printable(evening_title(self.t, self.session))

    @property
    def scheme(self) -> str:
        """The titles of the rules of the hands, in their order."""
        first, *later = (printable(scheme_title(self.t, scheme)) for scheme in self.session.schemes)
        return reduce(
            lambda titles, title: self.t("{rules}, then {others}", rules=titles, others=title), later, first
        )

    def name(self, player: PlayerId) -> str:
        """The name of a person of the evening."""
        return printable(self.session.table.person(player).name)

    def number(self, amount: int) -> str:
        """An amount in 1/unit of a point."""
        return self.t.number(amount, self.session.sheet.unit)

    def signed(self, amount: int) -> str:
        """An amount in 1/unit of a point, with its sign."""
        return self.t.signed(amount, self.session.sheet.unit)

    def arrow(self, amount: int) -> str:
        """The same behind an arrow up or down."""
        return f"{'▲' if amount > 0 else '▼'} {self.signed(amount)}"

    def rank(self, standing: Standing) -> str:
        """A rank with a full stop; a dash as long as all totals are zero."""
        return f"{standing.rank}." if any(self.session.sheet.totals) else "–"

    def leads(self, standing: Standing) -> bool:
        """Whether a person is first, once any total is not zero."""
        return standing.rank == 1 and any(self.session.sheet.totals)

    # -- the hands ---

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """The hands that were played and count."""
        return tuple(
            PlayedHand(entry, entry.deal.outcome, entry.score, entry.payments)
            for entry in self.session.sheet.standing
            if isinstance(entry.deal.outcome, Hand) and entry.score and entry.payments
        )

    @property
    def curve(self) -> tuple[tuple[int, ...], ...]:
        """The totals at the beginning and after each hand that stands, in the order of `people`."""
        return self.session.sheet.curve

    def place(self, entry: Entry) -> int:
        """The place of a hand on the curve: how many hands stand up to it."""
        return self._places[entry.id]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {entry.id: place for place, entry in enumerate(self.session.sheet.deals, 1)}

    def is_present(self, seat: int, entry: Entry) -> bool:
        """Whether one of `people` was at the table when a hand that stands was played, or paid without one."""
        id_, beside = self.session.sheet.people[seat].id, entry.deal.points_change
        if beside is not None:
            return id_ in (*beside.players, *self.session.seating_at(entry.id).ids)
        return self.place(entry) in self.presence[seat]

    @cached_property
    def presence(self) -> tuple[frozenset[int], ...]:
        """For each of `people` the places of the hands that were played while they were at the table."""
        session = self.session
        seatings = [set(session.seating_at(entry.id).ids) for entry in session.sheet.deals]
        return tuple(
            frozenset(number for number, ids in enumerate(seatings, 1) if person.id in ids)
            for person in session.sheet.people
        )

    @cached_property
    def stretches(self) -> tuple[tuple[range, ...], ...]:
        """For each of `people` the points of the curve, from each arrival at the table to the departure."""
        return tuple(tuple(_stretches(hands)) for hands in self.presence)

    @cached_property
    def best(self) -> Highlight | None:
        """The largest gain of a taker; the first of equal ones."""
        return _best(self._takers)

    @cached_property
    def worst(self) -> Highlight | None:
        """The largest loss of a taker; the first of equal ones."""
        return _worst(self._takers)

    @property
    def made(self) -> int:
        """The number of contracts that were made."""
        return sum(each.hand.winner is Side.TAKER and not each.hand.open for each in self.hands)

    @cached_property
    def minutes(self) -> int:
        """The minutes that a hand took, breaks left out, on average; 0 if less than half a minute, or unknown."""
        recorded = sorted(entry.recorded.at for entry in self.session.sheet.deals)
        times = [datetime.fromisoformat(at) for at in (self.session.start.created, *recorded)]
        spent = [
            after - before for before, after in pairwise(times) if timedelta() <= after - before <= BREAK
        ]
        return round(sum(spent, timedelta()) / len(spent) / timedelta(minutes=1)) if spent else 0

    @property
    def most_extreme(self) -> Highlight | None:
        """The largest gain or loss of a taker; the first of equal ones."""
        return max(self._takers, key=lambda each: abs(each.amount), default=None)

    @property
    def highlights(self) -> list[tuple[str, Highlight]]:
        """The best and the worst hand with their titles, as far as there are any."""
        t = self.t
        found = ((t("Best hand of the evening"), self.best), (t("Worst hand of the evening"), self.worst))
        return [(title, each) for title, each in found if each is not None]

    @cached_property
    def _takers(self) -> tuple[Highlight, ...]:
        return tuple(self._highlight(each, self.session.table.person(each.hand.taker)) for each in self.hands)

    def _highlight(self, played: PlayedHand, person: Person) -> Highlight:
        amount = played.entry.amounts[self.session.sheet.people.index(person)]
        return Highlight(played.entry, played.hand, person, amount)

    def tally(self, person: Person) -> Tally:
        """The evening of one person."""
        played = [self._highlight(each, person) for each in self.hands if person.id in each.hand.players]
        taken = [each.hand for each in played if each.hand.taker == person.id and not each.hand.open]
        won = sum(hand.winner is Side.TAKER for hand in taken)
        return Tally(len(played), len(taken), won, _best(played), _worst(played))

    @property
    def rows(self) -> tuple[Entry | Change, ...]:
        """The rows of a score sheet: every hand except those undone at once, and every change of the rules."""
        session = self.session
        reasons = {event.order: event.reason for event in session.events}
        (_, rules), *changes = session.table.rules_over_time
        listed: list[Entry | Change] = []
        for entry in [*session.sheet.entries, None]:
            first = entry.recorded.order if entry is not None else None
            here: list[tuple[Order, Rules]] = []
            while changes and (first is None or changes[0][0] < first):
                here.append(changes.pop(0))
            if here:  # changes without a hand between them are one
                order, after = here[-1]
                listed += _changes(rules, after, reasons[order])
                rules = after
            if entry is not None:
                listed.append(entry)
        return tuple(listed)


def _changes(before: Rules, after: Rules, reason: str) -> Iterator[Change]:
    """The changes from rules to others; none where what was changed was changed back."""
    now = before.now
    if not after.goes_on(before):
        now = after.whole
        if before.later or now != before.whole:
            yield Change(now, reason)
    if after.now != now:
        yield Change(after.now, reason, from_now=True)


def _stretches(hands: frozenset[int]) -> Iterator[range]:
    for _, run in groupby(enumerate(sorted(hands)), key=lambda each: each[1] - each[0]):
        numbers = [number for _, number in run]
        yield range(numbers[0] - 1, numbers[-1] + 1)


def _best(highlights: Iterable[Highlight]) -> Highlight | None:
    return max((each for each in highlights if each.amount > 0), key=lambda each: each.amount, default=None)


def _worst(highlights: Iterable[Highlight]) -> Highlight | None:
    return min((each for each in highlights if each.amount < 0), key=lambda each: each.amount, default=None)
