"""An evening is what its events say: in any order of arrival, whatever was undone, to the last point."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace

import pytest
from random_evenings import CHANGES, MOUCHES, PEOPLE, SCHEMES, SHARED, Clock, begun, done, driven

from scorepad.codec import Invalid
from scorepad.evening import dealing
from scorepad.evening.adjustment import gift
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Dealt, Ended, Event, RulesChanged, Seated, Undone
from scorepad.evening.people import Conflict, Seating
from scorepad.evening.sheet import Sheet
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.tarot.scheme import FivePlayers
from scorepad.tarot.scheme_data import shipped_scheme

SEEDS = range(12)


def last(r: random.Random, steps: int, clock: Clock | None = None) -> Evening:
    """An evening after so many commands."""
    start = begun(r)
    return (deque(driven(r, start, steps, clock or Clock()), maxlen=1) or [start])[0]


def told(evening: Evening) -> tuple[object, ...]:
    """All that anybody can see of an evening, its rows' histories left out."""
    table, sheet = evening.table, evening.sheet
    return (
        replace(table, known={}, history={}),
        table.seating,
        [replace(entry, history=(), conflicting=()) for entry in sheet.entries],
        (sheet.people, sheet.unit, sheet.totals, sheet.pot, sheet.standings, sheet.curve),
        (evening.dealer, evening.progress(), dealing.dealt(table, sheet.deals), evening.schemes),
        [entry.id for entry in sheet.recounted],
    )


# -- undo and redo ---


@pytest.mark.parametrize("name", CHANGES)
def test_undo_leaves_what_was_before_and_redo_what_was_undone(name: str) -> None:
    """For every kind of change, whatever happened before."""
    tried = 0
    for seed in SEEDS:
        r, clock = random.Random(seed), Clock()
        before = last(r, 25, clock)
        after = done(name, r, before, clock(), CHANGES)
        if after is None:
            continue
        tried += 1
        assert told(after.undo(clock())) == told(before), seed
        assert told(after.undo(clock()).redo(clock())) == told(after), seed
    assert tried > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_to_the_beginning_and_redo_to_the_end(seed: int) -> None:
    r, clock = random.Random(seed), Clock()
    start = begun(r)
    now, states = start, [told(start)]
    for now in driven(r, start, 30, clock, CHANGES):
        states.append(told(now))
    for state in reversed(states[:-1]):
        now = now.undo(clock())
        assert told(now) == state
    assert now.undoable is None
    for state in states[1:]:
        now = now.redo(clock())
        assert told(now) == state
    assert now.redoable is None
    with pytest.raises(ValueError, match="nothing to redo"):
        now.redo(clock())


def test_something_new_ends_the_redo() -> None:
    r, clock = random.Random(1), Clock()
    evening = last(r, 20, clock)
    undone = evening.undo(clock())
    assert undone.redoable == evening.undoable
    assert undone.add(Ended(not undone.table.ended), clock()).redoable is None


def test_what_is_unknown_cannot_be_undone() -> None:
    evening = begun(random.Random(1))
    with pytest.raises(Invalid) as refused:
        evening.add(Undone("stranger"), Clock()())
    assert (refused.value.reason, refused.value.path[-1]) == (Conflict.UNKNOWN_EVENT, "event")


# -- events of several devices ---


def apart(seed: int, devices: int = 2) -> list[Evening]:
    """An evening as several devices went on with it, none of which knew of the others."""
    r = random.Random(seed)
    common = last(r, 15, Clock("common"))
    return [deque(driven(r, common, 12, Clock(name)), maxlen=1)[0] for name in "abc"[:devices]]


def merged(evening: Evening, other: Evening) -> Evening:
    """The evening with the events that only another device has."""
    have = {event.id for event in evening.events}
    return evening.with_events([event for event in other.events if event.id not in have])


