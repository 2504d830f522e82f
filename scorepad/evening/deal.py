"""One deal of the cards, and the payments that were shown for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from scorepad.codec import REQUIRED, Range
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import DECLARED, Hand, PlayerId, ThrownIn

from .adjustment import Adjustment, PointsChange, TakeOver
from .people import Known


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: the dealer, and the played hand, the reason for a throw-in, or a change of points without a hand.

    For a change of points, `dealer` is the person whose turn it was to deal.
    """

    dealer: PlayerId
    outcome: Hand | ThrownIn | PointsChange

    @property
    def hand(self) -> Hand | None:
        """The hand; None if no hand was played."""
        return self.outcome if isinstance(self.outcome, Hand) else None

    @property
    def points_change(self) -> PointsChange | None:
        """The change of points without a hand; None for a deal of cards."""
        return self.outcome if isinstance(self.outcome, Adjustment | TakeOver) else None

    @property
    def named(self) -> tuple[PlayerId, ...]:
        """The ids of the dealer and the players, or of the people whose points change; an id may repeat."""
        match self.outcome:
            case Hand(players=players):
                return (self.dealer, *players)
            case ThrownIn():
                return (self.dealer,)
        return self.outcome.players

    def check(self, known: Known) -> None:
        """Raises Invalid if the deal names a person who is not `known`, or if the roles in its hand are impossible.

        Roles are impossible if a player occurs twice, the partner is the taker, or a person with a role does not play.
        """
        if self.dealer not in known:
            raise Invalid(Fault.STRANGER, "somebody who never sat at the table", ("deal", "dealer"))
        if strangers := [id_ for id_ in self.named if id_ not in known]:
            raise Invalid(Fault.STRANGER, sorted(set(strangers)), ("deal", "players"))
        if (hand := self.hand) is None:
            return
        players = set(hand.players)
        if len(players) < max(2, len(hand.players)):
            raise Invalid(Fault.TWICE, hand.players, ("deal", "hand", "players"))
        if hand.partner == hand.taker:
            raise Invalid(Fault.TWICE, hand.partner, ("deal", "hand", "partner"))
        if not players.issuperset((hand.taker, hand.partner or hand.taker, *hand.declarers)):
            raise Invalid(Fault.STRANGER, "somebody who is not in the hand", ("deal", "hand"))


def same_facts(one: Deal, other: Deal | None) -> bool:
    """Whether two deals have the same facts; their bonuses may be declared in another order."""
    return other is not None and _in_order(one) == _in_order(other)


def _in_order(deal: Deal) -> Deal:
    """The deal with its declared bonuses in a fixed order."""
    if deal.hand is None:
        return deal
    declared: dict[str, Any] = {name: tuple(sorted(getattr(deal.hand, name), key=repr)) for name in DECLARED}
    return replace(deal, outcome=replace(deal.hand, **declared))


Amounts = Annotated[tuple[tuple[PlayerId, int], ...], "each player once"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """The payments that were shown when a deal was recorded, in 1/`unit` of a point."""

    payments: Amounts
    unit: Annotated[int, Range(1, 100), REQUIRED] = 1
