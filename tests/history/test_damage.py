"""Damaged bytes: never served as the truth, never taken for an empty history, always kept and reported."""

from __future__ import annotations

import errno
import itertools
import os
import random
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from disks import RefusingDisk
from evenings import stamps
from folders import new_evening, record
from random_evenings import played
from sample_evenings import eventful

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.history import (
    Damaged,
    Flaw,
    History,
    HistoryReader,
    Report,
    ReportKind,
    Unreadable,
    file_format,
)
from scorepad.history.backup import BackupKind, inspect_backup
from scorepad.history.disk import Disk
from scorepad.history.evenings import EveningFiles
from scorepad.history.file_format import Envelope, Unsound, read_head
from scorepad.history.log_file import LOG
from scorepad.history.verification import FileState, verify

pytestmark = pytest.mark.usefixtures("nobody_else_writes")

ID = "session-1"


def damages(raw: bytes, seed: int, times: int = 1) -> Iterator[bytes]:
    """The damage of bad memory, disks and software, each kind a number of times, never with the same bytes."""
    rng = random.Random(seed)
    left = ["flip", "cut", "zeros", "foreign", "empty", "grown", "moved"] * times
    while left:
        damaged = bytearray(raw)
        at = rng.randrange(len(raw))
        length = rng.randrange(1, 4096)
        match left[-1]:
            case "flip":
                damaged[at] ^= 1 << rng.randrange(8)
            case "cut":
                del damaged[at:]
            case "zeros":
                damaged[at : at + length] = bytes(len(damaged[at : at + length]))
            case "foreign":
                damaged[at : at + length] = rng.randbytes(len(damaged[at : at + length]))
            case "empty":
                damaged.clear()
            case "grown":
                damaged += raw[-length:]
            case "moved":
                del damaged[at : at + length]
        if damaged != raw:
            yield bytes(damaged)
            left.pop()


def a_bit_of_each_byte(raw: bytes) -> Iterator[bytes]:
    for at in range(len(raw)):
        yield raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :]


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Evening]:
    """An evening of two generations: the file, and what it holds."""
    evening = played(new_evening(ID), 8, stamps())
    files = EveningFiles(tmp_path, disk=Disk(), report=print)
    files.create(played(new_evening(ID), 7, stamps()))
    files.file(ID).extend(evening)
    return files.path(ID), evening


def open_damaged(path: Path, damaged: bytes, before: bytes) -> tuple[Evening, list[Report]]:
    for left in path.parent.iterdir():
        left.unlink()
    path.write_bytes(damaged)
    Path(f"{path}.bak").write_bytes(before)
    reports: list[Report] = []
    return EveningFiles(path.parent, disk=Disk(), report=reports.append).file(ID).load(), reports


@pytest.mark.promise("The history", "Damaged bytes are never shown as the truth.")
def test_damaged_bytes_are_never_shown(saved: tuple[Path, Evening], long: bool) -> None:
    path, evening = saved
    before = Path(f"{path}.bak").read_bytes()
    raw = path.read_bytes()
    every_byte = a_bit_of_each_byte(raw) if long else ()
    for damaged in itertools.chain(damages(raw, seed=11, times=300 if long else 10), every_byte):
        found, [report] = open_damaged(path, damaged, before)
        assert found.events == evening.events[:-1]
        assert report.kind is ReportKind.PREVIOUS
        assert [kept.read_bytes() for kept in report.quarantined] == [damaged]


