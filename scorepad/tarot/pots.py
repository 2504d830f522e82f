"""Computes mouches (S0, S1) and chips (S2).

Mouches are pools for which players play in addition to the score. They are like an account: their points and the
totals of the people always sum to zero. Chips can run out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .hand import Bid, Hand, PlayerId, Side
from .scheme import MoucheRule, Scheme
from .scoring import Line, Payments, Rule, Score

# -- mouches ---

Pot = tuple[int, ...]
"""The mouches, largest first, in 1/unit of a point."""


class MoveKind(StrEnum):
    """Why somebody pays into the mouches, or takes from them."""

    FOUNDED = "founded"
    """The stake of each person at the table, if there is no mouche (S0, S1)."""
    DEALT = "dealt"
    """The amount that the dealer adds to the largest mouche at the start of the deal (S0, S1)."""
    TOOK = "took"
    """A taker who wins takes the largest mouche (S0, S1)."""
    PAID = "paid"
    """A taker who loses pays a new mouche as large as the largest (S0, S1)."""
    SHARED = "shared"
    """An equal share of the mouches at the end of the evening."""


@dataclass(frozen=True, slots=True)
class Move:
    """The amount that a person takes from the mouches (negative: pays into them), in 1/unit of a point."""

    kind: MoveKind
    player: PlayerId
    amount: int


@dataclass(frozen=True, slots=True)
class Mouches:
    """The payments into and out of the mouches in one deal, and the mouches after the deal."""

    moves: tuple[Move, ...]
    pot: Pot


def start_deal(pot: Pot, rule: MoucheRule, unit: int, table: Sequence[PlayerId], dealer: PlayerId) -> Mouches:
    """The mouches after the payments at the start of a deal.

    If there is no mouche, everybody at the table pays `rule.stake` into a new mouche. The dealer then adds
    `rule.dealer` to the largest mouche. `rule` is in points, `pot` in 1/`unit` of a point.
    """
    stake, more = rule.stake * unit, rule.dealer * unit
    moves: list[Move] = []
    if not pot:
        moves += [Move(MoveKind.FOUNDED, player, -stake) for player in table]
        pot = (stake * len(table),)
    if more:
        moves.append(Move(MoveKind.DEALT, dealer, -more))
    return Mouches(tuple(moves), (pot[0] + more, *pot[1:]))


def end_deal(start: Mouches, hand: Hand) -> Mouches:
    """The mouches after a played deal.

    A taker who wins takes the largest mouche; a taker who loses pays a new mouche of the same size. The partner neither
    takes nor pays.
    """
    largest, *others = start.pot
    if hand.winner is Side.TAKER:
        return Mouches((*start.moves, Move(MoveKind.TOOK, hand.taker, largest)), tuple(others))
    return Mouches((*start.moves, Move(MoveKind.PAID, hand.taker, -largest)), (largest, *start.pot))


def of_deal(
    pot: Pot, scheme: Scheme, unit: int, table: Sequence[PlayerId], dealer: PlayerId, hand: Hand | None
) -> Mouches:
    """The mouches after a deal at this table; `hand` is None if no hand was played, or if the hand cannot be scored."""
    if scheme.mouches is None:
        return Mouches((), pot)
    start = start_deal(pot, scheme.mouches, unit, table, dealer)
    return start if hand is None else end_deal(start, hand)


def share(pot: Pot, table: Sequence[PlayerId]) -> Mouches:
    """Divides the mouches equally among the people at the table, at the end of the evening; the remainder stays."""
    each, rest = divmod(sum(pot), len(table))
    moves = [Move(MoveKind.SHARED, player, each) for player in table] if each else []
    return Mouches(tuple(moves), (rest,) if rest else ())


# -- chips ---


def holdings(totals: Mapping[PlayerId, int], scheme: Scheme, unit: int) -> dict[PlayerId, int] | None:
    """The chips of each person, in 1/`scheme.unit` of a point; None if nobody can run out of chips.

    The totals are in 1/`unit` of a point.
    """
    if scheme.chips is None or not scheme.limits:
        return None
    start, scale = scheme.chips.start * scheme.unit, unit // scheme.unit
    return {player: max(0, start + total // scale) for player, total in totals.items()}


def at_table_stakes(
    score: Score, payments: Payments, hand: Hand, held: Mapping[PlayerId, int]
) -> tuple[Score, Payments]:
    """Limits the payments to the chips that the players hold: adds a line to the score and to the payments, if needed.

    `held` has the chips of each player, in 1/`score.unit` of a point.
    """
    due = payments.totals
    stakes = [min(abs(amount), held[player]) for player, amount in zip(hand.players, due, strict=True)]
    paid = _at_stake(due, stakes, hand)
    if paid == due:
        return score, payments
    row = tuple(now - then for now, then in zip(paid, due, strict=True))
    lines = (*score.lines, Line(Rule.TABLE_STAKES, 0, stake=hand.taker))
    return replace(score, lines=lines), replace(payments, by_line=(*payments.by_line, row))


def _at_stake(due: Sequence[int], stakes: Sequence[int], hand: Hand) -> tuple[int, ...]:
    """The amount that each player receives (negative: pays), if neither side plays for more than the other side holds.

    `due` are the amounts without this limit, and `stakes` the chips that each player can stake. If the taker wins,
    losers who owe the same pay the same, except a loser who holds too few chips; together the losers pay at most the
    stakes of the winners. If the taker loses, the chips are split in proportion to `due`, as far as the stakes allow.
    An odd chip goes to the next player after the taker, in the order of play.
    """
    first = hand.players.index(hand.taker)
    order = [(first + i) % len(due) for i in range(1, len(due) + 1)]
    winners = [seat for seat in order if due[seat] > 0]
    losers = [seat for seat in order if due[seat] < 0]
    most = min(sum(stakes[seat] for seat in side) for side in (winners, losers))
    share_out = _level if hand.winner is Side.TAKER else _split
    lost = share_out(most, [abs(due[seat]) for seat in losers], [stakes[seat] for seat in losers])
    won = _split(sum(lost), [due[seat] for seat in winners], [stakes[seat] for seat in winners])
    paid = [0] * len(due)
    for seat, amount in zip((*winners, *losers), (*won, *(-each for each in lost)), strict=True):
        paid[seat] = amount
    return tuple(paid)


def _level(most: int, weights: Sequence[int], caps: Sequence[int]) -> list[int]:
    """Parts in proportion to the weights, each cut to its cap: the largest parts with a sum of at most `most`."""
    low, high = 0, max(weights, default=0)
    top = max(high, 1)

    def parts(level: int) -> list[int]:
        return [min(cap, weight * level // top) for weight, cap in zip(weights, caps, strict=True)]

    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sum(parts(middle)) <= most else (low, middle - 1)
    return parts(low)


def _split(amount: int, weights: Sequence[int], caps: Sequence[int]) -> list[int]:
    """Splits an amount in proportion to the weights, no part above its cap; the remainder goes to the first parts."""
    found = _level(amount, weights, caps)
    while (rest := amount - sum(found)) > 0:
        for i in [i for i, cap in enumerate(caps) if found[i] < cap][:rest]:
            found[i] += 1
    return found


@dataclass(frozen=True, slots=True)
class Cover:
    """A player who holds too few chips for the taker's stake of at least one bid.

    `taking` are the bids that the player can stake as the taker, `defending` the bids that the player can stake as a
    defender. `held` are the chips of the player, in 1/`scheme.unit` of a point.
    """

    player: PlayerId
    held: int
    taking: tuple[Bid, ...]
    defending: tuple[Bid, ...]


def covers(held: Mapping[PlayerId, int], scheme: Scheme) -> Iterator[Cover]:
    """The players of a hand who hold too few chips for the taker's stake of at least one bid.

    `held` has the chips of each player, in 1/`scheme.unit` of a point. The taker stakes base × factor of the bid
    against each defender; with a called partner, against two defenders, and the partner stakes against the third.
    """
    defenders = 2 if scheme.calls_partner(len(held)) else len(held) - 1
    worth = {each.bid: each.base * each.factor * scheme.unit for each in scheme.bids}
    for player, chips in held.items():
        taking = tuple(bid for bid, value in worth.items() if value * defenders <= chips)
        if len(taking) < len(worth):
            defending = tuple(bid for bid, value in worth.items() if value <= chips)
            yield Cover(player, chips, taking, defending)
