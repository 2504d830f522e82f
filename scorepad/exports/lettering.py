"""Texts that people typed, in letters that fonts have, and texts made to fit a width.

Letters that the bundled fonts lack come from fonts of the system, and others are romanised: 王 becomes Wang,
😀 :grinning:. Only Arabic is shaped: marks without a composed letter are lost.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter

from anyascii import anyascii

from scorepad.design.coverage import COVERED
from scorepad.exports.fonts import Found
from scorepad.exports.shaping import FSI, PDI, joined, laid, runs_from_right

NOTHING_TO_SEE = "?"
"""Stands for a text without anything visible."""
ELLIPSIS = "…"

_KEPT_SPACES = "\u00a0\u2009\u202f"
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
_JOINERS = "\u200c\u200d"

Measure = Callable[[str], float]
"""The width of a text, in any unit."""


def one_line(text: str) -> str:
    """The text in one line, without invisible characters: controls, direction marks, surrogates."""
    visible = "".join(
        " " if char.isspace() and char not in _KEPT_SPACES else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or char in _JOINERS or unicodedata.category(char) not in _INVISIBLE
    )
    return re.sub(" {2,}", " ", visible).strip(" ")


def isolated(text: str) -> str:
    """The text in one line; right-to-left text is isolated from the text beside it."""
    line = one_line(text)
    return f"{FSI}{line}{PDI}" if runs_from_right(line) else line


_FONTS: ContextVar[tuple[Found, ...]] = ContextVar("fonts", default=())
"""The fonts of the system in use while a document is made."""


@contextmanager
def having(fonts: Sequence[Found]) -> Iterator[None]:
    """Within it, these fonts are in use besides the bundled ones."""
    before = _FONTS.set(tuple(fonts))
    try:
        yield
    finally:
        _FONTS.reset(before)


def lacking(texts: Iterable[str]) -> frozenset[int]:
    """The letters of texts that the bundled fonts lack, except those of scripts that need shaping."""
    lines = [one_line(text) for text in texts]
    whole = "".join(joined(line) + _first(line) for line in lines)
    return frozenset(ord(char) for char in whole if ord(char) not in COVERED and _stands_alone(char))


def printable(text: str) -> str:
    """The text in one line, in letters that the fonts have; blank only if `text` is empty.

    Right-to-left text is isolated; `runs` puts it into drawing order.
    """
    return _printable(text, _FONTS.get())


@lru_cache(maxsize=4096)
def _printable(text: str, fonts: tuple[Found, ...]) -> str:
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) or (NOTHING_TO_SEE if text else "")
    line = one_line(text)
    if fonts and runs_from_right(line):
        bare = "".join(char for char in line if unicodedata.category(char) not in ("Mn", "Cf"))
        if all(_drawn(char) or _font_of(char, fonts) for char in joined(bare)):
            return f"{FSI}{bare}{PDI}"
        fonts = ()
    letters = "".join(char if _drawn(char) or _font_of(char, fonts) else anyascii(char) for char in line)
    seen = "".join(letter for letter in letters if _drawn(letter) or _font_of(letter, fonts)).strip()
    return seen or NOTHING_TO_SEE


def _drawn(char: str) -> bool:
    category = unicodedata.category(char)
    return ord(char) in COVERED and category not in _INVISIBLE and not category.startswith("M")


def _stands_alone(char: str) -> bool:
    """Whether a letter needs no shaping, unlike those of the scripts of India and others."""
    if unicodedata.category(char) in (*_INVISIBLE, "Mn", "Mc", "Me") or char.isspace():
        return False
    return not any(first <= ord(char) <= last for first, last in _SHAPED)


_SHAPED = ((0x0700, 0x109F), (0x1780, 0x18AF), (0x1900, 0x1CFF), (0xA800, 0xABFF), (0x11000, 0x11FFF))


def _font_of(char: str, fonts: Sequence[Found]) -> Found | None:
    return next((font for font in fonts if ord(char) in font.codes), None)


def runs(text: str) -> list[tuple[Found | None, str]]:
    """A result of `printable` in drawing order, split by font; None is the bundled font."""
    fonts = _FONTS.get()
    if not fonts:
        return [(None, text)]
    chars = ((None if ord(char) in COVERED else _font_of(char, fonts), char) for char in laid(text))
    return [(font, "".join(char for _, char in run)) for font, run in groupby(chars, key=itemgetter(0))]


def initial(name: str) -> str:
    """The first letter or figure of a name, or else its first character; one that the fonts have."""
    first = _first(printable(name).strip(FSI + PDI) or NOTHING_TO_SEE)
    if not _drawn(first) and _font_of(first, _FONTS.get()) is None:
        first = _first(anyascii(name) or NOTHING_TO_SEE)
    upper = first.upper()
    return upper if len(upper) == 1 and ord(upper) in COVERED else first


def _first(shown: str) -> str:
    """The first letter or figure in its isolated form, or else the first character, if any."""
    return joined(next((char for char in shown if char.isalnum()), shown[:1]))


def fitted(text: str, width: float, measure: Measure) -> str:
    """The text, or the longest beginning that fits with an ellipsis; at least the ellipsis."""
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


def as_facts(facts: Iterable[str]) -> str:
    """Facts separated by points, each kept together by no-break spaces."""
    return " · ".join(fact.replace(" ", "\u00a0") for fact in facts)


def wrapped_facts(text: str, width: float, measure: Measure, most: int = 99) -> list[str]:
    """The same as `wrapped`, without a point at the beginning or at the end of a line."""
    return [line.removeprefix("· ").removesuffix(" ·") for line in wrapped(text, width, measure, most)]


def in_two(name: str, width: float, measure: Measure) -> list[str]:
    """A name in one line or two, split between words or after a hyphen; a line that is too long is shortened."""
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
    """The first of the sizes at which `measure` gives at most the width, or the last of them."""
    return next((size for size in sizes if measure(size) <= width), sizes[-1])
