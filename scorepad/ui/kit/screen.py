"""A screen is a function that draws a view from an `At`: the window, the address, and the ids in the address."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Concatenate, Generic, ParamSpec, TypeVar, cast
from urllib.parse import unquote

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.sheet import SheetRow
from scorepad.history import HistoryError
from scorepad.i18n import Translator
from scorepad.ui import background, routes, theme
from scorepad.ui.kit.frame import (
    NothingHere,
    Screen,
    Scrolled,
    centred,
    framed_view,
    titled_screen,
    top_bar,
    use_scrolled,
    view_component,
)
from scorepad.ui.kit.lines import progress
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import Part, column, filling, flat, stretched
from scorepad.ui.kit.taps import outlined_tile
from scorepad.ui.kit.window import Handler, use_store
from scorepad.ui.kit.words import quiet, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Layout, Size

T = TypeVar("T")
SCREENS: dict[routes.Address, Screen] = {}
"""Every screen, by its addresses; a module enters its screens when it is imported."""


@dataclass(frozen=True)
class At:
    """The facts from which a screen is drawn.

    `store` is the state of its window, `route` its address. `names` maps each name in the address pattern, such as
    "sid", to the id in the address.
    """

    store: Store
    route: str
    names: Mapping[str, str]

    @property
    def t(self) -> Translator:
        return self.store.t

    @property
    def layout(self) -> Layout:
        return self.store.layout

    @cached_property
    def evening(self) -> Evening:
        """The evening that the address names. Raises NothingHere if it cannot be read."""
        found = self.store.opened(self.names["sid"])
        if not isinstance(found, Evening):
            raise NothingHere from found
        return found

    @cached_property
    def row(self) -> SheetRow | None:
        """The row that the address names; None if it names no row. Raises NothingHere for an unknown row."""
        try:
            return self.evening.sheet.row(self.names["eid"]) if "eid" in self.names else None
        except KeyError:
            raise NothingHere from None

    def back(self, usual: str = "") -> str:
        """The route of Back: the screen from which the window came, else `usual`, which is by default one level up."""
        usual = usual or self.route.rpartition("/")[0] or routes.HOME
        return self.store.sight.way.back(self.route, usual)

    def leave(self, usual: str = "") -> Handler:
        """A handler that goes back."""
        return partial(self.store.to, self.back(usual))

    def go(self, route: str) -> Handler:
        """A handler that shows another screen, whose Back leads here."""
        return partial(self.store.to, route, back=self.route)

    def kept(self, name: str, default: T, route: str = "") -> Kept[T]:
        """A hook: a value that belongs to this screen or, if `route` is given, to the screen at `route`.

        The window keeps the value while the screen is on the trail, even when the device is rotated. The value is the
        default until something changes it.
        """
        place, (_, draw) = (route or self.route, name), ft.use_state(0)

        def write(value: T) -> None:
            self.store.keep(place, value)
            draw(lambda times: times + 1)

        return Kept(lambda: cast("T", self.store.sight.kept.get(place, default)), write)

    def loaded(self, work: Callable[[], T], key: object = None) -> T | HistoryError | None:
        """A hook: the result of `work` for this address, or its HistoryError; None until there is a result.

        `work` runs in the background. It runs again when `key` changes; until it ends, the hook returns the old result.
        """
        found, find = ft.use_state(cast("tuple[str, T | HistoryError] | None", None))
        wanted = ft.use_ref(cast("object", None))

        async def load() -> None:
            result: T | HistoryError
            try:
                result = await background.run(work)
            except HistoryError as error:
                result = error
            # The window may have left this screen, or show it at a different address.
            if wanted.current == (self.route, key):
                find((self.route, result))

        def begin() -> None:
            wanted.current = self.route, key
            self.store.run(load)

        ft.use_effect(begin, [self.route, key], lambda: setattr(wanted, "current", None))
        return found[1] if found is not None and found[0] == self.route else None

    def scrolled(self, *, ready: bool) -> Scrolled:
        """A hook, for `view`: restores the scroll position when the window returns, once the screen is `ready`."""
        return use_scrolled(self.store, self.route, ready=ready)

    def paged(self, listed: Sequence[T], page: int, words: str, key: str = "") -> tuple[Sequence[T], Part]:
        """A hook: the first pages of a long list, and the tile that shows the next `page` items, if there are more.

        `words` is the text of the tile. When `key` changes, the list begins again with one page.
        """
        shown = self.kept(f"shown {key}", page)
        more = outlined_tile(self.layout, "older", text(words, Size.SMALL), shown.tap(int.__add__, page))
        return listed[: shown.value], shown.value < len(listed) and more

    def view(
        self,
        title: str,
        *parts: Part,
        foot: Part = None,
        note: str = "",
        back: str | None = None,
        scrolled: Scrolled = lambda column: None,
        tools: Part = None,
        broad: bool = False,
    ) -> ft.View:
        """The screen: its title with the way back, its parts below each other, a notice, and its fixed `foot`.

        A `note` stands beside the title or, with large text, above the parts. In a low window, the foot is not fixed,
        but scrolls as the last part. `back` replaces the usual route of Back. `scrolled` is the result of the hook
        `At.scrolled`. The `tools` stand at the end of the top bar. In a wide window, a `broad` screen has room for two
        `columns`.
        """
        last, below = (foot, []) if self.layout.low else (None, [_foot(self.layout, foot)] if foot else [])
        beside, above = ("", quiet(note)) if note and self.layout.large_text else (note, None)
        inside = centred(
            self.layout, *flat([above, *parts, last]), key=self.route, scrolled=scrolled, broad=broad
        )
        back = self.back() if back is None else back
        return titled_screen(
            self.store,
            self.route,
            title,
            back,
            inside,
            notice_bar(self.store),
            *below,
            note=beside,
            tools=[*flat([tools])],
        )

    def first_view(self, title: str, inside: ft.Control, *, tools: Part, foot: ft.Control) -> ft.View:
        """The first screen of a window: it has no way back, and `inside` fills the space between title and foot."""
        head, filled = top_bar(self.t, self.layout, title, tools=[*flat([tools])]), ft.Alignment.TOP_CENTER
        bar = ft.Container(ft.Container(head, width=self.layout.broad), alignment=ft.Alignment.CENTER)
        body = ft.Container(inside, expand=True, alignment=filled)
        return framed_view(self.route, bar, body, notice_bar(self.store), _foot(self.layout, foot))

    def covered(self) -> ft.View | None:
        """A hook: an empty view while another screen covers this screen; else None.

        The screen returns the empty view, if there is one: so no screen is drawn while it is out of sight.
        """
        empty = ft.use_memo(lambda: framed_view(self.route, ft.Container()), [])
        return None if ft.use_route_location() in ("", self.route) else empty

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the window, in dp."""
        width, height = self.store.size
        return width or Layout.sheet, height or Layout.height

    def columns(self, left: Part, right: Part) -> Part:
        """Two columns of a `broad` view, beside each other in a wide window, else the left one above the right one."""
        if not self.layout.three:
            return [left, right]
        sides = [filling(stretched(*flat([each]), spacing=theme.SPACE, tight=True)) for each in (left, right)]
        top = ft.CrossAxisAlignment.START
        return ft.Row([*sides], spacing=2 * theme.SPACE, vertical_alignment=top)

    def column_width(self, *, broad: bool = False) -> float:
        """The width of the parts of this screen, in dp; in a `broad` screen, the width of each of its `columns`."""
        width = self.size[0] - 2 * theme.SPACE
        if broad and self.layout.three:
            width = width / 2 - theme.SPACE
        return min(self.layout.reading - 2 * theme.SPACE, width)

    def wide_view(self, title: str, *parts: Part, back: str) -> ft.View:
        """A screen over the whole width, without the sheet: its title with the way back, and its parts below."""
        scrolling = ft.Column([*flat(parts)], spacing=8, scroll=ft.ScrollMode.AUTO, expand=True)
        around = ft.Padding.symmetric(horizontal=theme.SPACE)
        inside = ft.Container(scrolling, expand=True, padding=around)
        bar = top_bar(self.t, self.layout, title, back=self.leave(back))
        return framed_view(self.route, bar, inside, notice_bar(self.store, on_sheet=True))

    def pane_view(self, pane: ft.Control) -> ft.View:
        """A screen of one pane, which has its own head and notice, in the middle of the window."""
        middle = ft.Container(pane, width=theme.ENTRY_ALONE * self.layout.growth)
        return framed_view(self.route, ft.Container(middle, expand=True, alignment=ft.Alignment.TOP_CENTER))

    def bare_view(self, *parts: Part) -> ft.View:
        """A screen without a top bar or a notice: its parts fill the window, and the system's Back button leaves it."""
        leave, drawn = self.leave(), notice_bar(self.store, drawn=False)
        return framed_view(self.route, *flat(parts), drawn, can_pop=False, on_pop=lambda _: leave())


