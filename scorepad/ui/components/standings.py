"""The standings of an evening: a row for each person, which opens the person's account; and a panel with the curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.pots import chips_text, stacks
from scorepad.ui import kit, routes, theme
from scorepad.ui.components.curve import curve
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.window import Go
from scorepad.ui.theme import Layout


class _StandingTexts(NamedTuple):
    """The texts of a row; `account` is a route."""

    person: Person
    rank: str
    first: bool
    total: kit.Value
    chips: str
    account: str


def standing_rows(
    t: Translator, evening: Evening, layout: Layout, back: str, *, dense: bool = False
) -> Sequence[ft.Control]:
    """A row for each person, best first; a row is drawn again only when something in it changes.

    From the account of a person, Back leads to `back`. `dense` rows have smaller totals, and no chips.
    """
    sheet, held = evening.sheet, stacks(evening)
    decided, rows = any(sheet.totals), list[ft.Control]()
    for each in sheet.standings:
        number = sheet.people.index(each.person)
        texts = _StandingTexts(
            each.person,
            rank=t.ordinal(each.rank) if decided else "–",
            first=decided and each.rank == 1,
            total=kit.amount(t, each.total, sheet.unit, kit.Size.NUMBER if dense else kit.Size.TITLE),
            chips=chips_text(t, held[each.person.id], sheet.unit) if held is not None and not dense else "",
            account=routes.account(evening.id, number),
        )
        # With a key, Flet moves a row that only changes its place, and does not draw it again.
        rows.append(_row(number, texts, layout, back, key=f"place {number}"))
    return rows


@kit.memo_component
def _row(number: int, texts: _StandingTexts, layout: Layout, back: str) -> ft.Control:
    return kit.line(
        layout,
        f"place-{number}",
        texts.person.name,
        texts.chips,
        lead=texts.person,
        value=texts.total,
        tap=Go(texts.account, back),
        rank=texts.rank,
        bold=texts.first,
        fill=kit.Ink.CHOSEN if texts.first else None,
    )


@kit.memo_component
def evening_panel(
    t: Translator,
    evening: Evening,
    layout: Layout,
    back: str,
    size: tuple[float, float],
    titled: bool = False,
) -> ft.Control:
    """The curve and the standings in a column; from the screens that the column opens, Back leads to `back`.

    `size` is the width of the column and the height of the curve, in dp. The column is as high as its content, and does
    not scroll.
    """
    width, height = size
    title: list[ft.Control] = []
    if titled:
        large = kit.icon_tile(
            layout,
            "large-curve",
            ft.Icons.OPEN_IN_FULL,
            t("Enlarge the curve"),
            Go(routes.curve(evening.id), back),
        )
        title = [ft.Row([filling(kit.heading(t("The evening"), kit.Size.TITLE, 2)), large])]
    drawn = curve(t, evening, layout, back, (width - 2 * theme.SPACE, height))
    rows = standing_rows(t, evening, layout, back, dense=True)
    return ft.Container(
        kit.column(title, drawn, kit.column(rows, spacing=0), spacing=theme.SPACE),
        width=width,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=theme.GAP),
    )
