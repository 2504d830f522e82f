"""A file that cannot be read for a moment is not lost, and one damaged line of the log spoils no other."""

from __future__ import annotations

import errno
import shutil
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from disks import RefusingDisk, WatchedDisk
from empty_history import NOW, Clock
from evenings import stamps
from folders import file_of, new_evening, record
from random_evenings import played

from scorepad.history import EveningExists, History, HistoryError, ReportKind, Unreadable
from scorepad.history.backup import BackupKind, inspect_backup
from scorepad.history.backup import archive as archive_module
from scorepad.history.disk import Disk
from scorepad.history.log_file import LOG
from scorepad.history.storage import AtomicStorage

pytestmark = pytest.mark.usefixtures("nobody_else_writes")

SOUND, OLDER, GONE, FINE, BINNED = "sound", "older", "gone", "fine", "binned"
MISSING = {OLDER: ReportKind.OLDER, GONE: ReportKind.GONE}


def reports(history: History) -> dict[str | None, ReportKind]:
    history.summaries()
    return {report.evening_id: report.kind for report in history.reports()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An evening that is whole, an older one, one that is gone, one whose loss is fine, and one in the bin."""
    folder = tmp_path / "here"
    with History(folder, clock=lambda: NOW, device="here") as history:
        for id_ in (SOUND, OLDER, GONE, FINE, BINNED):
            history.create(played(new_evening(id_), 1, stamps(id_)))
        before = {id_: file_of(folder, id_).read_bytes() for id_ in (OLDER, FINE)}
        for id_ in (SOUND, OLDER, GONE, FINE, BINNED):
            record(history, id_)
        history.save_draft(SOUND, {"bouts": 2})
        history.move_to_bin(BINNED)
    for id_ in (OLDER, GONE, FINE):
        for path in folder.glob(f"sessions/{id_}.json*"):
            path.unlink()
    for id_, raw in before.items():
        file_of(folder, id_).write_bytes(raw)
    with History(folder, clock=lambda: NOW) as history:
        assert reports(history) == MISSING | {FINE: ReportKind.OLDER}
        history.dismiss_reports([each for each in history.reports() if each.evening_id == FINE])
    with History(folder, clock=lambda: NOW) as history:
        assert reports(history) == MISSING
    return folder


class OnceRefusingDisk(WatchedDisk):
    """Refuses the read with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(self._count)
        self.exists = self._watched("exists", self.exists, self._count)  # type: ignore[method-assign]
        self.number, self.calls = number, 0

    def _count(self, call: str, *_: object) -> None:
        if call in {"size", "read", "head", "exists"}:
            self.calls += 1
            if self.calls == self.number:
                raise OSError(errno.EIO, "planted")


def an_evening(folder: Path, disk: Disk) -> None:
    """A start at which a hand is recorded, and everything else is done that a start does."""
    with History(folder, clock=lambda: NOW, disk=disk) as history:
        found = reports(history)
        assert {id_ for id_, kind in found.items() if kind is ReportKind.GONE} <= {GONE}
        record(history, SOUND)
        history.back_up()


@pytest.mark.promise(
    "The history",
    "A file that cannot be read for a moment is not taken for lost, now or at the next start.",
)
def test_a_call_that_is_refused_once_loses_no_knowledge(folder: Path) -> None:
    """At any moment of an evening: the next start knows the same, and no file was put aside."""
    whole = OnceRefusingDisk(0)
    an_evening(shutil.copytree(folder, folder.with_name("whole")), whole)
    assert whole.calls > 50
    for number in range(1, whole.calls + 1):
        copy = shutil.copytree(folder, folder.with_name(str(number)))
        with suppress(HistoryError):
            an_evening(copy, OnceRefusingDisk(number))
        assert not list(copy.rglob("*.damaged-*")), number
        with History(copy, clock=lambda: NOW) as history:
            assert reports(history) == MISSING, number
            assert [each.summary.id for each in history.bin()] == [BINNED]
            assert len(history.load(SOUND).events) in (2, 3)
            assert len(history.players()) == 4
            assert history.draft(SOUND) == {"bouts": 2}, number
        shutil.rmtree(copy)


@pytest.mark.parametrize("until", ["the end", "a hand is saved", "an evening is deleted"])
def test_a_log_that_cannot_be_read_is_left_alone_until_it_can(folder: Path, until: str) -> None:
    disk, log = RefusingDisk(errno.EIO, LOG, ["read", "size"]), (folder / LOG).read_bytes()
    with History(folder, disk=disk) as history:
        history.summaries()
        record(history, SOUND)
        assert (folder / LOG).read_bytes() == log
        disk.refuses = until == "the end"
        if until == "an evening is deleted":
            history.delete_for_good(history.move_to_bin(SOUND))
            assert reports(history) == MISSING
        elif until == "a hand is saved":
            record(history, SOUND)
            assert reports(history) == MISSING, "it is read again"
            assert {each.id for each in history.summaries()} == {SOUND, OLDER, FINE}
    assert ((folder / LOG).read_bytes() == log) is (until == "the end")
    with History(folder) as history:
        assert reports(history) == MISSING
        if until != "an evening is deleted":
            assert len(history.load(SOUND).events) == (4 if until == "a hand is saved" else 3)


def test_while_the_log_cannot_be_read_no_backup_is_dropped(
    folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows what is missing, nor which backups have it."""
    monkeypatch.setattr(archive_module, "read_last_events", lambda *_: {})
    disk, kept = RefusingDisk(errno.EIO, LOG, ["read"]), set[Path]()
    for _ in range(3):
        clock.now += timedelta(minutes=1)
        with History(folder, clock=clock, disk=disk) as history:
            record(history, SOUND)
            history.back_up(BackupKind.HOURLY)
            found = {backup.path for backup in history.backups()}
            assert kept < found
            kept = found
    disk.refuses = False
    with History(folder, clock=clock, disk=disk) as history:
        record(history, SOUND)
        history.back_up(BackupKind.HOURLY)
        assert len(history.backups()) == 1


@pytest.mark.promise("The history", "A damaged line of the log spoils no other.")
def test_one_damaged_line_spoils_no_other(folder: Path) -> None:
    """Not even the first, which all others follow; nor is a loss that is fine told again."""
    lines = (folder / LOG).read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        copy = shutil.copytree(folder, folder.with_name(str(number)))
        damaged = line[:3] + bytes([line[3] ^ 4]) + line[4:]
        (copy / LOG).write_bytes(b"".join([*lines[:number], damaged, *lines[number + 1 :]]))
        of_it = {id_ for id_ in (OLDER, GONE, FINE) if f'"{id_}"'.encode() in line}
        for _ in range(2):
            with History(copy, clock=lambda: NOW) as history:
                found = reports(history)
                told = {id_: kind for id_, kind in found.items() if id_ not in of_it}
                assert told == {id_: kind for id_, kind in MISSING.items() if id_ not in of_it}, line
                assert {each.id for each in history.summaries()} == {SOUND, OLDER, FINE}


def test_after_a_restore_a_damaged_first_line_reports_nothing(folder: Path) -> None:
    """The hands that the restored backup lacks are not missing."""
    hour = 0
    with History(folder, clock=lambda: NOW.replace(hour=hour)) as history:
        early = history.back_up()
        for hour in (1, 2):
            record(history, SOUND)
            history.create(new_evening(f"new-{hour}"))
            history.back_up()
        history.restore(early.path)
    for damaged in (b"", b"?" + (folder / LOG).read_bytes()[1:]):
        (folder / LOG).write_bytes(damaged)
        with History(folder) as history:
            assert reports(history) == {}


def test_a_file_that_cannot_be_read_is_not_written_over(folder: Path) -> None:
    """Nobody knows whether an evening is there: putting another back could replace it."""
    disk = OnceRefusingDisk(0)
    with History(folder, disk=disk) as history:
        [deleted] = history.bin()
        history.create(new_evening(BINNED))
        disk.number = disk.calls + 1
        with pytest.raises(Unreadable):
            history.put_back(deleted.name)
        with pytest.raises(EveningExists):
            history.put_back(deleted.name)
        assert history.load(BINNED).events == ()


def test_a_backup_without_a_file_that_could_not_be_read_is_not_good_enough(folder: Path) -> None:
    disk = RefusingDisk(errno.EIO, rf"/{SOUND}\.json$", ["read"])
    disk.refuses = False
    with History(folder, disk=disk) as history:
        record(history, SOUND)
        disk.refuses = True
        made = history.back_up()
        disk.refuses = False
        found = {each.id: each.deals for each in inspect_backup(history.back_up().path).evenings}
        assert found[SOUND] == 3
        assert len(history.backups()) == 2
        assert history.back_up() == history.backups()[0] != made


@pytest.mark.parametrize("durable", [True, False])
def test_a_file_that_is_unreadable_for_a_moment_is_left_alone(tmp_path: Path, durable: bool) -> None:
    path = tmp_path / "file.json"
    AtomicStorage(path).write({"events": {"1": {"id": "first"}}})
    raw = path.read_bytes()
    for suffix in ("", ".bak", ".tmp"):
        path.replace(f"{path}{suffix}")
        disk = OnceRefusingDisk(0)
        AtomicStorage(path, durable=durable, disk=disk)
        for number in range(1, disk.calls + 1):
            for left in tmp_path.iterdir():
                left.unlink()
            Path(f"{path}{suffix}").write_bytes(raw)
            with suppress(Unreadable):
                AtomicStorage(path, durable=durable, disk=OnceRefusingDisk(number))
            storage = AtomicStorage(path, durable=durable)
            assert storage.read() == {"events": {"1": {"id": "first"}}}, (suffix, number)
