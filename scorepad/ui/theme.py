"""The look, said once: colours, sizes, fonts. Nothing else names a colour, a size or a font."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import flet as ft

FONTS = {
    "Scorepad": "fonts/ScorepadSans-Regular.ttf",
    "Scorepad SemiBold": "fonts/ScorepadSans-SemiBold.ttf",
    "Scorepad Bold": "fonts/ScorepadSans-Bold.ttf",
}
REGULAR, SEMIBOLD, BOLD = FONTS

TARGET = 48
"""The least width and height of what is tapped, in dp."""
KEY = 52
"""The height of a key of the keypad."""
ACTION = 60
"""The height of the one strong action of a screen."""
GAP, SPACE, MARGIN = 6, 12, 16
"""Between keys; between groups; to the edge of the screen."""
RADIUS = 12
TWO_PANES = 720
"""From this width on, the sheet and the entry stand side by side."""
ROOMY = 1000
"""From this width on, there is room for long words beside the numbers."""
ENTRY_PANE = 380
"""The width of the entry beside the sheet."""
READING_WIDTH = 640
"""Text and lists grow no wider than this."""
LARGE_TEXT = 1.15
"""From this size of the system's text on, screens scroll rather than fill the window."""
SCREENFUL = 624
"""What the entry of a hand needs in height, in dp: a window that is lower, as a phone on its side, scrolls."""
TITLE_HEIGHT = 31.0
"""What a title is high at the system's plain size of text, in dp."""
NOTICE_SECONDS = 10


class Size(StrEnum):
    """The sizes of text, by what they are for."""

    HERO = "hero"
    TITLE = "title"
    NUMBER = "number"
    BODY = "body"
    SMALL = "small"
    TINY = "tiny"


FIGURE = 0.53
"""The width of a figure, in em; spaces between thousands take a third of it."""
SIZES = {Size.HERO: 34, Size.TITLE: 22, Size.NUMBER: 18, Size.BODY: 16, Size.SMALL: 14, Size.TINY: 12}


class Ink(StrEnum):
    """The colours, by what they mean; light and dark give each its own value."""

    TEXT = ft.Colors.ON_SURFACE.value
    QUIET = ft.Colors.ON_SURFACE_VARIANT.value
    PAPER = ft.Colors.SURFACE.value
    TONE = ft.Colors.SURFACE_CONTAINER.value
    DEEP = ft.Colors.SURFACE_CONTAINER_HIGH.value
    LINE = ft.Colors.OUTLINE_VARIANT.value
    EDGE = ft.Colors.OUTLINE.value
    ACCENT = ft.Colors.PRIMARY.value
    ON_ACCENT = ft.Colors.ON_PRIMARY.value
    CHOSEN = ft.Colors.PRIMARY_CONTAINER.value
    ON_CHOSEN = ft.Colors.ON_PRIMARY_CONTAINER.value
    GAIN = ft.Colors.TERTIARY.value
    LOSS = ft.Colors.ERROR.value
    NOTICE = ft.Colors.INVERSE_SURFACE.value
    ON_NOTICE = ft.Colors.ON_INVERSE_SURFACE.value
    NOTICE_ACTION = ft.Colors.INVERSE_PRIMARY.value


_LIGHT = ft.ColorScheme(
    primary="#1E5B43",
    on_primary="#FFFFFF",
    primary_container="#D5E7DC",
    on_primary_container="#0F2A1E",
    secondary="#1E5B43",
    on_secondary="#FFFFFF",
    secondary_container="#D5E7DC",
    on_secondary_container="#0F2A1E",
    tertiary="#17603F",
    error="#A3271C",
    on_error="#FFFFFF",
    surface="#FCFBF7",
    on_surface="#1B1B18",
    on_surface_variant="#57554C",
    surface_container_low="#F6F4EE",
    surface_container="#EFEDE5",
    surface_container_high="#E4E1D6",
    outline="#7A776C",
    outline_variant="#D9D6CB",
    inverse_surface="#2B2E2A",
    on_inverse_surface="#F4F2EA",
    inverse_primary="#9ED8B8",
)
_DARK = ft.ColorScheme(
    primary="#2F7A5B",
    on_primary="#FFFFFF",
    primary_container="#1F3A2C",
    on_primary_container="#D5E7DC",
    secondary="#2F7A5B",
    on_secondary="#FFFFFF",
    secondary_container="#1F3A2C",
    on_secondary_container="#D5E7DC",
    tertiary="#8FD3AE",
    error="#F4A79A",
    on_error="#3B0906",
    surface="#131613",
    on_surface="#F1EFE7",
    on_surface_variant="#B3B0A4",
    surface_container_low="#191C18",
    surface_container="#20241F",
    surface_container_high="#2C312B",
    outline="#8C897D",
    outline_variant="#363A34",
    inverse_surface="#E9E7DE",
    on_inverse_surface="#1B1B18",
    inverse_primary="#1E5B43",
)


def theme(*, dark: bool) -> ft.Theme:
    """Material 3, seeded once, for light or dark."""
    short = ft.PageTransitionTheme.ZOOM  # the one whose way back is at once
    return ft.Theme(
        color_scheme_seed=_LIGHT.primary,
        color_scheme=_DARK if dark else _LIGHT,
        font_family=REGULAR,
        scaffold_bgcolor=Ink.PAPER,
        page_transitions=ft.PageTransitionsTheme(
            android=short, ios=short, linux=short, macos=short, windows=short
        ),
        visual_density=ft.VisualDensity.STANDARD,
    )


@dataclass(frozen=True)
class Room:
    """What a window has room for: two panes; long words beside numbers; not even the entry of a hand, if it is low.

    `growth` is how much larger text is, `height` how many dp are sure to be there, in steps: what is drawn for a
    room is drawn again when it changes.
    """

    wide: bool = False
    roomy: bool = False
    low: bool = False
    growth: float = 1.0
    height: float = 600

    @classmethod
    def of(cls, width: float, height: float, growth: float) -> Room:
        """The room of a window so many dp wide and high, whose text is so much larger than plain."""
        wide, roomy, low = width >= TWO_PANES * growth, width >= ROOMY * growth, height < SCREENFUL
        return cls(wide, roomy, low, growth, height // 50 * 50)

    @property
    def large_text(self) -> bool:
        """Whether text is so large that what fills a window must scroll."""
        return self.growth >= LARGE_TEXT

    @property
    def scrolls(self) -> bool:
        """Whether the entry of a hand is more than a screenful."""
        return self.low or self.large_text


class Shape(StrEnum):
    """The shapes beside the names, which tell people apart without colour."""

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
    """A colour that the colour-blind tell apart (Okabe and Ito), the ink on it, and a shape."""

    colour: str
    ink: str
    shape: Shape


_BLACK, _WHITE = "#111111", "#FFFFFF"
MARKS = (
    Mark("#E69F00", _BLACK, Shape.CIRCLE),
    Mark("#56B4E9", _BLACK, Shape.SQUARE),
    Mark("#009E73", _BLACK, Shape.DIAMOND),
    Mark("#CC79A7", _BLACK, Shape.TRIANGLE),
    Mark("#F0E442", _BLACK, Shape.HEXAGON),
    Mark("#0072B2", _WHITE, Shape.PENTAGON),
    Mark("#D55E00", _BLACK, Shape.KITE),
    Mark("#999999", _BLACK, Shape.PLUS),
)


def mark(number: int) -> Mark:
    """The mark of a number; numbers beyond the last begin again."""
    return MARKS[number % len(MARKS)]
