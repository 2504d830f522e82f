"""The oracle against printed examples and hands worked out on paper."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction as F
from itertools import product
from typing import Any, cast

import pytest
from oracle import (
    CONTRE_5,
    EQUAL_SPLIT,
    FFT,
    FIVE_ALONE,
    FLAT_80,
    NO_PETITE,
    POIGNEE_MULTIPLIED,
    POIGNEES_10_20_40,
    POUSSE,
    ROUNDED_5,
    ROUNDED_10,
    STEPPED_BASE,
    WIKIPEDIA,
    Hand,
    Rules,
    problems,
    score,
)


def H(seats: str = "ABCD", **facts: Any) -> Hand:
    """A's garde made by nothing with 2 bouts, but for the facts given."""
    hand = {
        "players": list(seats), "taker": seats[0], "partner": None, "bid": "garde", "bouts": 2,
        "card_points": 41, "petit_au_bout": None, "poignees": [], "chelem": None, "petit_chelem": None,
        "miseres": [],
    }  # fmt: skip
    assert facts.keys() <= hand.keys()
    return cast(Hand, hand | facts)


def P(*shown: str) -> list[dict[str, str]]:
    """P("A1", "B2"): a single shown by A, a double by B."""
    return [{"player": x[0], "size": ("single", "double", "triple")[int(x[1]) - 1]} for x in shown]


def slam(announced: str | None, made: str | None) -> dict[str, str | None]:
    return {"announced": announced, "made": made}


def misere(*declared: str) -> list[dict[str, str]]:
    return [{"player": x[0], "kind": {"t": "no_trumps", "c": "no_court_cards"}[x[1]]} for x in declared]


def paid(hand: Hand, rules: Rules = FFT) -> list[F]:
    """S, then the payments."""
    s, payments = score(hand, rules)
    return [s, *payments]


FFT_HANDS = [
    (H("NSEW", taker="E", card_points=49, petit_au_bout="taker", poignees=P("E1")), 106),
    (H("NSEW", taker="W", bid="garde_sans", card_points=45, petit_au_bout="defence"), 76),
    (H("NSEW", taker="S", bid="petite", card_points=34, petit_au_bout="taker", poignees=P("S1")), -42),
    (H("NSEW", taker="N", card_points=52, poignees=P("W1")), 92),
    (
        H("NSEW", taker="S", card_points=87, petit_au_bout="taker", poignees=P("S1"),
          chelem=slam("taker", "taker")),
        582,
    ),
]  # fmt: skip
S1_HANDS = [
    (H(card_points=56), 80),
    (H(taker="B", card_points=49, bouts=3, petit_au_bout="taker"), 96),
    (H(taker="C", card_points=40, petit_au_bout="defence"), -72),
    (H(taker="C", card_points=41, petit_au_bout="defence"), 30),
    (H(taker="D", card_points=40, bouts=3, poignees=P("A1")), 78),
]


@pytest.mark.parametrize(("hand", "s"), FFT_HANDS + S1_HANDS)
def test_four_players_as_printed(hand: Hand, s: int) -> None:
    got, payments = score(hand)
    assert got == s
    assert payments == [3 * s if who == hand["taker"] else -s for who in hand["players"]]
    assert problems(hand, rules=FFT) == set()


def test_printed_totals() -> None:
    def totals(hands: list[tuple[Hand, int]]) -> list[list[F]]:
        running, rows = [F(0)] * 4, []
        for hand, _ in hands:
            running = [a + b for a, b in zip(running, score(hand)[1], strict=True)]
            rows.append(running)
        return rows

    assert totals(FFT_HANDS)[-1] == [-446, 1346, -390, -510]
    assert totals(S1_HANDS) == [
        [240, -80, -80, -80],
        [144, 208, -176, -176],
        [216, 280, -392, -104],
        [186, 250, -302, -134],
        [108, 172, -380, 100],
    ]


def test_garde_sans_with_poignee_as_printed() -> None:
    hand = H(bid="garde_sans", card_points=53, poignees=P("A1"))
    assert paid(hand) == [168, 504, -168, -168, -168]


@pytest.mark.parametrize(("points", "bouts", "margin"), [(31, 2, -10), (51, 3, 15)])
def test_margins_as_printed(points: int, bouts: int, margin: int) -> None:
    s, _ = score(H(bid="petite", card_points=points, bouts=bouts))
    assert abs(s) - 25 == abs(margin)
    assert (s > 0) == (margin >= 0)


