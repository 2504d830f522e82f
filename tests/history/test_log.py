"""No evening goes back in time, or goes missing, in silence; and nothing that only seems so is told."""

from __future__ import annotations

import os
import shutil
import zlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from disks import RefusingDisk, WatchedDisk
from empty_history import NOW
from evenings import stamps
from folders import file_of, new_evening, record
from golden_files import golden_file
from random_evenings import played

from scorepad.history import History, HistoryError, HistoryReader, Report, ReportKind
from scorepad.history.backup import BackupKind
from scorepad.history.disk import Disk
from scorepad.history.log import SPARE_LINES
from scorepad.history.log_file import LOG, MAX_LOG, read_last_events
from scorepad.history.transfer import apply_import, export, preview_import, restore_missing
from scorepad.history.verification import FileState, verify

pytestmark = pytest.mark.usefixtures("nobody_else_writes")

IDS = [f"evening-{number}" for number in range(3)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three evenings of three hands, a backup of them, and a hand more of each."""
    with History(tmp_path / "here", clock=lambda: NOW) as history:
        for id_ in IDS:
            history.create(played(new_evening(id_), 3, stamps(f"{id_}-")))
        history.back_up()
        for id_ in IDS:
            record(history, id_)
        history.summaries()
    return history.folder


def back_up(folder: Path) -> None:
    with History(folder, clock=lambda: NOW + timedelta(hours=1)) as history:
        history.back_up()


def goes_back(folder: Path, id_: str = IDS[0]) -> None:
    """A tool that keeps folders alike brings the generation before, and its date, and no spare copy."""
    spare = file_of(folder, id_).with_name(f"{id_}.json.bak")
    shutil.copystat(file_of(folder, id_), spare)
    spare.replace(file_of(folder, id_))


def goes(folder: Path, id_: str = IDS[0]) -> None:
    for each in folder.glob(f"sessions/{id_}.json*"):
        each.unlink()


def reports(folder: Path) -> list[Report]:
    with History(folder) as history:
        history.summaries()
        return history.reports()


@pytest.mark.promise(
    "The history",
    "A missing or older evening is reported, with the backup that has it, and can be brought back.",
)
@pytest.mark.parametrize("lost", [(), (LOG,), ("library.json", "library.json.bak")], ids=str)
@pytest.mark.parametrize(("harm", "kind"), [(goes_back, ReportKind.OLDER), (goes, ReportKind.GONE)])
def test_a_missing_evening_is_reported_with_its_backup_and_comes_back(
    folder: Path, harm: Callable[[Path], None], kind: ReportKind, lost: tuple[str, ...]
) -> None:
    back_up(folder)
    harm(folder)
    for name in lost:
        (folder / name).unlink()
    with HistoryReader(folder) as reader:
        reader.summaries()
        assert [report.kind for report in reader.reports() if report.backup_copy] == [kind]
    state = FileState.OLDER if kind is ReportKind.OLDER else FileState.GONE
    assert [each.name for each in verify(folder) if each.state is state] == [f"sessions/{IDS[0]}.json"]
    with History(folder) as history:
        assert {each.id: each.deals for each in history.summaries()}.items() >= {IDS[1]: 4, IDS[2]: 4}.items()
        (report,) = [each for each in history.reports() if each.kind is kind]
        newest, _ = history.backups()
        assert (report.evening_id, report.path) == (IDS[0], file_of(folder, IDS[0]))
        assert report.backup_copy is not None
        assert (report.backup_copy.path, report.backup_copy.summary.deals) == (newest.path, 4)
        brought = restore_missing(history)
        assert (brought.new, brought.more) == (((), (IDS[0],)) if harm is goes_back else ((IDS[0],), ()))
        assert len(history.load(IDS[0]).events) == 4
        assert not [each for each in history.reports() if each.evening_id]
        record(history, IDS[0])
    assert not [each for each in reports(folder) if each.evening_id]


def test_a_loss_is_reported_until_a_person_accepts_it(folder: Path) -> None:
    goes_back(folder)
    goes(folder, IDS[1])
    for _ in range(2):
        found = {report.evening_id: report for report in reports(folder)}
        assert {id_: report.kind for id_, report in found.items()} == {
            IDS[0]: ReportKind.OLDER,
            IDS[1]: ReportKind.GONE,
        }
        assert found[IDS[0]].backup_copy is None, "the only backup has no more of it"
        assert found[IDS[1]].backup_copy is not None
    with History(folder) as history:
        record(history, IDS[0])
        shown = history.reports()
        assert len(shown) == 2, "going on with it brings nothing back"
        goes(folder, IDS[2])
        with pytest.raises(HistoryError):
            history.load(IDS[2])
        history.summaries()
        history.dismiss_reports(shown)
        assert [each.evening_id for each in history.reports()] == [IDS[2]], "this one was not shown"
        record(history, IDS[0])
    assert [each.evening_id for each in reports(folder)] == [IDS[2]]


@pytest.mark.promise("Backups", "The last backup of a missing evening is not dropped.")
def test_the_backup_of_a_missing_evening_stays(folder: Path) -> None:
    """A newer one of the same month, without the evening, does not take its place."""
    goes(folder)
    late = NOW + timedelta(days=1)
    with History(folder, clock=lambda: late) as history:
        (old,) = history.backups()
        record(history, IDS[1])
        newer = history.back_up(BackupKind.HOURLY)
        late += timedelta(days=400)
        record(history, IDS[1])
        history.back_up(BackupKind.HOURLY)
        assert old in history.backups()
        late += timedelta(hours=2)
        record(history, IDS[1])
        assert history._backups.make(BackupKind.HOURLY)
        assert old in history.backups()
        history.dismiss_reports(history.reports())
        for _ in range(33):
            late += timedelta(days=1)
            record(history, IDS[1])
            history.back_up(BackupKind.HOURLY)
        assert old not in history.backups()
        assert newer in history.backups()


def test_an_older_evening_comes_back_from_the_best_backup(folder: Path) -> None:
    early, late = file_of(folder, IDS[0]).read_bytes(), NOW
    with History(folder, clock=lambda: late) as history:
        for hands in (5, 6):
            late += timedelta(hours=1)
            record(history, IDS[0])
            made = history.back_up()
            goes(folder)
            file_of(folder, IDS[0]).write_bytes(early)
            assert len(history.load(IDS[0]).events) == 4
            (report,) = history.reports()
            assert report.backup_copy is not None
            assert (report.backup_copy.path, report.backup_copy.summary.deals) == (made.path, hands)
            restore_missing(history)


@pytest.mark.parametrize(("first", "second"), ["ab", "ba"])
def test_of_two_events_that_are_missing_none_is_forgotten(folder: Path, first: str, second: str) -> None:
    """The backup knows of one, the log of the other, and is damaged; the app is killed before anybody looks."""
    early = file_of(folder, IDS[0]).read_bytes()
    with History(folder, clock=lambda: NOW + timedelta(hours=1)) as history:
        record(history, IDS[0], stamps(first))
        history.back_up()
        record(history, IDS[0], stamps(second))
        history.summaries()
    goes(folder)
    file_of(folder, IDS[0]).write_bytes(early)
    a_damaged_line(folder, IDS[1])
    with History(folder):
        killed = shutil.copytree(folder, folder.with_name("killed"))
    for each in (folder, killed):
        with History(each) as history:
            assert [report.kind for report in history.reports()] == [ReportKind.OLDER]
            restore_missing(history)
            assert len(history.load(IDS[0]).events) == 5
            assert [report.kind for report in history.reports()] == [ReportKind.OLDER]
        assert [report.kind for report in reports(each)] == [ReportKind.OLDER]


def test_a_damaged_evening_names_the_backup_with_its_last_hand(folder: Path) -> None:
    """One report, not two; and the next start, which finds nothing damaged, says it still."""
    back_up(folder)
    file_of(folder, IDS[0]).write_bytes(b"?")
    for kind in (ReportKind.PREVIOUS, ReportKind.OLDER):
        (report,) = reports(folder)
        assert report.kind is kind
        assert report.backup_copy is not None


# -- the log ---------------------------------------------------------------------------------------------

NOT_A_LINE = [
    *[b"", b"5", b"{}", b'["a"]', b'[[],"b"]', b'["evening-0",7]', b'["evening-0","e",7]', b"\xff"],
    *[b'["evening-0",["e"],[1],"",null]', b'["evening-0",["e"],null,"",null,1]'],
    *[b'["evening-0",["e"],null,"",[1]]', b'["../../x","e"]', b'["\\ud800","e"]', b"[" * 100_000],
]


def test_a_line_of_another_form_is_damaged_whatever_its_checksum(folder: Path) -> None:
    for text in NOT_A_LINE:
        line = b"%s %08x" % (text, zlib.crc32(text))
        with (folder / LOG).open("ab") as file:
            file.write(line + b"\n")
        assert reports(folder) == []
        assert line not in (folder / LOG).read_bytes().splitlines(), f"it is rewritten: {text[:40]!r}"


def test_a_log_that_is_too_large_is_not_read(folder: Path) -> None:
    def watch(call: str, path: object = "", *_: object) -> None:
        assert call != "read" or os.path.getsize(str(path)) <= MAX_LOG

    small = WatchedDisk(watch)
    os.truncate(folder / LOG, MAX_LOG + 1)
    assert read_last_events(folder, small) == {}
    with History(folder, disk=small) as history:
        assert history.reports() == []
    assert read_last_events(folder, small) != {}, "it is rewritten"


def test_half_a_line_is_rewritten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append, write = Disk.append, os.write

    def full(disk: Disk, path: str, data: bytes) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda fd, raw: write(fd, raw[:20]))
            append(disk, path, data)

    with History(folder) as history:
        monkeypatch.setattr(Disk, "append", full)
        record(history, IDS[0])
        monkeypatch.setattr(Disk, "append", append)
        record(history, IDS[1])
        known = read_last_events(folder, Disk()) or {}
        assert [known[id_] for id_ in IDS] == [history.load(id_).events[-1].id for id_ in IDS]


@pytest.mark.parametrize("name", [LOG, f"{LOG}.tmp"])
def test_the_target_of_a_link_is_left_alone(folder: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"not ours")
    with History(folder) as history:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(outside)
        record(history, IDS[0])
        assert history._data is not None
        history._data.log._needs_rewrite = True
        record(history, IDS[1])
        assert outside.read_bytes() == b"not ours"
        assert not (folder / name).is_symlink()
        assert (read_last_events(folder, Disk()) or {})[IDS[0]] == history.load(IDS[0]).events[-1].id


# -- no false alarms -------------------------------------------------------------------------------------


def killed_before_the_log(folder: Path) -> None:
    before = (folder / LOG).read_bytes()
    with History(folder) as history:
        record(history, IDS[0])
    (folder / LOG).write_bytes(before)


def killed_within_a_line(folder: Path) -> None:
    log = folder / LOG
    log.write_bytes(log.read_bytes()[:-7])
    with History(folder) as history:
        record(history, IDS[0])


def a_damaged_line(folder: Path, id_: str = IDS[0]) -> None:
    *before, last, after = (folder / LOG).read_bytes().partition(f'"{id_}"'.encode())
    assert after.count(b"\n")
    (folder / LOG).write_bytes(b"".join(before) + last.replace(b"evening", b"evenin6") + after)


def a_damaged_log(folder: Path) -> None:
    raw = bytearray((folder / LOG).read_bytes())
    for at in range(len(raw) // 3, len(raw), 50):
        raw[at] ^= 1
    (folder / LOG).write_bytes(raw)


def a_log_that_is_rewritten(folder: Path) -> None:
    log = folder / LOG
    head, *lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(head + b"".join(lines) * (SPARE_LINES // 4))
    with History(folder):
        assert len(log.read_bytes().splitlines()) == len(IDS) + 1


def a_restore(folder: Path) -> None:
    with History(folder, clock=lambda: NOW + timedelta(days=1)) as history:
        history.create(new_evening("session-9"))
        history.restore(history.backups()[0].path)
        assert len(history.load(IDS[0]).events) == 3
        assert history.reports() == []


def a_restore_and_a_lost_log(folder: Path) -> None:
    a_restore(folder)
    (folder / LOG).unlink()


def an_import(folder: Path) -> None:
    with History(folder.with_name("there")) as there, History(folder) as history:
        apply_import(preview_import(export(history), there), there)
        for id_ in IDS:
            record(there, id_)
        there.create(new_evening("session-9"))
        record(history, IDS[0])
        apply_import(preview_import(export(there), history), history)


def a_device_that_went_on(folder: Path) -> None:
    """Its folder takes the place of this one, the log aside, as a tool would that does not know it."""
    there = folder.with_name("there")
    shutil.copytree(folder, there)
    with History(there) as history:
        record(history, IDS[0])
        history.create(new_evening("session-9"))
    for each in there.glob("sessions/*"):
        shutil.copy2(each, folder / "sessions" / each.name)


def a_clock_that_goes_back(folder: Path) -> None:
    with History(folder, clock=lambda: NOW - timedelta(days=9000)) as history:
        record(history, IDS[0])
        history.back_up()


def a_file_of_an_older_schema(folder: Path) -> None:
    shutil.copyfile(golden_file("session", 1), file_of(folder, "session-1"))
    with History(folder) as history:
        history.extend(history.load("session-1").undo(history.stamp()))
    (folder / ".schema").unlink()


def an_evening_without_a_hand(folder: Path) -> None:
    with History(folder) as history:
        history.create(new_evening("session-9"))


def a_disk_that_refuses_the_log(folder: Path) -> None:
    with History(folder, disk=RefusingDisk(28, "", ["append"])) as history:
        record(history, IDS[0])


def a_first_save_that_was_never_finished(folder: Path) -> None:
    file_of(folder, "session-9").with_name("session-9.json.tmp").write_bytes(b'{"_file"')


HARMLESS = [
    *[killed_before_the_log, killed_within_a_line, a_damaged_line, a_damaged_log, a_log_that_is_rewritten],
    *[a_restore, a_restore_and_a_lost_log, an_import, a_device_that_went_on, a_clock_that_goes_back],
    *[a_file_of_an_older_schema, an_evening_without_a_hand, a_disk_that_refuses_the_log],
    a_first_save_that_was_never_finished,
]


@pytest.mark.promise("The history", "Nothing is reported as lost that is not.")
@pytest.mark.parametrize("happens", HARMLESS, ids=lambda each: each.__name__)
def test_an_evening_that_only_seems_lost_is_not_reported(
    folder: Path, happens: Callable[[Path], None]
) -> None:
    happens(folder)
    with HistoryReader(folder) as reader:
        reader.summaries()
        assert reader.reports() == []
    for _ in range(2):
        assert reports(folder) == []
    goes(folder, IDS[2])
    assert [report.evening_id for report in reports(folder)] == [IDS[2]], "and it still watches"
