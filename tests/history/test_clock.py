"""A clock that is wrong destroys nothing: what is kept for a while ages by days of use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from disks import RefusingDisk
from empty_history import NOW, Clock
from evenings import persons, stamps
from folders import new_evening, record
from hypothesis import given
from hypothesis import strategies as st
from random_evenings import played

from scorepad.history import History, ReportKind
from scorepad.history.backup import Backup, BackupKind, newest_first
from scorepad.history.backup.files import backups_to_keep, list_backups_in
from scorepad.history.disk import REAL
from scorepad.history.log_file import LOG
from scorepad.history.used_days import FILE, Expiring, UsedDays, age

DAY = timedelta(days=1)
WRONG = [
    *[timedelta(days=days) for days in (2, 31, 9000)],
    *[timedelta(hours=-1), timedelta(days=-40), timedelta(days=-6000)],
]
"""Errors of a clock. One of a day cannot be told from the next day."""


def a_day_of_use(
    folder: Path, clock: Clock, second: Path | None = None
) -> tuple[set[str], set[str], set[str]]:
    """A start at which an hourly backup is made; the names in the bin, of the backups, and of the copies."""
    with History(folder, clock=clock) as history:
        if second is not None and history.second_folder() is None:
            history.back_up_to(second)
        record(history, "one")
        while history.back_up_step() == 0:
            pass
        there = history.second_folder()
        copies = list_backups_in(there.device_folder) if there else []
        binned = {each.name for each in history.bin()}
        return binned, {each.path.name for each in history.backups()}, {each.path.name for each in copies}


@pytest.fixture
def folder(tmp_path: Path, clock: Clock) -> Path:
    """Two evenings, of which one is in the bin."""
    with History(tmp_path / "here", clock=clock) as history:
        for id_ in ("one", "two"):
            history.create(played(new_evening(id_), 1, stamps(id_)))
        history.move_to_bin("two")
    return tmp_path / "here"


@pytest.mark.promise("The history", "A start with a wrong clock drops nothing from the bin, and no backup.")
@pytest.mark.parametrize("wrong", WRONG, ids=str)
@pytest.mark.parametrize("at", [3, 29])
def test_one_start_with_a_wrong_clock_drops_nothing(
    folder: Path, tmp_path: Path, clock: Clock, at: int, wrong: timedelta
) -> None:
    """Not at this start, and not at a later one: neither from the bin, nor backups here, nor those elsewhere."""
    (tmp_path / "stick").mkdir()
    kept: tuple[set[str], set[str], set[str]] = set(), set(), set()
    for day in range(30):
        clock.now = NOW + day * DAY
        kept = a_day_of_use(folder, clock, tmp_path / "stick")
        if day == at:
            clock.now += wrong
            during = a_day_of_use(folder, clock, tmp_path / "stick")
            clock.now = NOW + day * DAY + timedelta(hours=3)
            after = a_day_of_use(folder, clock, tmp_path / "stick")
            for before, now, then in zip(kept, during, after, strict=True):
                assert before <= now
                assert before <= then
        assert len(kept[0]) == 1
        assert len(kept[1]) >= day + 1, "one a day stays for a month"
        assert kept[2] >= kept[1]
    for day in range(30, 33):
        clock.now = NOW + day * DAY
        kept = a_day_of_use(folder, clock)
    assert kept[0] == set(), "and what is old enough goes"


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_an_evening_deleted_under_a_wrong_clock_stays_for_thirty_days(
    folder: Path, clock: Clock, wrong: timedelta
) -> None:
    """And a backup made then: thirty other days of use, neither less nor for ever."""
    clock.now = NOW + wrong
    with History(folder, clock=clock) as history:
        name = history.move_to_bin("one")
        made = history.back_up(BackupKind.HOURLY).path.name
        history.create(new_evening("one"))
    for day in range(1, 30):
        clock.now = NOW + day * DAY
        binned, backups, _ = a_day_of_use(folder, clock)
        assert name in binned
        assert made in backups
    for day in range(30, 34 + (wrong.days if 0 < wrong.days < 34 else 0)):
        clock.now = NOW + day * DAY
        binned, *_ = a_day_of_use(folder, clock)
    assert name not in binned


def test_a_clock_that_is_wrong_at_each_start_drops_nothing(folder: Path, clock: Clock) -> None:
    """As in a small computer without a battery, which asks the network for the time."""
    for day in range(1, 31):
        clock.now = datetime(2010, 1, 1, tzinfo=UTC)
        assert len(a_day_of_use(folder, clock)[0]) == 1
        clock.now = NOW + day * DAY
        assert len(a_day_of_use(folder, clock)[0]) == (day < 30)


def test_a_player_who_plays_rarely_loses_nothing_sooner(folder: Path, clock: Clock) -> None:
    """A start a week, each of which may be that of a wrong clock, is a day of use."""
    for week in range(1, 31):
        clock.now = NOW + week * 7 * DAY
        assert len(a_day_of_use(folder, clock)[0]) == 1
    clock.now += 7 * DAY
    assert a_day_of_use(folder, clock)[0] == set()


def test_a_clock_that_always_starts_at_the_same_time_drops_no_backup(folder: Path, clock: Clock) -> None:
    """The backups of one evening do not replace those of the evening before."""
    for evening in range(1, 8):
        clock.now = datetime(2010, 1, 1, 0, 5, tzinfo=UTC)
        for _ in range(2):
            kept = a_day_of_use(folder, clock)
            clock.now += timedelta(minutes=70)
        assert len(kept[0]) == 1
        assert len(kept[1]) == 2 * evening


@given(
    st.lists(st.tuples(st.integers(0, 9), st.sampled_from([timedelta(0), timedelta(0), *WRONG])), max_size=60)
)
def test_nothing_is_older_than_its_days_of_use(
    tmp_path_factory: pytest.TempPathFactory, starts: list[tuple[int, timedelta]]
) -> None:
    """Whatever the clock says at each start."""
    days, real = UsedDays(tmp_path_factory.mktemp("days"), REAL), NOW
    first = days.count(Expiring.BIN, ["x"], real)
    assert first == {"x": 0}
    dates = {real.date()}
    for hours, wrong in starts:
        real += timedelta(hours=hours)
        dates.add((real + wrong).date())
        used = days.count(Expiring.BIN, ["x"], real + wrong)["x"]
        assert used <= len(dates) - 1
        assert age(NOW, real, used) <= real - NOW


@pytest.mark.parametrize("now", [datetime.min, NOW.replace(tzinfo=None), datetime.max], ids=str)
def test_any_date_can_be_counted(tmp_path: Path, now: datetime) -> None:
    days = UsedDays(tmp_path, REAL)
    for _ in range(2):
        assert days.count(Expiring.BIN, ["x"], now.replace(tzinfo=UTC)) == {"x": 0}
    assert days.ages(Expiring.BIN, NOW) == {"x": 0}


@pytest.mark.parametrize("year", [1, 999, 1979, 2108, 9999])
def test_an_evening_deleted_in_any_year_is_in_the_bin(folder: Path, clock: Clock, year: int) -> None:
    clock.now = datetime(year, 3, 1, tzinfo=UTC)
    with History(folder, clock=clock) as history:
        name = history.move_to_bin("one")
        assert {each.summary.id for each in history.bin()} == {"one", "two"}
        assert history.put_back(name) == "one"


def hostile_days() -> Iterator[bytes]:
    whole = b'{"_file":{"1":{"format":1,"schema":1,"generation":3,"size":9,"sha256":"' + b"0" * 64 + b'"}}}\n'
    yield from (b"", b"?", whole, whole[:40], b"[" * 9999)


def test_days_that_are_lost_or_damaged_drop_nothing(folder: Path, clock: Clock) -> None:
    for raw in hostile_days():
        clock.now += 40 * DAY
        (folder / FILE).write_bytes(raw)
        assert len(a_day_of_use(folder, clock)[0]) == 1
    for path in folder.glob(f"{FILE}*"):
        path.unlink()
    clock.now += 40 * DAY
    assert len(a_day_of_use(folder, clock)[0]) == 1


@pytest.mark.parametrize("calls", [["read"], ["create"], ["write"], ["replace"], ["size"]], ids=str)
def test_where_days_cannot_be_counted_nothing_is_dropped(
    folder: Path, clock: Clock, calls: list[str]
) -> None:
    disk = RefusingDisk(5, FILE, calls)
    kept: set[str] = set()
    for _ in range(3):
        clock.now += 40 * DAY
        with History(folder, clock=clock, disk=disk) as history:
            record(history, "one")
            history.back_up(BackupKind.HOURLY)
            found = {each.path.name for each in history.backups()}
            assert len(history.bin()) == 1
            assert kept < found
            kept = found


def test_the_backup_made_last_is_the_newest_whatever_its_name(folder: Path) -> None:
    future = Backup(Path("future"), NOW + 900 * DAY, BackupKind.HOURLY, size=10)
    before = Backup(Path("before"), NOW, BackupKind.HOURLY, size=10)
    last = Backup(Path("last"), NOW + timedelta(minutes=1), BackupKind.HOURLY, size=10)
    used = dict.fromkeys(("before", "future", "last"), 0)
    assert backups_to_keep([future, before, last], now=NOW, used=used) == [last, future, before]
    assert backups_to_keep([future, before, last], now=NOW, used=used, keep_bytes=0) == [last]


def test_a_player_of_a_wrong_future_date_does_not_stay_first_in_the_list(
    history: History, clock: Clock
) -> None:
    """Nor archived for ever: the next evening says when they sat down."""
    clock.now += 9000 * DAY
    anne, bruno = persons(2)
    history.create(new_evening("future", 2, [anne, bruno], created=history.now))
    last = history.players()
    history.save_players([replace(each, archived=True) for each in last])
    clock.now = NOW
    history.create(new_evening("now", 2, [anne, bruno], created=history.now))
    assert history.players() == [replace(each, last_used=history.now) for each in last]


def test_a_backup_of_a_wrong_future_is_not_the_newest(folder: Path, clock: Clock) -> None:
    """Not for the hourly one, which is made only where something changed; nor if the log is lost, nor on restoring."""
    clock.now += 400 * DAY
    with History(folder, clock=clock) as history:
        history.back_up(BackupKind.HOURLY)
    clock.now = NOW
    a_day_of_use(folder, clock)
    for _ in range(3):
        clock.now += timedelta(hours=2)
        with History(folder, clock=clock) as history:
            made = history.back_up(BackupKind.HOURLY)
            assert len(history.backups()) == 2
    assert newest_first(folder)[0] == made
    whole = (folder / "sessions/one.json").read_bytes()
    with History(folder, clock=clock) as history:
        history.restore(made.path)
        record(history, "one")
        clock.now += timedelta(hours=2)
        history.back_up(BackupKind.HOURLY)
    (folder / LOG).unlink()
    (folder / "sessions/one.json").write_bytes(whole)
    (folder / "sessions/one.json.bak").unlink()
    with History(folder, clock=clock) as history:
        assert [report.kind for report in history.reports()] == [ReportKind.OLDER]


def test_a_backup_that_is_copied_into_the_folder_is_not_the_one_made_last(folder: Path, clock: Clock) -> None:
    """Nor is one that cannot be read for a moment."""
    for day in range(3):
        clock.now = NOW + day * DAY
        a_day_of_use(folder, clock)
    names = [backup.path.name for backup in newest_first(folder)]
    (folder / "backups" / names[1]).rename(folder / names[1])
    clock.now += DAY
    a_day_of_use(folder, clock)
    (folder / names[1]).rename(folder / "backups" / names[1])
    for _ in range(2):
        assert [backup.path.name for backup in newest_first(folder)][1:] == names
        clock.now += timedelta(hours=-2)
        with History(folder, clock=clock) as history:
            record(history, "one")
            made = history.back_up(BackupKind.HOURLY)
            assert newest_first(folder)[0] == made, "whatever the clock says"
        made.path.unlink()
