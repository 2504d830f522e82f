"""Keeps a line for every evening in evenings.log, so that a list of evenings does not have to open every file.

The evening files are the source of truth. A save adds a line once the file is durable, so the log is never ahead of the
files, and needs no fsync.
 - A file that matches its line is not opened. Any other file is read, and gets a new line.
 - Events are only ever added. So a file that lacks the last event in its line is an older copy, and the evening of a
   line without a file is gone. Both are reported at every start, until they are back or somebody dismisses the report.
 - A damaged line is rebuilt from the evening's file and from the newest backup, which also has the id of the last
   event. If the file and the backup have different last events, the line has both, and the evening counts as missing
   unless its file has both.
 - A line without a last event stands for an evening that was deleted, or whose loss was dismissed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from scorepad.evening.evening import Evening
from scorepad.faults import Fault

from .disk import Disk
from .errors import BadRecord, HistoryError, TooNew, UnknownEvening
from .evenings import EveningFiles, FileStamp, StoredEvening, valid_id
from .log_file import LogContents, LogFile, LogLine
from .summary import ReadingProgress, Summary, SummaryList

SPARE_LINES = 1000
"""The log is rewritten when later lines have superseded more lines than this number."""
MANY_LINES = 200
"""The number of new lines that are written at once, while evenings are still being read."""
FEW = 20
"""Up to this number of files are read at once, without a progress line."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Missing:
    """An evening that lacks events, cannot be read, or is gone.

    `here` has the ids of the events in its file, or is None if no file can be read; `last` is the id of its last known
    event.
    """

    here: frozenset[str] | None
    last: str


