"""The page of followers in Chromium, on a phone's window: its size, the first paint, reading and drawing an evening."""

from __future__ import annotations

import base64
import tempfile
from contextlib import ExitStack
from pathlib import Path

from browser.driver import FLAGS, PHONE
from browser.host import Host
from measuring import Figures, spread
from playwright.sync_api import Browser, sync_playwright
from programs import program
from random_evenings import long

from scorepad.sharing.packed import pack
from scorepad.web.follow import follow_page

HANDS, PEOPLE, TIMES = 60, 5, 20
SLOWER = 4
"""How many times slower the processor of a cheap phone is."""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
DRAW = """(code) => {
    const raw = bytesOf(code), began = performance.now(), sheet = sheetOf(readPack(raw)), read = performance.now();
    drawnRows = new Map(); // nothing is drawn yet
    draw(sheet);
    document.body.offsetHeight;
    return [read - began, performance.now() - read];
}"""


def figures() -> Figures:
    """The page as it is sent; then an evening of many hands from a link, on this processor and on a slower one."""
    yield "the page, gzipped", f"{len(follow_page().gzipped):,} bytes"
    link = base64.urlsafe_b64encode(pack(long(HANDS, PEOPLE, PEOPLE))).decode().rstrip("=")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "follow").mkdir()
        (folder / "follow/index.html").write_bytes(follow_page().html)
        host = Host(folder).start()
        stack.callback(host.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=program("chromium"), args=FLAGS)
        stack.callback(browser.close)
        for slower in (1, SLOWER):
            visits = [_visit(browser, f"{host.url}follow/#e={link}", link, slower) for _ in range(TIMES)]
            paints, reads, draws = zip(*visits, strict=True)
            name = f", processor / {slower}" if slower > 1 else ""
            yield f"first paint{name}", spread(paints)
            yield f"{HANDS} hands, read{name}", spread(reads)
            yield f"{HANDS} hands, drawn and laid out{name}", spread(draws)


def _visit(browser: Browser, url: str, link: str, slower: int) -> tuple[float, float, float]:
    """A first visit: milliseconds until the first paint, and those that reading and drawing take."""
    context = browser.new_context(**PHONE, locale="fr")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(url)
    while not page.evaluate(PAINT):  # its policy lets nothing wait inside the page
        page.wait_for_timeout(20)
    read, drawn = page.evaluate(DRAW, link)
    found = page.evaluate(PAINT), read, drawn
    context.close()
    return found
