"""The route of a window, and the guard against one press of Enter, or a double tap, that does two things."""

from __future__ import annotations

import time
from collections.abc import Callable

from scorepad.ui import routes

SAME_PRESS = 0.06
"""Seconds within which two events come from one press of a key."""
DOUBLE_TAP = 0.4
"""Seconds within which a second tap falls on whatever the first one brought there: nobody has read that yet."""


class Navigation:
    """The route that a window shows or goes to, and the ways back.

    `go` changes the window's address, which takes a moment. `moved` is called after every change of the route,
    `changed` if the screens must be drawn before the address changes.
    """

    def __init__(
        self, go: Callable[[str], None], moved: Callable[[], None], changed: Callable[[], None]
    ) -> None:
        self._go = go
        self._moved = moved
        self._changed = changed
        self.route: str = routes.HOME
        self._address = ""
        self._going: str | None = None
        self._asked: list[str] = []
        """The addresses that the window was sent to and has not come to yet."""
        self._trail: list[str] = []
        """The routes that the window came along, one from the other, up to the present one."""
        self._pressed_at = self._entered_at = -SAME_PRESS
        self._pressed = ""

    def to(self, route: str, *, back: str | None = None) -> None:
        """Shows another screen at once; the way back from there leads to `back`, if given.

        A screen that the window came along keeps its own way back; from any other the usual one leads.
        """
        self._trail = self._up_to(route) if back is None else [*self._up_to(back), route]
        self._going = self.route = route
        self._asked.append(route)
        self._moved()
        self._changed()
        self._go(route)

    def way_back(self, route: str, usual: str) -> str:
        """The route that Back leads to from a screen: the one the window came from, or the usual one."""
        before = self._up_to(route)[:-1]
        return before[-1] if before else usual

    def leads_back_to(self, route: str) -> bool:
        """Whether the window is on a route, or Back leads there."""
        return route in self._trail

    def came_by(self, beginning: str) -> str | None:
        """The last route that begins so on the way that the window came, the present one included."""
        return next((route for route in reversed(self._trail) if route.startswith(beginning)), None)

    def _up_to(self, route: str) -> list[str]:
        """The trail as it was on that route; the route alone if the window did not come along it."""
        last = next((place for place in reversed(range(len(self._trail))) if self._trail[place] == route), -1)
        return self._trail[: last + 1] or [route]

    def at(self, address: str) -> str:
        """The route to show while the window has this address: the one it goes to, if any."""
        return self._going or address

    def arrived(self, address: str) -> None:
        """Notes the address of the window after `to` or a button of the browser changed it; often called twice.

        An older address that the window comes to late, after it was sent to another one, changes nothing.
        """
        if address == self._address:
            return
        self._address = address
        if address in self._asked[:-1]:
            del self._asked[: self._asked.index(address) + 1]
            return
        self._asked.clear()
        self.route = address
        expected = self._going in (None, address)
        self._going = None
        self._trail = self._up_to(address)
        self._moved()
        if not expected:
            self._changed()

    def enter_is_free(self) -> bool:
        """Whether Enter may save a hand: False if the same press has just tapped the tile in focus."""
        now = time.monotonic()
        if now - self._pressed_at < SAME_PRESS:
            return False
        self._entered_at = now
        return True

    def entered(self) -> None:
        """Notes that the hand is saved, which takes a moment: the tap of the same press comes after it."""
        self._entered_at = time.monotonic()

    def tap_is_free(self, identifier: str = "", drawn: float | None = None) -> bool:
        """Whether a tap counts: False if the Enter that saved a hand caused it, or if it is the second of two in a row.

        The second one hits another control, which was `drawn` after the first (seconds, monotonic).
        """
        now = time.monotonic()
        since = now - self._pressed_at
        if (
            drawn is not None
            and drawn > self._pressed_at
            and since < DOUBLE_TAP
            and identifier != self._pressed
        ):
            return False
        self._pressed_at, self._pressed = now, identifier
        return now - self._entered_at >= SAME_PRESS
