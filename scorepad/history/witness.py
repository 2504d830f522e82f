"""evenings.log: the last event of each evening, so that none goes back in time, or goes missing, in silence.

    ["2f1c…", "9b1e…"] 1a2b3c4d

A line for each save: the id of the session, that of its last event ("" while there is none), and a checksum; of two
lines the later counts. Events are only ever added, so a file without that event is an older copy, whatever its dates
and its generation say; and one that another device went on with has it.

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
from .storage import set_all_aside

LOG = "evenings.log"
SPARE_LINES = 1000
"""So many lines that no longer count may be there before the log is written anew."""

_HEADER = "scorepad evenings"

_log = logging.getLogger(__name__)


def empty_log(since: str = "") -> bytes:
    """A log that knows of no evening, as after a restore; no backup up to `since` says what there should be."""
    return _line(_HEADER, since)


def recorded(folder: Path, disk: Disk) -> dict[str, str] | None:
    """The last event of each evening as the log has it, None where there is no log that can be read."""
    try:
        return _read(disk.read(str(folder / LOG))).known
    except OSError:
        return None


def _line(session_id: str, event_id: str) -> bytes:
    text = json.dumps([session_id, event_id]).encode()
    return b"%s %08x\n" % (text, zlib.crc32(text))


@dataclass(frozen=True, slots=True)
class _Log:
    """What a log says; `known` is None where there is none, `whole` whether every line of it can be believed."""

    known: dict[str, str] | None = None
    since: str = ""
    whole: bool = False
    spare: int = 0


def _read(raw: bytes | None) -> _Log:
    known: dict[str, str] = {}
    lines = (raw or b"").split(b"\n")
    whole = not lines.pop()
    for line in lines:
        text, _, checksum = line.rpartition(b" ")
        if checksum == b"%08x" % zlib.crc32(text):
            session_id, event_id = json.loads(text)
            known[session_id] = event_id
        else:
            whole = False
    since = known.pop(_HEADER, None)
    if since is None:
        return _Log()
    return _Log(known, since, whole, len(lines) - len(known))


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
            log = _read(disk.read(str(self._path)))
        except NotAFile:
            with suppress(HistoryError):
                set_all_aside(self._path, disk)
        except OSError:
            pass
        self.whole = log.whole
        """Whether all that was ever noted is known; others may know more where it is not."""
        self.since = log.since
        """The newest backup at the last restore."""
        self._known = log.known or {}
        self._doubtful: dict[str, set[str]] = {}
        """What others know of the last events, beside what is known here."""
        self._unwritten: list[str] = []
        self._anew = not log.whole or log.spare > SPARE_LINES

    def learn(self, known: Mapping[str, str]) -> None:
        """Hears what somebody else knows of the last events."""
        for session_id, event_id in known.items():
            if self._known.setdefault(session_id, event_id) != event_id:
                self._doubtful.setdefault(session_id, set()).add(event_id)

    def last(self, session_id: str) -> str:
        """The last event that is known of a session, "" where none is."""
        return self._known.get(session_id, "")

    def missing_from(self, listed: Iterable[str]) -> set[str]:
        """The evenings that are known, and not in a list."""
        return self._known.keys() - set(listed)

    def agrees(self, session_id: str, last: str) -> bool:
        """Whether a session of that last event is what is known; where it is not, look at the session itself."""
        known = self._known.get(session_id)
        if known is None:
            self._note(session_id, last)
            return True
        return known == last and session_id not in self._doubtful and session_id not in self.gone

    def look(self, session: Session) -> None:
        """Looks at a session as it is, and remembers its last event unless it lacks one that is known."""
        known, last = self._known.get(session.id), last_event(session)
        self.gone.discard(session.id)
        if known == last and session.id not in self._doubtful:
            self.older.discard(session.id)
            return
        wanted = {known or "", *self._doubtful.pop(session.id, ())} - {""}
        for event in reversed(session.events):
            if not wanted:
                break
            wanted.discard(event.id)
        if wanted:
            self.older.add(session.id)
            self._note(session.id, min(wanted))
        else:
            self.older.discard(session.id)
            self._note(session.id, last)

    def miss(self, session_id: str) -> None:
        """A session is not there; that is something to tell if it ever was."""
        if session_id in self._known:
            self.older.discard(session_id)
            self.gone.add(session_id)

    def forget(self, session_id: str) -> None:
        """Nothing is known of a session any more, until it is looked at again."""
        self.gone.discard(session_id)
        self.older.discard(session_id)
        self._doubtful.pop(session_id, None)
        self._anew |= self._known.pop(session_id, None) is not None

    def _note(self, session_id: str, last: str) -> None:
        if self._known.get(session_id) != last:
            self._known[session_id] = last
            self._unwritten.append(session_id)

    def flush(self) -> None:
        """Writes down what was noted; where that cannot be written, it is tried again with the next."""
        if not (self._unwritten or self._anew):
            return
        try:
            if self._anew:
                self._write_anew()
            else:
                lines = [_line(each, self._known[each]) for each in self._unwritten]
                self._disk.append(str(self._path), b"".join(lines))
        except OSError:
            self._anew = True  # half a line may be there
            _log.debug("evenings not noted", exc_info=True)
        else:
            self._anew = False
            self._unwritten.clear()

    def _write_anew(self) -> None:
        tmp = f"{self._path}.tmp"
        lines = [_line(*each) for each in self._known.items()]
        write_file(self._disk, tmp, empty_log(self.since) + b"".join(lines))
        self._disk.replace(tmp, str(self._path))


def last_event(session: Session) -> str:
    """The id of the event that was saved last, "" where there is none."""
    return session.events[-1].id if session.events else ""
