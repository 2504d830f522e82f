"""The design of the screens: only this module and scorepad.design name a colour, a size or a font."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar, cast

import flet as ft

from scorepad.design import BOLD as BOLD
from scorepad.design import DARK, LIGHT, Palette, line_colour
from scorepad.design import FONTS as FONTS
from scorepad.design import REGULAR as REGULAR

T = TypeVar("T")

TARGET = 48
"""The least width and height of a control to tap, in dp."""
KEY, TALL_KEY, LARGE_KEY = 52, 112, 72
"""The height of a key of the keypad; its greatest height where it has room to grow; its height in large text. In dp."""
HEAD = 56
"""The height of the head of a screen, in dp at the plain size of text."""
ACTION = 60
"""The height of the one strong action of a screen, in dp."""
GAP, SPACE, MARGIN = 6, 12, 16
"""Spaces in dp: GAP between keys, SPACE between groups and to the edge of the screen, MARGIN within a large tile."""
RADIUS = 12
RING = 2
"""The width of the line around the control that has the focus, in dp."""
TWO_PANES, THREE_PANES = 720, 1180
"""The least widths of a window with two and with three panes, in dp at the plain size of text."""
BESIDE = 0.4
"""The share of the width that the second of two panes takes; the first is the sheet."""
ENTRY_PANE, EVENING_PANE = 360, 340
"""In three panes, the widths of the entry and of the pane beside it, in dp."""
TWO_COLUMNS = 560
"""The least width of the entry in two columns, in dp."""
ENTRY_ALONE = 480
"""The greatest width of the entry without a sheet beside it, in dp at the plain size of text."""
READING_WIDTH = 640
"""The greatest width of text and lists, in dp at the plain size of text."""
LARGE_TEXT = 1.15
"""From this size of the system's text on, screens scroll rather than fill the window."""
LYING_HEIGHT, LYING_WIDTH = 450, 960
"""A window that is lower than this height and narrower than this width is a phone that lies on its side. In dp."""
NARROW, LOW = 320, 400
"""In large text: the least width for words with an amount beside them, and the least height for a fixed foot.

In dp at the plain size of text.
"""
TITLE_HEIGHT = 31.0
"""The height of a title at the system's default size of text, in dp."""
NOTICE_SECONDS = 10
WHY_SECONDS = 4
"""The seconds for which a tap on a disabled control shows the reason."""


class Size(StrEnum):
    """The sizes of text, by purpose."""

    HERO = "hero"
    TITLE = "title"
    NUMBER = "number"
    BODY = "body"
    SMALL = "small"
    TINY = "tiny"


FIGURE = 0.53
"""The width of a digit, in em; a space between thousands has a third of this width."""
LETTER = 0.5
"""The greatest average width of a letter in a few words, in em."""
LINE = 1.43
"""The height of a line, in em."""
ASCENT = 0.719
"""The share of a line that is above the baseline."""
SIZES = {Size.HERO: 34, Size.TITLE: 22, Size.NUMBER: 18, Size.BODY: 16, Size.SMALL: 14, Size.TINY: 12}


class Ink(StrEnum):
    """The colours, by meaning; the light and the dark theme give each its own value."""

    TEXT = ft.Colors.ON_SURFACE.value
    QUIET = ft.Colors.ON_SURFACE_VARIANT.value
    PAPER = ft.Colors.SURFACE.value
    TONE = ft.Colors.SURFACE_CONTAINER.value
    LINE = ft.Colors.OUTLINE_VARIANT.value
    EDGE = ft.Colors.OUTLINE.value
    ACCENT = ft.Colors.PRIMARY.value
    ON_ACCENT = ft.Colors.ON_PRIMARY.value
    CHOSEN = ft.Colors.PRIMARY_CONTAINER.value
    ON_CHOSEN = ft.Colors.ON_PRIMARY_CONTAINER.value
    GAIN = ft.Colors.TERTIARY.value
    LOSS = ft.Colors.ERROR.value
    ON_LOSS = ft.Colors.ON_ERROR.value
    NOTICE = ft.Colors.INVERSE_SURFACE.value
    ON_NOTICE = ft.Colors.ON_INVERSE_SURFACE.value
    NOTICE_ACTION = ft.Colors.INVERSE_PRIMARY.value
    RING = ft.Colors.TERTIARY_CONTAINER.value
    RING_ON_ACCENT = ft.Colors.ON_TERTIARY_CONTAINER.value


