"""The totals for the middle of the table: as large as fits, each turned to face its seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.pots import mouches_text
from scorepad.tarot.scheme import Direction
from scorepad.ui import routes, theme
from scorepad.ui.components.awake import use_awake
from scorepad.ui.components.sheet import ems
from scorepad.ui.kit.frame import screen, use_evening, view_component
from scorepad.ui.kit.people import badge, gain_ink
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import ROUND, Look, tappable
from scorepad.ui.kit.window import Handler
from scorepad.ui.kit.words import identified, text
from scorepad.ui.theme import Ink, Size

SIDES = {2: (1, 0, 1, 0), 3: (1, 1, 0, 1), 4: (1, 1, 1, 1), 5: (1, 1, 2, 1)}
SIDES |= {6: (2, 1, 2, 1), 7: (2, 1, 2, 2), 8: (2, 2, 2, 2)}
"""How many sit at the near side, the right, the far and the left one, by the number of people."""
TURNS = (0, 3, 2, 1)
"""Quarter turns of the figures at each side."""
EDGE, MIDDLE = 8, theme.TARGET + 8
"""At the edge of the window, and between the two sides, where the way back is."""
OTHERS = 26
"""The height of the line below, about those who left and the mouches, at the plain size of text."""
NAME, LARGEST = 0.34, 160
"""The size of a name beside that of its total, and the largest size of a total."""


@view_component
def big_screen() -> ft.View:
    """The totals of the evening that the address names; one tap leads back to the sheet."""
    state, evening = use_evening()
    use_awake(evening, in_sight=True)
    t, page = state.t, ft.context.page
    leave = partial(state.navigation.to, routes.evening(evening.id))
    others, growth = _others(t, evening), state.layout.growth
    width, height = (page.width or 360) - 2 * EDGE, (page.height or theme.SCREENFUL) - 2 * EDGE
    height -= OTHERS * growth if others else 0
    near, right, far, left = _seated(evening)
    rows = 4 if far else 3
    across, along = (width - MIDDLE) / 2, height * 2 / rows  # of the two sides

    def cells(side: int, people: Sequence[Person], length: float, depth: float) -> list[ft.Control]:
        room = (length / max(1, len(people)), depth)
        return [_cell(t, evening, person, TURNS[side], *room, growth) for person in people]

    ends = height / rows
    middle = [
        filling(ft.Column(cells(3, left, along, across), spacing=0)),
        filling(ft.Column(cells(1, right[::-1], along, across), spacing=0)),
    ]
    lines: list[ft.Control] = [ft.Row(cells(2, far[::-1], width, ends), spacing=0, expand=1)] if far else []
    lines.append(ft.Row([*middle], spacing=MIDDLE, expand=2))
    lines.append(ft.Row(cells(0, near, width, ends), spacing=0, expand=1))
    back = ft.Container(
        _close(t("Back to the sheet"), leave, growth),
        alignment=ft.Alignment(0, (1 if far else 2) / rows * 2 - 1 + 2 / rows),
    )
    totals = ft.Container(ft.Column(lines, spacing=0), padding=EDGE)
    parts: list[ft.Control] = [ft.Stack([totals, back], fit=ft.StackFit.EXPAND, expand=True)]
    if others:
        words = identified(
            "big-others", text(others, Size.SMALL, Ink.QUIET, lines=1, align=ft.TextAlign.CENTER)
        )
        parts.append(ft.Container(words, height=OTHERS * growth, alignment=ft.Alignment.TOP_CENTER))
    return screen(routes.big(evening.id), *parts, can_pop=False, on_pop=lambda _: leave())


def _others(t: Translator, evening: Evening) -> str:
    """What the totals at the table lack for a sum of zero: those who left, and the mouches."""
    here = evening.seating_at().ids
    told = [
        f"{person.name} {t.number(total, evening.sheet.unit)}"
        for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True)
        if person.id not in here and total
    ]
    if evening.sheet.pot:
        told.append(mouches_text(t, evening.sheet.pot, evening.sheet.unit))
    return " · ".join(told)


def _close(words: str, leave: Handler, growth: float) -> ft.Control:
    """The way back in the middle of the table."""
    icon = ft.Icon(ft.Icons.CLOSE, size=24, color=Ink.TEXT, semantics_label=words)
    look: Look = {**ROUND, "fill": Ink.PAPER, "edge": True, "width": theme.TARGET}
    look["height"] = theme.TARGET / growth
    return tappable("back", icon, leave, **look)


def _seated(evening: Evening) -> list[Sequence[Person]]:
    """The people at the near side, the right, the far and the left one, in the order in which the deal passes.

    Who plays clockwise passes it to the left.
    """
    people = evening.seating_at().people
    if evening.table.rules.now.table.direction is Direction.CLOCKWISE:
        people = people[:1] + people[:0:-1]
    sides, first = list[Sequence[Person]](), 0
    for count in SIDES[len(people)]:
        sides.append(people[first : first + count])
        first += count
    return sides


def _cell(
    t: Translator,
    evening: Evening,
    person: Person,
    turns: int,
    length: float,
    depth: float,
    growth: float,
) -> ft.Control:
    """A name above a total, in a room that is so long and so deep for whom it faces."""
    place = evening.sheet.people.index(person)
    total = evening.sheet.totals[place]
    words = t.number(total, evening.sheet.unit)
    size = min(LARGEST, 0.9 * length / ems(words), 0.9 * depth / (theme.LINE * (1 + NAME)))
    name_size = max(theme.SIZES[Size.SMALL], NAME * size)
    figures = text(words, Size.HERO, gain_ink(total), bold=True, lines=1)
    name = text(person.name, Size.BODY, bold=True, lines=1)
    figures.size, name.size = size / growth, name_size / growth
    figures.semantics_label = t("Total {name}: {total}", name=person.name, total=words)
    name.expand = name.expand_loose = True
    head = ft.Row([badge(person, name_size), name], spacing=8, alignment=ft.MainAxisAlignment.CENTER)
    middle, across = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.CENTER
    unsaid = ft.Semantics(content=head, exclude_semantics=True)  # the figures name the person
    column = ft.Column([unsaid, figures], spacing=0, alignment=middle, horizontal_alignment=across)
    turned = ft.RotatedBox(content=column, quarter_turns=turns) if turns else column
    return filling(identified(f"big-{place}", turned))
