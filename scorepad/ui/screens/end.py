"""The end of the evening: who won, and the text for the family's chat."""

from __future__ import annotations

import flet as ft

from scorepad.exports.text import standings_text
from scorepad.i18n.wording import evening_title
from scorepad.tarot.session import Session, Standing
from scorepad.ui.components.basics import (
    action,
    centred,
    chip,
    copy_chip,
    foot,
    heading,
    notice_bar,
    screen,
    system_chip,
    text,
    tile,
    top_bar,
    use_app,
    view_component,
)
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.files import can_share
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState, account_route
from scorepad.ui.theme import Ink, Size


@view_component
def end_screen() -> ft.View:
    """The standings, final or so far."""
    state = use_app()
    params = ft.use_route_params()
    route = f"/session/{params['sid']}/end"
    session = state.opened(params["sid"])
    if not isinstance(session, Session):
        return missing(state, route, session)
    t = state.t
    words = t("Final standings") if session.finished else t("Standings so far")
    return screen(
        route,
        top_bar(
            state.t,
            evening_title(t, session),
            back=lambda: state.navigation.to("/" if session.finished else f"/session/{session.id}"),
        ),
        centred(
            heading(words),
            *(_place(state, session, standing) for standing in session.standings),
            text(_played(state, session), Size.SMALL, Ink.QUIET),
            _share(state, session),
            ft.Row(
                [
                    _export(state, session),
                    _compare(state, session),
                    _journal(state, session),
                    *([] if session.finished else [_players(state, session)]),
                ],
                wrap=True,
                spacing=8,
                run_spacing=8,
            ),
        ),
        notice_bar(),
        foot(_foot(state, session)),
    )


def _place(state: AppState, session: Session, standing: Standing) -> ft.Control:
    t = state.t
    first = standing.rank == 1
    rank: ft.Control = (
        ft.Icon(ft.Icons.EMOJI_EVENTS, size=28, color=Ink.GAIN, semantics_label=t("first"))
        if first
        else text(f"{standing.rank}.", Size.NUMBER, Ink.QUIET)
    )
    person, place = standing.person, session.people.index(standing.person)
    return tile(
        f"place-{place}",
        ft.Row(
            [
                ft.Container(rank, width=32),
                badge(person, 34),
                ft.Container(text(person.name, Size.NUMBER, bold=first, lines=1), expand=True),
                text(t.signed(standing.total, session.unit), Size.TITLE, gain_ink(standing.total), bold=True),
            ],
            spacing=10,
        ),
        lambda: state.navigation.to(account_route(session, place), back=f"/session/{session.id}/end"),
        fill=Ink.CHOSEN if first else None,
        height=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=10),
        alignment=None,
    )


def _played(state: AppState, session: Session) -> str:
    t = state.t
    hands = t.plural("{count} hand", "{count} hands", len(session.standing_entries))
    return f"{t.date(session.created)} · {hands}"


def _share(state: AppState, session: Session) -> ft.Control:
    t = state.t
    message = standings_text(t, session)
    chips = [copy_chip(t, message)]
    if can_share(ft.context.page):
        chips.append(system_chip("share", t("Share"), ft.Icons.SHARE, action=ft.ShareText(message)))
    return ft.Row(chips, wrap=True, spacing=8, run_spacing=8)


def _export(state: AppState, session: Session) -> ft.Control:
    route = f"/session/{session.id}"
    return chip(
        "export",
        state.t("Export"),
        lambda: state.navigation.to(f"{route}/export", back=f"{route}/end"),
        icon=ft.Icons.SAVE_ALT,
    )


def _compare(state: AppState, session: Session) -> ft.Control:
    return chip(
        "compare",
        state.t("Under other rules?"),
        lambda: state.navigation.to(f"/session/{session.id}/compare"),
        icon=ft.Icons.COMPARE_ARROWS,
    )


def _journal(state: AppState, session: Session) -> ft.Control:
    return chip(
        "journal",
        state.t("Journal"),
        lambda: state.navigation.to(f"/session/{session.id}/journal"),
        icon=ft.Icons.HISTORY,
    )


def _players(state: AppState, session: Session) -> ft.Control:
    return chip(
        "players",
        state.t("Players"),
        lambda: state.navigation.to(f"/session/{session.id}/players"),
        icon=ft.Icons.PERSON_OUTLINE,
    )


def _foot(state: AppState, session: Session) -> ft.Control:
    t = state.t
    if session.finished:
        return ft.Row(
            [
                chip(
                    "sheet",
                    t("Score sheet"),
                    lambda: state.navigation.to(f"/session/{session.id}"),
                    icon=ft.Icons.TABLE_ROWS_OUTLINED,
                    expand=1,
                ),
                chip(
                    "reopen",
                    t("Go on playing"),
                    lambda: state.reopen_pressed(session),
                    icon=ft.Icons.LOCK_OPEN,
                    expand=1,
                ),
            ],
            spacing=8,
        )
    return action(
        "finish",
        ft.Row(
            [text(t("End the evening"), Size.NUMBER, Ink.ON_ACCENT, bold=True)],
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        lambda: state.end_pressed(session),
    )
