"""The golden packs: those of every version of the format, which every later version must open.

python tests/sharing/golden_packs.py

writes those of the present version where they are missing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[folder]) for folder in (1, 2)]

from sample_evenings import beside, eventful, five, mouches

from scorepad.evening.evening import Evening
from scorepad.sharing.packed import VERSION, pack, snapshot

GOLDEN = Path(__file__).with_name("golden")
SCHEMAS = {1: 6, 2: 8}
"""For each version of the format, the last schema of the history whose events it knows."""
SAMPLES: Mapping[str, Callable[[int], Evening]] = {
    "eventful": lambda schema: eventful(schema=schema),
    "snapshot": lambda schema: snapshot(eventful(schema=schema)),
    "house": lambda schema: five(),
    "points": lambda schema: beside(),
    "mouches": lambda schema: mouches(),
}
"""The evenings in the golden packs, by their names and the schema."""


def golden_pack(name: str, version: int) -> Path:
    return GOLDEN / f"{name}-{version}.pack"


if __name__ == "__main__":
    for name, made in SAMPLES.items():
        if not (path := golden_pack(name, VERSION)).exists():
            path.write_bytes(pack(made(SCHEMAS[VERSION])))
