"""The sheet: rows, numbers, totals, ranks, and the rules by which each row counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evenings import CREATED, FFT, PASSED, S1, clock_of, deal, e, hand, persons, recorded, ruled, table
from random_evenings import told

from scorepad.evening.deal import Agreed, Deal
from scorepad.evening.evening import Evening
from scorepad.evening.events import Dealt, Ended, RateAgreed, RulesChanged
from scorepad.evening.length import OPEN, AgreedLength
from scorepad.evening.money import NO_MONEY, Rate
from scorepad.evening.people import Person
from scorepad.evening.sheet import Standing
from scorepad.tarot.comparison import evaluate
from scorepad.tarot.hand import Bid, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score

CONTRE_5, EQUAL, POUSSE = (shipped_scheme(name) for name in ("contre_5", "equal_split", "pousse"))


@pytest.mark.promise("The evening", "A printed evening has the totals that are printed, hand by hand.")
def test_a_printed_evening_has_its_printed_totals() -> None:
    sheet = recorded(*S1)[0].sheet
    assert [row.totals for row in sheet.rows] == [
        (240, -80, -80, -80),
        (144, 208, -176, -176),
        (216, 280, -392, -104),
        (186, 250, -302, -134),
        (108, 172, -380, 100),
    ]
    assert [row.number for row in sheet.rows] == [1, 2, 3, 4, 5]
    assert sheet.totals == (108, 172, -380, 100)
    assert sheet.counting_rows == sheet.deals == sheet.hands == sheet.rows
    assert sheet.conflicts == ()


def test_a_new_evening_is_empty() -> None:
    new = table("ABCD")
    assert new.id == "evening"
    assert new.sheet.rows == ()
    assert new.sheet.totals == (0, 0, 0, 0)
    assert new.dealer == "A"
    assert not new.table.ended
    assert new.undoable is None
    assert new.redoable is None
    assert new.last_at == CREATED
    assert new.sheet.unit == 1
    assert new.sheet.next_number == 1
    assert new.sheet.curve == ((0, 0, 0, 0),)
    assert new.table.name_of("C") == "name of C"
    for look_up in (new.table.person, new.sheet.row, new.event, new.seating_at, new.rules_at):
        with pytest.raises(KeyError):
            look_up("Z")
    for back in (new.undo, new.redo):
        with pytest.raises(ValueError, match="nothing to"):
            back(clock_of()())


def test_a_deal_that_was_thrown_in_counts_and_pays_nothing() -> None:
    sheet = recorded(S1[0], Deal("B", ThrownIn.PETIT_SEC), S1[2])[0].sheet
    entry = sheet.rows[1]
    assert entry.number == 2
    assert entry.score is None
    assert entry.payments is None
    assert entry.amounts == (0, 0, 0, 0)
    assert (entry.totals, entry.changed_since_agreed) == (sheet.rows[0].totals, None)
    assert len(sheet.deals) == 3
    assert len(sheet.hands) == 2
    assert sheet.next_number == 4
    sits_out = recorded(deal("C", "ABDE", 56), start=table("ABCDE", 4))[0]
    assert sits_out.sheet.totals == (240, -80, 0, -80, -80)


def test_standings_begin_with_the_best_and_ties_share_a_rank() -> None:
    sheet = recorded(deal("A", points=40), deal("B", taker="B", points=40))[0].sheet
    # A −156 + 52, B 52 − 156, C and D 104 each
    ranks = [(each.person.id, each.total, each.rank) for each in sheet.standings]
    assert ranks == [("C", 104, 1), ("D", 104, 1), ("A", -104, 3), ("B", -104, 3)]
    assert sheet.standing_of(sheet.people[0]) == sheet.standings[2]
    stranger = Person("Z", "Zoé")
    assert sheet.standing_of(stranger) == Standing(stranger, 0, 3)


def test_the_rate_makes_money_of_the_totals() -> None:
    one, clock = recorded(deal("A"))
    assert (one.table.rate, one.sheet.money(NO_MONEY)) == (NO_MONEY, (0, 0, 0, 0))
    dear = one.add(RateAgreed(Rate(cents=1000)), clock())
    assert dear.sheet.money(dear.table.rate) == tuple(10 * total for total in one.sheet.totals)
    halves = ruled(dear, EQUAL, clock)
    assert (halves.sheet.unit, halves.sheet.money(dear.table.rate)) == (2, dear.sheet.money(dear.table.rate))


# -- rules of the whole evening ---


@pytest.mark.promise("The evening", "New rules for the whole evening count from its first hand on.")
def test_other_rules_count_from_the_first_hand_on() -> None:
    one, clock = recorded(deal(bid=Bid.GARDE_CONTRE), deal("B"))
    other = ruled(one, CONTRE_5, clock)
    assert (other.table.rules.now, other.start.scheme) == (CONTRE_5, FFT)
    assert other.sheet.rows[0].score == score(hand(bid=Bid.GARDE_CONTRE), CONTRE_5)
    second = replace(one.sheet.rows[1], totals=other.sheet.totals, rules=CONTRE_5)
    assert other.sheet.rows[1] == second
    assert ruled(one.add(Ended(), clock()), POUSSE, clock).table.ended


@pytest.mark.promise(
    "The evening", "Rules that lack a bid that was played cannot be put in force for the whole evening."
)
def test_rules_that_lack_a_bid_that_was_played_are_refused() -> None:
    one, clock = recorded(deal(bid=Bid.PETITE))
    with pytest.raises(ValueError, match="do not fit"):
        ruled(one, "no_petite", clock)
    struck = one.correct(e(1), None, clock())
    assert ruled(struck, "no_petite", clock).table.rules.now.id == "no_petite"
    later = ruled(one, "no_petite", clock, from_now=True)
    assert (later.table.rules.now.id, later.sheet.totals) == ("no_petite", one.sheet.totals)


def test_a_bid_of_a_device_with_other_rules_pays_nothing() -> None:
    one, clock = recorded(deal())
    here = ruled(one, "no_petite", clock)
    there = one.record(deal(bid=Bid.PETITE), clock_of("other")())
    both = here.with_events(there.events[-1:])
    assert (both.sheet.totals, both.sheet.unscorable) == (one.sheet.totals, 1)
    petite = both.sheet.rows[-1]
    assert petite.score is None
    assert petite.payments is None
    assert petite.amounts == (0, 0, 0, 0)


def test_the_agreed_payments_of_a_changed_hand_are_kept() -> None:
    one, clock = recorded(deal(bid=Bid.GARDE_CONTRE), deal("B"), Deal("C", PASSED))
    first = one.events[0].change
    assert isinstance(first, Dealt)

    def changed(by: Evening) -> list[Agreed | None]:
        return [row.changed_since_agreed for row in by.sheet.rows]

    other = ruled(one, CONTRE_5, clock)
    assert (changed(one), changed(other)) == ([None] * 3, [first.agreed, None, None])
    assert changed(ruled(one, EQUAL, clock)) == [None] * 3, "the same in another unit"
    assert changed(other.correct(e(1), None, clock())) == [None] * 3


@pytest.mark.promise(
    "The evening", "A hand that a newer version scores differently from what the table agreed is reported."
)
def test_a_hand_that_this_version_scores_differently_is_reported() -> None:
    """Where an older version paid otherwise by the same rules; other rules pay otherwise of course."""
    one, clock = recorded(deal("A"), deal("B"))
    first, second = one.events
    wrong = Agreed((("A", 1), ("B", -1), ("C", 0), ("D", 0)))
    first = replace(first, change=Dealt(deal("A"), agreed=wrong))
    old = Evening.of(one.start, (first, second))
    assert [entry.number for entry in old.sheet.recounted] == [1]
    assert old.correct(e(1), None, clock()).sheet.recounted == ()
    assert old.correct(e(1), deal("A"), clock()).sheet.recounted == (), "agreed anew"
    assert ruled(old, POUSSE, clock).sheet.recounted == ()
    assert [entry.id for entry in ruled(old, POUSSE, clock, from_now=True).sheet.recounted] == [e(1)]


# -- rules from now on ---


def schemes_of(by: Evening) -> list[str]:
    return [row.rules.id for row in by.sheet.rows]


@pytest.mark.promise("The evening", "New rules from now on leave the earlier hands as they were.")
def test_rules_from_now_on_count_for_later_hands_alone() -> None:
    one, clock = recorded(deal(bid=Bid.GARDE_CONTRE))
    changed = ruled(one, CONTRE_5, clock, from_now=True)
    assert (changed.table.rules.now, changed.sheet.rows) == (CONTRE_5, one.sheet.rows)
    played = changed.record(deal("B", bid=Bid.GARDE_CONTRE), clock())
    assert [row.amounts[0] for row in played.sheet.rows] == [450, 375]
    assert [row.changed_since_agreed for row in played.sheet.rows] == [None, None]
    assert played.rules_at() == CONTRE_5
    assert played.rules_at(e(1)) == FFT
    assert played.rules_at(e(3)) == CONTRE_5
    assert (played.schemes, changed.undo(clock()).schemes) == ((FFT, CONTRE_5), (FFT,))


def test_a_correction_keeps_the_rules_of_its_hand() -> None:
    one, clock = recorded(deal(bid=Bid.GARDE_CONTRE))
    changed = ruled(one, CONTRE_5, clock, from_now=True)
    corrected = changed.correct(e(1), deal("A", points=61, bid=Bid.GARDE_CONTRE), clock())
    entry = corrected.sheet.row(e(1))
    assert (entry.rules, entry.changed_since_agreed) == (FFT, None)
    struck = changed.correct(e(1), None, clock())
    assert struck.restore(e(1), clock()).sheet.row(e(1)).rules == FFT


def test_rules_for_the_whole_evening_replace_rules_from_now_on() -> None:
    one, clock = recorded(deal())
    one = ruled(one, CONTRE_5, clock, from_now=True).record(deal("B"), clock())
    one = ruled(one, EQUAL, clock, from_now=True).record(deal("C"), clock())
    assert schemes_of(one) == ["fft", "contre_5", "equal_split"]
    whole = ruled(one, POUSSE, clock)
    assert schemes_of(whole) == ["pousse"] * 3
    assert whole.schemes == (POUSSE,)
    assert whole.sheet.unit == 1
    later = ruled(whole, EQUAL, clock, from_now=True).record(deal("D"), clock())
    assert schemes_of(later) == ["pousse", "pousse", "pousse", "equal_split"]
    assert told(whole.undo(clock())) == told(one)


def test_a_length_that_came_with_rules_is_undone_with_them() -> None:
    one, clock = recorded(deal())
    brought = one.add(RulesChanged(POUSSE, length=AgreedLength(hands=20)), clock())
    assert (brought.table.length, ruled(brought, FFT, clock).table.length) == (AgreedLength(hands=20),) * 2
    assert brought.undo(clock()).table.length == OPEN


# -- under other rules than its own ---


@pytest.mark.promise("The evening", "An evening can be compared under other rules, hand by hand.")
def test_an_evening_is_scored_under_other_rules_hand_by_hand() -> None:
    played = (hand(), hand(bid=Bid.GARDE_CONTRE))
    one, _ = recorded(*(Deal("A", each) for each in played), Deal("A", ThrownIn.MISDEAL))
    for scheme in [each for each in shipped_schemes().values() if not (each.open or each.mouches)]:
        paid = [evaluate(each, scheme).payments for each in played]
        by = one.sheet_under(scheme)
        assert (by.unscorable, by.rules.now) == (0, scheme)
        assert by.totals == tuple(sum(each.totals[i] for each in paid if each) for i in range(4))
    assert one.sheet_under(FFT).totals == one.sheet.totals


@pytest.mark.promise(
    "The evening", "Hands that other rules cannot score are left out of the comparison, and counted."
)
def test_hands_that_a_scheme_cannot_score_are_left_out_and_counted() -> None:
    one, clock = recorded(deal(bid=Bid.PETITE), deal("B"))
    by = one.sheet_under(shipped_scheme("no_petite"))
    assert (by.unscorable, by.totals) == (1, recorded(deal("B"))[0].sheet.totals)
    assert one.correct(e(1), None, clock()).sheet_under(shipped_scheme("no_petite")).unscorable == 0
    duel = Deal("A", replace(hand("AB"), bid=Bid.OPEN))
    played = table(persons("AB"), scheme="open_duel").record(duel, clock())
    assert (played.sheet_under(FFT).totals, played.sheet_under(FFT).unscorable) == ((0, 0), 1)
