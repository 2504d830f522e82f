"""Calls the operating system for the storage, through one object, which tests replace by a simulator."""

from __future__ import annotations

import errno
import importlib
import itertools
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_WINDOWS = sys.platform == "win32"
_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOTTY}
_FOLDER_CLOSED = {errno.EACCES, errno.EPERM, errno.EISDIR}
_OURS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""The flags with which files are opened, where the system has them.

With O_NONBLOCK, the opening of a pipe or a device does not wait for its other end.
"""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class NotAFile(OSError):
    """The path is not a regular file but a folder, a pipe, a device, or a dangling link."""

    def __init__(self, path: str, code: int | None = None) -> None:
        words = () if code is None else (code, os.strerror(code), path)
        super().__init__(*words)
        self.filename = path


def _status(path: str) -> os.stat_result | None:
    """The status of a regular file; None if nothing is there. Raises NotAFile for anything else."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):
            raise NotAFile(path, errno.ENOENT) from None
        return None
    _check(status, path)
    return status


def open_regular(path: str | os.PathLike[str]) -> int:
    """Opens a regular file for reading; returns its descriptor. Raises NotAFile for anything else."""
    path = os.fspath(path)
    if _status(path) is None:  # checked before the opening, which changes some devices
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    return _checked(os.open(path, os.O_RDONLY | _OURS), path)


def _checked(fd: int, path: str) -> int:
    try:
        _check(os.fstat(fd), path)
    except NotAFile:
        os.close(fd)
        raise
    return fd


def _check(status: os.stat_result, path: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise NotAFile(path, errno.EISDIR)
    if not stat.S_ISREG(status.st_mode):
        raise NotAFile(path)


def make_private(path: str | os.PathLike[str]) -> None:
    """Makes a file or folder private to its owner, if the system supports that."""
    if _WINDOWS:
        return
    try:
        status = os.lstat(path)
        if status.st_mode & 0o077 and not stat.S_ISLNK(status.st_mode):
            os.chmod(path, 0o700 if stat.S_ISDIR(status.st_mode) else 0o600)
    except OSError:
        pass  # a file system without rights, or somebody else's file


def private_folder(path: str | os.PathLike[str]) -> None:
    """Creates a folder that is private to its owner, under any umask; an existing folder becomes private."""
    with suppress(FileExistsError):
        os.mkdir(path, 0o700)
    if not os.path.isdir(path):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), os.fspath(path))
    make_private(path)


def _apple_full_sync() -> Callable[[int], object] | None:
    """Returns a function that syncs the file of a descriptor by F_FULLFSYNC; None on systems other than Apple's.

    On Apple systems, fsync alone leaves bytes in the drive's cache.
    """
    if sys.platform not in {"darwin", "ios"}:
        return None
    fcntl = importlib.import_module("fcntl")
    command = getattr(fcntl, "F_FULLFSYNC", None)
    return None if command is None else lambda fd: fcntl.fcntl(fd, command)


