"""`python -m tests.bench.bench_history` prints what a long life costs the history; it takes minutes.

Evenings of 30 hands, beside one stock TinyDB file with the same hands. Every figure of a start is of a process of
its own. `--hands 100 1000` chooses the sizes (otherwise 100, 1k, 10k, 100k, 300k). Figures mean little on a busy
computer, so the load is printed with them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (1, 2)]
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "history"))

SIZES = (100, 1_000, 10_000, 100_000, 300_000)
EVENING = 30
NAMES = (
    "Anne",
    "Bruno",
    "Chloé",
    "Denis",
    "Élise",
    "Farid",
    "Gaël",
    "Hugo",
    "Inès",
    "Jeanne",
    "Karim",
    "Léa",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, nargs="+", default=SIZES)
    parser.add_argument("--times", type=int, default=50, help="that a hand is recorded")
    parser.add_argument("--start", metavar="FOLDER", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.start:
        print(json.dumps(start(Path(wanted.start))))
        return
    head = ["hands", "evenings", "record p50", "p95", "stock p50", "open", "list", "memory", "rebuild"]
    head += ["player", "date", "backup", "zip", "load"]
    print("  ".join(f"{title:>10}" for title in head))
    for hands in wanted.hands:
        with tempfile.TemporaryDirectory() as folder:
            row = measured(Path(folder), hands, wanted.times)
        print("  ".join(f"{cell:>10}" for cell in row), flush=True)


def measured(folder: Path, hands: int, times: int) -> list[str]:
    from scorepad.history import HistoryReader
    from scorepad.history.backup import BackupKind, Backups

    data = folder / "data"
    fill(data, hands)
    p50, p95 = recorded(data, times)
    cells = [f"{hands}", f"{-(-hands // EVENING)}", f"{p50:.2f} ms", f"{p95:.2f} ms", stock(folder, hands)]
    begun(data)
    begin = begun(data)
    for each in data.glob("evenings.log"):
        each.unlink()
    rebuilt = begun(data)
    cells += [f"{begin['open']:.3f} s", f"{begin['list']:.3f} s", f"{begin['memory']:.0f} MB"]
    cells += [f"{rebuilt['open'] + rebuilt['list']:.2f} s"]
    cells += [f"{begin['player'] * 1000:.1f} ms", f"{begin['date'] * 1000:.1f} ms"]
    at = time.perf_counter()
    with HistoryReader(data) as history:
        made = Backups(data, history.protected_backups).make(BackupKind.ASKED)
    cells += [f"{time.perf_counter() - at:.1f} s", f"{made.size / 2**20:.1f} MB"]
    return [*cells, f"{os.getloadavg()[0]:.1f}"]


# --- What is measured -------------------------------------------------------------------------------------


def recorded(data: Path, times: int) -> tuple[float, float]:
    """Milliseconds to record a hand durably in an evening under way: the median, and the 95th of a hundred."""
    from history_samples import new_evening, played, some_hand

    from scorepad.evening.events import Deal
    from scorepad.history import History

    rng = random.Random(1)
    taken = []
    with History(data) as history:
        history.summaries()
        evening = played(new_evening("under-way"), EVENING // 2, history.stamp)
        history.create(evening)
        for number in range(times):
            if number % EVENING == EVENING - 1:
                evening = new_evening(f"under-way-{number}")
                history.create(evening)
            more = evening.record(Deal(evening.dealer, some_hand(evening, rng)), history.stamp())
            begin = time.perf_counter()
            evening = history.append(evening.id, more.events[-1])
            taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def stock(folder: Path, hands: int) -> str:
    """The same with stock TinyDB: all hands in one file."""
    from tinydb import TinyDB

    path = folder / "stock.json"
    document = next(documents())
    path.write_text(
        json.dumps({"_default": {str(n): document | {"id": f"event-{n}"} for n in range(1, hands + 1)}}),
        encoding="utf-8",
    )
    taken = []
    with TinyDB(path) as database:
        for number in range(
            3 if hands >= 100_000 else 10
        ):  # each takes many seconds, and gigabytes of memory
            begin = time.perf_counter()
            database.insert(document | {"id": f"new-{number}"})
            taken.append((time.perf_counter() - begin) * 1000)
    path.unlink()
    return f"{statistics.median(taken):.1f} ms"


def begun(data: Path) -> dict[str, Any]:
    """What a process of its own measures of a start."""
    run = subprocess.run(
        [sys.executable, __file__, "--start", str(data)], capture_output=True, check=True, text=True
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def start(data: Path) -> dict[str, float]:
    from scorepad.history import History, find_summaries

    begin = time.perf_counter()
    with History(data) as history:
        opened = time.perf_counter()
        summaries = history.summaries()
        listed = time.perf_counter()
        memory = resident()
        day = datetime(2026, 1, 1).date()
        by_player = clock(lambda: find_summaries(summaries, text="chloe"))
        by_date = clock(lambda: find_summaries(summaries, since=day, until=day + timedelta(days=30)))
        assert len(find_summaries(summaries, text="chloe")) > 0
    return {
        "open": opened - begin,
        "list": listed - opened,
        "memory": memory,
        "player": by_player,
        "date": by_date,
    }


def clock(what: Callable[[], object]) -> float:
    begin = time.perf_counter()
    what()
    return time.perf_counter() - begin


def resident() -> float:
    """The most megabytes that this process has had so far."""
    status = Path("/proc/self/status")
    if status.exists():  # what follows counts the process that started this one, too
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 2**10
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


# --- What is filled in ------------------------------------------------------------------------------------


def fill(data: Path, hands: int) -> None:
    """So many hands, in evenings, over some years; each file is what the history would have written."""
    from history_samples import new_evening, played

    from scorepad.evening.events import Stamp
    from scorepad.evening.people import Person
    from scorepad.history.file_format import encode
    from scorepad.history.migrations import EVENING_SCHEMA
    from scorepad.history.records import encode_evening

    (data / "sessions").mkdir(parents=True)
    rng = random.Random(1)
    at = datetime(2020, 1, 1, 20, tzinfo=UTC)
    evenings = -(-hands // EVENING)
    patterns: list[dict[str, Any]] = []
    for number in range(min(evenings, 40)):
        names = rng.sample(NAMES, 4)
        people = tuple(Person(f"player-{NAMES.index(name)}", name, NAMES.index(name)) for name in names)
        evening = new_evening("x", people=people)
        counter = iter(range(10**6))
        evening = played(
            evening,
            EVENING,
            lambda counter=counter: Stamp(f"e{next(counter)}", "2026-01-01T20:00:00.000Z", "bench"),  # type: ignore[misc]
            seed=number,
        )
        patterns.append(encode_evening(evening))
    for number in range(evenings):
        at += timedelta(hours=5)
        moment = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        tables = patterns[number % len(patterns)]
        start = tables["evening"]["1"] | {"id": f"evening-{number}", "created": moment}
        left = min(EVENING, hands - number * EVENING)
        events = {key: event | {"at": moment} for key, event in tables["events"].items() if int(key) <= left}
        raw = encode({"evening": {"1": start}, "events": events}, schema=EVENING_SCHEMA, generation=1)
        (data / "sessions" / f"evening-{number}.json").write_bytes(raw)


def documents() -> Iterator[dict[str, Any]]:
    from history_samples import new_evening, played, stamps

    from scorepad.history.records import encode

    for event in played(new_evening(), 1, stamps()).events:
        yield encode(event)


if __name__ == "__main__":
    main()
