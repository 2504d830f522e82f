"""The curve on the screen, and the panel of the evening: what they show, say, send, and where a touch leads."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import flet as ft
import pytest
from flet.controls.context import _context_page
from words import t

from scorepad.design import DARK, LIGHT, MARKS, line_colour
from scorepad.evening.evening import Evening
from scorepad.evening.events import Seated
from scorepad.evening.people import Seating
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.curve import curve_text
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.ui import routes, theme
from scorepad.ui.components.evening_panel import evening_panel

from .client import Driver
from .evening import Windows, flaws, grow

WIDTH = 320


class Shown(ft.Observable):
    """The evening that a panel shows."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening


class Panel:
    """A panel of the evening alone in a window."""

    def __init__(self, windows: Windows) -> None:
        self.windows = windows
        self.app: Driver
        self.shown: Shown

    async def open(self, evening: Evening, language: str = "en", growth: float = 1) -> Driver:
        home = await self.windows.window()
        await grow(home, growth)
        self.shown, t = Shown(evening), Translator(language)

        @ft.component
        def panel(shown: Shown) -> ft.Control:
            shown, _ = ft.use_state(shown)
            state, back = home.page.data, routes.evening(shown.evening.id)
            drawn = evening_panel(t, shown.evening, state.layout, back, (WIDTH, 200), titled=True)
            return ft.Column([drawn])

        def start(page: ft.Page) -> None:
            page.data = home.page.data
            page.render(panel, self.shown)

        self.app = await Driver.start(start, width=WIDTH, height=800)
        return self.app

    async def show(self, evening: Evening) -> int:
        """Shows the evening as it is now, and tells how many bytes that took."""
        sent = 0
        receive = self.app._receive

        def received(action: Any, body: Any) -> None:
            nonlocal sent
            sent += len(str(body).encode())  # more than it takes on the wire
            receive(action, body)

        self.app._receive = received  # type: ignore[method-assign]
        token = _context_page.set(self.app.session.page)
        self.shown.evening = evening
        _context_page.reset(token)
        await self.app.settle()
        self.app._receive = receive  # type: ignore[method-assign]
        return sent


@pytest.fixture
async def panel(windows: Windows) -> AsyncIterator[Panel]:
    found = Panel(windows)
    yield found
    await found.app.close()


def drawing(app: Driver) -> dict[str, Any]:
    """The canvas of the curve."""
    (found,) = [each for each in app.inside(app.find("curve")) if each.kind == "Canvas"]
    return found.node


def shapes(app: Driver, kind: str) -> list[dict[str, Any]]:
    return [shape for shape in drawing(app)["shapes"] if shape["_c"] == kind]


def drawn_lines(app: Driver) -> list[dict[str, Any]]:
    """The lines of people."""
    return [shape for shape in shapes(app, "Points") if shape["point_mode"] == "polygon"]


async def touch(app: Driver, x: float) -> None:
    """A finger on the curve, so far from its left edge."""
    (target,) = [each for each in app.inside(app.find("curve")) if each.kind == "GestureDetector"]
    place = {"x": x, "y": 20.0}
    await app._event(target.id, "tap_up", {"k": "touch", "l": place, "g": place})


async def test_a_touch_opens_the_nearest_hand_and_leads_back(windows: Windows) -> None:
    evening = windows.played(3)
    app = await windows.window(routes.end(evening.id))
    right = drawn_lines(app)[0]["points"][-1][0]
    for x, number in ((0, 1), (right - 3, 3), (right + 20, 3)):
        await touch(app, x)
        assert app.route == routes.why(evening.id, evening.sheet.entries[number - 1].id)
        await app.tap("back")
        assert app.route == routes.end(evening.id)


async def test_of_many_hands_every_one_can_be_touched(windows: Windows) -> None:
    evening = windows.played(60)
    app = await windows.window(routes.end(evening.id))
    points = drawn_lines(app)[0]["points"]
    left, right = points[0][0], points[-1][0]
    for number in (1, 2, 31, 60):
        await touch(app, left + (right - left) * number / 60)
        assert app.route == routes.why(evening.id, evening.sheet.entries[number - 1].id)
        await app.tap("back")


async def test_it_says_what_it_shows(windows: Windows) -> None:
    evening = windows.played(3)
    app = await windows.window(routes.end(evening.id))
    assert app.text("curve-words") == curve_text(t, evening)
    assert app.node("curve")["label"] == t("The curve of the evening")
    assert app.node("curve")["image"]


