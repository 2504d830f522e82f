"""Who is told of changes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Callback = Callable[[str | None], object]
"""Receives the id of the evening that changed, or None if anything may have changed."""

_log = logging.getLogger(__name__)


class Subscribers:
    """Callbacks that are called after every change, in the thread that made it. Safe for threads."""

    def __init__(self) -> None:
        self._callbacks: list[Callback] = []
        self._quiet: set[int] = set()
        """The threads whose changes are told at their end."""

    def add(self, callback: Callback) -> Callable[[], None]:
        """Adds a callback; returns the function that removes it."""
        self._callbacks.append(callback)

        def remove() -> None:
            with suppress(ValueError):
                self._callbacks.remove(callback)

        return remove

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """Tells all changes of this thread within it as one change of everything, at the end."""
        thread = threading.get_ident()
        self._quiet.add(thread)
        try:
            yield
        finally:
            self._quiet.discard(thread)
            self.tell(None)

    def tell(self, evening_id: str | None) -> None:
        """Calls every callback; an exception in one is logged, since the change is saved all the same."""
        if threading.get_ident() in self._quiet:
            return
        for callback in list(self._callbacks):
            try:
                callback(evening_id)
            except Exception:
                _log.exception("a subscriber failed")
