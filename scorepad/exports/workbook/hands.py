"""The sheet of the hands of one evening: its rows, its foot and its curve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from xlsxwriter.utility import xl_col_to_name

from scorepad.evening.adjustment import TakeOver
from scorepad.evening.evening import Evening
from scorepad.evening.sheet import Entry
from scorepad.exports.cells import exact, writable
from scorepad.exports.evening import Wording, remarks
from scorepad.exports.text import evening_title, teams_text
from scorepad.exports.workbook.columns import Columns
from scorepad.exports.workbook.pen import Lists, Pen, in_formula, reference
from scorepad.exports.workbook.pots import shared
from scorepad.exports.workbook.rows import FIRST_ROW, SPARE, Column
from scorepad.exports.workbook.rules import Rules
from scorepad.i18n.names import scheme_title
from scorepad.i18n.sentences import who_pays
from scorepad.tarot.hand import PlayerId, Side
from scorepad.tarot.scheme import Scheme


class Hands:
    """A sheet of the hands of one evening."""

    def __init__(
        self,
        pen: Pen,
        lists: Lists,
        sheet: Any,
        evening: Evening,
        rules: Mapping[Scheme, Rules],
        names: Mapping[PlayerId, str],
        *,
        alone: bool,
    ) -> None:
        """`alone`: whether it is the only evening of the workbook, whose columns of facts can have names."""
        self.evening = evening
        self._alone = alone
        self._pen = pen
        self._sheet = sheet
        self._evening = Wording(evening, pen.t)
        self._rules = rules
        by_scheme = {
            scheme: Columns(pen, rules[scheme], self._evening, names).groups for scheme in evening.schemes
        }
        self._groups = by_scheme[evening.table.rules.now]
        self._columns = {
            scheme: [column for _, columns in groups for column in columns]
            for scheme, groups in by_scheme.items()
        }
        """The same columns under each scheme, with other formulas."""
        self._all = self._columns[evening.table.rules.now]
        self._index = {column.key: index for index, column in enumerate(self._all)}
        self._letters = {key: str(xl_col_to_name(index)) for key, index in self._index.items()}
        standing = evening.sheet.standing
        self._changes = {new.id for old, new in pairwise(standing) if old.rules != new.rules}
        """The hands that count by other rules than the one before."""
        self._last_row = FIRST_ROW + len(evening.sheet.standing) + SPARE - 1
        self._shares = any(entry.closes for entry in evening.sheet.entries)
        """Whether a row below tells what everybody gets of the mouches at the end."""
        self._shared: dict[str, Any] = {
            "column": self._letters,
            "lists": lists,
            "names": f"${self._letters['pay0']}${FIRST_ROW}:${self._pay(-1)}${FIRST_ROW}",
            "yes": in_formula(pen.t("yes")),
            "attack": in_formula(pen.sides[Side.TAKER]),
            "defence": in_formula(pen.sides[Side.DEFENCE]),
        }
        """All that templates know but the cells and the rules of a row."""

    def _pay(self, seat: int) -> str:
        return self._letters[f"pay{range(len(self.evening.sheet.people))[seat]}"]

    def total_of(self, id_: PlayerId) -> str:
        """The cell of a person's total, for a formula on another sheet."""
        seat = [person.id for person in self.evening.sheet.people].index(id_)
        return reference(self._sheet, f"${self._pay(seat)}${self._total_row + 1}")

    @property
    def mouches(self) -> str | None:
        """The cell of what lies in the mouches, for a formula on another sheet; None where there are none."""
        letter = self._letters.get("pot")
        return letter and reference(self._sheet, f"${letter}${self._total_row + 1}")

    @property
    def _total_row(self) -> int:
        return self._last_row + (2 if self._shares else 1)

    @property
    def end(self) -> int:
        """The first row below everything."""
        return self._total_row + 2

    def write(self) -> Iterator[Entry]:
        """Writes the sheet, and yields every hand after it is written."""
        self._write_head()
        for row, entry in enumerate(self.evening.sheet.standing, FIRST_ROW):
            self._write_row(row, entry)
            yield entry
        for row in range(FIRST_ROW + len(self.evening.sheet.standing), self._last_row + 1):
            self._write_row(row, None)
        self._write_foot()

    def _write_head(self) -> None:
        sheet, pen, t, evening = self._sheet, self._pen, self._pen.t, self.evening
        sheet.write_string(0, 0, writable(evening_title(t, evening)), pen.title)
        about = [
            self._evening.scheme,
            *filter(None, [teams_text(t, evening, str), evening.table.notes.get(None)]),
        ]
        if evening.start.scheme not in evening.schemes:
            about.append(t("begun by other rules: {scheme}", scheme=scheme_title(t, evening.start.scheme)))
        about.append(t("New hands go into the free rows; + above the columns shows how it counts"))
        sheet.write_string(1, 0, writable(" · ".join(about)), pen.note)
        at = 0
        for title, columns in self._groups:
            shown = next((n for n, column in enumerate(columns) if not column.folded), 0)
            for n in range(len(columns)):
                pen.write_text(sheet, FIRST_ROW - 2, at + n, title if n in (0, shown) else "", pen.group)
            at += len(columns)
        sheet.set_row(FIRST_ROW - 1, 48)
        before = False
        for index, column in enumerate(self._all):
            options: dict[str, object] = {"level": 1, "hidden": True} if column.folded else {}
            if before and not column.folded:
                options["collapsed"] = True
            before = column.folded
            sheet.set_column(index, index, column.width, None, options)
            head = pen.head_over(column.style) if column.seat is None else pen.name
            pen.write_text(sheet, FIRST_ROW - 1, index, column.title, head)
        sheet.freeze_panes(FIRST_ROW, 1)
        sheet.repeat_rows(FIRST_ROW - 2, FIRST_ROW - 1)
        sheet.autofilter(FIRST_ROW - 1, 0, self._last_row, len(self._all) - 1)
        for index, column in enumerate(self._all):
            if column.validation is not None:
                rule = dict(column.validation)
                if isinstance(source := rule.get("source"), str):
                    rule["source"] = source.format_map(self._shared)
                sheet.data_validation(FIRST_ROW, index, self._last_row, index, rule)
            if self._alone and (column.validation is not None or column.key == "score"):
                # For the formulas of people who continue the workbook.
                pen.define(f"hand_{column.key}", sheet, index, FIRST_ROW, self._last_row)

    def _write_row(self, row: int, entry: Entry | None) -> None:
        sheet, pen = self._sheet, self._pen
        cells = self._shared | {key: f"${letter}{row + 1}" for key, letter in self._letters.items()}
        scheme = entry.rules if entry else self.evening.table.rules.now
        cells |= {"row": row + 1, "above": row, "rules": self._rules[scheme]}
        here = self.evening.seating_at(entry.id if entry else None).ids
        cells |= {f"here{seat}": int(each.id in here) for seat, each in enumerate(self.evening.sheet.people)}
        cells["here"] = len(here)
        for index, column in enumerate(self._columns[scheme]):
            if column.fact:
                fact = column.fact(entry) if entry else ""
                if fact == "":
                    sheet.write_blank(row, index, None, column.style)
                elif column.key == "at":
                    pen.write_moment(sheet, row, index, str(fact), column.style)
                elif isinstance(fact, str):
                    sheet.write_string(row, index, fact, column.style)
                else:
                    sheet.write_number(row, index, fact, column.style)
            elif column.key == "dealt" and entry is not None and entry.deal.points_change is not None:
                sheet.write_number(row, index, 0, column.style)
            elif column.key.startswith("pay") and entry is not None and entry.deal.points_change is not None:
                self._write_beside(row, index, column, entry)
            elif template := self._template(column, entry):
                formula, value = template.format_map(cells), column.value(entry)
                sheet.write_formula(row, index, f"={formula}", column.style, value)
        if entry is None:
            free = row - FIRST_ROW - len(self.evening.sheet.standing)
            sheet.write_number(row, 0, self.evening.sheet.next_number + free, pen.number)
        else:
            notes = [pen.t("two corrections: choose in the app")] if entry.conflicting else []
            if entry.deal.points_change is not None:
                notes.append(who_pays(pen.t, entry.deal.points_change, self._evening.name))
            notes += remarks(self.evening, entry)
            if entry.id in self._changes:
                notes.append(pen.t("From here on: {scheme}", scheme=scheme_title(pen.t, scheme)))
            pen.write_text(sheet, row, self._index["note"], " · ".join(notes), pen.wrapped)

    def _write_beside(self, row: int, index: int, column: Column, entry: Entry) -> None:
        """What somebody got or paid without a hand; who takes over a score gets what the other had by then."""
        beside, value, id_ = (
            entry.deal.points_change,
            column.value(entry),
            self.evening.sheet.people[column.seat or 0].id,
        )
        if value == "":
            self._sheet.write_blank(row, index, None, column.style)
        elif isinstance(beside, TakeOver):
            leaver = [person.id for person in self.evening.sheet.people].index(beside.leaver)
            sign = "-" if id_ == beside.leaver else ""
            above = ",".join(f"{each}${FIRST_ROW}:{each}${row}" for each in self._summed(leaver))
            self._sheet.write_formula(row, index, f"={sign}SUM({above})", column.style, value)
        else:
            self._sheet.write_number(row, index, value, column.style)

    def _summed(self, seat: int) -> list[str]:
        """The columns of which the sum is the total of a person."""
        return [self._pay(seat), *([self._letters[f"move{seat}"]] if "pot" in self._letters else [])]

    def _template(self, column: Column, entry: Entry | None) -> str:
        if column.seat is None or column.absent is None:
            return column.formula
        if entry is None:
            here = self.evening.sheet.people[column.seat].id in self.evening.seating_at().ids
        else:
            here = self._evening.is_present(column.seat, entry)
        return column.formula if here else column.absent

    def _write_foot(self) -> None:
        sheet, pen, t = self._sheet, self._pen, self._pen.t
        row, pot = self._total_row, self._letters.get("pot")
        if self._shares:
            self._write_shares(row - 1)
        for column in range(len(self._all)):
            sheet.write_blank(row, column, None, pen.label)
        sheet.write_string(row, 0, t("Total"), pen.label)
        for seat, total in enumerate(self.evening.sheet.totals):
            cells = ",".join(f"{letter}{FIRST_ROW + 1}:{letter}{row}" for letter in self._summed(seat))
            value = exact(total, self.evening.sheet.unit)
            sheet.write_formula(row, self._index[f"pay{seat}"], f"=SUM({cells})", pen.total, value)
        everything = f"{self._pay(0)}{row + 1}:{self._pay(-1)}{row + 1}"
        if pot:
            left = f"={pot}{self._last_row + 1}"
            if self._shares:
                left += f"-SUM({self._pay(0)}{row}:{self._pay(-1)}{row})"
            lies = exact(sum(self.evening.sheet.pot), self.evening.sheet.unit)
            sheet.write_formula(row, self._index["pot"], left, pen.total, lies)
            everything += f",{pot}{row + 1}"
        words = t("Check: totals and mouches sum to zero") if pot else t("Check: the totals sum to zero")
        sheet.write_string(row + 1, 0, words, pen.note)
        column = self._index["pay0"]
        sheet.write_formula(row + 1, column, f"=SUM({everything})", pen.signed, 0)
        pen.show_wrong(sheet, row + 1, column)
        at = self._index["wrong"]
        pen.show_parts(sheet, (FIRST_ROW, self._index["margin"], row, at - 1))
        shown = {"type": "formula", "criteria": f'={self._letters["wrong"]}{FIRST_ROW + 1}<>""'}
        sheet.conditional_format(FIRST_ROW, at, self._last_row, at, shown | {"format": pen.wrong})

    def _write_shares(self, row: int) -> None:
        """The mouches shared equally at the end, in whole units."""
        sheet, pen, evening = self._sheet, self._pen, self.evening
        here, unit = evening.seating_at().ids, evening.sheet.unit
        pen.write_text(sheet, row, 0, pen.t("The mouches are shared at the end"), pen.note)
        lies = f"{self._letters['pot']}{self._last_row + 1}"
        for seat, person in enumerate(evening.sheet.people):
            each = f"=INT({lies}*{unit}/{len(here)})/{unit}" if person.id in here else "=0"
            value = exact(shared(evening), unit) if person.id in here else 0
            sheet.write_formula(row, self._index[f"pay{seat}"], each, pen.signed, value)

    def put_curve(self, sheet: Any, row: int, column: int) -> None:
        """Puts the totals hand by hand on a sheet as a chart, the free rows included."""
        t = self._pen.t
        chart = self._pen.book.add_chart({"type": "line"})
        rows = (FIRST_ROW, self._last_row)
        name = self._sheet.get_name()
        for seat in range(len(self.evening.sheet.people)):
            index = self._index[f"curve{seat}"]
            chart.add_series(
                {
                    "name": [name, FIRST_ROW - 1, self._index[f"pay{seat}"]],
                    "categories": [name, rows[0], 0, rows[1], 0],
                    "values": [name, rows[0], index, rows[1], index],
                    "line": {"width": 2},
                    "marker": {"type": "automatic", "size": 5},
                }
            )
        chart.set_title({"name": t("The curve of the evening"), "name_font": {"size": 12}})
        chart.set_x_axis({"name": t("Hand"), "label_position": "low"})
        chart.set_y_axis({"num_format": "#,##0", "major_gridlines": {"visible": True}})
        chart.set_legend({"position": "right"})
        chart.show_hidden_data()
        chart.show_blanks_as("span")  # LibreOffice takes the omission of xlsxwriter for zero
        chart.set_size({"width": 760, "height": 340})
        sheet.insert_chart(row, column, chart, {"description": t("The curve of the evening")})
