"""One window of the app, and the person who uses it.

A real `Session` of Flet talks to the driver. Every message is packed as for the wire, and every patch is applied to a
copy of the tree, as a client does; a test sees and taps what this copy holds. So a test does not see a change that the
app has not announced.

Anything that is wrong for a person is an error here: a tap on something out of reach, a crashed session, a scheduler
of updates that died, a client out of step.

Only the controls of scorepad are known: text fields, menus and everything with `on_click`; no dialogs.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, Self

import flet as ft
from flet.controls.context import _context_page, context
from flet.messaging.protocol import Message, MessageAction, RegisterClientResponseBody

from .conversation import PAGE, Broken, Call, Conversation
from .screen import action_of, identifier_of
from .tree import FIELD, MENU, Found, OutOfSync

# Flet loads lazily: all of it now, lest a tap pays for it, or trips over CPython's #106905.
for _name in ft.__all__:
    getattr(ft, _name)

Main = Callable[[ft.Page], object]

SECONDS: Final = 20
"""How long something that takes its time is waited for."""
MOBILE: Final = frozenset({ft.PagePlatform.ANDROID, ft.PagePlatform.ANDROID_TV, ft.PagePlatform.IOS})


class Driver(Conversation):
    """One window of the app and whoever sits before it."""

    def __init__(self, *, web: bool, platform: ft.PagePlatform) -> None:
        super().__init__()
        self.web = web
        self.platform = platform
        self.taps = 0
        """How often a finger went down: what the design counts."""
        self.focused: int | None = None
        """The number of the text field that has the focus."""

    @property
    def in_focus(self) -> str | None:
        """The identifier of the tile in sight that the app gave the focus, if any."""
        for each in self.screen():
            if each.id == self.focused_tile:
                return next(filter(None, map(identifier_of, reversed(each.around))), None)
        return None

    @classmethod
    async def start(
        cls,
        main: Main,
        *,
        size: tuple[float, float] = (360, 640),
        platform: ft.PagePlatform = ft.PagePlatform.ANDROID,
        web: bool = False,
        route: str = "/",
        address: str | None = None,
    ) -> Self:
        """Opens a window and runs `main` in it; `address` is the address of the websocket, if on another computer."""
        driver = cls(web=web, platform=platform)
        driver.hub.windows.append(driver)
        driver.wire.page_url = address or driver.wire.page_url
        driver.history.append(route)
        page = {"route": route, "width": size[0], "height": size[1], "platform": platform.value}
        page |= {"platform_brightness": ft.Brightness.LIGHT.value, "web": web, "wasm": web}
        page |= dict.fromkeys(("pwa", "debug", "test", "multi_view", "pyodide"), False)
        driver.session.apply_page_patch(page)
        driver.wire.send_message(
            Message(
                MessageAction.REGISTER_CLIENT,
                RegisterClientResponseBody(driver.session.id, driver.session.get_page_patch(), ""),
            )
        )

        async def boot() -> None:
            _context_page.set(driver.session.page)
            context.reset_auto_update()
            try:
                started = main(driver.page)
                if isinstance(started, Awaitable):
                    await started
                await driver.session.after_event(driver.page)
            except Exception:
                driver.session.error(traceback.format_exc())

        driver._spawn(boot())
        await driver.settle()
        return driver

    @contextmanager
    def in_page(self) -> Iterator[None]:
        """Within it, the page of this window is Flet's current page, as in a handler of the app."""
        token = _context_page.set(self.session.page)
        try:
            yield
        finally:
            _context_page.reset(token)

    async def close(self) -> None:
        """Close the window for good."""
        await self.session.disconnect(0)
        self.session.close()
        self.hub.windows.remove(self)
        await asyncio.sleep(0)

    # --- What is done to it --------------------------------------------------------------------------------

    async def tap(self, *identifiers: str) -> None:
        """Tap one control after another: in each, the first part that is enabled and reacts."""
        for identifier in identifiers:
            target = self._target(identifier)
            self.taps += 1
            keeps_focus = target.kind == FIELD or (not self.web and self.platform in MOBILE)
            if self.focused is not None and not keeps_focus:
                await self.blur()
            await self._activate(target)

    def begin(self, *identifiers: str) -> None:
        """Tap one control after another, and wait for nothing that comes of it."""
        for identifier in identifiers:
            self._spawn(self.session.dispatch_event(self._target(identifier).id, "click", None))

    def touched(self, identifier: str) -> Callable[[], Awaitable[None]]:
        """A control that is in sight now; what is returned taps it, though the app may have taken it out of sight."""
        return partial(self._activate, self._target(identifier))

    async def burst(self, *identifiers: str) -> None:
        """Tap one control after another, all before the app answers the first tap."""
        self.begin(*identifiers)
        await self.settle()

    async def type(self, identifier: str, value: str, *, submit: bool = False) -> None:
        """Replace what a text field holds, all at once, and press Enter if asked."""
        found = self._field(identifier)
        if self.focused != found.id:
            await self.blur()
            self.focused = found.id
            await self._event(found.id, "focus")
        await self._change(self._field(identifier).id, {"value": value}, "change", value)
        if submit:
            await self._event(self._field(identifier).id, "submit", value)

    async def blur(self) -> None:
        """Take the focus from the text field that has it, if any."""
        number, self.focused = self.focused, None
        if number is not None and self.client.find(number) is not None:
            await self._event(number, "blur")

    async def key(self, key: str, **held: bool) -> None:
        """Press a key, named as Flet names it: "g", "1", "Numpad 1", "Enter", "Escape", "Arrow Left", " ".

        The page hears it wherever the focus is, text fields included; `ctrl`, `shift`, `alt` or `meta` may be held.
        """
        if self.client.tree.get("on_keyboard_event"):
            label = key.upper() if len(key) == 1 else key
            none = dict.fromkeys(("ctrl", "shift", "alt", "meta"), False)
            await self._event(PAGE, "keyboard_event", {"key": label} | none | held)

    async def back(self) -> None:
        """Go back as Android's gesture does: leave the view."""
        top = self.stacked()[-1]
        if len(self.stacked()) < 2:
            raise self.unreachable("back", "would leave the app")
        if top.get("can_pop") is False:
            if not top.get("on_confirm_pop"):
                raise self.unreachable("back", "is refused by the view")
            await self._event(top["_i"], "confirm_pop")
        else:
            await self._event(PAGE, "view_pop", {"route": top.get("route", "/")})

    async def browser_back(self) -> None:
        """Press the browser's own back button."""
        self.history.pop()
        await self._go(self.history[-1])
        await self.settle()

    async def visit(self, route: str) -> None:
        """Type an address into the browser, or follow a link into the app."""
        self.history.append(route)
        await self._go(route)
        await self.settle()

    async def resize(self, width: float, height: float) -> None:
        """Turn the phone, or drag the window's edge."""
        size = {"width": width, "height": height}
        await self._change(PAGE, size, "resize", size)

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that takes its time, while other work of the app may go on."""
        end = asyncio.get_running_loop().time() + SECONDS
        while not condition():
            if asyncio.get_running_loop().time() > end:
                raise Broken(f"it did not happen within {SECONDS} s")
            await asyncio.sleep(0.005)
            self.check()

    async def _activate(self, target: Found) -> None:
        node = target.node
        actions = node.get("action") or []
        for action in actions if isinstance(actions, list) else [actions]:
            await self._act(action)
        if target.kind == MENU:
            self.opened.symmetric_difference_update({target.id})
            self.seen = None
            await self._event(target.id, "open" if target.id in self.opened else "cancel")
            return
        if target.kind == "PopupMenuItem":
            self.opened.clear()
            self.seen = None
        await self._event(target.id, action_of(node) or "click")

    async def _act(self, action: dict[str, Any]) -> None:
        """Do what a `ft.ClientAction` says, as the client does before it tells the app of the tap."""
        service = self.client.find(action["service_id"])
        if service is None:
            raise OutOfSync(
                f"{action['method']} acts on service {action['service_id']}, which the client has not"
            )
        call = Call(service["_c"], action["method"], action.get("args", {}))
        self.calls.append(call)
        answer, _ = self._answer(call)
        if call.name == "FilePicker.pick_files":
            await self._event(service["_i"], "result", {"files": answer})
