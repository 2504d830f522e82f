"""A reader beside the app, or after a kill: its list and its sheets agree, and it reports no loss that is none."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from disks import CHANGES_OF_DISK, WatchedDisk
from empty_history import NOW, Clock
from evenings import stamps
from folders import file_of, new_evening, record
from random_evenings import played

from scorepad.history import FileState, History, HistoryError, HistoryReader, UnknownEvening, verify
from scorepad.history.transfer import apply_import, export, preview_import, restore_missing

pytestmark = pytest.mark.usefixtures("nobody_else_writes")

ID, OTHER = "session-1", "session-2"


class Killed(BaseException):
    """The app is killed here."""


class KillingDisk(WatchedDisk):
    """Kills the process before the change with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(self._count)
        self.number, self.calls = number, 0

    def _count(self, call: str, *_: object) -> None:
        if call in CHANGES_OF_DISK:
            self.calls += 1
            if self.calls >= self.number:
                raise Killed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two evenings, backed up, with a hand more each."""
    with History(tmp_path / "here", clock=lambda: NOW) as history:
        for id_ in (ID, OTHER):
            history.create(played(new_evening(id_), 2, stamps(id_)))
        history.back_up()
        for id_ in (ID, OTHER):
            record(history, id_)
        history.summaries()
    return tmp_path / "here"


def a_hand(history: History) -> None:
    record(history, ID)


def a_deletion(history: History) -> None:
    history.move_to_bin(ID)


def a_deletion_for_good(history: History) -> None:
    history.delete_for_good(history.move_to_bin(ID))


def a_restore(history: History) -> None:
    history.restore(history.backups()[0].path)


def a_first_save(history: History) -> None:
    history.create(played(new_evening("session-3"), 1, stamps("third")))


def killed(folder: Path, does: Callable[[History], None], number: int) -> Iterator[Path]:
    """A copy of the folder, in which the app was killed at a call of what it did; nothing if it made less calls."""
    copy = shutil.copytree(folder, folder.with_name(f"killed-{number}"))
    disk = KillingDisk(2**31)
    history = History(copy, clock=lambda: NOW, disk=disk)
    history.__enter__()
    disk.number = disk.calls + number
    try:
        does(history)
    except Killed:
        yield copy
    finally:
        disk.number = 2**31
        if history._lock is not None:
            history._lock.release()


def agrees(reader: HistoryReader) -> None:
    """The list shows what the sheets show, once these were opened, and no loss is reported."""
    looks_at_all(reader)
    for summary in reader.summaries():
        assert summary.problem is None
        assert len(reader.load(summary.id).sheet.deals) == summary.deals
    assert not [each for each in reader.reports() if each.is_loss]


def looks_at_all(reader: HistoryReader) -> None:
    for summary in reader.summaries():
        with suppress(HistoryError):
            reader.load(summary.id)


@pytest.mark.promise(
    "The history",
    "After a kill at any moment, a reader reports no false loss; its list agrees with its sheets.",
)
@pytest.mark.parametrize("first", ["the sheet", "the list"])
@pytest.mark.parametrize("does", [a_hand, a_first_save, a_deletion, a_deletion_for_good, a_restore])
def test_after_a_kill_a_reader_reports_no_loss(
    folder: Path, does: Callable[[History], None], first: str
) -> None:
    """Neither one that opens then, at any call that changes the disk, nor the same one after the next start."""
    number = 0
    with HistoryReader(folder) as reader:
        agrees(reader)
    while True:
        number += 1
        copies = list(killed(folder, does, number))
        if not copies:
            break
        (copy,) = copies
        with HistoryReader(copy) as reader:
            if first == "the sheet":
                with suppress(UnknownEvening):
                    reader.load(ID)
            agrees(reader)
            checks = [each for each in verify(copy) if not each.name.startswith("backups/")]
            assert {each.state for each in checks} <= {FileState.SOUND, FileState.QUARANTINED}, number
            with History(copy) as history:
                assert not history.reports() or {each.kind for each in history.reports()} == {"completed"}
                known = {each.id: each.deals for each in history.summaries()}
                assert known[OTHER] in ((2, 3) if does is a_restore else (3,))
            agrees(reader)
        shutil.rmtree(copy)
    assert number > 3


@pytest.mark.promise(
    "The history", "A reader that stays open misses nothing that the app deletes or replaces."
)
def test_a_reader_that_stays_open_reports_no_loss_that_the_app_does_not(
    tmp_path: Path, clock: Clock, long: bool
) -> None:
    """Whatever the app does meanwhile, and whatever is really lost."""
    for seed in range(60 if long else 12):
        rng, folder = random.Random(seed), tmp_path / str(seed)
        with History(folder, clock=clock) as history:
            for number in range(3):
                history.create(played(new_evening(f"session-{number}"), 2, stamps(f"e{number}-")))
            exported = export(history)
            history.back_up()
            with HistoryReader(folder) as reader:
                for _ in range(12):
                    does = rng.choice(STEPS)
                    with suppress(HistoryError):  # as for an evening whose file was taken away
                        does(history, rng, exported)
                    looks_at_all(reader)
                    missing = {each.evening_id for each in history.reports() if each.is_loss}
                    told = {each.evening_id for each in reader.reports() if each.is_loss}
                    assert told <= missing, (seed, does)
                    for summary in reader.summaries():
                        if summary.id not in missing:
                            hands = len(history.load(summary.id).sheet.deals)
                            assert len(reader.load(summary.id).sheet.deals) == summary.deals == hands


def anyone(history: History, rng: random.Random) -> str | None:
    found = [each.id for each in history.summaries()]
    return rng.choice(found) if found else None


def records(history: History, rng: random.Random, _: bytes) -> None:
    if id_ := anyone(history, rng):
        record(history, id_)


def deletes(history: History, rng: random.Random, _: bytes) -> None:
    if id_ := anyone(history, rng):
        history.move_to_bin(id_)


def deletes_for_good(history: History, rng: random.Random, _: bytes) -> None:
    if id_ := anyone(history, rng):
        history.delete_for_good(history.move_to_bin(id_))


def restores(history: History, rng: random.Random, _: bytes) -> None:
    history.restore(rng.choice(history.backups()).path)


def backs_up(history: History, _: random.Random, __: bytes) -> None:
    history.back_up()


def imports(history: History, _: random.Random, exported: bytes) -> None:
    apply_import(preview_import(exported, history), history)


def loses(history: History, rng: random.Random, _: bytes) -> None:
    """Somebody takes the file of an evening away, or puts an older one there, and the app opens it."""
    if id_ := anyone(history, rng):
        path = file_of(history.folder, id_)
        spare = path.with_name(f"{path.name}.bak")
        if spare.exists() and rng.random() < 0.5:
            spare.replace(path)
        else:
            for each in (path, spare):
                each.unlink(missing_ok=True)
        with suppress(Exception):
            history.load(id_)


def dismisses(history: History, _: random.Random, __: bytes) -> None:
    history.dismiss_reports(history.reports())


def brings_back(history: History, _: random.Random, __: bytes) -> None:
    restore_missing(history)


STEPS = [
    *[records, records, deletes, deletes_for_good, restores, backs_up, imports],
    *[loses, dismisses, brings_back],
]
