"""Finds hands that two devices recorded independently, so that such a hand counts once after the copies are merged.

An event does not say which events its device knew. But the `seq` of an event is one more than the highest `seq` that
the device knew. So if the device's own last event has a lower `seq` than this highest one, the device knew an event of
another device with this `seq`. An event counts as known only if the device certainly knew it. This is safe: after a
hand that the device knew, its next hand has another dealer, and so is of another turn.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from scorepad.tarot.hand import Id, PlayerId

from .deal import Deal, same_facts
from .event_place import MAX_NEW_SEQ, EventId, maker
from .events import Dealt, Event, KeptApart, Noted, Undone, row_of
from .folding import undone_of

Knowledge = Mapping[str, int]
"""The highest known `seq` of each device."""
Turn = tuple[int, PlayerId, object]
"""The turn that a device meant with a deal: the number of deals before, the dealer, and the row below.

For an inserted deal, the number is 0, and the row below is given by its turn or, if that is unknown, by its id; any
other deal has no row below.
"""


MAX_DEVICES = 16
MAX_UNAWARE = 300
"""The most devices, and the most rows, that are compared: an evening from a stranger must not take long to read."""


def doubles(events: Sequence[Event]) -> dict[Id, Id]:
    """Maps each row that repeats a turn to the first row of this turn; `events` are sorted by `Event.order`.

    Two rows are of the same turn only if the device of the later row did not know the earlier row. The result is empty
    if there are more devices or rows to compare than `MAX_DEVICES` and `MAX_UNAWARE`.
    """
    if not 1 < len({maker(event.device) for event in events}) <= MAX_DEVICES:
        return {}
    found: dict[Turn, list[Event]] = {}
    devices = _Devices(events)
    if len(devices.unaware) > MAX_UNAWARE:
        return {}
    for event in devices.unaware:
        rows = found.setdefault(devices.turn(event), [])
        rows[:] = [each for each in rows if not devices.knew(event, each)]
        rows.append(event)
    return {each.id: first.id for first, *others in found.values() for each in others}


class _Devices:
    """The events of several devices, and for each event the events that its device certainly knew at that time."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self._by_id = {event.id: event for event in events}
        self._known: dict[EventId, Knowledge] = {}
        self._turns: dict[EventId, Turn] = {}
        last: dict[str, Knowledge] = {}
        below: list[Knowledge] = []
        level: list[Knowledge] = []
        for before, event in zip((None, *events), events, strict=False):
            if before is None or before.seq != event.seq:
                below = level if before is not None and before.seq == event.seq - 1 else []
                level = []
            device = maker(event.device)
            known = last.get(device, {})
            if known.get(device, 0) < event.seq - 1 and below:
                known = _joined(known, reduce(_shared, below))
            for named in _named(event):
                known = _joined(known, self._known.get(named, {}))
            last[device] = self._known[event.id] = _joined(known, {device: event.seq})
            level.append(last[device])

    def knew(self, event: Event, earlier: Event) -> bool:
        """Whether the device of an event certainly knew an earlier event."""
        return self._known[event.id].get(maker(earlier.device), 0) >= earlier.seq

    @cached_property
    def unaware(self) -> list[Event]:
        """The recordings of deals that are compared, sorted by `Event.order`.

        A recording is compared if its device did not know an earlier recording of another device; this earlier one is
        compared, too. With more than `MAX_UNAWARE` recordings, the search stops.
        """
        found: dict[EventId, Event] = {}
        recorded: dict[str, list[Event]] = {}
        for event in filter(_records, self.events):
            others = [rows for device, rows in recorded.items() if device != maker(event.device)]
            unknown = [each for rows in others for each in rows[-1:] if not self.knew(event, each)]
            if unknown and len(found) <= MAX_UNAWARE:
                found |= {each.id: each for rows in others for each in rows if not self.knew(event, each)}
                found[event.id] = event
            recorded.setdefault(maker(event.device), []).append(event)
        return sorted(found.values(), key=lambda event: event.order)

    def turn(self, event: Event) -> Turn:
        """The turn that the device of an event meant when it recorded a deal.

        The number counts only the deals that the device knew, without the deals that it knew to be undone or struck
        out. Since rows of one turn count once, this method must be called for the events in their order.
        """
        change = event.change
        assert isinstance(change, Dealt)
        assert change.deal is not None
        before = 0 if _inserts(event) else self._deals_before(event)
        below = self._turns.get(change.before or "", change.before)
        self._turns[event.id] = turn = (before, change.deal.dealer, below)
        return turn

    def _deals_before(self, event: Event) -> int:
        known = self._known[event.id]
        counting = [
            self._turns.get(recorded.id, recorded.id)
            for recorded, device, seq, others in self._rows
            if known.get(device, 0) >= seq and (not others or self._counted(recorded, others, event))
        ]
        return len({*counting} - {event.id})

    @cached_property
    def _rows(self) -> list[tuple[Event, str, int, list[Event]]]:
        """For each row that was not inserted: the recording, its device, its `seq`, and later events about the row."""
        rows = {
            event.id: (event, maker(event.device), event.seq, list[Event]())
            for event in self.events
            if _records(event) and not _inserts(event)
        }
        for event in self.events:
            row = row_of(event.id, self._by_id)
            if row in rows and row != event.id:
                rows[row][-1].append(event)
        return [*rows.values()]

    def _counted(self, recorded: Event, others: Sequence[Event], event: Event) -> bool:
        """Whether the row of the event `recorded` counted, as far as the device of `event` knew.

        `others` are the later events about the row.
        """
        known = [each for each in others if each.order < event.order and self.knew(event, each)]
        undone = undone_of(known)
        versions = [
            each for each in (recorded, *known) if isinstance(each.change, Dealt) and each.id not in undone
        ]
        return bool(versions) and versions[-1].deal is not None


