"""`python -m tests.bench` prints how fast and how large scorepad is here; it takes minutes and never fails on time.

Everything is measured in a real Chromium on a server process of its own, on a phone's window of 360 × 640;
taps from the pointer event to the changed page, by the page itself. Figures mean little on a busy computer, so
the load is printed with them.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from scorepad.evening.events import Ended

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (0, 1, 2)]

from browser.driver import FLAGS, PHONE, Window
from browser.test_evening import sit_down
from evenings import table
from measuring import NAMES, NOWHERE, play, serving, show, spread
from programs import program

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal
from scorepad.history import History
from scorepad.tarot.hand import Bid, Hand


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--hands", type=int, default=100, help="in the session that is played (100)")
    parser.add_argument("--evenings", type=int, default=1000, help="in the history (1000)")
    parser.add_argument("--times", type=int, default=30, help="that each thing is measured (30)")
    parser.add_argument("--windows", type=int, default=20, help="that are open at the end (20)")
    wanted = parser.parse_args()
    show("load average", " ".join(f"{each:.1f}" for each in os.getloadavg()))
    with tempfile.TemporaryDirectory() as folder:
        store, filled, empty = (Path(folder) / name for name in ("store", "filled", "empty"))
        begin = time.perf_counter()
        evening = fill(filled / "data", wanted.evenings, wanted.hands)
        show(f"making {wanted.evenings} evenings, durably", f"{time.perf_counter() - begin:.1f} s")
        shutil.copytree(filled, store)
        record(store / "data", evening, wanted.times)
        start(empty, wanted.times)
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=program("chromium"), args=FLAGS)
            journey(chromium, empty, "an empty sheet", None, wanted.times, windows=0)
            title = f"{wanted.hands} hands and {wanted.evenings} evenings"
            journey(chromium, filled, title, evening, wanted.times, windows=wanted.windows)
            chromium.close()
    show("load average", " ".join(f"{each:.1f}" for each in os.getloadavg()))


# --- What is measured -------------------------------------------------------------------------------------


def record(folder: Path, evening: str, times: int) -> None:
    """One hand into the history, without any screen."""
    taken = []
    with History(folder) as history:
        history.summaries()
        for _ in range(times):
            begin = time.perf_counter()
            now = history.load(evening)
            now = now.record(Deal(now.dealer, hand(now)), history.stamp())
            assert history.append(evening, now.events[-1]).sheet.totals
            taken.append(1000 * (time.perf_counter() - begin))
    show("record a hand, durably, totals folded", spread(taken))


def start(folder: Path, times: int) -> None:
    """From the start of the process to the first answer."""
    taken = []
    for _ in range(min(times, 10)):
        begin = time.perf_counter()
        with serving(folder):
            taken.append(1000 * (time.perf_counter() - begin))
    show("process start → server answers", spread(taken))


def journey(
    chromium: Browser, folder: Path, title: str, evening: str | None, times: int, *, windows: int
) -> None:
    """First screen, reload, saving hands, memory, on one server."""
    print(f"\nWith {title}:")
    with serving(folder) as (url, process):
        show("memory after start", memory(process))
        with window(chromium, url) as phone:
            with traffic(phone) as sent:
                begin = time.perf_counter()
                phone.open()
                phone.wait_for("new-session")
                first = time.perf_counter() - begin
                phone.page.wait_for_timeout(1000)
                show("first screen, nothing in the browser's cache", f"{first:.2f} s, {sent()}")
            taken = []
            for _ in range(5):
                begin = time.perf_counter()
                phone.reload().wait_for("new-session")
                taken.append(1000 * (time.perf_counter() - begin))
            with traffic(phone) as sent:
                phone.reload().wait_for("new-session")
                phone.page.wait_for_timeout(1000)
                show("reload of the first screen", f"{spread(taken)}, {sent()}")
            show("memory, the sessions listed", memory(process))
            if evening is None:
                sit_down(phone, *NAMES)
            else:
                phone.open(f"/session/{evening}")
            digits, saves = play(phone, times)
            show("tap on a digit → new points in the page", spread(digits))
            show("tap on save → new totals in the page", spread(saves))
            show("memory, hands saved", memory(process))
        if windows:
            open_windows(chromium, url, windows)
            show(f"memory, {windows} windows opened", memory(process))


def open_windows(chromium: Browser, url: str, count: int) -> None:
    """Several windows at once, each on the list of evenings."""
    contexts = [chromium.new_context(**PHONE) for _ in range(count)]
    for context in contexts:
        Window(context.new_page(), url, NOWHERE, touch=True).open().wait_for("new-session")
    for context in contexts:
        context.close()


# --- What it takes ----------------------------------------------------------------------------------------


def hand(evening: Evening) -> Hand:
    """A garde that the first player makes by 8."""
    players = evening.table.seating.players(evening.dealer)
    return Hand(players=players, taker=players[0], bid=Bid.GARDE, bouts=2, half_points=98)


def fill(folder: Path, evenings: int, hands: int) -> str:
    """A history of finished evenings of ten hands, and a long one under way; gives the id of that one."""
    chance = random.Random(1)
    folder.mkdir(parents=True, exist_ok=True)
    with History(folder) as history:
        for number in range(evenings):
            evening = table(NAMES, id=history.new_id(), created=history.stamp().at)
            last = number == evenings - 1
            for _ in range(hands if last else 10):
                players = evening.table.seating.players(evening.dealer)
                dealt = Hand(
                    players=players,
                    taker=chance.choice(players),
                    bid=chance.choice((Bid.PETITE, Bid.GARDE)),
                    bouts=chance.randrange(4),
                    half_points=2 * chance.randrange(20, 70),
                )
                evening = evening.record(Deal(evening.dealer, dealt), history.stamp())
            history.create(evening if last else evening.add(Ended(), history.stamp()))
        history.summaries()
    return evening.id


@contextmanager
def window(chromium: Browser, url: str) -> Iterator[Window]:
    context = chromium.new_context(**PHONE, locale="en-GB")
    yield Window(context.new_page(), url, NOWHERE, touch=True)
    context.close()


@contextmanager
def traffic(seen: Window) -> Iterator[Any]:
    """Counts what comes over the network, headers included and as compressed as it is sent."""
    client = seen.page.context.new_cdp_session(seen.page)
    received = [0, 0]

    def count(event: dict[str, Any]) -> None:
        received[0] += 1
        received[1] += int(event["encodedDataLength"])

    client.on("Network.loadingFinished", count)
    client.send("Network.enable")
    yield lambda: f"{received[1] / 1e6:.2f} MB in {received[0]} answers"
    client.send("Network.disable")


def memory(process: subprocess.Popen[bytes]) -> str:
    """What the process holds in memory, all that it shares included."""
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(process.pid)], capture_output=True, check=True)
    return f"{int(told.stdout) / 1024:.0f} MB"


if __name__ == "__main__":
    main()
