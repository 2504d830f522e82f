"""Files of every schema are read for ever and show the same; the files of this schema are written today."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from golden_files import GOLDEN, golden_file, newest_transfer, without_volatile, written_today
from hostile_documents import GONE, changed
from sample_evenings import eventful

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event
from scorepad.evening.length import AgreedLength
from scorepad.faults import Fault
from scorepad.history import BadRecord, History, ReportKind
from scorepad.history.file_format import encode, migrated
from scorepad.history.migrations import EVENING_SCHEMA, MIGRATIONS, former_ids
from scorepad.history.records import CHANGES, decode_evening, encode_evening
from scorepad.history.storage import AtomicStorage
from scorepad.history.transfer import apply_import, preview_import
from scorepad.tarot.scheme_data import shipped_scheme

SCHEMAS = range(1, EVENING_SCHEMA + 1)


@pytest.mark.promise("The history", "The present format does not change unnoticed.")
def test_today_the_golden_files_of_this_schema_are_written() -> None:
    """They are never written again: a change of what is written needs a schema number more."""
    files = [golden_file(name, schema) for name in ("session", "transfer") for schema in SCHEMAS]
    assert all(file.exists() for file in files), "python tests/history/golden_files.py writes them"
    written = written_today()
    assert written["session"] == golden_file("session", EVENING_SCHEMA).read_bytes()
    assert without_volatile(written["transfer"]) == without_volatile(newest_transfer())


def test_every_fact_of_an_event_is_in_the_golden_evening() -> None:
    """A field added to an event or a change is to be added to `eventful`, with a schema number and a migration."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for event in encode_evening(eventful())["events"].values():
        found["event"].update(event)
        for name, facts in event["change"].items():
            found[name].update(facts)
    kinds = {"event": Event, **CHANGES}
    assert found == {
        name: {field.name for field in fields(kind) if field.init} for name, kind in kinds.items()
    }


