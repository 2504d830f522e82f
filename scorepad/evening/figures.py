"""Statistics of an evening: its hands, the presence of people, the best and worst hands, and the rows of the sheet."""

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
from .rules import EveningRules
from .sheet import SheetRow


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played and counts, with its row, its score and its payments."""

    entry: SheetRow
    hand: Hand
    score: Score
    payments: Payments

    def brought(self, player: PlayerId, unit: int) -> int:
        """The amount that the hand paid one of its players, in 1/`unit` of a point, without mouches.

        `unit` is a multiple of the unit of the payments.
        """
        return self.payments.of(player) * unit // self.payments.unit


@dataclass(frozen=True, slots=True)
class Highlight:
    """A hand, and the amount that it paid a person (negative: cost), in 1/`Sheet.unit` of a point."""

    entry: SheetRow
    hand: Hand
    person: Person
    amount: int


@dataclass(frozen=True, slots=True)
class EveningFigures:
    """One person's statistics: the numbers of hands played, taken, and won as the taker; the best and worst hand."""

    played: int
    taken: int
    won: int
    best: Highlight | None
    worst: Highlight | None


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """A change of the rules, for all hands of the evening or, if `from_now`, for the hands below it."""

    scheme: Scheme
    reason: str
    from_now: bool = False


@dataclass(frozen=True)
class Figures:
    """The figures of an evening, besides its totals."""

    evening: Evening

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """The hands that were played and count."""
        return tuple(
            PlayedHand(row, row.deal.outcome, row.score, row.payments)
            for row in self.evening.sheet.counting_rows
            if isinstance(row.deal.outcome, Hand) and row.score and row.payments
        )

    @cached_property
    def played(self) -> Mapping[PlayerId, int]:
        """The number of hands that each person played; people who played no hand are left out.

        In statistics over several evenings, the evening counts only for the people in this mapping.
        """
        found = [row.payments.players for row in self.evening.sheet.counting_rows if row.payments]
        return Counter(chain.from_iterable(found))

    @property
    def winners(self) -> tuple[Person, ...]:
        """The people who are first at the end and played a hand; nobody before the evening is over."""
        leaders = self.evening.sheet.leaders if self.evening.table.ended else ()
        return tuple([person for person in leaders if person.id in self.played])

    def place(self, row: SheetRow) -> int:
        """The place of a deal on the curve: its number among the deals that count, from 1."""
        return self._places[row.id]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {entry.id: place for place, entry in enumerate(self.evening.sheet.deals, 1)}

    def is_present(self, seat: int, row: SheetRow) -> bool:
        """Whether a person sat at the table at a row that counts, or the row changes the points of the person.

        `seat` is the index of the person in `sheet.people`.
        """
        id_, beside = self.evening.sheet.people[seat].id, row.deal.points_change
        if beside is not None:
            return id_ in (*beside.players, *self.evening.seating_at(row.id).ids)
        return self.place(row) in self.presence[seat]

    @cached_property
    def presence(self) -> tuple[frozenset[int], ...]:
        """For each person of the sheet, the places of the deals at which the person sat at the table."""
        evening = self.evening
        seatings = [set(evening.seating_at(row.id).ids) for row in evening.sheet.deals]
        return tuple(
            frozenset(number for number, ids in enumerate(seatings, 1) if person.id in ids)
            for person in evening.sheet.people
        )

    @cached_property
    def stretches(self) -> tuple[tuple[range, ...], ...]:
        """For each person of the sheet, the stays at the table: ranges of indexes in `sheet.curve`."""
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
        """The statistics of one person in this evening."""
        played = [self._highlight(each, person) for each in self.hands if person.id in each.hand.players]
        taken = [each.hand for each in played if each.hand.taker == person.id and not each.hand.open]
        won = sum(hand.winner is Side.TAKER for hand in taken)
        return EveningFigures(len(played), len(taken), won, _best(played), _worst(played))

    @property
    def rows(self) -> tuple[SheetRow | RulesInForce, ...]:
        """The rows of the sheet, voided ones included, and the changes of the rules between them."""
        evening = self.evening
        reasons = {event.order: event.reason for event in evening.events}
        changes = deque(evening.table.rule_changes)
        rules = before = EveningRules(evening.table.beginning.scheme)
        listed: list[SheetRow | RulesInForce] = []
        for row in [*evening.sheet.rows, None]:
            first = row.place if row is not None else None
            while changes and (first is None or changes[0][0] < first):
                order, change = changes.popleft()
                rules = rules.after(order, change.scheme, from_now=change.from_now)
                reason = reasons[order]
            if rules is not before:  # changes without a row between them are one change
                listed += _changes(before, rules, reason)
                before = rules
            if row is not None:
                listed.append(row)
        return tuple(listed)


def _changes(before: EveningRules, after: EveningRules, reason: str) -> Iterator[RulesInForce]:
    """The changes from the rules `before` to the rules `after`; none if these changes cancel each other out."""
    now = before.now
    if not after.goes_on(before):
        now = after.whole
        yield RulesInForce(now, reason)
    if after.now != now:
        yield RulesInForce(after.now, reason, from_now=True)


def _stretches(hands: frozenset[int]) -> Iterator[range]:
    for _, run in groupby(enumerate(sorted(hands)), key=lambda each: each[1] - each[0]):
        numbers = [number for _, number in run]
        yield range(numbers[0] - 1, numbers[-1] + 1)


def _best(highlights: Iterable[Highlight]) -> Highlight | None:
    return max((each for each in highlights if each.amount > 0), key=lambda each: each.amount, default=None)


def _worst(highlights: Iterable[Highlight]) -> Highlight | None:
    return min((each for each in highlights if each.amount < 0), key=lambda each: each.amount, default=None)
