"""How long the table means to play: so many hands, or so many deals each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from scorepad.codec import Fault, Invalid, Range
from scorepad.tarot.hand import PlayerId

MAX_HANDS, MAX_DEALS = 999, 99

Time = Annotated[str, "ISO 8601, UTC"]


@dataclass(frozen=True, slots=True)
class AgreedLength:
    """So many `hands`, or so many `deals` by everybody; with none of them the evening is open.

    Hands thrown in are no `hands`. An evening of an earlier version may end at a moment, `until`: it is said, but
    nothing counts down to it. Raises Invalid for more than one of them.
    """

    hands: Annotated[int, Range(0, MAX_HANDS)] = 0
    deals: Annotated[int, Range(0, MAX_DEALS)] = 0
    until: Time | None = None

    def __post_init__(self) -> None:
        if sum((self.hands > 0, self.deals > 0, self.until is not None)) > 1:
            raise Invalid(Fault.CONTRADICTION, "an evening has one length")

    @property
    def open(self) -> bool:
        """Whether the table agreed on nothing."""
        return self == OPEN


OPEN = AgreedLength()


@dataclass(frozen=True, slots=True)
class EveningProgress:
    """How far an evening is: the hands played, and those left until the agreed end, None if no number is agreed.

    After `until_fair` more hands everybody has dealt equally often.
    """

    played: int
    hands: int | None
    until_fair: int

    @property
    def over(self) -> bool:
        """Whether the agreed end is reached."""
        return self.hands == 0

    @property
    def last(self) -> bool:
        """Whether the next hand is the last one."""
        return self.hands == 1


def hands_until(deals: int, dealt: Mapping[PlayerId, int], in_turn: Sequence[PlayerId]) -> int:
    """How many hands are left until everybody has dealt so often; the deal passes `in_turn`, from the next dealer."""
    return max(
        (
            (deals - dealt[id_] - 1) * len(in_turn) + place
            for place, id_ in enumerate(in_turn, 1)
            if dealt[id_] < deals
        ),
        default=0,
    )