def screen(*addresses: routes.Address) -> Callable[[Callable[[At], ft.View]], Screen]:
    """A decorator: registers a function as the screen of these addresses.

    Each address must have a different number of ids: this number tells which address is open.
    """

    def at_them(draw: Callable[[At], ft.View]) -> Screen:
        @functools.wraps(draw)
        def drawn() -> ft.View:
            store = use_store()
            found = ft.use_route_params()
            names = {name: unquote(value) for name, value in found.items() if value is not None}
            address = next(each for each in addresses if each.count(":") == len(names))
            return draw(At(store, address(*names.values()), names))

        shown = view_component(drawn)
        SCREENS.update(dict.fromkeys(addresses, shown))
        return shown

    return at_them


def _foot(layout: Layout, part: Part) -> ft.Control:
    """The fixed part at the bottom of a screen, no wider than the column above it."""
    padding = ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE)
    inside = ft.Container(column(part, spacing=8), width=layout.reading, padding=padding)
    return ft.Container(inside, alignment=ft.Alignment.CENTER)


def busy(store: Store) -> Part:
    """A progress bar with words about the work under way in the background; None if there is none."""
    return progress("busy", store.busy) if store.busy else None


# -- values that taps change ---

P = ParamSpec("P")


class Kept(Generic[T]):
    """A value that taps change. Draw `value`; in a handler read `now`, which may be newer than the drawn value."""

    def __init__(self, read: Callable[[], T], write: Callable[[T], object]) -> None:
        self._read, self._write = read, write
        self.value: T = read()

    @property
    def now(self) -> T:
        return self._read()

    def change(self, f: Callable[Concatenate[T, P], T], *args: P.args, **kwargs: P.kwargs) -> None:
        """Applies `f` to the value as it is now, not as it was drawn."""
        self._write(f(self._read(), *args, **kwargs))

    def tap(self, f: Callable[Concatenate[T, P], T], *args: P.args, **kwargs: P.kwargs) -> Handler:
        """A handler that applies `f` to the value as it is at the tap."""
        return partial(self.change, f, *args, **kwargs)

    def set(self, value: T) -> None:
        """Replaces the value."""
        self._write(value)

    def sets(self, value: T) -> Handler:
        """A handler that replaces the value."""
        return partial(self.set, value)
