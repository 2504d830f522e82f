"""The notice that a window shows for a moment, and the panel in place of a screen that failed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ParamSpec

import flet as ft

from scorepad.i18n import Translator
from scorepad.ui import routes, theme
from scorepad.ui.evening_actions import redo_event, undo_event
from scorepad.ui.kit.rows import centred_column, filling
from scorepad.ui.kit.taps import chip, tile
from scorepad.ui.kit.window import Memory, guarded, part, use_arrival
from scorepad.ui.kit.words import identified, text
from scorepad.ui.sight import Notice
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Layout, Size

# -- failures ---

P = ParamSpec("P")


def component(draw: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """A decorator: makes a Flet component, which takes a `key` and shows an error panel if `draw` fails.

    Without this guard, a failure would freeze the window.
    """
    return ft.component(guarded(draw, error_panel))


def error_panel(state: Store) -> ft.Control:
    """The panel in place of a screen that failed, with a chip that leads to the evenings."""
    icon = ft.Icon(ft.Icons.ERROR_OUTLINE, size=48, color=Ink.LOSS)
    words = state.t("Something went wrong. What was saved is safe; try again.")
    return centred_column(
        icon, text(words, align=ft.TextAlign.CENTER), home_chip(state), spacing=10, expand=True
    )


def home_chip(state: Store) -> ft.Control:
    """The chip that leads to the evenings."""
    return chip(state.layout, "home", state.t("To the evenings"), partial(state.to, routes.HOME))


# -- notices ---


@component
def notice_bar(state: Store, drawn: bool = True, on_sheet: bool = False) -> ft.Control:
    """The current notice, invisible if not `drawn`; the notice always ends after `theme.NOTICE_SECONDS`.

    On the screens of an evening in a wide window, only the bar that is `on_sheet` draws the notice.
    """
    location = ft.use_route_location()
    if state.layout.wide and routes.is_in_evening(location):
        drawn = drawn and on_sheet
    use_arrival(location)
    memory, _ = ft.use_state(Memory())
    notice = state.notice
    shown = ft.use_ref(notice)
    shown.current = notice

    async def leave() -> None:
        await asyncio.sleep(theme.NOTICE_SECONDS)
        state.notice_over(notice)

    def leave_later() -> None:
        if notice is not None:
            state.run(leave)

    ft.use_effect(leave_later, [notice])
    if notice is None or not drawn:
        return ft.Container(height=0)
    return _bar(memory, state, notice, shown)


def _bar(memory: Memory, state: Store, notice: Notice, shown: ft.MutableRef[Notice | None]) -> ft.Control:
    """The words of a notice, and the button that takes the change back, if that is possible."""
    layout, undoing = state.layout, notice.undo is not None or notice.back is not None
    words = text(notice.text, Size.SMALL, Ink.ON_NOTICE, lines=4)
    row = [_icon(memory, notice.error), filling(identified("notice", words, live=True))]
    again = notice.undo is not None and notice.undo.redo
    undo = [_undo(memory, state.t, layout, state, shown, again)] if undoing else []
    below = undo if layout.large_text else []  # large words leave no room beside them
    said = ft.Row(layout.handed(row if below else [*row, *undo]), spacing=10)
    (left, right), high = layout.handed((14, 6)), 2 if undoing else 12
    return ft.Container(
        ft.Column([said, *below], spacing=0, tight=True) if below else said,
        bgcolor=Ink.NOTICE,
        border_radius=theme.RADIUS,
        padding=ft.Padding.only(left=left, right=right, top=high, bottom=high),
        margin=ft.Margin.symmetric(horizontal=theme.SPACE, vertical=4),
    )


@part
def _icon(memory: Memory, error: bool) -> ft.Control:
    icon = ft.Icons.ERROR_OUTLINE if error else ft.Icons.CHECK_CIRCLE_OUTLINE
    return ft.Icon(icon, size=20, color=Ink.ON_NOTICE)


@part
def _undo(
    memory: Memory,
    t: Translator,
    layout: Layout,
    state: Store,
    shown: ft.MutableRef[Notice | None],
    again: bool,
) -> ft.Control:
    """The button that undoes the change that the `shown` notice reports, or redoes it if `again`."""

    def take_back() -> None:
        notice = shown.current
        if notice is not None and notice.undo is not None:
            evening_id, event, redo = notice.undo
            (redo_event if redo else undo_event)(state, evening_id, event)
        elif notice is not None and notice.back is not None:
            state.notice_over(notice)
            notice.back()

    words = text(t("Redo") if again else t("Undo"), Size.SMALL, Ink.NOTICE_ACTION, bold=True)
    return tile(
        layout, "notice-redo" if again else "notice-undo", words, take_back, fill=None, ring=Ink.NOTICE_ACTION
    )
