"""Hands that two devices recorded for the same turn: the same facts count once, other facts are left to somebody."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest
from evenings import after, by_dealer, clock_of, deal, gardes, hand, table
from random_evenings import COMMANDS, Commands, done, last_driven, merged, possible_hand, told

from scorepad.evening.adjustment import gift
from scorepad.evening.deal import Deal, same_facts
from scorepad.evening.doubles import MAX_DEVICES, MAX_UNAWARE, doubles
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import MAX_NEW_SEQ, Stamp
from scorepad.evening.events import Change, Event, KeptApart, Noted
from scorepad.evening.folding import undone_of
from scorepad.faults import Fault, Invalid
from scorepad.tarot.hand import Poignee, PoigneeSize, ThrownIn

START = gardes(table("ABCD"), 2, clock_of("start"))
"""An evening of two hands before its devices part."""


def alike(*devices: str, hands: int = 1, start: Evening = START) -> list[Evening]:
    """The evening on several devices, each of which recorded the same next hands."""
    return [gardes(start, hands, clock_of(device)) for device in devices]


def together(*copies: Evening) -> Evening:
    """The evening with the events of all copies."""
    whole, *others = copies
    for each in others:
        whole = merged(whole, each)
    return whole


def facts(evening: Evening) -> list[tuple[object, ...]]:
    """What the sheet shows of each row."""
    return [(row.number, row.deal, row.voided, row.amounts, row.totals) for row in evening.sheet.rows]


# -- the same facts ---


@pytest.mark.promise("The evening", "A hand that several devices recorded with the same facts counts once.")
@pytest.mark.parametrize("devices", ["ab", "abc"])
@pytest.mark.parametrize("hands", [1, 2, 6])
def test_the_same_facts_count_once(devices: str, hands: int) -> None:
    copies = alike(*devices, hands=hands)
    for order in permutations(copies):
        whole = together(*order)
        assert facts(whole) == facts(copies[0])
        assert whole.dealer == copies[0].dealer
        assert whole.progress == copies[0].progress
        assert len(whole.events) == 2 + hands * len(devices), "the journal keeps all"
        assert not whole.sheet.doubtful
        assert [len(whole.sheet.doubles[row.id]) for row in whole.sheet.rows[2:]] == [
            len(devices) - 1
        ] * hands


@pytest.mark.parametrize("outcome", [by_dealer, ThrownIn.MISDEAL])
def test_a_deal_that_was_thrown_in_counts_once_too(outcome: ThrownIn) -> None:
    one, other = (after(START, outcome, at=clock_of(each)) for each in ("ann", "ben"))
    assert facts(together(one, other)) == facts(one)


def test_bonuses_may_be_declared_in_another_order() -> None:
    first, second = Poignee("A", PoigneeSize.SINGLE), Poignee("B", PoigneeSize.DOUBLE)
    one, other = deal(poignees=(first, second)), deal(poignees=(second, first))
    assert same_facts(one, other)
    assert not same_facts(one, deal(poignees=(first,)))
    assert not same_facts(one, replace(other, dealer="B"))
    assert not same_facts(one, None)


def test_a_row_that_is_left_out_leads_to_the_row_that_shows_the_hand() -> None:
    one, other = alike("ann", "ben")
    whole, left_out = together(one, other), other.events[-1]
    assert whole.sheet.row(left_out.id) is whole.sheet.row(one.events[-1].id)
    assert whole.row_of(left_out) is whole.sheet.rows[2]


def test_hands_go_on_after_the_copies_met() -> None:
    whole = together(*alike("ann", "ben", hands=3))
    for device in ("ann", "ben", "cleo"):
        later = gardes(whole, 2, clock_of(device))
        assert [row.number for row in later.sheet.rows] == [1, 2, 3, 4, 5, 6, 7]
        assert later.sheet.doubles.keys() == whole.sheet.doubles.keys()
        assert not later.sheet.doubtful


def test_what_each_device_did_besides_does_not_matter() -> None:
    """Notes, a hand that was taken back and recorded anew, and one that was corrected, before the copies met."""
    clock = clock_of("ann")
    ann = gardes(START, 1, clock).add(Noted("so"), clock()).undo(clock()).undo(clock())
    ann = after(gardes(ann, 1, clock), lambda now: replace(by_dealer(now), bouts=1), at=clock)
    ann = ann.correct(
        ann.sheet.rows[3].id, replace(ann.sheet.rows[3].deal, outcome=by_dealer(START)), clock()
    )
    right = Deal(ann.sheet.rows[3].deal.dealer, replace(by_dealer(START), taker="D"))
    ann = gardes(ann.correct(ann.sheet.rows[3].id, right, clock()), 1, clock)
    clock = clock_of("ben")
    ben = gardes(START, 1, clock)
    ben = gardes(ben.record(right, clock()), 2, clock)
    whole = together(ann, ben)
    assert facts(whole) == facts(ben)
    assert facts(together(ben, ann)) == facts(ben)


def test_a_forgotten_hand_that_both_insert_counts_once() -> None:
    row = START.sheet.rows[1].id
    forgotten = Deal("B", replace(by_dealer(START), bouts=3))
    one, other = (START.record(forgotten, clock_of(each)(), row) for each in ("ann", "ben"))
    assert facts(together(one, other)) == facts(one)
    elsewhere = START.record(forgotten, clock_of("cleo")(), START.sheet.rows[0].id)
    assert len(together(one, elsewhere).sheet.rows) == 4


def test_an_inserted_hand_does_not_change_the_turn_of_the_others() -> None:
    clock = clock_of("ann")
    one = gardes(START.record(deal("B"), clock(), START.sheet.rows[1].id), 2, clock)
    whole = together(one, *alike("ben", hands=2))
    assert facts(whole) == facts(one)


def test_a_forgotten_hand_before_a_hand_that_both_recorded_counts_once() -> None:
    """Each device names its own row; and where only one inserts, the hand stands before the row that is shown."""
    ann, ben = alike("ann", "ben", hands=3)
    forgotten = Deal("C", replace(by_dealer(START), bouts=3))
    inserted = [
        each.record(forgotten, Stamp("2026-11-21T23:00:00.000Z", device), each.sheet.rows[2].id)
        for each, device in ((ann, "ann"), (ben, "ben"))
    ]
    assert facts(together(*inserted)) == facts(inserted[0])
    ben = last(ben, *[Noted(f"note {number}") for number in range(6)])
    ben = ben.record(forgotten, Stamp("2026-11-21T23:00:00.000Z", "ben"), ben.sheet.rows[2].id)
    for whole in (together(ann, ben), together(ben, ann)):
        assert facts(whole) == facts(ben)


def last(evening: Evening, *changes: Change) -> Evening:
    """The evening after changes of its last device."""
    clock = clock_of(evening.events[-1].device)
    for each in changes:
        evening = evening.add(each, clock())
    return evening


def test_a_note_on_a_row_that_is_left_out_stands_at_the_hand() -> None:
    ann, ben = alike("ann", "ben")
    whole = together(ann, last(ben, Noted("hello", ben.sheet.rows[2].id)))
    row = whole.sheet.rows[2]
    assert whole.remarks(row) == ["hello"]
    removed = last(whole, Noted("", row.id))
    assert removed.remarks(row) == []
    assert whole.remarks(whole.sheet.rows[1]) == []


# -- corrections and undo ---


def versions(evening: Evening) -> list[tuple[object, ...]]:
    return [(row.deal, row.voided, row.totals) for row in evening.sheet.rows]


@pytest.mark.parametrize("by", ["ann", "ben", "cleo"])
@pytest.mark.parametrize("of", [0, 1])
def test_a_correction_is_one_for_all_rows_of_the_hand(by: str, of: int) -> None:
    copies = alike("ann", "ben", "dora")
    whole, right = together(*copies), deal("C", points=50)
    corrected = whole.correct(copies[of].events[-1].id, right, Stamp("2026-11-21T23:00:00.000Z", by))
    assert versions(corrected)[:2] == versions(whole)[:2]
    assert corrected.sheet.rows[2].deal == right
    assert len(corrected.sheet.rows) == 3
    assert not corrected.sheet.doubtful
    struck = corrected.correct(copies[of].events[-1].id, None, Stamp("2026-11-21T23:01:00.000Z", by))
    assert struck.sheet.rows[2].voided
    assert len(struck.sheet.rows) == 3
    restored = struck.restore(copies[1 - of].events[-1].id, Stamp("2026-11-21T23:02:00.000Z", by))
    assert versions(restored) == versions(corrected)


@pytest.mark.promise("The evening", "Undo takes back what can be seen, and redo brings exactly that back.")
@pytest.mark.parametrize("seed", range(40))
def test_each_undo_can_be_seen_and_redone(seed: int) -> None:
    r = random.Random(seed)
    whole = together(*alike("ann", "ben", "dora", hands=r.randint(1, 3)))
    clock, seen = clock_of("eve"), [whole]
    for _ in range(r.randint(0, 4)):
        row = r.choice(seen[-1].sheet.rows)
        other = replace(row.deal, outcome=possible_hand("ABCD", whole.rules_at(), r))
        changed = r.choice((other, None, "the next hand"))
        if isinstance(changed, str):
            seen.append(gardes(seen[-1], 1, clock))
        else:
            seen.append(seen[-1].correct(row.id, changed, clock()))
    evening, back = seen[-1], list[Evening]()
    while evening.undoable is not None:
        after_it = evening.undo(clock())
        assert facts(after_it) != facts(evening), "an undo that nobody sees"
        back.append(evening)
        evening = after_it
    assert facts(evening) == []
    while back:
        evening = evening.redo(clock())
        assert facts(evening) == facts(back.pop())


# -- other facts ---


def in_doubt() -> Evening:
    one = gardes(START, 2, clock_of("ann"))
    other = after(START, lambda now: hand("BCDA", 50), at=clock_of("ben"))
    return together(one, other)


@pytest.mark.promise(
    "The evening", "Two devices with other facts of one hand leave both on the sheet, in doubt."
)
def test_other_facts_are_in_doubt_until_somebody_decides() -> None:
    evening = in_doubt()
    ((one, other),) = evening.sheet.doubtful
    assert (one.number, other.number) == (3, 4)
    assert not evening.sheet.doubles
    assert len(evening.sheet.rows) == 5
    stamp = Stamp("2026-11-21T23:00:00.000Z", "eve")
    for kept, gone in ((one, other), (other, one)):
        decided = evening.correct(gone.id, None, stamp)
        assert not decided.sheet.doubtful
        assert [row.deal for row in decided.sheet.rows[2:]] == [kept.deal, evening.sheet.rows[4].deal]
        assert [row.number for row in decided.sheet.rows] == [1, 2, 3, 4], "the other one takes no number"
        undone = decided.undo(stamp)
        assert facts(undone) == facts(evening)
        assert facts(undone.redo(stamp)) == facts(decided)


def test_two_hands_are_kept_apart() -> None:
    evening = in_doubt()
    ((one, other),) = evening.sheet.doubtful
    stamp = Stamp("2026-11-21T23:00:00.000Z", "eve")
    apart = evening.keep_apart(other.id, stamp)
    assert isinstance(apart.events[-1].change, KeptApart)
    assert facts(apart) == facts(evening)
    assert not apart.sheet.doubtful
    assert apart.keep_apart(other.id, stamp) is apart
    assert apart.add(KeptApart(other.id, one.id), stamp) is apart
    assert apart.undo(stamp).sheet.doubtful
    same = apart.correct(other.id, one.deal, stamp)
    assert len(same.sheet.rows) == 5, "they stay two hands, even with the same facts"


def test_a_hand_that_is_kept_apart_counts_once_for_all_who_recorded_it() -> None:
    ann, ben, cleo = (
        START.record(Deal(START.dealer, hand("BCDA", points)), clock_of(device)())
        for device, points in (("ann", 40), ("ben", 50), ("cleo", 50))
    )
    whole = together(ann, ben, cleo)
    ((_, later),) = whole.sheet.doubtful
    apart = whole.keep_apart(later.id, Stamp("2026-11-21T23:00:00.000Z", "eve"))
    assert facts(apart) == facts(whole)
    assert not apart.sheet.doubtful
    assert apart.sheet.doubles == whole.sheet.doubles


def test_a_correction_to_the_same_facts_ends_the_doubt() -> None:
    evening = in_doubt()
    ((one, other),) = evening.sheet.doubtful
    same = evening.correct(other.id, one.deal, Stamp("2026-11-21T23:00:00.000Z", "eve"))
    assert not same.sheet.doubtful
    assert same.sheet.doubles == {one.id: (other.id,)}
    assert len(same.sheet.rows) == 4


def test_of_three_devices_two_may_agree() -> None:
    *agreeing, differing = (
        *alike("ann", "ben"),
        after(START, lambda now: hand("BCDA", 50), at=clock_of("cleo")),
    )
    for order in permutations((*agreeing, differing)):
        whole = together(*order)
        ((one, other),) = whole.sheet.doubtful
        assert len(whole.sheet.rows) == 4
        assert {len(whole.sheet.doubles.get(row.id, ())) for row in (one, other)} == {0, 1}


@pytest.mark.parametrize("name", ["entry", "other"])
def test_only_rows_are_kept_apart(name: str) -> None:
    wrong = replace(KeptApart(START.events[0].id, START.events[1].id), **{name: "nothing"})
    event = Event(seq=3, at="2026-11-21T23:00:00.000Z", device="eve", change=wrong)
    with pytest.raises(Invalid) as caught:
        START.with_events([event])
    assert (caught.value.fault, caught.value.path[1:]) == (Fault.NO_DEAL, (name,))


# -- what is no double ---


def test_other_rows_are_no_doubles() -> None:
    """Points without a hand, hands of another dealer, and hands of one device."""
    one, other = (after(START, gift("A", "B", 5), at=clock_of(each)) for each in ("ann", "ben"))
    assert len(together(one, other).sheet.rows) == 4
    one, other = (START.record(deal(dealer), clock_of(dealer)()) for dealer in "CD")
    assert len(together(one, other).sheet.rows) == 4
    assert doubles(gardes(START, 4, clock_of("start")).events) == {}


def test_a_device_that_knew_the_hand_recorded_another_one() -> None:
    """The next hand; and a hand of the same dealer, a round later."""
    one = gardes(START, 4, clock_of("ann"))
    other = gardes(one, 1, clock_of("ben"))
    assert doubles(other.events) == {}
    noted = one.add(Noted("so", one.sheet.rows[2].id), clock_of("ben")())
    assert doubles(gardes(noted, 4, clock_of("ben")).events) == {}


def test_the_last_numbers_tell_nothing() -> None:
    one, other = (
        START.with_events(
            [replace(gardes(START, 1, clock_of(each)).events[-1], seq=MAX_NEW_SEQ, device=each)]
        )
        for each in ("ann", "ben")
    )
    assert len(together(one, other).sheet.rows) == 4


def test_a_spare_name_is_no_other_device() -> None:
    one, other = (gardes(START, 1, clock_of(device)) for device in ("ann", "ann~002"))
    assert doubles([*START.events[:0], *together(one, other).events[2:]]) == {}


@pytest.mark.parametrize(("devices", "hands"), [(MAX_DEVICES + 1, 1), (2, MAX_UNAWARE)])
def test_more_than_a_table_has_is_not_compared(devices: int, hands: int) -> None:
    copies = alike(*[f"device {number}" for number in range(devices)], hands=hands)
    assert doubles(together(*copies).events) == {}
    assert len(doubles(together(*alike("ann", "ben", hands=20)).events)) == 20


LIKELY: Commands = {
    name: COMMANDS[name]
    for name in ("correct", "strike out", "restore", "note", "undo", "redo", "insert", "rules", "rename")
} | {
    "record": (
        25,
        lambda r, now, stamp: now.record(
            Deal(now.dealer, possible_hand(now.table.seating.players(now.dealer), now.rules_at(), r)), stamp
        ),
    )
}
"""What a table does: the next dealer deals."""


@pytest.mark.parametrize("seed", range(60))
def test_devices_that_always_know_each_other_record_no_doubles(seed: int) -> None:
    r = random.Random(seed)
    evening, clocks = table("ABCDE", 4), [clock_of(device) for device in ("ann", "ben", "cleo")]
    names = [name for name, (often, _) in LIKELY.items() for _ in range(often)]
    for _ in range(40):
        evening = done(r.choice(names), r, evening, r.choice(clocks)(), LIKELY) or evening
    assert doubles(evening.events) == {}


@pytest.mark.parametrize("seed", range(60))
def test_any_copies_merge_to_the_same_sheet(seed: int) -> None:
    """Whatever the devices did, and in whatever order they meet, each hand is on the sheet, or its double is."""
    r = random.Random(seed)
    copies = [last_driven(r, START, r.randint(1, 25), clock_of(device)) for device in ("ann", "ben", "cleo")]
    wholes = [together(*order) for order in permutations(copies)]
    assert all(told(whole) == told(wholes[0]) for whole in wholes)
    whole, shown = wholes[0], {row.id for row in wholes[0].sheet.rows}
    for row, first in whole.table.same_turns.left_out.items():
        assert first in shown
        assert row not in shown
    kept = shown | whole.table.same_turns.left_out.keys()
    undone = undone_of(whole.events)
    assert {each.id for each in whole.events if each.entry == each.id and each.id not in undone} <= kept
