"""The engine against a second, independent reading of the rules: S, payments, and what cannot be.

The long run enumerates for the FFT every bid, number of bouts, half point, petit au bout, chelem and poignée at
every table; for the other schemes and for house rules it takes samples of many thousand hands. The short run takes
every tenth hand of the FFT, where the poignées take turns, and small samples, always the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, product
from typing import Any

import oracle
import pytest
from hands import SIDES, amounts, every_scheme, sample, shown, to_facts

from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_to_data, shipped_scheme
from scorepad.tarot.scoring import score


def differences(hands: Iterable[Hand], scheme: Scheme, *, scored: bool = True) -> list[str]:
    """The first hands of which the two say different things."""
    data, found = scheme_to_data(scheme), []
    for hand in hands:
        facts = to_facts(hand)
        codes = {problem.code for problem in impossible(hand, scheme)}
        ours: list[object] = [codes]
        theirs: list[object] = [oracle.problems(facts, data)]
        if scored and scheme.allows(hand.bid):
            lines = score(hand, scheme)
            ours += amounts([lines.total, *settle(lines, hand, scheme).totals], lines.unit)
            s, payments = oracle.score(facts, data)
            theirs += [s, *payments]
        if ours != theirs:
            found.append(f"{ours} is not {theirs}: {facts}")
    return found[:5]


# -- the whole of the FFT ---

TABLES = [("AB", None), ("ABC", None), ("ABCD", None), ("ABCDE", None), ("ABCDE", "B")]
POIGNEES = [
    shown(*poignees.split())
    for poignees in ("", "A1", "A2", "A3", "B1", "C2", "C3", "A1 C1", "C1 A2", "A3 B1", "C1 B1")
]
"""Of the taker, of B (a defender or the partner), of C (a defender), of two on one side and on both.

Eleven, so that they take turns with everything else: three, four, ten and 183 share no factor with it.
"""
BIDS = [Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE]
TENTH = 10
"""The short run takes every tenth hand, and begins with another one at each table and bid."""


@pytest.mark.parametrize("bid", BIDS)
@pytest.mark.parametrize(("seats", "partner"), TABLES)
def test_the_whole_domain_of_the_fft(seats: str, partner: str | None, bid: Bid, long: bool) -> None:
    every = enumerate(product(range(4), range(183), SIDES, SIDES, SIDES))
    start = TABLES.index((seats, partner)) + len(TABLES) * BIDS.index(bid)
    hands = (
        Hand(
            players=tuple(seats),
            taker="A",
            partner=partner,
            bid=bid,
            bouts=bouts,
            half_points=half_points,
            petit_au_bout=petit,
            poignees=poignees,
            chelem=Chelem(announced, made),
        )
        for number, (bouts, half_points, petit, announced, made) in (
            every if long else islice(every, start % TENTH, None, TENTH)
        )
        for poignees in (POIGNEES if long else [POIGNEES[number % len(POIGNEES)]])
    )
    assert differences(hands, shipped_scheme()) == []


# -- samples of the others ---


def disturbed(hand: Hand, rng: random.Random) -> Hand:
    """A hand of which one thing is wrong, or perhaps none."""
    stranger, player = "Z", rng.choice(hand.players)
    wrong: list[dict[str, Any]] = [
        {"partner": player},
        {"partner": stranger},
        {"taker": stranger},
        {"players": (*hand.players, player)},
        {"players": (*hand.players, *"VWXYZ")},
        {"players": hand.players[:1]},
        {"bouts": rng.choice((-1, 4))},
        {"poignees": shown("Z1")},
        {"poignees": (), "miseres": (Misere(stranger, MisereKind.NO_TRUMPS),)},
        {"poignees": shown(f"{player}1"), "miseres": (Misere(player, MisereKind.NO_TRUMPS),)},
        {"poignees": shown(f"{player}1"), "miseres": (Misere(player, MisereKind.NO_COURT_CARDS),)},
    ]
    return replace(hand, **rng.choice(wrong))


@pytest.mark.parametrize("name", every_scheme())
def test_a_sample_of_every_scheme_and_of_house_rules(name: str, long: bool) -> None:
    scheme, rng = every_scheme()[name], random.Random(name)
    hands = list(sample(scheme, 40_000 if long else 150, name))
    assert differences(hands, scheme) == []
    wrong = [disturbed(hand, rng) for hand in hands if hand.bid is not Bid.OPEN]
    assert differences(wrong, scheme, scored=False) == []
