"""Values of the game to JSON documents, and back, strictly.

A document of this version holds what is written here and nothing else: a field that is missing, unknown, of
another type or out of range is refused, with the way to it, rather than guessed or dropped. What a later
version adds comes with a schema number of its own, and a migration from the one before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

from scorepad.tarot.hand import (
    HALF_POINTS_IN_DECK,
    NO_CHELEM,
    Bid,
    Chelem,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
    ThrownIn,
)
from scorepad.tarot.scheme import Scheme, SchemeError
from scorepad.tarot.scheme_data import scheme_from_data
from scorepad.tarot.session import (
    MAX_EVER,
    MAX_NAME,
    MAX_PEOPLE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Agreed,
    Deal,
    Event,
    EventKind,
    Person,
    Seating,
    Session,
)

from .errors import BadRecord, Reason
from .storage import Migration, Tables

SCHEMA = 2
"""Of the session files that this version writes."""


def _others_may_sit_down(tables: Tables) -> Tables:
    """Schema 2 has one kind of event more, `seated`: nothing in a file of schema 1 is other than it was."""
    return tables


MIGRATIONS: Mapping[int, Migration] = MappingProxyType({1: _others_may_sit_down})
"""The tables of schema n to those of schema n + 1."""

MAX_ID = 64
MAX_TEXT = 500
MAX_MARK = 999
MAX_AMOUNT = 10**12
MAX_SEQ = 2**53
"""Beyond it, a number would not survive other readers of JSON."""

Document = dict[str, Any]
T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
Reader = Callable[[object], T]


# -- reading single values -------------------------------------------------------------------------------


def text(most: int, *, least: int = 0) -> Reader[str]:
    """Reads a text of `least` to `most` characters that can be written down in UTF-8."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not _is_utf8(value):
            raise BadRecord("", Reason.NOT_A_TEXT, value)
        if len(value) < least:
            raise BadRecord("", Reason.EMPTY, value)
        if len(value) > most:
            raise BadRecord("", Reason.TOO_LONG, len(value))
        return value

    return read


def integer(low: int, high: int) -> Reader[int]:
    """Reads a whole number from `low` to `high`."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadRecord("", Reason.NOT_A_NUMBER, value)
        if not low <= value <= high:
            raise BadRecord("", Reason.OUT_OF_RANGE, value)
        return value

    return read


def choice(kind: type[E]) -> Reader[E]:
    """Reads a member of an enumeration, by its value."""

    members = {member.value: member for member in kind}  # ten times as fast as `kind(value)`

    def read(value: object) -> E:
        if not isinstance(value, str):
            raise BadRecord("", Reason.NOT_A_TEXT, value)
        if value not in members:
            raise BadRecord("", Reason.UNKNOWN_VALUE, value)
        return members[value]

    return read


def listing(reader: Reader[T], most: int) -> Reader[tuple[T, ...]]:
    """Reads a list of at most `most` items."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise BadRecord("", Reason.NOT_A_LIST, value)
        if len(value) > most:
            raise BadRecord("", Reason.TOO_LONG, len(value))
        try:
            return tuple([reader(item) for item in value])
        except BadRecord:  # which of them is it?
            return tuple(_at(str(number), reader, item) for number, item in enumerate(value))

    return read


def _is_utf8(value: str) -> bool:
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)


def _at(where: str, reader: Reader[T], value: object) -> T:
    try:
        return reader(value)
    except BadRecord as error:
        raise error.within(where) from None


_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)", re.ASCII)


