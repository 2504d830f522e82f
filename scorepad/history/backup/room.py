"""The names and the room of the files in a backup, so that a reader on any system takes all that is written.

People and other programs leave copies among the evenings, "One.json" beside "one.json" or a file of zeros; none of them
may keep the evenings out of a backup, or a backup from being restored.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.history.evenings import RESERVED, in_bin, valid_id

_DIRECTORY_ENTRY = 46
"""Bytes of the directory for each file, beside its name."""


def rank(name: str) -> int:
    """The place of a file in a backup: whatever has no room, or a name that is taken, is odd."""
    stem = name.removeprefix("sessions/")
    if name == stem or (stem.endswith(".json") and valid_id(stem.removesuffix(".json"))):
        return 0
    return 1 if in_bin(stem) else 2


@dataclass(slots=True)
class Room:
    """What a reader leaves for further files: the names that are taken, their number, their bytes, the directory's."""

    names: set[str]
    files: int
    size: int
    directory: int

    def name_for(self, name: str, raw: bytes) -> str | None:
        """The name of a file in the zip, None if there is no room for it.

        It is another one where a file system may take the two for one, or Windows would take it for a device.
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
    """A text that is the same for names that one file system or another takes for one."""
    return unicodedata.normalize("NFC", name).casefold()


def _names_like(name: str) -> Iterator[str]:
    """A name, and others for the same file."""
    yield name
    folder, slash, file_name = name.rpartition("/")
    stem, dot, ending = file_name.partition(".")
    yield from (f"{folder}{slash}{stem[:80]} ({number}){dot}{ending}" for number in itertools.count(2))
