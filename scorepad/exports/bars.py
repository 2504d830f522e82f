"""A share as a bar: the rail from 0 to 100 %, the 95 % interval on it, and a tick at the share itself."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.design import Palette, mix
from scorepad.exports.drawing import Area, Shape, box
from scorepad.stats.tally import Count

BAND = 0.35
"""How much of the accent the colour of the interval has."""
TICK = 0.25
"""The width of the tick, in heights of the bar."""


def bar(count: Count, palette: Palette, wide: float, high: float) -> Iterator[Shape]:
    """The share of the hands that were made, from the upper left corner; of no hand the rail alone."""
    yield Area(box(0, 0, wide, high, high / 2), palette.deep)
    if count.hands:
        low, top = (wide * end for end in count.interval)
        band = max(top - low, high)
        left = min(low, wide - band)
        yield Area(box(left, 0, band, high, high / 2), mix(palette.deep, palette.accent, BAND))
        tick = TICK * high
        at = min(max(0, wide * count.share - tick / 2), wide - tick)
        yield Area(box(at, -high / 4, tick, 1.5 * high), palette.ring)