@pytest.mark.parametrize(("points", "bouts"), [(56, 0), (51, 1), (41, 2), (36, 3)])
def test_contract_just_made_and_just_missed(points: int, bouts: int) -> None:
    assert score(H("ABC", bid="petite", card_points=points, bouts=bouts))[0] == 25
    assert score(H("ABC", bid="petite", card_points=points - F(1, 2), bouts=bouts))[0] == -26


@pytest.mark.parametrize(
    ("seats", "partner", "payments"),
    [
        ("AB", None, [50, -50]),
        ("ABC", None, [100, -50, -50]),
        ("ABCD", None, [150, -50, -50, -50]),
        ("ABCDE", "C", [100, -50, 50, -50, -50]),
        ("ABCDE", None, [200, -50, -50, -50, -50]),
    ],
)
def test_who_pays_whom(seats: str, partner: str | None, payments: list[int]) -> None:
    assert paid(H(seats, partner=partner)) == [50, *payments]


CASES: list[tuple[Rules, Hand, F | int]] = [
    # half points
    (FFT, H("ABC", card_points=Decimal("40.5")), -52),
    (FFT, H("ABC", card_points=Decimal("41.5")), 52),
    (replace(FFT, half_points_kept=True), H("ABC", card_points=F(81, 2)), -51),
    (replace(FFT, half_points_kept=True), H("ABC", bid="petite", card_points=F(83, 2)), F(51, 2)),
    # petit au bout: −(25+1)×2 ± 20
    (FFT, H(card_points=40, petit_au_bout="taker"), -32),
    (replace(FFT, petit_au_bout_lost_with_contract=True), H(card_points=40, petit_au_bout="taker"), -72),
    (replace(FFT, petit_au_bout_lost_with_contract=True), H(card_points=40, petit_au_bout="defence"), -72),
    (replace(FFT, petit_au_bout_lost_with_contract=True), H(petit_au_bout="defence"), 30),
    (replace(FFT, petit_au_bout_lost_with_contract=True), H(petit_au_bout="taker"), 70),
    (replace(FFT, petit_au_bout_multiplied=False), H(bid="garde_contre", petit_au_bout="defence"), 140),
    # poignées
    (FFT, H(poignees=P("A1", "B1")), 90),
    (FFT, H(card_points=40, poignees=P("A2")), -82),
    (replace(FFT, poignee_to_shower=True), H(card_points=40, poignees=P("A2")), -22),
    (replace(FFT, poignee_to_shower=True), H(poignees=P("A1", "B1")), 50),
    (replace(FFT, poignee_to_shower=True), H("ABCDE", partner="E", poignees=P("E3")), 90),
    (replace(FFT, poignee_to_shower=True), H("ABCDE", poignees=P("E3")), 10),
    (WIKIPEDIA, H(poignees=P("A3")), 110),
    (POIGNEES_10_20_40, H(poignees=P("D3")), 90),
    (POIGNEES_10_20_40, H(poignees=P("D2")), 70),
    (POIGNEE_MULTIPLIED, H(card_points=40, bouts=3, poignees=P("B1")), 78),
    (POIGNEE_MULTIPLIED, H(bid="garde_sans", card_points=40, poignees=P("A2")), -184),
    # chelem: 91 points, 3 bouts, garde: (25+55)×2 = 160; 10 points, no bout: −(25+46)×2 = −142
    (FFT, H(card_points=91, bouts=3, chelem=slam(None, "taker")), 360),
    (FFT, H(card_points=91, bouts=3, chelem=slam("taker", "taker")), 560),
    (FFT, H(card_points=91, bouts=3, chelem=slam("defence", "taker")), 560),
    (FFT, H(chelem=slam("taker", None)), -150),
    (FFT, H(chelem=slam("defence", None)), 250),
    (FFT, H(chelem=slam(None, None)), 50),
    (FFT, H(card_points=10, bouts=0, chelem=slam(None, "defence")), -342),
    (FFT, H(card_points=10, bouts=0, chelem=slam("taker", "defence")), -542),
    (FFT, H(card_points=10, bouts=0, chelem=slam("defence", "defence")), -542),
    (replace(FFT, chelem_multiplied=True), H(card_points=91, bouts=3, chelem=slam("taker", "taker")), 960),
    # petit chelem
    (FFT, H(petit_chelem=slam("taker", "taker")), 50),
    (CONTRE_5, H(petit_chelem=slam("taker", "taker")), 350),
    (CONTRE_5, H(petit_chelem=slam(None, "taker")), 50),
    (CONTRE_5, H(petit_chelem=slam("taker", None)), -100),
    (CONTRE_5, H(bid="garde_contre"), 125),
    (WIKIPEDIA, H(petit_chelem=slam(None, "taker")), 200),
    (WIKIPEDIA, H(petit_chelem=slam(None, "defence")), -100),
    (WIKIPEDIA, H(petit_chelem=slam("defence", "defence")), -250),
    (WIKIPEDIA, H(petit_chelem=slam("taker", "defence")), -250),
    (
        replace(WIKIPEDIA, petit_chelem_multiplied=True, chelem_multiplied=True),
        H(petit_chelem=slam("taker", None), chelem=slam("taker", None)),
        -650,
    ),
    # other bids
    (POUSSE, H(bid="pousse"), 50),
    (POUSSE, H(petit_au_bout="defence"), 60),
    (POUSSE, H(bid="garde_contre", card_points=42), 312),
    (NO_PETITE, H(), 50),
    (STEPPED_BASE, H(bid="pousse", card_points=44, petit_au_bout="taker", poignees=P("A1")), 53),
    (STEPPED_BASE, H(bid="garde_contre", card_points=31, petit_au_bout="taker"), -160),
    (FLAT_80, H(card_points=45), 80),
    (FLAT_80, H(card_points=46), 90),
    (FLAT_80, H("ABC", card_points=F(91, 2)), 90),
    (replace(FLAT_80, half_points_kept=True), H("ABC", card_points=F(91, 2)), 80),
    (FLAT_80, H(bid="garde_sans", card_points=36, petit_au_bout="taker", poignees=P("A1")), -180),
    (FLAT_80, H(bid="garde_contre", card_points=56, petit_chelem=slam("taker", "taker")), 840),
    (FLAT_80, H(card_points=91, bouts=3, chelem=slam("taker", "taker")), 1140),
    # rounding
    (ROUNDED_5, H(card_points=42), 50),
    (ROUNDED_5, H(card_points=40), -50),
    (ROUNDED_5, H(card_points=43), 55),
    (replace(ROUNDED_5, half_points_kept=True), H("ABC", bid="petite", card_points=F(87, 2)), 30),
    (replace(ROUNDED_5, half_points_kept=True), H("ABC", bid="petite", card_points=F(77, 2)), -30),
    (ROUNDED_10, H(bid="petite"), 30),
    (ROUNDED_10, H(bid="petite", card_points=31), -40),
    (ROUNDED_10, H(bid="petite", card_points=40), -30),
]


