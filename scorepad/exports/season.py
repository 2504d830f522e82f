"""The table of a season: a further column is one line here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from scorepad.evening.people import Person
from scorepad.exports.columns import Column
from scorepad.exports.values import Kind, labelled
from scorepad.i18n import N_
from scorepad.stats.parts import UNIT, Rules
from scorepad.stats.season import Season, Standing

INTEGER, NAME, AMOUNT = Kind.INTEGER, Kind.NAME, Kind.AMOUNT


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line of the table, and the player under a name that no other has."""

    standing: Standing
    person: Person


SEASON = (
    Column("rank", N_("Rank"), INTEGER, lambda row: row.standing.rank),
    Column("player", N_("Player"), NAME, lambda row: row.person),
    Column("evenings", N_("Evenings"), INTEGER, lambda row: row.standing.tally.evenings),
    Column("wins", N_("Wins"), INTEGER, lambda row: row.standing.tally.wins),
    Column("points", N_("Points"), AMOUNT, lambda row: Fraction(row.standing.points.total, UNIT)),
    Column("mean", N_("Per evening"), AMOUNT, lambda row: Fraction(round(row.standing.mean))),
    Column("hands", N_("Hands"), INTEGER, lambda row: row.standing.tally.hands),
    Column("taken", N_("Taken"), INTEGER, lambda row: row.standing.tally.taken.hands),
    Column("made", N_("Made"), INTEGER, lambda row: row.standing.tally.taken.made),
)


def season_rows(season: Season, rules: Rules) -> Iterator[SeasonRow]:
    """The players of a season, by their points by some rules."""
    people = labelled(replace(person, id=player) for player, person in season.people.items())
    for standing in season.whole.standings(rules):
        yield SeasonRow(standing, people[standing.player])
