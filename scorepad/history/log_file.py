"""evenings.log: the file, and its lines.

    ["scorepad evenings","11",""] 5f0c91aa
    ["2f1c…",["12-20261121201530123-ab12cd34"],[51234,1763756100123456789],"3fd0…",["2f1c…","Chez Anne",…]] 1a2b3c4d

A line has the id of an evening, the id of its last event, the size and the time of its file, the checksum in that file,
its summary, and then a checksum of the line. If an evening has several lines, only the last line counts.

The first line has the version of the summaries (`MADE_BY`), and the name of the backup that was the newest at the last
restore: if the log is damaged, this backup and older backups are not used to rebuild it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorepad.codec import Codec, Coder
from scorepad.evening.people import Person
from scorepad.faults import Invalid

from .disk import Disk, NotAFile, write_file
from .errors import HistoryError
from .evenings import FileStamp, valid_id
from .file_format import SUFFIXES
from .storage import quarantine_all
from .summary import MADE_BY, Summary

LOG = "evenings.log"
MAX_LOG = 256 * 1024 * 1024
"""In bytes; a larger log counts as damaged."""

_HEADER = "scorepad evenings"


@dataclass(frozen=True, slots=True)
class LogLine:
    """The known facts of an evening.

    If `summary` is None, the file has to be read. `last` has the id of the last event; the id is "" if the evening had
    no event, or if its last event is unknown. `last` has several ids if any of these events may be the last one. It is
    empty if the evening is forgotten.
    """

    id: str
    last: tuple[str, ...] = ()
    stamp: FileStamp | None = None
    checksum: str = ""
    summary: Summary | None = None


@dataclass(frozen=True, slots=True)
class LogContents:
    """The contents of a log; `rows` has the last row of each evening, by the evening's id.

    `current` tells whether the rows have summaries of this version, and `whole` whether every line is sound. `since` is
    the name of a backup in the header (see `empty_log`). `spare` is the number of superseded lines.
    """

    rows: dict[str, list[Any]] = field(default_factory=dict)
    current: bool = False
    since: str = ""
    whole: bool = False
    spare: int = 0


def empty_log(since: str = "") -> bytes:
    """The bytes of a log without evenings, as a restore writes it.

    `since` is the name of a backup: only backups that were made after it are used to rebuild a damaged log. "" means
    that all backups are used.
    """
    return _line([_HEADER, MADE_BY, since])


def read_last_events(folder: Path, disk: Disk) -> dict[str, str]:
    """Maps the id of each evening in the log to the id of its last event; empty if the log cannot be read."""
    with suppress(OSError):
        return {each: max(row[1]) for each, row in _read(folder / LOG, disk).rows.items() if row[1]}
    return {}


class LogFile:
    """evenings.log in a data folder."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._path = folder / LOG
        self._disk = disk
        self._coder = _coder()

    def read(self) -> LogContents | None:
        """The contents of the file; None if the system refuses to read it. Anything but a file is quarantined."""
        try:
            return _read(self._path, self._disk)
        except NotAFile:
            with suppress(HistoryError):
                quarantine_all(self._path, self._disk)
            return LogContents()
        except OSError:
            return None

    def line(self, row: list[Any]) -> LogLine | None:
        """Decodes a row; None if the row is damaged."""
        try:
            line: LogLine = self._coder.decode(row)
        except Invalid:
            return None
        return line

    def append(self, lines: Iterable[LogLine]) -> None:
        """Adds lines to the end of the file. Raises OSError."""
        self._disk.append(str(self._path), self._text(lines))

    def rewrite(self, since: str, lines: Iterable[LogLine]) -> None:
        """Replaces the file, and removes the files in which earlier versions had the summaries. Raises OSError."""
        tmp = f"{self._path}.tmp"
        write_file(self._disk, tmp, empty_log(since) + self._text(lines))
        self._disk.replace(tmp, str(self._path))
        for former in (f"{self._path.with_name('index.json')}{suffix}" for suffix in SUFFIXES):
            if self._disk.exists(former):
                self._disk.unlink(former)

    def _text(self, lines: Iterable[LogLine]) -> bytes:
        return b"".join([_line(self._coder.encode(line)) for line in lines])


def _read(path: Path, disk: Disk) -> LogContents:
    """The contents of a log. Raises OSError."""
    if (disk.size(str(path)) or 0) > MAX_LOG:
        return LogContents()
    *lines, rest = (disk.read(str(path)) or b"").split(b"\n")
    whole = not rest  # a last line without a newline is cut off
    rows: dict[str, list[Any]] = {}
    made_by = since = None
    for row in _parsed(lines):
        match row:
            case [str(name), *texts] if name == _HEADER and texts and _are_texts(texts):
                made_by, since = ["", *texts][-2:]
            case [str(name), list(last), _, _, _] if valid_id(name) and _are_texts(last):
                rows[name] = row
            case [str(name), *last] if valid_id(name) and last and _are_texts(last):
                rows[name] = [name, last, None, "", None]  # a line of an earlier version
            case _:
                whole = False
    current = made_by == MADE_BY
    for row in () if current else rows.values():
        row[-1] = None
    return LogContents(rows, current, since or "", whole and since is not None, len(lines) - len(rows))


def _parsed(lines: list[bytes], step: int = 250) -> Iterator[Any]:
    """Yields the row of each line, or None for an unsound line.

    Parses `step` lines at once: single lines need more time, and all lines at once need more memory.
    """
    for start in range(0, len(lines), step):
        parts = [line.rpartition(b" ") for line in lines[start : start + step]]
        texts = [text if sum_ == b"%08x" % zlib.crc32(text) else b"null" for text, _, sum_ in parts]
        try:
            yield from json.loads(b"[%s]" % b",".join(texts))
        except (ValueError, RecursionError):
            yield from map(_row, texts)


def _row(text: bytes) -> Any:
    """The row of a line; None if it is not JSON."""
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    return None


def _are_texts(values: Iterable[Any]) -> bool:
    return all(isinstance(each, str) for each in values)


def _line(row: list[Any]) -> bytes:
    text = json.dumps(row, separators=(",", ":")).encode()
    return b"%s %08x\n" % (text, zlib.crc32(text))


def _coder() -> Coder:
    """Makes the coder that converts lines to rows and back; a person in many evenings is read as one shared value."""
    people: dict[str, Person] = {}

    def shared(codec: Codec) -> Coder:
        read, write = codec.usual(Person)
        return Coder(lambda row: people.get(key := str(row)) or people.setdefault(key, read(row)), write)

    rows = {LogLine, Summary, Person, FileStamp}
    return Codec({Person: shared}, rows=rows, without={Summary: {"problem"}}).coder(LogLine)