BAND = 0.35
"""The opacity of the band that shows the likely range of a share on its bar."""
_LINES = (
    *("primary_fixed", "primary_fixed_dim", "secondary_fixed", "secondary_fixed_dim"),
    *("tertiary_fixed", "tertiary_fixed_dim", "on_primary_fixed", "on_secondary_fixed"),
)
"""Flet’s theme colours that the lines of the curve use, one for each colour of the marks."""


INKS = Palette(
    **{ink.name.lower(): ink.value for ink in Ink},
    low=ft.Colors.SURFACE_CONTAINER_LOW.value,
    deep=ft.Colors.SURFACE_CONTAINER_HIGH.value,
    lines=tuple(ft.Colors[name.upper()].value for name in _LINES),
    band=ft.Colors.with_opacity(BAND, Ink.RING),
)
"""The inks for a drawing. The theme gives each ink its colour, so that a new theme does not draw anything again."""


def _colours(palette: Palette) -> ft.ColorScheme:
    lines = {name: line_colour(number, palette) for number, name in enumerate(_LINES)}
    return ft.ColorScheme(
        **lines,
        primary=palette.accent,
        on_primary=palette.on_accent,
        primary_container=palette.chosen,
        on_primary_container=palette.on_chosen,
        secondary=palette.accent,
        on_secondary=palette.on_accent,
        secondary_container=palette.chosen,
        on_secondary_container=palette.on_chosen,
        tertiary=palette.gain,
        error=palette.loss,
        on_error=palette.on_loss,
        surface=palette.paper,
        on_surface=palette.text,
        on_surface_variant=palette.quiet,
        surface_container_low=palette.low,
        surface_container=palette.tone,
        surface_container_high=palette.deep,
        outline=palette.edge,
        outline_variant=palette.line,
        inverse_surface=palette.notice,
        on_inverse_surface=palette.on_notice,
        inverse_primary=palette.notice_action,
        tertiary_container=palette.ring,
        on_tertiary_container=palette.ring_on_accent,
    )


def theme(*, dark: bool) -> ft.Theme:
    """Flet's theme for light or dark: Material 3, with the same seed for both."""
    short = ft.PageTransitionTheme.ZOOM  # the only transition that goes back at once
    return ft.Theme(
        color_scheme_seed=LIGHT.accent,
        color_scheme=_colours(DARK if dark else LIGHT),
        font_family=REGULAR,
        text_theme=ft.TextTheme(
            body_medium=ft.TextStyle(letter_spacing=0),
            label_large=ft.TextStyle(letter_spacing=0, weight=ft.FontWeight.NORMAL),  # for controls to tap
        ),
        scaffold_bgcolor=Ink.PAPER,
        page_transitions=ft.PageTransitionsTheme(
            android=short, ios=short, linux=short, macos=short, windows=short
        ),
        tooltip_theme=ft.TooltipTheme(  # a tap on a disabled control shows the reason
            trigger_mode=cast("ft.TooltipTriggerMode", ft.TooltipTriggerMode.TAP),
            show_duration=ft.Duration(seconds=WHY_SECONDS),
            text_style=ft.TextStyle(size=SIZES[Size.SMALL], color=Ink.ON_NOTICE, font_family=REGULAR),
            decoration=ft.BoxDecoration(bgcolor=Ink.NOTICE, border_radius=RADIUS),
            padding=ft.Padding.symmetric(horizontal=14, vertical=8),
            margin=ft.Margin.symmetric(horizontal=SPACE),
        ),
        visual_density=ft.VisualDensity.STANDARD,
        icon_theme=ft.IconTheme(apply_text_scaling=True),
    )


