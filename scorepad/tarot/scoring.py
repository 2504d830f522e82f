"""Computes the score of a hand, which is the sum of its lines. No other code computes these numbers.

The app shows these lines under "Why?". The members of `Rule` name the sources of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorepad.tarot.choices import HalfPoints, PoigneeTo, Split

from .hand import Bid, Chelem, Hand, Misere, PlayerId, Poignee, Side
from .scheme import ChelemRule, Margin, PetitAuBout, PetitChelemRule, PoigneeRule, Scheme


class Rule(StrEnum):
    """The reasons for the lines of a score, in the order in which people count them at a table.

    The scheme has the figures of the lines and their sources.
    """

    CONTRACT = "contract"
    """The bid's base, won or lost (FFT, Le calcul des scores)."""
    MARGIN = "margin"
    """The card points above or below the points needed (FFT, Le calcul des scores).

    In an open duel, the card points of the winner above the points that the winner needs (S1).
    """
    PETIT_AU_BOUT = "petit_au_bout"
    """The petit in the last trick, to the side that won that trick (FFT, Le Petit au Bout)."""
    POIGNEE = "poignee"
    """A poignée, to the side that wins the hand (FFT, La Poignée)."""
    CHELEM_ANNOUNCED = "chelem_announced"
    """All the tricks, announced and won (FFT, Le chelem)."""
    CHELEM_MISSED = "chelem_missed"
    """All the tricks announced, and not won (FFT, Le chelem)."""
    CHELEM_UNANNOUNCED = "chelem_unannounced"
    """All the tricks won by a side that had not announced it (FFT, Le chelem)."""
    PETIT_CHELEM_ANNOUNCED = "petit_chelem_announced"
    """Nearly all the tricks, announced and won (S0, S1, S2)."""
    PETIT_CHELEM_MISSED = "petit_chelem_missed"
    """Nearly all the tricks announced, and not won (S0, S1, S2)."""
    PETIT_CHELEM_UNANNOUNCED = "petit_chelem_unannounced"
    """Nearly all the tricks won by a side that had not announced it (S0, S1, S2)."""
    ROUNDING = "rounding"
    """The difference that rounding makes to S (S0, S1)."""
    MISERE = "misere"
    """A misère, paid to its declarer by every other player (S0, S2)."""
    TABLE_STAKES = "table_stakes"
    """The amounts that players without enough chips do not pay, and that other players do not receive (S2)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a score: its rule and its value, `points` × `factor`, in 1/unit of a point.

    If `stake` is None, each defender pays the value to the taker's side (negative: receives it). If `stake` is a
    player, every other player pays the value to this player.
    """

    rule: Rule
    points: int
    factor: int = 1
    stake: PlayerId | None = None
    cause: Bid | Side | Poignee | Misere | None = None
    """The fact behind the line: the bid, the side, the poignée or the misère."""

    @property
    def value(self) -> int:
        """The value of the line, in 1/unit of a point."""
        return self.points * self.factor


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of a hand, in the order in which a table counts them; amounts are in 1/`unit` of a point."""

    lines: tuple[Line, ...]
    unit: int = 1

    @property
    def total(self) -> int:
        """S: the amount that each defender pays the taker's side (negative: receives), in 1/unit of a point."""
        return sum([line.points * line.factor for line in self.lines if line.stake is None])


def score(hand: Hand, scheme: Scheme) -> Score:
    """The score of a hand that passed `check`. Raises KeyError if the scheme lacks the bid."""
    bid, unit, winner = scheme.bid_value(hand.bid), scheme.unit, hand.winner
    factor = bid.factor
    lines = [Line(Rule.CONTRACT, _SIGN[winner] * bid.base * unit, factor, cause=hand.bid)]
    if scheme.margin.counts:
        points = _counted(hand.margin, winner, scheme.margin) * unit // 2
        lines.append(Line(Rule.MARGIN, points, factor, cause=winner))
    if hand.petit_au_bout is not None:
        lines.append(_petit_au_bout(hand.petit_au_bout, winner, scheme.petit_au_bout, unit, factor))
    for poignee in hand.poignees:
        to = winner if scheme.poignee.to is PoigneeTo.WINNER else hand.side_of(poignee.player)
        lines.append(_poignee(poignee, to, scheme.poignee, unit, factor))
    if hand.chelem:
        lines += _chelem(hand.chelem, scheme.chelem, _CHELEM, unit, factor)
    if hand.petit_chelem and scheme.petit_chelem is not None:
        lines += _chelem(hand.petit_chelem, scheme.petit_chelem, _PETIT_CHELEM, unit, factor)
    if scheme.rounding.step > 1:
        total = sum(line.value for line in lines)
        lines.append(Line(Rule.ROUNDING, scheme.rounding.to.of(total, scheme.rounding.step * unit) - total))
    if scheme.misere is not None:
        points = scheme.misere.points * unit
        lines += [Line(Rule.MISERE, points, stake=misere.player, cause=misere) for misere in hand.miseres]
    return Score(tuple(lines), unit)


def source_of(rule: Rule, scheme: Scheme, bid: Bid | None = None) -> str:
    """The document and the chapter of a line's figures; empty if the players chose them.

    For a contract, returns the source of the bid or, without a bid, the sources of all bids of the scheme.
    """
    if rule is Rule.CONTRACT:
        sources = (value.source for value in scheme.bids if bid in (None, value.bid))
        return "; ".join(dict.fromkeys(filter(None, sources)))
    source: str = getattr(getattr(scheme, _TABLES[rule]), "source", "")
    return source


# -- lines ---

