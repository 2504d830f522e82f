"""Finds, in one evening, the figures that no filter selects: numbers of evenings, and records.

Numbers of evenings are added up; for a record, the best feat counts. Each figure has a function here.
README.md tells how to add a figure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures
from scorepad.tarot.hand import Id, PlayerId

from .parts import UNIT, PlayerPart, Rules, rules_of

Parts = Mapping[PlayerId, Sequence[PlayerPart]]
"""The parts of each person of an evening; empty for a person who did not play."""


class Number(StrEnum):
    """The numbers of evenings of a player. An evening counts once, even if the player has two seats in it."""

    EVENINGS = "evenings"
    """The evenings in which the player played a hand."""
    WINS = "wins"


class Record(StrEnum):
    """The kinds of records of a season; each record has the number of a hand."""

    BEST_HAND = "best_hand"
    WORST_FALL = "worst_fall"
    LONGEST_LEAD = "longest_lead"
    """The longest series of deals of an evening after which only this player was first.

    The hand of this record is the last deal of the series.
    """
    BIGGEST_COMEBACK = "biggest_comeback"
    """The rise from the lowest total of an evening, below zero, to its last total, above zero.

    The hand of this record is the deal after which the total was lowest.
    """


AMOUNTS = frozenset((Record.BEST_HAND, Record.WORST_FALL, Record.BIGGEST_COMEBACK))
"""The records that are amounts: in 1/UNIT of a point, under one set of rules.

Every other record is a number of deals, under all rules.
"""

Feat = tuple[int, Id, int]
"""Something that may be a record: its size, the id of its evening, and the number of its hand; size 0 means no feat."""
NO_FEAT: Feat = (0, "", 0)
Feats = Mapping[Record, Feat]
"""The best feats; a record that nobody set is absent."""
NO_FEATS: Feats = MappingProxyType({})


def best(every: Iterable[Feats]) -> Feats:
    """The best feat for each record; of equal feats, the first counts."""
    found: dict[Record, Feat] = {}
    for feats in every:
        for record, feat in feats.items():
            if abs(feat[0]) > abs(found.get(record, NO_FEAT)[0]):
                found[record] = feat
    return found


def numbers_of(evening: Evening, parts: Parts) -> Mapping[PlayerId, tuple[int, ...]]:
    """For each person, 1 or 0 for each `Number`: whether the evening counts in it."""
    counts = [_NUMBERS[number](evening, parts) for number in Number]
    return {id_: tuple([int(id_ in people) for people in counts]) for id_ in parts}


def feats_of(evening: Evening, parts: Parts) -> Mapping[tuple[PlayerId, Rules | None], Feats]:
    """The best feats of each person who played; the key has the rules if the records are amounts, else None."""
    found: dict[tuple[PlayerId, Rules | None], list[Feats]] = defaultdict(list)
    for record, find in _RECORDS.items():
        for id_, rules, feat in find(evening, parts):
            if parts[id_]:
                found[id_, rules].append({record: feat})
    return {key: best(feats) for key, feats in found.items()}


# -- numbers ---


def _present(evening: Evening, parts: Parts) -> set[PlayerId]:
    return {id_ for id_, own in parts.items() if own}


def _winners(evening: Evening, parts: Parts) -> set[PlayerId]:
    return {person.id for person in Figures(evening).winners}


_NUMBERS: Mapping[Number, Callable[[Evening, Parts], set[PlayerId]]] = {
    Number.EVENINGS: _present,
    Number.WINS: _winners,
}
"""For each number of evenings, the function that returns the people for whom an evening counts."""


# -- records ---

FoundFeats = Iterator[tuple[PlayerId, Rules | None, Feat]]


def _hands(evening: Evening, parts: Parts, sign: int) -> FoundFeats:
    """The amount of each hand that brought (`sign` 1) or cost (-1) points."""
    for id_, own in parts.items():
        for part in own:
            if part.amount * sign > 0:
                yield id_, part.rules, (part.amount, evening.id, part.number)


def _leads(evening: Evening, parts: Parts) -> FoundFeats:
    sheet = evening.sheet
    leaders = [_leader(after) for after in sheet.curve[1:]]
    for leader, stretch in groupby(zip(leaders, sheet.deals, strict=True), key=lambda each: each[0]):
        deals = [deal for _, deal in stretch]
        if leader is not None:
            yield sheet.people[leader].id, None, (len(deals), evening.id, deals[-1].number)


def _leader(totals: Sequence[int]) -> int | None:
    """The index of the only player with the highest total; None if several players have this total."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def _comebacks(evening: Evening, parts: Parts) -> FoundFeats:
    """For each person, the rise from the lowest total, below zero, to the last total, above zero.

    The number in the feat is the number of the deal after which the total was lowest. There are no feats if the deals
    of the evening count under different rules.
    """
    sheet = evening.sheet
    every = [*{rules_of(row.rules) for row in sheet.deals}]
    if len(every) != 1:
        return
    for place, (person, end) in enumerate(zip(sheet.people, sheet.totals, strict=True)):
        totals = [after[place] for after in sheet.curve]
        lowest = min(totals)
        if lowest < 0 < end:
            deal = sheet.deals[max(0, totals.index(lowest) - 1)]
            rise = (end - lowest) * UNIT // sheet.unit
            yield person.id, every[0], (rise, evening.id, deal.number)


_RECORDS: Mapping[Record, Callable[[Evening, Parts], FoundFeats]] = {
    Record.BEST_HAND: lambda evening, parts: _hands(evening, parts, 1),
    Record.WORST_FALL: lambda evening, parts: _hands(evening, parts, -1),
    Record.LONGEST_LEAD: _leads,
    Record.BIGGEST_COMEBACK: _comebacks,
}
"""For each record, the function that yields the feats of an evening; it may yield several feats of one player."""
