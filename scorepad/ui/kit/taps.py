"""Controls to tap: tiles, keys, chips, rows and icons. They take text that is already translated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypedDict, Unpack

import flet as ft

from scorepad.ui import theme
from scorepad.ui.kit.rows import centred_row, filling
from scorepad.ui.kit.window import Tap, safely
from scorepad.ui.kit.words import quiet, shown, text
from scorepad.ui.theme import Ink, Layout, Size


class TapLook(TypedDict, total=False):
    """The look of a control to tap, the state that it shows, and its place.

    `chosen` tells whether this is the selected one of several controls, `toggled` whether a switch is on; a `plain`
    control looks the same in either state. `why` is the reason why the control is disabled: screen readers read it, and
    a tooltip shows it. A `deliberate` control decides something: it ignores the second tap of a double tap.
    `expand` is the share of the control in its row. `width` and `height` are in dp; the height grows with the system's
    text size, and None is the height of the content. A screen reader reads the `label` in place of the text. If `fill`
    is None, the control is transparent. `ring` is the ink of its border while it has the focus.
    """

    chosen: bool | None
    toggled: bool | None
    plain: bool
    why: str | None
    expand: bool | int | None
    deliberate: bool
    width: float
    height: float | None
    label: str
    fill: Ink | None
    edge: bool
    padding: ft.PaddingValue
    radius: float
    alignment: ft.Alignment
    ripples: bool
    ring: Ink


TILE: TapLook = {"height": theme.TARGET, "padding": 8, "alignment": ft.Alignment.CENTER}
OUTLINED: TapLook = {**TILE, "fill": None, "edge": True}
KEY: TapLook = {**TILE, "height": theme.KEY, "padding": 0, "expand": 1, "edge": True}
LINE: TapLook = {"height": None, "padding": 12}
ACTION: TapLook = {
    "fill": Ink.ACCENT,
    "height": theme.ACTION,
    "padding": ft.Padding.symmetric(horizontal=theme.MARGIN),
}
ROUND: TapLook = {"fill": None, "radius": theme.TARGET / 2, "alignment": ft.Alignment.CENTER}
PILL: TapLook = {**ROUND, "edge": True, "padding": ft.Padding.symmetric(horizontal=14)}


DISABLED = 0.55
"""The opacity of a disabled control: its words stay legible."""
CHEVRON = 24
"""The width of the sign of a row that leads to another screen, in dp."""
LEADING = ft.Padding.only(left=12, top=12, right=4, bottom=12)
"""The padding of a row that ends with the sign; the sign has its own space at its sides."""


def tappable(
    layout: Layout, identifier: str, content: ft.Control, on_tap: Tap | None, **look: Unpack[TapLook]
) -> ft.Control:
    """A box to tap; its text is its name for screen readers. Without `on_tap` it is disabled."""
    chosen, toggled, why, enabled = look.get("chosen"), look.get("toggled"), look.get("why"), bool(on_tap)
    height, label = look.get("height", theme.TARGET), look.get("label")
    if label is not None:
        content = ft.Semantics(exclude_semantics=True, content=content)
    button = ft.TextButton(
        content,
        style=_style(_box(look)),
        width=look.get("width"),
        height=height and height * layout.growth,
        on_click=safely(on_tap, identifier if look.get("deliberate") else "") if on_tap else None,
        disabled=not enabled,
        tooltip=shown(why) if why else None,
        opacity=1 if enabled else DISABLED,
    )
    return ft.MergeSemantics(
        expand=look.get("expand"),
        content=ft.Semantics(
            identifier=identifier,
            label=label,
            selected=chosen,
            toggled=toggled,
            button=True if not enabled and toggled is None else None,
            disabled=not enabled,
            content=button,
        ),
    )


def button_of(control: ft.BaseControl) -> ft.TextButton | None:
    """The button in a control that `tappable` made, to give it the focus; None for any other control."""
    if not isinstance(control, ft.MergeSemantics) or not isinstance(control.content, ft.Semantics):
        return None
    button = control.content.content
    return button if isinstance(button, ft.TextButton) else None


class _Box(NamedTuple):
    """The part of a look from which the style is made."""

    fill: Ink | None
    edge: bool
    padding: tuple[float, ...]
    """The space at the left, the top, the right and the bottom, in dp."""
    radius: float
    alignment: tuple[float, float]
    ripples: bool
    ring: Ink


def _box(look: TapLook) -> _Box:
    fill, padding = look.get("fill", Ink.TONE), look.get("padding", 0)
    if (look.get("chosen") or look.get("toggled")) and fill != Ink.ACCENT and not look.get("plain"):
        fill = Ink.CHOSEN
    if isinstance(padding, ft.Padding):
        sides = (padding.left or 0, padding.top or 0, padding.right or 0, padding.bottom or 0)
    else:
        sides = (padding,) * 4
    at = look.get("alignment", ft.Alignment.CENTER_LEFT)
    rings = {Ink.ACCENT: Ink.RING_ON_ACCENT, Ink.LOSS: Ink.ON_LOSS}
    ring = rings.get(fill, look.get("ring", Ink.RING)) if fill else look.get("ring", Ink.RING)
    radius, ripples = look.get("radius", theme.RADIUS), look.get("ripples", True)
    return _Box(fill, look.get("edge", False), sides, radius, (at.x, at.y), ripples, ring)


@cache
def _style(box: _Box) -> ft.ButtonStyle:
    """The style of a box; equal boxes share one object, so that Flet need not compare it."""
    on = {Ink.ACCENT: Ink.ON_ACCENT, Ink.LOSS: Ink.ON_LOSS}
    ink = on.get(box.fill, Ink.TEXT) if box.fill else Ink.TEXT
    clear, touched, every = ft.Colors.TRANSPARENT, ft.Colors.with_opacity(0.1, ink), ft.ControlState
    return ft.ButtonStyle(
        color=Ink.TEXT,
        bgcolor=box.fill or clear,
        overlay_color={
            every.PRESSED: touched if box.ripples else clear,
            every.HOVERED: touched,
            every.DEFAULT: clear,
        },
        elevation=0,
        animation_duration=0,
        padding=ft.Padding(*box.padding),
        side={
            every.FOCUSED: ft.BorderSide(theme.RING, box.ring),
            every.DEFAULT: ft.BorderSide(1, Ink.EDGE if box.edge else clear),
        },
        shape=ft.RoundedRectangleBorder(radius=box.radius),
        alignment=ft.Alignment(*box.alignment),
        icon_size=24,
        visual_density=ft.VisualDensity.STANDARD,
    )


def tile(
    layout: Layout, identifier: str, content: ft.Control, on_tap: Tap | None, **look: Unpack[TapLook]
) -> ft.Control:
    """A tile with a word or two in its middle, by default `TARGET` high."""
    whole = TILE | look
    if not look.get("expand"):  # alone in a line, a tile takes the whole width
        content = ft.Container(content, alignment=whole["alignment"])
    return tappable(layout, identifier, content, on_tap, **whole)


def outlined_tile(
    layout: Layout, identifier: str, content: ft.Control, on_tap: Tap | None, **look: Unpack[TapLook]
) -> ft.Control:
    """A less prominent tile, with a border and without a fill."""
    return tile(layout, identifier, content, on_tap, **(OUTLINED | look))


def key(
    layout: Layout, identifier: str, content: ft.Control, on_tap: Tap | None, **look: Unpack[TapLook]
) -> ft.Control:
    """A key of a keypad; the keys of a row share its width."""
    return tile(layout, identifier, content, on_tap, **(KEY | look))


def key_hint(words: str) -> ft.Control:
    """The name of the keyboard key that does the same as a tap; screen readers skip it."""
    return ft.Semantics(exclude_semantics=True, content=quiet(words, Size.TINY, lines=1))


def with_hint(content: ft.Control, hint: str) -> ft.Control:
    """The content of a tile, with the `hint`, if any, in its corner: the keyboard key that does the same as a tap."""
    if not hint:
        return content
    middle = ft.Container(content, alignment=ft.Alignment.CENTER)
    return ft.Stack([middle, ft.Container(key_hint(hint), top=2, right=6)], fit=ft.StackFit.EXPAND)


def row_tile(
    layout: Layout, identifier: str, content: ft.Control, on_tap: Tap | None, **look: Unpack[TapLook]
) -> ft.Control:
    """A tile that is as wide as the available space and as high as its content, which is aligned to the left."""
    return tappable(layout, identifier, content, on_tap, **(LINE | look))


def chevron() -> ft.Control:
    """The sign at the end of a row that leads to another screen."""
    return ft.Icon(ft.Icons.CHEVRON_RIGHT, size=CHEVRON, color=Ink.QUIET, apply_text_scaling=False)


def with_chevron(content: ft.Control) -> ft.Control:
    """The content of a row that leads to another screen, followed by a chevron."""
    return ft.Row([filling(content), chevron()], spacing=0)


def radio(chosen: bool) -> ft.Control:
    """The radio button of one of several choices."""
    icon = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    return ft.Icon(icon, size=22, color=Ink.TEXT, apply_text_scaling=False)


def action(
    layout: Layout,
    identifier: str,
    content: ft.Control | str,
    on_tap: Tap | None,
    why: str | None = None,
    icon: ft.IconData | None = None,
    ripples: bool = True,
    label: str | None = None,
) -> ft.Control:
    """The primary button of a screen, which has only one.

    If the `content` is a control, the button is as high as this control in large text. `ripples` is false for an action
    that leaves the screen at once: a ripple would only delay it. A screen reader reads the `label` in place of the
    content.
    """
    ink, look = Ink.ON_ACCENT, (ACTION | {"why": why, "ripples": ripples})
    if label is not None:
        look = look | {"label": label}
    if isinstance(content, str):
        picture = [ft.Icon(icon, color=ink)] if icon else []
        words = text(content, Size.NUMBER, ink, bold=True, align=ft.TextAlign.CENTER)
        words.expand = words.expand_loose = True
        content = ft.Row([*picture, words], alignment=ft.MainAxisAlignment.CENTER)
    elif layout.large_text:
        look = look | {"height": None, "padding": theme.MARGIN}
    return tappable(layout, identifier, content, on_tap, **look)


def pill(
    layout: Layout, identifier: str, content: ft.Control, on_tap: Tap | None, **look: Unpack[TapLook]
) -> ft.Control:
    """A tile with round ends and an edge."""
    return tappable(layout, identifier, content, on_tap, **(PILL | look))


def chip(
    layout: Layout,
    identifier: str,
    words: str,
    on_tap: Tap | None,
    icon: ft.IconData | None = None,
    *,
    size: Size = Size.SMALL,
    hint: str = "",
    **look: Unpack[TapLook],
) -> ft.Control:
    """A pill with a word or two; a tick shows that it is on, and a `hint` names the keyboard key that does the same."""
    on, expand = bool(look.get("toggled") or look.get("chosen")) and not look.get("plain"), look.get("expand")
    picture = ft.Icons.CHECK if on else icon
    lines = None if layout.large_text else 2 if expand else 1
    written = text(words, size, bold=on, lines=lines, align=ft.TextAlign.CENTER)
    if expand or layout.large_text:  # the words take more lines where they must
        written.expand = written.expand_loose = True
    row = centred_row(
        *([ft.Icon(picture, size=18, color=Ink.TEXT, apply_text_scaling=False)] if picture else []),
        written,
        *([key_hint(hint)] if hint else []),
    )
    around: TapLook = {"padding": ft.Padding.symmetric(horizontal=4 if expand else 14)}
    return pill(layout, identifier, row, on_tap, **(around | look))


def wide_chip(
    layout: Layout, identifier: str, words: str, on_tap: Tap | None, **look: Unpack[TapLook]
) -> ft.Control:
    """A chip as wide as the available space; its words take up to two lines, or any number of lines in large text."""
    return ft.Row([chip(layout, identifier, words, on_tap, **(look | {"expand": 1}))])


def icon_tile(
    layout: Layout, identifier: str, icon: ft.IconData, words: str, on_tap: Tap | None, why: str | None = None
) -> ft.Control:
    """An icon to tap, with a name for screen readers."""
    picture = ft.Icon(icon, size=24, color=Ink.TEXT, semantics_label=words)
    look: TapLook = {**ROUND, "width": theme.TARGET, "why": why}
    return tappable(layout, identifier, picture, on_tap, **look)


# -- menus ---


@dataclass(frozen=True)
class MenuItem:
    """A line of a menu. If it `begins` a group, a rule stands above it; quiet words about its state stand `below`."""

    identifier: str
    words: str
    on_tap: Tap
    begins: bool = False
    below: str = ""


def menu(
    layout: Layout,
    identifier: str,
    label: str,
    items: Sequence[MenuItem],
    *,
    icon: ft.IconData = ft.Icons.MORE_HORIZ,
) -> ft.Control:
    """An icon, by default three dots, that opens the menu at a tap; `label` is its name for screen readers."""
    picture = ft.Container(
        ft.Icon(icon, size=24, color=Ink.TEXT),
        width=theme.TARGET,
        height=theme.TARGET * layout.growth,
        alignment=ft.Alignment.CENTER,
    )
    lines: list[ft.PopupMenuItem] = []
    for item in items:
        if item.begins and lines:
            lines.append(ft.PopupMenuItem())  # the rule
        lines.append(_menu_line(layout, item))
    button = ft.PopupMenuButton(
        picture,
        lines,
        tooltip=label,
        bgcolor=Ink.PAPER,
        menu_position=ft.PopupMenuPosition.UNDER,
        shape=ft.RoundedRectangleBorder(radius=theme.RADIUS, side=ft.BorderSide(1, Ink.LINE)),
        # An animation would move the lines under the finger.
        popup_animation_style=ft.AnimationStyle(duration=0, reverse_duration=0),
    )
    return ft.MergeSemantics(content=ft.Semantics(identifier=identifier, content=button))


def with_menu(line: ft.Control, menu: ft.Control) -> ft.Control:
    """A line of a list with a menu of its own at its right."""
    return ft.Row([filling(line), menu], spacing=0)


def _menu_line(layout: Layout, item: MenuItem) -> ft.PopupMenuItem:
    content: ft.Control = text(item.words, lines=2)
    if item.below:
        content = ft.Column([content, quiet(item.below, Size.TINY, lines=3)], spacing=0, tight=True)
    return ft.PopupMenuItem(
        ft.Semantics(identifier=item.identifier, content=content),
        height=theme.TARGET * layout.growth,
        on_click=safely(item.on_tap),
    )
