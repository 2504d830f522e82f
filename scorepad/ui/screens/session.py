"""The session: the score sheet, and the entry over it or, in a wide window, beside it."""

from __future__ import annotations

from functools import partial
from typing import Any

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import evening_title
from scorepad.tarot.session import Session, conflicts
from scorepad.ui import routes, theme
from scorepad.ui.cards import Card
from scorepad.ui.components.controls import action, icon_tile, text, tile
from scorepad.ui.components.frame import error_panel, missing, notice_bar, screen, top_bar, view_component
from scorepad.ui.components.guard import app_state, memo_component, use_app
from scorepad.ui.components.kept import Kept
from scorepad.ui.components.sheet import sheet_head, sheet_rows, sheet_totals
from scorepad.ui.components.web_app_cards import sheet_card
from scorepad.ui.entry import entry_pane
from scorepad.ui.state import AppState, Notice
from scorepad.ui.theme import Ink, Layout, Size


@view_component
def session_screen() -> ft.View:
    """The sheet; on a phone the entry lies over it, in a wide window beside it."""
    state, sid, location = use_app(), ft.use_route_params()["sid"], ft.use_route_location()
    ft.use_effect(lambda: state.navigation.arrived(location), [location])
    # Out of sight each pane stays as it was drawn last: to take it down, or to keep it up to date, would be slow.
    kept, _ = ft.use_state(Kept())
    sheet, entry = ft.use_ref(tuple[Any, ...]()), ft.use_ref(tuple[Any, ...]())
    session, route = state.opened(sid), routes.session(sid)
    if not isinstance(session, Session):
        return missing(state, route, session)
    t, layout, notice = state.t, state.layout, state.notice
    draft = state.drafts.of(session)
    entering = state.navigation.at(location) == routes.entry(session.id) and not session.finished
    wide = layout.wide and not session.finished

    if wide or not entering or not sheet.current:
        card = state.cards.due_on_sheet()
        sheet.current = (t, session, layout, wide, notice, draft.editing, draft.started, card, state.busy)
    if wide or entering:
        entry.current = (session, not wide, t, layout, notice, draft, state.drafts.is_doubted(draft))
    panes = [kept.at("sheet", _sheet_pane, wide or not entering, *sheet.current)]
    if wide:
        panes.append(ft.VerticalDivider(width=1, color=Ink.LINE))
    if entry.current:
        panes.append(kept.at("entry", _entry_pane, wide or entering, *entry.current))
    beside = ft.Row(panes, spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    leave = (lambda _: state.entry_left(session)) if entering else None
    return screen(route, beside, can_pop=not entering, on_pop=leave)


def _sheet_pane(
    visible: bool,
    t: Translator,
    session: Session,
    layout: Layout,
    wide: bool,
    notice: Notice | None,
    editing: str | None,
    started: bool,
    card: Card | None,
    busy: str | None,
) -> ft.Control:
    foot = [] if wide else [_foot(t, session, layout, editing, started)]
    parts = [_sheet(t, session, layout, wide), _notice(notice, layout), _card(card, t, layout, busy), *foot]
    return ft.Column(parts, spacing=0, expand=True, visible=visible)


def _entry_pane(visible: bool, session: Session, alone: bool, *facts: object) -> ft.Control:
    return ft.Column(
        [_entry(session, alone, *facts)],
        width=None if alone else theme.ENTRY_PANE,
        expand=alone,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        visible=visible,
        key="pane",
    )


@memo_component
def _entry(session: Session, alone: bool, *facts: object) -> ft.Control:
    """The entry, drawn again when one of the facts differs; taps on it draw it again without this."""
    return entry_pane(session, alone)


@memo_component
def _notice(*facts: object) -> ft.Control:
    """The notice, drawn again when it differs."""
    return notice_bar(undo=True)


@memo_component
def _card(card: Card | None, *facts: object) -> ft.Control:
    """The card of the web app, drawn again when one of the facts differs."""
    return sheet_card(app_state(), card)


@partial(memo_component, failure=error_panel)
def _sheet(t: Translator, session: Session, layout: Layout, wide: bool) -> ft.Control:
    kept, _ = ft.use_state(Kept())
    drawn, state = ft.use_ref(session), app_state()
    drawn.current = session
    tools = {
        "undo": session.undoable is not None,
        "redo": session.redoable is not None,
        # A phone has it beside the standings.
        "players": not session.finished and (wide or not session.entries),
        "end": bool(session.entries),
    }
    parts = [
        kept.at("bar", _bar, t, layout, evening_title(t, session), drawn, **tools),
        sheet_head(t, session, layout),
        sheet_rows(t, session, layout),
        *_to_choose(state, session),
        *_all_played(state, session),
        sheet_totals(t, session, layout),
    ]
    return ft.Column(parts, spacing=0, expand=True)


def _bar(
    t: Translator,
    layout: Layout,
    title: str,
    drawn: ft.MutableRef[Session],
    *,
    undo: bool,
    redo: bool,
    players: bool,
    end: bool,
) -> ft.Control:
    """The title, the way back and the tools, which act on the session that is `drawn`."""
    state, tools = app_state(), list[ft.Control]()

    def take_back() -> None:
        if (event := drawn.current.undoable) is not None:
            state.undo_pressed(drawn.current.id, event.id)

    def do_again() -> None:
        if (event := drawn.current.redoable) is not None:
            state.redo_pressed(drawn.current.id, event.id)

    if undo:
        tools.append(icon_tile("undo", ft.Icons.UNDO, t("Undo"), take_back))
    if redo:
        tools.append(icon_tile("redo", ft.Icons.REDO, t("Redo"), do_again))
    if players:
        go = partial(state.navigation.to, routes.players(drawn.current.id))
        tools.append(icon_tile("players", ft.Icons.PERSON_OUTLINE, t("Players"), go))
    if end:
        words = t("The evening: standings, players, export, end")
        go = partial(state.navigation.to, routes.end(drawn.current.id))
        tools.append(icon_tile("end", ft.Icons.LEADERBOARD_OUTLINED, words, go))
    return top_bar(t, title, back=partial(state.navigation.to, routes.HOME), tools=tools)


def _to_choose(state: AppState, session: Session) -> list[ft.Control]:
    """The way to the first hand with two versions, or with other payments than agreed."""
    t, conflicting = state.t, conflicts(session.entries)
    waiting = conflicting or session.recounted
    if not waiting:
        return []
    number = waiting[0].number or "–"
    words = t("Hand {number} paid something else when it was written", number=number)
    if conflicting:
        words = t("Two corrections of hand {number}: choose", number=number)
    return [_way(state, "to-choose", words, routes.why(session.id, waiting[0].id), Ink.LOSS)]


def _all_played(state: AppState, session: Session) -> list[ft.Control]:
    """The way to the end of the evening once the agreed hands are played; the table may play on."""
    if session.hands_left != 0 or session.finished:
        return []
    words = state.t("{count} of {count} hands: end the evening?", count=session.rules.table.hands)
    return [_way(state, "all-played", words, routes.end(session.id))]


def _way(state: AppState, identifier: str, words: str, route: str, ink: Ink = Ink.TEXT) -> ft.Control:
    content = text(words, Size.SMALL, ink, bold=True)
    way = tile(identifier, content, partial(state.navigation.to, route), fill=None)
    return ft.Container(way, padding=ft.Padding.symmetric(horizontal=theme.SPACE))


@memo_component
def _foot(t: Translator, session: Session, layout: Layout, editing: str | None, started: bool) -> ft.Control:
    """The one thing to do next, by the draft: an entry that it edits, or whether it is started."""
    state = app_state()
    if session.finished:
        words, go = t("Standings"), routes.end(session.id)
    else:
        number, last = len(session.standing_entries) + 1, session.hands_left == 1
        dealer = session.person(session.dealer).name
        words, go = t("Hand {number} · {name} deals", number=number, name=dealer), routes.entry(session.id)
        if editing is not None:
            words = t("Correct hand {number}", number=session.entry(editing).number or "")
        elif started:
            words = t("Last hand · go on") if last else t("Hand {number} · go on", number=number)
        elif last:
            words = t("Last hand · {name} deals", name=dealer)
    lines = 2 if layout.large_text else 1
    content = text(words, Size.NUMBER, Ink.ON_ACCENT, bold=True, lines=lines, align=ft.TextAlign.CENTER)
    content.expand = True
    name = "standings" if session.finished else "next-hand"
    around = ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE)
    return ft.Container(action(name, ft.Row([content]), partial(state.navigation.to, go)), padding=around)
