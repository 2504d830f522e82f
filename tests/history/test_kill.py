"""kill -9 of a process that records, and a power cut: what it was told to be saved is there."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorepad.history import History
from scorepad.history.verification import FileState, verify

HERE = Path(__file__).parent
AT_ONCE = 2
MOST = 20
"""Lines that a writer may say."""
MOMENT = 0.01
"""Seconds, at most, from a line to the kill: about a save, so that it comes anywhere in one."""


def start(*command: str) -> subprocess.Popen[bytes]:
    """A Python of its own, once it says that it is ready."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (HERE, *HERE.parents[:2])))},
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said == b"ready\n", "the folder that a killed process left could not be opened"
    return process


def kill(process: subprocess.Popen[bytes], lines: int = 0, seconds: float = 0) -> list[list[str]]:
    """Kills it so long after so many lines, however busy the machine; the whole lines that it said, word by word."""
    assert process.stdout is not None
    said = b"".join(process.stdout.readline() for _ in range(lines))
    time.sleep(seconds)
    process.kill()
    with process:
        whole, _, _ = (said + process.stdout.read()).rpartition(b"\n")
    return [line.decode().split() for line in whole.splitlines()]


def start_writer(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    return start(str(HERE / "history_writer.py"), str(folder), str(seed))


def kill_again_and_again(folder: Path, seed: int, runs: int) -> int:
    """How many events were saved, none of them lost."""
    saved: set[tuple[str, str]] = set()
    evenings: set[str] = set()
    draft = 0
    for run in range(runs):
        rng, writer = random.Random(seed + run), start_writer(folder, seed + run)
        for kind, *values in kill(writer, rng.randrange(MOST), rng.random() * MOMENT):
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


# -- the long run ----------------------------------------------------------------------------------------

EXT4_IOC_SHUTDOWN = 0x8004587D
"""The file system goes down without writing its journal: what was not synced is lost, as in a power cut."""
NO_LOG_FLUSH = (2).to_bytes(4, sys.byteorder)


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[None]:
    subprocess.run(["mount", "-o", "loop", str(image), str(folder)], check=True)
    try:
        yield
    finally:
        for _ in range(50):  # while it is busy
            if subprocess.run(["umount", str(folder)], capture_output=True, check=False).returncode == 0:
                break
            time.sleep(0.1)


def cut_power(folder: Path) -> None:
    import fcntl

    fd = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(fd, EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH)
    finally:
        os.close(fd)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """An ext4 of its own, where the system lets one be mounted; `test_crash_states` simulates it everywhere."""
    image, folder = tmp_path / "image", tmp_path / "disk"
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        pytest.skip("only root on Linux may mount a disk")
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(96 * 2**20)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    try:
        with mounted(image, folder):
            cut_power(folder)
    except (subprocess.CalledProcessError, OSError):
        pytest.skip("this system has no such power cuts")
    return image


@pytest.mark.long
def test_power_cuts_lose_nothing(image: Path) -> None:
    disk = image.parent / "disk"
    data, rng, saved = disk / "data", random.Random(2), set[tuple[str, str]]()
    for run in range(25):
        with mounted(image, disk):
            writer = start_writer(data, run)
            time.sleep(rng.random() * 0.3)
            cut_power(disk)
            saved |= {(words[1], words[2]) for words in kill(writer) if words[0] == "event"}
        with mounted(image, disk), History(data) as history:
            summaries = history.summaries()
            assert not any(summary.problem for summary in summaries)
            events = {(each.id, event.id) for each in summaries for event in history.load(each.id).events}
            assert saved <= events
            quarantined = [report.path.name for report in history.reports() if report.quarantined]
            assert set(quarantined) <= {"drafts.json"}, "taps are not synced: they may be lost, and no more"
            unsound = [each.name for each in verify(data) if each.state is not FileState.SOUND]
            assert not [name for name in unsound if not name.startswith("drafts.json")]
    assert saved
