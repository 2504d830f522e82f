"""One folder, two processes: one writes, others wait or look, or it is killed; and eight threads of one process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from folders import new_evening
from random_evenings import plain_hand, played

from scorepad.evening.deal import Deal
from scorepad.history import FolderInUse, History, HistoryReader, Outdated, WriteFailed
from scorepad.history.backup import inspect_backup
from scorepad.history.disk import Disk
from scorepad.history.verification import FileState, verify

HERE = Path(__file__).parent

OPEN = """
import sys
from pathlib import Path
from scorepad.history import FolderInUse, History
try:
    with History(Path(sys.argv[1])):
        print("open", flush=True)
        sys.stdin.read()
except FolderInUse:
    print("in use", flush=True)
"""


def start(*command: object) -> subprocess.Popen[bytes]:
    """A Python of its own; its output is read without a buffer, so that nothing of it is lost when it is killed."""
    return subprocess.Popen(
        [sys.executable, *map(str, command)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (HERE, *HERE.parents[:2])))},
    )


def start_writer(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    """A process that records; what a killed one left can be opened."""
    writer = start(HERE / "history_writer.py", folder, seed)
    assert next_line(writer) == "ready"
    return writer


def next_line(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().strip()


def kill(process: subprocess.Popen[bytes]) -> list[list[str]]:
    """Kills a process; the whole lines that it said and nobody read, word by word."""
    process.kill()
    said, _ = process.communicate()
    whole, _, _ = said.rpartition(b"\n")
    return [line.decode().split() for line in whole.splitlines()]


@pytest.mark.promise("The history", "Only one program at a time writes in a folder; a second one is told so.")
def test_the_second_process_is_told(tmp_path: Path) -> None:
    with History(tmp_path) as history, start("-c", OPEN, tmp_path) as other:
        assert next_line(other) == "in use"
        other.communicate()
        with pytest.raises(FolderInUse) as caught:
            History(tmp_path).__enter__()
        assert caught.value.folder == tmp_path
        history.create(new_evening())
    with start("-c", OPEN, tmp_path) as other:
        assert next_line(other) == "open"
        with pytest.raises(FolderInUse):
            History(tmp_path).__enter__()
        other.communicate()
    with History(tmp_path):
        pass


def test_looking_while_another_process_records(tmp_path: Path, long: bool) -> None:
    """Nothing that a reader sees is half of something, goes back in time, or troubles the writer."""
    writer = start_writer(tmp_path, 1)
    try:
        seen: dict[str, int] = {}
        for _ in range(25 if long else 8):
            with HistoryReader(tmp_path) as reader:
                for summary in reader.summaries():
                    assert summary.problem is None
                    events = len(reader.load(summary.id).events)
                    assert events >= seen.get(summary.id, 0)
                    seen[summary.id] = events
            assert not [each for each in verify(tmp_path) if each.state is FileState.BAD]
        assert writer.poll() is None
    finally:
        saved = {words[2] for words in kill(writer) if words[0] == "event"}
    with History(tmp_path) as history:
        assert saved <= {e.id for s in history.summaries() for e in history.load(s.id).events}
        assert not any(report.quarantined for report in history.reports())
    assert saved


@pytest.mark.parametrize("when", ["pause", "read"])
def test_a_save_ends_while_a_reader_looks(when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between its two renames, and between the look at the unfinished file and what is made of it."""
    with History(tmp_path) as history:
        evening = new_evening()
        history.create(evening)
        before = history.load(evening.id)
        after = played(before, 1, history.stamp)
        history.extend(after)
    path = tmp_path / "sessions" / f"{evening.id}.json"
    unfinished = path.with_name(path.name + ".tmp")
    path.rename(unfinished)
    looks = getattr(Disk, when)

    def finish(disk: Disk, what: object) -> object:
        try:
            return looks(disk, what)
        finally:
            if unfinished.exists() and (when == "pause" or what == str(unfinished)):
                unfinished.rename(path)

    monkeypatch.setattr(Disk, when, finish)
    with HistoryReader(tmp_path) as reader:
        assert reader.load(evening.id) == after
        assert not reader.reports()
    assert path.exists()


