"""Text for a terminal: columns of wide and narrow characters, safe output, any encoding, progress."""

from __future__ import annotations

import codecs
import io
import os
import sys
import time
import unicodedata
from collections.abc import Sequence

PROGRESS_DELAY = 1.0
"""Seconds before progress is shown."""


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Rows of cells as text in columns; `right` has the indexes of the columns that are right-aligned."""
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
    """A text from outside scorepad, with the characters that control the terminal replaced."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    """Whether a character breaks the line, changes the direction of the text, or begins an escape sequence."""
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in BIDIRECTIONAL


BIDIRECTIONAL = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class ProgressLine:
    """A line on a terminal that shows the progress of a long task."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet or not sys.stderr.isatty()
        self._next = time.monotonic() + PROGRESS_DELAY
        self._width = 0

    def show(self, text: str) -> None:
        """Replaces the line, at most ten times a second."""
        now = time.monotonic()
        if not self._quiet and now >= self._next:
            self._next, self._width = now + 0.1, width(text)
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Removes the line from the terminal."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)


def abandon_output() -> None:
    """Discards the rest of standard output, after its reader has gone or its disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(text: str) -> None:
    """Prints a line on standard error."""
    print(f"scorepad: {text}", file=sys.stderr)


def os_reason(error: Exception) -> str:
    """The reason that the system gives for an error of a file."""
    return getattr(error, "strerror", None) or str(error)


SPELLINGS = {"−": "-", "–": "-", "×": "x", "¼": ".25", "½": ".5", "¾": ".75", "≠": "!=", "·": "|", "’": "'"}
SPELLINGS |= {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u202f": " ", "\xa0": " ", "ß": "ss"}


def spell_out() -> None:
    """Makes the standard streams replace characters that their encoding lacks by similar ones, instead of failing."""
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
