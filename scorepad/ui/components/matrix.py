"""A matrix of players: a cell for each two of them, and the totals of who calls whom and who paid whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n.looking_back import calls_text, paid_text, points_text
from scorepad.stats.parts import Filter, Role, Rules
from scorepad.stats.scopes import PlayerKey
from scorepad.stats.season import Season
from scorepad.stats.tally import Pair
from scorepad.ui import kit, theme
from scorepad.ui.components.season_parts import People, hands_of
from scorepad.ui.kit.drawing import LISTED
from scorepad.ui.kit.rows import filling

SPACING = 4
"""The space between cells, in dp."""
MOST = 12
"""The most players of a matrix; of more, it has the first ones."""
LARGEST_CELL = 76
NAMED = 110
"""The width of a name before a row, if there is room for it, in dp at the plain size of text."""


class PairCell(NamedTuple):
    """The words of a cell, small words under them, and the sentence that a screen reader reads; a tap on it."""

    words: str
    under: str
    label: str
    tap: kit.Handler
    ink: kit.Ink = kit.Ink.TEXT
    strongest: bool = False


CellOf = Callable[[PlayerKey, PlayerKey], PairCell | None]
"""Returns the cell of a row and a column; None if these two players have nothing in common."""


def calls(at: kit.At, found: Season, people: People, rules: Rules) -> kit.Part:
    """Who calls whom: how often each player called each other one, and how many contracts were made."""
    t, pairs = at.t, found.between(rules)
    called = {two: pair for two, pair in pairs.items() if pair.called and set(two) <= people.keys()}
    if not called:
        return None
    most = max(called, key=lambda two: called[two].called)

    def words(caller: PlayerKey, partner: PlayerKey) -> str:
        pair = called[caller, partner]
        return calls_text(t, people[caller].name, people[partner].name, pair)

    def cell(caller: PlayerKey, partner: PlayerKey) -> PairCell | None:
        if (pair := called.get((caller, partner))) is None:
            return None
        behind = Filter(player=caller, role=Role.TAKER, partner=partner)
        made = t.plural("{count} made", "{count} made", pair.made)
        tap, strongest = hands_of(at, behind), (caller, partner) == most
        return PairCell(t.number(pair.called), made, words(caller, partner), tap, strongest=strongest)

    return [
        kit.section(t("Who calls whom")),
        kit.quiet(t("In the row the taker, in the column the called player. {most}", most=words(*most))),
        _matrix(at, "calls", _involved(people, called), cell),
    ]


def payments(at: kit.At, found: Season, people: People, rules: Rules) -> kit.Part:
    """Who paid whom: the points that each player won from each other one."""
    t, pairs = at.t, found.between(rules)
    paid = {two: pair for two, pair in pairs.items() if pair.received and set(two) <= people.keys()}
    if not paid:
        return None
    most = max(paid, key=lambda two: paid[two].received)

    def words(payee: PlayerKey, payer: PlayerKey) -> str:
        return paid_text(t, people[payee].name, people[payer].name, paid[payee, payer])

    def cell(payee: PlayerKey, payer: PlayerKey) -> PairCell | None:
        if (pair := paid.get((payee, payer))) is None:
            return None
        tap = hands_of(at, Filter(player=payee, against=payer, rules=rules))
        amount, ink = points_text(t, pair.received), kit.gain_ink(pair.received)
        return PairCell(amount, "", words(payee, payer), tap, ink, (payee, payer) == most)

    return [
        kit.section(t("Who paid whom")),
        kit.quiet(
            t("In the row the player who received, in the column the one who paid. {most}", most=words(*most))
        ),
        _matrix(at, "paid", _involved(people, paid), cell),
    ]


def _involved(people: People, pairs: Mapping[tuple[PlayerKey, PlayerKey], Pair]) -> People:
    """The first players, in their order, who are in a pair."""
    some = {player for two in pairs for player in two}
    return dict([each for each in people.items() if each[0] in some][:MOST])


def _matrix(at: kit.At, name: str, people: People, cell: CellOf) -> ft.Control:
    """The cells of all pairs. If there are too many columns, they scroll; the marks of the rows stay in sight."""
    growth, free = at.layout.growth, at.column_width(broad=True)
    high, head = theme.TARGET * growth, LISTED + 2.0 * SPACING
    room = (free - head) / len(people) - SPACING
    if room >= LARGEST_CELL + NAMED * growth / len(people):
        head += NAMED * growth
    room = (free - head) / len(people) - SPACING
    wide = max(theme.TARGET, WIDEST[name] * growth, min(LARGEST_CELL * growth, room))
    heads = [_row_head(person, head, high) for person in people.values()]
    rows: list[Sequence[ft.Control]] = [
        [
            _tile(at, f"{name}-{row}-{column}", wide, high, row != column and cell(row, column))
            for column in people
        ]
        for row in people
    ]
    top = [
        ft.Container(kit.badge(each, LISTED), width=wide, alignment=ft.Alignment.CENTER)
        for each in people.values()
    ]
    table = ft.Column([ft.Row([*each], spacing=SPACING) for each in (top, *rows)], spacing=SPACING)
    corner = ft.Container(height=LISTED)
    return ft.Row(
        [
            ft.Column([corner, *heads], spacing=SPACING),
            filling(ft.Row([table], scroll=ft.ScrollMode.AUTO)),
        ],
        spacing=SPACING,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


WIDEST = {"calls": theme.TARGET, "paid": 58}
"""The least width of the cells, in dp at the plain size of text."""


def _row_head(person: Person, wide: float, high: float) -> ft.Control:
    """The mark before a row, with the name if there is room."""
    mark = kit.badge(person, LISTED)
    if wide > LISTED + 2 * SPACING:
        name = filling(kit.text(person.name, kit.Size.SMALL, bold=True, lines=1))
        return ft.Container(ft.Row([mark, name], spacing=6), width=wide, height=high)
    return ft.Container(mark, width=wide, height=high, alignment=ft.Alignment.CENTER_LEFT)


def _tile(at: kit.At, identifier: str, wide: float, high: float, cell: PairCell | bool | None) -> ft.Control:
    """A cell to tap; an empty place if there is none."""
    if not isinstance(cell, PairCell):
        return ft.Container(width=wide, height=high, bgcolor=None)
    words = [kit.text(cell.words, kit.Size.BODY, cell.ink, bold=True, lines=1)]
    if cell.under and wide >= LARGEST_CELL * at.layout.growth:
        words.append(kit.quiet(cell.under, kit.Size.TINY, lines=1))
    middle = ft.CrossAxisAlignment.CENTER
    inside = ft.Column([*words], spacing=0, tight=True, horizontal_alignment=middle)
    return kit.tile(
        at.layout,
        identifier,
        inside,
        cell.tap,
        width=wide,
        height=theme.TARGET,
        padding=0,
        label=cell.label,
        fill=kit.Ink.CHOSEN if cell.strongest else kit.Ink.TONE,
        edge=cell.strongest,
    )
