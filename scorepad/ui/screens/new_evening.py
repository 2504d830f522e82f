"""A new evening: its players, their order, the first dealer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.evening.people import MAX_PEOPLE, MIN_PLAYERS
from scorepad.i18n.names import scheme_title
from scorepad.text import clean_name
from scorepad.ui import routes
from scorepad.ui.components.controls import (
    action,
    chip,
    filling,
    link_tile,
    quiet,
    row_tile,
    section,
    text,
    uncontrolled_text_field,
    wrapping_row,
)
from scorepad.ui.components.frame import centred, foot, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import use_app
from scorepad.ui.components.length import length_choice
from scorepad.ui.components.seats import (
    Typed,
    how_many,
    newcomers,
    order_of_deal,
    seat,
    use_removal,
    why_not_yet,
)
from scorepad.ui.table import MAX_EVENING_NAME, NewTable, added, same_table, seated_ids
from scorepad.ui.theme import Ink, Size


@view_component
def new_evening_screen() -> ft.View:
    """The table that is about to begin."""
    state = use_app()
    table = state.new_table
    typed, set_typed = ft.use_state(Typed())
    begun = ft.use_ref(False)
    ft.use_effect(lambda: None, [], partial(setattr, state, "new_table", NewTable()))
    t = state.t
    last = state.last_table()
    seated = seated_ids(table.people)
    known = [player for player in state.roster() if player.id not in seated]

    def change(changed: NewTable) -> None:
        set_typed(Typed.unchecked)
        state.new_table = changed

    remove = use_removal(state, table, change)

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
            seated = added(table, typed.person(state, state.person_named))
        begun.current = state.evening_started(seated)

    body: list[ft.Control] = []
    if last is not None and not table.people:
        again = same_table(last)
        names = t.names(person.name for person in again.people)
        lines: list[ft.Control] = [
            text(t("Same table as last time"), Size.BODY, Ink.ON_CHOSEN, bold=True),
            text(names, Size.SMALL, Ink.ON_CHOSEN, lines=2),
        ]
        row: list[ft.Control] = [
            ft.Icon(ft.Icons.REPLAY, color=Ink.ON_CHOSEN),
            filling(ft.Column(lines, spacing=0, tight=True)),
        ]
        body.append(
            row_tile(
                "same-table", ft.Row(row, spacing=12), partial(change, again), fill=Ink.CHOSEN, padding=14
            )
        )
    body.append(section(t("Who plays?")))
    if len(table.people) < MAX_PEOPLE:
        body += newcomers(
            state,
            table,
            typed,
            set_typed,
            state.person_named,
            known,
            lambda person: change(added(table, person)),
        )
    body.append(order_of_deal(state, state.scheme_of(table)))
    body += [
        seat(state, table, index, change, remove, t("deals first")) for index in range(len(table.people))
    ]
    if len(table.people) >= MIN_PLAYERS:
        draw = partial(state.dealer_drawn, table)
        body.append(
            wrapping_row(chip("draw", t("Draw the first dealer"), draw, icon=ft.Icons.CASINO_OUTLINED))
        )
        body.append(how_many(state, table, change))
        rules = t("Rules: {scheme}", scheme=scheme_title(t, state.scheme_of(table)))
        body.append(link_tile("rules", rules, partial(state.navigation.to, routes.NEW_RULES)))
        body.append(section(t("How long?")))
        body += length_choice(state, table.length, lambda length: change(replace(table, length=length)))
        body.append(
            uncontrolled_text_field(
                "evening-name",
                t("Name of the evening (optional)"),
                lambda words: change(replace(table, name=clean_name(words))),
                longest=MAX_EVENING_NAME,
            )
        )
        body.append(quiet(t("The first to deal is marked with the cards; tap another name to change it.")))
    why = why_not_yet(t, table, state.scheme_of(table), one_more=bool(typed.name.strip()))
    return titled_screen(
        routes.NEW_EVENING,
        t("New evening"),
        routes.HOME,
        centred(*body),
        notice_bar(),
        foot(action("start", t("Play"), None if why else play, why)),
    )
