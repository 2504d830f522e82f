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
AT_ONCE = 2
MOST = 20
"""Lines that a writer may say."""
MOMENT = 0.01
"""Seconds, at most, from a line to the kill: about a save, so that it comes anywhere in one."""


def said_until_killed(folder: Path, seed: int, lines: int, seconds: float) -> list[list[str]]:
    """What a writer says that is killed so long after so many lines, however busy the machine: its whole lines."""
    process = subprocess.Popen(
        [sys.executable, HERE / "history_writer.py", folder, str(seed)],
        stdout=subprocess.PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (HERE, *HERE.parents[:2])))},
    )
    assert process.stdout is not None
    ready = process.stdout.readline()
    assert ready == b"ready\n", "the folder that a killed process left could not be opened"
    said = b"".join(process.stdout.readline() for _ in range(lines))
    time.sleep(seconds)
    process.kill()
    with process:
        whole, _, _ = (said + process.stdout.read()).rpartition(b"\n")
    return [line.decode().split() for line in whole.splitlines()]


def kill_again_and_again(folder: Path, seed: int, runs: int) -> int:
    """How many events were saved, none of them lost."""
    saved: set[tuple[str, str]] = set()
    evenings: set[str] = set()
    draft = 0
    for run in range(runs):
        rng = random.Random(seed + run)
        lines, seconds = rng.randrange(MOST), rng.random() * MOMENT
        for kind, *values in said_until_killed(folder, seed + run, lines, seconds):
            if kind == "event":
                saved.add((values[0], values[1]))
            elif kind == "session":
                evenings.add(values[0])
            else:
                draft = int(values[0])
        with History(folder) as history:
            found = {summary.id: summary for summary in history.summaries()}
            assert evenings <= found.keys()
            assert not any(summary.problem for summary in found.values())
            events = {(id_, event.id) for id_ in found for event in history.load(id_).events}
            assert saved <= events
            assert len(events - saved) <= run + 1, "at most the one in flight of every run"
            assert ((history.draft("anything") or {"number": 0})["number"] >= draft) or not draft
            assert not any(report.quarantined for report in history.reports())
        assert not any(folder.rglob("*.damaged-*"))
    return len(saved)


def test_kills_lose_nothing(tmp_path: Path, long: bool) -> None:
    runs = (50 if long else 10) // AT_ONCE
    with ThreadPoolExecutor(AT_ONCE) as pool:
        folders = [tmp_path / str(number) for number in range(AT_ONCE)]
        seeds = range(0, 1000 * AT_ONCE, 1000)
        results = list(pool.map(kill_again_and_again, folders, seeds, [runs] * AT_ONCE))
    assert all(saved >= runs for saved in results), "the writers were killed before they wrote"
