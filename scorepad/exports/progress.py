"""How an export says how far it is, and is told to stop."""

from __future__ import annotations

from collections.abc import Callable

Step = Callable[[float], None]
"""Told how much is done, from 0 to 1; whatever it raises ends the export."""


def nothing(done: float) -> None:
    """The step of whoever does not want to know."""