@dataclass(frozen=True)
class Layout:
    """The sizes that the screens depend on; when the layout changes, the controls that use it are drawn again.

    `wide` is true for two or three panes, `three` only for three. `growth` is the factor of the system's text size.
    `height` is the height of the window, and `sheet` the width of the sheet, both rounded down to 20 dp; `entry` is
    the width of the entry in dp. `left_handed` puts the controls where the left thumb reaches them. `keys` tells
    whether letters and digits enter a hand.
    """

    wide: bool = False
    three: bool = False
    growth: float = 1.0
    height: float = 600
    sheet: float = 360
    entry: float = 360
    left_handed: bool = False
    keys: bool = True

    @classmethod
    def of(cls, width: float, height: float, growth: float, **switches: bool) -> Layout:
        """The layout of a window, from its width and height in dp, the factor of its text size, and its switches."""
        lies = height < LYING_HEIGHT and width < LYING_WIDTH  # two panes would be too low for a keypad
        wide, three = width >= TWO_PANES * growth and not lies, width >= THREE_PANES * growth
        entry = sheet = width
        if three:
            entry, sheet = ENTRY_PANE, width - ENTRY_PANE - EVENING_PANE
        elif wide:
            entry = BESIDE * width // 4 * 4
            sheet = width - entry
        sheet = sheet // 20 * 20 or cls.sheet
        return cls(wide, three, growth, height // 20 * 20, sheet, entry or cls.entry, **switches)

    def handed(self, row: Sequence[T]) -> list[T]:
        """The parts of a row; in reverse order if the layout is left-handed."""
        return [*reversed(row)] if self.left_handed else [*row]

    @property
    def alone(self) -> Layout:
        """The layout for an entry that has no sheet beside it, even if the window is wide."""
        return replace(self, wide=False, entry=ENTRY_ALONE * self.growth) if self.wide else self

    @property
    def reading(self) -> float:
        """The greatest width of text and lists, in dp."""
        return READING_WIDTH * self.growth

    @property
    def broad(self) -> float:
        """The greatest width of text and lists, in dp: two columns if there are three panes, else one column."""
        return 2 * self.reading if self.three else self.reading

    @property
    def pane_width(self) -> float:
        """The width of a screen of an evening, in dp: the pane beside the sheet or, without panes, the whole window."""
        if self.three:
            return EVENING_PANE
        return self.entry if self.wide else self.sheet

    @property
    def tight(self) -> bool:
        """Whether there are exactly two panes: beside the sheet, the entry has less room than on a phone."""
        return self.wide and not self.three

    @property
    def short_rows(self) -> bool:
        """Whether a row of the entry is narrower than on an upright phone: beside the sheet, or in two columns."""
        return self.tight or self.two_columns

    @property
    def large_text(self) -> bool:
        """Whether screens must scroll because of the size of text."""
        return self.growth >= LARGE_TEXT

    @property
    def two_columns(self) -> bool:
        """Whether the entry stands in two columns, as on a phone that lies on its side."""
        return (
            self.height < LYING_HEIGHT and self.entry >= TWO_COLUMNS and not self.wide and not self.large_text
        )

    @property
    def answers(self) -> float:
        """The width of the entry's column with the answers, in dp: half of the entry if it has two columns."""
        return self.entry / 2 if self.two_columns else self.entry

    @property
    def narrow(self) -> bool:
        """Whether the text is so large that an amount has no room beside the words of a line."""
        return self.large_text and self.pane_width < NARROW * self.growth

    @property
    def low(self) -> bool:
        """Whether the text is so large that the foot of a screen must scroll with the content above it."""
        return self.large_text and self.height < LOW * self.growth
