"""Evenings in a real browser, by taps and keys alone, on a server process of its own."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.resources import files

import pytest
from PIL import Image

from .conftest import OpenWindow
from .driver import DESKTOP, PATIENCE, PHONE, Scheme, Window, hasty

pytestmark = pytest.mark.xdist_group("browsers 1")

COARSE = {**PHONE, "device_scale_factor": 1}
"""A phone that draws a quarter of the dots, which is what takes the time here."""

# --- What people do ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A hand as it is tapped: who took (the seat) and what, bouts, card points, what else happened."""

    taker: int
    bid: str
    bouts: int
    points: str
    extras: tuple[str, ...] = ()

    @property
    def tiles(self) -> list[str]:
        """The taps from the open entry to the saved hand."""
        keys = [f"digit-{sign}" for sign in self.points]
        return [f"bid-{self.taker}-{self.bid}", f"bouts-{self.bouts}", *keys, *self.extras, "save"]


def sit_down(window: Window, *names: str) -> None:
    """A new table, from the home screen to the empty sheet; who is named first deals first."""
    window.tap("new-session")
    for number, name in enumerate(names, 1):
        window.uncover("name")
        window.type("name", name)
        tap(window, "add")
        window.wait_for(f"seat-{number}")
        wait_grey(window, "add", True)  # the name has left its field
    window.wait_for("start")
    window.tap("start")
    window.wait_for("total-0")


def play(window: Window, hand: Played) -> None:
    """Enter a hand, from the sheet to the sheet."""
    if window.exists("next-hand"):
        window.tap("next-hand")
    taker, *tiles = f"taker-{hand.taker}", *hand.tiles
    assert window.until(lambda: window.exists(taker) or window.exists(tiles[0]))
    if window.exists(taker):  # in large text it is asked before the bid
        tap(window, taker)
    for tile in tiles:
        tap(window, tile)
    window.wait_gone("save")
    window.wait_for("total-0")
    window.page.evaluate("testing.wait(() => !location.pathname.endsWith('/hand'), 10_000)")


def tap(window: Window, identifier: str) -> None:
    """Tap a tile as people do, in sight, no longer grey."""
    wait_grey(window, identifier, False)
    window.tap(identifier)


def wait_grey(window: Window, identifier: str, grey: bool) -> None:
    """Wait until a tile cannot be tapped, or can be."""
    holds = """(([name, grey]) => {
        const node = testing.find(name);
        return node !== null && (testing.state(node).disabled === "true") === grey;
    })(given)"""
    if not window._wait(holds, [identifier, grey], PATIENCE):
        window.wait_for(identifier, 0.1)
        pytest.fail(f"{identifier!r} stays as it is")


def wait_totals(window: Window, *totals: str) -> None:
    for seat, total in enumerate(totals):
        holds = "testing.text(testing.find(given[0]) ?? document.body).endsWith(`: ${given[1]}`)"
        assert window._wait(holds, [f"total-{seat}", total], 10), (
            f"{window.text(f'total-{seat}')!r}, not {total}"
        )


# --- Evenings ---------------------------------------------------------------------------------------------


def test_a_computer_plays_with_a_keyboard_and_a_second_window(open_window: OpenWindow) -> None:
    desktop = open_window(DESKTOP)
    sit_down(desktop, "Alix", "Basile", "Colette", "Dario")
    assert desktop.exists("total-0")
    assert desktop.exists("bid-1-garde")  # the sheet and the entry, side by side
    phone = open_window(COARSE, route=desktop.route)
    wait_totals(phone, "0", "0", "0", "0")

    desktop.press("1", "g", "2", "4", "9", "Enter")
    for window in (desktop, phone):
        wait_totals(window, "198", "−66", "−66", "−66")
    phone.wait_text("next-hand", "Enter hand 2 Basile deals")

    desktop.press("Control+z")
    for window in (desktop, phone):
        wait_totals(window, "0", "0", "0", "0")
    desktop.wait_text("points", "49")  # the hand is back in the entry, whole
    desktop.press("Backspace", "5", "Enter")
    for window in (desktop, phone):
        wait_totals(window, "174", "−58", "−58", "−58")

    phone.tap("row-1")
    phone.tap("void")
    wait_totals(desktop, "0", "0", "0", "0")

    wait_paper(desktop, light=True)
    desktop.set_scheme("dark")
    wait_paper(desktop, light=False)
    desktop.tap("back")
    desktop.wait_for("new-session")
    desktop.tap("menu")
    desktop.tap("settings")
    desktop.tap("language-fr")
    desktop.wait_text("theme-light", "Clair")
    assert desktop.page.evaluate("testing.wait(() => document.documentElement.lang === 'fr', 10_000)")
    desktop.tap("theme-light")
    wait_paper(desktop, light=True)
    desktop.tap("back")
    desktop.wait_text("new-session", "Nouvelle soirée")
    for window in (desktop, phone):
        window.assert_clean()


