"""The tally of one evening: a short text, which lies in the evening's line of the log."""

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
"""Counts are in hexadecimal, and mostly zeros; so many of them have a short sign."""

PairRow = tuple[Rules, int, int, Sequence[int]]
"""What one of the people had from another by some rules: the values of a `Pair`; both by their places."""


@dataclass(frozen=True, slots=True)
class EveningTally:
    """An evening, the moment at which it `began` (ISO 8601), its people, and its tallies as a text.

    The text has two lines of JSON: hands and tallies, and the pairs, which are only read for one player. People and
    rules are numbered in it. Ten thousand texts are read faster than as many tallies are kept.
    """

    id: Id
    began: str
    people: tuple[Person, ...]
    text: str

    def tallies(self, keys: Sequence[PlayerKey]) -> tuple[Mapping[Rules, int], Mapping[PlayerKey, Tally]]:
        """The number of hands by each rules, and the tally of everybody who played or has points, but the guests.

        The `keys` say who the people are.
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
        """The pairs; `rules` are those of `tallies`, in the same order."""
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
    """The text of an evening: its hands by their rules, the tally of each of its people, and their pairs."""
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
