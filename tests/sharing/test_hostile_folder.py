"""Whatever lies in a shared folder: nothing outside is read or written, and the work has bounds."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from empty_history import Clock
from evenings import gardes, stamps, table

from scorepad.evening.evening import Evening
from scorepad.history import Disk, History
from scorepad.history.shared_folder import SUBFOLDER
from scorepad.history.transfer import export
from scorepad.sharing import places
from scorepad.sharing.bits import MAX_PACK, with_checksum
from scorepad.sharing.packed import EVENING, VERSION, pack
from scorepad.sharing.places import FolderPlace, own_name
from scorepad.sharing.together import Together
from scorepad.work import finished


def evening(id_: str) -> Evening:
    return gardes(table(4, id=id_), 2, stamps("elsewhere"))


GOOD = pack(evening("good"))


def zipped() -> bytes:
    raw = BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("good", bytes(10_000_000))
    return raw.getvalue()


FILES: dict[str, bytes] = {
    "empty.evening": b"",
    "desktop.ini": b"[.ShellClassInfo]\r\n",
    "foreign.evening": b"GIF89a" + bytes(200),
    "first byte.evening": bytes([EVENING << 4 | VERSION]),
    "cut.evening": GOOD[:-1],
    "damaged.evening": GOOD[:20] + bytes([GOOD[20] ^ 8]) + GOOD[21:],
    "twice.evening": GOOD + GOOD,
    "zeros.evening": with_checksum(bytes([EVENING << 4 | VERSION]) + bytes(50_000)),
    "ones.evening": with_checksum(bytes([EVENING << 4 | VERSION]) + b"\xff" * 50_000),
    "long.evening": bytes([EVENING << 4 | VERSION]) + bytes(MAX_PACK * 4),
    "newer.evening": with_checksum(bytes([EVENING << 4 | VERSION + 1]) + bytes(40)),
    "deep.evening": b'{"format":' + b"[" * 200_000,
    "other.evening": b'{"format": "something else", "version": 1}',
    "number.evening": b'{"format": ' + b"9" * 100_000 + b"}",
    "bomb.evening": zipped(),
    "name of an id": pack(evening("../../outside")),
    "reserved": pack(evening("con")),
}
"""Files that bring nothing; some of them look like an evening for a while."""


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "data", device="here", clock=Clock()) as history:
        history.create(evening("ours"))
        yield history


@pytest.fixture
def place(tmp_path: Path, history: History) -> Path:
    (tmp_path / "sync").mkdir()
    Together(history).choose(tmp_path / "sync")
    return tmp_path / "sync" / SUBFOLDER


def tree(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: the bytes of files, the targets of links."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[str(path.relative_to(folder))] = os.readlink(path)
        elif path.is_file():
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


@pytest.mark.promise(
    "Import and export between devices",
    "Whatever lies in a shared folder: nothing outside is read or written, and nothing foreign is changed.",
)
def test_a_hostile_folder_brings_nothing_and_stays_as_it_is(
    tmp_path: Path, history: History, place: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_bytes(pack(evening("secret")))
    for name, raw in FILES.items():
        (place / name).write_bytes(raw)
    (place / "link.evening").symlink_to(outside / "secret")
    (place / "dangling.evening").symlink_to(outside / "nothing")
    (place / "folder.evening").mkdir()
    (place / "folder.evening" / "inner").write_bytes(GOOD)
    (place / "linked folder").symlink_to(outside)
    os.mkfifo(place / "pipe.evening")
    with (place / "huge.evening").open("wb") as huge:
        huge.truncate(1 << 40)
    (place / "good").write_bytes(GOOD)
    around = tree(outside)
    names = {path.name for path in place.iterdir()}
    contents = {name: (place / name).read_bytes() for name in FILES}
    together = Together(history)
    finished(together.round())
    assert {each.id for each in history.summaries()} == {"ours", "good"}
    assert {path.name for path in place.iterdir()} == names
    assert {name: (place / name).read_bytes() for name in FILES} == contents
    assert tree(outside) == around
    state = together.state
    assert state is not None
    assert state.problem is None
    assert state.newer
    assert {each.evening.id for each in state.refused} == {"../../outside", "con"}


@pytest.mark.parametrize("trap", ["link", "dangling link", "folder", "pipe"])
@pytest.mark.parametrize("name", ["own", "temporary"])
def test_a_trap_under_our_own_names_leads_nowhere(
    trap: str, name: str, tmp_path: Path, history: History, place: Path
) -> None:
    together = Together(history)
    chosen = together.chosen
    assert chosen is not None
    target = tmp_path / "target"
    traps: dict[str, Callable[[Path], object]] = {
        "link": lambda path: path.symlink_to(target),
        "dangling link": lambda path: path.symlink_to(tmp_path / "nothing"),
        "folder": lambda path: (path / "kept").mkdir(parents=True),
        "pipe": os.mkfifo,
    }
    target.write_text("kept")
    path = place / (own_name("ours", chosen.own) if name == "own" else f".{chosen.own}.part")
    path.unlink(missing_ok=True)
    (place / own_name("ours", chosen.own)).unlink(missing_ok=True)
    traps[trap](path)
    history.create(evening("more"))
    finished(together.round())
    assert target.read_text() == "kept"
    assert not (tmp_path / "nothing").exists()
    if name == "own":
        assert (place / own_name("more", chosen.own)).read_bytes() == pack(evening("more")), (
            "the others are given"
        )


def test_a_folder_that_is_a_link_counts_as_absent(tmp_path: Path, history: History, place: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    place.rename(tmp_path / "away")
    place.symlink_to(tmp_path / "elsewhere")
    together = Together(history)
    finished(together.round())
    assert together.state is not None
    assert not together.state.is_there
    assert [*(tmp_path / "elsewhere").iterdir()] == []


def test_a_look_reads_no_more_than_its_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond the bytes of one look is read by the next one; files beyond the number are ignored."""
    monkeypatch.setattr(places, "MAX_LOOK", 1000)
    monkeypatch.setattr(places, "MAX_FILES", 30)
    monkeypatch.setattr(places, "SETTLED", 0.0)
    for number in range(40):
        (tmp_path / f"{number}.evening").write_bytes(bytes([number]) * 100)
    place, read = FolderPlace(tmp_path, "01234567", Disk()), 0
    right = FolderPlace._bytes

    def counted(self: FolderPlace, name: str) -> bytes:
        nonlocal read
        read += 1
        return right(self, name)

    monkeypatch.setattr(FolderPlace, "_bytes", counted)
    for looks, found in enumerate((10, 20, 30, 30), 1):
        assert len([*place.others()]) == found
        assert read == min(10 * looks, 30)
        assert place.has_too_many
    assert not place.changed()


