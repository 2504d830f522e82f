"""The dealer, the players, the number of deals of each, and the progress of the evening."""

from __future__ import annotations

from typing import Any

import pytest
from evenings import PASSED, S1, Stamps, deal, e, hand, recorded, seating, table
from random_evenings import merged

from scorepad.evening.deal import Deal
from scorepad.evening.dealing import leader
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import LengthAgreed, Seated
from scorepad.evening.length import AgreedLength
from scorepad.tarot.hand import Chelem, Side, ThrownIn


@pytest.mark.parametrize(
    ("people", "seats", "outcomes", "dealers"),
    [
        ("ABCD", 4, (hand(), ThrownIn.MISDEAL, PASSED, ThrownIn.PETIT_SEC, hand()), "ABCDAB"),
        ("ABCDE", 4, (PASSED, PASSED, hand("BCDE"), ThrownIn.MISDEAL, PASSED, hand("ABDE")), "AAABCCD"),
    ],
    ids=["it moves on after every hand", "who sits out deals again while everyone passes"],
)
def test_the_deal_passes_around_the_table(
    people: str, seats: int, outcomes: tuple[Any, ...], dealers: str
) -> None:
    one, clock = recorded(start=table(people, seats))
    found = [one.dealer]
    for outcome in outcomes:
        one = one.record(Deal(one.dealer, outcome), clock())
        found.append(one.dealer)
    assert "".join(found) == dealers


def test_a_hand_that_is_struck_out_does_not_move_the_deal() -> None:
    one, clock = recorded(*S1[:2])
    assert one.dealer == "C"
    assert one.correct(e(2), None, clock()).dealer == "B"
    assert one.correct(e(1), None, clock()).dealer == "C"


@pytest.mark.promise("The evening", "With more people than seats, the dealer and then the next ones sit out.")
@pytest.mark.parametrize(
    ("people", "seats", "dealer", "players", "leader"),
    [
        ("ABC", 3, "B", "ABC", "C"),
        ("ABCDE", 4, "A", "BCDE", "B"),
        ("ABCDE", 4, "C", "ABDE", "D"),
        ("ABCDEF", 4, "A", "BCDE", "B"),
        ("ABCDEFGH", 3, "B", "CDE", "C"),
    ],
)
def test_the_dealer_and_the_next_players_sit_out(
    people: str, seats: int, dealer: str, players: str, leader: str
) -> None:
    here = seating(people, seats)
    assert "".join(here.players(dealer)) == players
    assert here.after(dealer) == leader
    plays = [player for each in people for player in here.players(each)]
    assert {plays.count(player) for player in people} == {seats}, "everybody as often as the others"


@pytest.mark.promise("The evening", "A taker who announced a chelem leads, whoever dealt.")
@pytest.mark.parametrize("announced", [None, *Side])
@pytest.mark.parametrize("taker", [None, *"ABCDE"])
@pytest.mark.parametrize("dealer", "ABCDE")
def test_a_taker_who_announced_a_chelem_leads(dealer: str, taker: str | None, announced: Side | None) -> None:
    """Nobody else ever takes the lead from the person after the dealer, whatever is won in the end."""
    here = seating("ABCDE", 4)
    for made in (None, *Side):
        led = leader(here, dealer, taker, Chelem(announced, made))
        assert led == (taker if taker and announced is Side.TAKER else here.after(dealer))
    assert leader(here, dealer) == here.after(dealer)


def test_a_late_hand_of_the_old_table_does_not_move_the_deal() -> None:
    start, clock = recorded(deal("A"))
    here = start.add(Seated(seating("CDE", dealer="D")), clock())
    here = here.record(deal("D", "CDE", taker="C"), clock())
    there = start
    for _ in range(2):
        there = there.record(deal("B"), Stamp("2026-11-22T03:00:00Z"))
    both = merged(here, there)
    assert [row.deal.dealer for row in both.sheet.rows] == ["A", "B", "D", "B"]
    assert both.dealer == "D", "nobody of this table has dealt after B"
    assert both.sheet.people == here.sheet.people
    assert both.record(Deal("B", PASSED), clock()).dealer == "D"


def test_a_dealer_who_deals_again_has_dealt_once() -> None:
    """Everybody passed, and the dealer sits out: the hand is no deal."""
    start = table("ABCDE", 4)
    assert recorded(Deal("A", PASSED), start=start)[0].dealt["A"] == 0
    assert recorded(Deal("A", ThrownIn.MISDEAL), start=start)[0].dealt["A"] == 1
    assert recorded(Deal("A", PASSED))[0].dealt["A"] == 1


def test_a_latecomer_starts_with_the_fewest_deals_of_the_table() -> None:
    one, clock = recorded(*(deal(dealer) for dealer in "ABCDA"))
    one = one.add(Seated(seating("BCDE")), clock())
    assert (one.dealt, one.progress.until_fair) == ({"B": 1, "C": 1, "D": 1, "E": 1}, 0)
    one = one.record(deal("B"), clock())
    assert (one.dealt, one.progress.until_fair) == ({"B": 2, "C": 1, "D": 1, "E": 1}, 3)
    back = one.add(Seated(seating("ABCD", dealer="C")), clock())
    assert back.dealt == {"A": 2, "B": 2, "C": 1, "D": 1}
    assert one.record(deal("A"), clock()).dealt == one.dealt, "a dealer who is not at the table"


# -- how far the evening is ---


def lasting(one: Evening, clock: Stamps, **length: Any) -> Evening:
    return one.add(LengthAgreed(AgreedLength(**length)), clock())


def test_the_agreed_number_counts_the_hands_that_were_played() -> None:
    one, clock = recorded(deal("A"), Deal("B", PASSED), deal("C"), deal("D"))
    progress = one.progress
    assert (progress.played, progress.hands) == (3, None)
    assert one.table.length.open
    assert not progress.over
    assert not progress.last
    for agreed, left, last, over in ((5, 2, False, False), (4, 1, True, False), (3, 0, False, True)):
        progress = lasting(one, clock, hands=agreed).progress
        assert progress.hands == left
        assert progress.last == last
        assert progress.over == over
    assert lasting(one, clock, hands=2).progress.hands == 0
    assert one.correct(e(1), None, clock()).progress.played == 2
    assert one.correct(e(2), None, clock()).progress.played == 3


def test_an_agreed_number_of_deals_each_ends_fairly() -> None:
    """The hands that are left are those that it takes until everybody has dealt so often."""
    one, clock = recorded()
    one = lasting(one, clock, deals=2)
    seen = [one.progress]
    for dealer in "ABCDABCDA":
        one = one.record(deal(dealer), clock())
        seen.append(one.progress)
    assert [progress.hands for progress in seen] == [8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert [progress.until_fair for progress in seen] == [0, 3, 2, 1, 0, 3, 2, 1, 0, 3]
