"""The server goes while people look at the sheet, and comes back: what was in sight stays there."""

from __future__ import annotations

import io
import threading

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Response

from scorepad.i18n import Translator
from scorepad.web.keys import renew

from .conftest import OpenWindow
from .driver import Server, Window, hasty
from .test_evening import COARSE, tap, wait_totals

pytestmark = pytest.mark.xdist_group("browsers 2")

BANNER = "#scorepad-connection"
BAR = 60
"""The height of the banner on a phone, in dp: it lies over the bar at the top of the screen."""
LOST = "Connection lost. Wait: what you tap does not count until the page is back."


@pytest.fixture
def tables() -> tuple[str, ...]:
    return ("evening",)


LISTEN = """banner => {
    const node = document.querySelector(banner);
    window.said = [];
    new MutationObserver(() => said.push(node.textContent)).observe(node, { childList: true });
}"""


def wait_said(window: Window, text: str) -> None:
    holds = """([banner, text, patience]) =>
        testing.wait(() => document.querySelector(banner).innerText === text, patience)"""
    assert window.page.evaluate(holds, [BANNER, text, 20_000]), window.page.inner_text(BANNER)


def offered(window: Window) -> list[tuple[str, str]]:
    """The roles and names that the browser gives to screen readers."""
    session = window.page.context.new_cdp_session(window.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    found = [(node["role"]["value"], node["name"]["value"]) for node in nodes if not node["ignored"]]
    return [each for each in found if each[0] not in ("RootWebArea", "InlineTextBox", "generic", "none")]


def below_the_bar(window: Window) -> Image.Image:
    shot = Image.open(io.BytesIO(window.page.screenshot())).convert("RGB")
    return shot.crop((0, BAR, shot.width, shot.height))


def assert_same(before: Image.Image, after: Image.Image, when: str) -> None:
    assert ImageChops.difference(before, after).getbbox() is None, f"what is in sight is another thing {when}"


@pytest.mark.promise("The screens: all of them", "A hand half entered goes on when the server comes back.")
def test_a_hand_half_tapped_stays_in_sight_and_goes_on(server: Server, open_window: OpenWindow) -> None:
    phone = open_window(COARSE, route="/session/evening")
    for tile in ("next-hand", "bid-2-garde", "bouts-2", "digit-4"):
        tap(phone, tile)
    phone.wait_text("points", "4")
    phone.settle()
    phone.page.evaluate(LISTEN, BANNER)
    phone.page.wait_for_timeout(500)  # the ripple of the last tap
    phone.page.evaluate("document.activeElement.blur()")  # a page that is inert shows no focus
    phone.page.wait_for_timeout(300)
    nine = phone.page.evaluate("testing.still('digit-9')")
    before = below_the_bar(phone)
    assert phone.page.inner_text(BANNER) == ""

    server.kill()
    wait_said(phone, LOST)
    assert offered(phone) == [("alert", ""), ("StaticText", LOST)]
    for _ in range(2):
        phone.page.touchscreen.tap(nine["x"], nine["y"])
        phone.press("9", "Backspace", "Enter", "Tab", "Space")
        phone.page.wait_for_timeout(300)
    assert_same(before, below_the_bar(phone), "while the server is gone")

    starting = threading.Thread(target=server.start)
    starting.start()
    frames = 0
    while True:
        seen = below_the_bar(phone)
        if not phone.page.evaluate("document.querySelector('flutter-view').inert"):
            break  # the picture may be of the moment after
        assert_same(before, seen, f"while the server comes back, frame {frames}")
        frames += 1
    starting.join()
    wait_said(phone, "")
    assert phone.page.evaluate("window.said") == [LOST, "Connected again.", ""]
    assert_same(before, below_the_bar(phone), "when it is back")
    for tile in ("digit-9", "save"):
        tap(phone, tile)
    wait_totals(phone, "−66", "198", "−66", "−66")


@pytest.mark.parametrize("command", [lambda port, data: [*hasty(port, data), "--lang", "de"]])
def test_a_page_waits_for_a_server_that_hangs(server: Server, open_window: OpenWindow) -> None:
    """Nothing closes the connection, and a tap waits for its answer; it is said in the language of the app."""
    phone = open_window(COARSE, route="/session/evening")
    phone.wait_for("next-hand")
    server.freeze()
    tap(phone, "next-hand")
    wait_said(phone, Translator("de")(LOST))
    assert phone.page.get_attribute(BANNER, "lang") == "de"
    server.thaw()
    assert phone.page.evaluate("testing.wait(() => !document.querySelector('flutter-view').inert, 30_000)")
    phone.wait_for("bid-1-garde")
    tap(phone, "bid-1-garde")
    phone.wait_for("bouts-2")


def test_a_phone_is_turned_while_the_server_is_away(server: Server, open_window: OpenWindow) -> None:
    """Nobody hears of its new size: the page is laid out anew."""
    phone = open_window(COARSE, route="/session/evening/hand")
    phone.wait_for("bid-1-garde")
    server.kill()
    wait_said(phone, LOST)
    phone.resize(900, 500)
    phone.page.wait_for_timeout(500)
    with phone.page.expect_navigation():
        server.start()
    phone.ready().wait_for("bid-1-garde")
    phone.wait_for("total-0")  # beside it, since there is room


def test_an_address_that_is_no_longer_valid_is_reported(server: Server, open_window: OpenWindow) -> None:
    phone = open_window(COARSE, route="/session/evening")
    phone.wait_for("next-hand")
    answers: list[int] = []

    def note(answer: Response) -> None:
        if answer.request.method == "HEAD":
            answers.append(answer.status)

    phone.page.on("response", note)
    server.kill()
    renew(server.data)
    server.start()
    wait_said(phone, "This address is no longer valid. Ask whoever started Scorepad for the new one.")
    asked = len(answers)
    phone.page.wait_for_timeout(500)  # as long as for five times more
    assert set(answers) == {200}, "the page is for everybody"
    assert len(answers) == asked, "it is not asked again"
    assert "button" not in [role for role, _ in offered(phone)]


def test_a_newer_scorepad_loads_its_own_page(server: Server, open_window: OpenWindow) -> None:
    phone = open_window(COARSE, route="/session/evening")
    phone.wait_for("next-hand")
    phone.page.route(f"{phone.url}/", lambda route: route.fulfill(headers={"ETag": 'W/"newer"'}))
    with phone.page.expect_navigation():
        server.kill()
        server.start()
    phone.ready().wait_for("next-hand")
    assert phone.route == "/session/evening"
