"""The session: the score sheet, and the entry over it or, in a wide window, beside it."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import flet as ft

from scorepad.i18n.wording import evening_title
from scorepad.tarot.session import Session, conflicts
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import action, icon_tile, text, tile
from scorepad.ui.components.entry import entry_pane
from scorepad.ui.components.frame import notice_bar, screen, top_bar, view_component
from scorepad.ui.components.guard import memo_component, use_app
from scorepad.ui.components.sheet import sheet_head, sheet_rows, sheet_totals
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size


@view_component
def session_screen() -> ft.View:
    """The sheet; on a phone the entry lies over it, in a wide window beside it."""
    state = use_app()
    params = ft.use_route_params()
    location = ft.use_route_location()
    drawn = ft.use_ref(cast("tuple[Session, bool, object] | None", None))
    session = state.opened(params["sid"])
    route = routes.session(params["sid"])
    if not isinstance(session, Session):
        return missing(state, route, session)
    entering = state.navigation.at(location) == routes.entry(session.id) and not session.finished
    wide = state.layout.wide and not session.finished

    def leave(_: Any) -> None:
        state.entry_left(session)

    sheet = ft.Container(_sheet(state, session, wide), expand=True, visible=wide or not entering)
    panes: list[ft.Control] = [sheet]
    if wide:
        panes.append(ft.VerticalDivider(width=1, color=Ink.LINE))
    if wide or entering:
        drawn.current = (session, not wide, object())
    if drawn.current is not None:  # out of sight it stays as it is: taking it down would make saving slower
        width = theme.ENTRY_PANE if wide else None
        pane = _entry(*drawn.current)
        panes.append(ft.Container(pane, width=width, expand=not wide, visible=wide or entering, key="pane"))
    return screen(
        route,
        ft.Row(panes, spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        can_pop=not entering,
        on_pop=leave if entering else None,
    )


@memo_component
def _entry(session: Session, alone: bool, drawing: object) -> ft.Control:
    """The entry, drawn again for every new `drawing`."""
    return entry_pane(session, alone)


def _sheet(state: AppState, session: Session, wide: bool) -> ft.Control:
    t = state.t
    tools = []
    done, undone = session.undoable, session.redoable
    if done is not None:
        tools.append(
            icon_tile("undo", ft.Icons.UNDO, t("Undo"), partial(state.undo_pressed, session.id, done.id))
        )
    if undone is not None:
        tools.append(
            icon_tile("redo", ft.Icons.REDO, t("Redo"), partial(state.redo_pressed, session.id, undone.id))
        )
    if not session.finished and (wide or not session.entries):  # a phone has them beside the standings
        tools.append(_players(state, session))
    if session.entries:
        tools.append(
            icon_tile(
                "end",
                ft.Icons.LEADERBOARD_OUTLINED,
                t("The evening: standings, players, export, end"),
                partial(state.navigation.to, routes.end(session.id)),
            )
        )
    return ft.Column(
        [
            top_bar(
                state.t,
                evening_title(t, session),
                back=partial(state.navigation.to, routes.HOME),
                tools=tools,
            ),
            sheet_head(t, session, state.layout),
            sheet_rows(t, session, state.layout),
            *_to_choose(state, session),
            *_all_played(state, session),
            sheet_totals(t, session, state.layout),
            notice_bar(undo=True),
            *([] if wide else [_foot(state, session)]),
        ],
        spacing=0,
        expand=True,
    )


def _to_choose(state: AppState, session: Session) -> list[ft.Control]:
    """The way to the first hand with two versions, or with other payments than agreed."""
    t = state.t
    waiting = conflicts(session.entries)
    if waiting:
        said = t("Two corrections of hand {number}: choose", number=waiting[0].number or "–")
    elif session.recounted:
        waiting = session.recounted
        said = t("Hand {number} paid something else when it was written", number=waiting[0].number or "–")
    else:
        return []
    words = text(said, Size.SMALL, Ink.LOSS, bold=True)
    return [_way(state, "to-choose", words, routes.why(session.id, waiting[0].id))]


def _all_played(state: AppState, session: Session) -> list[ft.Control]:
    """The way to the end of the evening once the agreed hands are played; the table may play on."""
    if session.hands_left != 0 or session.finished:
        return []
    hands = session.rules.table.hands
    said = state.t("{count} of {count} hands: end the evening?", count=hands)
    return [_way(state, "all-played", text(said, Size.SMALL, bold=True), routes.end(session.id))]


def _way(state: AppState, identifier: str, words: ft.Control, route: str) -> ft.Control:
    way = tile(identifier, words, partial(state.navigation.to, route), fill=None)
    return ft.Container(way, padding=ft.Padding.symmetric(horizontal=theme.SPACE))


def _players(state: AppState, session: Session) -> ft.Control:
    go = routes.players(session.id)
    return icon_tile("players", ft.Icons.PERSON_OUTLINE, state.t("Players"), partial(state.navigation.to, go))


def _foot(state: AppState, session: Session) -> ft.Control:
    """The one thing to do next."""
    t = state.t
    if session.finished:
        words, go = t("Standings"), routes.end(session.id)
    else:
        number = len(session.standing_entries) + 1
        name = session.person(session.dealer).name
        last = session.hands_left == 1
        words = t("Hand {number} · {name} deals", number=number, name=name)
        if last:
            words = t("Last hand · {name} deals", name=name)
        draft = state.drafts.of(session)
        if draft.editing is not None:
            words = t("Correct hand {number}", number=session.entry(draft.editing).number or "")
        elif draft.started:
            words = t("Last hand · go on") if last else t("Hand {number} · go on", number=number)
        go = routes.entry(session.id)
    lines = 2 if state.layout.large_text else 1
    content = text(words, Size.NUMBER, Ink.ON_ACCENT, bold=True, lines=lines, align=ft.TextAlign.CENTER)
    return ft.Container(
        action(
            "next-hand" if not session.finished else "standings",
            ft.Row([ft.Container(content, expand=True)]),
            partial(state.navigation.to, go),
        ),
        padding=ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE),
    )
