"""The data folder: found, made, locked, refused."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest
from disks import RefusingDisk
from filelock import FileLock
from folders import new_evening
from sample_evenings import eventful

from scorepad.history import DiskFull, FolderInUse, FolderUnusable, History, default_folder


def refuse(code: int) -> object:
    def refused(*_: object, **__: object) -> None:
        raise OSError(code, "planted")

    return refused


def test_a_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = {".lock", ".schema", "evenings.log", "library.json", "sessions"}
    with History(tmp_path / "a" / "b") as history:
        history.create(new_evening())
        assert (history.folder / "sessions" / "session-1.json").is_file()
        assert {path.name for path in history.folder.iterdir()} == made
    for platform in ("android", "ios", "emscripten"):
        monkeypatch.setattr("scorepad.history.folder.sys", SimpleNamespace(platform=platform))
        with History(tmp_path / platform) as history:
            history.create(new_evening())
            assert {path.name for path in history.folder.iterdir()} == made - {".lock"}, "an app runs once"


@pytest.mark.parametrize("what", ["a file in its place", "no lock", "no writing"])
def test_a_folder_that_cannot_be_used(tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, disk = tmp_path / "data", None
    if what == "a file in its place":
        folder.write_text("mine")
    elif what == "no lock":
        monkeypatch.setattr(FileLock, "acquire", refuse(errno.EACCES))
    else:
        disk = RefusingDisk(errno.EROFS)
    with pytest.raises(FolderUnusable) as caught:
        History(folder, disk=disk).__enter__()
    assert caught.value.code in {errno.EEXIST, errno.ENOTDIR, errno.EACCES, errno.EROFS}
    if disk is not None:
        with History(folder):
            pass


def test_a_lock_of_another_account_counts_while_it_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with History(tmp_path):
        monkeypatch.setattr("scorepad.history.folder.os.access", lambda path, mode: False)
        with pytest.raises(FolderInUse):
            History(tmp_path).__enter__()
    (tmp_path / ".lock").write_text("of root")
    with History(tmp_path):
        assert (tmp_path / ".lock.damaged-0").read_text() == "of root"


@pytest.mark.promise("The history", "No other account of the computer can read the scores.")
@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_nobody_else_reads_the_scores(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        folder = tmp_path / "data"
        with History(folder) as history:
            history.create(eventful())
            history.save_draft("session-1", {})
            history.summaries()
            made = history.back_up()
            history.restore(made.path)
        rights = {path: path.stat().st_mode & 0o777 for path in [folder, *folder.rglob("*")]}
        del rights[folder / ".lock"]  # is empty
        assert {path.name: mode for path, mode in rights.items() if mode & 0o077} == {}
        for path in (folder / "backups", made.path, folder / "sessions"):
            path.chmod(0o777)  # as an older version left them
        with History(folder):
            pass
        rights = {path: path.stat().st_mode & 0o777 for path in (folder / "backups", folder / "sessions")}
        assert {*rights.values(), made.path.stat().st_mode & 0o777 | 0o100} == {0o700}
    finally:
        os.umask(before)


def test_a_full_disk_can_still_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = RefusingDisk(errno.ENOSPC)
    with History(tmp_path) as history:
        history.create(eventful())
    with History(tmp_path, disk=full) as history:
        assert history.load("session-1") == eventful()
        assert len(history.summaries()) == 1
        with pytest.raises(DiskFull):
            history.create(new_evening("session-2"))
    monkeypatch.setattr(FileLock, "acquire", refuse(errno.ENOSPC))
    monkeypatch.setattr(Path, "mkdir", refuse(errno.ENOSPC))
    with History(tmp_path, disk=full) as history:
        assert len(history.summaries()) == 1
    with pytest.raises(FolderUnusable):
        History(tmp_path / "new", disk=full).__enter__()


def test_the_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FLET_APP_STORAGE_DATA", raising=False)
    assert default_folder() == Path(platformdirs.user_data_dir("scorepad", appauthor=False))
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path))
    assert default_folder() == tmp_path