def time(value: object) -> str:
    """Reads a moment in UTC (ISO 8601), as it is written."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        raise BadRecord("", Reason.NOT_A_TIME, value)
    try:
        datetime.fromisoformat(value[:19])
    except ValueError:
        raise BadRecord("", Reason.NOT_A_TIME, value) from None
    return value


class Fields:
    """The fields of one document, each taken once; `end` refuses those that nobody took."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise BadRecord("", Reason.NOT_AN_OBJECT, value)
        self._left = dict(value)

    def required(self, name: str, reader: Reader[T]) -> T:
        """A field that has to be there."""
        if name not in self._left:
            raise BadRecord(name, Reason.MISSING)
        return _at(name, reader, self._left.pop(name))

    def optional(self, name: str, reader: Reader[T], default: T) -> T:
        """A field that may be absent, or null."""
        value = self._left.pop(name, None)
        return default if value is None else _at(name, reader, value)

    def end(self) -> None:
        """Refuses what is left."""
        for name, value in self._left.items():
            raise BadRecord(str(name), Reason.UNKNOWN_FIELD, value)


identity = text(MAX_ID, least=1)
"""Reads an id."""
mark = integer(0, MAX_MARK)
"""Reads the number of the colour and the shape beside a name."""
name = text(MAX_NAME)
"""Reads somebody's name."""
_side = choice(Side)
_amount = integer(-MAX_AMOUNT, MAX_AMOUNT)


# -- hands -----------------------------------------------------------------------------------------------


def encode_hand(hand: Hand) -> Document:
    """A hand as the document that scorepad exchanges; card points are 49, or 49.5."""
    whole, odd = divmod(hand.half_points, 2)
    return _hand_document(hand, "card_points", whole + 0.5 if odd else whole)


def _hand_document(hand: Hand, unit: str, points: float) -> Document:
    return {
        "players": list(hand.players),
        "taker": hand.taker,
        "partner": hand.partner,
        "bid": hand.bid.value,
        "bouts": hand.bouts,
        unit: points,
        "petit_au_bout": hand.petit_au_bout and hand.petit_au_bout.value,
        "poignees": [{"player": poignee.player, "size": poignee.size.value} for poignee in hand.poignees],
        "chelem": _chelem_document(hand.chelem),
        "petit_chelem": _chelem_document(hand.petit_chelem),
        "miseres": [{"player": misere.player, "kind": misere.kind.value} for misere in hand.miseres],
    }


def _chelem_document(chelem: Chelem) -> Document | None:
    if not chelem:
        return None
    return {
        "announced": chelem.announced and chelem.announced.value,
        "made": chelem.made and chelem.made.value,
    }


def decode_hand(value: object) -> Hand:
    """The hand of a document; BadRecord where it is none.

    Card points come as `card_points` (49, 49.5) or `half_points` (98, 99). What the table may leave unsaid
    (partner, petit au bout, poignées, chelems, misères) may be absent. Whether such a hand can be is for
    `scorepad.tarot.check`.
    """
    document = Fields(value)
    hand = Hand(
        players=document.required("players", _players),
        taker=document.required("taker", identity),
        partner=document.optional("partner", identity, None),
        bid=document.required("bid", _bid),
        bouts=document.required("bouts", _bouts),
        half_points=_points(document),
        petit_au_bout=document.optional("petit_au_bout", _side, None),
        poignees=document.optional("poignees", _poignees, ()),
        chelem=document.optional("chelem", _chelem, NO_CHELEM),
        petit_chelem=document.optional("petit_chelem", _chelem, NO_CHELEM),
        miseres=document.optional("miseres", _miseres, ()),
    )
    document.end()
    return hand


def _points(document: Fields) -> int:
    half_points = document.optional("half_points", _half_points, None)
    from_card_points = document.optional("card_points", _card_points, None)
    if half_points is not None and from_card_points is not None:
        raise BadRecord("half_points", Reason.UNEXPECTED, half_points)
    found = from_card_points if half_points is None else half_points
    if found is None:
        raise BadRecord("card_points", Reason.MISSING)
    return found


def _card_points(value: object) -> int:
    if isinstance(value, float):
        doubled = 2 * value  # exact in binary, as are all halves of this size
        if not doubled.is_integer():
            raise BadRecord("", Reason.NOT_A_HALF, value)
        return _half_points(int(doubled))
    return 2 * _whole_points(value)


