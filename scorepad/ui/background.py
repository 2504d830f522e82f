"""Runs work in the background: in threads or, if a browser runs Python without threads, on the event loop."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from scorepad.history import History, HistoryClosed
from scorepad.sharing.relay import Relay
from scorepad.sharing.together import Taken, Together
from scorepad.work import Work

T = TypeVar("T")

THREADS = sys.platform != "emscripten"
SLICE = 0.05
"""Seconds for which one slice of work may block the event loop."""
PAUSE = 0.01
"""Seconds between two slices, for taps and screens."""
DRAWN = 0.05
"""Seconds in which a screen is sent to the client, before work blocks the loop."""
FIRST_BACKUP = 2.0
"""Seconds before the first backup, so that the app can start."""
IDLE_CHECK = 2.0
"""Seconds between two checks of whether an app in use has become idle."""
SHARE_EVERY = 10.0
"""Seconds between two looks at the shared folder."""
SHARE_AFTER = 2.0
"""Seconds from a change until the app gives it to the shared folder, together with the changes that follow soon."""
BREATH = 0.001
"""Seconds between two files of the shared folder, for taps and screens."""
SHARE_AT_END = 5.0
"""The maximum seconds for which the app, at its end, waits for the shared folder; the next start gives the rest."""
RELAY_AT_END = 2.0
"""The maximum seconds for which the app, at its end, waits for the relay; the next start publishes the rest."""

log = logging.getLogger(__name__)


async def run(work: Callable[[], T], pause: float = DRAWN) -> T:
    """Calls a function in a thread, and returns its result.

    Without threads, the event loop calls it, after a `pause` (in seconds) in which screens are drawn.
    """
    if THREADS:
        return await asyncio.to_thread(work)
    await asyncio.sleep(pause)
    return work()


@dataclass(slots=True)
class Job:
    """The work under way in a window; `done` is the share that is done, from 0 to 1."""

    done: float = 0.0
    cancelled: bool = False

    def cancel(self) -> None:
        """Cancels the work: it ends after the present slice."""
        self.cancelled = True

    async def run(self, work: Work[T], changed: Callable[[], object]) -> T | None:
        """Runs work in slices, and calls `changed` at each new percent. Returns the result; None if cancelled."""
        while True:
            done, result = await run(partial(_slice, work), PAUSE)
            if self.cancelled:
                work.close()
                return None
            if result:
                return result[0]
            if round(done, 2) != self.done:
                self.done = round(done, 2)
                changed()


def _slice(work: Work[T]) -> tuple[float, list[T]]:
    """Runs one slice of work; returns the share that is done, and a list with the result, empty until the end."""
    end = time.monotonic() + SLICE
    try:
        done = next(work)
        while time.monotonic() < end:
            done = next(work)
    except StopIteration as stop:
        return 1.0, [stop.value]
    return done, []


def start_backups(history: History) -> Callable[[], None]:
    """Makes the hourly backups of a history in a thread; returns the function that stops them.

    Does nothing if the system has no threads.
    """
    stopped = threading.Event()

    def work() -> None:
        delay = FIRST_BACKUP
        with suppress(HistoryClosed):
            while not stopped.wait(delay):
                delay = history.back_up_step()

    if THREADS:
        with suppress(RuntimeError):  # the system refuses a further thread
            threading.Thread(target=work, name="scorepad backups", daemon=True).start()
    return stopped.set


def start_sharing(together: Together) -> Callable[[], None]:
    """Shares a history in a thread, as long as a folder is chosen; returns the function that stops the thread.

    The function that stops the thread also gives the folder the changes that it does not have yet. Does nothing if the
    system has no threads.
    """
    stopped = threading.Event()

    def work() -> None:
        with suppress(HistoryClosed):
            while not stopped.is_set():
                _share(together.round(), stopped.wait)
                if together.woken.wait(SHARE_EVERY):
                    stopped.wait(SHARE_AFTER)
                together.woken.clear()

    def stop() -> None:
        end = time.monotonic() + SHARE_AT_END
        stopped.set()
        together.wake()
        thread.join(SHARE_AT_END)
        with suppress(HistoryClosed):
            _share(together.round(takes=False), lambda _: time.monotonic() > end)

    thread = threading.Thread(target=work, name="scorepad sharing", daemon=True)
    if THREADS:
        with suppress(RuntimeError):  # the system refuses a further thread
            thread.start()
            return stop
    return lambda: None


def start_relay(relay: Relay) -> Callable[[], None]:
    """Publishes the shared evenings to a relay in a thread; returns the function that stops the relay.

    Starts nothing if the system has no threads: the page then runs the relay on its event loop.
    """

    def work() -> None:
        with suppress(HistoryClosed):
            asyncio.run(relay.run())

    def stop() -> None:
        relay.close()
        thread.join(RELAY_AT_END)

    thread = threading.Thread(target=work, name="scorepad relay", daemon=True)
    if THREADS:
        with suppress(RuntimeError):  # the system refuses a further thread
            thread.start()
            return stop
    return relay.close


def _share(work: Work[Taken], stopped: Callable[[float], bool]) -> None:
    """Runs a round of sharing until its end, or until `stopped` returns True. Raises HistoryClosed.

    The log gets any other error, and the next round tries again. `stopped` gets the number of seconds that it may wait
    between two files.
    """
    try:
        with closing(work):
            for _ in work:
                if stopped(BREATH):
                    return
    except HistoryClosed:
        raise
    except Exception:
        log.exception("sharing failed")


async def back_up_while_idle(history: History, idle: Callable[[], bool]) -> None:
    """Makes the hourly backups of a history on the event loop, whenever `idle` returns True."""
    delay = IDLE_CHECK
    while True:
        await asyncio.sleep(max(delay, PAUSE))
        delay = 0 if idle() else IDLE_CHECK
        end = time.monotonic() + SLICE
        while delay == 0 and time.monotonic() < end:
            delay = history.back_up_step()
