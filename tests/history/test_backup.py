"""Backups: made while hands are recorded, verified, kept by age, and copied by nobody who was not asked."""

from __future__ import annotations

import os
import random
import time
import unicodedata
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from disks import LosingDisk, RefusingDisk
from empty_history import NOW, Clock
from evenings import stamps
from folders import everything, files, new_evening, record
from golden_files import golden_file
from random_evenings import played
from sample_evenings import eventful

from scorepad.history import DiskFull, History, HistoryError, Unreadable, WriteFailed, transfer
from scorepad.history.backup import Backup, BackupKind, Backups, archive, inspect_backup, list_backups
from scorepad.history.backup.archive import safe_name, unpack
from scorepad.history.backup.files import backups_to_keep
from scorepad.history.disk import try_lock
from scorepad.history.file_format import LIMIT
from scorepad.history.transfer import restore_missing


def old_evening(folder: Path) -> bytes:
    """Puts an evening of the first schema there."""
    old = golden_file("session", 1).read_bytes()
    (folder / "sessions").mkdir(exist_ok=True)
    (folder / "sessions" / "session-1.json").write_bytes(old)
    return old


# -- making ----------------------------------------------------------------------------------------------


@pytest.mark.promise("Backups", "A backup holds everything that there is.")
def test_a_backup_holds_every_file(history: History) -> None:
    history.create(eventful())
    history.save_draft("session-1", {"taker": "player-0"})
    history.create(new_evening("deleted"))
    deleted = f"sessions/{history.move_to_bin('deleted')}"
    damaged = "sessions/session-2.json.damaged-0"
    (history.folder / damaged).write_bytes(b"?")
    made = history.back_up()
    assert made.path.name == "scorepad-20261121T221500Z-asked.zip"
    names = ("library.json", "drafts.json", "sessions/session-1.json", damaged, deleted)
    assert dict(unpack(made.path)) == {name: (history.folder / name).read_bytes() for name in names}
    with zipfile.ZipFile(made.path) as archive:
        assert archive.testzip() is None
    contents = inspect_backup(made.path)
    assert [summary.deals for summary in contents.evenings] == [len(eventful().sheet.deals)]
    assert contents.players == 9
    assert [name for name, _ in contents.problems] == [damaged]
    assert history.backups() == [made]
    assert list(made.path.parent.iterdir()) == [made.path]


def test_without_changes_the_last_backup_counts(history: History, clock: Clock) -> None:
    history.create(eventful())
    first = history.back_up()
    clock.now += timedelta(days=1)
    assert history.back_up(BackupKind.IMPORT) == first
    assert history.back_up(BackupKind.RESTORE) != first
    record(history)
    clock.now += timedelta(days=1)
    second = history.back_up(BackupKind.IMPORT)
    assert second != first
    raw = bytearray(second.path.read_bytes())
    raw[200] ^= 1
    second.path.write_bytes(raw)
    third = history.back_up()
    assert third != second, "a damaged one is not good enough"
    assert inspect_backup(third.path).evenings


def test_backups_of_the_same_second_are_in_order(history: History) -> None:
    history.create(eventful())
    made = []
    for _ in range(12):
        record(history)
        made.append(history.back_up())
    assert [backup.path.name[25:-10] for backup in made] == ["", *(f"-{number}" for number in range(1, 12))]
    assert history.backups() == made[::-1]
    assert backups_to_keep(made, now=made[0].made) == made[::-1]
    assert history.back_up() == made[-1]


def test_a_backup_takes_the_sound_generation_of_each_file(history: History) -> None:
    for number in range(4):
        history.create(played(new_evening(f"session-{number}"), 2, stamps(f"e{number}")))
        record(history, f"session-{number}")
    folder = history.folder / "sessions"
    (folder / "session-0.json").replace(folder / "session-0.json.tmp")  # between two renames
    for name in ("session-1.json", "session-2.json.bak", "session-3.json", "session-3.json.bak"):
        (folder / name).write_bytes(b"damaged")
    made = history.back_up()
    contents = inspect_backup(made.path)
    hands = {"session-0": 3, "session-1": 2, "session-2": 3}
    assert {summary.id: summary.deals for summary in contents.evenings} == hands
    none_sound = ["sessions/session-3.json", "sessions/session-3.json.bak"]
    assert [name for name, _ in contents.problems] == none_sound
    assert {raw for name, raw in unpack(made.path) if name in none_sound} == {b"damaged"}


