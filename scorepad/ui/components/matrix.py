"""Matrices of players: who calls whom, and who paid whom. A tap on the cell of two players shows their hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n.looking_back import calls_text, paid_text, points_text
from scorepad.stats.parts import Filter, Role, Rules
from scorepad.stats.scopes import PlayerKey
from scorepad.stats.season import Season
from scorepad.stats.tally import Pair
from scorepad.ui import kit, theme
from scorepad.ui.components.season_parts import PeopleByKey, hands_of
from scorepad.ui.kit.drawing import LISTED
from scorepad.ui.kit.rows import filling

SPACING = 4
"""The space between cells, in dp."""
MOST = 12
"""The maximum number of players in a matrix; if there are more players, it has the first of them."""
LARGEST_CELL = 76
NAMED = 110
"""The width of a name before a row, if there is room for it, in dp at the plain size of text."""


class PairCell(NamedTuple):
    """The words of a cell, small words under them, the sentence for a screen reader, and the handler of a tap."""

    words: str
    under: str
    label: str
    tap: kit.Handler
    ink: kit.Ink = kit.Ink.TEXT
    strongest: bool = False


Two = tuple[PlayerKey, PlayerKey]
"""The players of a row and of a column."""


def calls(at: kit.At, found: Season, people: PeopleByKey, rules: Rules) -> kit.Part:
    """Who calls whom: how often each player called each other player, and how many of these contracts were made."""
    t, pairs = at.t, {two: pair for two, pair in found.between(rules).items() if pair.called}

    def cell(two: Two, pair: Pair) -> PairCell:
        caller, partner = two
        words = calls_text(t, people[caller].name, people[partner].name, pair)
        made = t.plural("{count} made", "{count} made", pair.made)
        tap = hands_of(at, Filter(player=caller, role=Role.TAKER, partner=partner))
        return PairCell(t.number(pair.called), made, words, tap)

    def about(most: str) -> str:
        return t("In the row the taker, in the column the called player. {most}", most=most)

    return _section(at, "calls", t("Who calls whom"), about, people, pairs, cell, attrgetter("called"))


def payments(at: kit.At, found: Season, people: PeopleByKey, rules: Rules) -> kit.Part:
    """Who paid whom: the points that each player won from each other player."""
    t, pairs = at.t, {two: pair for two, pair in found.between(rules).items() if pair.against}

    def cell(two: Two, pair: Pair) -> PairCell:
        payee, payer = two
        words = paid_text(t, people[payee].name, people[payer].name, pair)
        tap = hands_of(at, Filter(player=payee, against=payer, rules=rules))
        return PairCell(points_text(t, pair.received), "", words, tap, kit.gain_ink(pair.received))

    def about(most: str) -> str:
        return t("In the row the player who received, in the column the one who paid. {most}", most=most)

    return _section(at, "paid", t("Who paid whom"), about, people, pairs, cell, attrgetter("received"))


def _section(
    at: kit.At,
    name: str,
    title: str,
    about: Callable[[str], str],
    people: PeopleByKey,
    pairs: Mapping[Two, Pair],
    cell: Callable[[Two, Pair], PairCell],
    size: Callable[[Pair], int],
) -> kit.Part:
    """The title of a matrix, an explanation of it, and the matrix; None if there is no pair.

    The cell of the pair with the greatest `size` is marked. `about` gets the sentence of this pair, and returns the
    explanation.
    """
    cells = {two: cell(two, pair) for two, pair in pairs.items() if set(two) <= people.keys()}
    if not cells:
        return None
    most = max(cells, key=lambda two: size(pairs[two]))
    cells[most] = cells[most]._replace(strongest=True)
    return [
        kit.section(title),
        kit.quiet(about(cells[most].label)),
        _matrix(at, name, _involved(people, cells), cells),
    ]


def _involved(people: PeopleByKey, pairs: Iterable[Two]) -> PeopleByKey:
    """The first MOST of the players who are in a pair, in the order of `people`."""
    some = {player for two in pairs for player in two}
    return dict([each for each in people.items() if each[0] in some][:MOST])


def _matrix(at: kit.At, name: str, people: PeopleByKey, cells: Mapping[Two, PairCell]) -> ft.Control:
    """The cells of all pairs. If there are too many columns, they scroll; the marks of the rows stay in sight."""
    growth, free = at.layout.growth, at.column_width(broad=True)
    high, head = theme.TARGET * growth, LISTED + 2.0 * SPACING
    room = (free - head) / len(people) - SPACING
    if room >= LARGEST_CELL + NAMED * growth / len(people):
        head += NAMED * growth
    room = (free - head) / len(people) - SPACING
    wide = max(theme.TARGET, LEAST_WIDTH[name] * growth, min(LARGEST_CELL * growth, room))
    heads = [_row_head(person, head, high) for person in people.values()]
    rows: list[Sequence[ft.Control]] = [
        [_tile(at, f"{name}-{row}-{column}", wide, high, cells.get((row, column))) for column in people]
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


LEAST_WIDTH = {"calls": theme.TARGET, "paid": 58}
"""The least width of a cell, by the name of its matrix, in dp at the plain size of text."""


def _row_head(person: Person, wide: float, high: float) -> ft.Control:
    """The mark before a row, with the name if there is room."""
    mark = kit.badge(person, LISTED)
    if wide > LISTED + 2 * SPACING:
        name = filling(kit.text(person.name, kit.Size.SMALL, bold=True, lines=1))
        return ft.Container(ft.Row([mark, name], spacing=6), width=wide, height=high)
    return ft.Container(mark, width=wide, height=high, alignment=ft.Alignment.CENTER_LEFT)


def _tile(at: kit.At, identifier: str, wide: float, high: float, cell: PairCell | None) -> ft.Control:
    """A tile for a cell, to tap; an empty place if `cell` is None."""
    if cell is None:
        return ft.Container(width=wide, height=high)
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