class Disk:
    """The real disk; every method raises the OSErrors of the system."""

    retry_delays: tuple[float, ...] = (0.02, 0.04, 0.08, 0.16, 0.32) if _WINDOWS else ()
    """Seconds to wait before a refused `replace` is tried again: Windows scanners hold files open for a moment."""

    recheck_delays: tuple[float, ...] = ()
    """Seconds to wait before files that seem interrupted are read again: another process may be writing them."""

    read_only: bool = False
    """Whether this object refuses every change; recoveries are then made in memory only, not on disk."""

    def __init__(self, full_sync: Callable[[int], object] | None = None) -> None:
        self.full_sync = full_sync or _apple_full_sync()

    def size(self, path: str) -> int | None:
        """The number of bytes in the file; None if nothing is there. Raises NotAFile for anything else."""
        status = _status(path)
        return None if status is None else status.st_size

    def exists(self, path: str) -> bool:
        """Whether anything, even a dangling link, has this name. Raises OSError if the system does not tell."""
        try:
            os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def read(self, path: str) -> bytes | None:
        """The bytes of the file; None if nothing is there. Raises NotAFile for anything else."""
        return self._read(path, -1)

    def head(self, path: str, limit: int) -> bytes | None:
        """The first bytes of the file, at most `limit`; None if nothing is there. Raises NotAFile for anything else."""
        return self._read(path, limit)

    @staticmethod
    def _read(path: str, limit: int) -> bytes | None:
        try:
            fd = open_regular(path)
        except FileNotFoundError:
            return None
        with open(fd, "rb", buffering=0) as file:
            return file.read(limit)

    def create(self, path: str) -> int:
        """Opens an empty file for writing, private to its owner; returns its descriptor.

        A link at this path is removed, and its target is not touched.
        """
        if os.path.islink(path):
            os.unlink(path)
        return _checked(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _OURS | _NO_LINK, 0o600), path)

    def append(self, path: str, data: bytes) -> None:
        """Adds bytes to the end of a file, in one write; a power cut may lose them."""
        fd = _checked(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _OURS | _NO_LINK, 0o600), path)
        try:
            if os.write(fd, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        finally:
            os.close(fd)

    def reopen(self, path: str) -> int:
        """Opens an existing file for reading and writing, which Windows needs for a sync; returns its descriptor."""
        return os.open(path, os.O_RDWR | _OURS | _NO_LINK)

    def write(self, fd: int, data: memoryview) -> int:
        """Writes some of the bytes, at least one; returns the number of bytes written."""
        return os.write(fd, data)

    def sync(self, fd: int) -> None:
        """Syncs a file to the drive: on return, its bytes survive a power cut."""
        if self.full_sync is not None:
            try:
                self.full_sync(fd)
                return
            except OSError as error:
                if error.errno not in _UNSUPPORTED:
                    raise  # an fsync after this failure may succeed, and so hide it
        os.fsync(fd)

    def close(self, fd: int) -> None:
        """Closes a descriptor."""
        os.close(fd)

    def replace(self, source: str, target: str) -> None:
        """Renames a file atomically, and replaces any file at `target`."""
        os.replace(source, target)

    def unlink(self, path: str) -> None:
        """Removes a file or a link."""
        os.unlink(path)

    def sync_folder(self, folder: str) -> None:
        """Syncs the names in a folder: on return, they survive a power cut, if the file system promises that."""
        if _WINDOWS:
            return
        try:
            fd = os.open(folder, os.O_RDONLY)
        except OSError as error:
            if error.errno in _FOLDER_CLOSED:
                return
            raise
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno not in _UNSUPPORTED | {errno.EBADF}:
                raise
        finally:
            os.close(fd)

    def pause(self, seconds: float) -> None:
        """Waits before a refused rename is tried again, or before files are read again."""
        time.sleep(seconds)


REAL = Disk()


class ReadOnlyDisk(Disk):
    """A disk that this process only reads; another process may be writing to it."""

    recheck_delays = (0.02, 0.1)
    read_only = True

    def create(self, path: str) -> NoReturn:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    def append(self, path: str, data: bytes) -> NoReturn:
        self.create(path)

    def replace(self, source: str, target: str) -> NoReturn:
        self.create(target)

    def unlink(self, path: str) -> NoReturn:
        self.create(path)


def try_lock(fd: int) -> bool:
    """Locks an open file until it is closed; returns False if the file is locked already.

    If the system does not support such locks, returns True without a lock. This is so on some file systems, and on
    Windows, which protects open files from removal anyway.
    """
    try:
        fcntl = importlib.import_module("fcntl")
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass
    return True


def is_locked(path: str, disk: Disk) -> bool:
    """Whether a process has locked the file. Raises OSError."""
    fd = disk.reopen(path)
    try:
        return not try_lock(fd)
    finally:
        disk.close(fd)


def quarantine_name(path: str, disk: Disk) -> str:
    """The first free name for damaged bytes of a file: `.damaged-0`, `.damaged-1` …"""
    names = (f"{path}.damaged-{number}" for number in itertools.count())
    return next(each for each in names if not disk.exists(each))


def write_file(disk: Disk, path: str, raw: bytes, *, durable: bool = True) -> None:
    """Writes a whole file; if `durable`, it then survives a power cut. Raises OSError."""
    fd = disk.create(path)
    try:
        rest = memoryview(raw)
        while rest:
            rest = rest[disk.write(fd, rest) :]
        if durable:
            disk.sync(fd)
    finally:
        disk.close(fd)
