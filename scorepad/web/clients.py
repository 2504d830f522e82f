"""Flet's side of a websocket: registers a browser, hands its events to the app, and sends the changes.

It replaces Flet's own (`flet_web.fastapi.FletApp`), which keeps connections that never register, trusts every message,
and lets one browser take all the time.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

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
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from scorepad.web.limits import Budget, Patience
from scorepad.web.messages import Garbled, is_size, page_properties, properties, unpacked

if TYPE_CHECKING:
    from starlette.types import Receive, Send

AWAY_SECONDS: Final = 600.0
"""Seconds for which the session of a closed browser is kept: phones sleep. Unsaved hands are kept for ever."""
MAX_AWAY: Final = 32
"""Sessions kept for closed browsers."""
ENDED: Final = 32
"""Ended sessions after which garbage is collected: Python alone would wait for hundreds."""
MAX_CALLS: Final = 32
"""Calls to one browser, for instance of a dialog, without an answer yet."""
MAX_TASKS: Final = 64
"""Events of one browser that are in progress."""
MAX_UNSENT: Final = 256 * 1024
"""Bytes that a browser may leave unread before nothing more is read from it."""
CLOSE_SECONDS: Final = 0.3
RESIZE_SECONDS: Final = 0.1
"""Seconds between drawings of a window that is being resized."""

PAGE_ID: Final = 1
"""The number of every session's page."""
POLICY_VIOLATION: Final = 1008
GOING_AWAY: Final = 1001
PICK: Final = "pick_files"

log = logging.getLogger("scorepad")

_encode: Final[Callable[[Any], Any]] = configure_encode_object_for_msgpack(BaseControl)


class Gone(Exception):
    """The browser has closed its websocket."""


@dataclass(eq=False)
class Visit:
    """The session of a browser; it is kept for a while after its websocket closes."""

    session: Any  # Flet's class is typed in part only
    key: str
    """The digest of the key that it came with."""
    client: Client | None
    calls: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The calls that the browser has not answered: the control and the method, by the id of the call."""
    left: float = 0.0

    @property
    def picks(self) -> bool:
        """Whether a file is awaited from this browser."""
        return any(method == PICK for _, method in self.calls.values())


class Clients:
    """All browsers that are connected, or were a moment ago."""

    def __init__(
        self, main: Callable[[ft.Page], None], allow: Callable[[Any, bool], None], patience: Patience
    ) -> None:
        self.main = main
        self.allow = allow
        """Sets whether a connection may send a message as large as a file."""
        self.patience = patience
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(thread_name_prefix="flet")
        self.hub = PubSubHub(loop=self.loop, executor=self.executor)
        self._here: set[Client] = set()
        self._visits: dict[str, Visit] = {}
        self._ended = 0

    async def serve(self, scope: Any, receive: Receive, send: Send, *, url: str, key: str) -> None:
        """One websocket, from its first message to its last."""
        client = Client(self, scope, receive, send, url=url, key=key)
        self._here.add(client)
        try:
            await client.run()
        except asyncio.CancelledError:
            if not client.closing:
                raise
        finally:
            self._here.discard(client)

    def enter(self, client: Client, session_id: Any) -> tuple[Visit, bool]:
        """The visit of a browser that comes back with the same key, or a new one; and whether it is new."""
        visit = self._visits.get(session_id) if isinstance(session_id, str) else None
        if visit is not None and visit.client is None and visit.key == client.key:
            visit.client = client
            return visit, False
        visit = Visit(Session(client), client.key, client)
        self._visits[visit.session.id] = visit
        return visit, True

    async def leave(self, visit: Visit) -> None:
        """Marks a browser as gone; its visit is kept for a while."""
        visit.client, visit.left = None, self.loop.time()
        await visit.session.disconnect(int(AWAY_SECONDS))
        away = [each for each in self._visits.values() if each.client is None]
        for each in sorted(away, key=lambda each: each.left)[: max(0, len(away) - MAX_AWAY)]:
            self.end(each)

    def end(self, visit: Visit) -> None:
        """Ends a session for good."""
        if self._visits.pop(visit.session.id, None) is None:
            return
        self._ended += 1
        visit.calls.clear()
        visit.session.close()
        if visit.client is not None:
            visit.client.close(POLICY_VIOLATION)

    def sweep(self, stands: Callable[[str], bool]) -> None:
        """Ends the visits that have been away for long, and those whose key is no longer valid."""
        now = self.loop.time()
        for visit in list(self._visits.values()):
            if not stands(visit.key) or (visit.client is None and now - visit.left > AWAY_SECONDS):
                self.end(visit)
        for client in list(self._here):
            if not stands(client.key):
                client.close(POLICY_VIOLATION)
        if self._ended >= ENDED:
            self._ended = 0
            gc.collect()

    def close(self) -> None:
        """Closes every websocket."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        for client in self._here:
            client.close(GOING_AWAY)


