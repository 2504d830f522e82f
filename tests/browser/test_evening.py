"""Evenings in a real browser, by taps and keys alone, on a server process of its own."""

from __future__ import annotations

import io
import itertools
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files

import pytest
from PIL import Image

from .conftest import OpenWindow
from .driver import DESKTOP, PATIENCE, PHONE, Scheme, Server, Window, hasty, scorepad

pytestmark = pytest.mark.xdist_group("browsers 1")

COARSE = {**PHONE, "device_scale_factor": 1}
"""A phone that draws a quarter of the dots, which is what takes the time here."""

# --- What people do ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A hand as it is tapped: who took (the seat) and what, bouts, card points, what else happened.

    `partner` is a seat or "alone"; `first` are tiles to tap before the bouts, `extras` after the points.
    """

    taker: int
    bid: str
    bouts: int
    points: str
    partner: str = ""
    first: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()

    @property
    def tiles(self) -> list[str]:
        """What is tapped, from the open entry to the saved hand."""
        called = [f"partner-{self.partner}"] if self.partner else []
        keys = ["half" if sign == "½" else f"digit-{sign}" for sign in self.points]
        tiles = [f"bid-{self.taker}-{self.bid}", *called, *self.first, f"bouts-{self.bouts}", *keys]
        return [*tiles, *self.extras, "save"]


def sit_down(window: Window, *names: str, taps: Sequence[str] = ()) -> None:
    """A new table, from the home screen to the empty sheet; who is named first deals first; `taps` choose the rest."""
    window.tap("new-session")
    for number, name in enumerate(names, 1):
        window.uncover("name")
        window.type("name", name)
        tap(window, "add")
        window.wait_for(f"seat-{number}")
        wait_grey(window, "add", True)  # the name has left its field
    for tile in taps:
        tap(window, tile)
    window.wait_for("start")
    window.tap("start")
    window.wait_for("total-0")


def play(window: Window, hand: Played) -> int:
    """Enter a hand, from the sheet to the sheet; how many taps that took in the entry itself."""
    if window.exists("next-hand"):
        window.tap("next-hand")
    before = window.taps
    for tile in hand.tiles:
        tap(window, tile)
    window.wait_gone("save")
    window.wait_for("total-0")
    window.page.evaluate("testing.wait(() => !location.pathname.endsWith('/hand'), 10_000)")
    return window.taps - before


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


def totals_after(window: Window, row: int) -> list[str]:
    """Where everybody stood after a hand, as its row says."""
    return re.findall(r"total (−?\d+)", window.text(f"row-{row}"))


# --- Evenings ---------------------------------------------------------------------------------------------


def test_four_players_on_a_phone(server: Server, open_window: OpenWindow) -> None:
    phone = open_window(COARSE)
    sit_down(phone, "Alix", "Basile", "Colette", "Dario")
    hands = (
        Played(1, "garde", 2, "56"),
        Played(2, "garde", 3, "49", extras=("petit-taker",)),
        Played(3, "garde", 2, "40", extras=("petit-defence",)),
        Played(3, "garde", 2, "41", extras=("petit-defence",)),
        Played(4, "garde", 3, "40", extras=("open-poignees", "poignee-1-single")),
    )
    for number, hand in enumerate(hands, 1):
        taken = play(phone, hand)
        print(f"four players, hand {number}: {taken} taps, {len(hand.extras)} of them for what else happened")
        assert taken == 5 + len(hand.extras)
    wait_totals(phone, "108", "172", "−380", "100")

    before = [totals_after(phone, row) for row in range(1, 6)]
    phone.tap("row-3")
    phone.tap("edit")
    for tile in ("digit-4", "digit-5", "save"):  # a third digit begins anew
        tap(phone, tile)
    wait_totals(phone, "−2", "62", "−50", "−10")
    after = [totals_after(phone, row) for row in range(1, 6)]
    assert after[:2] == before[:2]
    for old, new in zip(before[2:], after[2:], strict=True):
        assert all(a != b for a, b in zip(old, new, strict=True))

    play(phone, Played(1, "petite", 1, "51"))
    wait_totals(phone, "73", "37", "−75", "−35")
    server.kill()
    server.restart()
    phone.reload()
    wait_totals(phone, "73", "37", "−75", "−35")

    phone.tap("next-hand")
    for tile in ("bid-2-garde_sans", "bouts-1", "digit-5"):
        tap(phone, tile)
    phone.wait_text("points", "5")
    phone.page.wait_for_timeout(500)  # a draft is written a moment after the last tap
    server.kill()
    server.restart()
    phone.reload()
    phone.wait_text("points", "5")
    assert phone.text("change-taker").startswith("Basile")
    phone.tap("back")
    phone.wait_text("next-hand", "Hand 7 · go on")


@pytest.mark.long
def test_five_players_on_a_phone(open_window: OpenWindow) -> None:
    phone = open_window(COARSE)
    sit_down(phone, "Alix", "Basile", "Colette", "Dario", "Elsa")
    taken = play(phone, Played(1, "garde", 2, "49", partner="3"))
    print(f"five players: {taken} taps")
    assert taken == 6
    wait_totals(phone, "132", "−66", "66", "−66", "−66")
    play(phone, Played(2, "petite", 2, "40½", partner="alone"))  # counts as 40: down 1
    wait_totals(phone, "158", "−170", "92", "−40", "−40")
    poignees = ("open-poignees", "poignee-4-single", "open-poignees", "poignee-5-double")
    play(phone, Played(4, "garde", 1, "60", partner="5", extras=poignees))
    wait_totals(phone, "40", "−288", "−26", "196", "78")
    phone.resize(640, 360)  # on its side, all of it can still be reached
    play(phone, Played(5, "garde", 3, "36", partner="1", extras=("petit-taker",)))
    wait_totals(phone, "110", "−358", "−96", "126", "218")
    phone.assert_clean()


@pytest.mark.long
def test_mouches_and_what_happens_without_a_hand(open_window: OpenWindow) -> None:
    phone = open_window(COARSE)
    taps = ("rules", "scheme-mouches", "length-hands")
    sit_down(phone, "Alix", "Basile", "Colette", "Dario", taps=taps)
    phone.wait_text("pots-0", "No mouche")
    play(phone, Played(2, "garde", 2, "40"))
    wait_totals(phone, "37", "−211", "42", "42")
    phone.wait_text("pots-0", "Mouches: 45 + 45")

    by_menu(phone, "menu-points", "of-2", "pay-erase", "pay-erase", "pay-digit-5", "save-points")
    wait_totals(phone, "42", "−226", "47", "47")
    tap(phone, "notice-undo")
    wait_totals(phone, "37", "−211", "42", "42")

    by_menu(phone, "menu-rules", "money", "worth-200", "agree")
    phone.wait_for("transfer-1")
    phone.tap("back")
    tap(phone, "back")
    by_menu(phone, "menu-big")
    phone.wait_text("big-1", "Total Basile: −211")
    phone.tap("back")
    by_menu(phone, "menu-players", "take-over", "leaver-3")
    phone.uncover("name")
    phone.type("name", "Esther")
    tap(phone, "add")
    tap(phone, "take-over")
    phone.wait_for("total-4")
    wait_totals(phone, "37", "−211", "42", "0", "42")
    phone.assert_clean()


def by_menu(window: Window, *tiles: str) -> None:
    """Taps a line of the sheet's menu, and what follows."""
    tap(window, "menu")
    for tile in tiles:
        tap(window, tile)


