"""The curve on the screen, and the panel of the evening: what they show, say, send, and where a touch leads."""

from __future__ import annotations

import flet as ft
import pytest
from evenings import hand
from words import t

from scorepad.design import DARK, LIGHT, MARKS, line_colour
from scorepad.i18n.evenings import curve_text
from scorepad.ui import routes, theme

from .client import Driver
from .evening import Windows


async def touch(app: Driver, x: float) -> None:
    """A finger on the curve, so far from its left edge."""
    (target,) = [each for each in app.inside(app.find("curve")) if each.kind == "GestureDetector"]
    place = {"x": x, "y": 20.0}
    await app._event(target.id, "tap_up", {"k": "touch", "l": place, "g": place})


async def test_a_touch_opens_the_nearest_hand_and_leads_back(windows: Windows) -> None:
    evening = windows.played(20)
    app = await windows.window(routes.end(evening.id))
    [canvas] = [each.node for each in app.inside(app.find("curve")) if each.kind == "Canvas"]
    line = next(each for each in canvas["shapes"] if each.get("point_mode") == "polygon")["points"]
    left, right = line[0][0], line[-1][0]
    for number in (1, 2, 11, 20):
        await touch(app, left + (right - left) * number / 20)
        assert app.route == routes.why(evening.id, evening.sheet.rows[number - 1].id)
        await app.tap("back")
        assert app.route == routes.end(evening.id)


@pytest.mark.promise(
    "The screens: look at the evening", "The curve of the evening says in words what it shows."
)
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
async def test_it_says_what_it_shows(windows: Windows, width: int, height: int) -> None:
    """And enlarged it is as large as the window."""
    evening = windows.played(3)
    app = await windows.window(routes.end(evening.id), width=width, height=height)
    assert app.text("curve-words") == curve_text(t, evening)
    await app.tap("large-curve")
    canvas = max(
        (each.node for each in app.screen() if each.kind == "Canvas"), key=lambda node: node["width"]
    )
    assert canvas["width"] >= width - 40
    assert canvas["height"] >= 0.6 * height


def test_the_lines_have_the_colours_of_the_documents() -> None:
    for dark, palette in ((False, LIGHT), (True, DARK)):
        colours = theme.theme(dark=dark).color_scheme
        assert colours is not None
        for number in range(len(MARKS)):
            name = ft.Colors(theme.line_ink(number)).name.lower()
            assert getattr(colours, name) == line_colour(number, palette)
    assert len({theme.line_ink(number) for number in range(len(MARKS))}) == len(MARKS)


async def test_the_panel_follows_the_evening(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.wide(routes.evening(evening.id))
    assert app.text("curve") == t("The curve begins with the first hand.")
    evening = windows.record(evening, hand(evening, 3, bouts=3, points=50))
    await app.settle()
    assert app.node("curve")["label"] == curve_text(t, evening)
    names = ("1st D Denis +234", "2nd A Anne −78", "2nd B Bruno −78", "2nd C Chloé −78")
    assert app.texts_of("place-") == [*names]
    await app.tap("place-3", "back-beside")
    assert app.route == routes.evening(evening.id)
