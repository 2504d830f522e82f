"""Converts values of the game and of evenings to JSON documents, and back, strictly.

A document of this version has the fields of its value and no others. A field that is unknown, of the wrong type, out of
range, or missing without a default is refused, with the path to it; it is never guessed or dropped.

An event's change is an object with one field, the name of its kind: {"dealt": {…}}, {"undone": {…}}. A new kind of
event needs no change here; the next schema and its migration go into `migrations`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, get_args

from scorepad.codec import Codec, Coder, Decode, Hook, Length, Range, at
from scorepad.evening.adjustment import Adjustment, TakeOver
from scorepad.evening.deal import Amounts, Deal
from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import Change, Event
from scorepad.evening.length import AgreedLength, Day, Time
from scorepad.evening.people import MAX_PLAYERS, Person
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import HALF_POINTS_IN_DECK, CardHalfPoints, Chelem, Hand, PlayerId, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_from_data, scheme_to_data

from .errors import BadRecord
from .file_format import Document, Tables

MAX_AMOUNT = 10**12

T = TypeVar("T")


def decode(kind: type[T], document: object, codec: Codec | None = None) -> T:
    """Decodes a document to a value of type `kind`. Raises BadRecord if the document is not valid."""
    try:
        return (codec or CODEC).decode(kind, document)
    except Invalid as error:
        raise BadRecord.of(error) from None


def encode(value: object, codec: Codec | None = None) -> Document:
    """Encodes a value as a document."""
    document: Document = (codec or CODEC).encode(value)
    return document


def equal_documents(one: object, other: object) -> bool:
    """Whether two values give equal documents; the order of the members of a document does not matter."""
    return one == other or encode(one) == encode(other)


def encode_hand(hand: Hand) -> Document:
    """A hand as a document for other programs; card points are numbers such as 49 or 49.5."""
    document = encode(hand)
    whole, odd = divmod(document["half_points"], 2)
    points = {"half_points": ("card_points", whole + 0.5 if odd else whole)}
    return dict(points.get(name, (name, value)) for name, value in document.items())


def card_points(whole: Decode, halves: Decode) -> Decode:
    """Makes a decoder that reads card points (49, 49.5) and returns half points (98, 99).

    `whole` decodes an integer, and the result is doubled (49 to 98). A float is doubled first, and `halves` decodes the
    doubled number (49.5 to 99). The decoder raises Invalid for a float that is not a multiple of a half.
    """

    def read(value: Any) -> Any:
        if not isinstance(value, float):
            return 2 * whole(value)
        if not (2 * value).is_integer():  # halves of this size are exact in binary
            raise Invalid(Fault.NOT_A_HALF, value)
        return halves(int(2 * value))

    return read


def _hand(codec: Codec) -> Coder:
    """Reads and writes a hand; reads its points from `card_points` (49, 49.5) or `half_points` (98, 99).

    `scorepad.tarot.check` checks whether the hand is possible.
    """
    usual, half_points = codec.usual(Hand), codec.coder(CardHalfPoints).decode
    whole_points = codec.coder(Annotated[int, Range(0, HALF_POINTS_IN_DECK // 2)]).decode
    halved = card_points(whole_points, half_points)

    def decode(document: Any) -> Any:
        if isinstance(document, dict):
            document = dict(document)
            points, halves = document.pop("card_points", None), document.get("half_points")
            if points is not None and halves is not None:
                raise Invalid(Fault.UNEXPECTED, halves, ("half_points",))
            if points is not None:
                document["half_points"] = at("card_points", halved, points)
            elif halves is None:
                raise Invalid(Fault.MISSING, path=("card_points",))
        return usual.decode(document)

    return Coder(decode, usual.encode)


def _chelem(codec: Codec) -> Coder:
    """Reads and writes a chelem; writes null if it was neither announced nor made."""
    read, write = codec.usual(Chelem)
    return Coder(read, lambda chelem: write(chelem) if chelem else None)


def _scheme(codec: Codec) -> Coder:
    """Reads and writes a scheme, with every parameter: a later change of a default does not affect old evenings."""

    def decode(document: object) -> Scheme:
        if not isinstance(document, dict):
            raise Invalid(Fault.NOT_AN_OBJECT, document)
        return _shared(json.dumps(document))

    return Coder(decode, scheme_to_data)


@lru_cache(maxsize=64)
def _shared(document: str) -> Scheme:
    """Decodes a scheme from JSON.

    Cached, because many evenings have the same scheme, and it takes longer to decode a scheme than ten hands.
    """
    return scheme_from_data(json.loads(document))


OUTCOMES: Mapping[type, str] = MappingProxyType(
    {Hand: "hand", ThrownIn: "thrown_in", Adjustment: "adjustment", TakeOver: "take_over"}
)
"""The fields of a deal's document; exactly one of them is present."""


@dataclass(frozen=True, slots=True)
class _DealDocument:
    dealer: PlayerId
    hand: Hand | None = None
    thrown_in: ThrownIn | None = None
    adjustment: Adjustment | None = None
    take_over: TakeOver | None = None


