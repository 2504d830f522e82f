"""The standings of a workbook: the total of each person, evening by evening, and the sum of several evenings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xlsxwriter.utility import xl_col_to_name

from scorepad.evening.evening import Evening
from scorepad.exports.cells import exact, writable
from scorepad.exports.text import money_lines
from scorepad.exports.workbook.hands import Hands
from scorepad.exports.workbook.pen import Pen
from scorepad.i18n.names import evening_title
from scorepad.tarot.hand import PlayerId


def write_standings(
    pen: Pen,
    sheet: Any,
    evenings: Sequence[Evening],
    tables: Mapping[str, Hands],
    names: Mapping[PlayerId, str],
) -> None:
    """The totals of each evening, the best first when the file is written; and the sum of several evenings."""
    t = pen.t
    several = len(evenings) != 1
    wording = [t("Evening"), t("Date")] if several else []
    titles = [*wording, t("Rank"), t("Player"), t("Total")]
    styles = [*[pen.head] * len(wording), pen.head_center, pen.head, pen.head_right]
    rank, player, total = (len(wording) + n for n in range(3))
    widths = [30, 12, 8, 18, 12] if several else [8, 18, 12]
    sheet.write_string(0, 0, t("Standings"), pen.title)
    for column, (title, width, style) in enumerate(zip(titles, widths, styles, strict=True)):
        sheet.set_column(column, column, width)
        sheet.write_string(2, column, title, style)
    sheet.freeze_panes(3, 0)
    sheet.repeat_rows(2)
    row = 3
    sums: dict[PlayerId, tuple[int | float, int]] = {}
    letter = xl_col_to_name(total)
    for evening in evenings:
        table = tables.get(evening.id)
        first, last = row + 1, row + len(evening.sheet.people)
        for standing in evening.sheet.standings:
            if several:
                sheet.write_string(row, 0, writable(evening_title(t, evening)), pen.text)
                pen.write_moment(sheet, row, 1, evening.start.created, pen.day)
            ranked = f"=RANK({letter}{row + 1},{letter}${first}:{letter}${last})"
            sheet.write_formula(row, rank, ranked, pen.number, standing.rank)
            sheet.write_string(row, player, names[standing.person.id], pen.text)
            points = exact(standing.total, evening.sheet.unit)
            if table is None:
                sheet.write_number(row, total, points, pen.strong)
            else:
                sheet.write_formula(row, total, f"={table.total_of(standing.person.id)}", pen.strong, points)
            so_far, count = sums.get(standing.person.id, (0, 0))
            sums[standing.person.id] = so_far + points, count + 1
            row += 1
        if evening.sheet.pot:  # what the totals of the people lack
            if several:
                sheet.write_string(row, 0, writable(evening_title(t, evening)), pen.text)
                pen.write_moment(sheet, row, 1, evening.start.created, pen.day)
            sheet.write_string(row, player, t("Mouches"), pen.note)
            lies = exact(sum(evening.sheet.pot), evening.sheet.unit)
            if table is None or table.mouches is None:
                sheet.write_number(row, total, lies, pen.strong)
            else:
                sheet.write_formula(row, total, f"={table.mouches}", pen.strong, lies)
            row += 1
    end = max(row, 4)
    words = t("Check: the totals sum to zero")
    if any(evening.sheet.pot for evening in evenings):
        words = t("Check: totals and mouches sum to zero")
    sheet.write_string(end, 0, words, pen.note)
    sheet.write_formula(end, total, f"=SUM({letter}4:{letter}{end})", pen.signed, 0)
    pen.show_wrong(sheet, end, total)
    pen.show_parts(sheet, (3, total, end, total))
    _write_money(pen, sheet, evenings, end + 2)
    if several:
        sheet.autofilter(2, 0, end - 1, total)
        _write_sums(pen, sheet, sums, names, player=player, total=total, end=end)


def _write_money(pen: Pen, sheet: Any, evenings: Sequence[Evening], row: int) -> None:
    """Who pays whom, in words, for the totals as they were when the file was written."""
    for evening in evenings:
        lines = money_lines(pen.t, evening)
        if lines and len(evenings) > 1:
            lines.insert(0, evening_title(pen.t, evening))
        for line in lines:
            sheet.write_string(row, 0, writable(line), pen.note)
            row += 1


def _write_sums(
    pen: Pen,
    sheet: Any,
    sums: Mapping[PlayerId, tuple[int | float, int]],
    names: Mapping[PlayerId, str],
    *,
    player: int,
    total: int,
    end: int,
) -> None:
    t = pen.t
    at = total + 2
    heads = (
        (t("All evenings"), 18, pen.head),
        (t("Evenings"), 10, pen.head_center),
        (t("Total"), 12, pen.head_right),
    )
    for column, (title, width, style) in enumerate(heads, at):
        sheet.set_column(column, column, width)
        sheet.write_string(2, column, title, style)
    players, totals = (
        f"${letter}$4:${letter}${end}" for letter in (xl_col_to_name(player), xl_col_to_name(total))
    )
    ranked = sorted(sums.items(), key=lambda item: -item[1][0])
    for row, (id_, (points, evenings)) in enumerate(ranked, 3):
        sheet.write_string(row, at, names[id_], pen.text)
        same = f"({players}=${xl_col_to_name(at)}{row + 1})"
        sheet.write_formula(row, at + 1, f"=SUMPRODUCT(1*{same})", pen.number, evenings)
        sheet.write_formula(row, at + 2, f"=SUMPRODUCT({same}*{totals})", pen.strong, points)
    pen.show_parts(sheet, (3, at + 2, max(3, 2 + len(ranked)), at + 2))
