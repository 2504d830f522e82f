"""The two ends of a sheet: the players at its head, and their totals at its foot."""

from __future__ import annotations

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.pots import pots_lines
from scorepad.ui import routes, theme
from scorepad.ui.kit.drawing import badge, gain_ink
from scorepad.ui.kit.taps import tile
from scorepad.ui.kit.window import Go, Memory, memo_component, parts
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.sheet.paper import GAP, GUTTER, LINE_BELOW, Paper
from scorepad.ui.theme import Ink, Layout, Size

BADGE, SIGN, NAME = 26, 16, 100
"""The size of a badge, the size of another sign, and the greatest width of a column with both over the name, in dp."""


@memo_component
def sheet_head(t: Translator, evening: Evening, layout: Layout) -> ft.Control:
    """The players, with signs for the next dealer, the leaders and the people who have left the table."""
    memory, _ = ft.use_state(Memory())
    paper, cells = Paper.of(t, evening, layout), []
    dealer = None if evening.table.ended else evening.dealer
    leaders, here = evening.sheet.leaders, evening.seating_at().ids
    for person in evening.sheet.people:
        signs = (person.id not in here, person in leaders, person.id == dealer)
        cells.append(_head_cell(memory, person, signs, paper))
    return ft.Container(
        paper.columns.draw(paper.columns.lead(None), cells),
        padding=paper.margins(top=4, bottom=5),
        border=LINE_BELOW,
    )


@parts
def _head_cell(memory: Memory, person: Person, signs: tuple[bool, bool, bool], paper: Paper) -> ft.Control:
    """The badge and the name of a player; `signs` says whether the player has left, leads, and deals next."""
    columns, icons = paper.columns, _signs(paper, person, signs)
    marks = [_badge(memory, person), *icons]
    if len(icons) > 1:
        marks[1:] = [ft.Column([*icons], spacing=0, tight=True)]
    narrow = columns.lines == 1 or columns.width <= NAME
    name, end = _name(memory, person, narrow, paper.layout.large_text), ft.MainAxisAlignment.END
    if not narrow:  # beside the name, the marks leave more height to the rows
        return ft.Row([*marks, name], spacing=GUTTER / 2, alignment=end, expand=1)
    above, right = ft.Row([*marks], spacing=GUTTER, alignment=end, tight=True), ft.CrossAxisAlignment.END
    return ft.Column([above, name], spacing=2, horizontal_alignment=right, tight=True, expand=1)


def _signs(paper: Paper, person: Person, signs: tuple[bool, bool, bool]) -> list[ft.Control]:
    t, (left, leads, deals) = paper.t, signs
    found = [
        (left, ft.Icons.LOGOUT, Ink.QUIET, t("{name} has left the table", name=person.name)),
        (leads, ft.Icons.EMOJI_EVENTS, Ink.GAIN, t("{name} leads", name=person.name)),
        (deals, ft.Icons.STYLE, Ink.QUIET, t("{name} deals", name=person.name)),
    ]
    most = BADGE / 2 if sum(signs) > 1 else SIGN
    size = min(most, paper.columns.width - BADGE - GUTTER)
    return [ft.Icon(icon, size=size, color=ink, semantics_label=said) for on, icon, ink, said in found if on]


@parts
def _badge(memory: Memory, person: Person) -> ft.Control:
    return badge(person, BADGE)


@parts
def _name(memory: Memory, person: Person, narrow: bool, large: bool) -> ft.Control:
    name = text(person.name, Size.TINY, bold=True, lines=1, align=ft.TextAlign.END)
    # Without the gap, a large name that fills its column would touch the name before it.
    inside = ft.Container(name, padding=ft.Padding.only(left=GAP)) if large else name
    if not narrow:
        inside.expand = inside.expand_loose = True
    return inside


@memo_component
def sheet_totals(t: Translator, evening: Evening, layout: Layout, link: str = "") -> ft.Control:
    """The totals; a tap on a total opens the account of its player, unless the column is too narrow to tap.

    If the evening is not saved here, `link` is the text of the link that contains it, and there are no accounts.
    """
    memory, _ = ft.use_state(Memory())
    paper = Paper.of(t, evening, layout, link)
    columns, totals = paper.columns, paper.totals(evening.sheet.totals)
    size = columns.fitting(totals, (Size.NUMBER, Size.BODY, Size.SMALL, Size.TINY), layout)
    cells = [
        _total(memory, person, total, size, paper)
        for person, total in zip(paper.people, evening.sheet.totals, strict=True)
    ]
    count = len(evening.sheet.deals)
    drawn = columns.draw(columns.lead(_after(t, count, above=columns.label_above)), cells)
    if pots := pots_lines(t, evening):
        words = [identified(f"pots-{n}", quiet(line, Size.SMALL)) for n, line in enumerate(pots)]
        left = 0 if columns.label_above else columns.number + GAP  # below the label
        lines = ft.Container(ft.Column([*words], spacing=2), padding=ft.Padding.only(left=left))
        drawn = ft.Column([drawn, lines], spacing=2)
    return ft.Container(drawn, bgcolor=Ink.TONE, padding=paper.margins(4, 4))


def _after(t: Translator, count: int, *, above: bool) -> ft.Text:
    words = t("After {count}", count=count) if count else t("Total")
    return quiet(words, Size.TINY if above else Size.SMALL, lines=1 if above else 2)


@parts
def _total(memory: Memory, person: Person, total: int, size: float, paper: Paper) -> ft.Control:
    words, place = paper.totals([total])[0], paper.people.index(person)
    said = paper.t("Total {name}: {total}", name=person.name, total=words)
    align = ft.TextAlign.END
    figures = text(words, Size.NUMBER, gain_ink(total), bold=True, align=align, lines=1, label=said)
    figures.size = size
    if paper.link or paper.columns.width < theme.TARGET:  # no account, or too narrow for a finger
        return ft.Semantics(identifier=f"total-{place}", content=figures, expand=1)
    account, sheet = routes.account(paper.evening_id, place), routes.evening(paper.evening_id)
    return tile(
        paper.layout,
        f"total-{place}",
        figures,
        Go(account, sheet),
        height=max(theme.TARGET / paper.layout.growth, theme.LINE * size),
        fill=None,
        expand=1,
        padding=0,
        alignment=ft.Alignment.CENTER_RIGHT,
    )
