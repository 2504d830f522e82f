"""Backups are copied into a second folder, which may be there or not."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Generator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from disks import CHANGES_OF_DISK, LosingDisk, RefusingDisk, WatchedDisk
from empty_history import Clock
from folders import new_evening, record
from hostile_documents import TEXTS
from sample_evenings import eventful

from scorepad.evening.events import Ended
from scorepad.history import (
    DiskFull,
    FileState,
    History,
    InDataFolder,
    SecondFolderUnknown,
    Unreadable,
    WriteFailed,
    verify,
)
from scorepad.history.backup import BackupKind, SecondFolder, second_folder
from scorepad.history.backup.archive import unpack, verify_archive
from scorepad.history.backup.files import list_backups_in
from scorepad.history.backup.second_folder import SETTING
from scorepad.history.disk import Disk
from scorepad.history.transfer import restore_missing


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder of another disk."""
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def history(history: History) -> History:
    history.create(eventful())
    return history


def second(history: History) -> SecondFolder:
    place = history.second_folder()
    assert place is not None
    return place


def copies(history: History) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in second(history).device_folder.iterdir()}


def ours(history: History) -> dict[str, bytes]:
    return {each.path.name: each.path.read_bytes() for each in history.backups()}


@pytest.mark.promise("Backups", "Every backup is copied to the second folder.")
def test_every_backup_is_copied_to_the_second_folder(history: History, clock: Clock, stick: Path) -> None:
    history.back_up()
    assert history.second_folder() is None
    history.back_up_to(stick)
    assert copies(history) == ours(history)
    history.extend(history.load("session-1").add(Ended(False), history.stamp()))
    clock.now += timedelta(minutes=5)
    made = history.back_up(BackupKind.IMPORT)
    assert SETTING not in dict(unpack(made.path)), "it is of this device, and a restore leaves it"
    history.restore(made.path)
    assert len(copies(history)) == 3
    assert copies(history) == ours(history)
    place = second(history)
    assert place.path == stick
    assert place.last_copied == clock.now
    assert place.is_there
    with History(history.folder.with_name("other"), clock=clock) as other:
        other.create(new_evening("theirs"))
        other.back_up()
        other.back_up_to(stick)
        assert copies(other) == ours(other)
    assert copies(history) == ours(history), "each device has its own"
    assert len(list(stick.iterdir())) == 2
    history.back_up_to(None)
    copied = len(list(place.device_folder.iterdir()))
    clock.now += timedelta(hours=1)
    history.create(new_evening("session-2"))
    history.back_up()
    assert (history.second_folder(), len(list(place.device_folder.iterdir()))) == (None, copied)


@pytest.mark.promise("Backups", "A second folder that was away is brought up to date when it is back.")
def test_a_second_folder_that_was_away_is_brought_up_to_date(
    history: History, clock: Clock, stick: Path
) -> None:
    history.back_up_to(stick)
    reached = clock.now
    away = stick.with_name("away")
    stick.rename(away)
    stick.mkdir()  # the empty place where a disk would be
    for number in range(3):
        clock.now += timedelta(hours=2)
        history.create(new_evening(f"session-{number + 2}"))
        history.back_up()
    place = second(history)
    assert not place.is_there
    assert place.last_copied == reached
    assert history.second_folder_problem is None
    assert list(stick.iterdir()) == []
    stick.rmdir()
    away.rename(stick)
    while history._backups.step() == 0:
        pass
    assert copies(history) == ours(history)


def test_a_failing_disk_counts_as_absent(history: History) -> None:
    """Asking for a folder of that name is an error of its own on most systems."""
    folder = history.folder / ("x" * 300)
    setting = {"folder": str(folder), "own": "scorepad-00000000", "reached": None}
    (history.folder / SETTING).write_text(json.dumps(setting))
    made = history.back_up()
    place = second(history)
    assert place.path == folder
    assert not place.is_there
    assert history.second_folder_problem is None
    assert history.backups() == [made]


def test_old_backups_are_dropped_in_the_second_folder_too(
    history: History, clock: Clock, stick: Path
) -> None:
    history.back_up_to(stick)
    place = second(history)
    for day in (2, 1):
        clock.now -= timedelta(days=day * 400)
        name = f"scorepad-{clock.now:%Y%m%dT%H%M%SZ}"
        for minute in "12":
            (place.device_folder / f"{name}-{minute}-hourly.zip").write_bytes(b"")
        clock.now += timedelta(days=day * 400)
    (place.device_folder / "mine.zip").write_bytes(b"")
    history.back_up()
    assert len(list_backups_in(place.device_folder)) == 3, "one a month of those of long ago"
    assert (place.device_folder / "mine.zip").exists()


