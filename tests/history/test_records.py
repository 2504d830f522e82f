"""Documents: everything comes back as it was, and nothing else is let in."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import fields, replace
from typing import Any

import hostile_documents
import pytest
from history_samples import AT, FFT, eventful, new_evening, stamps
from hostile_documents import EVENINGS, GONE, Change, changed, let_in
from hypothesis import given
from hypothesis import strategies as st
from random_evenings import Clock, begun, driven

from scorepad.evening.adjustment import TakeOver
from scorepad.evening.evening import Start
from scorepad.evening.events import (
    Agreed,
    Deal,
    Dealt,
    Ended,
    Event,
    LengthAgreed,
    Noted,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    TakenOver,
    Undone,
)
from scorepad.evening.length import OPEN, AgreedLength, Time
from scorepad.evening.money import Rate
from scorepad.evening.people import NewName, Person, Seating
from scorepad.history.errors import BadRecord, Reason
from scorepad.history.records import (
    CHANGES,
    decode,
    decode_evening,
    encode,
    encode_evening,
    encode_hand,
    with_events,
)
from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, Poignee, PoigneeSize, Side
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes

HAND = Hand(
    players=("A", "B", "C", "D"),
    taker="A",
    bid=Bid.GARDE,
    bouts=2,
    half_points=98,
    petit_au_bout=Side.TAKER,
    poignees=(Poignee("A", PoigneeSize.SINGLE),),
    chelem=Chelem(announced=Side.TAKER),
    miseres=(Misere("B", MisereKind.NO_TRUMPS),),
)
SEATING = Seating(tuple(Person(p, p.lower(), mark) for mark, p in enumerate("BCDA")), 3, "C")
DOCUMENT = (
    '{"players":["A","B","C","D"],"taker":"A","partner":null,"called":null,"found":null,"bid":"garde","bouts":2,"card_points":49,'
    '"petit_au_bout":"taker","poignees":[{"player":"A","size":"single"}],'
    '"chelem":{"announced":"taker","made":null},"petit_chelem":null,'
    '"miseres":[{"player":"B","kind":"no_trumps"}]}'
)


ids = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)


# -- hands -----------------------------------------------------------------------------------------


def test_the_document_of_a_hand_is_pinned() -> None:
    assert json.dumps(encode_hand(HAND), separators=(",", ":")) == DOCUMENT
    assert decode(Hand, json.loads(DOCUMENT)) == HAND
    assert decode(Hand, json.loads(DOCUMENT.replace('"called":null,"found":null,', ""))) == HAND, "as before"


@given(st.integers(0, 182))
def test_half_points_stay_exact(half_points: int) -> None:
    document = encode_hand(replace(HAND, half_points=half_points))
    assert document["card_points"] * 2 == half_points
    assert isinstance(document["card_points"], float) == bool(half_points % 2)
    assert decode(Hand, document).half_points == half_points
    del document["card_points"]
    assert decode(Hand, document | {"half_points": half_points}).half_points == half_points


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        (float("nan"), Reason.NOT_A_HALF),
        (float("inf"), Reason.NOT_A_HALF),
        (1e300, Reason.OUT_OF_RANGE),
    ],
)
def test_card_points_beyond_all_numbers(points: float, reason: Reason) -> None:
    with pytest.raises(BadRecord) as caught:
        decode(Hand, encode_hand(HAND) | {"card_points": points})
    assert (caught.value.where, caught.value.reason) == ("card_points", reason)


def test_what_may_stay_unsaid() -> None:
    least = {"players": ["A", "B", "C"], "taker": "A", "bid": "petite", "bouts": 0, "half_points": 111}
    assert decode(Hand, least) == Hand(
        players=("A", "B", "C"), taker="A", bid=Bid.PETITE, bouts=0, half_points=111
    )


def test_what_is_no_hand() -> None:
    sound = hostile_documents.HAND
    assert decode(Hand, sound)
    assert let_in(lambda document: decode(Hand, document), sound, hostile_documents.HANDS) == []


# -- single values ---------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", [AT, "2026-11-21T20:15:00Z", "2026-02-28T00:00:00.5+00:00"])
def test_times(moment: str) -> None:
    assert decode(Time, moment) == moment


@pytest.mark.parametrize(
    "moment",
    [
        *["", "2026-11-21", "2026-11-21T20:15:00", "2026-02-30T20:15:00Z", "2026-11-21T25:00:00Z"],
        *["yesterday", 5, None],
    ],
)
def test_what_is_no_time(moment: object) -> None:
    with pytest.raises(BadRecord) as caught:
        decode(Time, moment)
    assert caught.value.reason is Reason.NOT_A_TIME


def test_where_leads_to_the_value() -> None:
    error = BadRecord("", Reason.EMPTY, "").within("name").within("people/2")
    assert (error.where, error.reason, error.value) == ("people/2/name", Reason.EMPTY, "")
    with pytest.raises(BadRecord, match="unknown_field"):
        decode(Chelem, {"x": 1})


# -- schemes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", shipped_schemes().values(), ids=str)
def test_a_scheme_is_written_out_whole(scheme: Any) -> None:
    document = encode(scheme)
    assert decode(Scheme, json.loads(json.dumps(document))) == scheme
    assert document["rounding"]["step"] == scheme.rounding.step, "defaults are written too"
    assert document["table"]["split"] == scheme.table.split.value


def test_what_is_no_scheme() -> None:
    sound = hostile_documents.SCHEME
    assert decode(Scheme, sound) == FFT
    assert let_in(lambda document: decode(Scheme, document), sound, hostile_documents.SCHEMES) == []


# -- evenings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_an_evening_comes_back_as_it_was(seed: int) -> None:
    rng = random.Random(seed)
    (*_, evening) = driven(rng, begun(rng), 40, Clock())
    assert decode_evening(json.loads(json.dumps(encode_evening(evening)))) == evening


def test_everything_that_can_happen_comes_back() -> None:
    evening = eventful()
    tables = json.loads(json.dumps(encode_evening(evening)))
    assert decode_evening(tables) == evening
    assert {type(event.change) for event in evening.events} == set(CHANGES.values())
    assert not re.search(r"[^\w:.-]\d+\.\d", json.dumps(tables["events"])), "no file holds a float"


def test_a_length_comes_back() -> None:
    for length in (AgreedLength(deals=3), AgreedLength(until="2026-11-21T23:00:00.000Z")):
        evening = new_evening(length=length).add(LengthAgreed(OPEN), stamps()())
        read = decode_evening(json.loads(json.dumps(encode_evening(evening))))
        assert (read, read.start.length) == (evening, length)


TABLES = [
    Change("players", {}, "players", Reason.UNKNOWN_FIELD),
    Change("session", {}, "session", Reason.UNKNOWN_FIELD),
    Change("evening", {}, "evening", Reason.MISSING),
    Change("evening/2", {}, "evening", Reason.TWICE),
]


def test_what_is_no_evening() -> None:
    assert let_in(decode_evening, encode_evening(eventful()), [*TABLES, *EVENINGS]) == []


def test_what_is_let_in_can_be_folded(long: bool) -> None:
    """Whatever one field is changed to: refused with a reason, or an evening whose sheet adds up.

    The short run tries a ninth of the values at each place, and each value at a ninth of the places.
    """
    tables = encode_evening(eventful())
    values: list[object] = [GONE, None, "", "player-1", "event-2", "voided", 0, 1, 2, -1, 1.5, True, [], {}]
    for way, value in itertools.islice(itertools.product(ways(tables), values), 0, None, 1 if long else 9):
        try:
            evening = decode_evening(changed(tables, way, value))
        except BadRecord:
            continue
        assert sum(evening.sheet.totals) + sum(evening.sheet.pot) == 0
        assert evening.sheet.standings
        assert evening.dealer


def ways(place: Any, before: str = "") -> list[str]:
    """The way to every value of some tables, the scheme's apart."""
    if before.endswith("/scheme"):
        return [before]
    items = enumerate(place) if isinstance(place, list) else place.items() if isinstance(place, dict) else ()
    below = [way for name, item in items for way in ways(item, f"{before}/{name}" if before else str(name))]
    return [before, *below] if before.count("/") > 1 and not before.endswith(tuple("0123456789")) else below


