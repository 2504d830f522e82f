"""Writes several files: all of them or none."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path


def write_files(files: Iterable[tuple[Path, bytes]], *, force: bool) -> list[Path]:
    """Writes each file to a temporary file in its folder, then moves all to their paths; returns the paths.

    Without `force`, no existing file is replaced. If a file cannot be written or moved, all files are restored.
    Raises OSError (FileExistsError if a file exists) with the intended path as `filename`, and any error that the
    iteration of `files` raises.
    """
    written: list[tuple[Path, Path]] = []
    with ExitStack() as leftovers, ExitStack() as undo:
        for path, raw in files:  # the iteration makes the bytes: its errors are not about this path
            part = _hidden(path)
            leftovers.callback(_remove, part)
            with _about(path), part.open("xb") as file:
                file.write(raw)
            written.append((part, path))
        for part, path in written:
            with _about(path):
                _put(part, path, undo, leftovers, force=force)
        undo.pop_all()
    return [path for _, path in written]


@contextmanager
def _about(path: Path) -> Iterator[None]:
    """Sets the `filename` of each OSError in the `with` block to the intended path."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def _hidden(path: Path) -> Path:
    """A new path of a hidden file in the folder of `path`."""
    return path.with_name(f".scorepad-{secrets.token_hex(8)}.part")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _put(part: Path, path: Path, undo: ExitStack, leftovers: ExitStack, *, force: bool) -> None:
    """Moves the file `part` to `path`; `undo` gets the reverse step, `leftovers` the removal of temporary files.

    Raises FileExistsError if `path` exists, unless `force`.
    """
    if force and path.exists():
        before = _hidden(path)
        leftovers.callback(_remove, before)
        shutil.copy2(path, before)
        undo.callback(os.replace, before, path)
    else:
        path.touch(exist_ok=False)  # reserves the name, unless another file is there now
        undo.callback(_remove, path)
    os.replace(part, path)
