"""The draft of points that change hands without a hand. Independent of screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, gift, penalty
from scorepad.evening.evening import Evening
from scorepad.tarot.hand import PlayerId

DIGITS = 5
"""The most digits of an amount."""
FREE = (AdjustmentKind.OTHER, AdjustmentKind.CARRIED)
"""Those with an amount of its own for everybody."""


@dataclass(frozen=True)
class PointsDraft:
    """What is chosen so far.

    A penalty has a `payer` and the points that each other person gets, a gift a payer and a `receiver`. Free `amounts`
    are in 1/`unit` of a point; the keypad changes that of the person who is `chosen`.
    """

    people: tuple[PlayerId, ...]
    kind: AdjustmentKind = AdjustmentKind.PENALTY
    payer: PlayerId | None = None
    receiver: PlayerId | None = None
    points: int = 10
    fresh: bool = True
    """Whether the points are still those suggested, which the first digit replaces."""
    amounts: Mapping[PlayerId, int] = field(default_factory=dict)
    minus: frozenset[PlayerId] = frozenset()
    """Those who pay, also while their amount is not typed yet."""
    chosen: PlayerId | None = None
    unit: int = 1
    reason: str = ""

    @property
    def is_free(self) -> bool:
        """Whether everybody has an amount of their own."""
        return self.kind in FREE

    @property
    def rest(self) -> int:
        """What the free amounts lack to sum to zero."""
        return -sum(self.amounts.values())

    def adjustment(self) -> Adjustment | None:
        """What is to be saved, if everything is there."""
        if self.is_free:
            shares = tuple(Share(id_, self.amounts[id_]) for id_ in self.people if self.amounts.get(id_))
            if not shares or self.rest:
                return None
            return Adjustment(self.kind, shares, self.reason, self.unit)
        if self.payer is None or not self.points:
            return None
        if self.kind is AdjustmentKind.PENALTY:
            others = tuple(id_ for id_ in self.people if id_ != self.payer)
            return penalty(self.payer, others, self.points, self.reason)
        if self.receiver is None:
            return None
        return gift(self.payer, self.receiver, self.points, self.reason)

    # -- taps ---

    def of_kind(self, kind: AdjustmentKind) -> PointsDraft:
        """Another kind; the amounts typed so far stay."""
        return replace(self, kind=kind, chosen=self.chosen or self.people[0])

    def paid_by(self, id_: PlayerId) -> PointsDraft:
        """Another one pays or gives."""
        return replace(self, payer=id_, receiver=None if self.receiver == id_ else self.receiver)

    def given_to(self, id_: PlayerId) -> PointsDraft:
        """Another one gets the gift."""
        return replace(self, receiver=id_)

    def for_person(self, id_: PlayerId) -> PointsDraft:
        """The keypad changes the amount of another one."""
        return replace(self, chosen=id_)

    def with_reason(self, reason: str) -> PointsDraft:
        """Another reason."""
        return replace(self, reason=reason)

    def digit_tapped(self, digit: int) -> PointsDraft:
        """One digit more, unless the amount is full."""
        whole = 0 if self.fresh and not self.is_free else self._whole
        return self._with(whole * 10 + digit) if whole < 10 ** (DIGITS - 1) else self

    def erased(self) -> PointsDraft:
        """The last digit goes."""
        return self._with(self._whole // 10)

    def sign_tapped(self) -> PointsDraft:
        """The chosen person pays, or no longer pays."""
        assert self.chosen is not None
        amount = self.amounts.get(self.chosen, 0)
        return replace(
            self,
            minus=self.minus ^ {self.chosen},
            amounts={**self.amounts, self.chosen: -amount},
        )

    def rest_tapped(self) -> PointsDraft:
        """The chosen person gets or pays what lacks."""
        assert self.chosen is not None
        amount = self.amounts.get(self.chosen, 0) + self.rest
        minus = self.minus - {self.chosen} | ({self.chosen} if amount < 0 else frozenset())
        return replace(self, minus=minus, amounts={**self.amounts, self.chosen: amount})

    @property
    def _whole(self) -> int:
        if not self.is_free:
            return self.points
        return abs(self.amounts.get(self.chosen or "", 0)) // self.unit

    def _with(self, whole: int) -> PointsDraft:
        if not self.is_free:
            return replace(self, points=whole, fresh=False)
        assert self.chosen is not None
        amount = whole * self.unit * (-1 if self.chosen in self.minus else 1)
        return replace(self, amounts={**self.amounts, self.chosen: amount})


def new_draft(evening: Evening) -> PointsDraft:
    """Nothing chosen yet, for the people who are at the table now."""
    ids = evening.seating_at().ids
    return PointsDraft(ids, chosen=ids[0])


def draft_of(evening: Evening, adjustment: Adjustment) -> PointsDraft:
    """What was saved, to be corrected."""
    people = tuple(dict.fromkeys([*adjustment.players, *evening.seating_at().ids]))
    amounts = {share.player: share.amount for share in adjustment.shares}
    payers = [share.player for share in adjustment.shares if share.amount < 0]
    receivers = [share.player for share in adjustment.shares if share.amount > 0]
    free = PointsDraft(
        people,
        adjustment.kind if adjustment.kind in FREE else AdjustmentKind.OTHER,
        amounts=amounts,
        minus=frozenset(payers),
        chosen=people[0],
        unit=adjustment.unit,
        reason=adjustment.reason,
    )
    tapped = replace(free, kind=adjustment.kind, payer=payers[0], points=amounts[receivers[0]])
    for each in (replace(tapped, people=adjustment.players), replace(tapped, receiver=receivers[0])):
        again = each.adjustment()
        if again is not None and set(again.shares) == set(adjustment.shares):
            return each
    return free


def carried_over(evening: Evening, earlier: Evening, same: Mapping[PlayerId, PlayerId]) -> PointsDraft:
    """The totals of an earlier evening as a starting score; `same` names its people by those of this evening."""
    totals = {
        person.id: total for person, total in zip(earlier.sheet.people, earlier.sheet.totals, strict=True)
    }
    amounts = {id_: totals[other] for id_, other in same.items()}
    ids = evening.seating_at().ids
    return PointsDraft(
        ids,
        AdjustmentKind.CARRIED,
        amounts=amounts,
        minus=frozenset(id_ for id_, amount in amounts.items() if amount < 0),
        chosen=ids[0],
        unit=earlier.sheet.unit,
    )
