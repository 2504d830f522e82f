"""The names and sizes of the files in a backup are limited, so that every system can read all that is written.

People and other programs leave copies among the evenings, such as "One.json" next to "one.json", or a file of zeros.
Such a file must not keep the evenings out of a backup, or prevent the restore of a backup.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.history.evenings import RESERVED, in_bin, valid_id

_DIRECTORY_ENTRY = 46
"""Bytes in the zip's directory for each file, in addition to its name."""


def rank(name: str) -> int:
    """The order of the files in a backup: strange files come last, as there may be no room for them."""
    stem = name.removeprefix("sessions/")
    if name == stem or (stem.endswith(".json") and valid_id(stem.removesuffix(".json"))):
        return 0
    return 1 if in_bin(stem) else 2


@dataclass(slots=True)
class Room:
    """The room for files: the names that are taken, the most files, and the bytes left for them and the directory."""

    names: set[str]
    files: int
    size: int
    directory: int

    def name_for(self, name: str, raw: bytes) -> str | None:
        """The name of a file in the zip; None if there is no room for it.

        The name is changed if a file system may confuse it with another one, or if Windows reserves it for a device.
        """
        named = next(each for each in _names_like(name) if self._is_free(each))
        size, directory = self.size - len(raw), self.directory - _DIRECTORY_ENTRY - len(named.encode())
        if min(size, directory, self.files - len(self.names)) < 0:
            return None
        self.size, self.directory = size, directory
        self.names.add(_folded(named))
        return named

    def _is_free(self, name: str) -> bool:
        stem = unicodedata.normalize("NFKC", name.rpartition("/")[2].partition(".")[0])
        return _folded(name) not in self.names and RESERVED.fullmatch(stem.strip()) is None


def _folded(name: str) -> str:
    """A key that is equal for names that some file system regards as equal."""
    return unicodedata.normalize("NFC", name).casefold()


def _names_like(name: str) -> Iterator[str]:
    """A name, and then alternatives for the same file."""
    yield name
    folder, slash, file_name = name.rpartition("/")
    stem, dot, ending = file_name.partition(".")
    yield from (f"{folder}{slash}{stem[:80]} ({number}){dot}{ending}" for number in itertools.count(2))
