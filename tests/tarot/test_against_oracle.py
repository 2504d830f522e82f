"""The engine against a second, independent reading of the rules: S, payments, and what cannot be.

The long run enumerates for the FFT every bid, number of bouts, half point, petit au bout, chelem and poignée at
every table; for the other schemes and for house rules it takes samples of a million hands. The short run takes
every tenth hand of the FFT, where the poignées take turns, and small samples, always the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

import oracle
import pytest
from hands import KEPT, SIDES, changed, sample, shown

from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, Side
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import score

HALVES = [Fraction(half_points, 2) for half_points in range(183)]

HOUSE_RULES: list[tuple[str, dict[str, Any]]] = [
    ("fft", KEPT),
    ("equal_split", KEPT),
    ("rounded_5", KEPT),
    ("flat_80", KEPT),
    ("stepped_base", {"margin": {"step": 5}}),
    ("fft", {"petit_au_bout": {"multiplied": False}}),
    ("pousse", {"petit_au_bout": {"lost_with_contract": True}}),
    ("poignee_multiplied", {"poignee": {"to": "shower"}}),
    ("wikipedia", {"chelem": {"multiplied": True}}),
    ("contre_5", {"petit_chelem": {"multiplied": True}}),
    ("equal_split", {"rounding": {"step": 10}}),
    ("rounded_10", {"misere": {"points": 30, "kinds": ["no_court_cards"]}}),
    ("fft", {"margin": {"half_points": "taker"}}),
    *(
        (id_, {table: {"to": to, **more}})
        for to in ("even", "down", "up")
        for id_, table, more in (
            ("flat_80", "margin", {}),
            ("rounded_10", "rounding", {}),
            ("wikipedia", "margin", {"step": 5}),
        )
    ),
    ("equal_split", KEPT | {"rounding": {"to": "up", "step": 5}}),
    ("five_alone", {"poignee": {"thresholds": {"five": {"single": 5, "double": 8, "triple": 10}}}}),
]
"""A shipped scheme, and what a table changes in it."""


def as_oracle(hand: Hand) -> oracle.Hand:
    """The same facts, as the oracle takes them."""

    def slam(chelem: Chelem) -> oracle.Slam | None:
        return {"announced": _side(chelem.announced), "made": _side(chelem.made)} if chelem else None

    return {
        "players": list(hand.players),
        "taker": hand.taker,
        "partner": hand.partner,
        "bid": hand.bid.value,
        "bouts": hand.bouts,
        "card_points": HALVES[hand.half_points],
        "petit_au_bout": _side(hand.petit_au_bout),
        "poignees": [{"player": p.player, "size": p.size.value} for p in hand.poignees],
        "chelem": slam(hand.chelem),
        "petit_chelem": slam(hand.petit_chelem),
        "miseres": [{"player": m.player, "kind": m.kind.value} for m in hand.miseres],
    }


def _side(side: Side | None) -> oracle.Side | None:
    return None if side is None else side.value


@dataclass
class Jury:
    """Puts each hand to both, and keeps the first differences."""

    scheme: Scheme
    rules: oracle.Rules

    def __post_init__(self) -> None:
        self.unit = self.scheme.unit
        self.differences: list[str] = []

    def score(self, hand: Hand, facts: oracle.Hand) -> None:
        scored = score(hand, self.scheme)
        ours = [scored.total, *settle(scored, hand, self.scheme).totals]
        s, payments = oracle.score(facts, self.rules)
        theirs = [s, *payments]
        if self.unit != 1:
            theirs = [amount * self.unit for amount in theirs]
        if ours != theirs:
            self._differ(f"{ours} is not {theirs}: {facts}")

    def check(self, hand: Hand, facts: oracle.Hand) -> None:
        reasons = {oracle.REASONS[problem.code] for problem in impossible(hand, self.scheme)}
        ours, theirs = oracle.comparable(reasons, oracle.problems(facts, self.rules))
        if ours != theirs:
            self._differ(f"{ours} is not {theirs}: {facts}")

    def _differ(self, text: str) -> None:
        if len(self.differences) < 5:
            self.differences.append(text)


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
    jury = Jury(shipped_scheme(), oracle.SCHEMES["fft"])
    every = enumerate(product(range(4), range(183), SIDES, SIDES, SIDES))
    start = TABLES.index((seats, partner)) + len(TABLES) * BIDS.index(bid)
    for number, (bouts, half_points, petit, announced, made) in (
        every if long else islice(every, start % TENTH, None, TENTH)
    ):
        for poignees in POIGNEES if long else [POIGNEES[number % len(POIGNEES)]]:
            hand = Hand(
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
            facts = as_oracle(hand)
            jury.score(hand, facts)
            jury.check(hand, facts)
    assert jury.differences == []


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


@pytest.mark.parametrize("id_", oracle.SCHEMES)
def test_a_sample_of_every_scheme(id_: str, long: bool) -> None:
    scheme = shipped_scheme(id_)
    jury = Jury(scheme, oracle.SCHEMES[id_])
    rng = random.Random(id_)
    for hand in sample(scheme, 80_000 if long else 150, id_):
        facts = as_oracle(hand)
        jury.check(hand, facts)
        if scheme.allows(hand.bid):
            jury.score(hand, facts)
        other = disturbed(hand, rng)
        jury.check(other, as_oracle(other))
    assert jury.differences == []


@pytest.mark.parametrize(
    ("id_", "change"), [pytest.param(*row, id=f"{row[0]} {row[1]}") for row in HOUSE_RULES]
)
def test_a_sample_of_house_rules(id_: str, change: dict[str, Any], long: bool) -> None:
    scheme = changed(shipped_scheme(id_), change)
    jury = Jury(scheme, oracle.changed(oracle.SCHEMES[id_], change))
    for hand in sample(scheme, 20_000 if long else 50, f"{id_} {change}"):
        facts = as_oracle(hand)
        jury.check(hand, facts)
        if scheme.allows(hand.bid):
            jury.score(hand, facts)
    assert jury.differences == []