def _deal(codec: Codec) -> Coder:
    read = codec.usual(_DealDocument).decode

    def decode(document: object) -> Deal:
        found: _DealDocument = read(document)
        outcomes = [
            (name, value) for name in OUTCOMES.values() if (value := getattr(found, name)) is not None
        ]
        if not outcomes:
            raise Invalid(Fault.MISSING, path=("hand",))
        for name, value in outcomes[1:]:
            raise Invalid(Fault.UNEXPECTED, value, (name,))
        return Deal(found.dealer, outcomes[0][1])

    def encode(deal: Deal) -> Document:
        kind = type(deal.outcome)
        return {"dealer": deal.dealer, OUTCOMES[kind]: codec.coder(kind).encode(deal.outcome)}

    return Coder(decode, encode)


def _amounts(codec: Codec) -> Coder:
    """Reads and writes amounts as an object that maps each player to an amount."""
    amount = Annotated[int, Range(-MAX_AMOUNT, MAX_AMOUNT)]
    usual = codec.coder(Annotated[Mapping[PlayerId, amount], Length(MAX_PLAYERS)])
    return Coder(lambda document: tuple(usual.decode(document).items()), dict)


_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)", re.ASCII)


def _time(codec: Codec) -> Coder:
    """Reads a time in UTC (ISO 8601), checks it, and returns the same text."""

    def decode(value: object) -> str:
        if not isinstance(value, str) or not _TIME.fullmatch(value):
            raise Invalid(Fault.NOT_A_TIME, value)
        try:
            datetime.fromisoformat(value[:19])
        except ValueError:
            raise Invalid(Fault.NOT_A_TIME, value) from None
        return value

    return Coder(decode)


def _day(codec: Codec) -> Coder:
    """Reads a calendar day (ISO 8601)."""

    def decode(value: object) -> str:
        try:
            if isinstance(value, str) and _DAY.fullmatch(value):
                return date.fromisoformat(value).isoformat()
        except ValueError:
            pass
        raise Invalid(Fault.NOT_A_TIME, value)

    return Coder(decode)


def _change(codec: Codec) -> Coder:
    names = {kind: name for name, kind in CHANGES.items()}

    def decode(document: Any) -> Any:
        if not isinstance(document, dict):
            raise Invalid(Fault.NOT_AN_OBJECT, document)
        for name in document:
            if name not in CHANGES:
                raise Invalid(Fault.UNKNOWN_FIELD, document[name], (name,))
        if len(document) != 1:
            raise Invalid(Fault.UNEXPECTED if document else Fault.MISSING, document)
        ((name, facts),) = document.items()
        return at(name, codec.coder(CHANGES[name]).decode, facts)

    return Coder(decode, lambda change: {names[type(change)]: codec.encode(change)})


CHANGES: Mapping[str, type] = MappingProxyType(
    {re.sub("(?<!^)([A-Z])", r"_\1", kind.__name__).lower(): kind for kind in get_args(Change)}
)
"""The kinds of changes by their names in documents."""

HOOKS: Mapping[Any, Hook] = MappingProxyType(
    {
        Hand: _hand,
        Chelem: _chelem,
        Scheme: _scheme,
        Deal: _deal,
        Change: _change,
        Amounts: _amounts,
        Time: _time,
        Day: _day,
    }
)
CODEC = Codec(HOOKS, sparse={Event, Person, Start, AgreedLength, *CHANGES.values()}, without={Event: {"id"}})
"""The codec for all values in the history's files."""


def encode_evening(evening: Evening) -> Tables:
    """The tables of an evening's file: `evening` with one document, and `events` with one document for each event."""
    write = CODEC.coder(Event).encode
    events = {str(number): write(event) for number, event in enumerate(evening.events, 1)}
    return {"evening": {"1": encode(evening.start)}, "events": events}


def decode_evening(tables: Mapping[str, Mapping[str, object]]) -> Evening:
    """The evening in a file's tables. Raises BadRecord if they are not valid."""
    for table in tables:
        if table not in {"evening", "events"}:
            raise BadRecord(table, Fault.UNKNOWN_FIELD)
    starts = list(tables.get("evening", {}).values())
    if len(starts) != 1:
        raise BadRecord("evening", Fault.TWICE if starts else Fault.MISSING)
    event = CODEC.coder(Event).decode
    place = "evening"
    try:
        start = CODEC.decode(Start, starts[0])
        events = []
        for number, document in tables.get("events", {}).items():
            place = f"events/{number}"
            events.append(event(document))
        place = ""
        return Evening.of(start, events)
    except Invalid as error:
        raise BadRecord.of(error, place) from None
    except RecursionError:
        raise BadRecord(place, Fault.UNEXPECTED) from None


def with_events(evening: Evening, events: Iterable[Event]) -> Evening:
    """The evening with further events. Raises BadRecord if an event contradicts the earlier ones."""
    try:
        return evening.with_events(events)
    except Invalid as error:
        raise BadRecord.of(error) from None