def _read_poignee(value: object) -> Poignee:
    document = Fields(value)
    poignee = Poignee(document.required("player", identity), document.required("size", _size))
    document.end()
    return poignee


def _read_misere(value: object) -> Misere:
    document = Fields(value)
    misere = Misere(document.required("player", identity), document.required("kind", _misere_kind))
    document.end()
    return misere


def _chelem(value: object) -> Chelem:
    document = Fields(value)
    chelem = Chelem(document.optional("announced", _side, None), document.optional("made", _side, None))
    document.end()
    return chelem


_players = listing(identity, MAX_PLAYERS)
_bid = choice(Bid)
_bouts = integer(0, 3)
_half_points = integer(0, HALF_POINTS_IN_DECK)
_whole_points = integer(0, HALF_POINTS_IN_DECK // 2)
_size = choice(PoigneeSize)
_misere_kind = choice(MisereKind)
_poignees = listing(_read_poignee, 2 * MAX_PLAYERS)
_miseres = listing(_read_misere, 2 * MAX_PLAYERS)


# -- schemes ---------------------------------------------------------------------------------------------


def encode_scheme(scheme: Scheme) -> Document:
    """A scheme with every parameter written out: a default that changes later changes no old session."""
    document = _plain(scheme)
    assert isinstance(document, dict)
    return document


def _plain(value: object) -> Any:
    if is_dataclass(value):
        items = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {key: _plain(item) for key, item in items if item is not None}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, StrEnum) else value


def decode_scheme(value: object) -> Scheme:
    """The scheme of a document; BadRecord where it is none."""
    if not isinstance(value, dict):
        raise BadRecord("", Reason.NOT_AN_OBJECT, value)
    return _scheme(json.dumps(value))


@lru_cache(maxsize=64)
def _scheme(document: str) -> Scheme:
    """Sessions share their schemes, and a scheme takes longer to read than ten hands."""
    try:
        return scheme_from_data(json.loads(document))
    except SchemeError as error:
        raise BadRecord(error.path.replace(".", "/"), Reason.SCHEME, error.reason) from None


# -- events ----------------------------------------------------------------------------------------------


def encode_event(event: Event) -> Document:
    """An event as a document; what it has not is absent."""
    deal, agreed = event.deal, event.agreed
    document = {
        "id": event.id,
        "seq": event.seq,
        "at": event.at,
        "device": event.device,
        "kind": event.kind.value,
        "entry": event.entry,
        "supersedes": event.supersedes,
        "settles": list(event.settles) or None,
        "undoes": event.undoes,
        "reason": event.reason or None,
        "deal": deal and _deal_document(deal),
        "agreed": agreed and {"payments": dict(agreed.payments), "unit": agreed.unit},
        "scheme": event.scheme and encode_scheme(event.scheme),
        "seating": event.seating and _seating_document(event.seating),
    }
    return {key: value for key, value in document.items() if value is not None}


def _deal_document(deal: Deal) -> Document:
    if isinstance(deal.outcome, ThrownIn):
        return {"dealer": deal.dealer, "thrown_in": deal.outcome.value}
    hand = _hand_document(deal.outcome, "half_points", deal.outcome.half_points)
    return {"dealer": deal.dealer, "hand": hand}


def _seating_document(seating: Seating) -> Document:
    people = [encode_person(person) for person in seating.people]
    return {"people": people, "seats": seating.seats, "dealer": seating.dealer}


