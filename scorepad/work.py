"""Work that can pause: a generator that yields the share that is done, from 0 to 1, and returns the result.

`finished` runs the work without a pause; `ui/background.py` runs it in slices. Closing the generator cancels the work.
This module imports no other module of scorepad, so that the history, the exports and the app can share it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeVar

T = TypeVar("T")
Y = TypeVar("Y")

Work = Generator[float, None, T]
"""Yields the share that is done, from 0 to 1."""


def finished(work: Generator[Y, None, T], show: Callable[[Y], object] = lambda done: None) -> T:
    """Runs work to its end, and returns the result; `show` receives everything that the work yields."""
    while True:
        try:
            show(next(work))
        except StopIteration as end:
            result: T = end.value
            return result


def part(work: Work[T], start: float, end: float) -> Work[T]:
    """The work as a part of larger work: its shares from 0 to 1 become shares from `start` to `end`."""
    with closing(work):
        while True:
            try:
                done = next(work)
            except StopIteration as stop:
                result: T = stop.value
                return result
            yield start + (end - start) * done
