"""Two players without bids: every number of bouts and every card point, written from either side."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hands import DEFENCE, TAKER, changed, hand, shown

from scorepad.tarot.check import Code, bounds, check, impossible
from scorepad.tarot.comparison import evaluate
from scorepad.tarot.hand import Bid, Chelem, Draft, Hand, Side
from scorepad.tarot.parameters import every_parameter, example, parameters
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import SchemeError
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import score

DUEL = shipped_scheme("open_duel")
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
PETITS = (None, TAKER, DEFENCE)


def duel(player: str, bouts: int, points: int, petit: Side | None = None) -> Hand:
    return Hand(
        players=("A", "B"),
        taker=player,
        bid=Bid.OPEN,
        bouts=bouts,
        half_points=2 * points,
        petit_au_bout=petit,
    )


@pytest.mark.parametrize("bouts", range(4))
def test_exactly_one_wins_and_both_piles_tell_the_same_hand(bouts: int) -> None:
    for points, petit in product(range(92), PETITS):
        case = f"{points} points, petit au bout: {petit}"
        has, other_has = points >= NEEDED[bouts], 91 - points >= NEEDED[3 - bouts]
        assert has is not other_has, case
        found = duel("A", bouts, points, petit)
        assert found.taker == ("A" if has else "B"), case
        assert found.winner is TAKER, case
        assert found == duel("B", 3 - bouts, 91 - points, petit and petit.other), case
        over = max(points - NEEDED[bouts], 91 - points - NEEDED[3 - bouts])
        ten = {None: 0, TAKER: 10, DEFENCE: -10}[petit]
        a = 25 + over + ten if has else -25 - over + ten
        payments = settle(score(found, DUEL), found, DUEL)
        assert (payments.of("A"), payments.of("B")) == (a, -a), case


@pytest.mark.parametrize(("bouts", "least", "most"), [(0, 0, 77), (1, 4, 82), (2, 9, 87), (3, 14, 91)])
def test_points_that_bouts_cannot_bring(bouts: int, least: int, most: int) -> None:
    for points in range(92):
        draft = Draft(players=("A", "B"), taker="A", bid=Bid.OPEN, bouts=bouts, half_points=2 * points)
        case = f"{points} points"
        assert (impossible(draft, DUEL) == ()) is (least <= points <= most), case
        assert (impossible(draft.to_hand(), DUEL) == ()) is (least <= points <= most), case
        low, high = bounds(draft, DUEL)
        assert (-(-low // 2), high // 2) == (least, most), case
        assert not any(problem.warning for problem in check(draft, DUEL)), case


def codes(found: Draft | Hand) -> list[Code]:
    return [problem.code for problem in check(found, DUEL)]


def test_an_open_duel_has_whole_points_and_no_dog() -> None:
    assert (DUEL.dog(2), DUEL.cards(2)) == (0, 39)
    assert shipped_scheme().cards(2) == 36
    assert codes(replace(duel("A", 2, 41), half_points=83)) == [Code.HALF_POINT_IMPOSSIBLE]


@pytest.mark.parametrize(
    ("bouts", "points", "petit", "fine"),
    [
        (1, 4, TAKER, False),
        (1, 5, TAKER, True),
        (2, 87, DEFENCE, False),
        (2, 86, DEFENCE, True),
        (0, 0, TAKER, False),
        (3, 91, DEFENCE, False),
        (1, 4, DEFENCE, True),
    ],
)
def test_the_petit_of_who_has_no_trick(bouts: int, points: int, petit: Side, fine: bool) -> None:
    draft = Draft(
        players=("A", "B"), taker="A", bid=Bid.OPEN, bouts=bouts, half_points=2 * points, petit_au_bout=petit
    )
    assert (codes(draft) == []) is fine
    assert (codes(draft.to_hand()) == []) is fine
    assert Code.PETIT_AGAINST_CHELEM not in codes(replace(draft, half_points=None))
    assert Code.PETIT_AGAINST_CHELEM not in codes(replace(draft, bouts=None, half_points=90))


def test_no_bonus_but_the_petit() -> None:
    found = replace(duel("A", 2, 60), poignees=shown("A1"), chelem=Chelem(TAKER, TAKER))
    assert codes(found).count(Code.NOT_IN_OPEN_DUEL) == 2


def test_three_cannot_play_it_and_two_can_bid() -> None:
    three = Draft(players=("A", "B", "C"), taker="A", bid=Bid.OPEN, bouts=2, half_points=82)
    assert codes(three) == [Code.OPEN_IS_FOR_TWO]
    assert codes(hand("AB")) == [Code.BID_NOT_IN_SCHEME]
    bid = hand("AB", points=50, poignees=shown("A3"))
    assert impossible(bid, shipped_scheme()) == ()
    payments = settle(score(bid, shipped_scheme()), bid, shipped_scheme())
    assert payments.totals == (108, -108)  # (25 + 9) × 2 + 40


def test_other_bids_do_not_stand_beside_it() -> None:
    both = [{"bid": "petite", "base": 25, "factor": 1}, {"bid": "open", "base": 25, "factor": 1}]
    with pytest.raises(SchemeError, match="bids: an open duel has no bids"):
        changed(DUEL, {"bids": both})


def test_the_parameters_that_count() -> None:
    paths = {parameter.path for parameter in parameters(DUEL)}
    assert {"bids.open.base", "petit_au_bout.points"} <= paths
    assert not any(path.startswith(("poignee.", "chelem.")) or path.endswith("played") for path in paths)
    assert paths < {parameter.path for parameter in every_parameter(DUEL)}
    for path in paths:
        assert evaluate(example(DUEL, path), DUEL).score is not None


def test_under_other_rules_it_is_left_out() -> None:
    found = evaluate(duel("A", 2, 41), shipped_scheme())
    assert [problem.code for problem in found.problems] == [Code.BID_NOT_IN_SCHEME]
