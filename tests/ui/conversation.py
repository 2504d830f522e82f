"""The client's side of the conversation with a session of Flet, and whether all of it went well."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from typing import Any, Final

import flet as ft
from flet.messaging.protocol import MessageAction
from flet.messaging.session import Session

from .screen import Screen
from .tree import Client, OutOfSync
from .wire import Call, Hub, Wire

PAGE: Final = 1
"""The number of every session's page."""

NAP: Final = 0.0005
"""Seconds between two looks at work that is still going on; naps are counted, for a busy computer's sake."""
HANDLER_NAPS: Final = 400
"""How long a handler is waited for; one that waits for somebody, or sleeps longer, is left to itself."""
WORKER_NAPS: Final = 20_000
"""How long a worker thread is waited for."""


class Broken(AssertionError):
    """Something of the app raised, or does not come to an end, where neither the user nor Flet may notice."""


class Conversation(Screen):
    """A session of Flet and the client that it talks to, which answers by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.hub = Hub.here()
        self.calls: list[Call] = []
        """What the app asked of the client, in order."""
        self.clipboard: str | None = None
        self.picks: list[dict[str, Any]] = []
        """What a file dialog answers: `{"id": 0, "name": "a.json", "size": 2, "bytes": b"{}"}`."""
        self.answers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "Clipboard.get": lambda _: self.clipboard,
            "Clipboard.set": self._copy,
            "FilePicker.pick_files": lambda _: self.picks,
        }
        """How the client answers, by "Control.method"; what an answer raises is the client's error."""
        self.focused_tile: int | None = None
        """The number of the tile that the app gave the focus."""
        self.history: list[str] = []
        """The routes of this window, oldest first, as a browser remembers them."""
        self._failures: list[AssertionError] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self.wire = Wire(self)
        self.session: Any = Session(self.wire)  # its class is typed in part only

    @property
    def page(self) -> ft.Page:
        """The app's own page; what is on the screen is better asked of the driver."""
        page = self.session.page
        assert isinstance(page, ft.Page)
        return page

    def asked(self, *names: str) -> list[dict[str, Any]]:
        """The arguments of what the app asked of the client by these names ("Share.share_files")."""
        return [call.arguments for call in self.calls if call.name in names]

    # --- Whether all is well -------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Let everything that is under way in all windows of the hub come to rest, then look for damage."""
        calm = naps = 0
        while calm < 3:
            before = sum(window.wire.messages for window in self.hub.windows)
            for _ in range(6):
                await asyncio.sleep(0)
            working = self.hub.workers.busy > 0
            if working and naps > WORKER_NAPS:
                raise Broken("a worker thread of the app does not come to an end")
            handling = any(window._tasks for window in self.hub.windows)
            if working or (handling and naps < HANDLER_NAPS):
                naps += 1
                await asyncio.sleep(NAP)
                calm = 0
                continue
            moved = sum(window.wire.messages for window in self.hub.windows) != before
            calm = 0 if moved else calm + 1
        for window in self.hub.windows:
            window.check()

    def check(self) -> None:
        """Raise for whatever has gone wrong so far."""
        scheduler: asyncio.Task[None] | None = getattr(self.session, "_Session__updates_task", None)
        died = (
            scheduler.exception()
            if scheduler is not None and scheduler.done() and not scheduler.cancelled()
            else None
        )
        if died is not None:
            raise Broken(f"{died!r} stopped all further drawing") from died
        if self._failures:
            raise self._failures[0]
        if self.hub.errors:
            raise Broken(self.hub.errors[0])

    # --- The client's side of the conversation -------------------------------------------------------------

    def _receive(self, action: MessageAction, body: Any) -> None:
        self.seen = None
        match action:
            case MessageAction.REGISTER_CLIENT:
                self.client = Client(body["page_patch"])
            case MessageAction.PATCH_CONTROL:
                try:
                    self.client.apply(body["id"], body["patch"])
                except OutOfSync as problem:
                    self._failures.append(problem)
            case MessageAction.INVOKE_METHOD:
                self._spawn(self._reply(body))
            case MessageAction.SESSION_CRASHED:
                self._failures.append(Broken(body["message"]))
            case _:
                self._failures.append(OutOfSync(f"a message that the client does not know: {action}"))

    async def _reply(self, body: dict[str, Any]) -> None:
        number, call_id = body["control_id"], body["call_id"]
        control = self.session.index.get(number)
        if control is None:
            self._failures.append(
                OutOfSync(f"{body['name']} was asked of control {number}, which is not there")
            )
            return
        call = Call(control._c, body["name"], body.get("args") or {})
        self.calls.append(call)
        if call.name == "TextButton.focus":
            self.focused_tile = number
            self.session.handle_invoke_method_results(number, call_id, None, None)
            return
        if call.name == "Page.push_route":
            self.session.handle_invoke_method_results(number, call_id, None, None)
            self.history.append(call.arguments["route"])
            await self._go(call.arguments["route"])
            return
        result, error = self._answer(call)
        self.session.handle_invoke_method_results(number, call_id, result, error)

    def _answer(self, call: Call) -> tuple[Any, str | None]:
        if call.control == "StoragePaths" and call.name not in self.answers:
            return None, f"{call.method} is not implemented"
        answer = self.answers.get(call.name)
        try:
            return answer(call.arguments) if answer else None, None
        except Exception as refusal:
            return None, str(refusal)

    async def _go(self, route: str) -> None:
        self._set(PAGE, {"route": route})
        await self.session.dispatch_event(PAGE, "route_change", {"route": route})

    def _copy(self, given: dict[str, Any]) -> None:
        self.clipboard = given["data"]

    def _set(self, number: int, properties: dict[str, Any]) -> None:
        """Change properties as a client does by itself, on both sides."""
        node = self.client.find(number)
        if node is None:
            raise OutOfSync(f"control {number} has gone")
        node.update(properties)
        self.seen = None
        self.session.apply_patch(number, properties)

    async def _change(self, number: int, properties: dict[str, Any], event: str, data: Any) -> None:
        self._set(number, properties)
        await self._event(number, event, data)

    async def _event(self, number: int, name: str, data: Any = None) -> None:
        self._spawn(self.session.dispatch_event(number, name, data))
        await self.settle()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)  # a context of its own, as on the server
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            trace = "".join(traceback.format_exception(error))
            self._failures.append(error if isinstance(error, AssertionError) else Broken(trace))