def test_a_copy_is_whole_or_absent(tmp_path: Path, stick: Path) -> None:
    full = RefusingDisk(errno.ENOSPC, "/stick/")
    disks: list[tuple[Disk, type[WriteFailed]]] = [(LosingDisk("/stick/"), WriteFailed), (full, DiskFull)]
    with History(tmp_path / "data") as history:
        history.back_up_to(stick)
    for number, (disk, problem) in enumerate(disks):
        with History(tmp_path / "data", disk=disk) as history:
            history.create(new_evening(f"session-{number}"))
            before = copies(history)
            made = history.back_up()
            assert type(history.second_folder_problem) is problem
            assert made in history.backups(), "the one here is made all the same"
            assert copies(history) == before
    full.refuses = False
    with History(tmp_path / "data", disk=full) as history:
        history.back_up()
        assert history.second_folder_problem is None
        assert copies(history) == ours(history)


def damaged_at_each_byte(raw: bytes) -> Iterator[bytes]:
    """The bytes with one flipped bit, in each byte; cut short; and empty."""
    for place in range(len(raw)):
        yield raw[:place] + bytes([raw[place] ^ 1 << place % 8]) + raw[place + 1 :]
        yield raw[:place]


@pytest.mark.promise(
    "Backups", "A damaged setting of the second folder never names another folder, and is reported."
)
def test_a_damaged_setting_never_names_another_folder(history: History, tmp_path: Path) -> None:
    """Its spare counts; without one, it is told, and the folder is not forgotten unsaid."""
    history.back_up()
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        history.back_up_to(tmp_path / name)
    path, place = history.folder / SETTING, second(history)
    spare = path.with_name(f"{SETTING}.bak")
    whole = path.read_bytes()
    for file in (path, spare):
        for damaged in damaged_at_each_byte(whole):
            file.write_bytes(damaged)
            assert history.second_folder() == place
        (check,) = (each for each in verify(history.folder) if each.name == SETTING)
        assert check.state is FileState.RECOVERABLE
        history._backups.copy()
        assert path.read_bytes() == spare.read_bytes(), "it is repaired"
        whole = path.read_bytes()
    for damaged in damaged_at_each_byte(whole):
        path.write_bytes(damaged)
        spare.write_bytes(damaged)
        history._backups.copy()
        assert history.second_folder() in (None, place)
        assert isinstance(history.second_folder_problem, SecondFolderUnknown)
    (check,) = (each for each in verify(history.folder) if each.name == SETTING)
    assert check.state is FileState.BAD
    history.back_up_to(place.path)
    assert history.second_folder_problem is None
    assert path.with_name(f"{SETTING}.damaged-0").exists(), "damaged bytes are kept"


def test_a_setting_of_an_earlier_version_counts_and_gets_a_checksum(history: History, stick: Path) -> None:
    own = stick / "scorepad-01234567"
    own.mkdir()
    earlier = {"folder": str(stick), "own": own.name, "reached": "2026-11-01T10:00:00+00:00"}
    (history.folder / SETTING).write_text(json.dumps(earlier))
    assert second(history).device_folder == own
    history.back_up()
    assert copies(history) == ours(history)
    assert "sha256" in (history.folder / SETTING).read_text()


@pytest.mark.parametrize("number", range(1, 9))
def test_a_refused_call_leaves_the_old_or_the_new_folder(number: int, tmp_path: Path) -> None:
    """Each call in turn; it says so if it leaves the one before."""
    calls = 0

    def refuse(call: str, *args: object) -> None:
        nonlocal calls
        if call in CHANGES_OF_DISK and any(SETTING in str(each) for each in args):
            calls += 1
            if calls == number:
                raise OSError(errno.EIO, "planted")

    places = [tmp_path / "first", tmp_path / "second"]
    for place in places:
        place.mkdir()
    with History(tmp_path / "data") as history:
        history.back_up_to(places[0])
    with History(tmp_path / "data", disk=WatchedDisk(refuse)) as history:
        try:
            history.back_up_to(places[1])
        except WriteFailed:
            assert second(history).path in places
        else:
            assert second(history).path == places[1]
    assert calls >= min(number, 4)
    left = sorted(path.name for path in (tmp_path / "data").glob(f"{SETTING}*"))
    assert left == [SETTING, f"{SETTING}.bak"]


@pytest.mark.promise("Backups", "A second folder in the data folder is refused.")
@pytest.mark.parametrize("way", ["itself", "below", "new below", "link", "dots"])
def test_a_folder_in_the_data_folder_is_refused(way: str, history: History, stick: Path) -> None:
    """The loss of one would be the loss of both."""
    below = history.folder / "copies"
    below.mkdir()
    (stick / "link").symlink_to(below)
    chosen = {
        "itself": history.folder,
        "below": below,
        "new below": below / "new",
        "link": stick / "link",
        "dots": stick / ".." / history.folder.name / "copies",
    }[way]
    with pytest.raises(InDataFolder):
        history.back_up_to(chosen)
    assert history.second_folder() is None
    (below / "scorepad-01234567").mkdir()
    earlier = {"folder": str(below), "own": "scorepad-01234567", "reached": None}
    (history.folder / SETTING).write_text(json.dumps(earlier))
    history.back_up()
    assert isinstance(history.second_folder_problem, InDataFolder), "earlier versions accepted it"


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "not/there"])
def test_an_impossible_folder_is_refused(name: str, history: History, stick: Path) -> None:
    with pytest.raises(WriteFailed):
        history.back_up_to(stick / name)
    assert history.second_folder() is None


