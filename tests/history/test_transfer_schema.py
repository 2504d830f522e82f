"""The JSON file: what its schema says of it, and that it comes back as it went."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from evenings import every_scheme, golden_evening, random_evening, table
from golden_files import newest_transfer
from history_samples import Clock
from hostile_documents import GONE, Change, changed
from jsonschema import Draft202012Validator

from scorepad import cli
from scorepad.evening.evening import Start
from scorepad.evening.events import Event
from scorepad.history import BadRecord, History, Player, Reason, Refused
from scorepad.history.library import CODEC, Merged
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.records import decode
from scorepad.history.transfer import export as everything
from scorepad.history.transfer import file_schema, read
from scorepad.tarot.scheme import Scheme

SCHEMA = file_schema()
EVENTFUL: dict[str, Any] = json.loads(newest_transfer())
"""The golden file, of an evening in which everything that can happen has happened."""


def validator(name: str) -> Draft202012Validator:
    """Of the documents of this kind."""
    return Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"})


FILE = validator("TransferFile")


def problems(document: object, kind: Draft202012Validator = FILE) -> list[str]:
    return [f"{error.json_path}: {error.message:.200}" for error in kind.iter_errors(document)]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """A history with an evening of every scheme, house schemes, and players of every kind."""
    with History(tmp_path_factory.mktemp("full"), device="here", clock=Clock()) as opened:
        rng = random.Random(5)
        for number, scheme in enumerate(every_scheme()):
            opened.create(random_evening(table(3 + number % 3, id=f"s{number}", scheme=scheme), 4, rng))
            if scheme.name:
                opened.save_scheme(scheme)
        for evening in (golden_evening(), table(8, 5, id="empty", title="")):
            opened.create(evening)
        opened.save_players([Player("never", "Zoé"), Player("gone", "Yves", archived=True)])
        opened.merge_players([(Player("q", "=1+1"), "p0")])
        yield opened


# -- what it lets in -------------------------------------------------------------------------------


def test_the_command_line_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    with pytest.raises(SystemExit) as ended:
        cli.main(["export", "--schema"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA


def test_every_kind_of_file_is_what_the_schema_says(full: History) -> None:
    assert problems(json.loads(everything(full))) == []
    assert problems(EVENTFUL) == []


# -- what it refuses -------------------------------------------------------------------------------

VALUES: list[object] = [GONE, None, "", "x" * 501, -1, 0, 1, 2**60, 1.5, True, [], {}, ["x"], {"x": 1}]
SHAPE = {
    *(Reason.MISSING, Reason.UNKNOWN_FIELD, Reason.EMPTY, Reason.TOO_LONG, Reason.OUT_OF_RANGE),
    *(Reason.NOT_AN_OBJECT, Reason.NOT_A_LIST, Reason.NOT_A_TEXT, Reason.NOT_A_NUMBER, Reason.NOT_A_BOOLEAN),
    *(Reason.UNKNOWN_VALUE, Reason.UNEXPECTED, Reason.NOT_A_HALF),
}
"""What a schema can say of a single document; the rest is about the sense of it."""
SHAPE_OF_SCHEME = re.compile(r"must be (a |true|one of|within|at most )|has more|is missing|is no parameter")


def ways(place: Any, before: str = "") -> Iterator[str]:
    """The way to every value of a document, and to a field more of every object."""
    if before:
        yield before
    items = enumerate(place) if isinstance(place, list) else place.items() if isinstance(place, dict) else ()
    for name, item in items:
        yield from ways(item, f"{before}/{name}".lstrip("/"))
    if isinstance(place, dict):
        yield f"{before}/more".lstrip("/")


def contradiction(kind: type, document: object, change: Change) -> str | None:
    """What either the codec or the schema refuses of a changed document, though the other one could."""
    found, described = change.of(document), validator(kind.__name__)
    valid = described.is_valid(found)
    try:
        decode(kind, found, CODEC)
    except BadRecord as error:
        of_scheme = error.reason is Reason.SCHEME and SHAPE_OF_SCHEME.match(str(error.value))
        return f"{change}: let in, {error}" if valid and (error.reason in SHAPE or of_scheme) else None
    return None if valid else f"{change}: refused, {problems(found, described)}"


def test_schema_and_codec_refuse_the_same(long: bool) -> None:
    """Every value of the documents of a file, once at each kind of place; the short run tries a few hundred."""
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
        (kind, document, Change(way, value, "", Reason.MISSING))
        for ((kind, _), (document, way)), value in product(places.items(), VALUES)
        if not (value is GONE and (way.endswith("more") or way.split("/")[-1].isdigit()))
    ]
    chosen = changes if long else random.Random(1).sample(changes, 500)
    assert [wrong for each in chosen if (wrong := contradiction(*each))] == []


def test_schema_and_import_refuse_the_same_heads() -> None:
    """What is wrong farther inside is in `test_hostile_files`."""
    heads = {"format": "x", "version": 3, "schema": EVENING_SCHEMA + 1, "checksum": GONE}
    for name, wrong in heads.items():
        spoiled = changed(EVENTFUL, name, wrong)
        assert problems(spoiled)
        with pytest.raises(Refused):
            read(json.dumps(spoiled).encode())