ODD: dict[str, dict[str, bytes]] = {
    "capitals": {"Session-1.json": b"{}", "SESSION-1.json": b"{}", "Session-1.json.bak": b"{}"},
    "capitals of what is damaged": {"session-1.json.damaged-0": b"1", "session-1.json.DAMAGED-0": b"2"},
    "capitals in the bin": {
        "session-1.json.deleted-20261120T000000Z": b"1",
        "Session-1.json.deleted-20261120T000000Z": b"2",
    },
    "the same letters": {
        "straße.json": b"1",
        "STRASSE.json": b"2",
        "Straße.json": b"3",
        "\u017fession-1.json": b"4",
    },
    "one letter or two": {"\uac00.json": b"1", "\u1100\u1161.json": b"2"},
    "a name that a number would give": {
        "Session-1 (2).json": b"1",
        "SESSION-1.json": b"2",
        "Session-1.json": b"3",
    },
    "long names": {"A" * 150 + ".json": b"1", "a" * 150 + ".json": b"2"},
    "devices": {"con.json": b"1", "com\u00b9.json": b"2", "aux .json": b"3", "LPT\uff11.json": b"4"},
    "zeros": {"zeros.json": bytes(5_000_000), "session-1.json.damaged-0": bytes(3_000_000)},
    "names of no file system": {
        "e\u0301.json": b"1",
        "a\nb.json": b"2",
        "\udcff.json": b"3",
        "a:b.json": b"4",
    },
    "hidden": {
        ".json": b"1",
        "._session-1.json": b"2",
        ".DS_Store": b"3",
        "Thumbs.db": b"4",
        "desktop.ini": b"5",
    },
}
"""Files among the evenings that no scorepad writes there: copies made by hand, by other programs and other systems."""


@pytest.mark.promise(
    "Backups",
    "An odd file in the folder does not keep other files out of a backup.",
)
@pytest.mark.parametrize("odd", ODD)
def test_no_odd_file_keeps_the_others_out(history: History, odd: str) -> None:
    """There is a backup, of the odd files too, and both it and the one before come back."""
    history.create(eventful())
    evening, sessions = history.load("session-1"), history.folder / "sessions"
    for name, raw in ODD[odd].items():
        (sessions / name).write_bytes(raw)
    made = history.back_up()
    kept = dict(unpack(made.path))
    assert kept["sessions/session-1.json"] == (sessions / "session-1.json").read_bytes()
    assert {raw for name, raw in ODD[odd].items() if safe_name(f"sessions/{name}")} <= {*kept.values()}
    folded = {unicodedata.normalize("NFC", name).casefold() for name in kept}
    assert len(folded) == len(kept), "also where case and accents do not count"
    assert [each.id for each in inspect_backup(made.path).evenings] == ["session-1"]
    record(history)
    history.restore(history.restore(made.path).path)
    history.restore(made.path)
    assert history.load("session-1") == evening
    assert {path.read_bytes() for path in sessions.iterdir()}.issuperset(ODD[odd].values())


