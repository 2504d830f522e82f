"""The curve of the evening over the whole window, with everybody's name and total."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.ui import routes, theme
from scorepad.ui.components.curve import curve
from scorepad.ui.kit.frame import screen, top_bar, use_evening, view_component
from scorepad.ui.kit.people import badge
from scorepad.ui.kit.rows import wrapping_row
from scorepad.ui.kit.words import text
from scorepad.ui.theme import Size

BAR, NAMES, NAME = 60, 34, 150
"""The heights of the head and of a line of names, and about the width of a name with its total, in dp."""
LEAST = 160
"""The least height of the curve, in dp."""


@view_component
def curve_screen() -> ft.View:
    """The curve of the evening that the address names, as large as the window; a touch opens a hand."""
    state, evening = use_evening()
    t, layout, page, route = state.t, state.layout, ft.context.page, routes.curve(evening.id)
    width, height = (page.width or 360) - 2 * theme.SPACE, page.height or theme.SCREENFUL
    lines = -(-len(evening.sheet.people) // max(1, int(width / (NAME * layout.growth))))
    left = height - BAR - (lines * NAMES + theme.SPACE) * layout.growth
    back = state.navigation.way_back(route, routes.end(evening.id))
    names = [
        ft.Row(
            [
                badge(each.person, 22),
                text(f"{each.person.name} {t.signed(each.total, evening.sheet.unit)}", Size.SMALL),
            ],
            spacing=theme.GAP,
            tight=True,
        )
        for each in evening.sheet.standings
    ]
    drawn = curve(t, evening, layout, route, width, max(LEAST, left))
    body = ft.Column(
        [drawn, wrapping_row(*names, spacing=16)], spacing=8, scroll=ft.ScrollMode.AUTO, expand=True
    )
    return screen(
        route,
        top_bar(t, t("The curve of the evening"), back=partial(state.navigation.to, back)),
        ft.Container(body, expand=True, padding=ft.Padding.symmetric(horizontal=theme.SPACE)),
    )
