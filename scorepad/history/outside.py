"""Settings about folders outside the data folder: written twice, in no backup, and kept by a restore.

They belong to this device. Each setting is an object with a checksum; the file with the ending .bak has the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from .disk import Disk, NotAFile, write_file
from .errors import Unreadable, write_failed
from .file_format import Document, strict_json

UNSOUND = (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError)
"""The errors that may be raised while damaged bytes are read."""


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path is `folder` or in it, even through links.

    Raises OSError, or ValueError for an impossible path.
    """
    path = path.resolve()
    return any(parent.exists() and parent.samefile(folder) for parent in (path, *path.parents))


def sealed(document: Mapping[str, object]) -> bytes:
    """The bytes of a setting, with a checksum."""
    return json.dumps({**document, "sha256": _checksum(document)}).encode()


def opened(raw: bytes) -> Document:
    """The setting in these bytes. Raises one of UNSOUND if they are damaged."""
    document: Document = strict_json(raw)
    if document.pop("sha256") != _checksum(document):
        raise ValueError("damaged")
    return document


def _checksum(document: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def read_twice(path: Path, disk: Disk, limit: int) -> list[bytes]:
    """Reads the file of a setting and its spare copy, and returns at most `limit` bytes of each file that exists.

    If one of the two paths is not a file (for example a folder), returns only b"", which counts as a damaged setting.
    Raises Unreadable.
    """
    try:
        found = [disk.head(each, limit) for each in (str(path), f"{path}.bak")]
    except NotAFile:
        return [b""]
    except OSError as error:
        raise Unreadable(path, error.errno) from error
    return [raw for raw in found if raw is not None]


def write_twice(path: Path, raw: bytes, disk: Disk) -> None:
    """Writes a setting and its spare copy, so that one of the files may be damaged. Raises WriteFailed or DiskFull."""
    tmp = f"{path}.{secrets.token_hex(8)}.tmp"  # the app and the command line may write at the same time
    try:
        for each in (str(path), f"{path}.bak"):
            write_file(disk, tmp, raw)
            disk.replace(tmp, each)
    except OSError as error:
        with suppress(OSError):
            disk.unlink(tmp)
        raise write_failed(path, error) from error


def remove_twice(path: Path, disk: Disk) -> None:
    """Removes a setting and its spare copy. Raises WriteFailed."""
    try:
        for each in (f"{path}.bak", str(path)):  # a spare copy that is left alone still counts
            with suppress(FileNotFoundError):
                disk.unlink(each)
    except OSError as error:
        raise write_failed(path, error) from error
