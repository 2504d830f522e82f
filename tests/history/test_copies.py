"""Of all backups the one that has most of a missing evening is named, and whatever is needed is not dropped."""

from __future__ import annotations

import errno
from collections.abc import Callable, Collection
from datetime import timedelta
from pathlib import Path

import pytest
from empty_history import NOW, Clock
from evenings import stamps
from folders import file_of, new_evening, record
from hypothesis import given
from hypothesis import strategies as st
from random_evenings import played

from scorepad.history import History, HistoryReader, ReportKind, Summary
from scorepad.history.backup import Backup, BackupKind
from scorepad.history.backup import archive as archive_module
from scorepad.history.backup import inspection as inspection_module
from scorepad.history.backup.inspection import Search, _Found, find_copies
from scorepad.history.errors import Unreadable
from scorepad.history.log import Missing
from scorepad.history.log_file import LOG
from scorepad.history.transfer import restore_missing

ID, OTHER = "evening", "other"
HANDS = 5


def names(ids: frozenset[str]) -> frozenset[str]:
    return frozenset(f"event-{each}" for each in ids)


SETS = st.frozensets(st.sampled_from("abcdef"))


@pytest.mark.promise(
    "The history",
    "A report names the backup with most of a missing evening; the kept backups have all of it.",
)
@given(st.lists(SETS, max_size=6), st.none() | SETS, st.sampled_from("abcdef"))
def test_the_named_backup_has_most_and_all_backups_together_have_everything(
    copies: list[frozenset[str]], here: frozenset[str] | None, last: str
) -> None:
    backups = [Backup(Path(str(number)), NOW, BackupKind.HOURLY, 1) for number in range(len(copies))]
    read = zip(backups, copies, strict=True)
    search = Search({(backup, ID): _Found(each, Summary(id=ID), {}) for backup, each in read})
    events = dict(zip((backup.path for backup in backups), copies, strict=True))
    found = find_copies(backups, {ID: Missing(here, last)}, search).get(ID)
    lacking = [each - (here or frozenset()) for each in copies]
    if found is None:
        assert not any(lacking)
        assert here is not None or not copies
        return
    assert len(events[found.path] - (here or frozenset())) == max(map(len, lacking))
    needed = [events[path] for path in (found.path, *found.others)]
    assert frozenset().union(*needed, here or ()) == frozenset().union(*copies, here or ())
    assert len(needed) <= 1 + len(frozenset().union(*copies))


def hourly(history: History, clock: Clock) -> Backup:
    """A backup two hours later, in which something else changed."""
    clock.now += timedelta(hours=2)
    record(history, OTHER)
    return history.back_up(BackupKind.HOURLY)


@pytest.fixture
def folder(tmp_path: Path, clock: Clock) -> tuple[Path, list[bytes], Backup]:
    """An evening of six hands, its file after each hand from none on, and the backup that has five."""
    with History(tmp_path / "here", clock=clock) as history:
        history.create(played(new_evening(OTHER), 1, stamps("o")))
        history.create(new_evening(ID))
        files = [file_of(history.folder, ID).read_bytes()]
        for _ in range(HANDS):
            record(history, ID)
            files.append(file_of(history.folder, ID).read_bytes())
        made = hourly(history, clock)
        record(history, ID)
    return history.folder, files, made


def put(folder: Path, raw: bytes | None) -> None:
    """Puts an earlier file of the evening there, as a tool does that copies folders; None takes it away."""
    for each in folder.glob(f"sessions/{ID}.json*"):
        each.unlink()
    if raw is not None:
        file_of(folder, ID).write_bytes(raw)


@pytest.mark.parametrize("then_gone", [False, True])
@pytest.mark.parametrize("hands", range(HANDS))
def test_whatever_newer_backups_have_the_one_with_most_is_named_and_stays(
    folder: tuple[Path, list[bytes], Backup], clock: Clock, hands: int, then_gone: bool
) -> None:
    """The evening goes back to a number of hands, is backed up, and perhaps goes for good."""
    here, files, made = folder
    put(here, files[hands])
    with History(here, clock=clock) as history:
        hourly(history, clock)
    if then_gone:
        put(here, None)
    for _ in range(4):
        clock.now += timedelta(days=40)
        with History(here, clock=clock) as history:
            hourly(history, clock)
            assert made in history.backups()
            (report,) = history.reports()
            assert report.kind is (ReportKind.GONE if then_gone else ReportKind.OLDER)
            assert report.backup_copy is not None
            assert (report.backup_copy.path, report.backup_copy.summary.deals) == (made.path, HANDS)
    (here / LOG).unlink()
    with History(here, clock=clock) as history:
        assert len(history.reports()) == 1, "a lost log does not forget it: backups name what was missing"
        restore_missing(history)
        assert len(history.load(ID).sheet.deals) == HANDS


