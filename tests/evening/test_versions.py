"""The versions of a row: corrected, struck out, restored, undone, and chosen where devices disagree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum

import pytest
from evenings import CREATED, PASSED, S1, clock_of, deal, e, hand, persons, recorded, ruled, stamps, table
from random_evenings import COMMANDS, RULES, any_hand, last_driven, merged, told

from scorepad.evening.adjustment import gift
from scorepad.evening.deal import Agreed, Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import MAX_NEW_SEQ, Stamp
from scorepad.evening.events import Change, Dealt, Event, Noted, Renamed, Seated, Undone
from scorepad.evening.people import NewName, Seating
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import Misere, MisereKind, Poignee, PoigneeSize


@pytest.mark.promise("The evening", "A corrected hand changes all totals after it.")
def test_a_correction_changes_all_totals_below_it() -> None:
    one, clock = recorded(*S1)
    right = deal("B", taker="B", points=49, bouts=3)  # no petit au bout: (25 + 13) × 2 = 76, not 96
    corrected = one.correct(e(2), right, clock(), reason="no petit")
    assert [row.totals for row in corrected.sheet.rows] == [
        (240, -80, -80, -80),
        (164, 148, -156, -156),
        (236, 220, -372, -84),
        (206, 190, -282, -114),
        (128, 112, -360, 120),
    ]
    entry = corrected.sheet.row(e(2))
    assert entry.deal == right
    assert entry.number == 2
    assert entry.current.reason == "no petit"
    assert [event.id for event in entry.versions] == [e(2), e(6)]
    agreed = Agreed((("A", -76), ("B", 228), ("C", -76), ("D", -76)))
    assert entry.current.change == Dealt(right, e(2), (e(2),), agreed)
    assert entry.conflicting == ()


@pytest.mark.promise("The evening", "A hand that is struck out stays in the list, and does not count.")
def test_a_voided_deal_stays_on_the_sheet_and_counts_nothing() -> None:
    one, clock = recorded(*S1)
    struck = one.correct(e(2), None, clock(), reason="misdeal")
    assert [row.number for row in struck.sheet.rows] == [1, 2, 3, 4, 5], "a number is kept"
    entry = struck.sheet.row(e(2))
    assert entry.voided
    assert entry.deal == S1[1]
    assert entry.amounts == (-96, 288, -96, -96)
    assert entry.totals == struck.sheet.row(e(1)).totals
    assert struck.sheet.totals == (204, -116, -284, 196)
    assert [row.id for row in struck.sheet.counting_rows] == [e(1), e(3), e(4), e(5)]
    restored = struck.restore(e(2), clock(), reason="it counts")
    assert restored.sheet.totals == one.sheet.totals
    assert restored.sheet.row(e(2)).current.reason == "it counts"
    assert [restored.brings_back(event) for event in restored.history_of(one.events[1])] == [
        False,
        False,
        True,
    ]


def test_a_voided_deal_shows_the_hand_that_was_struck_out() -> None:
    one, clock = recorded(S1[0])
    struck = one.correct(e(1), None, clock())
    corrected = struck.correct(e(1), deal(points=57), clock())
    assert not corrected.sheet.row(e(1)).voided
    twice = corrected.correct(e(1), None, clock()).correct(e(1), None, clock())
    assert twice.sheet.row(e(1)).deal == deal(points=57)
    assert corrected.undo(clock()).restore(e(1), clock()).sheet.row(e(1)).deal == S1[0]
    for entry, version in ((e(9), e(1)), (e(1), e(9))):
        with pytest.raises(KeyError):
            corrected.choose(entry, version, clock())
    chosen = corrected.choose(e(1), e(1), clock())
    assert [event.id for event in chosen.sheet.row(e(1)).versions][:3] == [e(1), e(2), e(3)]
    assert chosen.sheet.row(e(1)).deal == S1[0]


def test_an_event_tells_whether_it_brings_back_an_earlier_version() -> None:
    one, clock = recorded(S1[0])
    one = one.correct(e(1), deal(points=57), clock()).correct(e(1), S1[0], clock())
    one = one.correct(e(1), None, clock()).restore(e(1), clock()).correct(e(1), S1[0], clock())
    brings = [one.brings_back(event) for event in one.events]
    assert brings == [False, False, True, False, True, False], "the last one changes nothing"
    both, _, yours = two_corrections()
    settled = both.correct(e(1), yours, clock())
    assert settled.brings_back(settled.events[-1]), "of two versions, the one that counted"


# -- undo ---


def test_undo_names_the_event_that_it_takes_back() -> None:
    one, clock = recorded(*S1[:2])
    assert one.undoable == one.events[1]
    undone = one.undo(clock())
    assert (undone.undoable, undone.redoable) == (one.events[0], one.events[1])
    assert undone.events[-1].change == Undone(e(2))
    assert undone.subject(undone.events[-1]) == one.events[1]
    redone = undone.redo(clock())
    assert redone.events[-1].change == Undone(e(2), redone=True)
    assert (redone.undoable, redone.redoable) == (one.events[1], None)


def test_a_recording_that_was_undone_is_no_row() -> None:
    one, clock = recorded(*S1[:2])
    undone = one.undo(clock())
    assert ([row.id for row in undone.sheet.rows], undone.sheet.next_number) == ([e(1)], 2)
    assert undone.row_of(undone.events[-1]) is None
    assert [event.id for event in undone.history_of(undone.events[-1])] == [e(2), e(3)]
    again = undone.record(S1[2], clock())
    assert [(row.id, row.number) for row in again.sheet.rows] == [(e(1), 1), (e(4), 2)]


def test_an_undo_of_an_earlier_event_takes_back_nothing_else() -> None:
    start, clock = recorded(*S1[:2])
    both = merged(start.undo(clock_of("a")()), start.record(S1[2], clock_of("b")()))
    assert [row.id for row in both.sheet.rows] == [e(1), e(1, "b", seq=3)]
    assert both.undoable == both.event(e(1, "b", seq=3))
    assert [row.id for row in both.undo(clock()).sheet.rows] == [e(1)]


# -- two devices ---


def two_corrections() -> tuple[Evening, Deal, Deal]:
    """A deal that two devices, knowing nothing of each other, corrected; the second one's counts."""
    start, _ = recorded(*S1[:2])
    mine, yours = deal("A", points=57), deal("A", points=58)
    here = start.correct(e(1), mine, clock_of("a")())
    return merged(here, start.correct(e(1), yours, clock_of("b")())), mine, yours


