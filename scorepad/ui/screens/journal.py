"""The journal of an evening: every event, the latest first, with its time, and whether another device wrote it."""

from __future__ import annotations

from collections import deque

import flet as ft

from scorepad.evening.events import Event, RulesChanged
from scorepad.evening.table import Table
from scorepad.i18n.events import event_title, scope_text, state_text
from scorepad.ui import kit, routes
from scorepad.ui.screens.why import when_and_where

PAGE = 100
"""The number of events on one page of the list."""


@kit.screen(routes.journal)
def journal_screen(at: kit.At) -> ft.View:
    """The events of the evening, the latest first."""
    # Numbered by position in the list, since events of two devices can have the same number.
    numbers = range(len(at.evening.events), 0, -1)
    shown, more = at.paged(numbers, PAGE, at.t("Show older hands"))
    latest = deque(at.evening.steps(), maxlen=len(shown))
    events = zip(shown, reversed(latest), strict=True)
    listed, zone = [_event(at, number, *each) for number, each in events], at.t.zone_note
    return at.view(at.t("Journal"), bool(zone) and kit.quiet(zone), listed, more)


def _event(at: kit.At, number: int, event: Event, before: Table, after: Table) -> ft.Control:
    """The block of an event: its title, the states before and after it, its reason, and its time."""
    t, evening = at.t, at.evening
    was, now = (state_text(t, evening, event, table) for table in (before, after))
    same = was == now  # then the state is shown once
    if isinstance(event.change, RulesChanged):
        now = f"{now} · {scope_text(t, event.change)}"
    row = evening.row_of(event)
    return kit.block(
        at.layout,
        f"event-{number}",
        kit.text(event_title(t, evening, event), bold=True),
        was and not same and kit.text(was, kit.Size.SMALL, kit.Ink.QUIET, struck=True),
        now and kit.text(now, kit.Size.SMALL),
        event.reason and kit.text(t("“{words}”", words=event.reason), kit.Size.SMALL),
        kit.quiet(when_and_where(at.store, event)),
        tap=at.go(routes.why(evening.id, row.id)) if row else None,
    )
