"""The formats and the lists of choices of a workbook, and the writing of texts and moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xlsxwriter.utility import xl_col_to_name

from scorepad.exports.cells import local_time, offset, writable
from scorepad.i18n import MINUS, Translator
from scorepad.i18n.names import bid_name, card_name, found_name, misere_name, poignee_name, thrown_in_name
from scorepad.tarot.hand import Bid, CalledCard, Court, Found, MisereKind, PoigneeSize, Side, Suit, ThrownIn

SIGNED = f'+#,##0;"{MINUS}"#,##0;0'
SIGNED_PARTS = f'+#,##0.0#;"{MINUS}"#,##0.0#;0'
"""The same for amounts with halves and quarters, which the format above would round."""
DATES = {"fr": "dd/mm/yyyy hh:mm", "en": "yyyy-mm-dd hh:mm", "de": "dd.mm.yyyy hh:mm"}
MOMENTS = {"fr": "%d/%m/%Y %H:%M", "en": "%Y-%m-%d %H:%M", "de": "%d.%m.%Y %H:%M"}
"""The same for moments that are written as text."""
A4 = 9

Span = tuple[int, int, int, int]
"""First row, first column, last row, last column."""


class Pen:
    """The formats of a workbook, and methods to write cells with them."""

    def __init__(self, book: Any, t: Translator) -> None:
        self.book = book
        self.t = t
        self.sides = {Side.TAKER: t("attack"), Side.DEFENCE: t("defence")}
        plain = {"valign": "top"}
        left = {"align": "left", "indent": 1}
        small = plain | {"num_format": "0", "align": "center"}
        amount = plain | {"num_format": f'#,##0;"{MINUS}"#,##0'}
        head = {"bold": True, "text_wrap": True, "valign": "top", "bottom": 1, "bg_color": "#E8EFEA"}
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.note = book.add_format({"italic": True, "font_color": "#555555"})
        self.head = book.add_format(head | left)
        self.head_right = book.add_format(head | {"align": "right"})
        self.head_center = book.add_format(head | {"align": "center"})
        self.name = book.add_format(head | {"num_format": "@", "align": "right"})
        self.group = book.add_format({"bold": True, "align": "left", "bg_color": "#CFE0D6"})
        self.text = book.add_format(plain | {"num_format": "@"} | left)
        self.wrapped = book.add_format(plain | {"text_wrap": True} | left)
        self.number = book.add_format(small)
        self.points = book.add_format(plain)
        self.amount = book.add_format(amount)
        self.rule = book.add_format(amount | left)
        self.unplayed = book.add_format(amount | left | {"font_color": "#777777"})
        self.date = book.add_format(plain | {"num_format": DATES[t.language]} | left)
        self.day = book.add_format(plain | {"num_format": DATES[t.language].split()[0]} | left)
        self.signed = book.add_format(plain | {"num_format": SIGNED})
        self.strong = book.add_format(plain | {"num_format": SIGNED, "bold": True})
        self.total = book.add_format({"num_format": SIGNED, "bold": True, "top": 1})
        self.label = book.add_format({"bold": True, "top": 1})
        self._parts = book.add_format({"num_format": SIGNED_PARTS})
        self.wrong = book.add_format({"bg_color": "#B3261E", "font_color": "#FFFFFF"})

    def sheet(self, name: str) -> Any:
        """A sheet that prints as wide as a page, with the number of the page at its foot."""
        sheet = self.book.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(A4)
        sheet.fit_to_pages(1, 0)
        sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        sheet.set_footer("&L&A&R&P/&N")
        return sheet

    def head_over(self, style: Any) -> Any:
        """The style of a heading with the alignment of the cells below it."""
        if style is self.number:
            return self.head_center
        return self.head_right if style in (self.points, self.amount, self.signed, self.strong) else self.head

    def write_text(self, sheet: Any, row: int, column: int, text: str, style: Any) -> None:
        """Writes a text as text, whatever it looks like; an empty one leaves the cell blank."""
        if text:
            sheet.write_string(row, column, writable(text), style)
        else:
            sheet.write_blank(row, column, None, style)

    def write_moment(self, sheet: Any, row: int, column: int, at: str, style: Any) -> None:
        """Writes a moment in local time."""
        here = local_time(at)
        if here is None or here.year < 1900:  # a sheet's days begin there
            sheet.write_string(row, column, writable(at), self.text)
        elif style is self.date and (twice := offset(at)):
            sheet.write_string(row, column, f"{here:{MOMENTS[self.t.language]}} {twice}", self.text)
        else:
            sheet.write_datetime(row, column, here, style)

    def define(self, name: str, sheet: Any, column: int, first: int, last: int | None = None) -> None:
        """Gives a name to a cell, or to the cells of a column from a first row to a last one."""
        letter = xl_col_to_name(column, True)
        cells = f"{letter}${first + 1}" + ("" if last is None else f":{letter}${last + 1}")
        self.book.define_name(name, f"={reference(sheet, cells)}")

    def show_parts(self, sheet: Any, span: Span) -> None:
        """Shows halves and quarters in cells."""
        cell = f"{xl_col_to_name(span[1])}{span[0] + 1}"
        rule = {"type": "formula", "criteria": f"=IF(ISNUMBER({cell}),{cell}<>INT({cell}),FALSE)"}
        sheet.conditional_format(*span, rule | {"format": self._parts})

    def show_wrong(self, sheet: Any, row: int, column: int) -> None:
        """Shows a check that is not zero."""
        rule = {"type": "cell", "criteria": "!=", "value": 0, "format": self.wrong}
        sheet.conditional_format(row, column, row, column, rule)


class Lists:
    """A hidden sheet with every list of choices: a list within a cell's rule is cut at its commas."""

    def __init__(self, pen: Pen, sheet: Any) -> None:
        self._t = t = pen.t
        self._sheet = sheet
        self._columns: dict[tuple[str | int, ...], str] = {}
        sheet.hide()
        self.sides = self.of(list(pen.sides.values()))
        self.thrown_in = self.of([thrown_in_name(t, why) for why in ThrownIn])
        self.outcomes = self.of(
            [*(bid_name(t, bid) for bid in Bid), *(thrown_in_name(t, why) for why in ThrownIn)]
        )
        self.sizes = self.of([poignee_name(t, size) for size in PoigneeSize])
        self.kinds = self.of([misere_name(t, kind) for kind in MisereKind])

    @property
    def cards(self) -> str:
        """The cards that can be called."""
        return self.of([card_name(self._t, CalledCard(suit, court)) for court in Court for suit in Suit])

    @property
    def places(self) -> str:
        """Where a called card can be, if no other player has it."""
        return self.of([found_name(self._t, place) for place in Found])

    def of(self, choices: Sequence[str | int]) -> str:
        """The cells of these choices, for a formula or a validation."""
        key = tuple(choices)
        if key not in self._columns:
            column = len(self._columns)
            for row, choice in enumerate(choices):
                if isinstance(choice, int):
                    self._sheet.write_number(row, column, choice)
                else:
                    self._sheet.write_string(row, column, choice)
            letter = xl_col_to_name(column, True)
            self._columns[key] = reference(self._sheet, f"{letter}$1:{letter}${len(choices)}")
        return self._columns[key]


def in_formula(text: str) -> str:
    """A text within a formula."""
    quoted = text.replace('"', '""')
    return f'"{quoted}"'


def reference(sheet: Any, cell: str) -> str:
    """Cells of a sheet, for a formula on another sheet."""
    quoted = sheet.get_name().replace("'", "''")
    return f"'{quoted}'!{cell}"


def one_of(cell: str, cells: str) -> str:
    """The number of cells equal to a cell, without the wildcards of MATCH."""
    return f"SUMPRODUCT(1*({cells}={cell}))"
