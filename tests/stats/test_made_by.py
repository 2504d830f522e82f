"""The log keeps summaries and tallies from release to release: whatever changes one of them changes their number.

`golden/evenings.json` has an evening of each shipped scheme, made at random once; it never changes.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from approve import Approve

from scorepad.evening.evening import Evening
from scorepad.history import History, HistoryReader, Summary, log_file
from scorepad.history.evenings import EveningFiles
from scorepad.history.summary import MADE_BY
from scorepad.history.transfer import read
from scorepad.stats.counting import tally_of
from scorepad.work import finished

GOLDEN = Path(__file__).with_name("golden")
EVENINGS = read((GOLDEN / "evenings.json").read_bytes()).evenings


def results() -> bytes:
    """The entries of the log for each evening, under the number of its makers."""
    lines = [MADE_BY]
    for evening in EVENINGS:
        tally, _, pairs = tally_of(evening).text.partition("\n")
        lines += [repr(Summary.of(evening)), tally, json.dumps(sorted(json.loads(pairs)))]  # in any order
    return "\n".join([*lines, ""]).encode()


@pytest.mark.promise(
    "Backups",
    "A release with the same results reads no evening again; other results need a new `MADE_BY`.",
)
def test_other_results_take_another_number(approve: Approve) -> None:
    """Give `MADE_BY` the next number, and then `--write`: all evenings are read again at the first start."""
    made, approved = results(), (GOLDEN / "results.txt").read_bytes()
    if approved.partition(b"\n")[0].decode() == MADE_BY:
        assert made.decode() == approved.decode()
    approve("results.txt", made)


def test_every_scheme_is_among_the_evenings() -> None:
    assert len({evening.start.scheme.id for evening in EVENINGS}) == 17


def folder_of(tmp_path: Path, *evenings: Evening) -> Path:
    with History(tmp_path) as history:
        for evening in evenings:
            history.create(evening)
        finished(history.counting())
    return tmp_path


def test_a_new_release_reads_no_evening_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the same number, whatever its version."""
    folder_of(tmp_path, *EVENINGS)
    assert MADE_BY.isdigit()
    monkeypatch.setattr("scorepad.__version__", "99.0")
    monkeypatch.setattr(EveningFiles, "load", None)
    monkeypatch.setattr(EveningFiles, "read_unrecovered", None)
    for kind in (HistoryReader, History):
        with kind(tmp_path) as history:
            assert len(finished(history.counting())) == len(history.summaries()) == len(EVENINGS)


def test_another_number_reads_all_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of(tmp_path, *EVENINGS[:3])
    monkeypatch.setattr(log_file, "MADE_BY", "another")
    with HistoryReader(tmp_path) as history, history._open() as data:
        assert len(data.log._unread) == 3
