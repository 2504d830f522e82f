"""What stands in the cells of a table: harmless text, exact numbers, moments, and names that tell people apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from scorepad.tarot.hand import PlayerId
from scorepad.tarot.session import Person
from scorepad.text import name_key

DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""The classes of characters that turn what follows them."""
QUOTES = "\"'`´"
FORMULA_SIGNS = "=+-@−"
"""What makes a spreadsheet calculate; wide and small forms of them are found by their compatible one."""


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula, whatever file it stands in: an apostrophe comes before it."""
    for char in text:
        if char in "\t\r\n" or unicodedata.normalize("NFKC", char)[:1] in (*FORMULA_SIGNS,):
            return f"'{text}"
        if char not in QUOTES and unicodedata.category(char)[0] not in "ZC" and not _is_quote(char):
            break
    return text


def _is_quote(char: str) -> bool:
    return unicodedata.category(char) in ("Pi", "Pf")


def writable(text: str) -> str:
    """A text in one line that UTF-8 can hold and that steers nothing: no terminal, and no direction of writing."""
    held = text.encode("utf-8", "replace").decode()
    return "".join(
        " " if char.isspace() and _steers(char) else char for char in held if not _is_dropped(char)
    )


def _steers(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Zl", "Zp")


def _is_dropped(char: str) -> bool:
    """Whether nothing stands in its place: a control that is no space, or one of the direction of writing."""
    return (_steers(char) and not char.isspace()) or unicodedata.bidirectional(char) in DIRECTIONS


def plain(value: int, unit: int = 1, point: str = ".") -> str:
    """An amount in 1/`unit` of a point (1, 2 or 4) as programs read it: -13.5, no sign for a gain."""
    whole, rest = divmod(abs(value), unit)
    fraction = f"{100 * rest // unit:02}".rstrip("0")
    return ("-" if value < 0 else "") + str(whole) + (point + fraction if fraction else "")


def exact(value: int, unit: int = 1) -> int | float:
    """An amount in 1/`unit` of a point (1, 2 or 4) as a number: halves and quarters are exact in binary."""
    return value / unit if value % unit else value // unit


def local_time(at: str) -> datetime | None:
    """A moment (ISO 8601) where the reader is, without a zone, to the second; None for one that no clock shows."""
    try:
        return datetime.fromisoformat(at).astimezone().replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError, OSError):
        return None


def offset(at: str) -> str:
    """How far from UTC a moment is where the reader is, "+0200", in the hour that the clocks have twice; else ""."""
    here = local_time(at)
    if here is None:
        return ""
    offsets = {here.replace(fold=fold).astimezone().utcoffset() for fold in (0, 1)}
    return f"{datetime.fromisoformat(at).astimezone():%z}" if len(offsets) > 1 else ""


def labels(people: Iterable[Person]) -> dict[PlayerId, str]:
    """Everybody's name, with a number where two people's look the same; the last name of who has had several."""
    names = {person.id: writable(person.name) for person in people}
    found: dict[PlayerId, str] = {}
    taken: set[str] = set()
    for id_, name in names.items():
        label = name = name.strip() or "–"
        number = 1
        while name_key(label) in taken:
            number += 1
            label = f"{name} ({number})"
        taken.add(name_key(label))
        found[id_] = label
    return found
