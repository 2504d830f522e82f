"""The callback by which an export reports its progress, and by which it is cancelled."""

from __future__ import annotations

from collections.abc import Callable

Step = Callable[[float], None]
"""Takes the share that is done, from 0 to 1; an error that it raises ends the export."""


def nothing(done: float) -> None:
    """A step that ignores the progress."""


def part(step: Step, number: int, count: int) -> Step:
    """The step of one of several equal parts, counted from 0."""
    return lambda done: step((number + done) / count)
