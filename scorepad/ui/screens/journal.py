"""The journal of a session: everything that happened, the latest first, and who wrote it when."""

from __future__ import annotations

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.wording import bid_name, event_name, result, scheme_title, thrown_in_name
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.session import Event, Session
from scorepad.ui import theme
from scorepad.ui.components.basics import (
    Handler,
    centred,
    screen,
    text,
    tile,
    top_bar,
    use_app,
    view_component,
)
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

PAGE = 100
"""Events drawn at once."""


@view_component
def journal_screen() -> ft.View:
    """What happened in the session named by the address."""
    state = use_app()
    params = ft.use_route_params()
    shown, show = ft.use_state(PAGE)
    route = f"/session/{params['sid']}"
    session = state.session(params["sid"])
    if session is None:
        return missing(state, f"{route}/journal")
    t = state.t
    events = sorted(session.events, key=lambda event: event.order, reverse=True)
    rows = [_event(state, session, event) for event in events[:shown]]
    if shown < len(events):
        rows.append(
            tile(
                "older",
                text(t("Show older hands"), Size.SMALL),
                lambda: show(shown + PAGE),
                fill=None,
                edge=True,
            )
        )
    return screen(
        f"{route}/journal",
        ft.Column(
            [
                top_bar(t, t("Journal"), back=lambda: state.navigate(f"{route}/end")),
                ft.Container(
                    centred(*rows, ft.Container(height=theme.SPACE)),
                    expand=True,
                    alignment=ft.Alignment.TOP_CENTER,
                ),
            ],
            spacing=0,
            expand=True,
        ),
    )


def _event(state: AppState, session: Session, event: Event) -> ft.Control:
    t = state.t
    words = event_name(t, event.kind)
    numbers = {entry.id: entry.number for entry in session.entries}
    number = numbers.get(event.entry or "")
    if number:
        words = f"{t('Hand {number}', number=number)} · {t.inside(words)}"
    when = f"{t.short_date(event.at)}, {t.time(event.at)} · {event.device}"
    content = ft.Column(
        [
            text(words, Size.BODY, bold=True),
            *([text(facts, Size.SMALL)] if (facts := _facts(t, session, event)) else []),
            *([text(t("“{words}”", words=event.reason), Size.SMALL)] if event.reason else []),
            text(when, Size.SMALL, Ink.QUIET),
        ],
        spacing=0,
    )
    return tile(
        f"event-{event.seq}",
        content,
        _open(state, session, event) if event.entry else None,
        height=None,
        alignment=None,
        padding=12,
    )


def _facts(t: Translator, session: Session, event: Event) -> str:
    if event.scheme is not None:
        return scheme_title(t, event.scheme)
    if event.seating is not None:
        return t.names(person.name for person in event.seating.people)
    if event.deal is None:
        return ""
    outcome = event.deal.outcome
    if isinstance(outcome, ThrownIn):
        return thrown_in_name(t, outcome)
    taker = session.person(outcome.taker).name
    return ", ".join([taker, t.inside(bid_name(t, outcome.bid)), t.inside(result(t, outcome))])


def _open(state: AppState, session: Session, event: Event) -> Handler:
    return lambda: state.navigate(f"/session/{session.id}/deal/{event.entry}")
