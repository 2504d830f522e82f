"""Counts an evening: one pass over its hands, and one over its totals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from scorepad.evening.adjustment import Adjustment, AdjustmentKind
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, PlayedHand
from scorepad.evening.sheet import SheetRow
from scorepad.tarot.hand import PlayerId

from .evenings import EveningTally, to_text
from .filters import COUNTED
from .parts import UNIT, Part, Role, Rules, parts_of, received, rules_of
from .tally import NO_FEAT, PLACES, SIZE, Count, Feat, Pair, Points, Tally, packed

_MATCHERS = tuple((PLACES[wanted], wanted.matcher()) for wanted in COUNTED)


def tally_of(evening: Evening) -> EveningTally:
    """The tally of an evening."""
    sheet = evening.sheet
    ids = [person.id for person in sheet.people]
    parts: dict[PlayerId, list[Part]] = {id_: [] for id_ in ids}
    for part in parts_of(evening, dict(zip(ids, ids, strict=True))):
        parts[part.player].append(part)
    figures, points, leads = Figures(evening), _points(evening, parts), _leads(evening)
    winners = {person.id for person in figures.winners}
    tallies = [
        Tally(
            counts=_counts(own),
            evenings=len(own),
            wins=int(id_ in winners),
            lead=leads.get(id_, NO_FEAT) if own else NO_FEAT,
            by_rules=points[id_],
        ).of_one_evening()
        for id_, own in parts.items()
    ]
    played = figures.hands
    hands = Counter([rules_of(each.entry.rules) for each in played])
    hands.update({rules: 0 for each in tallies for rules in each.by_rules})
    text = to_text(hands, tallies, _pairs(played, parts))
    return EveningTally(evening.id, evening.start.created, sheet.people, text)


def _counts(parts: Iterable[Part]) -> int:
    """The packed counts of a player’s hands."""
    counts = 0
    for part in parts:
        one = packed(Count(1, int(part.made), part.margin, part.margin**2))
        counts += sum([one << place for place, matches in _MATCHERS if matches(part)])
    return counts


# -- points ---


def _points(
    evening: Evening, parts: Mapping[PlayerId, Iterable[Part]]
) -> Mapping[PlayerId, Mapping[Rules, Points]]:
    """The points of each player under each rules; every hand counts as one evening here (see `of_one_evening`)."""
    found = {id_: defaultdict[Rules, Points](Points) for id_ in parts}
    for id_, own in parts.items():
        for part in own:
            feat = part.amount, evening.id, part.number
            best, worst = max(NO_FEAT, feat, key=SIZE), min(NO_FEAT, feat, key=SIZE)
            found[id_][part.rules] += Points(1, 1, part.amount, best=best, worst=worst)
    for row in evening.sheet.standing:
        for id_, amount in other_points(row, evening.sheet.unit):
            found[id_][rules_of(row.rules)] += Points(beside=amount)
    for id_, rules, comeback in _comebacks(evening):
        if parts[id_]:
            found[id_][rules] += Points(comeback=comeback)
    return found


def other_points(row: SheetRow, unit: int) -> list[tuple[PlayerId, int]]:
    """The points that a row of the sheet moves without a hand, in 1/UNIT of a point; a player may come several times.

    Scores that were carried from an earlier evening, or taken over, are left out. `unit` is the unit of the sheet.
    """
    found = [(move.player, move.amount * UNIT // unit) for move in row.moves]
    change = row.deal.points_change
    if isinstance(change, Adjustment) and change.kind is not AdjustmentKind.CARRIED:
        found += [(share.player, share.amount * UNIT // change.unit) for share in change.shares]
    return found


# -- records of an evening ---


def _comebacks(evening: Evening) -> list[tuple[PlayerId, Rules, Feat]]:
    """The comeback of each player who was below zero and ended above, if all deals count under the same rules."""
    sheet, found = evening.sheet, list[tuple[PlayerId, Rules, Feat]]()
    every = [*{rules_of(row.rules) for row in sheet.deals}]
    if len(every) != 1:
        return []
    for place, (person, end) in enumerate(zip(sheet.people, sheet.totals, strict=True)):
        totals = [after[place] for after in sheet.curve]
        lowest = min(totals)
        if lowest < 0 < end:
            deal = sheet.deals[max(0, totals.index(lowest) - 1)]
            rise = (end - lowest) * UNIT // sheet.unit
            found.append((person.id, every[0], (rise, evening.id, deal.number)))
    return found


def _leads(evening: Evening) -> dict[PlayerId, Feat]:
    """The longest lead of each player who was first alone."""
    sheet, found = evening.sheet, dict[PlayerId, Feat]()
    leaders = [_leader(after) for after in sheet.curve[1:]]
    for leader, stretch in groupby(zip(leaders, sheet.deals, strict=True), key=lambda each: each[0]):
        deals = [deal for _, deal in stretch]
        if leader is not None:
            id_, lead = sheet.people[leader].id, (len(deals), evening.id, deals[-1].number)
            found[id_] = max(found.get(id_, NO_FEAT), lead, key=SIZE)
    return found


def _leader(totals: Sequence[int]) -> int | None:
    """The place of the player who is first alone; None if there is a tie."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


# -- pairs ---


def _pairs(
    hands: Iterable[PlayedHand], parts: Mapping[PlayerId, Iterable[Part]]
) -> list[tuple[Rules, int, int, Pair]]:
    """The pairs of players, by their rules and places."""
    found: dict[tuple[Rules, PlayerId, PlayerId], Pair] = defaultdict(Pair)
    for id_, own in parts.items():
        for part in own:
            if part.role is Role.TAKER and part.partner is not None:
                found[part.rules, id_, part.partner] += Pair(called=1, made=int(part.made), won=part.amount)
            for other in part.against:
                found[part.rules, id_, other] += Pair(against=1)
    for played in hands:
        by = rules_of(played.entry.rules)
        for payee, payer, amount in received(played.payments):
            found[by, payee, payer] += Pair(received=amount)
            found[by, payer, payee] += Pair(received=-amount)
    places = {id_: place for place, id_ in enumerate(parts)}
    return [(by, places[one], places[other], pair) for (by, one, other), pair in found.items()]
