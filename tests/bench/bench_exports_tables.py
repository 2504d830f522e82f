"""`python -m tests.bench.bench_exports_tables` prints how long tables of evenings take; it never fails on time.

`--hands 300` of one evening at five, `--evenings 50` of thirty hands each. Figures mean little on a busy computer, so
the load is printed with them.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (1, 2)]
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "exports"))

from evenings import random_evening, table
from office import soffice

from scorepad.evening.evening import Evening
from scorepad.exports.formats import File, Format, export
from scorepad.history import History
from scorepad.i18n import Translator

FORMATS = (Format.XLSX, Format.CSV, Format.JSON)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--evenings", type=int, default=50)
    parser.add_argument("--times", type=int, default=5)
    wanted = parser.parse_args()
    show("load average", " ".join(f"{each:.1f}" for each in os.getloadavg()))
    start = [sys.executable, "-c", "import scorepad.exports.formats"]
    show(
        "loading the formats",
        f"{1000 * median(wanted.times, lambda: subprocess.run(start, check=True)):.0f} ms",
    )
    rng = random.Random(1)
    one = [random_evening(table(5), wanted.hands, rng)]
    many = [random_evening(table(4, id=f"s{number}"), 30, rng) for number in range(wanted.evenings)]
    with tempfile.TemporaryDirectory() as folder, History(Path(folder) / "data") as history:
        for evenings, title in (
            (one, f"{wanted.hands} hands"),
            (many, f"{wanted.evenings} evenings of 30 hands"),
        ):
            for evening in evenings:
                _ = evening.sheet.entries
                history.create(evening)
            for form in FORMATS:
                measure(evenings, title, form, history, wanted.times)
        book = Path(folder) / "one.xlsx"
        (file,) = [each for each in export(one, Format.XLSX, Translator("fr")) if isinstance(each, File)]
        book.write_bytes(file.data)
        begin = time.perf_counter()
        soffice([book], "ods", Path(folder) / "read")
        show(f"{wanted.hands} hands, opened by LibreOffice", f"{time.perf_counter() - begin:.1f} s")
    show("load average", " ".join(f"{each:.1f}" for each in os.getloadavg()))


def measure(evenings: list[Evening], title: str, form: Format, history: History, times: int) -> None:
    def make() -> int:
        made = export(evenings, form, Translator("fr"), history=history)
        return sum(len(each.data) for each in made if isinstance(each, File))

    make()  # what is loaded is loaded once
    seconds = median(times, make)
    tracemalloc.start()
    size = make()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    show(
        f"{title}, {form.value}",
        f"{1000 * seconds:.0f} ms, {size / 1024:.0f} kB, {peak / 2**20:.0f} MB of memory",
    )


def median(times: int, run: Callable[[], object]) -> float:
    spent = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        spent.append(time.perf_counter() - begin)
    return statistics.median(spent)


def show(title: str, figure: str) -> None:
    print(f"{title:40} {figure}", flush=True)


if __name__ == "__main__":
    main()
