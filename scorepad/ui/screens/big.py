"""The totals on a device in the middle of the table: as large as fits, each facing its person; one tap goes back."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.pots import mouches_text
from scorepad.tarot.choices import Direction
from scorepad.ui import kit, routes, theme
from scorepad.ui.kit.rows import centred_column, filling
from scorepad.ui.kit.taps import ROUND, TapLook, tappable
from scorepad.ui.screens.evening import use_awake
from scorepad.ui.sheet.paper import ems

SIDES = {2: (1, 0, 1, 0), 3: (1, 1, 0, 1), 4: (1, 1, 1, 1), 5: (1, 1, 2, 1)}
SIDES |= {6: (2, 1, 2, 1), 7: (2, 1, 2, 2), 8: (2, 2, 2, 2)}
"""The numbers of people at the near, the right, the far and the left side, by the number of people in all."""
TURNS = (0, 3, 2, 1)
"""Quarter turns of the figures at each side."""
EDGE, MIDDLE = 8, theme.TARGET + 8
"""The space at the edge of the window, and the space for Back between the left and the right side, in dp."""
BELOW = 26
"""The height of the words below the totals, in dp at the plain size of text."""
NAME, LARGEST = 0.34, 160
"""The size of a name as a share of the size of its total, and the largest size of a total, in dp."""


@kit.screen(routes.big)
def big_screen(at: kit.At) -> ft.View:
    """The totals of the people at the table, in the whole window; below, people who left and the mouches."""
    use_awake(at.store, at.evening, in_sight=True)
    (width, height), below = at.size, BELOW * at.layout.growth
    if not (others := _others(at.t, at.evening)):
        return at.bare_view(_table(at, width, height))
    words = kit.text(others, kit.Size.SMALL, kit.Ink.QUIET, lines=1, align=ft.TextAlign.CENTER)
    line = ft.Container(kit.identified("big-others", words), height=below, alignment=ft.Alignment.TOP_CENTER)
    return at.bare_view(_table(at, width, height - below), line)


def _others(t: Translator, evening: Evening) -> str:
    """The totals of people who left, and the mouches: with these amounts, the totals at the table sum to zero."""
    here, sheet = evening.seating_at().ids, evening.sheet
    told = [
        f"{person.name} {t.number(total, sheet.unit)}"
        for person, total in zip(sheet.people, sheet.totals, strict=True)
        if person.id not in here and total
    ]
    if sheet.pot:
        told.append(mouches_text(t, sheet.pot, sheet.unit))
    return " · ".join(told)


def _table(at: kit.At, width: float, height: float) -> ft.Control:
    width, height = width - 2 * EDGE, height - 2 * EDGE
    near, right, far, left = _seated(at.evening)
    rows = 4 if far else 3
    end, across, along = height / rows, (width - MIDDLE) / 2, height * 2 / rows

    def cells(side: int, people: Sequence[Person], length: float, depth: float) -> list[ft.Control]:
        """The cells of the people at one side; `length` and `depth` are its size in dp, as seen from this side."""
        return [_cell(at, person, side, length / len(people), depth) for person in people]

    sides = [
        filling(ft.Column(cells(3, left, along, across), spacing=0)),
        filling(ft.Column(cells(1, right[::-1], along, across), spacing=0)),
    ]
    lines = [
        ft.Row(cells(2, far[::-1], width, end), spacing=0, expand=1),
        ft.Row([*sides], spacing=MIDDLE, expand=2),
        ft.Row(cells(0, near, width, end), spacing=0, expand=1),
    ]
    totals = ft.Column([*(lines if far else lines[1:])], spacing=0)
    middle = ft.Alignment(0, (1 if far else 2) / rows * 2 - 1 + 2 / rows)
    close = ft.Container(_close(at), alignment=middle)
    return ft.Stack([ft.Container(totals, padding=EDGE), close], fit=ft.StackFit.EXPAND, expand=True)


def _close(at: kit.At) -> ft.Control:
    """The Back button in the middle of the table."""
    words = at.t("Back to the sheet")
    icon = ft.Icon(ft.Icons.CLOSE, size=24, color=kit.Ink.TEXT, semantics_label=words)
    look: TapLook = {**ROUND, "fill": kit.Ink.PAPER, "edge": True, "width": theme.TARGET}
    look["height"] = theme.TARGET / at.layout.growth
    return tappable(at.layout, "back", icon, at.leave(), **look)


def _seated(evening: Evening) -> list[Sequence[Person]]:
    """The people at each side of the window: near, right, far, left.

    They are in the order of the deal from the near side, counterclockwise, or clockwise if the rules say so.
    """
    people = evening.seating_at().people
    if evening.table.rules.now.table.direction is Direction.CLOCKWISE:
        people = people[:1] + people[:0:-1]
    sides, first = list[Sequence[Person]](), 0
    for count in SIDES[len(people)]:
        sides.append(people[first : first + count])
        first += count
    return sides


def _cell(at: kit.At, person: Person, side: int, length: float, depth: float) -> ft.Control:
    """The cell of a person: the name above the total.

    `length` is its width and `depth` its height, in dp, as this person sees it.
    """
    place, sheet, growth = at.evening.sheet.people.index(person), at.evening.sheet, at.layout.growth
    total = sheet.totals[place]
    words = at.t.number(total, sheet.unit)
    size = min(LARGEST, 0.9 * length / ems(words), 0.9 * depth / (theme.LINE * (1 + NAME)))
    name_size = max(theme.SIZES[kit.Size.SMALL], NAME * size)
    said = at.t("Total {name}: {total}", name=person.name, total=words)
    figures = kit.text(words, kit.Size.HERO, kit.gain_ink(total), bold=True, lines=1, label=said)
    name = kit.text(person.name, kit.Size.BODY, bold=True, lines=1)
    figures.size, name.size = size / growth, name_size / growth
    figures.style = ft.TextStyle(decoration=ft.TextDecoration.UNDERLINE)  # upside down, 68 would be 89
    name.expand = name.expand_loose = True
    head = ft.Row([kit.badge(person, name_size), name], spacing=8, alignment=ft.MainAxisAlignment.CENTER)
    unsaid = ft.Semantics(content=head, exclude_semantics=True)  # the figures name the person
    column = centred_column(unsaid, figures)
    turned = ft.RotatedBox(content=column, quarter_turns=TURNS[side]) if side else column
    return filling(kit.identified(f"big-{place}", turned))
