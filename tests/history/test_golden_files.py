"""Files of every schema are read for ever, and those of the present schema are what is written today."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from golden_files import GOLDEN, golden_file, without_volatile, written_today
from history_samples import SCHEMES, eventful, everything

from scorepad.evening.events import Event
from scorepad.history import History
from scorepad.history.migrations import EVENING_SCHEMA, MIGRATIONS
from scorepad.history.records import CHANGES, decode_evening, encode_evening
from scorepad.history.storage import AtomicStorage
from scorepad.history.transfer import apply_import, preview_import

SCHEMAS = [number for number in range(1, EVENING_SCHEMA + 1) if golden_file("transfer", number).exists()]


@pytest.fixture
def here(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "here", device="here") as history:
        yield history


def test_the_golden_files_of_this_schema_are_what_is_written_today() -> None:
    """They are never written again: a change of what is written needs a schema number more."""
    names = {
        f"{name}-{number}.json" for name in ("session", "transfer") for number in range(1, EVENING_SCHEMA + 1)
    }
    missing = sorted(names - {path.name for path in GOLDEN.iterdir()})
    assert not missing, "python tests/history/golden_files.py writes them"
    written = written_today()
    assert written["session"] == golden_file("session", EVENING_SCHEMA).read_bytes()
    transfer = golden_file("transfer", EVENING_SCHEMA).read_bytes()
    assert without_volatile(written["transfer"]) == without_volatile(transfer)


def test_every_fact_of_an_event_is_in_the_golden_evening() -> None:
    """A field added to an event or a change is to be added to `eventful`, with a schema number and a migration."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for event in encode_evening(eventful())["events"].values():
        found["event"].update(event)
        for name, facts in event["change"].items():
            found[name].update(facts)
    kinds = {"event": Event, **CHANGES}
    assert found == {name: {field.name for field in fields(kind)} for name, kind in kinds.items()}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_evening_of_every_schema_opens(schema: int, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_bytes(golden_file("session", schema).read_bytes())
    tables = AtomicStorage(path, migrations=MIGRATIONS).read()
    assert tables is not None
    assert decode_evening(tables) == eventful(schema=schema)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_export_of_every_schema_is_read(schema: int, here: History) -> None:
    preview = preview_import(golden_file("transfer", schema).read_bytes(), here)
    evening = eventful(schema=schema)
    assert [each.evening for each in preview.evenings] == [evening]
    assert [each.scheme for each in preview.schemes] == [
        replace(SCHEMES["pousse"], id="house", name="Maison")
    ]
    assert len(preview.players) == 1 + len(evening.sheet.people)
    apply_import(preview, here)
    assert here.player_of("former") == "player-0"


def test_an_export_of_an_older_schema_and_one_of_this_are_the_same_evening(here: History) -> None:
    """The exports of another device, before its update and after."""
    for schema in (1, SCHEMAS[-1], 1):
        apply_import(preview_import(golden_file("transfer", schema).read_bytes(), here), here)
    (evening,) = everything(here).values()
    wanted = eventful(schema=SCHEMAS[-1])
    assert (evening.start, frozenset(evening.events)) == (wanted.start, frozenset(wanted.events))
    assert {player.name for player in here.players()} >= {"Farid"}
