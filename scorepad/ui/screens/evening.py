"""The evening: the score sheet; the entry over it or, in a wide window, beside it, as are its other screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.length import Progress
from scorepad.i18n import Translator
from scorepad.i18n.length import length_text
from scorepad.i18n.names import evening_title, scheme_title
from scorepad.i18n.pots import has_mouches, stacks
from scorepad.ui import routes, theme
from scorepad.ui.cards import Card
from scorepad.ui.components.awake import use_awake
from scorepad.ui.components.controls import MenuItem, action, icon_tile, menu, quiet, text, tile
from scorepad.ui.components.curve import curve
from scorepad.ui.components.evening_panel import evening_panel
from scorepad.ui.components.frame import error_panel, missing, screen, top_bar, view_component
from scorepad.ui.components.guard import Handler, app_state, memo_component, use_app
from scorepad.ui.components.kept import Kept
from scorepad.ui.components.length import progress_now, progress_rows, use_minutes
from scorepad.ui.components.sheet import sheet_head, sheet_rows, sheet_totals
from scorepad.ui.components.web_app_cards import sheet_card
from scorepad.ui.entry import entry_pane, takers_height
from scorepad.ui.state import AppState, Notice
from scorepad.ui.theme import Ink, Layout, Size

CURVE, LEAST_CURVE = 200, 90
"""The greatest and the least height of the curve beside the sheet, in dp."""
TITLE_AND_RULES = 50
"""The height of the title with the line below it, in dp; all of it can be tapped."""


@view_component
def evening_screen() -> ft.View:
    """The sheet; on a phone the entry lies over it, in a wide window beside it.

    Of two panes the second is the entry, or another screen of the evening while one is open. A third is for those,
    and shows the evening while none is.
    """
    state, sid, location = use_app(), ft.use_route_params()["sid"], ft.use_route_location()
    ft.use_effect(lambda: state.navigation.arrived(location), [location])
    # Out of sight each pane stays as it was drawn last: to take it down, or to keep it up to date, would be slow.
    kept, _ = ft.use_state(Kept())
    sheet, entry = ft.use_ref(tuple[Any, ...]()), ft.use_ref(tuple[Any, ...]())
    below = ft.use_route_outlet()
    evening, route = state.opened(sid), routes.evening(sid)
    timed = (
        isinstance(evening, Evening) and evening.table.length.until is not None and not evening.table.ended
    )
    use_minutes(timed)
    at_table = location in (route, routes.entry(sid)) or state.layout.wide
    use_awake(evening, at_table)
    if not isinstance(evening, Evening):
        return missing(state, route, evening)
    t, layout, notice, progress = state.t, state.layout, state.notice, progress_now(evening)
    draft = state.drafts.of(evening)
    at, wide = state.navigation.at(location), layout.wide
    entering = at == routes.entry(evening.id) and not evening.table.ended
    opened = below if wide and at == location and routes.is_beside_sheet(at) else None
    entry_in_sight = not evening.table.ended and (layout.three or (opened is None if wide else entering))

    if wide or not entering or not sheet.current:
        card = state.cards.due_on_sheet()
        drafted = (draft.editing, draft.started)
        sheet.current = (t, evening, layout, progress, wide, notice, *drafted, card, state.busy)
    if entry_in_sight:
        doubted, last = state.drafts.is_doubted(draft), progress is not None and progress.last
        entry.current = (evening, not wide, t, layout, notice, draft, doubted, last)
    panes = [kept.at("sheet", _sheet_pane, wide or not entering, *sheet.current)]
    if entry.current and not evening.table.ended:
        panes += [_line()] if wide and entry_in_sight else []
        panes.append(kept.at("entry", _entry_pane, entry_in_sight, *entry.current))
    if opened is not None:
        panes += [_line(), _pane(opened, layout, key=at)]
    elif layout.three or (wide and evening.table.ended):
        panes += [_line(), _pane(_evening(t, evening, layout), layout, key="evening")]
    beside = ft.Row(
        layout.handed(panes), spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH
    )
    leave: Callable[[Any], None] | None = None
    if entering:
        leave = partial(_leave, partial(state.entry_left, evening))
    elif opened is not None:
        leave = partial(_leave, partial(state.navigation.to, route))
    return screen(route, beside, can_pop=leave is None, on_pop=leave)


def _leave(go: Handler, event: object) -> None:
    go()


def _line() -> ft.Control:
    return ft.VerticalDivider(width=1, color=Ink.LINE)


def _pane(content: ft.Control, layout: Layout, key: str) -> ft.Control:
    """What stands beside the sheet, or beside the entry where that has a place of its own."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([content], width=layout.beside, horizontal_alignment=stretch, key=key)