class Client(Connection):
    """One browser on one websocket."""

    def __init__(
        self, clients: Clients, scope: Any, receive: Receive, send: Send, *, url: str, key: str
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop, self.executor, self.pubsubhub = clients.loop, clients.executor, clients.hub
        self.page_url = url
        self.key = key
        self._clients = clients
        self._scope, self._receive, self._send = scope, receive, send
        self._budget = Budget(self.loop.time)
        self._visit: Visit | None = None
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting = 0
        self._read = asyncio.Event()
        self._read.set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._size: Any = None
        self._task: asyncio.Task[Any] | None = None
        self._code: int | None = None

    def close(self, code: int) -> None:
        """Closes the websocket, unless it is closing."""
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
            await self._hear()  # the connect
            await self._send({"type": "websocket.accept"})
            async with asyncio.timeout(self._clients.patience.register):
                action, body = unpacked(await self._hear())
                if action != MessageAction.REGISTER_CLIENT.value:
                    raise Garbled
                self._register(body)
            sender = self._begin(self._send_all())
            while True:
                await self._next()
        except Gone:
            pass
        except (Garbled, TimeoutError):
            await self._end(POLICY_VIOLATION)
        except asyncio.CancelledError:
            if self._code is None:
                raise
            await self._end(self._code)
        finally:
            if sender is not None:
                sender.cancel()
            if self._visit is not None:
                await self._clients.leave(self._visit)

    async def _next(self) -> None:
        await self._read.wait()  # a browser that does not read has to wait
        raw = await self._hear()
        start = self.loop.time()
        self._act(*unpacked(raw))
        del raw
        for _ in range(3):  # until the tasks that it began, and those that these began, have run
            await asyncio.sleep(0)
        await self._budget.spend(self.loop.time() - start)

    async def _hear(self) -> bytes:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        if message["type"] == "websocket.connect":
            return b""
        raw = message.get("bytes")
        if not isinstance(raw, bytes):
            raise Garbled
        return raw

    async def _end(self, code: int) -> None:
        with suppress(OSError, RuntimeError, TimeoutError):  # closed already, or it does not read
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._send({"type": "websocket.close", "code": code})

    def _register(self, body: dict[str, Any]) -> None:
        page = page_properties(body.get("page"))
        visit, new = self._clients.enter(self, body.get("session_id"))
        self._visit, session = visit, visit.session
        _context_page.set(session.page)
        before = session.page.route
        try:
            session.apply_page_patch({**page, "web": True})
        except Exception:
            self._visit = visit.client = None
            self._clients.end(visit)
            raise Garbled from None
        shown = session.get_page_patch() if new else session.page
        answer = RegisterClientResponseBody(session_id=session.id, page_patch=shown, error="")
        self.send_message(Message(MessageAction.REGISTER_CLIENT, answer))
        if new:
            self._begin(self._start())
            return
        self._clients.allow(self._scope, visit.picks)
        session.attach_connection(self)
        self._begin(session.dispatch_connect_event())
        if session.page.route != before:
            self._begin(session.dispatch_event(PAGE_ID, "route_change", {"route": session.page.route}))

    async def _start(self) -> None:
        assert self._visit is not None
        session = self._visit.session
        try:
            context.reset_auto_update()
            self._clients.main(session.page)
            await session.after_event(session.page)
        except Exception:
            log.exception("a page could not be begun")
            session.error("scorepad")

    def _act(self, action: int, body: dict[str, Any]) -> None:
        assert self._visit is not None
        visit, session = self._visit, self._visit.session
        if action == MessageAction.CONTROL_EVENT.value:
            target, name, data = body.get("target"), body.get("name"), body.get("data")
            if not isinstance(target, int) or not isinstance(name, str):
                raise Garbled
            if target == PAGE_ID and name == "resize":
                self._resized(data)
            elif len(self._tasks) > MAX_TASKS:
                raise Garbled
            else:
                self._begin(session.dispatch_event(target, name, data))
        elif action == MessageAction.UPDATE_CONTROL_PROPS.value:
            try:
                control = body.get("id")
                allowed = page_properties if control == PAGE_ID else properties
                session.apply_patch(control, allowed(body.get("props")))
            except Exception:
                raise Garbled from None
        elif action == MessageAction.INVOKE_METHOD.value:
            call = body.get("call_id")
            asked = visit.calls.pop(call, None) if isinstance(call, str) else None
            if asked is None or asked[0] != body.get("control_id"):
                return  # no such call, or it was answered
            self._clients.allow(self._scope, visit.picks)
            result, error = body.get("result"), body.get("error")
            error = None if error is None else str(error)
            with suppress(RuntimeError):  # the control is gone
                session.handle_invoke_method_results(asked[0], call, result, error)
        else:
            raise Garbled

    def _resized(self, data: Any) -> None:
        """Many in a row count as the last one."""
        if not isinstance(data, dict) or not (is_size(data.get("width")) and is_size(data.get("height"))):
            raise Garbled
        if self._size is None:
            self._begin(self._resize())
        self._size = {"width": data["width"], "height": data["height"]}

    async def _resize(self) -> None:
        await asyncio.sleep(RESIZE_SECONDS)
        data, self._size = self._size, None
        if self._visit is not None:
            await self._visit.session.dispatch_event(PAGE_ID, "resize", data)

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def send_message(self, message: Message) -> None:
        """Queues a message to be sent."""
        if message.action is MessageAction.INVOKE_METHOD and self._visit is not None:
            self._note_call(self._visit, message.body)
        raw = b"\0" + msgpack.packb([message.action, message.body], default=_encode)
        self._waiting += len(raw)
        if self._waiting > MAX_UNSENT:
            self._read.clear()
        self._unsent.put_nowait(raw)

    def _note_call(self, visit: Visit, call: Any) -> None:
        visit.calls[call.call_id] = (call.control_id, call.name)
        if call.name == PICK:
            self._clients.allow(self._scope, True)
        if len(visit.calls) > MAX_CALLS:
            self.loop.call_soon(self._clients.end, visit)

    async def _send_all(self) -> None:
        with suppress(OSError, RuntimeError):  # closed; the receiver notices it too
            while True:
                raw = await self._unsent.get()
                await self._send({"type": "websocket.send", "bytes": raw})
                self._waiting -= len(raw)
                if self._waiting <= MAX_UNSENT:
                    self._read.set()

    def dispose(self) -> None:
        """Keeps nothing: a browser that comes back gets the whole page."""
