"""The tables of an evening. The exports loop over their columns, so a new column needs only one new line here.

The value of a cell is exact and language-neutral (`values.py`). The `kind` of the column tells how each format writes
and aligns the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from scorepad.evening.adjustment import Adjustment
from scorepad.evening.evening import Evening
from scorepad.evening.figures import EveningFigures, Figures, Highlight
from scorepad.evening.money import Rate
from scorepad.evening.people import Person
from scorepad.evening.sheet import SheetRow
from scorepad.exports.values import CellKind, Declared, Extreme, Outcome, PotRow, RoleName, labelled
from scorepad.i18n import N_, Translator
from scorepad.i18n.names import source_text
from scorepad.i18n.parameters import parameter_meaning, parameter_title, section_title, value_text
from scorepad.tarot.hand import Hand, PlayerId
from scorepad.tarot.parameters import parameters
from scorepad.tarot.parameters import value as parameter_value
from scorepad.tarot.scheme import Scheme


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `key` is its name for programs, `title` the message of its heading; `value` makes a cell from a row."""

    key: str
    title: str
    kind: CellKind
    value: Callable[[Any], Any]
    person: Person | None = None
    """The person that the column is about; the name replaces an empty title."""

    def heading(self, t: Translator) -> str:
        """The title, translated; the name of the person if the title is empty."""
        if self.person is None:
            return t(self.title) if self.title else ""
        return t(self.title, name=self.person.name) if self.title else self.person.name

    def heading_alone(self, t: Translator) -> str:
        """The heading for a file that names the time zone nowhere else: adds the zone to dates and times if needed."""
        timed = self.kind in (CellKind.MOMENT, CellKind.DAY) and t.zone_note
        return f"{self.heading(t)} ({t.zone_name})" if timed else self.heading(t)


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table: its columns, and the function that returns the rows of a source, such as an evening or a season."""

    key: str
    title: str
    rows: Callable[[Any], Iterable[Any]]
    columns: Sequence[Column]

    def heading(self, t: Translator) -> str:
        """The title, translated."""
        return t(self.title)

    def cells(self, sources: Iterable[Any]) -> Iterator[list[Any]]:
        """Yields the values of each row of the sources, in the order of the columns."""
        for source in sources:
            for row in self.rows(source):
                yield [column.value(row) for column in self.columns]

    def number_of(self, key: str) -> int:
        """The index of the column with this key, from 0."""
        return [column.key for column in self.columns].index(key)


# -- rows ---


def outcome_of(row: SheetRow) -> StrEnum:
    """How a deal ended, or why points changed without cards."""
    match row.deal.outcome:
        case Hand():
            return Outcome.PLAYED
        case Adjustment() as adjustment:
            return adjustment.kind
        case StrEnum() as why:
            return why
    return Outcome.TAKE_OVER


def role_of(row: SheetRow, player: PlayerId) -> StrEnum | None:
    """The role of a player who paid or received points in the hand, or the kind of a points change; else None."""
    hand, change = row.deal.hand, row.deal.points_change
    if change is not None and player in change.players:
        return outcome_of(row)
    if hand is None or row.payments is None or player not in hand.players:
        return None
    if hand.open:
        return RoleName.WINNER if player == hand.taker else RoleName.LOSER
    return {hand.taker: RoleName.TAKER, hand.partner: RoleName.PARTNER}.get(player, RoleName.DEFENCE)


PeopleById = Mapping[PlayerId, Person]


@dataclass(frozen=True)
class TableRow:
    """A row of a table about an evening, with the figures of this evening."""

    figures: Figures

    @property
    def evening(self) -> Evening:
        """The evening."""
        return self.figures.evening

    def points(self, amount: int) -> Fraction:
        """Converts an amount, in 1/`sheet.unit` of a point, to points."""
        return Fraction(amount, self.evening.sheet.unit)


@dataclass(frozen=True)
class HandRow(TableRow):
    """A row of the score sheet (`entry`), and the `people` of the evening by id, each with a distinct name."""

    entry: SheetRow
    people: PeopleById

    @property
    def hand(self) -> Hand | None:
        """The hand, if one was played."""
        return self.entry.deal.hand

    @property
    def dealer(self) -> Person | None:
        """The dealer; None where no cards were dealt."""
        return None if self.entry.deal.points_change else self.people[self.entry.deal.dealer]

    @property
    def score(self) -> Fraction | None:
        """The score of the hand in points, which each defender pays; None without a scored hand."""
        score = self.entry.score
        return None if score is None else Fraction(score.total, score.unit)


@dataclass(frozen=True)
class PaymentRow(HandRow):
    """The payment of one person in one row; `moved` is the amount taken from the mouches (negative: paid into them).

    `moved` is in 1/`sheet.unit` of a point, or None without a move. `seat` is the index of the person on the sheet.
    """

    seat: int
    person: Person
    role: StrEnum | None
    moved: int | None

    @property
    def payment(self) -> Fraction | None:
        """The payment for the hand, without the mouches."""
        return None if self.role is None else self.points(self.entry.amounts[self.seat] - (self.moved or 0))


@dataclass(frozen=True)
class StandingRow(TableRow):
    """The rank, the total and the money of a person; if `person` is None, the content of the mouches, without a rank.

    `total` is in 1/`sheet.unit` of a point, `cents` in 1/100 of the currency.
    """

    person: Person | None
    rank: int | None
    total: int
    cents: int

    @property
    def rate(self) -> Rate | None:
        """The worth of a point; None if points are not worth money."""
        return self.evening.table.rate if self.evening.table.rate.cents else None

    @property
    def members(self) -> tuple[str, ...]:
        """The names of the members of a team."""
        return tuple(each.name for each in self.person.members) if self.person else ()

    def best(self, highlight: Highlight | None) -> Extreme | None:
        """The cell value of the best or the worst hand; None without such a hand."""
        return None if highlight is None else Extreme(self.points(highlight.amount), highlight.entry.number)

    @cached_property
    def tally(self) -> EveningFigures:
        """The figures of the person on this evening."""
        assert self.person is not None
        return self.figures.tally(self.evening.table.person(self.person.id))


def hand_rows(evening: Evening, entries: Sequence[SheetRow] | None = None) -> Iterator[HandRow]:
    """Yields a row for each of the `entries`; by default, for all entries of the sheet that count."""
    figures, people = Figures(evening), labelled(evening.sheet.people)
    for row in evening.sheet.counting_rows if entries is None else entries:
        yield HandRow(figures, row, people)


def payment_rows(evening: Evening) -> Iterator[PaymentRow]:
    """Yields a row for each entry and person, if the person has a role in the entry or a move of the mouches."""
    figures, people = Figures(evening), labelled(evening.sheet.people)
    for row in evening.sheet.counting_rows:
        for seat, person in enumerate(people.values()):
            moves = [move.amount for move in row.moves if move.player == person.id]
            role = role_of(row, person.id)
            if moves or role is not None:
                yield PaymentRow(figures, row, people, seat, person, role, sum(moves) if moves else None)


def standing_rows(evening: Evening) -> Iterator[StandingRow]:
    """A row for every person, best first, and one for the mouches, so that totals and money sum to zero."""
    sheet, figures, people = evening.sheet, Figures(evening), labelled(evening.sheet.people)
    money = sheet.money(evening.table.rate)
    cents = dict(zip(people, money, strict=False))
    for standing in sheet.standings:
        id_ = standing.person.id
        yield StandingRow(figures, people[id_], standing.rank, standing.total, cents[id_])
    if sheet.pot:
        yield StandingRow(figures, None, None, sum(sheet.pot), money[-1])


# -- the tables ---

TEXT, NAME, INTEGER, POINTS, AMOUNT, MONEY, MOMENT, CHOICE, DAY, MONTH, SHARE = CellKind


def of_hand(key: str, title: str, kind: CellKind, value: Callable[[Hand], Any]) -> Column:
    """A column that is empty unless a hand was played."""
    return Column(key, title, kind, lambda row: None if row.hand is None else value(row.hand))


def named(key: str, title: str, player: Callable[[Hand], PlayerId | None]) -> Column:
    """A column with a player of the hand."""
    return Column(key, title, NAME, lambda row: row.people.get(player(row.hand)) if row.hand else None)


def declared(key: str, title: str, choices: Callable[[Hand], Iterable[tuple[PlayerId, Any]]]) -> Column:
    """A column of poignées or misères, each with its player."""

    def value(row: HandRow) -> tuple[Declared, ...]:
        found = choices(row.hand) if row.hand else ()
        return tuple(Declared(row.people[player], choice) for player, choice in found)

    return Column(key, title, CHOICE, value)


EVENING = (
    Column("evening_id", N_("Id of the evening"), TEXT, lambda row: row.evening.id),
    Column("evening", N_("Evening"), TEXT, lambda row: row.evening.table.title),
)
DEAL = (
    Column("hand", N_("Hand"), INTEGER, lambda row: row.entry.number or None),
    Column("at", N_("Date"), MOMENT, lambda row: row.entry.recorded.at),
)
HANDS = DataTable(
    "hands",
    N_("Hands"),
    hand_rows,
    (
        *EVENING,
        Column("rules", N_("Rules"), CHOICE, lambda row: row.entry.rules),
        *DEAL,
        Column("dealer", N_("Dealer"), NAME, lambda row: row.dealer),
        Column("outcome", N_("Outcome"), CHOICE, lambda row: outcome_of(row.entry)),
        named("taker", N_("Taker"), lambda hand: hand.taker),
        named("partner", N_("Partner"), lambda hand: hand.partner),
        of_hand("called", N_("Called card"), CHOICE, lambda hand: hand.called),
        of_hand("found", N_("Where it was"), CHOICE, lambda hand: hand.found),
        of_hand("bid", N_("Bid"), CHOICE, lambda hand: hand.bid),
        of_hand("bouts", N_("Bouts"), INTEGER, lambda hand: hand.bouts),
        of_hand("card_points", N_("Card points"), POINTS, lambda hand: Fraction(hand.half_points, 2)),
        of_hand("petit_au_bout", N_("Petit au bout"), CHOICE, lambda hand: hand.petit_au_bout),
        declared(
            "poignees", N_("Poignées"), lambda hand: [(each.player, each.size) for each in hand.poignees]
        ),
        of_hand("chelem_announced", N_("Chelem announced"), CHOICE, lambda hand: hand.chelem.announced),
        of_hand("chelem_made", N_("Chelem made"), CHOICE, lambda hand: hand.chelem.made),
        of_hand(
            "petit_chelem_announced",
            N_("Petit chelem announced"),
            CHOICE,
            lambda hand: hand.petit_chelem.announced,
        ),
        of_hand("petit_chelem_made", N_("Petit chelem made"), CHOICE, lambda hand: hand.petit_chelem.made),
        declared("miseres", N_("Misères"), lambda hand: [(each.player, each.kind) for each in hand.miseres]),
        of_hand("points_needed", N_("Points needed"), INTEGER, lambda hand: hand.needed),
        of_hand("margin", N_("Margin"), AMOUNT, lambda hand: Fraction(hand.margin, 2)),
        Column("score", N_("Score"), AMOUNT, lambda row: row.score),
        Column("mouches", N_("Mouches"), POINTS, lambda row: tuple(map(row.points, row.entry.pot))),
        Column("note", N_("Note"), TEXT, lambda row: " · ".join(row.evening.remarks(row.entry))),
    ),
)
PAYMENTS = DataTable(
    "payments",
    N_("Payments"),
    payment_rows,
    (
        *EVENING,
        *DEAL,
        Column("player_id", N_("Id of the player"), TEXT, lambda row: row.person.id),
        Column("player", N_("Player"), NAME, lambda row: row.person),
        Column("role", N_("Role"), CHOICE, lambda row: row.role),
        Column("payment", N_("Payment"), AMOUNT, lambda row: row.payment),
        Column("mouches", N_("Mouches"), AMOUNT, lambda row: row.moved and row.points(row.moved)),
        Column("total", N_("Total"), AMOUNT, lambda row: row.points(row.entry.totals[row.seat])),
    ),
)
STANDINGS = DataTable(
    "standings",
    N_("Standings"),
    standing_rows,
    (
        *EVENING,
        Column("at", N_("Date"), MOMENT, lambda row: row.evening.began),
        Column("player_id", N_("Id of the player"), TEXT, lambda row: row.person and row.person.id),
        Column("player", N_("Player"), NAME, lambda row: row.person or PotRow.MOUCHES),
        Column("members", N_("Members"), TEXT, lambda row: row.members),
        Column("rank", N_("Rank"), INTEGER, lambda row: row.rank),
        Column("total", N_("Total"), AMOUNT, lambda row: row.points(row.total)),
        Column("money", N_("Money"), MONEY, lambda row: row.rate and Fraction(row.cents, 100)),
        Column("currency", N_("Currency"), TEXT, lambda row: row.rate and row.rate.currency),
        Column("note", N_("Note"), TEXT, lambda row: row.evening.table.notes.get(None)),
    ),
)
TABLES = (HANDS, PAYMENTS, STANDINGS)


def _source(scheme: Scheme, path: str) -> str:
    """The documents that state the rule at `path`, such as "bids.garde.base"; "" if the scheme names none."""
    section, name, *_ = path.split(".")
    rules = next((bid for bid in scheme.bids if bid.bid == name), None) if section == "bids" else None
    return str(getattr(rules or getattr(scheme, section), "source", ""))


def rules_table(t: Translator, evenings: Iterable[Evening]) -> DataTable:
    """The table of the rules of some evenings: a row for each parameter of each scheme; each scheme is listed once."""

    def rows(_: Evening) -> Iterator[tuple[Scheme, str]]:
        schemes = dict.fromkeys(scheme for evening in evenings for scheme in evening.schemes)
        return ((scheme, each.path) for scheme in schemes for each in parameters(scheme))

    columns = (
        Column("rules", N_("Rules"), CHOICE, lambda row: row[0]),
        Column("section", N_("Section"), TEXT, lambda row: section_title(t, row[1].split(".")[0])),
        Column("rule", N_("Rule"), TEXT, lambda row: parameter_title(t, row[1])),
        Column("value", N_("Value"), TEXT, lambda row: value_text(t, parameter_value(*row))),
        Column("meaning", N_("Meaning"), TEXT, lambda row: parameter_meaning(t, row[1])),
        Column("source", N_("Source"), TEXT, lambda row: source_text(t, _source(*row))),
    )
    return DataTable("rules", N_("Rules"), rows, columns)


# -- columns of each person, and the hands of each person ---

TALLIES = (
    Column("taken", N_("Taken"), INTEGER, lambda row: row.tally.taken),
    Column("made", N_("Made"), INTEGER, lambda row: row.tally.won),
    Column("best", N_("Best hand"), AMOUNT, lambda row: row.best(row.tally.best)),
    Column("worst", N_("Worst hand"), AMOUNT, lambda row: row.best(row.tally.worst)),
)
"""Additional columns of the standings on paper."""
POT = Column("pot", N_("In the mouches"), AMOUNT, lambda row: row.points(sum(row.entry.pot)))

OfPerson = Callable[[int, Any], Fraction | None]
"""Returns a person's value in a row; the arguments are the index of the person on the sheet, and the row."""


def of_everybody(evening: Evening, key: str, title: str, value: OfPerson) -> list[Column]:
    """A column for each person.

    `{name}` in the title, or an empty title, becomes the name of the person.
    """
    return [
        Column(f"{key}{seat}", title, AMOUNT, partial(value, seat), person)
        for seat, person in enumerate(labelled(evening.sheet.people).values())
    ]


def received(seat: int, row: HandRow) -> Fraction | None:
    """The points that a person received in a row, mouches included; None if the row does not concern the person."""
    id_ = row.evening.sheet.people[seat].id
    if role_of(row.entry, id_) is None and all(move.player != id_ for move in row.entry.moves):
        return None
    return row.points(row.entry.amounts[seat])


def total_after(seat: int, row: HandRow) -> Fraction | None:
    """The total of a person after a row; None for a person who was not at the table."""
    return row.points(row.entry.totals[seat]) if row.figures.is_present(seat, row.entry) else None


def chips_after(seat: int, row: HandRow) -> Fraction | None:
    """The chips of a person after a row; None if the rules have no chips or the person was not at the table."""
    rules, total = row.entry.rules, total_after(seat, row)
    return None if rules.chips is None or total is None else rules.chips.start + total
