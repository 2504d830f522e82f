"""Names that are valid on every system, of files and of the sheets of a workbook."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import count

from scorepad.text import name_key

_RESERVED = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)
MAX_STEM = 60
"""Characters of the name of a file without its ending."""
MAX_BYTES = 200
"""Bytes of a whole file name; most file systems allow 255, and a "(2)" or a ".part" may follow."""
MAX_SHEET = 31
"""UTF-16 units of the name of a sheet."""


def file_stem(title: str) -> str:
    """A title as the name of a file, without its ending: letters, digits, spaces, hyphens; never a device's name."""
    kept = "".join(char if _is_kept(char) else " " for char in unicodedata.normalize("NFC", title))
    stem = re.sub(r"\s+", " ", kept).strip(" -_")[:MAX_STEM].strip(" -_")
    # Windows takes COM¹ for COM1.
    return f"{stem} -" if name_key(stem) in _RESERVED else stem or "scorepad"


def _is_kept(char: str) -> bool:
    """Whether a name may have the character: many scripts write vowels as marks."""
    return char.isalnum() or char in " -_" or unicodedata.category(char) in ("Mn", "Mc")


def distinct(
    titles: Iterable[str], numbered: Callable[[str, int], str], taken: Iterable[str] = ()
) -> list[str]:
    """A name for each title, with the first number from 1 that makes it look unlike all before."""
    found: list[str] = []
    keys = set(taken)
    for title in titles:
        name = next(name for n in count(1) if name_key(name := numbered(title, n)) not in keys)
        keys.add(name_key(name))
        found.append(name)
    return found


def file_names(titles: Iterable[str], ending: str) -> list[str]:
    """Titles as names of files in one folder, all distinct, also where case does not count."""

    def numbered(title: str, number: int) -> str:
        suffix = ending if number == 1 else f" {number}{ending}"
        return _shortened(_shortened(file_stem(title), ending), suffix) + suffix

    return distinct(titles, numbered)


def _shortened(stem: str, suffix: str) -> str:
    """The stem in as many bytes as the suffix leaves, never half a character."""
    raw, most = stem.encode(), MAX_BYTES - len(suffix.encode())
    return stem if len(raw) <= most else raw[:most].decode(errors="ignore").strip(" -_")


def sheet_names(titles: Iterable[str]) -> list[str]:
    """Titles as names of sheets, all distinct, that are valid in Excel and LibreOffice."""

    def numbered(title: str, number: int) -> str:
        kept = "".join(
            " " if char in "[]:*?/\\" or unicodedata.category(char)[0] == "C" else char for char in title
        )
        base = _short_sheet(" ".join(kept.split()), MAX_SHEET) or "–"
        suffix = "" if number == 1 else f" ({number})"
        return _short_sheet(base, MAX_SHEET - len(suffix)) + suffix

    return distinct(titles, numbered, taken=["history"])  # Excel keeps it for itself


def _short_sheet(name: str, most: int) -> str:
    """The name in at most this number of UTF-16 units, without an apostrophe at an end."""
    units = name.encode("utf-16-le")[: 2 * most]
    return units.decode("utf-16-le", "ignore").strip(" '")
