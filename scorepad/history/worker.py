"""A thread that works in the background, one step at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from .errors import HistoryClosed

LONGEST_WAIT = 3600.0
"""The most seconds between two steps."""


class Worker:
    """Calls `step` in a thread, which returns the seconds until its next call, until it raises HistoryClosed."""

    def __init__(self, step: Callable[[], float]) -> None:
        self._step = step
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()

    def start(self, delay: float) -> bool:
        """Starts the thread, which first waits `delay` seconds, or wakes it; False if this system has no threads."""
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
        """Waits at most five seconds for the end of the present step; returns whether the thread has ended.

        From now on, `step` has to raise HistoryClosed.
        """
        thread, self._thread = self._thread, None
        self._wake.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=5)
        return thread is None or not thread.is_alive()