@pytest.mark.parametrize(("rules", "hand", "s"), CASES)
def test_worked_on_paper(rules: Rules, hand: Hand, s: F | int) -> None:
    got, payments = score(hand, rules)
    assert got == s
    assert sum(payments) == 0
    assert payments[-1] == (got if hand["partner"] == "E" else -got)


def test_equal_split() -> None:
    hand = H("ABCDE", partner="B", bid="petite")
    assert paid(hand, EQUAL_SPLIT) == [25, F(75, 2), F(75, 2), -25, -25, -25]
    assert paid(H("ABCDE"), EQUAL_SPLIT) == [50, 200, -50, -50, -50, -50]
    assert paid(H("ABC"), EQUAL_SPLIT) == [50, 100, -50, -50]


def test_misere_is_paid_beside_s_and_not_rounded() -> None:
    hand = H(miseres=misere("At"), card_points=42)
    assert paid(hand, replace(WIKIPEDIA, rounding=10)) == [50, 180, -60, -60, -60]
    assert paid(hand, replace(ROUNDED_10, misere=3)) == [50, 159, -53, -53, -53]
    assert paid(H(miseres=misere("Bt", "Cc")), WIKIPEDIA) == [50, 130, -30, -30, -70]
    assert paid(H(miseres=misere("Bt")), FFT) == [50, 150, -50, -50, -50]
    assert score(H("ABCDE", partner="B", miseres=misere("Ec")), WIKIPEDIA)[1] == [90, 40, -60, -60, -10]


