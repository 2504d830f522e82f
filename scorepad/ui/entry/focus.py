"""The focus of a keyboard in the entry, which follows the questions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress

import flet as ft

from scorepad.ui.keys import PRESSES
from scorepad.ui.kit.taps import button_of
from scorepad.ui.store import Store

PRESS = 0.3
"""Seconds after a key within which a tap comes from that key."""
SETTLED = 0.15
"""Seconds after which the client has drawn a tile as enabled: before that, the tile takes no focus."""


class Focus:
    """The focus in the entry of one window."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pressed_at = -PRESS
        self._follows = False
        self._column: ft.Control | None = None
        self._question = ""
        self._given: ft.TextButton | None = None

    def drawn(self, column: ft.Control, question: str) -> None:
        """Notes the column in sight; the identifiers of the tiles that answer its question begin with `question`."""
        self._column, self._question = column, question

    def pressed(self, key: str) -> None:
        """Notes a key; Enter and the space bar tap the tile in focus."""
        self._follows = True
        if key in PRESSES:
            self._pressed_at = time.monotonic()

    def tapped(self) -> None:
        """Notes a tap; after a tap by a finger or a mouse the focus stays where it is."""
        self._follows = time.monotonic() - self._pressed_at < PRESS

    def follow(self) -> None:
        """Gives the focus to the first answer to the question, if a keyboard is used."""
        tiles = _tiles(self._column) if self._follows and self._column is not None else ()
        button = next((button for name, button in tiles if name.startswith(self._question)), None)
        if button is None:
            return
        self._given = button

        async def give() -> None:
            await asyncio.sleep(SETTLED)
            if self._given is not button:
                return  # another key came meanwhile
            with suppress(asyncio.TimeoutError, RuntimeError):  # it may have gone meanwhile
                await button.focus()

        self._store.run(give)


def _tiles(control: ft.BaseControl) -> Iterator[tuple[str, ft.TextButton]]:
    """The enabled tiles in a control, with their identifiers, in the order in which they are seen."""
    button = button_of(control)
    if button is None:
        for part in _parts(control):
            yield from _tiles(part)
    elif not button.disabled:
        assert isinstance(control, ft.MergeSemantics)
        assert isinstance(control.content, ft.Semantics)
        yield control.content.identifier or "", button


def _parts(control: ft.BaseControl) -> list[ft.Control]:
    """The controls directly inside a control."""
    if isinstance(control, ft.Row | ft.Column | ft.Stack):
        return control.controls
    content = getattr(control, "content", None)
    return [content] if isinstance(content, ft.Control) else []