def test_the_test_sees_a_missing_checksum(
    saved: tuple[Path, Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    def believe(raw: bytes) -> Envelope:
        envelope = read_head(raw)
        if not raw.endswith(b"}}}"):
            raise Unsound(Flaw.SIZE)
        return envelope

    monkeypatch.setattr(file_format, "check", believe)
    path, evening = saved
    before = Path(f"{path}.bak").read_bytes()
    caught = 0
    for damaged in damages(path.read_bytes(), seed=11, times=10):
        try:
            found, _ = open_damaged(path, damaged, before)
            caught += found.events != evening.events[:-1]
        except Exception:
            caught += 1
    assert caught


@pytest.mark.promise("The history", "A damaged file affects only its own evening, which is listed.")
def test_a_damaged_file_affects_only_its_own_evening(tmp_path: Path, long: bool) -> None:
    """Whatever one file becomes, the folder opens, every evening is listed, and the whole ones are whole."""
    evening, other = eventful("session-1"), eventful("session-2")
    with History(tmp_path) as history:
        for each in (evening, other):
            history.create(each)
        again = evening.add(Ended(False), history.stamp())
        history.extend(again)
        history.save_draft(evening.id, {"bouts": 2})
        history.set_setting("language", "fr")
        history.summaries()
        people = {player.id for player in history.players()}
    good = {path: path.read_bytes() for path in tmp_path.rglob("*.json*")}
    assert len(good) > 5
    kinds = {"session-1.json": ReportKind.PREVIOUS, "session-1.json.bak": ReportKind.SPARE_DAMAGED}
    for path, raw in good.items():
        for damaged in damages(raw, seed=3, times=10 if long else 1):
            for left in tmp_path.rglob("*.json*"):
                left.unlink()
            for name, content in good.items():
                name.write_bytes(content)
            path.write_bytes(damaged)
            with History(tmp_path) as history:
                listed = {summary.id: summary for summary in history.summaries()}
                assert listed.keys() == {evening.id, other.id}
                if path.name == "session-2.json":  # its only generation
                    with pytest.raises(Damaged):
                        history.load(other.id)
                    listed = {summary.id: summary for summary in history.summaries()}
                    assert isinstance(listed[other.id].problem, Damaged)
                else:
                    assert history.load(other.id) == other
                    assert listed[other.id].totals == other.sheet.totals
                assert history.load(evening.id) in (again, evening)
                assert {player.id for player in history.players()} == people
                cache = path.name.startswith("drafts.json")  # what was tapped is no history
                assert path.name == "session-2.json" or bool(history.reports()) is not cache
                if kind := kinds.get(path.name):
                    assert [(each.kind, each.evening_id) for each in history.reports()] == [
                        (kind, evening.id)
                    ]


# -- what is no file, or cannot be read --------------------------------------------------------------


def a_folder(path: Path) -> None:
    path.mkdir()
    (path / "mine").write_bytes(b"")


def links_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def ten_gigabytes(path: Path) -> None:
    """More than this machine's memory could take, if anybody read it."""
    with path.open("wb") as file:
        file.truncate(10 * 2**30)


OBSTACLES: dict[str, Callable[[Path], None]] = {
    "a folder": a_folder,
    "a link to nowhere": links_to("not there"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a pipe": os.mkfifo,
    "a device": links_to("/dev/zero"),
    "a socket": a_socket,
    "ten gigabytes": ten_gigabytes,
}
ROOT_FILES = ["drafts.json", "library.json", ".lock", ".schema", ".probe", "evenings.log"]
PLACES = [
    *[f"{name}{suffix}" for name in ROOT_FILES[:2] for suffix in ("", ".bak", ".tmp")],
    *ROOT_FILES[2:],
    *[f"sessions/session-1.json{suffix}" for suffix in ("", ".bak", ".tmp", ".damaged-0")],
    *["sessions/session-9.json", "sessions/session-9.json.bak", "sessions/session-9.json.tmp"],
    *["backups", "backups/scorepad-20261121T201500Z-asked.zip"],
    *[".restore", ".restore-emptied"],
]


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_no_obstacle_in_place_of_a_file_hides_other_evenings(
    obstacle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It opens, tells of an evening that it cannot read, and the others are read, written, backed up and restored."""
    original = tmp_path / "original"
    with History(original) as history:
        for number in (1, 2):
            history.create(played(new_evening(f"session-{number}"), 2, stamps(f"e{number}-")))
        record(history)
        history.save_draft("session-2", {"bouts": 2})
        history.summaries()
    # Each place meets two obstacles, each obstacle a third of the places.
    first = list(OBSTACLES).index(obstacle) % 3
    for number, place in enumerate(PLACES[first::3]):
        monkeypatch.chdir(tmp_path)  # a socket's name may not be long
        folder = Path(str(number))
        shutil.copytree(original, folder)
        target = folder / place
        if target.is_dir():
            shutil.rmtree(target)
        target.unlink(missing_ok=True)
        target.parent.mkdir(exist_ok=True)
        OBSTACLES[obstacle](target)
        for reader in (HistoryReader(folder), History(folder)):
            with reader as history:
                listed = {summary.id: summary for summary in history.summaries()}
                assert len(history.load("session-2").events) == 2
                if "session-9" in place:
                    assert isinstance(listed["session-9"].problem, Unreadable | Damaged)
                assert listed["session-1"].problem is None
                assert listed["session-1"].deals == (2 if place == "sessions/session-1.json" else 3)
        with History(folder) as history:
            for each in ("session-1", "session-2"):
                record(history, each)
            history.save_draft("session-2", {"bouts": 3})
            if place == "backups":
                continue
            made = history.back_up()
            evenings = inspect_backup(made.path).evenings
            assert {summary.id for summary in evenings} == {"session-1", "session-2"}
            history.restore(made.path)
        with History(folder) as history:
            assert len(history.load("session-2").events) == 3
        bad = {each.name for each in verify(folder) if each.state is FileState.BAD}
        assert bad <= {"sessions/session-9.json"}, "a restore keeps what it could not copy"


def test_a_refused_read_affects_only_its_evening(tmp_path: Path) -> None:
    ids = {"session-1", "session-2"}
    with History(tmp_path) as history:
        for id_ in sorted(ids):
            history.create(played(new_evening(id_), 2, stamps(id_)))
            record(history, id_)
        history.save_draft("session-2", {"bouts": 2})
    for name in [*sorted(path.name for path in tmp_path.rglob("*.json*")), LOG, ".schema"]:
        disk = RefusingDisk(errno.EACCES, f"/{re.escape(name)}$", ["read", "head"])
        if name != LOG:
            (tmp_path / LOG).unlink(missing_ok=True)
        with History(tmp_path, disk=disk) as history:
            problems = {each.id: each.problem for each in history.summaries() if each.problem}
            assert problems.keys() == ids & {name.removesuffix(".json")}
            assert all(isinstance(problem, Unreadable) for problem in problems.values())
            contents = inspect_backup(history.back_up(BackupKind.RESTORE).path)
            assert {each.id for each in contents.evenings} == ids, "the spare copy is sound"
        put_by = list(tmp_path.rglob("*damaged*"))
        assert [path.name for path in put_by] == ["drafts.json.damaged-0"] * (name == "drafts.json")
        for path in put_by:
            path.unlink()