@pytest.mark.long
def test_an_open_duel_of_four_taps(open_window: OpenWindow) -> None:
    phone = open_window(COARSE)
    sit_down(phone, "Alix", "Basile", taps=("rules", "scheme-open_duel"))
    tap(phone, "next-hand")
    before = phone.taps
    for tile in ("bouts-2", "digit-4", "digit-9", "save"):
        tap(phone, tile)
    assert phone.taps - before == 4
    wait_totals(phone, "33", "−33")
    phone.assert_clean()


@pytest.mark.long
def test_nothing_moves_when_a_notice_comes_or_leaves(open_window: OpenWindow) -> None:
    phone = open_window(COARSE)
    sit_down(phone, "Alix", "Basile", "Colette", "Dario", "Elsa")

    def places() -> list[object]:
        tiles = ("thrown-all_passed", "bid-1-petite", "bid-5-garde_contre")
        return [phone.page.evaluate("given => testing.still(...given)", [tile, 10_000]) for tile in tiles]

    tap(phone, "next-hand")
    without_notice = places()
    assert not phone.exists("notice")
    play(phone, Played(1, "garde", 2, "49", partner="3"))
    tap(phone, "next-hand")
    assert places() == without_notice
    assert phone.text("notice") == "Hand 1 saved: Alix with Colette, garde, made by 8"
    phone.assert_clean()


