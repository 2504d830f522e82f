"""The choice among schemes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

import flet as ft

from scorepad.evening.people import MAX_PLAYERS, MIN_PLAYERS
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.parameters import scheme_line
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import theme
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import chip, radio, row_tile
from scorepad.ui.kit.window import Handler
from scorepad.ui.kit.words import quiet, section, text


def scheme_chips(
    t: Translator, schemes: Iterable[Scheme], chosen: Collection[str], choose: Callable[[Scheme], None]
) -> list[ft.Control]:
    """A chip for each scheme; those whose id is `chosen` are on."""
    return [
        chip(
            f"scheme-{scheme.id}",
            scheme_title(t, scheme),
            partial(choose, scheme),
            toggled=scheme.id in chosen,
        )
        for scheme in schemes
    ]


def scheme_tile(
    t: Translator,
    scheme: Scheme,
    on_tap: Handler | None,
    *,
    chosen: bool,
    identifier: str = "",
    sign: ft.Control | None = None,
    note: str = "",
    why: str | None = None,
) -> ft.Control:
    """A scheme with a line that explains it, and a sign that tells whether it is chosen, or the one given."""
    words: list[ft.Control] = [text(scheme_title(t, scheme), bold=True), quiet(scheme_line(t, scheme))]
    if note:
        words.insert(1, text(note, bold=chosen))
    row = [filling(ft.Column(words, spacing=0)), sign or radio(chosen)]
    return row_tile(
        identifier or f"scheme-{scheme.id}", ft.Row(row, spacing=8), on_tap, chosen=chosen, why=why
    )


def scheme_sections(
    t: Translator, schemes: Iterable[Scheme], drawn: Callable[[Scheme], ft.Control]
) -> list[ft.Control]:
    """The schemes under headings, the house's own first."""
    house, known = list[ft.Control](), list[ft.Control]()
    for scheme in schemes:
        (known if scheme.id in shipped_schemes() else house).append(drawn(scheme))
    rows = [section(t("House rules")), *house] if house else []
    return [*rows, section(t("Known rules")), *known] if known else rows


def table_choice(
    t: Translator,
    seats: int,
    rules: Scheme,
    schemes: Iterable[Scheme],
    choose: Callable[[int, Scheme], None],
    margin: float = 0,
) -> ft.Control:
    """A row of chips that scrolls: how many players, and by which rules; with a `margin` at its sides, in dp."""
    players = [
        chip(
            f"players-{count}",
            t("{count} players", count=count),
            partial(choose, count, rules),
            toggled=seats == count,
        )
        for count in range(MIN_PLAYERS, (MIN_PLAYERS if rules.open else MAX_PLAYERS) + 1)
    ]
    chips = scheme_chips(t, schemes, [rules.id], partial(choose, seats))
    return ft.Container(
        ft.Row([*players, ft.VerticalDivider(width=8), *chips], spacing=6, scroll=ft.ScrollMode.AUTO),
        padding=ft.Padding.symmetric(horizontal=margin),
        height=theme.TARGET,
    )
