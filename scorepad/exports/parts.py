"""The flat table of a season: one row per hand and player, for pivot tables.

The sources of the table are the evenings of the season, each as a `Night`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.evening.sheet import SheetRow
from scorepad.exports.columns import Column, DataTable, outcome_of
from scorepad.exports.season import AMOUNT, CHOICE, DAY, INTEGER, NAME, PLAYER_ID, TEXT, SeasonReport
from scorepad.exports.values import CellKind, RoleName
from scorepad.i18n import N_
from scorepad.stats.counting import other_points
from scorepad.stats.parts import UNIT, PlayerPart, parts_of, rules_of
from scorepad.stats.parts import Role as PartRole
from scorepad.stats.season import Night


@dataclass(frozen=True, slots=True)
class PartRow:
    """A row of a sheet for one player: the `part` in the hand, the `other_points` in 1/UNIT of a point, or both.

    `other_points` are the points without a hand, such as mouches and penalties.
    """

    night: Night
    evening: Evening
    entry: SheetRow
    people: Mapping[str, Person]
    player: str
    part: PlayerPart | None
    other_points: int

    @property
    def person(self) -> Person:
        """The player, under a name that is the same on all evenings."""
        return self.people[self.player]

    def of_part(self, name: str) -> Any:
        """The attribute `name` of the part; None without a part."""
        return None if self.part is None else getattr(self.part, name)


def part_rows(report: SeasonReport) -> Callable[[Night], Iterator[PartRow]]:
    """Returns a function that yields the rows of a night, for the players of the report."""
    wanted = {report.player} if report.player else report.people.keys()

    def rows(night: Night) -> Iterator[PartRow]:
        evening = report.load(night.evening.id)
        pairs = [*zip(night.evening.people, night.keys, strict=True)]
        people = {person.id: report.people.get(key, person) for person, key in pairs}
        listed = [person.id for person, key in pairs if key in wanted]
        parts = {(each.number, each.player): each for each in parts_of(evening, {id_: id_ for id_ in people})}
        for row in evening.sheet.counting_rows:
            others = Counter[str]()
            for id_, amount in other_points(row, evening.sheet.unit):
                others[id_] += amount
            for id_ in listed:
                part = parts.get((row.number, id_))
                if part or others[id_]:
                    yield PartRow(night, evening, row, people, id_, part, others[id_])

    return rows


def _fact(key: str, title: str, kind: CellKind, name: str = "") -> Column:
    return Column(key, title, kind, lambda row: row.of_part(name or key))


def _of_contract(key: str, title: str, kind: CellKind, value: Callable[[PlayerPart], Any]) -> Column:
    """A column that is empty in a duel, which has no contract."""
    return Column(
        key, title, kind, lambda row: value(row.part) if row.part and row.part.role in _ROLES else None
    )


_ROLES = {
    PartRole.TAKER: RoleName.TAKER,
    PartRole.PARTNER: RoleName.PARTNER,
    PartRole.DEFENDER: RoleName.DEFENCE,
}


def _role(row: PartRow) -> RoleName | None:
    """The role; in a duel, winner or loser."""
    if row.part is None:
        return None
    return _ROLES.get(row.part.role, RoleName.WINNER if row.part.made else RoleName.LOSER)


def parts_table(report: SeasonReport) -> DataTable:
    """The flat table of a season; its sources are the nights of the season.

    `points` and `other_points` sum to the points of the season, for each player and rules.
    """
    columns = (
        Column("evening_id", N_("Id of the evening"), TEXT, lambda row: row.evening.id),
        Column("evening", N_("Evening"), TEXT, lambda row: row.evening.table.title),
        Column("day", N_("Date"), DAY, lambda row: row.night.day),
        Column("rules", N_("Rules"), CHOICE, lambda row: row.entry.rules),
        Column("rules_id", N_("Id of the rules"), TEXT, lambda row: rules_of(row.entry.rules).digest),
        Column("hand", N_("Hand"), INTEGER, lambda row: row.entry.number or None),
        Column("outcome", N_("Outcome"), CHOICE, lambda row: outcome_of(row.entry)),
        PLAYER_ID,
        Column("player", N_("Player"), NAME, lambda row: row.person),
        Column("role", N_("Role"), CHOICE, _role),
        _fact("players", N_("Players"), INTEGER, "seats"),
        _fact("bid", N_("Bid"), CHOICE),
        _fact("bouts", N_("Bouts"), INTEGER),
        _of_contract("made", N_("Made"), INTEGER, lambda part: int(part.made)),
        _of_contract("margin", N_("Margin"), AMOUNT, lambda part: Fraction(part.margin, 2)),
        Column("partner", N_("Partner"), NAME, lambda row: row.people.get(row.of_part("partner"))),
        _fact("poignee", N_("Poignée"), CHOICE),
        Column("points", N_("Points"), AMOUNT, lambda row: row.part and Fraction(row.part.amount, UNIT)),
        Column(
            "other_points",
            N_("Points without a hand"),
            AMOUNT,
            lambda row: Fraction(row.other_points, UNIT) if row.other_points else None,
        ),
    )
    return DataTable("parts", N_("All hands"), part_rows(report), columns)
