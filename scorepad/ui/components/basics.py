"""The pieces that every screen is made of. None knows the game; each takes text that is already translated."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable
from typing import Any, ParamSpec, cast

import flet as ft

from scorepad.i18n import Translator
from scorepad.ui import theme
from scorepad.ui.glyphs import drawable
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

log = logging.getLogger("scorepad")
P = ParamSpec("P")
Handler = Callable[[], None]

AppContext = ft.create_context(cast("AppState | None", None))
"""The state of the window, for whoever is inside it."""


def use_app() -> AppState:
    """The state of this window; the component that asks is drawn again when it changes."""
    state = ft.use_context(AppContext)
    assert isinstance(state, AppState)
    return state


def app_state() -> AppState:
    """The state of this window, for a component that is drawn again only when the screen around it is."""
    state = ft.context.page.data
    assert isinstance(state, AppState)
    return state


def component(draw: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """A Flet component that draws its failure, with the way back, instead of freezing the window.

    It takes a `key` besides.
    """
    return ft.component(_guarded(draw, error_panel))


def memo_component(
    draw: Callable[P, ft.Control], failure: Callable[[AppState], ft.Control] | None = None
) -> Callable[..., ft.Control]:
    """A part of a screen that is drawn again only when its arguments change; its `failure` is a small sign."""
    remembered: Callable[..., ft.Control] = ft.memo(ft.component(_guarded(draw, failure or _small_sorry)))
    return remembered


def _guarded(
    draw: Callable[P, ft.Control], failure: Callable[[AppState], ft.Control]
) -> Callable[P, ft.Control]:
    @functools.wraps(draw)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        try:
            return draw(*args, **kwargs)
        except Exception:
            log.exception("drawing %s failed", draw.__name__)
            return failure(app_state())

    return guarded


def view_component(draw: Callable[[], ft.View]) -> Callable[[], ft.View]:
    """A screen that draws its failure, with the way back, instead of freezing the window."""

    @functools.wraps(draw)
    def guarded() -> ft.View:
        state, path = use_app(), ft.use_view_path()  # before what may fail: hooks go first, always
        try:
            return draw()
        except Exception:
            log.exception("drawing %s failed", draw.__name__)
            return screen(path, error_panel(state))

    return ft.component(guarded)


def error_panel(state: AppState) -> ft.Control:
    return ft.Column(
        [
            ft.Icon(ft.Icons.ERROR_OUTLINE, size=48, color=Ink.LOSS),
            text(
                state.t("Something went wrong. What was saved is safe; try again."),
                align=ft.TextAlign.CENTER,
            ),
            chip("home", state.t("To the sessions"), lambda: state.navigation.to("/")),
        ],
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _small_sorry(state: AppState) -> ft.Control:
    words = state.t("Something went wrong. What was saved is safe; try again.")
    return ft.Icon(ft.Icons.ERROR_OUTLINE, color=Ink.LOSS, semantics_label=words)


def safely(handler: Handler) -> Callable[[ft.Event[Any]], None]:
    """An event handler that says so when it fails, instead of ending the session.

    It finds the window's state when it is called: what is drawn need not be drawn again for its sake.
    """

    def handle(event: ft.Event[Any]) -> None:
        try:
            if event.page.data.navigation.tap_is_free():
                handler()
        except Exception:
            log.exception("handling an event failed")
            event.page.data.failed()

    return handle


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


def tile(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    *,
    chosen: bool | None = None,
    toggled: bool | None = None,
    deep: bool = False,
    why: str | None = None,
    fill: Ink | None = Ink.TONE,
    edge: bool = False,
    height: float | None = theme.TARGET,
    width: float | None = None,
    expand: bool | int | None = None,
    padding: ft.PaddingValue = 8,
    radius: float = theme.RADIUS,
    alignment: ft.Alignment | None = ft.Alignment.CENTER,
    ripples: bool = True,
) -> ft.Control:
    """Something to tap: at least 48 dp, named by its text, its state told otherwise than by colour alone.

    `chosen` says which one of many (`deep`: in the accent colour), `toggled` whether something is on. `on_tap`
    None is a tile that cannot be tapped now; `why` says the reason to a screen reader, to a resting mouse and to
    who taps it all the same. What a tap takes off the screen at once need not ripple: that would only delay it.
    """
    enabled = on_tap is not None
    return ft.MergeSemantics(
        expand=expand,
        content=ft.Semantics(
            identifier=identifier,
            selected=chosen,
            toggled=toggled,
            button=True if not enabled and toggled is None else None,
            disabled=not enabled,
            content=ft.Container(
                content=content,
                ink=ripples,
                on_click=safely(on_tap) if on_tap is not None else None,
                disabled=not enabled,
                tooltip=shown(why) if why else None,
                bgcolor=Ink.ACCENT if deep else Ink.CHOSEN if chosen or toggled else fill,
                border=ft.Border.all(1, Ink.EDGE) if edge else None,
                border_radius=radius,
                height=height and height * app_state().layout.growth,
                width=width,
                padding=padding,
                alignment=alignment,
                opacity=1 if enabled else 0.4,
            ),
        ),
    )


def action(
    identifier: str,
    content: ft.Control,
    on_tap: Handler | None,
    why: str | None = None,
    *,
    ripples: bool = True,
    grows: bool = False,
) -> ft.Control:
    """The one strong action of a screen; one that `grows` is as high as its content."""
    return tile(
        identifier,
        content,
        on_tap,
        why=why,
        fill=Ink.ACCENT,
        height=None if grows else theme.ACTION,
        padding=ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=theme.SPACE if grows else 0),
        alignment=None,
        ripples=ripples,
    )


def chip(
    identifier: str,
    words: str,
    on_tap: Handler | None,
    *,
    toggled: bool | None = None,
    icon: ft.IconData | None = None,
    why: str | None = None,
    expand: bool | int | None = None,
) -> ft.Control:
    """A word or two to tap; a tick beside them tells that it is on."""
    picture = ft.Icons.CHECK if toggled else icon
    row: list[ft.Control] = [ft.Icon(picture, size=18, color=Ink.TEXT)] if picture else []
    written = text(words, Size.SMALL, bold=bool(toggled), lines=2 if expand else 1, align=ft.TextAlign.CENTER)
    if expand:  # what shares a width takes two lines where it must
        written.expand = written.expand_loose = True
    row.append(written)
    return tile(
        identifier,
        ft.Row(row, spacing=4, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        on_tap,
        toggled=toggled,
        why=why,
        fill=None,
        edge=True,
        expand=expand,
        padding=ft.Padding.symmetric(horizontal=4 if expand else 14),
        radius=theme.TARGET / 2,
        alignment=None,
    )


def system_chip(identifier: str, words: str, icon: ft.IconData, **does: Any) -> ft.Control:
    """A chip for what browsers and phones let only themselves do, at the tap itself: copy, share, open a page.

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
    """Puts a text on the clipboard, and says so."""
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
    """A picture to tap, named for who cannot see it."""
    return tile(
        identifier,
        ft.Icon(icon, size=24, color=Ink.TEXT, semantics_label=words),
        on_tap,
        why=why,
        fill=None,
        width=theme.TARGET,
        padding=0,
        radius=theme.TARGET / 2,
    )


