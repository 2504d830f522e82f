"""The engine against a second, independent reading of the rules: S, payments, and what cannot be.

The long run enumerates for the FFT every bid, number of bouts, half point, petit au bout, chelem and poignée at
every table; for the other schemes and for house rules it takes samples of a million hands. The short run takes
every tenth hand of the FFT, where the poignées take turns, and small samples, always the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_EVEN
from fractions import Fraction
from itertools import islice, product
from typing import Any

import oracle
import pytest
from hands import changed

from scorepad.tarot.check import Code, impossible
from scorepad.tarot.hand import CONTRACTS, Bid, Chelem, Hand, Misere, MisereKind, Poignee, PoigneeSize, Side
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import score

SIDES = (None, *Side)
HALVES = [Fraction(half_points, 2) for half_points in range(183)]

RULES = {
    "fft": oracle.FFT,
    "contre_5": oracle.CONTRE_5,
    "pousse": oracle.POUSSE,
    "no_petite": oracle.NO_PETITE,
    "flat_80": oracle.FLAT_80,
    "stepped_base": oracle.STEPPED_BASE,
    "wikipedia": oracle.WIKIPEDIA,
    "poignees_10_20_40": oracle.POIGNEES_10_20_40,
    "poignee_multiplied": oracle.POIGNEE_MULTIPLIED,
    "rounded_5": oracle.ROUNDED_5,
    "rounded_10": oracle.ROUNDED_10,
    "equal_split": oracle.EQUAL_SPLIT,
    "five_alone": oracle.FIVE_ALONE,
}
KEPT = {"margin": {"half_points": "kept"}}
HOUSE_RULES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("fft", KEPT, {"half_points_kept": True}),
    ("equal_split", KEPT, {"half_points_kept": True}),
    ("rounded_5", KEPT, {"half_points_kept": True}),
    ("flat_80", KEPT, {"half_points_kept": True}),
    ("stepped_base", {"margin": {"step": 5}}, {"margin_step": 5}),
    ("fft", {"petit_au_bout": {"multiplied": False}}, {"petit_au_bout_multiplied": False}),
    ("pousse", {"petit_au_bout": {"lost_with_contract": True}}, {"petit_au_bout_lost_with_contract": True}),
    ("poignee_multiplied", {"poignee": {"to": "shower"}}, {"poignee_to_shower": True}),
    ("wikipedia", {"chelem": {"multiplied": True}}, {"chelem_multiplied": True}),
    ("contre_5", {"petit_chelem": {"multiplied": True}}, {"petit_chelem_multiplied": True}),
    ("equal_split", {"rounding": {"step": 10}}, {"equal_split": True, "rounding": 10}),
    (
        "rounded_10",
        {"misere": {"points": 30, "kinds": ["no_court_cards"]}},
        {"misere": 30, "misere_kinds": frozenset({"no_court_cards"})},
    ),
    ("fft", {"margin": {"half_points": "taker"}}, {"half_points_to_taker": True}),
    *(
        (id_, {table: change}, {f"{table}_{name}": value for name, value in (("mode", mode), *more)})
        for to, mode in (("even", ROUND_HALF_EVEN), ("down", ROUND_DOWN), ("up", ROUND_CEILING))
        for id_, table, change, more in (
            ("flat_80", "margin", {"to": to}, ()),
            ("rounded_10", "rounding", {"to": to}, ()),
            ("wikipedia", "margin", {"to": to, "step": 5}, (("step", 5),)),
        )
    ),
    (
        "equal_split",
        {"margin": {"half_points": "kept"}, "rounding": {"to": "up", "step": 5}},
        {"half_points_kept": True, "rounding": 5, "rounding_mode": ROUND_CEILING},
    ),
    (
        "five_alone",
        {"poignee": {"thresholds": {"five": {"single": 5, "double": 8, "triple": 10}}}},
        {"thresholds": {**oracle.FFT.thresholds, 5: (5, 8, 10)}},
    ),
]
"""A shipped scheme, what a table changes in it, and the same for the oracle."""


REASONS = {
    Code.TOO_FEW_OR_MANY_PLAYERS: "number of players",
    Code.PLAYER_TWICE: "player twice",
    Code.NOT_PLAYING: "not in this hand",
    Code.PARTNER_IS_TAKER: "partner is taker",
    Code.NO_PARTNER_HERE: "partner, but no call",
    Code.BID_NOT_IN_SCHEME: "bid",
    Code.BOUTS_OUT_OF_RANGE: "bouts",
    Code.HALF_POINT_IMPOSSIBLE: "fraction of a point",
    Code.TOO_FEW_FOR_BOUTS: "points against bouts",
    Code.TOO_MANY_FOR_BOUTS: "points against bouts",
    Code.TOO_FEW_FOR_DISCARD: "points against dog",
    Code.TOO_MANY_FOR_DOG: "points against dog",
    Code.TAKER_LACKS_PETIT: "petit not with the taker",
    Code.DEFENCE_LACKS_PETIT: "petit not with the defence",
    Code.PETIT_AGAINST_CHELEM: "petit au bout against chelem",
    Code.TOO_MANY_TRUMPS: "more than 22 trumps shown",
    Code.POIGNEE_TWICE: "two poignees of one player",
    Code.POIGNEE_AND_NO_TRUMPS: "poignee without trumps",
    Code.POINTS_AGAINST_CHELEM: "points against chelem",
    Code.BOTH_CHELEMS_MADE: "chelem and petit chelem",
    Code.PETIT_CHELEM_UNDER_CHELEM: "both announced by one side",
    Code.PETIT_CHELEM_NOT_IN_SCHEME: "scheme without petit chelem",
    Code.MISERE_NOT_IN_SCHEME: "scheme without misere",
    Code.MISERE_TWICE: "misere twice",
}
"""The engine's reasons in the oracle's words."""
UNSURE = {
    "bouts": {"points against bouts"},
    "points against dog": {"points against chelem"},
    "number of players": {
        "fraction of a point",
        "points against dog",
        "points against chelem",
        "more than 22 trumps shown",
        "partner, but no call",
    },
}
"""What only one of them may say beside a reason that both give."""


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
        ours = {REASONS[problem.code] for problem in impossible(hand, self.scheme)}
        theirs = oracle.problems(facts, rules=self.rules)
        for reason in UNSURE.keys() & ours & theirs:
            ours, theirs = ours - UNSURE[reason], theirs - UNSURE[reason]
        if ours != theirs:
            self._differ(f"{ours} is not {theirs}: {facts}")

    def _differ(self, text: str) -> None:
        if len(self.differences) < 5:
            self.differences.append(text)


# -- the whole of the FFT ---

TABLES = [("AB", None), ("ABC", None), ("ABCD", None), ("ABCDE", None), ("ABCDE", "B")]
SINGLE, DOUBLE, TRIPLE = PoigneeSize
A1, A2, A3 = (Poignee("A", size) for size in PoigneeSize)
B1, B2, B3 = (Poignee("B", size) for size in PoigneeSize)
C1, C2, C3 = (Poignee("C", size) for size in PoigneeSize)
POIGNEES = [(), (A1,), (A2,), (A3,), (B1,), (C2,), (C3,), (A1, C1), (C1, A2), (A3, B1), (C1, B1)]
"""Of the taker, of B (a defender or the partner), of C (a defender), of two on one side and on both.

