"""The design that screens, documents and pictures share: colours, fonts and the marks of people. It draws nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

FONTS = {
    "Scorepad": "fonts/ScorepadSans-Regular.ttf",
    "Scorepad SemiBold": "fonts/ScorepadSans-SemiBold.ttf",
    "Scorepad Bold": "fonts/ScorepadSans-Bold.ttf",
}
"""The font files by family, in the folder of assets."""
REGULAR, SEMIBOLD, BOLD = FONTS


@dataclass(frozen=True, kw_only=True)
class Palette:
    """The colours by their meaning, as #RRGGBB.

    In the palette of the screens, the colours are names of Flet's theme colours. `mix` cannot mix names, so only this
    palette has `lines`, the colours of the lines of a curve, and `band`, the colour of the band in a bar. In the other
    palettes, both are empty.
    """

    text: str
    quiet: str
    paper: str
    low: str
    tone: str
    deep: str
    line: str
    edge: str
    accent: str
    on_accent: str
    chosen: str
    on_chosen: str
    gain: str
    loss: str
    on_loss: str
    notice: str
    on_notice: str
    notice_action: str
    ring: str
    ring_on_accent: str
    lines: tuple[str, ...] = ()
    band: str = ""


_COLOURS = {
    "text": ("#1B1B18", "#F1EFE7"),
    "quiet": ("#57554C", "#B3B0A4"),
    "paper": ("#FCFBF7", "#131613"),
    "low": ("#F6F4EE", "#191C18"),
    "tone": ("#EFEDE5", "#20241F"),
    "deep": ("#E4E1D6", "#2C312B"),
    "line": ("#D9D6CB", "#363A34"),
    "edge": ("#7A776C", "#8C897D"),
    "accent": ("#1E5B43", "#2F7A5B"),
    "on_accent": ("#FFFFFF", "#FFFFFF"),
    "chosen": ("#D5E7DC", "#1F3A2C"),
    "on_chosen": ("#0F2A1E", "#D5E7DC"),
    "gain": ("#17603F", "#8FD3AE"),
    "loss": ("#A3271C", "#F4A79A"),
    "on_loss": ("#FFFFFF", "#3B0906"),
    "notice": ("#2B2E2A", "#E9E7DE"),
    "on_notice": ("#F4F2EA", "#1B1B18"),
    "notice_action": ("#9ED8B8", "#1E5B43"),
    "ring": ("#1E5B43", "#8FD3AE"),
    "ring_on_accent": ("#9ED8B8", "#D5E7DC"),
}
LIGHT, DARK = (
    Palette(lines=(), **{name: pair[number] for name, pair in _COLOURS.items()}) for number in range(2)
)


class MarkShape(StrEnum):
    """The shapes of the marks; they distinguish people where colours cannot."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    HEXAGON = "hexagon"
    PENTAGON = "pentagon"
    KITE = "kite"
    PLUS = "plus"


@dataclass(frozen=True)
class Mark:
    """A person's mark: a colour of Okabe and Ito's palette for colour-blind people, a text colour, and a shape."""

    colour: str
    ink: str
    shape: MarkShape


_BLACK, _WHITE = "#111111", "#FFFFFF"
MARKS = (
    Mark("#E69F00", _BLACK, MarkShape.CIRCLE),
    Mark("#56B4E9", _BLACK, MarkShape.SQUARE),
    Mark("#009E73", _BLACK, MarkShape.DIAMOND),
    Mark("#CC79A7", _BLACK, MarkShape.TRIANGLE),
    Mark("#F0E442", _BLACK, MarkShape.HEXAGON),
    Mark("#0072B2", _WHITE, MarkShape.PENTAGON),
    Mark("#D55E00", _BLACK, MarkShape.KITE),
    Mark("#999999", _BLACK, MarkShape.PLUS),
)


LOOKS = tuple(
    replace(each, shape=MARKS[(number + again) % len(MARKS)].shape)
    for again in range(len(MARKS))
    for number, each in enumerate(MARKS)
)
"""The marks with every colour in every shape; the first eight marks differ in colour and in shape."""


def mark(number: int) -> Mark:
    """The mark with a number; after the last mark the first follows again."""
    return LOOKS[number % len(LOOKS)]


INSET, ROUNDED = 0.04, 0.18
"""The margin around a square mark, and the radius of its corners, as shares of the size of the mark."""


def corners(shape: MarkShape) -> list[tuple[float, float]]:
    """The corners of a shape in a unit square; a circle has the corners of the square."""
    if shape in (MarkShape.CIRCLE, MarkShape.SQUARE):
        a, b = INSET, 1 - INSET
        return [(a, a), (b, a), (b, b), (a, b)]
    if shape is MarkShape.DIAMOND:
        return [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]
    if shape is MarkShape.TRIANGLE:
        return [(0.5, 0.0), (1.0, 0.96), (0.0, 0.96)]
    if shape is MarkShape.KITE:
        return [(0.0, 0.06), (1.0, 0.06), (0.5, 1.0)]
    if shape is MarkShape.PLUS:
        a, b = 0.2, 0.8
        return [
            *[(a, 0.0), (b, 0.0), (b, a), (1.0, a), (1.0, b), (b, b)],
            *[(b, 1.0), (a, 1.0), (a, b), (0.0, b), (0.0, a), (a, a)],
        ]
    count = 6 if shape is MarkShape.HEXAGON else 5
    return [
        (0.5 + 0.5 * math.sin(2 * math.pi * i / count), 0.5 - 0.5 * math.cos(2 * math.pi * i / count))
        for i in range(count)
    ]


LOW = {MarkShape.TRIANGLE: 0.14, MarkShape.KITE: -0.12}
"""The distance from the middle of a shape down to the initial, as a share of the size of the mark (negative: up).

It is 0 for other shapes.
"""


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (#RRGGBB) by WCAG 2, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def legible(colour: str, paper: str, ink: str, least: float = 3.0) -> str:
    """The colour, mixed with just enough ink for a contrast of `least` with the paper."""
    for share in range(0, 101, 5):
        mixed = mix(colour, ink, share / 100)
        if contrast(mixed, paper) >= least:
            return mixed
    return ink


def line_colour(number: int, palette: Palette) -> str:
    """The colour of the line of a person with this mark; it can be seen on the paper of the palette."""
    if palette.lines:
        return palette.lines[number % len(palette.lines)]
    return legible(mark(number).colour, palette.paper, palette.text)


def mix(one: str, other: str, share: float) -> str:
    """Mixes two colours (#RRGGBB); `share` is the share of the second colour, from 0 to 1."""
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in _parts(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# -- in a web page ---

IN_A_PAGE: Final = ("paper", "text", "accent", "on_accent", "notice", "on_notice")


def css_variables() -> str:
    """CSS variables of colours; the system or the root's `data-theme` selects light or dark."""
    return "\n".join(
        [
            f":root {{ color-scheme: light dark; {_variables(LIGHT)} }}",
            f"@media (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}",
            f":root[data-theme=light] {{ color-scheme: light; {_variables(LIGHT)} }}",
            f":root[data-theme=dark] {{ color-scheme: dark; {_variables(DARK)} }}",
        ]
    )


def _variables(palette: Palette) -> str:
    return " ".join(f"--{name.replace('_', '-')}: {getattr(palette, name)};" for name in IN_A_PAGE)
