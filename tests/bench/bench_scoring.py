"""How fast hands are checked and scored, in seconds of the processor."""

from __future__ import annotations

import json
import random
import tempfile
import time
from functools import partial
from pathlib import Path

from measuring import Figures, python, timed
from random_evenings import long, possible_hand

from scorepad.commands.results import Batch
from scorepad.history.records import decode_evening, encode_evening, encode_hand
from scorepad.tarot.check import check
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score, settle

HANDS = 40_000


def figures() -> Figures:
    """Of hands in memory, of a batch of the command line, of evenings read, and of one under every scheme."""
    scheme, rng = shipped_scheme(), random.Random(1)
    played = [possible_hand("ABCDE"[: rng.choice((3, 4, 4, 5))], scheme, rng) for _ in range(HANDS)]
    for what, work in (
        ("checking", lambda: [check(hand, scheme) for hand in played]),
        ("scoring and settling", lambda: [settle(score(hand, scheme), hand, scheme) for hand in played]),
    ):
        spent = min(timed(work, clock=time.process_time))
        yield what, f"{1000 * HANDS / spent:,.0f} hands/s"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.jsonl"
        path.write_text("".join(json.dumps(encode_hand(hand)) + "\n" for hand in played))
        lines = path.read_bytes().splitlines()
        spent = min(timed(lambda: [*map(Batch(scheme).answer, lines)], clock=time.process_time))
        yield "reading, scoring and writing as JSON", f"{1000 * HANDS / spent:,.0f} hands/s"
        command = f"from scorepad.cli import main; main(['score', '--batch', {str(path)!r}])"
        yield "scorepad score --batch, start included", f"{min(timed(lambda: python(command), 3)):.0f} ms"
    for hands in (25, 300):
        tables = encode_evening(long(hands))
        spent = min(timed(partial(decode_evening, tables), clock=time.process_time))
        yield f"reading an evening of {hands} hands", f"{spent:.2f} ms"
    evening, schemes = long(300), shipped_schemes().values()
    spent = min(timed(lambda: [evening.sheet_under(each) for each in schemes], clock=time.process_time))
    yield f"300 hands under {len(schemes)} schemes", f"{spent:.0f} ms"
