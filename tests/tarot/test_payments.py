"""Who pays whom: whatever is scored, the players of a hand pay one another and nobody else."""

from __future__ import annotations

import pytest
from hands import KEPT, changed, declared, hand, scored_sample

from scorepad.tarot.hand import Hand
from scorepad.tarot.payments import Payments, settle
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import Line, Rule, Score, score

FFT = shipped_scheme()
EQUAL = shipped_scheme("equal_split")
WIKIPEDIA = shipped_scheme("wikipedia")
HOUSE = [changed(scheme, KEPT) for scheme in (FFT, EQUAL, shipped_scheme("rounded_5"))]


def paid(hand: Hand, scheme: Scheme = FFT) -> Payments:
    return settle(score(hand, scheme), hand, scheme)


def test_every_line_sums_to_zero() -> None:
    for scheme, any_hand in scored_sample(*HOUSE):
        scored = score(any_hand, scheme)
        payments = settle(scored, any_hand, scheme)
        assert len(payments.by_line) == len(scored.lines)
        assert all(sum(row) == 0 for row in payments.by_line)
        assert [payments.of(player) for player in any_hand.players] == [*payments.totals]


def test_a_line_is_shared_or_staked() -> None:
    payments = paid(hand(points=42, miseres=declared("Bt", "Cc")), WIKIPEDIA)
    assert payments.by_line == (
        (150, -50, -50, -50),
        (6, -2, -2, -2),
        (-10, 30, -10, -10),
        (-10, -10, 30, -10),
    )
    assert payments.totals == (136, -32, -32, -72)
    assert payments.unit == 1


def test_amounts_are_in_the_unit_of_the_score() -> None:
    payments = paid(hand("ABCDE", partner="B", points=41.5), changed(EQUAL, KEPT))
    assert payments.unit == 4
    assert payments.totals == (306, 306, -204, -204, -204)  # 51 of each: 76½ each


def test_who_did_not_play_receives_nothing() -> None:
    with pytest.raises(ValueError, match="tuple"):
        paid(hand()).of("Z")


def test_every_line_is_of_all_the_players() -> None:
    with pytest.raises(ValueError, match="shorter"):
        _ = Payments(("A", "B"), ((10, -10), (5,))).totals


def test_a_half_that_the_unit_cannot_show_is_never_paid() -> None:
    odd = Score((Line(Rule.CONTRACT, 25),))
    with pytest.raises(AssertionError, match=r"no half of it is ever paid$"):
        settle(odd, hand("ABCDE", partner="B"), EQUAL)
