"""The frame of a screen: its top bar and its scrolling column; and the screens of failures and unknown addresses."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict, TypeVar, Unpack, cast

import flet as ft

from scorepad.history import BadRecord, Damaged, HistoryError, UnknownEvening
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text
from scorepad.ui import routes, theme
from scorepad.ui.kit.notice import error_panel, home_chip, notice_bar
from scorepad.ui.kit.rows import filling, wrapping_row
from scorepad.ui.kit.taps import chip, icon_tile
from scorepad.ui.kit.window import Handler, log, use_store
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Layout, Size


class NothingHere(Exception):
    """The address of a screen names something that does not exist or cannot be read.

    If reading failed, `__cause__` is the HistoryError.
    """


@dataclass(frozen=True)
class Screen:
    """The two components of a screen: a view that fills the window, and a pane beside the score sheet."""

    view: Callable[[], ft.View]
    pane: Callable[[], ft.Control]


def view_component(draw: Callable[[], ft.View]) -> Screen:
    """A screen that shows an error panel when it fails, and "Not found" when it raises NothingHere."""

    @functools.wraps(draw)
    def guarded() -> ft.View:
        state, path = use_store(), ft.use_view_path()  # hooks come before what may fail
        try:
            return draw()
        except NothingHere as error:
            return missing(state, path, error.__cause__)
        except Exception:
            log.exception("drawing %s failed", draw.__name__)
            return framed_view(path, error_panel(state), notice_bar(state))

    @functools.wraps(draw)
    def in_pane() -> ft.Control:
        return filling(cast("ft.Control", guarded().controls[0]))

    return Screen(ft.component(guarded), ft.component(in_pane))


def missing(state: Store, route: str, found: object = None) -> ft.View:
    """The screen "Not found", for an address that names nothing; it states the reason if an error was `found`."""
    t = state.t
    title, words = t("Not found"), t("This page does not exist.")
    ways = [home_chip(state)]
    if isinstance(found, UnknownEvening) and found.evening_id in [each.summary.id for each in state.bin()]:
        words = t("This evening was deleted. It can be put back from the bin.")
        ways.append(chip(state.layout, "bin", t("Bin"), partial(state.to, routes.BIN)))
    elif isinstance(found, HistoryError):
        words = error_text(t, found)
        if not isinstance(found, UnknownEvening):
            title = t("Unreadable evening")
        if isinstance(found, Damaged | BadRecord | UnknownEvening):
            ways.append(chip(state.layout, "backups", t("Backups and files"), partial(state.to, routes.DATA)))
    return titled_screen(
        state,
        route,
        title,
        routes.HOME,
        centred(state.layout, quiet(words, Size.BODY), wrapping_row(*ways)),
        notice_bar(state),
    )


def framed_view(
    route: str, *parts: ft.Control, can_pop: bool = True, on_pop: Callable[[Any], None] | None = None
) -> ft.View:
    """A view of parts below each other, clear of notches and system bars; if not `can_pop`, Back calls `on_pop`."""
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
    """Computes the system's text size, which Flet does not report, from the height of a title line; stores a change."""
    state = event.page.data
    if abs(event.height / theme.TITLE_HEIGHT - state.layout.growth) > 0.05:
        state.text_grown(event.height / theme.TITLE_HEIGHT)


class TopBar(TypedDict, total=False):
    """The parts of a top bar besides its title.

    `back` is the handler of the Back button, `back_id` its identifier and `back_words` its label for screen readers. A
    `note` stands next to the title, the `tools` at the other end; a tool that expands takes the rest of the width. An
    `announced` title is read aloud when it appears. `below` is a tile that covers the whole title, so that a tap on the
    title is a tap on the tile; the words of the tile stand at its bottom edge, under the words of the title.
    """

    back: Handler | None
    back_id: str
    back_words: str | None
    note: str
    tools: Sequence[ft.Control]
    announced: bool
    below: ft.Control | None


