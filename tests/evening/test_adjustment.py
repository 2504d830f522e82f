"""Changes of totals beside the cards: penalties, gifts, a starting score, a score that is taken over."""

from __future__ import annotations

import pytest
from evenings import PASSED, S1, clock_of, deal, e, recorded, seating, table
from random_evenings import merged

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, TakeOver, gift, penalty
from scorepad.evening.deal import Deal
from scorepad.evening.events import Seated
from scorepad.evening.people import Person
from scorepad.tarot.scheme_data import shipped_scheme

FARID = Person("F", "Farid", 5)
MISDEAL = penalty("A", ("B", "C", "D"), 10, "misdeal")
GIFT = gift("D", "B", 25)
POUSSE = shipped_scheme("pousse")


def carried(*amounts: int, unit: int = 1) -> Adjustment:
    shares = tuple(Share(id_, amount) for id_, amount in zip("ABCD", amounts, strict=True))
    return Adjustment(AdjustmentKind.CARRIED, shares, unit=unit)


@pytest.mark.promise("The evening", "A penalty moves points between players and leaves the deal where it is.")
def test_one_player_pays_all_others() -> None:
    one, clock = recorded(S1[0], Deal("B", MISDEAL))
    assert one.dealer == "B", "the deal does not pass on"
    sheet = one.record(S1[1], clock()).sheet
    assert sheet.rows[1].amounts == (-30, 10, 10, 10)
    assert [row.totals for row in sheet.rows] == [
        (240, -80, -80, -80),
        (210, -70, -70, -70),
        (114, 218, -166, -166),
    ]
    assert [row.number for row in sheet.rows] == [1, 0, 2]
    paid = sheet.rows[1]
    assert paid.score is None
    assert paid.payments is None
    assert paid.changed_since_agreed is None
    assert sheet.next_number == 3
    assert len(sheet.hands) == 2
    assert [row.number for row in sheet.deals] == [1, 2]


def test_a_dealer_who_sits_out_deals_again_after_a_pass() -> None:
    one, clock = recorded(Deal("A", PASSED), start=table("ABCDE", 4))
    assert one.record(Deal("A", MISDEAL), clock()).dealer == one.dealer == "A"


def test_the_curve_counts_a_penalty_with_the_deal_before() -> None:
    one, clock = recorded(Deal("A", carried(30, -10, -20, 0)))
    assert one.sheet.curve == ((30, -10, -20, 0),)
    one = one.record(S1[0], clock()).record(Deal("B", MISDEAL), clock()).record(S1[1], clock())
    assert one.sheet.curve == ((30, -10, -20, 0), (240, -80, -90, -70), (144, 208, -186, -166))


@pytest.mark.promise(
    "The evening", "A penalty or a gift counts its full points in an evening that keeps halves."
)
def test_points_of_a_penalty_count_in_full_in_an_evening_with_halves() -> None:
    halves = table("ABCD", scheme=shipped_scheme("equal_split"))
    for change, points in ((MISDEAL, (-30, 10, 10, 10)), (GIFT, (0, 25, 0, -25))):
        assert recorded(Deal("A", change))[0].sheet.totals == points
        one = recorded(Deal("A", change), start=halves)[0].sheet
        assert (one.unit, one.totals) == (2, tuple(2 * each for each in points))


@pytest.mark.promise(
    "The evening",
    "An evening under other rules has the right totals beside points that were given in halves.",
)
def test_other_rules_count_in_full_beside_points_given_in_halves() -> None:
    begins = 3, -1, -1, -1
    one, _ = recorded(Deal("A", carried(*begins, unit=2)), S1[0])
    assert (one.sheet.unit, one.sheet.totals) == (2, (483, -161, -161, -161))
    alone = recorded(S1[0])[0].sheet_under(POUSSE).totals
    by = one.sheet_under(POUSSE)
    assert (by.unit, by.totals) == (
        2,
        tuple(begun + 2 * points for begun, points in zip(begins, alone, strict=True)),
    )


# -- a seat and its score, taken over ---


@pytest.mark.promise("The evening", "A newcomer can take over a seat with its score.")
def test_a_score_goes_with_the_seat() -> None:
    one, clock = recorded(*S1[:2])
    taken = one.take_over("D", FARID, clock())
    assert [person.id for person in taken.sheet.people] == [*"ABCDF"]
    assert taken.sheet.totals == (144, 208, -176, 0, -176)
    assert (taken.seating_at().ids, taken.seating_at(e(2)).ids) == (tuple("ABCF"), tuple("ABCD"))
    assert taken.dealer == "C"
    assert taken.sheet.next_number == 3
    assert taken.sheet.rows[-1].number == 0
    assert taken.sheet.rows[-1].deal.outcome == TakeOver("D", "F")
    assert (taken.events[-1].entry, taken.events[-1].seating) == (e(3), taken.table.seating)
    played = taken.record(deal("C", "ABCF", taker="F"), clock())
    assert played.sheet.totals[4] == -176 + 150
    back = taken.take_over("A", one.sheet.people[3], clock())
    assert back.sheet.totals == (0, 208, -176, 144, -176)


def test_a_newcomer_deals_in_place_of_the_player_they_replace() -> None:
    one, clock = recorded(*S1[:3])
    assert one.dealer == "D"
    assert one.take_over("D", FARID, clock()).dealer == "F"


def test_the_score_stays_if_the_row_is_struck_out() -> None:
    one, clock = recorded(*S1[:2])
    taken = one.take_over("D", FARID, clock())
    struck = taken.correct(e(3), None, clock())
    assert (struck.sheet.totals, struck.table.seating.ids) == ((144, 208, -176, -176, 0), tuple("ABCF"))
    assert struck.restore(e(3), clock()).sheet.totals == taken.sheet.totals
    seated = taken.add(Seated(seating("ABC")), clock())
    assert seated.sheet.totals == taken.sheet.totals


def test_a_take_over_by_a_wrong_person_changes_nothing() -> None:
    one, clock = recorded(S1[0])
    assert one.take_over("Z", FARID, clock()) is one
    assert one.take_over("D", one.sheet.people[0], clock()) is one


def test_one_device_gives_a_seat_back_while_another_strikes_the_row_out() -> None:
    one, clock = recorded(*S1[:2])
    taken = one.take_over("D", FARID, clock())
    both = merged(taken.undo(clock_of("a")()), taken.correct(e(3), None, clock_of("b")()))
    assert both.sheet.totals[:4] == one.sheet.totals
    assert both.table.person("F") == FARID
    assert [event.id for event in both.sheet.row(e(3)).conflicting] == [
        e(1, "a", seq=4),
        e(1, "b", seq=4),
    ]
