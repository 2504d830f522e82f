"""An evening in WebKit and in Firefox: names, a hand, a reload, a server that is killed and returns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright
from programs import playwrights

from .conftest import shown_on_failure
from .driver import PHONE, Server, Window
from .remote import firefox, webkit
from .test_evening import Played, play, sit_down, tap, wait_totals

pytestmark = pytest.mark.xdist_group("browsers 1")

REMOTE = {"firefox": firefox, "webkit": webkit}
SIZE = (PHONE["viewport"]["width"], 740)
"""Firefox makes no window lower than about this."""


@pytest.fixture(params=REMOTE)
def window(
    server: Server, tmp_path: Path, playwright: Playwright, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """A window on the app, in Playwright's own build of the browser or else in the system's."""
    name: str = request.param
    shots = tmp_path / "screenshots"
    if found := playwrights(name):
        browser = getattr(playwright, name).launch(executable_path=found)
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en-GB")
        yield shown_on_failure(request, Window(page, server.url, shots, touch=False)).open()
        browser.close()
    else:
        with REMOTE[name](tmp_path, SIZE) as page:
            yield shown_on_failure(request, Window(page, server.url, shots, touch=False)).open()


def test_an_evening(window: Window, server: Server) -> None:
    sit_down(window, "Léa", "Basile", "Colette", "Dario")
    play(window, Played(1, "garde", 2, "49"))
    wait_totals(window, "198", "−66", "−66", "−66")
    window.wait_route("/hand", False)  # the browser hears of it a little later
    window.reload()
    wait_totals(window, "198", "−66", "−66", "−66")

    window.tap("next-hand")
    for tile in ("bid-2-garde", "bouts-1", "digit-5"):
        tap(window, tile)
    window.wait_text("points", "5")
    window.page.wait_for_timeout(500)  # a draft is written a moment after the last tap
    server.kill()
    server.restart()
    window.reload()
    window.wait_text("points", "5")
    tap(window, "digit-1")
    tap(window, "save")
    wait_totals(window, "148", "84", "−116", "−116")
