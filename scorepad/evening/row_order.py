"""The order of the rows of a sheet, the people whom they name, and their unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm

from scorepad.tarot.hand import Id, PlayerId

from .adjustment import Adjustment
from .deal import Deal
from .event_place import EventPlace
from .events import Dealt, Event
from .shared_map import SharedMap


@dataclass(frozen=True)
class RowOrder:
    """The order of all recorded rows.

    `history` has the events about each row; `left_out` has the rows that the sheet leaves out, each with the row that
    shows the same hand.
    """

    history: SharedMap[Id, tuple[Event, ...]]
    left_out: Mapping[Id, Id]

    @property
    def _recorded(self) -> list[Id]:
        """All rows ever recorded, in the order of their recording."""
        return sorted(self.history, key=lambda id_: self.history[id_][0].order)

    @property
    def every_row(self) -> list[Id]:
        """The ids of all recorded rows, in the order of the sheet.

        Rows that were inserted before the same row are in the order of their recording.
        """
        ordered = self._recorded
        inserted: dict[Id, list[Id]] = {}
        for id_ in ordered:
            if (before := self._inserted_before(id_)) is not None:
                inserted.setdefault(before, []).append(id_)
        if not inserted:
            return ordered
        placed: list[Id] = []
        waiting = [id_ for id_ in reversed(ordered) if self._inserted_before(id_) is None]
        while waiting:
            id_ = waiting.pop()
            if others := inserted.pop(id_, None):
                waiting += [id_, *reversed(others)]
            else:
                placed.append(id_)
        return placed

    def _inserted_before(self, entry: Id) -> Id | None:
        """The row before which a forgotten row was inserted; None for a row that was not inserted.

        If the sheet leaves that row out, returns the row that shows the same hand, if it was recorded before the
        forgotten row.
        """
        change = self.history[entry][0].change
        before = change.before if isinstance(change, Dealt) else None
        shown = self.left_out.get(before or "")
        if shown is None or self.history[shown][0].order > self.history[entry][0].order:
            return before
        return shown

    def place(self, entry: Id) -> EventPlace:
        """The place of a row in the order of events, which is the place of the event that recorded it.

        An inserted row has the place of the row before which it was inserted. Raises KeyError for an unknown row.
        """
        if self._inserted_before(entry) is not None:
            return self._inserted_places[entry]
        return self.history[entry][0].order

    @cached_property
    def _inserted_places(self) -> dict[Id, EventPlace]:
        """The places of the inserted rows; each was inserted before a row that was recorded earlier."""
        found: dict[Id, EventPlace] = {}
        for id_ in self._recorded:
            if (before := self._inserted_before(id_)) is not None:
                found[id_] = found.get(before) or self.history[before][0].order
        return found


@dataclass(frozen=True, slots=True)
class Written:
    """Facts about the rows of the sheet: their ids in order, the people named in them, and their unit."""

    rows: tuple[Id, ...] = ()
    named: frozenset[PlayerId] = frozenset()
    unit: int = 1

    def naming(self, deals: Iterable[Deal]) -> Written:
        """These facts with the people named in `deals` added, and with a unit in which adjustments there are whole.

        All `deals` are deals of these rows.
        """
        named, unit = self.named, self.unit
        for deal in deals:
            if not named.issuperset(deal.named):
                named = named.union(deal.named)
            if isinstance(deal.outcome, Adjustment):
                unit = lcm(unit, deal.outcome.unit)
        return self if (named, unit) == (self.named, self.unit) else Written(self.rows, named, unit)
