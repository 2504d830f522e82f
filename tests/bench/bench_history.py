"""The costs of a history of 3,000 evenings of 30 hands, beside a stock TinyDB file with the same hands."""

from __future__ import annotations

import json
import os
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from evenings import stamps
from folders import new_evening, record
from measuring import Figures, python, spread, timed
from random_evenings import played
from tinydb import TinyDB

from scorepad.evening.people import Person
from scorepad.history import History, find_summaries
from scorepad.history.file_format import encode
from scorepad.history.log_file import LOG
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.records import encode_evening
from scorepad.stats.parts import TAKEN
from scorepad.stats.scopes import EVER
from scorepad.stats.season import hands_behind, season
from scorepad.work import finished
from scorepad.zones import SYSTEM

HANDS, EVENINGS = 30, int(os.environ.get("EVENINGS", "3000"))
NAMES = ("Anne", "Bruno", "Chloé", "Denis", "Élise", "Farid", "Gaël", "Hugo", "Inès", "Jeanne", "Karim")

START = """
import json, resource, sys, time
from pathlib import Path
from scorepad.history import History
begin = time.process_time()
with History(Path(sys.argv[1])) as history:
    opened = time.process_time()
    history.summaries()
    listed = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([1000 * (opened - begin), 1000 * (listed - opened), peak / 1024]))
"""
"""Opens a folder: milliseconds of the processor until it is open and until all is listed, and megabytes."""


def figures() -> Figures:
    """Of a start, a save, a look back and a backup."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        fill(data)
        for what in ("the first start, all evenings read", "a start", "a start"):
            opening, listing, peak = json.loads(python(START, data))
            yield what, f"open {opening:.0f} ms, list {listing:.0f} ms, {peak:.0f} MB"
        with History(data) as history:
            yield from _used(history)
            begin = time.perf_counter()
            size = history.back_up().size
            yield "a backup", f"{time.perf_counter() - begin:.1f} s, {size / 1e6:.1f} MB"
        yield "the log, with all tallies", f"{(data / LOG).stat().st_size / 1e6:.2f} MB"
        yield "a hand into a stock TinyDB file of all hands", spread(_stock(data))


def _used(history: History) -> Figures:
    history.summaries()
    history.create(new_evening("under-way"))
    saves = timed(lambda: record(history, "under-way"), 40)
    yield "a hand is played and saved, durably", spread(saves)
    yield "the list", spread(timed(history.summaries, 20))
    summaries = history.summaries()
    yield "evenings found by a player", spread(timed(lambda: find_summaries(summaries, SYSTEM, text="chloe")))
    yield (
        "looking back for the first time",
        spread(timed(lambda: finished(history.counting()), 1, time.process_time)),
    )
    tallies = finished(history.counting())
    looks = timed(
        lambda: season(tallies, EVER, history.player_of, day_of=SYSTEM.day), clock=time.process_time
    )
    yield "a season", spread(looks)
    found, lost = (
        season(tallies, EVER, history.player_of, day_of=SYSTEM.day),
        replace(TAKEN, player="player-0", made=False),
    )
    pairs = timed(lambda: found.pairs("player-0"), 1, time.process_time)
    yield "who called whom, and who paid whom", spread(pairs)
    hands = timed(lambda: [*islice(hands_behind(lost, found, history.load), 30)], clock=time.process_time)
    yield "the latest 30 hands behind a figure", spread(hands)


def _stock(data: Path) -> list[float]:
    (document,) = encode_evening(played(new_evening(), 1, stamps()))["events"].values()
    path = data.with_name("stock.json")
    path.write_text(json.dumps({"_default": {str(n): document for n in range(1, HANDS * EVENINGS + 1)}}))
    with TinyDB(path) as database:
        return timed(lambda: database.insert(document), 3)


def fill(data: Path) -> None:
    """Evenings over some years; each file is what the history would have written."""
    (data / "sessions").mkdir(parents=True)
    at = datetime(2020, 1, 1, 20, tzinfo=UTC)
    patterns: list[dict[str, Any]] = []
    for seed in range(40):
        names = [NAMES[(seed * 3 + seat * 2) % len(NAMES)] for seat in range(4)]
        people = [Person(f"player-{NAMES.index(name)}", name, NAMES.index(name) % 8) for name in names]
        evening = played(new_evening(people=people), HANDS, stamps(), seed=seed)
        patterns.append(encode_evening(evening))
    for number in range(EVENINGS):
        at += timedelta(hours=5)
        moment = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        tables = patterns[number % len(patterns)]
        start = tables["evening"]["1"] | {"id": f"evening-{number}", "created": moment}
        events = {key: event | {"at": moment} for key, event in tables["events"].items()}
        raw = encode({"evening": {"1": start}, "events": events}, schema=EVENING_SCHEMA, generation=1)
        (data / "sessions" / f"evening-{number}.json").write_bytes(raw)
