"""Text, tiles, chips and fields. They know nothing of the game, and take text that is already translated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypedDict, Unpack

import flet as ft

from scorepad.i18n import Translator
from scorepad.ui import theme
from scorepad.ui.components.guard import Handler, app_state, memo_component, safely
from scorepad.ui.glyphs import drawable
from scorepad.ui.theme import Ink, Size

# -- text ---


def shown(value: str) -> str:
    """A typed text as the fonts of this window can draw it."""
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


def quiet(value: str, size: Size = Size.SMALL, *, lines: int | None = None) -> ft.Text:
    """Text that explains: small and grey."""
    return text(value, size, Ink.QUIET, lines=lines)


def warning(value: str) -> ft.Text:
    """Small text about a problem."""
    return text(value, Size.SMALL, Ink.LOSS)


def heading(value: str, size: Size = Size.TITLE, level: int = 1) -> ft.Control:
    """A heading, known as one to a screen reader."""
    return ft.Semantics(header=True, heading_level=level, content=text(value, size, bold=True))


def section(value: str) -> ft.Control:
    """The heading of one part of a screen."""
    return heading(value, Size.NUMBER, 2)


def identified(identifier: str, content: ft.Control, *, live: bool = False) -> ft.Control:
    """A control with an identifier; screen readers read a `live` one aloud when it changes."""
    return ft.Semantics(content=content, identifier=identifier, live_region=live or None)


def and_more(t: Translator, rest: int) -> list[ft.Control]:
    """How many are not shown, if any."""
    return [quiet(t.plural("and {count} more", "and {count} more", rest))] if rest > 0 else []


# -- rows ---


def centred_row(*controls: ft.Control, spacing: float = 4) -> ft.Row:
    """Controls in the middle of the width that they have."""
    return ft.Row([*controls], spacing=spacing, tight=True, alignment=ft.MainAxisAlignment.CENTER)


def centred_column(*controls: ft.Control, spacing: float = 0, expand: bool | None = None) -> ft.Column:
    """Controls below each other, in the middle of the width and of the height that they have."""
    middle, across = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.CENTER
    return ft.Column(
        [*controls], spacing=spacing, expand=expand, alignment=middle, horizontal_alignment=across
    )


def wrapping_row(*controls: ft.Control, spacing: float = 8) -> ft.Row:
    """Controls in as many lines as they need."""
    return ft.Row([*controls], wrap=True, spacing=spacing, run_spacing=spacing)


def filling(content: ft.Control) -> ft.Container:
    """The control that takes the width, or the height, that the others leave."""
    return ft.Container(content, expand=True)


def two_lines(title: str, below: str, *, lines: int | None = None, expand: bool | None = None) -> ft.Column:
    """A title in bold above an explanation; a limit of `lines` for the explanation limits the title to one."""
    words = text(title, bold=True, lines=1 if lines else None)
    return ft.Column([words, quiet(below, lines=lines)], spacing=0, expand=expand)


def stretched(*controls: ft.Control, spacing: float = theme.GAP, tight: bool = False) -> ft.Column:
    """Controls below each other, all as wide as the column."""
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([*controls], spacing=spacing, tight=tight, horizontal_alignment=stretch)


def ruled(content: ft.Control, padding: ft.Padding, *, strong: bool = False) -> ft.Container:
    """A row of figures below a line, which is `strong` above a sum."""
    line = ft.BorderSide(2, Ink.EDGE) if strong else ft.BorderSide(1, Ink.LINE)
    return ft.Container(content, border=ft.Border.only(top=line), padding=padding)


# -- tiles: controls to tap ---


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
        height=height and height * app_state().layout.growth,
        on_click=safely(on_tap, identifier if state.get("deliberate") else "") if on_tap else None,
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


# -- chips ---


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
    large = app_state().layout.large_text
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


def system_chip(identifier: str, words: str, icon: ft.IconData, **does: Any) -> ft.Control:
    """A chip for actions that browsers and phones allow only during a tap: copy, share, open a page.

    `does` holds arguments of Flet's buttons: `action`, `url`, `on_click`.
    """
    style = ft.ButtonStyle(
        color=Ink.TEXT,
        icon_color=Ink.TEXT,
        side=ft.BorderSide(1, Ink.EDGE),
        padding=ft.Padding.symmetric(horizontal=14),
        text_style=ft.TextStyle(size=theme.SIZES[Size.SMALL], font_family=theme.REGULAR),
    )
    height = theme.TARGET * app_state().layout.growth
    button = ft.OutlinedButton(drawable(words), icon=icon, height=height, style=style, **does)
    return ft.MergeSemantics(content=ft.Semantics(identifier=identifier, content=button))


def system_action(identifier: str, words: str, icon: ft.IconData, **does: Any) -> ft.Control:
    """The one strong action of a screen, for what browsers and phones allow only during a tap: see `system_chip`."""
    style = ft.ButtonStyle(
        color=Ink.ON_ACCENT,
        bgcolor=Ink.ACCENT,
        icon_color=Ink.ON_ACCENT,
        shape=ft.RoundedRectangleBorder(radius=theme.RADIUS),
        text_style=ft.TextStyle(size=theme.SIZES[Size.NUMBER], font_family=theme.BOLD),
    )
    height = theme.ACTION * app_state().layout.growth
    button = ft.FilledButton(drawable(words), icon=icon, height=height, style=style, **does)
    return ft.MergeSemantics(content=ft.Semantics(identifier=identifier, content=button))


def copies(t: Translator, message: str) -> dict[str, Any]:
    """What a button does that puts a text on the clipboard and shows a notice."""
    told = safely(lambda: app_state().say(t("Copied: paste it into the chat")))
    return {"action": ft.CopyToClipboard(message), "on_click": told}


def copy_chip(t: Translator, message: str) -> ft.Control:
    """A chip that puts a text on the clipboard and shows a notice."""
    return system_chip("copy", t("Copy as text"), ft.Icons.CONTENT_COPY, **copies(t, message))


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
    middle.width = width and width * app_state().layout.growth
    return [
        icon_tile(f"{identifier}-less", ft.Icons.REMOVE, *less),
        middle,
        icon_tile(f"{identifier}-more", ft.Icons.ADD, *more),
    ]


# -- menus ---


@dataclass(frozen=True)
class MenuItem:
    """A line of a menu: words, and a short note at their right; without `on_tap` it is disabled.

    A line that `begins` a group has a rule above it.
    """

    identifier: str
    words: str
    on_tap: Handler | None
    note: str = ""
    begins: bool = False


def menu(
    identifier: str, label: str, items: Sequence[MenuItem], *, icon: ft.IconData = ft.Icons.MORE_HORIZ
) -> ft.Control:
    """Dots to tap that open a list of words; `label` is their name for screen readers."""
    picture = ft.Container(
        ft.Icon(icon, size=24, color=Ink.TEXT),
        width=theme.TARGET,
        height=theme.TARGET * app_state().layout.growth,
        alignment=ft.Alignment.CENTER,
    )
    lines: list[ft.PopupMenuItem] = []
    for item in items:
        if item.begins and lines:
            lines.append(ft.PopupMenuItem())  # the rule
        lines.append(_menu_line(item))
    button = ft.PopupMenuButton(
        picture,
        lines,
        tooltip=label,
        bgcolor=Ink.PAPER,
        menu_position=ft.PopupMenuPosition.UNDER,
        shape=ft.RoundedRectangleBorder(radius=theme.RADIUS, side=ft.BorderSide(1, Ink.LINE)),
        # A list that grows slides its lines under the finger.
        popup_animation_style=ft.AnimationStyle(duration=0, reverse_duration=0),
    )
    return ft.MergeSemantics(content=ft.Semantics(identifier=identifier, content=button))


def _menu_line(item: MenuItem) -> ft.PopupMenuItem:
    content: ft.Control = text(item.words, lines=2)
    if item.note:
        note = quiet(item.note, lines=1)
        if app_state().layout.large_text:
            content = ft.Column([content, note], spacing=0)
        else:
            content = ft.Row([filling(content), note], spacing=16)
    return ft.PopupMenuItem(
        ft.Semantics(identifier=item.identifier, content=content),
        height=theme.TARGET * app_state().layout.growth,
        on_click=safely(item.on_tap) if item.on_tap else None,
        disabled=item.on_tap is None,
    )


# -- fields ---


def text_field(identifier: str, label: str, *, expand: bool | None = None, **more: Any) -> ft.Control:
    """A field whose `value` the screen keeps in its own state, and gives back at each drawing.

    Use it where the screen changes or checks what is typed; `more` holds arguments of Flet's text field.
    Otherwise use `uncontrolled_text_field`.
    """
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
    value: str = "",
) -> ft.Control:
    """A field that keeps its own value, and calls the latest `changed` at each change.

    Use it where the screen only reads what is typed. It is never drawn again, so a slow drawing cannot undo what was
    typed meanwhile; it begins with the first `value`. Otherwise use `text_field`.
    """
    latest, _ = ft.use_state([changed])
    first, _ = ft.use_state(value)
    latest[0] = changed
    tell = ft.use_callback(lambda written: latest[0](written), [])
    return _memo_text_field(identifier, label, tell, icon, longest, focused, first)


@memo_component
def _memo_text_field(
    identifier: str,
    label: str,
    tell: Callable[[str], object],
    icon: ft.IconData | None,
    longest: int,
    focused: bool,
    value: str,
) -> ft.Control:
    return text_field(
        identifier,
        label,
        prefix_icon=icon,
        max_length=longest,
        autofocus=focused,
        value=drawable(value),
        on_change=lambda event: tell(event.control.value or ""),
    )
