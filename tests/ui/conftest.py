"""An evening for every test of the screens, in a data folder of its own."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from disks import RefusingDisk

from scorepad.ui import store, window_state
from scorepad.ui.entry import keys

from .evening import Windows


@pytest.fixture(autouse=True)
def fast_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests tap and press keys faster than any person, and their client draws at once."""
    monkeypatch.setattr(window_state, "DOUBLE_TAP", 0.0)
    monkeypatch.setattr(window_state, "SAME_PRESS", 0.0)
    monkeypatch.setattr(window_state, "UNREAD", 0.0)
    monkeypatch.setattr(keys, "SETTLED", 0.0)
    monkeypatch.setattr(store, "WRITE_AFTER", 0.0)


@pytest.fixture
def language() -> str | None:
    """The language asked for on the command line."""
    return "en"


@pytest.fixture
def disk() -> RefusingDisk:
    """The disk of the evening, which is not full yet."""
    disk = RefusingDisk(errno.ENOSPC, calls=("write",))
    disk.refuses = False
    return disk


@pytest.fixture
def windows(tmp_path: Path, language: str | None, disk: RefusingDisk) -> Iterator[Windows]:
    with Windows(tmp_path / "data", language=language, disk=disk) as windows:
        yield windows
        disk.refuses = False
