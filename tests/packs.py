"""The contents of the packs of the web app."""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Iterator
from pathlib import Path


def unpacked(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a pack: their paths in the browser, and their contents."""
    content = gzip.decompress(path.read_bytes())
    (size,) = struct.unpack_from("<I", content)
    at = 4 + size
    for name, length in json.loads(content[4:at]).items():
        yield name, content[at : at + length]
        at += length
