"""All hands and all payments of several evenings as two flat tables, to filter and to pivot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorepad.evening.evening import Evening
from scorepad.exports.cells import exact, writable
from scorepad.exports.csv_tables import Cell, Table, Words, hands_of, payments_of
from scorepad.exports.workbook.pen import Pen


class _Cells(Words):
    """Values for cells that have types."""

    plain = False

    def number(self, value: int, unit: int = 1) -> Cell:
        return exact(value, unit)

    def moment(self, at: str) -> Cell:
        return at

    def text(self, text: str) -> str:
        return writable(text)


def write_flat(pen: Pen, sheets: Sequence[Any], evenings: Sequence[Evening]) -> Iterator[float]:
    """Writes both on two sheets, with the values that the app computed; yields the share that is done."""
    t = pen.t
    words = _Cells(t)
    styles = {
        "at": pen.date,
        "score": pen.strong,
        "payment": pen.signed,
        "mouches": pen.signed,
        "total": pen.signed,
    }
    styles |= {"margin": pen.signed, "card_points": pen.points, "hand": pen.number, "bouts": pen.number}
    for number, (sheet, make) in enumerate(zip(sheets, (hands_of, payments_of), strict=True)):
        table: Table = make(evenings, words)
        count = 0
        for done, rows in table.rows:
            for row in rows:
                count += 1
                for column, (key, found) in enumerate(zip(table.headings, row, strict=True)):
                    style = styles.get(key, pen.text)
                    if key == "at":
                        pen.write_moment(sheet, count, column, str(found), style)
                    elif isinstance(found, str):
                        pen.write_text(sheet, count, column, found, style)
                    else:
                        sheet.write_number(count, column, found, style)
            yield (number + done) / 2
        columns = [{"header": title, "header_format": pen.head} for title in table.headings.values()]
        last = len(columns) - 1
        options = {"columns": columns, "name": ("hands", "payments")[number], "style": "Table Style Light 1"}
        sheet.add_table(0, 0, max(count, 1), last, options)
        sheet.set_column(0, last, 12)
        sheet.set_column(0, 0, 12, None, {"hidden": True})
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        note = t("As exported: what is changed on other sheets changes nothing here.")
        sheet.write_string(0, last + 2, note, pen.note)
        sheet.print_area(0, 0, max(count, 1), last)
