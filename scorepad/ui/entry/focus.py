"""The focus of a keyboard in the entry: it follows the questions, and moves by arrows among the tiles."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress

import flet as ft

from scorepad.ui.keys import ARROWS, PRESSES
from scorepad.ui.kit.taps import button_of
from scorepad.ui.navigation import Navigation

PRESS = 0.3
"""Seconds within which a tap comes from the key before it."""
SETTLED = 0.15
"""Seconds after which the client has drawn a tile that was grey: before that, it takes no focus."""
Row = list[tuple[str, ft.TextButton]]
"""The tiles beside each other that can be tapped, with their identifiers."""


class Focus:
    """The focus in the entry of one window."""

    def __init__(self, page: ft.Page, navigation: Navigation) -> None:
        self._page = page
        self._navigation = navigation
        self._pressed_at = -PRESS
        self._follows = False
        self._column: ft.Control | None = None
        self._question = ""

    def drawn(self, column: ft.Control, question: str) -> None:
        """Notes the tiles in sight, and how the identifiers of those begin that answer the question."""
        self._column, self._question = column, question

    def pressed(self, key: str) -> None:
        """Notes a key; Enter and the space bar tap the tile in focus."""
        self._follows = True
        if key in PRESSES:
            self._pressed_at = time.monotonic()

    def tapped(self) -> None:
        """After a tap by a finger or a mouse the focus stays where it is."""
        self._follows = time.monotonic() - self._pressed_at < PRESS

    def follow(self) -> None:
        """Gives the focus to the first answer to the question, if a keyboard is used."""
        if self._follows:
            self._give(self._first(), after=SETTLED)

    def move(self, key: str) -> None:
        """Gives the focus to the tile that an arrow, Home or End leads to, from the first answer if it is nowhere."""
        if key in ARROWS and not self._page.web:
            return  # Flutter's own arrows move it, except in a browser
        rows = list(_rows(self._column)) if self._column is not None else []
        places = {button._i: (y, x) for y, row in enumerate(rows) for x, (_, button) in enumerate(row)}
        here = places.get(self._navigation.focused or 0)
        if here is None:
            self._give(self._first())
            return
        (y, x), row = here, rows[here[0]]
        if key in ("Home", "End"):
            self._give(row[0 if key == "Home" else -1][1])
        elif key in ARROWS:
            down, across = ARROWS[key]
            target = rows[min(max(0, y + down), len(rows) - 1)]
            share = x / (len(row) - 1) if len(row) > 1 else 0
            x = round(share * (len(target) - 1)) if len(target) != len(row) else x
            self._give(target[min(max(0, x + across), len(target) - 1)][1])

    def _first(self) -> ft.TextButton | None:
        rows = _rows(self._column) if self._column is not None else ()
        return next((button for row in rows for name, button in row if name.startswith(self._question)), None)

    def _give(self, button: ft.TextButton | None, *, after: float = 0) -> None:
        if button is None:
            return
        self._navigation.focused = button._i

        async def give() -> None:
            await asyncio.sleep(after)
            if self._navigation.focused != button._i:
                return  # it has moved on
            with suppress(asyncio.TimeoutError, RuntimeError):  # it may have gone meanwhile
                await button.focus()

        self._page.run_task(give)


def _rows(control: ft.BaseControl) -> Iterator[Row]:
    """The tiles that can be tapped in a control, row by row as they are seen."""
    tile = _tile(control)
    if tile is not None:
        yield [tile]
    elif isinstance(control, ft.Row):
        row = [each for part in control.controls for inner in _rows(part) for each in inner]
        if row:
            yield row
    else:
        for part in _parts(control):
            yield from _rows(part)


def _tile(control: ft.BaseControl) -> tuple[str, ft.TextButton] | None:
    button = button_of(control)
    if button is None or button.disabled:
        return None
    assert isinstance(control, ft.MergeSemantics)
    assert isinstance(control.content, ft.Semantics)
    return control.content.identifier or "", button


def _parts(control: ft.BaseControl) -> list[ft.Control]:
    """What a control holds."""
    if isinstance(control, ft.Column | ft.Stack):
        return control.controls
    content = getattr(control, "content", None)
    return [content] if isinstance(content, ft.Control) else []