@pytest.mark.promise("Backups", "A copy that was checked is checked again while the app runs.")
def test_a_copy_that_was_checked_is_checked_again(history: History, clock: Clock, stick: Path) -> None:
    """One in each round, while the app runs: bits rot at any time."""
    history.back_up_to(stick)
    for _ in range(4):
        record(history)
        clock.now += timedelta(minutes=5)
        history.back_up()
    place = second(history).device_folder
    for name, sound in ours(history).items():
        damaged = bytearray(sound)
        damaged[len(damaged) // 2] ^= 1
        (place / name).write_bytes(damaged)
    for _ in history.backups():
        while history._backups.step() == 0:
            pass
    assert copies(history) == ours(history)
    assert history.second_folder_problem is None


@pytest.mark.promise("Backups", "A damaged copy in the second folder is made again, or reported.")
def test_a_copy_in_the_second_folder_is_checked(history: History, stick: Path) -> None:
    """By the next start; one that was cut off or damaged is made again from the backup here, or told."""
    history.back_up_to(stick)
    made = history.back_up().path
    copy, sound = second(history).device_folder / made.name, made.read_bytes()
    damaged = bytearray(sound)
    damaged[len(damaged) // 2] ^= 1
    for here, there, expected in (
        *((sound, b"", sound), (sound, damaged, sound), (b"", sound, sound)),
        *((None, damaged, damaged), (damaged, None, None)),
    ):
        history.close()
        for path, raw in ((made, here), (copy, there)):
            path.unlink(missing_ok=True)
            if raw is not None:
                path.write_bytes(raw)
        bad = {each.name for each in verify(history.folder) if each.state is FileState.BAD}
        assert (str(copy) in bad) is (there not in (sound, None))
        with History(history.folder) as history:
            history._backups.copy()
            assert (copy.read_bytes() if copy.exists() else None) == expected
            assert (history.second_folder_problem is None) is (expected == sound)


def test_one_backup_that_cannot_be_read_keeps_no_other_away(
    history: History, clock: Clock, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [history.back_up()]
    for number in (2, 3):
        clock.now += timedelta(hours=2)
        history.create(new_evening(f"session-{number}"))
        made.append(history.back_up())

    def refusing(path: Path) -> Generator[None]:
        if path == made[1].path:
            raise Unreadable(path, errno.EIO)
        yield from verify_archive(path)

    monkeypatch.setattr(second_folder, "verify_archive", refusing)
    history.back_up_to(stick)
    assert copies(history).keys() == {made[0].path.name, made[2].path.name}
    assert type(history.second_folder_problem) is Unreadable


@pytest.mark.promise("Backups", "A missing evening comes back from the second folder.")
def test_a_missing_evening_comes_back_from_the_second_folder(history: History, stick: Path) -> None:
    """Once it is there again."""
    history.back_up()
    history.back_up_to(stick)
    folder, away = history.folder, stick.with_name("away")
    history.close()
    shutil.rmtree(folder / "backups")
    (folder / "sessions" / "session-1.json").unlink()
    stick.rename(away)
    with History(folder) as again:
        assert [report.backup_copy for report in again.reports()] == [None]
        away.rename(stick)
        (report,) = again.reports()
        assert report.backup_copy is not None
        assert stick in report.backup_copy.path.parents
        assert restore_missing(again).new == ("session-1",)
        assert again.load("session-1").events == eventful().events


def test_a_folder_that_cannot_be_chosen_or_given_up(tmp_path: Path, stick: Path) -> None:
    disk = RefusingDisk(errno.EACCES, SETTING, ["unlink"])
    with History(tmp_path / "data", disk=disk) as history:
        with pytest.raises(WriteFailed):
            history.back_up_to(tmp_path / "not there")
        assert history.second_folder() is None
        disk.refuses = False
        history.back_up_to(None)
        history.back_up_to(stick)
        disk.refuses = True
        with pytest.raises(WriteFailed) as caught:
            history.back_up_to(None)
        assert caught.value.path == history.folder / SETTING
        assert history.second_folder() is not None


OWN = "scorepad-00000000"
NOT_BELIEVED: list[tuple[str, object]] = [
    *[("folder", 1), ("folder", "relative"), ("own", 1), ("own", ""), ("own", ".."), ("own", "photos")],
    *[("own", f"../{OWN}"), ("reached", 3), ("reached", "0001-01-01T00:00:00+23:59")],
    ("padding", "x" * (1 << 20)),
]


def test_an_invalid_setting_is_ignored(history: History, stick: Path) -> None:
    setting = {"folder": str(stick), "own": OWN, "reached": None}
    (history.folder / SETTING).write_text(json.dumps(setting))
    assert history.second_folder() is not None
    texts = [each.raw for each in TEXTS]
    for raw in (*texts, *(json.dumps(setting | {name: wrong}).encode() for name, wrong in NOT_BELIEVED)):
        (history.folder / SETTING).write_bytes(raw)
        assert history.second_folder() is None, raw[:80]
        history.back_up()
        assert isinstance(history.second_folder_problem, SecondFolderUnknown), raw[:80]
        assert list(stick.iterdir()) == []
