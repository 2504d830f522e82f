"""The checks and the score of a hand that is being entered: its problems, the fact to ask for next, its payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from scorepad.tarot.check import Field, Problem, bounds, check, half_points_occur
from scorepad.tarot.hand import HALF_POINTS_IN_DECK, Hand, PlayerId, Side
from scorepad.tarot.pots import at_table_stakes
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Payments, Score, score, settle

if TYPE_CHECKING:
    from .draft import HandDraft


@dataclass(frozen=True)
class DraftVerdict:
    """Checks and scores a draft under the rules of its table; each result is computed once, when it is first needed."""

    draft: HandDraft
    scheme: Scheme
    held: Mapping[PlayerId, int] | None = None
    """The chips of each player with table stakes; else None."""

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """All problems of the hand as entered so far."""
        return check(self.draft.facts, self.scheme)

    @cached_property
    def next_missing(self) -> Field | None:
        """The next fact to ask for; None if the hand is complete."""
        missing = {problem.field for problem in self.problems if problem.code == "missing"}
        order = (Field.TAKER, Field.BID, Field.PARTNER, Field.BOUTS, Field.CARD_POINTS)
        return next((field for field in order if field in missing), None)

    @cached_property
    def hand(self) -> Hand | None:
        """The hand; None if it is incomplete or impossible."""
        if any(not problem.warning for problem in self.problems):
            return None
        return self.draft.facts.to_hand()

    @cached_property
    def score(self) -> Score | None:
        """The score of the hand; None without a hand."""
        return score(self.hand, self.scheme) if self.hand is not None else None

    @cached_property
    def payments(self) -> Payments | None:
        """The payments of the hand; None without a hand."""
        if self.hand is None or self.score is None:
            return None
        payments = settle(self.score, self.hand, self.scheme)
        if self.held is None:
            return payments
        return at_table_stakes(self.score, payments, self.hand, self.held)[1]

    @cached_property
    def possible_with_chelem(self) -> bool:
        """Whether the hand would be possible with a chelem made by one of the sides."""
        chelem = self.draft.facts.chelem
        if chelem.made is not None:
            return False
        others = (self.draft.with_facts(chelem=replace(chelem, made=side)) for side in Side)
        return any(other.verdict(self.scheme).hand is not None for other in others)

    @cached_property
    def awaits_digit(self) -> bool:
        """Whether a second digit is likely: one digit is typed, and nearly all hands have points with two digits."""
        return len(self.draft.digits) == 1 and not self.draft.half and bool(self.digits_possible)

    @cached_property
    def points_possible(self) -> tuple[int, int]:
        """The least and the most half points that are possible for the side that counts, with or without a chelem."""
        draft, scheme = self.draft, self.scheme
        low, high = bounds(draft.facts, scheme)
        if draft.with_facts(half_points=high + 1).verdict(scheme).possible_with_chelem:
            high += 1
        if draft.with_facts(half_points=low - 1).verdict(scheme).possible_with_chelem:
            low -= 1
        if draft.counted_by is Side.DEFENCE:
            low, high = HALF_POINTS_IN_DECK - high, HALF_POINTS_IN_DECK - low
        if not half_points_occur(len(draft.facts.players)):
            low, high = low + low % 2, high - high % 2
        return low, high

    @cached_property
    def digits_possible(self) -> frozenset[int]:
        """The next digits that lead to possible card points, with or without a chelem."""
        low, high = self.points_possible
        half = half_points_occur(len(self.draft.facts.players))
        whole = {p for p in range(92) if low <= 2 * p <= high or (half and low <= 2 * p + 1 <= high)}
        if len(self.draft.digits) == 1:
            return frozenset(d for d in range(10) if int(self.draft.digits) * 10 + d in whole)
        return frozenset(p // 10 for p in whole) | frozenset(p for p in whole if p < 10)
