"""Tools for components: the state of their window, a guard against failures, parts drawn only when they change."""

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
T = TypeVar("T")
Handler = Callable[[], None]

AppContext = ft.create_context(cast("Store | None", None))
"""The state of the window, for the components inside it."""


def use_store() -> Store:
    """A hook: the state of this window; the component is drawn again whenever all screens are drawn again."""
    store = ft.use_context(AppContext)
    assert isinstance(store, Store)
    ft.use_state(store.screens)
    return store


def this_store() -> Store:
    """The state of this window; unlike `use_store`, this is no hook, and never causes a component to be drawn again."""
    state = ft.context.page.data
    assert isinstance(state, Store)
    return state


def use_arrival(location: str) -> None:
    """A hook: after the component is drawn, tells the navigation that the window is at this location."""
    ft.use_effect(functools.partial(arrive, ft.context.page, location), [location])


def arrive(page: ft.Page, location: str) -> None:
    """Tells the navigation that the window is at this location, unless it is at another location by now.

    A component may be drawn late, after the window has left its screen.
    """
    if location == urlsplit(page.route).path:
        page.data.arrived(location)


class Go(NamedTuple):
    """The action of a tap that shows the screen at `route`; Back leads from that screen to `back`, if it is given."""

    route: str
    back: str | None = None


Tap = Handler | Go
"""The action of a tap: a handler, or a screen to show."""


def _error_sign(state: Store) -> ft.Control:
    words = state.t("Something went wrong. What was saved is safe; try again.")
    return ft.Icon(ft.Icons.ERROR_OUTLINE, color=Ink.LOSS, semantics_label=words)


def guarded(
    draw: Callable[P, ft.Control], failure: Callable[[Store], ft.Control] = _error_sign
) -> Callable[P, ft.Control]:
    """A decorator: if `draw` raises an exception, the `failure` is drawn instead, by default a small icon."""

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
    """A decorator: makes a component that is drawn again only when its arguments change.

    If `draw` raises an exception, the `failure` is drawn instead, by default a small icon.
    """
    remembered: Callable[..., ft.Control] = ft.memo(ft.component(guarded(draw, failure)))
    return remembered


def safely(handler: Tap, identifier: str = "") -> Callable[[ft.Event[Any]], None]:
    """An event handler that shows a notice when it fails, instead of ending the session of the window.

    The handler looks up the state of the window when it is called, so controls need not be drawn again when the state
    changes. `identifier` is the identifier of the control that has the handler. If it is given, the handler ignores the
    second tap of a double tap if the first tap hit another control, and this control was drawn after the first tap.
    """
    drawn = time.monotonic() if identifier else None

    def handle(event: ft.Event[Any]) -> None:
        store: Store = event.page.data
        try:
            if not store.presses.accept_tap(identifier, drawn):
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
    """A cache of the controls that a component drew last. They are its parts: only changed parts are drawn again.

    Put the parts into the `controls` of a row, a column or a stack: in a `content` they would lose their parent. A part
    may stand only once on a screen, and belongs to one memory.
    """

    def __init__(self) -> None:
        self._known: dict[object, tuple[object, Any]] = {}

    def kept(self, place: object, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `make` with these arguments.

        If the last call for this `place` had equal arguments, `make` is not called, and the result is the same object
        as in the last call.
        """
        facts, known = (args, kwargs), self._known.get(place)
        if known is None or known[0] != facts:
            self._known[place] = known = (facts, make(*args, **kwargs))
        made: T = known[1]
        return made

    def same(self, place: object, value: T) -> T:
        """The object of the last call for this `place` if it equals `value`, else `value`.

        This makes later comparisons fast, because they compare an object with itself.
        """
        return self.kept(place, lambda value: value, value)

    def forget(self) -> None:
        """Forgets every part, so that each is drawn again the next time."""
        self._known.clear()


M = TypeVar("M", bound=Memory)
Draw = Callable[Concatenate[M, P], ft.Control]


def part(draw: Draw[M, P]) -> Draw[M, P]:
    """A decorator: calls `draw` again only if a value that it gets has changed.

    `draw` makes a control from a memory and small values, and may use nothing else. A component has only one control
    from this `draw`; for several controls, see `parts`.
    """

    @wraps(draw)
    def drawn(memory: M, /, *args: P.args, **kwargs: P.kwargs) -> ft.Control:
        return memory.kept(draw, functools.partial(draw, memory), *args, **kwargs)

    return drawn


def parts(draw: Draw[M, P]) -> Draw[M, P]:
    """A decorator like `part`, for several controls of a component; the first value tells the controls apart."""

    @wraps(draw)
    def drawn(memory: M, /, *args: P.args, **kwargs: P.kwargs) -> ft.Control:
        return memory.kept((draw, args[0]), functools.partial(draw, memory), *args, **kwargs)

    return drawn
