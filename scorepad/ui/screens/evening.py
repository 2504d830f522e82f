"""The screen of an evening: the score sheet; the entry covers the sheet or, in a wide window, is beside it."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, cast

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.history import HistoryError
from scorepad.i18n import Translator
from scorepad.pad import HandDraft
from scorepad.pad.paper import unsaved_text
from scorepad.ui import routes, theme
from scorepad.ui.components.standings import evening_panel
from scorepad.ui.entry import entry_pane
from scorepad.ui.hand_actions import leave as leave_entry
from scorepad.ui.kit.frame import framed_view, missing, view_component
from scorepad.ui.kit.window import Handler, Memory, memo_component, part, use_arrival, use_store
from scorepad.ui.kit.words import quiet
from scorepad.ui.sheet.pane import Begun, SheetFacts, Waiting, sheet_pane
from scorepad.ui.sight import Notice
from scorepad.ui.store import Store
from scorepad.ui.suggestions import due_on_sheet
from scorepad.ui.theme import Ink, Layout
from scorepad.ui.window_state import Switch

CURVE = 200
"""The height of the curve beside the sheet, in dp."""
LEAST_HEIGHT = 650
"""The least height of a window, in dp, with the curve and the standings above the first question of the entry."""


@view_component
def evening_screen() -> ft.View:
    """The score sheet and the entry: on a phone the entry covers the sheet, in a wide window they are side by side.

    With two panes, the second pane shows the open screen of the evening, else the entry. With three panes, the third
    pane shows the open screen, else the curve and the standings.
    """
    store, sid, location = use_store(), ft.use_route_params()["sid"], ft.use_route_location()
    use_arrival(location)
    # A hidden pane keeps its last drawing: to remove it, or to keep it up to date, would be slow.
    # While the entry covers the sheet, the sheet stays in the layout. After a key is pressed, it does not stay: keys
    # could move the focus into the covered sheet.
    memory, _ = ft.use_state(Memory())
    sheet, entry = ft.use_ref(cast("SheetFacts | None", None)), ft.use_ref(cast("EntryFacts | None", None))
    below = ft.use_route_outlet()
    evening, route = store.opened(sid), routes.evening(sid)
    going = isinstance(evening, Evening) and not evening.table.ended
    use_awake(store, evening, location in (route, routes.entry(sid)) or store.layout.wide)
    if not isinstance(evening, Evening):
        return missing(store, route, evening)
    layout, draft = store.layout, store.hand(evening)
    at, wide = store.sight.way.at(location), layout.wide
    entering = at == routes.entry(evening.id) and going
    covered = entering and not wide
    opened = below if wide and at == location and routes.is_beside_sheet(at) else None
    entry_in_sight = going and (layout.three or (opened is None if wide else entering))
    if not covered or sheet.current is None:
        sheet.current = _sheet_facts(store, evening, routes.row_of(at) if wide else None)
    if entry_in_sight:
        doubted = store.is_doubted(draft)
        entry.current = EntryFacts(store, store.t, evening, layout, store.notice, draft, doubted)
    panes = [sheet_pane(memory, not (covered and store.sight.keyed), covered, sheet.current)]
    if entry.current is not None and going:
        panes += [_line()] if wide and entry_in_sight else []
        panes.append(_entry_pane(memory, entry_in_sight, not wide, entry.current))
    if opened is None and (layout.three or (wide and not going)):
        panes += [_line(), _pane(_evening(store.t, evening, layout), layout, key="evening")]
    panes += [_line(), _pane(opened, layout, key=at)] if opened is not None else []
    leave = _leave(store, evening, draft.token if entering else None, opened is not None)
    arranged = _arranged(memory, layout, *panes)
    return framed_view(route, arranged, can_pop=leave is None, on_pop=lambda _: leave and leave())


def use_awake(store: Store, evening: Evening | HistoryError, in_sight: bool) -> None:
    """A hook: keeps the screen on while an evening under way is in sight, if the settings say so."""
    wanted = (
        in_sight and isinstance(evening, Evening) and not evening.table.ended and store.is_on(Switch.AWAKE)
    )
    ft.use_effect(partial(store.host.stay_awake, wanted), [wanted], partial(store.host.stay_awake, False))


@part
def _arranged(memory: Memory, layout: Layout, *panes: ft.Control) -> ft.Control:
    """The panes side by side in a wide window, else stacked with the last pane on top."""
    if not layout.wide:
        return ft.Stack([*panes], fit=ft.StackFit.EXPAND, expand=True)
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Row(layout.handed([*panes]), spacing=0, expand=True, vertical_alignment=stretch)


def _leave(store: Store, evening: Evening, token: int | None, beside: bool) -> Handler | None:
    """The handler of Back; None if Back goes to the list of evenings.

    The handler leaves the entry of the hand with this `token`, or closes the screen that is open `beside` the sheet.
    """
    if token is not None:
        return partial(_leave_layer, store, evening, token)
    return partial(store.to, routes.evening(evening.id)) if beside else None


def _leave_layer(store: Store, evening: Evening, token: int) -> None:
    """Closes the panel that is open in the entry; if there is none, leaves the entry.

    This is decided at the tap, since a panel opens without a redraw of the screen.
    """
    if store.sight.panel is not None:
        store.see(panel=None)
    else:
        leave_entry(store, evening, token)


def _sheet_facts(store: Store, evening: Evening, opened: str | None) -> SheetFacts:
    entry, card = store.looked_at(evening), due_on_sheet(store.host.browser)
    now = (store, store.t, evening, store.layout, store.notice, opened)
    hands = Begun.of(store.t, store.hand(evening), evening), Waiting.of(entry, evening)
    rows = unsaved_text(entry, evening).split("\n")
    return SheetFacts(*now, *hands, sum(bool(row.strip()) for row in rows), card, store.busy)


def _line() -> ft.Control:
    return ft.VerticalDivider(width=1, color=Ink.LINE)


def _pane(content: ft.Control, layout: Layout, key: str) -> ft.Control:
    """The last pane of a wide window: an open screen of the evening, or the curve and the standings."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([content], width=layout.pane_width, horizontal_alignment=stretch, key=key)


