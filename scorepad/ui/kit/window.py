"""What components need of their window: its state, a guard against failures, parts that are drawn when they change."""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

import flet as ft

from scorepad.ui.store import Store
from scorepad.ui.theme import Ink

log = logging.getLogger("scorepad")
P = ParamSpec("P")
Handler = Callable[[], None]

AppContext = ft.create_context(cast("Store | None", None))
"""The state of the window, for the components inside it."""


def use_store() -> Store:
    """A hook: this window; the component that asks is drawn again with the screens."""
    store = ft.use_context(AppContext)
    assert isinstance(store, Store)
    ft.use_state(store.screens)
    return store


def this_store() -> Store:
    """The state of this window, for a component that is drawn again only when the screen around it is."""
    state = ft.context.page.data
    assert isinstance(state, Store)
    return state


def use_arrival(location: str) -> None:
    """Tells the navigation that the window is at this location, once a component that shows it is drawn."""
    ft.use_effect(functools.partial(arrive, ft.context.page, location), [location])


def arrive(page: ft.Page, location: str) -> None:
    """Tells the navigation of a page that it is at this location, unless it has left: a component may be drawn late."""
    if location == urlsplit(page.route).path:
        page.data.arrived(location)


class Go(NamedTuple):
    """What a tap does that shows another screen, whose Back leads to `back`, if given."""

    route: str
    back: str | None = None


Tap = Handler | Go
"""What a tap does."""


def _error_sign(state: Store) -> ft.Control:
    words = state.t("Something went wrong. What was saved is safe; try again.")
    return ft.Icon(ft.Icons.ERROR_OUTLINE, color=Ink.LOSS, semantics_label=words)


def guarded(
    draw: Callable[P, ft.Control], failure: Callable[[Store], ft.Control] = _error_sign
) -> Callable[P, ft.Control]:
    """Draws the `failure` if drawing raises an exception; by default that is a small icon."""

    @functools.wraps(draw)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        try:
            return draw(*args, **kwargs)
        except Exception:
            log.exception("drawing %s failed", draw.__name__)
            return failure(this_store())

    return guarded


def memo_component(
    draw: Callable[P, ft.Control], failure: Callable[[Store], ft.Control] = _error_sign
) -> Callable[..., ft.Control]:
    """A component that is drawn again only when its arguments change; by default its `failure` is a small icon."""
    remembered: Callable[..., ft.Control] = ft.memo(ft.component(guarded(draw, failure)))
    return remembered


def safely(handler: Tap, identifier: str = "") -> Callable[[ft.Event[Any]], None]:
    """An event handler that shows a notice when it fails, instead of ending the session of the window.

    It finds the state of the window when it is called, so that controls need not be drawn again for it. With the
    `identifier` of a control that is drawn now, the second tap of two in a row does not count there.
    """
    drawn = time.monotonic() if identifier else None

    def handle(event: ft.Event[Any]) -> None:
        store: Store = event.page.data
        try:
            if not store.presses.tap_is_free(identifier, drawn):
                return
            if isinstance(handler, Go):
                store.to(handler.route, back=handler.back)
            else:
                handler()
        except Exception:
            log.exception("handling an event failed")
            store.failed()

    return handle


# -- parts ---


class Memory:
    """The parts of a component as they were drawn last.

    They stand in the `controls` of a row, a column or a stack: in a `content` they would lose their parent. No part
    stands twice on a screen, nor in two memories.
    """

    def __init__(self) -> None:
        self.parts: dict[object, tuple[object, ft.Control]] = {}


M = TypeVar("M", bound=Memory)
Draw = Callable[Concatenate[M, P], ft.Control]


def part(draw: Draw[M, P]) -> Draw[M, P]:
    """A function of a memory and small values, which draws a control again only when one of the values differs.

    It may use no other facts than these. A component has one of it: see `parts`.
    """
    return _remembered(draw, several=False)


def parts(draw: Draw[M, P]) -> Draw[M, P]:
    """As `part`, for parts that a component has several times: they are told apart by the first value."""
    return _remembered(draw, several=True)


def _remembered(draw: Draw[M, P], *, several: bool) -> Draw[M, P]:
    @wraps(draw)
    def drawn(memory: M, /, *args: P.args, **kwargs: P.kwargs) -> ft.Control:
        place, facts = (draw, args[0]) if several else draw, (args, kwargs)
        known = memory.parts.get(place)
        if known is None or known[0] != facts:
            memory.parts[place] = known = (facts, draw(memory, *args, **kwargs))
        return known[1]

    return drawn
