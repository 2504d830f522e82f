"""The draft of an evening's first or next table, and the schemes to choose from. Independent of screens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scorepad.design import LOOKS, Mark, mark
from scorepad.evening.evening import Evening
from scorepad.evening.length import OPEN, AgreedLength
from scorepad.evening.people import (
    MAX_MEMBERS,
    MAX_NAME,
    MAX_PEOPLE,
    MAX_PLAYERS,
    MIN_MEMBERS,
    MIN_PLAYERS,
    Person,
    Seating,
)
from scorepad.history import History
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.tarot.hand import PlayerId
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.text import clean_name, same_name


@dataclass(frozen=True)
class TableDraft:
    """The people in the order of the deal, the number of players of each hand, and the first dealer."""

    people: tuple[Person, ...] = ()
    chosen: int | None = None
    """The number of seats that the table chose; None means as many seats as the people can fill."""
    dealer: PlayerId | None = None
    scheme: str | None = None
    """The id of the chosen scheme; None means the default one."""
    length: AgreedLength = OPEN
    """The agreed length of the evening."""
    freed: FreedSeat | None = None
    """The seat of the person who was removed last; the next person who is added sits there."""

    @property
    def seats(self) -> int:
        """The number of players of each hand: fewer than were chosen if there are fewer people."""
        return max(MIN_PLAYERS, min(self.chosen or MAX_PLAYERS, len(self.people)))


@dataclass(frozen=True)
class FreedSeat:
    """The seat of a removed person: its index in the order of the deal, and whether this person was the dealer."""

    index: int
    deals: bool


class NameProblem(StrEnum):
    """The reason why a name is refused."""

    EMPTY = "empty"
    LONG = "long"
    TAKEN = "taken"
    MEMBERS = "members"
    """A team has too few or too many members, or one twice."""


def check_name(name: str, taken: Sequence[str]) -> NameProblem | None:
    """The reason why a new name at a table is refused; None if there is no reason."""
    cleaned = clean_name(name)
    if not cleaned:
        return NameProblem.EMPTY
    if len(cleaned) > MAX_NAME:
        return NameProblem.LONG
    if any(same_name(cleaned, other) for other in taken):
        return NameProblem.TAKEN
    return None


def listed(names: str) -> list[str]:
    """Splits a text at its commas into names, and cleans the names."""
    return [cleaned for name in names.split(",") if (cleaned := clean_name(name))]


def check_members(names: Sequence[str], taken: Sequence[str]) -> NameProblem | None:
    """The reason why the names of a team's members are refused; None if there is no reason.

    Nobody may sit at a table twice.
    """
    if not MIN_MEMBERS <= len(names) <= MAX_MEMBERS:
        return NameProblem.MEMBERS
    for place, name in enumerate(names):
        if len(name) > MAX_NAME:
            return NameProblem.LONG
        if any(same_name(name, other) for other in names[:place]):
            return NameProblem.MEMBERS
        if any(same_name(name, other) for other in taken):
            return NameProblem.TAKEN
    return None


def seated_ids(people: Iterable[Person]) -> set[PlayerId]:
    """The ids of these people and, if they are teams, of their members."""
    return {id_ for person in people for id_ in (person.id, *(member.id for member in person.members))}


def seated_names(people: Iterable[Person]) -> list[str]:
    """The names of these people and, if they are teams, of their members."""
    return [name for person in people for name in person.names]


def added(table: TableDraft, person: Person, known: Sequence[Person] = ()) -> TableDraft:
    """The table with one more person, whose mark differs from all others.

    The person takes the seat of somebody who was just removed, else the last place.
    Somebody who comes back to the evening (`known`) keeps the same mark. The table is unchanged if
    it is full, or if the person sits there already.
    """
    if len(table.people) >= MAX_PEOPLE or seated_ids([person]) & seated_ids(table.people):
        return table
    came = next((other for other in known if other.id == person.id), None)
    seat = table.freed or FreedSeat(len(table.people), deals=False)
    return _with(table, came or _with_distinct_mark(person, table.people, known), seat)


def removed(table: TableDraft, index: int) -> TableDraft:
    """The table without one person; the next person deals if this person was the dealer."""
    people = table.people[:index] + table.people[index + 1 :]
    dealer = table.dealer
    if deals := table.people[index].id == dealer:
        dealer = people[index % len(people)].id if people else None
    return replace(table, people=people, dealer=dealer, freed=FreedSeat(index, deals))


def taken_over(table: TableDraft, leaver: Person, newcomer: Person, known: Sequence[Person]) -> TableDraft:
    """The table with a newcomer in the seat of the leaver."""
    seat = [person.id for person in table.people].index(leaver.id)
    return added(removed(table, seat), newcomer, known)


def put_back(table: TableDraft, person: Person, seat: FreedSeat) -> TableDraft:
    """The table with a person back in the seat that was freed; unchanged if there is no room for this person."""
    if len(table.people) >= MAX_PEOPLE or any(
        person.id == other.id or same_name(person.name, other.name) for other in table.people
    ):
        return table
    return _with(table, person, seat)


def dealt_by(table: TableDraft, person: Person) -> TableDraft:
    """The table with this person as the next dealer, if the person still sits there."""
    if person not in table.people:
        return table
    freed = table.freed and replace(table.freed, deals=False)
    return replace(table, dealer=person.id, freed=freed)


def moved_up(table: TableDraft, person: Person) -> TableDraft:
    """The table after a person moves up one place in the order of the deal, if possible."""
    place = table.people.index(person) if person in table.people else 0
    if place == 0:
        return table
    others = [other for other in table.people if other != person]
    return replace(table, people=(*others[: place - 1], person, *others[place - 1 :]), freed=None)


def same_table(last: Evening) -> TableDraft:
    """A new table with the people from the end of an evening, except guests; the evening's next dealer deals first.

    An agreed number of hands or deals stays the same; an end at a certain time does not.
    """
    seating, length = seating_now(last), OPEN if last.table.length.until else last.table.length
    people = [person for person in seating.people if not person.guest]
    dealer = seating.dealer if any(person.id == seating.dealer for person in people) else None
    table = replace(seating, people=(), dealer=dealer, scheme=last.table.rules.now.id, length=length)
    for person in people:  # one by one: in evenings of earlier versions, two people can have the same mark
        table = added(table, person)
    return table


def seating_now(evening: Evening) -> TableDraft:
    """The present table of an evening, with its next dealer."""
    table = evening.seating_at()
    chosen = None
    for _, seating in evening.table.seatings:
        if seating.seats < min(MAX_PLAYERS, len(seating.people)):
            chosen = seating.seats
        elif chosen is not None and seating.seats > chosen:
            chosen = None
    return TableDraft(people=table.people, chosen=chosen, dealer=evening.dealer)


def is_current(table: TableDraft, evening: Evening) -> bool:
    """Whether the table is the same as the present table of the evening."""
    now = seating_now(evening)
    return (table.people, table.seats, table.dealer) == (now.people, now.seats, now.dealer)


def named_as(table: TableDraft, evening: Evening) -> TableDraft:
    """The table with its people under the names that the evening has for them now."""
    known = {person.id: person for person in evening.table.everybody}
    return replace(table, people=tuple(known.get(person.id, person) for person in table.people))


def seen_at(evening: Evening) -> tuple[Person, ...]:
    """Everybody who ever had a seat in an evening, even without playing a hand."""
    sat = {id_: evening.table.person(id_) for _, seating in evening.table.seatings for id_ in seating.ids}
    return tuple(sat.values())


def fits(table: TableDraft, scheme: Scheme) -> bool:
    """Whether a scheme suits the number of players of each hand: the open duel is for two."""
    return table.seats == 2 or not scheme.open


def ready(table: TableDraft) -> bool:
    """Whether the cards can be dealt."""
    return table.dealer is not None and MIN_PLAYERS <= table.seats <= len(table.people)


def first_players(table: TableDraft) -> tuple[list[Person], list[Person]]:
    """The players of the next hand of a table that is ready, and the people who sit out."""
    assert table.dealer is not None
    players = Seating(table.people, table.seats, table.dealer).players(table.dealer)
    playing = [person for person in table.people if person.id in players]
    return playing, [person for person in table.people if person.id not in players]


def _with(table: TableDraft, person: Person, seat: FreedSeat) -> TableDraft:
    people = (*table.people[: seat.index], person, *table.people[seat.index :])
    dealer = person.id if seat.deals or table.dealer is None else table.dealer
    return replace(table, people=people, dealer=dealer, freed=None)


def _with_distinct_mark(person: Person, table: Sequence[Person], known: Sequence[Person]) -> Person:
    """The person with a mark that nobody else has: if possible their own mark, else the first free mark.

    If possible, its colour and its shape also differ from all marks at the table or, better, in the whole evening.
    """
    at_table = [mark(other.mark) for other in table]
    ever = at_table + [mark(other.mark) for other in known]

    def likeness(number: int) -> tuple[bool, bool, bool]:
        own = mark(number)

        def alike(other: Mark) -> bool:
            return own.colour == other.colour or own.shape is other.shape

        return own in ever, any(map(alike, at_table)), any(map(alike, ever))

    return replace(person, mark=min((person.mark, *range(len(LOOKS))), key=likeness))


# -- schemes ---


def all_schemes(history: History) -> tuple[Scheme, ...]:
    """The shipped schemes, then the house rules."""
    known = {scheme.id: scheme for scheme in (*shipped_schemes().values(), *history.schemes())}
    return tuple(known.values())


def with_own(t: Translator, history: History, own: Scheme) -> tuple[Scheme, ...]:
    """The table's own scheme, then all others.

    If the house rules have changed since the table chose them, the old and the new version appear.
    """
    known = {scheme.id: scheme for scheme in all_schemes(history)}
    now = known.pop(own.id, own)
    if now == own:
        return (own, *known.values())
    words = t("{scheme}, as now", scheme=scheme_title(t, now))
    return (own, replace(now, name=words), *known.values())


def find_scheme(history: History, scheme_id: str) -> Scheme | None:
    """The scheme with this id, shipped or of the house; None if it does not exist."""
    return next((scheme for scheme in all_schemes(history) if scheme.id == scheme_id), None)


def default_scheme(history: History) -> Scheme:
    """The scheme that a new evening plays, unless the table chooses another."""
    return find_scheme(history, str(history.settings().get("scheme"))) or shipped_scheme()


def scheme_of(history: History, table: TableDraft) -> Scheme:
    """The scheme of a new table: the default one if the table chose none, or if the chosen one was deleted."""
    return find_scheme(history, table.scheme or "") or default_scheme(history)
