"""A crash at every call to the system, in writing and in recovering: what was saved is there, and no more."""

from __future__ import annotations

import errno
import itertools
from collections.abc import Callable

import pytest
from simulated_disk import Contents, Names, SimulatedDisk, crashes

from scorepad.history import Report, ReportKind
from scorepad.history.disk import Disk
from scorepad.history.errors import StorageError, WriteFailed
from scorepad.history.file_format import Generations, Tables, encode
from scorepad.history.storage import AtomicStorage

PATH = "folder/file.json"
WRITES = 4


def tables(count: int) -> Tables:
    return {"events": {str(number + 1): {"id": f"event {number}"} for number in range(count)}}


def count(storage: AtomicStorage) -> int:
    found = storage.read()
    assert found is None or found == tables(len(found["events"]))
    return 0 if found is None else len(found["events"])


class Run:
    """The promises and the deeds of one way of storing, over all crashes."""

    def __init__(self, storage: type[AtomicStorage] = AtomicStorage, *forgets: str) -> None:
        self.storage = storage
        self.forgets = frozenset(forgets)
        self.violations: list[str] = []
        self.states = 0
        self.nested = 0

    def all(self) -> Run:
        """Every crash, and every crash while opening what it left."""
        return self._until(lambda: False, nested=True)

    def until_caught(self) -> Run:
        """Crashes until one breaks the promise, if any does."""
        return self._until(lambda: bool(self.violations), nested=False)

    def _until(self, enough: Callable[[], bool], *, nested: bool) -> Run:
        acknowledged = attempted = 0

        def work(disk: SimulatedDisk) -> None:
            nonlocal acknowledged, attempted
            acknowledged = attempted = 0
            storage = self.storage(PATH, disk=disk)
            for attempted in range(1, WRITES + 1):
                storage.read()
                storage.write(tables(attempted))
                acknowledged = attempted

        for disk, _ in crashes(lambda: SimulatedDisk(forgets=self.forgets), work):
            allowed = {acknowledged, attempted}
            for left in disk.after_power_cut():
                self.states += 1
                self._open(*left, allowed)
                if nested:
                    self._crash_while_opening(left, allowed)
            self._stays_served(disk.killed())
            if enough():
                break
        return self

    def _open(self, names: Names, contents: Contents, allowed: set[int]) -> None:
        """Opens what the crash left; then one more write must succeed and be found again."""
        disk = SimulatedDisk(names, contents)
        try:
            storage = self.storage(PATH, disk=disk)
            served = count(storage)
            if served not in allowed:
                self.violations.append(f"{served} served, {allowed} allowed")
                return
            storage.write(tables(served + 1))
            if count(AtomicStorage(PATH, disk=disk)) != served + 1:
                self.violations.append("a write after the recovery was lost")
        except (StorageError, AssertionError, KeyError) as error:
            self.violations.append(repr(error))

    def _crash_while_opening(self, left: tuple[Names, Contents], allowed: set[int]) -> None:
        for disk, finished in crashes(
            lambda: SimulatedDisk(*left), lambda disk: self.storage(PATH, disk=disk)
        ):
            for found in () if finished else disk.after_power_cut():
                self.nested += 1
                self._open(*found, allowed)

    def _stays_served(self, disk: SimulatedDisk) -> None:
        """A later power cut takes nothing back that an opening showed after a kill.

        The folder is synced first, as History does once when it opens.
        """
        try:
            disk.sync_folder("folder")
            served = count(self.storage(PATH, disk=disk))
        except (StorageError, AssertionError, KeyError) as error:
            self.violations.append(repr(error))
            return
        for names, contents in disk.after_power_cut():
            self._open(names, contents, {served})


@pytest.mark.promise("The history", "A power cut at any moment loses nothing that was saved.")
def test_no_crash_loses_what_was_saved() -> None:
    run = Run().all()
    assert run.violations == []
    assert run.states > 100
    assert run.nested > 100


class InPlace(AtomicStorage):
    """Writes over the file, as the stock storage does."""

    def _commit(self, raw: bytes) -> None:
        self._write_file(self._path, raw)
        self._sync_folder()


class NoGeneration(AtomicStorage):
    """Takes the first sound file that the folder lists, as if nothing said which is newer."""

    def _inspect(self) -> Generations:
        found = super()._inspect()
        order = sorted(found.sound, key=lambda suffix: (suffix == "", suffix))[:1]
        return found._replace(sound={suffix: found.sound[suffix] for suffix in order})


