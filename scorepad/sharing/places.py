"""Places at which several devices keep files for each other: each device writes its own files, and reads all files.

The name of a file is only a hint: conflict copies, leftovers and damaged files may have any name. Only the bytes of a
file tell whether it holds an evening.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from scorepad.history import Disk, write_file

ENDING: Final = ".evening"
MAX_FILES: Final = 20_000
"""The largest number of entries of a folder that are looked at; all further entries are ignored."""
MAX_BYTES: Final = 16 * 1024 * 1024
"""The largest file that is read, in bytes."""
MAX_LOOK: Final = 64 * 1024 * 1024
"""The most bytes that are read in one look at a folder; the next look reads further files."""
SETTLED: Final = 4.0
"""If a file is older than these seconds when it is read, its stamp is trusted: the same stamp means the same bytes.

On USB sticks, times have steps of two seconds, so a younger file may change and keep its stamp.
"""
_NAME: Final = re.compile(rf"[0-9a-f]{{16}}-([0-9a-f]{{8}}){re.escape(ENDING)}", re.ASCII)
_OPENING: Final = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
"""The flags with which files are opened: the opening of a pipe does not wait for its other end, and follows no link."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of a place: its name, and the SHA-256 of its bytes in hexadecimal digits.

    `read` returns the bytes, which may have changed since the digest was computed; it raises OSError. If the file could
    not be read, `digest` is another text than a SHA-256.
    """

    name: str
    digest: str
    read: Callable[[], bytes]


class SharedPlace(Protocol):
    """A place that keeps files of several devices. `put` and `others` raise OSError if it cannot be reached."""

    def put(self, name: str, raw: bytes) -> None:
        """Writes a file with a name that only this device uses, and replaces the earlier file with this name."""

    def others(self) -> Iterator[KeptFile]:
        """Yields all files of the place, in any order: files of this device, too, old and new, whole and damaged."""

    def changed(self) -> bool:
        """Whether the files may differ from the files that the last call of `others` found."""

    def writers(self) -> set[str]:
        """The names of the other devices that the names of files contain: for people to see, not for decisions."""

    @property
    def has_too_many(self) -> bool:
        """Whether the last look found more files than may be looked at."""


class _Stamp(NamedTuple):
    """The facts about a file by which a change of it is noticed."""

    size: int
    modified: int
    changed: int
    number: int


class FolderPlace:
    """A folder that something else carries from device to device: a syncing program, a USB stick, a network drive.

    Not thread-safe.
    """

    def __init__(self, folder: Path, own: str, disk: Disk) -> None:
        self.folder = folder
        self._own, self._disk = own, disk
        self._seen: dict[str, tuple[_Stamp | None, str]] = {}
        """The stamp and the digest of each file that was read, by name; the stamp is None if it is not trusted yet."""
        self._unread = False
        self._too_many = False

    @property
    def has_too_many(self) -> bool:
        return self._too_many

    def put(self, name: str, raw: bytes) -> None:
        self._check()
        tmp = str(self.folder / f".{self._own}.part")
        try:
            write_file(self._disk, tmp, raw)
            self._disk.replace(tmp, str(self.folder / name))
        except OSError:
            with suppress(OSError):
                self._disk.unlink(tmp)
            raise
        self._disk.sync_folder(str(self.folder))

    def others(self) -> Iterator[KeptFile]:
        self._check()
        found, left = dict(self._entries()), MAX_LOOK
        self._seen = {name: seen for name, seen in self._seen.items() if name in found}
        self._unread = False
        for name, stamp in found.items():
            known, digest = self._seen.get(name, (None, ""))
            if known != stamp:
                if left < stamp.size:
                    self._unread = True
                    continue
                left -= stamp.size
                try:
                    raw = self._bytes(name)
                except OSError:  # the file is gone, is locked by its writer, or belongs to another account
                    self._seen.pop(name, None)
                    self._unread, digest = True, f"unreadable {name}"
                else:
                    digest = hashlib.sha256(raw).hexdigest()
                    fresh = abs(time.time() - stamp.modified / 1e9) < SETTLED
                    self._seen[name] = None if fresh else stamp, digest
            yield KeptFile(name, digest, lambda name=name: self._bytes(name))  # type: ignore[misc]

    def changed(self) -> bool:
        try:
            self._check()
            now = dict(self._entries())
        except OSError:
            return True
        return self._unread or now != {name: stamp for name, (stamp, _) in self._seen.items()}

    def writers(self) -> set[str]:
        with suppress(OSError):
            found = {match[1] for name, _ in self._entries() if (match := _NAME.fullmatch(name))}
            return found - {self._own}
        return set()

    def _check(self) -> None:
        """Raises OSError if the folder is not there, or if it is a link."""
        if not stat.S_ISDIR(os.lstat(self.folder).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(self.folder))

    def _entries(self) -> Iterator[tuple[str, _Stamp]]:
        """The files that may be read, with their stamps: no links, no folders, nothing empty or too large."""
        with os.scandir(self.folder) as entries:
            self._too_many = False
            for entry in islice(entries, MAX_FILES):
                with suppress(OSError):  # gone meanwhile
                    status = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(status.st_mode) and 0 < status.st_size <= MAX_BYTES:
                        yield entry.name, _stamp(status)
            self._too_many = next(entries, None) is not None

    def _bytes(self, name: str) -> bytes:
        """The bytes of a file: at most MAX_BYTES, as it may have grown meanwhile."""
        fd = os.open(self.folder / name, _OPENING)
        with open(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
            return file.read(MAX_BYTES)


def _stamp(status: os.stat_result) -> _Stamp:
    return _Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def own_name(evening_id: str, own: str) -> str:
    """The name of the file for an evening, written by the device `own`.

    The name tells nothing about the evening, and is allowed on every system.
    """
    return f"{hashlib.sha256(evening_id.encode()).hexdigest()[:16]}-{own}{ENDING}"


def may_be_ours(name: str) -> bool:
    """Whether a name may be that of a file of scorepad, or of a copy that a syncing program made of such a file."""
    return ENDING in name