def _records(event: Event) -> bool:
    """Whether an event records a new row with a deal of the cards.

    From `MAX_NEW_SEQ` on, events are left out: `seq` no longer grows, so it does not say which events the device knew.
    """
    deal = event.deal
    recorded = isinstance(event.change, Dealt) and event.change.entry is None and event.seq < MAX_NEW_SEQ
    return recorded and deal is not None and deal.points_change is None


def _inserts(event: Event) -> bool:
    """Whether an event inserts a forgotten row before another row."""
    return isinstance(event.change, Dealt) and event.change.before is not None


def _named(event: Event) -> Iterator[EventId]:
    """The ids of the events that an event names: its device certainly knew these events."""
    match event.change:
        case Dealt(entry=entry, replaces=replaces, before=before):
            yield from filter(None, (entry, *replaces, before))
        case Noted(entry=entry):
            yield from filter(None, (entry,))
        case Undone(event=undone):
            yield undone
        case KeptApart(entry=entry, other=other):
            yield from (entry, other)


def _joined(one: Knowledge, other: Knowledge) -> Knowledge:
    """The knowledge of a device that has both: the higher number for each device."""
    return {device: max(one.get(device, 0), other.get(device, 0)) for device in one.keys() | other.keys()}


def _shared(one: Knowledge, other: Knowledge) -> Knowledge:
    """The knowledge of a device that certainly has one of the two: the lower number for each device."""
    return {device: min(one[device], other[device]) for device in one.keys() & other.keys()}


# -- on the sheet ---


@dataclass(frozen=True, slots=True)
class SameTurns:
    """The rows that repeat a turn: rows that the sheet leaves out, and rows about which somebody has to decide."""

    left_out: dict[Id, Id]
    """The rows that are not on the sheet, each with the row that shows the same hand."""
    in_doubt: dict[Id, Id]
    """The rows whose facts differ from the first row of their turn, each with this first row."""


def same_turns(
    first_rows: Mapping[Id, Id], versions_of: Callable[[Id], Sequence[Event]], apart: Container[Id]
) -> SameTurns:
    """Decides which rows of the same turn are on the sheet: of rows with the same facts only the first one.

    `first_rows` is a result of `doubles`, `versions_of` gives the versions of a row that count, and the rows in `apart`
    are hands of their own. Struck-out rows are left out; if all rows of a turn are struck out, the first one stays.
    """
    turns: dict[Id, list[Id]] = {}
    for row, first in first_rows.items():
        turns.setdefault(first, [first]).append(row)
    found = SameTurns({}, {})
    for rows in turns.values():
        deals = {row: versions_of(row)[-1].deal for row in rows if versions_of(row)}
        shown: dict[Id, Deal | None] = {}
        for row, deal in sorted(deals.items(), key=lambda pair: pair[1] is None):
            same = [each for each, facts in shown.items() if deal is None or same_facts(deal, facts)]
            if same and row not in apart:
                found.left_out[row] = same[0]
                continue
            if shown and row not in apart:
                found.in_doubt[row] = next(iter(shown))
            shown[row] = deal
    return found
