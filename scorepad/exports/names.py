"""Names that every system takes: of files, and of the sheets of a workbook."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from scorepad.text import name_key

_RESERVED = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)
MAX_STEM = 60
"""Characters of a file's name without its ending."""
MAX_BYTES = 200
"""Bytes of a whole file name, where most file systems take 255: a "(2)" or a ".part" may come behind it."""
MAX_SHEET = 31
"""Characters of a sheet's name, counted as UTF-16 does."""


def file_stem(title: str) -> str:
    """A title as the name of a file, without its ending: letters, digits, spaces, hyphens; never a device's name."""
    kept = "".join(char if _is_kept(char) else " " for char in unicodedata.normalize("NFC", title))
    stem = re.sub(r"\s+", " ", kept).strip(" -_")[:MAX_STEM].strip(" -_")
    plain = name_key(stem)  # Windows takes COM¹ for COM1
    return f"{stem} -" if plain in _RESERVED else stem or "scorepad"


def _is_kept(char: str) -> bool:
    """Whether it belongs to a name: many scripts write vowels as marks."""
    return char.isalnum() or char in " -_" or unicodedata.category(char) in ("Mn", "Mc")


def file_names(titles: Iterable[str], ending: str) -> list[str]:
    """Titles as names of files in one folder, each another one, also where capitals do not count."""
    found: list[str] = []
    taken: set[str] = set()
    for title in titles:
        stem = _shortened(file_stem(title), MAX_BYTES - len(ending.encode()))
        name, number = f"{stem}{ending}", 1
        while name_key(name) in taken:
            number += 1
            name = f"{_shortened(stem, MAX_BYTES - len(f' {number}{ending}'.encode()))} {number}{ending}"
        taken.add(name_key(name))
        found.append(name)
    return found


def _shortened(stem: str, most: int) -> str:
    """The stem in at most so many bytes, never half a character."""
    raw = stem.encode()
    return stem if len(raw) <= most else raw[:most].decode(errors="ignore").strip(" -_")


def sheet_names(titles: Iterable[str]) -> list[str]:
    """Titles as names of sheets, each another one, that Excel and LibreOffice take."""
    found: list[str] = []
    taken = {"history"}  # Excel keeps it for itself
    for title in titles:
        kept = "".join(" " if char in "[]:*?/\\" or _is_control(char) else char for char in title)
        name = base = _short_sheet(" ".join(kept.split()), MAX_SHEET) or "–"
        number = 1
        while name_key(name) in taken:
            number += 1
            behind = f" ({number})"
            name = _short_sheet(base, MAX_SHEET - len(behind)) + behind
        taken.add(name_key(name))
        found.append(name)
    return found


def _is_control(char: str) -> bool:
    return unicodedata.category(char)[0] == "C"


def _short_sheet(name: str, most: int) -> str:
    """The name in at most so many units of UTF-16, without an apostrophe at an end."""
    units = name.encode("utf-16-le")[: 2 * most]
    return units.decode("utf-16-le", "ignore").strip(" '")