def decode_event(value: object) -> Event:
    """The event of a document; BadRecord where it is none."""
    document = Fields(value)
    facts: dict[str, Any] = {
        "id": document.required("id", identity),
        "seq": document.required("seq", _seq),
        "at": document.required("at", time),
        "device": document.required("device", _device),
        "kind": document.required("kind", _kind),
        "entry": document.optional("entry", identity, None),
        "supersedes": document.optional("supersedes", identity, None),
        "settles": document.optional("settles", _settles, _NONE),
        "undoes": document.optional("undoes", identity, None),
        "reason": document.optional("reason", _reason, ""),
        "deal": document.optional("deal", _deal, None),
        "agreed": document.optional("agreed", _agreed, None),
        "scheme": document.optional("scheme", decode_scheme, None),
        "seating": document.optional("seating", _seating, None),
    }
    document.end()
    return _built(lambda: Event(**facts))


def _built(build: Callable[[], T]) -> T:
    try:
        return build()
    except ValueError as error:
        raise BadRecord("", Reason.CONTRADICTION, str(error)) from None


def _deal(value: object) -> Deal:
    document = Fields(value)
    dealer = document.required("dealer", identity)
    hand = document.optional("hand", decode_hand, None)
    thrown_in = document.optional("thrown_in", _thrown_in, None)
    document.end()
    if hand is not None and thrown_in is not None:
        raise BadRecord("thrown_in", Reason.UNEXPECTED, thrown_in)
    outcome = hand or thrown_in
    if outcome is None:
        raise BadRecord("hand", Reason.MISSING)
    return Deal(dealer, outcome)


def _seating(value: object) -> Seating:
    document = Fields(value)
    facts: dict[str, Any] = {
        "people": document.required("people", _people),
        "seats": document.required("seats", _seats),
        "dealer": document.required("dealer", identity),
    }
    document.end()
    return _built(lambda: Seating(**facts))


def _agreed(value: object) -> Agreed:
    document = Fields(value)
    agreed = Agreed(document.required("payments", _payments), document.required("unit", _unit))
    document.end()
    return agreed