@pytest.mark.promise("The history", "Evenings of every earlier format open for ever.")
@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_evening_of_every_schema_opens(schema: int, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_bytes(golden_file("session", schema).read_bytes())
    tables = AtomicStorage(path, migrations=MIGRATIONS).read()
    assert tables is not None
    assert decode_evening(tables) == eventful(schema=schema)


@pytest.mark.promise("Import and export between devices", "Exports of every earlier format can be imported.")
@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_export_of_every_schema_is_read(schema: int, history: History) -> None:
    preview = preview_import(golden_file("transfer", schema).read_bytes(), history)
    evening = eventful(schema=schema)
    assert [each.evening for each in preview.evenings] == [evening]
    (house,) = preview.schemes
    assert house.scheme == replace(shipped_scheme("pousse"), id="house", name="Maison")
    assert len(preview.players) == 1 + len(evening.sheet.people)
    apply_import(preview, history)
    assert history.player_of("former") == "player-0"


# -- evenings of earlier schemas show what the versions that wrote them showed ----------------------------

EARLIER: dict[str, Any] = json.loads((GOLDEN / "evenings-4.json").read_text("utf-8"))
"""Written once by the last version of schema 4, each with what it showed, and never again.

`golden` is what it showed of the golden files. `evenings` are evenings at random, in which every kind of event happens,
is undone and redone; the last three are merged from two devices. Their events have the ids of `schemes`.
"""


def tables_of(schema: int) -> dict[str, Any]:
    """The tables of the golden file of a schema."""
    found: dict[str, Any] = json.loads(golden_file("session", schema).read_text("utf-8"))
    del found["_file"]
    return found


def as_shown(expected: dict[str, Any], tables: dict[str, Any], schema: int) -> dict[str, Any]:
    """What an earlier version showed, with the names that events have now."""
    names = former_ids(tables, schema)
    rows = [[names[id_], *facts] for id_, *facts in expected["rows"]]
    return expected | {
        "rows": rows,
        "notes": {names.get(id_, ""): note for id_, note in expected["notes"].items()},
    }


def read(tables: dict[str, Any], schema: int) -> Evening:
    """The evening of tables of a schema."""
    return decode_evening(migrated(tables, schema, MIGRATIONS))


def shown(evening: Evening) -> dict[str, Any]:
    """The visible facts of an evening."""
    table, sheet = evening.table, evening.sheet
    return {
        "title": table.title,
        "people": [[person.id, person.name] for person in sheet.people],
        "unit": sheet.unit,
        "totals": [*sheet.totals],
        "pot": [*sheet.pot],
        "money": [*sheet.money(table.rate)],
        "rows": [[each.id, each.number, each.voided, [*each.amounts]] for each in sheet.rows],
        "dealer": evening.dealer,
        "seated": [*table.seating.ids],
        "seats": table.seating.seats,
        "notes": {entry or "": note for entry, note in table.notes.items()},
        "length": [table.length.hands, table.length.deals, table.length.until],
        "rate": [table.rate.cents, table.rate.points, table.rate.currency, table.rate.step],
        "ended": table.ended,
        "scheme": table.rules.now.id,
        "last_at": evening.last_at,
    }


def with_scheme(document: dict[str, Any]) -> dict[str, Any]:
    """A document with the scheme that it names."""
    return document | {"scheme": EARLIER["schemes"][document["scheme"]]} if "scheme" in document else document


@pytest.mark.parametrize("schema", range(1, 5))
def test_a_golden_file_shows_the_same_as_ever(schema: int) -> None:
    tables = tables_of(schema)
    assert shown(read(tables, schema)) == as_shown(EARLIER["golden"][str(schema)], tables, schema)


@pytest.mark.parametrize("number", range(len(EARLIER["evenings"])))
def test_an_evening_of_schema_4_shows_the_same_as_ever(number: int) -> None:
    before = EARLIER["evenings"][number]
    events = {str(place): with_scheme(event) for place, event in enumerate(before["events"], 1)}
    tables = {"session": {"1": with_scheme(before["session"])}, "events": events}
    evening = read(tables, 4)
    assert shown(evening) == as_shown(before["shown"], tables, 4)
    assert decode_evening(json.loads(json.dumps(encode_evening(evening)))) == evening


@pytest.mark.parametrize(("hands", "length"), [(0, 0), (20, 20), (5000, 999)])
def test_the_number_of_hands_in_earlier_rules_is_the_length(hands: int, length: int) -> None:
    """Of the evening that began by them, or changed to them by its thirteenth event."""
    tables = tables_of(3)
    began = read(changed(tables, "session/1/scheme/table/hands", hands), 3)
    assert (began.start.length, began.table.length) == (AgreedLength(hands=length),) * 2
    assert began.start.scheme == read(tables, 3).start.scheme
    later = read(changed(tables, "events/13/scheme/table/hands", hands), 3)
    assert (later.start.length, later.table.length) == (AgreedLength(), AgreedLength(hands=length))


@pytest.mark.parametrize(
    ("schema", "way", "value"),
    [
        *[(1, "events/1/kind", "dealt"), (2, "events/1/deal", [1]), (3, "events/5/supersedes", "event-6")],
        *[(4, "events/5/supersedes", "nobody"), (4, "events/5/kind", None), (4, "events/5/deal", GONE)],
        *[(4, "events/5/settles", settled) for settled in (7, ["event-9"])],
        *[(4, "events/10/undoes", undone) for undone in ("event-11", "event-10", ["event-9"])],
        *[(4, "events/10/seq", "10"), (4, "events/10/id", []), (4, "events/10", None)],
        *[(4, "session/1/seats", None), (4, "session/1", []), (4, "session", []), (4, "events", [])],
    ],
)
def test_a_file_that_no_version_wrote_is_refused(schema: int, way: str, value: object) -> None:
    with pytest.raises(BadRecord) as caught:
        read(changed(tables_of(schema), way, value), schema)
    assert isinstance(caught.value.fault, Fault)


def between(tables: dict[str, Any]) -> dict[str, Any]:
    """The tables of schema 4 with a note of another device between the first undone event and its undo."""
    events = {each["id"]: each for each in tables["events"].values()}
    undo = next(each for each in events.values() if "undoes" in each)
    undone = events[undo["undoes"]]
    note = undone | {"id": "other", "device": "other", "seq": undo["seq"], "at": "2026-01-01T00:00:00Z"}
    note |= {"kind": "noted", "note": "x"}
    for fact in ("entry", "deal", "agreed", "supersedes"):
        note.pop(fact, None)
    return tables | {"events": {str(n): each for n, each in enumerate([*events.values(), note])}}


@pytest.mark.promise(
    "The evening",
    "If undos of two devices count differently than in an earlier version, the start reports it.",
)
def test_undos_that_count_differently_are_reported_at_the_first_opening(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    one, merged = tables_of(4), between(tables_of(4))
    merged["session"] = {"1": merged["session"]["1"] | {"id": "merged"}}
    (folder / "session-1.json").write_bytes(encode(one, schema=4, generation=1))
    (folder / "merged.json").write_bytes(encode(merged, schema=4, generation=1))
    for told in (["merged"], []):
        with History(tmp_path) as history:
            assert [each.evening_id for each in history.reports()] == told
            assert {each.kind for each in history.reports()} <= {ReportKind.REINTERPRETED_UNDO}
            assert history.load("merged").table.ended == history.load("session-1").table.ended
