"""Parts of a screen that are drawn again only when what they show differs; Flet does not compare the same object."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import flet as ft


class Memory:
    """The parts of a component as they were drawn last.

    They stand in the `controls` of a row, a column or a stack: in a `content` they would lose their parent. No part
    stands twice on a screen, nor in two memories.
    """

    def __init__(self) -> None:
        self.parts: dict[object, tuple[object, ft.Control]] = {}


M = TypeVar("M", bound=Memory)
P = ParamSpec("P")
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
