"""Replaces the whole data folder by a backup; a crash at any time leaves all of the old data or all of the new.

A restore first unpacks into `.restore`, verified and durable. Once that folder is renamed to `.restore-ready`, the
restore will happen: opening the history finishes it.
"""

from __future__ import annotations

import itertools
import shutil
from contextlib import suppress
from pathlib import Path

from scorepad.history.disk import Disk, private_folder, write_file
from scorepad.history.errors import write_failed
from scorepad.history.witness import LOG, empty_log

from .archive import unpack
from .files import list_backups

_STAGED, _READY, _EMPTIED, _DONE = ".restore", ".restore-ready", ".restore-emptied", ".restore-done"
_REPLACED = ("library.json", "drafts.json", "index.json", LOG)
"""Beginnings of the names of the files that a restore replaces, beside the evenings."""


def stage(folder: Path, path: Path, disk: Disk) -> None:
    """Unpacks a backup beside the data, verified and durable; hands can be recorded meanwhile.

    Raises Refused, Unreadable, WriteFailed or DiskFull; nothing is then changed.
    """
    staged = folder / _STAGED
    try:
        _remove(staged)
        for each in (staged, staged / "sessions"):
            private_folder(each)
        since = next((backup.path.name for backup in list_backups(folder)), "")
        for name, raw in itertools.chain(unpack(path), [(LOG, empty_log(since))]):
            write_file(disk, str(staged / name), raw)
        for each in (staged / "sessions", staged, folder):
            disk.sync_folder(str(each))
    except BaseException as error:
        unstage(folder)
        if isinstance(error, OSError):
            raise write_failed(folder, error) from error
        raise


def unstage(folder: Path) -> None:
    """Removes an unpacked backup that was not committed."""
    _remove(folder / _STAGED)


def _remove(path: Path) -> None:
    """Removes a file, a link or a folder, as far as the system allows."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def commit(folder: Path, disk: Disk) -> None:
    """Decides that the staged backup replaces the data, which must not change from now on.

    Raises WriteFailed; nothing is then changed.
    """
    _remove(folder / _READY)
    try:
        disk.replace(str(folder / _STAGED), str(folder / _READY))
    except OSError as error:
        raise write_failed(folder, error) from error
    with suppress(OSError):  # `finish` does it again
        disk.sync_folder(str(folder))


def finish(folder: Path, disk: Disk) -> None:
    """Finishes a committed restore, if there is one, wherever it was interrupted.

    The folder must not be used meanwhile. Raises WriteFailed; calling it again goes on.
    """
    ready, emptied, done = (folder / name for name in (_READY, _EMPTIED, _DONE))
    try:
        unstage(folder)
        if ready.is_dir():
            if not emptied.is_dir():
                _remove(emptied)
            # All that is in the folder is old, and in the backup made before.
            _move_old_data(folder, ready / ".old", disk)
            disk.replace(str(ready), str(emptied))
            disk.sync_folder(str(folder))
        if emptied.is_dir():
            # All that is in the folder is new, but for the empty folder that a start may have made.
            if (emptied / "sessions").is_dir():
                with suppress(FileNotFoundError):
                    (folder / "sessions").rmdir()
                disk.replace(str(emptied / "sessions"), str(folder / "sessions"))
            for each in sorted(emptied.iterdir()):
                if not each.is_dir():
                    disk.replace(str(each), str(folder / each.name))
            disk.sync_folder(str(folder))
            _remove(done)
            disk.replace(str(emptied), str(done))
            disk.sync_folder(str(folder))
        _remove(done)
    except OSError as error:
        raise write_failed(folder, error) from error


def _move_old_data(folder: Path, old: Path, disk: Disk) -> None:
    old.mkdir(exist_ok=True)
    for each in sorted(folder.iterdir()):
        if each.name.startswith(_REPLACED):
            disk.replace(str(each), str(old / each.name))
    evenings = folder / "sessions"
    if evenings.is_dir():
        if (old / "sessions").exists():
            evenings.rmdir()  # the empty one that a start makes
        else:
            disk.replace(str(evenings), str(old / "sessions"))
    disk.sync_folder(str(old))
    disk.sync_folder(str(folder))
