"""The end of the evening: the standings, and the text for the family's chat."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.exports.text import standings_text
from scorepad.i18n.names import evening_title
from scorepad.tarot.session import Session, Standing
from scorepad.ui import routes
from scorepad.ui.components.controls import (
    action,
    chip,
    copy_chip,
    filling,
    heading,
    quiet,
    row_tile,
    system_chip,
    text,
    wrapping_row,
)
from scorepad.ui.components.frame import centred, foot, notice_bar, titled_screen, use_session, view_component
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.components.web_app_cards import risk
from scorepad.ui.files import can_share
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size


@view_component
def end_screen() -> ft.View:
    """The standings, final or so far."""
    state, session = use_session()
    t = state.t
    words = t("Final standings") if session.finished else t("Standings so far")
    hands = t.plural("{count} hand", "{count} hands", len(session.standing_entries))
    return titled_screen(
        routes.end(session.id),
        evening_title(t, session),
        routes.HOME if session.finished else routes.session(session.id),
        centred(
            heading(words),
            *(_place(state, session, standing) for standing in session.standings),
            quiet(f"{t.date(session.created)} · {hands}"),
            _share(state, session),
            _ways(state, session),
            *(risk(state) if session.finished else []),
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
    return row_tile(
        f"place-{place}",
        ft.Row(
            [
                ft.Container(rank, width=32),
                badge(person, 34),
                filling(text(person.name, Size.NUMBER, bold=first, lines=1)),
                text(t.signed(standing.total, session.unit), Size.TITLE, gain_ink(standing.total), bold=True),
            ],
            spacing=10,
        ),
        partial(state.navigation.to, routes.account(session.id, place), back=routes.end(session.id)),
        fill=Ink.CHOSEN if first else None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=10),
    )


def _share(state: AppState, session: Session) -> ft.Control:
    t = state.t
    message = standings_text(t, session)
    chips = [copy_chip(t, message)]
    if can_share(ft.context.page):
        chips.append(system_chip("share", t("Share"), ft.Icons.SHARE, action=ft.ShareText(message)))
    return wrapping_row(*chips)


def _ways(state: AppState, session: Session) -> ft.Control:
    t, end = state.t, routes.end(session.id)

    def way(identifier: str, words: str, icon: ft.IconData, route: str) -> ft.Control:
        return chip(identifier, words, partial(state.navigation.to, route, back=end), icon=icon)

    ways = [
        way("export", t("Export"), ft.Icons.SAVE_ALT, routes.export(session.id)),
        way("compare", t("Under other rules?"), ft.Icons.COMPARE_ARROWS, routes.compare(session.id)),
        way("journal", t("Journal"), ft.Icons.HISTORY, routes.journal(session.id)),
    ]
    if not session.finished:
        ways.append(way("players", t("Players"), ft.Icons.PERSON_OUTLINE, routes.players(session.id)))
    return wrapping_row(*ways)


def _foot(state: AppState, session: Session) -> ft.Control:
    t = state.t
    if not session.finished:
        return action("finish", t("End the evening"), partial(state.end_pressed, session))
    sheet = partial(state.navigation.to, routes.session(session.id))
    again = partial(state.reopen_pressed, session)
    return ft.Row(
        [
            chip("sheet", t("Score sheet"), sheet, icon=ft.Icons.TABLE_ROWS_OUTLINED, expand=1),
            chip("reopen", t("Go on playing"), again, icon=ft.Icons.LOCK_OPEN, expand=1),
        ],
        spacing=8,
    )
