"""Whole files, all of them or none."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path


def write_files(files: Iterable[tuple[Path, bytes]], *, force: bool) -> list[Path]:
    """Writes each file beside its place, moves all there at the end, and returns their paths.

    Without `force`, none replaces a file. Where one cannot be moved, all is as it was before. Raises FileExistsError
    and OSError, their `filename` being the file that was to be written; or the errors of `files`.
    """
    written: list[tuple[Path, Path]] = []
    path = Path()
    with ExitStack() as leftovers, ExitStack() as undo:
        try:
            for path, raw in files:
                part = _hidden(path)
                leftovers.callback(_remove, part)
                with part.open("xb") as file:
                    file.write(raw)
                written.append((part, path))
            for part, path in written:
                _put(part, path, undo, leftovers, force=force)
        except OSError as error:
            error.filename = str(path)
            raise
        undo.pop_all()
    return [path for _, path in written]


def _hidden(path: Path) -> Path:
    """A new name beside a file."""
    return path.with_name(f".scorepad-{secrets.token_hex(8)}.part")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _put(part: Path, path: Path, undo: ExitStack, leftovers: ExitStack, *, force: bool) -> None:
    """Moves a file to its place, which `undo` takes back; without `force`, only where there is none."""
    if force and path.exists():
        before = _hidden(path)
        leftovers.callback(_remove, before)
        _keep(path, before)
        os.replace(part, path)
        undo.callback(os.replace, before, path)
        return
    try:
        os.link(part, path)  # never over a file that has come meanwhile
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(part, path)
    undo.callback(partial(_remove, path))


def _keep(path: Path, before: Path) -> None:
    """Gives a file a second name, or copies it where the file system has no links."""
    try:
        os.link(path, before)
    except OSError:
        shutil.copy2(path, before)
