"""Who pays whom: whatever is scored, the players of a hand pay one another and nobody else."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace

import pytest
from hands import KEPT, changed, declared, hand, schemes_and_hands
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tarot.hand import Hand
from scorepad.tarot.payments import Payments, settle, shares
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import Line, Rule, Score, score

FFT = shipped_scheme()
EQUAL = shipped_scheme("equal_split")
WIKIPEDIA = shipped_scheme("wikipedia")
HOUSE = [changed(scheme, KEPT) for scheme in (FFT, EQUAL, shipped_scheme("rounded_5"))]
any_scheme_and_hand = schemes_and_hands(*HOUSE)


def paid(hand: Hand, scheme: Scheme = FFT) -> Payments:
    return settle(score(hand, scheme), hand, scheme)


@given(any_scheme_and_hand)
def test_every_line_sums_to_zero(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    scored = score(any_hand, scheme)
    payments = settle(scored, any_hand, scheme)
    assert len(payments.by_line) == len(scored.lines)
    assert all(sum(row) == 0 for row in payments.by_line)
    assert sum(payments.totals) == 0


@given(any_scheme_and_hand)
def test_totals_are_the_sums_of_the_lines(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    payments = paid(any_hand, scheme)
    assert payments.players == any_hand.players
    for j, player in enumerate(any_hand.players):
        assert payments.of(player) == payments.totals[j] == sum(row[j] for row in payments.by_line)


@given(any_scheme_and_hand)
def test_a_defender_pays_s_and_what_misere_costs(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    total, payments = score(any_hand, scheme).total, paid(replace(any_hand, miseres=()), scheme)
    for player in any_hand.players:
        if player not in (any_hand.taker, any_hand.partner):
            assert payments.of(player) == -total


@given(any_scheme_and_hand, st.permutations("ABCDE"))
def test_who_sits_where_changes_no_payment(drawn: tuple[Scheme, Hand], order: list[str]) -> None:
    scheme, any_hand = drawn
    players = [player for player in order if player in any_hand.players]
    moved = replace(any_hand, players=tuple(players))
    before, after = paid(any_hand, scheme), paid(moved, scheme)
    assert {player: after.of(player) for player in players} == {p: before.of(p) for p in players}


@given(any_scheme_and_hand)
def test_equal_seats_are_paid_alike(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    names = dict(zip(any_hand.players, "VWXYZ", strict=False))
    renamed = replace(
        any_hand,
        players=tuple(names[p] for p in any_hand.players),
        taker=names[any_hand.taker],
        partner=any_hand.partner and names[any_hand.partner],
        poignees=tuple(replace(p, player=names[p.player]) for p in any_hand.poignees),
        miseres=tuple(replace(m, player=names[m.player]) for m in any_hand.miseres),
    )
    assert paid(renamed, scheme).totals == paid(any_hand, scheme).totals


@pytest.mark.parametrize(
    ("seats", "partner", "scheme", "half_shares"),
    [
        ("AB", None, FFT, (2, -2)),
        ("ABC", None, FFT, (4, -2, -2)),
        ("ABCD", None, FFT, (6, -2, -2, -2)),
        ("ABCDE", None, FFT, (8, -2, -2, -2, -2)),
        ("ABCDE", "C", FFT, (4, -2, 2, -2, -2)),
        ("ABCDE", "C", EQUAL, (3, -2, 3, -2, -2)),
        ("ABCDE", None, EQUAL, (8, -2, -2, -2, -2)),
        ("ABCD", None, EQUAL, (6, -2, -2, -2)),
    ],
)
def test_shares(seats: str, partner: str | None, scheme: Scheme, half_shares: tuple[int, ...]) -> None:
    assert shares(hand(seats, partner=partner), scheme) == half_shares


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


# -- what payments are ---


def test_payments_are_values() -> None:
    payments = Payments(("A", "B"), ((10, -10), (-3, 3)))
    assert (payments.totals, payments.unit) == ((7, -7), 1)
    assert payments == replace(payments)
    assert hash(payments) == hash(replace(payments))
    assert not hasattr(payments, "__dict__")
    for field in fields(payments):
        with pytest.raises(FrozenInstanceError):
            setattr(payments, field.name, None)


def test_every_line_is_of_all_the_players() -> None:
    with pytest.raises(ValueError, match="shorter"):
        _ = Payments(("A", "B"), ((10, -10), (5,))).totals


def test_a_half_that_the_unit_cannot_show_is_never_paid() -> None:
    odd = Score((Line(Rule.CONTRACT, 25),))
    with pytest.raises(AssertionError, match=r"no half of it is ever paid$"):
        settle(odd, hand("ABCDE", partner="B"), EQUAL)
