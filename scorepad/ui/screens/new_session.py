"""A new session: its players, their order, the first dealer."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from scorepad.tarot.session import MAX_PEOPLE, MIN_PLAYERS
from scorepad.text import clean_name
from scorepad.ui import routes
from scorepad.ui.components.controls import (
    action,
    filling,
    quiet,
    row_tile,
    section,
    text,
    uncontrolled_text_field,
)
from scorepad.ui.components.frame import centred, foot, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import use_app
from scorepad.ui.components.schemes import scheme_chips
from scorepad.ui.components.seats import Change, Typed, how_many, newcomers, order_of_deal, seat
from scorepad.ui.components.web_app_cards import not_kept
from scorepad.ui.state import AppState
from scorepad.ui.table import MAX_EVENING_NAME, NewTable, added, ready, same_table
from scorepad.ui.theme import Ink, Size


@view_component
def new_session_screen() -> ft.View:
    """The table that is about to begin."""
    state = use_app()
    table, set_table = ft.use_state(NewTable())
    typed, set_typed = ft.use_state(Typed())
    begun = ft.use_ref(False)
    usual, set_usual = ft.use_state(state.default_scheme().id)
    t = state.t
    last = state.last_table()
    seated = {person.id for person in table.people}
    known = [player for player in state.roster() if player.id not in seated]

    def change(changed: NewTable) -> None:
        set_typed(Typed.unchecked)
        set_table(changed)

    def play() -> None:
        """A name that was typed and not yet added plays too; a second tap does nothing."""
        if begun.current:
            return
        seated = table
        if typed.name.strip():
            checked = typed.checked(table)
            if checked.problem is not None:
                set_typed(checked)
                return
            seated = added(table, state.person_named(typed.name))
        begun.current = state.session_started(seated)

    body: list[ft.Control] = not_kept(state)
    if last is not None and not table.people:
        again = same_table(last)
        names = t.names(person.name for person in again.people)

        def sit_again() -> None:
            set_usual(again.scheme or usual)
            change(again)

        lines: list[ft.Control] = [
            text(t("Same table as last time"), Size.BODY, Ink.ON_CHOSEN, bold=True),
            text(names, Size.SMALL, Ink.ON_CHOSEN, lines=2),
        ]
        row: list[ft.Control] = [
            ft.Icon(ft.Icons.REPLAY, color=Ink.ON_CHOSEN),
            filling(ft.Column(lines, spacing=0, tight=True)),
        ]
        body.append(row_tile("same-table", ft.Row(row, spacing=12), sit_again, fill=Ink.CHOSEN, padding=14))
    body.append(section(t("Who plays?")))
    body.append(order_of_deal(state, state.scheme_of(table)))
    body += [seat(state, table, index, change, t("deals first")) for index in range(len(table.people))]
    if len(table.people) < MAX_PEOPLE:
        body += newcomers(
            state,
            table,
            typed,
            set_typed,
            state.person_named,
            [player.person for player in known],
            lambda person: change(added(table, person)),
        )
    if len(table.people) >= MIN_PLAYERS:
        body.append(how_many(state, table, change))
        body.append(_rules(state, table, change, usual))
        body.append(
            uncontrolled_text_field(
                "evening-name",
                t("Name of the evening, if it is to have one"),
                lambda words: change(replace(table, name=clean_name(words))),
                longest=MAX_EVENING_NAME,
            )
        )
        body.append(quiet(t("The first to deal is marked with the cards; tap another name to change it.")))
    begin = ready(table) or (len(table.people) == MIN_PLAYERS - 1 and bool(typed.name.strip()))
    return titled_screen(
        routes.NEW_SESSION,
        t("New session"),
        routes.HOME,
        centred(*body),
        notice_bar(),
        foot(
            action(
                "start", t("Play"), play if begin else None, None if begin else t("At least three players")
            )
        ),
    )


def _rules(state: AppState, table: NewTable, change: Change, usual: str) -> ft.Control:
    """The choice of rules: the default ones first; a choice does not change the order."""
    t = state.t
    schemes = state.schemes(state.scheme(usual) or state.default_scheme())
    chosen = state.scheme_of(table).id
    chips = scheme_chips(t, schemes, [chosen], lambda scheme: change(replace(table, scheme=scheme.id)))
    row = ft.Row(chips, spacing=8, scroll=ft.ScrollMode.AUTO)
    return ft.Column([quiet(t("By the rules")), row], spacing=6)
