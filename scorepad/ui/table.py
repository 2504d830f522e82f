"""The table of a session that is about to begin. Knows no screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count

from scorepad.tarot.hand import PlayerId
from scorepad.tarot.names import clean_name as clean_name
from scorepad.tarot.session import MAX_NAME, MAX_PEOPLE, MAX_PLAYERS, MIN_PLAYERS, Person, Session

MAX_EVENING_NAME = 60
"""Characters of the name of an evening."""


@dataclass(frozen=True)
class NewTable:
    """Who sits down, in the order of the deal; how many play each hand; who deals first."""

    people: tuple[Person, ...] = ()
    seats: int = MIN_PLAYERS
    dealer: PlayerId | None = None
    name: str = ""
    scheme: str | None = None
    """The id of the scheme they play; None is the usual one."""


class NameProblem(StrEnum):
    """Why a name cannot be taken."""

    EMPTY = "empty"
    LONG = "long"
    TAKEN = "taken"


def same_name(one: str, other: str) -> bool:
    """Whether two names would be read as the same."""
    return unicodedata.normalize("NFKC", clean_name(one)).casefold() == (
        unicodedata.normalize("NFKC", clean_name(other)).casefold()
    )


def check_name(name: str, taken: Sequence[str]) -> NameProblem | None:
    """What is wrong with a new name at a table, if anything."""
    cleaned = clean_name(name)
    if not cleaned:
        return NameProblem.EMPTY
    if len(cleaned) > MAX_NAME:
        return NameProblem.LONG
    if any(same_name(cleaned, other) for other in taken):
        return NameProblem.TAKEN
    return None


def added(table: NewTable, person: Person, taken: Collection[int] = ()) -> NewTable:
    """The table with one person more, whose mark is unlike the others' and none of those taken."""
    if len(table.people) >= MAX_PEOPLE or any(person.id == other.id for other in table.people):
        return table
    used = {other.mark for other in table.people}.union(taken)
    mark = person.mark
    if mark in used:
        mark = next(number for number in count() if number not in used)
    people = (*table.people, replace(person, mark=mark))
    return _seated(replace(table, people=people, dealer=table.dealer or person.id), grew=True)


def removed(table: NewTable, index: int) -> NewTable:
    """The table without one person."""
    people = table.people[:index] + table.people[index + 1 :]
    dealer = table.dealer
    if all(person.id != dealer for person in people):
        dealer = people[index % len(people)].id if people else None
    return _seated(replace(table, people=people, dealer=dealer), grew=False)


def moved(table: NewTable, index: int, by: int) -> NewTable:
    """The table with one person moved along the order of the deal."""
    people = list(table.people)
    people.insert(index + by, people.pop(index))
    return replace(table, people=tuple(people))


def same_table(last: Session) -> NewTable:
    """The people of a session once more; who would deal next there, deals first here."""
    return replace(sitting_now(last), scheme=last.rules.id)


def sitting_now(session: Session) -> NewTable:
    """The table of a session as it sits now, and who deals next."""
    table = session.sitting()
    return NewTable(people=table.people, seats=table.seats, dealer=session.dealer)


def ready(table: NewTable) -> bool:
    """Whether the cards can be dealt."""
    return table.dealer is not None and MIN_PLAYERS <= table.seats <= len(table.people)


def _seated(table: NewTable, *, grew: bool) -> NewTable:
    """As many seats as people, as long as that is a game."""
    people = len(table.people)
    seats = min(MAX_PLAYERS, max(MIN_PLAYERS, people)) if grew else max(MIN_PLAYERS, min(table.seats, people))
    return replace(table, seats=seats)
