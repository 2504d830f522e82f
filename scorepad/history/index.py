"""index.json: what lists show of each session, so that a thousand files need not be opened to list them.

A cache. It is believed only for files that look untouched, and made again from them where it is stale,
missing, damaged, or of another version: of a few files at once, of many by whoever asks for one after the other
(`next_unread`, `glimpse`, `take`), so that what is known so far can be shown meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

from scorepad import __version__
from scorepad.codec import Codec, Coder
from scorepad.tarot.session import Person, Session

from .disk import Disk
from .errors import BadRecord, HistoryError, Reason, UnknownSession
from .sessions import FileStamp, SessionFiles
from .storage import SUFFIXES, AtomicStorage
from .witness import Witness, last_event

WORTH_KEEPING = 8
"""More sessions summed up anew than this are kept at once: a phone may never close the app."""
FEW = 20
"""So many files of which nothing is known are read at once, without making anybody wait for long."""

_log = logging.getLogger(__name__)

_MADE_BY = f"3 {__version__}"
"""The shape of the summaries, and the version that computed their totals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a list shows of a session; of one that cannot be read, only its id, its date, and the `problem`.

    `totals` are in 1/`unit` of a point, in the order of `people`; `hands` counts the deals that stand.
    Times are ISO 8601, UTC.
    """

    id: str
    name: str = ""
    created: str = ""
    last_at: str = ""
    finished: bool = False
    people: tuple[Person, ...] = ()
    hands: int = 0
    totals: tuple[int, ...] = ()
    unit: int = 1
    conflicts: int = 0
    problem: HistoryError | None = None

    @classmethod
    def of(cls, session: Session) -> Summary:
        """The summary of a session."""
        return cls(
            id=session.id,
            name=session.name,
            created=session.created,
            last_at=session.last_at,
            finished=session.finished,
            people=session.people,
            hands=len(session.standing_entries),
            totals=session.totals,
            unit=session.unit,
            conflicts=sum(bool(entry.conflicting) for entry in session.entries),
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the sessions are known so far."""

    known: int
    of: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """A summary, and the file that it was made from."""

    summary: Summary
    trace: FileStamp
    checksum: str
    last: str
    """The id of the last event."""


class Index:
    """The summaries of the sessions in a folder, each made when it is first asked for after a change.

    Whatever is read or believed of a session, the witness hears of it.
    """

    def __init__(self, path: Path, files: SessionFiles, disk: Disk, witness: Witness) -> None:
        self._path = path
        self._files = files
        self._disk = disk
        self._witness = witness
        self._indexed: dict[str, Indexed] = {}
        self._dirty = False
        found = _read(path, disk)
        listing = files.list()
        if not witness.whole:
            witness.learn({session_id: entry.last for session_id, entry in found.items()})
        for session_id in files.absent(witness.missing_from(listing.sessions)):
            witness.miss(session_id)
        unread = {
            session_id: trace
            for session_id, trace in listing.sessions.items()
            if not self._believe(found, session_id, trace)
        }
        few = len(unread) <= FEW
        self._pending = {each for each, trace in unread.items() if few or trace is None}
        """What changed, or needs a recovery: to be summed up when somebody looks."""
        rest = {each: trace.modified for each, trace in unread.items() if trace and each not in self._pending}
        self._unread = dict.fromkeys(sorted(rest, key=rest.__getitem__))
        self._fresh: list[Summary] = []
        self._people: dict[Person, Person] = {}
        """The same people sit in many sessions, and take memory once."""
        self._dirty |= found.keys() != self._indexed.keys()
        self._listed = _in_order(
            [entry.summary for entry in self._indexed.values()]
            + [_stranger(path) for path in listing.strangers]
        )

    def _believe(self, found: Mapping[str, Indexed], session_id: str, trace: FileStamp | None) -> bool:
        entry = found.get(session_id)
        if entry is None or trace is None or entry.trace.size != trace.size:
            return False
        if entry.trace != trace:
            # Copied or restored with another date: its first line tells whether it is the same generation.
            if entry.checksum != self._files.checksum(session_id):
                return False
            entry = replace(entry, trace=trace)
            self._dirty = True
        if not self._witness.agrees(session_id, entry.last):
            return False
        self._indexed[session_id] = entry
        return True

    def changed(self, session_id: str) -> None:
        """A session is to be summed up anew."""
        self._unread.pop(session_id, None)
        self._pending.add(session_id)

    def is_current(self, session_id: str) -> bool:
        """Whether the summary of a session that is open is of its present generation."""
        entry = self._indexed.get(session_id)
        return entry is not None and entry.checksum == self._files.checksum(session_id)

    @property
    def progress(self) -> Progress | None:
        """How many are known, None once all are."""
        left = len(self._unread)
        known = len(self._indexed) + len(self._pending - self._indexed.keys())
        return Progress(known, known + left) if left else None

    def next_unread(self) -> str | None:
        """The session that was written last of those of which nothing is known yet; None once there is none."""
        return next(reversed(self._unread), None)

    def take(self, session_id: str, glimpsed: Indexed | None) -> None:
        """Notes what a glimpse at a session gave, unless it changed meanwhile; without one, it is read in full."""
        if session_id not in self._unread:
            return
        del self._unread[session_id]
        if glimpsed is None or not self._witness.agrees(session_id, glimpsed.last):
            self._pending.add(session_id)
        else:
            people = tuple([self._people.setdefault(each, each) for each in glimpsed.summary.people])
            glimpsed = replace(glimpsed, summary=replace(glimpsed.summary, people=people))
            self._indexed[session_id] = glimpsed
            self._fresh.append(glimpsed.summary)
            self._dirty = True

    def summaries(self) -> list[Summary]:
        """Every session that is known: those under way first, then the latest first."""
        if self._pending or self._fresh:
            pending, self._pending = self._pending, set()
            fresh, self._fresh = self._fresh, []
            summed = [self._sum_up(session_id) for session_id in pending]
            kept = [summary for summary in (*self._listed, *fresh) if summary.id not in pending]
            self._listed = _in_order(kept + [summary for summary in summed if summary is not None])
            self._dirty = True
            self._witness.flush()
            if len(pending) > WORTH_KEEPING:
                self.save()
        return list(self._listed)

    def _sum_up(self, session_id: str) -> Summary | None:
        """The summary of a session as it is now, None where there is no such session after all."""
        self._indexed.pop(session_id, None)
        try:
            session = self._files.load(session_id)
            self._witness.observe(session)
            trace, checksum = self._files.trace(session_id), self._files.checksum(session_id)
            entry = Indexed(Summary.of(session), trace, checksum, last_event(session))
        except UnknownSession:
            self._witness.miss(session_id)
            return None  # or a first save that was never acknowledged
        except HistoryError as error:
            problem = error
        except Exception as error:
            # One session that cannot be computed must not take the list of all the others with it.
            _log.exception("session %s cannot be summed up", session_id)
            problem = BadRecord("events", Reason.UNEXPECTED, repr(error))
        else:
            self._indexed[session_id] = entry
            return entry.summary
        return Summary(id=session_id, last_at=_modified(self._files.path(session_id)), problem=problem)

    def save(self) -> None:
        """Keeps what is summed up for the next time; where it cannot be kept, it will be made again."""
        self._witness.flush()
        if self._dirty:
            with suppress(HistoryError):
                _write(self._path, self._disk, self._indexed.values())
                self._dirty = False


