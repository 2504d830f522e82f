"""Anything that people type, as letters that the bundled fonts have; and words made to fit.

What the fonts lack is romanised: 王 becomes Wang, 😀 :grinning:. There is no shaping: what needs marks that have no
composed letter loses them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from anyascii import anyascii

from scorepad.look.coverage import RANGES

COVERED = frozenset(code for first, last in RANGES for code in range(first, last + 1))
"""Every code point that all bundled fonts map to a glyph."""
NOTHING_TO_SEE = "?"
"""In the place of a text of which nothing visible is left."""
ELLIPSIS = "…"

_KEPT_SPACES = "\u00a0\u2009\u202f"
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
_JOINERS = "\u200c\u200d"

Measure = Callable[[str], float]
"""How wide a text is, in the unit of whoever asks."""


def one_line(text: str) -> str:
    """The text in one line, as typed but for what is not seen: controls, direction marks, halves of characters."""
    visible = "".join(
        " " if char.isspace() and char not in _KEPT_SPACES else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or char in _JOINERS or unicodedata.category(char) not in _INVISIBLE
    )
    return re.sub(" {2,}", " ", visible).strip(" ")


def isolated(text: str) -> str:
    """The text in one line; if it runs from the right to the left, so that it turns nothing beside it."""
    line = one_line(text)
    turns = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in line)
    return f"\u2068{line}\u2069" if turns else line


@lru_cache(maxsize=4096)
def printable(text: str) -> str:
    """The text in one line, in letters that the bundled fonts have; blank only if `text` is empty."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) or (NOTHING_TO_SEE if text else "")
    letters = "".join(char if _drawn(char) else anyascii(char) for char in one_line(text))
    seen = "".join(letter for letter in letters if _drawn(letter)).strip()
    return seen or NOTHING_TO_SEE


def _drawn(char: str) -> bool:
    category = unicodedata.category(char)
    return ord(char) in COVERED and category not in _INVISIBLE and not category.startswith("M")


def initial(name: str) -> str:
    """The first letter or figure of a name, or else what it begins with; one character that the fonts have."""
    shown = printable(name) or NOTHING_TO_SEE
    first = next((char for char in shown if char.isalnum()), shown[0])
    upper = first.upper()
    return upper if len(upper) == 1 and ord(upper) in COVERED else first


def fitted(text: str, width: float, measure: Measure) -> str:
    """The text, or as much of its beginning as fits before an ellipsis; the ellipsis alone, if nothing does."""
    if measure(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:  # the longest beginning that fits
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + ELLIPSIS) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def wrapped(text: str, width: float, measure: Measure, most: int = 99) -> list[str]:
    """The text in lines of at most `width`, broken between words, or inside one that is too long."""
    lines: list[str] = []
    rest = text.split(" ")
    while rest and len(lines) < most - 1:
        count = len(rest)
        while count > 1 and measure(" ".join(rest[:count])) > width:
            count -= 1
        line = " ".join(rest[:count])
        rest = rest[count:]
        if measure(line) > width:
            cut = next((n for n in range(len(line) - 1, 1, -1) if measure(line[:n]) <= width), 1)
            cut = line.rfind("-", 0, cut) + 1 or cut
            rest.insert(0, line[cut:])
            line = line[:cut]
        lines.append(line)
    return lines + ([fitted(" ".join(rest), width, measure)] if rest else [])


def in_two(name: str, width: float, measure: Measure) -> list[str]:
    """A name in one line or two, parted between words or behind a hyphen; a part that is too long is cut short."""
    parts = re.findall(r"[^ \-]+-*|-+", name) or [name]
    lines = [parts[0]]
    for before, part in pairwise(parts):
        joined = lines[-1] + ("" if before.endswith("-") else " ") + part
        if len(lines) == 2 or measure(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(part)
    return [fitted(line, width, measure) for line in lines]


def largest(sizes: Sequence[float], width: float, measure: Callable[[float], float]) -> float:
    """The first of the sizes at which what is measured is at most so wide, or the last of them."""
    return next((size for size in sizes if measure(size) <= width), sizes[-1])