Eleven, so that they take turns with everything else: three, four, ten and 183 share no factor with it.
"""
BIDS = [Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE]
TENTH = 10
"""The short run takes every tenth hand, and begins with another one at each table and bid."""


@pytest.mark.parametrize("bid", BIDS)
@pytest.mark.parametrize(("seats", "partner"), TABLES)
def test_the_whole_domain_of_the_fft(seats: str, partner: str | None, bid: Bid, long: bool) -> None:
    jury = Jury(shipped_scheme(), oracle.FFT)
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


def sample(scheme: Scheme, size: int, seed: str) -> Iterator[Hand]:
    """Hands of 2 to 5 players, likely and unlikely, with every bid that there is; the same for a seed."""
    rng = random.Random(seed)
    for _ in range(size):
        seats = "ABCDE"[: rng.randint(2, 5)]
        taker, *others = rng.sample(seats, len(seats))
        partner = rng.choice([None, others[0]]) if scheme.calls_partner(len(seats)) else None
        chelem, petit_chelem = (
            Chelem(rng.choice(SIDES), rng.choice(SIDES)) if rng.random() < 0.3 else Chelem() for _ in range(2)
        )
        poignees = rng.choices(seats, k=rng.choice((0, 0, 1, 1, 2, 3)))
        miseres = rng.choices(seats, k=rng.choice((0, 0, 0, 1, 2)))
        yield Hand(
            players=tuple(seats),
            taker=taker,
            partner=partner,
            bid=rng.choice(CONTRACTS),
            bouts=rng.randint(0, 3),
            half_points=rng.choice(
                (rng.randint(0, 182), 2 * rng.randint(0, 91), rng.choice((0, 8, 174, 182)))
            ),
            petit_au_bout=rng.choice(SIDES),
            poignees=tuple(Poignee(player, rng.choice(list(PoigneeSize))) for player in poignees),
            chelem=chelem,
            petit_chelem=petit_chelem,
            miseres=tuple(Misere(player, rng.choice(list(MisereKind))) for player in miseres),
        )


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
        {"poignees": (Poignee(stranger, SINGLE),)},
        {"poignees": (), "miseres": (Misere(stranger, MisereKind.NO_TRUMPS),)},
        {"poignees": (Poignee(player, SINGLE),), "miseres": (Misere(player, MisereKind.NO_TRUMPS),)},
        {"poignees": (Poignee(player, SINGLE),), "miseres": (Misere(player, MisereKind.NO_COURT_CARDS),)},
    ]
    return replace(hand, **rng.choice(wrong))


@pytest.mark.parametrize("id_", RULES)
def test_a_sample_of_every_scheme(id_: str, long: bool) -> None:
    scheme = shipped_scheme(id_)
    jury = Jury(scheme, RULES[id_])
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
    ("id_", "change", "rules"), [pytest.param(*row, id=f"{row[0]} {row[1]}") for row in HOUSE_RULES]
)
def test_a_sample_of_house_rules(id_: str, change: dict[str, Any], rules: dict[str, Any], long: bool) -> None:
    scheme = changed(shipped_scheme(id_), change)
    jury = Jury(scheme, replace(RULES[id_], **rules))
    for hand in sample(scheme, 20_000 if long else 50, f"{id_} {change}"):
        facts = as_oracle(hand)
        jury.check(hand, facts)
        if scheme.allows(hand.bid):
            jury.score(hand, facts)
    assert jury.differences == []
