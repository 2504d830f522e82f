"""`scorepad stats`, as scripts and people meet it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from stored import Run, runner, stored
from words import t

from scorepad.exports.formats import SEASON_FORMATS
from scorepad.history import History

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")


TABLE = """\
The season · All evenings
2 evenings
4 hands by FFT rules

Players
Rank  Player  Evenings  Wins  Points  Per evening  Hands  Taken  Made
   1  Chloé          2     2    +210         +105      4      1     1
   2  Bruno          2     1    +202         +101      4      1     1
   3  Denis          2     1      +2           +1      4      0     0
   4  Anne           2     0    −414         −207      4      2     0

Contracts made
Player  Hands         Number  Made  Share made  95 %, from  95 %, to  Mean margin
Chloé   As the taker       1     1        100%         21%      100%           +1
Chloé   Garde              1     1        100%         21%      100%           +1
Bruno   As the taker       1     1        100%         21%      100%            0
Bruno   Garde              1     1        100%         21%      100%            0
Anne    As the taker       2     0          0%          0%       66%           −1
Anne    Garde              2     0          0%          0%       66%           −1

The record book
Record                  Value  Player  Date          Hand
Best hand                +156  Chloé   Nov 16, 2025     3
Worst hand               −156  Anne    Nov 16, 2025     1
Longest lead, in hands      1  Bruno   Nov 16, 2025     2

Months
Month          Evenings  Hands  First  Points  Second  Points  Third  Points
November 2025         2      4  Chloé    +210  Bruno     +202  Denis      +2
"""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    with History(tmp_path, device="here") as history:
        stored(history, "monday", 3, created="2025-11-16T20:00:00Z")
        stored(history, "tuesday", 1, created="2025-11-17T20:00:00Z")
    return runner(capsys, tmp_path, "stats")


def test_the_table_of_a_season_and_its_records(said: Run) -> None:
    code, out, err = said()
    assert (code, err) == (0, "")
    assert out == TABLE


def test_the_same_for_programs(said: Run) -> None:
    code, out, _ = said("--json", "--until", "2025-11-16")
    document = json.loads(out)
    assert code == 0
    assert [each["hands"] for each in document["rules"]] == [3]
    assert document["players"][0] == {
        "player_id": "p2",
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
    best = {
        "record": "best_hand",
        "value": 156,
        "player_id": "p2",
        "player": "Chloé",
        "evening_id": "monday",
        "day": "2025-11-16",
        "hand": 3,
    }
    assert document["records"][0] == best
    assert document["figures"][0]["figure"] == "role=taker"


def test_a_player_among_some(said: Run) -> None:
    code, out, _ = said("--player", "chloé", "--with", "Anne,Bruno,Chloé", "--json")
    document = json.loads(out)
    assert code == 0
    figures = [each["figure"] for each in document["figures"]]
    assert figures[:3] == ["role=taker", "role=defender", "role=taker,bid=garde"]
    assert {each["player"] for each in document["pairs"]} == {"Anne", "Bruno"}
    assert document["evenings"][-1]["total"] == 210
    assert {each["player"] for each in document["records"]} == {"Chloé"}


def test_nobody_of_a_name(said: Run) -> None:
    for option in ("--player", "--with"):
        code, out, err = said(option, "Zoé")
        names = "Anne, Bruno, Chloé, and Denis"
        assert (code, out) == (1, "")
        assert err == f"scorepad: nobody is called Zoé in these evenings: {names}\n"


@pytest.mark.parametrize("ending", [form.ending for form in SEASON_FORMATS])
def test_a_file_is_written_by_its_ending(ending: str, said: Run, tmp_path: Path) -> None:
    file = tmp_path / f"season{ending}"
    assert said("--output", str(file)) == (0, f"{file}\n", "")
    before = file.read_bytes()
    assert len(before) > 100
    assert said("--output", str(file))[0] == 1
    assert file.read_bytes() == before


def test_an_ending_that_no_file_has(said: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        said("--output", "season.doc")
    assert end.value.code == 2
    assert ".txt" in capsys.readouterr().err


def test_a_span_without_an_evening(said: Run) -> None:
    assert said("--since", "2027-01-01") == (1, "", f"scorepad: {t('No evening.')}\n")
