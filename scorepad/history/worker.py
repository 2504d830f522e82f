"""A thread that does what waits, one step at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from .errors import HistoryClosed

LONGEST_WAIT = 3600.0
"""Seconds, at most, between two steps."""


class Worker:
    """Calls `step` in a thread, each time after the seconds that the call before returned, until HistoryClosed."""

    def __init__(self, step: Callable[[], float]) -> None:
        self._step = step
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()

    def start(self, delay: float) -> bool:
        """Starts the thread, which first waits so many seconds, or wakes it; False if this system has no threads."""
        if self._thread is None:
            self._wake = threading.Event()
            thread = threading.Thread(
                target=self._work, args=[delay, self._wake], name="scorepad history", daemon=True
            )
            try:
                thread.start()
            except RuntimeError:
                return False
            self._thread = thread
        else:
            self._wake.set()
        return True

    def _work(self, delay: float, wake: threading.Event) -> None:
        with suppress(HistoryClosed):
            while True:
                wake.wait(min(delay, LONGEST_WAIT))
                wake.clear()
                delay = self._step()

    def stop(self) -> bool:
        """Waits, for five seconds at most, until the step under way ends; whether the thread has ended.

        `step` raises HistoryClosed from now on.
        """
        thread, self._thread = self._thread, None
        self._wake.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=5)
        return thread is None or not thread.is_alive()
