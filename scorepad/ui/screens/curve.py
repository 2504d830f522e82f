"""The curve of the evening over the whole window, with everybody's name and total."""

from __future__ import annotations

import flet as ft

from scorepad.ui import kit, routes, theme
from scorepad.ui.components.curve import curve

BAR, NAMES, NAME = 60, 34, 150
"""The heights of the head and of a line of names, and about the width of a name with its total, in dp."""
LEAST = 160
"""The least height of the curve, in dp."""


@kit.screen(routes.curve)
def curve_screen(at: kit.At) -> ft.View:
    """The curve of the evening, as large as the window; a touch opens a hand."""
    t, evening, growth, (width, height) = at.t, at.evening, at.layout.growth, at.size
    width -= 2 * theme.SPACE
    lines = -(-len(evening.sheet.people) // max(1, int(width / (NAME * growth))))
    left = height - BAR - (lines * NAMES + theme.SPACE) * growth
    names = [
        kit.marked(each.person, f"{each.person.name} {t.signed(each.total, evening.sheet.unit)}")
        for each in evening.sheet.standings
    ]
    return at.wide_view(
        t("The curve of the evening"),
        curve(t, evening, at.layout, at.route, (width, max(LEAST, left))),
        kit.wrap(names),
        back=routes.end(evening.id),
    )
