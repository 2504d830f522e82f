"""Files from elsewhere: those that are not as we write them are refused, and nothing changes."""

from __future__ import annotations

import json
import random
import re
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from folders import files
from golden_files import golden_file, newest_transfer
from hostile_documents import GONE, HAND, TEXTS, changed, ways

from scorepad.evening.evening import Start
from scorepad.evening.event_place import MAX_NEW_SEQ
from scorepad.evening.events import Event
from scorepad.faults import Fault
from scorepad.history import BadRecord, History, Player, Refusal, Refused, transfer
from scorepad.history.library import CODEC, Merged
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.records import decode, encode
from scorepad.history.transfer import preview_import
from scorepad.history.transfer.read import MAX_EVENTS, VERSION, checksum
from scorepad.tarot.scheme import Scheme

EVENTFUL: dict[str, Any] = json.loads(newest_transfer())
"""The golden file, of an evening in which everything that can happen has happened."""


def signed(document: dict[str, Any]) -> bytes:
    """A file of that content, its checksum right."""
    return json.dumps(document | {"checksum": checksum(document)}).encode()


def refusal(raw: bytes, history: History) -> Refused:
    before = files(history.folder)
    with pytest.raises(Refused) as caught:
        preview_import(raw, history)
    assert files(history.folder) == before
    return caught.value


def nested(depth: int) -> bytes:
    return b'{"format": "scorepad transfer", "x": ' + b"[" * depth + b"]" * depth + b"}"


def header(rest: bytes) -> bytes:
    return b'{"format": "scorepad transfer", ' + rest


NO_FILE_OF_OURS = [
    (b'{"games": [{"players": ["A"], "scores": [1]}]}', Refusal.FOREIGN),
    (b'{"format": ["scorepad transfer"]}', Refusal.FOREIGN),
    (header(b'"format": "scorepad transfer"}'), Refusal.TWICE),
    *[
        (header(b'"version": %s}' % version), Refusal.RECORD)
        for version in (b"NaN", b"Infinity", b"1e999", b"1.0", b"true", b"0")
    ],
    (header(b'"version": %d, "schema": 1}' % (VERSION + 1)), Refusal.TOO_NEW),
    (header(b'"version": 1, "schema": %d}' % (EVENING_SCHEMA + 1)), Refusal.TOO_NEW),
    (header(b'"version": ' + b"9" * 4000 + b"}"), Refusal.TOO_NEW),
    (header(b'"version": ' + b"9" * 5000 + b"}"), Refusal.NOT_JSON),
    (header(b'"version": 1, "schema": 1}'), Refusal.CHECKSUM),
    (header(b'"version": 1, "schema": 1, "x": "\\ud800"}'), Refusal.NOT_JSON),
    (nested(23), Refusal.RECORD),
    (nested(400_000), Refusal.TOO_DEEP),
    (b"[" * 2_000_000, Refusal.TOO_MANY),
    (b"]" * 2_000_000, Refusal.NOT_JSON),
    (b"[0" + b",0" * 5_000_000 + b"]", Refusal.FOREIGN),
    (b'"' + b'\\"' * 1_000_000, Refusal.NOT_JSON),
    (b" " * (transfer.LIMIT + 1), Refusal.TOO_LARGE),
]


@pytest.mark.promise(
    "Import and export between devices", "A foreign file is refused with the reason, and nothing changes."
)
@pytest.mark.parametrize(("raw", "expected"), NO_FILE_OF_OURS, ids=range(len(NO_FILE_OF_OURS)))
def test_a_foreign_file_is_refused(history: History, raw: bytes, expected: Refusal) -> None:
    began = time.perf_counter()
    assert refusal(raw, history).refusal is expected
    assert time.perf_counter() - began < 10


def test_a_document_that_is_no_object_is_refused(history: History) -> None:
    refusals = {
        Fault.NOT_JSON: {Refusal.NOT_JSON, Refusal.TOO_DEEP},
        Fault.NOT_AN_OBJECT: {Refusal.FOREIGN},
        Fault.TWICE: {Refusal.TWICE},
    }
    for text in TEXTS:
        assert refusal(text.raw, history).refusal in refusals[text.fault], text