async def test_everybody_has_a_line_of_a_colour_and_a_mark_at_its_end(windows: Windows) -> None:
    evening = windows.played(5, 5)
    app = await windows.window(routes.end(evening.id))
    inks = [line["paint"]["color"] for line in drawn_lines(app)]
    assert sorted(inks) == sorted(theme.line_ink(person.mark) for person in evening.sheet.people)
    letters = [text["value"] for text in shapes(app, "Text")][-5:]
    assert letters == ["A", "B", "C", "D", "É"]
    assert len(shapes(app, "Circle")) == len(shapes(app, "Rect")) == 1
    assert len(shapes(app, "Path")) == 3


async def test_lines_that_lie_on_each_other_can_be_told_apart(windows: Windows) -> None:
    evening = windows.table()
    evening = windows.record(evening, ThrownIn.ALL_PASSED)
    app = await windows.window(routes.end(evening.id))
    assert len({tuple(line["points"][-1]) for line in drawn_lines(app)}) == 4


async def test_who_left_has_a_mark_where_the_line_ends(windows: Windows) -> None:
    evening = windows.played(2, 5)
    four = evening.sheet.people[:4]
    evening = evening.add(Seated(Seating(four, 4, "p0")), windows.history.stamp())
    windows.history.append(evening.id, evening.events[-1])
    hand = Hand(players=("p0", "p1", "p2", "p3"), taker="p0", bid=Bid.GARDE, bouts=2, half_points=90)
    windows.record(evening, hand)
    app = await windows.window(routes.end(evening.id))
    ends = {line["paint"]["color"]: line["points"][-1][0] for line in drawn_lines(app)}
    assert ends[theme.line_ink(4)] < ends[theme.line_ink(0)]
    assert len(shapes(app, "Path")) == 4, "of the mark beside the curve, and at the end of the line"


def test_the_lines_have_the_colours_of_the_documents() -> None:
    for dark, palette in ((False, LIGHT), (True, DARK)):
        colours = theme.theme(dark=dark).color_scheme
        assert colours is not None
        for number in range(len(MARKS)):
            name = ft.Colors(theme.line_ink(number)).name.lower()
            assert getattr(colours, name) == line_colour(number, palette)
    assert len({theme.line_ink(number) for number in range(len(MARKS))}) == len(MARKS)


# --- The panel --------------------------------------------------------------------------------------------


async def test_the_panel_shows_the_curve_and_the_standings(windows: Windows, panel: Panel) -> None:
    evening = windows.played(2)
    app = await panel.open(evening)
    assert app.node("curve")["label"] == curve_text(t, evening)
    places = [name for name in app.identifiers() if name.startswith("place-")]
    assert places == ["place-0", "place-1", "place-2", "place-3"]
    assert app.text("place-1") == "1st B Bruno +100"
    assert app.text("place-2") == "3rd C Chloé −100"
    assert flaws(app) == []


async def test_the_panel_follows_the_evening(windows: Windows, panel: Panel) -> None:
    evening = windows.played(1)
    app = await panel.open(evening)
    hand = Hand(players=("p0", "p1", "p2", "p3"), taker="p3", bid=Bid.GARDE, bouts=3, half_points=100)
    evening = windows.record(evening, hand)
    await panel.show(evening)
    places = [app.text(name) for name in app.identifiers() if name.startswith("place-")]
    assert places[0] == "1st D Denis +184"
    assert app.node("curve")["label"] == curve_text(t, evening)
    assert flaws(app) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_panel_of_a_new_evening(windows: Windows, panel: Panel, language: str) -> None:
    app = await panel.open(windows.table(), language)
    assert app.text("curve") == Translator(language)("The curve begins with the first hand.")
    assert app.text("place-0") == "– A Anne 0"
    assert flaws(app) == []


async def test_a_save_sends_little_however_long_the_evening(windows: Windows, panel: Panel) -> None:
    evening = windows.played(100, 5)
    await panel.open(evening)
    players = tuple(person.id for person in evening.sheet.people)
    hand = Hand(players=players, taker="p1", bid=Bid.GARDE, bouts=2, half_points=91, partner="p2")
    assert 0 < await panel.show(windows.record(evening, hand)) < 16_000


async def test_an_evening_shown_again_sends_nothing(windows: Windows, panel: Panel) -> None:
    evening = windows.played(3)
    await panel.open(evening)
    assert await panel.show(evening) == 0


async def test_text_of_twice_the_size(windows: Windows, panel: Panel) -> None:
    app = await panel.open(windows.played(30, 5), growth=2)
    assert flaws(app) == []
