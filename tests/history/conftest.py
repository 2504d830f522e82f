"""A clock that stands still, and an empty history of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from history_samples import Clock

from scorepad.history import History


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path, clock: Clock) -> Iterator[History]:
    with History(tmp_path / "data", device="test", clock=clock) as history:
        yield history
