"""evenings.log: the last event of each evening, so that none goes back in time, or goes missing, in silence.

    ["2f1c…", "9b1e…"] 1a2b3c4d

A line for each save: the id of the session, that of its last event ("" while there is none), and a checksum; of two
lines the later counts. After a damage, a line has every last event that the log, the index or a backup knows. Events
are only ever added, so a file without that event is an older copy, whatever its dates and its generation say; and one
that another device went on with has it.

Neither index.json nor library.json could remember this: the first is a cache that may be deleted at any time, and is
written when the app closes; the second is written with an fsync, which a hand would have to wait for. A line costs
none, and needs none: the session's file is durable before, so that what is remembered never runs ahead of it. Where
some of the log was lost, the index and the newest backup say what they know. The first line names the newest backup
at the last restore, which says nothing any more.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scorepad.tarot.session import Session

from .disk import Disk, NotAFile, write_file
from .errors import HistoryError
from .sessions import valid_id
from .storage import quarantine_all

LOG = "evenings.log"
SPARE_LINES = 1000
"""Superseded lines allowed before the log is rewritten."""
MAX_LOG = 16 * 1024 * 1024
"""Bytes; a larger log is damaged."""

_HEADER = "scorepad evenings"

_log = logging.getLogger(__name__)


def empty_log(since: str = "") -> bytes:
    """A log that knows of no evening, as after a restore; no backup up to `since` says what there should be."""
    return _line(_HEADER, since)


def read_last_events(folder: Path, disk: Disk) -> dict[str, str] | None:
    """The last event of each evening as the log has it, None where there is no log that can be read."""
    try:
        known = _read(folder / LOG, disk).known
    except OSError:
        return None
    return None if known is None else {each: max(events) for each, events in known.items()}


def _line(session_id: str, *event_ids: str) -> bytes:
    text = json.dumps([session_id, *event_ids]).encode()
    return b"%s %08x\n" % (text, zlib.crc32(text))


@dataclass(frozen=True, slots=True)
class _Log:
    """What a log says; `known` is None where there is none, `whole` whether every line of it can be believed."""

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
    """The ids of a line, None where it is none that is written here."""
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case [str(name), str(), *_] as ids if name == _HEADER or valid_id(name):
                return ids if all(isinstance(each, str) for each in ids) else None
    return None


class Witness:
    """What is known of the evenings in a folder, and which of them are no longer what they were.

    Not safe for threads: the History that owns it has the lock.
    """

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._path = folder / LOG
        self._disk = disk
        self.gone: set[str] = set()
        """Evenings that were there, and are not."""
        self.older: set[str] = set()
        """Evenings that lack what was last known of them."""
        log = _Log()
        try:
            log = _read(self._path, disk)
        except NotAFile:
            with suppress(HistoryError):
                quarantine_all(self._path, disk)
        except OSError:
            pass
        self.whole = log.whole
        """Whether all that was ever noted is known; others may know more where it is not."""
        self.since = log.since
        """The newest backup at the last restore."""
        self._known = log.known or {}
        """The last event of each evening; several where it is not known which is the last: all have to be there."""
        self._unwritten: list[str] = []
        self._needs_rewrite = not log.whole or log.spare > SPARE_LINES

    def learn(self, known: Mapping[str, str]) -> None:
        """Adds last events known from the index or a backup."""
        for session_id, event_id in known.items():
            self._known.setdefault(session_id, set()).add(event_id)

    def last(self, session_id: str) -> str:
        """The last event that is known of a session, "" where none is."""
        return max(self._known.get(session_id, {""}))

    def missing_from(self, listed: Iterable[str]) -> set[str]:
        """The evenings that are known, and not in a list."""
        return self._known.keys() - set(listed)

    def agrees(self, session_id: str, last: str) -> bool:
        """Whether a session of that last event is what is known; where it is not, look at the session itself."""
        known = self._known.get(session_id)
        if known is None:
            self._note(session_id, {last})
            return True
        return known == {last} and session_id not in self.gone

    def observe(self, session: Session) -> None:
        """Looks at a session as it is, and remembers its last event unless it lacks one that is known."""
        wanted = self._known.get(session.id, set()) - {""}
        self.gone.discard(session.id)
        for event in reversed(session.events):
            if not wanted:
                break
            wanted.discard(event.id)
        if wanted:
            self.older.add(session.id)
        else:
            self.older.discard(session.id)
        self._note(session.id, wanted or {last_event(session)})

    def miss(self, session_id: str) -> None:
        """A session is not there; that is something to tell if it ever was."""
        if session_id in self._known:
            self.older.discard(session_id)
            self.gone.add(session_id)

    def forget(self, session_id: str) -> None:
        """Nothing is known of a session any more, until it is looked at again."""
        self.gone.discard(session_id)
        self.older.discard(session_id)
        self._needs_rewrite |= self._known.pop(session_id, None) is not None

    def _note(self, session_id: str, events: set[str]) -> None:
        if self._known.get(session_id) != events:
            self._known[session_id] = events
            self._unwritten.append(session_id)

    def flush(self) -> None:
        """Writes down what was noted; where that cannot be written, it is tried again with the next."""
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
            _log.debug("evenings not noted", exc_info=True)
        else:
            self._needs_rewrite = False
            self._unwritten.clear()

    def _rewrite(self) -> None:
        tmp = f"{self._path}.tmp"
        lines = [_line(each, *events) for each, events in self._known.items()]
        write_file(self._disk, tmp, empty_log(self.since) + b"".join(lines))
        self._disk.replace(tmp, str(self._path))


def last_event(session: Session) -> str:
    """The id of the event that was saved last, "" where there is none."""
    return session.events[-1].id if session.events else ""