@pytest.mark.parametrize("command", [scorepad])
def test_a_second_tap_writes_nothing(open_window: OpenWindow) -> None:
    """A finger that taps twice, or a mouse that clicks twice, has still said it once."""
    phone = open_window(COARSE)
    sit_down(phone, "Alix", "Basile", "Colette", "Dario")
    place = phone.page.evaluate("testing.still('next-hand')")
    for _ in range(2):
        phone.page.touchscreen.tap(place["x"], place["y"])
        phone.page.wait_for_timeout(300)
    phone.tap("back")
    phone.wait_for("next-hand")
    assert phone.text("next-hand").startswith("Hand 1 ·")

    desktop = open_window(DESKTOP, route=phone.route)
    desktop.wait_for("total-0")
    if desktop.exists("change-taker"):
        tap(desktop, "change-taker")
    for tile in ("bid-1-garde", "bouts-2", "digit-4", "digit-9"):
        tap(desktop, tile)
    wait_grey(desktop, "save", False)
    place = desktop.page.evaluate("testing.still('save')")
    for _ in range(2):
        desktop.page.mouse.click(place["x"], place["y"])
        desktop.page.wait_for_timeout(300)
    wait_totals(desktop, "198", "−66", "−66", "−66")
    desktop.settle()
    assert desktop.exists("row-1")
    assert not desktop.exists("row-2")


def test_a_computer_with_a_keyboard_and_a_second_window(open_window: OpenWindow) -> None:
    desktop = open_window(DESKTOP)
    sit_down(desktop, "Alix", "Basile", "Colette", "Dario")
    assert desktop.exists("total-0")
    assert desktop.exists("bid-1-garde")  # the sheet and the entry, side by side
    phone = open_window(COARSE, route=desktop.route)
    wait_totals(phone, "0", "0", "0", "0")

    keys = ["1", "g", "2", "4", "9", "Enter"]
    print(f"on a keyboard: {len(keys)} keys")
    assert len(keys) <= 7
    desktop.press(*keys)
    for window in (desktop, phone):
        wait_totals(window, "198", "−66", "−66", "−66")
    phone.wait_text("next-hand", "Hand 2 · Basile deals")

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
    end = time.monotonic() + PATIENCE
    while True:
        shot = Image.open(io.BytesIO(window.page.screenshot())).convert("L")
        level = shot.getpixel((3, shot.height - 3))
        assert isinstance(level, int)
        if (level > 200) if light else (level < 60):
            return
        assert time.monotonic() < end, f"the paper is {level} of 255"


# --- Every screen -----------------------------------------------------------------------------------------

NAMES = ("Alix", "Basile", "Colette", "Dario", "Maximilienne-Apolline Léonore")
"""The last is about as long as a name may be."""


Seen = Callable[[str], None]
Walk = Callable[[Window, Seen], None]