def test_payments_sum_to_zero(long: bool) -> None:
    yes_no = (False, True)
    for seats, half, equal, rounding in product(("AB", "ABC", "ABCD", "ABCDE"), yes_no, yes_no, (0, 5, 10)):
        rules = replace(POUSSE, half_points_kept=half, equal_split=equal, rounding=rounding, misere=10)
        for bid, bouts, points in product(POUSSE.bids, range(4), range(0, 183, 7 if long else 37)):
            for partner in (None, "B") if len(seats) == 5 else (None,):
                hand = H(seats, bid=bid, bouts=bouts, card_points=F(points, 2), partner=partner,
                         miseres=misere("Bt"), poignees=P("A1"))  # fmt: skip
                assert sum(score(hand, rules)[1]) == 0


POSSIBLE: list[tuple[Hand, int | None]] = [
    (H(card_points=9), None),
    (H(card_points=86), None),
    (H("ABC", card_points=F(173, 2)), None),
    (H(card_points=3, bouts=0), None),
    (H(bid="garde_contre", card_points=0, bouts=0), None),
    (H("ABCDE", card_points=F(3, 2), bouts=0), None),
    (H("ABCDE", card_points=4, bouts=0), 8),
    (H(bid="garde_contre", card_points=88, bouts=3), None),
    (H(poignees=P("A1", "B1")), None),
    (H("ABCDE", poignees=P("A1", "B3")), None),
    (H("ABCDE", poignees=P("A2", "B2")), None),
    (H(miseres=misere("At", "Ac"), poignees=P("B3")), None),
    (H(miseres=misere("Ac"), poignees=P("A3")), None),
    (H(bouts=0, card_points=40, petit_au_bout="defence"), None),
    (H(card_points=91, bouts=3, chelem=slam(None, "taker"), petit_au_bout="taker"), None),
    (H(card_points=87, chelem=slam(None, "taker"), petit_chelem=slam("taker", None)), None),
    (H(bid="garde_contre", card_points=60, bouts=0, chelem=slam(None, "taker")), None),
    (H(bid="garde_contre", card_points=87, chelem=slam(None, "taker")), None),
    (H("ABCDE", bid="garde_contre", card_points=F(147, 2), chelem=slam(None, "taker")), None),
    (H("ABCDE", bid="garde_contre", card_points=51, chelem=slam(None, "taker")), 8),
    (H(bid="garde_contre", card_points=0, bouts=0, chelem=slam(None, "defence")), None),
    (H(bid="garde_contre", card_points=4, bouts=1, chelem=slam(None, "defence")), None),
    (H(card_points=23, bouts=1, chelem=slam(None, "defence"), petit_au_bout="defence"), None),
    (H(card_points=4, bouts=1, chelem=slam(None, "defence")), None),
    (H("ABCDE", card_points=F(29, 2), bouts=1, chelem=slam(None, "defence")), None),
    (H("ABCDE", card_points=28, bouts=1, chelem=slam(None, "defence")), 8),
    (H(bid="garde_sans", card_points=31, bouts=3, chelem=slam(None, "defence")), None),
    (H(bid="garde_sans", card_points=13, bouts=3, chelem=slam(None, "defence")), None),
    (H(chelem=slam("taker", None), petit_chelem=slam("taker", "taker")), None),
]


@pytest.mark.parametrize(("hand", "dog"), POSSIBLE)
def test_possible(hand: Hand, dog: int | None) -> None:
    assert problems(hand, dog) == set()


