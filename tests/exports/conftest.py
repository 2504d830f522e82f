"""What all tests of exports have in common."""

from __future__ import annotations

import pytest

from scorepad.exports import fonts


@pytest.fixture(autouse=True)
def _no_fonts_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents are the same everywhere; a test that wants fonts brings a folder of them."""
    monkeypatch.setattr(fonts, "folders", list)