def _evening(t: Translator, evening: Evening, layout: Layout) -> ft.Control:
    """The curve and the standings, with the hint that a tap on the sheet shows details in their place."""
    back, width = routes.evening(evening.id), layout.pane_width
    panel = evening_panel(t, evening, layout, back, (width, CURVE), titled=True)
    hint = quiet(t("Touch a hand or a total: its details are shown here, and the sheet stays in sight."))
    around = ft.Padding.symmetric(horizontal=theme.SPACE)
    parts = [panel, ft.Container(hint, padding=around)] if evening.sheet.rows else [panel]
    return ft.Column(parts, expand=True, scroll=ft.ScrollMode.AUTO)


class EntryFacts(NamedTuple):
    """The values that the screen passes to the entry; a tap in the entry redraws the entry without new values, too."""

    store: Store
    t: Translator
    evening: Evening
    layout: Layout
    notice: Notice | None
    draft: HandDraft
    doubted: bool


@part
def _entry_pane(memory: Memory, visible: bool, alone: bool, facts: EntryFacts) -> ft.Control:
    """The pane of the entry, which keeps its last drawing while it is not visible.

    Without a pane beside it (`alone`) it has the width of the window.
    """
    column = ft.Column([_entry(alone, facts)], horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(
        column,
        width=None if alone else facts.layout.entry,
        bgcolor=Ink.PAPER,  # so that a tap that misses a tile does not reach the sheet below
        visible=visible,
        key="pane",
    )


@memo_component
def _entry(alone: bool, facts: EntryFacts) -> ft.Control:
    """The entry, drawn again when one of the `facts` changes."""
    evening, layout = facts.evening, facts.layout
    choices = None if alone or layout.three else _evening_above(facts.t, evening, layout)
    return entry_pane(facts.store, evening, alone, choices)


def _evening_above(t: Translator, evening: Evening, layout: Layout) -> ft.Control | None:
    """The curve and the standings above the entry's first question; None in a low window or with large text."""
    if layout.large_text or layout.height < LEAST_HEIGHT:
        return None
    panel = evening_panel(t, evening, layout, routes.evening(evening.id), (layout.entry, CURVE))
    return ft.Column([panel], expand=True, scroll=ft.ScrollMode.AUTO)
