"""The draft of points without a hand. Independent of screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share
from scorepad.evening.evening import Evening
from scorepad.tarot.hand import PlayerId

DIGITS = 5
"""The maximum number of digits of an amount."""


@dataclass(frozen=True)
class PointsDraft:
    """The amounts that people pay or get, as far as they are entered.

    In a penalty the `chosen` person pays `points` to each other person. In the other kinds the `amounts`, in 1/`unit`
    of a point, are typed: the keypad changes the amount of the chosen person.
    """

    people: tuple[PlayerId, ...]
    kind: AdjustmentKind = AdjustmentKind.PENALTY
    chosen: PlayerId | None = None
    points: int = 10
    fresh: bool = True
    """Whether `points` is still the suggested number, which the first digit replaces."""
    amounts: Mapping[PlayerId, int] = field(default_factory=dict)
    minus: frozenset[PlayerId] = frozenset()
    """The people who pay, even while their amount is not typed yet."""
    unit: int = 1
    reason: str = ""

    @property
    def is_free(self) -> bool:
        """Whether everybody has an amount of their own."""
        return self.kind is not AdjustmentKind.PENALTY

    @property
    def filled(self) -> dict[PlayerId, int]:
        """The amount that each person gets (negative: pays), in 1/`unit` of a point; amounts of 0 may be left out."""
        if self.is_free:
            return dict(self.amounts)
        if self.chosen is None:
            return {}
        each, others = self.points * self.unit, [id_ for id_ in self.people if id_ != self.chosen]
        return {self.chosen: -each * len(others)} | dict.fromkeys(others, each)

    @property
    def rest(self) -> int:
        """The amount that is missing for a sum of zero, in 1/`unit` of a point."""
        return -sum(self.filled.values())

    def adjustment(self) -> Adjustment | None:
        """The adjustment to save; None while something is missing."""
        amounts = self.filled
        shares = tuple(Share(id_, amounts[id_]) for id_ in self.people if amounts.get(id_))
        return Adjustment(self.kind, shares, self.reason, self.unit) if shares and not self.rest else None

    # -- taps ---

    def of_kind(self, kind: AdjustmentKind) -> PointsDraft:
        """The draft with this kind; free amounts begin with those of the old kind, or with amounts typed before."""
        if kind is AdjustmentKind.PENALTY:
            return replace(self, kind=kind, chosen=None if self.is_free else self.chosen)
        amounts = self.filled or self.amounts
        minus = frozenset(id_ for id_, amount in amounts.items() if amount < 0)
        chosen = self.chosen or self.people[0]
        return replace(self, kind=kind, chosen=chosen, amounts=amounts, minus=minus)

    def person_tapped(self, id_: PlayerId) -> PointsDraft:
        """The draft with this person chosen, who pays, or whose amount the keypad changes."""
        return replace(self, chosen=id_)

    def digit_tapped(self, digit: int) -> PointsDraft:
        """The draft with one more digit, unless the amount has `DIGITS` digits."""
        whole = 0 if self.fresh and not self.is_free else self._whole
        return self._with(whole * 10 + digit) if whole < 10 ** (DIGITS - 1) else self

    def erased(self) -> PointsDraft:
        """The draft without the last digit of the amount."""
        return self._with(self._whole // 10)

    def sign_tapped(self) -> PointsDraft:
        """The draft with the opposite sign for the amount of the chosen person, in the kinds with free amounts."""
        if not self.is_free or self.chosen is None:
            return self
        amount = self.amounts.get(self.chosen, 0)
        return replace(
            self,
            minus=self.minus ^ {self.chosen},
            amounts={**self.amounts, self.chosen: -amount},
        )

    def rest_tapped(self) -> PointsDraft:
        """The draft with the `rest` added to the amount of the chosen person, in the kinds with free amounts."""
        if not self.is_free or self.chosen is None:
            return self
        amount = self.amounts.get(self.chosen, 0) + self.rest
        minus = self.minus - {self.chosen} | ({self.chosen} if amount < 0 else frozenset())
        return replace(self, minus=minus, amounts={**self.amounts, self.chosen: amount})

    @property
    def _whole(self) -> int:
        """The number that the digits typed so far make, in points."""
        return abs(self.amounts.get(self.chosen or "", 0)) // self.unit if self.is_free else self.points

    def _with(self, whole: int) -> PointsDraft:
        if not self.is_free:
            return replace(self, points=whole, fresh=False)
        if self.chosen is None:
            return self
        amount = whole * self.unit * (-1 if self.chosen in self.minus else 1)
        return replace(self, amounts={**self.amounts, self.chosen: amount})


def draft_of(evening: Evening, saved: Adjustment) -> PointsDraft:
    """The draft for the correction of an adjustment: of its own kind if that gives the same amounts, else of OTHER."""
    amounts = {share.player: share.amount for share in saved.shares}
    everybody = tuple(dict.fromkeys([*saved.players, *evening.seating_at().ids]))
    draft = PointsDraft(
        saved.players,
        saved.kind,
        chosen=min(amounts, key=lambda id_: amounts[id_]),
        points=max(amounts.values()) // saved.unit,
        amounts=amounts,
        minus=frozenset(id_ for id_, amount in amounts.items() if amount < 0),
        unit=saved.unit,
        reason=saved.reason,
    )
    again = draft.adjustment()
    if again is None or set(again.shares) != set(saved.shares):
        return replace(draft, people=everybody, kind=AdjustmentKind.OTHER)
    return replace(draft, people=everybody) if draft.is_free else draft
