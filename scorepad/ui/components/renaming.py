"""Another name for somebody, in all hands of an evening."""

from __future__ import annotations

import operator
from dataclasses import replace

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Renamed
from scorepad.evening.people import MAX_NAME, NewName, Person
from scorepad.history import Player
from scorepad.text import clean_name, same_name
from scorepad.ui import kit
from scorepad.ui.components.seats import problem_text
from scorepad.ui.store import Store
from scorepad.ui.table import NameProblem, check_name


@kit.component
def renaming(at: kit.At, person: Person, done: kit.Handler) -> ft.Control:
    """The field for another name of somebody, and whether the list of players takes it; then `done`."""
    t, evening = at.t, at.evening
    typed, everywhere = at.kept(f"name-{person.id}", person.name), at.kept("everywhere", True)
    checked = at.kept(f"checked-{person.id}", False)
    name, listed = clean_name(typed.value), t("Also in the list of players")
    problem = _problem(evening, person, name)
    other = _kept_in_list(at.store, evening, person, name) if everywhere.value and problem is None else None

    def write(words: str) -> None:
        checked.set(False)
        typed.set(words)

    def save() -> None:
        named = NewName(person.id, clean_name(typed.now))
        if _problem(evening, person, named.name) is not None:
            checked.set(True)
        elif give_name(at.store, evening, named, in_list=everywhere.now):
            done()

    return kit.column(
        kit.field(
            f"name-{person.id}",
            t("Name of {name}", name=person.name),
            typed.value,
            write,
            error=problem_text(t, problem) if checked.value else None,
            max_length=MAX_NAME,
            autofocus=True,
            key=person.name,
        ),
        kit.wide_chip("everywhere", listed, everywhere.tap(operator.not_), toggled=everywhere.value),
        kit.quiet(_another(at, other, name)) if other is not None else None,
        kit.quiet(t("The new name counts for the whole evening.")),
        kit.ways(
            kit.chip("save-name", t("Save the name"), save if name != person.name else None),
            kit.chip("keep-name", t("Cancel"), done),
        ),
        spacing=8,
    )


def _another(at: kit.At, player: Player, name: str) -> str:
    words = at.t("{other} is another player in the list: there, {name} keeps the name.")
    return words.format(other=name, name=player.name)


def _problem(evening: Evening, person: Person, name: str) -> NameProblem | None:
    return check_name(name, [each.name for each in evening.table.everybody if each.id != person.id])


def give_name(store: Store, evening: Evening, named: NewName, *, in_list: bool) -> bool:
    """Somebody has another name in an evening, and in the list of players; whether it is saved."""
    before = evening.table.person(named.id)
    player = _player(store, before) if in_list else None
    if store.commit(evening, Renamed(people=(named,)), store.t("The new name is noted")) is None:
        return False
    if player is not None and is_free(store, player, named.name):
        store.save(store.history.save_players, [replace(player, name=named.name)])
    return True


def _player(store: Store, person: Person) -> Player | None:
    """Who this is in the list of players, under the same name."""
    id_ = store.history.player_of(person.id)
    return next(
        (each for each in store.roster() if each.id == id_ and same_name(each.name, person.name)), None
    )


def _kept_in_list(store: Store, evening: Evening, person: Person, name: str) -> Player | None:
    """The player who keeps the old name in the list, where another one has the new name."""
    player = _player(store, person) if name != person.name else None
    return player if player is not None and not is_free(store, player, name) else None


def is_free(store: Store, player: Player, name: str) -> bool:
    """Whether a player can have a name that nobody else in the list has."""
    return check_name(name, [each.name for each in store.roster() if each.id != player.id]) is None
