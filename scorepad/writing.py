"""Whole files, all of them or none."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable
from contextlib import ExitStack, suppress
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
        shutil.copy2(path, before)
        undo.callback(os.replace, before, path)
    else:
        path.touch(exist_ok=False)  # takes the name, unless another file has come meanwhile
        undo.callback(_remove, path)
    os.replace(part, path)