def test_a_document_that_a_person_puts_there_is_taken(tmp_path: Path, history: History, place: Path) -> None:
    with History(tmp_path / "other", device="there") as other:
        for id_ in ("a", "b"):
            other.create(evening(id_))
        (place / "scorepad.json").write_bytes(export(other))
    assert finished(Together(history).round()).new in (("a", "b"), ("b", "a"))
    assert {each.id for each in history.summaries()} == {"ours", "a", "b"}


def test_too_many_files_make_nobody_write_again_and_again(
    history: History, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "MAX_FILES", 5)
    for number in range(20):
        (place / f"{number}").write_bytes(b"foreign")
    put: list[str] = []
    right = FolderPlace.put

    def watched(self: FolderPlace, name: str, raw: bytes) -> None:
        put.append(name)
        right(self, name, raw)

    monkeypatch.setattr(FolderPlace, "put", watched)
    together = Together(history)
    for number in range(4):
        history.create(evening(f"evening-{number}"))
        finished(together.round())
    assert len(put) <= 5


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_hundred_thousand_files(history: History, place: Path) -> None:
    for number in range(100_000):
        (place / f"{number}.evening").write_bytes(b"\x11" + number.to_bytes(4, "big"))
    together = Together(history)
    finished(together.round())
    assert together.state is not None
    assert together.state.has_too_many
    assert (place / own_name("ours", together.state.folder.own)).exists()
