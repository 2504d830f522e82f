"""Files and links that leave the app in a real browser: downloads, the sheet to print, links to a hand."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Route

from .conftest import OpenWindow
from .driver import Window
from .test_evening import COARSE, Played, play, sit_down, tap, wait_totals

pytestmark = pytest.mark.xdist_group("browsers 2")


def download(window: Window, form: str) -> tuple[str, bytes]:
    """The name and the bytes of what the browser saves."""
    tap(window, f"format-{form}")
    with window.page.expect_download() as saved:
        tap(window, "save-export")
    name = saved.value.suggested_filename
    said = window.until(lambda: name in window.text("notice"))
    assert said, window.text("notice")
    return name, Path(saved.value.path()).read_bytes()


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "Files are downloaded from a real browser, and a sheet is printed as it is downloaded.",
)
def test_an_evening_is_taken_home(open_window: OpenWindow) -> None:
    phone = open_window(COARSE)
    sit_down(phone, "Léa", "=1+1", "Colette", "Dario")
    play(phone, Played(1, "garde", 2, "49"))
    wait_totals(phone, "198", "−66", "−66", "−66")
    tap(phone, "menu")
    tap(phone, "menu-export")
    _, picture = download(phone, "png")
    assert picture.startswith(b"\x89PNG")
    for form in ("xlsx", "csv"):
        _, packed = download(phone, form)
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            assert archive.testzip() is None, "every byte has arrived"
    name, sheet = download(phone, "pdf")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d Tarot\.pdf", name)
    assert sheet.startswith(b"%PDF-")

    context, printed = phone.page.context, list[bytes]()

    def fetch(route: Route) -> None:
        answer = route.fetch()
        printed.append(answer.body())
        route.fulfill(response=answer)

    context.route("**/print/*.pdf", fetch)
    for _ in range(2):  # each tap has a ticket of its own
        with context.expect_page() as opened:
            tap(phone, "print")
        opened.value.wait_for_load_state()
    assert printed == [sheet, sheet], "what is printed is what is downloaded"
    assert context.request.get(opened.value.url).status == 404, "the ticket counts once"
    phone.assert_clean()


def copied(window: Window) -> str:
    """The text of the clipboard, as soon as it has any."""
    text = window.until(lambda: str(window.page.evaluate("navigator.clipboard.readText()")))
    assert text, "nothing is copied"
    return text


def test_a_link_to_a_hand_opens_it_elsewhere(open_window: OpenWindow) -> None:
    phone = open_window(COARSE, permissions=["clipboard-read", "clipboard-write"])
    tap(phone, "menu")
    tap(phone, "calculator")
    for tile in ("bid-1-garde", "bouts-2", "digit-4", "digit-9", "save", "copy"):
        tap(phone, tile)
    link = copied(phone).splitlines()[-1]
    assert link.startswith("/calculator/"), "this server's address is dead on another device"
    other = open_window(COARSE, route=link)
    other.wait_text("result", "Made by 8")
    phone.assert_clean()
    other.assert_clean()
