"""The score as lines: what holds for every hand and every scheme. Figures are in cases/*.toml."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from hands import DEFENCE, KEPT, TAKER, changed, declared, hand, hands, schemes_and_hands, shown
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, Side
from scorepad.tarot.scheme import ChipRule, Scheme
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import Line, Rule, Score, score, source_of

FFT = shipped_scheme()
WIKIPEDIA = shipped_scheme("wikipedia")
HOUSE = [
    changed(shipped_scheme("equal_split"), KEPT),
    changed(shipped_scheme("rounded_5"), KEPT),
    changed(shipped_scheme("flat_80"), KEPT),
    changed(WIKIPEDIA, {"petit_au_bout": {"lost_with_contract": True}, "poignee": {"to": "shower"}}),
    changed(WIKIPEDIA, {"petit_au_bout": {"multiplied": False}, "chelem": {"multiplied": True}}),
]
any_scheme_and_hand = schemes_and_hands(*HOUSE)


def lines_of(hand: Hand, scheme: Scheme, rule: Rule) -> list[Line]:
    return [line for line in score(hand, scheme).lines if line.rule is rule]


# -- what holds for every hand ---


@given(any_scheme_and_hand)
def test_the_lines_sum_to_the_total(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    scored = score(any_hand, scheme)
    assert scored.total == sum(line.points * line.factor for line in scored.lines if line.stake is None)
    assert scored.unit == scheme.unit


@given(any_scheme_and_hand)
def test_lines_stand_in_the_order_in_which_a_table_counts(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    order = [list(Rule).index(line.rule) for line in score(any_hand, scheme).lines]
    assert order[:2] == [0, 1] if scheme.margin.counts else order[0] == 0 and 1 not in order
    assert order == sorted(order)


@given(any_scheme_and_hand, st.integers(0, 182))
def test_a_better_count_never_pays_less(drawn: tuple[Scheme, Hand], half_points: int) -> None:
    scheme, one = drawn
    other = replace(one, half_points=half_points)
    less, more = sorted((one, other), key=lambda hand: hand.half_points)
    assert score(less, scheme).total <= score(more, scheme).total


@given(any_scheme_and_hand)
def test_rounded_scores_are_multiples_of_the_step(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    scored = score(any_hand, scheme)
    assert scored.total % scheme.rounding.step == 0 or scheme.rounding.step == 1
    rounding = [line.points for line in scored.lines if line.rule is Rule.ROUNDING]
    assert len(rounding) == (scheme.rounding.step > 1)
    assert all(2 * abs(points) <= scheme.rounding.step * scored.unit for points in rounding)
    exact = scored.total - sum(rounding)
    assert abs(scored.total) >= abs(exact) or 2 * abs(sum(rounding)) < scheme.rounding.step * scored.unit


@given(any_scheme_and_hand)
def test_who_sits_where_changes_no_score(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    turned = replace(any_hand, players=(*any_hand.players[1:], any_hand.players[0]))
    assert score(turned, scheme) == score(any_hand, scheme)


@given(hands(FFT), st.sampled_from([TAKER, DEFENCE]))
def test_the_petit_au_bout_is_worth_the_same_whoever_wins(any_hand: Hand, side: Side) -> None:
    without = replace(any_hand, petit_au_bout=None)
    with_it = replace(any_hand, petit_au_bout=side)
    worth = 10 * FFT.bid_value(any_hand.bid).factor
    gained = score(with_it, FFT).total - score(without, FFT).total
    assert gained == (worth if side is TAKER else -worth)


# -- half points and ties ---


@pytest.mark.parametrize(
    ("points", "margin"), [(40, -1), (40.5, -1), (41, 0), (41.5, 1), (42, 1), (42.5, 2), (35.5, -6)]
)
def test_the_half_point_goes_to_the_winner(points: float, margin: int) -> None:
    (line,) = lines_of(hand("ABC", points=points), FFT, Rule.MARGIN)
    assert (line.points, line.factor) == (margin, 2)


@pytest.mark.parametrize(("points", "margin"), [(40.5, -1), (41.5, 1), (42, 2), (30.5, -21)])
def test_half_points_kept_are_counted_in_halves(points: float, margin: int) -> None:
    scored = score(hand("ABC", points=points), changed(FFT, KEPT))
    assert (scored.unit, scored.lines[0].points, scored.lines[1].points) == (
        2,
        50 * (1 - 2 * (margin < 0)),
        margin,
    )


@pytest.mark.parametrize(
    ("points", "margin"),
    [(45, 0), (45.5, 10), (46, 10), (55.5, 20), (36, -10), (36.5, -10), (37, 0), (91, 50)],
)
def test_margins_in_tens(points: float, margin: int) -> None:
    (line,) = lines_of(hand("ABC", points=points), shipped_scheme("flat_80"), Rule.MARGIN)
    assert line.points == margin


@pytest.mark.parametrize(
    ("margin", "total"),
    [(0, 25), (2, 25), (3, 30), (7, 30), (8, 35), (-1, -25), (-2, -25), (-3, -30), (-7, -30)],
)
def test_s_is_rounded_to_the_nearest_five(margin: int, total: int) -> None:
    assert score(hand(bid=Bid.PETITE, points=41 + margin), shipped_scheme("rounded_5")).total == total


@pytest.mark.parametrize(("margin", "total"), [(0, 26), (1, 26), (2, 28), (-1, -26), (-2, -28)])
def test_s_is_rounded_to_the_nearest_two(margin: int, total: int) -> None:
    scheme = changed(FFT, {"rounding": {"step": 2}})
    assert score(hand(bid=Bid.PETITE, points=41 + margin), scheme).total == total


@pytest.mark.parametrize(("margin", "total"), [(0, 30), (9, 30), (10, 40), (-1, -30), (-9, -30), (-10, -40)])
def test_ties_are_rounded_away_from_zero(margin: int, total: int) -> None:
    assert score(hand(bid=Bid.PETITE, points=41 + margin), shipped_scheme("rounded_10")).total == total


# -- who gets what ---


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("player", "ABCDE")
def test_a_poignee_goes_to_the_winner_or_to_who_showed_it(player: str, won: bool) -> None:
    facts = hand("ABCDE", partner="B", points=41 if won else 40, poignees=shown(f"{player}1"))
    (line,) = lines_of(facts, FFT, Rule.POIGNEE)
    assert line == Line(Rule.POIGNEE, 20 if won else -20, 1, cause=facts.poignees[0])
    (line,) = lines_of(facts, changed(FFT, {"poignee": {"to": "shower"}}), Rule.POIGNEE)
    assert line.points == (20 if player in "AB" else -20)


CHELEMS = [
    (Chelem(), []),
    (Chelem(TAKER, TAKER), [("announced", 400)]),
    (Chelem(DEFENCE, DEFENCE), [("announced", -400)]),
    (Chelem(None, TAKER), [("unannounced", 200)]),
    (Chelem(None, DEFENCE), [("unannounced", -200)]),
    (Chelem(TAKER, None), [("missed", -100)]),
    (Chelem(DEFENCE, None), [("missed", 100)]),
    (Chelem(TAKER, DEFENCE), [("missed", -100), ("unannounced", -200)]),
    (Chelem(DEFENCE, TAKER), [("missed", 100), ("unannounced", 200)]),
]


@pytest.mark.parametrize(("chelem", "expected"), CHELEMS)
@pytest.mark.parametrize(("name", "multiplied", "factor"), [("chelem", False, 1), ("petit_chelem", True, 2)])
def test_chelems(
    name: str, multiplied: bool, factor: int, chelem: Chelem, expected: list[tuple[str, int]]
) -> None:
    figures = {"announced_made": 400, "announced_missed": -100, "unannounced": 200, "multiplied": multiplied}
    scheme = changed(WIKIPEDIA, {name: figures})
    facts: dict[str, Any] = {name: chelem}
    lines = score(hand(**facts), scheme).lines[2:]
    assert [(line.rule.value, line.points) for line in lines] == [
        (f"{name}_{what}", points) for what, points in expected
    ]
    causes = {"announced": chelem.announced, "missed": chelem.announced, "unannounced": chelem.made}
    assert [line.cause for line in lines] == [causes[what] for what, _ in expected]
    assert {line.factor for line in lines} <= {factor}


def test_a_petit_chelem_that_is_not_played_counts_nothing() -> None:
    assert score(hand(petit_chelem=Chelem(TAKER, TAKER)), FFT) == score(hand(), FFT)


def test_a_misere_has_a_personal_stake_where_it_is_played() -> None:
    facts = hand(miseres=declared("Bt"))
    assert score(facts, FFT) == score(hand(), FFT)
    (line,) = lines_of(facts, WIKIPEDIA, Rule.MISERE)
    assert line == Line(Rule.MISERE, 10, stake="B", cause=Misere("B", MisereKind.NO_TRUMPS))
    assert score(facts, WIKIPEDIA).total == score(hand(), WIKIPEDIA).total
    halves = changed(WIKIPEDIA, KEPT)
    assert [line.points for line in lines_of(facts, halves, Rule.MISERE)] == [20]


def test_lines_name_the_facts_behind_them() -> None:
    facts = hand(points=40, petit_au_bout=DEFENCE, poignees=shown("C2"))
    assert score(facts, FFT) == Score(
        (
            Line(Rule.CONTRACT, -25, 2, cause=Bid.GARDE),
            Line(Rule.MARGIN, -1, 2, cause=DEFENCE),
            Line(Rule.PETIT_AU_BOUT, -10, 2, cause=DEFENCE),
            Line(Rule.POIGNEE, -30, 1, cause=facts.poignees[0]),
        ),
        unit=1,
    )
    lost = changed(FFT, {"petit_au_bout": {"lost_with_contract": True}})
    (line,) = lines_of(replace(facts, petit_au_bout=TAKER), lost, Rule.PETIT_AU_BOUT)
    assert line == Line(Rule.PETIT_AU_BOUT, -10, 2, cause=TAKER)


def test_a_bid_that_the_scheme_lacks() -> None:
    with pytest.raises(KeyError):
        score(hand(bid=Bid.PETITE), shipped_scheme("no_petite"))


# -- sources ---


@given(any_scheme_and_hand)
def test_every_line_of_a_shipped_scheme_has_a_source(drawn: tuple[Scheme, Hand]) -> None:
    scheme, any_hand = drawn
    for line in score(any_hand, scheme).lines:
        bid = line.cause if isinstance(line.cause, Bid) else None
        assert source_of(line.rule, scheme, bid)


def test_sources_are_those_of_the_figures() -> None:
    named = changed(
        WIKIPEDIA,
        {
            name: {"source": name}
            for name in ("margin", "petit_au_bout", "poignee", "chelem", "petit_chelem", "rounding", "misere")
        },
    )
    named = replace(named, chips=ChipRule(start=50, source="chips"))
    bids = tuple(replace(value, source=value.bid.value) for value in named.bids)
    named = replace(named, bids=(*bids[:2], replace(bids[2], source=""), bids[3]))
    found = {rule.value: source_of(rule, named) for rule in Rule}
    assert found == {
        "contract": "petite; garde; garde_contre",
        "margin": "margin",
        "petit_au_bout": "petit_au_bout",
        "poignee": "poignee",
        "chelem_announced": "chelem",
        "chelem_unannounced": "chelem",
        "chelem_missed": "chelem",
        "petit_chelem_announced": "petit_chelem",
        "petit_chelem_unannounced": "petit_chelem",
        "petit_chelem_missed": "petit_chelem",
        "rounding": "rounding",
        "misere": "misere",
        "table_stakes": "chips",
    }
    assert source_of(Rule.CONTRACT, named, Bid.GARDE) == "garde"
    assert source_of(Rule.CONTRACT, FFT) == "FFT, Le calcul des scores"
    lacking = (Rule.MISERE, Rule.PETIT_CHELEM_MISSED, Rule.TABLE_STAKES)
    assert [source_of(rule, FFT) for rule in lacking] == ["", "", ""]


# -- what lines are ---


@pytest.mark.parametrize("value", [Line(Rule.MARGIN, 3), Score((Line(Rule.MARGIN, 3),))])
def test_lines_and_scores_are_values(value: Line | Score) -> None:
    assert value == replace(value)
    assert hash(value) == hash(replace(value))
    assert not hasattr(value, "__dict__")
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, None)


def test_a_line_counts_once_in_whole_points_unless_told_otherwise() -> None:
    line = Line(Rule.MARGIN, 3)
    assert (line.factor, line.value, line.stake, line.cause) == (1, 3, None, None)
    scored = Score((line, Line(Rule.MISERE, 10, stake="B")))
    assert (scored.total, scored.unit) == (3, 1)


# -- every line in the scheme's unit ---


def test_where_halves_are_kept_every_line_is_in_halves() -> None:
    facts = hand(points=87, petit_au_bout=TAKER, poignees=shown("A1"), chelem=Chelem(TAKER, TAKER))
    whole, halves = score(facts, FFT), score(facts, changed(FFT, KEPT))
    assert (whole.unit, [line.points for line in whole.lines]) == (1, [25, 46, 10, 20, 400])
    assert (halves.unit, [line.points for line in halves.lines]) == (2, [50, 92, 20, 40, 800])


def test_one_point_lost_is_rounded_down_to_two() -> None:
    scheme = changed(FFT, {"rounding": {"step": 2}, "poignee": {"to": "shower"}})
    facts = hand(bid=Bid.PETITE, points=35, petit_au_bout=TAKER, poignees=shown("A1"))
    assert [line.points for line in score(facts, scheme).lines] == [-25, -6, 10, 20, -1]
