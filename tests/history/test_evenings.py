"""An evening comes back from its documents as it was; those of earlier schemas become evenings with the same sheet."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from random_evenings import Clock, begun, driven
from scorepad.history.evenings import decode_evening, encode_evening

from scorepad.evening.evening import Evening
from scorepad.evening.sheet import Sheet
from scorepad.history import records
from scorepad.history.errors import BadRecord
from scorepad.history.migrations import one_change_each, with_length

GOLDEN = Path(__file__).with_name("golden")


def tables(schema: int) -> dict[str, Any]:
    """The tables of the golden file of a schema."""
    found: dict[str, Any] = json.loads((GOLDEN / f"session-{schema}.json").read_text("utf-8"))
    del found["_file"]
    return found


def migrated(found: dict[str, Any], schema: int) -> dict[str, Any]:
    """The same as those of this schema."""
    return one_change_each(with_length(found) if schema < 4 else found)


def rows(entries: Any) -> list[tuple[object, ...]]:
    """Everything that a sheet shows of its rows."""
    return [
        (
            *(each.id, each.number, each.deal.dealer, each.deal.outcome, each.voided, each.rules),
            *(each.score, each.payments, each.amounts, each.totals, each.moves, each.pot, each.closes),
        )
        for each in entries
    ]


def shown(sheet: Sheet) -> tuple[object, ...]:
    return (rows(sheet.entries), sheet.unit, sheet.totals, sheet.curve, sheet.money(sheet.table.rate))


def shown_before(session: Evening) -> tuple[object, ...]:
    standing = [entry for entry in session.sheet.entries if not entry.undone]
    return (
        rows(standing),
        session.sheet.unit,
        session.sheet.totals,
        session.sheet.curve,
        session.sheet.money(session.table.rate),
    )


@pytest.mark.parametrize("schema", [1, 2, 3, 4])
def test_every_earlier_evening_has_the_same_sheet(schema: int) -> None:
    found = tables(schema)
    before, after = records.decode_evening(found), decode_evening(migrated(found, schema))
    assert shown(after.sheet) == shown_before(before)
    table = after.table
    assert [person.name for person in after.sheet.people] == [person.name for person in before.people]
    assert (table.title, table.ended, table.length) == (before.name, before.finished, before.length)
    assert (table.rate, table.notes) == (before.rate, before.notes)
    assert (table.seating.ids, table.seating.seats) == (before.seating_at().ids, before.seating_at().seats)
    assert (after.dealer, after.schemes) == (before.dealer, before.schemes)
    assert after.last_at == before.last_at


@pytest.mark.parametrize("seed", range(20))
def test_an_evening_comes_back_as_it_was(seed: int) -> None:
    r = random.Random(seed)
    (*_, evening) = driven(r, begun(r), 40, Clock())
    assert decode_evening(json.loads(json.dumps(encode_evening(evening)))) == evening


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({}, "events/1/change"),
        ({"dealt": {}, "ended": {}}, "events/1/change"),
        ({"unknown": {}}, "events/1/change/unknown"),
        ({"undone": {"event": 7}}, "events/1/change/undone/event"),
        ({"undone": {"event": "stranger"}}, "event x/event"),
        ([], "events/1/change"),
    ],
)
def test_what_is_no_change_is_refused_with_its_place(change: object, where: str) -> None:
    document = migrated(tables(4), 4)
    document["events"] = {
        "1": {"id": "x", "seq": 1, "at": "2026-01-01T00:00:00Z", "device": "", "change": change}
    }
    with pytest.raises(BadRecord) as refused:
        decode_evening(document)
    assert refused.value.where == where


@pytest.mark.parametrize("other", ["b", "nobody", None, 7])
def test_an_event_that_rests_on_a_later_one_is_refused(other: object) -> None:
    """In a file of an earlier schema that somebody made: `migrated` tells what is wrong with it."""
    event = {
        "id": "a",
        "seq": 1,
        "at": "t",
        "device": "",
        "kind": "corrected",
        "entry": "a",
        "supersedes": other,
    }
    undo = {"id": "b", "seq": 2, "at": "t", "device": "", "kind": "corrected", "entry": "a", "undoes": "a"}
    made = {"events": {"1": event, "2": undo}}
    if other is None:
        assert one_change_each(made)["events"]["1"]["change"]["dealt"]["replaces"] == []
    else:
        with pytest.raises(LookupError):
            one_change_each(made)
