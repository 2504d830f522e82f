"""The score as lines: what holds for every hand and every scheme. Figures are in cases/*.toml."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hands import DEFENCE, KEPT, TAKER, changed, declared, hand, scored_sample, shown

from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind
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


def lines_of(hand: Hand, scheme: Scheme, rule: Rule) -> list[Line]:
    return [line for line in score(hand, scheme).lines if line.rule is rule]


# -- what holds for every hand ---


def test_lines_stand_in_the_order_in_which_a_table_counts() -> None:
    for scheme, any_hand in scored_sample(*HOUSE):
        order = [list(Rule).index(line.rule) for line in score(any_hand, scheme).lines]
        assert order[:2] == [0, 1] if scheme.margin.counts else order[0] == 0 and 1 not in order
        assert order == sorted(order)


# -- who gets what ---


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


def test_every_line_of_a_shipped_scheme_has_a_source() -> None:
    for scheme, any_hand in scored_sample():
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


# -- ties ---


def test_one_point_lost_is_rounded_down_to_two() -> None:
    scheme = changed(FFT, {"rounding": {"step": 2}, "poignee": {"to": "shower"}})
    facts = hand(bid=Bid.PETITE, points=35, petit_au_bout=TAKER, poignees=shown("A1"))
    assert [line.points for line in score(facts, scheme).lines] == [-25, -6, 10, 20, -1]
