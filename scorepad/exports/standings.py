"""A row of the standings on any surface: the rank, the badge, the name and the total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.design import BOLD
from scorepad.exports.evening import Evening
from scorepad.exports.lettering import printable
from scorepad.exports.surface import Surface
from scorepad.tarot.session import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingStyle:
    """Distances from the left edge in the unit of the surface, and text sizes."""

    rank: float
    """The right edge of the rank."""
    rank_size: float
    rank_weight: str
    badge: float
    """The middle of the badge."""
    badge_size: float
    name: float
    """The left edge of the name."""
    name_sizes: Sequence[float]
    name_weight: str
    """The weight of all names but that of the leader."""
    total_size: float
    gap: float
    """The least space between the name and the total."""
    line_size: float = 0
    """The text size that decides on one baseline for all texts; with 0, each has its middle in that of the row."""


def draw_standing(
    surface: Surface,
    evening: Evening,
    standing: Standing,
    style: StandingStyle,
    left: float,
    middle: float,
    right: float,
) -> None:
    """Draws a row between two edges, its middle at a height."""

    def base(size: float) -> float:
        return surface.baseline(middle, style.line_size or size)

    rank, total = evening.rank(standing), evening.signed(standing.total)
    name, weight = printable(standing.person.name), BOLD if evening.leads(standing) else style.name_weight
    width = right - left - style.name - surface.width(total, style.total_size, BOLD) - style.gap
    size, quiet = style.rank_size, surface.palette.quiet
    surface.text(left + style.rank, base(size), rank, size, quiet, style.rank_weight, "right")
    surface.badge(standing.person, left + style.badge, middle, style.badge_size)
    size = surface.largest(name, style.name_sizes, width, weight)
    surface.text(left + style.name, base(size), name, size, weight=weight, available_width=width)
    size, colour = style.total_size, surface.amount_colour(standing.total)
    surface.text(right, base(size), total, size, colour, BOLD, "right")
