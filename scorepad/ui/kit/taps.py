"""What can be tapped: tiles, keys, chips, rows, icons. They take text that is already translated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TypedDict, Unpack

import flet as ft

from scorepad.ui import theme
from scorepad.ui.kit.rows import centred_row, filling
from scorepad.ui.kit.window import Handler, safely, this_store
from scorepad.ui.kit.words import quiet, shown, text
from scorepad.ui.theme import Ink, Size


class Tap(TypedDict, total=False):
    """The state of a control to tap.

    `chosen` is for one of several, `toggled` for on and off. `why` is the reason why it is disabled: a screen reader
    reads it, a resting mouse or a tap shows it. `expand` is its share of a row. One that is `deliberate`
    takes no tap while nobody can have read it: it decides something where the second of two taps may fall.
    """

    chosen: bool | None
    toggled: bool | None
    why: str | None
    expand: bool | int | None
    deliberate: bool


@dataclass(frozen=True)
class Look:
    """What a control to tap looks like.

    Without a `fill` what is below shows through. `ring` is the ink of the line around it while it has the focus.
    """

    fill: Ink | None = Ink.TONE
    edge: bool = False
    padding: tuple[float, float, float, float] = (0, 0, 0, 0)
    """Left, top, right and bottom."""
    radius: float = theme.RADIUS
    alignment: tuple[float, float] = (-1, 0)
    """Across and down, from -1 to 1."""
    ripples: bool = True
    ring: Ink = Ink.RING


def tappable(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    look: Look,
    *,
    height: float | None = theme.TARGET,
    width: float | None = None,
    label: str | None = None,
    **state: Unpack[Tap],
) -> ft.Control:
    """A box to tap, named by its text; its state does not show by colour alone. Without `on_tap` it is disabled.

    The `height`, in dp, grows with the text of the system; without one, it is as high as its content. A screen reader
    reads the `label`, if given, in the place of the text.
    """
    chosen, toggled, why = state.get("chosen"), state.get("toggled"), state.get("why")
    enabled = on_tap is not None
    fill = Ink.CHOSEN if (chosen or toggled) and look.fill != Ink.ACCENT else look.fill
    if label is not None:
        content = ft.Semantics(exclude_semantics=True, content=content)
    button = ft.TextButton(
        content,
        style=_style(replace(look, fill=fill)),
        width=width,
        height=height and height * this_store().layout.growth,
        on_click=safely(on_tap, identifier if state.get("deliberate") else "") if on_tap else None,
        on_focus=_focused,
        disabled=not enabled,
        tooltip=shown(why) if why else None,
        opacity=1 if enabled else 0.4,
    )
    return ft.MergeSemantics(
        expand=state.get("expand"),
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
    """The part of a control to tap that can have the focus; None for any other control."""
    if not isinstance(control, ft.MergeSemantics) or not isinstance(control.content, ft.Semantics):
        return None
    button = control.content.content
    return button if isinstance(button, ft.TextButton) else None


def _focused(event: ft.Event[ft.TextButton]) -> None:
    event.page.data.navigation.focused = event.control._i


def ring(ink: Ink = Ink.RING) -> ft.BorderSide:
    """The line around what has the focus."""
    return ft.BorderSide(theme.RING, ink)


@cache
def _style(look: Look) -> ft.ButtonStyle:
    """The style of a look: the same object for each control, which Flet need not compare."""
    on = {Ink.ACCENT: Ink.ON_ACCENT, Ink.LOSS: Ink.ON_LOSS}
    ink = on.get(look.fill, Ink.TEXT) if look.fill else Ink.TEXT
    clear, touched = ft.Colors.TRANSPARENT, ft.Colors.with_opacity(0.1, ink)
    around, every = look.ring, ft.ControlState
    if look.fill == Ink.ACCENT:
        around = Ink.RING_ON_ACCENT
    elif look.fill == Ink.LOSS:
        around = Ink.ON_LOSS
    return ft.ButtonStyle(
        color=Ink.TEXT,
        bgcolor=look.fill or clear,
        overlay_color={
            every.PRESSED: touched if look.ripples else clear,
            every.HOVERED: touched,
            every.DEFAULT: clear,
        },
        elevation=0,
        animation_duration=0,
        padding=ft.Padding(*look.padding),
        side={
            every.FOCUSED: ring(around),
            every.DEFAULT: ft.BorderSide(1, Ink.EDGE if look.edge else clear),
        },
        shape=ft.RoundedRectangleBorder(radius=look.radius),
        alignment=ft.Alignment(*look.alignment),
        icon_size=24,
        visual_density=ft.VisualDensity.STANDARD,
    )


def four_sides(padding: ft.PaddingValue) -> tuple[float, float, float, float]:
    if isinstance(padding, ft.Padding):
        return (padding.left or 0, padding.top or 0, padding.right or 0, padding.bottom or 0)
    return (padding,) * 4


def tile(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    *,
    fill: Ink | None = Ink.TONE,
    height: float = theme.TARGET,
    edge: bool = False,
    padding: ft.PaddingValue = 8,
    alignment: ft.Alignment = ft.Alignment.CENTER,
    ring: Ink = Ink.RING,
    **state: Unpack[Tap],
) -> ft.Control:
    """A tile with a word or two in its middle, at least 48 dp high."""
    look = Look(fill, edge, four_sides(padding), alignment=(alignment.x, alignment.y), ring=ring)
    if not state.get("expand"):  # alone in a line it takes the whole width, beside others only its own
        content = ft.Container(content, alignment=alignment)
    return tappable(identifier, content, on_tap, look, height=height, **state)


def outlined_tile(
    identifier: str, content: ft.Control, on_tap: Handler | None, **state: Unpack[Tap]
) -> ft.Control:
    """A tile of less weight: an edge, and no fill."""
    return tile(identifier, content, on_tap, fill=None, edge=True, **state)


def older(words: str, on_tap: Handler) -> ft.Control:
    """The tile under a long list, which shows more of it."""
    return outlined_tile("older", text(words, Size.SMALL), on_tap)


def key(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    *,
    fill: Ink = Ink.TONE,
    **state: Unpack[Tap],
) -> ft.Control:
    """A key of a pad, which shares the width of its row."""
    state.setdefault("expand", 1)
    return tile(identifier, content, on_tap, fill=fill, height=theme.KEY, padding=0, **state)


def key_hint(words: str) -> ft.Control:
    """The key that does what a tap does; nobody hears it."""
    return ft.Semantics(exclude_semantics=True, content=quiet(words, Size.TINY, lines=1))


def with_hint(content: ft.Control, hint: str) -> ft.Control:
    """What is on a tile, and in its corner the key that does the same, if there is one."""
    if not hint:
        return content
    middle = ft.Container(content, alignment=ft.Alignment.CENTER)
    return ft.Stack([middle, ft.Container(key_hint(hint), top=2, right=6)], fit=ft.StackFit.EXPAND)


def row_tile(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    *,
    fill: Ink | None = Ink.TONE,
    edge: bool = False,
    height: float | None = None,
    padding: ft.PaddingValue = 12,
    **state: Unpack[Tap],
) -> ft.Control:
    """A tile of the whole width, with lines that begin at its left; without a `height`, as high as its content."""
    return tappable(
        identifier, content, on_tap, Look(fill, edge, four_sides(padding)), height=height, **state
    )


def link_tile(identifier: str, words: str, on_tap: Handler) -> ft.Control:
    """A row that leads to another screen."""
    row = ft.Row([filling(text(words, bold=True)), chevron()])
    return row_tile(identifier, row, on_tap, height=theme.TARGET, padding=ft.Padding.symmetric(horizontal=14))


def chevron() -> ft.Control:
    """The sign at the end of a row that leads to another screen."""
    return ft.Icon(ft.Icons.CHEVRON_RIGHT, color=Ink.QUIET)


def radio(chosen: bool) -> ft.Control:
    """The sign of one of several choices."""
    icon = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    return ft.Icon(icon, size=22, color=Ink.TEXT)


def action(
    identifier: str,
    content: ft.Control | str,
    on_tap: Handler | None,
    why: str | None = None,
    *,
    icon: ft.IconData | None = None,
    ripples: bool = True,
    grows: bool = False,
    deletes: bool = False,
) -> ft.Control:
    """The one strong action of a screen, in red if it `deletes`; one that `grows` is as high as its content.

    An action that leaves the screen at once need not ripple: that would only delay it.
    """
    fill, ink = (Ink.LOSS, Ink.ON_LOSS) if deletes else (Ink.ACCENT, Ink.ON_ACCENT)
    if isinstance(content, str):
        picture = [ft.Icon(icon, color=ink)] if icon else []
        words = text(content, Size.NUMBER, ink, bold=True, align=ft.TextAlign.CENTER)
        words.expand = words.expand_loose = True
        content = ft.Row([*picture, words], alignment=ft.MainAxisAlignment.CENTER)
    around = ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=theme.SPACE if grows else 0)
    look = Look(fill, padding=four_sides(around), ripples=ripples)
    return tappable(identifier, content, on_tap, look, height=None if grows else theme.ACTION, why=why)


def pill(
    identifier: str, content: ft.Control, on_tap: Handler | None, *, padding: float = 14, **state: Unpack[Tap]
) -> ft.Control:
    """A tile with round ends and an edge."""
    look = Look(None, True, (padding, 0, padding, 0), radius=theme.TARGET / 2, alignment=(0, 0))
    return tappable(identifier, content, on_tap, look, **state)


def chip(
    identifier: str,
    words: str,
    on_tap: Handler | None,
    *,
    icon: ft.IconData | None = None,
    size: Size = Size.SMALL,
    hint: str = "",
    **state: Unpack[Tap],
) -> ft.Control:
    """A word or two to tap; a tick beside them shows that it is on, a `hint` the key that does the same."""
    on, expand = bool(state.get("toggled")), state.get("expand")
    picture = ft.Icons.CHECK if on else icon
    large = this_store().layout.large_text
    lines = None if large else 2 if expand else 1
    written = text(words, size, bold=on, lines=lines, align=ft.TextAlign.CENTER)
    if expand or large:  # it takes more lines where it must
        written.expand = written.expand_loose = True
    row = centred_row(
        *([ft.Icon(picture, size=18, color=Ink.TEXT)] if picture else []),
        written,
        *([key_hint(hint)] if hint else []),
    )
    return pill(identifier, row, on_tap, padding=4 if expand else 14, **state)


def icon_tile(
    identifier: str, icon: ft.IconData, words: str, on_tap: Handler | None, why: str | None = None
) -> ft.Control:
    """An icon to tap, with a name for screen readers."""
    picture = ft.Icon(icon, size=24, color=Ink.TEXT, semantics_label=words)
    look = Look(None, radius=theme.TARGET / 2, alignment=(0, 0))
    return tappable(identifier, picture, on_tap, look, width=theme.TARGET, why=why)


def stepper(
    identifier: str,
    value: ft.Control,
    less: tuple[str, Handler | None],
    more: tuple[str, Handler | None],
    *,
    width: float | None = None,
) -> list[ft.Control]:
    """A value between the taps that lower and raise it, each with its words for screen readers.

    The value has a `width`, in dp at the plain size of text, or what the others leave.
    """
    middle = ft.Container(value, expand=width is None, alignment=ft.Alignment.CENTER)
    middle.width = width and width * this_store().layout.growth
    return [
        icon_tile(f"{identifier}-less", ft.Icons.REMOVE, *less),
        middle,
        icon_tile(f"{identifier}-more", ft.Icons.ADD, *more),
    ]
