"""Whole files, all of them or none."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def write_files(files: Iterable[tuple[Path, bytes]], *, force: bool) -> list[Path]:
    """Writes each file beside its place, moves all there at the end, and returns their paths.

    Without `force`, none replaces a file. Raises FileExistsError and OSError, their `filename` being the file
    that was to be written; or the errors of `files`.
    """
    waiting: list[tuple[Path, Path]] = []
    saved: list[Path] = []
    path = Path()
    try:
        for path, raw in files:
            part = path.with_name(f".scorepad-{secrets.token_hex(8)}.part")
            waiting.append((part, path))
            with part.open("xb") as file:
                file.write(raw)
        while waiting:
            part, path = waiting[0]
            _put(part, path, force=force)
            del waiting[0]
            saved.append(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        for part, _ in waiting:
            with suppress(OSError):
                part.unlink()
    return saved


def _put(part: Path, path: Path, *, force: bool) -> None:
    """Moves a file to its place; without `force`, only where there is none."""
    if not force:
        try:
            os.link(part, path)  # never over a file that has come meanwhile
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if path.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        else:
            part.unlink()
            return
    os.replace(part, path)
