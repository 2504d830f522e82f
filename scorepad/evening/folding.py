"""Applies events to the table one by one, and finds the events to undo and redo and the current version of a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from scorepad.faults import Invalid
from scorepad.tarot.hand import Id

from .deal import Deal
from .events import Earlier, Event, Undone

if TYPE_CHECKING:
    from .table import Table


def steps(table: Table, events: Iterable[Event], earlier: Earlier) -> Iterator[tuple[Event, Table]]:
    """Applies the events to the table one by one; yields each event with the table after it.

    The events must be sorted by `Event.order`, and come after the `earlier` events. Raises Invalid for an event
    that contradicts the table; the path of the error begins with the id of the event.
    """
    done = dict(earlier)
    for event in events:
        try:
            table = table.after(event, done)
        except Invalid as error:
            error.path = (f"event {event.id}", *error.path)
            raise
        done[event.id] = event
        yield event, table


def fold(table: Table, events: Iterable[Event], earlier: Earlier) -> Table:
    """The table after further events. Raises Invalid as `steps` does."""
    for _, after in steps(table, events, earlier):
        table = after
    return table


# -- undo ---


def undone_of(events: Iterable[Event]) -> frozenset[str]:
    """The ids of the undone events; the last undo or redo of an event decides."""
    said = {each.change.event: each.change.redone for each in events if isinstance(each.change, Undone)}
    return frozenset([id_ for id_, redone in said.items() if not redone])


def undoable(events: Sequence[Event]) -> Event | None:
    """The event that an undo takes back: the last one that counts; None if there is none."""
    undone = undone_of(events)
    counting = (
        each for each in reversed(events) if each.id not in undone and not isinstance(each.change, Undone)
    )
    return next(counting, None)


def redoable(events: Sequence[Event]) -> Event | None:
    """The event that a redo brings back: the event undone last; None if there is none or a change was made since."""
    waiting: dict[str, None] = {}
    for event in events:
        if not isinstance(event.change, Undone):
            waiting.clear()
            continue
        waiting.pop(event.change.event, None)
        if not event.change.redone:
            waiting[event.change.event] = None
    last = next(reversed(waiting), None)
    return next((event for event in events if event.id == last), None)


# -- the versions of a row ---


def shown(history: Sequence[Event], versions: Sequence[Event]) -> Deal:
    """The deal that a row shows: the deal of the current version; if this version voids the row, the voided deal."""
    if (current := versions[-1].deal) is not None:
        return current
    deal = next(event.deal for event in history if event.deal is not None)
    struck_out: dict[Id, Deal] = {}
    for event in versions:
        replaced = event.replaces[0] if event.replaces else ""
        deal = struck_out[event.id] = event.deal or struck_out.get(replaced, deal)
    return deal


def tips(history: Sequence[Event], versions: Sequence[Event]) -> list[Event]:
    """The versions of a row that no other version replaces, the current one last.

    If the recording of the row is undone but other versions count, the undo is in the list like a version.
    """
    gone: list[Event] = []
    if history[0] not in versions:
        gone = [event for event in history if event.change == Undone(history[0].id)][-1:]
    replaced = {id_ for event in versions for id_ in event.replaces}
    return [event for event in (*gone, *versions) if event.id not in replaced]


def conflicting(history: Sequence[Event], versions: Sequence[Event]) -> tuple[Event, ...]:
    """The versions in conflict, from which somebody has to choose one; empty if there is no conflict."""
    if len(versions) == 1 and history[0] is versions[0]:
        return ()
    found = tips(history, versions)
    return tuple(found) if len(found) > 1 else ()
