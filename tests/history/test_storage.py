"""The file format, and what opening, reading and writing one file promise."""

from __future__ import annotations

import errno
import hashlib
import os
from contextlib import nullcontext
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import pytest
from disks import RefusingDisk, WatchedDisk
from tinydb import TinyDB

from scorepad.history import Report
from scorepad.history.disk import Disk
from scorepad.history.errors import (
    Damaged,
    DiskFull,
    Flaw,
    Stale,
    TooLarge,
    TooNew,
    Unreadable,
    WriteFailed,
    write_failed,
)
from scorepad.history.file_format import Tables, Unsound, check, encode
from scorepad.history.migrations import unchanged
from scorepad.history.storage import AtomicStorage

EVENTS: Tables = {"events": {"1": {"id": "a", "name": "Émile ½"}}}
SOUND = encode(EVENTS, schema=1, generation=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.json"


def names(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir())


# -- the format ------------------------------------------------------------------------------------


def test_a_value_that_is_no_json_is_not_written(path: Path) -> None:
    storage = AtomicStorage(path)
    storage.write(EVENTS)
    before = path.read_bytes()
    for value in (float("nan"), float("inf"), "\ud800", b"bytes", {1, 2}):
        with pytest.raises((ValueError, TypeError)):
            storage.write({"events": {"1": {"value": value}}})
    with pytest.raises(ValueError, match="_file"):
        storage.write({"_file": {}})
    assert path.read_bytes() == before
    assert storage.read() == EVENTS


def sign(body: bytes, *, generation: int = 5) -> bytes:
    """A file of ours, as a hostile hand would make it: the checksum is right, whatever the body."""
    raw = encode({}, schema=1, generation=generation)
    envelope = check(raw)
    start = envelope.line.partition(b',"sha256"')[0].rpartition(b":")[0] + f":{len(body)}".encode()
    return b'%s,"sha256":"%s"}}\n%s' % (start, _sha256(start + b"\n" + body), body)


def _sha256(raw: bytes) -> bytes:
    return hashlib.sha256(raw).hexdigest().encode()


@pytest.mark.parametrize(
    "body",
    [b"", b"}}", b',"a":{"1":{},"1":{}}}', b',"a":[]}', b',"a":{"1":NaN}}', b',"a":' + b"[" * 99_999],
)
def test_sound_bytes_that_are_not_strict_json_are_refused(path: Path, body: bytes) -> None:
    path.write_bytes(sign(body))
    with pytest.raises(Damaged) as caught:
        AtomicStorage(path)
    assert caught.value.flaws == {"file.json": Flaw.NOT_JSON}
    Path(f"{path}.bak").write_bytes(SOUND)
    reports: list[Report] = []
    assert AtomicStorage(path, report=reports.append).read() == EVENTS, "it gives way to the next"
    assert [report.flaws for report in reports] == [{"file.json": Flaw.NOT_JSON}]


# -- TinyDB ----------------------------------------------------------------------------------------


@pytest.mark.promise("The history", "A stock TinyDB opens every file of an evening.")
def test_a_stock_tinydb_opens_it(path: Path) -> None:
    with TinyDB(path, storage=AtomicStorage) as db:
        db.table("events").insert({"id": "a"})
        db.table("session").insert({"name": "Émile"})
    with TinyDB(path, encoding="utf-8", access_mode="r") as stock:
        assert stock.tables() == {"_file", "events", "session"}
        assert stock.table("events").all() == [{"id": "a"}]
        assert stock.table("_file").all()[0]["generation"] == 2


# -- one file --------------------------------------------------------------------------------------


def test_a_read_returns_a_copy(path: Path) -> None:
    storage = AtomicStorage(path)
    storage.write(deepcopy(EVENTS))
    found = storage.read()
    assert found == EVENTS
    found["events"]["2"] = found["more"] = {}
    assert storage.read() == EVENTS


def test_somebody_elses_write_is_noticed(path: Path) -> None:
    one, other = AtomicStorage(path), AtomicStorage(path)
    one.write({"events": {}})
    assert not other.is_current()
    with pytest.raises(Stale):
        other.write(EVENTS)
    assert other.read() == {"events": {}}
    other.write(EVENTS)
    with pytest.raises(Stale):
        one.write({})
    assert one.read() == EVENTS
    hidden = {each: each.rename(f"{each}.hidden") for each in path.parent.iterdir()}
    for _ in range(2):
        with pytest.raises(Stale):
            one.read()
    for each, place in hidden.items():
        place.rename(each)
    assert one.read() == EVENTS, "it was away"


@pytest.mark.parametrize("suffix", ["", ".tmp", ".bak"])
def test_too_large_a_file_is_neither_read_nor_written(path: Path, suffix: str) -> None:
    storage = AtomicStorage(path, limit=400)
    storage.write(EVENTS)
    storage.write(EVENTS)
    with pytest.raises(TooLarge) as caught:
        storage.write({"events": {"1": {"text": "x" * 400}}})
    assert caught.value.limit == 400
    assert caught.value.size > 400
    Path(f"{path}{suffix}").write_bytes(b"x" * 401)

    def watch(call: str, name: object, *_: object) -> None:
        assert call != "read" or os.path.getsize(str(name)) <= 400

    assert AtomicStorage(path, limit=400, disk=WatchedDisk(watch)).read() == EVENTS
    path.write_bytes(b"x" * 401)
    path.with_name("file.json.bak").unlink(missing_ok=True)
    with pytest.raises(Damaged) as damaged:
        AtomicStorage(path, limit=400)
    assert damaged.value.flaws == {"file.json": Flaw.TOO_LARGE}


def test_a_failed_read_changes_no_file(path: Path) -> None:
    AtomicStorage(path).write(EVENTS)
    disk = RefusingDisk(errno.EACCES, "", ["read"])
    with pytest.raises(Unreadable) as caught:
        AtomicStorage(path, disk=disk)
    assert caught.value.code == errno.EACCES
    assert names(path) == ["file.json"]
    disk.calls = ["head"]
    storage = AtomicStorage(path, disk=disk)
    with pytest.raises(Unreadable):
        storage.write({})


def test_a_restored_older_file_gives_way_and_is_kept(path: Path) -> None:
    storage = AtomicStorage(path)
    storage.write({"events": {}})
    older = path.read_bytes()
    storage.write(EVENTS)
    storage.write(EVENTS)
    path.write_bytes(older)
    reports: list[Report] = []
    opened = AtomicStorage(path, report=reports.append)
    assert (opened.generation, opened.read()) == (2, EVENTS)
    [report] = reports
    assert report.flaws == {"file.json": Flaw.OLDER}
    assert report.quarantined[0].read_bytes() == older


def test_a_cache_is_not_synced(path: Path) -> None:
    disk = RefusingDisk(errno.EIO, "", ["sync", "sync_folder"])
    storage = AtomicStorage(path, durable=False, disk=disk)
    storage.write(EVENTS)
    storage.write(EVENTS)
    path.rename(f"{path}.tmp")
    assert AtomicStorage(path, durable=False, disk=disk).read() == EVENTS


# -- schemas ---------------------------------------------------------------------------------------


MIGRATIONS = {1: unchanged, 2: unchanged}


@pytest.mark.promise("The history", "A file of a newer scorepad is left as it is.")
@pytest.mark.parametrize("suffix", ["", ".tmp"])
def test_a_newer_schema_is_left_alone(path: Path, suffix: str) -> None:
    start = b'{"_file":{"1":{"format":2,"schema":1,"generation":9,"size":1'
    newer_format = b'%s,"sha256":"%s"}}\n}' % (start, _sha256(start + b"\n}"))
    newer_schema = encode(EVENTS, schema=4, generation=9)
    for newer, numbers in ((newer_schema, (4, 3)), (newer_format, (2, 1))):
        path.write_bytes(SOUND)
        Path(f"{path}{suffix}").write_bytes(newer)
        Path(f"{path}.bak").write_bytes(b"damage")
        before = names(path)
        with pytest.raises(TooNew) as caught:
            AtomicStorage(path, migrations=MIGRATIONS)
        assert (caught.value.found, caught.value.known) == numbers
        assert names(path) == before
        assert Path(f"{path}{suffix}").read_bytes() == newer


# -- the disk --------------------------------------------------------------------------------------


def test_apple_drives_are_told_to_empty_their_cache(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    called: list[int] = []
    fcntl = SimpleNamespace(F_FULLFSYNC=51, fcntl=lambda fd, command: called.append(command))
    monkeypatch.setattr("scorepad.history.disk.sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr("scorepad.history.disk.importlib.import_module", {"fcntl": fcntl}.__getitem__)
    AtomicStorage(path, disk=Disk()).write(EVENTS)
    assert called == [51]


@pytest.mark.parametrize(("code", "passes"), [(errno.EINVAL, True), (errno.EIO, False)])
def test_only_unsupported_calls_may_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, passes: bool
) -> None:
    def refuse(fd: int) -> None:
        raise OSError(code, "planted")

    synced: list[int] = []
    expected = nullcontext() if passes else pytest.raises(OSError, match="planted")
    monkeypatch.setattr(os, "fsync", synced.append)
    with expected:
        Disk(full_sync=refuse).sync(7)
    assert synced == ([7] if passes else []), "the system syncs the bytes"
    monkeypatch.setattr(os, "fsync", refuse)
    with expected:
        Disk().sync_folder(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        Disk().sync_folder(str(tmp_path / "missing"))


def test_a_full_disk_is_told_from_other_errors(path: Path) -> None:
    full = {type(write_failed(path, OSError(code, ""))) for code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)}
    assert (full, type(write_failed(path, OSError(errno.EIO, "")))) == ({DiskFull}, WriteFailed)


@pytest.mark.parametrize(
    ("damaged", "flaw"),
    [
        (b"", Flaw.EMPTY),
        (SOUND[:-1], Flaw.SIZE),
        (SOUND + b"\0", Flaw.SIZE),
        (SOUND.replace(b'"a"', b'"b"'), Flaw.CHECKSUM),
        (SOUND.replace(b'"generation":1', b'"generation":7'), Flaw.CHECKSUM),
        (b"<html>", Flaw.NO_ENVELOPE),
        (bytes(len(SOUND)), Flaw.NO_ENVELOPE),
    ],
)
def test_each_flaw_has_a_reason_of_its_own(damaged: bytes, flaw: Flaw) -> None:
    with pytest.raises(Unsound) as caught:
        check(damaged)
    assert caught.value.flaw is flaw
