"""Tools of all benchmarks: they measure work several times, and yield its name and its figure."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

Figures = Iterator[tuple[str, str]]


def spread(taken: Iterable[float]) -> str:
    """The median of some milliseconds, and what 19 of 20 stay below."""
    ordered = sorted(taken)
    high = ordered[round(0.95 * (len(ordered) - 1))]
    return f"{statistics.median(ordered):.1f} ms, p95 {high:.1f} ms, of {len(ordered)}"


def timed(
    work: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Milliseconds that some work takes, several times."""
    taken = []
    for _ in range(times):
        begin = clock()
        work()
        taken.append(1000 * (clock() - begin))
    return taken


def python(code: str, *arguments: object) -> str:
    """The output of a process of its own."""
    run = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


def memory(*words: str) -> float:
    """Megabytes that the largest process with these words in its command holds alone."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes().decode("utf-8", "replace")
            if all(word in command for word in words):
                lines = (folder / "smaps_rollup").read_text("ascii").splitlines()[1:]
                fields = {line.split(":")[0]: int(line.split()[1]) for line in lines}
                found.append((fields["Private_Dirty"] + fields["Private_Clean"]) / 1024)
    return max(found)
