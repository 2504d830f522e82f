"""The people and teams at the table, their names, and the order of the deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from scorepad.codec import REQUIRED, Length, Range
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import PlayerId
from scorepad.text import name_key

from .shared_map import SharedMap

MIN_PLAYERS, MAX_PLAYERS = 2, 5
"""The smallest and the largest number of players of one hand."""
MAX_PEOPLE = 8
"""The largest number of people at a table, including people who sit out."""
MAX_EVER = 16
"""The largest number of people of an evening, including people who left."""
MIN_MEMBERS, MAX_MEMBERS = 2, 4
"""The smallest and the largest number of members of a team."""
MAX_NAME = 30
"""The longest name, in characters."""
MARKS = 1000
"""The number of possible marks, from 0 to 999; several marks have the same colour and shape."""

ShortText = Annotated[str, Length(500)]
Name = Annotated[str, Length(MAX_NAME)]
MarkNumber = Annotated[int, Range(0, MARKS - 1), REQUIRED]
SeatCount = Annotated[int, Range(MIN_PLAYERS, MAX_PLAYERS)]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team."""

    id: PlayerId
    name: Name


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the table, or a team with its members; `mark` selects the colour and shape shown next to the name.

    A `guest` comes for one evening and is not in the list of players. Raises Invalid unless a team has 2 to 4 members.
    """

    id: PlayerId
    name: Name
    mark: MarkNumber = 0
    guest: bool = False
    members: Annotated[tuple[Member, ...], Length(MAX_MEMBERS)] = ()

    def __post_init__(self) -> None:
        if self.members and len({member.id for member in self.members}) < max(MIN_MEMBERS, len(self.members)):
            raise Invalid(Fault.CONTRADICTION, "a team has 2 to 4 different members", ("members",))

    @property
    def names(self) -> tuple[Name, ...]:
        """The name, and the names of the members of a team."""
        return (self.name, *(member.name for member in self.members))

    @property
    def players(self) -> tuple[Member, ...]:
        """The people to add to the list of players: each member of a team, else the person; nobody for a guest."""
        return () if self.guest else self.members or (Member(self.id, self.name),)


@dataclass(frozen=True, slots=True)
class NewName:
    """A new name of a person."""

    id: PlayerId
    name: Name


@dataclass(frozen=True, slots=True)
class Seating:
    """The people at the table from one hand on, in the order in which the deal passes; `seats` of them play.

    `dealer` deals the first of these hands. Raises Invalid if the seating is impossible.
    """

    people: Annotated[tuple[Person, ...], Length(MAX_PEOPLE)]
    seats: SeatCount
    dealer: PlayerId

    def __post_init__(self) -> None:
        ids = self.ids
        if not MIN_PLAYERS <= self.seats <= MAX_PLAYERS:
            raise Invalid(Fault.CONTRADICTION, f"a hand is played by {MIN_PLAYERS} to {MAX_PLAYERS}")
        if not self.seats <= len(ids) <= MAX_PEOPLE:
            raise Invalid(Fault.CONTRADICTION, f"{len(ids)} people cannot fill {self.seats} seats")
        if len(set(ids)) < len(ids):
            raise Invalid(Fault.CONTRADICTION, "a person sits at the table twice")
        members = [member.id for person in self.people for member in person.members]
        if len({*ids, *members}) < len(ids) + len(members):
            raise Invalid(Fault.CONTRADICTION, "a member of a team sits there twice")
        if self.dealer not in ids:
            raise Invalid(Fault.CONTRADICTION, "the first dealer is not at the table")

    @property
    def ids(self) -> tuple[PlayerId, ...]:
        """The ids of the people."""
        return tuple([person.id for person in self.people])

    def after(self, id_: PlayerId) -> PlayerId:
        """The next person in the order of the deal; the first dealer if this person is not at the table."""
        ids = self.ids
        return ids[(ids.index(id_) + 1) % len(ids)] if id_ in ids else self.dealer

    def players(self, dealer: PlayerId) -> tuple[PlayerId, ...]:
        """The players when this person deals, in the order of the seats. Raises ValueError if the person is not here.

        With more people than seats the dealer sits out and, if that is not enough, the previous dealers too
        (S0, FFT).
        """
        ids = self.ids
        at = ids.index(dealer)
        out = {ids[at - i] for i in range(len(ids) - self.seats)}
        return tuple([id_ for id_ in ids if id_ not in out])


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person who has sat at the table: the `person` of the first seating, and all names by their `name_key`.

    `device` is the device that seated the person first; None for a person at the table from the beginning.
    """

    person: Person
    names: SharedMap[str, Name]
    device: str | None = None

    def called(self, name: Name) -> KnownPerson:
        """The same person with a further name."""
        return replace(self, names=self.names.with_value(name_key(name), name))

    def seated(self, name: Name, device: str | None) -> KnownPerson:
        """The same person after a device seated the person under this name.

        Two devices that seat the same newcomer independently may give two names, and the person has both. Raises
        Invalid for any other new name: if the person was there from the beginning, or first seated by this device.
        """
        if name_key(name) in self.names:
            return self
        if self.device in (None, device):
            raise Invalid(Fault.CONTRADICTION, "somebody came back under another name", ("seating", "people"))
        return self.called(name)


Known = dict[PlayerId, KnownPerson]
"""All people who ever sat at the table, in the order in which they came."""


def seated(known: Known, people: tuple[Person, ...], device: str | None = None) -> Known:
    """The known people after a device seated `people`.

    Raises Invalid if a person comes back under another name, or if there are too many known people.
    """
    found = dict(known)
    for person in people:
        before = found.get(person.id) or KnownPerson(person, SharedMap(), device).called(person.name)
        found[person.id] = before.seated(person.name, device)
    if len(found) > MAX_EVER:
        raise Invalid(
            Fault.TOO_LONG, f"{len(found)} people are more than an evening has", ("seating", "people")
        )
    return found


def renamed(known: Known, names: tuple[NewName, ...]) -> Known:
    """The known people with further names. Raises Invalid for an unknown person.

    The earlier names stay: a device that does not know of the renaming may seat people under them.
    """
    found = dict(known)
    for each in names:
        if each.id not in found:
            raise Invalid(Fault.STRANGER, each.id, ("people",))
        found[each.id] = found[each.id].called(each.name)
    return found
