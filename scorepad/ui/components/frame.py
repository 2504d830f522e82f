"""The frame of a screen: its top bar, its column, its foot and its notice; and the screen that failed."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ParamSpec

import flet as ft

from scorepad.i18n import Translator
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import chip, icon_tile, text, tile
from scorepad.ui.components.guard import Handler, app_state, guarded, log, use_app
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

P = ParamSpec("P")


def component(draw: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """A Flet component that draws its failure, with the way back, instead of freezing the window.

    It also takes a `key`.
    """
    return ft.component(guarded(draw, error_panel))


def view_component(draw: Callable[[], ft.View]) -> Callable[[], ft.View]:
    """A screen that draws its failure, with the way back, instead of freezing the window."""

    @functools.wraps(draw)
    def guarded() -> ft.View:
        state, path = use_app(), ft.use_view_path()  # hooks come before what may fail
        try:
            return draw()
        except Exception:
            log.exception("drawing %s failed", draw.__name__)
            return screen(path, error_panel(state))

    return ft.component(guarded)


def error_panel(state: AppState) -> ft.Control:
    """The failure of a screen, with the way to the sessions."""
    words = state.t("Something went wrong. What was saved is safe; try again.")
    return ft.Column(
        [
            ft.Icon(ft.Icons.ERROR_OUTLINE, size=48, color=Ink.LOSS),
            text(words, align=ft.TextAlign.CENTER),
            chip("home", state.t("To the sessions"), partial(state.navigation.to, routes.HOME)),
        ],
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
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
    note: str = "",
    tools: Sequence[ft.Control] = (),
    tool_grows: bool = False,
    announced: bool = False,
) -> ft.Control:
    """The head of a screen: the way back, its title, a note, its tools, one of which may take the room left.

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
    if note:
        row.append(text(note, Size.SMALL, Ink.QUIET, lines=1))
    row += tools
    return ft.Container(
        ft.Row(row, spacing=4, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.only(left=4, right=8, top=4, bottom=4),
    )


def titled_screen(
    route: str, title: str, back: str, *parts: ft.Control, note: str = "", tools: Sequence[ft.Control] = ()
) -> ft.View:
    """A screen of its parts below a top bar with the way to `back`."""
    state = app_state()
    bar = top_bar(state.t, title, back=partial(state.navigation.to, back), note=note, tools=tools)
    return screen(route, bar, *parts)


def busy_line(words: str | None) -> ft.Control:
    """The work under way in the background, if any, in words."""
    if words is None:
        return ft.Container(height=0)
    said = ft.Semantics(identifier="busy", live_region=True, content=text(words, Size.SMALL))
    return ft.Container(
        ft.Container(
            ft.Column([said, ft.ProgressBar(color=Ink.ACCENT, bgcolor=Ink.TONE)], spacing=4),
            width=theme.READING_WIDTH,
            padding=ft.Padding.symmetric(horizontal=theme.MARGIN),
        ),
        alignment=ft.Alignment.CENTER,
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
