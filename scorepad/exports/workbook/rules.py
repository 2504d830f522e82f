"""The rules of a workbook: a sheet for each scheme, its values in use and those without effect apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from xlsxwriter.utility import xl_col_to_name

from scorepad.exports.cells import writable
from scorepad.exports.workbook.pen import Lists, Pen, in_formula, one_of
from scorepad.i18n.names import bid_name, scheme_title, source_text
from scorepad.i18n.parameters import option_name, parameter_meaning, parameter_title, section_title
from scorepad.i18n.sentences import bouts_text
from scorepad.tarot.hand import CONTRACTS, NEEDED, PoigneeSize
from scorepad.tarot.parameters import Kind, Parameter, every_parameter, value, with_value
from scorepad.tarot.scheme import Scheme

VALUE, MEANING, SOURCE, CHECK = 1, 4, 5, 6
"""The columns of a rule; the last one is hidden (three are, beside bids), and 1 where the value is impossible."""


class Rules:
    """A sheet of rules, and the names by which formulas know them."""

    def __init__(
        self, pen: Pen, lists: Lists, sheet: Any, scheme: Scheme, number: int, *, five: bool
    ) -> None:
        """`number` tells the names of several schemes apart; `five`: whether a table of these rules has partners."""
        self.scheme = scheme
        self._pen = pen
        self._lists = lists
        self._sheet = sheet
        self._suffix = f"_{number}" if number > 1 else ""
        t = pen.t
        # Extras that are not played are there with the values that they would have: they need only a "yes".
        whole = scheme
        bids = () if scheme.open else CONTRACTS
        for path in [*(f"bids.{bid}.played" for bid in bids), "petit_chelem.played", "misere.played"]:
            if not value(whole, path):
                whole = with_value(whole, path, True)
        for column, width in enumerate((34, 22, 10, 14, 62, 48)):
            sheet.set_column(column, column, width)
        sheet.set_column(CHECK, CHECK + 2, 4, None, {"hidden": True})
        sheet.write_string(0, 0, writable(scheme_title(t, scheme)), pen.title)
        note = t("Whoever changes a value here changes the payments of every hand.")
        sheet.write_string(1, 0, note, pen.note)
        sheet.freeze_panes(2, 0)
        row = self._needed(self._bids(3, whole) + 1)
        of_tables = [each for each in every_parameter(whole) if not each.path.startswith("bids.")]
        acting = [
            each for each in of_tables if _acts(each.path, five=five, mouches=scheme.mouches is not None)
        ]
        row = self._tables(row, acting, whole)
        last = row - 1
        row += 1
        sheet.write_string(row, 0, t("Also agreed, and without effect on the payments here"), pen.title)
        end = self._tables(row, [each for each in of_tables if each not in acting], whole, fixed=True)
        sheet.print_area(0, 0, end, SOURCE)
        checks = f"{self._cell(2, CHECK)}:{self._cell(last, CHECK + 2)}"
        sheet.write_formula(1, CHECK, f"=SUM({checks})", pen.number, 0)
        self._place("rules.wrong", 1, CHECK)

    def __getitem__(self, path: str) -> str:
        """The name of a rule, for a formula."""
        return path.replace("petit_au_bout", "petit").replace(".", "_") + self._suffix

    def chosen(self, path: str, option: str) -> str:
        """Whether an option is chosen, for a formula."""
        return f"{self[path]}={in_formula(option_name(self._pen.t, option))}"

    def _place(self, path: str, first: int, column: int, last: int | None = None) -> None:
        self._pen.define(self[path], self._sheet, column, first, last)

    # -- rows ---

    def _heading(self, row: int, *titles: str, source: str = "") -> int:
        for column, title in enumerate([*titles, *[""] * (SOURCE - len(titles)), source]):
            self._pen.write_text(self._sheet, row, column, title, self._pen.head)
        return row + 1

    def _tables(self, row: int, listed: list[Parameter], whole: Scheme, *, fixed: bool = False) -> int:
        """Parameters under the headings of their tables; returns the next free row."""
        t, sheet, pen = self._pen.t, self._sheet, self._pen
        for table, group in groupby(listed, lambda each: each.path.split(".")[0]):
            rule = getattr(self.scheme, table)
            source = "" if fixed else getattr(rule, "source", "")
            row = first = self._heading(row + 1, section_title(t, table), source=source_text(t, source))
            for parameter in group:
                path = parameter.path
                sheet.write_string(row, 0, parameter_title(t, path), pen.text)
                found = rule is not None if path == f"{table}.played" else value(whole, path)
                played = rule is not None or path.endswith(".played")
                if fixed:
                    self._write(row, VALUE, found, pen.unplayed)
                else:
                    self._value(row, parameter, found, played=played)
                pen.write_text(sheet, row, MEANING, parameter_meaning(t, path), pen.wrapped)
                row += 1
            if table == "poignee" and not fixed:
                last = first + len(PoigneeSize) - 1
                self._place("poignee.sizes", first, 0, last)
                self._place("poignee.worth", first, VALUE, last)
        return row

    def _value(
        self, row: int, parameter: Parameter, found: int | bool | str, *, column: int = VALUE, played: bool
    ) -> None:
        t = self._pen.t
        self._write(row, column, found, self._pen.rule if played else self._pen.unplayed)
        if not parameter.path.startswith(("bids.", "poignee.points.")):  # which formulas look up in lists
            self._place(parameter.path, row, column)
        if isinstance(found, bool):
            self._one_of(row, column, [t("yes"), t("no")])
        elif parameter.kind is Kind.CHOICE:
            steps = isinstance(found, int)
            choices = [int(each) if steps else option_name(t, each) for each in parameter.options]
            self._one_of(row, column, choices)
        else:
            self._between(row, column, parameter.low, parameter.high)

    def _write(self, row: int, column: int, found: int | bool | str, number: Any) -> None:
        t, text = self._pen.t, self._pen.text
        if isinstance(found, bool):
            self._sheet.write_string(row, column, t("yes") if found else t("no"), text)
        elif isinstance(found, int):
            self._sheet.write_number(row, column, found, number)
        else:
            self._sheet.write_string(row, column, option_name(t, found), text)

    def _one_of(self, row: int, column: int, choices: Sequence[str | int]) -> None:
        cells = self._lists.of(choices)
        self._sheet.data_validation(row, column, row, column, {"validate": "list", "source": f"={cells}"})
        self._check(row, f"1-{one_of(self._cell(row, column), cells)}")

    def _between(self, row: int, column: int, low: int, high: int) -> None:
        rule = {"validate": "decimal", "criteria": "between", "minimum": low, "maximum": high}
        self._sheet.data_validation(row, column, row, column, rule | {"ignore_blank": False})
        cell = self._cell(row, column)
        self._check(row, f"IF(ISNUMBER({cell}),IF({cell}>={low},IF({cell}<={high},0,1),1),1)", column)

    def _cell(self, row: int, column: int) -> str:
        return f"{xl_col_to_name(column, True)}{row + 1}"

    def _check(self, row: int, formula: str, column: int = VALUE) -> None:
        """Notes whether a value is impossible, which stops every payment, and shows it."""
        at = CHECK + column - VALUE
        self._sheet.write_formula(row, at, f"={formula}", self._pen.number, 0)
        shown = {"type": "formula", "criteria": f"={self._cell(row, at)}>0", "format": self._pen.wrong}
        self._sheet.conditional_format(row, column, row, column, shown)

    def _bids(self, row: int, whole: Scheme) -> int:
        t = self._pen.t
        sources = dict.fromkeys(source_text(t, each.source) for each in self.scheme.bids if each.source)
        titles = t("Bids"), t("Played"), t("Base"), t("Multiplied by")
        first = self._heading(row, *titles, source="; ".join(sources))
        by_path = {each.path: each for each in every_parameter(whole)}
        for row, each in enumerate(whole.bids, first):
            played = self.scheme.allows(each.bid)
            self._sheet.write_string(row, 0, bid_name(t, each.bid), self._pen.text)
            facts = {"played": played, "base": each.base, "factor": each.factor}
            for column, (name, found) in enumerate(facts.items(), VALUE):
                parameter = by_path[f"bids.{each.bid}.{name}"]
                self._value(row, parameter, found, column=column, played=played or name == "played")
        for column, path in enumerate(("bids", "bids.played", "bids.base", "bids.factor")):
            self._place(path, first, column, row)
        return row + 1

    def _needed(self, row: int) -> int:
        t = self._pen.t
        first = self._heading(row, t("Card points needed"), source="FFT, Le calcul des scores")
        for row, (bouts, points) in enumerate(NEEDED.items(), first):
            self._sheet.write_string(row, 0, bouts_text(t, bouts), self._pen.text)
            self._write(row, VALUE, points, self._pen.rule)
            self._between(row, VALUE, 0, 91)
        self._place("needed", first, VALUE, row)
        return row + 1


def _acts(path: str, *, five: bool, mouches: bool) -> bool:
    """Whether a parameter affects the payments of hands whose facts are known."""
    table, name = path.split(".")[:2]
    if table == "table":
        return name == "split" and five
    if table == "chips":
        return name == "start"
    if table == "mouches":
        return name in ("stake", "dealer") or (name == "played" and mouches)
    return name not in ("thresholds", "all_but", "kinds")