def test_files_that_do_not_fit_are_named_and_the_evenings_are_kept(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many odd files there are, and however large: the evenings come first."""
    history.create(eventful())
    for number in range(30):
        (history.folder / "sessions" / f"Copy {number}.json").write_bytes(
            random.Random(number).randbytes(10_000)
        )
    for limits in ({"MAX_FILES": 10}, {"MAX_BYTES": LIMIT + 200_000}, {"MAX_DIRECTORY": 1000}):
        with monkeypatch.context() as patched:
            for name, limit in limits.items():
                patched.setattr(archive, name, limit)
            made = history.back_up(BackupKind.RESTORE)
            names = {name for name, _ in unpack(made.path)}
            assert {"library.json", "sessions/session-1.json"} < names
            left_out = [
                name for name, problem in inspect_backup(made.path).problems if type(problem) is Unreadable
            ]
        copies = {f"sessions/Copy {number}.json" for number in range(30)}
        assert copies == {*left_out, *(copies & names)}
        assert left_out


def test_a_link_that_the_system_does_not_follow_keeps_nothing_out(history: History) -> None:
    history.create(eventful())
    for name in ("Loop.json", "session-2.json"):
        (history.folder / "sessions" / name).symlink_to(name)
    made = history.back_up()
    assert "sessions/session-1.json" in dict(unpack(made.path))


@pytest.mark.promise("Backups", "A full disk makes no backup, and says so.")
def test_a_full_disk_makes_no_backup_and_reports_it(tmp_path: Path) -> None:
    disk = RefusingDisk(28, "", ["sync"])
    disk.refuses = False
    with History(tmp_path, disk=disk) as history:
        history.create(eventful())
        before = files(tmp_path)
        disk.refuses = True
        with pytest.raises(DiskFull):
            history.back_up()
        assert files(tmp_path) == before


@pytest.mark.promise("Backups", "A backup is read back before it counts as one.")
def test_a_backup_that_cannot_be_read_back_does_not_count(tmp_path: Path) -> None:
    with History(tmp_path, disk=LosingDisk("/backups/")) as history:
        history.create(eventful())
        with pytest.raises(WriteFailed):
            history.back_up()
    assert list((tmp_path / "backups").iterdir()) == []


@pytest.mark.parametrize("year", [1, 1979, 2108, 9999])
def test_backups_work_at_times_that_no_zip_can_hold(
    tmp_path: Path, year: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Migration, backup, restore and import work by any clock."""
    moment = datetime(year, 3, 1, 12, tzinfo=UTC)
    monkeypatch.setattr("zipfile.time.localtime", lambda *_: moment.timetuple())
    old_evening(tmp_path)
    with History(tmp_path, clock=lambda: moment) as history:
        (migration,) = history.backups()
        assert (migration.kind, migration.made) == (BackupKind.MIGRATION, moment)
        history.restore(migration.path)
        preview = transfer.preview_import(golden_file("transfer", 2).read_bytes(), history)
        assert transfer.apply_import(preview, history).backup == history.backups()[0]


def test_a_name_that_is_not_of_a_backup_is_ignored(history: History) -> None:
    folder = history.folder / "backups"
    folder.mkdir()
    for name in ("scorepad-20269999T000000Z-hourly.zip", "scorepad-20260101T000000Z-unknown.zip", "x"):
        (folder / name).write_bytes(b"")
    assert history.backups() == []


# -- which to keep ---------------------------------------------------------------------------------------


def one(at: datetime, kind: BackupKind = BackupKind.HOURLY) -> Backup:
    return Backup(Path(f"{at:%Y%m%dT%H%M%S}-{kind}"), at, kind, size=10)


@pytest.mark.promise("Backups", "Backups are kept by hours, days and months.")
def test_backups_are_kept_by_hours_days_and_months() -> None:
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


def test_special_backups_stay_longer_and_others_go_first() -> None:
    asked_for = [one(NOW - timedelta(days=3, minutes=minute), BackupKind.IMPORT) for minute in range(9)]
    assert backups_to_keep(asked_for, now=NOW) == asked_for
    assert len(backups_to_keep(asked_for, now=NOW + timedelta(days=40))) == 1
    of_the_future = one(NOW + timedelta(days=900))
    assert len(backups_to_keep([of_the_future, one(NOW)], now=NOW)) == 2
    hours = [one(NOW - timedelta(hours=hour)) for hour in range(5)]
    months = [one(NOW - timedelta(days=40 * month)) for month in range(1, 4)]
    assert backups_to_keep(hours + months, now=NOW, keep_bytes=50) == hours[:2] + months
    assert backups_to_keep(hours + months, now=NOW, keep_bytes=0) == hours[:1]


@pytest.mark.promise(
    "Backups",
    "The backup made before a restore drops no other backup, least of all the one to restore.",
)
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
    clock.now += timedelta(days=60)
    migration = history.back_up(BackupKind.MIGRATION)
    assert set(history.backups()) == {early, late, before, migration}, "nobody knows yet what is missing"
    record(history)
    history.back_up()
    assert early not in history.backups()


@pytest.mark.promise("Backups", "The last backup of a damaged evening is not dropped.")
def test_the_last_good_backup_of_an_evening_damaged_unnoticed_stays(tmp_path: Path, clock: Clock) -> None:
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
        assert (report.evening_id, report.backup_copy and report.backup_copy.path) == ("one", good.path)
        assert restore_missing(history).new == ("one",)
        assert history.load("one") == whole
        assert history.reports() == []
        damaged = {path.name for path in tmp_path.glob("sessions/one.json.damaged-*")}
        assert len(damaged) == 2, "its bytes are kept"


# -- beside another process -----------------------------------------------------------------------------

LEFT = ".scorepad-20261121T201500Z-hourly.zip.0123456789abcdef.tmp"
LEFT_BY_AN_EARLIER_VERSION = ".scorepad-20261121T201500Z-3-asked.zip.4711-140735.tmp"
OF_OTHERS = (".mine.tmp", ".syncthing.scorepad-20261121T201500Z-hourly.zip.tmp", ".scorepad-notes.zip.1.tmp")
TWO_DAYS_AGO = time.time() - 2 * 86400


def put_temporary(place: Path, name: str, modified: float) -> Path:
    """A temporary file of that time."""
    path = place / name
    path.write_bytes(b"half a backup")
    os.utime(path, (modified, modified))
    return path


@pytest.fixture(params=["here", "second"])
def place(request: pytest.FixtureRequest, history: History, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to which backups are written: the history's own, or its second one."""
    history.create(eventful())
    history.back_up()
    history.back_up_to(tmp_path_factory.mktemp("stick"))
    second = history.second_folder()
    assert second is not None
    record(history)
    return second.device_folder if request.param == "second" else history.folder / "backups"


@pytest.mark.promise(
    "Backups",
    "Of the temporary files among backups, only those of killed processes are removed.",
)
def test_only_the_leftovers_of_a_killed_process_are_removed(history: History, place: Path) -> None:
    """A temporary file with another name, of today, or in use belongs to somebody else."""
    left = [put_temporary(place, name, TWO_DAYS_AGO) for name in (LEFT, LEFT_BY_AN_EARLIER_VERSION)]
    theirs = [put_temporary(place, name, TWO_DAYS_AGO) for name in OF_OTHERS]
    fresh = put_temporary(place, LEFT.replace("15", "16"), time.time())
    used = put_temporary(place, LEFT.replace("15", "17"), TWO_DAYS_AGO)
    with used.open("rb+") as file:
        assert try_lock(file.fileno())
        history.back_up()
    assert all(path.exists() for path in (*theirs, fresh, used))
    assert not any(path.exists() for path in left)


@pytest.mark.promise("Backups", "A backup does not touch the unfinished backup of another process.")
def test_a_backup_leaves_the_unfinished_backup_of_another_process(alone: History, clock: Clock) -> None:
    """After each of its steps, whatever the clock says."""
    step = 0
    while True:
        record(alone)
        clock.now += timedelta(hours=2)
        under_way = step
        while under_way and alone.back_up_step() == 0:
            under_way -= 1
        if under_way:
            break
        for path in temporary(alone):
            os.utime(path, (TWO_DAYS_AGO, TWO_DAYS_AGO))
        Backups(alone.folder, lambda damaged: (), clock=clock).make(BackupKind.ASKED)
        while alone.back_up_step() == 0:
            pass
        assert alone.backup_problem is None
        step += 1
    assert step > 2 * 4
    assert not temporary(alone)


# -- in the background ----------------------------------------------------------------------------------


def hourly(history: History) -> list[datetime]:
    """Whatever is due in the background is done; when the backups were made."""
    while history.back_up_step() == 0:
        pass
    return [each.made for each in history.backups()]


@pytest.mark.promise("Backups", "A backup is made every hour in which something changed.")
def test_a_backup_is_made_every_hour_with_a_change(history: History, clock: Clock) -> None:
    history.create(eventful())
    assert hourly(history) == [NOW]
    assert history.backups()[0].kind is BackupKind.HOURLY
    record(history)
    clock.now += timedelta(minutes=59)
    assert hourly(history) == [NOW]
    clock.now += timedelta(minutes=2)
    assert hourly(history) == [clock.now, NOW]
    clock.now += timedelta(hours=3)
    assert len(hourly(history)) == 2, "the one before is good enough"


@pytest.mark.promise("Backups", "Backups go on after a clock was set back.")
def test_backups_go_on_after_a_clock_was_set_back(history: History, clock: Clock) -> None:
    """The newest backup is of the future then; there is still one an hour, and no more."""
    history.create(eventful())
    clock.now += timedelta(days=400)
    future = hourly(history)
    clock.now = NOW
    for minutes in (0, 59, 2):
        clock.now += timedelta(minutes=minutes)
        record(history)
        made = hourly(history)
    assert made == [*future, NOW + timedelta(minutes=61), NOW]


@pytest.fixture
def alone(tmp_path: Path, clock: Clock) -> Iterator[History]:
    """A history of three evenings."""
    with History(tmp_path, clock=clock) as history:
        for number in range(3):
            history.create(eventful(f"session-{number}"))
        yield history


def temporary(history: History) -> list[Path]:
    return list((history.folder / "backups").glob(".*.tmp"))


def test_a_backup_is_made_step_by_step(alone: History, clock: Clock) -> None:
    assert alone.back_up_step() == 0
    assert alone.backups() == [], "it has no name before it is verified"
    record(alone)
    steps = 1
    while alone.back_up_step() == 0:
        steps += 1
    assert steps >= 2 * 4, "one for each file that is written, and one for each that is verified"
    assert len(alone.backups()) == 1
    assert not temporary(alone)
    assert alone.back_up_step() > 60, "the next is not due"
    clock.now += timedelta(hours=2)
    while alone.back_up_step() == 0:
        pass
    assert len(alone.backups()) == 2, "the first has not what was recorded meanwhile"


@pytest.mark.parametrize("how", ["asked", "restored", "closed"])
def test_a_backup_pauses_for_other_work(how: str, alone: History, clock: Clock) -> None:
    early = alone.back_up()
    clock.now += timedelta(hours=2)
    record(alone)
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


def test_the_problem_of_the_last_backup_is_kept(alone: History) -> None:
    (alone.folder / "backups").write_bytes(b"no folder")
    assert alone.back_up_step() > 0
    assert isinstance(alone.backup_problem, HistoryError)


# -- before files of an earlier version are written ------------------------------------------------------


@pytest.mark.promise("Backups", "A backup is made before the file format is updated.")
def test_a_backup_is_made_before_a_migration(tmp_path: Path, clock: Clock) -> None:
    old = old_evening(tmp_path)
    (tmp_path / "backups").write_bytes(b"no folder")
    with History(tmp_path, clock=clock) as history:
        assert history.load("session-1") == eventful(schema=1), "a full disk keeps nobody from it"
    (tmp_path / "backups").unlink()
    for _ in range(2):
        with History(tmp_path, clock=clock) as history:
            (made,) = history.backups()
            assert made.kind is BackupKind.MIGRATION
            assert dict(unpack(made.path))["sessions/session-1.json"] == old
            history.extend(history.load("session-1").undo(history.stamp()))
    kept = tmp_path / "sessions" / "session-1.json.schema-1"
    assert kept.read_bytes() == old, "the first upgraded write keeps the old file"
    made.path.unlink()
    (tmp_path / ".schema").unlink()
    with History(tmp_path, clock=clock) as history:
        assert history.backups() == [], "there is nothing to migrate any more"