def visit(window: Window, seen: Seen) -> None:
    """Go through every screen by taps, telling each as it is reached."""

    def go(tile: str, there: str, name: str) -> None:
        tap(window, tile)
        window.wait_for(there)
        seen(name)

    def go_by_menu(tile: str, there: str, name: str) -> None:
        tap(window, "menu")
        go(tile, there, name)

    def back(there: str) -> None:
        window.tap("back")
        window.wait_for(there)

    window.wait_for("new-session")
    seen("home, empty")
    go("menu", "settings", "menu")
    go("help", "search", "the rules to read")
    back("menu")
    tap(window, "menu")
    go("settings", "language-fr", "settings")
    go("rules", "import", "rules")
    go("scheme-fft", "example", "rules of the FFT")
    back("import")
    back("rules")
    go("data", "back-up", "backups and files")
    back("rules")
    back("menu")
    tap(window, "menu")
    go("calculator", "players-3", "calculator")
    back("new-session")
    sit_down(window, *NAMES)
    seen("sheet, empty")
    go("next-hand", "thrown-all_passed", "who took")
    go("dealer", "dealer-1", "who deals")
    tap(window, "dealer-1")
    go("bid-5-garde_contre", "partner-alone", "who was called")
    go("partner-alone", "bouts-2", "bouts")
    for tile in ("bouts-2", "digit-4", "digit-0", "half"):
        tap(window, tile)
    window.wait_text("points", "40½")
    seen("points")
    go("open-poignees", "poignee-5-triple", "poignées")
    tap(window, "poignee-2-double")
    go("open-chelem", "chelem-announced-defence", "chelem")
    tap(window, "chelem-announced-defence")
    tap(window, "close-panel")
    go("save", "notice", "sheet, just saved")
    go("total-0", "account-total", "account of a player")
    back("next-hand")
    go("menu", "menu-end", "menu of the evening")
    go("menu-end", "finish", "standings so far")
    go("export", "save-export", "export")
    back("finish")
    go("players", "seat-1", "players")
    back("finish")
    back("next-hand")
    go_by_menu("menu-rules", "in-force", "rules of the evening")
    go("scheme-contre_5", "from-now", "from now on, or for the whole evening")
    back("in-force")
    go("money", "step-10", "money")
    back("in-force")
    go("length-hands", "agree", "another length")
    back("next-hand")
    go_by_menu("menu-points", "save-points", "points without a hand")
    back("next-hand")
    go_by_menu("menu-note", "note-text", "note")
    back("next-hand")
    go_by_menu("menu-big", "back", "big totals")
    back("next-hand")
    go_by_menu("menu-players", "seat-1", "players at the table")
    tap(window, "more-1")
    go("take-over-1", "stay", "a seat taken over")
    tap(window, "stay")
    back("next-hand")
    go_by_menu("menu-journal", "event-1", "journal")
    back("next-hand")
    tap(window, "menu")
    tap(window, "menu-end")
    go("finish", "reopen", "final standings")
    go("compare", "scheme-contre_5", "other rules")
    back("reopen")
    tap(window, "reopen")
    window.wait_for("next-hand")
    window.wait_gone("notice", 15)  # it leaves by itself, and what lies above it moves
    tap(window, "next-hand")
    tap(window, "thrown-all_passed")
    window.wait_for("row-2")
    seen("sheet")
    go("row-1", "edit", "the hand")
    tap(window, "void")
    window.wait_for("restore")
    seen("the hand, struck out")
    tap(window, "restore")
    window.wait_for("edit")
    back("next-hand")
    back("new-session")
    seen("home")
    tap(window, "menu")
    tap(window, "players")
    window.wait_for("back")
    seen("all players")
    first = next(name for name in window.identifiers() if name.startswith("player-"))
    go(first, "save-player", "a player")
    back(first)
    back("new-session")
    go_by_menu("bin", "back", "bin")
    back("new-session")
    go("new-session", "same-table", "new session")
    tap(window, "same-table")
    window.wait_for("seat-5")
    seen("new session, the same table")
    window.open("/nowhere/at/all")
    tap(window, "home")
    window.wait_for("new-session")


def visit_one_of_each_kind(window: Window, seen: Seen) -> None:
    """Of the screens of one kind, such as those with a list, `visit` sees the others too."""
    window.wait_for("new-session")
    seen("home")
    tap(window, "menu")
    window.wait_for("settings")
    seen("a menu")
    tap(window, "help")
    window.wait_for("search")
    seen("a text to read")
    window.tap("back")
    tap(window, "session-evening")
    tap(window, "next-hand")
    window.wait_for("bid-1-garde")
    seen("an entry")
    play(window, Played(1, "garde", 2, "49"))
    seen("a sheet")
    by_menu(window, "menu-journal")
    window.wait_for("event-1")
    seen("a list")
    window.tap("back")
    by_menu(window, "menu-players")
    window.wait_for("seat-1")
    seen("a form")
    window.tap("back")
    by_menu(window, "menu-end")
    window.wait_for("finish")
    seen("the standings")


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


