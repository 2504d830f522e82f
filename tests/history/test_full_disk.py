"""No room left in the middle of an evening: what was saved stays, what was not raises, then it goes on."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from history_samples import played

from scorepad.history import History

HERE = Path(__file__).parent

RECORD = """
import sys
from pathlib import Path
from history_samples import new_evening, played
from scorepad.history import DiskFull, History

folder, limit = Path(sys.argv[1]), int(sys.argv[2])
if limit:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
with History(folder) as history:
    session = new_evening()
    history.create(session)
    try:
        while len(session.events) < 400:
            more = played(session, 1, history.stamp, seed=len(session.events))
            session = history.append(session.id, more.events[-1])
        sys.exit("the disk was never full")
    except DiskFull:
        assert history.load(session.id) == session
        print(*[event.id for event in session.events])
"""


def record_elsewhere(folder: Path, limit: int = 0) -> list[str]:
    """The events that another process saved before there was no room."""
    path = os.pathsep.join(map(str, (HERE, *HERE.parents[:2])))
    run = subprocess.run(
        [sys.executable, "-c", RECORD, str(folder), str(limit)],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
    )
    return run.stdout.split()


def goes_on(folder: Path, saved: list[str]) -> None:
    """What was saved is there, and nothing else; with room again, the evening goes on."""
    assert len(saved) > 3
    with History(folder) as history:
        evening = history.load("session-1")
        assert [event.id for event in evening.events] == saved
        assert not any(report.quarantined for report in history.reports())
        more = played(evening, 1, history.stamp)
        history.append(evening.id, more.events[-1])
    with History(folder) as history:
        assert history.load("session-1") == more


@pytest.fixture
def tmpfs(tmp_path: Path) -> Iterator[Path]:
    """A disk of 160 KiB that the system mounts; skips where it may not."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", str(folder)]
    if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(mount, check=False).returncode:
        pytest.skip("only root on Linux may mount a disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2)]])
def test_a_file_that_may_not_grow(tmp_path: Path, seed: int) -> None:
    pytest.importorskip("resource", reason="only POSIX limits the size of a file")
    limit = random.Random(seed).randrange(8_000, 20_000)
    goes_on(tmp_path, record_elsewhere(tmp_path, limit))


def test_a_disk_of_the_system(tmpfs: Path) -> None:
    filler = tmpfs / "filler"
    filler.write_bytes(bytes(64 * 1024))
    saved = record_elsewhere(tmpfs)
    filler.unlink()
    goes_on(tmpfs, saved)
