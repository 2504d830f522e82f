"""Every hand of cases/*.toml, printed or worked out on paper, and any hand against a second reading of the rules.

The long run enumerates for the FFT every bid, number of bouts, half point, petit au bout, chelem and poignée at
every table; for the other schemes and for house rules it takes samples of many thousand hands. The short run takes
every twentieth hand of the FFT, where the poignées take turns, and small samples, always the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice, product
from operator import itemgetter
from pathlib import Path
from typing import Any

import oracle
import pytest
from hands import (
    SIDES,
    amounts,
    cases_in,
    cases_of,
    every_scheme,
    files_in,
    from_facts,
    sample,
    scheme_of,
    shown,
    to_facts,
)

from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Bid, Chelem, Hand
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_to_data, shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score, settle

FILES = files_in("cases")
CASES = cases_in("cases")


@pytest.mark.promise("The game", "A hand pays what the rules of its scheme say, line by line.")
@pytest.mark.parametrize("case", CASES, ids=itemgetter("name"))
def test_every_case_has_its_lines_total_and_payments(case: dict[str, Any]) -> None:
    scheme, hand = scheme_of(case), from_facts(case)
    assert impossible(hand, scheme) == ()
    scored = score(hand, scheme)
    payments = settle(scored, hand, scheme)
    lines = [
        [line.rule, *amounts([line.points], scored.unit), line.factor, *filter(None, [line.stake])]
        for line in scored.lines
    ]
    assert lines == case["lines"]
    assert amounts([scored.total], scored.unit) == [case["total"]]
    assert amounts(payments.totals, payments.unit) == case["payments"]
    assert oracle.score(to_facts(hand), scheme_to_data(scheme)) == (case["total"], case["payments"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_names_its_source_and_shows_its_arithmetic(file: Path) -> None:
    assert all(case["source"] for case in cases_of(file))
    for block in file.read_text(encoding="utf-8").split("[[case]]")[1:]:
        assert re.search(r"^# .*\d.*\nlines = ", block, re.MULTILINE), block


def test_every_scheme_has_three_hands_at_least() -> None:
    hands = Counter(case["scheme"] for case in CASES if "change" not in case)
    assert {id_: hands[id_] >= 3 for id_ in shipped_schemes()} == dict.fromkeys(shipped_schemes(), True)


# -- any hands ---


def differences(hands: Iterable[Hand], scheme: Scheme) -> list[str]:
    """The first hands of which the two say different things."""
    data, found = scheme_to_data(scheme), []
    for hand in hands:
        facts = to_facts(hand)
        codes = {problem.code for problem in impossible(hand, scheme)}
        ours: list[object] = [codes]
        theirs: list[object] = [oracle.problems(facts, data)]
        if scheme.allows(hand.bid):
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

Eleven, so that they take turns with everything else: three, four, twenty and 183 share no factor with it.
"""
BIDS = [Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE]
TWENTIETH = 20
"""The short run takes every twentieth hand, and begins with another one at each table and bid."""


@pytest.mark.promise("The game", "A second, independent scoring agrees on every hand of the FFT rules.")
@pytest.mark.parametrize("bid", BIDS)
@pytest.mark.parametrize(("seats", "partner"), TABLES)
def test_every_hand_of_the_fft_equals_the_independent_score(
    seats: str, partner: str | None, bid: Bid, long: bool
) -> None:
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
            every if long else islice(every, start, None, TWENTIETH)
        )
        for poignees in (POIGNEES if long else [POIGNEES[number % len(POIGNEES)]])
    )
    assert differences(hands, shipped_scheme()) == []


# -- samples of the others ---


@pytest.mark.promise("The game", "Points and payments are rounded as the scheme says.")
@pytest.mark.parametrize("name", every_scheme())
def test_samples_of_every_scheme_equal_the_independent_score(name: str, long: bool) -> None:
    scheme = every_scheme()[name]
    assert differences(sample(scheme, 40_000 if long else 200, name), scheme) == []