IMPOSSIBLE: list[tuple[Hand, int | None, str]] = [
    (H(card_points=8), None, "points against bouts"),
    (H(card_points=87), None, "points against bouts"),
    (H("ABC", card_points=F(175, 2)), None, "points against bouts"),
    (H(card_points=92, bouts=3), None, "points against bouts"),
    (H(card_points=2, bouts=0), None, "points against dog"),
    (H("ABCDE", card_points=1, bouts=0), None, "points against dog"),
    (H("ABCDE", card_points=F(7, 2), bouts=0), 8, "points against dog"),
    (H(bid="garde_contre", card_points=89, bouts=3), None, "points against dog"),
    (H(card_points=F(81, 2)), None, "fraction of a point"),
    (H("AB", card_points=F(81, 2)), None, "fraction of a point"),
    (H("ABC", card_points=F(161, 4)), None, "fraction of a point"),
    (H("ABC", poignees=P("A1", "B1")), None, "more than 22 trumps shown"),
    (H(poignees=P("A1", "B2")), None, "more than 22 trumps shown"),
    (H("ABCDE", poignees=P("A1", "B1", "C1")), None, "more than 22 trumps shown"),
    (H("ABCDE", poignees=P("A2", "B3")), None, "more than 22 trumps shown"),
    (H(poignees=P("A1", "A1")), None, "two poignees of one player"),
    (H(poignees=P("A1"), miseres=misere("At")), None, "poignee without trumps"),
    (H(miseres=misere("At", "At")), None, "misere twice"),
    (H(bouts=0, card_points=60, petit_au_bout="taker"), None, "petit not with the taker"),
    (H(bouts=3, petit_au_bout="defence"), None, "petit not with the defence"),
    (
        H(card_points=87, chelem=slam(None, "taker"), petit_au_bout="defence"),
        None,
        "petit au bout against chelem",
    ),
    (
        H(card_points=20, bouts=1, chelem=slam(None, "defence"), petit_au_bout="taker"),
        None,
        "petit au bout against chelem",
    ),
    (H(card_points=86, chelem=slam(None, "taker")), None, "points against chelem"),
    (H(card_points=87, bouts=3, chelem=slam(None, "taker")), None, "points against chelem"),
    (H(bid="garde_contre", card_points=59, chelem=slam(None, "taker")), None, "points against chelem"),
    (
        H(bid="garde_contre", card_points=5, bouts=1, chelem=slam(None, "defence")),
        None,
        "points against chelem",
    ),
    (H(card_points=24, bouts=1, chelem=slam(None, "defence")), None, "points against chelem"),
    (H(card_points=20, bouts=2, chelem=slam(None, "defence")), None, "points against chelem"),
    (H("ABCDE", card_points=15, bouts=1, chelem=slam(None, "defence")), None, "points against chelem"),
    (
        H(bid="garde_sans", card_points=32, bouts=3, chelem=slam(None, "defence")),
        None,
        "points against chelem",
    ),
    (
        H(card_points=87, chelem=slam(None, "taker"), petit_chelem=slam(None, "taker")),
        None,
        "chelem and petit chelem",
    ),
    (
        H(card_points=87, chelem=slam("taker", "taker"), petit_chelem=slam("taker", None)),
        None,
        "both announced by one side",
    ),
    (H("ABCDE", partner="A"), None, "partner is taker"),
    (H("ABCDE", partner="F"), None, "not in this hand"),
    (H(taker="E"), None, "not in this hand"),
    (H(poignees=P("E1")), None, "not in this hand"),
    (H(miseres=misere("Ec")), None, "not in this hand"),
    (H(partner="B"), None, "partner, but no call"),
    (H("ABCDE", partner="B"), 8, "partner, but no call"),
    (H("ABCA"), None, "player twice"),
    (H("A"), None, "number of players"),
    (H("ABCDEF"), None, "number of players"),
    (H(bid="misere"), None, "bid"),
]


@pytest.mark.parametrize(("hand", "dog", "code"), IMPOSSIBLE)
def test_impossible(hand: Hand, dog: int | None, code: str) -> None:
    assert problems(hand, dog) == {code}


def test_what_the_table_does_not_play() -> None:
    assert problems(H(bid="petite")) == problems(H(bid="pousse")) == set()
    assert problems(H(bid="petite"), rules=NO_PETITE) == {"bid"}
    assert problems(H(bid="pousse"), rules=FFT) == {"bid"}
    assert problems(H(miseres=misere("Ac")), rules=FFT) == {"scheme without misere"}
    assert problems(H(miseres=misere("Ac")), rules=WIKIPEDIA) == set()
    only_trumps = replace(WIKIPEDIA, misere_kinds=frozenset({"no_trumps"}))
    assert problems(H(miseres=misere("Ac")), rules=only_trumps) == {"scheme without misere"}
    assert problems(H(petit_chelem=slam("taker", None)), rules=FFT) == {"scheme without petit chelem"}
    assert problems(H(petit_chelem=slam("taker", None)), rules=CONTRE_5) == set()
    assert problems(H("ABCDE", partner="B"), rules=FIVE_ALONE) == {"partner, but no call"}
    assert problems(H("ABCDE", card_points=3, bouts=0), rules=FIVE_ALONE) == {"points against dog"}
    low_steps = replace(FIVE_ALONE, thresholds={5: (5, 8, 10)})
    assert problems(H("ABCDE", poignees=P("A1", "B1", "C1")), rules=low_steps) == set()
    assert paid(H("ABCDE"), FIVE_ALONE) == [50, 200, -50, -50, -50, -50]
