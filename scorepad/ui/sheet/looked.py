"""The sheet of an evening that is not saved here, to be looked at; `pane.py` draws a sheet on which people act."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.names import evening_title
from scorepad.ui.kit.frame import top_bar
from scorepad.ui.kit.window import Handler
from scorepad.ui.sheet.ends import sheet_head, sheet_totals
from scorepad.ui.sheet.rows import sheet_rows
from scorepad.ui.store import Store
from scorepad.ui.theme import Layout


def looked_sheet(
    store: Store, t: Translator, evening: Evening, layout: Layout, link: str, width: float, leave: Handler
) -> ft.Control:
    """The title with the way back, the hands and the totals, at most `width` dp wide; a tap on a hand explains it.

    `link` is the text of the link that contains the evening.
    """
    # as in a wide window, there is no button below
    layout = replace(layout, wide=True, sheet=width // 20 * 20)
    parts = [
        top_bar(t, layout, evening_title(t, evening), back=leave),
        sheet_head(t, evening, layout),
        sheet_rows(store, t, evening, layout, None, None, 0, link=link),
        sheet_totals(t, evening, layout, link=link),
    ]
    return ft.Column(parts, spacing=0, expand=True)
