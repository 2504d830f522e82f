"""Who pays whom: the lines of a score shared among the players of the hand, always summing to zero."""

from __future__ import annotations

from dataclasses import dataclass

from .hand import Hand, PlayerId
from .scheme import Scheme, Split
from .scoring import Line, Score


@dataclass(frozen=True, slots=True)
class Payments:
    """What each player of a hand receives (negative: pays), line by line.

    `by_line[i][j]` is what line i brings player j, in 1/`unit` of a point; every row sums to zero.
    """

    players: tuple[PlayerId, ...]
    by_line: tuple[tuple[int, ...], ...]
    unit: int = 1

    @property
    def totals(self) -> tuple[int, ...]:
        """What each player receives for the hand, in 1/unit of a point, in the order of `players`."""
        return tuple(map(sum, zip(*self.by_line, strict=True)))

    def of(self, player: PlayerId) -> int:
        """What one player receives, in 1/unit of a point. Raises ValueError for who did not play."""
        return self.totals[self.players.index(player)]


def settle(score: Score, hand: Hand, scheme: Scheme) -> Payments:
    """The payments of a scored hand: its contract lines by the scheme's split, the others by their stakes."""
    weights = shares(hand, scheme)
    rows = [
        _shared(line, weights) if line.stake is None else _staked(line, hand.players) for line in score.lines
    ]
    return Payments(hand.players, tuple(rows), score.unit)


def shares(hand: Hand, scheme: Scheme) -> tuple[int, ...]:
    """How many half S each player receives (FFT, Le jeu à 3 joueurs, Le jeu à 5 joueurs)."""
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
