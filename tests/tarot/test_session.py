"""A session: what follows from its events, whatever their order, and every way to change one's mind."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from time import process_time
from typing import Any

import pytest
from evenings import table
from hands import cases_of, declared, files_in, from_facts, hand, shown
from hypothesis import assume, given
from hypothesis import strategies as st

from scorepad.codec import Invalid
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.tarot.length import OPEN, AgreedLength
from scorepad.tarot.money import NO_MONEY, Rate
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score
from scorepad.tarot.session import (
    DEAL_KINDS,
    ENTRY_KINDS,
    SEATING_KINDS,
    Agreed,
    Deal,
    Entry,
    Event,
    EventKind,
    NewName,
    Person,
    Renaming,
    Seating,
    Session,
    Stamp,
    conflicts,
)

FFT = shipped_scheme()
PASSED = ThrownIn.ALL_PASSED


def session(people: str = "ABCD", seats: int | None = None, scheme: Scheme = FFT, **facts: Any) -> Session:
    """A new session at which everybody plays, unless fewer seats are given; the first of them deals."""
    known: dict[str, Any] = {"id": "s", "created": "2026-01-01T20:00:00Z", "name": ""}
    return table((Person(p, f"name of {p}") for p in people), seats, scheme, **known | facts)


class Clock:
    """Fresh stamps: e1, e2, … a minute apart."""

    def __init__(self, device: str = "") -> None:
        self.device = device
        self.numbers = count(1)

    def __call__(self) -> Stamp:
        n = next(self.numbers)
        return Stamp(f"{self.device}e{n}", f"2026-01-01T{20 + n // 60:02}:{n % 60:02}:00Z", self.device)


def deal(dealer: str = "A", seats: str = "ABCD", **facts: Any) -> Deal:
    return Deal(dealer, hand(seats, **facts))


def recorded(*deals: Deal, start: Session | None = None) -> tuple[Session, Clock]:
    """A session with these deals, and the clock that stamped them."""
    clock = Clock()
    evening = start or session()
    for one in deals:
        evening = evening.record(one, clock())
    return evening, clock


def visible(evening: Session) -> tuple[Any, ...]:
    """What the table sees of a session: the sheet, the totals, who deals, whether it is over, the rules."""
    rows = [(e.id, e.number, e.deal, e.amounts, e.totals, bool(e.conflicting)) for e in evening.entries]
    return rows, evening.totals, evening.dealer, evening.finished, evening.rules.id


(PRINTED,) = files_in("cases", "printed_s1")
S1 = tuple(Deal(dealer, from_facts(case)) for dealer, case in zip("ABCDA", cases_of(PRINTED), strict=True))
"""The five hands of S1."""


# -- the sheet ---


def test_an_evening_as_printed() -> None:
    evening, _ = recorded(*S1)
    assert [list(entry.totals) for entry in evening.entries] == [
        case["running"] for case in cases_of(PRINTED)
    ]
    assert [entry.amounts for entry in evening.entries][-1] == (-78, -78, -78, 234)
    assert [entry.number for entry in evening.entries] == [1, 2, 3, 4, 5]
    assert evening.totals == (108, 172, -380, 100)
    assert evening.standing_entries == evening.entries
    assert conflicts(evening.entries) == ()


def test_a_new_session() -> None:
    evening = session()
    assert (evening.entries, evening.totals, evening.dealer) == ((), (0, 0, 0, 0), "A")
    assert (evening.finished, evening.undoable, evening.redoable) == (False, None, None)
    assert (evening.last_at, evening.unit) == ("2026-01-01T20:00:00Z", 1)
    assert evening.person("C").name == "name of C"
    with pytest.raises(KeyError):
        evening.person("Z")
    with pytest.raises(KeyError):
        evening.entry("e1")


def test_an_entry_holds_its_score_and_payments() -> None:
    evening, _ = recorded(S1[1])
    (entry,) = evening.entries
    played = entry.deal.outcome
    assert isinstance(played, Hand)
    assert entry.score == score(played, FFT)
    assert entry.payments == settle(score(played, FFT), played, FFT)
    assert entry.current.agreed == Agreed((("A", -96), ("B", 288), ("C", -96), ("D", -96)))
    assert (entry.id, entry.voided, entry.conflicting) == ("e1", False, ())
    assert evening.entry("e1") == entry


def test_who_sits_out_receives_nothing() -> None:
    evening, _ = recorded(deal("C", "ABDE", points=56), start=session("ABCDE", 4))
    assert evening.totals == (240, -80, 0, -80, -80)


def test_a_deal_that_was_thrown_in_counts_and_pays_nothing() -> None:
    evening, _ = recorded(S1[0], Deal("B", ThrownIn.PETIT_SEC), S1[2])
    entry = evening.entries[1]
    assert (entry.number, entry.score, entry.payments, entry.amounts) == (2, None, None, (0, 0, 0, 0))
    assert entry.totals == evening.entries[0].totals
    assert entry.current.agreed is None
    assert evening.entries[2].number == 3


def test_amounts_are_in_the_unit_of_the_scheme() -> None:
    evening, _ = recorded(
        deal("A", "ABCDE", partner="B", bid=Bid.PETITE),
        start=session("ABCDE", scheme=shipped_scheme("equal_split")),
    )
    assert evening.unit == 2
    assert evening.totals == (75, 75, -50, -50, -50)
    agreed = evening.entries[0].current.agreed
    assert agreed is not None
    assert agreed.unit == 2


def test_standings_best_first_ties_share_a_rank() -> None:
    evening, _ = recorded(S1[0])
    assert [(s.person.id, s.total, s.rank) for s in evening.standings] == [
        ("A", 240, 1),
        ("B", -80, 2),
        ("C", -80, 2),
        ("D", -80, 2),
    ]
    assert {s.rank for s in session().standings} == {1}
    evening, _ = recorded(deal("A", points=40), deal("B", taker="B", points=40))
    # A −156 + 52, B 52 − 156, C and D 104 each
    assert [(s.person.id, s.total, s.rank) for s in evening.standings] == [
        ("C", 104, 1),
        ("D", 104, 1),
        ("A", -104, 3),
        ("B", -104, 3),
    ]


# -- who deals, who plays ---


def test_the_deal_moves_on_after_every_hand() -> None:
    evening, clock = recorded()
    dealers = []
    for outcome in (hand(), ThrownIn.MISDEAL, PASSED, ThrownIn.PETIT_SEC, hand()):
        dealers.append(evening.dealer)
        evening = evening.record(Deal(evening.dealer, outcome), clock())
    assert "".join(dealers) + evening.dealer == "ABCDAB"


def test_while_everyone_passes_who_sits_out_deals_again() -> None:
    evening, clock = recorded(start=session("ABCDE", 4))
    dealers = []
    for outcome in (PASSED, PASSED, hand("BCDE"), ThrownIn.MISDEAL, PASSED, ThrownIn.PETIT_SEC):
        dealers.append(evening.dealer)
        evening = evening.record(Deal(evening.dealer, outcome), clock())
    assert "".join(dealers) + evening.dealer == "AAABCCD"


def test_a_voided_deal_does_not_move_the_deal() -> None:
    evening, clock = recorded(*S1[:2])
    assert evening.dealer == "C"
    assert evening.void("e2", clock()).dealer == "B"
    assert evening.void("e1", clock()).dealer == "C"


@pytest.mark.parametrize(
    ("people", "seats", "dealer", "players", "leader"),
    [
        ("ABC", 3, "B", "ABC", "C"),
        ("ABCD", 4, "D", "ABCD", "A"),
        ("ABCDE", 5, "E", "ABCDE", "A"),
        ("ABCDE", 4, "A", "BCDE", "B"),
        ("ABCDE", 4, "C", "ABDE", "D"),
        ("ABCDE", 4, "E", "ABCD", "A"),
        ("ABCDEF", 5, "F", "ABCDE", "A"),
        ("ABCDEF", 4, "B", "CDEF", "C"),
        ("ABCDEF", 4, "A", "BCDE", "B"),
        ("ABCD", 3, "A", "BCD", "B"),
        ("ABCDEFGH", 3, "B", "CDE", "C"),
        ("ABCDEFGH", 5, "A", "BCDEF", "B"),
    ],
)
def test_who_sits_out_and_who_leads(people: str, seats: int, dealer: str, players: str, leader: str) -> None:
    evening = session(people, seats)
    assert "".join(evening.players(dealer)) == players
    assert evening.leader(dealer) == leader
    assert evening.after(people[-1]) == people[0]


def test_what_the_engine_computes_otherwise_than_the_table_agreed_is_told() -> None:
    evening, clock = recorded(deal("A"), deal("B"))
    first, second = evening.events
    assert first.agreed is not None
    other = Agreed(tuple((player, 2 * amount) for player, amount in first.agreed.payments))
    evening = replace(evening, events=(replace(first, agreed=other), second))
    assert [entry.number for entry in evening.recounted] == [1]
    assert evening.void("e1", clock()).recounted == ()
    assert evening.correct("e1", deal("A"), clock()).recounted == (), "agreed anew"
    changed = evening.change_scheme(shipped_schemes()["pousse"], clock())
    assert changed.recounted == (), "of course it pays otherwise under other rules"


def test_one_of_several_versions_is_chosen() -> None:
    start, clock = recorded(deal("A"))
    here = start.correct("e1", deal("A", points=50), clock())
    there = start.void("e1", Stamp("there", "2026-01-01T23:00:00Z", "b"))
    both = replace(here, events=(*here.events, *there.events[1:]))
    assert [event.id for event in both.entries[0].conflicting] == ["e2", "there"]
    for version, voided in (("e2", False), ("there", True)):
        settled = both.choose("e1", version, clock(), "so it was")
        assert settled.entries[0].voided is voided
        assert settled.entries[0].conflicting == ()
        assert settled.events[-1].reason == "so it was"
        undone = settled.undo(clock())
        assert len(undone.entries[0].conflicting) == 2
    with pytest.raises(KeyError):
        both.choose("e1", "e9", clock())


# -- others sit down, somebody leaves ---


def seating(people: str, seats: int | None = None, dealer: str | None = None) -> Seating:
    persons = tuple(Person(p, f"name of {p}") for p in people)
    return Seating(persons, seats or min(len(people), 5), dealer or people[0])


def seen(evening: Session) -> tuple[Any, ...]:
    """Who has a column, where they stand, who sits, who plays next and who deals."""
    table = evening.seating_at()
    columns = "".join(person.id for person in evening.people)
    return columns, evening.totals, "".join(table.ids), evening.players(evening.dealer), evening.dealer


def test_who_comes_late_starts_at_nothing_and_who_leaves_keeps_what_was_paid() -> None:
    evening, clock = recorded(deal("A"), deal("B"))
    before = evening.totals
    evening = evening.seat(seating("CEDA", dealer="C"), clock())
    assert seen(evening) == ("ABCDE", (*before, 0), "CEDA", tuple("CEDA"), "C")
    assert evening.leader("C") == "E"
    assert evening.leader("B", entry=evening.entries[1].id) == "C", "as the table sat then"
    assert evening.players("B", entry=evening.entries[1].id) == tuple("ABCD")
    evening = evening.record(deal("C", seats="CEDA", taker="E"), clock())
    assert evening.dealer == "E", "the deal passes on in the new order"
    assert evening.totals[1] == before[1], "B is at home"
    assert evening.entries[2].amounts[1] == 0
    assert sum(evening.totals) == 0
    assert evening.entries[0].amounts == (*recorded(deal("A"))[0].entries[0].amounts, 0)


def test_five_play_on_as_four() -> None:
    evening, clock = recorded(deal("A", seats="ABCDE", partner="B"), start=session("ABCDE"))
    evening = evening.seat(seating("ACDE", dealer="C"), clock())
    assert evening.players("C") == tuple("ACDE")
    evening = evening.seat(seating("ACDEF", seats=4, dealer="C"), clock())
    assert evening.players("C") == tuple("ADEF"), "who deals sits out"
    evening = evening.record(Deal("C", PASSED), clock())
    assert evening.dealer == "C", "who sat out deals again"


def test_a_hand_of_the_old_table_that_comes_in_late_leaves_the_deal_with_the_new_one() -> None:
    start, clock = recorded(deal("A"))
    here = start.seat(seating("CDE", dealer="D"), clock())
    here = here.record(deal("D", seats="CDE", taker="C"), clock())
    there = start.record(deal("B"), Stamp("there", "2026-01-01T23:00:00Z", "b"))
    there = there.record(deal("B"), Stamp("there-2", "2026-01-01T23:00:00Z", "b"))
    both = replace(here, events=(*here.events, *there.events[1:]))
    assert [entry.deal.dealer for entry in both.entries] == ["A", "B", "D", "B"]
    assert both.dealer == "D", "nobody of this table has dealt after B"
    assert both.people == here.people
    evening = both.record(Deal("B", PASSED), Stamp("late", "2026-01-01T23:30:00Z"))
    assert evening.dealer == "D"


def test_sitting_down_is_undone_and_done_again() -> None:
    evening, clock = recorded(deal("A"))
    reseated = evening.seat(seating("BEDC", dealer="D"), clock())
    undone = reseated.undo(clock())
    assert seen(undone) == seen(evening), "and who never played has no column"
    redone = undone.redo(clock())
    assert seen(redone) == seen(reseated)
    again = redone.seat(seating("BEF", dealer="E"), clock())
    assert seen(again.undo(clock())) == seen(redone)


def names(evening: Session) -> tuple[str, ...]:
    """The name of the evening, of its people, and of those at the table."""
    at_table = (person.name for person in evening.seating_at().people)
    return (evening.name, *(person.name for person in evening.people), *at_table)


def renamed(evening: Session, at: Stamp, name: str | None = None, **people: str) -> Session:
    return evening.rename(Renaming(name, tuple(NewName(id_, new) for id_, new in people.items())), at)


def test_new_names_count_in_every_hand() -> None:
    evening, clock = recorded(deal("A"), deal("B"))
    evening = evening.seat(seating("BCDE", dealer="C"), clock())
    before, last_at = names(evening), evening.last_at
    changed = renamed(evening, clock(), "Chez Anne", A="Anne", E="Élise")
    everybody = ("Anne", *before[2:5], "Élise")
    assert names(changed) == ("Chez Anne", *everybody, *everybody[1:])
    assert changed.person("A").name == changed.standings[0].person.name == "Anne"
    assert changed.entries == evening.entries
    assert visible(changed) == visible(evening)
    assert changed.last_at == last_at, "nothing happened at the table"
    assert names(changed.beginning)[:5] == before[:5]
    assert names(changed.beginning.with_events(changed.events)) == names(changed)
    later = changed.record(deal("C", seats="BCDE", taker="E"), clock())
    assert names(later) == names(changed)
    assert names(renamed(later, clock(), ""))[0] == "", "the name of an evening can be taken away"


def test_new_names_are_undone_and_done_again() -> None:
    evening, clock = recorded(deal("A"))
    first = renamed(evening, clock(), "Chez Anne", A="Anne")
    second = renamed(first, clock(), A="Annie")
    undone = second.undo(clock())
    assert names(undone) == names(first)
    assert names(undone.undo(clock())) == names(evening)
    assert names(undone.undo(clock()).redo(clock())) == names(first)
    assert names(undone.redo(clock())) == names(second)


def test_who_was_renamed_sits_down_under_any_of_their_names() -> None:
    """Another device did not know of the new name, or a table is brought back by an undo."""
    evening, clock = recorded(deal("A"))
    here = renamed(evening, clock(), A="Anne")
    there = evening.seat(seating("BCA", dealer="B"), Stamp("there", "2026-01-01T23:00:00Z", "b"))
    both = here.with_events(there.events[len(evening.events) :])
    assert [person.name for person in both.seating_at().people][-1] == "Anne"
    back = both.seat(Seating(both.people, 4, "A"), clock())
    assert names(back.undo(clock())) == names(both)
    with pytest.raises(ValueError, match="another name"):
        both.seat(Seating((Person("A", "Zoé"), *both.people[1:]), 4, "A"), clock())


def test_names_that_cannot_be() -> None:
    evening, clock = recorded(deal("A"))
    with pytest.raises(ValueError, match="already"):
        renamed(evening, clock(), evening.name, A=evening.people[0].name)
    with pytest.raises(ValueError, match="stranger"):
        renamed(evening, clock(), Z="Zoé")
    with pytest.raises(ValueError, match="nobody and nothing"):
        Renaming()
    with pytest.raises(ValueError, match="two names"):
        Renaming(people=(NewName("A", "Anne"), NewName("A", "Annie")))


def test_a_table_that_cannot_be() -> None:
    evening, clock = recorded(deal("A"))
    with pytest.raises(ValueError, match="so already"):
        evening.seat(seating("ABCD", dealer="B"), clock())
    other = Seating((Person("A", "another name"), *evening.people[1:]), 4, "B")
    with pytest.raises(ValueError, match="another name"):
        evening.seat(other, clock())
    for people in ("EFGHIJKL", "MNOP"):
        evening = evening.seat(seating(people), clock())
        evening = evening.record(Deal(people[0], PASSED), clock())
    with pytest.raises(ValueError, match="more than a session has"):
        evening.seat(seating("XYZ"), clock())
    with pytest.raises(ValueError, match="is not at the table"):
        Seating(evening.people[:4], 4, "Z")


def test_the_beginning_knows_nobody_who_came_later() -> None:
    evening, clock = recorded(deal("A"))
    later = evening.seat(seating("ABCDE"), clock())
    assert later.beginning == session()
    assert replace(later.beginning, events=later.events) == later


def test_everybody_sits_out_as_often_as_the_others() -> None:
    evening = session("ABCDEF", 4)
    plays = [player for dealer in "ABCDEF" for player in evening.players(dealer)]
    assert {player: plays.count(player) for player in "ABCDEF"} == dict.fromkeys("ABCDEF", 4)


# -- changing one's mind ---


def test_a_correction_changes_all_totals_below_it() -> None:
    evening, clock = recorded(*S1)
    right = deal("B", taker="B", points=49, bouts=3)  # no petit au bout: (25 + 13) × 2 = 76, not 96
    corrected = evening.correct("e2", right, clock(), reason="no petit")
    assert [entry.totals for entry in corrected.entries] == [
        (240, -80, -80, -80),
        (164, 148, -156, -156),
        (236, 220, -372, -84),
        (206, 190, -282, -114),
        (128, 112, -360, 120),
    ]
    entry = corrected.entry("e2")
    assert (entry.deal, entry.number, entry.current.reason) == (right, 2, "no petit")
    assert [event.kind for event in entry.versions] == [EventKind.RECORDED, EventKind.CORRECTED]
    assert entry.current.supersedes == "e2"
    assert entry.current.agreed == Agreed((("A", -76), ("B", 228), ("C", -76), ("D", -76)))
    assert entry.conflicting == ()


def test_a_voided_deal_stays_on_the_sheet_and_counts_nothing() -> None:
    evening, clock = recorded(*S1)
    voided = evening.void("e2", clock(), reason="misdeal")
    assert [entry.number for entry in voided.entries] == [1, 2, 3, 4, 5], "a number is kept"
    entry = voided.entry("e2")
    assert (entry.voided, entry.deal, entry.amounts) == (True, S1[1], (-96, 288, -96, -96))
    assert entry.totals == voided.entry("e1").totals
    assert voided.totals == (204, -116, -284, 196)
    assert [entry.id for entry in voided.standing_entries] == ["e1", "e3", "e4", "e5"]
    assert entry.current.agreed is None
    restored = voided.restore("e2", clock(), reason="it counts")
    assert visible(restored) == visible(evening)
    assert restored.entry("e2").current.reason == "it counts"


def test_any_version_can_be_restored() -> None:
    evening, clock = recorded(S1[0])
    second, third = deal(points=57), deal(points=58)
    evening = evening.correct("e1", second, clock()).correct("e1", third, clock())
    back = evening.restore("e1", clock(), version="e2")
    assert back.entry("e1").deal == second
    assert back.restore("e1", clock(), version="e1").entry("e1").deal == S1[0]
    assert back.restore("e1", clock()).entry("e1").deal == second
    assert [event.id for event in back.entry("e1").versions] == ["e1", "e2", "e3", "e4"]
    voided = evening.void("e1", clock())
    for no_version in ("e9", voided.events[-1].id):
        with pytest.raises(KeyError):
            voided.restore("e1", clock(), version=no_version)


def test_a_voided_deal_can_be_corrected_and_shows_what_was_struck_out() -> None:
    evening, clock = recorded(S1[0])
    voided = evening.void("e1", clock())
    corrected = voided.correct("e1", deal(points=57), clock())
    assert not corrected.entry("e1").voided
    struck_again = corrected.void("e1", clock()).void("e1", clock())
    assert struck_again.entry("e1").deal == deal(points=57)
    taken_back = corrected.undo(clock())
    assert visible(taken_back) == visible(voided)
    assert taken_back.restore("e1", clock()).entry("e1").deal == S1[0]


@pytest.mark.parametrize("change", ["correct", "void", "restore"])
def test_unknown_entries(change: str) -> None:
    evening, clock = recorded(S1[0])
    facts: tuple[Any, ...] = (S1[0], clock()) if change == "correct" else (clock(),)
    with pytest.raises(KeyError):
        getattr(evening, change)("e9", *facts)


def test_finish_and_reopen() -> None:
    evening, clock = recorded(S1[0])
    over = evening.finish(clock())
    assert over.finished
    assert not over.reopen(clock()).finished
    assert over.reopen(clock()).finish(clock()).finished
    assert over.totals == evening.totals
    assert over.last_at == "2026-01-01T20:02:00Z"
    assert over.finish(clock()).undo(clock()).finished  # it had ended before
    assert not over.undo(clock()).finished


# -- undo and redo ---


def test_undo_and_redo_one_by_one() -> None:
    evening, clock = recorded(*S1[:2])
    steps = [evening]
    steps.append(steps[-1].correct("e1", deal(points=57), clock()))
    steps.append(steps[-1].void("e2", clock()))
    steps.append(steps[-1].restore("e2", clock()))
    steps.append(steps[-1].restore("e1", clock(), version="e1"))
    steps.append(steps[-1].finish(clock()))
    steps.append(steps[-1].reopen(clock()))
    now = steps[-1]
    for before in reversed(steps[:-1]):
        now = now.undo(clock())
        assert visible(now) == visible(before)
    for after in steps[1:]:
        now = now.redo(clock())
        assert visible(now) == visible(after)
    assert now.redoable is None
    with pytest.raises(ValueError, match="nothing"):
        now.redo(clock())


def test_undo_down_to_nothing() -> None:
    evening, clock = recorded(*S1[:2])
    empty = evening.undo(clock()).undo(clock())
    assert empty.totals == (0, 0, 0, 0)
    assert [(entry.number, entry.undone) for entry in empty.entries] == [(0, True), (0, True)]
    assert empty.next_number == 1
    again = empty.redo(clock())
    assert [entry.number for entry in again.entries] == [1, 0]
    assert again.undo(clock()).entries[0].undone, "undone, done again, and undone"
    assert empty.undoable is None
    with pytest.raises(ValueError, match="nothing"):
        empty.undo(clock())
    assert visible(empty.redo(clock()).redo(clock())) == visible(evening)


def test_undo_says_what_it_will_take_back() -> None:
    evening, clock = recorded(*S1[:2])
    assert evening.undoable == evening.events[1]
    undone = evening.undo(clock())
    assert undone.undoable == evening.events[0]
    assert undone.redoable == undone.events[-1]
    assert undone.events[-1].undoes == "e2"
    redone = undone.redo(clock())
    assert redone.undoable == redone.events[-1]
    assert (redone.events[-1].undoes, redone.redoable) == ("e3", None)


def test_what_was_taken_back_is_told_as_what_it_is() -> None:
    evening, clock = recorded(S1[0])
    corrected = evening.correct("e1", S1[1], clock())
    voided = corrected.void("e1", clock())
    restored = voided.restore("e1", clock())
    undone = [s.undo(clock()).events[-1] for s in (evening, corrected, voided, restored)]
    assert [event.kind for event in undone] == [
        EventKind.VOIDED,
        EventKind.CORRECTED,
        EventKind.RESTORED,
        EventKind.VOIDED,
    ]
    assert [event.deal for event in undone] == [None, S1[0], S1[1], None]


def test_events_are_numbered_from_one_and_after_all_that_is_known() -> None:
    evening, clock = recorded(*S1[:2])
    assert [event.seq for event in evening.events] == [1, 2]
    ahead = replace(evening, events=(replace(evening.events[0], seq=7), evening.events[1]))
    assert ahead.finish(clock()).events[-1].seq == 8


def test_something_new_forgets_what_could_be_redone() -> None:
    evening, clock = recorded(*S1[:2])
    assert evening.undo(clock()).record(S1[2], clock()).redoable is None


DEALS = [*S1, Deal("B", PASSED), deal("C", points=60), deal("D", taker="B", points=30)]
OTHER_RULES = [shipped_scheme(id_) for id_ in ("fft", "flat_80", "rounded_5", "equal_split")]
CHANGES: dict[str, Callable[[Session, Stamp, random.Random], Session]] = {
    "record": lambda s, stamp, r: s.record(r.choice(DEALS), stamp),
    "correct": lambda s, stamp, r: s.correct(r.choice(s.entries).id, r.choice(DEALS), stamp),
    "void": lambda s, stamp, r: s.void(r.choice(s.entries).id, stamp),
    "restore": lambda s, stamp, r: s.restore(r.choice(s.entries).id, stamp),
    "version": lambda s, stamp, r: restored_at_random(s, stamp, r),
    "finish": lambda s, stamp, r: s.finish(stamp),
    "reopen": lambda s, stamp, r: s.reopen(stamp),
    "rules": lambda s, stamp, r: s.change_scheme(r.choice(OTHER_RULES), stamp),
    "rules from now on": lambda s, stamp, r: s.change_scheme(r.choice(OTHER_RULES), stamp, from_now=True),
    "length": lambda s, stamp, r: another(s, r.choice(LENGTHS), stamp),
    "rate": lambda s, stamp, r: another(s, r.choice(RATES), stamp),
    "undo": lambda s, stamp, r: s.undo(stamp) if s.undoable else s,
    "redo": lambda s, stamp, r: s.redo(stamp) if s.redoable else s,
}
LENGTHS: list[AgreedLength] = [OPEN, AgreedLength(hands=20), AgreedLength(deals=3)]
RATES: list[Rate] = [NO_MONEY, Rate(cents=100), Rate(cents=205, step=10)]
NEEDS_AN_ENTRY = {"correct", "void", "restore", "version"}


def another(evening: Session, agreed: AgreedLength | Rate, stamp: Stamp) -> Session:
    if agreed in (evening.length, evening.rate):
        return evening
    if isinstance(agreed, Rate):
        return evening.agree_rate(agreed, stamp)
    return evening.agree_length(agreed, stamp)


def restored_at_random(evening: Session, stamp: Stamp, r: random.Random) -> Session:
    entry = r.choice(evening.entries)
    version = r.choice([event for event in entry.versions if event.deal is not None])
    return evening.restore(entry.id, stamp, version=version.id)


def after(evening: Session, changes: list[str], clock: Clock, r: random.Random) -> Session:
    for change in changes:
        if evening.entries or change not in NEEDS_AN_ENTRY:
            evening = CHANGES[change](evening, clock(), r)
    return evening


changes = st.lists(st.sampled_from(list(CHANGES)), max_size=12)


@given(changes, st.sampled_from(sorted(set(CHANGES) - {"undo", "redo"})), st.randoms(use_true_random=False))
def test_undo_is_the_identity_and_redo_its_inverse(before: list[str], last: str, r: random.Random) -> None:
    clock = Clock()
    evening = after(session(), before, clock, r)
    changed = after(evening, [last], clock, r)
    assume(changed is not evening)
    undone = changed.undo(clock())
    known = {entry.id for entry in evening.entries}
    sheet = [entry for entry in undone.entries if entry.id in known]
    assert [(e.number, e.deal, e.amounts, e.totals) for e in sheet] == [
        (e.number, e.deal, e.amounts, e.totals) for e in evening.entries
    ]
    assert all(entry.voided for entry in undone.entries if entry.id not in known)
    assert (undone.totals, undone.dealer, undone.finished, undone.rules) == (
        evening.totals,
        evening.dealer,
        evening.finished,
        evening.rules,
    )
    assert (undone.length, undone.rate) == (evening.length, evening.rate)
    assert sum(changed.money) == 0
    assert undone.undoable == evening.undoable
    assert visible(undone.redo(clock())) == visible(changed)


def test_an_undo_brings_back_the_rules_of_each_hand() -> None:
    evening, clock = recorded(S1[0])
    evening = evening.change_scheme(shipped_scheme("flat_80"), clock(), from_now=True)
    evening = evening.record(S1[1], clock())
    changed = evening.change_scheme(FFT, clock())
    assert [entry.rules.id for entry in changed.entries] == ["fft", "fft"]
    assert changed.undo(clock()).entries == evening.entries


@given(changes, st.randoms(use_true_random=False))
def test_the_order_in_which_events_arrived_does_not_matter(made: list[str], r: random.Random) -> None:
    evening = after(session(), made, Clock(), r)
    shuffled = list(evening.events)
    r.shuffle(shuffled)
    arrived = replace(evening, events=tuple(shuffled))
    assert arrived.entries == evening.entries
    assert visible(arrived) == visible(evening)
    assert arrived.standings == evening.standings
    assert (arrived.undoable, arrived.redoable) == (evening.undoable, evening.redoable)
    assert arrived.last_at == evening.last_at


@given(st.lists(st.sampled_from([*CHANGES, "seat"]), max_size=12), st.randoms(use_true_random=False))
def test_the_sheet_of_a_session_that_grows_is_that_of_one_built_whole(
    made: list[str], r: random.Random
) -> None:
    evening, clock = session(), Clock()
    for change in made:
        table = seating(r.choice(("ABCD", "CEDA", "BEDC")))
        if change != "seat":
            evening = after(evening, [change], clock, r)
        elif table != replace(evening.seating_at(), dealer=evening.dealer):
            evening = evening.seat(table, clock())
        if r.random() < 0.5:
            whole = replace(evening)
            assert (evening.entries, evening.recounted) == (whole.entries, whole.recounted)
    at = r.randint(0, len(evening.events))
    grown = session().with_events(evening.events[:at])
    assert grown.entries == replace(grown).entries
    assert grown.with_events(evening.events[at:]).entries == replace(evening).entries


@given(changes, st.randoms(use_true_random=False))
def test_totals_are_the_sums_of_what_stands_and_sum_to_zero(made: list[str], r: random.Random) -> None:
    evening = after(session(), made, Clock(), r)
    assert sum(evening.totals) == 0
    assert all(sum(entry.amounts) == 0 for entry in evening.entries)
    amounts = [entry.amounts for entry in evening.standing_entries]
    assert evening.totals == tuple(map(sum, zip((0, 0, 0, 0), *amounts, strict=True)))
    kept = [entry for entry in evening.entries if not entry.undone]
    assert [entry.number for entry in kept] == list(range(1, evening.next_number))
    assert all(entry.number for entry in evening.standing_entries)
    assert conflicts(evening.entries) == ()
    assert all(entry.versions[-1] == entry.current for entry in evening.entries)


# -- two devices ---


def merged(one: Session, other: Session) -> Session:
    """What both devices know together."""
    events = {event.id: event for event in (*one.events, *other.events)}
    return replace(one, events=tuple(events.values()))


def two_corrections() -> tuple[Session, Deal, Deal]:
    """A deal that two devices, knowing nothing of each other, corrected; the second one's counts."""
    start, _ = recorded(*S1[:2])
    mine, yours = deal("A", points=57), deal("A", points=58)
    here = start.correct("e1", mine, Clock("a")())
    there = start.correct("e1", yours, Clock("b")())
    return merged(here, there), mine, yours


