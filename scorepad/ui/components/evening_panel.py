"""The evening so far in a column beside the sheet of a wide window: the curve and the standings."""

from __future__ import annotations

import flet as ft

from scorepad.i18n import Translator
from scorepad.tarot.session import Session
from scorepad.ui import theme
from scorepad.ui.components.controls import heading, stretched
from scorepad.ui.components.curve import curve
from scorepad.ui.components.guard import memo_component
from scorepad.ui.components.kept import Kept
from scorepad.ui.components.standings import standing_rows
from scorepad.ui.theme import Layout, Size


@memo_component
def evening_panel(
    t: Translator,
    session: Session,
    layout: Layout,
    back: str,
    width: float,
    curve_height: float,
    titled: bool = False,
) -> ft.Control:
    """The curve and the standings in a column of a width; `back` is the way back from what is touched in it.

    It is as high as its content, and scrolls nothing.
    """
    kept, _ = ft.use_state(Kept())
    inside = width - 2 * theme.SPACE
    title = [heading(t("The evening"), Size.TITLE, 2)] if titled else []
    drawn = curve(t, session, layout, back, inside, curve_height)
    rows = standing_rows(t, session, layout, back, kept, dense=True)
    return ft.Container(
        stretched(*title, drawn, stretched(*rows, spacing=0, tight=True), spacing=theme.SPACE, tight=True),
        width=width,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=theme.GAP),
    )
