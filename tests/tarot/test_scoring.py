"""The score as lines, and who pays whom: what holds for every hand and every scheme. Figures are in cases/*.toml."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from evenings import DEFENCE, TAKER, hand
from hands import SIDES, changed, declared, every_scheme, sample, shown

from scorepad.tarot.hand import Bid, Chelem, Hand, Side
from scorepad.tarot.scheme import ChipRule
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import Line, Payments, Rule, Score, chelem_points, score, settle, source_of

FFT = shipped_scheme()
WIKIPEDIA = shipped_scheme("wikipedia")


def test_lines_have_the_order_of_counting_and_each_sums_to_zero() -> None:
    for name, scheme in every_scheme().items():
        for any_hand in [each for each in sample(scheme, 60, name) if scheme.allows(each.bid)]:
            scored = score(any_hand, scheme)
            order = [list(Rule).index(line.rule) for line in scored.lines]
            assert order[:2] == [0, 1] if scheme.margin.counts else order[0] == 0 and 1 not in order
            assert order == sorted(order)
            payments = settle(scored, any_hand, scheme)
            assert len(payments.by_line) == len(scored.lines)
            assert all(sum(row) == 0 for row in payments.by_line)
            assert [payments.of(player) for player in any_hand.players] == [*payments.totals]


def test_a_line_is_shared_or_staked() -> None:
    facts = hand(points=42, miseres=declared("Bt", "Cc"))
    assert settle(score(facts, WIKIPEDIA), facts, WIKIPEDIA).by_line == (
        (150, -50, -50, -50),
        (6, -2, -2, -2),
        (-10, 30, -10, -10),
        (-10, -10, 30, -10),
    )


def test_impossible_payments_are_refused() -> None:
    facts = hand("ABCDE", partner="B")
    with pytest.raises(ValueError, match="tuple"):
        settle(score(facts, FFT), facts, FFT).of("Z")
    with pytest.raises(ValueError, match="shorter"):
        _ = Payments(("A", "B"), ((10, -10), (5,))).totals
    odd = Score((Line(Rule.CONTRACT, 25),))
    with pytest.raises(AssertionError, match=r"no half of it is ever paid$"):
        settle(odd, facts, shipped_scheme("equal_split"))


# -- what a line says ---


@pytest.mark.parametrize("name", ["chelem", "petit_chelem"])
@pytest.mark.parametrize(
    ("announced", "made", "expected"),
    [
        (None, None, []),
        (TAKER, TAKER, [("announced", TAKER)]),
        (DEFENCE, DEFENCE, [("announced", DEFENCE)]),
        (None, TAKER, [("unannounced", TAKER)]),
        (None, DEFENCE, [("unannounced", DEFENCE)]),
        (TAKER, None, [("missed", TAKER)]),
        (DEFENCE, None, [("missed", DEFENCE)]),
        (TAKER, DEFENCE, [("missed", TAKER), ("unannounced", DEFENCE)]),
        (DEFENCE, TAKER, [("missed", DEFENCE), ("unannounced", TAKER)]),
    ],
)
def test_every_kind_of_chelem_is_scored(
    name: str, announced: Side | None, made: Side | None, expected: list[tuple[str, Side]]
) -> None:
    facts: dict[str, Any] = {name: Chelem(announced, made)}
    lines = score(hand(**facts), WIKIPEDIA).lines[2:]
    assert [(line.rule, line.cause) for line in lines] == [
        (f"{name}_{what}", side) for what, side in expected
    ]
    points = sum(line.points for line in lines)
    rule = getattr(WIKIPEDIA, name)
    assert [chelem_points(facts[name], rule, side) for side in (TAKER, DEFENCE)] == [points, -points]


def test_lines_name_the_facts_behind_them() -> None:
    facts = hand(points=40, petit_au_bout=DEFENCE, poignees=shown("C2"), miseres=declared("Bt"))
    assert score(facts, WIKIPEDIA) == Score(
        (
            Line(Rule.CONTRACT, -25, 2, cause=Bid.GARDE),
            Line(Rule.MARGIN, -1, 2, cause=DEFENCE),
            Line(Rule.PETIT_AU_BOUT, -10, 2, cause=DEFENCE),
            Line(Rule.POIGNEE, -40, 1, cause=facts.poignees[0]),
            Line(Rule.MISERE, 10, stake="B", cause=facts.miseres[0]),
        ),
        unit=1,
    )
    lost = changed(FFT, {"petit_au_bout": {"lost_with_contract": True}})
    line = score(replace(facts, petit_au_bout=TAKER), lost).lines[2]
    assert line == Line(Rule.PETIT_AU_BOUT, -10, 2, cause=TAKER)


def test_a_bid_that_the_scheme_lacks_is_refused() -> None:
    with pytest.raises(KeyError):
        score(hand(bid=Bid.PETITE), shipped_scheme("no_petite"))


# -- sources ---


@pytest.mark.promise("The game", "Every line of a score names the source of its rule.")
def test_every_line_of_a_shipped_scheme_has_a_source() -> None:
    for name in [name for name in every_scheme() if " " not in name]:
        scheme = shipped_scheme(name)
        for any_hand in [each for each in sample(scheme, 60, name) if scheme.allows(each.bid)]:
            for line in score(any_hand, scheme).lines:
                bid = line.cause if isinstance(line.cause, Bid) else None
                assert source_of(line.rule, scheme, bid)


def test_the_sources_belong_to_the_figures() -> None:
    tables = ("margin", "petit_au_bout", "poignee", "chelem", "petit_chelem", "rounding", "misere")
    named = changed(WIKIPEDIA, {name: {"source": name} for name in tables})
    bids = [replace(value, source="" if value.bid is Bid.GARDE_SANS else value.bid) for value in named.bids]
    named = replace(named, chips=ChipRule(start=50, source="chips"), bids=tuple(bids))
    assert {rule: source_of(rule, named) for rule in Rule} == {
        Rule.CONTRACT: "petite; garde; garde_contre",
        Rule.TABLE_STAKES: "chips",
        **{rule: name for name in tables for rule in Rule if rule.startswith(name)},
    }
    assert source_of(Rule.CONTRACT, named, Bid.GARDE) == "garde"
    assert source_of(Rule.CONTRACT, FFT) == "FFT, Le calcul des scores"
    lacking = (Rule.MISERE, Rule.PETIT_CHELEM_MISSED, Rule.TABLE_STAKES)
    assert [source_of(rule, FFT) for rule in lacking] == ["", "", ""]


# -- two players without bids ---

DUEL = shipped_scheme("open_duel")
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}


def duel(player: str, bouts: int, points: int, petit: Side | None = None) -> Hand:
    return hand("AB", taker=player, bid=Bid.OPEN, bouts=bouts, points=points, petit_au_bout=petit)


@pytest.mark.promise("The game", "In an open duel exactly one player wins, whoever’s cards are counted.")
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
