"""evenings.log: the last event of each evening, so that a lost event or a lost evening is noticed.

    ["2f1c…", "9b1e…"] 1a2b3c4d

Each save appends a line: the ids of the evening and of its last event ("" if there is none), and a checksum; of two
lines of an evening, the later counts. Events are only ever added, so a file without that event is an older copy.
The line needs no fsync: the evening's file is durable first, so the log is never ahead of it.

If a part of the log is lost, the index and the newest backup supply last events, and a line may have several. The
first line names the newest backup at the last restore; backups up to that one do not count.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scorepad.evening.evening import Evening

from .disk import Disk, NotAFile, write_file
from .errors import HistoryError
from .evenings import valid_id
from .storage import quarantine_all

LOG = "evenings.log"
SPARE_LINES = 1000
"""Superseded lines allowed before the log is rewritten."""
MAX_LOG = 16 * 1024 * 1024
"""Bytes; a larger log is damaged."""

_HEADER = "scorepad evenings"

_log = logging.getLogger(__name__)


def empty_log(since: str = "") -> bytes:
    """A log without evenings, as after a restore; backups up to `since` (a name) do not count."""
    return _line(_HEADER, since)


def read_last_events(folder: Path, disk: Disk) -> dict[str, str] | None:
    """The last event of each evening in the log, None if no log can be read."""
    try:
        known = _read(folder / LOG, disk).known
    except OSError:
        return None
    return None if known is None else {each: max(events) for each, events in known.items()}


def _line(evening_id: str, *event_ids: str) -> bytes:
    text = json.dumps([evening_id, *event_ids]).encode()
    return b"%s %08x\n" % (text, zlib.crc32(text))


@dataclass(frozen=True, slots=True)
class _Log:
    """The contents of a log: `known` is None if there is none; `whole` is whether every line is sound."""

    known: dict[str, set[str]] | None = None
    since: str = ""
    whole: bool = False
    spare: int = 0


def _read(path: Path, disk: Disk) -> _Log:
    if (disk.size(str(path)) or 0) > MAX_LOG:
        return _Log()
    known: dict[str, set[str]] = {}
    lines = (disk.read(str(path)) or b"").split(b"\n")
    whole = not lines.pop()
    for line in lines:
        text, _, checksum = line.rpartition(b" ")
        found = _parse(text) if checksum == b"%08x" % zlib.crc32(text) else None
        if found is None:
            whole = False
        else:
            known[found[0]] = set(found[1:])
    since = known.pop(_HEADER, None)
    if since is None:
        return _Log()
    return _Log(known, max(since), whole, len(lines) - len(known))


def _parse(text: bytes) -> list[str] | None:
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case [str(name), str(), *_] as ids if name == _HEADER or valid_id(name):
                return ids if all(isinstance(each, str) for each in ids) else None
    return None


class Witness:
    """The last known event of each evening in a folder, and the evenings that lack theirs.

    Not safe for threads: the History that owns it has the lock.
    """

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._path = folder / LOG
        self._disk = disk
        self.gone: set[str] = set()
        """Evenings whose files are gone."""
        self.older: set[str] = set()
        """Evenings that lack their last known event."""
        log = _Log()
        try:
            log = _read(self._path, disk)
        except NotAFile:
            with suppress(HistoryError):
                quarantine_all(self._path, disk)
        except OSError:
            pass
        self.whole = log.whole
        """Whether the log was sound; if not, the index and the backups may know more."""
        self.since = log.since
        """The newest backup at the last restore."""
        self._known = log.known or {}
        """The last event of each evening; several if it is unknown which is the last: all of them must be there."""
        self._unwritten: list[str] = []
        self._needs_rewrite = not log.whole or log.spare > SPARE_LINES

    def learn(self, known: Mapping[str, str]) -> None:
        """Adds last events from the index or a backup."""
        for evening_id, event_id in known.items():
            self._known.setdefault(evening_id, set()).add(event_id)

    def last(self, evening_id: str) -> str:
        """The last known event of an evening, "" if there is none."""
        return max(self._known.get(evening_id, {""}))

    def missing_from(self, evening_ids: Iterable[str]) -> set[str]:
        """The known evenings that are not among these."""
        return self._known.keys() - set(evening_ids)

    def agrees(self, evening_id: str, last: str) -> bool:
        """Whether this is the last known event of an evening; if not, `observe` checks whether it lacks one."""
        known = self._known.get(evening_id)
        if known is None:
            self._record(evening_id, {last})
            return True
        return known == {last} and evening_id not in self.gone

    def observe(self, evening: Evening) -> None:
        """Checks an evening for its last known event, and records its last event unless it lacks that one."""
        wanted = self._known.get(evening.id, set()) - {""}
        self.gone.discard(evening.id)
        for event in reversed(evening.events):
            if not wanted:
                break
            wanted.discard(event.id)
        if wanted:
            self.older.add(evening.id)
        else:
            self.older.discard(evening.id)
        self._record(evening.id, wanted or {last_event(evening)})

    def miss(self, evening_id: str) -> None:
        """Marks an evening as gone, if it is known."""
        if evening_id in self._known:
            self.older.discard(evening_id)
            self.gone.add(evening_id)

    def forget(self, evening_id: str) -> None:
        """Forgets an evening until it is observed again."""
        self.gone.discard(evening_id)
        self.older.discard(evening_id)
        self._needs_rewrite |= self._known.pop(evening_id, None) is not None

    def _record(self, evening_id: str, events: set[str]) -> None:
        if self._known.get(evening_id) != events:
            self._known[evening_id] = events
            self._unwritten.append(evening_id)

    def flush(self) -> None:
        """Writes the new lines; if that fails, the next call tries again."""
        if not (self._unwritten or self._needs_rewrite):
            return
        try:
            if self._needs_rewrite:
                self._rewrite()
            else:
                lines = [_line(each, *self._known[each]) for each in self._unwritten]
                self._disk.append(str(self._path), b"".join(lines))
        except OSError:
            self._needs_rewrite = True  # half a line may be there
            _log.debug("evenings.log not written", exc_info=True)
        else:
            self._needs_rewrite = False
            self._unwritten.clear()

    def _rewrite(self) -> None:
        tmp = f"{self._path}.tmp"
        lines = [_line(each, *events) for each, events in self._known.items()]
        write_file(self._disk, tmp, empty_log(self.since) + b"".join(lines))
        self._disk.replace(tmp, str(self._path))


def last_event(evening: Evening) -> str:
    """The id of the last event, "" if there is none."""
    return evening.events[-1].id if evening.events else ""