def test_two_devices_that_record_both_count() -> None:
    start, _ = recorded(S1[0])
    here, there = start.record(S1[1], Clock("a")()), start.record(S1[2], Clock("b")())
    both = merged(here, there)
    assert [entry.id for entry in both.entries] == ["e1", "ae1", "be1"]
    assert visible(both) == visible(merged(there, here))
    assert conflicts(both.entries) == ()


def test_two_corrections_of_one_deal_are_a_conflict() -> None:
    both, mine, yours = two_corrections()
    (entry,) = conflicts(both.entries)
    assert (entry.id, entry.deal) == ("e1", yours)
    assert [event.deal for event in entry.conflicting] == [mine, yours]
    assert [event.id for event in entry.versions] == ["e1", "ae1", "be1"]
    assert entry.current.id == "be1"


SETTLING: dict[str, Callable[[Session, Stamp], Session]] = {
    "the other one": lambda s, stamp: s.restore("e1", stamp, version="ae1"),
    "the same one": lambda s, stamp: s.restore("e1", stamp),
    "a third one": lambda s, stamp: s.correct("e1", deal("A", points=59), stamp),
    "none": lambda s, stamp: s.void("e1", stamp),
}


@pytest.mark.parametrize("settling", SETTLING)
def test_the_table_settles_a_conflict(settling: str) -> None:
    both, mine, yours = two_corrections()
    clock = Clock("c")
    settled = SETTLING[settling](both, clock())
    assert conflicts(settled.entries) == ()
    entry = settled.entry("e1")
    assert entry.deal == {"the other one": mine, "a third one": deal("A", points=59)}.get(settling, yours)
    assert (entry.current.supersedes, entry.current.settles) == ("be1", ("ae1",))
    undone = settled.undo(clock())
    assert visible(undone) == visible(both)
    assert [event.deal for event in undone.entry("e1").conflicting] == [mine, yours]
    redone = undone.redo(clock())
    assert visible(redone) == visible(settled)
    assert conflicts(redone.undo(clock()).entries) != ()
    assert conflicts(redone.record(S1[2], clock()).entries) == ()


