"""The people at a table: their seats, others who could join, and the number of players of each hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import MAX_MEMBERS, MAX_NAME, MAX_PEOPLE, MAX_PLAYERS, MIN_PLAYERS, Person
from scorepad.history import Player
from scorepad.i18n import Translator
from scorepad.tarot.scheme import Direction, Scheme
from scorepad.text import folded, same_name
from scorepad.ui import theme
from scorepad.ui.kit.fields import text_field
from scorepad.ui.kit.frame import component
from scorepad.ui.kit.people import badge
from scorepad.ui.kit.rows import filling, wrapping_row
from scorepad.ui.kit.taps import chip, icon_tile, pill, row_tile, tile
from scorepad.ui.kit.window import this_store
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.store import Store
from scorepad.ui.table import (
    NameProblem,
    NewTable,
    check_members,
    check_name,
    dealt_by,
    first_players,
    fits,
    listed,
    moved,
    ready,
    removed,
    returned,
    seated_ids,
    seated_names,
    with_seats,
)
from scorepad.ui.theme import Ink, Size

Change = Callable[[NewTable], None]

OFFERED = 12
"""Known people offered, the most recent first."""


def order_of_deal(state: Store, scheme: Scheme) -> ft.Control:
    """An explanation of the order of the list."""
    t = state.t
    icon = ft.Icons.ROTATE_LEFT
    if scheme.table.direction is Direction.CLOCKWISE:
        icon = ft.Icons.ROTATE_RIGHT
        words = t("In the order of the deal: each player, then the neighbour on the left.")
    else:
        words = t("In the order of the deal: each player, then the neighbour on the right.")
    row = ft.Row([ft.Icon(icon, size=20, color=Ink.QUIET), filling(quiet(words))], spacing=8)
    return identified("order-of-deal", row)


def use_removal(state: Store, table: NewTable, change: Change) -> Callable[[int], None]:
    """A hook: the function that removes a person from the table, and offers to take that back."""
    latest = ft.use_ref(table)
    latest.current = table

    def remove(index: int) -> None:
        person, without = table.people[index], removed(table, index)
        change(without)

        def put_back() -> None:
            assert latest.current is not None
            assert without.freed is not None
            change(returned(latest.current, person, without.freed))

        state.say(state.t("{name} is taken off the table", name=person.name), back=put_back)

    return remove


def seat(
    state: Store,
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
    large = state.layout.large_text
    most = None if large else 1
    lines: list[ft.Control] = [text(person.name, bold=True, lines=most)]
    below = [deals_words] if deals else []
    below += [t("guest")] if person.guest else []
    below += [", ".join(member.name for member in person.members)] if person.members else []
    if below:
        ink = Ink.ON_CHOSEN if deals else Ink.QUIET
        lines.append(text(" · ".join(below), Size.TINY, ink, lines=most))
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
                partial(change, dealt_by(table, person)),
                chosen=deals,
                expand=True,
                height=None if large else theme.TARGET,
                padding=ft.Padding.symmetric(horizontal=10, vertical=8 if large else 0),
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
    """The typed name of a new person, and its problem after the check; a `guest` comes for one evening.

    A team has the names of its `members`, with commas; None is for a person.
    """

    name: str = ""
    problem: NameProblem | None = None
    guest: bool = False
    members: str | None = None

    def checked(self, table: NewTable) -> Typed:
        taken = seated_names(table.people)
        problem = check_name(self.name, taken)
        if problem is None and self.members is not None:
            problem = check_members(listed(self.members), [*taken, self.name])
        return replace(self, problem=problem)

    def person(self, state: Store, named: Callable[[str], Person]) -> Person:
        """Who has this name, or the team."""
        if self.members is not None:
            return state.team_named(self.name, listed(self.members))
        return state.guest_named(self.name) if self.guest else named(self.name)

    def with_member(self, name: str) -> Typed:
        """One member more, or fewer if it is there."""
        names = listed(self.members or "")
        others = [each for each in names if not same_name(each, name)]
        chosen = others if len(others) < len(names) else [*names, name]
        return replace(self, members=", ".join(chosen), problem=None)

    def unchecked(self) -> Typed:
        return replace(self, problem=None)


def newcomers(
    state: Store,
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
    wanted = folded(typed.name) if typed.members is None else ""
    offered = [
        each.person if isinstance(each, Player) else each
        for each in known
        if (wanted in folded(each.name) if wanted else not (isinstance(each, Player) and each.archived))
    ]

    def add_typed() -> None:
        checked = typed.checked(table)
        if checked.problem is None:
            add(typed.person(state, named))
            checked = Typed()
        set_typed(checked)

    tiles = [
        pill(
            f"known-{number}",
            ft.Row([badge(person, 24), text(person.name, Size.SMALL, lines=1)], spacing=6, tight=True),
            partial(add, person)
            if typed.members is None
            else partial(set_typed, typed.with_member(person.name)),
            padding=12,
        )
        for number, person in enumerate(offered[:OFFERED], 1)
    ]
    return [
        _name_field(t, typed, set_typed, add_typed),
        *_guest_or_team(t, typed, set_typed),
        *([wrapping_row(*tiles)] if tiles else []),
    ]


def _guest_or_team(t: Translator, typed: Typed, set_typed: Callable[[Typed], None]) -> list[ft.Control]:
    """Whether the name that is typed is that of a guest or of a team, and the members of the team."""
    if not typed.name.strip():
        return []
    is_team = typed.members is not None
    guest = partial(set_typed, replace(typed, guest=not typed.guest, members=None, problem=None))
    team = partial(set_typed, replace(typed, guest=False, members=None if is_team else "", problem=None))
    rows: list[ft.Control] = [
        wrapping_row(
            chip("guest", t("Guest for one evening"), guest, toggled=typed.guest),
            chip("team", t("Team"), team, toggled=is_team),
        )
    ]
    if typed.guest:
        rows.append(quiet(t("Not kept in the list of players, nor suggested later.")))
    if typed.members is not None:
        rows.append(
            text_field(
                "members",
                t("Members, with commas"),
                value=typed.members,
                max_length=MAX_MEMBERS * (MAX_NAME + 2),
                error=problem_text(t, typed.problem) if typed.problem is NameProblem.MEMBERS else None,
                on_change=lambda event: set_typed(
                    replace(typed, members=event.control.value or "", problem=None)
                ),
            )
        )
        rows.append(
            quiet(t("2 to 4 people who take turns at one seat. Tap known players, or write their names."))
        )
    return rows


def to_join(state: Store, evening: Evening, table: NewTable) -> list[Person | Player]:
    """The people to choose from during an evening: first those who left, then all others known."""
    seated = {person.id for person in table.people}
    ever = {state.history.player_of(id_) for id_ in seated_ids((*evening.sheet.people, *table.people))}
    left: list[Person | Player] = [person for person in evening.sheet.people if person.id not in seated]
    if len({*table.people, *evening.sheet.people}) >= MAX_PEOPLE:
        return left
    return [*left, *(player for player in state.roster() if player.id not in ever)]


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
        error=problem_text(t, typed.problem) if typed.problem is not NameProblem.MEMBERS else None,
        on_change=lambda event: set_typed(replace(typed, name=event.control.value or "", problem=None)),
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
    if this_store().layout.large_text:  # so the label of the field stays on one line
        return ft.Column([ft.Row([entry]), button], spacing=8)
    return ft.Row([entry, button], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)


def how_many(state: Store, table: NewTable, change: Change) -> ft.Control:
    """The choice of how many play each hand, if there is one."""
    t = state.t
    people = len(table.people)
    choices: list[ft.Control] = [
        chip(
            f"seats-{seats}",
            t("{count} players", count=seats),
            partial(change, with_seats(table, seats)),
            toggled=table.seats == seats,
            expand=None if state.layout.large_text else 1,
        )
        for seats in range(MIN_PLAYERS, min(MAX_PLAYERS, people) + 1)
    ]
    rows: list[ft.Control] = []
    if len(choices) > 1:
        rows = [
            quiet(t("Each hand is played by")),
            ft.Row(choices, spacing=theme.GAP, run_spacing=8, wrap=state.layout.large_text),
        ]
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


def why_not_yet(t: Translator, table: NewTable, scheme: Scheme, *, one_more: bool = False) -> str | None:
    """Why the cards cannot be dealt at a table, if so; `one_more` person may be about to sit down."""
    if not (ready(table) or (one_more and len(table.people) == MIN_PLAYERS - 1)):
        return t("At least two players")
    if not fits(table, scheme) or (one_more and len(table.people) == 2 and scheme.open and not table.chosen):
        return t("The open duel is for two: choose two players, or other rules.")
    return None


def problem_text(t: Translator, problem: NameProblem | None) -> str | None:
    """Why a name is refused, if it is."""
    match problem:
        case NameProblem.EMPTY:
            return t("Write a name first")
        case NameProblem.LONG:
            return t("At most {count} characters", count=MAX_NAME)
        case NameProblem.MEMBERS:
            return t("A team has 2 to 4 different members")
        case NameProblem.TAKEN:
            return t("This name is already at the table")
    return None
