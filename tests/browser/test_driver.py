"""The promises of the browser driver, on a page without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Route

from .driver import DESKTOP, Unreachable, Window

pytestmark = pytest.mark.xdist_group("browsers 2")

PLACE = "position: absolute; left: 100px; width: 150px; height: 48px"
PAGE = f"""
    <flt-semantics flt-semantics-identifier="below" role="button" style="{PLACE}; top: 50px">Below</flt-semantics>
    <flt-semantics flt-semantics-identifier="above" role="button" style="{PLACE}; top: 50px">Above</flt-semantics>
    <flt-semantics flt-semantics-identifier="add" role="button" style="{PLACE}; top: 200px"
        onclick="this.textContent = 'Tapped'">Add</flt-semantics>
    <flt-semantics flt-semantics-identifier="far" role="button" style="{PLACE}; top: 3000px"
        onclick="this.textContent = 'Tapped'">Far</flt-semantics>
"""


@pytest.fixture
def window(chromium: Browser, tmp_path: Path) -> Iterator[Window]:
    page = chromium.new_page(**DESKTOP)

    def missing(route: Route) -> None:
        route.fulfill(status=404, headers={"Access-Control-Allow-Origin": "*"})

    page.route("http://127.0.0.1/**", missing)
    window = Window.watched(page, "http://127.0.0.1", tmp_path, touch=False)
    page.goto(f"data:text/html,{quote(PAGE)}")
    yield window
    page.close()


def test_a_tap_reaches_only_targets_that_a_finger_reaches(window: Window) -> None:
    for name in ("add", "far"):
        window.tap(name)
        window.wait_text(name, "Tapped")
    with pytest.raises(Unreachable, match=r"'below' is covered by button 'above' \"Above\""):
        window.tap("below")
    with pytest.raises(AssertionError, match="'add' says 'Tapped', not 'Add'"):
        window.wait_text("add", "Add", 0.1)


@pytest.mark.parametrize(
    ("script", "match"),
    [
        ("fetch('https://example.org/').catch(() => 0)", "requests to other computers"),
        ("fetch('http://127.0.0.1/nowhere.png').catch(() => 0)", "requests that failed"),
        ("console.error('seen')", "errors in the browser's console"),
        ("setTimeout(() => { throw new Error('thrown'); })", "errors in the browser's console"),
    ],
)
def test_an_error_in_the_page_fails_the_test(window: Window, script: str, match: str) -> None:
    window.assert_clean()
    window.page.evaluate(script)
    assert re.match(match, window.until(partial(complaint, window)))


def complaint(window: Window) -> str:
    """What `assert_clean` says, once Playwright has told of what went wrong."""
    try:
        window.assert_clean()
    except AssertionError as error:
        return str(error)
    return ""