def _evening(t: Translator, evening: Evening, layout: Layout) -> ft.Control:
    """The curve and the standings, and what else is shown in their place."""
    back, width = routes.evening(evening.id), layout.beside
    panel = evening_panel(t, evening, layout, back, width, CURVE, titled=True)
    hint = quiet(t("Touch a hand or a total: its details are shown here, and the sheet stays in sight."))
    around = ft.Padding.symmetric(horizontal=theme.SPACE)
    parts = [panel, ft.Container(hint, padding=around)] if evening.sheet.entries else [panel]
    return ft.Column(parts, expand=True, scroll=ft.ScrollMode.AUTO)


def _sheet_pane(
    visible: bool,
    t: Translator,
    evening: Evening,
    layout: Layout,
    progress: Progress | None,
    wide: bool,
    notice: Notice | None,
    editing: str | None,
    started: bool,
    card: Card | None,
    busy: str | None,
) -> ft.Control:
    foot = [] if wide else [_foot(t, evening, layout, progress, editing, started)]
    parts = [
        _sheet(t, evening, layout, progress, notice, card is not None),
        _card(card, t, layout, busy),
        *foot,
    ]
    return ft.Column(parts, spacing=0, expand=True, visible=visible)


def _entry_pane(visible: bool, evening: Evening, alone: bool, *facts: object) -> ft.Control:
    return ft.Column(
        [_entry(evening, alone, *facts)],
        width=None if alone else app_state().layout.entry,
        expand=alone,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        visible=visible,
        key="pane",
    )


@memo_component
def _entry(evening: Evening, alone: bool, *facts: object) -> ft.Control:
    """The entry, drawn again when one of the facts differs; taps on it draw it again without this."""
    state = app_state()
    layout = state.layout
    choices = None if alone or layout.three else _evening_above(state.t, evening, layout)
    return entry_pane(evening, alone, choices)


def _evening_above(t: Translator, evening: Evening, layout: Layout) -> ft.Control | None:
    """The curve and the standings over the question who took; the curve alone, or nothing, if the window is too low."""
    room = layout.height - takers_height(evening, layout)
    back, width = routes.evening(evening.id), layout.entry
    left = room - len(evening.sheet.people) * theme.TARGET
    if layout.large_text or room < LEAST_CURVE:
        return None
    if left >= LEAST_CURVE:
        return evening_panel(t, evening, layout, back, width, min(left, CURVE))
    drawn = curve(t, evening, layout, back, width - 2 * theme.SPACE, min(room, CURVE))
    return ft.Container(drawn, padding=ft.Padding.symmetric(horizontal=theme.SPACE))


@memo_component
def _card(card: Card | None, *facts: object) -> ft.Control:
    """The card of the web app, drawn again when one of the facts differs."""
    return sheet_card(app_state(), card)


@partial(memo_component, failure=error_panel)
def _sheet(
    t: Translator,
    evening: Evening,
    layout: Layout,
    progress: Progress | None,
    notice: Notice | None,
    carded: bool,
) -> ft.Control:
    kept, _ = ft.use_state(Kept())
    drawn, state = ft.use_ref(evening), app_state()
    drawn.current = evening
    title = evening_title(t, evening)
    if layout.large_text:  # of "Evening of Nov 23", only "Evening…" would fit
        title = evening.table.title or t.short_date(evening.start.created)
    bar = kept.at(
        "bar",
        _bar,
        t,
        layout,
        title,
        drawn,
        undo=evening.undoable is not None,
        redo=evening.redoable is not None,
        rules=scheme_title(t, evening.table.rules.now),
        length=length_text(t, evening.table.length),
        people=len(evening.seating_at().people),
        noted=t("yes") if None in evening.table.notes else "",
        finished=evening.table.ended,
    )
    ways = [*_to_choose(state, evening), *progress_rows(state, evening, progress)]
    pots = has_mouches(evening) + (stacks(evening) is not None)
    parts = [
        bar,
        sheet_head(t, evening, layout),
        sheet_rows(t, evening, layout, notice, len(ways) + pots + carded),
        *ways,
        sheet_totals(t, evening, layout),
    ]
    return ft.Column(parts, spacing=0, expand=True)


def _bar(
    t: Translator,
    layout: Layout,
    title: str,
    drawn: ft.MutableRef[Evening],
    *,
    undo: bool,
    redo: bool,
    rules: str,
    length: str,
    people: int,
    noted: str,
    finished: bool,
) -> ft.Control:
    """The title above the rules, the way back and the tools, which act on the evening that is `drawn`."""
    state, tools = app_state(), list[ft.Control]()

    def take_back() -> None:
        if (event := drawn.current.undoable) is not None:
            state.undo_pressed(drawn.current.id, event.id)

    def do_again() -> None:
        if (event := drawn.current.redoable) is not None:
            state.redo_pressed(drawn.current.id, event.id)

    if redo:  # before "Undo", which stays where it is for a second tap
        tools.append(icon_tile("redo", ft.Icons.REDO, t("Redo"), do_again))
    if undo:
        tools.append(icon_tile("undo", ft.Icons.UNDO, t("Undo"), take_back))
    tools.append(_menu(t, drawn, rules, length, people, noted, finished=finished))
    go = partial(state.navigation.to, routes.rules(drawn.current.id))
    below = tile(
        "rules-in-force",
        text(f"{rules} ›", Size.TINY, Ink.QUIET, lines=1, label=t("Rules: {scheme}", scheme=rules)),
        go,
        fill=None,
        padding=0,
        height=TITLE_AND_RULES,
        alignment=ft.Alignment.BOTTOM_LEFT,
    )
    return top_bar(t, title, back=partial(state.navigation.to, routes.HOME), tools=tools, below=below)


