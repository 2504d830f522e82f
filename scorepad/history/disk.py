"""Every call that the storage makes to the operating system.

One small object, so that tests can put a simulator in its place and stop, or fail, at each call.
"""

from __future__ import annotations

import errno
import importlib
import os
import stat
import sys
import time
from collections.abc import Callable

_WINDOWS = sys.platform == "win32"
_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOTTY}
_FOLDER_CLOSED = {errno.EACCES, errno.EPERM, errno.EISDIR}


def _apple_full_sync() -> Callable[[int], object] | None:
    """`fcntl(F_FULLFSYNC)` on Apple systems, where fsync alone leaves the bytes in the drive's cache."""
    if sys.platform not in {"darwin", "ios"}:
        return None
    fcntl = importlib.import_module("fcntl")
    command = getattr(fcntl, "F_FULLFSYNC", None)
    return None if command is None else lambda fd: fcntl.fcntl(fd, command)


class Disk:
    """The real disk; every method raises OSError as the system does."""

    patience: tuple[float, ...] = (0.02, 0.04, 0.08, 0.16, 0.32) if _WINDOWS else ()
    """Seconds to wait between tries of a refused `replace`: Windows scanners hold files open for a moment."""

    glances: tuple[float, ...] = ()
    """Seconds to wait before files that seem interrupted are looked at again: they may be another's, at work."""

    def __init__(self, full_sync: Callable[[int], object] | None = None) -> None:
        self.full_sync = full_sync or _apple_full_sync()

    def size(self, path: str) -> int | None:
        """Bytes in the file, None where there is no such file."""
        try:
            status = os.stat(path)
        except FileNotFoundError:
            return None
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        return status.st_size

    def read(self, path: str) -> bytes | None:
        """The whole file, None where there is none."""
        try:
            with open(path, "rb", buffering=0) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def head(self, path: str, limit: int) -> bytes | None:
        """At most the first `limit` bytes, None where there is no file."""
        try:
            with open(path, "rb", buffering=0) as file:
                return file.read(limit)
        except FileNotFoundError:
            return None

    def create(self, path: str) -> int:
        """Opens an empty file for writing, private to its owner; returns its descriptor."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)

    def reopen(self, path: str) -> int:
        """Opens a file that exists for writing, as it is: Windows syncs no other; returns its descriptor."""
        return os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))

    def write(self, fd: int, data: memoryview) -> int:
        """Writes some of the bytes, at least one; returns how many."""
        return os.write(fd, data)

    def sync(self, fd: int) -> None:
        """Returns when the file's bytes would survive a power cut."""
        if self.full_sync is not None:
            try:
                self.full_sync(fd)
                return
            except OSError as error:
                if error.errno not in _UNSUPPORTED:
                    raise  # asking a second time may forget the failure
        os.fsync(fd)

    def close(self, fd: int) -> None:
        """Closes a descriptor."""
        os.close(fd)

    def replace(self, source: str, target: str) -> None:
        """Renames over whatever is there, in one step."""
        os.replace(source, target)

    def unlink(self, path: str) -> None:
        """Removes a name."""
        os.unlink(path)

    def sync_folder(self, folder: str) -> None:
        """Returns when the folder's names would survive a power cut, where its file system promises that."""
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
        """Waits before a refused rename is tried again."""
        time.sleep(seconds)
