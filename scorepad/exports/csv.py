"""Writes tables as CSV files (RFC 4180); README.md describes the columns.

A file for programs has the same headings and words in every language (the words of the JSON documents), and times in
UTC. A file for Excel has the headings, the words and the separators of the export's language, times in the reader's
zone, and a byte order mark at the beginning.
"""

from __future__ import annotations

import codecs
import csv
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO
from typing import Any

from scorepad.evening.people import Person
from scorepad.exports.columns import DataTable
from scorepad.exports.values import NUMBERS, CellKind, code, time_in, words, writable
from scorepad.i18n import Translator
from scorepad.i18n.conventions import CsvProfile
from scorepad.work import Work

QUOTES = "\"'`´"
FORMULA_SIGNS = "=+-@−"
"""Signs that begin a formula; NFKC turns their wide and small forms into these."""


def csv_file(table: DataTable, sources: Sequence[Any], t: Translator, profile: CsvProfile) -> Work[bytes]:
    """Writes the rows of all sources as one file; pauses after each source."""
    out = StringIO()
    writer = csv.writer(out, delimiter=profile.delimiter, lineterminator="\r\n")
    writer.writerow([column.heading_alone(t) if profile.moments else column.key for column in table.columns])
    kinds = [column.kind for column in table.columns]
    for number, source in enumerate(sources, 1):
        for cells in table.cells([source]):
            writer.writerow([_cell(t, profile, *each) for each in zip(kinds, cells, strict=True)])
        yield number / len(sources)
    return (codecs.BOM_UTF8 if profile.moments else b"") + out.getvalue().encode()


def _cell(t: Translator, profile: CsvProfile, kind: CellKind, value: Any) -> str:
    """The text of a cell; begins with an apostrophe if a spreadsheet could take the text for a formula."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        text = "; ".join(_spelled(t, profile, kind, each) for each in value)
    else:
        text = _spelled(t, profile, kind, value)
    return text if kind in NUMBERS or kind in (CellKind.MOMENT, CellKind.DAY) else harmless(writable(text))


def _spelled(t: Translator, profile: CsvProfile, kind: CellKind, value: Any) -> str:
    """The text of a single value, in the format of the profile."""
    match value:
        case int() | Fraction():
            return plain(value.numerator, value.denominator, profile.decimal)
        case Person():
            return value.name
        case str() if kind in (CellKind.MOMENT, CellKind.DAY):
            form = profile.moments if kind is CellKind.MOMENT else profile.moments.partition(" ")[0]
            return f"{time_in(t.zone, value):{form}}" if form else value
        case str() if type(value) is str:
            return value
    return words(t, value) if profile.moments else code(value)


def harmless(text: str) -> str:
    """The text, with an apostrophe in front if a spreadsheet could take it for a formula."""
    for char in text:
        if char in "\t\r\n" or unicodedata.normalize("NFKC", char)[:1] in (*FORMULA_SIGNS,):
            return f"'{text}"
        category = unicodedata.category(char)
        if char not in QUOTES and category[0] not in "ZC" and category not in ("Pi", "Pf"):
            break
    return text


def plain(value: int, unit: int = 1, point: str = ".") -> str:
    """Formats `value`/`unit` as a decimal number for programs, such as -13.5; without a plus sign.

    `unit` must divide 100: 1, 2 or 4 for points, 100 for cents. `point` is the decimal separator.
    """
    whole, rest = divmod(abs(value), unit)
    fraction = f"{100 * rest // unit:02}".rstrip("0")
    return ("-" if value < 0 else "") + str(whole) + (point + fraction if fraction else "")
