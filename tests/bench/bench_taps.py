"""`python -m tests.bench.bench_taps` prints the processor time of each tap on the entry of a hand; it takes a minute.

An evening of 100 hands is played on in this process, by the driver that the tests use; the time of the driver's own
client is left out. `--against DIR` plays the same hands in another checkout, in turns, and prints both.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[2]
TAPS = {
    "the entry opens": "next-hand",
    "a bid": "bid-1-garde",
    "bouts": "bouts-2",
    "the first digit": "digit-4",
    "the second digit": "digit-9",
    "petit au bout": "petit-taker",
    "save": "save",
}
"""One hand, tap by tap: the tile of each."""
Figures = dict[str, dict[str, float]]
"""By tap: milliseconds of processor, and how many controls are compared and added."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.bench_taps", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--hands", type=int, default=100, help="in the session that is played on (100)")
    parser.add_argument("--times", type=int, default=40, help="that each tap is measured (40)")
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout, measured in turns")
    parser.add_argument("--wide", action="store_true", help="in a window of two panes")
    parser.add_argument("--play", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.play is not None:
        sys.path[:0] = [str(wanted.play / folder) for folder in ("", "tests", "tests/ui")]
        asyncio.run(play(wanted.play, wanted.hands, wanted.wide))
        return
    checkouts = [HERE, *([wanted.against.resolve()] if wanted.against else [])]
    compare(checkouts, ["--hands", str(wanted.hands), *(["--wide"] if wanted.wide else [])], wanted.times)


def compare(checkouts: list[Path], options: list[str], times: int) -> None:
    """Plays a hand in each checkout in turn, then prints the medians side by side."""
    command = [sys.executable, str(Path(__file__).resolve()), *options, "--play"]
    players = [
        subprocess.Popen(
            [*command, str(each)], cwd=each, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for each in checkouts
    ]
    taken: list[defaultdict[str, list[float]]] = [defaultdict(list) for _ in players]
    counted: list[Figures] = []
    for round_ in range(times + 2):
        for player, figures in zip(players, taken, strict=True):
            for tap, spent in ask(player, "hand").items():
                if round_ > 1:  # the first ones load and compile
                    figures[tap].append(spent)
    for player in players:
        counted.append(ask(player, "count"))
        player.communicate("\n")
    titles = ["ms", "compared", "added"]
    print(f"{'':20}" + "".join(f"{title:>12}" for title in titles * len(checkouts)) + "    ratio")
    for tap in taken[0]:
        medians = [statistics.median(figures[tap]) for figures in taken]
        cells = "".join(
            f"{ms:12.1f}{count[tap]['compared']:12}{count[tap]['added']:12}"
            for ms, count in zip(medians, counted, strict=True)
        )
        print(f"{tap:20}{cells}    {medians[0] / medians[-1]:5.2f}")


def ask(player: subprocess.Popen[str], what: str) -> Any:
    assert player.stdin is not None
    assert player.stdout is not None
    print(what, file=player.stdin, flush=True)
    answer = player.stdout.readline()
    if not answer:
        sys.exit("a checkout could not play: its message is above")
    return json.loads(answer)


async def play(checkout: Path, hands: int, wide: bool) -> None:
    """Plays a hand for each line on standard input, in the checkout that leads `sys.path`."""
    packaged = (checkout / "tests" / "ui" / "__init__.py").exists()
    module: Any = import_module("ui.evening" if packaged else "evening")
    windows: Any = getattr(module, "Windows", None) or module.Evening  # its name in an earlier checkout
    with tempfile.TemporaryDirectory() as folder, windows(Path(folder)) as evening:
        route = f"/session/{evening.played(hands).id}"
        app = await (evening.wide(route) if wide else evening.window(route))
        for line in sys.stdin:
            if not line.strip():
                return
            answer = counts() if line.strip() == "count" else None
            figures = {}
            for tap, identifier in TAPS.items():
                if not app.exists(identifier):  # a wide window has the entry open
                    continue
                gc.collect()
                figures[tap] = await timed(app, identifier)
                if answer is not None:
                    answer[1][tap] = dict(answer[0])
                    answer[0].update({"compared": 0, "added": 0})
            print(json.dumps(figures if answer is None else answer[1]), flush=True)


async def timed(app: Any, identifier: str) -> float:
    """Milliseconds of processor that a tap takes, without those of the client that the driver plays."""
    target, receive = app._target(identifier), app._receive
    client = 0.0

    def received(*message: Any) -> None:
        nonlocal client
        begin = time.process_time()
        receive(*message)
        client += time.process_time() - begin

    app._receive = received
    begin = time.process_time()
    await app._activate(target)
    spent = time.process_time() - begin
    app._receive = receive
    return 1000 * (spent - client)


def counts() -> tuple[dict[str, int], dict[str, Any]]:
    """Counts from now on how many controls Flet compares, and how many it adds."""
    from flet.controls.base_control import BaseControl
    from flet.controls.object_patch import DiffBuilder

    so_far: dict[str, int] = {"compared": 0, "added": 0}
    builder: Any = DiffBuilder
    compare, added = builder._compare_dataclasses, builder.get_added_controls

    def compared(self: Any, parent: Any, path: Any, src: Any, dst: Any, frozen: bool) -> None:
        so_far["compared"] += isinstance(dst, BaseControl) and src is not dst
        compare(self, parent, path, src, dst, frozen)

    def counted(self: Any) -> Any:
        for each in added(self):
            so_far["added"] += 1
            yield each

    builder._compare_dataclasses, builder.get_added_controls = compared, counted
    return so_far, {tap: dict(so_far) for tap in TAPS}


if __name__ == "__main__":
    main()