def test_a_later_correction_of_one_device_does_not_hide_the_other() -> None:
    start, _ = recorded(S1[0])
    clock = Clock("b")
    here = start.correct("e1", deal("A", points=57), Clock("a")())
    there = start.correct("e1", deal("A", points=58), clock()).void("e1", clock())
    (entry,) = conflicts(merged(here, there).entries)
    assert entry.voided
    assert [event.id for event in entry.conflicting] == ["ae1", "be2"]
    assert entry.deal == deal("A", points=58)


def test_undo_takes_back_what_another_device_did_last() -> None:
    start, _ = recorded(S1[0])
    clock = Clock("b")
    both = merged(start.record(S1[1], Clock("a")()), start.finish(clock()))
    assert both.finished
    undone = both.undo(clock())
    assert not undone.finished
    assert undone.undo(clock()).entry("ae1").voided


def test_an_undoing_of_what_was_not_last_is_an_event_like_any_other() -> None:
    start, clock = recorded(*S1[:2])
    both = merged(start.undo(Clock("a")()), start.record(S1[2], Clock("b")()))
    assert both.undoable == both.entry("be1").current
    assert both.redoable is None
    assert both.entry("e2").voided
    assert visible(both.undo(clock()).undo(clock())) != visible(both)


# -- what no session can be ---


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"people": "AB", "seats": 1}, "a hand is played by 2 to 5"),
        ({"people": "ABCDEF", "seats": 6}, "a hand is played by 2 to 5"),
        ({"people": "ABC", "seats": 4}, "3 people cannot fill 4 seats"),
        ({"people": "ABCDEFGHI"}, "9 people cannot fill 5 seats"),
        ({"people": "ABCA"}, "a person sits at the table twice"),
    ],
)
def test_tables_that_cannot_be(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        session(**facts)


def test_the_first_dealer_is_at_the_table() -> None:
    with pytest.raises(ValueError, match="the first dealer is not at the table"):
        replace(session(), first_dealer="Z")


def test_deals_of_strangers() -> None:
    evening, clock = recorded(S1[0])
    for stranger in (Deal("Z", hand()), Deal("A", hand("ABCZ")), Deal("Z", PASSED)):
        with pytest.raises(ValueError, match="somebody who is not at the table"):
            evening.record(stranger, clock())


@pytest.mark.parametrize(
    ("played", "where", "reason"),
    [
        (hand("ABCA"), "deal/hand/players", "twice"),
        (hand("A"), "deal/hand/players", "twice"),
        (hand("ABCD", partner="A"), "deal/hand/partner", "twice"),
        (hand("ABCD", partner="Z"), "deal/hand", "stranger"),
        (hand("ABCD", taker="Z"), "deal/hand", "stranger"),
        (hand("ABCD", poignees=shown("Z1")), "deal/hand", "stranger"),
        (hand("ABCD", miseres=declared("Zt")), "deal/hand", "stranger"),
    ],
)
def test_hands_that_cannot_be(played: Hand, where: str, reason: str) -> None:
    evening, _ = recorded(S1[0])
    with pytest.raises(Invalid) as refused:
        replace(
            evening, events=(*evening.events, event(EventKind.RECORDED, entry="e", deal=Deal("A", played)))
        )
    assert "/".join(map(str, refused.value.path)) == f"event e/{where}"
    assert refused.value.reason == reason


def test_events_twice_or_of_nothing() -> None:
    evening, clock = recorded(S1[0])
    with pytest.raises(ValueError, match="an event is there twice"):
        replace(evening, events=evening.events * 2)
    voided = evening.void("e1", clock())
    with pytest.raises(ValueError, match="a deal that was never recorded"):
        replace(evening, events=(replace(voided.events[1], supersedes=None),))


NAMESAKES = tuple(Person(p, "somebody else") for p in "ABCD")
BREAKS: tuple[Callable[[Event, Event], Event], ...] = (
    lambda event, other: event,
    lambda event, other: replace(event, id=other.id),
    lambda event, other: replace(event, seq=other.seq),
    lambda event, other: replace(event, supersedes=other.id),
    lambda event, other: replace(event, settles=(other.id, "gone")),
    lambda event, other: replace(event, undoes=other.id),
    lambda event, other: replace(event, entry=(event.entry and other.entry) or event.entry),
    lambda event, other: replace(event, deal=event.deal and deal("F", seats="FGHI")),
    lambda event, other: replace(event, seating=event.seating and seating("FGHI")),
    lambda event, other: replace(event, seating=event.seating and Seating(NAMESAKES, 4, "A")),
)
"""Changes of an event that may contradict the events before it; the first one is none."""


def built(events: Sequence[Event], *, at_once: bool) -> Session | str:
    """The session of these events in their order, or the refusal."""
    evening = session()
    try:
        if at_once:
            return replace(evening, events=tuple(events))
        for one in events:
            evening = evening.with_events([one])
        return evening
    except Invalid as error:
        return f"{error} ({error.reason}, {error.limit})"


@given(st.data(), st.randoms(use_true_random=False))
def test_a_session_that_grows_refuses_what_one_built_whole_refuses(
    data: st.DataObject, r: random.Random
) -> None:
    evening, clock = recorded(*S1[:3])
    evening = evening.correct("e2", S1[3], clock()).void("e1", clock()).undo(clock())
    evening = evening.seat(seating("BEDC", dealer="D"), clock()).record(
        deal("D", seats="BEDC", taker="E"), clock()
    )
    evening = evening.finish(clock()).change_scheme(shipped_schemes()["pousse"], clock()).undo(clock())
    events = list(evening.events)
    for _ in range(data.draw(st.integers(0, 2))):
        place = r.randrange(len(events))
        events[place] = data.draw(st.sampled_from(BREAKS))(events[place], r.choice(evening.events))
    if r.random() < 0.3:
        del events[r.randrange(len(events))]
    events.sort(key=lambda event: event.order)
    whole = built(events, at_once=True)
    assert built(events, at_once=False) == whole
    if isinstance(whole, Session):
        grown = built(events, at_once=False)
        assert isinstance(grown, Session)
        assert (visible(grown), seen(grown)) == (visible(whole), seen(whole))


def test_a_session_is_not_changed_by_those_that_grow_from_it() -> None:
    evening, clock = recorded(*S1[:2])
    before = visible(evening), seen(evening)
    one, other = evening.record(S1[2], clock()), evening.seat(seating("CEDA", dealer="C"), clock())
    assert (visible(evening), seen(evening)) == before
    assert other.with_events([one.events[-1]]) == replace(other, events=(*other.events, one.events[-1]))
    with pytest.raises(Invalid, match="an event is there twice"):
        one.with_events([one.events[0]])
    assert one.with_events([]) == one


def event(kind: EventKind, **facts: Any) -> Event:
    if kind is EventKind.SCHEME_CHANGED:
        facts.setdefault("scheme", FFT)
    if kind in SEATING_KINDS:
        facts.setdefault("seating", seating("ABCD"))
    if kind is EventKind.NOTED:
        facts.setdefault("note", "a note")
    if kind is EventKind.RENAMED:
        facts.setdefault("renaming", Renaming("Chez Anne"))
    if kind is EventKind.LENGTH_AGREED:
        facts.setdefault("length", AgreedLength(hands=20))
    if kind is EventKind.RATE_AGREED:
        facts.setdefault("rate", Rate(cents=100))
    return Event(id="e", seq=1, at="", device="", kind=kind, **facts)


@pytest.mark.parametrize("kind", EventKind)
def test_events_that_cannot_be(kind: EventKind) -> None:
    of_a_deal = kind in ENTRY_KINDS
    brings_a_scheme = kind is EventKind.SCHEME_CHANGED
    with pytest.raises(ValueError, match="bring a seating"):
        event(kind, seating=None if kind in SEATING_KINDS else seating("ABCD"))
    with pytest.raises(ValueError, match="bring a note"):
        event(kind, note=None if kind is EventKind.NOTED else "a note")
    with pytest.raises(ValueError, match="bring names"):
        event(kind, renaming=None if kind is EventKind.RENAMED else Renaming("Chez Anne"))
    with pytest.raises(ValueError, match="bring a scheme"):
        event(kind, entry="e1" if of_a_deal else None, scheme=None if brings_a_scheme else FFT)
    brings_one = kind in DEAL_KINDS
    wrong_entry = None if of_a_deal else "" if kind is EventKind.NOTED else "e1"
    with pytest.raises(ValueError, match="name a deal"):
        event(kind, entry=wrong_entry)
    entry = "e1" if of_a_deal else None
    with pytest.raises(ValueError, match="bring a deal"):
        event(kind, entry=entry, deal=None if brings_one else S1[0])
    assert event(kind, entry=entry, deal=S1[0] if brings_one else None).kind is kind


# -- events of other makers ---


@pytest.mark.parametrize("supersedes", ["gone", "e", "e2", "e3", None])
def test_links_in_circles_or_into_nothing_are_refused(supersedes: str | None) -> None:
    first = event(EventKind.RECORDED, entry="x", deal=S1[0])
    second = replace(first, id="e2", seq=2, kind=EventKind.CORRECTED, supersedes="e")
    third = replace(first, id="e3", seq=3, kind=EventKind.VOIDED, deal=None, supersedes=supersedes)
    if supersedes in ("gone", "e3"):
        with pytest.raises(Invalid, match="event e3/supersedes: unknown_event"):
            replace(session(), events=(first, second, third))
    else:
        (entry,) = replace(session(), events=(first, second, third)).entries
        assert (entry.current.id, entry.voided, entry.deal) == ("e3", True, S1[0])
        assert isinstance(entry, Entry)
    with pytest.raises(Invalid, match="event e3/undoes: unknown_event"):
        replace(session(), events=(first, second, replace(third, supersedes="e", undoes="gone")))
    with pytest.raises(Invalid, match="event e/supersedes: unknown_event"):
        replace(session(), events=(replace(first, supersedes="e2"), second))


# -- speed ---


def test_a_long_sheet_is_folded_at_once() -> None:
    evening, clock = recorded(*(S1 * 60))
    assert evening.totals == tuple(60 * total for total in (108, 172, -380, 100))

    def seconds() -> float:
        fresh = evening.record(S1[0], clock())
        start = process_time()
        assert len(fresh.entries) == 301
        return process_time() - start

    assert min(seconds() for _ in range(5)) < 0.05  # 0.005 where this was written


# -- other rules ---


def test_other_rules_count_from_the_first_hand_on() -> None:
    evening, clock = recorded(deal(bid=Bid.GARDE_CONTRE), deal(dealer="B"))
    contre_5 = shipped_scheme("contre_5")
    changed = evening.change_scheme(contre_5, clock(), "we always did")
    assert changed.rules == contre_5
    assert changed.scheme == FFT, "what the session began with stays"
    assert changed.entries[0].score == score(hand(bid=Bid.GARDE_CONTRE), contre_5)
    assert changed.entries[1] == replace(evening.entries[1], totals=changed.totals, rules=contre_5)
    back = changed.undo(clock())
    assert (back.rules, back.totals) == (FFT, evening.totals)
    assert back.redo(clock()).totals == changed.totals
    twice = changed.change_scheme(shipped_scheme("pousse"), clock())
    assert twice.undo(clock()).rules == contre_5


def test_the_unit_is_that_of_the_rules() -> None:
    evening, clock = recorded(deal())
    assert evening.change_scheme(shipped_scheme("equal_split"), clock()).unit == 2


def test_rules_that_lack_a_bid_that_was_played_are_refused() -> None:
    evening, clock = recorded(deal(bid=Bid.PETITE))
    with pytest.raises(ValueError, match="lacks a bid"):
        evening.change_scheme(shipped_scheme("no_petite"), clock())
    voided = evening.void("e1", clock())
    assert voided.change_scheme(shipped_scheme("no_petite"), clock()).rules.id == "no_petite"


def test_a_bid_that_came_from_a_device_with_other_rules_pays_nothing_and_hides_nothing() -> None:
    evening, clock = recorded(deal())
    here = evening.change_scheme(shipped_scheme("no_petite"), clock())
    there = evening.record(deal(bid=Bid.PETITE), Clock("other")())
    merged = replace(here, events=(*here.events, there.events[-1]))
    assert merged.totals == evening.totals
    petite = merged.entry(there.events[-1].id)
    assert (petite.score, petite.payments, petite.amounts) == (None, None, (0, 0, 0, 0))


def test_what_the_table_agreed_on_is_remembered_where_it_is_no_longer_so() -> None:
    evening, clock = recorded(deal(bid=Bid.GARDE_CONTRE), deal(dealer="B"), Deal("C", PASSED))
    assert [entry.agreed_otherwise for entry in evening.entries] == [None, None, None]
    changed = evening.change_scheme(shipped_scheme("contre_5"), clock())
    assert changed.entries[0].agreed_otherwise == evening.events[0].agreed
    assert changed.entries[1].agreed_otherwise is None
    halves = evening.change_scheme(shipped_scheme("equal_split"), clock())
    assert [entry.agreed_otherwise for entry in halves.entries] == [None, None, None], (
        "the same in another unit"
    )
    assert changed.void("e1", clock()).entries[0].agreed_otherwise is None


def test_a_deal_taken_back_at_once_is_undone_and_one_struck_out_is_not() -> None:
    evening, clock = recorded(deal())
    assert not evening.entries[0].undone
    assert evening.undo(clock()).entries[0].undone
    struck = evening.void("e1", clock())
    assert not struck.entries[0].undone
    assert not struck.restore("e1", clock()).undo(clock()).entries[0].undone


def test_ending_the_evening_does_not_depend_on_the_rules() -> None:
    evening, clock = recorded(deal())
    assert evening.finish(clock()).change_scheme(shipped_scheme("pousse"), clock()).finished


def test_the_rate_is_changed_undone_and_done_again() -> None:
    evening, clock = recorded(deal("A"))
    assert (evening.rate, evening.money) == (NO_MONEY, (0, 0, 0, 0))
    cheap = evening.agree_rate(Rate(cents=100), clock())
    assert cheap.money == evening.totals
    dear = cheap.agree_rate(Rate(cents=1000), clock())
    assert dear.money == tuple(10 * total for total in evening.totals)
    assert dear.undo(clock()).rate == Rate(cents=100)
    assert dear.undo(clock()).undo(clock()).money == (0, 0, 0, 0)
    assert dear.undo(clock()).redo(clock()).money == dear.money
    more = dear.record(deal("B"), clock())
    assert more.money == tuple(10 * each for each in more.totals)
    with pytest.raises(ValueError, match="so much already"):
        dear.agree_rate(Rate(cents=1000), clock())
    halves = dear.change_scheme(shipped_scheme("equal_split"), clock())
    assert (halves.unit, halves.money) == (2, dear.money)
    with pytest.raises(Invalid, match="a rate"):
        replace(dear.events[-1], rate=None)


NOON = "2026-11-21T12:00:00Z"


def test_the_agreed_number_counts_the_hands_that_were_played() -> None:
    evening, clock = recorded(deal("A"), Deal("B", PASSED), deal("C"), deal("D"))
    progress = evening.progress()
    assert (progress.played, progress.hands, progress.minutes) == (3, None, None)
    assert not progress.over
    assert not progress.last
    for agreed, left, last, over in (
        (5, 2, False, False),
        (4, 1, True, False),
        (3, 0, False, True),
        (2, 0, False, True),
    ):
        progress = evening.agree_length(AgreedLength(hands=agreed), clock()).progress()
        assert (progress.hands, progress.last, progress.over) == (left, last, over)
    assert evening.void(evening.entries[0].id, clock()).hands_played == 2
    assert evening.void(evening.entries[1].id, clock()).hands_played == 3


@pytest.mark.parametrize(
    ("minutes", "last", "over"),
    [(60, False, False), (7, False, False), (6, True, False), (1, True, False), (0, False, True)],
)
def test_the_minutes_until_the_agreed_time(minutes: int, last: bool, over: bool) -> None:
    evening, clock = recorded(deal("A"))
    progress = evening.agree_length(AgreedLength(until=NOON), clock()).progress(minutes)
    assert (progress.minutes, progress.last, progress.over) == (minutes, last, over)
    assert progress.hands is None


def test_so_many_deals_each_and_a_fair_end() -> None:
    """The hands that are left are those that it takes until everybody has dealt so often."""
    evening, clock = recorded()
    evening = evening.agree_length(AgreedLength(deals=2), clock())
    seen = [(evening.progress().hands, evening.progress().until_fair)]
    for dealer in "ABCDABCDA":
        evening = evening.record(deal(dealer), clock())
        seen.append((evening.progress().hands, evening.progress().until_fair))
    assert [hands for hands, _ in seen] == [8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert [fair for _, fair in seen] == [0, 3, 2, 1, 0, 3, 2, 1, 0, 3]


def test_a_dealer_who_deals_again_has_dealt_once() -> None:
    """Everybody passed, and the dealer sits out: the hand is no deal."""
    evening, clock = recorded()
    five = Seating((*evening.people, Person("E", "name of E")), 4, "A")
    evening = evening.seat(five, clock())
    assert evening.record(Deal("A", PASSED), clock()).dealt["A"] == 0
    assert evening.record(Deal("A", ThrownIn.MISDEAL), clock()).dealt["A"] == 1
    four, clock = recorded(Deal("A", PASSED))
    assert four.dealt["A"] == 1


def test_who_comes_later_has_dealt_as_often_as_the_one_who_has_dealt_least() -> None:
    evening, clock = recorded(deal("A"), deal("B"), deal("C"), deal("D"), deal("A"))
    later = Seating((*evening.people[1:], Person("E", "name of E")), 4, "B")
    evening = evening.seat(later, clock())
    assert evening.dealt == {"B": 1, "C": 1, "D": 1, "E": 1}
    assert evening.progress().until_fair == 0
    evening = evening.record(deal("B"), clock())
    assert evening.dealt == {"B": 2, "C": 1, "D": 1, "E": 1}
    assert evening.progress().until_fair == 3
    back = replace(later, people=(*evening.beginning.people,), dealer="C")
    assert evening.seat(back, clock()).dealt == {"A": 2, "B": 2, "C": 1, "D": 1}
    away = evening.record(replace(deal("C"), dealer="A"), clock())
    assert away.dealt == evening.dealt, "a dealer who is not at the table"


def test_the_length_is_changed_undone_and_done_again() -> None:
    evening, clock = recorded(deal("A"))
    assert evening.length.open
    longer = evening.agree_length(AgreedLength(hands=20), clock())
    longest = longer.agree_length(AgreedLength(deals=3), clock())
    assert (longest.length, longest.beginning.length) == (AgreedLength(deals=3), OPEN)
    assert longest.undo(clock()).length == AgreedLength(hands=20)
    assert longest.undo(clock()).undo(clock()).length == OPEN
    assert longest.undo(clock()).redo(clock()).length == AgreedLength(deals=3)
    assert longest.undo(clock()).totals == evening.totals
    with pytest.raises(ValueError, match="so long already"):
        longest.agree_length(AgreedLength(deals=3), clock())
    begun = replace(evening.beginning, length=AgreedLength(hands=9))
    assert begun.agree_length(OPEN, clock()).undo(clock()).length == AgreedLength(hands=9)


def test_a_length_that_came_with_rules_is_undone_with_them() -> None:
    evening, clock = recorded(deal("A"))
    event = evening.change_scheme(shipped_scheme("pousse"), clock()).events[-1]
    ruled = evening.with_events([replace(event, length=AgreedLength(hands=20))])
    assert ruled.length == AgreedLength(hands=20)
    assert ruled.undo(clock()).length == OPEN
    assert ruled.undo(clock()).rules == evening.rules


def test_an_evening_has_one_length() -> None:
    twices: list[dict[str, Any]] = [
        {"hands": 1, "deals": 1},
        {"hands": 1, "until": NOON},
        {"deals": 1, "until": NOON},
    ]
    for twice in twices:
        with pytest.raises(Invalid, match="one length"):
            AgreedLength(**twice)
    evening, clock = recorded(deal("A"))
    event = evening.agree_length(AgreedLength(hands=2), clock()).events[-1]
    wrongs: list[dict[str, Any]] = [{"length": None}, {"kind": EventKind.FINISHED}]
    for wrong in wrongs:
        with pytest.raises(Invalid, match="a length"):
            replace(event, **wrong)


def test_every_sitting_in_its_order() -> None:
    evening, clock = recorded(deal("A"))
    later = Seating((*evening.people[1:], Person("E", "name of E")), 4, "E")
    assert evening.seat(later, clock()).seatings == (evening.seating_at(), later)


# -- rules from now on ---

CONTRE_5, EQUAL, POUSSE = (shipped_scheme(name) for name in ("contre_5", "equal_split", "pousse"))


def schemes_of(evening: Session) -> list[str]:
    return [entry.rules.id for entry in evening.entries]


def test_rules_from_now_on_count_for_later_hands_alone() -> None:
    evening, clock = recorded(deal(bid=Bid.GARDE_CONTRE))
    changed = evening.change_scheme(CONTRE_5, clock(), "from here on", from_now=True)
    assert (changed.rules, changed.totals) == (CONTRE_5, evening.totals)
    assert evening.rules_never_mixed
    assert not changed.rules_never_mixed
    assert changed.entries == evening.entries
    played = changed.record(deal("B", bid=Bid.GARDE_CONTRE), clock())
    assert schemes_of(played) == ["fft", "contre_5"]
    assert [entry.amounts[0] for entry in played.entries] == [450, 375]
    assert [entry.agreed_otherwise for entry in played.entries] == [None, None]
    assert (played.rules_at(), played.rules_at("e1"), played.rules_at("e3")) == (CONTRE_5, FFT, CONTRE_5)
    assert played.schemes == (FFT, CONTRE_5)
    with pytest.raises(KeyError):
        played.rules_at("e9")
    assert played.undo(clock()).schemes == (FFT, CONTRE_5), "a hand undone at once is not listed"
    assert played.undo(clock()).undo(clock()).schemes == (FFT,)


def test_a_correction_keeps_the_rules_of_its_hand() -> None:
    evening, clock = recorded(deal(bid=Bid.GARDE_CONTRE))
    changed = evening.change_scheme(CONTRE_5, clock(), from_now=True)
    corrected = changed.correct("e1", deal("A", bid=Bid.GARDE_CONTRE, points=61), clock())
    assert schemes_of(corrected) == ["fft"]
    assert corrected.entry("e1").agreed_otherwise is None
    assert corrected.entry("e1").current.agreed == Agreed(tuple(zip("ABCD", corrected.totals, strict=True)))
    assert corrected.void("e1", clock()).restore("e1", clock()).entry("e1").rules == FFT


def test_rules_for_the_whole_evening_win_over_those_from_now_on() -> None:
    evening, clock = recorded(deal())
    evening = evening.change_scheme(CONTRE_5, clock(), from_now=True).record(deal("B"), clock())
    evening = evening.change_scheme(EQUAL, clock(), from_now=True).record(deal("C"), clock())
    assert schemes_of(evening) == ["fft", "contre_5", "equal_split"]
    whole = evening.change_scheme(POUSSE, clock())
    assert (schemes_of(whole), whole.schemes, whole.unit) == (["pousse"] * 3, (POUSSE,), 1)
    later = whole.change_scheme(EQUAL, clock(), from_now=True).record(deal("D"), clock())
    assert schemes_of(later) == ["pousse", "pousse", "pousse", "equal_split"]
    back = whole.undo(clock())
    assert (visible(back), schemes_of(back), back.unit) == (visible(evening), schemes_of(evening), 2)
    assert visible(back.redo(clock())) == visible(whole)


def test_rules_from_now_on_are_undone_and_done_again() -> None:
    evening, clock = recorded(deal())
    changed = evening.change_scheme(CONTRE_5, clock(), from_now=True)
    undone = changed.undo(clock())
    assert (undone.rules, visible(undone)) == (FFT, visible(evening))
    assert schemes_of(undone.record(deal("B"), clock())) == ["fft", "fft"]
    again = undone.redo(clock())
    assert (again.rules, schemes_of(again.record(deal("B"), clock()))) == (CONTRE_5, ["fft", "contre_5"])


def test_hands_by_other_units_add_up_in_one() -> None:
    called = {"seats": "ABCDE", "partner": "B"}
    evening, clock = recorded(deal(**called), start=session("ABCDE", scheme=FFT))
    played = evening.change_scheme(EQUAL, clock(), from_now=True).record(deal("B", **called), clock())
    assert played.unit == 2
    assert [entry.amounts for entry in played.entries] == [
        (200, 100, -100, -100, -100),
        (150, 150, -100, -100, -100),
    ]
    assert played.totals == (350, 250, -200, -200, -200)
    assert evening.totals == (100, 50, -50, -50, -50), "in whole points before"
    assert played.entries[0].payments == evening.entries[0].payments, "by its own rules"


def test_a_bid_that_was_played_does_not_forbid_rules_from_now_on() -> None:
    evening, clock = recorded(deal(bid=Bid.PETITE))
    later = evening.change_scheme(shipped_scheme("no_petite"), clock(), from_now=True)
    assert (later.rules.id, later.totals) == ("no_petite", evening.totals)


def test_only_rules_count_from_now_on() -> None:
    with pytest.raises(Invalid, match="contradiction"):
        event(EventKind.FINISHED, from_now=True)


def test_an_undo_for_the_whole_evening_brings_the_rules_that_its_device_knew() -> None:
    evening, clock = recorded(deal())
    here = evening.change_scheme(POUSSE, clock()).undo(clock())
    there = evening.change_scheme(CONTRE_5, Stamp("a", "2026-01-01T00:00:00Z"))
    merged = replace(here, events=(*here.events, there.events[-1]))
    assert merged.rules == FFT
    assert replace(merged, events=merged.events[::-1]).rules == FFT


def test_an_undo_from_now_on_leaves_the_rules_of_another_device() -> None:
    evening, clock = recorded(deal())
    here = evening.change_scheme(POUSSE, clock(), from_now=True).undo(clock())
    there = evening.change_scheme(CONTRE_5, Stamp("a", "2026-01-01T00:00:00Z"), from_now=True)
    merged = replace(here, events=(*here.events, there.events[-1]))
    assert merged.rules == CONTRE_5


def test_a_hand_that_another_version_counted_otherwise_is_told_under_any_rules() -> None:
    evening, clock = recorded(deal())
    wrong = Agreed((("A", 1), ("B", -1), ("C", 0), ("D", 0)))
    old = replace(evening, events=(replace(evening.events[0], agreed=wrong),))
    assert [entry.id for entry in old.recounted] == ["e1"]
    assert [entry.id for entry in old.change_scheme(CONTRE_5, clock(), from_now=True).recounted] == ["e1"]
    assert old.change_scheme(CONTRE_5, clock()).recounted == (), "the table changed what it pays"