def _payments(value: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise BadRecord("", Reason.NOT_AN_OBJECT, value)
    if len(value) > MAX_PLAYERS:
        raise BadRecord("", Reason.TOO_LONG, len(value))
    return tuple((identity(player), _at(player, _amount, amount)) for player, amount in value.items())


_seq = integer(1, MAX_SEQ)
_NONE: tuple[str, ...] = ()
_settles = listing(identity, 100)
_device = text(MAX_ID)
_kind = choice(EventKind)
_reason = text(MAX_TEXT)
_thrown_in = choice(ThrownIn)
_unit = integer(1, 100)


# -- sessions --------------------------------------------------------------------------------------------


def encode_person(person: Person) -> Document:
    """A person as a document."""
    return {"id": person.id, "name": person.name, "mark": person.mark}


def decode_person(value: object) -> Person:
    """The person of a document; BadRecord where it is none."""
    document = Fields(value)
    person = Person(
        document.required("id", identity), document.required("name", name), document.required("mark", mark)
    )
    document.end()
    return person


def encode_session(session: Session) -> Tables:
    """A session as the tables of its file: `session` with one document, `events` with one each."""
    header = {
        "id": session.id,
        "created": session.created,
        "name": session.name,
        "people": [encode_person(person) for person in session.beginning.people],
        "seats": session.seats,
        "first_dealer": session.first_dealer,
        "scheme": encode_scheme(session.scheme),
    }
    events = {str(number): encode_event(event) for number, event in enumerate(session.events, 1)}
    return {"session": {"1": header}, "events": events}


def decode_session(tables: Mapping[str, Mapping[str, object]]) -> Session:
    """The session of a file's tables, of which the fold is sure to work; BadRecord where they are none."""
    for table in tables:
        if table not in {"session", "events"}:
            raise BadRecord(table, Reason.UNKNOWN_FIELD)
    headers = list(tables.get("session", {}).values())
    if len(headers) != 1:
        raise BadRecord("session", Reason.TWICE if headers else Reason.MISSING)
    events = tuple(
        _at(f"events/{number}", decode_event, document)
        for number, document in tables.get("events", {}).items()
    )
    empty = _at("session", _decode_header, headers[0])
    check_events(empty, events)
    return with_events(empty, events)


def with_events(session: Session, events: tuple[Event, ...]) -> Session:
    """The session with these events in place of its own; BadRecord where they cannot be together."""
    try:
        return replace(session, events=events)
    except ValueError as error:
        raise BadRecord("events", Reason.CONTRADICTION, str(error)) from None


def _decode_header(value: object) -> Session:
    document = Fields(value)
    facts: dict[str, Any] = {
        "id": document.required("id", identity),
        "created": document.required("created", time),
        "name": document.required("name", _title),
        "people": document.required("people", _people),
        "seats": document.required("seats", _seats),
        "first_dealer": document.required("first_dealer", identity),
        "scheme": document.required("scheme", decode_scheme),
    }
    document.end()
    return _built(lambda: Session(**facts))


_people = listing(decode_person, MAX_PEOPLE)
_seats = integer(MIN_PLAYERS, MAX_PLAYERS)
_title = text(MAX_TEXT)


def check_events(session: Session, events: Iterable[Event], known: Collection[Event] = ()) -> None:
    """Refuses events that the fold of a session could not take beside those that it has; raises BadRecord.

    Everybody named is at the table, every reference leads to an earlier event of the same deal, and nothing
    happens to a deal that was never recorded.
    """
    people = {person.id: person for person in session.people}
    people |= {person.id: person for event in known if event.seating for person in event.seating.people}
    before = {event.id: event for event in known}
    dealt = {event.entry for event in known if event.deal is not None}
    for event in sorted(events, key=lambda event: event.order):
        try:
            _check_references(event, before)
            if event.seating is not None:
                _check_seating(event.seating, people)
            if event.deal is not None:
                _check_deal(event.deal, people)
                dealt.add(event.entry)
            elif event.entry is not None and event.entry not in dealt:
                raise BadRecord("entry", Reason.NO_DEAL, event.entry)
        except BadRecord as error:
            raise error.within(f"event {event.id}") from None
        before[event.id] = event


def _check_references(event: Event, before: Mapping[str, Event]) -> None:
    if event.id in before:
        raise BadRecord("id", Reason.TWICE, event.id)
    replaced = event.settles if event.supersedes is None else (event.supersedes, *event.settles)
    for other in replaced:
        if other not in before or before[other].entry != event.entry:
            raise BadRecord("supersedes", Reason.UNKNOWN_EVENT, other)
    if event.undoes is not None and event.undoes not in before:
        raise BadRecord("undoes", Reason.UNKNOWN_EVENT, event.undoes)


def _check_seating(seating: Seating, people: dict[str, Person]) -> None:
    """Adds those who come new to those who are known."""
    for person in seating.people:
        if people.setdefault(person.id, person) != person:
            raise BadRecord("seating/people", Reason.CONTRADICTION, person.id)
    if len(people) > MAX_EVER:
        raise BadRecord("seating/people", Reason.TOO_LONG, len(people))


def _check_deal(deal: Deal, people: Mapping[str, Person]) -> None:
    if deal.dealer not in people:
        raise BadRecord("deal/dealer", Reason.STRANGER, deal.dealer)
    if isinstance(deal.outcome, ThrownIn):
        return
    hand = deal.outcome
    players = set(hand.players)
    if len(players) < len(hand.players) or len(players) < 2:
        raise BadRecord("deal/hand/players", Reason.TWICE, hand.players)
    if not players <= people.keys():
        raise BadRecord("deal/hand/players", Reason.STRANGER, hand.players)
    named = {hand.taker, *(poignee.player for poignee in hand.poignees), *(m.player for m in hand.miseres)}
    if hand.partner is not None:
        if hand.partner == hand.taker:
            raise BadRecord("deal/hand/partner", Reason.TWICE, hand.partner)
        named.add(hand.partner)
    if not named <= players:
        raise BadRecord("deal/hand", Reason.STRANGER, sorted(named - players))
