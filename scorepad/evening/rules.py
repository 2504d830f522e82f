"""The rules of an evening, and the agreements of a table before the first event."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from operator import itemgetter

from scorepad.tarot.choices import PotEnd
from scorepad.tarot.scheme import Scheme

from .event_place import EventPlace
from .length import OPEN, AgreedLength
from .people import Seating


@dataclass(frozen=True, slots=True)
class EveningRules:
    """The rules of an evening: `whole` applies to all hands, and each `later` scheme applies from its event on."""

    whole: Scheme
    later: tuple[tuple[EventPlace, Scheme], ...] = ()

    @property
    def now(self) -> Scheme:
        """The rules of the next hand."""
        return self.later[-1][1] if self.later else self.whole

    @property
    def all(self) -> tuple[Scheme, ...]:
        """All schemes, in their order."""
        return (self.whole, *(scheme for _, scheme in self.later))

    @property
    def pot_end(self) -> PotEnd | None:
        """The use of the mouches at the end of the evening, by the last rules with mouches; None without such rules."""
        return next((each.mouches.end for each in reversed(self.all) if each.mouches is not None), None)

    def at(self, recorded: EventPlace) -> Scheme:
        """The rules of a hand that was recorded at this place in the order of events."""
        place = bisect_left(self.later, recorded, key=itemgetter(0))
        return self.later[place - 1][1] if place else self.whole

    def goes_on(self, before: EveningRules) -> bool:
        """Whether these rules only add changes to the rules `before`, so that all earlier hands count as before."""
        return (self.whole, self.later[: len(before.later)]) == (before.whole, before.later)

    def after(self, order: EventPlace, scheme: Scheme, *, from_now: bool) -> EveningRules:
        """The rules after a change to `scheme` at the place `order`; without `from_now`, it applies to all hands."""
        return EveningRules(self.whole, (*self.later, (order, scheme))) if from_now else EveningRules(scheme)


@dataclass(frozen=True, slots=True)
class Beginning:
    """The agreements of a table before the first event."""

    seating: Seating
    scheme: Scheme
    title: str = ""
    length: AgreedLength = OPEN
