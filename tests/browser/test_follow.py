"""Following an evening in real browsers: live, after a lost network, on a board, until the table stops it."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from evenings import after, by, table
from playwright.sync_api import Browser, Page, Route, expect
from sample_evenings import beside, club, eventful, five, mouches, sixteen

from scorepad.evening.evening import Evening
from scorepad.evening.money import transfers
from scorepad.history import History
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.evenings import transfer_text
from scorepad.pad import Pad
from scorepad.sharing.packed import pack
from scorepad.ui.theme import TARGET
from scorepad.web.follow_server import FollowServer
from scorepad.web.following import Following
from scorepad.web.keys import EveningKeys

ID = "evening"
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
}
SIDES = (
    "found => found.map((each) => [each.getBoundingClientRect().width, each.getBoundingClientRect().height])"
)
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
    each.__name__: each for each in (five, club, mouches, sixteen, eventful, beside)
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
                if number % 2:
                    page.locator("#totals button").first.click()
                page.evaluate("scroll(0, 0)")
                page.evaluate(AXE)
                found = page.evaluate("rules => axe.run(document, rules)", RULES)
                told = [
                    (each["id"], [node["html"][:80] for node in each["nodes"]])
                    for each in found["violations"]
                ]
                assert told == [], (name, kind)
                sides = page.locator("#totals button").evaluate_all(SIDES)
                assert len(sides) == len(make().sheet.people)
                assert min(map(min, sides)) >= TARGET, (name, kind)
                page.evaluate(
                    "document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize'))"
                )
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= size[0], (name, kind, "sideways at 200 %")


NAME = "scorepad-me"
"""Under this name the browser keeps who looks."""


def opened(page: Page, address: str) -> None:
    """Opens an address anew, even if it differs from the present one only behind its #."""
    page.goto("about:blank")
    page.goto(address)


def pressed(page: Page) -> list[str]:
    """The names on the tiles that are pressed."""
    names = "found => found.map((each) => each.firstChild.data)"
    found: list[str] = page.locator("#totals [aria-pressed=true] .name").evaluate_all(names)
    return found


@pytest.mark.promise(
    "Following an evening", "Whoever follows touches their name, and sees first what a hand paid them."
)
def test_a_touch_on_a_tile_makes_it_me_on_this_evening_and_by_name_on_the_next(
    chromium: Browser, shared: Shared
) -> None:
    with looking(chromium, shared.address) as page:
        expect(page.locator("#state")).to_have_class("live")
        shared.plays()
        expect(page.locator("#last-title")).to_contain_text("Donne 1")
        assert page.locator("#last .mine").count() == 0
        tile = page.get_by_role("button", name="Bruno")
        expect(tile).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#hint")).to_be_visible()
        tile.focus()
        page.keyboard.press("Enter")
        expect(tile).to_have_attribute("aria-pressed", "true")
        expect(tile).to_contain_text("moi")
        expect(page.locator("#hint")).to_be_hidden()
        expect(page.locator("#last > div > p").first).to_have_text(re.compile("^Pour moi\u00a0: −"))
        outline = "element => getComputedStyle(element).borderTopColor"
        assert tile.evaluate(outline) != page.get_by_role("button", name="Anne").evaluate(outline)
        shared.plays()
        expect(page.locator("#last-title")).to_contain_text("Donne 2")
        assert page.evaluate("document.activeElement.textContent").startswith("BBruno"), "the focus stays"
        assert (page.locator("#said").text_content() or "").startswith("Pour moi\u00a0: −")
        page.reload()
        expect(page.locator("#last .mine")).to_be_visible()
        assert len(pressed(page)) == 1
        opened(page, f"{shared.address.partition('#')[0]}{link(club())}")
        expect(page.locator("#last .mine")).to_be_visible()
        assert pressed(page) == ["Bruno"], "by the name"
        page.get_by_role("button", name="Bruno").click()
        assert pressed(page) == []
        page.reload()
        expect(page.locator("#totals")).to_be_visible()
        assert pressed(page) == [], "nobody, until somebody is touched again"


@pytest.mark.parametrize(
    "kept",
    [
        *("", "{", "7", "null", "[]", '{"name": 7, "evenings": 7}'),
        '{"name": "Bruno", "evenings": [[7, {}], "x"]}',
        '{"name": "", "evenings": [["s", "gone"]]}',
    ],
)
def test_nonsense_where_the_browser_keeps_who_looks_is_nobody(
    chromium: Browser, shared: Shared, kept: str
) -> None:
    with looking(chromium, shared.address.partition("#")[0]) as page:
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [NAME, kept])
        opened(page, f"{page.url}{link(club())}")
        expect(page.locator("#totals")).to_be_visible()
        page.get_by_role("button", name="Anne").click()
        assert pressed(page) == ["Anne"]


def test_a_browser_that_keeps_nothing_knows_who_looks_while_the_page_is_open(
    chromium: Browser, shared: Shared
) -> None:
    refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })"
    with looking(chromium, shared.address.partition("#")[0]) as page:
        page.add_init_script(refuse)
        opened(page, f"{page.url}{link(club())}")
        page.get_by_role("button", name="Anne").click()
        assert pressed(page) == ["Anne"]


def test_who_pays_whom_is_said_where_the_table_agreed_on_a_rate(chromium: Browser, shared: Shared) -> None:
    page_address, evening = shared.address.partition("#")[0], beside()
    with looking(chromium, f"{page_address}{link(evening)}") as page:
        names = [person.name for person in evening.sheet.people]
        paid = transfers(evening.sheet.money(evening.table.rate))
        said = [transfer_text(Translator("fr"), each, names, "€") for each in paid]
        assert len(said) > 1
        drawn = page.locator("#money .transfers li").all_text_contents()
        assert [each[1:] for each in drawn] == said, "after the letter of the payer's mark"
        page.get_by_role("button", name=names[paid[0].payer]).click()
        expect(page.locator("#money .mine")).to_have_text(re.compile("^Pour moi\u00a0: −"))
    with looking(chromium, f"{page_address}{link(five())}") as page:
        expect(page.locator("#totals")).to_be_visible()
        expect(page.locator("#money")).to_be_hidden()


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
