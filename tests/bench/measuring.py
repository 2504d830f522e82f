"""What benchmarks share: a server, taps that are timed, figures that are printed."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from browser.driver import Server, Window, says, scorepad

from scorepad.i18n import Translator

NAMES = ("Camille", "Sacha", "Lou", "Charlie")
GAIN = 198
"""What the first player wins with a garde, 2 bouts and 49 points."""
PAUSE = 300
"""Milliseconds before a tap that is measured: nobody taps faster than the screen changes."""
NOWHERE = Path(os.devnull)
"""Where no screenshot is ever put."""


def play(phone: Window, times: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a tap on a digit to the new points, and from save to the new totals, for several hands."""
    t = Translator("en")
    phone.wait_for("total-0")
    before, _, figures = phone.text("total-0").rpartition(": ")
    total = int(figures.replace("−", "-").replace(" ", ""))
    digits, saves = [], []
    for _ in range(times + 2):
        total += GAIN
        for tile in ("next-hand", "bid-1-garde", "bouts-2", "digit-4"):
            phone.tap(tile)
        phone.wait_text("points", "4")
        phone.page.wait_for_timeout(PAUSE)
        digits.append(phone.time_tap("digit-9", says("points", "49")))
        usable = "testing.wait(() => testing.state(testing.find('save')).disabled !== 'true', 10_000)"
        assert phone.page.evaluate(usable)
        shown = f"{before}: {' '.join(t.number(total).split())}"
        phone.page.wait_for_timeout(PAUSE)
        saves.append(phone.time_tap("save", says("total-0", shown)))
        phone.wait_for("next-hand")
    return digits[2:], saves[2:]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The app in a process of its own, from its first answer on."""
    server = Server(folder)  # not started: it says where, and its patience is too coarse for this
    command = scorepad(server.port, server.data)
    process = subprocess.Popen(command, env={**os.environ, "BROWSER": "true"}, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        url = re.search(rb"http://\S+", process.stdout.readline())
        assert url is not None
        address = url[0].decode()
        while not answers(address):
            assert process.poll() is None
            time.sleep(0.005)
        yield address, process
    finally:
        process.terminate()
        process.wait()


def answers(url: str) -> bool:
    try:
        with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(url, timeout=2):
            return True
    except OSError:
        return False


def spread(taken: Sequence[float]) -> str:
    ordered = sorted(taken)
    high = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return f"median {statistics.median(ordered):.1f} ms, p95 {high:.1f} ms, of {len(ordered)}"


def show(what: str, figure: str) -> None:
    print(f"{what:<48}{figure}", flush=True)
