"""Writes tables as Excel tables with XlsxWriter: formats, headings, totals and formulas."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import lcm
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from scorepad.exports.columns import Column, DataTable
from scorepad.exports.values import NUMBERS, CellKind, shown, time_in, writable
from scorepad.i18n import MINUS, Translator
from scorepad.text import distinct

PLACES = {1: "", 2: ".0"}
"""The decimals in a number format, by the denominator of the values; for other denominators, two decimals."""
TIMES = (CellKind.MOMENT, CellKind.DAY, CellKind.MONTH)
"""The kinds whose cells are dates."""
WIDTHS = {CellKind.MOMENT: 17, CellKind.DAY: 12, CellKind.MONTH: 16, CellKind.AMOUNT: 11, CellKind.MONEY: 11}
"""The widths of columns in characters; other columns are as wide as their cells."""
WIDEST = 250
"""The greatest width of a column, in pixels."""
LINE = 15
"""The height of a line of text, in points."""
A4 = 9
MAX_SHEET = 31
"""The most UTF-16 units in the name of a sheet."""
FIRST_YEAR = 1900
"""The first year that a date in a cell can have."""

Formula = Callable[[Any, int], str]
"""Returns the formula for a row of a table; the arguments are the row, and its number on the sheet, from 1."""
Total = tuple[str, Fraction]
"""A formula, and its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLayout:
    """The `formulas` and the `totals` of a table, by the keys of columns; `top` is the index of its row of headings.

    If `named`, the cells of each column have a defined name, such as payments_total, for formulas on other sheets.
    """

    formulas: Mapping[str, Formula] = field(default_factory=dict)
    totals: Mapping[str, Total] = field(default_factory=dict)
    top: int = 0
    named: bool = False


PLAIN = SheetLayout()


