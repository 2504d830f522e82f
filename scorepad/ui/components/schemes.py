"""The choice among schemes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Unpack

import flet as ft

from scorepad.evening.people import MAX_PLAYERS, MIN_PLAYERS
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.parameters import scheme_line
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import kit, theme
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import TapLook, chevron, radio
from scorepad.ui.theme import Layout


def scheme_chips(
    t: Translator,
    layout: Layout,
    schemes: Iterable[Scheme],
    chosen: Collection[str],
    choose: Callable[[Scheme], None],
    *,
    several: bool,
) -> list[ft.Control]:
    """A chip for each scheme; the chips of the schemes with the ids `chosen` are on: one of them, or `several`."""
    return [
        kit.chip(
            layout,
            f"scheme-{scheme.id}",
            scheme_title(t, scheme),
            partial(choose, scheme),
            toggled=scheme.id in chosen if several else None,
            chosen=None if several else scheme.id in chosen,
        )
        for scheme in schemes
    ]


def scheme_tile(
    t: Translator,
    layout: Layout,
    scheme: Scheme,
    tap: kit.Handler | None,
    *,
    identifier: str = "",
    leads: bool = False,
    **look: Unpack[TapLook],
) -> ft.Control:
    """A scheme with a line that explains it; a radio button shows whether it is chosen.

    A tile that `leads` to the screen of its scheme has a chevron instead; `chosen` is the scheme of new evenings there.
    """
    chosen = bool(look.get("chosen"))
    sign = chevron() if leads else radio(chosen)
    words = kit.column(
        kit.text(scheme_title(t, scheme), bold=True),
        leads and chosen and kit.text(t("for new evenings"), kit.Size.SMALL),
        kit.quiet(scheme_line(t, scheme)),
        spacing=0,
    )
    row = ft.Row([filling(words), sign], spacing=8)
    return kit.row_tile(layout, identifier or f"scheme-{scheme.id}", row, tap, **look)


def scheme_sections(
    t: Translator, schemes: Iterable[Scheme], drawn: Callable[[Scheme], ft.Control]
) -> list[ft.Control]:
    """The schemes under headings, the house rules first."""
    house, known = list[ft.Control](), list[ft.Control]()
    for scheme in schemes:
        (known if scheme.id in shipped_schemes() else house).append(drawn(scheme))
    rows = [kit.section(t("House rules")), *house] if house else []
    return [*rows, kit.section(t("Known rules")), *known] if known else rows


def table_choice(
    t: Translator,
    layout: Layout,
    seats: int,
    rules: Scheme,
    schemes: Iterable[Scheme],
    choose: Callable[[int | None, Scheme | None], None],
    margin: float = 0,
) -> ft.Control:
    """Two scrolling rows of chips, for the number of players and for the rules, with a `margin` at their sides, in dp.

    `choose` gets a number and None, or None and a scheme.
    """
    players = [
        kit.chip(
            layout,
            f"players-{count}",
            t("{count} players", count=count),
            partial(choose, count, None),
            chosen=seats == count,
        )
        for count in range(MIN_PLAYERS, (MIN_PLAYERS if rules.open else MAX_PLAYERS) + 1)
    ]
    chips = scheme_chips(t, layout, schemes, [rules.id], partial(choose, None), several=False)
    around = ft.Padding.symmetric(horizontal=margin)
    rows = [
        ft.Container(ft.Row(row, spacing=theme.GAP, scroll=ft.ScrollMode.AUTO), padding=around)
        for row in (players, chips)
    ]
    return kit.column(*rows, spacing=theme.GAP)
