"""The conversation of a session of Flet with a stand-in for its client, and whether all of it went well."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ClassVar, Final, NamedTuple, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    configure_encode_object_for_msgpack,
    decode_ext_from_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from .screen import Screen
from .tree import Client, OutOfSync

PAGE: Final = 1
"""The number of every session's page."""

NAP: Final = 0.0005
"""Seconds between two looks at work that is still going on; naps are counted, for a busy computer's sake."""
HANDLER_NAPS: Final = 400
"""How long a handler is waited for; one that waits for somebody, or sleeps longer, is left to itself."""
WORKER_NAPS: Final = 20_000
"""How long a worker thread is waited for."""

P = ParamSpec("P")
T = TypeVar("T")

ENCODE: Final[Callable[[Any], Any]] = configure_encode_object_for_msgpack(BaseControl)


def unpacked(raw: bytes) -> Any:
    return msgpack.unpackb(raw, ext_hook=decode_ext_from_msgpack, strict_map_key=False)


class Call(NamedTuple):
    """Something that the app asked of the client."""

    control: str  # the type: "Page", "Clipboard", "FilePicker"…
    method: str
    arguments: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.control}.{self.method}"


class _Workers(ThreadPoolExecutor):
    """Worker threads that know how many jobs have not been reported back to the loop yet."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(4, "driver")
        self._loop = loop
        self.busy = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.busy += 1
        job = super().submit(fn, *args, **kwargs)

        def done() -> None:
            self.busy -= 1

        # StepView for only after the loop's own callback, so that whoever awaits the job has been woken first.
        self._loop.call_soon_threadsafe(
            job.add_done_callback, lambda _: self._loop.is_closed() or self._loop.call_soon_threadsafe(done)
        )
        return job


class Hub:
    """The workers and the unawaited errors of all windows in one event loop."""

    _hubs: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]] = WeakKeyDictionary()

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.windows: list[Conversation] = []
        self.workers = _Workers(loop)
        self.errors: list[str] = []
        loop.set_default_executor(self.workers)  # serves `asyncio.to_thread` too, and is closed with the loop
        loop.set_exception_handler(self._overhear)

    @classmethod
    def here(cls) -> Hub:
        loop = asyncio.get_running_loop()
        if loop not in cls._hubs:
            cls._hubs[loop] = cls(loop)
        return cls._hubs[loop]

    def _overhear(self, loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        error = about.get("exception")
        trace = "".join(traceback.format_exception(error)) if error else ""
        self.errors.append(f"{about.get('message')}\n{trace}")
        loop.default_exception_handler(about)


class _FailedTasks(logging.Handler):
    """`page.run_task` raises in a callback, where concurrent.futures can do no more than log it."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(RuntimeError):  # no loop is running
            trace = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
            Hub.here().errors.append(f"{record.getMessage()}\n{trace}")


logging.getLogger("concurrent.futures").addHandler(_FailedTasks(logging.ERROR))


class Wire(Connection):
    """Packs each message, and hands what the client would unpack to its window."""

    def __init__(self, window: Conversation) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.executor = window.hub.workers
        self.pubsubhub = PubSubHub(self.loop, self.executor)
        self.page_url = "ws://127.0.0.1"  # Flet takes that of the websocket
        self.messages = 0
        self._window = window

    def send_message(self, message: Message) -> None:
        raw = msgpack.packb([message.action, message.body], default=ENCODE)
        self.messages += 1
        self._window._receive(message.action, unpacked(raw)[1])


class Broken(AssertionError):
    """Something of the app raised, or does not come to an end, where neither the user nor Flet may notice."""


class Conversation(Screen):
    """A session of Flet and the client that it talks to, which answers by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.hub = Hub.here()
        self.calls: list[Call] = []
        """The calls of the app to the client, in order."""
        self.clipboard: str | None = None
        self.picks: list[dict[str, Any]] = []
        """The answer of a file dialog: `{"id": 0, "name": "a.json", "size": 2, "bytes": b"{}"}`."""
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
