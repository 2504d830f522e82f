"""Replaces characters that the bundled fonts lack, and makes texts fit a width.

The replacements are Latin letters: 王 becomes Wang, 😀 becomes :grinning:. Widths are read from the font files, so that
a layout can be computed before there is a page or a picture.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial

from anyascii import anyascii

from scorepad import assets_folder
from scorepad.design import FONTS, REGULAR
from scorepad.design.coverage import COVERED
from scorepad.text import Measure, fitted, one_line, wrapped

NOTHING_TO_SEE = "?"
"""Printed for a text that has no visible character."""
UNKNOWN = 0.6
"""The width of a letter that a font lacks, in em."""


@lru_cache(maxsize=4096)
def printable(text: str) -> str:
    """The text in one line, in letters that the fonts have; blank only if `text` is empty."""
    latin = "".join(char if _is_drawn(char) else anyascii(char) for char in one_line(text))
    return "".join(filter(_is_drawn, latin)).strip() or (NOTHING_TO_SEE if text else "")


def _is_drawn(char: str) -> bool:
    """Whether our fonts draw a character; they do not draw combining marks and invisible characters."""
    return ord(char) in COVERED and unicodedata.category(char)[0] not in "MC"


Spell = Callable[[str], str]
"""Returns a text in letters that the bundled fonts, or the fonts of a window, can draw."""


def initial(name: str, spell: Spell = printable) -> str:
    """The first letter or digit of a name, or else its first character."""
    seen = spell(name.strip()) or NOTHING_TO_SEE
    first = next((char for char in seen if char.isalnum()), seen[0])
    upper = first.upper()
    return upper if len(upper) == 1 and spell(upper) == upper else first


@cache
def _advances(weight: str) -> dict[int, float]:
    """The width of every letter of a font, in em."""
    from fontTools.ttLib import TTFont  # the web app starts without it

    with TTFont(assets_folder() / FONTS[weight], lazy=True) as font:
        widths, em = font["hmtx"], font["head"].unitsPerEm
        return {code: widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}


@lru_cache(maxsize=16384)
def _em_width(text: str, weight: str) -> float:
    advances = _advances(weight)
    return sum([advances.get(ord(char), UNKNOWN) for char in text])


def width(text: str, size: float, weight: str = REGULAR) -> float:
    """The width of a text, in the unit of `size`."""
    return size * _em_width(text, weight)


def measure(size: float, weight: str = REGULAR) -> Measure:
    """A function that measures texts of one size."""
    return partial(width, size=size, weight=weight)


def fit(text: str, size: float, room: float, weight: str = REGULAR) -> str:
    """The text, shortened to a width."""
    return fitted(text, room, measure(size, weight))


def wrap(text: str, size: float, room: float, weight: str = REGULAR, most: int = 99) -> list[str]:
    """The text in at most `most` lines that fit `room`; the last line is shortened if the text is longer.

    No line begins or ends with the middle dot that `facts` puts between two facts.
    """
    lines = wrapped(text, room, measure(size, weight), most)
    return [line.removeprefix("· ").removesuffix(" ·") for line in lines]


def largest(text: str, sizes: Sequence[float], room: float, weight: str = REGULAR) -> float:
    """The first size at which a text fits, or else the last size."""
    return next((size for size in sizes if width(text, size, weight) <= room), sizes[-1])


def facts(*each: str) -> str:
    """Joins facts with middle dots; no-break spaces keep each fact on one line."""
    return " · ".join(fact.replace(" ", "\u00a0") for fact in each if fact)
