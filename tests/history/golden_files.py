"""The golden files: an evening and an export of every schema, which every later version must read.

python tests/history/golden_files.py

writes those of the present schema where they are missing.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[folder]) for folder in (1, 2)]

from empty_history import Clock
from sample_evenings import eventful

from scorepad.history import History, Player
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.transfer import export
from scorepad.tarot.scheme_data import shipped_scheme

GOLDEN = Path(__file__).with_name("golden")
VOLATILE = ("exported", "device", "checksum", "made_by")
"""Members of an export that change with the version and the place where it is made."""


def golden_file(name: str, schema: int) -> Path:
    """The golden `session` (an evening, as it is called since schema 5) or `transfer` file of a schema."""
    return GOLDEN / f"{name}-{schema}.json"


def newest_transfer() -> bytes:
    """The golden export of the present schema."""
    return golden_file("transfer", EVENING_SCHEMA).read_bytes()


def written_today() -> dict[str, bytes]:
    """The golden files as this version writes them, by the beginnings of their names."""
    with (
        tempfile.TemporaryDirectory() as folder,
        History(Path(folder), device="test", clock=Clock()) as history,
    ):
        history.create(eventful())
        history.merge_players([(Player("former", "Anna", 3), "player-0")])
        history.save_scheme(replace(shipped_scheme("pousse"), id="house", name="Maison"))
        evening = Path(folder, "sessions", "session-1.json").read_bytes()
        return {"session": evening, "transfer": export(history)}


def without_volatile(raw: bytes) -> dict[str, Any]:
    """An export without the members that change."""
    document: dict[str, Any] = json.loads(raw)
    return {key: value for key, value in document.items() if key not in VOLATILE}


if __name__ == "__main__":
    for name, raw in written_today().items():
        path = golden_file(name, EVENING_SCHEMA)
        if path.exists():
            print(f"{path.name} is there already, and is never written again")
        else:
            path.write_bytes(raw)
            print(f"{path.name} is written")
