"""Another name for somebody, in all hands of an evening."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Renamed
from scorepad.evening.people import MAX_NAME, NewName, Person
from scorepad.text import clean_name, same_name
from scorepad.ui import kit
from scorepad.ui.components.seats import problem_text
from scorepad.ui.store import Store
from scorepad.ui.table import NameProblem, check_name


@kit.component
def renaming(at: kit.At, person: Person, done: kit.Handler) -> ft.Control:
    """The field for another name of somebody, then `done`."""
    t, evening = at.t, at.evening
    typed, checked = at.kept(f"name-{person.id}", person.name), at.kept(f"checked-{person.id}", False)
    problem = _problem(evening, person, clean_name(typed.value)) if checked.value else None

    def write(words: str) -> None:
        checked.set(False)
        typed.set(words)

    def save() -> None:
        named = NewName(person.id, clean_name(typed.now))
        if _problem(evening, person, named.name) is not None:
            checked.set(True)
        elif give_name(at.store, evening, named):
            done()

    return kit.column(
        kit.field(
            f"name-{person.id}",
            t("Name of {name}", name=person.name),
            typed.value,
            write,
            error=problem_text(t, problem),
            max_length=MAX_NAME,
            autofocus=True,
            key=person.name,
        ),
        kit.quiet(
            t("The new name counts for the whole evening, and in the list of players if it is free there.")
        ),
        kit.ways(
            kit.chip(
                "save-name", t("Save the name"), save if clean_name(typed.value) != person.name else None
            ),
            kit.chip("keep-name", t("Cancel"), done),
        ),
        spacing=8,
    )


def _problem(evening: Evening, person: Person, name: str) -> NameProblem | None:
    return check_name(name, [each.name for each in evening.table.everybody if each.id != person.id])


def give_name(store: Store, evening: Evening, named: NewName) -> bool:
    """Somebody has another name in an evening, and in the list of players if it is free; whether it is saved."""
    before = evening.table.person(named.id)
    id_ = store.history.player_of(named.id)
    if store.commit(evening, Renamed(people=(named,)), store.t("The new name is noted")) is None:
        return False
    players = store.roster()
    player = next((each for each in players if each.id == id_ and same_name(each.name, before.name)), None)
    if (
        player is not None
        and check_name(named.name, [each.name for each in players if each != player]) is None
    ):
        store.save(store.history.save_players, [replace(player, name=named.name)])
    return True
