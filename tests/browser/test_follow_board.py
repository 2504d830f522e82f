"""The board in real browsers: its code, and what can be read from the other end of a room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from random_evenings import long
from sample_evenings import club, eventful, five, mouches, sixteen

from scorepad.evening.evening import Evening
from scorepad.sharing.packed import pack
from scorepad.web.follow import follow_page

from .test_follow import AXE, RULES, looking, totals

WIFI = "http://192.168.1.24:8551/follow/"
SMALLEST_FIGURES, SMALLEST_WORDS = 64, 28
"""The heights of text on the board in a window of 720 lines, in pixels."""
WORDS_OF_BOARD = """
[...document.querySelectorAll("header *, main *")]
    .filter((each) => each.checkVisibility() && !each.closest(".unseen, .mark, svg"))
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
    .map((each) => [each.className, parseFloat(getComputedStyle(each).fontSize), each.getBoundingClientRect().bottom])
"""


@contextmanager
def board(
    chromium: Browser, evening: Evening, size: tuple[int, int], address: str = WIFI, **settings: Any
) -> Iterator[Page]:
    """A board that follows an evening at an address of the Wi-Fi."""

    def answer(route: Route) -> None:
        if "/pack" not in route.request.url:
            route.fulfill(body=follow_page().html.decode(), content_type="text/html")
        elif not route.request.headers.get("if-none-match"):
            route.fulfill(body=pack(evening), headers={"ETag": '"x"'})

    with looking(chromium, "about:blank", size, **settings) as page:
        page.route(f"{address}**", answer)
        page.goto(f"{address}#key=k7q2m9x4w1z8&board&lang=fr")
        expect(page.locator("#state")).to_have_class("live")
        yield page


def modules(page: Page) -> list[str]:
    """The rows of the code that the board shows."""
    side = int((page.locator("#code svg").get_attribute("viewBox") or "").split()[2])
    rows = [["0"] * side for _ in range(side)]
    for x, y, width in re.findall(
        r"M(\d+) (\d+)h(\d+)v1", page.locator("#code path").nth(1).get_attribute("d") or ""
    ):
        rows[int(y)][int(x) : int(x) + int(width)] = "1" * int(width)
    return ["".join(row[4:-4]) for row in rows[4:-4]]


def test_the_board_shows_the_code_of_its_own_address(chromium: Browser) -> None:
    with board(chromium, club(), (1280, 720)) as page:
        made = 'text => qrCode(text).map((row) => row.join(""))'
        assert modules(page) == page.evaluate(made, f"{WIFI}#key=k7q2m9x4w1z8&lang=fr")
        expect(page.get_by_role("img", name="L’adresse")).to_be_visible()
        expect(page.locator("#code #state")).to_contain_text("à jour")
        assert page.get_by_role("button").count() == 0
        width = page.locator("#code svg").bounding_box()
        assert width is not None
        assert width["width"] / (len(modules(page)) + 8) > 4, "pixels for each module"


def test_a_board_that_only_its_computer_can_open_shows_the_curve_instead(chromium: Browser) -> None:
    for host in ("127.0.0.1", "localhost", "[::1]"):
        with board(chromium, club(), (1280, 720), f"http://{host}:8551/follow/") as page:
            expect(page.locator("#code")).to_be_hidden()
            expect(page.locator("#curve svg")).to_be_visible()


@pytest.mark.promise("Following an evening", "The board is readable from the other end of a room.")
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_the_board_is_readable_from_the_other_end_of_a_room(chromium: Browser, size: tuple[int, int]) -> None:
    scale, evenings = size[1] / 720, [club(), five(), sixteen(), eventful(), mouches(), long(30, 8, 5)]
    for evening in evenings:
        with board(chromium, evening, size) as page:
            for name, height, bottom in page.evaluate(WORDS_OF_BOARD):
                smallest = SMALLEST_FIGURES if "total" in name.split() else SMALLEST_WORDS
                assert height >= scale * smallest, (evening.id, name)
                assert bottom <= size[1], (evening.id, name)
            assert page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            ) == [*size]
            assert len(totals(page)) >= len(evening.table.seating.ids)
            page.evaluate(AXE)
            found = page.evaluate("rules => axe.run(document, rules)", RULES)
            assert [each["id"] for each in found["violations"]] == []
