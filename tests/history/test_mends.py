"""Faults that were found, and stay mended."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from history_samples import Clock, UnreadableDisk, new_evening, played, stamps

from scorepad.history import History
from scorepad.history.backup import BackupKind, list_backups
from scorepad.history.transfer import bring_back_missing
from scorepad.history.verification import FileState, verify


def record(history: History, id_: str) -> None:
    history.append(id_, played(history.load(id_), 1, history.stamp).events[-1])


@pytest.mark.parametrize("backed_up", [False, True], ids=["the backup has only one", "the backup has both"])
def test_a_restore_keeps_what_the_backup_before_it_could_not_read(tmp_path: Path, backed_up: bool) -> None:
    disk = UnreadableDisk()
    with History(tmp_path, disk=disk) as history:
        history.create(played(new_evening("one"), 2, stamps("one")))
        if backed_up:
            history.create(played(new_evening("two"), 2, stamps("two")))
        old = history.back_up()
        if not backed_up:
            history.create(played(new_evening("two"), 2, stamps("two")))
        record(history, "two")
        two = tmp_path / "sessions" / "two.json"
        kept = {two.name: two.read_bytes(), "Anne's copy.json": b"mine"}
        (two.parent / "Anne's copy.json").write_bytes(b"mine")
        disk.name = "two.json"
        history.restore(old.path)
        disk.name = ""
    found = {path.read_bytes(): path.name for path in two.parent.iterdir()}
    for name, raw in kept.items():
        assert found[raw].startswith(name), "it is there"
    with History(tmp_path) as history:
        assert {each.id: each.hands for each in history.summaries() if not each.problem} == {
            "one": 2,
            "two": 2 if backed_up else 3,
        }


def test_a_copy_in_the_second_folder_is_checked(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    folder = tmp_path / "here"
    clock = Clock()
    with History(folder, clock=clock) as history:
        history.create(played(new_evening(), 2, stamps()))
        history.back_up_to(stick)
        made = history.back_up()
        place = history.second_folder()
        assert place is not None
        copy = place.device_folder / made.path.name
        sound = copy.read_bytes()
    for here in (True, False):
        damaged = bytearray(sound)
        damaged[len(damaged) // 2] ^= 1
        copy.write_bytes(damaged)
        if not here:
            made.path.unlink()
        assert [each.state for each in verify(folder) if each.name == str(copy)] == [FileState.BAD]
        with History(folder, clock=clock) as history:
            clock.now += timedelta(hours=1)
            record(history, "session-1")
            history.back_up()
            if here:
                assert copy.read_bytes() == sound, "it is copied again"
            else:
                assert history.second_folder_problem is not None


def test_the_last_good_backup_of_an_evening_damaged_unnoticed_stays(tmp_path: Path) -> None:
    clock = Clock()
    with History(tmp_path, clock=clock) as history:
        for id_ in ("one", "two"):
            history.create(played(new_evening(id_), 2, stamps(id_)))
            record(history, id_)
        good = history.back_up(BackupKind.HOURLY)
        whole = history.load("one")
    for path in tmp_path.glob("sessions/one.json*"):
        before, raw = path.stat(), bytearray(path.read_bytes())
        raw[-20] ^= 1
        path.write_bytes(raw)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # bits rot
    with History(tmp_path, clock=clock) as history:
        for days in (1, 40, 400):
            clock.now += timedelta(days=days)
            record(history, "two")
            history.back_up(BackupKind.HOURLY)
        assert good.path in {each.path for each in list_backups(tmp_path)}
        (report,) = history.reports()
        assert (report.evening_id, report.backup_copy and report.backup_copy.backup) == ("one", good)
        assert bring_back_missing(history).new == ("one",)
        assert history.load("one") == whole
        assert history.reports() == []
        damaged = {path.name for path in tmp_path.glob("sessions/one.json.damaged-*")}
        assert len(damaged) == 2, "its bytes are kept"
