"""`scorepad stats`, as scripts and people meet it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from stored import Run, runner, stored
from words import t

from scorepad.history import History

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")


TABLE = """\
4 hands by FFT rules

Rank  Player  Evenings  Wins  Points  Per evening  Hands  Taken  Made
   1  Chloé          2     2    +210         +105      4      1     1
   2  Bruno          2     1    +202         +101      4      1     1
   3  Denis          2     1      +2           +1      4      0     0
   4  Anne           2     0    −414         −207      4      2     0

Best hand                      156  Chloé  2026-11-16 · hand 3
Worst fall                    −156  Anne   2026-11-16 · hand 1
Longest lead                     1  Bruno  2026-11-16 · hand 2
Most contracts made in a row     1  Bruno  2026-11-16 · hand 2
"""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    with History(tmp_path, device="here") as history:
        stored(history, "monday", 3, created="2026-11-16T20:00:00Z")
        stored(history, "tuesday", 1, created="2026-11-17T20:00:00Z")
    return runner(capsys, tmp_path, "stats")


def test_the_table_of_a_season_and_its_records(said: Run) -> None:
    code, out, err = said()
    assert (code, err) == (0, "")
    assert out == TABLE


def test_the_same_for_programs(said: Run) -> None:
    code, out, _ = said("--json", "--until", "2026-11-16")
    document = json.loads(out)
    assert code == 0
    assert [each["hands"] for each in document["rules"]] == [3]
    assert document["players"][0] == {
        "id": "p2",
        "rank": 1,
        "player": "Chloé",
        "evenings": 1,
        "wins": 1,
        "points": 158,
        "mean": 158,
        "hands": 3,
        "taken": 1,
        "made": 1,
    }
    best = {"record": "best_hand", "player": "p2", "value": 156, "session": "monday", "hand": 3}
    assert document["records"][0] == best


def test_a_span_without_an_evening(said: Run) -> None:
    assert said("--since", "2027-01-01") == (1, "", f"scorepad: {t('No evening.')}\n")
