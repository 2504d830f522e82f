"""The tallies of one evening as a short text, which the log keeps in the line of the evening."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorepad.evening.people import Person
from scorepad.tarot.hand import Id

from .parts import NOBODY, PlayerKey, Rules
from .tally import COUNTS, NO_FEAT, Feat, Pair, Points, Tally, total

ZEROS, SHORT = "0" * 8, "z"
"""Counts are written in hexadecimal; SHORT stands for eight zeros, which are frequent."""

PairRow = tuple[Rules, int, int, Sequence[int]]
"""The rules, the places of two people, and the values of their `Pair`."""


@dataclass(frozen=True, slots=True)
class EveningTally:
    """The tallies of an evening as a `text`, its people, and the moment at which it `began` (ISO 8601).

    The text has two lines of JSON: the first has hands and tallies, the second has pairs, and is read only for the page
    of a player. It calls people and rules by their numbers.
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


# `_make` takes half the time of a constructor: ten thousand evenings have 40,000 tallies.


def _tally(id_: Id, rules: Sequence[Rules], counts: str, sums: list[int], points: list[list[int]]) -> Tally:
    evenings, wins, lead, lead_at = sums
    by_rules = {}
    for place, played, hands, won, beside, best, best_at, worst, worst_at, back, back_at in points:
        feats = (
            (best, id_, best_at) if best else NO_FEAT,
            (worst, id_, worst_at) if worst else NO_FEAT,
            (back, id_, back_at) if back else NO_FEAT,
        )
        by_rules[rules[place]] = Points._make((played, hands, won, beside, *feats))
    longest = (lead, id_, lead_at) if lead else NO_FEAT
    numbers = int.from_bytes(bytes.fromhex(counts.replace(SHORT, ZEROS)))
    return Tally._make((numbers, evenings, wins, longest, by_rules))


def to_text(
    hands: Mapping[Rules, int], people: Sequence[Tally], pairs: Sequence[tuple[Rules, int, int, Pair]]
) -> str:
    """The text of an evening: the number of hands under each rules, the tally of each person, and the pairs."""
    places = {rules: place for place, rules in enumerate(hands)}
    rows = [
        [
            each.counts.to_bytes(COUNTS).hex().replace(ZEROS, SHORT),
            [each.evenings, each.wins, *_numbers(each.lead)],
            [[places[rules], *_row(points)] for rules, points in each.by_rules.items()],
        ]
        for each in people
    ]
    by_rules = [[rules.digest, rules.id, rules.name, number] for rules, number in hands.items()]
    pair_rows = [[places[rules], one, other, *pair] for rules, one, other, pair in pairs]
    return "\n".join([json.dumps(each, separators=(",", ":")) for each in ([by_rules, rows], pair_rows)])


def _row(points: Points) -> list[int]:
    feats = _numbers(points.best, points.worst, points.comeback)
    return [points.evenings, points.hands, points.won, points.beside, *feats]


def _numbers(*feats: Feat) -> list[int]:
    return [number for value, _, at in feats for number in (value, at)]
