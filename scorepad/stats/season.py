"""A season: the evenings of a scope, added up for each player, each pair and each month, and its record book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from scorepad.evening.people import Person
from scorepad.tarot.hand import Id

from .evenings import EveningTally
from .filters import CHELEM, EVER, Scope
from .parts import NOBODY, UNIT, PlayerKey, PlayerOf, Rules, key_of
from .tally import Feat, Pair, Points, Tally, total


class Record(StrEnum):
    """The records of a season. Each is somebody's feat, and leads to a hand."""

    BEST_HAND = "best_hand"
    WORST_FALL = "worst_fall"
    LONGEST_LEAD = "longest_lead"
    BIGGEST_COMEBACK = "biggest_comeback"


AMOUNTS = frozenset((Record.BEST_HAND, Record.WORST_FALL, Record.BIGGEST_COMEBACK))
"""The records that are amounts; the others count deals."""


def feats(tally: Tally, rules: Rules) -> Mapping[Record, Feat]:
    """A player's feat of each kind; amounts are by some rules."""
    points = tally.points(rules)
    return {
        Record.BEST_HAND: points.best,
        Record.WORST_FALL: points.worst,
        Record.LONGEST_LEAD: tally.lead,
        Record.BIGGEST_COMEBACK: points.comeback,
    }


class Held(NamedTuple):
    """Who holds a record, its size, and the evening and the number of the hand it leads to."""

    record: Record
    player: PlayerKey
    value: int
    evening: Id
    number: int


class SeasonStanding(NamedTuple):
    """A line of the table of a season; `points` are those by some rules.

    Equal ones share a `rank`, 1 is best; those who played no hand by these rules have none.
    """

    rank: int | None
    player: PlayerKey
    tally: Tally
    points: Points

    @property
    def mean(self) -> Fraction:
        """The mean points of an evening with hands by these rules."""
        return Fraction(self.points.total, UNIT * max(1, self.points.evenings))


@dataclass(frozen=True)
class Period:
    """What some evenings come to: a tally for each player, and the number of hands by each rules."""

    tallies: Mapping[PlayerKey, Tally]
    hands: Mapping[Rules, int]

    @cached_property
    def rules(self) -> tuple[Rules, ...]:
        """The rules that were played by, the most played first."""
        return tuple(sorted(filter(self.hands.__getitem__, self.hands), key=lambda rules: -self.hands[rules]))

    def standings(self, rules: Rules) -> tuple[SeasonStanding, ...]:
        """Those who played a hand by some rules, by their points by these."""
        return tuple([line for line in self.everybody(rules) if line.rank is not None])

    def everybody(self, rules: Rules) -> tuple[SeasonStanding, ...]:
        """The standings by some rules, and below them everybody else, without a rank."""
        lines = [(player, tally, tally.points(rules)) for player, tally in self.tallies.items()]
        lines.sort(key=lambda line: (not line[2].hands, -line[2].total, line[0]))
        totals = [points.total for *_, points in lines if points.hands]
        return tuple(
            [
                SeasonStanding(1 + totals.index(line[2].total) if line[2].hands else None, *line)
                for line in lines
            ]
        )

    def book(self, rules: Rules, player: PlayerKey = "") -> tuple[Held, ...]:
        """The record book, or the feats of a player; where amounts count, those by some rules."""
        found = []
        for record in Record:
            every = [
                Held(record, who, *feats(tally, rules)[record])
                for who, tally in self.tallies.items()
                if player in ("", who)
            ]
            best = max(every, key=lambda held: abs(held.value), default=None)
            if best is not None and best.value:
                found.append(best)
        return tuple(found)

    @property
    def chelems(self) -> Mapping[PlayerKey, int]:
        """How many chelems each player made as the taker, those with most first."""
        found = Counter({player: tally.of(CHELEM).hands for player, tally in self.tallies.items()})
        return {player: made for player, made in found.most_common() if made}


Pairs = Mapping[tuple[PlayerKey, Rules], Pair]
"""Pairs of a player, by the other one and the rules."""


class Night(NamedTuple):
    """An evening of a season, the players that its people are, its rules, and the day (ISO 8601) on which it began."""

    evening: EveningTally
    keys: tuple[PlayerKey, ...]
    rules: tuple[Rules, ...]
    day: str


