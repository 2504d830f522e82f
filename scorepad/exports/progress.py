"""Work that can pause. A file of its own: every format imports it, and `formats.py` imports every format.

Work is a generator that yields its progress, and returns the result. Its caller runs it at once, or in slices; closing
it cancels the work.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TypeVar

T = TypeVar("T")

Work = Generator[float, None, T]
"""Yields the share that is done, from 0 to 1."""


def finished(work: Work[T]) -> T:
    """Runs work to its end, and returns the result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def part(work: Work[T], start: float, end: float) -> Work[T]:
    """The work as a part of larger work; it begins and ends at these shares of the larger work."""
    with closing(work):
        while True:
            try:
                done = next(work)
            except StopIteration as stop:
                result: T = stop.value
                return result
            yield start + (end - start) * done
