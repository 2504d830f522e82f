"""The bin: deleted evenings are kept for 30 days, and come back as they were, whatever stops the program meanwhile."""

from __future__ import annotations

import errno
from datetime import timedelta

import pytest
from disks import RefusingDisk
from empty_history import NOW, Clock
from evenings import stamps
from folders import file_of, files, new_evening, reopened
from random_evenings import played
from sample_evenings import eventful
from simulated_disk import Contents, Names, SimulatedDisk, crashes

from scorepad.evening.events import Ended
from scorepad.history import (
    EveningExists,
    FileState,
    History,
    HistoryError,
    HistoryReader,
    StorageError,
    UnknownEvening,
    WriteFailed,
    verify,
)
from scorepad.history.storage import AtomicStorage, move
from scorepad.history.transfer import restore_missing

pytestmark = pytest.mark.usefixtures("nobody_else_writes")

ID = "session-1"


@pytest.fixture
def history(history: History) -> History:
    history.create(eventful())
    history.create(played(new_evening("other"), 1, stamps("o")))
    return history


def ids(history: HistoryReader) -> list[str]:
    return [summary.id for summary in history.summaries()]


@pytest.mark.promise("The history", "A deleted evening is in the bin, and comes back as it was.")
def test_a_deleted_evening_is_in_the_bin_and_comes_back_as_it_was(history: History) -> None:
    told: list[str | None] = []
    history.on_change = told.append
    history.save_draft(ID, {"taker": "player-1"})
    name = history.move_to_bin(ID)
    assert ids(history) == ["other"]
    with pytest.raises(UnknownEvening):
        history.load(ID)
    with pytest.raises(UnknownEvening):
        history.extend(eventful())
    with reopened(history) as history:
        assert ids(history) == ["other"]
        assert history.reports() == [], "it is not missing"
        [deleted] = history.bin()
        assert deleted.name == name
        assert deleted.at == NOW
        assert deleted.days_left == 30
        assert (deleted.summary.id, deleted.summary.deals) == (ID, len(eventful().sheet.deals))
        assert history.put_back(name) == ID
        assert history.bin() == []
        assert history.load(ID) == eventful()
        assert sorted(ids(history)) == ["other", ID]
        assert history.draft(ID) == {"taker": "player-1"}
        changed = history.load(ID).add(Ended(False), history.stamp())
        history.extend(changed)
    assert told == [ID]
    with reopened(history) as history:
        assert history.load(ID) == changed


def test_an_evening_deleted_twice_in_a_second_is_in_the_bin_as_it_was_last(history: History) -> None:
    history.move_to_bin(ID)
    (before,) = history.bin()
    history.put_back(before.name)
    history.extend(history.load(ID).add(Ended(False), history.stamp()))
    deleted = history.load(ID)
    assert history.move_to_bin(ID) == before.name
    assert history.load_binned(before.name) == deleted


@pytest.mark.promise("The history", "A deleted evening stays in the bin for 30 days of use, then it is gone.")
def test_a_deleted_evening_is_gone_after_thirty_days(history: History, clock: Clock) -> None:
    history.move_to_bin(ID)
    for left in range(29, 0, -1):
        clock.now += timedelta(days=1)
        with reopened(history) as history:
            assert [each.days_left for each in history.bin()] == [left]
    clock.now += timedelta(hours=23, minutes=59)
    with reopened(history) as history:
        assert [each.days_left for each in history.bin()] == [1]
    clock.now += timedelta(minutes=1)
    with reopened(history) as history:
        assert history.bin() == []
        assert ids(history) == ["other"]
        assert history.reports() == []
    assert not [name for name in files(history.folder) if ID in name]


def test_an_evening_can_be_deleted_for_good(history: History) -> None:
    for kept in ("schema-1", "damaged-0"):
        (history.folder / "sessions" / f"{ID}.json.{kept}").write_bytes(b"an older file")
    history.save_draft(ID, {"taker": "player-1"})
    name = history.move_to_bin(ID)
    history.delete_for_good(name)
    assert history.bin() == []
    assert history.draft(ID) is None
    assert not [found for found in files(history.folder) if ID in found]
    for gone in (name, "sessions/../library.json", "x.json.deleted-20261399T000000Z"):
        with pytest.raises(UnknownEvening):
            history.put_back(gone)
        with pytest.raises(UnknownEvening):
            history.delete_for_good(gone)


def test_an_evening_that_is_here_again_is_not_written_over(history: History) -> None:
    first = history.move_to_bin(ID)
    history.create(played(new_evening(ID), 1, stamps()))
    with pytest.raises(EveningExists):
        history.put_back(first)
    second = history.move_to_bin(ID)
    assert second != first, "within the same second too"
    assert {each.name for each in history.bin()} == {first, second}
    history.delete_for_good(second)
    history.put_back(first)
    assert history.load(ID) == eventful()


@pytest.mark.promise("The history", "Putting an evening back never replaces one that is there.")
@pytest.mark.parametrize("generation", [".tmp", ".bak"])
def test_an_evening_in_an_unfinished_save_is_not_written_over(history: History, generation: str) -> None:
    """A process that was killed between its two renames leaves the evening under these names only."""
    name = history.move_to_bin(ID)
    newer = played(new_evening(ID), 1, stamps())
    history.create(newer)
    path = file_of(history.folder)
    path.replace(f"{path}{generation}")
    with pytest.raises(EveningExists):
        history.put_back(name)
    with reopened(history) as history:
        assert history.load(ID) == newer
        assert [each.name for each in history.bin()] == [name]


