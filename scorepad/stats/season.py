"""A season: the evenings of a scope, added up for each player, each pair and each month, and its record book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import groupby

from scorepad.evening.people import Person
from scorepad.tarot.hand import Id

from .evenings import EveningTally
from .filters import CHELEM, EVER, Scope
from .parts import NOBODY, UNIT, PlayerKey, PlayerOf, Rules, key_of
from .tally import NO_FEAT, Feat, Pair, Points, Tally, total


class Record(StrEnum):
    """The records of a season. Each is somebody's feat, and leads to a hand."""

    BEST_HAND = "best_hand"
    WORST_FALL = "worst_fall"
    LONGEST_LEAD = "longest_lead"
    BIGGEST_COMEBACK = "biggest_comeback"
    LONGEST_RUN = "longest_run"

    def feat(self, tally: Tally, rules: Rules) -> Feat:
        """A player's feat; amounts are by some rules."""
        return _FEATS[self](tally, rules)


AMOUNTS = frozenset((Record.BEST_HAND, Record.WORST_FALL, Record.BIGGEST_COMEBACK))
"""The records that are amounts; the others count deals or hands."""
_FEATS: Mapping[Record, Callable[[Tally, Rules], Feat]] = {
    Record.BEST_HAND: lambda tally, rules: tally.points(rules).best,
    Record.WORST_FALL: lambda tally, rules: tally.points(rules).worst,
    Record.LONGEST_LEAD: lambda tally, _: tally.lead,
    Record.BIGGEST_COMEBACK: lambda tally, rules: tally.points(rules).comeback,
    Record.LONGEST_RUN: lambda tally, _: tally.run,
}


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds a record, and by what."""

    record: Record
    player: PlayerKey
    feat: Feat


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table of a season; `points` are those by some rules. Equal ones share a `rank`, 1 is best."""

    rank: int
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
        return tuple(sorted(self.hands, key=lambda rules: -self.hands[rules]))

    def standings(self, rules: Rules) -> tuple[Standing, ...]:
        """The table of the players, by their points by some rules."""
        lines = [(player, tally, tally.points(rules)) for player, tally in self.tallies.items()]
        lines.sort(key=lambda line: (-line[2].total, line[0]))
        totals = [points.total for *_, points in lines]
        return tuple([Standing(1 + totals.index(line[2].total), *line) for line in lines])

    def book(self, rules: Rules) -> tuple[Held, ...]:
        """The record book; where amounts count, those by some rules."""
        found = []
        for record in Record:
            feats = {player: record.feat(tally, rules) for player, tally in self.tallies.items()}
            holder = max(feats, key=lambda player: abs(feats[player].value), default=None)
            if holder is not None and feats[holder] != NO_FEAT:
                found.append(Held(record, holder, feats[holder]))
        return tuple(found)

    @property
    def chelems(self) -> Mapping[PlayerKey, int]:
        """How many chelems each player made as the taker, those with most first."""
        found = Counter({player: tally[CHELEM].hands for player, tally in self.tallies.items()})
        return {player: made for player, made in found.most_common() if made}


Pairs = Mapping[tuple[PlayerKey, Rules], Pair]
"""Pairs of a player, by the other one and the rules."""


@dataclass(frozen=True, slots=True)
class Night:
    """An evening of a season, and the players that its people are."""

    evening: EveningTally
    keys: tuple[PlayerKey, ...]


@dataclass(frozen=True)
class Season:
    """The nights that count, in the order of their days, and what each month ("2026-03") comes to.

    An evening is in the month in which it began.
    """

    nights: tuple[Night, ...]
    months: Mapping[str, Period]

    @cached_property
    def whole(self) -> Period:
        """What all months come to."""
        return _period([(month.tallies, month.hands) for month in self.months.values()], EVER)

    @cached_property
    def people(self) -> Mapping[PlayerKey, Person]:
        """Each player as they last sat at a table."""
        pairs = ((night.keys, night.evening.people) for night in self.nights)
        latest = {key: who for keys, people in pairs for key, who in zip(keys, people, strict=True)}
        return {player: latest[player] for player in self.whole.tallies}

    def curve(self, player: PlayerKey, rules: Rules) -> tuple[tuple[Id, Fraction], ...]:
        """The points of a player by some rules, added up from evening to evening."""
        found, total_ = [], 0
        for night in self.nights:
            if player in night.keys:
                tally = night.evening.tallies().by_player(night.keys).get(player, Tally())
                if rules in tally.by_rules:
                    total_ += tally.points(rules).total
                    found.append((night.evening.id, Fraction(total_, UNIT)))
        return tuple(found)

    def pairs(self, player: PlayerKey) -> Pairs:
        """What a player had from each other one by each rules; guests are nobody."""
        return self._pairs(player, lambda one, other: (one, other))

    def callers(self, player: PlayerKey) -> Pairs:
        """What each other one had from a player by each rules."""
        return self._pairs(player, lambda one, other: (other, one))

    def _pairs(self, player: PlayerKey, ends: Callable[[int, int], tuple[int, int]]) -> Pairs:
        """The pairs of a player, who is at the first of their two ends."""
        found: dict[tuple[PlayerKey, Rules], Pair] = defaultdict(Pair)
        for night in self.nights:
            if player in night.keys:
                for rules, one, other, pair in night.evening.pairs():
                    own, theirs = (night.keys[place] for place in ends(one, other))
                    if own == player and theirs not in (player, NOBODY):
                        found[theirs, rules] += pair
        return dict(found)


def season(evenings: Iterable[EveningTally], scope: Scope, player_of: PlayerOf) -> Season:
    """The season of those of these evenings, in any order, that are in a scope."""
    key = cache(lambda person: key_of(person, player_of))
    of_span = sorted([each for each in evenings if each.day in scope], key=lambda each: (each.day, each.id))
    nights: list[Night] = []
    months: dict[str, Period] = {}
    for month, group in groupby(of_span, key=lambda each: each.day[:7]):
        periods = []
        for evening in group:
            night, tallies = Night(evening, tuple(map(key, evening.people))), evening.tallies()
            players = tallies.by_player(night.keys)
            if scope.includes(player for player, tally in players.items() if tally.evenings):
                nights.append(night)
                periods.append((players, tallies.hands))
        if periods:
            months[month] = _period(periods, scope)
    return Season(tuple(nights), months)


def _period(parts: Iterable[tuple[Mapping[PlayerKey, Tally], Mapping[Rules, int]]], scope: Scope) -> Period:
    """What several parts come to: tallies of players, those that the scope lists, and hands by their rules."""
    tallies: dict[PlayerKey, list[Tally]] = defaultdict(list)
    hands: dict[Rules, int] = defaultdict(int)
    for players, by_rules in parts:
        for player, tally in players.items():
            tallies[player].append(tally)
        for rules, number in by_rules.items():
            hands[rules] += number
    return Period({player: total(own) for player, own in tallies.items() if scope.lists(player)}, dict(hands))