def test_a_reader_writes_nothing(tmp_path: Path) -> None:
    with History(tmp_path) as history:
        history.create(new_evening())
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    with HistoryReader(tmp_path) as reader, reader._open() as data:
        assert not {"create", "extend", "set_setting", "save_draft"} & {*dir(reader)}
        evening = reader.load("session-1")
        more = played(evening, 1, reader.stamp)
        writes: tuple[Callable[[], object], ...] = (
            lambda: data.evenings.create(new_evening("session-2")),
            lambda: data.evenings.file("session-1").extend(more),
            lambda: data.library.set_setting("language", "fr"),
            lambda: data.drafts.save("session-1", {}),
        )
        for write in writes:
            with pytest.raises(WriteFailed):
                write()
        assert reader.load("session-1") == evening
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


@pytest.mark.promise("The history", "Several threads that record at once lose no hand and double none.")
def test_eight_threads_lose_no_hand(tmp_path: Path) -> None:
    """Each records until its hands are saved; none is lost, none is there twice, and nobody is refused for long."""
    each, evenings = 12, [f"session-{number}" for number in range(2)]
    with History(tmp_path) as history:
        for id_ in evenings:
            history.create(new_evening(id_))

        def work(number: int) -> None:
            rng = random.Random(number)
            for _ in range(each):
                saved = False
                while not saved:
                    evening = history.load(evenings[number % 2])
                    more = evening.record(Deal(evening.dealer, plain_hand(evening, rng)), history.stamp())
                    with suppress(Outdated):
                        history.extend(more)
                        saved = True
                if number == 3:
                    assert inspect_backup(history.back_up().path).problems == ()
                if number == 5:
                    history.summaries()
                history.save_draft(f"draft-{number}", {"n": 1})
                history.set_setting(f"thread-{number}", number)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))
        assert {s.id: s.deals for s in history.summaries()} == dict.fromkeys(evenings, 4 * each)
    with History(tmp_path) as again:
        for id_ in evenings:
            assert [event.seq for event in again.load(id_).events] == list(range(1, 4 * each + 1))
        assert again.settings() == {f"thread-{number}": number for number in range(8)}
        assert all(again.draft(f"draft-{number}") == {"n": 1} for number in range(8))
        assert again.reports() == []


# -- a process that is killed ---

AT_ONCE = 2
MOST = 20
"""Lines that a writer may say."""
MOMENT = 0.01
"""Seconds, at most, from a line to the kill: about a save, so that it comes anywhere in one."""


def kill_again_and_again(folder: Path, seed: int, runs: int) -> int:
    """How many events were saved, none of them lost."""
    saved: set[tuple[str, str]] = set()
    evenings: set[str] = set()
    draft = 0
    for run in range(runs):
        rng = random.Random(seed + run)
        writer = start_writer(folder, seed + run)
        said = [next_line(writer).split() for _ in range(rng.randrange(MOST))]
        time.sleep(rng.random() * MOMENT)
        for kind, *values in [*said, *kill(writer)]:
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


@pytest.mark.promise("The history", "A program that is killed while it records loses nothing that was saved.")
def test_kills_lose_nothing(tmp_path: Path, long: bool) -> None:
    runs = (50 if long else 10) // AT_ONCE
    with ThreadPoolExecutor(AT_ONCE) as pool:
        folders = [tmp_path / str(number) for number in range(AT_ONCE)]
        seeds = range(0, 1000 * AT_ONCE, 1000)
        results = list(pool.map(kill_again_and_again, folders, seeds, [runs] * AT_ONCE))
    assert all(saved >= runs for saved in results), "the writers were killed before they wrote"
