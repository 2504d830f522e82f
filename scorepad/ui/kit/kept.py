"""Controls that are kept from drawing to drawing: Flet neither draws nor compares the same object again."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

import flet as ft

P = ParamSpec("P")


class Kept:
    """The controls that a component keeps, each at a place of its own.

    They stand in the `controls` of a row, a column or a stack: in a `content` they would lose their parent. What is
    kept holds no component that may come back after it was replaced.
    """

    def __init__(self) -> None:
        self._controls: dict[str, tuple[object, ft.Control]] = {}

    def at(self, place: str, draw: Callable[P, ft.Control], *args: P.args, **kwargs: P.kwargs) -> ft.Control:
        """The control at a place, which is drawn again when its arguments differ, and only then.

        `draw` may use no other facts than its arguments. No place is used twice in a drawing.
        """
        facts = (draw, args, kwargs)
        known = self._controls.get(place)
        if known is None or known[0] != facts:
            self._controls[place] = known = (facts, draw(*args, **kwargs))
        return known[1]
