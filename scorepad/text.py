"""Cleans, compares and shortens texts that people type, breaks them into lines, makes file names, rounds numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import floor

INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
"""The categories of invisible characters: controls, direction marks, surrogates, and characters without a font."""
JOINER = "\u200d"
NON_JOINER = "\u200c"
KEPT_SPACES = "\u00a0\u2009\u202f"
"""Spaces that keep a number and its sign together."""
ELLIPSIS = "…"
FSI, PDI = "\u2068", "\u2069"
"""The marks around a text with its own direction."""

Measure = Callable[[str], float]
"""The width of a text, in any unit."""


def rounded(value: float | Fraction) -> int:
    """The nearest whole number; a half is rounded away from zero."""
    exact = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    whole = floor(abs(exact) + Fraction(1, 2))
    return whole if exact >= 0 else -whole


def clean_name(name: str) -> str:
    """A name in NFC, without invisible characters, and with single spaces; the joiner of emoji is kept."""
    visible = "".join(
        " " if char.isspace() else char
        for char in name
        if char.isspace() or char == JOINER or unicodedata.category(char) not in INVISIBLE
    )
    return " ".join(unicodedata.normalize("NFC", visible).split())


def clean_text(text: str) -> str:
    """A text with each line cleaned like a name; it has no two empty lines in a row, and none at its start or end."""
    return re.sub("\n{3,}", "\n\n", by_line(clean_name, "\n".join(text.splitlines()))).strip("\n")


def by_line(clean: Callable[[str], str], text: str) -> str:
    """A text with `clean` applied to each line."""
    return "\n".join(map(clean, text.split("\n")))


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """A key that is equal for names that look alike: without capitals, invisible characters and wide forms."""
    compatible = unicodedata.normalize("NFKC", clean_name(name).replace(JOINER, ""))
    return " ".join(compatible.casefold().split())


def same_name(one: str, other: str) -> bool:
    """Whether two names look alike."""
    return name_key(one) == name_key(other)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A text for search: without accents and capitals, and with single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


def one_line(text: str) -> str:
    """The text in one line, without invisible characters: controls, direction marks, surrogates; joiners are kept."""
    visible = "".join(
        " " if char.isspace() and char not in KEPT_SPACES else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or char in (JOINER, NON_JOINER) or unicodedata.category(char) not in INVISIBLE
    )
    return re.sub(" {2,}", " ", visible).strip(" ")


def plain_number(text: str) -> str:
    """A typed number with "1/2" for a half, single plain spaces, and no spaces at its ends."""
    return " ".join(text.replace("½", " 1/2").replace("\u2044", "/").split())


def isolated(text: str) -> str:
    """The text in one line; if it has right-to-left letters, between FSI and PDI marks.

    With these marks, the text does not change the order of the words around it.
    """
    line = one_line(text)
    from_right = any(unicodedata.bidirectional(char) in ("R", "AL") for char in line)
    return f"{FSI}{line}{PDI}" if from_right else line


def fitted(text: str, width: float, measure: Measure) -> str:
    """The text if it fits, else its longest beginning that fits together with an ellipsis, or the ellipsis alone."""
    if measure(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + ELLIPSIS) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def wrapped(text: str, width: float, measure: Measure, most: int = 99) -> list[str]:
    """The text in at most `most` lines, broken between words, or inside a word that is too long.

    If the text needs more lines, the last line ends with an ellipsis.
    """
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


# -- names of files ---

_RESERVED = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)
MAX_STEM = 60
"""The longest name of a file without its ending, in characters."""
MAX_BYTES = 200
"""The longest file name, in bytes; most file systems allow 255, and "(2)" or ".part" may be added."""


def file_stem(title: str) -> str:
    """A title as a file name without extension: letters, digits, spaces, "-", "_"; never a reserved name of Windows."""
    kept = "".join(char if _is_kept(char) else " " for char in unicodedata.normalize("NFC", title))
    stem = re.sub(r"\s+", " ", kept).strip(" -_")[:MAX_STEM].strip(" -_")
    # Windows regards COM¹ as COM1.
    return f"{stem} -" if name_key(stem) in _RESERVED else stem or "scorepad"


def _is_kept(char: str) -> bool:
    """Whether a file name may have this character; combining marks are kept: many scripts need them for vowels."""
    return char.isalnum() or char in " -_" or unicodedata.category(char) in ("Mn", "Mc")


def distinct(
    titles: Iterable[str], numbered: Callable[[str, int], str], taken: Iterable[str] = ()
) -> list[str]:
    """A name for each title: the first of `numbered(title, 1)`, `numbered(title, 2)` … that looks like no earlier name.

    `taken` holds the `name_key` of each name that is not available.
    """
    found: list[str] = []
    keys, numbers = set(taken), dict[str, Iterator[int]]()
    for title in titles:
        unused = numbers.setdefault(title, count(1))
        name = next(name for n in unused if name_key(name := numbered(title, n)) not in keys)
        keys.add(name_key(name))
        found.append(name)
    return found


def file_names(titles: Iterable[str], ending: str) -> list[str]:
    """Titles as names of files in one folder; all are distinct, even where file names ignore case."""

    def numbered(title: str, number: int) -> str:
        suffix = ending if number == 1 else f" {number}{ending}"
        return _shortened(_shortened(file_stem(title), ending), suffix) + suffix

    return distinct(titles, numbered)


def _shortened(stem: str, suffix: str) -> str:
    """The stem, cut so that stem and suffix have at most `MAX_BYTES` bytes, but never inside a character."""
    raw, most = stem.encode(), MAX_BYTES - len(suffix.encode())
    return stem if len(raw) <= most else raw[:most].decode(errors="ignore").strip(" -_")
