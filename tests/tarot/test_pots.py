"""Chips that can run out, against a second way to count them, chip by chip."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from evenings import hand
from hands import declared
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tarot.hand import Bid
from scorepad.tarot.pots import Cover, at_table_stakes, covers
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score, settle

CHIPS = shipped_scheme("chips")


# -- chips by hand ---


def paid(held: str, points: float = 40, bid: Bid = Bid.GARDE_SANS, **facts: Any) -> tuple[int, ...]:
    """The payments of players A, B, C… with these chips; garde sans is worth 4, and 41 points win."""
    seats = "ABCDE"[: len(held.split())]
    one = hand(seats, points=points, bid=bid, **facts)
    scored = score(one, CHIPS)
    holdings = dict(zip(seats, map(int, held.split()), strict=True))
    return at_table_stakes(scored, settle(scored, one, CHIPS), one, holdings)[1].totals


def test_a_partner_plays_for_table_stakes() -> None:
    five: dict[str, Any] = {"taker": "B", "partner": "D"}
    assert paid("9 9 9 9 9", **five) == (4, -8, 4, -4, 4)
    assert paid("9 9 9 1 9", **five) == (3, -8, 3, -1, 3)
    assert paid("9 5 9 4 9", **five) == (3, -5, 3, -4, 3)
    assert paid("1 9 9 9 2", **five) == (1, -5, 4, -2, 2)
    assert paid("9 9 9 1 9", 41, **five) == (-3, 8, -3, 1, -3), "nobody wins more than he staked"
    assert paid("9 3 9 1 9", 41, **five) == (-1, 2, -1, 1, -1)


def test_a_player_with_few_chips_cannot_cover_every_bid() -> None:
    found = list(covers({"A": 18, "B": 6, "C": 1, "D": 0}, CHIPS))
    P, G, S, C = Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE
    assert found == [
        Cover("B", 6, (P, G), (P, G, S, C)),
        Cover("C", 1, (), (P,)),
        Cover("D", 0, (), ()),
    ]
    assert list(covers(dict.fromkeys("ABCDE", 12), CHIPS)) == [], "a partner covers the third defender"


# -- chips against chips ---


def one_by_one(held: dict[str, int], seats: str, taker: str, won: bool, bid: int) -> dict[str, int]:
    """The same stakes, chip by chip, for a taker without a partner."""
    at = seats.index(taker)
    defenders = seats[at + 1 :] + seats[:at]
    purse = dict(held)
    can = {who: min(bid, held[who]) for who in defenders}
    if won:
        stacks = dict.fromkeys(defenders, 0)
        for height in range(1, bid + 1):
            higher = {who: min(can[who], height) for who in defenders}
            if sum(higher.values()) <= held[taker]:
                stacks = higher
        for who, stack in stacks.items():
            purse[who] -= stack
            purse[taker] += stack
        return purse
    while purse[taker] > 0 and any(can.values()):
        for who in defenders:
            if purse[taker] > 0 and can[who] > 0:
                can[who] -= 1
                purse[who] += 1
                purse[taker] -= 1
    return purse


people_and_chips = st.integers(2, 5).flatmap(lambda n: st.lists(st.integers(0, 30), min_size=n, max_size=n))


@given(people_and_chips, st.data())
def test_any_hand_pays_as_counted_chip_by_chip(chips: list[int], data: st.DataObject) -> None:
    seats = "ABCDE"[: len(chips)]
    held = dict(zip(seats, chips, strict=True))
    taker, won = data.draw(st.sampled_from(seats)), data.draw(st.booleans())
    value = data.draw(st.sampled_from(CHIPS.bids))
    after = paid(" ".join(map(str, chips)), 41 if won else 40, value.bid, taker=taker)
    expected = one_by_one(held, seats, taker, won, value.base)
    assert after == tuple(expected[who] - held[who] for who in seats)


@pytest.mark.promise("The game", "Nobody wins or loses more chips than are held.")
@given(st.lists(st.integers(0, 30), min_size=5, max_size=5), st.data())
def test_nobody_loses_or_wins_more_than_is_held(chips: list[int], data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from([CHIPS, replace(CHIPS, misere=shipped_schemes()["wikipedia"].misere)]))
    taker, partner = data.draw(st.permutations("ABCDE"))[:2]
    one = hand("ABCDE", taker=taker, partner=partner, bid=Bid.GARDE_CONTRE)
    one = replace(one, half_points=data.draw(st.sampled_from([80, 82])))
    if scheme.misere is not None:
        one = replace(one, miseres=declared("At"))
    held = dict(zip("ABCDE", chips, strict=True))
    scored = score(one, scheme)
    full = settle(scored, one, scheme)
    score_, payments = at_table_stakes(scored, full, one, held)
    assert score_.total == scored.total
    assert all(sum(row) == 0 for row in payments.by_line)
    for chip, now, then in zip(chips, payments.totals, full.totals, strict=True):
        assert abs(now) <= min(abs(then), chip)
        assert now * then >= 0
