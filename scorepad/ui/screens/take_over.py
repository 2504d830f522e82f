"""Somebody leaves, and somebody else plays on with the seat and the score."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import MAX_EVER, Person
from scorepad.tarot.hand import PlayerId
from scorepad.text import same_name
from scorepad.ui import routes, theme
from scorepad.ui.components.seats import Typed, newcomers, to_join
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
from scorepad.ui.kit.people import badge, gain_ink
from scorepad.ui.kit.rows import filling, stretched
from scorepad.ui.kit.taps import action, icon_tile, row_tile
from scorepad.ui.kit.words import identified, quiet, section, text
from scorepad.ui.store import Store
from scorepad.ui.table import added, removed, seating_now, seen_at
from scorepad.ui.theme import Size


@view_component
def take_over_screen() -> ft.View:
    """Who leaves the table of the evening that the address names, and who comes."""
    state, evening = use_evening()
    t, route = state.t, routes.take_over(evening.id)
    leaver, set_leaver = use_kept(route, "leaver", cast("PlayerId | None", None))
    newcomer, set_comer = use_kept(route, "newcomer", cast("Person | None", None))
    typed, set_typed = use_kept(route, "typed", Typed())
    if evening.table.ended:
        raise NothingHere
    table, known = seating_now(evening), seen_at(evening)

    def named(name: str) -> Person:
        back = [person for person in known if same_name(person.name, name)]
        return back[0] if back else state.person_named(name)

    def come(person: Person) -> None:
        place = next((n for n, each in enumerate(table.people) if each.id == leaver), 0)
        set_comer(added(removed(table, place), person, known).people[place])

    def choose(id_: PlayerId) -> None:
        set_leaver(id_)
        set_comer(None)  # whose colour depends on those who stay

    def save() -> None:
        if leaver is not None and newcomer is not None:
            state.seat_taken_over(evening, leaver, newcomer)

    body: list[ft.Control] = [
        quiet(
            t("From the next hand on. The score goes with the seat, also when an earlier hand is corrected.")
        ),
        section(t("Who leaves?")),
        stretched(
            *(
                _leaver(state, evening, person, person.id == leaver, partial(choose, person.id))
                for person in table.people
            ),
            spacing=4,
            tight=True,
        ),
        section(t("Who comes?")),
    ]
    if len(evening.table.everybody) >= MAX_EVER:
        body.append(quiet(t("An evening has at most {count} players.", count=MAX_EVER)))
    elif newcomer is None:
        body += newcomers(state, table, typed, set_typed, named, to_join(state, evening, table), come)
    else:
        other = icon_tile("other-newcomer", ft.Icons.CLOSE, t("Somebody else"), partial(set_comer, None))
        name = filling(text(newcomer.name, bold=True, lines=1))
        body.append(identified("newcomer", ft.Row([badge(newcomer, 28), name, other], spacing=10)))
    if leaver is not None and newcomer is not None:
        total = evening.sheet.totals[[person.id for person in evening.sheet.people].index(leaver)]
        words = t(
            "{name} plays on with {total}", name=newcomer.name, total=t.signed(total, evening.sheet.unit)
        )
        body.append(identified("plays-on", text(words, bold=True), live=True))
    ready = leaver is not None and newcomer is not None
    why = None if ready else t("Who leaves?") if leaver is None else t("Who comes?")
    return titled_screen(
        route,
        t("Take over a seat"),
        state.navigation.way_back(route, routes.players(evening.id)),
        centred(*body),
        notice_bar(),
        foot(action("take-over", t("Play on"), save if ready else None, why)),
    )


def _leaver(
    state: Store, evening: Evening, person: Person, chosen: bool, choose: Callable[[], None]
) -> ft.Control:
    """Somebody at the table, with the score that goes with the seat."""
    total = evening.sheet.totals[evening.sheet.people.index(person)]
    figures = text(state.t.signed(total, evening.sheet.unit), Size.NUMBER, gain_ink(total), bold=True)
    return row_tile(
        f"leaver-{evening.sheet.people.index(person)}",
        ft.Row([badge(person, 28), filling(text(person.name, bold=True, lines=1)), figures], spacing=10),
        choose,
        chosen=chosen,
        height=theme.TARGET,
        padding=ft.Padding.symmetric(horizontal=10),
    )
