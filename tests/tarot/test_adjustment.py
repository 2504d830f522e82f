"""What changes totals beside the cards: penalties, gifts, a starting score, a score that is taken over."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_session import (
    FFT,
    PASSED,
    S1,
    Clock,
    after,
    changes,
    deal,
    merged,
    recorded,
    seating,
    session,
    visible,
)

from scorepad.codec import Invalid
from scorepad.evening.adjustment import (
    Adjustment,
    AdjustmentKind,
    Share,
    TakeOver,
    gift,
    penalty,
)
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal
from scorepad.evening.people import Member, Person
from scorepad.tarot.comparison import rescore
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes

FARID = Person("F", "Farid", 5)
MISDEAL = penalty("A", ("B", "C", "D"), 10, "misdeal")


def carried(*amounts: int, unit: int = 1) -> Adjustment:
    shares = tuple(Share(id_, amount) for id_, amount in zip("ABCD", amounts, strict=True))
    return Adjustment(AdjustmentKind.CARRIED, shares, unit=unit)


def test_one_pays_all_others() -> None:
    evening, _ = recorded(S1[0], Deal("B", MISDEAL), S1[1])
    assert [entry.amounts for entry in evening.entries][1] == (-30, 10, 10, 10)
    assert [entry.totals for entry in evening.entries] == [
        (240, -80, -80, -80),
        (210, -70, -70, -70),
        (114, 218, -166, -166),
    ]
    assert [entry.number for entry in evening.entries] == [1, 0, 2]
    assert not any(entry.undone for entry in evening.entries)
    assert (evening.entries[1].score, evening.entries[1].payments) == (None, None)
    assert evening.entries[1].agreed_otherwise is None
    assert (evening.next_number, evening.hands_played) == (3, 2)
    assert [entry.number for entry in evening.standing_deals] == [1, 2]
    assert evening.entries[1].deal.beside == MISDEAL


def test_the_deal_does_not_pass_on() -> None:
    evening, clock = recorded(S1[0])
    assert evening.dealer == "B"
    paid = evening.record(Deal("B", MISDEAL), clock())
    assert paid.dealer == "B"
    six = session("ABCDE", seats=4).record(Deal("A", PASSED), clock())
    assert six.record(Deal("A", MISDEAL), clock()).dealer == six.dealer == "A"


def test_a_gift_goes_from_one_to_another() -> None:
    evening, _ = recorded(Deal("A", gift("D", "B", 25)))
    assert evening.totals == (0, 25, 0, -25)


def test_the_curve_counts_it_with_the_deal_before() -> None:
    evening, clock = recorded(Deal("A", carried(30, -10, -20, 0)))
    assert evening.curve == ((30, -10, -20, 0),)
    evening = evening.record(S1[0], clock()).record(Deal("B", MISDEAL), clock()).record(S1[1], clock())
    assert evening.curve == ((30, -10, -20, 0), (240, -80, -90, -70), (144, 208, -186, -166))
    assert session().curve == ((0, 0, 0, 0),)


def test_parts_of_a_point_carried_over() -> None:
    evening, _ = recorded(Deal("A", carried(3, -1, -1, -1, unit=2)), S1[0])
    assert evening.unit == 2
    assert [entry.totals for entry in evening.entries] == [(3, -1, -1, -1), (483, -161, -161, -161)]
    other = rescore(evening, shipped_schemes()["pousse"])
    assert other.unit == 2
    assert sum(other.totals) == 0


@pytest.mark.parametrize(
    ("beside", "points"),
    [(MISDEAL, (-30, 10, 10, 10)), (gift("D", "B", 25), (0, 25, 0, -25))],
    ids=["a penalty", "a gift"],
)
def test_its_points_count_in_full_in_an_evening_that_keeps_halves(
    beside: Adjustment, points: tuple[int, ...]
) -> None:
    evening, _ = recorded(Deal("A", beside), start=session(scheme=shipped_scheme("equal_split")))
    assert evening.unit == 2
    assert evening.totals == tuple(2 * each for each in points)


def test_other_rules_count_in_full_beside_points_given_in_halves() -> None:
    begins = 3, -1, -1, -1
    evening, _ = recorded(Deal("A", carried(*begins, unit=2)), S1[0])
    assert rescore(evening, evening.rules).totals == evening.totals
    contre, (alone, _) = shipped_scheme("contre_5"), recorded(S1[0])
    hand = rescore(alone, contre).totals
    assert any(hand)
    assert rescore(evening, contre).totals == tuple(
        begun + 2 * points for begun, points in zip(begins, hand, strict=True)
    )


def test_it_is_corrected_struck_out_and_undone_like_a_hand() -> None:
    evening, clock = recorded(S1[0], Deal("B", MISDEAL))
    corrected = evening.correct("e2", Deal("B", gift("A", "C", 5)), clock(), "meant so")
    assert corrected.totals == (235, -80, -75, -80)
    struck = corrected.void("e2", clock())
    assert struck.totals == (240, -80, -80, -80)
    assert struck.entry("e2").voided
    assert struck.restore("e2", clock(), version="e2").totals == (210, -70, -70, -70)
    assert visible(struck.undo(clock())) == visible(corrected)
    gone = evening.undo(clock())
    assert gone.entry("e2").undone
    assert gone.totals == (240, -80, -80, -80)
    assert gone.redo(clock()).totals == evening.totals


@pytest.mark.parametrize(
    ("shares", "unit", "message"),
    [
        ((("A", 1), ("B", 1)), 1, "does not sum to zero"),
        ((("A", 0), ("B", 0)), 1, "changes nothing"),
        ((("A", 1), ("A", -1)), 1, "names a person twice"),
        ((("A", 1), ("B", -1)), 3, "parts of a point"),
    ],
)
def test_adjustments_that_cannot_be(shares: tuple[tuple[str, int], ...], unit: int, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        Adjustment(AdjustmentKind.OTHER, tuple(Share(*each) for each in shares), unit=unit)


def test_adjustments_of_strangers() -> None:
    evening, clock = recorded(S1[0])
    with pytest.raises(Invalid, match="stranger"):
        evening.record(Deal("B", gift("A", "Z", 5)), clock())
    with pytest.raises(Invalid, match="stranger"):
        evening.record(Deal("Z", MISDEAL), clock())
    with pytest.raises(Invalid, match="their own score"):
        TakeOver("A", "A")


def test_other_rules_move_the_same_points() -> None:
    evening, clock = recorded(S1[0], Deal("B", MISDEAL))
    evening = evening.take_over("A", FARID, clock())
    assert rescore(evening, FFT).totals == evening.totals
    pousse = shipped_schemes()["pousse"]
    hand_alone = rescore(recorded(S1[0])[0], pousse).totals
    assert rescore(evening, pousse).totals[0] == 0
    assert rescore(evening, pousse).totals[-1] == hand_alone[0] - 30


# -- a seat and its score, taken over ---


def test_a_score_goes_with_the_seat() -> None:
    evening, clock = recorded(*S1[:2])
    taken = evening.take_over("D", FARID, clock())
    assert [person.id for person in taken.people] == ["A", "B", "C", "D", "F"]
    assert taken.totals == (144, 208, -176, 0, -176)
    assert taken.seating_at().ids == ("A", "B", "C", "F")
    assert (taken.dealer, taken.next_number, taken.entries[-1].number) == ("C", 3, 0)
    assert taken.entries[-1].deal.outcome == TakeOver("D", "F")
    assert taken.seating_at("e2").ids == ("A", "B", "C", "D")
    assert [entry.undone for entry in taken.entries] == [False] * 3
    played = taken.record(deal("C", seats="ABCF", taker="F", points=41), clock())
    assert played.totals[4] == -176 + 150
    assert sum(played.totals) == 0


def test_it_follows_later_corrections_of_earlier_hands() -> None:
    evening, clock = recorded(*S1[:2])
    taken = evening.take_over("D", FARID, clock())
    corrected = taken.void("e2", clock())
    assert corrected.totals == (240, -80, -80, 0, -80)
    assert corrected.undo(clock()).totals == taken.totals


def test_who_comes_deals_where_the_other_was_to() -> None:
    evening, clock = recorded(*S1[:3])
    assert evening.dealer == "D"
    assert evening.take_over("D", FARID, clock()).dealer == "F"


def test_one_undo_takes_it_back_and_one_redo_does_it_again() -> None:
    evening, clock = recorded(*S1[:2])
    taken = evening.take_over("D", FARID, clock())
    undone = taken.undo(clock())
    assert undone.events[-1].kind is EventKind.HANDED_BACK
    assert [person.id for person in undone.people] == ["A", "B", "C", "D"]
    assert (undone.totals, undone.dealer) == (evening.totals, evening.dealer)
    assert undone.seating_at() == replace(evening.seating_at(), dealer="C")
    assert undone.entries[-1].undone
    assert undone.person("F") == FARID
    redone = undone.redo(clock())
    assert redone.events[-1].kind is EventKind.TAKEN_OVER
    assert visible(redone)[1:] == visible(taken)[1:]
    assert redone.people == taken.people
    assert not redone.entries[-1].undone
    again = redone.undo(clock())
    assert (again.totals, again.entries[-1].undone) == (evening.totals, True)
    assert again.undo(clock()).totals == (240, -80, -80, -80)


def test_the_score_stays_if_the_row_is_struck_out() -> None:
    evening, clock = recorded(*S1[:2])
    taken = evening.take_over("D", FARID, clock())
    struck = taken.void("e3", clock())
    assert struck.totals == (144, 208, -176, -176, 0)
    assert struck.seating_at().ids == ("A", "B", "C", "F")
    assert not struck.entry("e3").undone
    assert struck.restore("e3", clock()).totals == taken.totals
    assert struck.undo(clock()).totals == taken.totals


def test_who_cannot_take_over() -> None:
    evening, clock = recorded(S1[0])
    with pytest.raises(ValueError, match="not at the table"):
        evening.take_over("Z", FARID, clock())
    with pytest.raises(Invalid, match="twice"):
        evening.take_over("D", evening.people[0], clock())


def test_somebody_who_left_comes_back_for_another_one() -> None:
    evening, clock = recorded(*S1[:2])
    taken = evening.take_over("D", FARID, clock())
    back = taken.take_over("A", evening.people[3], clock())
    assert back.totals == (0, 208, -176, 144, -176)


def test_one_device_gives_it_back_while_another_strikes_it_out() -> None:
    evening, clock = recorded(*S1[:2])
    taken = evening.take_over("D", FARID, clock())
    here, there = taken.undo(Clock("a")()), taken.void("e3", Clock("b")())
    both = merged(here, there)
    assert both.totals[:4] == evening.totals
    assert sum(both.totals) == 0
    assert all(sum(entry.amounts) == 0 for entry in both.entries)
    assert both.person("F") == FARID
    assert [event.kind for event in both.entry("e3").conflicting] == [
        EventKind.HANDED_BACK,
        EventKind.VOIDED,
    ]


# -- properties ---


def besides(evening: Evening, clock: Clock, r: random.Random) -> Evening:
    """One adjustment or one taking over more."""
    if r.random() < 0.5:
        ids = [person.id for person in evening.sheet.people]
        one, other = r.sample(ids, 2)
        return evening.record(Deal(evening.dealer, gift(one, other, r.randint(1, 99))), clock())
    table = evening.seating_at()
    known = [*evening.table.everybody, FARID]
    comers = [person for person in known if person.id not in table.ids]
    return evening.take_over(r.choice(table.ids), r.choice(comers), clock())


@given(changes, changes, st.randoms(use_true_random=False))
def test_totals_sum_to_zero_and_grow_as_they_are_built(
    before: list[str], later: list[str], r: random.Random
) -> None:
    clock = Clock()
    evening = besides(after(session(), before, clock, r), clock, r)
    evening = after(
        besides(evening, clock, r), [each for each in later if each in ("void", "undo", "redo")], clock, r
    )
    assert sum(evening.totals) == 0
    assert all(sum(entry.amounts) == 0 for entry in evening.entries)
    shown = [entry for entry in evening.entries if not entry.undone and entry.deal.beside is None]
    assert [entry.number for entry in shown] == list(range(1, evening.next_number))
    whole = replace(evening, people=evening.beginning.people)
    assert (whole.entries, whole.totals, whole.dealer) == (evening.entries, evening.totals, evening.dealer)
    shuffled = list(evening.events)
    r.shuffle(shuffled)
    arrived = replace(evening, people=evening.beginning.people, events=tuple(shuffled))
    assert (arrived.entries, arrived.people) == (evening.entries, evening.people)


@given(changes, st.randoms(use_true_random=False))
def test_undo_and_redo_of_what_happened_without_cards(before: list[str], r: random.Random) -> None:
    clock = Clock()
    evening = after(session(), before, clock, r)
    changed = besides(evening, clock, r)
    undone = changed.undo(clock())
    assert (undone.sheet.totals, undone.sheet.people, undone.dealer) == (
        evening.totals,
        evening.people,
        evening.dealer,
    )
    assert undone.seating_at().ids == evening.seating_at().ids
    again = undone.redo(clock())
    assert (again.sheet.totals, again.sheet.people, again.dealer) == (
        changed.sheet.totals,
        changed.sheet.people,
        changed.dealer,
    )


# -- notes ---


def test_notes_on_hands_and_on_the_evening() -> None:
    evening, clock = recorded(*S1[:2])
    noted = evening.note("what a hand!", clock(), "e1").note("at Anne’s", clock())
    assert noted.notes == {"e1": "what a hand!", None: "at Anne’s"}
    assert noted.entries == evening.entries
    assert noted.last_at == evening.last_at
    changed = noted.note("", clock(), "e1")
    assert changed.notes == {None: "at Anne’s"}
    assert changed.undo(clock()).notes == noted.notes
    assert changed.undo(clock()).undo(clock()).notes == {"e1": "what a hand!"}
    assert changed.undo(clock()).redo(clock()).notes == changed.notes


def test_notes_that_cannot_be() -> None:
    evening, clock = recorded(S1[0])
    with pytest.raises(ValueError, match="says so already"):
        evening.note("", clock())
    with pytest.raises(KeyError):
        evening.note("x", clock(), "gone")
    noted = evening.note("x", clock(), "e1")
    strange = replace(noted.events[-1], entry="gone")
    with pytest.raises(Invalid, match="a deal that was never recorded"):
        replace(evening, events=(*evening.events, strange))


def test_no_version_of_a_hand_replaces_a_note() -> None:
    evening, clock = recorded(S1[0])
    noted = evening.note("x", clock(), "e1")
    corrected = noted.correct("e1", S1[1], clock()).events[-1]
    with pytest.raises(Invalid, match="unknown_event"):
        noted.with_events([replace(corrected, supersedes=noted.events[-1].id)])


def test_a_seating_after_a_taking_over_keeps_the_scores() -> None:
    evening, clock = recorded(*S1[:2])
    taken = evening.take_over("D", FARID, clock())
    seated = taken.seat(seating("ABC"), clock())
    assert seated.totals == taken.totals
    assert [person.id for person in seated.people] == ["A", "B", "C", "D", "F"]


# -- teams and guests ---


def team(*members: str) -> Person:
    return Person("T", "Les Rois", 1, members=tuple(Member(id_, f"name of {id_}") for id_ in members))


def test_a_team_holds_a_seat() -> None:
    rois = team("x", "y")
    assert [each.id for each in rois.players] == ["x", "y"]
    assert rois.names == ("Les Rois", "name of x", "name of y")
    assert [each.id for each in FARID.players] == ["F"]
    assert replace(FARID, guest=True).players == ()
    table = (rois, *session().people[1:])
    evening = replace(session(), people=table, first_dealer="T")
    assert evening.record(deal("T", seats="TBCD", taker="T"), Clock()()).totals[0] > 0


@pytest.mark.parametrize("members", ["x", "xx", "xyx"])
def test_teams_that_cannot_be(members: str) -> None:
    with pytest.raises(Invalid, match="2 to 4 different members"):
        team(*members)


@pytest.mark.parametrize("members", ["By", "xB"])
def test_nobody_sits_there_twice(members: str) -> None:
    with pytest.raises(Invalid, match="sits there twice"):
        replace(session(), people=(team(*members), *session().people[1:]), first_dealer="T")
