"""The tallies of one evening as a short text, which the log keeps in the line of the evening."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.evening.people import Person
from scorepad.tarot.hand import Id

from .measures import Feats, Record
from .parts import Rules
from .scopes import NOBODY, PlayerKey
from .tally import Count, Pair, Points, Tally, total

RECORDS = tuple(Record)

PairRow = tuple[Rules, int, int, Sequence[int]]
"""The rules, the places of two people, and the values of their `Pair`."""


@dataclass(frozen=True, slots=True)
class EveningTally:
    """The tallies of an evening as a `text`, its people, and the moment at which it `began` (ISO 8601).

    The text has two lines of JSON: the first has hands and tallies, the second has pairs, and is read only for the page
    of a player. People, rules, filters and records have their numbers there.
    """

    id: Id
    began: str
    people: tuple[Person, ...]
    text: str

    def tallies(self, keys: Sequence[PlayerKey]) -> tuple[Mapping[Rules, int], Mapping[PlayerKey, Tally]]:
        """The number of hands under each rules, and the tally of each player who played or has points, but no guest.

        `keys` has the key of each person of the evening, in the order of its people.
        """
        (hands, rows), _ = _LINE.raw_decode(self.text)
        rules = [_rules(*names) for *names, _ in hands]
        found: dict[PlayerKey, Tally] = {}
        for key, row in zip(keys, rows, strict=True):
            tally = _tally(self.id, rules, *row)
            if key != NOBODY and (tally.evenings or tally.by_rules):
                found[key] = total([found[key], tally]).of_one_evening() if key in found else tally
        return {by: number for by, (*_, number) in zip(rules, hands, strict=True)}, found

    def pairs(self, rules: Sequence[Rules]) -> Iterator[PairRow]:
        """The pairs of the evening; `rules` are the rules that `tallies` returned, in the same order."""
        for place, one, other, *values in json.loads(self.text.partition("\n")[2]):
            yield rules[place], one, other, values


_LINE = json.JSONDecoder()
_rules = lru_cache(maxsize=256)(Rules)
Row = list[int]


def _tally(
    id_: Id, rules: Sequence[Rules], counts: list[Row], numbers: Row, feats: list[Row], points: list[Any]
) -> Tally:
    by_place = {place: Count._make(row) for place, *row in counts}
    by_rules = {
        rules[place]: Points(evenings, hands, won, beside, _feats(id_, rows))
        for place, evenings, hands, won, beside, rows in points
    }
    return Tally(by_place, tuple(numbers), _feats(id_, feats), by_rules)


def _feats(id_: Id, rows: list[Row]) -> Feats:
    return {RECORDS[place]: (size, id_, at) for place, size, at in rows}


def to_text(
    hands: Mapping[Rules, int], people: Sequence[Tally], pairs: Sequence[tuple[Rules, int, int, Pair]]
) -> str:
    """The text of an evening: the number of hands under each rules, the tally of each person, and the pairs."""
    places = {rules: place for place, rules in enumerate(hands)}
    rows = [
        [
            [[place, *count] for place, count in sorted(each.counts.items())],
            each.numbers,
            _rows(each.feats),
            [[places[rules], *points[:-1], _rows(points.feats)] for rules, points in each.by_rules.items()],
        ]
        for each in people
    ]
    by_rules = [[rules.digest, rules.id, rules.name, number] for rules, number in hands.items()]
    pair_rows = [[places[rules], one, other, *pair] for rules, one, other, pair in pairs]
    return "\n".join([json.dumps(each, separators=(",", ":")) for each in ([by_rules, rows], pair_rows)])


def _rows(feats: Feats) -> list[Row]:
    """The place of each record among all, its size, and the number of its hand."""
    return [[RECORDS.index(record), size, at] for record, (size, _, at) in feats.items()]
