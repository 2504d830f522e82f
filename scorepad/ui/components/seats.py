"""The people at a table: their seats, others who could join, and the number of players of each hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import flet as ft

from scorepad.history import Player
from scorepad.i18n import Translator
from scorepad.tarot.scheme import Direction, Scheme
from scorepad.tarot.session import MAX_NAME, MAX_PLAYERS, MIN_PLAYERS, Person
from scorepad.text import folded
from scorepad.ui import theme
from scorepad.ui.components.controls import (
    chip,
    icon_tile,
    identified,
    pill,
    quiet,
    row_tile,
    text,
    text_field,
    tile,
    wrapping_row,
)
from scorepad.ui.components.frame import component
from scorepad.ui.components.marks import badge
from scorepad.ui.state import AppState
from scorepad.ui.table import (
    NameProblem,
    NewTable,
    check_name,
    first_players,
    moved,
    ready,
    removed,
    returned,
    with_seats,
)
from scorepad.ui.theme import Ink, Size

Change = Callable[[NewTable], None]

OFFERED = 12
"""Known people offered, the most recent first."""


def order_of_deal(state: AppState, scheme: Scheme) -> ft.Control:
    """An explanation of the order of the list."""
    t = state.t
    if scheme.table.direction is Direction.CLOCKWISE:
        words = t("In the order of the deal: each player, then the neighbour on the left.")
    else:
        words = t("In the order of the deal: each player, then the neighbour on the right.")
    return identified("order-of-deal", quiet(words))


def use_removal(state: AppState, table: NewTable, change: Change) -> Callable[[int], None]:
    """A hook: the function that removes a person from the table, and offers to take that back."""
    latest = ft.use_ref(table)
    latest.current = table

    def remove(index: int) -> None:
        person = table.people[index]
        deals = table.dealer == person.id
        change(removed(table, index))

        def put_back() -> None:
            assert latest.current is not None
            change(returned(latest.current, person, index, deals=deals))

        state.say(state.t("{name} is not at the table", name=person.name), back=put_back)

    return remove


def seat(
    state: AppState,
    table: NewTable,
    index: int,
    change: Change,
    remove: Callable[[int], None],
    deals_words: str,
) -> ft.Control:
    """One seat: a tile that chooses the dealer, a button up, a button to remove."""
    t = state.t
    person = table.people[index]
    deals = table.dealer == person.id
    lines: list[ft.Control] = [text(person.name, bold=True, lines=1)]
    if deals:
        lines.append(text(deals_words, Size.TINY, Ink.ON_CHOSEN, lines=1))
    row: list[ft.Control] = [badge(person, 30), ft.Column(lines, spacing=0, tight=True, expand=True)]
    if deals:
        row.append(ft.Icon(ft.Icons.STYLE, size=20, color=Ink.ON_CHOSEN))
    number = index + 1
    move = partial(change, moved(table, index, -1)) if index else None
    return ft.Row(
        [
            row_tile(
                f"seat-{number}",
                ft.Row(row, spacing=8),
                partial(change, replace(table, dealer=person.id)),
                chosen=deals,
                expand=True,
                height=theme.TARGET,
                padding=ft.Padding.symmetric(horizontal=10),
            ),
            icon_tile(f"up-{number}", ft.Icons.ARROW_UPWARD, t("Move {name} up", name=person.name), move),
            icon_tile(
                f"remove-{number}",
                ft.Icons.CLOSE,
                t("Remove {name}", name=person.name),
                partial(remove, index),
            ),
        ],
        spacing=2,
    )


@dataclass(frozen=True)
class Typed:
    """The typed name of a new person, and its problem after the check."""

    name: str = ""
    problem: NameProblem | None = None

    def checked(self, table: NewTable) -> Typed:
        return replace(self, problem=check_name(self.name, [person.name for person in table.people]))

    def unchecked(self) -> Typed:
        return replace(self, problem=None)


def newcomers(
    state: AppState,
    table: NewTable,
    typed: Typed,
    set_typed: Callable[[Typed], None],
    named: Callable[[str], Person],
    known: Sequence[Player | Person],
    add: Callable[[Person], None],
) -> list[ft.Control]:
    """A field for a new name, which `named` turns into a person, and the known people to choose from.

    What is typed narrows the choice, and finds archived players too.
    """
    t = state.t
    wanted = folded(typed.name)
    offered = [
        each.person if isinstance(each, Player) else each
        for each in known
        if (wanted in folded(each.name) if wanted else not (isinstance(each, Player) and each.archived))
    ]

    def add_typed() -> None:
        checked = typed.checked(table)
        if checked.problem is None:
            add(named(typed.name))
            checked = Typed()
        set_typed(checked)

    tiles = [
        pill(
            f"known-{number}",
            ft.Row([badge(person, 24), text(person.name, Size.SMALL, lines=1)], spacing=6, tight=True),
            partial(add, person),
            padding=12,
        )
        for number, person in enumerate(offered[:OFFERED], 1)
    ]
    return [
        _name_field(t, typed, set_typed, add_typed),
        *([wrapping_row(*tiles)] if tiles else []),
    ]


@component
def _name_field(
    t: Translator, typed: Typed, set_typed: Callable[[Typed], None], add: Callable[[], None]
) -> ft.Control:
    """The field, which keeps the focus after each name, and the button that adds the name."""
    drawn = ft.use_ref(cast("ft.TextField | None", None))
    page = ft.context.page

    async def stay() -> None:
        if drawn.current is not None:
            with suppress(RuntimeError):  # the table is full, and the field has gone
                await drawn.current.focus()

    def add_and_stay() -> None:
        add()
        page.run_task(stay)

    entry = text_field(
        "name",
        t("Name of a player"),
        value=typed.name,
        max_length=MAX_NAME,
        error=problem_text(t, typed.problem),
        on_change=lambda event: set_typed(Typed(event.control.value or "")),
        on_submit=lambda _: add_and_stay(),
        expand=True,
    )
    drawn.current = cast(ft.TextField, cast(ft.Semantics, entry).content)
    button = tile(
        "add",
        text(t("Add"), bold=True),
        add_and_stay if typed.name.strip() else None,
        height=56,
        padding=ft.Padding.symmetric(horizontal=18),
    )
    return ft.Row([entry, button], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)


def how_many(state: AppState, table: NewTable, change: Change) -> ft.Control:
    """The choice of how many play each hand, if there is one."""
    t = state.t
    people = len(table.people)
    choices: list[ft.Control] = [
        chip(
            f"seats-{seats}",
            t("{count} players", count=seats),
            partial(change, with_seats(table, seats)),
            toggled=table.seats == seats,
            expand=1,
        )
        for seats in range(MIN_PLAYERS, min(MAX_PLAYERS, people) + 1)
    ]
    rows: list[ft.Control] = []
    if len(choices) > 1:
        rows = [quiet(t("Each hand is played by")), ft.Row(choices, spacing=8)]
    if ready(table) and people > table.seats:
        rest = t("The dealer sits out.")
        if people - table.seats > 1:
            rest = t("The dealer and those who dealt before sit out.")
        playing, out = (t.names(person.name for person in each) for each in first_players(table))
        words = t(
            "Next hand, {count} players: {players}, without {out}.",
            count=table.seats,
            players=playing,
            out=out,
        )
        rows += [quiet(rest), identified("next-players", quiet(words))]
    return ft.Column(rows, spacing=6)


def problem_text(t: Translator, problem: NameProblem | None) -> str | None:
    """Why a name is refused, if it is."""
    match problem:
        case NameProblem.EMPTY:
            return t("Write a name first")
        case NameProblem.LONG:
            return t("At most {count} characters", count=MAX_NAME)
        case NameProblem.TAKEN:
            return t("This name is already at the table")
    return None