def test_two_corrections_of_one_deal_are_a_conflict() -> None:
    both, mine, yours = two_corrections()
    (entry,) = both.sheet.conflicts
    assert entry.id == e(1)
    assert entry.deal == yours
    assert entry.current.id == e(1, "b", seq=3)
    assert [event.deal for event in entry.conflicting] == [mine, yours]
    assert [event.id for event in entry.versions] == [e(1), e(1, "a", seq=3), e(1, "b", seq=3)]


SETTLING: dict[str, Callable[[Evening, Stamp], Evening]] = {
    "the other one": lambda one, stamp: one.choose(e(1), e(1, "a", seq=3), stamp),
    "the same one": lambda one, stamp: one.restore(e(1), stamp),
    "a third one": lambda one, stamp: one.correct(e(1), deal("A", points=59), stamp),
    "none": lambda one, stamp: one.correct(e(1), None, stamp),
}


@pytest.mark.promise(
    "The evening", "Of two corrections of one hand the table chooses one, and can undo the choice."
)
@pytest.mark.parametrize("settling", SETTLING)
def test_the_table_settles_a_conflict(settling: str) -> None:
    both, mine, yours = two_corrections()
    clock = clock_of("c")
    settled = SETTLING[settling](both, clock())
    assert settled.sheet.conflicts == ()
    entry = settled.sheet.row(e(1))
    assert entry.deal == {"the other one": mine, "a third one": deal("A", points=59)}.get(settling, yours)
    assert entry.current.replaces == (e(1, "b", seq=3), e(1, "a", seq=3))
    undone = settled.undo(clock())
    assert [event.deal for event in undone.sheet.row(e(1)).conflicting] == [mine, yours]
    assert told(undone) == told(both)
    assert undone.redo(clock()).sheet.conflicts == ()


def test_a_later_correction_of_one_device_does_not_hide_the_other() -> None:
    start, _ = recorded(S1[0])
    clock = clock_of("b")
    here = start.correct(e(1), deal("A", points=57), clock_of("a")())
    there = start.correct(e(1), deal("A", points=58), clock()).correct(e(1), None, clock())
    (entry,) = merged(here, there).sheet.conflicts
    assert entry.voided
    assert entry.deal == deal("A", points=58)
    assert [event.id for event in entry.conflicting] == [e(1, "a", seq=2), e(2, "b", seq=3)]


def test_a_correction_of_a_recording_that_another_device_undid_is_a_conflict() -> None:
    start, clock = recorded(S1[0])
    corrected = start.correct(e(1), deal(points=57), clock_of("b")())
    (entry,) = merged(start.undo(clock_of("a")()), corrected).sheet.conflicts
    assert [event.id for event in entry.conflicting] == [e(1, "a", seq=2), e(1, "b", seq=2)]
    chosen = merged(start.undo(clock_of("a")()), corrected).choose(e(1), e(1, "a", seq=2), clock())
    assert chosen.sheet.row(e(1)).voided


# -- what is refused, and where ---


NEW = e(1, seq=9)
"""The id of the event that is refused."""
RENAMED = tuple(replace(person, name=person.id) for person in persons("ABCD"))


@pytest.mark.parametrize(
    ("change", "where", "reason"),
    [
        (Dealt(Deal("Z", PASSED)), "deal/dealer", Fault.STRANGER),
        (Dealt(Deal("A", hand("ABCZ"))), "deal/players", Fault.STRANGER),
        (Dealt(Deal("A", gift("A", "Z", 5))), "deal/players", Fault.STRANGER),
        (Dealt(Deal("A", hand("ABCA"))), "deal/hand/players", Fault.TWICE),
        (Dealt(Deal("A", hand("A"))), "deal/hand/players", Fault.TWICE),
        (Dealt(deal(partner="A")), "deal/hand/partner", Fault.TWICE),
        (Dealt(deal(partner="Z")), "deal/hand", Fault.STRANGER),
        (Dealt(deal(taker="Z")), "deal/hand", Fault.STRANGER),
        (Dealt(deal(poignees=(Poignee("Z", PoigneeSize.SINGLE),))), "deal/hand", Fault.STRANGER),
        (Dealt(deal(miseres=(Misere("Z", MisereKind.NO_TRUMPS),))), "deal/hand", Fault.STRANGER),
        (Dealt(deal(), "nowhere"), "entry", Fault.NO_DEAL),
        (Dealt(entry="nowhere"), "entry", Fault.NO_DEAL),
        (Dealt(), "deal", Fault.NO_DEAL),
        (Dealt(deal(), e(1), ("gone",)), "replaces", Fault.UNKNOWN_EVENT),
        (Dealt(deal(), e(1), (NEW,)), "replaces", Fault.UNKNOWN_EVENT),
        (Dealt(deal(), e(1), (e(1), e(2))), "replaces", Fault.UNKNOWN_EVENT),
        (Undone(NEW), "event", Fault.UNKNOWN_EVENT),
        (Undone("gone"), "event", Fault.UNKNOWN_EVENT),
        (Noted("x", "gone"), "entry", Fault.NO_DEAL),
        (Renamed(people=(NewName("Z", "Zoé"),)), "people", Fault.STRANGER),
        (Seated(Seating(RENAMED, 4, "A")), "seating/people", Fault.CONTRADICTION),
    ],
)
def test_an_event_that_contradicts_the_evening_is_refused(
    change: Change, where: str, reason: StrEnum
) -> None:
    """A file of somebody else may bring it, in an evening that is there or in a whole one.

    The first event is a hand, the second one a note.
    """
    one, clock = recorded(S1[0])
    noted = one.add(Noted("x", e(1)), clock())
    event = replace(one.events[0], seq=9, change=change)
    assert event.id == NEW
    for start, new in ((noted, [event]), (Evening.of(one.start), [*noted.events, event])):
        with pytest.raises(Invalid) as refused:
            start.with_events(new)
        assert (refused.value.path, refused.value.fault) == ((f"event {NEW}", *where.split("/")), reason)


def test_an_event_counts_once() -> None:
    one, _ = recorded(*S1[:2])
    with pytest.raises(Invalid) as refused:
        one.with_events([replace(one.events[1], change=Noted("another"))])
    assert (refused.value.path, refused.value.fault) == ((f"event {e(2)}", "id"), Fault.TWICE)


def test_an_undo_of_a_later_event_is_refused() -> None:
    one, _ = recorded(S1[0])
    early = replace(one.events[0], at="2025-12-31T00:00:00Z", change=Undone(e(1)))
    with pytest.raises(Invalid) as refused:
        one.with_events([early])
    assert (refused.value.path, refused.value.fault) == ((f"event {early.id}", "event"), Fault.UNKNOWN_EVENT)


def test_a_version_that_replaces_nothing_is_in_conflict() -> None:
    one, clock = recorded(S1[0])
    loose = one.add(Dealt(entry=e(1)), clock())
    assert len(loose.sheet.row(e(1)).conflicting) == 2
    assert told(loose.undo(clock())) == told(one)


def test_each_event_has_a_place_of_its_own_even_where_numbers_and_time_stand_still() -> None:
    first = Event(seq=MAX_NEW_SEQ, at="2026-11-21T20:00:00.000Z", device="here", change=Noted("x"))
    evening, stamp = Evening.of(table(4).start, [first]), Stamp(first.at, "here")
    for number in range(30):
        evening = evening.add(Noted(f"note {number}"), stamp)
    assert len({event.id for event in evening.events}) == 31
    assert [event.change for event in evening.events[1:]] == [Noted(f"note {number}") for number in range(30)]
    assert evening.undo(stamp).undo(stamp).table.note_on(None) == "note 27"


