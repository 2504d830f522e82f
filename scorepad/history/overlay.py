"""A disk on which every change happens in memory only."""

from __future__ import annotations

import errno
import os
from typing import NoReturn

from .disk import Disk, NotAFile
from .storage import SUFFIXES


class Overlay(Disk):
    """The real disk, with renames and removals in memory on top of it; writing fails."""

    retry_delays = ()
    recheck_delays = (0.02, 0.1)

    def __init__(self) -> None:
        super().__init__()
        self._moved: dict[str, bytes | None] = {}
        self._seen: dict[str, bytes | None] = {}

    def size(self, path: str) -> int | None:
        if path in self._moved:
            raw = self._moved[path]
            return None if raw is None else len(raw)
        return super().size(path)

    def read(self, path: str) -> bytes | None:
        if path in self._moved:
            return self._moved[path]
        while len(self._seen) >= len(SUFFIXES):
            del self._seen[next(iter(self._seen))]
        raw = self._seen[path] = super().read(path)
        return raw

    def head(self, path: str, limit: int) -> bytes | None:
        raw = self._moved.get(path)
        if path in self._moved:
            return None if raw is None else raw[:limit]
        return super().head(path, limit)

    def replace(self, source: str, target: str) -> None:
        # The bytes that were read count: another process may have moved the file since.
        try:
            seen = source in self._seen and source not in self._moved
            raw = self._seen[source] if seen else self.read(source)
            if raw is None:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), source)
        except NotAFile:
            raw = b""  # a folder or a pipe, which is quarantined
        self._moved[target], self._moved[source] = raw, None

    def unlink(self, path: str) -> None:
        self._moved[path] = None

    def create(self, path: str) -> NoReturn:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    def append(self, path: str, data: bytes) -> NoReturn:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    def reopen(self, path: str) -> int:
        return -1

    def sync(self, fd: int) -> None:
        pass

    def close(self, fd: int) -> None:
        pass

    def sync_folder(self, folder: str) -> None:
        pass