_SIGN = {Side.TAKER: 1, Side.DEFENCE: -1}
"""The sign of a side's points in S, the amount that each defender pays the taker's side."""


def _counted(half_points: int, winner: Side, rule: Margin) -> int:
    """The margin as it counts, after rounding, in half points."""
    if rule.half_points is not HalfPoints.KEPT:
        up = 1 if rule.half_points is HalfPoints.TAKER else _SIGN[winner]
        half_points += half_points % 2 * up
    return half_points if rule.step == 1 else rule.to.of(half_points, 2 * rule.step)


def _petit_au_bout(side: Side, winner: Side, rule: PetitAuBout, unit: int, factor: int) -> Line:
    lost = rule.lost_with_contract and winner is Side.DEFENCE
    points = _SIGN[Side.DEFENCE if lost else side] * rule.points * unit
    return Line(Rule.PETIT_AU_BOUT, points, factor if rule.multiplied else 1, cause=side)


def _poignee(poignee: Poignee, to: Side, rule: PoigneeRule, unit: int, factor: int) -> Line:
    points = _SIGN[to] * rule.points.of(poignee.size) * unit
    return Line(Rule.POIGNEE, points, factor if rule.multiplied else 1, cause=poignee)


_CHELEM = (Rule.CHELEM_ANNOUNCED, Rule.CHELEM_MISSED, Rule.CHELEM_UNANNOUNCED)
_PETIT_CHELEM = (Rule.PETIT_CHELEM_ANNOUNCED, Rule.PETIT_CHELEM_MISSED, Rule.PETIT_CHELEM_UNANNOUNCED)
_TABLES = {
    Rule.MARGIN: "margin",
    Rule.PETIT_AU_BOUT: "petit_au_bout",
    Rule.POIGNEE: "poignee",
    **dict.fromkeys(_CHELEM, "chelem"),
    **dict.fromkeys(_PETIT_CHELEM, "petit_chelem"),
    Rule.ROUNDING: "rounding",
    Rule.MISERE: "misere",
    Rule.TABLE_STAKES: "chips",
}
"""The table of a scheme that has the figures and the source of a rule.

The contract has no table: its figures and its source are at the bid.
"""


def chelem_points(chelem: Chelem, rule: ChelemRule | PetitChelemRule, side: Side) -> int:
    """The points of a chelem or a petit chelem for one side, before a multiplication by the bid's factor."""
    return _SIGN[side] * sum([line.points for line in _chelem(chelem, rule, _CHELEM, unit=1, factor=1)])


def _chelem(
    chelem: Chelem,
    rule: ChelemRule | PetitChelemRule,
    names: tuple[Rule, Rule, Rule],
    unit: int,
    factor: int,
) -> list[Line]:
    """The lines of a chelem, by the rules `names`: announced, missed, unannounced; the last two may both count."""
    announced, missed, unannounced = names
    results: list[tuple[Rule, int, Side]] = []
    if chelem.announced is not None:
        if chelem.announced is chelem.made:
            results.append((announced, rule.announced_made, chelem.announced))
        else:
            results.append((missed, rule.announced_missed, chelem.announced))
    if chelem.made is not None and chelem.made is not chelem.announced:
        results.append((unannounced, rule.unannounced, chelem.made))
    factor = factor if rule.multiplied else 1
    return [Line(name, _SIGN[side] * points * unit, factor, cause=side) for name, points, side in results]


# -- payments ---


@dataclass(frozen=True, slots=True)
class Payments:
    """The amount that each player of a hand receives (negative: pays), line by line.

    `by_line[i][j]` is the amount of line i for player j, in 1/`unit` of a point; every row sums to zero.
    """

    players: tuple[PlayerId, ...]
    by_line: tuple[tuple[int, ...], ...]
    unit: int = 1

    @property
    def totals(self) -> tuple[int, ...]:
        """The amount that each player receives for the hand, in 1/unit of a point, in the order of `players`."""
        return tuple(map(sum, zip(*self.by_line, strict=True)))

    def of(self, player: PlayerId) -> int:
        """The amount that one player receives, in 1/unit of a point. Raises ValueError for anybody who did not play."""
        return self.totals[self.players.index(player)]


def settle(score: Score, hand: Hand, scheme: Scheme) -> Payments:
    """The payments of a scored hand.

    A line without a `stake` is divided among the players by `shares`; any other line is paid to the player `stake`.
    """
    weights = shares(hand, scheme)
    rows = [
        _shared(line, weights) if line.stake is None else _staked(line, hand.players) for line in score.lines
    ]
    return Payments(hand.players, tuple(rows), score.unit)


def shares(hand: Hand, scheme: Scheme) -> tuple[int, ...]:
    """The number of halves of S that each player receives (negative: pays), in the order of `hand.players`.

    S is the amount that each defender pays the taker's side (FFT, Le jeu à 3 joueurs, Le jeu à 5 joueurs).
    """
    if hand.partner is None:
        partner, defenders = 0, len(hand.players) - 1
    else:
        defenders = len(hand.players) - 2
        partner = 2 if scheme.table.split is Split.TWO_TO_ONE else defenders
    by_player = {hand.taker: 2 * defenders - partner, hand.partner: partner}
    return tuple([by_player.get(player, -2) for player in hand.players])


def _shared(line: Line, weights: tuple[int, ...]) -> tuple[int, ...]:
    value = line.value
    row = tuple([value * weight // 2 for weight in weights])
    assert sum(row) == 0, "the unit of a scheme is such that no half of it is ever paid"
    return row


def _staked(line: Line, players: tuple[PlayerId, ...]) -> tuple[int, ...]:
    others = len(players) - 1
    return tuple([line.value * others if player == line.stake else -line.value for player in players])
