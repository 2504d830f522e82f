"""The tally of one evening: a short text, which lies in the evening's line of the log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorepad.evening.people import Person
from scorepad.tarot.hand import Id

from .parts import NOBODY, PlayerKey, Rules
from .tally import Feat, Pair, Points, Tally, feat

PairRow = tuple[Rules, int, int, Pair]
"""What one of the people had from another by some rules; both by their places."""


@dataclass(frozen=True, slots=True)
class Tallies:
    """What an evening comes to: the number of hands by each rules, and a tally for each of its people."""

    hands: Mapping[Rules, int]
    people: tuple[Tally, ...]

    def by_player(self, keys: Sequence[PlayerKey]) -> dict[PlayerKey, Tally]:
        """The tally of everybody who played or has points, but the guests; `keys` say who the people are."""
        found: dict[PlayerKey, Tally] = {}
        for key, tally in zip(keys, self.people, strict=True):
            if key != NOBODY and (tally.evenings or tally.by_rules):
                found[key] = (found[key] + tally).of_one_evening() if key in found else tally
        return found


@dataclass(frozen=True, slots=True)
class EveningTally:
    """An evening that began on the local `day` (ISO 8601), its people, and its tallies as a text.

    The text has two lines of JSON: hands and tallies, and the pairs, which are only read for one player. People and
    rules are numbered in it. Ten thousand texts are read faster than as many tallies are kept.
    """

    id: Id
    day: str
    people: tuple[Person, ...]
    text: str

    def tallies(self) -> Tallies:
        """The tallies, read from the text."""
        hands, rows = json.loads(self.text.partition("\n")[0])
        rules = [Rules(*names) for *names, _ in hands]
        people = tuple([_tally(self.id, rules, *row) for row in rows])
        return Tallies({by: number for by, (*_, number) in zip(rules, hands, strict=True)}, people)

    def pairs(self) -> Iterator[PairRow]:
        """The pairs, read from the text."""
        main, _, pairs = self.text.partition("\n")
        rules = [Rules(*names) for *names, _ in json.loads(main)[0]]
        for place, one, other, *values in json.loads(pairs):
            yield rules[place], one, other, Pair(*values)


def _tally(
    id_: Id, rules: Sequence[Rules], counts: list[int], sums: list[int], points: list[list[int]]
) -> Tally:
    evenings, wins, lead, lead_at, run, run_at = sums
    by_rules = {}
    for place, played, hands, won, beside, best, best_at, worst, worst_at, back, back_at in points:
        feats = feat(best, id_, best_at), feat(worst, id_, worst_at), feat(back, id_, back_at)
        by_rules[rules[place]] = Points(played, hands, won, beside, *feats)
    return Tally(tuple(counts), evenings, wins, feat(lead, id_, lead_at), feat(run, id_, run_at), by_rules)


def to_text(tallies: Tallies, pairs: Sequence[PairRow]) -> str:
    """The text of an evening's tallies and pairs."""
    places = {rules: place for place, rules in enumerate(tallies.hands)}
    rows = [
        [
            each.counts,
            [each.evenings, each.wins, *_numbers(each.lead, each.run)],
            [[places[rules], *_row(points)] for rules, points in each.by_rules.items()],
        ]
        for each in tallies.people
    ]
    hands = [[rules.digest, rules.id, rules.name, number] for rules, number in tallies.hands.items()]
    pair_rows = [[places[rules], one, other, *pair] for rules, one, other, pair in pairs]
    return "\n".join([json.dumps(each, separators=(",", ":")) for each in ([hands, rows], pair_rows)])


def _row(points: Points) -> list[int]:
    feats = _numbers(points.best, points.worst, points.comeback)
    return [points.evenings, points.hands, points.won, points.beside, *feats]


def _numbers(*feats: Feat) -> list[int]:
    return [number for each in feats for number in (each.value, each.number)]
