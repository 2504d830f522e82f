"""Three devices share one history over a folder that a syncing program mistreats: copies, cuts, old files, no disk."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from disks import CHANGES_OF_DISK, WatchedDisk
from evenings import gardes, table
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import EventId
from scorepad.evening.events import Noted, Seated
from scorepad.evening.people import Person, Seating
from scorepad.history import History, HistoryError, UnknownEvening
from scorepad.history.shared_folder import MEMORY, SUBFOLDER
from scorepad.sharing.together import Together
from scorepad.work import finished

DEVICES = st.integers(0, 2)
EVENINGS = st.sampled_from(["evening-0", "evening-1"])
PLACES = st.integers(0, 99)
ROUNDS = 8
"""The most rounds of all devices until all have the same."""


class Killed(BaseException):
    """The process is gone, in the middle of a write."""


class Computer:
    """A computer with its history, its clock, and what it did to evenings."""

    def __init__(self, folder: Path, shared: Path, hours: int) -> None:
        self.folder, self.shared = folder, shared
        self.time = datetime(2026, 11, 21, 20, 15, tzinfo=UTC) + timedelta(hours=hours)
        self.recorded: dict[str, set[EventId]] = {}
        """The events that were recorded here."""
        self.deleted: dict[str, set[EventId]] = {}
        """The events of the evenings that were deleted here and not put back."""
        self.calls_left: int | None = None
        self.blow: type[BaseException] = Killed
        self.open()

    def clock(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def open(self) -> None:
        self.calls_left = None
        disk = WatchedDisk(self._called)
        self.history = History(self.folder, clock=self.clock, disk=disk).__enter__()
        assert self.history.device, "it is written down before anything else happens"
        self.together = Together(self.history, disk=disk)

    def _called(self, call: str, *_: object) -> None:
        if self.calls_left is not None and call in CHANGES_OF_DISK:
            self.calls_left -= 1
            if self.calls_left < 0:
                raise self.blow(errno.ENOSPC, "planted") if self.blow is OSError else self.blow

    def killed(self) -> None:
        """Another process opens the folder of one that was killed."""
        assert self.history._lock is not None
        self.history._lock.release()
        self.open()

    def restart(self) -> None:
        self.history.close()
        self.open()

    def loaded(self, evening_id: str) -> Evening | None:
        try:
            return self.history.load(evening_id)
        except UnknownEvening:
            return None

    def events(self, evening_id: str) -> set[EventId] | None:
        evening = self.loaded(evening_id)
        return None if evening is None else {event.id for event in evening.events}

    def changes(self, evening_id: str, change: Callable[[Evening], Evening]) -> None:
        """Records something in an evening, if it is here."""
        before = self.loaded(evening_id)
        if before is not None:
            after = change(before)
            self.history.extend(after)
            new = {event.id for event in after.events} - {event.id for event in before.events}
            self.recorded.setdefault(evening_id, set()).update(new)

    def round(self) -> None:
        """A round of the sharing, which changes no file of another device."""
        before = foreign_files(self)
        try:
            finished(self.together.round())
        except Killed:
            self.killed()
        finally:
            self.calls_left = None
        assert foreign_files(self) == before, "each device writes its own files only"


def foreign_files(computer: Computer) -> dict[str, bytes]:
    """The files of the shared folder that are not of this computer."""
    chosen = computer.together.chosen
    own = "-" if chosen is None else chosen.own
    folder = computer.shared / SUBFOLDER
    if not folder.is_dir():
        return {}
    return {path.name: path.read_bytes() for path in folder.iterdir() if own not in path.name}


class ThreeDevices(RuleBasedStateMachine):
    """Anything may happen to the folder and to the devices; at the end, all have the same, and nothing is lost."""

    def __init__(self) -> None:
        super().__init__()
        self.top = Path(tempfile.mkdtemp())
        self.shared = self.top / "shared"
        self.shared.mkdir()
        self.away = self.top / "away"
        self.old: list[tuple[str, bytes]] = []
        """Earlier bytes of files, which a syncing program may bring late."""
        self.people = iter(range(1000))

    @initialize()
    def begin(self) -> None:
        """Clocks differ by hours; two evenings begin on the first device."""
        self.devices = [
            Computer(self.top / f"device-{number}", self.shared, hours)
            for number, hours in enumerate((0, -30, 50))
        ]
        for number in range(2):
            evening = gardes(table(4, id=f"evening-{number}"), 1, self.devices[0].history.stamp)
            self.devices[0].history.create(evening)
            self.devices[0].recorded[evening.id] = {event.id for event in evening.events}
        for device in self.devices:
            device.together.choose(self.shared)

    def teardown(self) -> None:
        try:
            if hasattr(self, "devices"):
                self.all_have_the_same_at_the_end()
        finally:
            for device in getattr(self, "devices", []):
                device.history.close()
            shutil.rmtree(self.top)

    # -- devices ---

    @rule(number=DEVICES, evening=EVENINGS)
    def records(self, number: int, evening: str) -> None:
        device = self.devices[number]
        device.changes(evening, lambda before: gardes(before, 1, device.history.stamp))

    @rule(number=DEVICES, evening=EVENINGS, row=PLACES)
    def strikes_out(self, number: int, evening: str, row: int) -> None:
        device = self.devices[number]

        def change(before: Evening) -> Evening:
            rows = before.sheet.counting_rows
            return before.correct(rows[row % len(rows)].id, None, device.history.stamp()) if rows else before

        device.changes(evening, change)

    @rule(number=DEVICES, evening=EVENINGS)
    def notes(self, number: int, evening: str) -> None:
        device = self.devices[number]
        device.changes(evening, lambda before: before.add(Noted("a note"), device.history.stamp()))

    @rule(number=DEVICES, evening=EVENINGS)
    def somebody_comes(self, number: int, evening: str) -> None:
        device, newcomer = self.devices[number], next(self.people)

        def change(before: Evening) -> Evening:
            seating = before.table.seating
            if len(seating.people) >= 6 or len(before.table.known) > 12:
                return before
            people = (*seating.people, Person(f"late-{newcomer}", f"Late {newcomer}", newcomer % 5))
            return before.add(Seated(Seating(people, seating.seats, seating.dealer)), device.history.stamp())

        device.changes(evening, change)

    @rule(number=DEVICES, evening=EVENINGS)
    def deletes(self, number: int, evening: str) -> None:
        device = self.devices[number]
        events = device.events(evening)
        if events is not None:
            device.history.move_to_bin(evening)
            device.deleted[evening] = events

    @rule(number=DEVICES, evening=EVENINGS)
    def puts_back(self, number: int, evening: str) -> None:
        device = self.devices[number]
        names = [each.name for each in device.history.bin() if each.summary.id == evening]
        if names and device.loaded(evening) is None:
            device.history.put_back(names[0])
            device.deleted.pop(evening, None)

    @rule(number=DEVICES, evening=EVENINGS)
    def empties_the_bin(self, number: int, evening: str) -> None:
        """A person empties it after a while, when it was noticed that the evening was deleted."""
        device = self.devices[number]
        device.round()
        if self.shared.exists() and (self.shared / SUBFOLDER).exists():
            for each in device.history.bin():
                device.history.delete_for_good(each.name)
                device.recorded.pop(each.summary.id, None)  # nobody else may have had it

    @rule(number=DEVICES)
    def shares(self, number: int) -> None:
        self.devices[number].round()

    @rule(number=DEVICES, calls=st.integers(0, 30), blow=st.sampled_from([Killed, OSError]))
    def is_cut_off(self, number: int, calls: int, blow: type[BaseException]) -> None:
        """The process is killed, or the disk refuses, from one of the writes of a round on."""
        device = self.devices[number]
        device.calls_left, device.blow = calls, blow
        device.round()

    @rule(number=DEVICES, forgets=st.booleans())
    def restarts(self, number: int, forgets: bool) -> None:
        if forgets:
            (self.devices[number].folder / MEMORY).unlink(missing_ok=True)
        self.devices[number].restart()

    # -- the folder ---

    def file(self, place: int) -> Path | None:
        folder = self.shared / SUBFOLDER
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        return found[place % len(found)] if found else None

    @rule(
        place=PLACES, name=st.sampled_from(["{} (conflict 2).evening", "{}.sync-conflict-20261121", ".{}~"])
    )
    def is_copied(self, place: int, name: str) -> None:
        if (file := self.file(place)) and len(file.name) < 100:
            (file.parent / name.format(file.name)).write_bytes(file.read_bytes())

    @rule(place=PLACES, name=st.sampled_from(["moved-{}", "foreign"]))
    def is_renamed(self, place: int, name: str) -> None:
        if (file := self.file(place)) and len(file.name) < 100:
            file.rename(file.parent / name.format(file.name))

    @rule(place=PLACES, keeps=st.integers(0, 40))
    def is_cut(self, place: int, keeps: int) -> None:
        """A file that is not whole yet, or never will be."""
        if file := self.file(place):
            self.old.append((file.name, file.read_bytes()))
            file.write_bytes(file.read_bytes()[:keeps])

    @rule(place=PLACES, at=PLACES)
    def is_damaged(self, place: int, at: int) -> None:
        if (file := self.file(place)) and (raw := bytearray(file.read_bytes())):
            self.old.append((file.name, bytes(raw)))
            raw[at % len(raw)] ^= 1 << at % 8
            file.write_bytes(raw)

    @rule(place=PLACES)
    def comes_late(self, place: int) -> None:
        """An older file arrives after a newer one."""
        folder = self.shared / SUBFOLDER
        if self.old and folder.is_dir():
            name, raw = self.old[place % len(self.old)]
            (folder / name).write_bytes(raw)

    @rule(place=PLACES)
    def is_seen(self, place: int) -> None:
        """The syncing program takes the file as it is now, and will bring it later."""
        if file := self.file(place):
            self.old.append((file.name, file.read_bytes()))

    @rule()
    def vanishes(self) -> None:
        """The disk is pulled out, perhaps with an empty folder in its place."""
        if not self.away.exists():
            self.shared.rename(self.away)
            self.shared.mkdir()

    @rule(empty=st.booleans())
    def comes_back(self, empty: bool) -> None:
        if self.away.exists():
            shutil.rmtree(self.shared)
            self.away.rename(self.shared)
        if empty and (self.shared / SUBFOLDER).is_dir():
            for path in (self.shared / SUBFOLDER).iterdir():
                path.unlink()

    # -- always, and at the end ---

    def all_have_the_same_at_the_end(self) -> None:
        self.comes_back(empty=False)
        for device in self.devices:
            device.calls_left = None
            try:
                device.together.choose(self.shared)
            except HistoryError as error:
                raise AssertionError(error) from error
        before = None
        for _ in range(ROUNDS):
            for device in self.devices:
                device.round()
            now = self.seen()
            if now == before:
                break
            before = now
        for evening in ("evening-0", "evening-1"):
            self.is_complete(evening)

    def seen(self) -> list[object]:
        files = {path.name: path.read_bytes() for path in (self.shared / SUBFOLDER).iterdir()}
        return [files, *([each.events(f"evening-{number}") for number in range(2)] for each in self.devices)]

    def is_complete(self, evening: str) -> None:
        """Who has the evening has all of it, each event once; who has not, deleted it with all that there is now."""
        having = [device for device in self.devices if device.loaded(evening) is not None]
        ever = [device.events(evening) for device in having]
        assert all(each == ever[0] for each in ever), "all have the same"
        there = ever[0] or set() if ever else set()
        for device in self.devices:
            if device in having:
                assert device.recorded.get(evening, set()) <= there, "nothing is lost"
                known = device.deleted.get(evening)
                assert known is None or there - known, "what was deleted does not come back by itself"
            else:
                assert evening in device.deleted or not having, "nothing is taken away"
                assert there <= device.deleted.get(evening, there), "new events bring it back"
        for device in having:
            found = device.history.load(evening).events
            assert len({event.id for event in found}) == len(found), "nothing is doubled"