@dataclass(frozen=True)
class Season:
    """The nights that count, in the order of their days, and what each month ("2026-03") comes to.

    An evening counts if a hand was played in it, and is in the month in which it began. `won` are the points of each
    player by each rules, in 1/UNIT, with their evenings. `names` are those of the list of players, by the ids there.
    """

    nights: tuple[Night, ...]
    months: Mapping[str, Period]
    won: Mapping[tuple[PlayerKey, Rules], Sequence[tuple[Id, int]]]
    names: Mapping[PlayerKey, str] = field(default_factory=dict)

    @cached_property
    def whole(self) -> Period:
        """What all months come to."""
        return _period([(month.hands, month.tallies) for month in self.months.values()], EVER)

    @cached_property
    def people(self) -> Mapping[PlayerKey, Person]:
        """Each player as they last sat at a table, under the name in the list of players."""
        pairs = ((night.keys, night.evening.people) for night in self.nights)
        latest = {key: who for keys, people in pairs for key, who in zip(keys, people, strict=True)}
        named = {player: self.names.get(player, latest[player].name) for player in self.whole.tallies}
        return {player: replace(latest[player], name=name) for player, name in named.items()}

    def curve(self, player: PlayerKey, rules: Rules) -> tuple[tuple[Id, Fraction], ...]:
        """The points of a player by some rules, added up from evening to evening."""
        won = self.won.get((player, rules), ())
        totals = accumulate([points for _, points in won])
        return tuple([(id_, Fraction(total, UNIT)) for (id_, _), total in zip(won, totals, strict=True)])

    def pairs(self, player: PlayerKey) -> Pairs:
        """What a player had from each other one by each rules; guests are nobody."""
        return {(other, rules): pair for (one, other, rules), pair in self._pairs.items() if one == player}

    def callers(self, player: PlayerKey) -> Pairs:
        """What each other one had from a player by each rules."""
        return {(one, rules): pair for (one, other, rules), pair in self._pairs.items() if other == player}

    @cached_property
    def _pairs(self) -> Mapping[tuple[PlayerKey, PlayerKey, Rules], Pair]:
        """What each player had from each other one."""
        found: dict[tuple[PlayerKey, PlayerKey, Rules], list[Sequence[int]]] = defaultdict(list)
        for evening, keys, by_rules, _ in self.nights:
            for rules, one, other, values in evening.pairs(by_rules):
                found[keys[one], keys[other], rules].append(values)
        return {
            (one, other, rules): Pair(*map(sum, zip(*rows, strict=True)))
            for (one, other, rules), rows in found.items()
            if one != other and NOBODY not in (one, other)
        }


def season(
    evenings: Iterable[EveningTally],
    scope: Scope,
    player_of: PlayerOf,
    names: Mapping[PlayerKey, str] | None = None,
    *,
    day_of: Callable[[str], str],
) -> Season:
    """The season of those of these evenings, in any order, that are in a scope.

    `day_of` says on which day a moment was for who looks (both ISO 8601): the scope and the months are by it. `names`
    are those of the list of players, by the ids there: an evening keeps the name that its device gave somebody.
    """
    key = cache(lambda person: key_of(person, player_of))
    dated = [(day_of(each.began), each.id, each) for each in evenings]
    of_span = sorted([each for each in dated if each[0] in scope], key=itemgetter(0, 1))
    nights: list[Night] = []
    months: dict[str, Period] = {}
    won: dict[tuple[PlayerKey, Rules], list[tuple[Id, int]]] = defaultdict(list)
    for month, group in groupby(of_span, key=lambda each: each[0][:7]):
        parts = []
        for day, _, evening in group:
            keys = tuple([key(person) for person in evening.people])
            hands, tallies = evening.tallies(keys)
            played = [player for player, tally in tallies.items() if tally.evenings]
            if not any(hands.values()) or not scope.includes(played):
                continue
            nights.append(Night(evening, keys, tuple(hands), day))
            parts.append((hands, tallies))
            for player, tally in tallies.items():
                for rules, points in tally.by_rules.items():
                    won[player, rules].append((evening.id, points.total))
        if parts:
            months[month] = _period(parts, scope)
    return Season(tuple(nights), months, dict(won), names or {})


def _period(parts: Iterable[tuple[Mapping[Rules, int], Mapping[PlayerKey, Tally]]], scope: Scope) -> Period:
    """What several parts come to: hands by their rules, and tallies of players, those that the scope lists."""
    tallies: dict[PlayerKey, list[Tally]] = defaultdict(list)
    hands: dict[Rules, int] = defaultdict(int)
    for by_rules, players in parts:
        for player, tally in players.items():
            tallies[player].append(tally)
        for rules, number in by_rules.items():
            hands[rules] += number
    return Period({player: total(own) for player, own in tallies.items() if scope.lists(player)}, dict(hands))
