"""A disk in memory that stops, or fails, at a chosen call, and knows what a power cut may leave behind."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from scorepad.history.disk import Disk

Names = dict[str, int]
Contents = dict[int, bytes]


class Crash(BaseException):
    """The power went, or the process was killed: nothing may catch it."""


class SimulatedDisk(Disk):
    """Names point to inodes; both have what is visible now and what is durable.

    `fuse` calls are let through, then every further one raises Crash. `forgets` names the calls ("sync",
    "sync_folder") that do nothing: the planted mistakes. `errors` gives the error of a call, by its
    number; `broken` that of every call from now on.
    """

    def __init__(
        self,
        names: Mapping[str, int] | None = None,
        contents: Mapping[int, bytes] | None = None,
        *,
        fuse: int | None = None,
        forgets: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__()
        self.names: Names = dict(names or {})
        self.contents: Contents = dict(contents or {})
        self.durable_names: Names = dict(self.names)
        self.durable_contents: Contents = dict(self.contents)
        self.pending: list[tuple[str, ...]] = []
        self.calls = 0
        self.fuse = fuse
        self.forgets = forgets
        self.errors: dict[int, OSError] = {}
        self.broken: OSError | None = None
        self._inodes = itertools.count(max(self.contents, default=0) + 1)

    def killed(self) -> SimulatedDisk:
        """The same disk after the process alone died: everything visible stays, nothing more is durable."""
        other = SimulatedDisk(self.names, self.contents, forgets=self.forgets)
        other.durable_names = dict(self.durable_names)
        other.durable_contents = dict(self.durable_contents)
        other.pending = list(self.pending)
        return other

    def after_power_cut(self) -> Iterator[tuple[Names, Contents]]:
        """Every disk that a power cut may leave now.

        Of the operations on names, any ordered prefix and any subset got through; of the bytes that were not
        synced, none, some, all, or zeros in their place.
        """
        operations = self.pending
        survivors = {
            chosen
            for count in range(len(operations) + 1)
            for chosen in itertools.combinations(range(len(operations)), count)
        }
        for chosen in survivors:
            names = dict(self.durable_names)
            for index in chosen:
                self._apply(names, operations[index])
            inodes = sorted(set(names.values()))
            variants = [sorted(self._variants(inode)) for inode in inodes]
            for contents in itertools.product(*variants):
                yield names, dict(zip(inodes, contents, strict=True))

    def _variants(self, inode: int) -> set[bytes]:
        now, durable = self.contents[inode], self.durable_contents[inode]
        if now == durable:
            return {now}
        half = now[: len(now) // 2]
        return {durable, b"", now, half, half.ljust(len(now), b"\0"), bytes(len(now))}

    def _apply(self, names: Names, operation: tuple[str, ...]) -> None:
        match operation:
            case ("link", name, number):
                names[name] = int(number)
            case ("rename", source, target) if source in names:
                names[target] = names.pop(source)
            case ("unlink", name):
                names.pop(name, None)

    def _change(self, *operation: str) -> None:
        self.pending.append(operation)
        self._apply(self.names, operation)

    def _call(self) -> None:
        self.calls += 1
        if self.fuse is not None and self.calls > self.fuse:
            raise Crash
        if self.broken is not None:
            raise self.broken
        if self.calls in self.errors:
            raise self.errors[self.calls]

    # -- the calls -------------------------------------------------------------------------------

    def size(self, path: str) -> int | None:
        raw = self.read(path)
        return None if raw is None else len(raw)

    def exists(self, path: str) -> bool:
        return path in self.names

    def read(self, path: str) -> bytes | None:
        return self.contents[self.names[path]] if path in self.names else None

    def head(self, path: str, limit: int) -> bytes | None:
        return self.contents[self.names[path]][:limit] if path in self.names else None

    def create(self, path: str) -> int:
        self._call()
        if path not in self.names:
            inode = next(self._inodes)
            self.durable_contents[inode] = b""
            self._change("link", path, str(inode))
        inode = self.names[path]
        self.contents[inode] = b""
        return inode

    def reopen(self, path: str) -> int:
        self._call()
        return self.names[path]

    def write(self, fd: int, data: memoryview) -> int:
        self._call()
        some = max(1, len(data) // 2)
        self.contents[fd] += bytes(data[:some]) if len(data) > 16 else bytes(data)
        return some if len(data) > 16 else len(data)

    def sync(self, fd: int) -> None:
        self._call()
        if "sync" not in self.forgets:
            self.durable_contents[fd] = self.contents[fd]

    def close(self, fd: int) -> None:
        pass

    def replace(self, source: str, target: str) -> None:
        self._call()
        if source not in self.names:
            raise FileNotFoundError(source)
        self._change("rename", source, target)

    def unlink(self, path: str) -> None:
        self._call()
        if path not in self.names:
            raise FileNotFoundError(path)
        self._change("unlink", path)

    def sync_folder(self, folder: str) -> None:
        self._call()
        if "sync_folder" not in self.forgets:
            self.durable_names = dict(self.names)
            self.pending = []


def crashes(
    start: Callable[[], SimulatedDisk], work: Callable[[SimulatedDisk], object]
) -> Iterator[tuple[SimulatedDisk, bool]]:
    """The disk of each crash, before the first call of some work, the second, and so on; the last has all done."""
    for fuse in itertools.count():
        disk, finished = start(), False
        disk.fuse = fuse
        with suppress(Crash):
            work(disk)
            finished = True
        yield disk, finished
        if finished:
            return
