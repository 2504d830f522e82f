"""kill -9 of a process that records: what it was told to be saved is there."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scorepad.history import History

HERE = Path(__file__).parent
RUNS = 50
AT_ONCE = 2
LONGEST = 0.12
"""Seconds that a writer may live."""


def killed_writer(folder: Path, seed: int) -> list[list[str]]:
    """What one writer said before it was killed, line by line."""
    path = os.pathsep.join([str(HERE.parents[1]), str(HERE)])
    with subprocess.Popen(
        [sys.executable, str(HERE / "history_writer.py"), str(folder), str(seed)],
        stdout=subprocess.PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said == b"ready\n", "the folder that a killed writer left could not be opened"
        time.sleep(random.Random(seed).random() * LONGEST)
        process.kill()
        said = process.stdout.read()
    whole, _, _ = said.rpartition(b"\n")
    return [line.decode().split() for line in whole.splitlines()]


def kill_again_and_again(folder: Path, seed: int) -> int:
    """How many events were saved, none of them lost."""
    saved: set[tuple[str, str]] = set()
    sessions: set[str] = set()
    draft = 0
    for run in range(RUNS // AT_ONCE):
        for kind, *values in killed_writer(folder, seed + run):
            if kind == "event":
                saved.add((values[0], values[1]))
            elif kind == "session":
                sessions.add(values[0])
            else:
                draft = int(values[0])
        with History(folder) as history:
            found = {summary.id: summary for summary in history.summaries()}
            assert sessions <= found.keys()
            assert not any(summary.problem for summary in found.values())
            events = {(id_, event.id) for id_ in found for event in history.load(id_).events}
            assert saved <= events
            assert len(events - saved) <= run + 1, "at most the one in flight of every run"
            assert ((history.draft("anything") or {"number": 0})["number"] >= draft) or not draft
            assert not any(report.quarantined for report in history.reports())
        assert not any(folder.rglob("*.damaged-*"))
    return len(saved)


def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        folders = [tmp_path / str(number) for number in range(AT_ONCE)]
        results = list(pool.map(kill_again_and_again, folders, range(0, 1000 * AT_ONCE, 1000)))
    assert all(saved >= RUNS // AT_ONCE for saved in results), "the writers were killed before they wrote"