DEAL = Deal("A", HAND)
texts = st.text(st.characters(codec="utf-8"), max_size=9)
CHANGED = st.one_of(
    st.builds(
        Dealt,
        entry=ids,
        deal=st.none() | st.just(DEAL),
        replaces=st.lists(ids, max_size=3).map(tuple),
        agreed=st.none() | st.just(Agreed((("B", -5), ("A", 5)), 2)),
    ),
    st.just(TakenOver(TakeOver("E", "A"), SEATING)),
    st.just(Seated(SEATING)),
    st.builds(Renamed, texts, st.lists(st.builds(NewName, ids, texts), max_size=1).map(tuple)),
    st.builds(RulesChanged, st.just(FFT), st.booleans(), st.none() | st.just(AgreedLength(hands=20))),
    st.builds(Noted, texts, st.none() | ids),
    st.builds(LengthAgreed, st.builds(AgreedLength, hands=st.integers(0, 999))),
    st.just(RateAgreed(Rate(cents=250, currency="CHF", step=5))),
    st.builds(Ended, st.booleans()),
    st.builds(Undone, ids, st.booleans()),
)


@given(
    st.builds(
        Event,
        id=ids,
        seq=st.integers(1, 2**53),
        at=st.datetimes().map(lambda moment: moment.isoformat(timespec="milliseconds") + "Z"),
        device=texts,
        change=CHANGED,
        reason=texts,
    )
)
def test_an_event_comes_back(event: Event) -> None:
    assert decode(Event, json.loads(json.dumps(encode(event)))) == event


def test_a_striking_out_of_nothing_is_refused() -> None:
    event = Event(id="1", seq=1, at=AT, device="", change=Dealt("none"))
    with pytest.raises(BadRecord) as caught:
        with_events(new_evening(), [event])
    assert (caught.value.where, caught.value.reason) == ("event 1/entry", Reason.NO_DEAL)


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (Start, "created id length scheme seating title"),
        (Event, "at change device id reason seq"),
        *zip(
            CHANGES.values(),
            (
                *("agreed deal entry replaces", "score seating", "seating", "people title"),
                *("from_now length scheme", "entry note", "length", "rate", "over", "event redone"),
            ),
            strict=True,
        ),
        (Person, "guest id mark members name"),
        (Seating, "dealer people seats"),
        (Deal, "dealer outcome"),
        (Agreed, "payments unit"),
        (AgreedLength, "deals hands until"),
        (Rate, "cents currency points step"),
        (
            Hand,
            "bid bouts called chelem found half_points miseres partner petit_au_bout petit_chelem players "
            "poignees taker",
        ),
        (Chelem, "announced made"),
        (Poignee, "player size"),
        (Misere, "kind player"),
    ],
)
def test_every_field_is_written(kind: Any, written: str) -> None:
    """A field added to a value is to be added to its document, with a schema number and a migration."""
    assert sorted(field.name for field in fields(kind) if field.init) == written.split()