def test_another_process_sees_the_deletion_and_reports_no_loss(history: History, clock: Clock) -> None:
    """Not even where the log still names it, as when the program was killed between the two, or is lost."""
    log = history.folder / "evenings.log"
    history.summaries()
    before = log.read_bytes()
    with HistoryReader(history.folder, clock=clock) as reader:
        assert reader.load(ID) == eventful()
        name = history.move_to_bin(ID)
        with pytest.raises(UnknownEvening):
            reader.load(ID)
        assert [each.summary.id for each in reader.bin()] == [ID]
    for left in (b"", before):
        log.write_bytes(left)
        with reopened(history) as history:
            assert history.reports() == []
            assert restore_missing(history).new == ()
            assert ids(history) == ["other"]
            if left:
                history.delete_for_good(name)
    with reopened(history) as history:
        assert history.reports() == [], "nor when it left the bin"


def test_a_damaged_file_in_the_bin_is_reported(history: History) -> None:
    name = history.move_to_bin(ID)
    states = {each.name: each.state for each in verify(history.folder)}
    assert states[f"sessions/{name}"] is FileState.SOUND
    path = history.folder / "sessions" / name
    path.write_bytes(path.read_bytes()[:-5])
    states = {each.name: each.state for each in verify(history.folder)}
    assert states[f"sessions/{name}"] is FileState.BAD
    with HistoryReader(history.folder) as reader:
        [deleted] = reader.bin()
    assert isinstance(deleted.summary.problem, HistoryError)
    history.delete_for_good(name)


def test_a_refusal_of_the_system_changes_nothing(history: History) -> None:
    disk = RefusingDisk(errno.EACCES, r"\.deleted-", ["replace"])
    with reopened(history, disk) as history:
        with pytest.raises(WriteFailed):
            history.move_to_bin(ID)
        history.extend(history.load(ID).undo(history.stamp()))
        disk.refuses = False
        name = history.move_to_bin(ID)
        disk.refuses = True
        with pytest.raises(WriteFailed):
            history.put_back(name)
        assert [each.name for each in history.bin()] == [name]
        disk.code, disk.pattern, disk.calls = errno.ENOSPC, "", ["create", "write"]
        history.delete_for_good(name)
        history.delete_for_good(history.move_to_bin("other"))
        assert ids(history) == [], "a full disk can be emptied"


# -- crashes --

PATH, TARGET = "folder/file.json", "folder/file.json.deleted-20261121T221500Z"
SAVED = {"events": {str(number): {"id": f"event {number}"} for number in range(3)}}


def where(names: Names, contents: Contents) -> set[str]:
    """The places where the whole of what was saved is found, as the next start finds it."""
    found = set()
    disk = SimulatedDisk(names, contents)
    try:
        storage = AtomicStorage(PATH, disk=disk)
        if storage.read() is not None:
            found.add(PATH if storage.read() == SAVED else "an older generation")
        if disk.read(TARGET) is not None:
            assert AtomicStorage(TARGET, disk=disk).read() == SAVED
            found.add(TARGET)
    except StorageError as error:
        return {repr(error)}
    return found


def saved(forgets: frozenset[str] = frozenset(), *, deleted: bool = False) -> SimulatedDisk:
    """A disk with a file of two generations, or in the bin, and everything on it durable."""
    disk = SimulatedDisk()
    storage = AtomicStorage(PATH, disk=disk)
    storage.write({"events": {}})
    storage.write(SAVED)
    if deleted:
        storage.move_to(TARGET)
    return SimulatedDisk(disk.names, disk.contents, forgets=forgets)


def violations(*, forgets: frozenset[str] = frozenset(), back: bool = False) -> tuple[list[str], int]:
    """The faults after a power cut at any call of a deletion or a return, and the states seen."""
    wrong: list[str] = []
    states = 0

    def work(disk: SimulatedDisk) -> None:
        if back:
            move(TARGET, PATH, disk)
        else:
            AtomicStorage(PATH, disk=disk).move_to(TARGET)

    for disk, finished in crashes(lambda: saved(forgets, deleted=back), work):
        allowed = {PATH if back else TARGET} if finished else {PATH, TARGET}
        for left in disk.after_power_cut():
            states += 1
            found = where(*left)
            if len(found) != 1 or not found <= allowed:
                wrong.append(f"{disk.fuse}: {found}")
    return wrong, states


@pytest.mark.parametrize("back", [False, True])
def test_no_crash_loses_or_doubles_an_evening(back: bool) -> None:
    wrong, states = violations(back=back)
    assert wrong == []
    assert states >= (3 if back else 7)
    assert violations(forgets=frozenset({"sync_folder"}), back=back)[0], "the simulator sees the mistake"


def test_a_failing_call_leaves_the_evening_where_it_was() -> None:
    calls = saved()
    AtomicStorage(PATH, disk=calls).move_to(TARGET)
    for failing in range(1, calls.calls + 1):
        disk = saved()
        storage = AtomicStorage(PATH, disk=disk)
        disk.errors[failing] = OSError(errno.EIO, "planted")
        with pytest.raises(WriteFailed):
            storage.move_to(TARGET)
        assert storage.read() == SAVED
        assert disk.read(TARGET) is None
        storage.write(SAVED)
        storage.move_to(TARGET)
        assert disk.read(TARGET) is not None
