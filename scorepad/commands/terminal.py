"""Text for a terminal: columns of wide and narrow characters, safe output, any encoding."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Rows of cells as text in columns; those numbered in `right` are right-aligned."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]

    def padded(index: int, cell: str) -> str:
        space = " " * (widths[index] - width(cell))
        return space + cell if index in right else cell + space

    return "\n".join("  ".join(padded(*cell) for cell in enumerate(row)).rstrip() for row in rows)


def width(text: str) -> int:
    """The width of a text in terminal cells."""
    marks = sum(unicodedata.category(char) in ("Mn", "Me", "Cf") for char in text)
    wide = sum(unicodedata.east_asian_width(char) in ("W", "F") for char in text)
    return len(text) - marks + wide


def printable(text: str) -> str:
    """A text from elsewhere without the characters that control the terminal."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    """Whether a character breaks the line, turns its direction, or begins a terminal's command."""
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in BIDIRECTIONAL


BIDIRECTIONAL = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def abandon_output() -> None:
    """Sends the rest of standard output to nowhere, after its reader has gone or its disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(text: str) -> None:
    """Prints a line on standard error."""
    print(f"scorepad: {text}", file=sys.stderr)


SPELLINGS = {"−": "-", "–": "-", "×": "x", "¼": ".25", "½": ".5", "¾": ".75", "≠": "!=", "·": "|", "’": "'"}
SPELLINGS |= {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u202f": " ", "\xa0": " ", "ß": "ss"}


def spell_out() -> None:
    """Makes the standard streams write the nearest characters that their encoding has, instead of failing."""
    codecs.register_error("scorepad", _spelling)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="scorepad")


def _spelling(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = "".join(SPELLINGS.get(char) or _bare(char) for char in error.object[error.start : error.end])
    return text, error.end


def _bare(char: str) -> str:
    return unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"
