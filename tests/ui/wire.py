"""The wire between a session of Flet and a stand-in for its client, and the threads that all windows share."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import msgpack
from flet.controls.base_control import BaseControl
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    configure_encode_object_for_msgpack,
    decode_ext_from_msgpack,
)
from flet.pubsub.pubsub_hub import PubSubHub

if TYPE_CHECKING:
    from .conversation import Conversation

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

        # Asked for only after the loop's own callback, so that whoever awaits the job has been woken first.
        self._loop.call_soon_threadsafe(
            job.add_done_callback, lambda _: self._loop.is_closed() or self._loop.call_soon_threadsafe(done)
        )
        return job


class Hub:
    """What all windows in one event loop share: workers, and the errors that nobody awaits."""

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
