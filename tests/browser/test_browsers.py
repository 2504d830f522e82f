"""An evening in WebKit and in Firefox: names, a hand, a reload, a server that is killed and returns."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from .conftest import shown_on_failure
from .driver import Server, Window
from .test_evening import Played, play, sit_down, tap, wait_totals

pytestmark = pytest.mark.xdist_group("browsers 1")


@pytest.fixture
def window(server: Server, other_page: Page, tmp_path: Path, request: pytest.FixtureRequest) -> Window:
    """A window on the app in another browser."""
    window = Window(other_page, server.url, tmp_path / "screenshots", touch=False)
    return shown_on_failure(request, window).open()


@pytest.mark.promise("The screens: all of them", "An evening can be played in Firefox and in WebKit.")
def test_an_evening_is_played_and_exported(window: Window, server: Server) -> None:
    sit_down(window, "Léa", "Basile", "Colette", "Dario")
    play(window, Played(1, "garde", 2, "49"))
    wait_totals(window, "198", "−66", "−66", "−66")
    window.reload()
    wait_totals(window, "198", "−66", "−66", "−66")

    window.tap("next-hand")
    for tile in ("bid-2-garde", "bouts-1", "digit-5"):
        tap(window, tile)
    window.wait_text("points", "5")
    window.page.wait_for_timeout(500)  # a draft is written a moment after the last tap
    server.kill()
    server.start()
    window.reload()
    window.wait_text("points", "5")
    tap(window, "digit-1")
    tap(window, "save")
    wait_totals(window, "148", "84", "−116", "−116")