class Book:
    """A workbook with its formats; it writes tables."""

    def __init__(self, out: BytesIO, t: Translator) -> None:
        options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self.book, self.t = xlsxwriter.Workbook(out, options), t
        head = {"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#E8EFEA"}
        self.head = self.book.add_format(head | {"align": "left", "indent": 1})
        self.head_right = self.book.add_format(head | {"align": "right"})
        self.title = self.book.add_format({"bold": True, "font_size": 14})
        self.note = self.book.add_format({"italic": True, "font_color": "#555555"})
        self.wrong = self.book.add_format({"bg_color": "#B3261E", "font_color": "#FFFFFF"})
        self.style = cache(self._style)

    def _style(self, kind: CellKind, denominator: int = 1, strong: bool = False) -> Any:
        """The format of the cells of a column; `denominator` decides the number of decimals, `strong` marks totals."""
        places, day = PLACES.get(denominator, ".00"), self.t.conventions.excel_day
        formats = {
            CellKind.INTEGER: "0",
            CellKind.POINTS: f"0{places}",
            CellKind.AMOUNT: f'+#,##0{places};"{MINUS}"#,##0{places};0{places}',
            CellKind.MONEY: f'+#,##0.00;"{MINUS}"#,##0.00;0.00',
            CellKind.MOMENT: f"{day} hh:mm",
            CellKind.DAY: day,
            CellKind.MONTH: "mmmm yyyy",
            CellKind.SHARE: "0%",
        }
        look: dict[str, Any] = {"num_format": formats.get(kind, "@"), "valign": "top"}
        look |= {} if kind in NUMBERS else {"align": "left", "indent": 1}
        return self.book.add_format(look | ({"bold": True, "top": 1} if strong else {}))

    def sheets(self, titles: Sequence[str]) -> list[Any]:
        """Adds a sheet for each title; a sheet prints one page wide, with the number of the page at the foot."""
        made = [self.book.add_worksheet(name) for name in sheet_names(titles)]
        for sheet in made:
            sheet.set_landscape()
            sheet.set_paper(A4)
            sheet.fit_to_pages(1, 0)
            sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
            sheet.set_footer("&L&A&R&P/&N")
        return made

    def write(
        self, sheet: Any, table: DataTable, sources: Sequence[Any], layout: SheetLayout = PLAIN
    ) -> Generator[float, None, int]:
        """Writes a table with its headings; returns the index of the first row below the table.

        Pauses after each source, and after every 500 rows; yields the share of the work that is done.
        """
        rows, cells = [], []
        for number, source in enumerate(sources, 1):
            for row in table.rows(source):
                rows.append(row)
                cells.append([column.value(row) for column in table.columns])
            yield number / len(sources) / 2
        kinds = [column.kind for column in table.columns]
        denominators = [_denominator(values) for values in zip(*cells, strict=True)] or [1 for _ in kinds]
        styles = list(map(self.style, kinds, denominators))
        for number, (row, values) in enumerate(zip(rows, cells, strict=True), layout.top + 1):
            for at, (column, value) in enumerate(zip(table.columns, values, strict=True)):
                formula = layout.formulas.get(column.key)
                self._put(
                    sheet, (number, at), column.kind, value, styles[at], formula and formula(row, number + 1)
                )
            if number % 500 == 0:
                yield 0.5 + (number - layout.top) / len(rows) / 2
        self._add_table(sheet, table, layout, len(rows), denominators)
        filled = [any(not is_blank(value) for value in values) for values in zip(*cells, strict=True)]
        self._set_widths(sheet, table.columns, [] if layout.totals else filled)
        return int(layout.top + 1 + max(1, len(rows)) + bool(layout.totals))

    def _add_table(
        self, sheet: Any, table: DataTable, layout: SheetLayout, count: int, denominators: Sequence[int]
    ) -> None:
        """Turns the cells into an Excel table with distinct headings, and a row of totals if the layout has any."""
        first, last = layout.top + 1, layout.top + max(1, count)
        titles = (_heading(column.heading_alone(self.t)) for column in table.columns)
        heads = []
        for at, (column, title) in enumerate(zip(table.columns, distinct(titles, _numbered), strict=True)):
            style = self.head_right if column.kind in NUMBERS else self.head
            head = {"header": title, "header_format": style}
            if column.key in layout.totals:
                formula, value = layout.totals[column.key]
                head |= {"total_function": formula, "total_value": _number(value)}
            heads.append(head)
            if layout.named:
                letter = xl_col_to_name(at, True)
                where = reference(sheet, f"{letter}${first + 1}:{letter}${last + 1}")
                self.book.define_name(f"{table.key}_{column.key}", f"={where}")
        if layout.totals:
            heads[0]["total_string"] = self.t("Total")
        totals = bool(layout.totals)
        look = {"name": table.key, "style": "Table Style Light 1", "columns": heads, "total_row": totals}
        sheet.add_table(layout.top, 0, last + totals, len(heads) - 1, look)
        for at, column in enumerate(table.columns):
            if column.key in layout.totals:  # written again, so that the total has a format of its own
                formula, value = layout.totals[column.key]
                style = self.style(column.kind, denominators[at], True)
                sheet.write_formula(last + 1, at, f"={formula}", style, _number(value))
        widths = [WIDTHS.get(column.kind, WIDEST) for column in table.columns]
        lines = [-(-len(head["header"]) // most) for head, most in zip(heads, widths, strict=True)]
        sheet.set_row(layout.top, LINE * max(lines))  # LibreOffice does not count the lines itself
        sheet.freeze_panes(layout.top + 1, 0)
        sheet.repeat_rows(layout.top)

    def _set_widths(self, sheet: Any, columns: Sequence[Column], filled: Sequence[bool]) -> None:
        """Makes columns as wide as their cells, and hides columns of ids and empty columns."""
        sheet.autofit(WIDEST)
        for at, column in enumerate(columns):
            if column.kind in WIDTHS:
                sheet.set_column(at, at, WIDTHS[column.kind])
            if column.key.endswith("_id") or (filled and not filled[at]):
                sheet.set_column(at, at, None, None, {"hidden": True})

    def _put(
        self, sheet: Any, at: tuple[int, int], kind: CellKind, value: Any, style: Any, formula: str | None
    ) -> None:
        """Writes a cell: blank, or as a formula, a number or a date; every other value as text."""
        here = time_in(self.t.zone, value) if kind in TIMES and value else None
        if is_blank(value):
            sheet.write_blank(*at, None, style)
        elif formula:
            sheet.write_formula(*at, formula, style, _number(value))
        elif isinstance(value, int | Fraction):
            sheet.write_number(*at, _number(value), style)
        elif here is not None and here.year >= FIRST_YEAR:
            sheet.write_datetime(*at, here, style)
        else:
            text = value if kind in TIMES else shown(self.t, kind, value)
            sheet.write_string(*at, writable(text), self.style(CellKind.TEXT))

    def check(self, sheet: Any, row: int, columns: tuple[int, int], sum_: str, said: str) -> None:
        """Writes `said` and the formula of a sum that must be zero; any other sum makes its cell red.

        `columns` are the indexes of the columns of `said` and of the sum.
        """
        words_at, at = columns
        sheet.write_string(row, words_at, said, self.note)
        sheet.write_formula(row, at, f"={sum_}", None, 0)
        rule = {"type": "cell", "criteria": "!=", "value": 0, "format": self.wrong}
        sheet.conditional_format(row, at, row, at, rule)


def is_blank(value: Any) -> bool:
    """Whether a cell has no value."""
    return value is None or value == () or value == ""


def reference(sheet: Any, cells: str) -> str:
    """A reference to cells of a sheet, for a formula on another sheet."""
    quoted = sheet.get_name().replace("'", "''")
    return f"'{quoted}'!{cells}"


def _denominator(values: Sequence[Any]) -> int:
    """The least common denominator of the fractions of a column."""
    return lcm(*(value.denominator for value in values if isinstance(value, Fraction)))


def _number(value: Fraction | int) -> int | float:
    """A number for a cell: halves and quarters are exact in binary."""
    return int(value) if value == int(value) else float(value)


def _heading(title: str) -> str:
    """The title of a column, with a space in sequences such as _x0041_, which Excel would read as the letter A."""
    return re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_ ", writable(title)) or "–"


def _numbered(heading: str, number: int) -> str:
    return heading if number == 1 else f"{heading} ({number})"


def sheet_names(titles: Iterable[str]) -> list[str]:
    """Distinct names of sheets from titles, valid in Excel and LibreOffice."""

    def numbered(title: str, number: int) -> str:
        kept = "".join(
            " " if char in "[]:*?/\\" or unicodedata.category(char)[0] == "C" else char for char in title
        )
        base = _short_sheet(" ".join(kept.split()), MAX_SHEET) or "–"
        suffix = "" if number == 1 else f" ({number})"
        return _short_sheet(base, MAX_SHEET - len(suffix)) + suffix

    return distinct(titles, numbered, taken=["history"])  # Excel reserves this name


def _short_sheet(name: str, most: int) -> str:
    """The name in at most `most` UTF-16 units, without an apostrophe at either end."""
    units = name.encode("utf-16-le")[: 2 * most]
    return units.decode("utf-16-le", "ignore").strip(" '")
