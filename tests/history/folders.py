"""Evenings in a data folder, and the files of the folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evenings import Stamps, persons, table
from random_evenings import played

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.history import History, HistoryReader
from scorepad.history.disk import Disk

AT = "2026-11-21T20:15:00.000Z"


def new_evening(
    evening_id: str = "session-1", seats: int = 4, people: Sequence[Person] = (), **facts: Any
) -> Evening:
    """An evening of `table` that tests save."""
    known: dict[str, Any] = {"id": evening_id, "created": AT, "title": "Chez Anne"}
    return table(people or persons(seats, "player-"), seats, **known | facts)


def record(history: History, evening_id: str = "session-1", stamp: Stamps | None = None) -> Evening:
    """Saves one more hand of an evening; returns the evening."""
    evening = history.load(evening_id)
    more = played(evening, 1, stamp or history.stamp, seed=len(evening.events))
    history.extend(more)
    return more


def reopened(history: History, disk: Disk | None = None) -> History:
    """Closes a history, and opens its folder again."""
    history.close()
    return History(history.folder, device="test", clock=history._clock, disk=disk)


def file_of(folder: Path, evening_id: str = "session-1") -> Path:
    """The file of an evening in a data folder."""
    return folder / "sessions" / f"{evening_id}.json"


def everything(history: HistoryReader) -> dict[str, Evening]:
    """All evenings, by id."""
    return {summary.id: history.load(summary.id) for summary in history.summaries()}


def files(folder: Path) -> dict[str, bytes]:
    """The bytes of all files in a data folder but the lock, by their relative paths."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }
