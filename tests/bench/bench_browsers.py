"""The served app and the web app in Chromium, on a phone's window: first load, taps, memory.

Taps are timed from the pointer event to the changed page, by the page itself.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from browser.driver import FLAGS, PHONE, Server, Window
from browser.host import Host
from browser.test_evening import sit_down
from measuring import Figures, memory, spread, timed
from playwright.sync_api import Playwright, sync_playwright
from programs import program

from scorepad.i18n import Translator
from scorepad.web.app.build import build

GAIN = 198
"""The points that the first player wins with a garde, 2 bouts and 49 points."""
PAUSE = 300
"""Milliseconds before a tap that is measured: nobody taps faster than the screen changes."""


def figures() -> Figures:
    """Of each app: opened with a new profile, opened again, played."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playwright = stack.enter_context(sync_playwright())
        server = Server(folder / "data").start()
        stack.callback(server.stop)
        yield from _opened(playwright, folder / "served", server.url, "served")
        yield "served, memory of the server", f"{memory('scorepad', str(server.data)):.0f} MB"
        build(folder / "site")
        host = Host(folder / "site").start()
        stack.callback(host.stop)
        yield from _opened(playwright, folder / "app", host.url, "web app")


def _opened(playwright: Playwright, profile: Path, url: str, kind: str) -> Figures:
    with _window(playwright, profile, url) as phone, _traffic(phone) as received:

        def load() -> None:
            phone.page.goto("about:blank")
            phone.page.goto(url)
            phone.wait_for("new-session", 60)

        first = timed(load, 1)[0]
        phone.page.wait_for_timeout(2000)
        yield f"{kind}, first load", f"{first:.0f} ms, {sum(received) / 1e6:.2f} MB"
        yield f"{kind}, opened again", spread(timed(load))
        sit_down(phone, "Camille", "Sacha", "Lou", "Charlie")
        opened, digits, saves = _play(phone, 20)
        yield f"{kind}, tap on the next hand → its entry", spread(opened)
        yield f"{kind}, tap on a digit → points", spread(digits)
        yield f"{kind}, tap on save → totals", spread(saves)
        yield f"{kind}, memory of the page", f"{memory('--type=renderer', str(profile)):.0f} MB"


@contextmanager
def _window(playwright: Playwright, profile: Path, url: str) -> Iterator[Window]:
    """A window of a browser that has seen nothing yet."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=program("chromium"), args=FLAGS, **PHONE, locale="en-GB"
    )
    page = context.pages[0]
    page.wait_for_timeout(2000)  # the browser starts
    yield Window(page, url, Path(os.devnull), touch=True)
    context.close()


@contextmanager
def _traffic(phone: Window) -> Iterator[list[int]]:
    """Bytes that come over the network, headers included and as compressed as they are sent."""
    client, received = phone.page.context.new_cdp_session(phone.page), list[int]()

    def count(event: dict[str, Any]) -> None:
        received.append(int(event["encodedDataLength"]))

    client.on("Network.loadingFinished", count)
    client.send("Network.enable")
    yield received


def _play(phone: Window, times: int) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of several hands: until the entry opens, until a digit is shown, until the totals are new."""
    t = Translator("en")
    before, _, figures = phone.text("total-0").rpartition(": ")
    total = int(figures.replace("−", "-").replace(" ", ""))
    opened, digits, saves = [], [], []
    for _ in range(times + 2):
        total += GAIN
        phone.page.wait_for_timeout(PAUSE)
        opened.append(_timed_tap(phone, "next-hand", "testing.find('bid-4-garde') !== null"))
        for tile in ("bid-1-garde", "bouts-2", "digit-4"):
            phone.tap(tile)
        phone.wait_text("points", "4")
        phone.page.wait_for_timeout(PAUSE)
        digits.append(_timed_tap(phone, "digit-9", "testing.says('points', '49')"))
        usable = "testing.wait(() => testing.state(testing.find('save')).disabled !== 'true', 10_000)"
        assert phone.page.evaluate(usable)
        shown = f"{before}: {' '.join(t.number(total).split())}"
        phone.page.wait_for_timeout(PAUSE)
        saves.append(_timed_tap(phone, "save", f"testing.says('total-0', {json.dumps(shown)})"))
        phone.wait_for("next-hand")
    return opened[2:], digits[2:], saves[2:]


def _timed_tap(phone: Window, identifier: str, expected: str) -> float:
    """Milliseconds from the pointer event of a tap until an expression is true: without Playwright's own delays."""
    phone.uncover(identifier)
    phone.page.evaluate(f"() => {{ window.timing = testing.timed(() => {expected}, 10_000); }}")
    phone.tap(identifier)
    taken = phone.page.evaluate("window.timing")
    assert taken is not None, f"never: {expected}"
    return float(taken)
