"""An evening is what its events say: in any order of arrival, whatever was undone, to the last point."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from evenings import FFT, PASSED, Stamps, clock_of, deal, recorded, seating, table
from random_evenings import (
    CHANGES,
    COMMANDS,
    MOUCHES,
    SCHEMES,
    driven,
    last_driven,
    merged,
    random_table,
    told,
)

from scorepad.evening.adjustment import Adjustment, TakeOver
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import MAX_SEQ
from scorepad.evening.events import Ended, RulesChanged, Seated
from scorepad.evening.sheet import Sheet
from scorepad.tarot.choices import FivePlayers
from scorepad.tarot.hand import Hand, Side
from scorepad.tarot.scheme import MoucheRule, Scheme

SEEDS = range(12)
SEVENS = replace(MOUCHES, id="sevens", mouches=MoucheRule(stake=7, dealer=0))


def last(r: random.Random, steps: int, clock: Stamps | None = None) -> Evening:
    """An evening after a number of random commands."""
    return last_driven(r, random_table(r), steps, clock or clock_of())


# -- undo and redo ---


@pytest.mark.promise(
    "The evening", "Undo brings back exactly what was before, and redo brings back what was undone."
)
@pytest.mark.parametrize("seed", SEEDS)
def test_undo_restores_the_state_before_and_redo_restores_the_change(seed: int) -> None:
    """Change by change, whatever happened before, and at last to the beginning."""
    r, clock = random.Random(seed), clock_of()
    start = random_table(r)
    before = [start, *driven(r, start, 15, clock)][-1]
    after = [before, *driven(r, before, 30, clock, CHANGES)]
    states, now = [told(each) for each in after], after[-1]
    for state in reversed(states[:-1]):
        now = now.undo(clock())
        assert told(now) == state
    for state in states[1:]:
        now = now.redo(clock())
        assert told(now) == state
    assert now.redoable is None
    with pytest.raises(ValueError, match="nothing to redo"):
        now.redo(clock())
    while now.undoable is not None:
        now = now.undo(clock())
    assert told(now) == told(start)


def test_something_new_ends_the_redo() -> None:
    r, clock = random.Random(1), clock_of()
    evening = last(r, 20, clock)
    undone = evening.undo(clock())
    assert undone.redoable == evening.undoable
    assert undone.add(Ended(not undone.table.ended), clock()).redoable is None


# -- events of several devices ---


def apart(seed: int, devices: int = 2) -> list[Evening]:
    """An evening as several devices went on with it, none of which knew of the others."""
    r = random.Random(seed)
    common = last(r, 15, clock_of("common"))
    return [last_driven(r, common, 12, clock_of(name)) for name in "abc"[:devices]]


@pytest.mark.parametrize("seed", SEEDS)
def test_devices_agree_in_every_order_of_merging(seed: int) -> None:
    first, second, third = apart(seed, 3)
    one = merged(merged(first, second), third)
    other = merged(third, merged(second, first))
    assert told(one) == told(other)
    assert one == other
    assert merged(one, second) == one, "what is known brings nothing"


@pytest.mark.promise("The evening", "Events give the same sheet in whatever order they arrive.")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_arrival_of_events_does_not_matter(seed: int) -> None:
    """One by one, all at once, or in any order: rows that are kept are as those that are counted anew."""
    r = random.Random(seed)
    evening = merged(*apart(seed))
    events = list(evening.events)
    whole = Evening.of(evening.start, events)
    r.shuffle(events)
    assert whole == Evening.of(evening.start, events) == evening
    grown = Evening.of(evening.start)
    for event, before, after in evening.steps():
        assert before == grown.table
        grown = grown.with_events([event])
        assert after == grown.table
    assert grown == evening


# -- the sheet ---


def balanced(sheet: Sheet) -> bool:
    """Whether the totals are the sums of the rows that stand, and sum to zero with the mouches after each row."""
    nothing = (0,) * len(sheet.people)
    assert sheet.totals == tuple(
        map(sum, zip(nothing, *(row.amounts for row in sheet.counting_rows), strict=True))
    )
    return all(sum(row.totals) + sum(row.pot) == 0 for row in sheet.rows)


@pytest.mark.promise(
    "The evening", "Totals are the sums of the hands that count, and sum to zero, whatever happens."
)
@pytest.mark.parametrize("seed", SEEDS)
def test_totals_and_mouches_sum_to_zero_by_any_rules(seed: int) -> None:
    """An evening under other rules equals the evening after the change of rules, or the rules do not fit."""
    r, clock = random.Random(seed), clock_of()
    evenings = list(driven(r, random_table(r), 40, clock))
    assert all(balanced(evening.sheet) for evening in evenings)
    for scheme in SCHEMES:
        evening = r.choice(evenings)
        by = evening.sheet_under(scheme)
        assert balanced(by), scheme.id
        if by.unscorable:
            with pytest.raises(ValueError, match="do not fit"):
                evening.add(RulesChanged(scheme), clock())
        else:
            after = evening.add(RulesChanged(scheme), clock()).sheet
            assert after.totals == by.totals
            assert after.pot == by.pot
            assert after.unit == by.unit


def on_paper(evening: Evening) -> tuple[list[Fraction], list[int]]:
    """Totals and mouches in points, as somebody with a pencil reckons them from the payments of each hand."""
    totals, mouches = {each.id: Fraction() for each in evening.sheet.people}, list[int]()
    for row in evening.sheet.counting_rows:
        outcome, rule = row.deal.outcome, row.rules.mouches
        if isinstance(outcome, TakeOver):
            totals[outcome.newcomer] += totals[outcome.leaver]
            totals[outcome.leaver] = Fraction()
        elif isinstance(outcome, Adjustment):
            for share in outcome.shares:
                totals[share.player] += Fraction(share.amount, outcome.unit)
        elif rule is not None:
            table = evening.seating_at(row.id).ids
            if not mouches:
                totals |= {id_: totals[id_] - rule.stake for id_ in table}
                mouches = [rule.stake * len(table)]
            totals[row.deal.dealer] -= rule.dealer
            mouches[0] += rule.dealer
        if isinstance(outcome, Hand) and row.payments is not None:
            for player in row.payments.players:
                totals[player] += Fraction(row.payments.of(player), row.payments.unit)
            if rule is not None:
                highest = mouches.pop(0)
                won = outcome.winner is Side.TAKER
                totals[outcome.taker] += highest if won else -highest
                mouches = mouches if won else [highest, highest, *mouches]
    return [*totals.values()], mouches


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_at_which_everything_happens_is_as_on_paper(seed: int) -> None:
    """Without its end, at which mouches may be shared, and without chips, which limit what a hand pays."""
    r = random.Random(seed)
    commands = {name: command for name, command in COMMANDS.items() if name != "end"}
    start, seen = replace(random_table(r).start, scheme=r.choice((MOUCHES, SEVENS, FFT))), 0
    for evening in driven(r, Evening.of(start), 90, clock_of(), commands):
        sheet = evening.sheet
        if not any(row.rules.chips for row in sheet.rows):
            totals, mouches = on_paper(evening)
            assert [Fraction(each, sheet.unit) for each in sheet.totals] == totals
            assert [Fraction(each, sheet.unit) for each in sheet.pot] == mouches
            seen += 1
    assert seen >= 5


# -- what went wrong once ---


@pytest.mark.parametrize("scheme", [MOUCHES, FFT], ids=lambda scheme: scheme.id)
def test_a_player_who_paid_a_stake_and_left_keeps_the_score(scheme: Scheme) -> None:
    """E sits down as the fifth at four, all pass and pay a stake, and E leaves: also by other rules."""
    one, clock = recorded(start=table("ABCD", scheme=scheme))
    five = one.add(Seated(seating("ABCDE", 4)), clock())
    left = five.record(Deal("A", PASSED), clock()).add(Seated(seating("ABCD", dealer="B")), clock())
    sheet = left.sheet_under(MOUCHES)
    assert balanced(sheet)
    assert dict(zip([person.id for person in sheet.people], sheet.totals, strict=True))["E"] == -10
    assert balanced(left.sheet)


def test_the_highest_number_does_not_lock_an_evening() -> None:
    one, clock = recorded(deal())
    far = Evening.of(one.start, [replace(one.events[0], seq=MAX_SEQ)])
    after = far.record(deal("B"), clock())
    assert len(after.sheet.hands) == 2
    assert after.events[-1].seq == MAX_SEQ


def test_rules_that_do_not_fit_are_refused_and_left_out_alike() -> None:
    called, clock = recorded(deal("A", "ABCDE", partner="B"), start=table("ABCDE"))
    alone = replace(FFT, id="alone", table=replace(FFT.table, five_players=FivePlayers.ALONE))
    assert called.sheet_under(alone).unscorable == 1
    with pytest.raises(ValueError, match="do not fit"):
        called.add(RulesChanged(alone), clock())
