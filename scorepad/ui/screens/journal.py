"""The journal of a session: every event, the latest first, with its time; what happened on another device says so."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.length import length_text
from scorepad.i18n.money import rate_text
from scorepad.i18n.names import entry_title, event_name, scheme_title
from scorepad.i18n.sentences import scope_text
from scorepad.tarot.session import Entry, Event, Person, Renaming, Session
from scorepad.ui import routes
from scorepad.ui.components.controls import older, quiet, row_tile, text
from scorepad.ui.components.frame import centred, titled_screen, use_session, view_component
from scorepad.ui.screens.why import version_text, when_and_where
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

PAGE = 100
"""Events drawn at once."""


@view_component
def journal_screen() -> ft.View:
    """The events of the session that the address names."""
    state, session = use_session()
    shown, show = ft.use_state(PAGE)
    t = state.t
    events = sorted(session.events, key=lambda event: event.order, reverse=True)
    # Numbered by place: events of two devices can have the same number.
    rows = [_event(state, session, event, len(events) - place) for place, event in enumerate(events[:shown])]
    if shown < len(events):
        rows.append(older(t("Show older hands"), partial(show, shown + PAGE)))
    route = routes.journal(session.id)
    back = state.navigation.way_back(route, routes.session(session.id))
    return titled_screen(route, t("Journal"), back, centred(*rows))


def _event(state: AppState, session: Session, event: Event, number: int) -> ft.Control:
    t = state.t
    words = event_name(t, event.kind)
    entry = next((entry for entry in session.entries if entry.id == event.entry), None)
    if entry is not None and not entry.undone:
        words = f"{entry_title(t, entry)} · {t.inside(words)}"
    before, after = _before_and_after(state, session, event, entry)
    content = ft.Column(
        [
            text(words, Size.BODY, bold=True),
            *([text(before, Size.SMALL, Ink.QUIET, struck=True)] if before else []),
            *([text(after, Size.SMALL)] if after else []),
            *([text(t("“{words}”", words=event.reason), Size.SMALL)] if event.reason else []),
            quiet(when_and_where(state, event)),
        ],
        spacing=0,
    )
    open_hand = partial(
        state.navigation.to, routes.why(session.id, event.entry or ""), back=routes.journal(session.id)
    )
    return row_tile(f"event-{number}", content, open_hand if event.entry else None)


def _before_and_after(
    state: AppState, session: Session, event: Event, entry: Entry | None
) -> tuple[str, str]:
    """The state that an event replaced, if any, and the state after it."""
    t = state.t
    if event.note is not None:
        past = session.beginning.with_events(each for each in session.events if each.order < event.order)
        return past.notes.get(event.entry, ""), event.note
    if entry is not None:
        found = next((each for each in entry.versions if each.id == event.supersedes), None)
        before = version_text(state, session, found, entry) if found is not None else ""
        return before, version_text(state, session, event, entry)
    earlier = [each for each in session.events if each.order < event.order]
    if event.scheme is not None:
        rules_before = [rules.now for order, rules in session.rules_over_time if order < event.order][-1]
        return scheme_title(t, rules_before), f"{scheme_title(t, event.scheme)} · {scope_text(t, event)}"
    if event.seating is not None:
        seatings = [each.seating for each in sorted(earlier, key=lambda each: each.order) if each.seating]
        seated = seatings[-1].people if seatings else session.beginning.people
        return _names(t, seated), _names(t, event.seating.people)
    if event.renaming is not None:
        past = session.beginning.with_events(earlier)
        return _renamed(t, past.names_now(event.renaming)), _renamed(t, event.renaming)
    if event.length is not None:
        past = session.beginning.with_events(earlier)
        return length_text(t, past.length), length_text(t, event.length)
    if event.rate is not None:
        past = session.beginning.with_events(earlier)
        return rate_text(t, past.rate), rate_text(t, event.rate)
    return "", ""


def _renamed(t: Translator, renaming: Renaming) -> str:
    """The names of a renaming, that of the evening first."""
    evening = [renaming.name or t("no name")] if renaming.name is not None else []
    return ", ".join([*evening, *(each.name for each in renaming.people)])


def _names(t: Translator, people: Iterable[Person]) -> str:
    return t.names(person.name for person in people)
