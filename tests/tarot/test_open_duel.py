"""Two players without bids: every number of bouts and every card point, written from either side."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hands import DEFENCE, SIDES, TAKER, hand

from scorepad.tarot.check import Code, check
from scorepad.tarot.comparison import evaluate
from scorepad.tarot.hand import Bid, Draft, Hand, Side
from scorepad.tarot.parameters import every_parameter, example, parameters
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import score

DUEL = shipped_scheme("open_duel")
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}


def duel(player: str, bouts: int, points: int, petit: Side | None = None) -> Hand:
    return hand("AB", taker=player, bid=Bid.OPEN, bouts=bouts, points=points, petit_au_bout=petit)


@pytest.mark.parametrize("bouts", range(4))
def test_exactly_one_wins_and_both_piles_tell_the_same_hand(bouts: int) -> None:
    for points, petit in product(range(92), SIDES):
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
    """While the hand is entered, from the side of who is named first."""
    draft = Draft(players=("A", "B"), taker="A", bid=Bid.OPEN, bouts=bouts)
    for points in range(92):
        fine = check(replace(draft, half_points=2 * points), DUEL) == ()
        assert fine is (least <= points <= most), f"{points} points"


@pytest.mark.parametrize(
    ("bouts", "points", "petit", "fine"),
    [(1, 4, TAKER, False), (1, 5, TAKER, True), (0, 0, TAKER, False), (1, 4, DEFENCE, True)],
)
def test_the_petit_of_who_has_no_trick(bouts: int, points: int, petit: Side, fine: bool) -> None:
    """As above: who has no trick has no last one, once points and bouts are known."""
    draft = Draft(players=("A", "B"), taker="A", bid=Bid.OPEN, bouts=bouts, petit_au_bout=petit)
    known = replace(draft, half_points=2 * points)
    assert (check(known, DUEL) == ()) is fine
    for unknown in (draft, replace(known, bouts=None, half_points=90)):
        assert Code.PETIT_AGAINST_CHELEM not in {problem.code for problem in check(unknown, DUEL)}


def test_the_parameters_that_count() -> None:
    paths = {parameter.path for parameter in parameters(DUEL)}
    assert {"bids.open.base", "petit_au_bout.points"} <= paths
    assert not any(path.startswith(("poignee.", "chelem.")) or path.endswith("played") for path in paths)
    assert paths < {parameter.path for parameter in every_parameter(DUEL)}
    for path in paths:
        assert evaluate(example(DUEL, path), DUEL).score is not None
