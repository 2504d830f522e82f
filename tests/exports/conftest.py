"""What the tests of the exports share."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from scorepad.history.search import day


@pytest.fixture
def _in_paris(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The reader is in Paris, in winter an hour before UTC."""
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    day.cache_clear()
    yield
    monkeypatch.undo()
    time.tzset()
    day.cache_clear()