def read_summary(files: SessionFiles, session_id: str) -> Indexed | None:
    """The summary of a session whose file is sound and as it should be; None where it takes more to tell.

    Touches nothing, so that it can be done while others use the files.
    """
    try:
        trace = files.trace(session_id)
        checksum, session = files.peek(session_id)
        return Indexed(Summary.of(session), trace, checksum, last_event(session))
    except Exception:  # whatever it is, reading it in full tells
        return None


def _in_order(summaries: list[Summary]) -> list[Summary]:
    """Those under way first, then the latest first; quick where most are in order already."""
    summaries.sort(key=attrgetter("last_at", "id"), reverse=True)
    summaries.sort(key=attrgetter("finished"))
    return summaries


def _stranger(path: Path) -> Summary:
    """A file that no session can have, a copy made by hand perhaps: shown, not hidden."""
    return Summary(
        id=path.name, last_at=_modified(path), problem=BadRecord(path.name, Reason.NOT_A_NAME, path)
    )


def _modified(path: Path) -> str:
    """When a file was modified (ISO 8601, UTC), "" where there is none."""
    try:
        moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        return ""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _read(path: Path, disk: Disk) -> dict[str, Indexed]:
    """What was indexed, by session; nothing where that cannot be believed."""
    try:
        tables = AtomicStorage(path, durable=False, disk=disk).read() or {}
        if list(tables["made_by"].values()) != [{"version": _MADE_BY}]:
            return {}
        documents, read = tables["sessions"], _codec().coder(Indexed).decode
        found: dict[str, Indexed] = {}
        while documents:  # each is dropped when it was read: there may be ten thousand
            _, document = documents.popitem()
            entry = read(document)
            found[entry.summary.id] = entry
        return found
    except (HistoryError, LookupError, TypeError, ValueError):
        return {}


def _write(path: Path, disk: Disk, indexed: Iterable[Indexed]) -> None:
    write = _codec().coder(Indexed).encode
    documents = {str(number): write(entry) for number, entry in enumerate(indexed, 1)}
    try:
        storage = AtomicStorage(path, durable=False, disk=disk)
    except HistoryError:
        for suffix in SUFFIXES:
            with suppress(OSError):
                disk.unlink(f"{path}{suffix}")
        storage = AtomicStorage(path, durable=False, disk=disk)
    storage.write({"made_by": {"1": {"version": _MADE_BY}}, "sessions": documents})


def _codec() -> Codec:
    """Writes what is indexed as rows; the same people sit in many sessions, and are read as one value."""
    people: dict[tuple[Any, ...], Person] = {}

    def shared(codec: Codec) -> Coder:
        read, write = codec.usual(Person)

        def decode(row: list[Any]) -> Person:
            key = tuple(row)
            known = people.get(key)
            if known is None:
                known = people[key] = read(row)
            return known

        return Coder(decode, write)

    rows = {Indexed, Summary, Person, FileStamp}
    return Codec({Person: shared}, rows=rows, without={Summary: {"problem"}})
