"""A whole evening in a pack: its start, the lists that its events refer to, the events, and the drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import Dealt, Event, RulesChanged
from scorepad.evening.people import MAX_EVER
from scorepad.tarot.hand import PlayerId
from scorepad.tarot.scheme import Scheme

from .bits import BLANK, BadPack, Pack
from .context import Context, seating_part
from .drawing import drawing_part
from .events import event_part
from .schemes import scheme_part
from .times import times_part
from .values import ident, length_part, time

MAX_EVENTS: Final = 3000
"""The largest number of events in a pack: a stranger's pack must not take long to read."""
MAX_DEVICES: Final = 256
MAX_SCHEMES: Final = 64
MAX_NAMED: Final = 2 * MAX_EVER
"""The largest number of people in a pack: the people of the evening, and people whom only old payments name."""


def evening_part(pack: Pack, value: Evening) -> tuple[Start, tuple[Event, ...]]:
    """An evening; returns its start and its events, which a reader has not checked yet."""
    begin = value.start
    id_, created, title = ident(pack, begin.id), time(pack, begin.created), pack.text(begin.title)
    context = _lists_part(pack, _lists_of(value) if pack.writing else BLANK)
    context.seat(seating_part(pack, context, begin.seating))
    start = Start(
        id=id_,
        created=created,
        title=title,
        seating=context.seating,
        scheme=context.scheme,
        length=length_part(pack, begin.length),
    )
    times = times_part(pack, created, value.events)

    def one(pack: Pack, value: Event) -> Event:
        event = event_part(pack, context, times, value)
        context.remember(event)
        return event

    events = pack.each(one, value.events, MAX_EVENTS, 5)
    drawing_part(pack, context, value)
    return start, events


@dataclass(frozen=True)
class _Lists:
    """The lists of an evening: the parts name people, devices and schemes by their places in these lists."""

    people: tuple[PlayerId, ...]
    devices: tuple[str, ...]
    schemes: tuple[Scheme, ...]


def _lists_of(evening: Evening) -> _Lists:
    """The lists of an evening: people on the sheet come first among the people, and the start's scheme is the first."""
    changes = [event.change for event in evening.events]
    agreed = [change.agreed for change in changes if isinstance(change, Dealt) and change.agreed is not None]
    paid = [player for each in agreed for player, _ in each.payments]
    people = [*(person.id for person in evening.sheet.people), *evening.table.known, *paid]
    schemes = [evening.start.scheme, *(each.scheme for each in changes if isinstance(each, RulesChanged))]
    devices = [event.device for event in evening.events]
    return _Lists(tuple(dict.fromkeys(people)), tuple(dict.fromkeys(devices)), tuple(dict.fromkeys(schemes)))


def _lists_part(pack: Pack, value: _Lists) -> Context:
    people = pack.each(ident, value.people, MAX_NAMED, 2)
    devices = pack.each(ident, value.devices, MAX_DEVICES)
    schemes = pack.each(scheme_part, value.schemes, MAX_SCHEMES)
    if not schemes:
        raise BadPack("an evening without rules")
    return Context(people, devices, schemes, schemes[0])
