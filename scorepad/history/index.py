"""index.json: a cache of the summaries of evenings, so that a list need not open a thousand files.

It is believed only for files that look untouched. The others are read again: a few at once; many in one pass
(`next_unread`, `read_summary`, `add`), while the known ones can be shown.
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
from scorepad.evening.evening import Evening
from scorepad.evening.people import Person

from .disk import Disk
from .errors import BadRecord, HistoryError, Reason, UnknownEvening, Unreadable
from .evenings import EveningFiles, FileStamp
from .storage import SUFFIXES, AtomicStorage
from .witness import Witness, last_event

SAVE_FROM = 8
"""After more changed evenings than this, the index is saved at once: a phone may never close the app."""
FEW = 20
"""Up to this number, unknown files are read at once, without a progress line."""

_log = logging.getLogger(__name__)

_MADE_BY = f"3 {__version__}"
"""The shape of the summaries, and the version that computed their totals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The facts that a list shows of an evening; if it cannot be read, only its id, date and `problem`.

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
    def of(cls, evening: Evening) -> Summary:
        """The summary of an evening."""
        return cls(
            id=evening.id,
            name=evening.table.title,
            created=evening.start.created,
            last_at=evening.last_at,
            finished=evening.table.ended,
            people=evening.sheet.people,
            hands=len(evening.sheet.deals),
            totals=evening.sheet.totals,
            unit=evening.sheet.unit,
            conflicts=sum(bool(entry.conflicting) for entry in evening.sheet.entries),
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """The number of evenings known so far, and of all."""

    known: int
    of: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """A summary, and the file from which it was computed."""

    summary: Summary
    stamp: FileStamp
    checksum: str
    last: str
    """The id of the last event."""


class Index:
    """The summaries of the evenings in a folder, computed on demand after a change.

    The witness sees every evening that is read or believed.
    """

    def __init__(self, path: Path, files: EveningFiles, disk: Disk, witness: Witness) -> None:
        self._path = path
        self._files = files
        self._disk = disk
        self._witness = witness
        self._indexed: dict[str, Indexed] = {}
        self._dirty = False
        found = _read(path, disk)
        evenings, misnamed = files.list()
        if not witness.whole:
            witness.learn({evening_id: entry.last for evening_id, entry in found.items()})
        missing = witness.missing_from(evenings)
        if missing:
            for evening_id in missing & {each for each, _ in files.bin().values()}:
                witness.forget(evening_id)
                missing.discard(evening_id)
        for evening_id in files.absent(missing):
            witness.miss(evening_id)
        unread = {each: stamp for each, stamp in evenings.items() if not self._believe(found, each, stamp)}
        few = len(unread) <= FEW
        self._pending = {each for each, stamp in unread.items() if few or stamp is None}
        """Evenings that changed or need a recovery: read when the list is shown."""
        rest = {each: stamp.modified for each, stamp in unread.items() if stamp and each not in self._pending}
        self._unread = dict.fromkeys(sorted(rest, key=rest.__getitem__))
        """Evenings to be read by the rebuild, the oldest first."""
        self._added: list[Summary] = []
        """Summaries from the rebuild that are not sorted into the list yet."""
        self._people: dict[Person, Person] = {}
        """The same people sit in many evenings, and take memory once."""
        self._dirty |= found.keys() != self._indexed.keys()
        self._listed = _in_order(
            [entry.summary for entry in self._indexed.values()]
            # Files with a name that no evening has, perhaps copies made by hand, are shown too.
            + [_unread(path.name, path, BadRecord(path.name, Reason.NOT_A_NAME, path)) for path in misnamed]
        )

    def _believe(self, found: Mapping[str, Indexed], evening_id: str, stamp: FileStamp | None) -> bool:
        entry = found.get(evening_id)
        if entry is None or stamp is None or entry.stamp.size != stamp.size:
            return False
        if entry.stamp != stamp:
            # Copied or restored with a different date: the first line shows whether it is the same generation.
            if entry.checksum != self._files.checksum(evening_id):
                return False
            entry = replace(entry, stamp=stamp)
            self._dirty = True
        if not self._witness.agrees(evening_id, entry.last):
            return False
        self._indexed[evening_id] = entry
        return True

    def changed(self, evening_id: str) -> None:
        """Marks an evening to be read again."""
        self._unread.pop(evening_id, None)
        self._pending.add(evening_id)

    def is_current(self, evening_id: str) -> bool:
        """Whether the summary of an evening is that of its present generation."""
        entry = self._indexed.get(evening_id)
        return entry is not None and entry.checksum == self._files.checksum(evening_id)

    @property
    def progress(self) -> Progress | None:
        """The progress of the rebuild, None if every evening is known."""
        left = len(self._unread)
        known = len(self._indexed) + len(self._pending - self._indexed.keys())
        return Progress(known, known + left) if left else None

    def next_unread(self) -> str | None:
        """The evening that the rebuild reads next, the latest first; None once all are known."""
        return next(reversed(self._unread), None)

    def add(self, evening_id: str, entry: Indexed | None) -> None:
        """Adds a summary from the rebuild, unless the evening changed meanwhile; None marks it to be read in full."""
        if evening_id not in self._unread:
            return
        del self._unread[evening_id]
        if entry is None or not self._witness.agrees(evening_id, entry.last):
            self._pending.add(evening_id)
        else:
            people = tuple([self._people.setdefault(each, each) for each in entry.summary.people])
            entry = replace(entry, summary=replace(entry.summary, people=people))
            self._indexed[evening_id] = entry
            self._added.append(entry.summary)
            self._dirty = True

    def summaries(self) -> list[Summary]:
        """Every known evening: the unfinished ones first, then the latest first."""
        if self._pending or self._added:
            pending, self._pending = self._pending, set()
            added, self._added = self._added, []
            changed = [self._summarize(evening_id) for evening_id in pending]
            unchanged = [summary for summary in (*self._listed, *added) if summary.id not in pending]
            self._listed = _in_order(unchanged + [summary for summary in changed if summary is not None])
            self._dirty = True
            self._witness.flush()
            if len(pending) > SAVE_FROM:
                self.save()
        return list(self._listed)

    def _summarize(self, evening_id: str) -> Summary | None:
        """The summary of an evening as it is now, None if there is no such evening after all."""
        self._indexed.pop(evening_id, None)
        try:
            evening = self._load(evening_id)
            self._witness.observe(evening)
            summary = Summary.of(evening)
            with suppress(Unreadable):  # another process is saving it just now
                stamp, checksum = self._files.stamp(evening_id), self._files.checksum(evening_id)
                self._indexed[evening_id] = Indexed(summary, stamp, checksum, last_event(evening))
            return summary
        except UnknownEvening:
            self._witness.miss(evening_id)
            return None  # deleted, or a first save that was never acknowledged
        except HistoryError as error:
            problem = error
        except Exception as error:
            # An evening that cannot be computed must not hide the others.
            _log.exception("evening %s cannot be summarized", evening_id)
            problem = BadRecord("events", Reason.UNEXPECTED, repr(error))
        return _unread(evening_id, self._files.path(evening_id), problem)

    def _load(self, evening_id: str) -> Evening:
        try:
            return self._files.file(evening_id).load()
        except Unreadable:
            if not self._disk.recheck_delays:
                raise
            return self._files.file(evening_id).load()  # another process was saving it

    def save(self) -> None:
        """Writes index.json; if that fails, the index is rebuilt the next time."""
        self._witness.flush()
        if self._dirty:
            with suppress(HistoryError):
                _write(self._path, self._disk, self._indexed.values())
                self._dirty = False


def read_summary(files: EveningFiles, evening_id: str) -> Indexed | None:
    """The summary of an evening whose file is sound; None if it has to be read in full.

    Changes nothing; safe while other threads use the files.
    """
    try:
        stamp = files.stamp(evening_id)
        checksum, evening = files.peek(evening_id)
        return Indexed(Summary.of(evening), stamp, checksum, last_event(evening))
    except Exception:  # reading it in full reports the problem
        return None


def _in_order(summaries: list[Summary]) -> list[Summary]:
    """The unfinished ones first, then the latest first; fast if most are in order already."""
    summaries.sort(key=attrgetter("last_at", "id"), reverse=True)
    summaries.sort(key=attrgetter("finished"))
    return summaries


def _unread(name: str, path: Path, problem: HistoryError) -> Summary:
    """The summary of a file that cannot be read, with the time at which it was modified."""
    try:
        moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        return Summary(id=name, problem=problem)
    at = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Summary(id=name, last_at=at, problem=problem)


def _read(path: Path, disk: Disk) -> dict[str, Indexed]:
    """The entries of index.json by evening; none if it cannot be believed."""
    try:
        tables = AtomicStorage(path, durable=False, disk=disk).read() or {}
        if list(tables["made_by"].values()) != [{"version": _MADE_BY}]:
            return {}
        documents, read = tables["sessions"], _codec().coder(Indexed).decode
        found: dict[str, Indexed] = {}
        while documents:  # drops each one once it is decoded: there may be ten thousand
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
    """Writes entries as rows; a person who sits in many evenings is read as one value."""
    people: dict[tuple[Any, ...], Person] = {}

    def shared(codec: Codec) -> Coder:
        read, write, _ = codec.usual(Person)

        def decode(row: list[Any]) -> Person:
            key = (*row[:-1], str(row[-1]))  # a list of members
            if key not in people:
                people[key] = read(row)
            return people[key]

        return Coder(decode, write)

    rows = {Indexed, Summary, Person, FileStamp}
    return Codec({Person: shared}, rows=rows, without={Summary: {"problem"}})