def _measure(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
    """A title on one line tells how large the system's text is; nothing else does."""
    state = event.page.data
    if abs(event.height / theme.TITLE_HEIGHT - state.layout.growth) > 0.05:
        state.text_grown(event.height / theme.TITLE_HEIGHT)


def top_bar(
    t: Translator,
    title: str,
    *,
    back: Handler | None = None,
    back_id: str = "back",
    back_words: str | None = None,
    aside: str = "",
    tools: list[ft.Control] | None = None,
    tool_grows: bool = False,
    announced: bool = False,
) -> ft.Control:
    """The head of a screen: the way back, its title, a word aside, its tools, one of which may take the room left.

    A title that is `announced` is read aloud when it appears.
    """
    row: list[ft.Control] = []
    if back is not None:
        row.append(icon_tile(back_id, ft.Icons.ARROW_BACK, back_words or t("Back"), back))
    words = text(title, Size.TITLE, bold=True, lines=1)
    words.on_size_change = _measure
    row.append(
        ft.Container(
            ft.Semantics(header=True, heading_level=1, live_region=announced or None, content=words),
            expand=not tool_grows,
            padding=ft.Padding.only(left=0 if back else 8),
        )
    )
    if aside:
        row.append(text(aside, Size.SMALL, Ink.QUIET, lines=1))
    row += tools or []
    return ft.Container(
        ft.Row(row, spacing=4, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.only(left=4, right=8, top=4, bottom=4),
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
    """A text field that keeps its letters to itself, and tells of each change.

    To be drawn again would undo what was typed meanwhile, so it never is: `changed` is the latest at any time.
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
    return ft.Semantics(
        identifier=identifier,
        content=ft.TextField(
            label=label,
            prefix_icon=icon,
            max_length=longest,
            counter="",
            autofocus=focused,
            on_change=lambda event: tell(event.control.value or ""),
            border=ft.OutlineInputBorder(border_radius=theme.RADIUS),
        ),
    )


def screen(
    route: str,
    *parts: ft.Control,
    can_pop: bool = True,
    on_pop: Callable[[Any], None] | None = None,
) -> ft.View:
    """A view that its parts fill from top to bottom, clear of notches and of the system's bars."""
    return ft.View(
        route=route,
        controls=[ft.SafeArea(ft.Column([*parts], spacing=0, expand=True), expand=True)],
        padding=0,
        spacing=0,
        bgcolor=Ink.PAPER,
        can_pop=can_pop,
        on_confirm_pop=on_pop,
    )


def centred(*controls: ft.Control, width: float = theme.READING_WIDTH, key: str | None = None) -> ft.Control:
    """A scrolling column in the middle of the window, no wider than is good to read; a new `key` starts at its top."""
    room = ft.Container(height=0)  # for the label of a field that comes first
    column = ft.Column(
        [room, *controls, ft.Container(height=theme.SPACE)],
        spacing=theme.SPACE,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
        key=key,
    )
    padding = ft.Padding.symmetric(horizontal=theme.MARGIN)
    inside = ft.Container(column, width=width, expand=True, padding=padding)
    return ft.Container(inside, expand=True, alignment=ft.Alignment.TOP_CENTER)


def foot(control: ft.Control) -> ft.Control:
    """What stays at the foot of a screen, no wider than what is above it."""
    return ft.Container(
        ft.Container(control, width=theme.READING_WIDTH),
        padding=ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE),
        alignment=ft.Alignment.CENTER,
    )


@component
def notice_bar(undo: bool = False, drawn: bool = True) -> ft.Control:
    """The notice of the moment; it leaves after a while, also where something else shows it.

    A notice that can be undone is drawn only where `undo` allows it.
    """
    state = app_state()
    location = ft.use_route_location()
    ft.use_effect(lambda: state.navigation.arrived(location), [location])
    notice = state.notice
    if notice is not None and notice.undo is not None and not undo:
        notice = None
    page = ft.context.page

    async def leave() -> None:
        await asyncio.sleep(theme.NOTICE_SECONDS)
        if notice is not None:
            state.notice_over(notice)

    ft.use_effect(lambda: notice and page.run_task(leave), [notice])
    if notice is None or not drawn:
        return ft.Container(height=0)
    undo_of, deleted = notice.undo, notice.deleted
    undoing = undo_of is not None or deleted is not None
    row: list[ft.Control] = [
        ft.Icon(
            ft.Icons.ERROR_OUTLINE if notice.error else ft.Icons.CHECK_CIRCLE_OUTLINE,
            size=20,
            color=Ink.ON_NOTICE,
        ),
        ft.Container(
            ft.Semantics(
                identifier="notice",
                live_region=True,
                content=text(
                    notice.text, Size.SMALL, Ink.ON_NOTICE, lines=2 if state.layout.large_text else 4
                ),
            ),
            expand=True,
        ),
    ]

    def take_back() -> None:
        if undo_of is not None:
            state.undo_pressed(*undo_of)
        elif deleted is not None:
            state.scheme_brought_back(deleted)

    if undoing:
        words = text(state.t("Undo"), Size.SMALL, Ink.NOTICE_ACTION, bold=True)
        row.append(tile("notice-undo", words, take_back, fill=None))
    return ft.Container(
        ft.Row(row, spacing=10),
        bgcolor=Ink.NOTICE,
        border_radius=theme.RADIUS,
        padding=ft.Padding.only(left=14, right=6, top=2 if undoing else 12, bottom=2 if undoing else 12),
        margin=ft.Margin.symmetric(horizontal=theme.SPACE, vertical=4),
    )
