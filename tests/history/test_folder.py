"""The data folder: found, made, locked, refused."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest
from filelock import FileLock
from history_samples import eventful, new_evening

from scorepad.history import DiskFull, FolderInUse, FolderUnusable, History, default_folder
from scorepad.history.disk import Disk


@pytest.mark.parametrize("platform", ["android", "ios", "emscripten"])
def test_where_an_app_runs_once_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setattr("scorepad.history.folder.sys", SimpleNamespace(platform=platform))
    with History(tmp_path) as history:
        history.create(new_evening())
        assert not (tmp_path / ".lock").exists()


def test_folders_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    with History(folder) as history:
        history.create(new_evening())
    assert (folder / "sessions" / "session-1.json").is_file()
    assert sorted(path.name for path in folder.iterdir()) == [
        ".lock",
        ".schema",
        "evenings.log",
        "library.json",
        "sessions",
    ]


def test_a_file_in_the_folders_place(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine")
    with pytest.raises(FolderUnusable) as caught:
        History(tmp_path / "data").__enter__()
    assert caught.value.code in {errno.EEXIST, errno.ENOTDIR}


def test_a_lock_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "planted")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(FolderUnusable):
        History(tmp_path).__enter__()


def test_a_lock_of_another_account_counts_while_it_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with History(tmp_path):
        monkeypatch.setattr("scorepad.history.folder.os.access", lambda path, mode: False)
        with pytest.raises(FolderInUse):
            History(tmp_path).__enter__()
    (tmp_path / ".lock").write_text("of root")
    with History(tmp_path):
        if sys.platform != "win32":
            assert (tmp_path / ".lock.damaged-0").read_text() == "of root"


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
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


class NoWriting(Disk):
    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code

    def create(self, path: str) -> int:
        raise OSError(self.code, "planted")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FolderUnusable) as caught:
        History(tmp_path, disk=NoWriting(errno.EROFS)).__enter__()
    assert caught.value.code == errno.EROFS
    with History(tmp_path):
        pass


def test_a_full_disk_can_still_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with History(tmp_path) as history:
        history.create(eventful())
    with History(tmp_path, disk=NoWriting(errno.ENOSPC)) as history:
        assert history.load("session-1") == eventful()
        assert len(history.summaries()) == 1
        with pytest.raises(DiskFull):
            history.create(new_evening("session-2"))

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "planted")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    with History(tmp_path, disk=NoWriting(errno.ENOSPC)) as history:
        assert len(history.summaries()) == 1
    with pytest.raises(FolderUnusable):
        History(tmp_path / "new", disk=NoWriting(errno.ENOSPC)).__enter__()


def test_the_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FLET_APP_STORAGE_DATA", raising=False)
    assert default_folder() == Path(platformdirs.user_data_dir("scorepad", appauthor=False))
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path))
    assert default_folder() == tmp_path
