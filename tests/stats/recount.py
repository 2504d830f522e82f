"""A second count of everything that stats says, straight from the sheets, slow and plain.

It shares no line with `scorepad.stats`: a table of rows, one for each hand and player, and sums over them. Amounts are
fractions of a point; margins are in half points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorepad.evening.adjustment import Adjustment, AdjustmentKind
from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.evening.sheet import SheetRow
from scorepad.tarot.choices import Split
from scorepad.tarot.hand import Bid, Side
from scorepad.tarot.scheme import Scheme

Key = str | None


@dataclass(frozen=True, kw_only=True)
class Row:
    """What one hand was to one of its players; `with_` and `against` are the others by their sides."""

    evening: str
    number: int
    player: Key
    role: str
    bid: str
    bouts: int
    seats: int
    made: bool
    margin: int
    points: Fraction
    rules: Scheme
    partner: Key
    against: tuple[Key, ...]
    received: Mapping[Key, Fraction]
    shown: str
    petit: bool | None
    announced: bool
    chelem: bool


def key_of(person: Person, merged: Mapping[str, str]) -> Key:
    """A guest is nobody, a team its members."""
    if person.guest:
        return None
    return "+".join(sorted({merged.get(each.id, each.id) for each in person.players}))


def keys_of(evening: Evening, merged: Mapping[str, str]) -> dict[str, Key]:
    return {person.id: key_of(person, merged) for person in evening.sheet.people}


def counting(evening: Evening) -> list[SheetRow]:
    return [each for each in evening.sheet.rows if each.current.deal is not None]


def rows(evening: Evening, merged: Mapping[str, str]) -> Iterator[Row]:
    keys = keys_of(evening, merged)
    for entry in counting(evening):
        hand, payments = entry.deal.hand, entry.payments
        if hand is None or payments is None or entry.score is None:
            continue
        duel = hand.bid is Bid.OPEN
        for player in hand.players:
            own = Side.TAKER if player in (hand.taker, hand.partner) else Side.DEFENCE
            role = "taker" if player == hand.taker else "partner" if player == hand.partner else "defender"
            partner = {hand.taker: hand.partner, hand.partner: hand.taker}.get(player) if not duel else None
            foes = [
                each for each in hand.players if (each in (hand.taker, hand.partner)) != (own is Side.TAKER)
            ]
            poignee = [each.size.value for each in hand.poignees if each.player == player]
            yield Row(
                evening=evening.id,
                number=entry.number,
                player=keys[player],
                role="duel" if duel else role,
                bid=hand.bid.value,
                bouts=hand.bouts,
                seats=len(hand.players),
                made=player == hand.taker if duel else hand.half_points >= 2 * hand.needed,
                margin=0 if duel else hand.half_points - 2 * hand.needed,
                points=Fraction(payments.of(player), payments.unit),
                rules=entry.rules,
                partner=keys[partner] if partner else None,
                against=tuple(keys[each] for each in foes),
                received=received(entry, player, keys),
                shown=poignee[0] if poignee else "",
                petit=None if hand.petit_au_bout is None else hand.petit_au_bout is own,
                announced=hand.chelem.announced is own,
                chelem=hand.chelem.made is own,
            )


def received(row: SheetRow, player: str, keys: Mapping[str, Key]) -> dict[Key, Fraction]:
    """The points of a player from each other player: S from each defender, shared on the side of the taker; stakes."""
    found: dict[Key, Fraction] = defaultdict(Fraction)
    hand, score = row.deal.hand, row.score
    assert hand is not None
    assert score is not None
    five = hand.partner is not None
    equal = row.rules.table.split is Split.EQUAL
    own = Fraction(1, 2) if five and equal else Fraction(2, 3) if five else Fraction(1)
    shares = {hand.taker: own, hand.partner: 1 - own}
    paid = [
        (taking, other, Fraction(score.total, score.unit) * share)
        for taking, share in shares.items()
        for other in hand.players
        if other not in shares
    ]
    paid += [
        (line.stake, other, Fraction(line.value, score.unit))
        for line in score.lines
        if line.stake
        for other in hand.players
        if other != line.stake
    ]
    for payee, payer, amount in paid:
        if player == payee:
            found[keys[payer]] += amount
        elif player == payer and payee is not None:
            found[keys[payee]] -= amount
    return dict(found)


def beside(evening: Evening, merged: Mapping[str, str]) -> dict[tuple[Key, Scheme], Fraction]:
    """Points without a hand, by player and rules: mouches, penalties, gifts and others."""
    found: dict[tuple[Key, Scheme], Fraction] = defaultdict(Fraction)
    keys = keys_of(evening, merged)
    for entry in counting(evening):
        for move in entry.moves:
            found[keys[move.player], entry.rules] += Fraction(move.amount, evening.sheet.unit)
        match entry.deal.outcome:
            case Adjustment(kind=kind, shares=shares, unit=unit) if kind is not AdjustmentKind.CARRIED:
                for share in shares:
                    found[keys[share.player], entry.rules] += Fraction(share.amount, unit)
    return found


def players(evening: Evening) -> set[str]:
    """The people who played a hand that was counted."""
    return {id_ for each in evening.sheet.hands for id_ in (each.payments.players if each.payments else ())}


def winners(evening: Evening, merged: Mapping[str, str]) -> set[Key]:
    """The players with the highest total at the end who played a hand in that seat."""
    sheet, keys, played = evening.sheet, keys_of(evening, merged), players(evening)
    if not evening.table.ended or not any(sheet.totals):
        return set()
    highest = max(sheet.totals)
    totals = zip(sheet.people, sheet.totals, strict=True)
    return {keys[each.id] for each, total in totals if total == highest and each.id in played}


# -- records, by trying every stretch of an evening ---


def stretches(values: list[bool]) -> Iterator[tuple[int, int]]:
    """The first and the last place of every stretch that is true throughout."""
    for first in range(len(values)):
        for last in range(first, len(values)):
            if all(values[first : last + 1]):
                yield first, last


def leads(evening: Evening, merged: Mapping[str, str]) -> Iterator[tuple[int, Key]]:
    """The length of every stretch of deals after which somebody who played led alone."""
    keys, sheet, played = keys_of(evening, merged), evening.sheet, players(evening)
    after = sheet.curve[1:]
    for seat, person in enumerate(sheet.people):
        if person.id not in played:
            continue
        alone = [all(each[seat] > other for i, other in enumerate(each) if i != seat) for each in after]
        for first, last in stretches(alone):
            yield last - first + 1, keys[person.id]


def comebacks(evening: Evening, merged: Mapping[str, str]) -> Iterator[tuple[Fraction, Key, Scheme]]:
    """How far everybody who played rose from below zero to above zero, in evenings of one scheme."""
    keys, sheet, played = keys_of(evening, merged), evening.sheet, players(evening)
    schemes = {entry.rules for entry in counting(evening) if entry.number}
    for seat, person in enumerate(sheet.people if len(schemes) == 1 else ()):
        lowest, end = min(each[seat] for each in sheet.curve), sheet.totals[seat]
        if lowest < 0 < end and person.id in played:
            yield Fraction(end - lowest, sheet.unit), keys[person.id], next(iter(schemes))


# -- sums ---


def count(hands: Sequence[Row]) -> tuple[int, int, int, int]:
    """Hands, made ones, and their margins and the squares of these in half points."""
    margins = [row.margin for row in hands]
    return len(hands), sum(row.made for row in hands), sum(margins), sum(each * each for each in margins)


def pair(own: Iterable[Row], other: Key, rules: Scheme) -> tuple[int, int, Fraction, int, Fraction]:
    """Of the rows of a player: how often the other was called, how many were made, and the points of these.

    Then the hands against the other, and what the other paid.
    """
    hands = [row for row in own if row.rules == rules]
    called = [row for row in hands if row.role == "taker" and row.partner == other]
    against = sum(row.against.count(other) for row in hands)
    paid = sum((row.received.get(other, Fraction()) for row in hands), Fraction())
    return (
        len(called),
        sum(row.made for row in called),
        sum((row.points for row in called), Fraction()),
        against,
        paid,
    )


def points(evenings: Iterable[Evening], merged: Mapping[str, str]) -> dict[tuple[Key, Scheme], Fraction]:
    """All points of everybody by each rules, in hands and beside them, of the evenings in which a hand was played."""
    found: dict[tuple[Key, Scheme], Fraction] = defaultdict(Fraction)
    for evening in evenings:
        if not players(evening):
            continue
        for row in rows(evening, merged):
            found[row.player, row.rules] += row.points
        for key, amount in beside(evening, merged).items():
            found[key] += amount
    return found
