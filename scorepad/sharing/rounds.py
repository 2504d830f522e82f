"""One round of sharing, and the state of the sharing after it, for people to see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from scorepad.history import HistoryError, SharedFolder
from scorepad.history.transfer import IncomingEvening

from .places import SharedPlace, may_be_ours
from .remembered import SharedMemory

DAMAGED_AFTER: Final = timedelta(minutes=10)
"""The time after which a file that holds no evening is reported: until then, a syncing program may be writing it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a round took: the ids of new evenings, and of evenings with new events."""

    new: tuple[str, ...] = ()
    more: tuple[str, ...] = ()

    def __add__(self, later: Taken) -> Taken:
        return Taken(self.new + later.new, self.more + later.more)

    def __bool__(self) -> bool:
        return bool(self.new or self.more)


@dataclass(frozen=True, slots=True)
class SharingState:
    """The state of the shared folder after the last round.

    `others` is the number of other devices, as far as it is known. `last` is the time at which something was given or
    taken last; None for never. `waiting` is the number of evenings that could not be given yet. `refused` has the
    evenings that the history refused, for example because they contradict it. `damaged` has the names of files that
    have held no evening for DAMAGED_AFTER.
    """

    folder: SharedFolder
    is_there: bool
    others: int = 0
    last: datetime | None = None
    waiting: int = 0
    refused: tuple[IncomingEvening, ...] = ()
    damaged: tuple[str, ...] = ()
    newer: bool = False
    """Whether a newer scorepad wrote some of the files."""
    has_too_many: bool = False
    """Whether the folder has more files than a round looks at."""
    problem: HistoryError | None = None


@dataclass
class Round:
    """One round of sharing: the files and the evenings that it found."""

    shared: SharedFolder
    place: SharedPlace
    here: dict[str, str]
    """The checksum of each evening here, by id."""
    files: dict[str, str] = field(default_factory=dict)
    """The digest of each file at the place, by file name."""
    new: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    unfinished: bool = False
    """Whether the round stopped before it took everything."""
    given: int = 0
    problem: HistoryError | None = None

    def state(
        self, memory: SharedMemory, refused: Mapping[str, IncomingEvening], at: str, *, is_there: bool
    ) -> SharingState:
        """The state of the sharing after this round.

        `refused` has the refused evenings by the digests of their files; `at` is the present time (ISO 8601, UTC).
        """
        covered = memory.covered(self.files.values())
        waiting = [each for each, checksum in self.here.items() if memory.key(each, checksum) not in covered]
        return SharingState(
            folder=self.shared,
            is_there=is_there,
            others=len(self.place.writers()),
            last=datetime.fromisoformat(memory.last) if memory.last else None,
            waiting=len(waiting),
            refused=tuple({each.evening.id: each for each in refused.values()}.values()),
            damaged=tuple(sorted(self._damaged(memory, datetime.fromisoformat(at)))),
            newer=bool({*self.files.values()} & memory.newer),
            has_too_many=self.place.has_too_many,
            problem=self.problem,
        )

    def _damaged(self, memory: SharedMemory, now: datetime) -> Iterator[str]:
        """The names of files that `may_be_ours`, but that have held no evening for DAMAGED_AFTER."""
        for name, digest in self.files.items():
            since = memory.unread.get(digest)
            late = since is not None and now - datetime.fromisoformat(since) >= DAMAGED_AFTER
            if late and digest not in memory.newer and may_be_ours(name):
                yield name
