"""The characters that the bundled fonts can draw, and substitutes for all others.

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

STAND_IN: Final = "□"
"""Drawn once for each grapheme that the fonts lack and that has no Latin letters either."""

NOTHING_TO_SEE: Final = "?"
"""Drawn for a text that has no visible character."""

MAX_MARKS: Final = 2
"""Marks kept on a character that has no composed form: more would reach the neighbouring lines."""

ZERO_WIDTH_JOINER: Final = "\u200d"


@lru_cache(maxsize=4096)
def drawable(text: str, *, system: bool = False) -> str:
    """The text as it can be drawn: covered characters only, unless the `system` has fonts for all others.

    It is blank only if `text` is. Names that run from right to left are isolated from the amounts beside them.
    """
    if not text or (all(map(_is_plain, text)) and not text.isspace()):
        return text
    clusters = _clusters(unicodedata.normalize("NFC", text))
    drawn = "".join(_drawn(cluster, system=system) for cluster in clusters)
    return _isolated(drawn) if drawn.strip() else NOTHING_TO_SEE


@lru_cache(maxsize=1024)
def _is_plain(char: str) -> bool:
    """Whether a character is drawn as it is, whatever stands beside it: nearly all are, and amounts are always new."""
    kind, direction = unicodedata.category(char), unicodedata.bidirectional(char)
    if ord(char) not in COVERED or kind[0] in "CM" or direction in ("R", "AL"):
        return False
    return (kind == "Zs" or not char.isspace()) and unicodedata.is_normalized("NFC", char)


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


def _clusters(text: str) -> Iterator[str]:
    """The graphemes of a text, nearly as in Unicode: marks, joined emoji and flags stay whole."""
    cluster = ""
    for char in text:
        if cluster and not _continues(cluster, char):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _continues(cluster: str, char: str) -> bool:
    """Whether `char` belongs to the grapheme begun by `cluster`."""
    if _is_mark(char) or _is_skin_tone(char) or unicodedata.category(char) == "Cf":
        return True
    if _is_flag_half(char):
        return len(cluster) == 1 and _is_flag_half(cluster)
    joined = cluster.endswith(ZERO_WIDTH_JOINER)
    return joined and unicodedata.category(char) == unicodedata.category(cluster[0]) == "So"


def _drawn(cluster: str, *, system: bool) -> str:
    """One grapheme as it is drawn: itself with few marks, its plain or its Latin spelling, or nothing."""
    bases = [char for char in cluster if not _is_mark(char)]
    marks = [char for char in cluster if _is_mark(char)]
    base = next((char for char in bases if not _is_junk(char)), "")
    if not base:
        return " " if any(char.isspace() for char in bases) else ""
    if base.isspace() and (ord(base) not in COVERED or unicodedata.category(base) != "Zs"):
        return " "  # never a second line
    if ord(base) in COVERED:
        return _composed(base, marks)
    if system and unicodedata.category(base) not in {"Co", "Cn"}:
        return "".join(char for char in cluster if not _is_junk(char) or char == ZERO_WIDTH_JOINER)
    return "".join(_plainly(base, marks) for base in bases) if _is_flag_half(base) else _plainly(base, marks)


def _plainly(base: str, marks: list[str]) -> str:
    """Replaces a missing character by compatible ones (full-width letters, ligatures, ①), or by Latin letters."""
    parts = unicodedata.normalize("NFKD", base)
    letters = [part for part in parts if not _is_mark(part)]
    if not letters or any(ord(letter) not in COVERED or letter.isspace() for letter in letters):
        return "".join(char for char in anyascii(base) if ord(char) in COVERED) or STAND_IN
    *before, last = letters
    return "".join(before) + _composed(last, [part for part in parts if _is_mark(part)] + marks)


def _composed(base: str, marks: list[str]) -> str:
    """The base with the first covered marks, as one character if the fonts have it."""
    few = [mark for mark in marks if ord(mark) in COVERED and unicodedata.combining(mark)][:MAX_MARKS]
    whole = unicodedata.normalize("NFC", base + "".join(few))
    return whole if all(ord(char) in COVERED for char in whole) else base + "".join(few)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _is_junk(char: str) -> bool:
    """Whether it is a control character, an invisible format character or a lone surrogate."""
    return unicodedata.category(char) in {"Cc", "Cf", "Cs"}


def _is_skin_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