class EveningLog:
    """The known evenings of a folder: their summaries, and which of them are missing.

    A log that the system refuses to read is not changed until it can be read.

    If the log is damaged, the constructor calls `backed_up(since)`, where `since` is the name of a backup in the log.
    This function looks for the newest backup that was made after `since` ("" for any backup), and maps the id of each
    evening in it to the id of its last event. The constructor raises Unreadable. Not thread-safe: the history that
    owns this object has a lock.
    """

    def __init__(
        self, folder: Path, disk: Disk, files: EveningFiles, backed_up: Callable[[str], Mapping[str, str]]
    ) -> None:
        self._file = LogFile(folder, disk)
        self._read_only = disk.read_only
        self._files = files
        self.missing: dict[str, Missing] = {}
        """The evenings that lack events, cannot be read, or are gone."""
        self._lines: dict[str, LogLine] = {}
        self._summaries = SummaryList()
        self._unread: dict[str, FileStamp | None] = {}
        """The evenings whose files have to be read, the latest at the end; evenings without a stamp need a recovery."""
        self._many = False
        self._unwritten: set[str] = set()
        self._needs_rewrite = False
        self._since = ""
        self._backed_up = backed_up
        found = self._file.read()
        self.is_read = found is not None
        """Whether the log could be read; until then, more evenings may be missing than `missing` has."""
        self._read_lines(found or LogContents())
        self._compare()
        self.flush()

    def _read_lines(self, found: LogContents) -> None:
        whole, self._since = found.whole, found.since
        while found.rows:  # drops each row once it is decoded: there may be ten thousand
            evening_id, row = found.rows.popitem()
            line = self._file.line(row)
            if line is None:
                whole = False
            else:
                self._lines[evening_id] = line
        if not whole:
            for evening_id, event in self._backed_up(self._since).items():
                line = self._lines.get(evening_id)
                if line is None:
                    self._put(LogLine(evening_id, (event,)))  # also an evening without a hand
                elif line.last and event and event not in line.last:
                    self._put(replace(line, last=(*line.last, event), summary=None))
        self._needs_rewrite = not whole or not found.current or found.spare > SPARE_LINES
        self._lines = {each: line for each, line in self._lines.items() if line.last}

    def _compare(self) -> None:
        """Compares the lines with the files in the folder."""
        stamps, misnamed = self._files.list()
        if gone := self._lines.keys() - stamps.keys():
            binned = gone & {each for each, _ in self._files.bin().values()}
            for evening_id in binned:
                self.forget(evening_id)
            for evening_id in self._files.absent(gone - binned):
                self._mark_missing(evening_id)
        unread: list[tuple[str, FileStamp | None]] = []
        known: list[Summary] = []
        for evening_id, stamp in stamps.items():
            summary = self._matching(evening_id, stamp)
            if summary is None:
                unread.append((evening_id, stamp))
            else:
                known.append(summary)
        self._unread = dict(sorted(unread, key=lambda each: each[1].modified if each[1] else 0))
        self._many = len(unread) > FEW
        for path in misnamed:  # perhaps a copy made by hand
            problem = BadRecord(path.name, Fault.NOT_A_NAME, path)
            known.append(Summary.unreadable(path.name, path, problem))
        self._summaries = SummaryList(known)

    def _matching(self, evening_id: str, stamp: FileStamp | None) -> Summary | None:
        """The summary in an evening's line; None if the file does not match the line."""
        line = self._lines.get(evening_id)
        if line is None or line.summary is None or line.stamp is None or stamp is None:
            return None
        if line.stamp != stamp:
            # The file may have been copied or restored with another date: its first line identifies the generation.
            if line.stamp.size != stamp.size or line.checksum != self._files.checksum(evening_id):
                return None
            self._put(replace(line, stamp=stamp))
        return line.summary

    @property
    def progress(self) -> ReadingProgress | None:
        """The progress of reading; None if only a few evenings had to be read, or if all evenings are known."""
        known, left = len(self._summaries), len(self._unread)
        return ReadingProgress(known, known + left) if self._many and left else None

    def next_unread(self) -> str | None:
        """The id of the next evening to read, the latest file first; None if all evenings are known."""
        return next(reversed(self._unread), None)

    def read_unrecovered(self, evening_id: str) -> StoredEvening | None:
        """Reads an evening without a recovery; None if only `read` can read it. Thread-safe."""
        if self._unread.get(evening_id) is not None:
            with suppress(Exception):  # `read` reports the problem
                return self._files.read_unrecovered(evening_id)
        return None

    def read(self, evening_id: str, found: StoredEvening | None = None) -> None:
        """Updates the log with an evening that was read (`found`), or with the contents of its file.

        Does nothing if the evening was saved or read meanwhile.
        """
        if evening_id not in self._unread:
            return
        try:
            if found is None or self._lacking(found.evening):  # perhaps another generation has these events
                found = self._files.stored(self._files.load(evening_id))
            self._check(found, Summary.of(found.evening))
        except UnknownEvening:
            self._mark_missing(evening_id)  # deleted, or a first save that was never acknowledged
        except Exception as error:  # an evening that cannot be computed must not hide the others
            if not isinstance(error, HistoryError):
                _log.exception("evening %s cannot be summarized", evening_id)
                error = BadRecord("events", Fault.UNEXPECTED, repr(error))
            self._cannot_read(evening_id, error)
        del self._unread[evening_id]
        self._flush_many()
        self._many = self._many and bool(self._unread)

    def _check(self, found: StoredEvening, summary: Summary) -> None:
        """Compares an evening with its line, and updates the line.

        The new line has the last events that the evening lacks; if it lacks none, the line has its summary.
        """
        self._summaries.put(summary)
        evening = found.evening
        if lacking := self._lacking(evening):
            here = frozenset(event.id for event in evening.events)
            self.missing[evening.id] = Missing(here, max(lacking))
            self._put(LogLine(evening.id, tuple(sorted(lacking)), found.stamp, found.checksum))
        else:
            self.missing.pop(evening.id, None)
            last = evening.events[-1].id if evening.events else ""
            self._put(LogLine(evening.id, (last,), found.stamp, found.checksum, summary))

    def _lacking(self, evening: Evening) -> set[str]:
        """The last events in an evening's line that the evening lacks."""
        line, here = self._lines.get(evening.id, LogLine(evening.id)), {event.id for event in evening.events}
        if lacking := {*line.last} - here - {""}:
            ids = self._files.former_ids(evening.id)
            lacking = {ids.get(each, each) for each in lacking} - here
        return lacking

    def replace_ids(self, found: Mapping[str, Mapping[str, str]]) -> None:
        """Replaces the ids of the last events of missing evenings.

        `found` maps the id of an evening to a mapping from old ids of its events to new ids.
        """
        for evening_id, ids in found.items():
            line, missing = self._lines.get(evening_id), self.missing.get(evening_id)
            if line is not None and missing is not None:
                self._put(replace(line, last=tuple([ids.get(each, each) for each in line.last])))
                last = ids.get(missing.last, missing.last)
                self.missing[evening_id] = replace(missing, last=last)

    def _cannot_read(self, evening_id: str, problem: HistoryError) -> None:
        path = self._files.path(evening_id)
        self._summaries.put(Summary.unreadable(evening_id, path, problem))
        line = self._lines.get(evening_id)
        if line is not None:
            self._put(replace(line, summary=None))
            if not isinstance(problem, TooNew):  # a newer scorepad can still read the evening
                self.missing[evening_id] = Missing(None, max(line.last))

    def _mark_missing(self, evening_id: str) -> None:
        self._summaries.drop(evening_id)
        if evening_id in self._lines:
            self.missing[evening_id] = Missing(None, max(self._lines[evening_id].last))

    def saved(self, evening: Evening) -> None:
        """Records an evening that was just saved."""
        self._unread[evening.id] = None
        self.read(evening.id, self._files.stored(evening))

    def look_again(self) -> None:
        """Marks missing evenings to be read again, and forgets evenings that another process forgot meanwhile."""
        found = self._file.read()
        if found is None or not found.whole:
            return
        for evening_id in [*self.missing]:
            row = found.rows.get(evening_id)
            if row is None or not row[1]:
                self.forget(evening_id)
            else:
                self._put(LogLine(evening_id, tuple(row[1])))
                self.changed(evening_id)

    def reread_missing(self) -> None:
        """Marks the missing evenings to be read again; until then, they do not count as missing."""
        for evening_id in self.missing:
            self.changed(evening_id)
        self.missing.clear()

    def changed(self, evening_id: str) -> None:
        """Marks an evening to be read again; does nothing if the id is not valid."""
        if not valid_id(evening_id):
            return
        self._unread[evening_id] = self._files.stamp(evening_id)

    def uncounted(self) -> list[str]:
        """The ids of evenings that have no tally or have to be read again, except evenings known to be unreadable."""
        known = [each.id for each in self.summaries() if not each.tally and each.problem is None]
        return [*dict.fromkeys([*reversed(self._unread), *known])]

    def is_current(self, found: StoredEvening) -> bool:
        """Whether an evening that was read matches its line in the log, and has a summary."""
        line = self._lines.get(found.evening.id)
        return line is not None and line.checksum == found.checksum and self.summary(line.id) is not None

    def forget(self, evening_id: str) -> None:
        """Forgets an evening; if its file exists, forgets only the missing events, and marks the evening to be read."""
        for known in (self.missing, self._lines, self._unread):
            known.pop(evening_id, None)
        self._summaries.drop(evening_id)
        self._unwritten.add(evening_id)
        if self._files.stamp(evening_id) is not None:
            self.changed(evening_id)

    def knows(self, evening_id: str) -> bool:
        """Whether the last event of an evening is known."""
        line = self._lines.get(evening_id)
        return line is not None and any(line.last)

    def summary(self, evening_id: str) -> Summary | None:
        """The summary of an evening; None if it is not here, or was not read yet."""
        return self._summaries.get(evening_id)

    def add_tally(self, evening_id: str, tally: str) -> None:
        """Adds the text of the tally to the line of an evening, unless the evening has to be read again."""
        line = self._lines.get(evening_id)
        if line is not None and line.summary is not None and evening_id not in self._unread:
            summary = replace(line.summary, tally=tally)
            self._summaries.put(summary)
            self._put(replace(line, summary=summary))
            self._flush_many()

    def summaries(self) -> list[Summary]:
        """The summaries of the evenings that were read: unfinished evenings first, then the latest first."""
        return self._summaries.listed()

    def checksums(self) -> dict[str, str]:
        """The checksum of the file of each evening that was read and has no problem, by id."""
        found = {each.id: self.checksum(each.id) for each in self.summaries() if each.problem is None}
        return {evening_id: checksum for evening_id, checksum in found.items() if checksum}

    def checksum(self, evening_id: str) -> str:
        """The checksum of the file of an evening as it was read last; "" if it is not here."""
        line = self._lines.get(evening_id)
        return line.checksum if line is not None and self._summaries.get(evening_id) else ""

    def _put(self, line: LogLine) -> None:
        if self._lines.get(line.id) != line:
            self._lines[line.id] = line
            self._unwritten.add(line.id)

    def _flush_many(self) -> None:
        """Writes the new lines if there are many, so that little is lost if the process is killed while it reads.

        If the system refuses a write, the lines stay unwritten until the next `flush`.
        """
        if len(self._unwritten) >= MANY_LINES and not self._needs_rewrite:
            self.flush()

    def flush(self) -> None:
        """Writes the new lines; if that fails, the next call tries again."""
        if self._read_only or not (self._unwritten or self._needs_rewrite):
            return
        if not self.is_read:
            self._read_at_last()
        if not self.is_read:
            return
        try:
            if self._needs_rewrite:
                self._file.rewrite(self._since, self._lines.values())
            else:
                self._file.append([self._lines.get(each, LogLine(each)) for each in self._unwritten])
        except OSError:
            self._needs_rewrite = True  # the file may end with half a line
            _log.debug("evenings.log not written", exc_info=True)
        else:
            self._needs_rewrite = False
            self._unwritten.clear()

    def _read_at_last(self) -> None:
        """Reads a log that could not be read before; merges its lines, except lines of evenings forgotten meanwhile."""
        found = self._file.read()
        if found is None:
            return
        before, forgotten = self._lines, self._unwritten - self._lines.keys()
        forgotten |= {each for each in self.missing if each in found.rows and not found.rows[each][1]}
        self._lines = {}
        self._read_lines(found)
        for evening_id, line in before.items():
            known = self._lines.get(evening_id, line)
            if evening_id in self.missing:
                known = replace(known, last=tuple({*known.last, *line.last}), summary=None)
            self._put(known)
        self._lines = {each: line for each, line in self._lines.items() if each not in forgotten}
        self.is_read = True
        self.missing.clear()
        self._compare()
