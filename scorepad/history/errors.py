"""The errors of the history, as one class tree.

    HistoryError
    ├── FolderInUse                another scorepad is using the data folder
    ├── FolderUnusable             the data folder cannot be created or written
    ├── HistoryClosed              the history was closed
    ├── EveningError               a problem with one evening
    │   ├── UnknownEvening         no evening has this id
    │   ├── EveningExists          an evening with this id exists already
    │   └── Outdated               the saved evening has other events
    ├── BadRecord                  this version does not write such a value
    ├── Refused                    a file from elsewhere (an import, a backup) is not accepted
    └── StorageError               a problem with one file
        ├── Damaged                no generation of the file is sound; its bytes stay where they are
        ├── TooNew                 a newer scorepad wrote the file; it is not changed
        ├── TooLarge               the file would be too large to be written or opened
        ├── Stale                  another program changed the file after it was read
        ├── SecondFolderUnknown    the setting of the second folder is damaged
        ├── SharedFolderUnknown    the setting of the shared folder is damaged
        ├── InDataFolder           a folder that was chosen is in the data folder
        └── SystemRefused          the system refused a call
            ├── Unreadable         the system refused to read or to move the file
            └── WriteFailed        the system refused to write the file; the previous generation still counts
                └── DiskFull       the disk or the quota is full

An error has values, not a message; `i18n.errors` makes the message that is shown.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from scorepad.faults import Fault, Invalid


class Flaw(StrEnum):
    """Why the bytes of a file are refused."""

    EMPTY = "empty"
    NO_ENVELOPE = "no_envelope"
    SIZE = "size"
    CHECKSUM = "checksum"
    NOT_JSON = "not_json"
    TOO_LARGE = "too_large"
    NOT_A_FILE = "not_a_file"
    """A folder, a pipe, a device, or a dangling link."""
    UNREADABLE = "unreadable"
    """The system refused to read it."""
    OLDER = "older"
    """The file is sound, but its spare copy `.bak` is a newer generation."""


class HistoryError(Exception):
    """The base class of all errors of the history."""


class FolderInUse(HistoryError):
    """Another process, or another History of this process, has locked the folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder


class FolderUnusable(HistoryError):
    """The folder cannot be created or written, or a reader finds no such folder; `code` is the errno."""

    def __init__(self, folder: Path, code: int | None) -> None:
        super().__init__(folder, code)
        self.folder = folder
        self.code = code


class HistoryClosed(HistoryError):
    """The history was closed, or never entered."""


class EveningError(HistoryError):
    """A problem with one evening."""

    def __init__(self, evening_id: str) -> None:
        super().__init__(evening_id)
        self.evening_id = evening_id


class UnknownEvening(EveningError):
    """No evening has this id."""


class EveningExists(EveningError):
    """An evening with this id exists, and is never overwritten."""


class Outdated(EveningError):
    """The saved evening has other events: load the evening again, then retry. Nothing was written."""


class BadRecord(HistoryError):
    """A value is refused; `where` is the path to it ("events/3/deal/hand/bid")."""

    def __init__(self, where: str, fault: Fault, value: object = None) -> None:
        super().__init__(where, fault, value)
        self.where = where
        self.fault = fault
        self.value = value

    @classmethod
    def of(cls, error: Invalid, outer: str = "") -> BadRecord:
        """The error for a value that the codec or an evening refuses; `outer` is the path to its document."""
        record = cls("/".join(map(str, error.path)), error.fault, error.value)
        return record.within(outer) if outer else record

    def within(self, outer: str) -> BadRecord:
        """The same error, with `outer` put before its path."""
        return BadRecord(f"{outer}/{self.where}" if self.where else outer, self.fault, self.value)


class Refusal(StrEnum):
    """Why a whole file from elsewhere is refused; a `Fault` says why a single value is refused."""

    TOO_LARGE = "too_large"
    """More bytes than allowed; the value is their number."""
    TOO_MANY = "too_many"
    """More values, events, evenings or files than allowed; the value is their number."""
    TOO_DEEP = "too_deep"
    NOT_JSON = "not_json"
    """Text that is not JSON, or ends too early; the place is its line and column."""
    TWICE = "twice"
    """A key, an id or a file is given twice; the value names it."""
    FOREIGN = "foreign"
    """Scorepad did not write it."""
    TOO_NEW = "too_new"
    """A newer scorepad wrote it; the value is its version."""
    CHECKSUM = "checksum"
    """The file was damaged on its way, or altered by hand."""
    RECORD = "record"
    """A value is not as scorepad writes it; `Refused.where` is the path to the value, `Refused.value` its `Fault`."""
    NOT_A_ZIP = "not_a_zip"
    BAD_NAME = "bad_name"
    """A file name that no backup contains; the value is the name."""
    BOMB = "bomb"
    """Files that would be larger than allowed when unpacked."""


class Refused(HistoryError):
    """A file from elsewhere is refused, and nothing was changed; `where` is the place in the file."""

    def __init__(self, refusal: Refusal, where: str = "", value: object = None) -> None:
        super().__init__(refusal, where, value)
        self.refusal = refusal
        self.where = where
        self.value = value


class StorageError(HistoryError):
    """A problem with one file; `path` is the file."""

    def __init__(self, path: Path, *values: object) -> None:
        super().__init__(path, *values)
        self.path = path


class Damaged(StorageError):
    """No generation of the file is sound; `flaws` maps the file name of each to its flaw. Nothing was moved."""

    def __init__(self, path: Path, flaws: Mapping[str, Flaw]) -> None:
        super().__init__(path, flaws)
        self.flaws = flaws


class TooNew(StorageError):
    """The file has schema (or format) `found`; the newest that this version knows is `known`."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(path, found, known)
        self.found = found
        self.known = known


class TooLarge(StorageError):
    """The new file would have `size` bytes, more than `limit`; nothing was written."""

    def __init__(self, path: Path, size: int, limit: int) -> None:
        super().__init__(path, size, limit)
        self.size = size
        self.limit = limit


class Stale(StorageError):
    """The file on disk changed after it was read; nothing was written."""


class SecondFolderUnknown(StorageError):
    """No generation of the setting is sound, so the folder for copies is unknown."""


class SharedFolderUnknown(StorageError):
    """No generation of the setting is sound, so the folder over which the history is shared is unknown."""


class InDataFolder(StorageError):
    """A folder that was chosen for copies, or for sharing, is the data folder, or in it."""


class SystemRefused(StorageError):
    """The system refused a call; `code` is the errno, or None if the path is neither a file nor a folder."""

    def __init__(self, path: Path, code: int | None) -> None:
        super().__init__(path, code)
        self.code = code


class Unreadable(SystemRefused):
    """The system refused to read or to move the file."""


class WriteFailed(SystemRefused):
    """The system refused to write; the generation that was saved before still counts."""


class DiskFull(WriteFailed):
    """No space is left on the disk or in the quota, or the file would be too large for the system."""


def write_failed(path: Path, error: OSError) -> WriteFailed:
    """The error for a refused write."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return (DiskFull if full else WriteFailed)(path, error.errno)
