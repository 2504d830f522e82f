"""The standings of an evening: a row for each person, which leads to the account."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.pots import chips_text, stacks
from scorepad.ui import routes
from scorepad.ui.kit.kept import Kept
from scorepad.ui.kit.people import badge, gain_ink
from scorepad.ui.kit.rows import filling, stretched
from scorepad.ui.kit.taps import row_tile
from scorepad.ui.kit.window import this_store
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.theme import TARGET, Ink, Layout, Size

RANK = {Size.NUMBER: 36, Size.SMALL: 28}
"""The width of a rank in a size of text, at the plain size."""


def standing_rows(
    t: Translator, evening: Evening, layout: Layout, back: str, kept: Kept, *, dense: bool = False
) -> list[ft.Control]:
    """Everybody, best first, as rows that stay as they are while nothing in them changes.

    `back` is the way back from an account; `dense` rows are no higher than a finger needs, and tell of no chips.
    """
    decided, rows, held = any(evening.sheet.totals), [], stacks(evening)
    for standing in evening.sheet.standings:
        place = evening.sheet.people.index(standing.person)
        first, person = decided and standing.rank == 1, standing.person
        rank = t.ordinal(standing.rank) if decided else "–"
        head = kept.at(f"head {person.id}", _head, rank, person, first, layout, dense)
        chips = chips_text(t, held[person.id], evening.sheet.unit) if held is not None and not dense else ""
        facts = (
            t,
            head,
            standing.total,
            first,
            evening.id,
            evening.sheet.unit,
            place,
            layout,
            back,
            dense,
            chips,
        )
        rows.append(kept.at(f"row {person.id}", _row, *facts))
    return rows


def _head(rank: str, person: Person, first: bool, layout: Layout, dense: bool) -> ft.Control:
    """The rank, the mark and the name."""
    size = Size.SMALL if dense else Size.NUMBER
    parts = [
        ft.Container(text(rank, size, Ink.QUIET, bold=first), width=RANK[size] * layout.growth),
        badge(person, 26 if dense else 34),
        filling(text(person.name, Size.BODY if dense else size, bold=first or dense, lines=1)),
    ]
    return ft.Row([*parts], spacing=10, expand=not layout.large_text)


def _row(
    t: Translator,
    head: ft.Control,
    total: int,
    first: bool,
    evening_id: str,
    unit: int,
    place: int,
    layout: Layout,
    back: str,
    dense: bool,
    chips: str,
) -> ft.Control:
    size = Size.NUMBER if dense else Size.TITLE
    amount = text(t.signed(total, unit), size, gain_ink(total), bold=True, align=ft.TextAlign.END)
    content: ft.Control = ft.Row([head, amount], spacing=10)
    if layout.large_text:
        content = stretched(head, amount, spacing=0)
    if chips:
        content = stretched(content, quiet(chips), spacing=0)
    row = row_tile(
        f"place-{place}",
        content,
        partial(this_store().navigation.to, routes.account(evening_id, place), back=back),
        fill=Ink.CHOSEN if first else None,
        height=TARGET if dense and not layout.large_text else None,
        padding=ft.Padding.symmetric(horizontal=8 if dense else 12, vertical=0 if dense else 8),
    )
    row.key = f"place {place}"  # a row that only changes places is moved
    return row