def wait_paper(window: Window, *, light: bool) -> None:
    """Wait until the corner of the window is light, or dark."""

    def is_so() -> bool:
        shot = Image.open(io.BytesIO(window.page.screenshot())).convert("L")
        level = shot.getpixel((3, shot.height - 3))
        assert isinstance(level, int)
        return level > 200 if light else level < 60

    assert window.until(is_so), f"the paper is not {'light' if light else 'dark'}"


# --- Every screen -----------------------------------------------------------------------------------------


def walk(window: Window) -> Iterator[str]:
    """Through one screen of each kind by taps, naming each as it is reached."""

    def go(there: str, *tiles: str) -> None:
        for tile in tiles:
            tap(window, tile)
        window.wait_for(there)

    yield "home"
    go("settings", "menu")
    yield "a menu"
    go("search", "help")
    yield "a text to read"
    go("bid-1-garde", "back", "session-evening", "next-hand")
    yield "an entry"
    play(window, Played(1, "garde", 2, "49"))
    yield "a sheet"
    go("event-1", "menu", "menu-journal")
    yield "a list"
    go("seat-1", "back", "menu", "menu-players")
    yield "a form"
    go("finish", "back", "menu", "menu-end")
    yield "the standings"


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
LOOK = """() => {
    const name = (node) => {
        const named = node.closest("[flt-semantics-identifier]");
        return (named ? named.getAttribute("flt-semantics-identifier") : testing.text(node)).slice(0, 40);
    };
    const nodes = [...document.querySelectorAll("flt-semantics")];
    const tapped = nodes.filter((node) => node.matches("[role=button], [role=tab], [flt-tappable]"));
    const scrolling = (node, way) => {  // what scrolls it that way, if anything
        for (let around = node.parentElement; around; around = around.parentElement) {
            if (/auto|scroll|hidden/.test(getComputedStyle(around)[way])) return around.getBoundingClientRect();
        }
        return null;
    };
    const cut = (node) => {  // at the edge of what scrolls, only a part of it is there yet
        const { top, bottom, left, right } = node.getBoundingClientRect();
        const down = scrolling(node, "overflowY"), across = scrolling(node, "overflowX");
        return (down !== null && (top <= down.top + 1 || bottom >= down.bottom - 1))
            || (across !== null && (left <= across.left + 1 || right >= across.right - 1));
    };
    const faults = [];
    for (const node of tapped) {
        const { width, height } = node.getBoundingClientRect();
        if ((width < 47.9 || height < 47.9) && !cut(node)) faults.push(`${name(node)} is ${width} × ${height}`);
    }
    for (const node of nodes) {
        const { left, right } = node.getBoundingClientRect();
        const outside = left < -1 || right > innerWidth + 1;
        if (outside && !scrolling(node, "overflowX")) faults.push(`${name(node)} reaches from ${left} to ${right}`);
    }
    return { seen: tapped.length, faults };
}"""

EXAMINE = """async () => {
    const { violations, passes } = await axe.run(document, { resultTypes: ["violations", "passes"] });
    const seen = passes.flatMap((rule) => rule.nodes).filter((node) => node.html.startsWith("<flt-semantics"));
    const faults = violations.flatMap((rule) =>
        rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`));
    return { seen: seen.length, faults };
}"""


@pytest.mark.promise(
    "The screens: all of them",
    "Automatic checks of accessibility find no fault on any kind of screen, light or dark.",
)
@pytest.mark.parametrize("tables", [("evening",)])
def test_every_screen_can_be_read_and_tapped_by_all(open_window: OpenWindow) -> None:
    window = open_window(COARSE)
    window.wait_for("new-session")
    window.page.evaluate(AXE)
    faults: list[str] = []
    lights: Iterator[Scheme] = itertools.cycle(("dark", "light"))
    for name in walk(window):
        window.settle()
        found = [window.page.evaluate(LOOK), window.page.evaluate(EXAMINE)]
        window.set_scheme(next(lights))
        found.append(window.page.evaluate(EXAMINE))
        assert all(each["seen"] > 0 for each in found), name
        faults.extend(f"{name}: {fault}" for each in found for fault in each["faults"])
    assert not faults, "\n".join(faults)
    window.assert_clean()


