"""A disk that lets a test stop the reading of all evenings."""

from __future__ import annotations

import threading

from scorepad.history import Disk


class Gate(Disk):
    """A disk on which the background reads only `left` more files, until it opens."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left
        self.open = threading.Event()
        self.waiting = threading.Event()

    def read(self, path: str) -> bytes | None:
        if threading.current_thread().name == "scorepad history":
            self.left -= 1
            if self.left < 0:
                self.waiting.set()
                assert self.open.wait(20)
        return super().read(path)
