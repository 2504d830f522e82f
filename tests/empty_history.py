"""An empty history, and a clock that a test sets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorepad.history import History

NOW = datetime(2026, 11, 21, 22, 15, tzinfo=UTC)


class Clock:
    """A clock that stands still until a test sets it."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path, clock: Clock) -> Iterator[History]:
    with History(tmp_path / "data", device="test", clock=clock) as history:
        yield history