def test_an_event_is_found_by_its_id() -> None:
    evening, _ = recorded(S1[0])
    assert evening.find(e(1)) is evening.events[-1]
    assert evening.find("unknown") is evening.find(None) is None


# -- hands that were forgotten ---


AS_THEN = {name: COMMANDS[name] for name in COMMANDS if name != "insert"} | RULES


@pytest.mark.promise(
    "The evening",
    "A hand that was forgotten is inserted before another one: the sheet is as if it had been recorded then.",
)
@pytest.mark.parametrize("seed", range(200))
def test_an_inserted_hand_counts_as_if_it_had_been_recorded_then(seed: int) -> None:
    """At every place of an evening with other people, other rules, mouches and corrections; undo takes it back."""
    rng = random.Random(seed)
    evening = last_driven(rng, table(rng.choice((3, 4, 5))), 25, stamps(), AS_THEN)
    for row in evening.sheet.rows:
        place = evening.events.index(row.recorded)
        dealer, rules = evening.dealer_before(row.id), evening.rules_at(row.id)
        new = Deal(dealer, any_hand(evening.seating_at(row.id).players(dealer), rules, rng))
        inserted = evening.record(new, Stamp("2026-02-01T00:00:00Z"), row.id)
        at_once = Evening.of(evening.start, with_one_more(evening, place, new))
        assert facts(inserted) == facts(at_once)
        assert inserted.dealer == at_once.dealer
        undone = inserted.undo(Stamp("2026-02-01T00:01:00Z"))
        assert (facts(undone), undone.dealer) == (facts(evening), evening.dealer)


def with_one_more(evening: Evening, place: int, new: Deal) -> Iterator[Event]:
    """The events with a deal recorded at a place, by the same device, whose clock was late."""
    there = evening.events[place]
    yield from evening.events[:place]
    yield replace(there, at="2026-01-01T00:00:00Z", change=Dealt(new), reason="")
    yield from evening.events[place:]


def facts(evening: Evening) -> list[tuple[object, ...]]:
    """The facts of the rows of a sheet."""
    return [
        (row.number, row.deal, row.rules, row.amounts, row.totals, row.moves, row.pot, row.voided)
        for row in evening.sheet.rows
    ]


def test_several_hands_before_one_row_are_in_their_own_order() -> None:
    """Also if one of them was inserted before another, or if that one is undone; devices agree."""
    one, clock = recorded(*S1)
    x, y, z, w = map(e, range(6, 10))
    for before in (e(3), e(3), x, y):
        one = one.record(S1[0], clock(), before)
    assert [row.id for row in one.sheet.rows] == [e(1), e(2), z, x, w, y, e(3), e(4), e(5)]
    assert [row.number for row in one.sheet.rows] == [*range(1, 10)]
    assert Evening.of(one.start, reversed(one.events)).sheet.rows == one.sheet.rows
    without = one.add(Undone(x), clock())
    assert [row.id for row in without.sheet.rows] == [e(1), e(2), z, w, y, e(3), e(4), e(5)]


def test_the_rules_of_a_long_chain_of_inserted_hands_are_those_of_its_last_row() -> None:
    """Each before the one inserted last, as a hostile file may have it: as many steps as hands."""
    one, clock = recorded(*S1)
    one = ruled(one, "contre_5", clock, from_now=True)
    before, late = e(2), list[Event]()
    for seq in range(100, 2_100):
        late.append(Event(seq=seq, at=CREATED, device="", change=Dealt(S1[0], before=before)))
        before = late[-1].id
    long = one.with_events(late)
    inserted = [event.id for event in reversed(late)]
    assert [row.id for row in long.sheet.rows] == [e(1), *inserted, e(2), e(3), e(4), e(5)]
    assert {row.place for row in long.sheet.rows[1:-3]} == {one.sheet.rows[1].place}
    assert {row.rules.id for row in long.sheet.rows} == {"fft"}


def test_the_dealer_of_an_inserted_hand_is_the_one_in_turn() -> None:
    one, clock = recorded(*S1)
    assert [one.dealer_before(row.id) for row in one.sheet.rows] == [
        row.deal.dealer for row in one.sheet.rows
    ]
    seated = one.add(Seated(Seating(persons("ABCDE"), 4, "E")), clock())
    later = seated.record(deal("E", "ABCD"), clock())
    assert later.dealer_before(later.sheet.rows[-1].id) == "E", "the first dealer of the new table"


@pytest.mark.parametrize("before", [e(9), e(1)])
def test_a_hand_is_inserted_only_once_and_before_a_known_row(before: str) -> None:
    one, clock = recorded(*S1)
    again = Dealt(S1[0], e(2), (e(2),), before=before)
    with pytest.raises(Invalid) as refused:
        one.add(again if before == e(1) else Dealt(S1[0], before=before), clock())
    assert refused.value.fault is Fault.UNKNOWN_EVENT
