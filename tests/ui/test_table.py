"""The table of an evening about to begin."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evenings import persons, seating, stamp, table
from hypothesis import given
from hypothesis import strategies as st

from scorepad.design import mark
from scorepad.evening.evening import Evening
from scorepad.evening.events import Seated
from scorepad.evening.people import Person
from scorepad.ui.table import (
    NameProblem,
    TableDraft,
    added,
    check_name,
    dealt_by,
    moved_up,
    ready,
    removed,
    same_table,
    seating_now,
    seen_at,
)


def table_of(count: int) -> TableDraft:
    table = TableDraft()
    for number in range(count):
        table = added(table, Person(str(number), f"P{number}", 0))
    return table


@pytest.mark.parametrize(("count", "seats"), [(2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (8, 5)])
def test_as_many_seats_as_people_up_to_five(count: int, seats: int) -> None:
    table = table_of(count)
    assert table.seats == seats
    assert ready(table)
    assert added(table, table.people[0]) == table, "nobody sits down twice"
    assert not ready(table_of(1))
    assert len(table_of(9).people) == 8


@pytest.mark.parametrize(("count", "seats"), [(5, 4), (5, 3), (6, 4), (4, 3)])
def test_the_chosen_number_of_seats_stays(count: int, seats: int) -> None:
    table = replace(table_of(count), chosen=seats)
    assert table.seats == seats
    fewer = table
    while len(fewer.people) > 3:
        fewer = removed(fewer, 0)
        assert fewer.seats == min(seats, len(fewer.people)), "only too few people change it"
    for number in range(8 - len(fewer.people)):
        fewer = added(fewer, Person(f"new {number}", f"N{number}"))
        assert fewer.seats == min(seats, len(fewer.people))
    assert replace(fewer, chosen=5).seats == 5, "or the table itself"


def seated(*seatings: tuple[str, int]) -> Evening:
    """An evening with these people, a letter each, and seats; each further pair is a later table of it."""
    (ids, seats), *later = seatings
    evening = table(ids, seats)
    for ids, seats in later:
        evening = evening.add(Seated(seating(ids, seats)), stamp(evening))
    return evening


@pytest.mark.parametrize(
    ("seatings", "seats"),
    [
        ([("ABCDE", 4), ("ABCD", 4)], 4),
        ([("ABCDE", 4), ("ABC", 3)], 4),
        ([("ABCD", 4), ("ABCD", 3)], 3),
        ([("ABCD", 4)], 5),
        ([("ABCDE", 5), ("ABCD", 4)], 5),
        ([("ABCDE", 4), ("ABCDE", 5), ("ABCD", 4)], 5),
    ],
)
def test_an_evening_remembers_how_many_were_to_play(seatings: list[tuple[str, int]], seats: int) -> None:
    table = seating_now(seated(*seatings))
    for letter in "xy":
        table = added(table, Person(letter, letter))
    assert table.seats == min(seats, len(table.people))


@pytest.mark.promise("The screens: begin an evening", "No two players of an evening look alike.")
@given(st.lists(st.integers(0, 500), min_size=2, max_size=16))
def test_no_two_of_an_evening_look_alike(numbers: list[int]) -> None:
    """Whatever marks the library gave them; of the first eight, neither colour nor shape is there twice."""
    table, ever = TableDraft(), list[Person]()
    for number in numbers:
        if len(table.people) == 8:
            table = removed(table, 0)
        table = added(table, new := Person(f"p{len(ever)}", "P", number), ever)
        ever += [person for person in table.people if person.id == new.id]
    looks = [mark(person.mark) for person in ever]
    assert len(set(looks)) == len(ever)
    assert len({look.colour for look in looks[:8]}) == min(8, len(ever))
    assert len({look.shape for look in looks[:8]}) == min(8, len(ever))
    again = added(removed(table, 0), Person(table.people[0].id, "P", 499), ever)
    assert again.people == table.people, "who comes back is as before, in the same seat"


def test_the_dealer_stays_until_he_leaves() -> None:
    table = moved_up(table_of(4), table_of(4).people[2])
    assert [person.id for person in table.people] == ["0", "2", "1", "3"]
    assert table.dealer == "0"
    assert removed(table, 0).dealer == "2"
    assert removed(table, 3).dealer == "0"
    assert removed(removed(removed(removed(table, 0), 0), 0), 0).dealer is None


@pytest.mark.parametrize("dealer", ["1", "2"])
def test_a_person_who_replaces_another_has_the_seat_and_the_deal(dealer: str) -> None:
    table = replace(table_of(4), dealer=dealer)
    new, without = Person("new", "New", 7), removed(table, 1)
    substituted = added(without, new)
    assert [person.id for person in substituted.people] == ["0", "new", "2", "3"]
    assert substituted.dealer == ("new" if dealer == "1" else "2")
    assert added(substituted, Person("fifth", "Fifth", 8)).people[-1].id == "fifth"
    assert added(dealt_by(without, table.people[3]), new).dealer == "3", "unless another dealer was chosen"


def test_the_same_table_is_the_last_table() -> None:
    """People at the end are in, in their order, without guests and people who left; no seat is added."""
    last = seated(("ABCDE", 4), ("FCAD", 4))
    draft = same_table(last)
    assert [person.id for person in draft.people] == list("FCAD")
    assert (draft.seats, draft.dealer) == (4, "F")
    assert added(draft, Person("x", "X")).seats == 4
    assert {person.id for person in seen_at(last)} == set("ABCDEF")
    guest, *others = (replace(person, mark=64) for person in persons(4))
    found = same_table(table((replace(guest, guest=True), *others)))
    assert ([person.id for person in found.people], found.dealer) == (["p1", "p2", "p3"], "p1")
    assert len({mark(person.mark) for person in found.people}) == 3, "who looked alike no longer do"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", NameProblem.EMPTY),
        ("\u202e\u200b", NameProblem.EMPTY),
        ("x" * 31, NameProblem.LONG),
        ("x" * 30, None),
        (" LE\u0301A ", NameProblem.TAKEN),
        ("Lea", None),
    ],
)
def test_a_name_is_checked(name: str, problem: NameProblem | None) -> None:
    assert check_name(name, ["Léa"]) is problem
