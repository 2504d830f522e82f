"""Every hand of cases/*.toml: printed examples, and hands worked out on paper for every scheme."""

from __future__ import annotations

import re
from collections import Counter
from operator import itemgetter
from pathlib import Path
from typing import Any

import oracle
import pytest
from hands import amounts, cases_in, cases_of, files_in, from_facts, scheme_of, to_facts

from scorepad.tarot.check import impossible
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme_data import scheme_to_data, shipped_schemes
from scorepad.tarot.scoring import score

FILES = files_in("cases")
CASES = cases_in("cases")


@pytest.mark.parametrize("case", CASES, ids=itemgetter("name"))
def test_lines_total_and_payments(case: dict[str, Any]) -> None:
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


@pytest.mark.parametrize("name", ["printed_fft", "printed_s1"])
def test_running_totals(name: str) -> None:
    (file,) = files_in("cases", name)
    totals = [0, 0, 0, 0]
    for case in cases_of(file):
        totals = [sum(pair) for pair in zip(totals, case["payments"], strict=True)]
        assert totals == case.get("running", totals)
    assert "running" in case


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_names_its_source_and_shows_its_arithmetic(file: Path) -> None:
    assert all(case["source"] for case in cases_of(file))
    for block in file.read_text(encoding="utf-8").split("[[case]]")[1:]:
        assert re.search(r"^# .*\d.*\nlines = ", block, re.MULTILINE), block


def test_every_scheme_has_three_hands_at_least() -> None:
    hands = Counter(case["scheme"] for case in CASES if "change" not in case)
    assert {id_: hands[id_] >= 3 for id_ in shipped_schemes()} == dict.fromkeys(shipped_schemes(), True)
