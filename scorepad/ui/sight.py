"""The state of a window itself, apart from the pad that all windows share: a frozen value that each step replaces."""

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
    """A panel that is open in the entry, for the hand of this token: it closes with the hand."""

    token: int
    name: str


@dataclass(frozen=True)
class Notice:
    """A message shown for a moment, on the screens of one `place`; the sheet shows the `row` that it is about.

    It offers to undo or redo the event that `undo` names, or to call `back`.
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
        """Whether it offers a way back that is worth a place over the entry, or tells of a mistake.

        Redo is not: whoever enters the entry after an undo goes on with the hand that came back.
        """
        return (self.undo is not None and not self.undo.redo) or self.back is not None or self.error


@dataclass(frozen=True)
class Way:
    """The `route` that a window shows or goes to, and the `trail` of routes by which it came, with this one at the end.

    The `address` of the window follows the route a moment later. `going` is the route that it was sent to last, if it
    has not reached it yet; `asked` are all routes that it was sent to and has not reached.
    """

    route: str = routes.HOME
    trail: tuple[str, ...] = ()
    address: str = ""
    going: str | None = None
    asked: tuple[str, ...] = ()

    def to(self, route: str, back: str | None = None) -> Way:
        """The way to another screen; if `back` is given, Back leads there from that screen.

        Without `back`, a screen on the trail keeps its own way back, and any other screen has the usual one.
        """
        trail = self._up_to(route) if back is None else (*self._up_to(back), route)
        return replace(self, route=route, trail=trail, going=route, asked=(*self.asked, route))

    def arrived(self, address: str) -> Way:
        """The way once the window has this address, after `to` or a button of the browser; often called twice.

        An older address, which the window reaches after it was sent to another one, does not change the route.
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

    def came_by(self, beginning: str) -> str | None:
        """The last route of the trail with this beginning, the present route included; None without one."""
        return next((route for route in reversed(self.trail) if route.startswith(beginning)), None)

    def at(self, address: str) -> str:
        """The route to show while the window has this address: the route to which it goes, if any, else the address."""
        return self.going or address

    def _up_to(self, route: str) -> tuple[str, ...]:
        """The trail up to this route; the route alone if it is not on the trail."""
        last = next((place for place in reversed(range(len(self.trail))) if self.trail[place] == route), -1)
        return self.trail[: last + 1] or (route,)


@dataclass(frozen=True, kw_only=True)
class Sight:
    """The state of a window itself.

    `token` is the token of the hand under way that this window looks at, 0 for the first one. `looking` is the scope
    of the season and the filter of its hands. `kept` are the values that screens keep as long as Back leads to them.
    `keyed` tells whether a key was pressed in an entry. `busy` is the work under way in the background, in words;
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
        """The sight with a new `way`: a notice stays only at its place; a new route closes a panel.

        When the window enters the entry, only a notice that offers something stays: a screen reader would read any
        other notice again.
        """
        kept = {key: value for key, value in self.kept.items() if key[0] in way.trail}
        said, enters = self.notice, routes.is_entry(way.route) and way.route != self.way.route
        stays = said is not None and said.place == routes.place(way.route) and (said.needs_bar or not enters)
        panel = self.panel if way.route == self.way.route else None
        beside = self.layout.wide and routes.place(way.route) == routes.place(self.way.route)
        return replace(
            self,
            way=way,
            kept=MappingProxyType(kept),
            notice=said if stays else None,
            token=self.token if beside else 0,
            panel=panel,
        )

    def keeping(self, key: KeptKey, value: object) -> Sight:
        """The sight in which a screen keeps a value."""
        return replace(self, kept=MappingProxyType({**self.kept, key: value}))
