"""The place of an event among all events of an evening, on which all devices agree, and the id made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Annotated

from scorepad.codec import Length

MAX_SEQ = 2**53
"""The largest `seq`: other readers of JSON may not read larger numbers exactly."""
MAX_NEW_SEQ = 1_000_000
"""The largest `seq` of new and of imported events; when it is reached, the time alone orders new events."""
DeviceName = Annotated[str, Length(64)]
EventId = Annotated[str, Length(128, least=1)]
"""The id of an event, made from its place: see `event_id`."""
EventPlace = tuple[int, str, str]
"""The place of an event among all events of an evening: its `seq`, its time and its device."""
BEGINNING: EventPlace = (0, "", "")
"""A place before all events."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The origin of an event: the time (ISO 8601, UTC) and the device."""

    at: str
    device: str = ""


_SIGNS = str.maketrans("", "", "-:TZ.+")


def event_id(seq: int, at: str, device: str) -> EventId:
    """The id of the event at a place: "12-20261128213015042-ab12cd34"."""
    return f"{seq}-{at.translate(_SIGNS)}-{device}"


def spare_names(device: str) -> Iterator[str]:
    """Yields further names of a device in ascending order, such as "ab12cd34~002"; all sort after the device's name.

    An event gets such a name if another event has its place.
    """
    return (f"{device[:60]}~{number:03}" for number in count(2))


def maker(device: DeviceName) -> str:
    """The device of an event, without the suffix of a spare name: "ab12cd34~002" gives "ab12cd34"."""
    return device.partition("~")[0]
