"""The CSV tables at once, as bytes, and read again."""

from __future__ import annotations

from collections.abc import Sequence
from csv import DictReader
from functools import partial
from io import StringIO

from scorepad.evening.evening import Evening
from scorepad.exports.columns import HANDS, PAYMENTS, STANDINGS, DataTable
from scorepad.exports.csv import csv_file
from scorepad.exports.formats import PROFILES
from scorepad.i18n import Translator
from scorepad.work import finished


def _csv(table: DataTable, evenings: Sequence[Evening], t: Translator, *, profile: str = "rfc") -> bytes:
    return finished(csv_file(table, evenings, t, PROFILES[profile]))


hands_table = partial(_csv, HANDS)
payments_table = partial(_csv, PAYMENTS)
standings_table = partial(_csv, STANDINGS)


def documents(raw: bytes) -> list[dict[str, str]]:
    """The rows of a table for programs, by the keys of its columns."""
    return list(DictReader(StringIO(raw.decode("utf-8-sig"), newline="")))
