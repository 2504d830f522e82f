"""An evening at the table: a data folder, scorepad on it, its windows, and hands as fingers enter them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import flet as ft
import pytest
from evenings import ByTable, Outcome, gardes, next_deal, table
from flet_client import FIELD, Driver, clipped

from scorepad.design.coverage import COVERED
from scorepad.evening.evening import Evening
from scorepad.evening.events import Change
from scorepad.evening.people import Person
from scorepad.history import History
from scorepad.history.backup.making import utc_now
from scorepad.history.disk import Disk
from scorepad.pad import Pad
from scorepad.tarot.scheme import Scheme
from scorepad.ui import background
from scorepad.ui.app import build
from scorepad.ui.host import Browser, Place, Request, WebApp


@contextmanager
def no_threads() -> Iterator[None]:
    """Within it, no thread can be started, as in a page that runs Python itself."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background, "THREADS", False)
        patch.setattr(threading.Thread, "start", refuse)
        yield


def ticking() -> Callable[[], datetime]:
    """A clock on which no two looks are in the same millisecond, however fast the test."""
    last = utc_now()

    def look() -> datetime:
        nonlocal last
        last = max(utc_now(), last + timedelta(milliseconds=1))
        return last

    return look


class Windows:
    """A folder that scorepad keeps its data in, and the windows on it, phones unless told otherwise.

    `language` is the one asked for on the command line; None leaves it to settings and environment.
    """

    def __init__(
        self,
        folder: Path,
        *,
        language: str | None = "en",
        disk: Disk | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock or ticking()
        self.language = language
        self.disk = disk
        self.windows: list[Driver] = []
        self.asked: list[Request] = []
        """The requests of the app to the page of a web app."""
        self.history = History(folder, clock=self.clock, disk=disk)
        self.pad = Pad(self.history)

    def __enter__(self) -> Self:
        self.history.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.history.close()

    async def window(
        self,
        route: str = "/",
        *,
        width: float = 360,
        height: float = 640,
        place: Place = Place.DEVICE,
        web: bool | None = None,
        platform: ft.PagePlatform = ft.PagePlatform.ANDROID,
        address: str | None = None,
        **built: Any,
    ) -> Driver:
        """One window more on the same data, at a route; whether it is `web` is its own word for it.

        `address` is where a browser reached the app; `built` are other things that the app is built with.
        """
        app = build(self.pad, language=self.language, place=place, **built)
        web = place is Place.BROWSER if web is None else web
        size = width, height
        opened = await Driver.start(app, size=size, route=route, web=web, platform=platform, address=address)
        self.windows.append(opened)
        return opened

    async def browser(self, route: str = "/", **more: Any) -> Driver:
        """A window in a web browser."""
        return await self.window(route, place=Place.BROWSER, **more)

    async def computer(self, route: str = "/") -> Driver:
        """The native window of a computer."""
        return await self.window(route, place=Place.WINDOW, platform=ft.PagePlatform.LINUX)

    async def web_app(
        self, route: str = "/", *, platform: ft.PagePlatform = ft.PagePlatform.LINUX, **known: Any
    ) -> Driver:
        """A window of the web app, whose page knows these things about its browser; `browser_says` adds others."""
        page = WebApp(self.asked.append, Browser(**known))
        return await self.browser(route, platform=platform, web_app=page)

    async def wide(self, route: str = "/") -> Driver:
        """A window with room for two panes."""
        return await self.window(route, width=1280, height=800)

    async def restart(self) -> None:
        """Closes every window and the history, and opens the same folder as a new process would."""
        while self.windows:
            await self.windows.pop().close()
        self.history.close()
        self.history = History(self.folder, clock=self.clock, disk=self.disk)
        self.pad = Pad(self.history)
        self.history.__enter__()

    def table(self, people: int = 4, seats: int | None = None, scheme: Scheme | None = None) -> Evening:
        """An evening at which nobody has played yet; its people have seats 1, 2, … and the first deals."""
        evening = self.empty(people, seats, scheme)
        self.history.create(evening)
        return evening

    def empty(
        self,
        people: int | Iterable[str | Person] = 4,
        seats: int | None = None,
        scheme: Scheme | None = None,
        **facts: Any,
    ) -> Evening:
        """The same, not saved; with other facts about its start, if any are given."""
        known: dict[str, Any] = {"id": self.history.new_id(), "created": self.history.stamp().at, "title": ""}
        return table(people, seats, scheme or "fft", **known | facts)

    def played(self, hands: int, people: int = 4) -> Evening:
        """An evening of a number of gardes, each just made by its dealer, alone, with 41 points and 2 bouts."""
        evening = gardes(self.empty(people), hands, self.history.stamp)
        self.history.create(evening)
        return evening

    def record(self, evening: Evening, outcome: Outcome | ByTable) -> Evening:
        """One deal more, saved at once, as another window would."""
        stamp = self.history.stamp()
        return self._elsewhere(evening, lambda now: now.record(next_deal(now, outcome), stamp))

    def change(self, evening: Evening, change: Change) -> Evening:
        """Something else that happens, saved at once, as another window would."""
        stamp = self.history.stamp()
        return self._elsewhere(evening, lambda now: now.add(change, stamp))

    def _elsewhere(self, evening: Evening, happens: Callable[[Evening], Evening]) -> Evening:
        """A change by another window."""
        after = self.pad.change(evening.id, lambda now, entry: (happens(now), entry), by="another window")
        assert after is not None
        return after

    def happened(self, evening: Evening) -> Evening:
        """The evening as it is saved now."""
        return self.history.load(evening.id)

    def shown(self, app: Driver) -> Evening:
        """The evening whose sheet is shown, as it is saved now."""
        return self.history.load(app.route.removeprefix("/session/"))


async def browser_says(app: Driver, **changes: Any) -> None:
    """The page of a web app knows something new."""
    app.page.data.host.web_app.receive(**changes)
    await app.settle()


async def grow(app: Driver, growth: float) -> None:
    """The system shows text so much larger, as the height of a title tells."""
    with app.in_page():
        app.page.data.text_grown(growth)
    await app.settle()


async def seat(app: Driver, names: str) -> None:
    """Names the people of a new table, one after the other."""
    for name in names.split():
        await app.type("name", name, submit=True)


async def points(app: Driver, typed: str) -> None:
    """Card points on the keypad: "49", "40½"."""
    for sign in typed:
        await app.tap("half" if sign == "½" else f"digit-{sign}")


async def enter(
    app: Driver,
    bid: str,
    bouts: int,
    typed: str,
    *,
    partner: str = "",
    petit: str = "",
    poignees: str = "",
    chelem: bool = False,
) -> None:
    """Taps a hand into the open entry, without saving it.

    `bid` is "1 garde", the seat and the bid; `partner` a seat or "alone"; `petit` a side; `poignees` are
    "2 single, 3 double"; a `chelem` is announced and made by the taker's side.
    """
    await app.tap("bid-" + bid.replace(" ", "-"))
    if partner:
        await app.tap(f"partner-{partner}")
    await app.tap(f"bouts-{bouts}")
    if chelem:
        await app.tap("open-chelem", "chelem-announced-taker", "chelem-made-taker", "close-panel")
    if app.text("points") != typed:  # a chelem may have filled them in
        await points(app, typed)
    if petit:
        await app.tap(f"petit-{petit}")
    for poignee in filter(None, poignees.split(", ")):
        await app.tap("open-poignees")
        await app.tap("poignee-" + poignee.replace(" ", "-"))


async def play(app: Driver, bid: str, bouts: int, typed: str, **more: Any) -> None:
    """Enters a hand from the sheet, and saves it."""
    await app.tap("next-hand")
    await enter(app, bid, bouts, typed, **more)
    await app.tap("save")


def totals(app: Driver) -> list[str]:
    """The totals at the foot of the sheet."""
    return app.texts_of("total-")


def rows(app: Driver) -> list[str]:
    """The rows of the sheet, by identifier."""
    return app.named("row-")


def on(app: Driver, prefix: str) -> list[str]:
    """The tiles with this prefix that are on or chosen."""
    return [
        name for name in app.named(prefix) if app.node(name).get("toggled") or app.node(name).get("selected")
    ]


def seats(app: Driver) -> list[str]:
    """The people at the new table, in their order."""
    return [text.split(" ", 1)[1] for text in app.texts_of("seat-")]


def labels_inside(app: Driver) -> list[str]:
    """The labels that stand in their fields."""
    return [str(each.node["label"]) for each in app.screen() if each.kind == FIELD and each.node.get("label")]


def flaws(app: Driver, *, odd_names: bool = False) -> list[str]:
    """The faults of a screen: nameless or small targets, signs without a glyph, cut or covered words, equal test ids.

    With `odd_names`, of any kind and length, words may be cut.
    """
    names = app.identifiers()
    tips = [str(each.node.get("tooltip") or "") for each in app.screen()]
    drawn = {
        sign for text in (*app.texts(), *tips) for sign in text if ord(sign) not in COVERED and sign != "\n"
    }
    return [
        *app.unnamed_controls(),
        *app.small_targets(),
        *(f"no glyph for {sign!r}" for sign in sorted(drawn)),
        *([] if odd_names else clipped(app)),
        *(
            f"{label!r} lies on what is typed"
            for label in labels_inside(app)
            if app.page.data.layout.large_text
        ),
        *(f"{name!r} is there twice" for name in sorted({name for name in names if names.count(name) > 1})),
    ]
