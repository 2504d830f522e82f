"""What the rows of the hands of an evening are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.evening.sheet import Entry

FIRST_ROW = 4
"""The first row of the hands, counted from 0."""
SPARE = 8
"""Rows below the last hand in which new hands can be typed."""
Cell = int | float | str
Validation = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Column:
    """A column with a fact of each hand, or with a formula and the value that the app computes for it.

    A formula is a template: `{key}` is the cell of a column in the same row, `{row}` its number, `{above}` that of the
    row before, `{column[key]}` the letter of a column, `{rules[path]}` the name of a rule, `{lists.…}` a list of
    choices, `{names}` the heads with the names of all people, `{here}` how many are at the table, `{here0}` 1 if the
    first of the people is; `{yes}`, `{attack}` and `{defence}` are words.
    """

    key: str
    title: str
    width: float
    style: Any
    fact: Callable[[Entry], Cell] | None = None
    """Empty where an entry lacks it."""
    validation: Validation | None = None
    """What can be typed, as xlsxwriter describes it; the source of choices is a template."""
    formula: str = ""
    value: Callable[[Entry | None], Cell] = lambda entry: ""
    """For an entry, or for a free row."""
    seat: int | None = None
    """The index of the person whose name is the title."""
    absent: str | None = None
    """The formula where that person is not at the table, if it differs."""
    folded: bool = False
    """Whether the column is hidden until a reader unfolds it."""
