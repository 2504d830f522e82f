"""The long runs of the history, by one command; figures are printed, and anything lost ends it with 1.

    python tests/history/long/run.py                 all of it: some minutes
    python tests/history/long/run.py kills 600       kill -9 of a process that records, again and again
    python tests/history/long/run.py cuts 200        power cuts on an ext4 of its own (Linux, root; else skipped)
    python tests/history/long/run.py damages 2000    a file damaged at random: never served as truth, or as empty
    python tests/history/long/run.py missing 500     evenings damaged, set back, removed: each told, nobody shut out
    python tests/history/long/run.py imports 10000   altered export files: refused, or whole
    python tests/history/long/run.py backups 200     kill -9 in the midst of a restore: the old history or the new

A power cut is the ioctl by which ext4 goes down without writing its journal: what was not synced is lost.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

from history_samples import eventful, new_session, played, stamps  # noqa: E402

from scorepad.history import Damaged, History, HistoryError, UnknownSession, backup  # noqa: E402
from scorepad.history.verification import FileState, verify  # noqa: E402

PATH = os.pathsep.join([str(HERE.parents[2]), str(HERE.parent)])


class Lost(Exception):
    """What had been saved is not there."""


def writer(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, str(HERE.parent / "history_writer.py"), str(folder), str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": PATH},
    )
    assert process.stdout is not None
    if process.stdout.readline() != b"ready\n":
        raise Lost("the folder could not be opened")
    return process


def ended(process: subprocess.Popen[bytes]) -> set[tuple[str, str]]:
    """What a writer said was saved, once it is dead."""
    process.kill()
    assert process.stdout is not None
    said, _, _ = process.stdout.read().rpartition(b"\n")
    process.wait()
    lines = [line.decode().split() for line in said.splitlines()]
    return {(words[1], words[2]) for words in lines if words[0] == "event"}


def compare(folder: Path, saved: set[tuple[str, str]], found: Counter[str]) -> None:
    """Everything that was saved is there, and every file can be read."""
    with History(folder) as history:
        summaries = history.summaries()
        if any(summary.problem for summary in summaries):
            raise Lost(next(summary for summary in summaries if summary.problem))
        events = {
            (summary.id, event.id) for summary in summaries for event in history.load(summary.id).events
        }
        for report in history.reports():
            name = "a session" if report.session_id else report.path.name
            if report.quarantined and name != "drafts.json":
                raise Lost(report)
            found[f"{name} {report.kind}"] += 1
    if not saved <= events:
        raise Lost(f"{len(saved - events)} events")
    # Taps and the cache are not synced: a power cut may cost them, and no more.
    bad = [
        each
        for each in verify(folder)
        if each.state is not FileState.SOUND and not each.name.startswith(("drafts.json", "index.json"))
    ]
    if bad:
        raise Lost(bad)


# --- kill -9 ----------------------------------------------------------------------------------------------


def kills(runs: int, folder: Path) -> str:
    rng, saved, found = random.Random(1), set[tuple[str, str]](), Counter[str]()
    for run in range(runs):
        process = writer(folder, run)
        time.sleep(rng.random() * 0.12)
        saved |= ended(process)
        if run % 25 == 24 or run == runs - 1:
            compare(folder, saved, found)
        if run % 200 == 199:
            folder, saved = folder.with_name(f"kills-{run}"), set()  # a folder that grows slows every start
    return f"{runs} kills, nothing lost; {dict(found)}"


# --- power cuts -------------------------------------------------------------------------------------------

_SHUTDOWN = 0x8004587D
"""EXT4_IOC_SHUTDOWN."""
_NO_LOG_FLUSH = (2).to_bytes(4, sys.byteorder)


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[bool]:
    """The file system of an image, where the system lets one be mounted."""
    command = ["mount", "-o", "loop", str(image), str(folder)]
    there = subprocess.run(command, capture_output=True, check=False).returncode == 0
    try:
        yield there
    finally:
        if there:
            for _ in range(50):
                if subprocess.run(["umount", str(folder)], capture_output=True, check=False).returncode == 0:
                    break
                time.sleep(0.1)


def cut(folder: Path) -> None:
    import fcntl

    fd = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(fd, _SHUTDOWN, _NO_LOG_FLUSH)
    finally:
        os.close(fd)


def cuts(runs: int, folder: Path) -> str:
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        return "skipped: Linux and root only"
    folder.mkdir()
    image, disk = folder / "image", folder / "disk"
    disk.mkdir()
    with image.open("wb") as file:
        file.truncate(96 * 2**20)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    rng, saved, found = random.Random(2), set[tuple[str, str]](), Counter[str]()
    data = disk / "data"
    for run in range(runs):
        with mounted(image, disk) as there:
            if not there:
                return "skipped: nothing can be mounted here"
            if data.exists() and run % 50 == 0:
                shutil.rmtree(data)
                saved = set()
            process = writer(data, run)
            time.sleep(rng.random() * 0.3)
            try:
                cut(disk)
            except OSError as error:
                ended(process)
                return f"skipped: this system has no such power cuts ({error.strerror})"
            saved |= ended(process)
        with mounted(image, disk):
            compare(data, saved, found)
    return f"{runs} power cuts, nothing lost; {dict(found)}"


# --- damage -----------------------------------------------------------------------------------------------


def damages(runs: int, folder: Path) -> str:
    rng, found = random.Random(3), Counter[str]()
    with History(folder) as history:
        before = eventful()
        history.create(before)
        history.append(before.id, before.reopen(history.stamp()).events[-1])
        after = history.load(before.id)
    path = folder / "sessions" / f"{before.id}.json"
    raw, spare = path.read_bytes(), Path(f"{path}.bak").read_bytes()
    for _ in range(runs):
        for each in folder.rglob("*damaged-*"):
            each.unlink()
        damaged = bytearray(raw)
        what = rng.randrange(5)
        at = rng.randrange(len(raw))
        if what == 0:
            del damaged[at:]
        elif what == 1:
            damaged[at] ^= 1 << rng.randrange(8)
        elif what == 2:
            damaged[at : at + 512] = bytes(len(damaged[at : at + 512]))
        elif what == 3:
            damaged += bytes(rng.randrange(1, 4096))
        else:
            damaged[at : at + 20] = rng.randbytes(20)
        path.write_bytes(damaged)
        both = rng.random() < 0.2
        Path(f"{path}.bak").write_bytes(spare[: len(spare) // 2] if both else spare)
        with History(folder) as history:
            try:
                session = history.load(before.id)
                if session not in (before, after) or (session == after and bytes(damaged) != raw):
                    raise Lost("damage was served")
                found["the generation before"] += 1
            except Damaged:
                if not both:
                    raise Lost("a sound spare copy was not used") from None
                found["refused"] += 1
            except UnknownSession:
                raise Lost("an empty history was served") from None
    return f"{runs} damages, none served; {dict(found)}"


# --- what went back, or missing ---------------------------------------------------------------------------


def missing(runs: int, folder: Path) -> str:
    from test_witness import harmed

    try:
        found = harmed(folder, runs, seed=5)
    except AssertionError as error:
        raise Lost(error) from error
    return f"{runs} evenings harmed, each told, none shut out; {dict(found)}"


# --- imports ----------------------------------------------------------------------------------------------


def imports(runs: int, folder: Path) -> str:
    from test_transfer import fuzz

    with History(folder) as history:
        history.create(played(new_session("mine"), 3, stamps("mine")))
        accepted = fuzz(history, 7, runs // 2, checksum=True)
        accepted += fuzz(history, 8, runs // 2, checksum=False)
    return f"{runs} altered files: {accepted} harmless, the others refused, nothing changed"


# --- restores ---------------------------------------------------------------------------------------------

RESTORE = """
import sys
from pathlib import Path
from scorepad.history import History
with History(Path(sys.argv[1])) as history:
    print("ready", flush=True)
    history.restore(Path(sys.argv[2]))
    print("done", flush=True)