@pytest.mark.parametrize(
    ("walk", "tables"),
    [
        (visit_one_of_each_kind, ("evening",)),
        pytest.param(visit, (), marks=[pytest.mark.long, pytest.mark.timeout(300)]),
    ],
)
def test_every_screen_can_be_read_and_tapped_by_all(open_window: OpenWindow, walk: Walk) -> None:
    window = open_window(COARSE)
    window.page.evaluate(AXE)
    faults: list[str] = []
    lights: Iterator[Scheme] = itertools.cycle(("dark", "light"))

    def seen(name: str) -> None:
        window.settle()
        found = [window.page.evaluate(LOOK), window.page.evaluate(EXAMINE)]
        window.set_scheme(next(lights))
        found.append(window.page.evaluate(EXAMINE))
        print(f"{name}: {' and '.join(str(each['seen']) for each in found)} nodes looked at")
        assert all(each["seen"] > 0 for each in found)
        faults.extend(f"{name}: {fault}" for each in found for fault in each["faults"])

    walk(window, seen)
    assert not faults, "\n".join(faults)
    window.assert_clean()


@pytest.mark.parametrize("command", [partial(hasty, notice=3)])
def test_letters_of_twice_the_size(open_window: OpenWindow, long: bool) -> None:
    """Whatever an evening needs can still be reached, by scrolling if need be."""
    window = open_window(COARSE)
    window.scale_text(2)
    screens = (("settings", "theme-dark"), ("help", "search"), ("calculator", "bid-4-garde_contre"))
    for tile, there in screens if long else ():
        tap(window, "menu")
        tap(window, tile)
        window.wait_for(there)
        window.uncover(there)
        window.tap("back")
        window.wait_for("new-session")
    sit_down(window, "Alix", "Basile", "Colette", "Dario")
    chelem = ("open-chelem", "chelem-announced-taker", "close-panel")
    extras = ("petit-defence", "open-poignees", "poignee-4-triple", *chelem)
    play(window, Played(4, "garde_contre", 2, "40", extras=extras))
    wait_totals(window, "456", "456", "456", "−1 368")
    tap(window, "next-hand")
    tap(window, "thrown-misdeal")
    window.wait_text("next-hand", "Hand 3 · Colette deals")
    tap(window, "menu")
    tap(window, "menu-end")
    tap(window, "finish")
    window.wait_for("notice")
    window.wait_gone("notice")  # so large, it lies over the end of the list
    tap(window, "reopen")
    window.wait_for("next-hand")


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
    assert window.size("new-session")[0] > 300


HEAR = """() => {
    window.heard = [];
    const said = document.querySelector("flt-announcement-polite");
    new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes])) heard.push(node.textContent.trim());
    }).observe(said, { childList: true });
}"""


def test_what_is_saved_and_undone_is_announced_once(open_window: OpenWindow) -> None:
    window = open_window(COARSE)
    sit_down(window, "Alix", "Basile", "Colette", "Dario")
    window.page.evaluate(HEAR)
    play(window, Played(1, "garde", 2, "49"))
    assert window.text("total-0") == "Total Alix: 198"
    saved, undone = "Hand 1 saved: Alix, garde, made by 8", "Undone: hand 1"
    wait_heard(window, saved)
    window.tap("notice-undo")
    window.wait_for("points")
    wait_heard(window, saved, undone)
    tap(window, "save")
    wait_heard(window, saved, undone, saved)


def wait_heard(window: Window, *words: str) -> None:
    """Wait until this has been announced, and nothing else about what is saved or undone."""
    heard = "heard.filter((words) => /saved|Undone/.test(words))"
    holds = f"JSON.stringify({heard}) === JSON.stringify(given)"
    assert window._wait(holds, words, PATIENCE), window.page.evaluate(heard)
