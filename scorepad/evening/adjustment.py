"""What changes totals beside the cards: penalties, gifts, a starting score, a score that is taken over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorepad.codec import Fault, Invalid, Length, Range
from scorepad.tarot.hand import PlayerId

MAX_SHARES = 16
"""People of one adjustment."""
MAX_POINTS = 10**9
"""The most that one person can pay or receive in an adjustment, in its own unit."""


class AdjustmentKind(StrEnum):
    """Why points change hands without a hand."""

    PENALTY = "penalty"
    GIFT = "gift"
    CARRIED = "carried"
    """The score with which people begin, from an earlier evening."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Share:
    """What a person receives (negative: pays)."""

    player: PlayerId
    amount: Annotated[int, Range(-MAX_POINTS, MAX_POINTS)]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that change hands, in 1/`unit` of a point. Raises Invalid unless they sum to zero."""

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
        """Everybody whom it concerns."""
        return tuple(share.player for share in self.shares)

    def moved(self, totals: Mapping[PlayerId, int], unit: int) -> dict[PlayerId, int]:
        """What each person receives, in 1/`unit` of a point, which is a multiple of its own."""
        return {share.player: share.amount * (unit // self.unit) for share in self.shares}


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The score of somebody who leaves, taken over by who comes. Raises Invalid if they are the same."""

    leaver: PlayerId
    newcomer: PlayerId

    def __post_init__(self) -> None:
        if self.leaver == self.newcomer:
            raise Invalid(Fault.CONTRADICTION, "somebody takes over their own score", ("newcomer",))

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Both."""
        return (self.leaver, self.newcomer)

    def moved(self, totals: Mapping[PlayerId, int], unit: int) -> dict[PlayerId, int]:
        """What each person receives, as they stand: who leaves is at zero afterwards."""
        score = totals[self.leaver]
        return {self.leaver: -score, self.newcomer: score}


PointsChange = Adjustment | TakeOver
"""What a score sheet has a row for, though no cards were dealt."""


def penalty(payer: PlayerId, others: tuple[PlayerId, ...], points: int, reason: str = "") -> Adjustment:
    """One pays so many points to each of the others."""
    shares = (Share(payer, -points * len(others)), *(Share(other, points) for other in others))
    return Adjustment(AdjustmentKind.PENALTY, shares, reason)


def gift(giver: PlayerId, receiver: PlayerId, points: int, reason: str = "") -> Adjustment:
    """One gives so many points to another."""
    return Adjustment(AdjustmentKind.GIFT, (Share(giver, -points), Share(receiver, points)), reason)
