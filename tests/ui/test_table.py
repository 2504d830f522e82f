"""The table of a session about to begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tarot.scheme import shipped_scheme
from scorepad.tarot.session import Person, Session
from scorepad.ui.table import (
    NameProblem,
    NewTable,
    added,
    check_name,
    clean_name,
    moved,
    ready,
    removed,
    same_name,
    same_table,
)


def table_of(count: int) -> NewTable:
    table = NewTable()
    for number in range(count):
        table = added(table, Person(str(number), f"P{number}", 0))
    return table


@pytest.mark.parametrize(("count", "seats"), [(3, 3), (4, 4), (5, 5), (6, 5), (8, 5)])
def test_as_many_seats_as_people_up_to_five(count: int, seats: int) -> None:
    table = table_of(count)
    assert table.seats == seats
    assert ready(table)
    assert len({person.mark for person in table.people}) == count, "no two marks alike"


def test_two_are_no_table_and_nine_are_too_many() -> None:
    assert not ready(table_of(2))
    assert not ready(NewTable())
    assert len(table_of(9).people) == 8


def test_nobody_sits_down_twice() -> None:
    table = table_of(3)
    assert added(table, table.people[0]) == table


def test_the_dealer_stays_until_he_leaves() -> None:
    table = moved(table_of(4), 2, -1)
    assert [person.id for person in table.people] == ["0", "2", "1", "3"]
    assert table.dealer == "0"
    assert removed(table, 0).dealer == "2"
    assert removed(table, 3).dealer == "0"
    assert removed(removed(removed(removed(table, 0), 0), 0), 0).dealer is None


def test_same_table_goes_on_where_the_deal_was() -> None:
    people = tuple(Person(id_, id_.upper(), n) for n, id_ in enumerate("abcd"))
    last = Session(
        id="s",
        created="2026-01-01T20:00:00Z",
        people=people,
        seats=4,
        first_dealer="b",
        scheme=shipped_scheme(),
    )
    assert same_table(last) == NewTable(people=people, seats=4, dealer="b", scheme="fft")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", NameProblem.EMPTY),
        (" \t\n", NameProblem.EMPTY),
        ("\u202e\u200b", NameProblem.EMPTY),
        ("x" * 31, NameProblem.LONG),
        ("x" * 30, None),
        (" Léa ", NameProblem.TAKEN),
        ("LÉA", NameProblem.TAKEN),
        ("Le\u0301a", NameProblem.TAKEN),
        ("Lea", None),
        ("王小明", None),
        ("=1+1", None),
    ],
)
def test_names(name: str, problem: NameProblem | None) -> None:
    assert check_name(name, ["Léa"]) is problem


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(name: str) -> None:
    cleaned = clean_name(name)
    assert clean_name(cleaned) == cleaned
    assert same_name(name, cleaned)
