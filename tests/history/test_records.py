"""Documents: everything comes back as it was, and nothing else is let in."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import fields, replace
from typing import Any

import pytest
from evenings import clock_of
from folders import AT
from hostile_documents import EVENINGS, GONE, HAND, Change, changed, event, let_in, ways
from random_evenings import driven, random_table
from sample_evenings import eventful

from scorepad.evening.evening import Start
from scorepad.evening.length import AgreedLength, Time
from scorepad.evening.people import Person
from scorepad.faults import Fault
from scorepad.history.errors import BadRecord
from scorepad.history.records import decode, decode_evening, encode_evening, encode_hand
from scorepad.tarot.hand import Hand

# -- hands -----------------------------------------------------------------------------------------


def test_half_points_stay_exact() -> None:
    sound = decode(Hand, HAND)
    for half_points in range(183):
        document = encode_hand(replace(sound, half_points=half_points))
        assert json.dumps(document["card_points"]) == f"{half_points // 2}{'.5' * (half_points % 2)}"
        assert decode(Hand, document).half_points == half_points


# -- single values ---------------------------------------------------------------------------------


def test_only_exact_times_are_read() -> None:
    for moment in (AT, "2026-11-21T20:15:00Z", "2026-02-28T00:00:00.5+00:00"):
        assert decode(Time, moment) == moment
    for wrong in ("", "2026-11-21", "2026-11-21T20:15:00", "2026-02-30T20:15:00Z", "2026-11-21T25:00:00Z", 5):
        with pytest.raises(BadRecord) as caught:
            decode(Time, wrong)
        assert caught.value.fault is Fault.NOT_A_TIME


# -- evenings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_an_evening_comes_back_as_it_was(seed: int) -> None:
    rng = random.Random(seed)
    (*_, evening) = driven(rng, random_table(rng), 40, clock_of())
    assert decode_evening(json.loads(json.dumps(encode_evening(evening)))) == evening


TABLES = [
    Change("players", {}, "players", Fault.UNKNOWN_FIELD),
    Change("session", {}, "session", Fault.UNKNOWN_FIELD),
    Change("evening", {}, "evening", Fault.MISSING),
    Change("evening/2", {}, "evening", Fault.TWICE),
]


def test_a_document_that_is_no_evening_is_refused() -> None:
    assert let_in(decode_evening, encode_evening(eventful()), [*TABLES, *EVENINGS]) == []


@pytest.mark.promise(
    "The history", "A document becomes an evening that adds up, or is refused with the place of the fault."
)
def test_an_accepted_document_is_an_evening_that_adds_up(long: bool) -> None:
    """Whatever one field is changed to, the scheme apart: refused with a reason, or an evening whose sheet adds up.

    The short run tries one in 25 of the values at each place, and each value at one in 25 of the places.
    """
    tables = encode_evening(eventful())
    values: list[object] = [GONE, None, "", "player-1", event(2), "voided", 0, 1, 2, -1, 1.5, True, [], {}]
    # Within a document, but no parameter of a scheme, no field more, and no item of a list as a whole.
    field = re.compile(r"[^/]+/[^/]+/(?!.*(scheme/|more$|\d$))")
    places = filter(field.match, ways(tables))
    for way, value in itertools.islice(itertools.product(places, values), 0, None, 1 if long else 25):
        try:
            evening = decode_evening(changed(tables, way, value))
        except BadRecord:
            continue
        assert sum(evening.sheet.totals) + sum(evening.sheet.pot) == 0
        assert evening.sheet.standings
        assert evening.dealer


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (Start, "created id length scheme seating title"),
        (Person, "guest id mark members name"),
        (AgreedLength, "deals hands until"),
    ],
)
def test_every_field_is_written(kind: Any, written: str) -> None:
    """A field added to a value is to be added to its document, with a schema number and a migration.

    The golden files show the fields of all others; of these they leave out what is not said.
    """
    assert sorted(field.name for field in fields(kind) if field.init) == written.split()
