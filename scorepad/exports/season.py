"""The tables of a season, and of one player in it. A new column needs only one new line here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.exports.columns import Column, DataTable
from scorepad.exports.values import CellKind, labelled, shown
from scorepad.i18n import N_, Translator
from scorepad.i18n.evenings import Lettered
from scorepad.i18n.looking_back import (
    NUMBERS,
    figure_words,
    left_out_text,
    record_hand,
    rules_lines,
    share_text,
    span_text,
)
from scorepad.stats.measures import AMOUNTS, Number, Record
from scorepad.stats.parts import BIDS, BONUSES, COUNTED, DEFENDER, DUEL, TAKEN, UNIT, Filter, Rules
from scorepad.stats.scopes import EVER, PlayerKey, Scope
from scorepad.stats.season import Period, Season, SeasonStanding
from scorepad.stats.tally import Count, Pair
from scorepad.tarot.hand import Id
from scorepad.text import isolated, rounded

TEXT, NAME, INTEGER, POINTS, AMOUNT, MONEY, MOMENT, CHOICE, DAY, MONTH, SHARE = CellKind
ONLY_COUNTED = (DEFENDER, *BONUSES)
"""The filters for which only the number of hands is shown, and not the share of hands made."""


@dataclass(frozen=True)
class SeasonReport:
    """A report about a season with at least one evening, or about one `player` in it; `load` reads an evening by id."""

    season: Season
    load: Callable[[Id], Evening]
    scope: Scope = EVER
    player: PlayerKey = ""

    @property
    def everybody(self) -> Sequence[SeasonStanding]:
        """The players, ordered by their points under the `rules`."""
        return self.season.whole.everybody(self.rules)

    @property
    def rules(self) -> Rules:
        """The rules that were played most; all amounts are by these rules."""
        return self.season.whole.rules[0]

    @cached_property
    def people(self) -> Mapping[PlayerKey, Person]:
        """The players by their keys, each with a distinct name."""
        return people_of(self.season)

    @cached_property
    def days(self) -> Mapping[Id, str]:
        """The day of each evening."""
        return {night.evening.id: night.day for night in self.season.nights}

    @property
    def last(self) -> str:
        """The moment at which the last evening began."""
        return max(night.evening.began for night in self.season.nights)

    @property
    def tables(self) -> tuple[DataTable, ...]:
        """The tables of the report."""
        return (FIGURES, PAIRS, EVENINGS, RECORDS) if self.player else (PLAYERS, FIGURES, RECORDS, MONTHS)

    def title(self, t: Translator, lettered: Lettered = isolated) -> str:
        """The title: the name of the player, or else "The season", and then the days of the scope."""
        name = lettered(self.people[self.player].name) if self.player else t("The season")
        return f"{name} · {span_text(t, self.scope)}"

    def about(self, t: Translator, lettered: Lettered = isolated) -> list[str]:
        """Facts about the report: the number of evenings, the hands under each set of rules, the players of the circle.

        Then the number of evenings left out, and the time zone if it differs from the zone of this system.
        """
        whole, player = self.season.whole, self.player
        nights = whole.tallies[player].evenings if player else len(self.season.nights)
        count = t.plural("{count} evening", "{count} evenings", nights)
        circle = [lettered(self.people[key].name) for key in sorted(self.scope.circle) if key in self.people]
        return [
            count,
            *map(lettered, rules_lines(t, whole, player)),
            *filter(None, [t.names(circle), left_out_text(t, self.season.left_out), t.zone_note]),
        ]


def people_of(season: Season) -> dict[PlayerKey, Person]:
    """The players of a season with distinct names, ordered by their points under the rules most played."""
    everybody = season.whole.everybody(season.whole.rules[0]) if season.whole.rules else ()
    return labelled(replace(season.people[each.player], id=each.player) for each in everybody)


PLAYER_ID = Column("player_id", N_("Id of the player"), TEXT, lambda row: row.person.id)
PLAYER = Column("player", N_("Player"), NAME, lambda row: row.person)


# -- the players ---


class PlayerRow(NamedTuple):
    """The standing of a player."""

    standing: SeasonStanding
    person: Person

    @property
    def points(self) -> Fraction:
        """The points under the rules of the report."""
        return Fraction(self.standing.points.total, UNIT)

    @property
    def mean(self) -> Fraction | None:
        """The mean points per evening, rounded to whole points; None without a hand under the rules of the report."""
        return None if self.standing.rank is None else Fraction(rounded(self.standing.mean))


def player_rows(report: SeasonReport) -> Iterator[PlayerRow]:
    """The players, ordered by their points; players without a rank are last."""
    for standing in report.everybody:
        yield PlayerRow(standing, report.people[standing.player])


def _number(number: Number) -> Column:
    """A column with a number of evenings."""
    return Column(number.value, NUMBERS[number], INTEGER, lambda row: row.standing.tally.number(number))


PLAYERS = DataTable(
    "players",
    N_("Players"),
    player_rows,
    (
        PLAYER_ID,
        Column("rank", N_("Rank"), INTEGER, lambda row: row.standing.rank),
        PLAYER,
        *map(_number, Number),
        Column("points", N_("Points"), AMOUNT, lambda row: row.points),
        Column("mean", N_("Per evening"), AMOUNT, lambda row: row.mean),
        Column("hands", N_("Hands"), INTEGER, lambda row: row.standing.tally.hands),
        Column("taken", N_("Taken"), INTEGER, lambda row: row.standing.tally.taken.hands),
        Column("made", N_("Made"), INTEGER, lambda row: row.standing.tally.taken.made),
    ),
)


# -- the months ---


class MonthRow(NamedTuple):
    """A month, and its players with their points, best first; at the end, three pairs of None as placeholders."""

    day: str
    period: Period
    evenings: int
    players: Sequence[tuple[Person | None, Fraction | None]]


def month_rows(report: SeasonReport) -> Iterator[MonthRow]:
    """The months, oldest first."""
    evenings = Counter(day[:7] for day in report.days.values())
    for month, period in report.season.months.items():
        standings = period.standings(report.rules)
        players = [(report.people[each.player], Fraction(each.points.total, UNIT)) for each in standings]
        yield MonthRow(f"{month}-01", period, evenings[month], [*players, *[(None, None)] * 3])


MONTHS = DataTable(
    "months",
    N_("Months"),
    month_rows,
    (
        Column("month", N_("Month"), MONTH, lambda row: row.day),
        Column("evenings", N_("Evenings"), INTEGER, lambda row: row.evenings),
        Column("hands", N_("Hands"), INTEGER, lambda row: sum(row.period.hands.values())),
        Column("first", N_("First"), NAME, lambda row: row.players[0][0]),
        Column("first_points", N_("Points"), AMOUNT, lambda row: row.players[0][1]),
        Column("second", N_("Second"), NAME, lambda row: row.players[1][0]),
        Column("second_points", N_("Points"), AMOUNT, lambda row: row.players[1][1]),
        Column("third", N_("Third"), NAME, lambda row: row.players[2][0]),
        Column("third_points", N_("Points"), AMOUNT, lambda row: row.players[2][1]),
    ),
)


# -- the shares of hands made ---


@dataclass(frozen=True, slots=True)
class FigureRow:
    """The count of the hands of a player that the filter `wanted` selects; the filter selects at least one hand."""

    person: Person
    wanted: Filter
    count: Count

    @property
    def shared(self) -> bool:
        """Whether the share of hands made is shown."""
        return self.wanted not in ONLY_COUNTED

    @property
    def margin(self) -> Fraction | None:
        """The mean margin in card points, rounded to halves; None for duels, and if not `shared`."""
        told = self.shared and self.wanted != DUEL
        return Fraction(rounded(2 * self.count.mean), 2) if told else None


def figure_rows(report: SeasonReport) -> Iterator[FigureRow]:
    """Yields the hands that each player took, in all and by bid; for a report on one player, every figure."""
    wanted = COUNTED if report.player else (TAKEN, *BIDS)
    for standing, person in player_rows(report):
        counts = [(each, standing.tally.of(each)) for each in wanted]
        if report.player in ("", standing.player):
            yield from [FigureRow(person, each, count) for each, count in counts if count.hands]


def _per_cent(share: float) -> Fraction:
    return Fraction(rounded(100 * share), 100)


def _share(key: str, title: str, kind: CellKind, value: Callable[[Count], Fraction | int]) -> Column:
    return Column(key, title, kind, lambda row: value(row.count) if row.shared else None)


FIGURES = DataTable(
    "figures",
    N_("Contracts made"),
    figure_rows,
    (
        PLAYER_ID,
        PLAYER,
        Column("figure", N_("Hands"), CHOICE, lambda row: row.wanted),
        Column("hands", N_("Number"), INTEGER, lambda row: row.count.hands),
        _share("made", N_("Made"), INTEGER, lambda count: count.made),
        _share("share", N_("Share made"), SHARE, lambda count: _per_cent(count.share)),
        _share("low", N_("95 %, from"), SHARE, lambda count: _per_cent(count.interval.low)),
        _share("high", N_("95 %, to"), SHARE, lambda count: _per_cent(count.interval.high)),
        Column("margin", N_("Mean margin"), AMOUNT, lambda row: row.margin),
    ),
)


# -- a player with each other player, and from evening to evening ---


class PairRow(NamedTuple):
    """A player, and the hands of the player of the report with or against them, under the rules of the report."""

    person: Person
    pair: Pair


def pair_rows(report: SeasonReport) -> Iterator[PairRow]:
    """Yields the players that the player of the report called or met as an opponent, most frequent first."""
    pairs = report.season.pairs(report.player)
    found = [(key, pair) for (key, rules), pair in pairs.items() if rules == report.rules]
    for key, pair in sorted(found, key=lambda each: -each[1].called - each[1].against):
        if key in report.people:
            yield PairRow(report.people[key], pair)


PAIRS = DataTable(
    "pairs",
    N_("With whom"),
    pair_rows,
    (
        PLAYER_ID,
        PLAYER,
        Column("called", N_("Called"), INTEGER, lambda row: row.pair.called),
        Column("made", N_("Made"), INTEGER, lambda row: row.pair.made),
        Column("won", N_("Points together"), AMOUNT, lambda row: Fraction(row.pair.won, UNIT)),
        Column("against", N_("Against each other"), INTEGER, lambda row: row.pair.against),
        Column(
            "received",
            N_("Received"),
            AMOUNT,
            lambda row: Fraction(rounded(Fraction(row.pair.received, UNIT))),
        ),
    ),
)


class NightRow(NamedTuple):
    """An evening of the player: the points won, and the total of the season so far."""

    evening: Id
    day: str
    points: Fraction
    total: Fraction


def night_rows(report: SeasonReport) -> Iterator[NightRow]:
    """The evenings on which the player has points, oldest first."""
    before = Fraction()
    for evening, total in report.season.curve(report.player, report.rules):
        yield NightRow(evening, report.days[evening], total - before, total)
        before = total


EVENING_ID = Column("evening_id", N_("Id of the evening"), TEXT, lambda row: row.evening)
EVENINGS = DataTable(
    "evenings",
    N_("Evenings"),
    night_rows,
    (
        EVENING_ID,
        Column("day", N_("Date"), DAY, lambda row: row.day),
        Column("points", N_("Points"), AMOUNT, lambda row: row.points),
        Column("total", N_("Total"), AMOUNT, lambda row: row.total),
    ),
)


# -- the record book ---


class RecordRow(NamedTuple):
    """A record: an amount of points or a number of deals, its holder, and the hand in which it was set."""

    record: Record
    value: Fraction | int
    person: Person
    evening: Id
    day: str
    hand: int


def record_rows(report: SeasonReport) -> Iterator[RecordRow]:
    """The record book, or the records of the player."""
    for record, player, value, evening, hand in report.season.whole.book(report.rules, report.player):
        amount = Fraction(value, UNIT) if record in AMOUNTS else value
        yield RecordRow(record, amount, report.people[player], evening, report.days[evening], hand)


RECORDS = DataTable(
    "records",
    N_("The record book"),
    record_rows,
    (
        Column("record", N_("Record"), CHOICE, lambda row: row.record),
        Column("value", N_("Value"), AMOUNT, lambda row: row.value),
        PLAYER_ID,
        PLAYER,
        EVENING_ID,
        Column("day", N_("Date"), DAY, lambda row: row.day),
        Column("hand", N_("Hand"), INTEGER, lambda row: row.hand),
    ),
)


# -- for a chat ---


def report_text(t: Translator, report: SeasonReport) -> str:
    """The report as text: a line for each player, or for each figure of the one player, and for each record."""
    lines = [report.title(t), *report.about(t)]
    if report.player:
        for row in figure_rows(report):
            said = share_text(t, row.count) if row.shared else t.number(row.count.hands)
            lines.append(f"{figure_words(t, row.wanted, {})}: {said}")
    else:
        for line in player_rows(report):
            rank = f"{line.standing.rank}." if line.standing.rank else "–"
            lines.append(f"{rank} {isolated(line.person.name)} {shown(t, AMOUNT, line.points)}")
    for each in record_rows(report):
        title, value = shown(t, CHOICE, each.record), shown(t, AMOUNT, each.value)
        where = f"{t.short_date(each.day)}, {record_hand(t, each.record, each.hand)}"
        lines.append(f"{title}: {value} · {isolated(each.person.name)} ({where})")
    return "\n".join(lines)
