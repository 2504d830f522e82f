"""Following an evening in real browsers: live, after a lost network, on a board, until the table stops it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from evenings import after, by, table
from playwright.sync_api import Browser, Page, Route, expect
from sample_evenings import club, eventful, five, mouches, sixteen

from scorepad.evening.evening import Evening
from scorepad.history import History
from scorepad.i18n import LANGUAGES, Translator
from scorepad.pad import Pad
from scorepad.sharing.packed import pack
from scorepad.web.follow_server import FollowServer
from scorepad.web.following import Following
from scorepad.web.keys import EveningKeys

ID = "evening"
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
}
SIZES = {"phone": (360, 640), "turned": (640, 360), "tablet": (768, 1024), "computer": (1280, 800)}


class Shared:
    """A table whose evening is shared."""

    def __init__(self, pad: Pad, server: FollowServer) -> None:
        self.pad, self.server = pad, server
        port = server.share(ID).split(":")[2]
        self.address = f"http://127.0.0.1:{port}"

    def plays(self) -> Evening:
        stamp = self.pad.history.stamp()
        found = self.pad.change(
            ID, lambda now, entry: (after(now, by(0, points=50), at=lambda: stamp), entry)
        )
        assert found is not None
        return found


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Shared]:
    with History(tmp_path, device="table") as history:
        history.create(table(4, id=ID))
        pad = Pad(history)
        with FollowServer(Following(pad, EveningKeys(history.folder)), port=0) as server:
            yield Shared(pad, server)


@contextmanager
def looking(
    chromium: Browser, address: str, size: tuple[int, int] = (360, 640), **settings: Any
) -> Iterator[Page]:
    """A page at an address; it must say nothing on its console."""
    settings = {"locale": "fr-FR", **settings}
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    try:
        yield page
        unexpected = [each for each in said if "ERR_INTERNET_DISCONNECTED" not in each and "404" not in each]
        assert unexpected == []
    finally:
        context.close()


def totals(page: Page) -> list[str]:
    return page.locator("#totals .total").all_text_contents()


@pytest.mark.promise(
    "Following an evening", "A phone that lost the network or slept has everything again by itself."
)
def test_a_phone_follows_loses_the_network_catches_up_and_is_told_of_the_end(
    chromium: Browser, shared: Shared
) -> None:
    t = Translator("fr")
    with looking(chromium, shared.address) as page:
        expect(page.locator("#state")).to_contain_text("à jour")
        assert totals(page) == ["0"] * 4
        evening = shared.plays()
        expect(page.locator("#last-title")).to_contain_text("Donne 1")
        assert sorted(totals(page)) == sorted(t.number(total, 1) for total in evening.sheet.totals)
        assert "Donne 1" in (page.locator("#said").text_content() or "")
        for _ in range(2):
            page.context.set_offline(True)
            expect(page.locator("#state")).to_contain_text("pas de liaison")
            expect(page.locator("#said")).to_contain_text("pas de liaison")
            page.context.set_offline(False)
            expect(page.locator("#state")).to_contain_text("à jour", timeout=10_000)  # though nothing is new
            expect(page.locator("#said")).to_contain_text("à jour")
        page.context.set_offline(True)
        expect(page.locator("#state")).to_contain_text("pas de liaison")
        for _ in range(3):
            evening = shared.plays()
        page.context.set_offline(False)
        expect(page.locator("#last-title")).to_contain_text("Donne 4", timeout=30_000)
        expect(page.locator("#state")).to_contain_text("à jour")
        assert "Donne 4" in (page.locator("#said").text_content() or "")
        assert len(shared.server.followers(ID)) == 1
        shared.pad.history.create(table(4, id="another"))
        shared.server.share("another")  # so that the page is still served
        shared.server.stop(ID)
        expect(page.locator("#state")).to_contain_text(t("The table shares this evening no longer."))
        assert len(totals(page)) == 4, "what was seen stays"
        page.reload()
        expect(page.locator("#words")).to_be_visible()


def test_two_phones_and_a_board_follow_at_once(chromium: Browser, shared: Shared) -> None:
    with (
        looking(chromium, shared.address) as one,
        looking(chromium, shared.address, locale="de-DE", color_scheme="dark") as other,
        looking(chromium, f"{shared.address}&board", (1280, 720), locale="en-GB") as board,
    ):
        for page in (one, other, board):
            expect(page.locator("#state")).to_have_class("live")
        shared.plays()
        for page, title in ((one, "Donne 1"), (other, "Spiel 1"), (board, "Hand 1")):
            expect(page.locator("#last-title")).to_contain_text(title)
        assert len(shared.server.followers(ID)) == 3
        high = board.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('#totals .total')).fontSize)"
        )
        assert high >= 64, "readable from the other end of a room"
        assert board.evaluate("document.documentElement.scrollHeight <= innerHeight")


def link(evening: Evening, more: str = "") -> str:
    return f"#e={base64.urlsafe_b64encode(pack(evening)).decode().rstrip('=')}{more}"


EVENINGS: dict[str, Callable[[], Evening]] = {
    each.__name__: each for each in (five, club, mouches, sixteen, eventful)
}


@pytest.mark.promise(
    "Following an evening", "The page of a follower is accessible, in every size, light and dark."
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_accessible_in_every_size(chromium: Browser, shared: Shared, language: str) -> None:
    page_address = shared.address.partition("#")[0]
    for number, (name, make) in enumerate(EVENINGS.items()):
        for kind, size in SIZES.items():
            dark = (number + len(kind)) % 2
            scheme: Any = "dark" if dark else "light"
            address = f"{page_address}{link(make(), f'&lang={language}')}"
            with looking(chromium, address, size, color_scheme=scheme) as page:
                expect(page.locator("#totals")).to_be_visible()
                assert page.evaluate("document.documentElement.lang") == language
                page.evaluate("scroll(0, 0)")
                page.evaluate(AXE)
                found = page.evaluate("rules => axe.run(document, rules)", RULES)
                told = [
                    (each["id"], [node["html"][:80] for node in each["nodes"]])
                    for each in found["violations"]
                ]
                assert told == [], (name, kind)
                page.evaluate(
                    "document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize'))"
                )
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= size[0], (name, kind, "sideways at 200 %")


def test_a_link_without_an_evening_says_so(chromium: Browser, shared: Shared) -> None:
    page_address = shared.address.partition("#")[0]
    for end in ("", "#e=", "#e=AAAA", "#e=%%%", f"{link(five())[:-9]}", "#key=abc"):
        with looking(chromium, f"{page_address}{end}") as page:
            expect(page.locator("#words")).to_be_visible()
            assert page.locator("#totals").is_hidden()
            assert len(page.locator("#words").text_content() or "") > 20


def test_an_answer_that_is_no_pack_is_said_and_not_asked_for_again(chromium: Browser, shared: Shared) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=200, body=b"\x12 of a later version", headers={"ETag": '"x"'})

    with looking(chromium, shared.address) as page:
        expect(page.locator("#state")).to_have_class("live")
        page.route("**/pack", refuse)
        shared.plays()  # answers the request that waits
        expect(page.locator("#last-title")).to_contain_text("Donne 1")
        expect(page.locator("#state")).to_contain_text("version plus récente")
        expect(page.locator("#said")).to_contain_text("version plus récente")
        page.wait_for_timeout(1500)
        assert len(asked) == 1
        assert len(totals(page)) == 4, "what was seen stays"


def test_the_page_loads_nothing_but_packs(chromium: Browser, shared: Shared) -> None:
    with looking(chromium, shared.address) as page:
        expect(page.locator("#state")).to_have_class("live")
        loaded = page.evaluate(
            "performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)"
        )
        assert set(loaded) <= {"/follow/pack"}, "the page loads nothing else"
