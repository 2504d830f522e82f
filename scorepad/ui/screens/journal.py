"""The journal of an evening: every event, the latest first, with its time; what happened on another device says so."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event, RulesChanged
from scorepad.evening.table import Table
from scorepad.i18n.events import event_title, scope_text, state_text
from scorepad.ui import routes
from scorepad.ui.kit.frame import centred, titled_screen, use_evening, view_component
from scorepad.ui.kit.taps import older, row_tile
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.screens.why import when_and_where
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size

PAGE = 100
"""Events drawn at once."""


@view_component
def journal_screen() -> ft.View:
    """The events of the evening that the address names."""
    state, evening = use_evening()
    shown, show = ft.use_state(PAGE)
    t = state.t
    # Numbered by place: events of two devices can have the same number.
    events = list(enumerate(evening.along(), 1))[::-1]
    rows = [_event(state, evening, number, *each) for number, each in events[:shown]]
    if shown < len(events):
        rows.append(older(t("Show older hands"), partial(show, shown + PAGE)))
    route = routes.journal(evening.id)
    back = state.navigation.way_back(route, routes.evening(evening.id))
    return titled_screen(route, t("Journal"), back, centred(*rows))


def _event(
    state: Store, evening: Evening, number: int, event: Event, before: Table, after: Table
) -> ft.Control:
    t = state.t
    was, now = (state_text(t, evening, event, table) for table in (before, after))
    if was == now:  # it is said once
        was = ""
    if isinstance(event.change, RulesChanged):
        now = f"{now} · {scope_text(t, event.change)}"
    content = ft.Column(
        [
            text(event_title(t, evening, event), Size.BODY, bold=True),
            *([text(was, Size.SMALL, Ink.QUIET, struck=True)] if was else []),
            *([text(now, Size.SMALL)] if now else []),
            *([text(t("“{words}”", words=event.reason), Size.SMALL)] if event.reason else []),
            quiet(when_and_where(state, event)),
        ],
        spacing=0,
    )
    here, row = routes.journal(evening.id), evening.row_of(event)
    open_hand = partial(state.navigation.to, routes.why(evening.id, row.id), back=here) if row else None
    return row_tile(f"event-{number}", content, open_hand)
