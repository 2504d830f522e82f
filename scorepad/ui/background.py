"""Work in the background: in threads; in a page that runs Python itself, which has no threads, on the loop."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from scorepad.history import History
from scorepad.work import Work

T = TypeVar("T")


class WorkCancelled(Exception):
    """A person cancelled the work."""


@dataclass(slots=True)
class Job:
    """Work under way, the share that is done, and whether it was cancelled."""

    done: float = 0.0
    cancelled: bool = False

    def cancel(self) -> None:
        """Cancels the work: its next `check` ends it."""
        self.cancelled = True

    def check(self) -> None:
        """Raises WorkCancelled if the work was cancelled."""
        if self.cancelled:
            raise WorkCancelled


THREADS = sys.platform != "emscripten"
SLICE = 0.05
"""Seconds that work may take from the loop at once."""
PAUSE = 0.01
"""Seconds between two slices, for taps and screens."""
IDLE_CHECK = 2.0
"""Seconds between two checks whether an app in use has become idle."""
DRAWN = 0.05
"""Seconds in which a screen is sent to the client, before work blocks the loop."""


async def run(work: Callable[[], T], pause: float = DRAWN) -> T:
    """Calls a function in a thread; without threads, on the loop, after a pause in which screens are drawn."""
    if THREADS:
        return await asyncio.to_thread(work)
    await asyncio.sleep(pause)
    return work()


async def run_in_slices(work: Work[T], between: Callable[[float], object]) -> T:
    """Runs work that can pause, in slices; after each slice `between` gets the progress. Its errors end the work."""
    while True:
        done, result = await run(partial(_slice, work), PAUSE)
        if result:
            return result[0]
        try:
            between(done)
        except Exception:
            work.close()
            raise


async def read_on(history: History, seconds: float) -> None:
    """Lets a history read for some seconds the evenings that it does not know yet, on the loop if it has no threads."""
    end = time.monotonic() + seconds
    reading = True
    while reading and time.monotonic() < end:
        await asyncio.sleep(PAUSE)
        pause = min(end, time.monotonic() + SLICE)
        while reading and not history.threads and time.monotonic() < pause:
            reading = history.rebuild_step()


async def keep_backups(history: History, idle: Callable[[], bool]) -> None:
    """Makes the hourly backups of a history without threads, on the loop while the app is idle."""
    delay = IDLE_CHECK
    while True:
        await asyncio.sleep(max(delay, PAUSE))
        delay = 0 if idle() else IDLE_CHECK
        end = time.monotonic() + SLICE
        while delay == 0 and time.monotonic() < end:
            delay = history.back_up_step()


def _slice(work: Work[T]) -> tuple[float, list[T]]:
    """The progress after a slice, and the result once there is one."""
    end = time.monotonic() + SLICE
    try:
        done = next(work)
        while time.monotonic() < end:
            done = next(work)
    except StopIteration as stop:
        return 1.0, [stop.value]
    return done, []
