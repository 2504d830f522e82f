"""Changes of the totals without a hand: penalties, gifts, a starting score, a score that is taken over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorepad.codec import Length, Range
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import PlayerId

MAX_SHARES = 16
"""The largest number of people in one adjustment."""
MAX_POINTS = 10**9
"""The most that one person can pay or receive in an adjustment, in 1/unit of a point (`Adjustment.unit`)."""


class AdjustmentKind(StrEnum):
    """The reason why totals change although no hand was played."""

    PENALTY = "penalty"
    GIFT = "gift"
    CARRIED = "carried"
    """A starting score, from an earlier evening."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Share:
    """The amount that a person receives in an adjustment (negative: pays), in 1/unit of a point (`Adjustment.unit`)."""

    player: PlayerId
    amount: Annotated[int, Range(-MAX_POINTS, MAX_POINTS)]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that people pay to each other without a hand, in 1/`unit` of a point.

    Raises Invalid unless the amounts sum to zero and are not all 0, each person occurs once, and `unit` is 1, 2 or 4.
    """

    kind: AdjustmentKind
    shares: Annotated[tuple[Share, ...], Length(MAX_SHARES, least=2)]
    reason: Annotated[str, Length(500)] = ""
    unit: Annotated[int, Range(1, 4)] = 1

    def __post_init__(self) -> None:
        if self.unit not in (1, 2, 4):
            raise Invalid(Fault.CONTRADICTION, "no rules pay such parts of a point", ("unit",))
        if sum(share.amount for share in self.shares):
            raise Invalid(Fault.CONTRADICTION, "an adjustment does not sum to zero", ("shares",))
        if not any(share.amount for share in self.shares):
            raise Invalid(Fault.CONTRADICTION, "an adjustment changes nothing", ("shares",))
        if len(set(self.players)) < len(self.shares):
            raise Invalid(Fault.CONTRADICTION, "an adjustment names a person twice", ("shares",))

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The ids of the people whose totals the adjustment changes."""
        return tuple(share.player for share in self.shares)

    def moved(self, totals: Mapping[PlayerId, int], unit: int) -> dict[PlayerId, int]:
        """The amount that each person receives, in 1/`unit` of a point; `unit` is a multiple of `self.unit`."""
        return {share.player: share.amount * (unit // self.unit) for share in self.shares}


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A newcomer takes over the score of the person who leaves. Raises Invalid if they are the same person."""

    leaver: PlayerId
    newcomer: PlayerId

    def __post_init__(self) -> None:
        if self.leaver == self.newcomer:
            raise Invalid(Fault.CONTRADICTION, "somebody takes over their own score", ("newcomer",))

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The leaver and the newcomer."""
        return (self.leaver, self.newcomer)

    def moved(self, totals: Mapping[PlayerId, int], unit: int) -> dict[PlayerId, int]:
        """The amounts that move the leaver's total to the newcomer, in 1/`unit` of a point; the leaver then has 0.

        `totals` are the totals before the takeover, in the same unit.
        """
        score = totals[self.leaver]
        return {self.leaver: -score, self.newcomer: score}


PointsChange = Adjustment | TakeOver
"""A row of the sheet for which no cards were dealt."""


def penalty(payer: PlayerId, others: tuple[PlayerId, ...], points: int, reason: str = "") -> Adjustment:
    """A penalty: one player pays `points` to each of the others."""
    shares = (Share(payer, -points * len(others)), *(Share(other, points) for other in others))
    return Adjustment(AdjustmentKind.PENALTY, shares, reason)


def gift(giver: PlayerId, receiver: PlayerId, points: int, reason: str = "") -> Adjustment:
    """A gift: one player gives `points` to another player."""
    return Adjustment(AdjustmentKind.GIFT, (Share(giver, -points), Share(receiver, points)), reason)