def top_bar(t: Translator, layout: Layout, title: str, **bar: Unpack[TopBar]) -> ft.Control:
    """The head of a screen: the way back, its title, a note, its tools."""
    row, back = list[ft.Control](), bar.get("back")
    if back is not None:
        words = bar.get("back_words") or t("Back")
        row.append(icon_tile(layout, bar.get("back_id", "back"), ft.Icons.ARROW_BACK, words, back))
    head = _title(title, bar, whole=layout.large_text)
    if note := bar.get("note"):  # the title takes only the width of its words, and the note follows
        aside = ft.Container(quiet(note, lines=1), padding=ft.Padding.symmetric(horizontal=8))
        row.append(ft.Row(layout.handed([head, aside]), spacing=0, expand=True))
    else:
        row.append(head)
    row += bar.get("tools", ())
    left, right = layout.handed((4, 8))
    between = 0 if layout.large_text else 4  # large words need the room
    side = ft.MainAxisAlignment.END if layout.left_handed else ft.MainAxisAlignment.START
    return ft.Container(
        ft.Row(layout.handed(row), side, spacing=between, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.only(left=left, right=right, top=4, bottom=4),
    )


def _title(title: str, bar: TopBar, *, whole: bool) -> ft.Control:
    """The title in one line; a `whole` title takes more lines, unless a tool expands or there is a tile `below`.

    An `announced` title is a notice: two smaller lines, together as high as a title.
    """
    below, grows = bar.get("below"), any(each.expand for each in bar.get("tools", ()))
    size, lines = (Size.BODY, 2) if bar.get("announced") else (Size.TITLE, 1)
    words = text(title, size, bold=True, lines=None if whole and below is None and not grows else lines)
    head = ft.Semantics(header=True, heading_level=1, live_region=bar.get("announced") or None, content=words)
    line = text("", Size.TITLE)
    line.on_size_change = _measure
    over = [below] if below else []
    aligned = ft.Alignment.CENTER_LEFT if bar.get("announced") else None
    return ft.Container(
        ft.Stack([line, head, *over], fit=ft.StackFit.PASS_THROUGH, alignment=aligned),
        expand=not grows,
        expand_loose=bool(bar.get("note")),  # so that the note stands beside the words
        padding=ft.Padding.only(left=0 if bar.get("back") else 8),
    )


def titled_screen(
    state: Store,
    route: str,
    title: str,
    back: str,
    *parts: ft.Control,
    note: str = "",
    tools: Sequence[ft.Control] = (),
) -> ft.View:
    """A screen with a top bar, which has the `tools` and a button to the route `back`, and its parts below.

    On a screen beside the sheet, the button is a cross, because the Back arrow of the window is on the sheet.
    """
    beside = state.layout.wide and routes.is_in_evening(route)  # the sheet has a way back, too
    leave = partial(state.to, back)
    if beside:  # a cross, because the Back arrow of the window is on the sheet
        words, cross = state.t("Close"), ft.Icons.CLOSE
        bar = top_bar(
            state.t,
            state.layout,
            title,
            note=note,
            tools=[*tools, icon_tile(state.layout, "back-beside", cross, words, leave)],
        )
    else:
        bar = top_bar(state.t, state.layout, title, back=leave, note=note, tools=tools)
    return framed_view(route, bar, *parts)


def centred(
    layout: Layout,
    *controls: ft.Control,
    key: str | None = None,
    scrolled: Scrolled = lambda column: None,
    broad: bool = False,
) -> ft.Control:
    """A scrolling column in the middle of the window, at most `Layout.reading` wide; a new `key` scrolls it to the top.

    If `broad`, it may be as wide as two such columns (`Layout.broad`). `scrolled` is the result of `use_scrolled`.
    """
    top = ft.Container(height=0)  # the label of a field that comes first needs this space
    column = ft.Column(
        [top, *controls, ft.Container(height=theme.SPACE)],
        spacing=theme.SPACE,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
        key=key,
    )
    scrolled(column)
    padding = ft.Padding.symmetric(horizontal=theme.SPACE)
    width = layout.broad if broad else layout.reading
    inside = ft.Container(column, width=width, expand=True, padding=padding)
    return ft.Container(inside, expand=True, alignment=ft.Alignment.TOP_CENTER)


# -- the scroll position ---

S = TypeVar("S", ft.Column, ft.ListView)
EVERY = 200
"""Milliseconds between two reports of the browser while a finger scrolls."""
Scrolled = Callable[[ft.Column], None]
"""A function that makes a column report how far it is scrolled."""


def use_scrolled(store: Store, route: str, *, ready: bool) -> Scrolled:
    """A hook: restores the scroll position when the window returns to a route, once the content is `ready`.

    Returns the function that connects a column to this hook.
    """
    latest = ft.use_ref(cast("ft.Column | None", None))
    place = (route, "scrolled")

    def note(event: ft.OnScrollEvent) -> None:
        if store.route == route:  # a list goes on scrolling while the window leaves
            store.keep(place, event.pixels)

    def come_back() -> None:
        offset = store.sight.kept.get(place)
        if ready and isinstance(offset, int | float):
            store.run(partial(scroll, latest, offset))

    def follow(column: ft.Column) -> None:
        latest.current = column
        column.scroll_interval, column.on_scroll = EVERY, note

    ft.use_effect(come_back, [route, ready])
    return follow


async def scroll(latest: ft.MutableRef[S | None], offset: float) -> None:
    """Scrolls the `latest` column or list to an offset, in dp."""
    if latest.current is not None:
        with suppress(asyncio.TimeoutError, RuntimeError):  # the column may be gone by now
            await latest.current.scroll_to(offset=offset)
