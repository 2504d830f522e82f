"""A new session: who plays, in which order, who deals first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

import flet as ft

from scorepad.i18n.wording import scheme_title
from scorepad.tarot.session import MAX_NAME, MAX_PEOPLE, MAX_PLAYERS, MIN_PLAYERS, Person
from scorepad.ui import theme
from scorepad.ui.components.basics import (
    Handler,
    action,
    centred,
    chip,
    heading,
    icon_tile,
    notice_bar,
    screen,
    text,
    tile,
    top_bar,
    use_app,
    view_component,
)
from scorepad.ui.components.marks import badge
from scorepad.ui.state import AppState
from scorepad.ui.table import NameProblem, NewTable, added, check_name, moved, ready, removed, same_table
from scorepad.ui.theme import Ink, Size


@view_component
def new_session_screen() -> ft.View:
    """The table that is about to begin."""
    state = use_app()
    table, set_table = ft.use_state(NewTable())
    name, set_name = ft.use_state("")
    problem, set_problem = ft.use_state(cast("NameProblem | None", None))
    begun = ft.use_ref(False)
    t = state.t
    last = state.last_table()
    seated = {person.id for person in table.people}
    known = [player for player in state.roster() if player.id not in seated]

    def change(changed: NewTable) -> None:
        set_problem(None)
        set_table(changed)

    def type_name(event: ft.Event[ft.TextField]) -> None:
        set_problem(None)
        set_name(event.control.value or "")

    def add_typed() -> None:
        found = check_name(name, [person.name for person in table.people])
        if found is not None:
            set_problem(found)
            return
        set_table(added(table, state.person_named(name)))
        set_name("")

    def play() -> None:
        """A name that was typed and not yet added plays too; a second tap does nothing."""
        if begun.current:
            return
        seated = table
        if name.strip():
            found = check_name(name, [person.name for person in table.people])
            if found is not None:
                set_problem(found)
                return
            seated = added(table, state.person_named(name))
        begun.current = state.session_started(seated)

    body: list[ft.Control] = []
    if last is not None and not table.people:
        names = t.names(person.name for person in last.people)
        body.append(
            tile(
                "same-table",
                ft.Row(
                    [
                        ft.Icon(ft.Icons.REPLAY, color=Ink.ON_CHOSEN),
                        ft.Container(
                            ft.Column(
                                [
                                    text(t("Same table as last time"), Size.BODY, Ink.ON_CHOSEN, bold=True),
                                    text(names, Size.SMALL, Ink.ON_CHOSEN, lines=2),
                                ],
                                spacing=0,
                                tight=True,
                            ),
                            expand=True,
                        ),
                    ],
                    spacing=12,
                ),
                lambda: change(same_table(last)),
                fill=Ink.CHOSEN,
                height=None,
                padding=14,
                alignment=None,
            )
        )
    body.append(heading(t("Who plays?"), Size.NUMBER, 2))
    if not table.people:
        body.append(
            text(
                t("In the order of the deal: each player, then the one who deals after."),
                Size.SMALL,
                Ink.QUIET,
            )
        )
    body += [_seat(state, table, index, change) for index in range(len(table.people))]
    if len(table.people) < MAX_PEOPLE:
        body.append(
            ft.Row(
                [
                    ft.Semantics(
                        identifier="name",
                        expand=True,
                        content=ft.TextField(
                            value=name,
                            label=t("Name of a player"),
                            max_length=MAX_NAME,
                            counter="",
                            error=_problem_text(state, problem),
                            on_change=type_name,
                            on_submit=lambda _: add_typed(),
                            text_size=theme.SIZES[Size.BODY],
                            border=ft.OutlineInputBorder(border_radius=theme.RADIUS),
                            capitalization=ft.TextCapitalization.WORDS,
                            expand=True,
                        ),
                    ),
                    tile(
                        "add",
                        text(t("Add"), Size.BODY, bold=True),
                        add_typed if name.strip() else None,
                        height=56,
                        padding=ft.Padding.symmetric(horizontal=18),
                    ),
                ],
                spacing=8,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        )
        if known:
            body.append(
                ft.Row(
                    [
                        tile(
                            f"known-{number}",
                            ft.Row(
                                [
                                    badge(Person(player.id, player.name, player.mark), 24),
                                    text(player.name, Size.SMALL, lines=1),
                                ],
                                spacing=6,
                                tight=True,
                            ),
                            _pick(change, table, Person(player.id, player.name, player.mark)),
                            fill=None,
                            edge=True,
                            padding=ft.Padding.symmetric(horizontal=12),
                            radius=theme.TARGET / 2,
                            alignment=None,
                        )
                        for number, player in enumerate(known[:12], 1)
                    ],
                    wrap=True,
                    spacing=8,
                    run_spacing=8,
                )
            )
    if len(table.people) >= MIN_PLAYERS:
        body.append(_seats(state, table, change))
        body.append(_rules(state, table, change))
        body.append(
            text(
                t("The first to deal is marked with the cards; tap another name to change it."),
                Size.SMALL,
                Ink.QUIET,
            )
        )
    begin = ready(table) or (len(table.people) == MIN_PLAYERS - 1 and bool(name.strip()))
    return screen(
        "/new",
        ft.Column(
            [
                top_bar(state.t, t("New session"), back=lambda: state.navigate("/")),
                ft.Container(
                    centred(*body, ft.Container(height=theme.SPACE)),
                    expand=True,
                    alignment=ft.Alignment.TOP_CENTER,
                ),
                notice_bar(),
                ft.Container(
                    ft.Container(
                        action(
                            "start",
                            ft.Row(
                                [text(t("Play"), Size.NUMBER, Ink.ON_ACCENT, bold=True)],
                                alignment=ft.MainAxisAlignment.CENTER,
                            ),
                            play if begin else None,
                            why=None if begin else t("At least three players"),
                        ),
                        width=theme.READING_WIDTH,
                    ),
                    alignment=ft.Alignment.CENTER,
                    padding=ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE),
                ),
            ],
            spacing=0,
            expand=True,
        ),
    )


Change = Callable[[NewTable], None]


def _pick(change: Change, table: NewTable, person: Person) -> Handler:
    return lambda: change(added(table, person))


def _play(change: Change, table: NewTable, seats: int) -> Handler:
    return lambda: change(replace(table, seats=seats))


def _seat(state: AppState, table: NewTable, index: int, change: Change) -> ft.Control:
    """One seat: its name (tap: deals first), up, down, away."""
    t = state.t
    person = table.people[index]
    deals = table.dealer == person.id
    row: list[ft.Control] = [
        badge(person, 30),
        ft.Container(text(person.name, bold=True, lines=1), expand=True),
    ]
    if deals:
        row.append(ft.Icon(ft.Icons.STYLE, size=20, color=Ink.ON_CHOSEN))
        row.append(text(t("deals first"), Size.SMALL, Ink.ON_CHOSEN))
    number = index + 1
    return ft.Row(
        [
            tile(
                f"seat-{number}",
                ft.Row(row, spacing=8),
                lambda: change(replace(table, dealer=person.id)),
                chosen=deals,
                expand=True,
                alignment=None,
                padding=ft.Padding.symmetric(horizontal=10),
            ),
            icon_tile(
                f"up-{number}",
                ft.Icons.ARROW_UPWARD,
                t("Move {name} up", name=person.name),
                (lambda: change(moved(table, index, -1))) if index else None,
            ),
            icon_tile(
                f"remove-{number}",
                ft.Icons.CLOSE,
                t("Remove {name}", name=person.name),
                lambda: change(removed(table, index)),
            ),
        ],
        spacing=2,
    )


def _seats(state: AppState, table: NewTable, change: Change) -> ft.Control:
    """How many play each hand, where that leaves a choice."""
    t = state.t
    people = len(table.people)
    choices: list[ft.Control] = [
        chip(
            f"seats-{seats}",
            t("{count} players", count=seats),
            _play(change, table, seats),
            toggled=table.seats == seats,
            expand=1,
        )
        for seats in range(MIN_PLAYERS, min(MAX_PLAYERS, people) + 1)
    ]
    rows: list[ft.Control] = []
    if len(choices) > 1:
        rows = [text(t("Each hand is played by"), Size.SMALL, Ink.QUIET), ft.Row(choices, spacing=8)]
    if people > table.seats:
        rows.append(text(t("The dealer sits out."), Size.SMALL, Ink.QUIET))
    return ft.Column(rows, spacing=6)


def _rules(state: AppState, table: NewTable, change: Change) -> ft.Control:
    """By which rules they play; the table's usual ones first."""
    t = state.t
    schemes = state.schemes(state.default_scheme())
    chosen = table.scheme or schemes[0].id
    chips: list[ft.Control] = [
        chip(
            f"scheme-{scheme.id}",
            scheme_title(t, scheme),
            _play_by(change, table, scheme.id),
            toggled=scheme.id == chosen,
        )
        for scheme in schemes
    ]
    return ft.Column(
        [text(t("By the rules"), Size.SMALL, Ink.QUIET), ft.Row(chips, spacing=8, scroll=ft.ScrollMode.AUTO)],
        spacing=6,
    )


def _play_by(change: Change, table: NewTable, scheme_id: str) -> Handler:
    return lambda: change(replace(table, scheme=scheme_id))


def _problem_text(state: AppState, problem: NameProblem | None) -> str | None:
    t = state.t
    if problem is None:
        return None
    return {
        NameProblem.EMPTY: t("Write a name first"),
        NameProblem.LONG: t("At most {count} characters", count=MAX_NAME),
        NameProblem.TAKEN: t("This name is already at the table"),
    }[problem]
