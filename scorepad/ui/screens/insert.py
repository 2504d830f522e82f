"""A forgotten hand: the choice of the row before which it was played."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.sheet import SheetRow
from scorepad.i18n.sentences import deal_text
from scorepad.ui import kit, routes
from scorepad.ui.hand_actions import insert_before

SHOWN = 40
"""Rows drawn at once."""


@kit.screen(routes.insert)
def insert_screen(at: kit.At) -> ft.View:
    """The rows of the sheet, the latest first; a tap begins the hand that was played before the row."""
    t, evening = at.t, at.evening
    if evening.table.ended:
        raise kit.NothingHere
    rows, more = at.paged([row for row in reversed(evening.sheet.rows) if row.number], SHOWN, t("More rows"))
    return at.view(
        t("A forgotten hand"),
        kit.quiet(t("Before which hand was it played?"), kit.Size.BODY)
        if rows
        else kit.quiet(t("No hand yet"), kit.Size.BODY),
        [_before(at, row) for row in rows],
        more,
        back=at.back(routes.evening(evening.id)),
    )


def _before(at: kit.At, row: SheetRow) -> ft.Control:
    """The line of a row."""
    t, evening = at.t, at.evening
    words = deal_text(t, row.deal, evening.table.name_of, row.rules)
    title = t("Before hand {number}", number=row.number)
    tap = partial(insert_before, at.store, evening, row.id)
    return kit.line(at.layout, f"before-{row.number}", title, words, tap=tap)
