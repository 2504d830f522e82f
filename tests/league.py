"""A made-up league: 300 evenings over two years, with everything that can happen at a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from random_evenings import COMMANDS, PEOPLE, SHARED, Clock, Command, done

from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import RulesChanged
from scorepad.evening.people import Member, Person, Seating
from scorepad.stats.counting import tally_of
from scorepad.stats.evenings import EveningTally
from scorepad.tarot.scheme_data import shipped_scheme

FFT, HALVES, DUEL = map(shipped_scheme, ("fft", "equal_split", "open_duel"))
SCHEMES = (FFT, FFT, FFT, HALVES, SHARED)
MERGED = {"H": "A"}
"""H and A are one player, though both sit at some tables."""
GUESTS = tuple(Person(f"guest {number}", "Somebody", 9, guest=True) for number in range(3))
TEAM = (Member("A", "name of A"), Member("B", "name of B"))

RULES: dict[str, tuple[int, Command]] = {
    "rules": (1, lambda r, e, stamp: e.add(RulesChanged(r.choice(SCHEMES)), stamp)),
    "rules from now on": (1, lambda r, e, stamp: e.add(RulesChanged(r.choice(SCHEMES), True), stamp)),
}
AT_A_TABLE = COMMANDS | RULES
IN_A_DUEL = {name: COMMANDS[name] for name in ("record", "correct", "strike out", "restore", "undo", "redo")}


def player_of(person: str) -> str:
    return MERGED.get(person, person)


def day_of(evening: Evening) -> str:
    return evening.start.created[:10]


def some_people(r: random.Random, count: int, number: int) -> tuple[Person, ...]:
    """Mostly players of the list, now and then a guest, or the team of A and B, which has another id each time."""
    people = r.sample(PEOPLE[2:] if (team := r.random() < 0.15) else PEOPLE, count)
    if team:
        people[0] = Person(f"team {number}", "A and B", 8, members=TEAM)
    if r.random() < 0.2:
        people[-1] = r.choice(GUESTS)
    r.shuffle(people)
    return tuple(people)


def begun(r: random.Random, number: int) -> Evening:
    """A table of three to five, where one or two may sit out, or of two who play openly."""
    seats, out = r.choice(((2, 0), (3, 0), (4, 0), (4, 0), (4, 1), (5, 0), (5, 0), (5, 1)))
    people = some_people(r, seats + out, number)
    day = date(2025, 1, 2) + timedelta(days=2 * number)
    return Evening.of(
        Start(
            id=f"evening-{number}",
            created=f"{day}T12:00:00Z",
            seating=Seating(people, seats, people[0].id),
            scheme=DUEL if seats == 2 else r.choice(SCHEMES),
        )
    )


def played(r: random.Random, number: int, steps: int) -> Evening:
    """An evening after so many commands at random."""
    evening, clock = begun(r, number), Clock()
    commands = IN_A_DUEL if evening.rules_at().open else AT_A_TABLE
    names = [name for name, (often, _) in commands.items() for _ in range(often)]
    for _ in range(steps):
        evening = done(r.choice(names), r, evening, clock(), commands) or evening
    return evening


def _evenings(count: int) -> Iterator[Evening]:
    r = random.Random(34)
    for number in range(count):
        yield played(r, number, r.randint(5, 60))


@cache
def league(count: int = 300) -> tuple[Evening, ...]:
    """The evenings, in the order of their days."""
    return tuple(_evenings(count))


@cache
def tallies(count: int = 300) -> tuple[EveningTally, ...]:
    """The tally of each evening."""
    return tuple(tally_of(evening) for evening in league(count))
