"""File names that every system takes."""

from __future__ import annotations

import re
import unicodedata

_RESERVED = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)
MAX_STEM = 60
"""Characters of a file's name without its ending."""


def file_stem(title: str) -> str:
    """A title as the name of a file, without its ending: letters, digits, spaces, hyphens; never a device's name."""
    kept = "".join(
        char if char.isalnum() or char in " -_" else " " for char in unicodedata.normalize("NFC", title)
    )
    stem = re.sub(r"\s+", " ", kept).strip(" -_")[:MAX_STEM].strip(" -_")
    plain = unicodedata.normalize("NFKC", stem).casefold()  # Windows takes COM¹ for COM1
    return f"{stem} -" if plain in _RESERVED else stem or "scorepad"
