"""Looking at a data folder without touching it, even while another scorepad writes in it.

A `Reader` is a History on a disk that only seems to change: what opening a damaged or interrupted file would
repair is repaired in memory, and whatever would save raises WriteFailed. It takes no lock.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NoReturn

from .backup import BackupCopy, list_backups
from .backup.archive import unpack
from .backup.files import FOLDER
from .backup.inspection import session_in
from .disk import Disk, NotAFile
from .errors import BadRecord, FolderUnusable, HistoryError, Reason, UnknownSession, Unreadable
from .history import History, _Data
from .index import Progress, Summary
from .library import Library
from .records import MIGRATIONS, SCHEMA
from .reports import Report, ReportKind
from .sessions import valid_id
from .storage import SUFFIXES, AtomicStorage, Unsound, check


class _Overlay(Disk):
    """The disk as it would be after what was asked of it; nothing is asked of the real one."""

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
        # What was read decides: the other scorepad may have moved the file since.
        try:
            seen = source in self._seen and source not in self._moved
            raw = self._seen[source] if seen else self.read(source)
            if raw is None:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), source)
        except NotAFile:
            raw = b""  # a folder, a pipe: it is put by, whatever it is
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


class Reader(History):
    """What is in a data folder, as it is now. Entering raises FolderUnusable where there is none."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, disk=_Overlay())

    def __enter__(self) -> Reader:
        if not (self.folder / "sessions").is_dir():
            raise FolderUnusable(self.folder, errno.ENOENT)
        self._data = _Data(self.folder, self._disk)
        return self

    def summaries(self, tell: Callable[[Progress], object] | None = None) -> list[Summary]:
        """Every session, as `History.summaries` has them; one that is being saved just now is there too."""
        return [self._again(each) if each.problem else each for each in super().summaries(tell)]

    def _again(self, summary: Summary) -> Summary:
        try:
            return Summary.of(self.load(summary.id)) if isinstance(summary.problem, Unreadable) else summary
        except HistoryError:
            return summary


class State(StrEnum):
    """What reading a file said of it."""

    SOUND = "sound"
    RECOVERABLE = "recoverable"
    """It is not whole, and a generation beside it is: opening scorepad repairs it. The last change may be lost."""
    BAD = "bad"
    """`problem` says why; no generation of it can be read."""
    OLDER = "older"
    """An older version of an evening: what was saved last is missing."""
    GONE = "gone"
    """An evening that was there, and is not."""
    ASIDE = "aside"
    """Damaged bytes that were put by, of a file that was repaired, or what an older version wrote."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A file of the folder, read from its first byte to its last; `hands` counts the deals of a session.

    `backup_copy` has more of a session that is older or gone.
    """

    name: str
    state: State
    hands: int | None = None
    problem: HistoryError | None = None
    backup_copy: BackupCopy | None = None


def verify(folder: Path) -> Iterator[Checked]:
    """Reads every file, backups too, and changes nothing. Raises FolderUnusable, Unreadable."""
    if not (folder / "sessions").is_dir():
        raise FolderUnusable(folder, errno.ENOENT)
    try:
        root, inside = set(os.listdir(folder)), set(os.listdir(folder / "sessions"))
    except OSError as error:
        raise Unreadable(folder, error.errno) from error
    for where, found in (("", root), ("sessions/", inside)):
        for name in sorted({_base(each) for each in found} - {""}):
            if where or name == "library.json":  # taps are no history
                checked = _checked(folder, where + name)
                for seconds in _Overlay.recheck_delays:
                    if checked is None or checked.state is State.SOUND:
                        break
                    time.sleep(seconds)  # it may be being written just now
                    checked = _checked(folder, where + name)
                if checked is not None:
                    yield checked
        for name in sorted(found):
            kept = ".json.damaged-" in name or ".json.schema-" in name
            if kept and not name.startswith("index."):  # a cache
                yield Checked(where + name, State.ASIDE)
    for report in _missed(folder):
        state = State.GONE if report.kind is ReportKind.GONE else State.OLDER
        yield Checked(f"sessions/{report.path.name}", state, backup_copy=report.backup_copy)
    for made in list_backups(folder):
        name = f"{FOLDER}/{made.path.name}"
        try:
            for _ in unpack(made.path):
                pass
            yield Checked(name, State.SOUND)
        except HistoryError as error:
            yield Checked(name, State.BAD, problem=error)


def _missed(folder: Path) -> list[Report]:
    """The evenings that are not what they were."""
    with Reader(folder) as reader:
        reader.summaries()
        return [each for each in reader.reports() if each.is_loss]


def _base(name: str) -> str:
    """The file of which this is a generation, "" for one that is none."""
    base, json_, suffix = name.rpartition(".json")
    return base + json_ if json_ and suffix in SUFFIXES else ""


def _checked(folder: Path, name: str) -> Checked | None:
    """What a file is; None for a first save that was never finished, and so never acknowledged."""
    path = folder / name
    try:
        hands = _hands(path) if name.startswith("sessions/") else _none(path)
    except UnknownSession:
        return None
    except HistoryError as error:
        return Checked(name, State.BAD, problem=error)
    return Checked(name, State.SOUND if _whole(path) else State.RECOVERABLE, hands)


def _hands(path: Path) -> int:
    session_id = path.name.removesuffix(".json")
    if not valid_id(session_id):
        raise BadRecord(path.name, Reason.NOT_A_NAME)
    disk = _Overlay()
    AtomicStorage(path, schema=SCHEMA, migrations=MIGRATIONS, disk=disk)
    raw = disk.read(str(path))
    if raw is None:
        raise UnknownSession(session_id)
    return len(session_in(raw, path).standing_entries)


def _none(path: Path) -> int | None:
    """Reads a file that is no session's."""
    problems: list[HistoryError | None] = []
    Library(path, disk=_Overlay(), tell=lambda report: problems.append(report.problem))
    for problem in problems:
        if problem is not None:
            raise problem
    return None


def _whole(path: Path) -> bool:
    """Whether the file itself is sound, whatever is beside it."""
    try:
        raw = Disk().read(str(path))
        return raw is not None and bool(check(raw))
    except (OSError, Unsound):
        return False
