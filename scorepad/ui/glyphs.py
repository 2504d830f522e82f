"""Typed texts as the fonts of a window can draw them.

Names may hold any character. On a computer or a phone, fonts of the system draw the ones that the bundled fonts
lack. A browser has no other fonts and would request fallback fonts again and again. So `drawable` converts each
typed text for the screen; the stored text stays as typed.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from anyascii import anyascii

from scorepad.design.coverage import COVERED

NOTHING_TO_SEE: Final = "?"
"""Drawn for a text that has no visible character."""
MAX_MARKS: Final = 3
"""Marks kept on a character that has no composed form: more would reach the neighbouring lines."""
ZERO_WIDTH_JOINER: Final = "\u200d"


@lru_cache(maxsize=4096)
def drawable(text: str, *, system: bool = False) -> str:
    """The text as it can be drawn: covered characters only, unless the `system` has fonts for all others.

    It is blank only if `text` is. Names that run from right to left are isolated from the amounts beside them.
    """
    if not text or (all(map(_is_plain, text)) and not text.isspace()):
        return text
    drawn = unicodedata.normalize("NFC", "".join(_drawn(unicodedata.normalize("NFC", text), system=system)))
    return _isolated(drawn) if drawn.strip() else NOTHING_TO_SEE


@lru_cache(maxsize=1024)
def _is_plain(char: str) -> bool:
    """Whether a character is drawn as it is, whatever stands beside it: a fast way for amounts, which are often new."""
    kind, direction = unicodedata.category(char), unicodedata.bidirectional(char)
    if ord(char) not in COVERED or kind[0] in "CM" or direction in ("R", "AL"):
        return False
    return (kind == "Zs" or not char.isspace()) and unicodedata.is_normalized("NFC", char)


def _drawn(text: str, *, system: bool) -> Iterator[str]:
    """Each character as it is drawn: itself, its Latin spelling, or nothing; in one line, and with few marks."""
    marks = MAX_MARKS  # at first there is nothing that a mark could stand on
    for char in text:
        kind = unicodedata.category(char)
        if char.isspace() and (kind != "Zs" or ord(char) not in COVERED):
            shown = " "
        elif kind[0] == "C" and not (system and char == ZERO_WIDTH_JOINER):
            shown = ""
        elif system or (ord(char) in COVERED and (kind[0] != "M" or unicodedata.combining(char))):
            shown = char
        else:
            shown = "".join(letter for letter in anyascii(char) if ord(letter) in COVERED)
        if kind[0] != "M":
            marks = 0 if shown.strip() else MAX_MARKS
        elif (marks := marks + 1) > MAX_MARKS:
            continue
        yield shown


_RUN: Final = re.compile("R(?:[Rn]*R)?")


def _isolated(text: str) -> str:
    """The text with isolates round its parts that run from right to left: they must not reorder amounts."""
    kinds = "".join(_DIRECTIONS.get(unicodedata.bidirectional(char), "n") for char in text)
    parts, end = [], 0
    for run in _RUN.finditer(kinds):
        parts += [text[end : run.start()], "\u2068", text[run.start() : run.end()], "\u2069"]
        end = run.end()
    return "".join([*parts, text[end:]])


_DIRECTIONS: Final = {"R": "R", "AL": "R", "L": "l", "EN": "l", "AN": "l", "ES": "l", "ET": "l"}
