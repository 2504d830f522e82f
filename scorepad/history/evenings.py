"""Evenings to the documents of their files, and back, strictly.

An event's change is an object of one field, which says its kind: {"dealt": {…}}, {"undone": {…}}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

from scorepad.codec import Codec, Coder, Fault, Hook, Invalid, at
from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import Amounts, Change, Deal, Event
from scorepad.evening.people import Person
from scorepad.tarot import session as earlier
from scorepad.tarot.length import AgreedLength

from . import records
from .errors import BadRecord, Reason
from .migrations import Document, Tables

KINDS: Mapping[str, type] = MappingProxyType(
    {re.sub("(?<!^)([A-Z])", r"_\1", kind.__name__).lower(): kind for kind in get_args(Change)}
)
"""The changes by the names that they have in documents."""


def _change(codec: Codec) -> Coder:
    names = {kind: name for name, kind in KINDS.items()}

    def decode(document: Any) -> Any:
        if not isinstance(document, dict):
            raise Invalid(Fault.NOT_AN_OBJECT, document)
        for name in document:
            if name not in KINDS:
                raise Invalid(Fault.UNKNOWN_FIELD, document[name], (name,))
        if len(document) != 1:
            raise Invalid(Reason.UNEXPECTED if document else Fault.MISSING, document)
        ((name, facts),) = document.items()
        return at(name, codec.coder(KINDS[name]).decode, facts)

    return Coder(decode, lambda change: {names[type(change)]: codec.encode(change)})


def _deal(codec: Codec) -> Coder:
    """The outcome is in the field of its kind, as in earlier schemas."""
    read = codec.coder(earlier.Deal).decode

    def decode(document: Any) -> Any:
        found = read(document)
        return Deal(found.dealer, found.outcome)

    def encode(deal: Deal) -> Document:
        return {"dealer": deal.dealer, records.OUTCOMES[type(deal.outcome)]: codec.encode(deal.outcome)}

    return Coder(decode, encode)


HOOKS: Mapping[Any, Hook] = MappingProxyType(
    {
        **{
            kind: hook for kind, hook in records.HOOKS.items() if kind not in (earlier.Event, earlier.Session)
        },
        Amounts: records.HOOKS[earlier.Amounts],
        Change: _change,
        Deal: _deal,
    }
)
CODEC = Codec(HOOKS, sparse={Event, Person, Start, AgreedLength, *KINDS.values()})


def encode_evening(evening: Evening) -> Tables:
    """An evening as the tables of its file: `evening` with one document, `events` with one each."""
    events = {str(number): CODEC.encode(event) for number, event in enumerate(evening.events, 1)}
    return {"evening": {"1": CODEC.encode(evening.start)}, "events": events}


def decode_evening(tables: Mapping[str, Mapping[str, object]]) -> Evening:
    """The evening of a file's tables; BadRecord where they are none."""
    for table in tables:
        if table not in {"evening", "events"}:
            raise BadRecord(table, Reason.UNKNOWN_FIELD)
    starts = list(tables.get("evening", {}).values())
    if len(starts) != 1:
        raise BadRecord("evening", Reason.TWICE if starts else Reason.MISSING)
    place = "evening"
    try:
        start = CODEC.decode(Start, starts[0])
        events = []
        for number, document in tables.get("events", {}).items():
            place = f"events/{number}"
            events.append(CODEC.decode(Event, document))
        place = ""
        return Evening.of(start, events)
    except Invalid as error:
        raise BadRecord.of(error, place) from None
