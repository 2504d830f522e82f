"""Evenings of earlier schemas, whatever stands in them: each becomes one of this schema, or is refused, at once."""

from __future__ import annotations

import json
import random
import time
from contextlib import suppress
from typing import Any

import pytest
from golden_files import golden_file
from hostile_documents import changed

from scorepad.history import BadRecord
from scorepad.history.file_format import migrated
from scorepad.history.migrations import MIGRATIONS, reinterprets_undos
from scorepad.history.records import decode_evening

OLD: dict[str, Any] = json.loads(golden_file("transfer", 4).read_bytes())["sessions"][0]
DEAL = OLD["events"][0]["deal"]
START = changed(changed(OLD["session"], "id", "old"), "name", "")
KINDS = ("recorded", "corrected", "voided", "restored", "noted", "finished")


def tables(events: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {"session": {"1": START}, "events": {str(n): each for n, each in enumerate(events, 1)}}


def event(number: int, id_: str, **facts: Any) -> dict[str, Any]:
    at = {"id": id_, "seq": number, "at": "2026-11-21T20:00:00.000Z", "device": "x", "kind": "recorded"}
    return at | {"entry": id_, "deal": DEAL, "note": ""} | facts


def chain(kind: str, length: int) -> list[dict[str, Any]]:
    """A hand, and after it events that each lead to the one before."""
    events = [event(1, "e1")]
    for number in range(2, length + 1):
        before, undo = f"e{number - 1}", number % 2 if kind == "undone corrections" else kind == "undos"
        facts: dict[str, Any] = {"entry": "e1", "supersedes": before, **({"undoes": before} if undo else {})}
        if kind == "settled":
            facts["settles"] = ["e1"]
        events.append(event(number, f"e{number}", kind="corrected", **facts))
    return events


@pytest.mark.promise(
    "Import and export between devices",
    "The size of an old file bounds the time to read it, even if its events form circles.",
)
@pytest.mark.parametrize("seed", range(300))
def test_no_event_leads_in_a_circle(seed: int) -> None:
    """Events with few ids, so that some stand there twice, and each leads to any of them, later ones too."""
    r = random.Random(seed)
    ids = [f"e{number}" for number in range(1, r.randint(2, 7))]
    events = []
    for number in range(1, r.randint(3, 9)):
        leads: dict[str, Any] = {name: r.choice(ids) for name in ("undoes", "supersedes") if r.random() < 0.6}
        if r.random() < 0.3:
            leads["settles"] = r.sample(ids, 1)
        own = r.choice([r.choice(ids), f"e{number}"])
        events.append(event(r.randint(1, number), own, kind=r.choice(KINDS), entry=r.choice(ids), **leads))
    reinterprets_undos(tables(events))
    with suppress(BadRecord):
        decode_evening(migrated(tables(events), 4, MIGRATIONS))


@pytest.mark.parametrize("kind", ["undos", "corrections", "undone corrections", "settled"])
def test_the_longest_way_from_event_to_event_takes_no_longer(kind: str) -> None:
    events = chain(kind, 10_000)
    began = time.perf_counter()
    assert len(migrated(tables(events), 4, MIGRATIONS)["events"]) == len(events)
    reinterprets_undos(tables(events))
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize("schema", MIGRATIONS)
@pytest.mark.parametrize("name", ["id", "seq", "at", "undoes", "supersedes", "kind", "deal", "entry"])
def test_an_event_with_too_deep_a_value_is_refused(schema: int, name: str) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    events = [event(number, f"e{number}", **{name: deep}) for number in (1, 2)]
    with pytest.raises(BadRecord):
        decode_evening(migrated(tables(events), schema, MIGRATIONS))
