"""The people at a table: their seats, others who could join, and the number of players of each hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import (
    MAX_MEMBERS,
    MAX_NAME,
    MAX_PEOPLE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Member,
    Person,
)
from scorepad.history import Player
from scorepad.i18n import Translator
from scorepad.tarot.choices import Direction
from scorepad.tarot.scheme import Scheme
from scorepad.text import clean_name, folded, same_name
from scorepad.ui import kit
from scorepad.ui.kit.fields import labelled, text_field
from scorepad.ui.kit.rows import filling
from scorepad.ui.store import Store
from scorepad.ui.table import (
    NameProblem,
    TableDraft,
    added,
    check_members,
    check_name,
    dealt_by,
    first_players,
    fits,
    listed,
    moved_up,
    put_back,
    ready,
    removed,
    seated_ids,
    seated_names,
)
from scorepad.ui.theme import Layout

ADD = ft.Padding.symmetric(horizontal=18)
OFFERED = 12
"""The maximum number of known people who are offered, the most recent first."""


def order_of_deal(t: Translator, layout: Layout, scheme: Scheme) -> ft.Control:
    """A line which explains that the people are listed in the order of the deal."""
    icon = ft.Icons.ROTATE_LEFT
    words = t("In the order of the deal: each player, then the neighbour on the right.")
    if scheme.table.direction is Direction.CLOCKWISE:
        icon = ft.Icons.ROTATE_RIGHT
        words = t("In the order of the deal: each player, then the neighbour on the left.")
    return kit.line(layout, "order-of-deal", "", words, lead=icon)


# -- a seat ---


@dataclass(frozen=True)
class Seats:
    """The seats of a table, and the actions of taps on them.

    `deals` is the label of the dealer: "deals first" or "deals next". A person in `known`, who was
    at the table earlier in the evening, comes back with the same mark.
    """

    at: kit.At
    table: kit.Kept[TableDraft]
    typed: kit.Kept[Typed]
    deals: str
    known: Sequence[Person] = ()

    def come(self, person: Person) -> None:
        """Adds a person to the table."""
        self.table.change(added, person, self.known)

    def remove(self, person: Person) -> None:
        """Removes a person from the table; a notice offers to put the person back."""
        if person not in self.table.now.people:
            return
        self.table.change(lambda now: removed(now, now.people.index(person)))
        freed = self.table.now.freed
        assert freed is not None
        said = self.at.t("{name} is taken off the table", name=person.name)
        self.at.store.say(said, back=self.table.tap(put_back, person, freed))


def seat(seats: Seats, person: Person, *ways: kit.MenuItem) -> ft.Control:
    """A seat: a line to choose the dealer, a button to move the person up, and a button to remove the person.

    If `ways` are given, a menu of these ways replaces the button that removes.
    """
    t, layout, table = seats.at.t, seats.at.layout, seats.table.value
    number, deals = table.people.index(person) + 1, table.dealer == person.id
    about = [seats.deals] if deals else []
    about += [t("guest")] if person.guest else []
    about += [", ".join(member.name for member in person.members)] if person.members else []
    line = kit.line(
        layout,
        f"seat-{number}",
        person.name,
        " · ".join(about),
        lead=person,
        tap=seats.table.tap(dealt_by, person),
        chosen=deals,
        sign=ft.Icons.STYLE if deals else None,
        expand=True,
    )
    higher = kit.icon_tile(
        layout,
        f"up-{number}",
        ft.Icons.ARROW_UPWARD,
        t("Move {name} up", name=person.name),
        seats.table.tap(moved_up, person) if number > 1 else None,
    )
    if ways:
        last = kit.menu(layout, f"more-{number}", t("More about {name}", name=person.name), ways)
    else:
        words, remove = t("Remove {name}", name=person.name), partial(seats.remove, person)
        last = kit.icon_tile(layout, f"remove-{number}", ft.Icons.CLOSE, words, remove)
    return kit.beside(line, higher, last)


# -- who comes ---


@dataclass(frozen=True)
class Typed:
    """The typed name of a new person; a `guest` comes for one evening.

    `members` are the names of the members of a team, separated by commas; None means a single person.
    """

    name: str = ""
    guest: bool = False
    members: str | None = None

    def __bool__(self) -> bool:
        return bool(self.name.strip())

    def problems(self, table: TableDraft) -> tuple[NameProblem | None, NameProblem | None]:
        """The problem of the name, and the problem of the members of a team; each is None if there is no problem."""
        taken = seated_names(table.people)
        wrong = check_name(self.name, taken) if self else None
        if self.members is None:
            return wrong, None
        return wrong, check_members(listed(self.members), [*taken, self.name])

    def problem(self, table: TableDraft) -> NameProblem | None:
        """The first reason why this person or team cannot sit down; None if there is no reason."""
        return next(filter(None, self.problems(table)), None)

    def person(self, store: Store, known: Sequence[Player] = ()) -> Person:
        """The person with this name: a guest, a team, a person of `known`, a player of the list, or a new person."""
        new = Person(
            store.history.new_id(), clean_name(self.name), len(store.history.players()), guest=self.guest
        )
        if self.members is not None:
            players = [person_named(store, name) for name in listed(self.members)]
            return replace(new, members=tuple(Member(player.id, player.name) for player in players))
        back = (each.person for each in known if same_name(each.name, self.name))
        return new if self.guest else next(back, None) or person_named(store, self.name)

    def with_member(self, name: str) -> Typed:
        """A copy to which this member is added; if the team has the member already, the member is removed."""
        names = listed(self.members or "")
        others = [each for each in names if not same_name(each, name)]
        chosen = others if len(others) < len(names) else [*names, name]
        return replace(self, members=", ".join(chosen))


def person_named(store: Store, name: str) -> Person:
    """The person with this name: a player of the list, or a new person."""
    for player in store.history.players():
        if same_name(player.name, name):
            return player.person
    return Person(store.history.new_id(), clean_name(name), len(store.history.players()))


def newcomers(seats: Seats, known: Sequence[Player], add: Callable[[Person], None]) -> kit.Part:
    """A field for a new name, and the known people to choose from.

    A typed name narrows the choice, and finds archived players, too.
    """
    at, typed, now = seats.at, seats.typed, seats.typed.value
    wanted = folded(now.name) if now.members is None else ""
    offered = [
        each.person for each in known if (wanted in folded(each.name) if wanted else not each.archived)
    ][:OFFERED]
    wrong, wrong_members = now.problems(seats.table.value)

    def add_typed() -> None:
        if typed.now and typed.now.problem(seats.table.now) is None:
            add(typed.now.person(at.store, known))
            typed.set(Typed())

    def choose(person: Person) -> kit.Handler:
        return partial(add, person) if now.members is None else typed.tap(Typed.with_member, person.name)

    return [
        _name_field(at.store, now, wrong, typed, add_typed, layout=at.layout),
        bool(now) and _guest_or_team(at, typed, wrong_members),
        bool(offered)
        and kit.wrap(
            [
                kit.person_chip(at.layout, f"known-{n}", each, choose(each))
                for n, each in enumerate(offered, 1)
            ]
        ),
    ]


def _guest_or_team(at: kit.At, typed: kit.Kept[Typed], wrong: NameProblem | None) -> kit.Part:
    """The choice whether the typed name is a guest or a team, and the field for the members of a team."""
    t, now = at.t, typed.value
    is_team, members = now.members is not None, now.members or ""
    guest = typed.tap(replace, guest=not now.guest, members=None)
    team = typed.tap(replace, guest=False, members=None if is_team else "")
    field = text_field(
        "members",
        value=members,
        max_length=MAX_MEMBERS * (MAX_NAME + 2),
        error=problem_text(t, wrong) if members else None,
        on_change=lambda event: typed.change(replace, members=event.control.value or ""),
    )
    listed = labelled(t("Members, separated by commas"), field, above=at.layout.large_text)
    rule = t("2 to 4 people who take turns at one seat. Tap known players, or write their names.")
    return [
        kit.wrap(
            kit.chip(at.layout, "guest", t("Guest for one evening"), guest, toggled=now.guest),
            kit.chip(at.layout, "team", t("Team"), team, toggled=is_team),
        ),
        now.guest and kit.quiet(t("Not kept in the list of players, nor suggested later.")),
        is_team and [listed, kit.quiet(rule)],
    ]


@kit.component
def _name_field(
    store: Store,
    now: Typed,
    wrong: NameProblem | None,
    typed: kit.Kept[Typed],
    add: kit.Handler,
    *,
    layout: Layout,
) -> ft.Control:
    """The field for a name, and the button that adds the name; the field keeps the focus after each name."""
    drawn = ft.use_ref(cast("ft.TextField | None", None))
    t = store.t

    async def stay() -> None:
        if drawn.current is not None:
            with suppress(RuntimeError):  # the table is full, and the field has gone
                await drawn.current.focus()

    def add_and_stay() -> None:
        add()
        store.run(stay)

    entry = text_field(
        "name",
        value=now.name,
        max_length=MAX_NAME,
        error=problem_text(t, wrong),
        on_change=lambda event: typed.change(replace, name=event.control.value or ""),
        on_submit=lambda _: add_and_stay(),
    )
    drawn.current = cast(ft.TextField, entry.content)
    tap = add_and_stay if now else None
    button = kit.tile(layout, "add", kit.text(t("Add"), bold=True), tap, height=56, padding=ADD)
    field = labelled(t("Name of a player"), entry, above=layout.large_text)
    if layout.narrow:
        return kit.column(field, button, spacing=8)
    return ft.Row([filling(field), button], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)


def to_join(store: Store, table: TableDraft, evening: Evening | None = None) -> list[Player]:
    """The people to choose from: first the people who left the evening, then all other known players."""
    came = evening.sheet.people if evening is not None else ()
    seated = {person.id for person in table.people}
    ever = {store.history.player_of(id_) for id_ in seated_ids((*came, *table.people))}
    left = [Player(each.id, each.name, each.mark) for each in came if each.id not in seated]
    if len({*table.people, *came}) >= MAX_PEOPLE:
        return left
    return [*left, *(player for player in store.history.players() if player.id not in ever)]


# -- how many play ---


def how_many(at: kit.At, table: kit.Kept[TableDraft]) -> kit.Part:
    """The number of players of each hand, if it can be chosen, and the players of the next hand."""
    t, now = at.t, table.value
    people = len(now.people)
    options = {seats: str(seats) for seats in range(MIN_PLAYERS, min(MAX_PLAYERS, people) + 1)}
    parts: list[kit.Part] = []
    if len(options) > 1:
        parts.append(kit.quiet(t("Players of each hand")))
        parts.append(
            kit.choices(
                at.layout, "seats", options, now.seats, lambda seats: table.tap(replace, chosen=seats)
            )
        )
    if ready(now) and people > now.seats:
        rest = t("The dealer sits out.")
        if people - now.seats > 1:
            rest = t("The dealer and those who dealt before sit out.")
        playing, out = (t.names(person.name for person in each) for each in first_players(now))
        count = t("Next hand, {count} players: {players}, without {out}.")
        words = count.format(count=now.seats, players=playing, out=out)
        parts += [kit.quiet(rest), kit.line(at.layout, "next-players", "", words)]
    return bool(parts) and kit.column(*parts, spacing=6)


def why_not_yet(t: Translator, table: TableDraft, scheme: Scheme, *, one_more: bool = False) -> str | None:
    """The reason why the cards cannot be dealt yet; None if they can be dealt.

    `one_more` tells whether a person whose name is typed will sit down, too.
    """
    if not (ready(table) or (one_more and len(table.people) == MIN_PLAYERS - 1)):
        return t("At least two players")
    if not fits(table, scheme) or (one_more and len(table.people) == 2 and scheme.open and not table.chosen):
        return t("The open duel is for two: choose two players, or other rules.")
    return None


def problem_text(t: Translator, problem: NameProblem | None) -> str | None:
    """The words for the reason why a name is refused; None without a `problem`."""
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