"""


def restores(runs: int, folder: Path) -> str:
    """Killed anywhere in a restore, the history is the old one or the new one."""
    rng, found = random.Random(4), Counter[str]()
    with History(folder) as history:
        for number in range(30):
            history.create(played(new_session(f"old-{number}"), 5, stamps(f"o{number}")))
        first = history.back_up()
        for number in range(30):
            history.create(played(new_session(f"new-{number}"), 5, stamps(f"n{number}")))
        second = history.back_up()
    sizes = {30: "the one of the backup", 60: "the one of before"}
    for run in range(runs):
        target = first if run % 2 == 0 else second
        process = subprocess.Popen(
            [sys.executable, "-c", RESTORE, str(folder), str(target.path)],
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": PATH},
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(rng.random() * 1.5)
        process.send_signal(signal.SIGKILL)
        done = b"done" in process.stdout.read()
        process.wait()
        with History(folder) as history:
            hands = {summary.id: summary.hands for summary in history.summaries()}
            if len(hands) not in sizes or set(hands.values()) != {5}:
                raise Lost(f"{len(hands)} evenings")
            if done and len(hands) != (30 if run % 2 == 0 else 60):
                raise Lost("a restore that was done is not there")
            found[f"{len(hands)} evenings"] += 1
        for each in backup.list_backups(folder):
            if each.path not in (first.path, second.path):
                with suppress(OSError):
                    each.path.unlink()
    return f"{runs} kills within a restore: the old history or the new; {dict(found)}"


RUNS: dict[str, tuple[Callable[[int, Path], str], int]] = {
    "kills": (kills, 600),
    "cuts": (cuts, 200),
    "damages": (damages, 2000),
    "missing": (missing, 500),
    "imports": (imports, 10_000),
    "backups": (restores, 200),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("name", nargs="?", choices=RUNS, help="one run; otherwise all of them")
    parser.add_argument("count", nargs="?", type=int, help="how often; otherwise as often as usual")
    options = parser.parse_args()
    for name in [options.name] if options.name else list(RUNS):
        run, usual = RUNS[name]
        with tempfile.TemporaryDirectory() as folder:
            begin = time.perf_counter()
            try:
                said = run(usual if options.count is None else options.count, Path(folder) / name)
            except (Lost, HistoryError) as error:
                print(f"{name}: LOST: {error!r}", flush=True)
                return 1
            took = time.perf_counter() - begin
            load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
            print(f"{name}: {said} [{took:.0f} s{load}]", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
