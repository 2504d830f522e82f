"""`python -m tests.bench.bench_exports` prints what it takes to write an evening down; it never fails on time.

Times are of the processor, the best of several. Figures mean little on a busy computer, so the load is printed too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (1, 2)]
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "exports"))

import evenings as samples

from scorepad.exports.paper import score_sheet
from scorepad.exports.picture import picture
from scorepad.exports.progress import finished
from scorepad.i18n import Translator
from scorepad.i18n.evenings import standings_text


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=5, help="that each thing is measured (5)")
    parser.add_argument("--evenings", type=int, default=100, help="of 30 hands, in one document (100)")
    wanted = parser.parse_args()
    show("load average", " ".join(f"{each:.1f}" for each in os.getloadavg()))
    for module in ("scorepad.exports.paper", "scorepad.exports.picture"):
        show(f"importing {module}", f"{imported(module):.2f} s")
    t = Translator("fr")
    for hands, people, seats in ((30, 4, 4), (300, 4, 4), (300, 5, 5), (300, 8, 5)):
        evening = samples.long(hands, people, seats)
        table = f"{hands} hands, {people} people"
        measure(f"sheet: {table}", wanted.times, lambda evening=evening: finished(score_sheet([evening], t)))  # type: ignore[misc]
        measure(f"picture: {table}", wanted.times, lambda evening=evening: picture(evening, t))  # type: ignore[misc]
        measure(f"text: {table}", wanted.times, lambda evening=evening: standings_text(t, evening).encode())  # type: ignore[misc]
    many = [samples.long(30) for _ in range(wanted.evenings)]
    measure(f"sheets: {len(many)} evenings of 30 hands", 1, lambda: finished(score_sheet(many, t)))
    show("load average", " ".join(f"{each:.1f}" for each in os.getloadavg()))


def imported(module: str) -> float:
    """The seconds that a fresh process takes to import a module, without those of an empty one."""
    taken = []
    for code in ("", f"import {module}"):
        before = os.times()
        subprocess.run([sys.executable, "-c", code], check=True)
        after = os.times()
        taken.append(sum(after[2:4]) - sum(before[2:4]))
    return taken[1] - taken[0]


def measure(title: str, times: int, write: Callable[[], bytes]) -> None:
    """Print the best time of several, and the size of the document."""
    taken, size = [], 0
    for _ in range(times):
        begin = time.process_time()
        size = len(write())
        taken.append(time.process_time() - begin)
    show(title, f"{min(taken):.2f} s, {size / 1000:.0f} kB")


def show(title: str, figure: str) -> None:
    print(f"{title:45} {figure}", flush=True)


if __name__ == "__main__":
    main()