@pytest.mark.parametrize("seed", SEEDS)
def test_devices_agree_whatever_comes_first(seed: int) -> None:
    first, second, third = apart(seed, 3)
    one = merged(merged(first, second), third)
    other = merged(third, merged(second, first))
    assert told(one) == told(other)
    assert one == other
    assert merged(one, second) == one, "what is known brings nothing"


@pytest.mark.parametrize("seed", SEEDS)
def test_it_does_not_matter_how_events_arrive(seed: int) -> None:
    """One by one, all at once, or in any order: rows that are kept are as those that are counted anew."""
    r = random.Random(seed)
    evening = merged(*apart(seed))
    events = list(evening.events)
    whole = Evening.of(evening.start, events)
    r.shuffle(events)
    assert whole == Evening.of(evening.start, events) == evening
    grown = Evening.of(evening.start)
    for event in evening.events:
        grown = grown.with_events([event])
    assert grown == evening


def test_of_two_corrections_the_table_chooses_one() -> None:
    chosen = 0
    for seed in range(30):
        evening, clock = merged(*apart(seed)), Clock("later")
        for entry in [each for each in evening.sheet.entries if each.conflicting]:
            assert entry.current is entry.conflicting[-1], "the last one counts until then"
            for version in entry.conflicting:
                after = evening.choose(entry.id, version.id, clock())
                row = after.sheet.entry(entry.id)
                assert (row.conflicting, row.voided) == ((), version.deal is None)
                assert version.deal is None or row.deal == version.deal
                assert told(after.undo(clock())) == told(evening)
                chosen += 1
    assert chosen > 10


def test_an_event_comes_once() -> None:
    evening = last(random.Random(2), 5)
    with pytest.raises(Invalid) as refused:
        evening.with_events(evening.events[:1])
    assert refused.value.reason is Conflict.TWICE


# -- the sheet ---


def balanced(sheet: Sheet) -> bool:
    """Whether after every row the totals and the mouches sum to zero."""
    return all(sum(entry.totals) + sum(entry.pot) == 0 for entry in sheet.entries)


@pytest.mark.parametrize("seed", SEEDS)
def test_totals_and_mouches_sum_to_zero_by_any_rules(seed: int) -> None:
    r = random.Random(seed)
    for evening in driven(r, begun(r), 40, Clock()):
        assert balanced(evening.sheet)
    for scheme in SCHEMES:
        assert balanced(evening.by(scheme)), scheme.id


@pytest.mark.parametrize("seed", SEEDS)
def test_by_its_own_rules_an_evening_has_its_own_totals(seed: int) -> None:
    clock = Clock()
    for evening in driven(r := random.Random(seed), begun(r), 25, clock):
        scheme = r.choice(SCHEMES)
        by = evening.by(scheme)
        if evening.table.rules.whole == scheme:
            continue
        if by.left_out:
            with pytest.raises(ValueError, match="do not fit"):
                evening.add(RulesChanged(scheme), clock())
        else:
            after = evening.add(RulesChanged(scheme), clock()).sheet
            assert (after.totals, after.pot, after.unit) == (by.totals, by.pot, by.unit)


# -- what went wrong once ---


def four(scheme_id: str = "fft") -> Evening:
    """Four at the table, A deals."""
    evening = begun(random.Random(3))
    seating = Seating(tuple(PEOPLE[:4]), 4, "A")
    start = replace(evening.start, seating=seating, scheme=shipped_scheme(scheme_id))
    return Evening.of(start)


def garde(players: str = "ABCD", **facts: object) -> Hand:
    """A garde of the first, just made."""
    return replace(
        Hand(players=tuple(players), taker=players[0], bid=Bid.GARDE, bouts=2, half_points=82),
        **facts,  # type: ignore[arg-type]
    )


def test_who_was_seated_and_undone_leaves_no_column() -> None:
    evening, clock = four(), Clock()
    five = Seating(tuple(PEOPLE[:5]), 4, "E")
    seated = evening.add(Seated(five), clock())
    played = seated.record(Deal("E", garde()), clock())
    assert [person.id for person in played.sheet.people] == [*"ABCDE"]
    assert [person.id for person in played.undo(clock()).undo(clock()).sheet.people] == [*"ABCD"]


