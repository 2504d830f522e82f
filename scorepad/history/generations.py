"""The generations of a file: the last one saved, the one before, and one that is being written."""

from __future__ import annotations

from typing import NamedTuple

from .disk import Disk, NotAFile
from .errors import Flaw
from .file_format import Envelope, Unsound, check

LIMIT = 64 * 1024 * 1024
"""Bytes: a larger file is neither parsed nor written."""

SUFFIXES = ("", ".tmp", ".bak")
"""The three places where a generation may be; on equal generations the first wins."""


def base_name(name: str) -> str:
    """The name of the file of which this is a generation, or the name itself."""
    base, json_, suffix = name.rpartition(".json")
    return base + json_ if suffix in SUFFIXES else name


class Generations(NamedTuple):
    """The generations of a file, by their suffixes: the sound ones, the others, and what the system refused."""

    sound: dict[str, tuple[Envelope, bytes]]
    unsound: dict[str, bytes]
    flaws: dict[str, Flaw]
    errors: dict[str, OSError]

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be done: the file is sound, and no write was interrupted."""
        return "" in self.sound and ".tmp" not in self.sound and not self.flaws


def generations(path: str, disk: Disk, limit: int = LIMIT) -> Generations:
    """Reads all generations of a file."""
    found = Generations({}, {}, {}, {})
    for suffix in SUFFIXES:
        raw = None
        try:
            size = disk.size(path + suffix)
            if size is not None and size > limit:
                found.flaws[suffix] = Flaw.TOO_LARGE
            elif size is not None and (raw := disk.read(path + suffix)) is not None:
                found.sound[suffix] = check(raw), raw
        except Unsound as error:
            found.flaws[suffix], found.unsound[suffix] = error.flaw, raw or b""
        except NotAFile:
            found.flaws[suffix] = Flaw.NOT_A_FILE
        except OSError as error:
            found.flaws[suffix], found.errors[suffix] = Flaw.UNREADABLE, error
    return found
