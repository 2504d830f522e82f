"""The agreed length of an evening: a number of hands, or of deals for each person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from scorepad.codec import Range
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import PlayerId

MAX_HANDS, MAX_DEALS = 999, 99

Time = Annotated[str, "ISO 8601, UTC"]
Day = Annotated[str, "a day, ISO 8601"]


@dataclass(frozen=True, slots=True)
class AgreedLength:
    """The number of `hands`, or of `deals` by each person; with neither, the evening has no agreed end.

    Thrown-in hands do not count as `hands`. An evening from an earlier version of the app may have an agreed end time,
    `until`, which is only shown. Raises Invalid if more than one of the three fields is set.
    """

    hands: Annotated[int, Range(0, MAX_HANDS)] = 0
    deals: Annotated[int, Range(0, MAX_DEALS)] = 0
    until: Time | None = None

    def __post_init__(self) -> None:
        if sum((self.hands > 0, self.deals > 0, self.until is not None)) > 1:
            raise Invalid(Fault.CONTRADICTION, "an evening has one length")

    @property
    def open(self) -> bool:
        """Whether no length was agreed."""
        return self == OPEN


OPEN = AgreedLength()


@dataclass(frozen=True, slots=True)
class EveningProgress:
    """The progress of an evening.

    `played` is the number of hands played. `hands` is the number of hands left; None if no number was agreed. After
    `until_fair` more hands, all people have dealt equally often.
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
    """The number of hands until each person has dealt `deals` times; `in_turn` starts with the next dealer."""
    return max(
        (
            (deals - dealt[id_] - 1) * len(in_turn) + place
            for place, id_ in enumerate(in_turn, 1)
            if dealt[id_] < deals
        ),
        default=0,
    )
