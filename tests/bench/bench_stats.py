"""`python -m tests.bench.bench_stats` prints how long it takes to look back; it takes minutes.

Evenings of 30 hands, beside a plain fold over all of them: every file read, every hand counted. What a start and a look
back take is of a process of its own, and of a look back the seconds of the processor. `--hands 30000` chooses the sizes
(otherwise 30k and 300k).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (0, 1, 2)]
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "history"))

SIZES = (30_000, 300_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, nargs="+", default=SIZES)
    parser.add_argument("--look", metavar="FOLDER", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.look:
        print(json.dumps(look_back(Path(wanted.look))))
        return
    titles = ["hands", "fold", "log", "with", "start", "with", "read", "season", "table", "player", "load"]
    print("  ".join(f"{title:>9}" for title in titles))
    for hands in wanted.hands:
        with tempfile.TemporaryDirectory() as folder:
            print("  ".join(f"{cell:>9}" for cell in measured(Path(folder) / "data", hands)), flush=True)


def measured(data: Path, hands: int) -> list[str]:
    """A row: the log and the start without the tallies, and with them."""
    from bench_history import begun, fill

    from scorepad.history import History

    fill(data, hands)
    with History(data) as history:
        history.summaries()
    log = data / "evenings.log"
    sizes, starts = [log.stat().st_size], [begun(data)]
    begin = time.perf_counter()
    with History(data) as history:
        history.tallies()
    fold = time.perf_counter() - begin
    with History(data) as history:  # which drops the lines without tallies
        history.summaries()
    sizes.append(log.stat().st_size)
    starts.append(begun(data))
    run = [sys.executable, __file__, "--look", str(data)]
    found = json.loads(subprocess.run(run, capture_output=True, check=True, text=True).stdout)
    megabytes = [f"{size / 2**20:.2f} MB" for size in sizes]
    opened = [f"{start['open'] + start['list']:.3f} s" for start in starts]
    looked = [f"{found[name]:.3f} s" for name in ("read", "season", "table", "player")]
    return [f"{hands}", f"{fold:.1f} s", *megabytes, *opened, *looked, f"{os.getloadavg()[0]:.1f}"]


def look_back(data: Path) -> dict[str, Any]:
    """Seconds of the processor: the tallies, their season, its table and book, and one player."""
    from scorepad.history import HistoryReader
    from scorepad.stats.filters import EVER
    from scorepad.stats.season import season

    with HistoryReader(data) as history:
        history.summaries()
        times = [time.process_time()]
        tallies = history.tallies()
        times.append(time.process_time())
        found = season(tallies, EVER, history.player_of)
        times.append(time.process_time())
        rules = found.whole.rules[0]
        standings = found.whole.standings(rules)
        assert found.whole.book(rules)
        assert found.people
        times.append(time.process_time())
        assert found.curve(standings[0].player, rules)
        assert found.pairs(standings[0].player)
        times.append(time.process_time())
    spans = [after - before for before, after in pairwise(times)]
    return dict(zip(("read", "season", "table", "player"), spans, strict=True))


if __name__ == "__main__":
    main()
