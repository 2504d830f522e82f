"""`python -m tests.bench scoring history` prints how fast and how large scorepad is here; without a name, all of it.

It takes minutes, and never fails on time. Milliseconds are medians. Figures mean little on a busy computer, so the load
is printed with them; to compare two checkouts, run it in each, in turns.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path

BENCHES = [
    "scoring",
    "history",
    "sharing",
    "following",
    "page",
    "relay",
    "folder",
    "exports",
    "taps",
    "browsers",
]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("benches", nargs="*", default=BENCHES, metavar="NAME", help=", ".join(BENCHES))
    here = Path(__file__).resolve()
    tests = here.parents[1]
    places = (here.parent, tests, *(tests / name for name in ("history", "sharing", "ui")))
    sys.path[:0] = list(map(str, places))
    for name in parser.parse_args().benches:
        print(f"\n{name}, load average {os.getloadavg()[0]:.1f}")
        for what, figure in import_module(f"bench_{name}").figures():
            print(f"{what:<56}{figure}", flush=True)


if __name__ == "__main__":
    main()
