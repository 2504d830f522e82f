"""Compresses files, each once; the best forms are kept for the next start.

Brotli at its best level makes a first load a quarter smaller, and takes half a minute for each large file. So a quick
form is sent until a background thread of the lowest priority has made the best one.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import brotli

ENCODINGS: Final = ("br", "gzip")
"""The first one that the browser takes is used. Browsers take brotli over HTTPS and from their own computer."""
QUICK: Final = 5
"""Level of both: within 3% of the smallest gzip, in half the time."""
BEST: Final = 11
WINDOW: Final = 24
"""Bits: brotli finds repeats as far back as 16 MB, so in the whole of every file."""
LARGE: Final = 1 << 20
"""Bytes from which the best form is made in the background."""
DIGEST: Final = 32
"""Bytes of a SHA-256."""
PAUSE: Final = 20.0
"""Seconds before that begins: the browser that opens the page comes first."""


class Compression:
    """The compressed forms of files.

    `read` returns the content of a file by its name, and may raise OSError; `folder` keeps the best forms.
    """

    def __init__(self, read: Callable[[str], bytes], folder: Path | None) -> None:
        self._read = read
        self._folder = folder
        self._forms: dict[tuple[str, str], asyncio.Future[bytes | None]] = {}
        self._best: dict[str, bytes] = {}
        self._working = threading.Lock()

    async def form(self, name: str, accepted: str) -> tuple[str, bytes] | None:
        """An encoding out of those accepted, and the file in it; None where that saves next to nothing.

        Raises OSError if the file cannot be read; the next call tries again.
        """
        names = {each.partition(";")[0].strip() for each in accepted.lower().split(",")}
        encoding = next((each for each in ENCODINGS if each in names), None)
        if encoding is None:
            return None
        if encoding == "br" and name in self._best:
            return encoding, self._best[name]
        form = self._forms.get((name, encoding))
        if form is None or (form.done() and form.exception() is not None):
            form = asyncio.ensure_future(asyncio.to_thread(self._make, name, encoding))
            self._forms[name, encoding] = form
        content = await asyncio.shield(form)
        return None if content is None else (encoding, content)

    def _make(self, name: str, encoding: str) -> bytes | None:
        content = self._read(name)
        if encoding == "gzip":
            made = gzip.compress(content, QUICK, mtime=0)
        elif (kept := self._kept(name, content)) is not None:
            made = kept
        else:
            made = brotli.compress(content, quality=QUICK, lgwin=WINDOW)
            if self._folder is not None and len(content) >= LARGE:
                threading.Thread(target=self._improve, args=[name], name="compression", daemon=True).start()
        # Pictures are compressed already.
        return made if len(made) < 0.9 * len(content) else None

    def _improve(self, name: str) -> None:
        """Makes the best form of a file; one file at a time."""
        time.sleep(PAUSE)
        if sys.platform == "linux":  # elsewhere, a thread has no priority of its own
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
        with self._working, suppress(OSError):
            content = self._read(name)
            made = brotli.compress(content, quality=BEST, lgwin=WINDOW)
            self._best[name] = made
            self._keep(name, content, made)

    def _path(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{name.replace('/', '-')}.br"

    def _kept(self, name: str, content: bytes) -> bytes | None:
        """The best form, if it was kept, is whole, and is that of this content."""
        path = self._path(name)
        if path is None:
            return None
        with suppress(OSError), path.open("rb") as file:
            digests, made = file.read(2 * DIGEST), file.read(len(content))
            if digests == _digests(content, made):
                return made
        return None

    def _keep(self, name: str, content: bytes, made: bytes) -> None:
        path = self._path(name)
        if path is not None:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}")
            part.write_bytes(_digests(content, made) + made)
            part.replace(path)


def _digests(content: bytes, made: bytes) -> bytes:
    """The head of a kept form, which shows whether it is sound and made of this content."""
    return hashlib.sha256(content).digest() + hashlib.sha256(made).digest()
