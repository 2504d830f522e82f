"""The standings of an evening: a row for each person, which leads to the account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.pots import chips_text, stacks
from scorepad.ui import kit, routes
from scorepad.ui.kit.window import goes
from scorepad.ui.theme import Layout


class _Place(NamedTuple):
    """What a row says; the `account` is a route."""

    person: Person
    rank: str
    first: bool
    total: kit.Value
    chips: str
    account: str


def standing_rows(
    t: Translator, evening: Evening, layout: Layout, back: str, *, dense: bool = False
) -> Sequence[ft.Control]:
    """Everybody, best first, as rows that stay as they are while nothing in them changes.

    `back` is the way back from an account; `dense` rows have smaller totals, and tell of no chips.
    """
    sheet, held = evening.sheet, stacks(evening)
    decided, rows = any(sheet.totals), list[ft.Control]()
    for each in sheet.standings:
        number = sheet.people.index(each.person)
        place = _Place(
            each.person,
            rank=t.ordinal(each.rank) if decided else "–",
            first=decided and each.rank == 1,
            total=kit.amount(t, each.total, sheet.unit, kit.Size.NUMBER if dense else kit.Size.TITLE),
            chips=chips_text(t, held[each.person.id], sheet.unit) if held is not None and not dense else "",
            account=routes.account(evening.id, number),
        )
        # By its key, a row that only changes places is moved.
        rows.append(_row(number, place, layout, back, key=f"place {number}"))
    return rows


@kit.memo_component
def _row(number: int, place: _Place, layout: Layout, back: str) -> ft.Control:
    return kit.line(
        f"place-{number}",
        place.person.name,
        place.chips,
        lead=place.person,
        value=place.total,
        tap=goes(place.account, back),
        rank=place.rank,
        bold=place.first,
        fill=kit.Ink.CHOSEN if place.first else None,
    )
