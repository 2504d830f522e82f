"""The facts that the parts of a score sheet share: its people, and the layout of their columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import THIN_SPACE, Translator
from scorepad.tarot.hand import PlayerId
from scorepad.ui import theme
from scorepad.ui.theme import Ink, Layout, Size

EDGE, NUMBER, GAP = 2, 16, 4
"""The space before the number of a hand, the width of the number at the plain size of text, and the space after it.

All are in dp.
"""
LABEL, WIDE_LABEL, COLUMN = 76, 200, 58
"""The least and the greatest width of the label, and the usual width of a column, in dp at the plain size of text.

The label takes the width that columns of the usual width leave.
"""
STAR = 12
"""The width of the sign of the taker or the partner, in dp at the plain size of text."""
GUTTER, BREATH = 2, 3
"""The space between two columns, and the space before a figure that fills its column, in dp."""
LINE_BELOW = ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE))
"""The line below a row; all rows share one object, so that Flet need not compare it."""
WIDEST = "−1\u202f234"
"""A figure for which every column has room."""


@dataclass(frozen=True)
class Columns:
    """The layout of the columns of a sheet's players; widths in dp.

    The `number` and the label of a row are beside the columns, or above them if the figures would not fit. If the
    figures still do not fit, the columns wrap, with `across` columns in each line.
    """

    people: int
    across: int
    width: float
    label: float
    number: float
    label_above: bool

    @classmethod
    def of(cls, people: int, layout: Layout) -> Columns:
        """The columns for this number of people, in the width that a layout gives the sheet."""
        number = NUMBER * layout.growth
        inside = layout.sheet - EDGE - number - GAP - theme.SPACE
        spare = inside - people * (COLUMN * layout.growth + GUTTER)
        label = max(LABEL * layout.growth, min(spare, WIDE_LABEL * layout.growth))
        least = ems(WIDEST) * theme.SIZES[Size.TINY] * layout.growth
        width = (inside - label) / people - GUTTER
        if width >= max(theme.TARGET, least + STAR * layout.growth):
            return cls(people, people, width, label, number, label_above=False)
        inside = layout.sheet - 2 * theme.SPACE
        fits = (inside + GUTTER) // (least + BREATH + GUTTER)
        across = next(n for lines in range(1, people + 1) if (n := math.ceil(people / lines)) <= max(fits, 1))
        return cls(people, across, inside / across - GUTTER, inside, number, label_above=True)

    @property
    def lines(self) -> int:
        """The number of lines into which the columns wrap."""
        return math.ceil(self.people / self.across)

    def fitting(self, texts: list[str], sizes: tuple[Size, ...], layout: Layout, beside: float = 0) -> float:
        """The largest of these sizes at which every number fits its column; if none fits, a smaller size that does.

        A number that is cut, or broken in two, would be read as a different number. `beside` is the width of a sign in
        the column, at the plain size of text.
        """
        width = self.width - (BREATH + beside) * layout.growth
        largest = width / (max(map(ems, texts)) * layout.growth)
        return next((theme.SIZES[size] for size in sizes if theme.SIZES[size] <= largest), largest)

    def number_size(self, words: str, layout: Layout) -> float:
        """The size at which the number of a hand fits its column."""
        tiny: float = theme.SIZES[Size.TINY]
        return tiny if self.label_above else min(tiny, self.number / (ems(words) * layout.growth))

    def draw(self, lead: ft.Control, cells: list[ft.Control]) -> ft.Control:
        """A row of the sheet: the lead (number and label), then cells of the same width, beside or below the lead."""
        if not self.label_above:
            return ft.Row([lead, *cells], spacing=GUTTER)
        blank = [ft.Container(expand=1) for _ in range(self.across * self.lines - self.people)]
        cells, starts = [*cells, *blank], range(0, self.across * self.lines, self.across)
        lines = [cells[first : first + self.across] for first in starts]
        rows = [ft.Row(line, spacing=GUTTER) for line in lines]
        return ft.Column([lead, *rows], spacing=0, alignment=ft.MainAxisAlignment.CENTER)

    def lead(self, label: ft.Control | None) -> ft.Control:
        """The lead of a row without a number: the label only."""
        if self.label_above:
            return ft.Container(label)
        left = self.number + GAP
        return ft.Container(label, width=left + self.label, padding=ft.Padding.only(left=left))

    def numbered(self, label: ft.LayoutControl, number: ft.LayoutControl, *, alone: bool) -> ft.Control:
        """The number and the label of a row; in a row without cells (`alone`), they take the whole width."""
        number.width = None if self.label_above else self.number
        number.margin = ft.Margin.only(top=2 * self.number / NUMBER)  # level with the first line of the label
        label.width, label.expand = (None, True) if alone or self.label_above else (self.label, None)
        spacing, start = theme.GAP if self.label_above else GAP, ft.CrossAxisAlignment.START
        return ft.Row([number, label], spacing=spacing, vertical_alignment=start)


def ems(number: str) -> float:
    """The width of a number, in em."""
    return theme.FIGURE * (len(number) - 0.67 * number.count(THIN_SPACE) + 0.6 * number.count("½"))


@dataclass(frozen=True)
class Paper:
    """The facts that all rows of a sheet are drawn from; amounts are in 1/`unit` of a point.

    If the evening is not saved here, `link` is the text of the link that contains it; else "".
    """

    t: Translator
    evening_id: str
    people: tuple[Person, ...]
    unit: int
    layout: Layout
    link: str

    @classmethod
    def of(cls, t: Translator, evening: Evening, layout: Layout, link: str = "") -> Paper:
        return cls(t, evening.id, evening.sheet.people, evening.sheet.unit, layout, link)

    @cached_property
    def columns(self) -> Columns:
        return Columns.of(len(self.people), self.layout)

    def name_of(self, player: PlayerId) -> str:
        """The name of a player; a dash for an unknown player."""
        return next((person.name for person in self.people if person.id == player), "–")

    def amounts(self, amounts: Sequence[int]) -> list[str]:
        """The texts of amounts, with their signs."""
        return [self.t.signed(amount, self.unit) for amount in amounts]

    def totals(self, totals: Sequence[int]) -> list[str]:
        """The texts of totals; only a negative total has a sign."""
        return [self.t.number(total, self.unit) for total in totals]

    def margins(self, top: float = 0, bottom: float = 0) -> ft.Padding:
        """The margins of the sheet; the number of each hand stands in the left margin."""
        left = theme.SPACE if self.columns.label_above else EDGE
        return ft.Padding.only(left=left, right=theme.SPACE, top=top, bottom=bottom)


def width_of(words: str, size: Size, layout: Layout) -> float:
    """The approximate width of a few words, in dp."""
    return theme.LETTER * theme.SIZES[size] * layout.growth * len(words)
