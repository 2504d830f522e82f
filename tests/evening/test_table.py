"""Seats and names, people who come and go, and notes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from evenings import FFT, S1, clock_of, deal, e, persons, recorded, seating, table
from random_evenings import merged

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, TakeOver, penalty
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Ended, LengthAgreed, Noted, RateAgreed, Renamed, RulesChanged, Seated
from scorepad.evening.length import OPEN, AgreedLength
from scorepad.evening.money import Rate
from scorepad.evening.people import Member, NewName, Person, Seating
from scorepad.faults import Invalid

FARID = Person("F", "Farid", 5)


@pytest.mark.promise("The evening", "A latecomer starts at zero; someone who leaves keeps the score.")
def test_a_latecomer_starts_at_zero_and_a_leaver_keeps_the_score() -> None:
    one, clock = recorded(deal("A"), deal("B"))
    before = one.sheet.totals
    one = one.add(Seated(seating("CEDA")), clock())
    assert (one.sheet.totals, one.dealer) == ((*before, 0), "C")
    assert [person.id for person in one.sheet.people] == [*"ABCDE"]
    assert one.table.seating == seating("CEDA")
    assert one.seating_at(e(2)).ids == tuple("ABCD"), "as the table sat then"
    one = one.record(deal("C", "CEDA", taker="E"), clock())
    assert one.dealer == "E", "the deal passes on in the new order"
    assert one.sheet.totals[1] == before[1], "B is at home"
    assert one.sheet.rows[2].amounts[1] == one.sheet.rows[0].amounts[4] == 0


def test_seatings_that_are_refused() -> None:
    one, clock = recorded(deal("A"))
    for number in (1, 2):
        others = tuple(Person(f"{number}{id_}", id_) for id_ in "ABCDEF")
        one = one.add(Seated(Seating(others, 4, others[0].id)), clock())
    with pytest.raises(Invalid, match="17 people are more than an evening has"):
        one.add(Seated(seating("ABCE")), clock())


# -- names ---


def names(one: Evening) -> tuple[str, ...]:
    """The name of the evening, of its people, and of those at the table."""
    return (one.table.title, *(each.name for each in (*one.sheet.people, *one.table.seating.people)))


def renamed(one: Evening, at: Stamp, title: str | None = None, **people: str) -> Evening:
    return one.add(Renamed(title, tuple(NewName(id_, new) for id_, new in people.items())), at)


def test_new_names_count_in_every_hand() -> None:
    one, clock = recorded(deal("A"), deal("B"))
    one = one.add(Seated(seating("BCDE", dealer="C")), clock())
    other = renamed(one, clock(), "Chez Anne", A="Anne", E="Élise")
    everybody = ("Anne", "name of B", "name of C", "name of D", "Élise")
    assert names(other) == ("Chez Anne", *everybody, *everybody[1:])
    assert other.seating_at(e(1)).people[0].name == other.sheet.standings[0].person.name == "Anne"
    assert other.sheet.rows == one.sheet.rows
    assert Evening.of(other.start).table.title == one.table.title
    assert names(other.record(deal("C", "BCDE"), clock())) == names(other)
    assert renamed(other, clock(), "").table.title == "", "the name of an evening can be taken away"


def test_a_renamed_person_sits_down_under_any_of_their_names() -> None:
    """Another device did not know of the new name, or a table is brought back by an undo."""
    one, clock = recorded(deal("A"))
    here = renamed(one, clock(), A="Anne")
    there = one.add(Seated(seating("BCA")), clock_of("other")())
    both = merged(here, there)
    assert names(both)[-1] == "Anne"
    assert names(both.add(Seated(seating("ABCD")), clock()))[-4] == "Anne"


ZOE = Person("Z", "Zoé", 1)
"""A player in the lists of two devices, which nobody asks to agree."""
ALIKE = {
    "another mark": replace(ZOE, mark=5),
    "a guest": replace(ZOE, guest=True),
    "capitals": replace(ZOE, name="ZOÉ"),
    "another way to write an accent": replace(ZOE, name="Zoe\u0301"),
    "renamed in one list": replace(ZOE, name="Zoé B."),
    "a team": replace(ZOE, members=(Member("y", "Yves"), Member("z", "Zoé"))),
}


@pytest.mark.parametrize("there_first", [False, True])
@pytest.mark.parametrize("other", ALIKE.values(), ids=list(ALIKE))
def test_two_devices_seat_the_same_player(other: Person, there_first: bool) -> None:
    """The id says who it is: the evening goes on with whatever was seated first, in every place alike."""
    one, _ = recorded(deal("A"))
    tables = [Seated(Seating((*persons("ABC"), zoe), 4, "B")) for zoe in (ZOE, other)]
    clocks = [clock_of("y" if there_first else "a"), clock_of("b")]
    played = [one.add(seats, clock()) for seats, clock in zip(tables, clocks, strict=True)]
    here, there = [
        each.record(deal("B", "ABCZ"), clock()) for each, clock in zip(played, clocks, strict=True)
    ]
    both = merged(here, there)
    assert both == merged(there, here)
    assert len(both.sheet.hands) == 2
    first = other if there_first else ZOE
    last = both.sheet.rows[-1].id
    assert [both.table.person("Z"), both.table.seating.people[3], both.seating_at(last).people[3]] == [
        first
    ] * 3
    for again in (ZOE, other):
        later = both.add(Seated(Seating((again, *persons("ABC")), 4, "A")), clocks[0]())
        assert later.table.person("Z") == later.table.seating.people[0] == first


# -- notes, and when something last happened ---


def test_notes_on_hands_and_on_the_evening() -> None:
    one, clock = recorded(*S1[:2])
    noted = one.add(Noted("what a hand!", e(1)), clock()).add(Noted("at Anne’s"), clock())
    assert noted.table.notes == {e(1): "what a hand!", None: "at Anne’s"}
    assert noted.sheet.rows == one.sheet.rows
    assert noted.add(Noted("", e(1)), clock()).table.notes == {None: "at Anne’s"}
    first, second = noted.sheet.rows
    assert (noted.remarks(first), noted.remarks(second)) == (["what a hand!"], [])
    fined = one.record(Deal("A", penalty("A", ("B",), 5, "late")), clock())
    assert fined.remarks(fined.sheet.rows[-1]) == ["late"]


def test_a_new_name_or_a_note_is_no_event_of_the_game() -> None:
    one, clock = recorded(deal("A"))
    quiet = renamed(one.add(Noted("so"), clock()), clock(), "Chez Anne")
    assert quiet.last_at == quiet.undo(clock()).last_at == one.last_at == "2026-11-21T20:01:00.000Z"
    over = quiet.add(Ended(), clock())
    assert over.last_at == over.events[-1].at
    back = over.undo(clock())
    assert back.last_at == back.events[-1].at


# -- teams and guests ---


def team(members: str) -> Person:
    return Person("T", "Les Rois", 1, members=tuple(Member(id_, f"name of {id_}") for id_ in members))


def test_a_team_holds_a_seat() -> None:
    rois = team("xy")
    assert [each.id for each in rois.players] == ["x", "y"]
    assert rois.names == ("Les Rois", "name of x", "name of y")
    assert (FARID.players, replace(FARID, guest=True).players) == ((Member("F", "Farid"),), ())
    one = table((rois, *persons("BCD")), scheme=FFT)
    assert one.record(deal("T", "TBCD"), clock_of()()).sheet.totals[0] > 0


# -- what cannot be ---


IMPOSSIBLE: list[tuple[Callable[[], object], str]] = [
    (lambda: seating("AB", 1), "a hand is played by 2 to 5"),
    (lambda: seating("ABCDEF", 6), "a hand is played by 2 to 5"),
    (lambda: seating("ABC", 4), "3 people cannot fill 4 seats"),
    (lambda: seating("ABCDEFGHA", 5), "9 people cannot fill 5 seats"),
    (lambda: seating("ABCA", 4), "a person sits at the table twice"),
    (lambda: seating("ABCD", dealer="Z"), "the first dealer is not at the table"),
    (lambda: Seating((team("By"), *persons("BCD")), 4, "T"), "sits there twice"),
    (lambda: Seating((team("xB"), *persons("BCD")), 4, "T"), "sits there twice"),
    (lambda: team("x"), "2 to 4 different members"),
    (lambda: team("xx"), "2 to 4 different members"),
    (lambda: team("xyx"), "2 to 4 different members"),
    (lambda: Renamed(), "nobody and nothing"),
    (lambda: Renamed(people=(NewName("A", "Anne"), NewName("A", "Annie"))), "two names"),
    (lambda: TakeOver("A", "A"), "their own score"),
    (lambda: adjustment(1, "AB", 1, 1), "does not sum to zero"),
    (lambda: adjustment(1, "AB", 0, 0), "changes nothing"),
    (lambda: adjustment(1, "AA", 1, -1), "names a person twice"),
    (lambda: adjustment(3, "AB", 1, -1), "parts of a point"),
    (lambda: AgreedLength(hands=1, deals=1), "one length"),
    (lambda: AgreedLength(hands=1, until="2026-11-21T12:00:00Z"), "one length"),
    (lambda: AgreedLength(deals=1, until="2026-11-21T12:00:00Z"), "one length"),
    (lambda: Rate(currency="\n"), "can be seen"),
    (lambda: Rate(currency="a\u202eb"), "can be seen"),
]


def adjustment(unit: int, ids: str, *amounts: int) -> Adjustment:
    return Adjustment(AdjustmentKind.OTHER, tuple(map(Share, ids, amounts)), unit=unit)


@pytest.mark.parametrize(("make", "message"), IMPOSSIBLE)
def test_impossible_values_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(Invalid, match=message):
        make()


def test_a_change_without_effect_returns_the_same_evening() -> None:
    one, clock = recorded(deal("A"))
    one = one.add(Noted("so"), clock()).add(RateAgreed(Rate(cents=1000)), clock())
    same = Renamed(one.table.title, (NewName("A", "name of A"),))
    assert not same.has_effect(one)
    for change in (
        Seated(seating("ABCD", dealer="B")),
        same,
        Noted("so"),
        Noted("", e(1)),
        LengthAgreed(OPEN),
        RateAgreed(Rate(cents=1000)),
        Ended(False),
        RulesChanged(one.table.rules.now),
    ):
        assert one.add(change, clock()) is one
