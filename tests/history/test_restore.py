"""A restore: whole or not at all, undone by another, and of nothing that is not a backup of ours."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import random
import shutil
import struct
import threading
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from disks import CHANGES_OF_DISK, RefusingDisk, WatchedDisk
from evenings import stamps
from folders import everything, files, new_evening, record
from hostile_documents import TEXTS
from random_evenings import played
from sample_evenings import eventful
from simulated_disk import Crash

from scorepad.history import DiskFull, History, HistoryError, Player, Refusal, Refused, WriteFailed, backup
from scorepad.history.backup import BackupKind, inspect_backup
from scorepad.history.backup.archive import FORMAT, MANIFEST, unpack
from scorepad.history.backup.inspection import find_copies
from scorepad.history.disk import Disk
from scorepad.history.log import Missing


@pytest.mark.promise("Backups", "A restore brings back the history of the backup, and can be undone.")
def test_a_restore_can_be_undone(history: History) -> None:
    history.create(eventful())
    history.save_players([Player("x", "Xavier")])
    first = everything(history)
    early = history.back_up()
    history.create(played(new_evening("session-2"), 4, stamps("later")))
    history.save_players([Player("x", "Xénia")])
    second = everything(history)
    told: list[str | None] = []
    history.on_change = told.append
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
        assert len(again.load("session-2").sheet.rows) == 5
    assert {path.name for path in history.folder.glob(".*")} == {".lock", ".schema"}


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
            recorder = threading.Thread(target=record, args=[history])
            recorder.start()
            recorder.join(20)
            assert not recorder.is_alive(), "it waits for nothing"
        return create(self, path)

    monkeypatch.setattr(Disk, "create", recorded_meanwhile)
    before = history.restore(early.path)
    assert hands
    assert history.load("session-1") == eventful()
    (kept,) = inspect_backup(before.path).evenings
    assert kept.deals == len(eventful().sheet.deals) + 1
    assert not list(history.folder.glob(".restore*"))


@pytest.mark.promise(
    "Backups",
    "A restore keeps every file that the backup before the restore could not read.",
)
@pytest.mark.parametrize("backed_up", [False, True], ids=["the backup has only one", "the backup has both"])
def test_a_restore_keeps_the_files_that_the_backup_before_it_could_not_read(
    tmp_path: Path, backed_up: bool
) -> None:
    disk = RefusingDisk(13, r"/two\.json$", ["read", "head"])
    disk.refuses = False
    with History(tmp_path, disk=disk) as history:
        history.create(played(new_evening("one"), 2, stamps("one")))
        old = history.back_up()
        history.create(played(new_evening("two"), 2, stamps("two")))
        old = history.back_up() if backed_up else old
        record(history, "two")
        two = tmp_path / "sessions" / "two.json"
        kept = {two.name: two.read_bytes(), "Anne's copy.json": b"mine"}
        (two.parent / "Anne's copy.json").write_bytes(b"mine")
        disk.refuses = True
        history.restore(old.path)
    found = {path.read_bytes(): path.name for path in two.parent.iterdir()}
    for name, raw in kept.items():
        assert found[raw].startswith(name), "it is there"
    with History(tmp_path) as history:
        hands = {each.id: each.deals for each in history.summaries() if not each.problem}
        assert hands == {"one": 2, "two": 2 if backed_up else 3}


# -- interrupted -----------------------------------------------------------------------------------------


def killed_at(number: int) -> WatchedDisk:
    """A disk that ends the process, as it were, before its n-th call that changes something."""
    calls = itertools.count()

    def watch(call: str, *_: object) -> None:
        if call in CHANGES_OF_DISK and call != "write" and next(calls) >= number:
            raise Crash

    return WatchedDisk(watch)


@pytest.mark.promise("Backups", "A restore that is killed anywhere leaves the old history or the new one.")
def test_a_restore_killed_anywhere_leaves_the_old_or_the_new_history(tmp_path: Path) -> None:
    original = tmp_path / "original"
    with History(original) as history:
        history.create(eventful())
        early = history.back_up()
        old = everything(history)
        for number in range(2, 5):
            history.create(played(new_evening(f"session-{number}"), 2, stamps(f"later-{number}")))
        history.save_draft("session-2", {"taker": "x"})
        new = everything(history)
        before = history.back_up(BackupKind.RESTORE)
    seen = []
    for number in itertools.count():
        folder = tmp_path / f"killed-{number}"
        shutil.copytree(original, folder)
        disk = killed_at(number)
        try:
            backup.restore.stage(folder, folder / early.path.relative_to(original), disk)
            backup.restore.commit(folder, disk, folder / before.path.relative_to(original))
            backup.restore.finish(folder, disk)
        except Crash:
            with suppress(Crash):  # and killed once more while it goes on
                (folder / "sessions").mkdir(exist_ok=True)
                backup.restore.finish(folder, killed_at(number % 7))
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


def test_a_restore_that_an_earlier_version_decided_loses_nothing(tmp_path: Path) -> None:
    """It listed no files to remove: what was here stays, beside what comes back."""
    for folder, evening in ((tmp_path, new_evening("session-2")), (tmp_path / ".restore-ready", eventful())):
        with History(folder) as history:
            history.create(evening)
    with History(tmp_path) as history:
        assert everything(history) == {"session-1": eventful(), "session-2": new_evening("session-2")}
        assert {player.name for player in history.players()} > {"Anne-Marie"}
    assert not list(tmp_path.glob(".restore*"))


@pytest.mark.parametrize(
    "listed",
    [
        *(
            b'["../mine.json"]',
            b'["sessions/../../mine.json"]',
            b'["%MINE%"]',
            b'["elsewhere.json", ".lock", 7]',
        ),
        *(b"{}", b"7", b"no list", b"[" * 100_000, b'["sessions/session-1.json", "sessions/session-1.json"]'),
    ],
)
def test_a_list_of_files_to_remove_leads_nowhere_else(tmp_path: Path, listed: bytes) -> None:
    """Nor does what lies beside it come into any other place of the folder."""
    folder, mine = tmp_path / "data", tmp_path / "mine.json"
    with History(folder) as history:
        history.create(eventful())
    with History(folder / ".restore-ready") as history:
        history.create(eventful())
    kept = [mine, folder / "elsewhere.json"]
    for path in kept:
        path.write_bytes(b"mine")
    (folder / ".restore-ready" / ".old.json").write_bytes(listed.replace(b"%MINE%", str(mine).encode()))
    for name in ("elsewhere.json", "backups/x.zip", "sessions/a/b.json"):
        path = folder / ".restore-ready" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"theirs")
    with History(folder) as history:
        assert history.load("session-1") == eventful()
    assert [path.read_bytes() for path in kept] == [b"mine", b"mine"]
    assert b"theirs" not in files(folder).values()


def test_a_disk_that_refuses_leaves_the_old_or_the_new_history(tmp_path: Path) -> None:
    disk = RefusingDisk(28, "/data/.restore/", ["create"])
    with History(tmp_path / "data", disk=disk) as history:
        history.create(eventful())
        early = history.back_up()
        history.create(new_evening("session-2"))
        before = everything(history)
        with pytest.raises(DiskFull):
            history.restore(early.path)
        assert everything(history) == before, "it was not decided"
        assert not list(history.folder.glob(".restore*"))
        disk.pattern, disk.calls, disk.code = "/.restore-emptied$", ["replace"], 5
        with pytest.raises(WriteFailed):
            history.restore(early.path)
        with pytest.raises(HistoryError):
            history.summaries()
    with History(history.folder) as again:
        assert everything(again) == {"session-1": eventful()}, "it was decided"


# -- hostile ground --------------------------------------------------------------------------------------


def manifest_of(entries: list[tuple[str, bytes]]) -> dict[str, object]:
    listed = [
        {"name": name, "size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()} for name, raw in entries
    ]
    said = {"made": "2026-11-21T22:15:00Z", "kind": "asked", "made_by": "0.1.0", "state": ""}
    return {"format": FORMAT, "version": 1, "schema": 1, **said, "files": listed}


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

    def state() -> Any:
        here = {name: raw for name, raw in files(history.folder).items() if not name.startswith("backups")}
        return here, {each.name for each in history.folder.parent.iterdir()}

    before = state()
    with pytest.raises(Refused) as caught:
        inspect_backup(path)
    with pytest.raises(Refused):
        history.restore(path)
    assert state() == before
    return caught.value.refusal


@pytest.mark.promise("Backups", "A foreign backup writes nothing outside the data folder.")
def test_a_name_that_leads_elsewhere_is_refused(history: History) -> None:
    for name in (
        *("../x.json", "/x.json", "sessions/../../x.json", "sessions/a/b.json", "C:/x.json", "backups/x.zip"),
        *("..\\x.json", "sessions/..\\x.json", "sessions/.x", "sessions/con.json", "sessions/x:y", ".lock"),
        *("sessions/" + "x" * 200, "sessions/", "other.json", "sessions/x ", "sessions/a\nb.json"),
    ):
        assert refused(history, zipped([(name, b"{}")])) is Refusal.BAD_NAME, name


def test_a_backup_that_unpacks_to_too_much_is_refused(history: History) -> None:
    for size in (60, 70):
        assert refused(history, zipped([("sessions/a.json", bytes(size * 2**20))])) is Refusal.BOMB
    lying = bytearray(zipped([("sessions/a.json", bytes(100_000))]))
    at = lying.rfind(b"PK\x01\x02", 0, lying.rfind(b"PK\x01\x02"))
    lying[at + 24 : at + 28] = (500).to_bytes(4, "little")
    assert refused(history, bytes(lying)) in (Refusal.BOMB, Refusal.NOT_A_ZIP, Refusal.CHECKSUM)


@pytest.mark.parametrize("large", [False, True], ids=["zip", "zip64"])
def test_a_directory_that_is_too_large_is_not_read(tmp_path: Path, large: bool) -> None:
    path, size = tmp_path / "hostile.zip", 64 * 2**20
    end = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 9, 9, size, 0)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, size, 1)
    with path.open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(end + locator if large else b"")
        file.write(struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, 0 if large else size, 0, 0))
    tracemalloc.start()
    try:
        with pytest.raises(Refused):
            inspect_backup(path)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


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
        (zipped([("sessions/a.json", b"{}")], manifest_of([("sessions/a.json", b"[]")])), Refusal.CHECKSUM),
    ],
    ids=range(11),
)
def test_a_file_that_is_no_backup_is_refused(history: History, raw: bytes, expected: Refusal) -> None:
    assert refused(history, raw) is expected


def test_a_damaged_manifest_is_refused(history: History) -> None:
    refusals = {Refusal.NOT_JSON, Refusal.FOREIGN}
    for text in TEXTS:
        assert refused(history, zipped([], text.raw, compression=0)) in refusals, text


@pytest.mark.promise("Backups", "A backup whose files are not those of its manifest is not restored.")
@pytest.mark.parametrize(("held", "listed"), [(1, 2), (2, 1), (1, 0)])
def test_a_backup_with_other_files_than_its_manifest_is_not_restored(
    history: History, held: int, listed: int
) -> None:
    """Somebody took an evening out of it, or put one in; each file is as the manifest says."""
    for number in (1, 2):
        history.create(played(new_evening(f"session-{number}"), number, stamps()))
    made = unpack(history.back_up().path)
    evenings = [(name, raw) for name, raw in made if name.startswith("sessions/")]
    raw = zipped(evenings[:held], manifest_of(evenings[:listed]))
    assert refused(history, raw) is Refusal.CHECKSUM


@pytest.mark.promise("Backups", "A damaged backup is refused, or gives exactly the original files.")
def test_a_backup_damaged_anywhere_is_refused_or_tells_the_truth(
    history: History, tmp_path: Path, long: bool
) -> None:
    """It is refused, or tells the truth; never anything else."""
    history.create(eventful())
    raw = history.back_up().path.read_bytes()
    truth = dict(unpack(history.backups()[0].path))
    rng, path, refusals = random.Random(1), tmp_path / "damaged.zip", 0
    times = 900 if long else 150
    for _ in range(times):
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
    assert refusals > times * 2 / 3
    begins = int.from_bytes(raw[-6:-2], "little")
    for beyond in (1, 1000, 10**6, 2**31):  # it leads before the first byte of the file
        path.write_bytes(raw[:-6] + (begins + beyond).to_bytes(4, "little") + raw[-2:])
        with pytest.raises(Refused):
            inspect_backup(path)


def test_an_unreadable_evening_in_a_backup_hides_no_other(history: History) -> None:
    ids = [f"session-{number}" for number in range(5)]
    for id_ in ids:
        history.create(played(new_evening(id_), 1, stamps(id_)))
    made = history.back_up()
    with zipfile.ZipFile(made.path) as archive:
        at = archive.getinfo("sessions/session-2.json").header_offset
    raw = bytearray(made.path.read_bytes())
    raw[at + 60 : at + 90] = bytes(30)
    made.path.write_bytes(raw)
    found = find_copies([made], {id_: Missing(frozenset(), f"{id_}-1") for id_ in [*ids, "never"]})
    assert sorted(found) == [id_ for id_ in ids if id_ != "session-2"]
    assert {each.path for each in found.values()} == {made.path}
