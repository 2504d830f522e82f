"""What a transfer file holds, as JSON Schema: for other programs that read or write such files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorepad.codec import Length, Schema
from scorepad.evening.evening import Start
from scorepad.evening.events import FARTHEST_SEQ, Event
from scorepad.history.evenings import ID
from scorepad.history.library import CODEC
from scorepad.history.migrations import EVENING_SCHEMA

from .read import FORMAT, MAX_EVENINGS, MAX_EVENTS, VERSION, FileContents


@dataclass(frozen=True, slots=True)
class _Evening:
    """An evening: how it began, and everything that happened, in any order."""

    evening: Start
    events: Annotated[tuple[Event, ...], Length(MAX_EVENTS)]


@dataclass(frozen=True, slots=True)
class _TransferFile(FileContents):
    """The evenings, players and house rules that Scorepad exports and imports.

    The checksum is of all members but itself, as JSON with sorted keys and without spaces. No number has a fraction.
    """

    evenings: Annotated[tuple[_Evening, ...], Length(MAX_EVENINGS)]


def file_schema() -> Schema:
    """The JSON Schema of the files that this version writes; it reads older ones too."""
    found = CODEC.schema(_TransferFile)
    file, start, event, hand = (
        found["$defs"][name]["properties"] for name in ("TransferFile", "Start", "Event", "Hand")
    )
    for name, value in (("format", FORMAT), ("version", VERSION), ("schema", EVENING_SCHEMA)):
        file[name] = {"const": value}
    file["checksum"]["pattern"] = "^sha256:[0-9a-f]{64}$"
    start["id"]["pattern"] = f"^{ID.pattern}$"
    event["seq"]["maximum"] = FARTHEST_SEQ
    hand["card_points"]["anyOf"][0]["multipleOf"] = 1
    return found
