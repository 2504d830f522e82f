"""The score sheet, computed from the table: each row with its number, its payments, and the totals after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from operator import add

from scorepad.tarot.choices import PotEnd
from scorepad.tarot.comparison import evaluate
from scorepad.tarot.hand import Hand, Id, PlayerId
from scorepad.tarot.pots import Mouches, Move, Pot, at_table_stakes, holdings, of_deal, share
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Payments, Score, score, settle

from .deal import Agreed, Deal
from .event_place import EventPlace
from .events import Dealt, Event
from .folding import conflicting, shown
from .money import Rate, shares
from .people import Person
from .rules import EveningRules
from .table import Table

Scored = tuple[Score, Payments]
ScoreBy = Callable[[Hand, Scheme], Scored | None]
"""Scores a hand under some rules; None if these rules cannot score it."""


@dataclass(frozen=True, kw_only=True)
class SheetRow:
    """A row of the sheet: a deal in its current version, its amounts, and the totals after it.

    Amounts are in 1/`Sheet.unit` of a point, in the order of `Sheet.people`; people who sat out receive 0. `rules` are
    the rules of the deal; `score` and `payments` are in the unit of these rules. A voided row has amounts, but they do
    not count in the totals.

    `number` counts the deals from 1, voided ones included; it is 0 if no cards were dealt. `versions` are the versions
    that count, the current version last; `history` are all events about the row. If several devices wrote versions
    independently, somebody has to choose one of the `conflicting` versions.

    An amount is a payment plus the person's `moves`, which are amounts taken from the mouches or paid into them. `pot`
    are the mouches after the deal. `closes` tells whether the mouches are shared out after this row, at the end of the
    evening.
    """

    id: Id
    number: int
    deal: Deal
    rules: Scheme
    history: tuple[Event, ...]
    versions: tuple[Event, ...]
    conflicting: tuple[Event, ...]
    score: Score | None
    payments: Payments | None
    amounts: tuple[int, ...]
    totals: tuple[int, ...]
    moves: tuple[Move, ...]
    pot: Pot
    closes: bool
    place: EventPlace
    """The place of the row in the order of events (`Table.place`): agreements before this place apply to the row."""

    @property
    def recorded(self) -> Event:
        """The event that recorded the row."""
        return self.history[0]

    @property
    def current(self) -> Event:
        """The current version."""
        return self.versions[-1]

    @property
    def voided(self) -> bool:
        """Whether the row is voided."""
        return self.current.deal is None

    @cached_property
    def changed_since_agreed(self) -> Agreed | None:
        """The payments that were shown when this version was recorded, if the payments of the row now differ.

        None if the payments are the same, or if the version does not record which payments were shown.
        """
        change, payments = self.current.change, self.payments
        if not isinstance(change, Dealt) or change.agreed is None or payments is None:
            return None
        pairs = zip(payments.players, payments.totals, strict=True)
        now = {player: amount * change.agreed.unit for player, amount in pairs}
        then = {player: amount * payments.unit for player, amount in change.agreed.payments}
        return change.agreed if then != now else None


@dataclass(frozen=True, slots=True)
class Standing:
    """The total of one person in 1/unit of a point, and the rank (1 is best; equal totals share a rank)."""

    person: Person
    total: int
    rank: int


@dataclass(frozen=True)
class Sheet:
    """The rows in their order; amounts are in 1/`unit` of a point, in the order of `people`."""

    table: Table
    rules: EveningRules
    people: tuple[Person, ...]
    unit: int
    rows: tuple[SheetRow, ...]

    def row(self, id_: Id) -> SheetRow:
        """The row with this id. Raises KeyError if there is none."""
        return self._by_id[id_]

    def find(self, id_: Id) -> SheetRow | None:
        """The row with this id; None if there is none."""
        return self._by_id.get(id_)

    @cached_property
    def _by_id(self) -> dict[Id, SheetRow]:
        """The rows by their ids; the id of a row that is left out leads to the row that shows the same hand."""
        by_id = {row.id: row for row in self.rows}
        return by_id | {id_: by_id[row] for id_, row in self.table.same_turns.left_out.items()}

    @cached_property
    def doubles(self) -> dict[Id, tuple[Id, ...]]:
        """The rows that are left out, by the row that shows the same hand."""
        found: dict[Id, tuple[Id, ...]] = {}
        for id_, row in self.table.same_turns.left_out.items():
            found[row] = (*found.get(row, ()), id_)
        return found

    @cached_property
    def doubtful(self) -> tuple[tuple[SheetRow, SheetRow], ...]:
        """Pairs of rows that two devices recorded for the same turn with different facts: somebody has to decide."""
        pairs = self.table.same_turns.in_doubt.items()
        return tuple([(self.row(first), self.row(id_)) for id_, first in pairs])

    @cached_property
    def counting_rows(self) -> tuple[SheetRow, ...]:
        """The rows that count: all but the voided ones."""
        return tuple([row for row in self.rows if not row.voided])

    @cached_property
    def deals(self) -> tuple[SheetRow, ...]:
        """The deals that count, thrown-in ones included."""
        return tuple([row for row in self.counting_rows if row.deal.points_change is None])

    @cached_property
    def hands(self) -> tuple[SheetRow, ...]:
        """The deals that count and were played."""
        return tuple([row for row in self.deals if row.deal.hand is not None])

    @property
    def conflicts(self) -> tuple[SheetRow, ...]:
        """The rows about which somebody has to decide: they have conflicting versions, or are in doubt."""
        in_doubt = self.table.same_turns.in_doubt
        return tuple([row for row in self.rows if row.conflicting or row.id in in_doubt])

    @property
    def unscorable(self) -> int:
        """The number of hands that the rules cannot score; they pay nothing."""
        return sum(row.score is None for row in self.hands)

    @property
    def next_number(self) -> int:
        """The number of the next deal."""
        return 1 + max([row.number for row in self.rows], default=0)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each person; totals and mouches together always sum to zero."""
        return self.rows[-1].totals if self.rows else (0,) * len(self.people)

    def standing_of(self, person: Person) -> Standing:
        """The standing of a person; a person who is not on this sheet has 0 points."""
        nothing = Standing(person, 0, 1 + sum(total > 0 for total in self.totals))
        return next((each for each in self.standings if each.person.id == person.id), nothing)

    @property
    def pot(self) -> Pot:
        """The mouches after the last deal."""
        return self.rows[-1].pot if self.rows else ()

    def money(self, rate: Rate) -> tuple[int, ...]:
        """The worth of each total in cents; if the mouches hold points, their worth comes last."""
        pot = sum(self.pot)
        return shares((*self.totals, pot) if pot else self.totals, self.unit, rate)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The standings, best first; people with equal totals share a rank and keep the order of `people`."""
        totals = self.totals
        pairs = sorted(zip(self.people, totals, strict=True), key=lambda pair: -pair[1])
        return tuple([Standing(who, own, 1 + sum(each > own for each in totals)) for who, own in pairs])

    @property
    def leaders(self) -> tuple[Person, ...]:
        """The people who are first; nobody while all totals are zero."""
        best = max(self.totals)
        every = zip(self.people, self.totals, strict=True)
        return tuple([person for person, total in every if total == best]) if any(self.totals) else ()

    @cached_property
    def curve(self) -> tuple[tuple[int, ...], ...]:
        """The totals before the first deal that counts, and after each deal.

        A change of points without a hand belongs to the deal before it.
        """
        points: list[tuple[int, ...]] = []
        totals = (0,) * len(self.people)
        for row in self.counting_rows:
            if row.deal.points_change is None:
                points.append(totals)
            totals = row.totals
        return (*points, totals)

    @cached_property
    def recounted(self) -> tuple[SheetRow, ...]:
        """The rows whose payments differ from the payments shown at the recording, although the rules are the same."""
        return tuple(
            [
                row
                for row in self.counting_rows
                if row.changed_since_agreed is not None
                and row.rules == self.table.rules_when(row.current, row.place)
            ]
        )


def counted(hand: Hand, rules: Scheme) -> Scored | None:
    """The score and the payments of a hand; None if the rules lack its bid."""
    if not rules.allows(hand.bid):
        return None
    scored = score(hand, rules)
    return scored, settle(scored, hand, rules)


def counted_under(hand: Hand, rules: Scheme) -> Scored | None:
    """The score and the payments of a hand under rules of another scheme; None if these rules do not allow the hand."""
    result = evaluate(hand, rules, ignore_unknown_bonuses=True)
    return (result.score, result.payments) if result.score and result.payments else None


def sheet_of(
    table: Table, rules: EveningRules | None = None, count: ScoreBy = counted, earlier: Sheet | None = None
) -> Sheet:
    """The sheet of a table, under its own rules or under the given `rules`.

    The rows of an `earlier` sheet are reused up to the first difference, if people, unit and seatings are the same, and
    if the rules are the same or only continue the earlier ones.
    """
    rules = rules or table.rules
    rows = table.rows
    people = table.people(_staking(table, rules, rows))
    ids = tuple([person.id for person in people])
    unit = lcm(table.unit, *(scheme.unit for scheme in rules.all))
    counter = _Counter(table, rules, count, ids, unit, _closing(table, rules, rows))
    entries = _kept(earlier, people, rows, counter)
    number = max([entry.number for entry in entries], default=0)
    for id_ in rows[len(entries) :]:
        entry = counter.row(id_, entries[-1] if entries else None, number + 1)
        number = max(number, entry.number)
        entries.append(entry)
    return Sheet(table, rules, people, unit, tuple(entries))


def _staking(table: Table, rules: EveningRules, rows: Sequence[Id]) -> set[PlayerId]:
    """The people who sat at the table in a deal with mouches, even if they left before they played."""
    if not any(scheme.mouches for scheme in rules.all):
        return set()
    places = [table.place(id_) for id_ in rows if table.versions_of(id_)[-1].deal is not None]
    return {id_ for place in places if rules.at(place).mouches for id_ in table.seated_at(place).ids}


def _closing(table: Table, rules: EveningRules, rows: Sequence[Id]) -> Id | None:
    """The last row that is not voided, if the evening is over and its mouches are shared out; else None."""
    if not table.ended or rules.pot_end is not PotEnd.SHARED:
        return None
    return next((id_ for id_ in reversed(rows) if table.versions_of(id_)[-1].deal is not None), None)


def _kept(
    earlier: Sheet | None, people: tuple[Person, ...], rows: Sequence[Id], counter: _Counter
) -> list[SheetRow]:
    """The first rows of an earlier sheet, up to the first difference."""
    table = counter.table
    if earlier is None or (earlier.people, earlier.unit) != (people, counter.unit):
        return []
    if earlier.table.seatings != table.seatings or not counter.rules.goes_on(earlier.rules):
        return []
    kept: list[SheetRow] = []
    other_rules = counter.rules != earlier.rules
    changed = table.changed_rows(earlier.table)
    for entry, id_ in zip(earlier.rows, rows, strict=False):
        same = entry.id == id_ and id_ not in changed
        if other_rules:
            same = same and entry.rules == counter.rules_of(id_)
        if not same or entry.closes or id_ == counter.last:
            break
        kept.append(entry)
    return kept


@dataclass(frozen=True, slots=True)
class _Counter:
    """Computes the rows one by one; amounts are in 1/`unit` of a point, and the row `last` closes the evening."""

    table: Table
    rules: EveningRules
    count: ScoreBy
    people: tuple[PlayerId, ...]
    unit: int
    last: Id | None

    def rules_of(self, id_: Id) -> Scheme:
        """The rules of a row."""
        return self.rules.at(self.table.place(id_))

    def row(self, id_: Id, before: SheetRow | None, number: int) -> SheetRow:
        """The row of a deal; `before` is the row above it."""
        history, versions = self.table.history[id_], self.table.versions_of(id_)
        deal, rules = shown(history, versions), self.rules_of(id_)
        totals = before.totals if before is not None else (0,) * len(self.people)
        scored, payments = self._scored(deal, rules, totals) or (None, None)
        amounts = self._amounts(deal, payments, totals)
        mouches = Mouches((), before.pot if before is not None else ())
        if versions[-1].deal is not None:
            if rules.mouches is not None or id_ == self.last:
                played = deal.hand if scored is not None else None
                mouches = self._mouches(id_, mouches.pot, deal, rules, played)
            if mouches.moves:
                amounts = tuple(map(add, amounts, self._moved(mouches.moves)))
            totals = tuple(map(add, totals, amounts))
        return SheetRow(
            id=id_,
            number=number if deal.points_change is None else 0,
            deal=deal,
            rules=rules,
            history=history,
            versions=versions,
            conflicting=conflicting(history, versions),
            score=scored,
            payments=payments,
            amounts=amounts,
            totals=totals,
            moves=mouches.moves,
            pot=mouches.pot,
            closes=id_ == self.last,
            place=self.table.place(id_),
        )

    def _scored(self, deal: Deal, rules: Scheme, totals: tuple[int, ...]) -> Scored | None:
        """The score and payments of a deal, given the totals before it; None if no hand was played or can be scored."""
        hand = deal.hand
        found = None if hand is None else self.count(hand, rules)
        if hand is None or found is None or not rules.limits:
            return found
        chips = holdings(dict(zip(self.people, totals, strict=True)), rules, self.unit)
        return found if chips is None else at_table_stakes(*found, hand, chips)

    def _amounts(self, deal: Deal, payments: Payments | None, totals: tuple[int, ...]) -> tuple[int, ...]:
        """The amount that each person receives for a deal, without the mouches."""
        received: Mapping[PlayerId, int] = {}
        if payments is not None:
            scale = self.unit // payments.unit
            pairs = zip(payments.players, payments.totals, strict=True)
            received = {player: amount * scale for player, amount in pairs}
        elif (change := deal.points_change) is not None:
            received = change.moved(dict(zip(self.people, totals, strict=True)), self.unit)
        return tuple([received.get(id_, 0) for id_ in self.people])

    def _moved(self, moves: Sequence[Move]) -> list[int]:
        """The amount that each person receives from the mouches (negative: pays)."""
        return [sum([move.amount for move in moves if move.player == id_]) for id_ in self.people]

    def _mouches(self, id_: Id, pot: Pot, deal: Deal, rules: Scheme, hand: Hand | None) -> Mouches:
        """The mouches after a row that is not voided; `hand` is None if no hand was played or can be scored."""
        mouches = Mouches((), pot)
        if rules.mouches is not None and deal.points_change is None:
            seating = self.table.seated_at(self.table.place(id_))
            mouches = of_deal(pot, rules, self.unit, seating.ids, deal.dealer, hand)
        if id_ == self.last:
            shared = share(mouches.pot, self.table.seating.ids)
            mouches = Mouches(mouches.moves + shared.moves, shared.pot)
        return mouches
