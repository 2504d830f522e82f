"""The totals for the middle of the table; one tap leads back to the sheet."""

from __future__ import annotations

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.pots import mouches_text
from scorepad.ui import kit, routes
from scorepad.ui.components.around import around
from scorepad.ui.screens.evening import use_awake


@kit.screen(routes.big)
def big_screen(at: kit.At) -> ft.View:
    """The totals around the table, and what they lack for a sum of zero."""
    use_awake(at.store, at.evening, in_sight=True)
    return at.bare_view(around(at, _others(at.t, at.evening)))


def _others(t: Translator, evening: Evening) -> str:
    """What the totals at the table lack for a sum of zero: those who left, and the mouches."""
    here, sheet = evening.seating_at().ids, evening.sheet
    told = [
        f"{person.name} {t.number(total, sheet.unit)}"
        for person, total in zip(sheet.people, sheet.totals, strict=True)
        if person.id not in here and total
    ]
    if sheet.pot:
        told.append(mouches_text(t, sheet.pot, sheet.unit))
    return " · ".join(told)