def test_events_spread_over_backups_come_back_from_all(
    folder: tuple[Path, list[bytes], Backup], clock: Clock
) -> None:
    """Each time the evening goes back, and goes on otherwise."""
    here, files, _ = folder
    needed: list[Backup] = []
    events: set[str] = set()
    for number in range(3):
        put(here, files[0])
        with History(here, clock=clock) as history:
            for hand in range(3 - number):
                events.add(record(history, ID, stamps(f"{number}-{hand}")).events[-1].id)
            needed.append(hourly(history, clock))
    put(here, files[0])
    for _ in range(4):
        clock.now += timedelta(days=1)
        with History(here, clock=clock) as history:
            hourly(history, clock)
    with History(here, clock=clock) as history:
        assert set(needed) <= set(history.backups())
        restore_missing(history)
        assert events <= {event.id for event in history.load(ID).events}


def test_a_backup_that_cannot_be_read_for_a_moment_is_not_dropped(
    folder: tuple[Path, list[bytes], Backup], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, files, made = folder
    put(here, files[0])
    look = inspection_module._look_into
    with History(here, clock=clock) as history:
        hourly(history, clock)  # of the same day: tomorrow it takes the place of the one that is needed

    def refused(backup: Backup, evening_ids: Collection[str]) -> dict[str, _Found]:
        if backup == made:
            raise Unreadable(backup.path, errno.EIO)
        return look(backup, evening_ids)

    for _ in range(4):
        clock.now += timedelta(days=1)
        with History(here, clock=clock) as history, monkeypatch.context() as patch:
            patch.setattr(inspection_module, "_look_into", refused)
            assert [report.backup_copy for report in history.reports()] == [None]
            hourly(history, clock)
            assert made in history.backups()
            patch.undo()
            hourly(history, clock)
            (report,) = history.reports()
            assert report.backup_copy
            assert report.backup_copy.path == made.path


def test_each_backup_is_opened_once(
    folder: tuple[Path, list[bytes], Backup], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, files, _ = folder
    put(here, files[0])
    opened: list[Path] = []
    look: Callable[..., object] = inspection_module._look_into

    def watched(backup: Backup, evening_ids: object) -> object:
        opened.append(backup.path)
        return look(backup, evening_ids)

    monkeypatch.setattr(inspection_module, "_look_into", watched)
    with History(here, clock=clock) as history:
        for _ in range(3):
            hourly(history, clock)
            history.reports()
        assert len(opened) == len(set(opened)) == len(history.backups())
    with HistoryReader(here) as reader:
        assert len(reader.reports()) == 1


@pytest.mark.parametrize("hands", range(3))
@pytest.mark.parametrize("harm", ["gone", "damaged"])
@pytest.mark.parametrize("log", ["whole", "lost", "a damaged line", "a damaged first line"])
@pytest.mark.parametrize("manifest", ["of today", "without last events"])
def test_a_missing_evening_is_reported_whatever_was_played(
    tmp_path: Path, hands: int, harm: str, log: str, manifest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One without a hand too, and whatever became of the log: a backup has it."""
    if manifest != "of today":
        monkeypatch.setattr(archive_module, "read_last_events", lambda *_: {})
    with History(tmp_path) as history:
        history.create(played(new_evening(ID), hands, stamps()))
        history.create(new_evening(OTHER))
        history.move_to_bin(OTHER)
        whole = history.load(ID)
        history.back_up()
    put(tmp_path, None if harm == "gone" else b"damaged")
    if log == "lost":
        (tmp_path / LOG).unlink()
    elif log != "whole":
        start = b'["scorepad' if log == "a damaged first line" else f'["{ID}'.encode()
        (tmp_path / LOG).write_bytes((tmp_path / LOG).read_bytes().replace(start, b"?" + start[1:]))
    for _ in range(2):
        with History(tmp_path) as history:
            (report,) = history.reports()
            assert report.evening_id == ID
            assert report.is_loss
            assert report.backup_copy is not None
    with History(tmp_path) as history:
        assert restore_missing(history).new == (ID,)
        assert history.load(ID) == whole
        assert history.reports() == []
    with History(tmp_path) as history:
        assert history.reports() == []
