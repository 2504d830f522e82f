"""`python -m tests.bench.bench_web_app` prints what the web app takes, beside the served app; it takes minutes.

Both are opened in turns, each time in a Chromium with a new profile, on a phone's window of 360 × 640.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (0, 1, 2)]

from browser.driver import FLAGS, PHONE, Window
from browser.host import Host
from browser.test_evening import sit_down
from measuring import NAMES, NOWHERE, play, serving, show
from programs import program

from scorepad.web.app.build import OPTIONAL, build

COMPLETE = """() => new Promise((done) => {
    const look = () => (globalThis.pythonTimes ? done() : setTimeout(look, 50));
    look();
})"""
"""When all that exports need is loaded, too."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.bench_web_app", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--rounds", type=int, default=5, help="that each is opened with a new profile (5)")
    parser.add_argument("--times", type=int, default=10, help="that each tap is measured in a round (10)")
    parser.add_argument("--site", type=Path, help="a web app that is built already")
    wanted = parser.parse_args()
    taken: dict[str, defaultdict[str, list[float]]] = {
        kind: defaultdict(list) for kind in ("web app", "served")
    }
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = wanted.site or folder / "site"
        if wanted.site is None:
            build(site)
        sizes(site)
        host = Host(site).start()
        stack.callback(host.stop)
        playwright = stack.enter_context(sync_playwright())
        for number in range(wanted.rounds):
            show("load average", f"{os.getloadavg()[0]:.1f}")
            with profile(playwright, folder / f"app{number}", host.url) as phone:
                measure(phone, host.url, taken["web app"], wanted.times, folder / f"app{number}", COMPLETE)
            with (
                serving(folder / f"served{number}") as (url, _),
                profile(playwright, folder / f"browser{number}", url) as phone,
            ):
                measure(phone, url, taken["served"], wanted.times, folder / f"browser{number}", "() => null")
    print(f"\n{'median (highest)':<48}" + "".join(f"{kind:>20}" for kind in taken))
    for what in taken["web app"]:
        cells = [f"{statistics.median(each[what]):.2f} ({max(each[what]):.2f})" for each in taken.values()]
        print(f"{what:<48}" + "".join(f"{cell:>20}" for cell in cells))


def sizes(site: Path) -> None:
    """What a phone fetches, as hosts compress it."""
    fetched = {"before the first screen": 0, "after it": 0}
    for path in site.rglob("*"):
        name = path.relative_to(site).as_posix()
        if path.is_file() and not OPTIONAL.match(name):
            content = path.read_bytes()
            size = len(content if path.suffix == ".pack" else gzip.compress(content, 6))
            fetched["after it" if name.startswith("later") else "before the first screen"] += size
    for what, size in fetched.items():
        show(f"fetched {what}", f"{size / 1e6:.2f} MB")


@contextmanager
def profile(playwright: Playwright, folder: Path, url: str) -> Iterator[Window]:
    """A window of a browser that has seen nothing yet."""
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=program("chromium"), args=FLAGS, **PHONE, locale="en-GB"
    )
    page = context.pages[0]
    page.wait_for_timeout(2000)  # the browser starts
    yield Window(page, url, NOWHERE, touch=True)
    context.close()


def measure(
    phone: Window, url: str, taken: defaultdict[str, list[float]], times: int, folder: Path, complete: str
) -> None:
    """Opens it, opens it again, plays, and looks at the memory."""
    for what, repeats in (("first load, s", 1), ("opening again, s", 3)):
        for _ in range(repeats):
            begin = time.perf_counter()
            phone.page.goto(url)
            phone.wait_for("new-session", 60)
            taken[what].append(time.perf_counter() - begin)
            phone.page.evaluate(complete)
            phone.page.wait_for_timeout(2000)
            phone.page.goto("about:blank")
    phone.page.goto(url)
    sit_down(phone, *NAMES)
    digits, saves = play(phone, times)
    taken["tap on a digit → points, ms"] += digits
    taken["tap on save → totals, ms"] += saves
    for what, size in memory(folder).items():
        taken[f"memory of the page, {what}, MB"].append(size / 1024)


def memory(profile: Path) -> dict[str, int]:
    """Kilobytes of the largest page of a browser: all that it maps, its share of it, and what is its alone."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode("utf-8", "replace")
            if "--type=renderer" in words and str(profile) in words:
                lines = (folder / "smaps_rollup").read_text("ascii").splitlines()[1:]
                fields = {line.split(":")[0]: int(line.split()[1]) for line in lines}
                alone = fields["Private_Dirty"] + fields["Private_Clean"]
                found.append({"resident": fields["Rss"], "shared out": fields["Pss"], "alone": alone})
    return max(found, key=lambda each: each["resident"])


if __name__ == "__main__":
    main()
