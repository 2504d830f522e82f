"""Text, tiles, chips and fields. None knows the game; each takes text that is already translated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict, Unpack

import flet as ft

from scorepad.i18n import Translator
from scorepad.ui import theme
from scorepad.ui.components.guard import Handler, app_state, memo_component, safely
from scorepad.ui.glyphs import drawable
from scorepad.ui.theme import Ink, Size

# -- text ---


def shown(value: str) -> str:
    """What people typed, as the fonts of this window can draw it."""
    return drawable(value, system=app_state().system_fonts)


def text(
    value: str,
    size: Size = Size.BODY,
    ink: Ink = Ink.TEXT,
    *,
    bold: bool = False,
    align: ft.TextAlign = ft.TextAlign.START,
    lines: int | None = None,
    struck: bool = False,
    label: str | None = None,
) -> ft.Text:
    """Text in one of the sizes and inks; a screen reader hears it as it was typed."""
    drawn = shown(value)
    return ft.Text(
        drawn,
        size=theme.SIZES[size],
        color=ink,
        font_family=theme.BOLD if bold else theme.REGULAR,
        text_align=align,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        semantics_label=value if label is None and drawn != value else label,
        style=ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if struck else None,
    )


def heading(value: str, size: Size = Size.TITLE, level: int = 1) -> ft.Control:
    """A heading, known as one to a screen reader."""
    return ft.Semantics(header=True, heading_level=level, content=text(value, size, bold=True))


def and_more(t: Translator, rest: int) -> list[ft.Control]:
    """How many are not shown, if any."""
    words = t.plural("and {count} more", "and {count} more", rest)
    return [text(words, Size.SMALL, Ink.QUIET)] if rest > 0 else []


# -- rows ---


def centred_row(*controls: ft.Control, spacing: float = 4) -> ft.Row:
    """Controls in the middle of the width that they have."""
    return ft.Row([*controls], spacing=spacing, tight=True, alignment=ft.MainAxisAlignment.CENTER)


def wrapping_row(*controls: ft.Control, spacing: float = 8) -> ft.Row:
    """Controls in as many lines as they need."""
    return ft.Row([*controls], wrap=True, spacing=spacing, run_spacing=spacing)


# -- tiles: what can be tapped ---


class Tap(TypedDict, total=False):
    """The state of something to tap.

    `chosen` is for one of several, `toggled` for on and off. `why` is the reason that it cannot be tapped now, for a
    screen reader, a resting mouse and a finger that taps it all the same. `expand` is its share of a row.
    """

    chosen: bool | None
    toggled: bool | None
    why: str | None
    expand: bool | int | None


def tappable(identifier: str, box: ft.Container, on_tap: Handler | None, **state: Unpack[Tap]) -> ft.Control:
    """A box to tap, named by its text, its state told not by colour alone; `on_tap` None is one that cannot be."""
    chosen, toggled, why = state.get("chosen"), state.get("toggled"), state.get("why")
    enabled = on_tap is not None
    box.on_click = safely(on_tap) if on_tap is not None else None
    box.disabled = not enabled
    box.tooltip = shown(why) if why else None
    box.opacity = 1 if enabled else 0.4
    box.bgcolor = Ink.CHOSEN if (chosen or toggled) and box.bgcolor != Ink.ACCENT else box.bgcolor
    return ft.MergeSemantics(
        expand=state.get("expand"),
        content=ft.Semantics(
            identifier=identifier,
            selected=chosen,
            toggled=toggled,
            button=True if not enabled and toggled is None else None,
            disabled=not enabled,
            content=box,
        ),
    )


def _box(
    content: ft.Control,
    *,
    fill: Ink | None = Ink.TONE,
    edge: bool = False,
    height: float | None = theme.TARGET,
    padding: ft.PaddingValue = 0,
    radius: float = theme.RADIUS,
    **more: Any,
) -> ft.Container:
    """The box of a tile; its height, in dp, grows with the text of the system."""
    return ft.Container(
        content,
        bgcolor=fill,
        border=ft.Border.all(1, Ink.EDGE) if edge else None,
        border_radius=radius,
        height=height and height * app_state().layout.growth,
        padding=padding,
        **{"ink": True, **more},
    )


def tile(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    *,
    fill: Ink | None = Ink.TONE,
    height: float = theme.TARGET,
    padding: ft.PaddingValue = 8,
    alignment: ft.Alignment = ft.Alignment.CENTER,
    **state: Unpack[Tap],
) -> ft.Control:
    """A tile with a word or two in its middle, at least 48 dp high."""
    box = _box(content, fill=fill, height=height, padding=padding, alignment=alignment)
    return tappable(identifier, box, on_tap, **state)


def outlined_tile(
    identifier: str, content: ft.Control, on_tap: Handler | None, **state: Unpack[Tap]
) -> ft.Control:
    """A tile that steps back: an edge, and no fill."""
    box = _box(content, fill=None, edge=True, padding=8, alignment=ft.Alignment.CENTER)
    return tappable(identifier, box, on_tap, **state)


def older(words: str, on_tap: Handler) -> ft.Control:
    """The tile under a long list that draws more of it."""
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
    box = _box(content, fill=fill, height=theme.KEY, alignment=ft.Alignment.CENTER)
    state.setdefault("expand", 1)
    return tappable(identifier, box, on_tap, **state)


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
    """A tile of the whole width, with lines that begin at its left; as high as they are, unless told otherwise."""
    box = _box(content, fill=fill, edge=edge, height=height, padding=padding)
    return tappable(identifier, box, on_tap, **state)


def link_tile(identifier: str, words: str, on_tap: Handler) -> ft.Control:
    """A row that leads to another screen."""
    row = ft.Row(
        [ft.Container(text(words, bold=True), expand=True), ft.Icon(ft.Icons.CHEVRON_RIGHT, color=Ink.QUIET)]
    )
    return row_tile(identifier, row, on_tap, height=theme.TARGET, padding=ft.Padding.symmetric(horizontal=14))


def action(
    identifier: str,
    content: ft.Control | str,
    on_tap: Handler | None,
    why: str | None = None,
    *,
    icon: ft.IconData | None = None,
    ripples: bool = True,
    grows: bool = False,
) -> ft.Control:
    """The one strong action of a screen; one that `grows` is as high as its content.

    An action that leaves the screen at once need not ripple: that would only delay it.
    """
    if isinstance(content, str):
        picture = [ft.Icon(icon, color=Ink.ON_ACCENT)] if icon else []
        words = text(content, Size.NUMBER, Ink.ON_ACCENT, bold=True)
        content = ft.Row([*picture, words], alignment=ft.MainAxisAlignment.CENTER)
    box = _box(
        content,
        fill=Ink.ACCENT,
        height=None if grows else theme.ACTION,
        padding=ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=theme.SPACE if grows else 0),
        ink=ripples,
    )
    return tappable(identifier, box, on_tap, why=why)


# -- chips ---


def pill(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    *,
    padding: float = 14,
    **state: Unpack[Tap],
) -> ft.Control:
    """A tile with round ends and an edge."""
    around = ft.Padding.symmetric(horizontal=padding)
    box = _box(content, fill=None, edge=True, padding=around, radius=theme.TARGET / 2)
    return tappable(identifier, box, on_tap, **state)


def chip(
    identifier: str,
    words: str,
    on_tap: Handler | None,
    *,
    icon: ft.IconData | None = None,
    **state: Unpack[Tap],
) -> ft.Control:
    """A word or two to tap; a tick beside them tells that it is on."""
    on, expand = bool(state.get("toggled")), state.get("expand")
    picture = ft.Icons.CHECK if on else icon
    written = text(words, Size.SMALL, bold=on, lines=2 if expand else 1, align=ft.TextAlign.CENTER)
    if expand:  # what shares a width takes two lines where it must
        written.expand = written.expand_loose = True
    row = centred_row(*([ft.Icon(picture, size=18, color=Ink.TEXT)] if picture else []), written)
    return pill(identifier, row, on_tap, padding=4 if expand else 14, **state)


def system_chip(identifier: str, words: str, icon: ft.IconData, **does: Any) -> ft.Control:
    """A chip for what browsers and phones allow only at the tap itself: copy, share, open a page.

    `does` is what Flet's buttons take for it: `action`, `url`, `on_click`.
    """
    style = ft.ButtonStyle(
        color=Ink.TEXT,
        icon_color=Ink.TEXT,
        side=ft.BorderSide(1, Ink.EDGE),
        padding=ft.Padding.symmetric(horizontal=14),
        text_style=ft.TextStyle(size=theme.SIZES[Size.SMALL], font_family=theme.REGULAR),
    )
    button = ft.OutlinedButton(drawable(words), icon=icon, height=theme.TARGET, style=style, **does)
    return ft.MergeSemantics(content=ft.Semantics(identifier=identifier, content=button))


def copy_chip(t: Translator, message: str) -> ft.Control:
    """Puts a text on the clipboard, and shows a notice."""
    return system_chip(
        "copy",
        t("Copy as text"),
        ft.Icons.CONTENT_COPY,
        action=ft.CopyToClipboard(message),
        on_click=safely(lambda: app_state().say(t("Copied: paste it into the chat"))),
    )


def icon_tile(
    identifier: str, icon: ft.IconData, words: str, on_tap: Handler | None, why: str | None = None
) -> ft.Control:
    """A picture to tap, with a name for screen readers."""
    picture = ft.Icon(icon, size=24, color=Ink.TEXT, semantics_label=words)
    box = _box(picture, fill=None, radius=theme.TARGET / 2, width=theme.TARGET, alignment=ft.Alignment.CENTER)
    return tappable(identifier, box, on_tap, why=why)


# -- fields ---


def text_field(identifier: str, label: str, *, expand: bool | None = None, **more: Any) -> ft.Control:
    """A field to type in; `more` is what Flet's text field takes."""
    return ft.Semantics(
        identifier=identifier,
        expand=expand,
        content=ft.TextField(
            label=label,
            counter="",
            text_size=theme.SIZES[Size.BODY],
            border=ft.OutlineInputBorder(border_radius=theme.RADIUS),
            expand=expand,
            **more,
        ),
    )


def uncontrolled_text_field(
    identifier: str,
    label: str,
    changed: Callable[[str], object],
    *,
    icon: ft.IconData | None = None,
    longest: int = 60,
    focused: bool = False,
) -> ft.Control:
    """A text field that keeps its own value, and calls the latest `changed` at each change.

    It is never drawn again: that would undo what was typed meanwhile.
    """
    latest, _ = ft.use_state([changed])
    latest[0] = changed
    tell = ft.use_callback(lambda written: latest[0](written), [])
    return _own_field(identifier, label, tell, icon, longest, focused)


@memo_component
def _own_field(
    identifier: str,
    label: str,
    tell: Callable[[str], object],
    icon: ft.IconData | None,
    longest: int,
    focused: bool,
) -> ft.Control:
    return text_field(
        identifier,
        label,
        prefix_icon=icon,
        max_length=longest,
        autofocus=focused,
        on_change=lambda event: tell(event.control.value or ""),
    )