EVENT = "evenings/0/events/0"
HOSTILE: dict[str, tuple[str, object]] = {
    "something more": ("more", 1),
    "no time": ("exported", "yesterday"),
    "no list of evenings": ("evenings", {}),
    "an evening without events": ("evenings/0/events", GONE),
    "half a card point": (f"{EVENT}/change/dealt/deal/hand", HAND | {"card_points": 49.5}),
    "a foreign field of an evening": ("evenings/0/surprise", 1),
    "a foreign field of a player": ("players/0/surprise", 1),
    "no evening": ("evenings/0", 7),
    "a way out": ("evenings/0/evening/id", "../x"),
    "a way out of Windows": ("evenings/0/evening/id", "..\\..\\x"),
    "a device of Windows": ("evenings/0/evening/id", "con"),
    "an id of nothing": ("evenings/0/evening/id", "a\u0000"),
    "a number near the last": (f"{EVENT}/seq", MAX_NEW_SEQ + 1),
    "payments to a stranger": (f"{EVENT}/change/dealt/agreed/payments", {"nobody": 1}),
    "merged into nothing": ("merged", [{"player": 1}]),
    "a device that is none": ("device", {}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_record_of_another_form_is_refused(history: History, name: str) -> None:
    found = refusal(signed(changed(EVENTFUL, *HOSTILE[name])), history)
    assert found.refusal is Refusal.RECORD
    assert found.where


VALUES: list[object] = [GONE, None, "", "x" * 501, -1, 0, 1, 2**60, 1.5, True, [], {}, ["x"], {"x": 1}]


def keeps(written: Any, found: Any) -> bool:
    """Whether a document that was written anew has each value of the one that was found; null says nothing."""
    if isinstance(found, dict) and isinstance(written, dict):
        return all(keeps(written.get(name), item) for name, item in found.items())
    if isinstance(found, list) and isinstance(written, list):
        return len(found) == len(written) and all(map(keeps, written, found))
    left_out = written is None and not found
    return found is None or left_out or (type(written), written) == (type(found), found)


@pytest.mark.promise(
    "Import and export between devices",
    "A value that does not belong in a document is refused, and never dropped or changed.",
)
def test_a_document_with_another_value_is_refused_or_keeps_it(long: bool) -> None:
    """Every value of the documents of a file, once at each kind of place; the short run tries 500 changes."""
    (evening,) = EVENTFUL["evenings"]
    kinds = {Event: evening["events"], Player: EVENTFUL["players"], Merged: EVENTFUL["merged"]}
    kinds |= {Start: [evening["evening"]], Scheme: EVENTFUL["schemes"]}
    places = {
        (kind, re.sub(r"\d+", "0", way)): (document, way)
        for kind, documents in kinds.items()
        for document in documents
        for way in ways(document)
    }
    assert len(places) > 300
    changes = [
        (kind, document, way, value)
        for ((kind, _), (document, way)), value in product(places.items(), VALUES)
        if not (value is GONE and (way.endswith("more") or way.split("/")[-1].isdigit()))
    ]
    wrong = []
    for kind, document, way, value in changes if long else random.Random(1).sample(changes, 500):
        found = changed(document, way, value)
        with suppress(BadRecord):
            if not keeps(encode(decode(kind, found, CODEC), CODEC), found):
                wrong.append(f"{kind.__name__} {way}: {value!r:.30}")
    assert wrong == []


@pytest.mark.parametrize(
    ("way", "value", "where", "reason"),
    [
        ("evenings", [], "sessions", Fault.UNKNOWN_FIELD),
        ("sessions/0/session", 7, "evenings/0/schema 4", Fault.MIGRATION),
        ("sessions/0/session/id", "../../library", "evenings/0/evening/id", Fault.NOT_A_NAME),
        (
            "sessions/0/events/0/deal/hand/taker",
            7,
            "evenings/0/events/1/change/dealt/deal/hand/taker",
            Fault.NOT_A_TEXT,
        ),
    ],
)
def test_a_document_that_no_earlier_version_wrote_is_refused(
    history: History, way: str, value: object, where: str, reason: Fault
) -> None:
    document = json.loads(golden_file("transfer", 4).read_bytes())
    found = refusal(signed(changed(document, way, value)), history)
    assert found.refusal == Refusal.RECORD
    assert found.where == where
    assert found.value == reason


def test_a_document_that_is_too_large_is_refused(history: History, tmp_path: Path) -> None:
    for field in ("players", "evenings"):
        twice = changed(EVENTFUL, field, 2 * EVENTFUL[field])
        assert refusal(signed(twice), history).refusal is Refusal.TWICE
    events = EVENTFUL["evenings"][0]["events"][:1] * (MAX_EVENTS + 1)
    found = refusal(signed(changed(EVENTFUL, "evenings/0/events", events)), history)
    assert (found.where, found.value) == ("evenings/0/events", Fault.TOO_LONG)
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(10 * 2**30)
    with pytest.raises(Refused) as caught:
        transfer.read_file(path)
    assert (caught.value.refusal, caught.value.value) == (Refusal.TOO_LARGE, 10 * 2**30)


def test_a_file_damaged_on_its_way_is_refused(history: History, long: bool) -> None:
    rng, raw, times, accepted = random.Random(2), newest_transfer(), 5000 if long else 100, 0
    truth, before = preview_import(raw, history), files(history.folder)
    for _ in range(times):
        damaged = bytearray(raw)
        for _ in range(rng.choice([1, 1, 3, 20])):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        with suppress(Refused):
            assert preview_import(bytes(damaged), history) == truth, "one kind of space for another"
            accepted += 1
        assert files(history.folder) == before
    assert accepted <= times / 25
