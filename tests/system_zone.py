"""The zone of the system, for a while."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scorepad import zones


@contextmanager
def system_in(zone: str) -> Iterator[None]:
    """The clock of this system is in a zone."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TZ", zone)
            _forget()
            yield
    finally:
        _forget()


def _forget() -> None:
    time.tzset()
    zones._day.cache_clear()
