"""A season: the sums of the evenings in a scope, for each player, pair and month, and the record book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.tarot.hand import Id

from .measures import NO_FEAT, Feats, Record
from .parts import (
    CHELEM,
    COUNTED,
    EVERY,
    ROLES,
    UNIT,
    Filter,
    PlayerOf,
    PlayerPart,
    Role,
    Rules,
    key_of,
    parts_of,
)
from .scopes import EVER, NOBODY, PlayerKey, Scope
from .tally import Count, EveningTally, Pair, Points, Tally, total


def feats(tally: Tally, rules: Rules) -> Feats:
    """A player’s best feat of each kind; amounts are under the given rules."""
    return {**tally.feats, **tally.points(rules).feats}


class Held(NamedTuple):
    """A record: the player who holds it, its size, and the evening and the number of its hand.

    `value`, the size, is in 1/UNIT of a point for the records of `AMOUNTS`; for others, it is a number of deals.
    """

    record: Record
    player: PlayerKey
    value: int
    evening: Id
    number: int


class SeasonStanding(NamedTuple):
    """A line of the table of a season under one set of rules.

    `rank` 1 is best, and equal totals share a rank; a player without a hand under these rules has no rank.
    """

    rank: int | None
    player: PlayerKey
    tally: Tally
    points: Points

    @property
    def mean(self) -> Fraction:
        """The mean points per evening, over the evenings with a hand under these rules."""
        return Fraction(self.points.total, UNIT * max(1, self.points.evenings))


@dataclass(frozen=True)
class Period:
    """The sums of some evenings: a tally for each player, and the number of hands under each set of rules."""

    tallies: Mapping[PlayerKey, Tally]
    hands: Mapping[Rules, int]

    @cached_property
    def rules(self) -> tuple[Rules, ...]:
        """The rules of the hands, the most frequent first."""
        return tuple(sorted(filter(self.hands.__getitem__, self.hands), key=lambda rules: -self.hands[rules]))

    def standings(self, rules: Rules) -> tuple[SeasonStanding, ...]:
        """The players with a hand under these rules, in the order of their points."""
        return tuple([line for line in self.everybody(rules) if line.rank is not None])

    def everybody(self, rules: Rules) -> tuple[SeasonStanding, ...]:
        """The standings under these rules; the players without a hand under these rules follow, without a rank."""
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
        """The best feat for each record, of all players or of `player`; amounts count only under the given rules."""
        found = []
        for record in Record:
            every = [
                Held(record, who, *feats(tally, rules).get(record, NO_FEAT))
                for who, tally in self.tallies.items()
                if player in ("", who)
            ]
            best = max(every, key=lambda held: abs(held.value), default=None)
            if best is not None and best.value:
                found.append(best)
        return tuple(found)

    @property
    def chelems(self) -> Mapping[PlayerKey, int]:
        """The number of chelems that each player made as the taker, the highest number first."""
        found = Counter({player: tally.of(CHELEM).hands for player, tally in self.tallies.items()})
        return {player: made for player, made in found.most_common() if made}


Pairs = Mapping[tuple[PlayerKey, Rules], Pair]
"""The pairs of one player, by the other player and the rules."""


class Night(NamedTuple):
    """An evening of a season, the keys of its people, its rules, and the day (ISO 8601) on which it began."""

    evening: EveningTally
    keys: tuple[PlayerKey, ...]
    rules: tuple[Rules, ...]
    day: str


@dataclass(frozen=True)
class Season:
    """The evenings that count (`nights`), in the order of their days, and the sums of each month ("2026-03").

    An evening counts if a hand was played in it; it belongs to the month in which it began. `won` has the points
    (1/UNIT) of each player under each set of rules, evening by evening. `names` has the names of the list of players.
    """

    nights: tuple[Night, ...]
    months: Mapping[str, Period]
    won: Mapping[tuple[PlayerKey, Rules], Sequence[tuple[Id, int]]]
    names: Mapping[PlayerKey, str] = field(default_factory=dict)
    left_out: int = 0
    """The number of evenings that would count if they were not left out."""

    @cached_property
    def whole(self) -> Period:
        """All months added up."""
        return _period([(month.hands, month.tallies) for month in self.months.values()], EVER)

    @cached_property
    def people(self) -> Mapping[PlayerKey, Person]:
        """Each player as the `Person` of their latest evening, with the name from `names` if there is one."""
        pairs = ((night.keys, night.evening.people) for night in self.nights)
        latest = {key: who for keys, people in pairs for key, who in zip(keys, people, strict=True)}
        named = {player: self.names.get(player, latest[player].name) for player in self.whole.tallies}
        return {player: replace(latest[player], name=name) for player, name in named.items()}

    def curve(self, player: PlayerKey, rules: Rules) -> tuple[tuple[Id, Fraction], ...]:
        """The running total of a player under one set of rules, after each evening."""
        won = self.won.get((player, rules), ())
        totals = accumulate([points for _, points in won])
        return tuple([(id_, Fraction(total, UNIT)) for (id_, _), total in zip(won, totals, strict=True)])

    def pairs(self, player: PlayerKey) -> Pairs:
        """The pairs in which a player is the first player, by the second player and the rules; guests have no pairs."""
        return {(other, rules): pair for (one, other, rules), pair in self._pairs.items() if one == player}

    def callers(self, player: PlayerKey) -> Pairs:
        """The pairs in which a player is the second player, by the first player and the rules."""
        return {(one, rules): pair for (one, other, rules), pair in self._pairs.items() if other == player}

    def between(self, rules: Rules) -> Mapping[tuple[PlayerKey, PlayerKey], Pair]:
        """The pairs of all players, by the first and the second player.

        `called` and `made` are counted under all rules; `won`, `against` and `received` only under `rules`.
        """
        found: dict[tuple[PlayerKey, PlayerKey], Pair] = defaultdict(Pair)
        for (one, other, by), pair in self._pairs.items():
            found[one, other] += pair if by == rules else Pair(pair.called, pair.made)
        return found

    @cached_property
    def _pairs(self) -> Mapping[tuple[PlayerKey, PlayerKey, Rules], Pair]:
        """The pairs of all players, by the first player, the second player and the rules; guests have no pairs."""
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
    """Adds up the evenings that are in a scope; `evenings` may be in any order.

    `day_of` converts a moment to a day (both ISO 8601) in the time zone of the reader; the scope and the months use it.
    `names` are the names in the list of players, by player; they replace the names that an evening has from its device.
    """
    key = cache(lambda person: key_of(person, player_of))
    dated = [(day_of(each.began), each.id, each) for each in evenings]
    of_span = sorted([each for each in dated if each[0] in scope], key=itemgetter(0, 1))
    left_out, nights = 0, list[Night]()
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
            if evening.left_out:
                left_out += 1
                continue
            nights.append(Night(evening, keys, tuple(hands), day))
            parts.append((hands, tallies))
            for player, tally in tallies.items():
                for rules, points in tally.by_rules.items():
                    won[player, rules].append((evening.id, points.total))
        if parts:
            months[month] = _period(parts, scope)
    return Season(tuple(nights), months, dict(won), names or {}, left_out)


def _period(parts: Iterable[tuple[Mapping[Rules, int], Mapping[PlayerKey, Tally]]], scope: Scope) -> Period:
    """The sum of several evenings: the hands under each set of rules, and the tallies of the players in the scope."""
    tallies: dict[PlayerKey, list[Tally]] = defaultdict(list)
    hands: dict[Rules, int] = defaultdict(int)
    for by_rules, players in parts:
        for player, tally in players.items():
            tallies[player].append(tally)
        for rules, number in by_rules.items():
            hands[rules] += number
    return Period({player: total(own) for player, own in tallies.items() if scope.lists(player)}, dict(hands))


# -- hands behind a figure ---


def hands_behind(wanted: Filter, found: Season, load: Callable[[Id], Evening]) -> Iterator[PlayerPart]:
    """The parts that a filter selects in a season, the latest first; filter and season have the same scope.

    Calls `load` only when the iteration reaches an evening, and only if the evening can have such a part.
    """
    matches = wanted.matcher()
    wider = [each for each in COUNTED if each.includes(wanted)]
    named = {wanted.player, wanted.partner, wanted.against} - {None}
    for night in reversed(found.nights):
        if named.issubset(night.keys) and _can_have(night, wanted, wider):
            people = zip(night.evening.people, night.keys, strict=True)
            parts = [*parts_of(load(night.evening.id), {person.id: key for person, key in people})]
            yield from reversed([part for part in parts if wanted.scope.lists(part.player) and matches(part)])


def number_of_hands(wanted: Filter, found: Season) -> int:
    """The number of hands that a filter selects in a season of the same scope, from the tallies: loads no evening.

    Counts two kinds of filters:
     - Filters with the facts of one of `COUNTED`, with rules only, or without facts; each with or without a player.
       Without rules, the filter may also have `made`. Raises KeyError for other facts.
     - Filters with a player, and with a partner or an opponent. They may also have rules; with a partner, also `made`,
       and the role of the called partner. Other facts are ignored.
    """
    if wanted.player is not None and (other := wanted.partner or wanted.against):
        pairs = (found.callers if wanted.role is Role.PARTNER else found.pairs)(wanted.player)
        some = [each for (who, by), each in pairs.items() if who == other and wanted.rules in (None, by)]
        if wanted.against:
            return sum(each.against for each in some)
        called, made = sum(each.called for each in some), sum(each.made for each in some)
        return Count(called, made, 0, 0).having(wanted.made)
    tallies = found.whole.tallies
    some_tallies = tallies.values() if wanted.player is None else [tallies.get(wanted.player, Tally())]
    fact = replace(wanted, scope=EVER, player=None, made=None)
    if wanted.rules is not None and fact == Filter(rules=wanted.rules) and wanted.made is None:
        return sum(tally.points(wanted.rules).hands for tally in some_tallies)
    facts = ROLES if fact == EVERY else (fact,)
    return sum(tally.of(each).having(wanted.made) for tally in some_tallies for each in facts)


def _can_have(night: Night, wanted: Filter, wider: Iterable[Filter]) -> bool:
    """Whether an evening can have a part that `wanted` selects, as far as its tallies show.

    Each filter in `wider` selects at least the parts that `wanted` selects. A player with a part that `wanted` selects
    therefore has at least one hand for each filter in `wider`.
    """
    _, tallies = night.evening.tallies(night.keys)
    return any(
        all(tally.of(each).having(wanted.made) for each in wider)
        for player, tally in tallies.items()
        if wanted.player in (None, player)
    )