def _menu(
    t: Translator,
    drawn: ft.MutableRef[Evening],
    rules: str,
    length: str,
    people: int,
    noted: str,
    *,
    finished: bool,
) -> ft.Control:
    """Everything that a table does besides its hands, in words."""
    state = app_state()
    sheet = routes.evening(drawn.current.id)

    def way(identifier: str, words: str, route: Callable[[str], str], **more: Any) -> MenuItem:
        go = partial(state.navigation.to, route(drawn.current.id), back=sheet)
        return MenuItem(identifier, words, go, **more)

    seated = t.plural("{count} at the table", "{count} at the table", people)
    if finished:
        over = MenuItem("menu-reopen", t("Go on playing"), lambda: state.reopen_pressed(drawn.current))
        changes: list[MenuItem] = []
    else:
        over = MenuItem("menu-finish", t("End the evening"), lambda: state.end_pressed(drawn.current))
        changes = [
            way("menu-players", t("Players"), routes.players, note=seated),
            way("menu-points", t("Penalty, gift, other points"), routes.points),
            way("menu-length", t("Length"), routes.length, note=length),
        ]
    # What a table wants most often comes first: on a phone the last lines have to be scrolled to.
    items = [
        way("menu-end", t("Standings and curve"), routes.end),
        *changes,
        way("menu-rules", t("Rules"), routes.rules, note=rules),
        way("menu-compare", t("Compare with other rules"), routes.compare),
        way("menu-share", t("Share"), routes.end, begins=True),
        way("menu-export", t("Export"), routes.export),
        way("menu-journal", t("Journal"), routes.journal),
        over,
        way("menu-money", t("Money"), routes.money, begins=True),
        way("menu-big", t("Big totals for the table"), routes.big),
        way("menu-note", t("Note on the evening"), routes.note, note=noted),
        way("menu-names", t("Change the names"), routes.names),
        MenuItem("menu-delete", t("Delete"), lambda: state.delete_evening(drawn.current.id)),
    ]
    return menu("menu", t("Menu"), items)


def _to_choose(state: AppState, evening: Evening) -> list[ft.Control]:
    """The way to the first hand with two versions, or with other payments than agreed."""
    t, conflicting = state.t, evening.sheet.conflicts
    waiting = conflicting or evening.sheet.recounted
    if not waiting:
        return []
    number = waiting[0].number
    words = t("Hand {number} paid something else when it was written", number=number)
    if conflicting:
        words = t("Two corrections of hand {number}: choose", number=number)
        if not number:
            words = t("Two corrections: choose")
    return [_way(state, "to-choose", words, routes.why(evening.id, waiting[0].id), Ink.LOSS)]


def _way(state: AppState, identifier: str, words: str, route: str, ink: Ink = Ink.TEXT) -> ft.Control:
    content = text(words, Size.SMALL, ink, bold=True)
    way = tile(identifier, content, partial(state.navigation.to, route), fill=None)
    return ft.Container(way, padding=ft.Padding.symmetric(horizontal=theme.SPACE))


@memo_component
def _foot(
    t: Translator,
    evening: Evening,
    layout: Layout,
    progress: Progress | None,
    editing: str | None,
    started: bool,
) -> ft.Control:
    """The one thing to do next, by the draft: an entry that it edits, or whether it is started."""
    state = app_state()
    if evening.table.ended:
        words, go = t("Standings"), routes.end(evening.id)
    else:
        number, last = evening.sheet.next_number, progress is not None and progress.last
        dealer = evening.table.name_of(evening.dealer)
        words, go = t("Hand {number} · {name} deals", number=number, name=dealer), routes.entry(evening.id)
        if editing is not None:
            words = t("Correct hand {number}", number=evening.sheet.entry(editing).number)
        elif started:
            words = t("Last hand · go on") if last else t("Hand {number} · go on", number=number)
        elif last:
            words = t("Last hand · {name} deals", name=dealer)
    lines = 2 if layout.large_text else 1
    content = text(words, Size.NUMBER, Ink.ON_ACCENT, bold=True, lines=lines, align=ft.TextAlign.CENTER)
    content.expand = True
    name = "standings" if evening.table.ended else "next-hand"
    around = ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE)
    return ft.Container(action(name, ft.Row([content]), partial(state.navigation.to, go)), padding=around)