@pytest.mark.parametrize(
    ("storage", "forgets"),
    [
        (AtomicStorage, "sync"),
        (AtomicStorage, "sync_folder"),
        (InPlace, ""),
        (NoGeneration, ""),
    ],
)
def test_the_simulator_catches_planted_mistakes(storage: type[AtomicStorage], forgets: str) -> None:
    assert Run(storage, forgets).until_caught().violations


class IgnoresUnfinished(AtomicStorage):
    """Never looks at .tmp."""

    def _inspect(self) -> Generations:
        found = super()._inspect()
        return found._replace(sound={each: found.sound[each] for each in found.sound if each != ".tmp"})


@pytest.mark.parametrize("suffixes", [(".bak", ".tmp"), (".bak", "", ".tmp")], ids=["between", "before"])
def test_a_write_with_safe_bytes_is_completed(suffixes: tuple[str, ...]) -> None:
    """The process died between the two renames of a save, or before them."""
    names = {PATH + suffix: number for number, suffix in enumerate(suffixes)}
    files = [encode(tables(number), schema=1, generation=number + 1) for number in range(len(suffixes))]
    disk, ignorant = (SimulatedDisk(names, dict(enumerate(files))) for _ in range(2))
    reports: list[Report] = []
    assert count(AtomicStorage(PATH, disk=disk, report=reports.append)) == len(files) - 1
    assert [report.kind for report in reports] == [ReportKind.COMPLETED]
    assert (disk.read(PATH), disk.read(PATH + ".bak")) == (files[-1], files[-2]), (
        "the spare is the one before"
    )
    assert count(IgnoresUnfinished(PATH, disk=ignorant)) == len(files) - 2, "the test must see the mistake"


def calls_of_one_write() -> int:
    disk = SimulatedDisk()
    storage = AtomicStorage(PATH, disk=disk)
    storage.write(tables(1))
    before = disk.calls
    storage.write(tables(2))
    return disk.calls - before


@pytest.mark.parametrize("saved", [0, 1, 2])
def test_a_failing_call_changes_nothing(saved: int) -> None:
    """A call of a write fails, and perhaps some calls of what undoes it, or all; then the disk works again."""
    stages = calls_of_one_write() - (saved == 0)  # the first write renames one file less
    for failing, faults in itertools.product(range(1, stages + 1), (1, 2, 3, 4, 5, 50)):
        disk = SimulatedDisk()
        storage = AtomicStorage(PATH, disk=disk)
        for number in range(saved):
            storage.write(tables(number + 1))
        at = disk.calls + failing
        disk.errors = dict.fromkeys(range(at, at + faults), OSError(errno.EIO, "planted"))
        with pytest.raises(WriteFailed):
            storage.write(tables(saved + 1))
        left = {saved} if faults == 1 else {saved, saved + 1}
        for names, contents in disk.after_power_cut():
            assert count(AtomicStorage(PATH, disk=SimulatedDisk(names, contents))) in left
        assert storage.is_current()
        assert count(storage) == saved, "what was refused is not served"
        other = {"events": {"1": {"id": "another"}}}
        disk.errors = {disk.calls + 1: OSError(errno.EIO, "planted")}
        with pytest.raises(WriteFailed):
            storage.write(other)
        disk.errors = {}
        storage.write(other)
        assert storage.read() == AtomicStorage(PATH, disk=disk).read() == other
        assert storage.generation == saved + 1


def test_a_refused_rename_is_tried_again_for_a_while() -> None:
    class Scanner(SimulatedDisk):
        retry_delays = (0.1, 0.2)

        def __init__(self) -> None:
            super().__init__()
            self.refusals = 0
            self.waited: list[float] = []

        def replace(self, source: str, target: str) -> None:
            if self.refusals:
                self.refusals -= 1
                raise PermissionError(errno.EACCES, "a scanner holds the file")
            super().replace(source, target)

        def pause(self, seconds: float) -> None:
            self.waited.append(seconds)

    disk = Scanner()
    storage = AtomicStorage(PATH, disk=disk)
    storage.write(tables(1))
    disk.refusals = 2
    storage.write(tables(2))
    assert disk.waited == [0.1, 0.2]
    disk.refusals = 3
    with pytest.raises(WriteFailed):
        storage.write(tables(3))
    assert count(storage) == 2


def test_every_call_of_the_system_goes_through_the_disk() -> None:
    def calls(kind: type[Disk]) -> set[str]:
        return {name for name, call in vars(kind).items() if callable(call) and not name.startswith("_")}

    assert calls(Disk) - calls(SimulatedDisk) == {"pause", "append"}, "the log alone appends"
