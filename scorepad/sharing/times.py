"""The times of events in a pack: a time is written as the gap after the last time, which takes few bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorepad.evening.events import Event

from .bits import Pack
from .codes import TIME_FORMS
from .values import Moment, moment_of, time

_WIDTH_BITS: Final = 6
_MOST_ZEROS: Final = 15


@dataclass
class Times:
    """How the times of the events are written, and the last time.

    If not `timed`, every event has the time `created`. `last` is the last time in the usual form; None if no form is
    usual. A gap takes about `width` bits; `backwards` tells whether a gap may be negative, and `only_usual` whether all
    times have the usual form.
    """

    created: str
    timed: bool = True
    last: Moment | None = None
    only_usual: bool = False
    backwards: bool = False
    width: int = 0

    def time(self, pack: Pack, value: str) -> str:
        """The time of the next event."""
        if not self.timed:
            return self.created
        moment, last = moment_of(value) if pack.writing else None, self.last
        if last is None:
            return time(pack, value)
        usual = moment is not None and moment.digits == last.digits
        if not self.only_usual and not pack.flag(usual):
            return time(pack, value)
        gap = moment.units - last.units if moment is not None else 0
        negative = self.backwards and pack.flag(gap < 0)
        found = pack.near(abs(gap), self.width)
        self.last = Moment(last.digits, last.units + (-found if negative else found))
        return self.last.text


def times_part(pack: Pack, created: str, events: Sequence[Event]) -> Times:
    """Whether the events have times of their own; if so, the usual form of these times, and the width of their gaps.

    If all events have the time at which the evening was created, as in a snapshot, this takes one bit.
    """
    moments = [moment_of(event.at) for event in events] if pack.writing else []
    begun = moment_of(created)
    if not pack.flag(pack.writing and any(event.at != created for event in events)):
        return Times(created, timed=False)
    forms = Counter([moment.digits for moment in moments if moment is not None])
    digits: int | None = pack.one_of(TIME_FORMS, forms.most_common(1)[0][0] if forms else None)
    if digits is None:
        return Times(created)
    first = Moment(digits, 0)
    if begun is not None:
        first = Moment(digits, begun.units * 10**digits // 10**begun.digits)
    counts = [moment.units for moment in moments if moment is not None and moment.digits == digits]
    gaps = [later - earlier for earlier, later in zip([first.units, *counts], counts, strict=False)]
    return Times(
        created=created,
        last=first,
        only_usual=pack.flag(len(counts) == len(moments)),
        backwards=pack.flag(any(gap < 0 for gap in gaps)),
        width=pack.bits(_WIDTH_BITS, _best_width([abs(gap) for gap in gaps])),
    )


def _best_width(gaps: Sequence[int]) -> int:
    """The width with which these gaps take the fewest bits."""

    def cost(width: int) -> int:
        return sum(min(gap >> width, 2 * _MOST_ZEROS + width) + width for gap in gaps)

    return min(range(2**_WIDTH_BITS - 1), key=cost)
