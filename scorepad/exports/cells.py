"""The cells of a table: harmless text, exact numbers, moments, and distinct names of people."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from scorepad.evening.people import Person
from scorepad.tarot.hand import PlayerId
from scorepad.text import distinct

DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""The classes of characters that change the direction of writing."""
QUOTES = "\"'`´"
FORMULA_SIGNS = "=+-@−"
"""Signs that begin a formula; wide and small forms are found by their compatible form."""


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula; a dangerous one gets an apostrophe in front."""
    for char in text:
        if char in "\t\r\n" or unicodedata.normalize("NFKC", char)[:1] in (*FORMULA_SIGNS,):
            return f"'{text}"
        category = unicodedata.category(char)
        if char not in QUOTES and category[0] not in "ZC" and category not in ("Pi", "Pf"):
            break
    return text


def writable(text: str) -> str:
    """A text in one line of valid UTF-8, without control characters and directions of writing."""
    return "".join(map(_writable, text.encode("utf-8", "replace").decode()))


def _writable(char: str) -> str:
    if unicodedata.category(char) in ("Cc", "Zl", "Zp"):
        return " " if char.isspace() else ""
    return "" if unicodedata.bidirectional(char) in DIRECTIONS else char


def plain(value: int, unit: int = 1, point: str = ".") -> str:
    """An amount in 1/`unit` of a point (1, 2 or 4), or in cents (100), as programs read it: -13.5, no plus sign."""
    whole, rest = divmod(abs(value), unit)
    fraction = f"{100 * rest // unit:02}".rstrip("0")
    return ("-" if value < 0 else "") + str(whole) + (point + fraction if fraction else "")


def local_time(at: str) -> datetime | None:
    """A moment (ISO 8601) in local time, without a zone, to the second; None if it is invalid or out of range."""
    try:
        return datetime.fromisoformat(at).astimezone().replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError, OSError):
        return None


def offset(at: str) -> str:
    """The local offset from UTC, "+0200", in the hour that clocks repeat; otherwise ""."""
    here = local_time(at)
    if here is None:
        return ""
    offsets = {here.replace(fold=fold).astimezone().utcoffset() for fold in (0, 1)}
    return f"{datetime.fromisoformat(at).astimezone():%z}" if len(offsets) > 1 else ""


def labels(people: Iterable[Person]) -> dict[PlayerId, str]:
    """The names of people, with numbers where names look the same."""
    names = {person.id: writable(person.name).strip() or "–" for person in people}
    found = distinct(names.values(), lambda name, n: name if n == 1 else f"{name} ({n})")
    return dict(zip(names, found, strict=True))
