"""The hand under way, whatever happens beside it: nothing that was entered goes, and nothing counts twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from evenings import after, by, persons, table

from scorepad.evening.adjustment import penalty
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.events import RulesChanged, Seated
from scorepad.evening.people import Person
from scorepad.history import History, HistoryError
from scorepad.pad import Pad
from scorepad.pad.documents import from_document, to_document
from scorepad.pad.draft import HandDraft
from scorepad.pad.entry import (
    at_this_table,
    correcting,
    dealt_by,
    in_sight,
    inserting,
    is_of_another_table,
    may_deal,
    number_of,
    set_aside,
    under_way,
    without_hand,
)
from scorepad.pad.paper import correcting_line, typed
from scorepad.tarot.cards import CardKind
from scorepad.tarot.hand import Bid, MisereKind, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme

from .played import ENTERED, Table, garde, plain, points


def second_hand_entered(people: int = 4, seats: int | None = None) -> Table:
    """An evening with one recorded hand, and the next one entered."""
    at, partner = Table(table(people, seats)), "p4" if people == 5 and seats is None else ""
    at.tap(*garde("p1", partner))
    at.save()
    at.tap(*garde("p2", partner))
    return at


# -- the table changes under it ---


def test_the_end_keeps_the_hand_for_a_continued_evening() -> None:
    at = second_hand_entered()
    entry = at.entry
    at.end()
    assert at.entry == entry
    at.end(False)
    assert at.entry == entry
    assert under_way(at.entry, at.evening) == [entry.hand]


def test_a_latecomer_plays_from_the_next_hand_on() -> None:
    at = second_hand_entered()
    entry, before = at.entry, at.totals
    at.seat(persons(5), 5)
    assert at.entry == entry
    assert is_of_another_table(at.shown, at.evening)
    at.undo()
    assert at.entry == entry
    assert not is_of_another_table(at.shown, at.evening)
    at.redo()
    assert set(may_deal(at.shown, at.evening)) == {"p0", "p1", "p2", "p3"}
    at.save()
    row = at.evening.sheet.rows[-1]
    assert row.deal.hand is not None
    assert set(row.deal.hand.players) == {"p0", "p1", "p2", "p3"}
    assert at.totals["p2"] > before["p2"]
    assert at.totals["p4"] == 0
    assert len(at.shown.facts.players) == 5, "the next hand is one of five"


def test_a_latecomer_may_take_part_in_the_hand_under_way() -> None:
    at = second_hand_entered()
    at.seat(persons(5), 5)
    at.does(at_this_table)
    assert (len(at.shown.facts.players), at.shown.digits) == (5, "49")
    assert at.shown.facts.petit_au_bout is Side.TAKER
    at.tap((HandDraft.partner_tapped, "p4"))
    at.save()
    assert at.totals["p4"] > 0


@pytest.mark.parametrize("seats", [None, 4])
def test_a_player_who_leaves_has_played_the_hand(seats: int | None) -> None:
    at = second_hand_entered(5, seats)
    entry = at.entry
    gone = at.shown.facts.players[-1]
    at.seat(tuple(each for each in persons(5) if each.id != gone), 4)
    assert at.entry == entry
    at.save()
    outcome = at.evening.sheet.rows[-1].deal.hand
    assert outcome is not None
    assert gone in outcome.players
    assert len(at.shown.facts.players) == 4


@pytest.mark.parametrize("seats", [5, 4])
def test_another_seating_keeps_the_hand_and_changes_its_order(seats: int) -> None:
    at = second_hand_entered(5, seats if seats == 4 else None)
    entry = at.entry
    first, second, third, *rest = persons(5)
    at.seat((first, third, second, *rest), seats)
    assert at.entry == entry
    assert not is_of_another_table(at.shown, at.evening)
    assert at.shown.facts.players == at.evening.table.seating.players(at.shown.dealer)
    at.save()
    assert len(at.evening.sheet.rows) == 2


def test_another_number_of_players_keeps_the_hand() -> None:
    at = second_hand_entered(5)
    entry = at.entry
    at.seat(persons(5), 4)
    assert at.entry == entry
    assert is_of_another_table(at.shown, at.evening)
    at.save()
    assert len(at.evening.sheet.rows) == 2


def test_a_seat_passes_with_the_hand_under_way() -> None:
    at = second_hand_entered()
    entry = at.entry
    at.happens(at.evening.take_over("p2", Person("p9", "Farid", 5), at.stamp()))
    facts = at.shown.facts
    assert (facts.taker, facts.poignees[0].player) == ("p9", "p9")
    at.undo()
    assert at.entry == entry
    at.redo()
    at.save()
    assert at.totals["p2"] == 0, "the score is that of the seat"


def test_the_deal_passes_under_a_hand_that_follows_the_table() -> None:
    """Another device recorded a hand, which came in by an import."""
    at = Table(table(4))
    at.tap(*ENTERED)
    at.happens(at.evening.record(Deal("p0", ThrownIn.ALL_PASSED), at.stamp()))
    assert (at.shown.dealer, at.shown.digits) == ("p1", "49")


def test_another_dealer_hides_only_impossible_answers() -> None:
    at = Table(table(5, 4))  # p0 deals and sits out
    at.tap(*ENTERED)
    whole = at.shown
    at.does(dealt_by, "p1")
    assert (at.shown.facts.taker, at.shown.facts.poignees) == (None, ()), "who took is asked again"
    assert (at.shown.facts.bouts, at.shown.digits) == (2, "49")
    at.does(dealt_by, "p0")
    assert at.shown == whole
    at.does(dealt_by, "p3")
    assert at.shown.facts.taker == "p1"
    at.save()
    at.does(correcting, at.evening.sheet.rows[0].id)
    at.does(dealt_by, "p2")
    assert (at.shown.facts.taker, at.shown.digits) == ("p1", "49"), "and so in a correction"
    assert at.shown.facts.players == ("p0", "p1", "p3", "p4")


def test_another_dealer_hides_only_a_partner_who_sits_out() -> None:
    at = Table(table(6))
    at.tap(*garde("p1", "p4"))
    at.does(dealt_by, "p4")
    assert at.shown.facts.taker == "p1"
    assert at.shown.facts.partner is None


def test_other_rules_hide_answers_that_they_lack() -> None:
    at = Table(table(4, scheme="wikipedia"))
    at.tap(*ENTERED, (HandDraft.misere_tapped, "p2", MisereKind.NO_TRUMPS))
    whole = at.entry
    at.adds(RulesChanged(shipped_scheme(), from_now=True))
    assert (at.entry, at.shown.facts.miseres) == (whole, ())
    at.tap(*points(50))
    at.undo()
    assert (at.shown.digits, at.shown.facts.miseres) == ("50", whole.hand.facts.miseres)


def test_under_rules_of_another_game_the_hand_waits() -> None:
    at = Table(table(2, scheme="fft"))
    at.tap((HandDraft.taker_tapped, "p1", Bid.GARDE), (HandDraft.bouts_tapped, 2))
    begun, token = at.entry.hand, at.entry.hand.token
    at.adds(RulesChanged(shipped_scheme("open_duel"), from_now=True))
    assert at.shown.open
    at.undo()
    assert at.shown.facts.taker == "p1"
    at.redo()
    at.tap((HandDraft.bouts_tapped, 1))
    assert at.entry.hand.token == token, "taps that were made meanwhile count"
    assert [plain(each) for each in at.entry.waiting] == [plain(begun)]


# -- a hand is recorded once ---


def test_the_same_hand_saved_in_two_windows_is_one() -> None:
    at = Table(table(4))
    at.tap(*ENTERED)
    drawn = at.entry.hand.token
    at.save(drawn)
    at.save(drawn)
    assert len(at.evening.sheet.rows) == 1
    at.tap(*ENTERED)
    at.save(drawn)
    assert len(at.evening.sheet.rows) == 1, "nor is the next hand saved by a late tap"


@pytest.mark.parametrize("why", [*ThrownIn])
def test_a_deal_that_is_thrown_in_twice_is_one(why: ThrownIn) -> None:
    at = Table(table(4))
    drawn = at.entry.hand.token
    at.save(drawn, why)
    at.save(drawn, why)
    assert len(at.evening.sheet.rows) == 1
    at.tap(*ENTERED)
    at.save(why=why)
    assert (len(at.evening.sheet.rows), at.shown.digits) == (1, "49"), "nor is a hand with a taker"


def test_cards_that_were_counted_before_a_deal_was_thrown_in_come_back_with_undo_and_go_with_redo() -> None:
    at = Table(table(4))
    at.tap((HandDraft.card_counted, Side.TAKER, CardKind.KINGS, 1))
    counted = at.entry.hand.piles
    at.save(why=ThrownIn.ALL_PASSED)
    for _ in range(2):
        at.undo()
        assert (at.entry.hand.piles, at.evening.sheet.rows) == (counted, ())
        at.redo()
        assert [each.editing for each in at.entry.hands] == [None], "it is no correction"
        assert (at.entry.hand.started, len(at.evening.sheet.rows)) == (False, 1)


def test_a_hand_that_is_incomplete_is_not_saved() -> None:
    at = Table(table(4))
    for taps in (ENTERED[:1], ENTERED[1:3]):
        at.tap(*taps)
        entry = at.entry
        at.save()
        assert (at.entry, at.evening.sheet.rows) == (entry, ())


# -- undo and redo ---


@pytest.mark.promise(
    "The hand under way", "Undo and redo bring back exactly what was entered, also after a restart."
)
def test_undo_and_redo_restore_the_entered_hand_exactly() -> None:
    at = Table(table(4))
    at.tap((HandDraft.counting_side_changed,), *ENTERED, *points(49))  # the defence counts
    at.does(dealt_by, "p2")
    entered = plain(at.entry.hand)
    at.save()
    for restarts in (False, True, True):
        at.undo()
        if restarts:
            at.restart()
        assert plain(at.entry.hand) == entered
        at.redo()
        if restarts:
            at.restart()
        assert not at.entry.hand.entered
        assert len(at.evening.sheet.rows) == 1


def test_all_hands_of_a_long_evening_come_back_one_by_one() -> None:
    at, entered = Table(table(4)), []
    for number in range(25):
        at.tap((HandDraft.counting_side_changed,), *ENTERED[:2], *points(41 + number))
        entered.append(plain(at.entry.hand))
        at.save()
    at.tap(*ENTERED)
    begun = at.entry.hand
    for _ in entered:
        at.undo()
    at.restart()
    assert [plain(each) for each in at.entry.hands] == [*entered, plain(begun)]
    assert [number_of(each, at.entry, at.evening) for each in at.entry.hands[:3]] == [1, 2, 3]
    for _ in entered:
        at.redo()
    assert [plain(each) for each in at.entry.hands] == [plain(begun)]


def test_a_redo_of_another_event_keeps_the_hand() -> None:
    at = Table(table(4))
    at.happens(at.evening.record(Deal("p0", penalty("p2", ("p0", "p1", "p3"), 10)), at.stamp()))
    at.undo()
    at.tap(*ENTERED)
    entry = at.entry
    at.redo()
    assert at.entry == entry
    at = Table(table(4))
    at.save(why=ThrownIn.ALL_PASSED)
    at.undo()
    at.tap(*ENTERED)
    entry = at.entry
    at.redo()
    assert at.entry == entry, "of a deal that was thrown in, too: the hand is the next one"


def test_a_redo_over_a_changed_hand_makes_it_a_correction() -> None:
    at = Table(table(4))
    at.tap(*ENTERED)
    at.save()
    at.undo()
    at.tap(*points(50))
    at.redo()
    [row] = at.evening.sheet.rows
    assert (at.shown.editing, at.shown.digits) == (row.id, "50")
    assert row.deal.hand is not None
    assert row.deal.hand.half_points == 98
    at.undo()
    assert (at.shown.editing, at.shown.digits) == (None, "50"), "and undo makes it a hand again"
    at.redo()
    at.save()
    [row] = at.evening.sheet.rows
    assert row.deal.hand is not None
    assert row.deal.hand.half_points == 100


def test_the_correction_of_a_hand_that_is_undone_becomes_that_hand() -> None:
    at = Table(table(4))
    at.tap((HandDraft.counting_side_changed,), *ENTERED)
    entered = plain(at.entry.hand)
    at.save()
    row = at.evening.sheet.rows[0].id
    at.does(correcting, row)
    at.undo()
    assert plain(at.entry.hand) == entered, "nothing was corrected: it is as it was entered"
    at.redo()
    at.does(correcting, row)
    at.tap(*points(50))
    at.undo()
    assert (at.shown.editing, at.shown.digits) == (None, "50")
    assert at.entry.waiting == ()
    at.save()
    [again] = at.evening.sheet.rows
    assert again.deal.hand is not None
    assert again.deal.hand.half_points == 100


def test_an_undone_correction_stays_on_the_sheet() -> None:
    at = Table(table(4))
    at.tap(*ENTERED)
    at.save()
    at.tap(*ENTERED)
    begun, row = at.entry, at.evening.sheet.rows[0].id
    at.does(correcting, row)
    at.tap(*points(50))
    at.save()
    assert at.entry.hands == begun.hands, "the hand that waited goes on"
    for _ in range(2):
        at.undo()
        assert at.entry.hands == begun.hands
        at.redo()
        assert at.entry.hands == begun.hands


def test_a_waiting_hand_keeps_the_side_that_counts() -> None:
    at = Table(table(4))
    at.tap(*ENTERED)
    at.save()
    at.tap(*ENTERED)
    at.does(correcting, at.evening.sheet.rows[0].id)
    at.tap((HandDraft.counting_side_changed,), *points(40))
    at.save()
    assert (at.shown.counted_by, at.shown.facts.half_points) == (Side.TAKER, 98)
    at.tap((HandDraft.counting_side_changed,))
    at.save()
    assert at.shown.counted_by is Side.DEFENCE, "the next hand is counted as the last one was"


# -- what waits ---


def test_corrections_and_undone_hands_wait_behind_each_other() -> None:
    at = Table(table(4))
    for number in (51, 52, 53):
        at.tap(*ENTERED, *points(number))
        at.save()
    at.tap(*ENTERED)
    first, second, _ = at.evening.sheet.rows
    at.does(correcting, first.id)
    at.tap((HandDraft.bouts_tapped, 3))
    at.does(correcting, second.id)
    at.undo()
    found = [(each.editing, each.digits) for each in at.entry.hands]
    assert found == [(None, "53"), (first.id, "51"), (None, "49")], "a correction without a change is gone"
    at.save()
    assert (at.shown.editing, at.shown.digits) == (None, "49"), "the next hand comes first"
    waits = at.entry.waiting[0]
    at.does(in_sight, waits.token)
    assert (at.entry.hand, at.entry.waiting[0].digits) == (waits, "49")
    at.save()
    at.save()
    told = [row.deal.hand.half_points // 2 for row in at.evening.sheet.rows if row.deal.hand]
    assert told == [51, 52, 53, 49]


def test_a_correction_that_is_left_waits_if_it_changes_something() -> None:
    at = Table(table(4))
    at.tap(*ENTERED)
    at.save()
    row = at.evening.sheet.rows[0].id
    at.does(correcting, row)
    at.does(set_aside)
    assert (at.shown.editing, at.entry.waiting) == (None, ())
    at.does(correcting, row)
    at.tap(*points(50))
    at.does(set_aside)
    assert (at.shown.editing, [each.digits for each in at.entry.waiting]) == (None, ["50"])
    at.does(correcting, row)
    assert (at.shown.digits, at.entry.waiting) == ("50", ()), "a row has one correction"
    at.does(without_hand)
    assert (at.shown.editing, at.entry.waiting) == (None, ())


def test_a_hand_that_is_emptied_is_gone_and_the_next_one_waits_no_longer() -> None:
    at = second_hand_entered()
    at.undo()
    assert len(at.entry.hands) == 2
    at.does(without_hand)
    assert (at.shown.digits, at.entry.waiting) == ("49", ())
    at.does(without_hand)
    assert not at.shown.started


def test_a_penalty_is_no_hand_that_was_saved_before_a_kill() -> None:
    """The entry on disk has not seen the penalty, which the same dealer has as the hand under way."""
    at = Table(table())
    at.does(dealt_by, "p2")
    at.adds(Seated(replace(at.evening.table.seating, dealer="p2")))
    before, on_disk = at.shown, to_document(at.entry, at.evening)
    at.happens(at.evening.record(Deal("p2", penalty("p0", ("p1", "p2", "p3"), 10)), at.stamp()))
    found = from_document(on_disk, at.evening)
    assert [plain(each) for each in found.hands] == [plain(before)]


def test_the_saved_hand_is_the_typed_hand() -> None:
    at = Table(table(4))
    at.tap(*ENTERED[:4])
    at.save()
    assert at.evening.sheet.rows[0].deal.hand == by(1, Bid.GARDE, 2, 49)(table(4))


def test_more_hands_than_are_kept_drop_none_that_was_never_saved() -> None:
    at = Table(table(4))
    for number in range(45):
        at.tap(*ENTERED[:2], *points(41 + number))
        at.save()
    at.tap(*ENTERED)
    begun = plain(at.entry.hand)
    for _ in range(45):
        at.undo()
    assert plain(at.entry.hands[-1]) == begun
    assert [each.digits for each in at.entry.hands[:3]] == ["41", "42", "43"]
    assert replace(at.entry.hand, event=None).digits == "41"


# -- a hand that was forgotten ---


def played_three() -> tuple[Table, list[str]]:
    """A table with three hands, and the ids of their rows."""
    at = Table(table(4))
    for _ in range(3):
        at.tap(*ENTERED)
        at.save()
    return at, [row.id for row in at.evening.sheet.rows]


def test_a_hand_to_insert_outlives_a_restart_and_a_hand_under_way_waits() -> None:
    at, (_, second, _) = played_three()
    at.tap(*ENTERED[:1])
    at.does(inserting, second)
    at.tap(*garde("p2")[:2])
    before = at.shown
    at.restart()
    assert plain(at.shown) == plain(before)
    assert (at.shown.before, at.shown.facts.taker, len(at.entry.waiting)) == (second, "p2", 1)
    at.does(inserting, second)
    assert at.shown.facts.taker == "p2", "it goes on with the hand that was begun"


def test_an_inserted_hand_that_is_undone_comes_back_to_its_place() -> None:
    at, rows = played_three()
    at.does(inserting, rows[1])
    at.tap(*garde("p2"))
    at.save()
    new = at.evening.events[-1].id
    assert [row.id for row in at.evening.sheet.rows] == [rows[0], new, *rows[1:]]
    at.undo()
    assert (at.shown.before, at.shown.facts.taker) == (rows[1], "p2")
    at.restart()
    assert at.shown.before == rows[1]
    at.save()
    assert [row.deal.hand.taker for row in at.evening.sheet.hands if row.deal.hand] == [
        "p1",
        "p2",
        "p1",
        "p1",
    ]
    assert at.evening.sheet.rows[1].id == at.evening.events[-1].id


def test_a_hand_to_insert_before_a_row_that_is_undone_becomes_the_next_one() -> None:
    at, rows = played_three()
    at.does(inserting, rows[2])
    at.tap(*garde("p2"))
    entered = at.shown.facts
    at.undo()
    assert rows[2] not in [row.id for row in at.evening.sheet.rows]
    [inserted] = [each for each in at.entry.hands if each.facts.taker == "p2"]
    assert inserted.is_next
    assert inserted.facts == entered


def test_a_hand_to_insert_that_nobody_began_is_dropped() -> None:
    at, rows = played_three()
    at.does(inserting, rows[0])
    at.does(set_aside)
    assert [each.is_next for each in at.entry.hands] == [True]


def test_the_correction_of_a_row_that_the_text_lacks_is_dropped() -> None:
    at = second_hand_entered()
    dealer, facts = at.shown.dealer, at.shown.facts
    at.put(typed(at.entry, at.evening, "Anne G 2 49\npasse"))
    at.put(correcting_line(at.entry, at.evening, 1, dealer, facts))
    at.restart()
    assert at.shown.line == 1
    document = to_document(at.entry, at.evening)
    document["paper"] = {"text": "Anne G 2 49"}
    assert [each.line for each in from_document(document, at.evening).hands] == [None]


# -- windows that are out of date, and files that cannot be read ---


def test_the_evening_of_a_window_changes_no_entry(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window is drawn later than the evening changes, or the file cannot be read, or the evening is in the bin."""
    history.create(table(4, id="evening"))
    pad, drawn = Pad(history), history.load("evening")
    pad.change("evening", lambda now, entry: (after(now, by(0), at=history.stamp), entry))
    pad.tap("evening", lambda hand: hand.bouts_tapped(2), pad.entry(drawn).hand.token, "phone", "bouts")
    entry = pad.entry(history.load("evening"))
    assert entry.hand.facts.bouts == 2
    assert pad.entry(drawn) is entry
    with monkeypatch.context() as patch:
        patch.setattr(history, "load", raises(HistoryError))
        assert pad.entry(drawn) is entry
    name = history.move_to_bin("evening")
    assert pad.entry(drawn) is entry
    pad.write()
    history.put_back(name)
    assert plain(Pad(history).entry(drawn).hand) == plain(entry.hand)


def raises(error: type[Exception]) -> Callable[[str], Evening]:
    def load(_: str) -> Evening:
        raise error

    return load
