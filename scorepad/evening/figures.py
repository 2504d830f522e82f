"""An evening in figures: its hands, who was there, the best and the worst, each person's share, the rows of a sheet."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

from scorepad.tarot.hand import Hand, PlayerId, Side
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Payments, Score

from .evening import Evening
from .people import Person
from .sheet import SheetRow
from .table import EveningRules


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played and counts, with its entry, its score and its payments."""

    entry: SheetRow
    hand: Hand
    score: Score
    payments: Payments

    def brought(self, player: PlayerId, unit: int) -> int:
        """What the hand paid one of its players, in 1/unit of a point; mouches are beside it, and never count.

        `unit` is a multiple of that of the payments.
        """
        return self.payments.of(player) * unit // self.payments.unit


@dataclass(frozen=True, slots=True)
class Highlight:
    """The amount, in 1/unit of a point, that one hand brought a person (negative: cost)."""

    entry: SheetRow
    hand: Hand
    person: Person
    amount: int


@dataclass(frozen=True, slots=True)
class EveningFigures:
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


@dataclass(frozen=True)
class Figures:
    """What an evening comes to, besides its totals."""

    evening: Evening

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """The hands that were played and count."""
        return tuple(
            PlayedHand(row, row.deal.outcome, row.score, row.payments)
            for row in self.evening.sheet.standing
            if isinstance(row.deal.outcome, Hand) and row.score and row.payments
        )

    @cached_property
    def played(self) -> Mapping[PlayerId, int]:
        """How many of the hands each person played; those who played none are left out.

        An evening is played, and counts for somebody, with the first of them.
        """
        found = [row.payments.players for row in self.evening.sheet.standing if row.payments]
        return Counter(chain.from_iterable(found))

    @property
    def winners(self) -> tuple[Person, ...]:
        """Those of the people who played a hand and are first at the end; nobody before the evening is over."""
        leaders = self.evening.sheet.leaders if self.evening.table.ended else ()
        return tuple([person for person in leaders if person.id in self.played])

    def place(self, row: SheetRow) -> int:
        """The place of a hand on the curve: how many hands stand up to it."""
        return self._places[row.id]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {entry.id: place for place, entry in enumerate(self.evening.sheet.deals, 1)}

    def is_present(self, seat: int, row: SheetRow) -> bool:
        """Whether one of `people` was at the table when a hand that stands was played, or paid without one."""
        id_, beside = self.evening.sheet.people[seat].id, row.deal.points_change
        if beside is not None:
            return id_ in (*beside.players, *self.evening.seating_at(row.id).ids)
        return self.place(row) in self.presence[seat]

    @cached_property
    def presence(self) -> tuple[frozenset[int], ...]:
        """For each of `people` the places of the hands that were played while they were at the table."""
        evening = self.evening
        seatings = [set(evening.seating_at(row.id).ids) for row in evening.sheet.deals]
        return tuple(
            frozenset(number for number, ids in enumerate(seatings, 1) if person.id in ids)
            for person in evening.sheet.people
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

    @property
    def most_extreme(self) -> Highlight | None:
        """The largest gain or loss of a taker; the first of equal ones."""
        return max(self._takers, key=lambda each: abs(each.amount), default=None)

    @cached_property
    def _takers(self) -> tuple[Highlight, ...]:
        return tuple(self._highlight(each, self.evening.table.person(each.hand.taker)) for each in self.hands)

    def _highlight(self, played: PlayedHand, person: Person) -> Highlight:
        amount = played.brought(person.id, self.evening.sheet.unit)
        return Highlight(played.entry, played.hand, person, amount)

    def tally(self, person: Person) -> EveningFigures:
        """The evening of one person."""
        played = [self._highlight(each, person) for each in self.hands if person.id in each.hand.players]
        taken = [each.hand for each in played if each.hand.taker == person.id and not each.hand.open]
        won = sum(hand.winner is Side.TAKER for hand in taken)
        return EveningFigures(len(played), len(taken), won, _best(played), _worst(played))

    @property
    def rows(self) -> tuple[SheetRow | Change, ...]:
        """The rows of a score sheet: every hand except those undone at once, and every change of the rules."""
        evening = self.evening
        reasons = {event.order: event.reason for event in evening.events}
        changes = deque(evening.table.rule_changes)
        rules = before = EveningRules(evening.table.beginning.scheme)
        listed: list[SheetRow | Change] = []
        for row in [*evening.sheet.rows, None]:
            first = row.recorded.order if row is not None else None
            while changes and (first is None or changes[0][0] < first):
                order, change = changes.popleft()
                rules = rules.after(order, change.scheme, from_now=change.from_now)
                reason = reasons[order]
            if rules is not before:  # changes without a hand between them are one
                listed += _changes(before, rules, reason)
                before = rules
            if row is not None:
                listed.append(row)
        return tuple(listed)


def _changes(before: EveningRules, after: EveningRules, reason: str) -> Iterator[Change]:
    """The changes from rules to others; none where what was changed was changed back."""
    now = before.now
    if not after.goes_on(before):
        now = after.whole
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
