"""Serves one browser on one websocket: registers it, passes its events to the app, and sends it the page's changes.

Before the first message of Flet's client, our own script in the page sends the key (`messages.Hello`). This module
replaces Flet's `flet_web.fastapi.FletApp`, which keeps connections that never register, trusts every message, and lets
one browser use all of the server's time.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
)
from flet.pubsub.pubsub_hub import PubSubHub

from scorepad.web.limits import MAX_FILE_MESSAGE, MAX_MESSAGE, POLICY_VIOLATION, Budget, Timeouts
from scorepad.web.messages import (
    FLET,
    PAGE,
    Garbled,
    Hello,
    hello,
    is_size,
    page_properties,
    properties,
    unpacked,
)

MAX_CALLS: Final = 32
"""The largest number of unanswered calls to one browser, such as a call to choose a file."""
MAX_TASKS: Final = 64
"""The largest number of events of one browser in progress."""
MAX_UNSENT: Final = 256 * 1024
"""The most bytes that a browser may leave unread; until it reads, its messages wait."""
CLOSE_SECONDS: Final = 0.3
RESIZE_SECONDS: Final = 0.1
"""Seconds between two drawings of a window that is being resized."""

PAGE_ID: Final = 1
"""The id of the page in every session."""
PICK: Final = "pick_files"
"""The method that asks a browser for a file."""

log = logging.getLogger("scorepad")

_encode: Final[Callable[[Any], Any]] = configure_encode_object_for_msgpack(BaseControl)


class Gone(Exception):
    """The browser has closed its websocket."""


class MustClose(Exception):
    """The server must close the websocket, with the close code `code`."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Access:
    """The functions and the facts that a `Client` gets from the server for its websocket."""

    receive: Callable[[], Any]
    send: Callable[[Any], Any]
    url: str
    """The address of the page, with ws or wss."""
    language: str
    """The language that the browser prefers."""
    set_max_message_size: Callable[[int], None]
    """Sets the size of the largest message, in bytes."""
    authorize: Callable[[str], tuple[str, str]]
    """Checks the key or ticket of a browser; returns the digest of the key, and the secret for the browser to store.

    Raises MustClose.
    """