@pytest.mark.parametrize("command", [partial(hasty, notice=3)])
def test_text_of_twice_the_size_fits(open_window: OpenWindow) -> None:
    """Whatever an evening needs can still be reached, by scrolling if need be."""
    window = open_window(COARSE)
    window.scale_text(2)
    sit_down(window, "Alix", "Basile", "Colette", "Dario")
    chelem = ("open-chelem", "chelem-announced-taker", "close-panel")
    extras = ("petit-defence", "open-poignees", "poignee-4-triple", *chelem)
    play(window, Played(4, "garde_contre", 2, "40", extras=extras))
    wait_totals(window, "456", "456", "456", "−1 368")
    for tile in ("next-hand", "thrown-all_passed"):
        tap(window, tile)
    window.wait_text("next-hand", "Enter hand 3 Colette deals")
    for tile in ("menu", "menu-end", "finish"):
        tap(window, tile)
    window.wait_for("notice")
    window.wait_gone("notice")  # so large, it lies over the end of the list
    tap(window, "reopen")
    window.wait_for("next-hand")


@pytest.mark.parametrize(("width", "height"), [(640, 360), (844, 390), (360, 640)])
def test_the_whole_entry_is_in_sight(open_window: OpenWindow, width: int, height: int) -> None:
    """On a phone, upright or on its side, nobody scrolls to a bid, to a key or to Save."""
    size = {"width": width, "height": height}
    phone = open_window({**COARSE, "viewport": size, "screen": size})
    sit_down(phone, "Alix", "Basile", "Colette", "Dario")
    tap(phone, "next-hand")
    bids = [f"bid-{seat}-{bid}" for seat in (1, 4) for bid in ("petite", "garde_contre")]
    assert_in_sight(phone, *bids, "thrown-all_passed", "open-thrown")
    tap(phone, "bid-1-garde")
    keys = [f"digit-{digit}" for digit in range(10)]
    assert_in_sight(
        phone, "change-taker", "bouts-0", "bouts-3", *keys, "erase", "half", "open-chelem", "save"
    )


def assert_in_sight(window: Window, *tiles: str) -> None:
    for tile in tiles:
        place = window._place(tile)
        assert not any(place[hidden] for hidden in ("outside", "cover")), (tile, place)


def test_a_tap_on_something_grey_says_why(open_window: OpenWindow) -> None:
    window = open_window(COARSE, route="/calculator")
    tap(window, "bid-1-garde")
    for grey, why in (("save", "How many bouts?"), ("erase", "No points yet.")):
        wait_grey(window, grey, True)
        place = window.page.evaluate("name => testing.still(name)", grey)
        window.page.touchscreen.tap(place["x"], place["y"])
        bubble = """why => testing.wait(() => [...document.querySelectorAll("flt-semantics")].some(
            node => !node.querySelector("flt-semantics") && node.textContent === why), 5_000)"""
        assert window.page.evaluate(bubble, why), grey
        window.wait_for(grey)


@pytest.mark.promise("The screens: all of them", "Two fingers magnify the page.")
def test_two_fingers_magnify_the_page(open_window: OpenWindow) -> None:
    """And the app stays as wide as it was: it is not drawn anew for what little of it is in sight."""
    window = open_window(COARSE)
    fingers = window.page.context.new_cdp_session(window.page)

    def touch(kind: str, apart: int) -> None:
        points = [{"x": 180 + side * apart, "y": 300, "id": side + 1} for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if apart else []})

    touch("touchStart", 40)
    for apart in range(45, 90, 5):
        touch("touchMove", apart)
        window.page.wait_for_timeout(20)
    touch("touchEnd", 0)
    scale = "Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'scale').get.call(visualViewport)"
    assert window.page.evaluate(f"testing.wait(() => {scale} > 1.5, 10_000)")
    window.page.wait_for_timeout(500)
    assert window.page.evaluate("document.querySelector('flutter-view').getBoundingClientRect().width") == 360
    assert window.page.evaluate("testing.still('new-session')")["width"] > 300


HEAR = """() => {
    window.heard = [];
    const said = document.querySelector("flt-announcement-polite");
    new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes])) heard.push(node.textContent.trim());
    }).observe(said, { childList: true });
}"""


@pytest.mark.promise("The screens: all of them", "A saved hand is announced once to a screen reader.")
def test_a_saved_and_an_undone_hand_are_announced_once(open_window: OpenWindow) -> None:
    window = open_window(COARSE)
    sit_down(window, "Alix", "Basile", "Colette", "Dario")
    window.page.evaluate(HEAR)
    play(window, Played(1, "garde", 2, "49"))
    assert window.text("total-0") == "Total Alix: 198"
    saved, undone = "Hand 1 saved: Alix, garde, made by 8", "Undone: hand 1"
    wait_heard(window, saved)
    window.tap("notice-undo")
    wait_heard(window, saved, undone)
    for tile in ("next-hand", "save"):
        tap(window, tile)
    wait_heard(window, saved, undone, saved)


def wait_heard(window: Window, *words: str) -> None:
    """Wait until this has been announced, and nothing else about what is saved or undone."""
    heard = "heard.filter((words) => /saved|Undone/.test(words))"
    holds = f"JSON.stringify({heard}) === JSON.stringify(given)"
    assert window._wait(holds, words, PATIENCE), window.page.evaluate(heard)
