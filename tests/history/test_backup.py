"""Backups: made while hands are recorded, verified, kept by age; restored whole or not at all, and undone."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import random
import shutil
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from history_samples import NOW, Clock, eventful, everything, files, new_evening, played, stamps
from hostile_documents import TEXTS

from scorepad.evening.events import Ended
from scorepad.history import (
    DiskFull,
    History,
    HistoryError,
    Player,
    Refusal,
    Refused,
    WriteFailed,
    backup,
    transfer,
)
from scorepad.history.backup import Backup, BackupKind, inspect_backup
from scorepad.history.backup.archive import FORMAT, MANIFEST, _open_zip, file_names, unpack
from scorepad.history.backup.inspection import find_copies
from scorepad.history.backup.retention import backups_to_keep
from scorepad.history.disk import Disk
from scorepad.history.log import Missing


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path, clock: Clock) -> Iterator[History]:
    with History(tmp_path / "data", device="test", clock=clock) as history:
        yield history


def record(history: History, evening_id: str, hands: int = 1) -> None:
    evening = history.load(evening_id)
    more = played(evening, hands, history.stamp, seed=len(evening.events))
    for event in more.events[len(evening.events) :]:
        history.append(evening_id, event)


def old_evening(folder: Path) -> bytes:
    """Puts an evening of the first schema there."""
    old = (Path(__file__).parent / "golden" / "session-1.json").read_bytes()
    (folder / "sessions").mkdir(exist_ok=True)
    (folder / "sessions" / "session-1.json").write_bytes(old)
    return old


# -- making ----------------------------------------------------------------------------------------------


def test_it_holds_all_that_there_is(history: History) -> None:
    history.create(eventful())
    history.save_draft("session-1", {"taker": "player-0"})
    (history.folder / "sessions" / "session-2.json.damaged-0").write_bytes(b"?")
    made = history.back_up()
    assert made.path.name == "scorepad-20261121T221500Z-asked.zip"
    found = dict(unpack(made.path))
    assert found == {
        name: (history.folder / name).read_bytes()
        for name in (
            "library.json",
            "drafts.json",
            "sessions/session-1.json",
            "sessions/session-2.json.damaged-0",
        )
    }
    with zipfile.ZipFile(made.path) as archive:
        assert archive.testzip() is None
    contents = inspect_backup(made.path)
    assert [summary.hands for summary in contents.evenings] == [len(eventful().sheet.deals)]
    assert contents.players == 9
    assert [name for name, _ in contents.problems] == ["sessions/session-2.json.damaged-0"]
    assert history.backups() == [made]
    assert not list(made.path.parent.glob(".*"))


def test_where_nothing_changed_it_is_the_one_before(history: History, clock: Clock) -> None:
    history.create(eventful())
    first = history.back_up()
    clock.now += timedelta(days=1)
    assert history.back_up(BackupKind.IMPORT) == first
    assert history.back_up(BackupKind.RESTORE) != first
    record(history, "session-1")
    assert history.back_up(BackupKind.IMPORT) != first


def test_backups_of_the_same_second_are_in_order(history: History) -> None:
    history.create(eventful())
    made = []
    for _ in range(12):
        record(history, "session-1")
        made.append(history.back_up())
    assert [backup.path.name[25:-10] for backup in made] == ["", *(f"-{number}" for number in range(1, 12))]
    assert history.backups() == made[::-1]
    assert backups_to_keep(made, now=made[0].made) == made[::-1]
    assert history.back_up() == made[-1]


def test_one_that_is_damaged_is_not_good_enough(history: History) -> None:
    history.create(eventful())
    first = history.back_up()
    raw = bytearray(first.path.read_bytes())
    raw[200] ^= 1
    first.path.write_bytes(raw)
    second = history.back_up()
    assert second != first
    assert inspect_backup(second.path).evenings


def test_of_each_file_it_takes_the_sound_generation(history: History) -> None:
    for number in range(3):
        history.create(played(new_evening(f"session-{number}"), 2, stamps(f"e{number}")))
        record(history, f"session-{number}")
    folder = history.folder / "sessions"
    (folder / "session-0.json").replace(folder / "session-0.json.tmp")  # between two renames
    (folder / "session-1.json").write_bytes(b"damaged")
    (folder / "session-2.json.bak").write_bytes(b"damaged")
    contents = inspect_backup(history.back_up(BackupKind.ASKED).path)
    assert {summary.id: summary.hands for summary in contents.evenings} == {
        "session-0": 3,
        "session-1": 2,
        "session-2": 3,
    }


def test_nothing_sound_is_kept_as_it_is(history: History) -> None:
    history.create(played(new_evening(), 1, stamps()))
    path = history.folder / "sessions" / "session-1.json"
    path.write_bytes(b"damaged")
    made = history.back_up(BackupKind.ASKED)
    assert dict(unpack(made.path))["sessions/session-1.json"] == b"damaged"
    assert [name for name, _ in inspect_backup(made.path).problems] == ["sessions/session-1.json"]


def test_hands_are_recorded_meanwhile(history: History) -> None:
    """What a backup holds of an evening is what was saved at one moment."""
    for number in range(4):
        history.create(new_evening(f"session-{number}"))
    done = threading.Event()
    counts: list[int] = []

    def write() -> None:
        for number in itertools.count():
            record(history, f"session-{number % 4}")
            if done.is_set() and number > 30:
                return

    writer = threading.Thread(target=write)
    writer.start()
    with suppress(HistoryError):
        for _ in range(6):
            contents = inspect_backup(history.back_up(BackupKind.RESTORE).path)
            assert contents.problems == ()
            assert len(contents.evenings) == 4
            counts.append(sum(summary.hands for summary in contents.evenings))
    done.set()
    writer.join()
    assert len(counts) == 6
    assert counts == sorted(counts)


def test_a_full_disk_makes_none_and_says_so(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    history.create(eventful())
    before = files(history.folder)

    def full(self: Disk, fd: int) -> None:
        raise OSError(28, "planted")

    monkeypatch.setattr(Disk, "sync", full)
    with pytest.raises(DiskFull):
        history.back_up()
    assert files(history.folder) == before


def test_what_cannot_be_read_back_is_no_backup(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk loses a byte of what it said was safe."""
    history.create(eventful())
    sync = Disk.sync

    def loses(disk: Disk, fd: int) -> None:
        sync(disk, fd)
        for half in (history.folder / "backups").glob(".*.tmp"):
            raw = bytearray(half.read_bytes())
            raw[len(raw) // 2] ^= 1
            half.write_bytes(raw)

    monkeypatch.setattr(Disk, "sync", loses)
    with pytest.raises(WriteFailed):
        history.back_up()
    assert list((history.folder / "backups").iterdir()) == []


@pytest.mark.parametrize("year", [1, 1970, 1979, 2108, 2150, 9999])
def test_a_clock_that_no_zip_can_write(tmp_path: Path, year: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Backup, restore, import and migration work by any clock."""
    moment = datetime(year, 3, 1, 12, tzinfo=UTC)
    monkeypatch.setattr("zipfile.time.localtime", lambda *_: moment.timetuple())
    old_evening(tmp_path)
    with History(tmp_path, clock=lambda: moment) as history:
        (migration,) = history.backups()
        assert (migration.kind, migration.made) == (BackupKind.MIGRATION, moment)
        history.create(played(new_evening("session-2"), 1, stamps("e2")))
        exported = transfer.export(history)
        early = history.back_up()
        record(history, "session-2")
        history.restore(early.path)
        assert history.load("session-2").sheet.standing[-1].number == 1
    with History(tmp_path / "other", clock=lambda: moment) as other:
        other.create(new_evening("session-3"))
        brought = transfer.apply_import(transfer.preview_import(exported, other), other)
        assert set(brought.new) == {"session-1", "session-2"}
        assert brought.backup == other.backups()[0]


def test_what_a_killed_one_left_is_swept(history: History) -> None:
    (history.folder / "backups").mkdir()
    left = history.folder / "backups" / ".scorepad-x.zip.1-1.tmp"
    left.write_bytes(b"half")
    history.back_up()
    assert not left.exists()


# -- which to keep ---------------------------------------------------------------------------------------


def one(at: datetime, kind: BackupKind = BackupKind.HOURLY, size: int = 10) -> Backup:
    return Backup(Path(f"{at:%Y%m%dT%H%M%S}-{kind}"), at, kind, size)


def test_hours_days_months() -> None:
    """Three years of a backup every half hour, pruned each time."""
    found: list[Backup] = []
    at = NOW - timedelta(days=3 * 365)
    while at <= NOW:
        found = backups_to_keep([*found, one(at)], now=at)
        at += timedelta(minutes=30) if at > NOW - timedelta(days=2) else timedelta(hours=7)
    ages = [NOW - each.made for each in found]
    assert sum(age < timedelta(days=1) for age in ages) in (24, 25)
    assert sum(timedelta(days=1) <= age < timedelta(days=31) for age in ages) in (30, 31)
    assert sum(age >= timedelta(days=31) for age in ages) in (35, 36)
    assert max(ages) > timedelta(days=3 * 365 - 31)


def test_those_made_on_purpose_stay_for_a_month() -> None:
    found = [one(NOW - timedelta(days=3, minutes=minute), BackupKind.IMPORT) for minute in range(9)]
    assert backups_to_keep(found, now=NOW) == found
    assert len(backups_to_keep(found, now=NOW + timedelta(days=40))) == 1


def test_too_many_bytes() -> None:
    hours = [one(NOW - timedelta(hours=hour)) for hour in range(5)]
    months = [one(NOW - timedelta(days=40 * month)) for month in range(1, 4)]
    assert backups_to_keep(hours + months, now=NOW, keep_bytes=50) == hours[:2] + months
    assert backups_to_keep(hours + months, now=NOW, keep_bytes=0) == hours[:1]


def test_a_clock_that_was_wrong_loses_none() -> None:
    assert len(backups_to_keep([one(NOW + timedelta(days=900)), one(NOW)], now=NOW)) == 2


def test_the_backup_before_a_restore_drops_none(history: History, clock: Clock) -> None:
    """Least of all the one to be restored, though a later one of the same day would take its place."""
    history.create(eventful())
    early, first = history.back_up(BackupKind.HOURLY), everything(history)
    clock.now += timedelta(hours=1)
    history.create(new_evening("session-2"))
    late = history.back_up(BackupKind.HOURLY)
    clock.now += timedelta(days=2)
    assert backups_to_keep([late, early], now=clock.now) == [late]
    before = history.restore(early.path)
    assert everything(history) == first
    assert set(history.backups()) == {early, late, before}


# -- in the background ----------------------------------------------------------------------------------


def hourly(history: History) -> list[datetime]:
    """Whatever is due in the background is done; when the backups were made."""
    history.threads = False
    history.keep_backups()
    while history.back_up_step() == 0:
        pass
    return [each.made for each in history.backups()]


def test_one_an_hour_when_something_changed(history: History, clock: Clock) -> None:
    history.create(eventful())
    assert hourly(history) == [NOW]
    assert history.backups()[0].kind is BackupKind.HOURLY
    record(history, "session-1")
    clock.now += timedelta(minutes=59)
    assert hourly(history) == [NOW]
    clock.now += timedelta(minutes=2)
    assert hourly(history) == [clock.now, NOW]
    clock.now += timedelta(hours=3)
    assert len(hourly(history)) == 2, "the one before is good enough"


def test_backups_go_on_after_a_clock_was_set_back(history: History, clock: Clock) -> None:
    """The newest backup is of the future then; there is still one an hour, and no more."""
    history.create(eventful())
    clock.now += timedelta(days=400)
    future = hourly(history)
    clock.now = NOW
    for minutes in (0, 59, 2):
        clock.now += timedelta(minutes=minutes)
        record(history, "session-1")
        made = hourly(history)
    assert made == [*future, NOW + timedelta(minutes=61), NOW]


def test_in_the_background(tmp_path: Path) -> None:
    with History(tmp_path) as history:
        history.create(eventful())
        history.keep_backups()
        history.keep_backups()
        for _ in range(500):
            if history.backups():
                break
            time.sleep(0.01)
        assert history.backup_problem is None
        (made,) = history.backups()
    assert not [thread for thread in threading.enumerate() if thread.name == "scorepad history"]
    assert inspect_backup(made.path).evenings


@pytest.fixture
def alone(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[History]:
    """A history that may start no thread."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with History(tmp_path, clock=clock, threads=False) as history:
        for number in range(3):
            history.create(eventful(f"session-{number}"))
        history.keep_backups()
        yield history


def temporary(history: History) -> list[Path]:
    return list((history.folder / "backups").glob(".*.tmp"))


def test_without_threads_a_backup_is_made_step_by_step(alone: History, clock: Clock) -> None:
    assert alone.back_up_step() == 0
    assert alone.backups() == [], "it has no name before it is verified"
    record(alone, "session-1")
    steps = 1
    while alone.back_up_step() == 0:
        steps += 1
    assert steps >= 2 * 4, "one for each file that is written, and one for each that is verified"
    (made,) = alone.backups()
    assert inspect_backup(made.path).evenings
    assert not temporary(alone)
    assert alone.back_up_step() > 60, "the next is not due"
    clock.now += timedelta(hours=2)
    while alone.back_up_step() == 0:
        pass
    assert len(alone.backups()) == 2, "the first has not what was recorded meanwhile"


@pytest.mark.parametrize("how", ["asked", "restored", "closed"])
def test_a_backup_under_way_gives_way(how: str, alone: History, clock: Clock) -> None:
    early = alone.back_up()
    clock.now += timedelta(hours=2)
    record(alone, "session-1")
    for _ in range(4):
        assert alone.back_up_step() == 0
    assert temporary(alone)
    if how == "asked":
        alone.back_up()
    elif how == "restored":
        alone.restore(early.path)
    else:
        alone.close()
    assert not temporary(alone)
    assert len(alone.backups()) == (1 if how == "closed" else 2)


def test_the_problem_of_the_last_backup_is_kept(history: History, clock: Clock) -> None:
    (history.folder / "backups").write_bytes(b"no folder")
    history.create(eventful())
    history.threads = False
    history.keep_backups()
    assert history.back_up_step() > 0
    assert isinstance(history.backup_problem, HistoryError)


def test_before_a_migration(tmp_path: Path, clock: Clock) -> None:
    old = old_evening(tmp_path)
    for _ in range(2):
        with History(tmp_path, clock=clock) as history:
            (made,) = history.backups()
            assert made.kind is BackupKind.MIGRATION
            assert dict(unpack(made.path))["sessions/session-1.json"] == old
    with History(tmp_path, clock=clock) as history:
        evening = history.load("session-1")
        history.append(evening.id, evening.add(Ended(False), history.stamp()).events[-1])
        assert [each.kind for each in history.backups()] == [BackupKind.MIGRATION]
    kept = tmp_path / "sessions" / "session-1.json.schema-1"
    assert kept.read_bytes() == old, "the first upgraded write keeps the old file"


def test_a_migration_drops_no_backup(tmp_path: Path, clock: Clock) -> None:
    """Nobody knows yet which of them still has what is missing here."""
    with History(tmp_path, clock=clock) as history:
        history.create(eventful())
        clock.now -= timedelta(days=60)
        needed = history.back_up().path
        (tmp_path / "sessions" / "session-1.json").unlink()
        clock.now += timedelta(hours=1)
        history.create(new_evening("session-2"))
        newer = history.back_up(BackupKind.RESTORE).path
        clock.now += timedelta(days=60)
    old_evening(tmp_path)
    (tmp_path / ".schema").unlink()
    with History(tmp_path, clock=clock) as history:
        migration, *others = history.backups()
        assert migration.kind is BackupKind.MIGRATION
        assert [each.path for each in others] == [newer, needed]


def test_nothing_to_migrate(tmp_path: Path, clock: Clock) -> None:
    with History(tmp_path, clock=clock) as history:
        history.create(eventful())
    (tmp_path / ".schema").unlink()
    with History(tmp_path, clock=clock) as history:
        assert history.backups() == []


def test_a_migration_on_a_full_disk_makes_its_backup_the_next_time(tmp_path: Path, clock: Clock) -> None:
    old_evening(tmp_path)
    (tmp_path / "backups").write_bytes(b"no folder")
    with History(tmp_path, clock=clock) as history:
        assert history.load("session-1") == eventful(schema=1)
    (tmp_path / "backups").unlink()
    with History(tmp_path, clock=clock) as history:
        assert [made.kind for made in history.backups()] == [BackupKind.MIGRATION]


# -- the way back ----------------------------------------------------------------------------------------


def test_there_and_back(history: History, clock: Clock) -> None:
    history.create(eventful())
    history.save_players([Player("x", "Xavier")])
    history.set_setting("language", "fr")
    first = everything(history)
    early = history.back_up()
    record(history, "session-1", 0)
    history.create(played(new_evening("session-2"), 4, stamps("later")))
    history.save_players([Player("x", "Xénia")])
    second = everything(history)
    told: list[str | None] = []
    history.subscribe(told.append)
    before = history.restore(early.path)
    assert everything(history) == first
    assert "Xavier" in {player.name for player in history.players()}
    assert told == [None]
    history.restore(before.path)
    assert everything(history) == second
    assert "Xénia" in {player.name for player in history.players()}
    record(history, "session-2")
    history.close()
    with History(history.folder) as again:
        assert len(again.load("session-2").sheet.entries) == 5
    assert not list(history.folder.glob(".restore*"))


def test_a_hand_recorded_while_a_backup_is_unpacked_is_in_the_one_of_before(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.create(eventful())
    early = history.back_up()
    create = Disk.create
    hands: list[str] = []

    def recorded_meanwhile(self: Disk, path: str) -> int:
        if ".restore" in path and not hands:
            hands.append(path)
            recorder = threading.Thread(target=record, args=[history, "session-1"])
            recorder.start()
            recorder.join(20)
            assert not recorder.is_alive(), "it waits for nothing"
        return create(self, path)

    monkeypatch.setattr(Disk, "create", recorded_meanwhile)
    before = history.restore(early.path)
    assert hands
    assert history.load("session-1") == eventful()
    (kept,) = inspect_backup(before.path).evenings
    assert kept.hands == len(eventful().sheet.deals) + 1
    assert not list(history.folder.glob(".restore*"))


class Killed(BaseException):
    pass


class KilledAt(Disk):
    """Ends the process, as it were, before its n-th call that changes something."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.left = number

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed

    def replace(self, source: str, target: str) -> None:
        self._count()
        super().replace(source, target)

    def unlink(self, path: str) -> None:
        self._count()
        super().unlink(path)

    def create(self, path: str) -> int:
        self._count()
        return super().create(path)

    def sync(self, fd: int) -> None:
        self._count()
        super().sync(fd)

    def sync_folder(self, folder: str) -> None:
        self._count()
        super().sync_folder(folder)


def test_killed_anywhere_it_is_the_old_or_the_new_history(tmp_path: Path) -> None:
    original = tmp_path / "original"
    with History(original) as history:
        history.create(eventful())
        early = history.back_up()
        old = everything(history)
        for number in range(2, 5):
            history.create(played(new_evening(f"session-{number}"), 2, stamps(f"later-{number}")))
        history.save_draft("session-2", {"taker": "x"})
        new = everything(history)
    seen = []
    for number in itertools.count():
        folder = tmp_path / f"killed-{number}"
        shutil.copytree(original, folder)
        disk = KilledAt(number)
        try:
            backup.restore.stage(folder, folder / early.path.relative_to(original), disk)
            backup.restore.commit(folder, disk, file_names(folder))
            backup.restore.finish(folder, disk)
        except Killed:
            # And killed once more while it goes on.
            with suppress(Killed):
                (folder / "sessions").mkdir(exist_ok=True)
                backup.restore.finish(folder, KilledAt(number % 7))
        else:
            break
        with History(folder) as history:
            found = everything(history)
            assert found in (old, new)
            assert not list(folder.glob(".restore-*"))
        seen.append(found == old)
        shutil.rmtree(folder)
    assert number > 15
    assert seen == sorted(seen), "decided once, it stays decided"
    assert set(seen) == {False, True}


@pytest.mark.parametrize("state", ["decided", "half emptied", "half moved in"])
def test_a_restore_that_an_earlier_version_began_is_finished(tmp_path: Path, state: str) -> None:
    """It moved all data to `.old`, and listed nothing."""
    with History(tmp_path / "new") as history:
        history.create(eventful())
    with History(tmp_path / "data") as history:
        history.create(new_evening("session-2"))
    data, ready = tmp_path / "data", tmp_path / "data" / ".restore-ready"
    shutil.copytree(tmp_path / "new", ready, ignore=shutil.ignore_patterns(".lock", ".schema"))
    if state != "decided":
        (ready / ".old").mkdir()
        (data / "sessions").replace(ready / ".old" / "sessions")
    if state == "half moved in":
        (data / "library.json").replace(ready / ".old" / "library.json")
        (ready / "sessions").replace(data / "sessions")
        ready.replace(data / ".restore-emptied")
    with History(data) as history:
        assert everything(history) == {"session-1": eventful()}
        assert {player.name for player in history.players()} > {"Anne-Marie"}
        assert history.reports() == []
    assert not list(data.glob(".restore*"))
    assert not list(data.rglob("*.damaged-*"))


def test_a_disk_that_refuses_before_the_decision(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    history.create(eventful())
    early = history.back_up()
    record_before = everything(history)

    def full(self: Disk, path: str) -> int:
        raise OSError(28, "planted")

    monkeypatch.setattr(Disk, "create", full)
    with pytest.raises(DiskFull):
        history.restore(early.path)
    monkeypatch.undo()
    assert everything(history) == record_before
    assert not list(history.folder.glob(".restore*"))


def test_a_disk_that_refuses_after_the_decision(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    history.create(eventful())
    early = history.back_up()
    history.create(new_evening("session-2"))
    replace_ = Disk.replace

    def refuses(self: Disk, source: str, target: str) -> None:
        if ".restore-ready" in source:
            raise OSError(5, "planted")
        replace_(self, source, target)

    monkeypatch.setattr(Disk, "replace", refuses)
    with pytest.raises(WriteFailed):
        history.restore(early.path)
    monkeypatch.undo()
    with pytest.raises(HistoryError):
        history.summaries()
    with History(history.folder) as again:
        assert everything(again) == {"session-1": eventful()}


# -- hostile ground --------------------------------------------------------------------------------------


def manifest_of(entries: list[tuple[str, bytes]]) -> dict[str, object]:
    return {
        "format": FORMAT,
        "version": 1,
        "schema": 1,
        "made": "2026-11-21T22:15:00Z",
        "kind": "asked",
        "made_by": "0.1.0",
        "state": "",
        "files": [
            {"name": name, "size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
            for name, raw in entries
        ],
    }


def zipped(entries: list[tuple[str, bytes]], manifest: object = None, compression: int = 8) -> bytes:
    if manifest is None:
        manifest = manifest_of(entries)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, raw in entries:
            archive.writestr(name, raw)
        if manifest != "":
            archive.writestr(MANIFEST, manifest if isinstance(manifest, bytes) else json.dumps(manifest))
    return out.getvalue()


def refused(history: History, raw: bytes) -> Refusal:
    path = history.folder.parent / "hostile.zip"
    path.write_bytes(raw)
    before = {name: raw for name, raw in files(history.folder).items() if not name.startswith("backups")}
    outside = {each.name for each in history.folder.parent.iterdir()}
    with pytest.raises(Refused) as caught:
        inspect_backup(path)
    with pytest.raises(Refused):
        history.restore(path)
    assert {n: raw for n, raw in files(history.folder).items() if not n.startswith("backups")} == before
    assert {each.name for each in history.folder.parent.iterdir()} == outside
    return caught.value.refusal


@pytest.mark.parametrize(
    "name",
    [
        *["../x.json", "/x.json", "sessions/../../x.json", "sessions/a/b.json", "C:/x.json", "backups/x.zip"],
        *["..\\x.json", "sessions/..\\x.json", "sessions/.x", "sessions/con.json", "sessions/x:y", ".lock"],
        *["sessions/" + "x" * 200, "sessions/", "other.json", "sessions/x ", "sessions/a\nb.json"],
    ],
)
def test_names_that_lead_elsewhere(history: History, name: str) -> None:
    assert refused(history, zipped([(name, b"{}")])) is Refusal.BAD_NAME


def test_bombs(history: History) -> None:
    bomb = zipped([("sessions/a.json", bytes(60 * 2**20))])
    assert refused(history, bomb) is Refusal.BOMB
    larger = zipped([("sessions/a.json", bytes(70 * 2**20))])
    assert refused(history, larger) is Refusal.BOMB
    lying = bytearray(zipped([("sessions/a.json", bytes(100_000))]))
    at = lying.rfind(b"PK\x01\x02", 0, lying.rfind(b"PK\x01\x02"))
    lying[at + 24 : at + 28] = (500).to_bytes(4, "little")
    assert refused(history, bytes(lying)) in (Refusal.BOMB, Refusal.NOT_A_ZIP, Refusal.CHECKSUM)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", Refusal.NOT_A_ZIP),
        (b"no zip" * 100, Refusal.NOT_A_ZIP),
        (zipped([], ""), Refusal.FOREIGN),
        (zipped([("readme.txt", b"of another app")], ""), Refusal.FOREIGN),
        (zipped([], {"format": "something else"}), Refusal.FOREIGN),
        (zipped([], [1]), Refusal.FOREIGN),
        (zipped([], {"format": FORMAT, "version": 99}), Refusal.TOO_NEW),
        (zipped([], {"format": FORMAT, "version": 1, "files": 1}), Refusal.RECORD),
        (zipped([("sessions/a.json", b"{}"), ("sessions/A.json", b"{}")]), Refusal.TWICE),
        (zipped([("sessions/a.json", b"{}")], compression=14), Refusal.FOREIGN),
    ],
    ids=range(10),
)
def test_what_is_no_backup(history: History, raw: bytes, expected: Refusal) -> None:
    assert refused(history, raw) is expected


def test_a_manifest_that_is_none(history: History) -> None:
    refusals = {Refusal.NOT_JSON, Refusal.FOREIGN}
    for text in TEXTS:
        assert refused(history, zipped([], text.raw, compression=0)) in refusals, text


@pytest.mark.parametrize(("held", "listed"), [(1, 2), (2, 1), (1, 0)])
def test_a_backup_whose_files_are_not_those_of_its_manifest_is_not_restored(
    history: History, held: int, listed: int
) -> None:
    """Somebody took an evening out of it, or put one in; each file is as the manifest says."""
    for number in (1, 2):
        history.create(played(new_evening(f"session-{number}"), number, stamps()))
    path = history.back_up().path
    evenings = [(name, raw) for name, raw in unpack(path) if name.startswith("sessions/")]
    raw = zipped(evenings[:held], manifest_of(evenings[:listed]))
    before = everything(history)
    hostile = path.with_name("hostile.zip")
    hostile.write_bytes(raw)
    with pytest.raises(Refused) as caught:
        history.restore(hostile)
    assert caught.value.refusal is Refusal.CHECKSUM
    assert everything(history) == before


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_a_backup_damaged_anywhere(history: History, tmp_path: Path, seed: int) -> None:
    """It is refused, or tells the truth; never anything else."""
    history.create(eventful())
    raw = history.back_up().path.read_bytes()
    truth = dict(unpack(history.backups()[0].path))
    rng = random.Random(seed)
    path = tmp_path / "damaged.zip"
    refusals = 0
    for _ in range(150):
        damaged = bytearray(raw)
        if rng.random() < 0.2:
            del damaged[rng.randrange(len(damaged)) :]
        else:
            for _ in range(rng.choice([1, 4])):
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        try:
            found = dict(unpack(path))
        except Refused:
            refusals += 1
            continue
        assert found == truth
    assert refusals > 100


def test_a_backup_that_leads_before_its_first_byte(history: History, tmp_path: Path) -> None:
    """Whatever zipfile makes of a place that no file has."""
    history.create(eventful())
    raw = bytearray(history.back_up().path.read_bytes())
    at = raw.rfind(b"PK\x05\x06")
    path = tmp_path / "damaged.zip"
    begins = int.from_bytes(raw[at + 16 : at + 20], "little")
    for beyond in (1, 1000, 10**6, 2**31):
        raw[at + 16 : at + 20] = (begins + beyond).to_bytes(4, "little")
        path.write_bytes(raw)
        with pytest.raises(Refused):
            inspect_backup(path)


def test_a_backup_is_opened_once_for_all_that_is_missing(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One evening that cannot be read in it hides none of the others."""
    ids = [f"session-{number}" for number in range(5)]
    for id_ in ids:
        history.create(played(new_evening(id_), 1, stamps(id_)))
    made = history.back_up()
    with zipfile.ZipFile(made.path) as archive:
        at = archive.getinfo("sessions/session-2.json").header_offset
    raw = bytearray(made.path.read_bytes())
    raw[at + 60 : at + 90] = bytes(30)
    made.path.write_bytes(raw)
    opened: list[io.BufferedReader] = []

    def counted(file: io.BufferedReader) -> zipfile.ZipFile:
        opened.append(file)
        return _open_zip(file)

    monkeypatch.setattr("scorepad.history.backup.archive._open_zip", counted)
    missed = {id_: Missing(frozenset(), f"{id_}-1") for id_ in [*ids, "never"]}
    found = find_copies([made], missed)
    assert sorted(found) == [id_ for id_ in ids if id_ != "session-2"]
    assert {each.backup for each in found.values()} == {made}
    assert len(opened) == 1


def test_a_name_that_no_backup_gives_is_none(history: History) -> None:
    folder = history.folder / "backups"
    folder.mkdir()
    for name in ("scorepad-20269999T000000Z-hourly.zip", "scorepad-20260101T000000Z-unknown.zip", "x"):
        (folder / name).write_bytes(b"")
    assert history.backups() == []


def test_kinds_are_words_of_names() -> None:
    assert all(kind.isalpha() for kind in BackupKind)
