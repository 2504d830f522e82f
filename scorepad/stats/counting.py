"""Computes the tally of an evening: in one pass over its hands, and another pass over its totals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from scorepad.evening.adjustment import Adjustment, AdjustmentKind
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, PlayedHand
from scorepad.evening.sheet import SheetRow
from scorepad.tarot.hand import PlayerId

from .measures import NO_FEATS, Feats, feats_of, numbers_of
from .parts import COUNTED, UNIT, PlayerPart, Role, Rules, parts_of, received, rules_of
from .tally import PLACES, Count, Counts, EveningTally, Pair, Points, Tally, added, to_text

_MATCHERS = tuple((PLACES[wanted], wanted.matcher()) for wanted in COUNTED)


def tally_of(evening: Evening) -> EveningTally:
    """The tally of an evening."""
    sheet = evening.sheet
    ids = [person.id for person in sheet.people]
    parts: dict[PlayerId, list[PlayerPart]] = {id_: [] for id_ in ids}
    for part in parts_of(evening, dict(zip(ids, ids, strict=True))):
        parts[part.player].append(part)
    numbers, feats = numbers_of(evening, parts), feats_of(evening, parts)
    points = _points(evening, parts, feats)
    tallies = [
        Tally(_counts(own), numbers[id_], feats.get((id_, None), NO_FEATS), points[id_]).of_one_evening()
        for id_, own in parts.items()
    ]
    played = Figures(evening).hands
    hands = Counter([rules_of(each.entry.rules) for each in played])
    hands.update({rules: 0 for each in tallies for rules in each.by_rules})
    text = to_text(hands, tallies, _pairs(played, parts))
    return EveningTally(evening.id, evening.began, sheet.people, text, evening.table.left_out)


def _counts(parts: Iterable[PlayerPart]) -> Counts:
    """The count of each filter of `COUNTED`, for the parts of one player."""
    found = []
    for part in parts:
        one = Count(1, int(part.made), part.margin, part.margin**2)
        found.append({place: one for place, matches in _MATCHERS if matches(part)})
    return added(found)


# -- points ---


def _points(
    evening: Evening,
    parts: Mapping[PlayerId, Iterable[PlayerPart]],
    feats: Mapping[tuple[PlayerId, Rules | None], Feats],
) -> Mapping[PlayerId, Mapping[Rules, Points]]:
    """The points of each player under each set of rules.

    The field `Points.evenings` counts hands here, until `Tally.of_one_evening` limits it to 1.
    """
    found = {id_: defaultdict[Rules, Points](Points) for id_ in parts}
    for id_, own in parts.items():
        for part in own:
            found[id_][part.rules] += Points(1, 1, part.amount)
    for row in evening.sheet.counting_rows:
        for id_, amount in other_points(row, evening.sheet.unit):
            found[id_][rules_of(row.rules)] += Points(other=amount)
    for (id_, rules), best in feats.items():
        if rules is not None:
            found[id_][rules] += Points(feats=best)
    return found


def other_points(row: SheetRow, unit: int) -> list[tuple[PlayerId, int]]:
    """The points of each player in a row of the sheet that are no payment for a hand, in 1/UNIT of a point.

    These are mouches and adjustments, such as penalties; a player may be listed several times. Scores that were carried
    from an earlier evening, or taken over, are left out. `unit` is the unit of the sheet.
    """
    found = [(move.player, move.amount * UNIT // unit) for move in row.moves]
    change = row.deal.points_change
    if isinstance(change, Adjustment) and change.kind is not AdjustmentKind.CARRIED:
        found += [(share.player, share.amount * UNIT // change.unit) for share in change.shares]
    return found


# -- pairs ---


def _pairs(
    hands: Iterable[PlayedHand], parts: Mapping[PlayerId, Iterable[PlayerPart]]
) -> list[tuple[Rules, int, int, Pair]]:
    """Each pair of players with its rules, and the places of both players among the people of the evening."""
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
