"""The table from the next hand on: people come late or go home, or seats change."""

from __future__ import annotations

from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.people import MAX_PEOPLE, Person
from scorepad.text import same_name
from scorepad.ui import routes
from scorepad.ui.components.seats import (
    Typed,
    how_many,
    newcomers,
    order_of_deal,
    seat,
    to_join,
    use_removal,
    why_not_yet,
)
from scorepad.ui.kit.frame import (
    NothingHere,
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_evening,
    use_kept,
    view_component,
)
from scorepad.ui.kit.rows import wrapping_row
from scorepad.ui.kit.taps import action, chip
from scorepad.ui.kit.words import quiet, section
from scorepad.ui.table import NewTable, added, seating_now, seen_at, sits_so


@view_component
def players_screen() -> ft.View:
    """The table of the evening that the address names, as it will be."""
    state, evening = use_evening()
    t, route = state.t, routes.players(evening.id)
    changed, set_changed = use_kept(route, "changed", cast("NewTable | None", None))
    typed, set_typed = use_kept(route, "typed", Typed())
    table = changed or seating_now(evening)
    known = seen_at(evening)

    def change(table: NewTable) -> None:
        set_typed(Typed.unchecked)
        set_changed(table)

    remove = use_removal(state, table, change)
    if evening.table.ended:
        raise NothingHere

    def add(person: Person) -> None:
        change(added(table, person, known))

    def named(name: str) -> Person:
        back = [person for person in known if same_name(person.name, name)]
        return back[0] if back else state.person_named(name)

    rename = partial(state.navigation.to, routes.names(evening.id), back=route)
    over = partial(state.navigation.to, routes.take_over(evening.id), back=route)
    body: list[ft.Control] = [
        quiet(
            t(
                "From the next hand on. Hands that were played stay as they are; whoever joins now starts at 0."
            )
        ),
        wrapping_row(
            chip("take-over", t("Take over a score"), over),
            chip("names", t("Change a name"), rename),
        ),
        section(t("Who plays?")),
    ]
    if len({*table.people, *evening.sheet.people}) < MAX_PEOPLE or len(table.people) < len(
        evening.sheet.people
    ):
        body += newcomers(state, table, typed, set_typed, named, to_join(state, evening, table), add)
    body.append(order_of_deal(state, evening.table.rules.now))
    body += [seat(state, table, index, change, remove, t("deals next")) for index in range(len(table.people))]
    body.append(how_many(state, table, change))
    why = why_not_yet(t, table, evening.table.rules.now)
    other = why is None and not sits_so(table, evening)
    return titled_screen(
        route,
        t("Players"),
        state.navigation.way_back(route, routes.evening(evening.id)),
        centred(*body),
        notice_bar(undo=True),
        foot(
            action(
                "seat",
                t("Play on"),
                partial(state.table_changed, evening, table) if other else None,
                why=why,
            )
        ),
    )
