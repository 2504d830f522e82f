"""How far a screen is scrolled, so that Back leads to the same place on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar, cast

import flet as ft

from scorepad.ui.store import Store

S = TypeVar("S", ft.Column, ft.ListView)
EVERY = 200
"""Milliseconds between two reports of the browser while a finger scrolls."""
Scrolled = Callable[[ft.Column], None]
"""What makes a column tell how far it is scrolled."""


def use_scrolled(store: Store, route: str, *, ready: bool) -> Scrolled:
    """A hook: a window that comes back to a route scrolls to where it left it, once all is there that it showed."""
    latest = ft.use_ref(cast("ft.Column | None", None))
    place = (route, "scrolled")

    def note(event: ft.OnScrollEvent) -> None:
        if store.route == route:  # a list goes on scrolling while the window leaves
            store.keep(place, event.pixels)

    def come_back() -> None:
        offset = store.sight.kept.get(place)
        if ready and isinstance(offset, int | float):
            store.run(partial(scroll, latest, offset))

    def follow(column: ft.Column) -> None:
        latest.current = column
        column.scroll_interval, column.on_scroll = EVERY, note

    ft.use_effect(come_back, [route, ready])
    return follow


async def scroll(latest: ft.MutableRef[S | None], offset: float) -> None:
    """Scrolls to an offset, in dp."""
    if latest.current is not None:
        with suppress(asyncio.TimeoutError, RuntimeError):  # it may have gone meanwhile
            await latest.current.scroll_to(offset=offset)
