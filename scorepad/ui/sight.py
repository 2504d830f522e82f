"""The state of one window, without the pad, which all windows share. The state is frozen; a change replaces it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from scorepad.ui import routes
from scorepad.ui.background import Job
from scorepad.ui.seasons import Looking
from scorepad.ui.theme import Layout

KeptKey = tuple[str, str]
"""A route, and the name of a value that its screen keeps."""


class Undo(NamedTuple):
    """The event of an evening that a notice offers to undo, or to `redo`."""

    evening: str
    event: str
    redo: bool = False


class Panel(NamedTuple):
    """A panel that is open in the entry; it is shown only with the hand that has this `token`."""

    token: int
    name: str


@dataclass(frozen=True)
class Notice:
    """A message that is shown for a moment on the screens of one `place`; the sheet scrolls to its `row`, if any.

    The notice offers to undo or redo the event in `undo`, or to call `back`.
    """

    text: str
    undo: Undo | None = None
    back: Callable[[], object] | None = None
    error: bool = False
    number: int = 0
    place: str = routes.HOME
    row: str | None = None

    @property
    def needs_bar(self) -> bool:
        """Whether the notice needs a bar over the entry: it offers an undo or `back`, or it is an error.

        A redo needs no bar: after an undo, the undone hand is in the entry again, and the person continues it.
        """
        return (self.undo is not None and not self.undo.redo) or self.back is not None or self.error


@dataclass(frozen=True)
class Way:
    """The navigation of a window: the `route` that it shows, and the `trail`, the routes up to the present route.

    The `address` of the window follows the route a moment later. `asked` are the routes that `to` requested and that
    the window has not reached; `going` is the last of them, None if there is none.
    """

    route: str = routes.HOME
    trail: tuple[str, ...] = ()
    address: str = ""
    going: str | None = None
    asked: tuple[str, ...] = ()

    def to(self, route: str, back: str | None = None) -> Way:
        """The way after a step to another route; if `back` is given, the Back button of the new screen leads to it.

        Without `back`, Back leads to the route before `route` on the trail; if there is none, to the usual route.
        """
        trail = self._up_to(route) if back is None else (*self._up_to(back), route)
        return replace(self, route=route, trail=trail, going=route, asked=(*self.asked, route))

    def arrived(self, address: str) -> Way:
        """The way after the window reaches an address, by `to` or by a button of the browser.

        A second call with the same address changes nothing. If a later `to` asked for another route, the route stays.
        """
        if address == self.address:
            return self
        if address in self.asked[:-1]:
            return replace(self, address=address, asked=self.asked[self.asked.index(address) + 1 :])
        return Way(address, self._up_to(address), address)

    def back(self, route: str, usual: str) -> str:
        """The route that Back leads to from a screen: the route from which the window came, or the usual one."""
        before = self._up_to(route)[:-1]
        return before[-1] if before else usual

    def came_from(self, place: str) -> str | None:
        """The last route on the trail that has another `routes.place` than `place`; None if there is no such route."""
        return next((route for route in reversed(self.trail) if routes.place(route) != place), None)

    def came_by(self, beginning: str) -> str | None:
        """The last route on the trail, which may be the present one, that starts with `beginning`; None without one."""
        return next((route for route in reversed(self.trail) if route.startswith(beginning)), None)

    def at(self, address: str) -> str:
        """The route to show at this address: `going` until the window has reached `going`, else the address."""
        return self.going or address

    def _up_to(self, route: str) -> tuple[str, ...]:
        """The trail up to this route; the route alone if it is not on the trail."""
        last = next((place for place in reversed(range(len(self.trail))) if self.trail[place] == route), -1)
        return self.trail[: last + 1] or (route,)


@dataclass(frozen=True, kw_only=True)
class Sight:
    """The state of one window.

    `token` is the token of the unsaved hand that this window shows; 0 means the first hand. `looking` is the scope of
    the season and the filter of its hands. `kept` has the values of screens; each stays while its screen is on the
    trail. `keyed` tells whether a key was pressed in an entry. `busy` is the work in the background, in words;
    `exporting` is the progress of a file that is being written.
    """

    language: str
    theme: str
    layout: Layout
    looking: Looking
    way: Way = Way()
    notice: Notice | None = None
    token: int = 0
    panel: Panel | None = None
    keyed: bool = False
    busy: str | None = None
    exporting: Job | None = None
    kept: Mapping[KeptKey, object] = field(default_factory=lambda: MappingProxyType({}))

    def along(self, way: Way) -> Sight:
        """The sight with a new `way`. A new route closes the panel. A notice stays only on the screens of its `place`.

        A step to a screen that covers the sheet also removes the notice: on the screen of a hand, for instance, its
        Undo would seem to undo that hand.

        When the window enters the entry, only a notice that `needs_bar` stays: a screen reader would read any other
        notice again.
        """
        kept = {key: value for key, value in self.kept.items() if key[0] in way.trail}
        said, enters = self.notice, routes.is_entry(way.route) and way.route != self.way.route
        moves = way.route != self.way.route and not self.layout.wide
        covers = moves and way.going is not None and routes.is_beside_sheet(way.route)
        stays = said is not None and said.place == routes.place(way.route) and (said.needs_bar or not enters)
        panel = self.panel if way.route == self.way.route else None
        beside = self.layout.wide and routes.place(way.route) == routes.place(self.way.route)
        return replace(
            self,
            way=way,
            kept=MappingProxyType(kept),
            notice=said if stays and not covers else None,
            token=self.token if beside else 0,
            panel=panel,
        )

    def keeping(self, key: KeptKey, value: object) -> Sight:
        """The sight with one more kept value, or with a new value for the key."""
        return replace(self, kept=MappingProxyType({**self.kept, key: value}))
