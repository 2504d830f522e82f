"""The standings of an evening: a row for each person, which leads to the account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.pots import chips_text, stacks
from scorepad.ui import routes
from scorepad.ui.kit.people import badge, gain_ink
from scorepad.ui.kit.rows import filling, stretched
from scorepad.ui.kit.taps import row_tile
from scorepad.ui.kit.window import goes, memo_component
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.theme import TARGET, Ink, Layout, Size

RANK = {Size.NUMBER: 36, Size.SMALL: 28}
"""The width of a rank in a size of text, at the plain size."""


class _Place(NamedTuple):
    """What a row says; the `account` is a route."""

    person: Person
    rank: str
    first: bool
    total: str
    ink: Ink
    chips: str
    account: str


def standing_rows(
    t: Translator, evening: Evening, layout: Layout, back: str, *, dense: bool = False
) -> Sequence[ft.Control]:
    """Everybody, best first, as rows that stay as they are while nothing in them changes.

    `back` is the way back from an account; `dense` rows are no higher than a finger needs, and tell of no chips.
    """
    sheet, held = evening.sheet, stacks(evening)
    decided, rows = any(sheet.totals), list[ft.Control]()
    for each in sheet.standings:
        number = sheet.people.index(each.person)
        place = _Place(
            each.person,
            rank=t.ordinal(each.rank) if decided else "–",
            first=decided and each.rank == 1,
            total=t.signed(each.total, sheet.unit),
            ink=gain_ink(each.total),
            chips=chips_text(t, held[each.person.id], sheet.unit) if held is not None and not dense else "",
            account=routes.account(evening.id, number),
        )
        # By its key, a row that only changes places is moved.
        rows.append(_row(number, place, layout, back, dense, key=f"place {number}"))
    return rows


@memo_component
def _row(number: int, place: _Place, layout: Layout, back: str, dense: bool) -> ft.Control:
    size = Size.NUMBER if dense else Size.TITLE
    amount = text(place.total, size, place.ink, bold=True, align=ft.TextAlign.END)
    head = _head(place, layout, dense)
    content: ft.Control = ft.Row([head, amount], spacing=10)
    if layout.large_text:
        content = stretched(head, amount, spacing=0)
    if place.chips:
        content = stretched(content, quiet(place.chips), spacing=0)
    return row_tile(
        f"place-{number}",
        content,
        goes(place.account, back),
        fill=Ink.CHOSEN if place.first else None,
        height=TARGET if dense and not layout.large_text else None,
        padding=ft.Padding.symmetric(horizontal=8 if dense else 12, vertical=0 if dense else 8),
    )


def _head(place: _Place, layout: Layout, dense: bool) -> ft.Control:
    """The rank, the mark and the name."""
    size, name = (Size.SMALL, Size.BODY) if dense else (Size.NUMBER, Size.NUMBER)
    rank = text(place.rank, size, Ink.QUIET, bold=place.first)
    parts = [
        ft.Container(rank, width=RANK[size] * layout.growth),
        badge(place.person, 26 if dense else 34),
        filling(text(place.person.name, name, bold=place.first or dense, lines=1)),
    ]
    return ft.Row([*parts], spacing=10, expand=not layout.large_text)