@dataclass(eq=False)
class BrowserSession:
    """The session of a tab; it is kept for a while after its websocket closes."""

    session: Any  # Flet's class is only partly typed
    key: str
    """The digest of the key that its browser has shown."""
    tab: str
    client: Client | None
    calls: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The unanswered calls of the browser: the control and the method, by the id of the call."""
    left: float = 0.0

    @property
    def awaits_file(self) -> bool:
        """Whether the app waits for a file from this browser."""
        return any(method == PICK for _, method in self.calls.values())


class Sessions(Protocol):
    """The interface of `Clients` that a `Client` uses."""

    loop: asyncio.AbstractEventLoop
    executor: ThreadPoolExecutor
    hub: PubSubHub
    main: Callable[[ft.Page], None]
    timeouts: Timeouts

    def enter(self, client: Client, said: Hello, session_id: Any) -> tuple[BrowserSession, bool]: ...

    async def leave(self, browser: BrowserSession, client: Client) -> None: ...

    def end(self, browser: BrowserSession) -> None: ...


class Client(Connection):
    """One browser on one websocket."""

    def __init__(self, clients: Sessions, access: Access) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop, self.executor, self.pubsubhub = clients.loop, clients.executor, clients.hub
        self.page_url = access.url
        self.language = access.language
        self.key = ""
        """The digest of the key that the browser has shown; "" until it shows one."""
        self._clients = clients
        self._access = access
        self._budget = Budget(self.loop.time)
        self._browser: BrowserSession | None = None
        self._unsent: asyncio.Queue[bytes | str] = asyncio.Queue()
        self._waiting = 0
        self._read = asyncio.Event()
        self._read.set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._size: Any = None
        self._task: asyncio.Task[Any] | None = None
        self._code: int | None = None

    def close(self, code: int) -> None:
        """Closes the websocket, unless it is closing already."""
        if self._task is not None and self._code is None:
            self._code = code
            self._task.cancel()

    @property
    def closing(self) -> bool:
        """Whether `close` has been called."""
        return self._code is not None

    async def run(self) -> None:
        """Handles the messages of the browser until the websocket closes."""
        self._task = asyncio.current_task()
        sender: asyncio.Task[None] | None = None
        try:
            await self._receive()  # the connect
            await self._access.send({"type": "websocket.accept"})
            async with asyncio.timeout(self._clients.timeouts.register):
                said = hello(await self._receive())
                self.key, secret = self._access.authorize(said.key)
                self._access.set_max_message_size(MAX_MESSAGE)
                action, body = unpacked(await self._receive())
                if action != MessageAction.REGISTER_CLIENT.value:
                    raise Garbled
                self._register(body, said)
            self.keep({"key": secret})
            sender = self._spawn(self._send_all())
            while True:
                await self._next()
        except Gone:
            pass
        except MustClose as closed:
            await self._end(closed.code)
        except (Garbled, TimeoutError):
            await self._end(POLICY_VIOLATION)
        except asyncio.CancelledError:
            if self._code is None:
                raise
            await self._end(self._code)
        finally:
            if sender is not None:
                sender.cancel()
            if self._browser is not None:
                await self._clients.leave(self._browser, self)

    async def _next(self) -> None:
        await self._read.wait()  # a browser that does not read its messages has to wait
        raw = await self._receive()
        start = self.loop.time()
        if raw == PAGE:
            self._file_too_large()
        else:
            self._dispatch(*unpacked(raw))
        del raw
        for _ in range(3):  # until the tasks of this message, and the tasks that they started, have run
            await asyncio.sleep(0)
        await self._budget.spend(self.loop.time() - start)

    async def _receive(self) -> bytes:
        message = await self._access.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        if message["type"] == "websocket.connect":
            return b""
        raw = message.get("bytes")
        if not isinstance(raw, bytes):
            raise Garbled
        return raw

    async def _end(self, code: int) -> None:
        with suppress(
            OSError, RuntimeError, TimeoutError
        ):  # the websocket is closed already, or the browser does not read
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._access.send({"type": "websocket.close", "code": code})

    def _register(self, body: dict[str, Any], said: Hello) -> None:
        page = page_properties(body.get("page"))
        browser, new = self._clients.enter(self, said, body.get("session_id"))
        self._browser, session = browser, browser.session
        _context_page.set(session.page)
        before = session.page.route
        try:
            session.apply_page_patch({**page, "web": True})
        except Exception:
            self._browser = browser.client = None
            self._clients.end(browser)
            raise Garbled from None
        shown = session.get_page_patch() if new else session.page
        answer = RegisterClientResponseBody(session_id=session.id, page_patch=shown, error="")
        self.send_message(Message(MessageAction.REGISTER_CLIENT, answer))
        if new:
            self._spawn(self._start())
            return
        self._allow_file(browser)
        session.attach_connection(self)
        self._spawn(session.dispatch_connect_event())
        if session.page.route != before:
            self._spawn(session.dispatch_event(PAGE_ID, "route_change", {"route": session.page.route}))

    async def _start(self) -> None:
        assert self._browser is not None
        session = self._browser.session
        try:
            context.reset_auto_update()
            self._clients.main(session.page)
            await session.after_event(session.page)
        except Exception:
            log.exception("a page could not be begun")
            session.error("scorepad")

    def _dispatch(self, action: int, body: dict[str, Any]) -> None:
        assert self._browser is not None
        browser, session = self._browser, self._browser.session
        if action == MessageAction.CONTROL_EVENT.value:
            target, name, data = body.get("target"), body.get("name"), body.get("data")
            if not isinstance(target, int) or not isinstance(name, str):
                raise Garbled
            if target == PAGE_ID and name == "resize":
                self._resized(data)
            elif len(self._tasks) > MAX_TASKS:
                raise Garbled
            else:
                self._spawn(session.dispatch_event(target, name, data))
        elif action == MessageAction.UPDATE_CONTROL_PROPS.value:
            try:
                control = body.get("id")
                allowed = page_properties if control == PAGE_ID else properties
                session.apply_patch(control, allowed(body.get("props")))
            except Exception:
                raise Garbled from None
        elif action == MessageAction.INVOKE_METHOD.value:
            call = body.get("call_id")
            asked = browser.calls.pop(call, None) if isinstance(call, str) else None
            if asked is None or asked[0] != body.get("control_id"):
                return  # no such call, or it was answered
            self._allow_file(browser)
            result, error = body.get("result"), body.get("error")
            error = None if error is None else str(error)
            with suppress(RuntimeError):  # the control is gone
                session.handle_invoke_method_results(asked[0], call, result, error)
        else:
            raise Garbled

    def _allow_file(self, browser: BrowserSession) -> None:
        self._access.set_max_message_size(MAX_FILE_MESSAGE if browser.awaits_file else MAX_MESSAGE)

    def _file_too_large(self) -> None:
        """Tells the app that no file was chosen: the page refused a file that is too large, and told the user."""
        assert self._browser is not None
        for call, (control, method) in list(self._browser.calls.items()):
            if method == PICK:
                answer = {"call_id": call, "control_id": control, "result": [], "error": None}
                self._dispatch(MessageAction.INVOKE_METHOD.value, answer)

    def _resized(self, data: Any) -> None:
        """Handles a change of the window's size; of the changes within RESIZE_SECONDS, only the last is used."""
        if not isinstance(data, dict) or not (is_size(data.get("width")) and is_size(data.get("height"))):
            raise Garbled
        if self._size is None:
            self._spawn(self._resize())
        self._size = {"width": data["width"], "height": data["height"]}

    async def _resize(self) -> None:
        await asyncio.sleep(RESIZE_SECONDS)
        data, self._size = self._size, None
        if self._browser is not None:
            await self._browser.session.dispatch_event(PAGE_ID, "resize", data)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def send_message(self, message: Message) -> None:
        """Queues a message to be sent."""
        if message.action is MessageAction.INVOKE_METHOD and self._browser is not None:
            self._note_call(self._browser, message.body)
        raw = FLET + msgpack.packb([message.action, message.body], default=_encode)
        self._queue(raw)

    def keep(self, words: dict[str, Any]) -> None:
        """Sends values that the browser stores for this server; later pages read them, too."""
        self._queue(json.dumps(words))

    def _queue(self, raw: bytes | str) -> None:
        self._waiting += len(raw)
        if self._waiting > MAX_UNSENT:
            self._read.clear()
        self._unsent.put_nowait(raw)

    def _note_call(self, browser: BrowserSession, call: Any) -> None:
        browser.calls[call.call_id] = (call.control_id, call.name)
        if call.name == PICK:
            self._allow_file(browser)
        if len(browser.calls) > MAX_CALLS:
            self.loop.call_soon(self._clients.end, browser)

    async def _send_all(self) -> None:
        with suppress(OSError, RuntimeError):  # closed; the receiver notices it too
            while True:
                raw = await self._unsent.get()
                await self._access.send(
                    {"type": "websocket.send", "text" if isinstance(raw, str) else "bytes": raw}
                )
                self._waiting -= len(raw)
                if self._waiting <= MAX_UNSENT:
                    self._read.set()

    def dispose(self) -> None:
        """Does nothing: a browser that reconnects gets the whole page, so unsent messages are not needed."""
