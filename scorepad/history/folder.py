"""Finds, checks and locks the data folder."""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .disk import Disk, NotAFile, open_regular, private_folder, quarantine_name
from .errors import DiskFull, FolderInUse, FolderUnusable, write_failed

if TYPE_CHECKING:
    from filelock import BaseFileLock

LOCK = ".lock"
_PROBE = ".probe"


def default_folder() -> Path:
    """The standard data folder of this system: Flet's folder in a packaged app, else the user's data folder."""
    given = os.environ.get("FLET_APP_STORAGE_DATA")
    if given:
        return Path(given)
    import platformdirs

    return platformdirs.user_data_path("scorepad", appauthor=False)


def one_instance_only() -> bool:
    """Whether a second instance is impossible: phones run an app once, and a web page has its own files."""
    phone = sys.platform in {"android", "ios"} or hasattr(sys, "getandroidapilevel")
    return phone or sys.platform in {"emscripten", "wasi"}


def take_folder(folder: Path, disk: Disk) -> BaseFileLock | None:
    """Creates the folder, checks that it is writable, and locks it until the lock is released.

    None if no lock is needed or possible. Raises FolderInUse and FolderUnusable. A full disk is accepted: saved data
    can still be read.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_folder(folder / "sessions")
    except OSError as error:
        if not isinstance(write_failed(folder, error), DiskFull) or not folder.is_dir():
            raise FolderUnusable(folder, error.errno) from error
    lock = None if one_instance_only() else _lock(folder, disk)
    try:
        _probe(folder, disk)
    except OSError as error:
        if not isinstance(write_failed(folder, error), DiskFull):
            if lock is not None:
                lock.release()
            raise FolderUnusable(folder, error.errno) from error
    return lock


def _lock(folder: Path, disk: Disk) -> BaseFileLock | None:
    # A second process would mistake a write under way for an interrupted one, and "recover" it.
    from filelock import FileLock, Timeout  # a slow import, which phones and pages do not need

    _quarantine_unusable(folder / LOCK, disk)
    lock = FileLock(folder / LOCK, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise FolderInUse(folder) from None
    except OSError as error:
        if isinstance(write_failed(folder, error), DiskFull):
            return None
        raise FolderUnusable(folder, error.errno) from error
    return lock


def _quarantine_unusable(path: Path, disk: Disk) -> None:
    """Renames a lock that is not a file, or that belongs to another account and is not held.

    Otherwise one start as root would lock the owner out for good.
    """
    with suppress(OSError):
        try:
            fd = open_regular(path)
        except NotAFile:
            path.rename(quarantine_name(str(path), disk))
            return
        try:
            if not os.access(path, os.W_OK):
                fcntl = importlib.import_module("fcntl")
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.rename(quarantine_name(str(path), disk))
        finally:
            os.close(fd)


def _probe(folder: Path, disk: Disk) -> None:
    path = str(folder / f"{_PROBE}-{os.getpid()}")
    fd = disk.create(path)
    try:
        disk.write(fd, memoryview(b"?"))
    finally:
        disk.close(fd)
        disk.unlink(path)
