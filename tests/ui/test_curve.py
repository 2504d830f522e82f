"""The curve on the screen, and the panel of the evening: what they show, say, send, and where a touch leads."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv
import pytest
from evenings import by, persons
from flet_client import Driver
from words import t

from scorepad.design import DARK, LIGHT, MARKS, MarkShape, line_colour, mark
from scorepad.exports.formats import Polyline, Text, badge
from scorepad.i18n.evenings import curve_text
from scorepad.ui import routes, theme
from scorepad.ui.kit.drawing import painted

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
async def test_the_curve_has_words_for_screen_readers(windows: Windows, width: int, height: int) -> None:
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
            name = ft.Colors(line_colour(number, theme.INKS)).name.lower()
            assert getattr(colours, name) == line_colour(number, palette)
    assert len({*theme.INKS.lines}) == len(MARKS)


def test_straight_lines_of_one_look_are_one_shape_in_a_message() -> None:
    grid = [Polyline([(0, y), (9, y)], "outline", 1) for y in (0, 5.4)]
    bent = Polyline([(0, 0), (4, 4), (9, 0)], "outline", 1)
    scale = Text(0, 0, "100", 12, "outline")
    lines, _, line = painted([grid[0], scale, grid[1], bent])
    assert isinstance(lines, cv.Points)
    assert isinstance(line, cv.Points)
    assert str(lines.points) == "((0, 0), (9, 0), (0, 5), (9, 5))"
    assert (lines.point_mode, line.point_mode) == (cv.PointMode.LINES, cv.PointMode.POLYGON)


def test_a_badge_is_one_shape_and_its_letter() -> None:
    """A circle and a square are as short in a message as they can be."""
    for person in persons(len(MARKS)):
        shape, letter = painted(badge(person, 20, 20, 40))
        assert isinstance(letter, cv.Text)
        assert letter.x == 20
        round_ = mark(person.mark).shape in (MarkShape.CIRCLE, MarkShape.SQUARE)
        assert isinstance(shape, cv.Rect if round_ else cv.Path)


async def test_the_panel_follows_the_evening(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.wide(routes.evening(evening.id))
    assert app.text("curve") == t("The curve begins with the first hand.")
    evening = windows.record(evening, by(3, bouts=3, points=50))
    await app.settle()
    assert app.node("curve")["label"] == curve_text(t, evening)
    names = ("1st D Denis +234", "2nd A Anne −78", "2nd B Bruno −78", "2nd C Chloé −78")
    assert app.texts_of("place-") == [*names]
    await app.tap("place-3", "back-beside")
    assert app.route == routes.evening(evening.id)
