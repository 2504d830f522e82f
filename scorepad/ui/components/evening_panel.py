"""The evening so far in a column beside the sheet of a wide window: the curve and the standings."""

from __future__ import annotations

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.ui import routes, theme
from scorepad.ui.components.curve import curve
from scorepad.ui.components.standings import standing_rows
from scorepad.ui.kit.rows import filling, stretched
from scorepad.ui.kit.taps import icon_tile
from scorepad.ui.kit.window import goes, memo_component
from scorepad.ui.kit.words import heading
from scorepad.ui.theme import Layout, Size


@memo_component
def evening_panel(
    t: Translator,
    evening: Evening,
    layout: Layout,
    back: str,
    size: tuple[float, float],
    titled: bool = False,
) -> ft.Control:
    """The curve and the standings in a column; `back` is the way back from what is touched in it.

    `size` is the width of the column and the height of the curve. It is as high as its content, and scrolls nothing.
    """
    width, height = size
    title: list[ft.Control] = []
    if titled:
        large = icon_tile(
            "large-curve", ft.Icons.OPEN_IN_FULL, t("Enlarge the curve"), goes(routes.curve(evening.id), back)
        )
        title = [ft.Row([filling(heading(t("The evening"), Size.TITLE, 2)), large])]
    drawn = curve(t, evening, layout, back, (width - 2 * theme.SPACE, height))
    rows = standing_rows(t, evening, layout, back, dense=True)
    return ft.Container(
        stretched(*title, drawn, stretched(*rows, spacing=0, tight=True), spacing=theme.SPACE, tight=True),
        width=width,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=theme.GAP),
    )
