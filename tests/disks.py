"""Disks that watch, refuse or lose what the history writes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from typing import Any

from scorepad.history.disk import Disk

CHANGES_OF_DISK = ("create", "append", "write", "sync", "replace", "unlink", "sync_folder")
"""The calls of a disk that change something."""


class WatchedDisk(Disk):
    """The real disk; `watch` gets the name and the arguments of each call before it, and may raise."""

    def __init__(self, watch: Callable[..., object]) -> None:
        super().__init__()
        for name in ("size", "read", "head", *CHANGES_OF_DISK):
            setattr(self, name, self._watched(name, getattr(self, name), watch))

    @staticmethod
    def _watched(name: str, call: Callable[..., Any], watch: Callable[..., object]) -> Callable[..., Any]:
        def watched(*args: Any) -> Any:
            watch(name, *args)
            return call(*args)

        return watched


class RefusingDisk(WatchedDisk):
    """While it `refuses`, it refuses some calls on files whose path has a pattern."""

    def __init__(self, code: int, pattern: str = "", calls: Collection[str] = ("create",)) -> None:
        super().__init__(self._refuse)
        self.code, self.pattern, self.calls, self.refuses = code, pattern, calls, True

    def _refuse(self, call: str, *args: object) -> None:
        if self.refuses and call in self.calls and any(re.search(self.pattern, str(each)) for each in args):
            raise OSError(self.code, "planted")


class LosingDisk(Disk):
    """While it `loses`, it cuts the last byte off files whose path has a pattern, and calls them safe."""

    def __init__(self, pattern: str) -> None:
        super().__init__()
        self.pattern, self.loses = pattern, True
        self._paths: dict[int, str] = {}

    def create(self, path: str) -> int:
        fd = super().create(path)
        self._paths[fd] = path
        return fd

    def sync(self, fd: int) -> None:
        super().sync(fd)
        if self.loses and self.pattern in self._paths.get(fd, ""):
            os.ftruncate(fd, os.fstat(fd).st_size - 1)
