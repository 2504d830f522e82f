"""The base class of the small files of the data folder, which are kept in memory and written whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from scorepad.codec import Codec
from scorepad.faults import Fault

from .disk import Disk
from .errors import BadRecord
from .file_format import Tables
from .migrations import LIBRARY_MIGRATIONS
from .records import decode, encode
from .reports import Report
from .storage import AtomicStorage

Tell = Callable[[Report], object]
Values = dict[str, dict[str, Any]]
"""The values of each table, by their keys."""


class SmallFile:
    """A small file whose values are kept in memory; a save writes the whole file.

    Without an open file, a save changes the values in memory only.
    """

    kinds: ClassVar[Mapping[str, tuple[Any, str]]]
    """Maps the name of each table to the type of its values, and to the field that is the key of a value."""
    codec: ClassVar[Codec | None] = None
    """The codec for the values; None for the codec of evenings."""

    def __init__(self) -> None:
        self._values = self._read({})
        self._storage: AtomicStorage | None = None

    def _open(self, path: Path, disk: Disk, tell: Tell | None = None) -> None:
        """Reads the file; `tell` is called with the reports of recoveries. Without `tell`, writes are not fsynced.

        Raises BadRecord and the StorageErrors.
        """
        storage = AtomicStorage(
            path, migrations=LIBRARY_MIGRATIONS, durable=tell is not None, disk=disk, report=tell
        )
        self._values, self._storage = self._read(storage.read() or {}), storage

    def _read(self, tables: Tables) -> Values:
        """Decodes the tables of the file. Raises BadRecord."""
        found: Values = {name: {} for name in self.kinds}
        for name, table in tables.items():
            if name not in self.kinds:
                raise BadRecord(name, Fault.UNKNOWN_FIELD)
            kind, key = self.kinds[name]
            for number, document in enumerate(table.values(), 1):
                try:
                    value = decode(kind, document, self.codec)
                except BadRecord as error:
                    raise error.within(f"{name}/{number}") from None
                found[name][getattr(value, key)] = value
        return found

    def _save(self, **changes: dict[str, Any]) -> bool:
        """Saves new values of some tables in one write; returns whether anything changed.

        Raises BadRecord and the StorageErrors.
        """
        new = self._values | changes
        if new == self._values:
            return False
        tables = {
            name: {str(number): encode(value, self.codec) for number, value in enumerate(table.values(), 1)}
            for name, table in new.items()
            if table
        }
        if self._read(tables) != new:
            raise BadRecord("library", Fault.UNEXPECTED)
        if self._storage is not None:
            self._storage.write(tables)
        self._values = new
        return True


def without(table: dict[str, Any], key: str) -> dict[str, Any]:
    """The table without the value of a key, if there is one."""
    return {each: value for each, value in table.items() if each != key}
