"""The names of an evening: its own, and those of its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Renamed
from scorepad.evening.people import MAX_NAME, NewName, Person
from scorepad.text import clean_name
from scorepad.ui import routes
from scorepad.ui.components.seats import problem_text
from scorepad.ui.glyphs import drawable
from scorepad.ui.kit.fields import text_field
from scorepad.ui.kit.frame import (
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_evening,
    use_kept,
    view_component,
)
from scorepad.ui.kit.people import badge
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import action, chip
from scorepad.ui.kit.words import quiet, section
from scorepad.ui.store import Store
from scorepad.ui.table import MAX_EVENING_NAME, NameProblem, check_name

Typed = Mapping[str, str]
"""What was typed, by the id of the person, "" for the evening."""


@view_component
def names_screen() -> ft.View:
    """A field for each name of the evening that the address names; nothing is saved before "Save"."""
    state, evening = use_evening()
    t, route = state.t, routes.names(evening.id)
    typed, set_typed = use_kept(route, "typed", cast(Typed, {}))
    checked, set_checked = use_kept(route, "checked", False)
    everywhere, set_everywhere = use_kept(route, "everywhere", True)
    renaming = _renaming(evening, typed)
    problems = _problems(evening, renaming) if checked else {}
    back = state.navigation.way_back(route, routes.evening(evening.id))

    def change(which: str, event: ft.Event[ft.TextField]) -> None:
        set_checked(False)
        set_typed(lambda before: {**before, which: event.control.value or ""})

    def save() -> None:
        if renaming is None:
            return
        if _problems(evening, renaming):
            set_checked(True)
            return
        if state.names_given(evening, renaming, of_players=everywhere):
            state.navigation.to(back)
            if back == routes.HOME:
                state.say(t("The new names are noted"))

    people = [
        _person(state, person, typed.get(person.id), problems.get(person.id), partial(change, person.id))
        for person in evening.table.everybody
    ]
    kept = state.names_kept(evening, renaming) if renaming is not None and everywhere else []
    body: list[ft.Control] = [
        text_field(
            "evening-name",
            t("Name of the evening (optional)"),
            value=typed.get("", drawable(evening.table.title)),
            max_length=MAX_EVENING_NAME,
            on_change=partial(change, ""),
        ),
        section(t("Players")),
        *people,
        ft.Row(
            [
                chip(
                    "everywhere",
                    t("Also in the list of players"),
                    partial(set_everywhere, not everywhere),
                    toggled=everywhere,
                    expand=1,
                )
            ]
        ),
        *(
            quiet(
                t(
                    "{other} is another player in the list: there, {name} keeps the name.",
                    other=other,
                    name=name,
                )
            )
            for name, other in kept
        ),
        quiet(t("The new names count for the whole evening.")),
        *(
            [quiet(t("New evenings offer them too; earlier evenings keep the old ones."))]
            if everywhere
            else []
        ),
    ]
    return titled_screen(
        route,
        t("Names"),
        back,
        centred(*body),
        notice_bar(),
        foot(action("save-names", t("Save the names"), save if renaming is not None else None)),
    )


def _renaming(evening: Evening, typed: Typed) -> Renamed | None:
    """The names that differ from the present ones, None if there are none."""
    name = clean_name(typed[""])[:MAX_EVENING_NAME] if "" in typed else evening.table.title
    people = tuple(
        NewName(person.id, clean_name(typed[person.id]))
        for person in evening.table.everybody
        if person.id in typed and clean_name(typed[person.id]) != person.name
    )
    title = name if name != evening.table.title else None
    return Renamed(title, people) if title is not None or people else None


def _problems(evening: Evening, renaming: Renamed | None) -> dict[str, NameProblem]:
    """Why new names are refused, by the ids of the people."""
    if renaming is None:
        return {}
    new = {each.id: each.name for each in renaming.people}
    names = {person.id: new.get(person.id, person.name) for person in evening.table.everybody}
    found = {
        id_: check_name(name, [other for its, other in names.items() if its != id_])
        for id_, name in new.items()
    }
    return {id_: problem for id_, problem in found.items() if problem is not None}


def _person(
    state: Store,
    person: Person,
    typed: str | None,
    problem: NameProblem | None,
    change: Callable[[ft.Event[ft.TextField]], None],
) -> ft.Control:
    field = text_field(
        f"name-{person.id}",
        state.t("Name of {name}", name=person.name),
        value=drawable(person.name) if typed is None else typed,
        max_length=MAX_NAME,
        error=problem_text(state.t, problem),
        on_change=change,
        expand=True,
    )
    return ft.Row([badge(person, 34), filling(field)], spacing=12)