def test_a_score_taken_over_twice_and_undone_leaves_no_column() -> None:
    evening, clock = four().record(Deal("A", garde()), (clock := Clock())()), Clock("b")
    over = evening.take_over("A", PEOPLE[4], clock()).take_over("B", PEOPLE[5], clock())
    assert [person.id for person in over.sheet.people] == [*"ABCDEF"]
    assert told(over.undo(clock()).undo(clock())) == told(evening)


def test_who_paid_a_stake_and_left_keeps_the_score() -> None:
    """E sits down as the fifth at four, all pass and pay a stake, and E leaves: also by other rules."""
    clock = Clock()
    for scheme in (MOUCHES, shipped_scheme()):
        evening = Evening.of(replace(four().start, scheme=scheme))
        five = evening.add(Seated(Seating(tuple(PEOPLE[:5]), 4, "A")), clock())
        passed = five.record(Deal("A", ThrownIn.ALL_PASSED), clock())
        left = passed.add(Seated(Seating(tuple(PEOPLE[:4]), 4, "B")), clock())
        sheet = left.by(MOUCHES)
        assert balanced(sheet)
        assert dict(zip([person.id for person in sheet.people], sheet.totals, strict=True))["E"] == -10
    assert balanced(left.sheet)


def test_half_a_point_that_was_undone_does_not_change_the_shares_of_the_mouches() -> None:
    clock = Clock()
    three = Evening.of(replace(four().start, seating=Seating(tuple(PEOPLE[:3]), 3, "A"), scheme=SHARED))
    passed = three.record(Deal("A", ThrownIn.ALL_PASSED), clock())
    half = replace(gift("A", "B", 1), unit=2)
    ended = passed.record(Deal("B", half), clock()).undo(clock()).add(Ended(), clock())
    assert told(ended)[3] == told(passed.add(Ended(), clock()))[3]
    assert (ended.sheet.unit, ended.sheet.totals, sum(ended.sheet.pot)) == (1, (-4, 1, 1), 2)


def test_a_correction_of_nothing_is_refused() -> None:
    """A file of somebody else may bring one."""
    evening, clock = four().record(Deal("A", garde()), (clock := Clock())()), Clock("b")
    for change, reason in (
        (Dealt("nowhere", Deal("A", garde())), Conflict.NO_DEAL),
        (Dealt("nowhere"), Conflict.NO_DEAL),
        (Dealt("e1", Deal("A", garde()), ("nothing",)), Conflict.UNKNOWN_EVENT),
    ):
        with pytest.raises(Invalid) as refused:
            evening.add(change, clock())
        assert refused.value.reason is reason
    loose = evening.add(Dealt("e1", None), clock())  # it replaces nothing: in conflict with what is there
    assert len(loose.sheet.entry("e1").conflicting) == 2
    assert told(loose.undo(clock())) == told(evening)


def test_the_highest_number_does_not_lock_an_evening() -> None:
    evening = four()
    event = Event(
        id="far", seq=2**53, at="2026-01-01T00:00:00Z", device="x", change=Dealt("far", Deal("A", garde()))
    )
    far = evening.with_events([event])
    after = far.record(Deal("B", garde()), Clock("y")())
    assert len(after.sheet.hands) == 2
    assert after.events[-1].seq == 2**53


def test_rules_that_do_not_fit_are_refused_and_left_out_alike() -> None:
    clock = Clock()
    five = Evening.of(replace(four().start, seating=Seating(tuple(PEOPLE[:5]), 5, "A")))
    called = five.record(Deal("A", garde("ABCDE", partner="B")), clock())
    fft = shipped_scheme()
    alone = replace(fft, id="alone", table=replace(fft.table, five_players=FivePlayers.ALONE))
    assert called.by(alone).left_out == 1
    with pytest.raises(ValueError, match="do not fit"):
        called.add(RulesChanged(alone), clock())
