"""Drive a Flet session in this process: no browser, no socket, a few milliseconds a tap.

A real `Session` talks to a stand-in for Flet's client. Every message is packed as it would be for the wire,
every patch is applied to a copy of the tree such as a client holds, and what a test sees and taps is looked
up in that copy. So a change that the app forgot to announce is not seen here either.

    app = await Driver.start(main, width=360, height=640)
    await app.tap("new-session")
    await app.type("name", "Camille")
    assert app.text("total") == "66"

Controls are found by the identifier of the `ft.Semantics` around them. Whatever would be wrong for a person
is an error here: a tap on something disabled, hidden or left behind on a lower view; a crashed session; an
update scheduler that died (the screen would freeze without a word); a client out of step.

Only the kinds of controls that the app uses are known: text fields, menus and what has `on_click`; no dialogs.
Private parts of Flet 1.0.5 are used; the version is pinned.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ClassVar, Final, NamedTuple, ParamSpec, Self, TypeVar
from weakref import WeakKeyDictionary

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.controls.object_patch import Operation
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
    decode_ext_from_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

__all__ = [
    "BackgroundError",
    "Call",
    "Driver",
    "Hub",
    "OutOfSync",
    "SchedulerDied",
    "SessionCrashed",
    "Unreachable",
    "Unsettled",
]

# Flet loads lazily: all of it now, lest a tap pays for it, or trips over CPython's #106905.
for _name in ft.__all__:
    getattr(ft, _name)

Main = Callable[[ft.Page], object]
Node = dict[str, Any]
"""A control as the client holds it: `_i` its number, `_c` its type, and what differs from the defaults."""

P = ParamSpec("P")
T = TypeVar("T")

NAP: Final = 0.0005
"""Seconds between two looks at work that is still going on; naps are counted, for a busy computer's sake."""
HANDLER_NAPS: Final = 400
"""How long a handler is waited for; one that waits for somebody, or sleeps longer, is left to itself."""
WORKER_NAPS: Final = 20_000
"""How long a worker thread is waited for."""

MINIMUM_TARGET: Final = 48
"""The smallest side of what a finger taps, in logical pixels."""


# --- What can be wrong ------------------------------------------------------------------------------------


class Unreachable(AssertionError):
    """Nobody could tap, read or type there: absent, there twice, hidden, disabled, not tappable."""


class OutOfSync(AssertionError):
    """The client does not hold what the app believes it shows."""


class SchedulerDied(AssertionError):
    """A component raised while it was drawn again; the screen would stay as it is for ever."""


class SessionCrashed(AssertionError):
    """A handler, an effect or the start raised; Flet would show its own error page."""


class BackgroundError(AssertionError):
    """A task or a worker of the app raised, where neither the user nor Flet notices."""


class Unsettled(AssertionError):
    """A worker thread of the app does not come to an end."""


# --- The tree that the client holds -----------------------------------------------------------------------

VIEW: Final = "View"
COMPONENT: Final = "C"
FIRST_DRAWN: Final = ("appbar", "leading", "icon", "prefix", "title", "label", "value", "subtitle", "content")
LAST_DRAWN: Final = ("trailing", "suffix", "helper", "error", "actions", "action", "floating_action_button")
NOT_DRAWN: Final = frozenset({"drawer", "end_drawer", "_services", "services", "theme", "dark_theme"})
"""Parts of a control that are not on the screen; a drawer is only once it has been opened."""

_RANK: Final = {
    **{key: rank - len(FIRST_DRAWN) for rank, key in enumerate(FIRST_DRAWN)},
    **{key: rank + 1 for rank, key in enumerate(LAST_DRAWN)},
}


class Found(NamedTuple):
    """A control on the screen, with the controls around it, the outermost first."""

    node: Node
    around: tuple[Node, ...]

    @property
    def kind(self) -> str:
        return str(self.node["_c"])

    @property
    def id(self) -> int:
        return int(self.node["_i"])

    @property
    def enabled(self) -> bool:
        return not any(
            each.get("disabled") or each.get("ignore_interactions") for each in (*self.around, self.node)
        )


def _parts(node: Node) -> list[Any]:
    """The values of a control's properties, those drawn first before those drawn last."""
    keys = [key for key, part in node.items() if isinstance(part, dict | list) and key not in NOT_DRAWN]
    return [node[key] for key in sorted(keys, key=lambda key: _RANK.get(key, 0))]


def _drawn(value: Any, around: tuple[Node, ...] = (), opened: Collection[int] = ()) -> list[Found]:
    """All visible controls in a subtree, outer before inner; the items of a menu only while it is open."""
    drawn: list[Found] = []

    def draw(value: Any, around: tuple[Node, ...]) -> None:
        if isinstance(value, list):
            for each in value:
                draw(each, around)
        elif not isinstance(value, dict) or value.get("visible") is False:
            return
        elif "_c" not in value:
            for each in value.values():
                draw(each, around)
        elif value["_c"] == COMPONENT:
            draw(value.get("_b"), around)
        else:
            drawn.append(Found(value, around))
            around = (*around, value)
            if value["_c"] == MENU and value["_i"] not in opened:
                draw(value.get("content"), around)
                return
            for part in _parts(value):
                draw(part[::-1] if value.get("reverse") and isinstance(part, list) else part, around)

    draw(value, around)
    return drawn


def unwrapped(value: object) -> Iterator[Node]:
    """The controls in a list that may be nested in components, as `page.views` is."""
    if isinstance(value, list):
        for each in value:
            yield from unwrapped(each)
    elif isinstance(value, dict):
        if value.get("_c") == COMPONENT:
            yield from unwrapped(value.get("_b"))
        else:
            yield value


class Client:
    """What a client holds: the tree it was first sent, and every patch since."""

    def __init__(self, tree: Node | None = None) -> None:
        self.tree: Node = tree or {}
        self._controls: dict[int, Node] = {}
        """The controls in the tree, by their numbers."""
        self._note(self.tree)

    def find(self, number: int) -> Node | None:
        return self._controls.get(number)

    def _note(self, value: Any) -> None:
        """Note the controls in what comes into the tree."""
        if isinstance(value, dict):
            if "_i" in value:
                self._controls[value["_i"]] = value
            for each in value.values():
                self._note(each)
        elif isinstance(value, list):
            for each in value:
                self._note(each)

    def _forget(self, value: Any) -> None:
        """Forget the controls in what leaves the tree, but none that has come in again elsewhere."""
        if isinstance(value, dict):
            if self._controls.get(value.get("_i", 0)) is value:
                del self._controls[value["_i"]]
            for each in value.values():
                self._forget(each)
        elif isinstance(value, list):
            for each in value:
                self._forget(each)

    def apply(self, number: int, patch: list[Any]) -> None:
        """Apply `[places, operation…]`: a place is `[number, {key: place}]`, an operation names its place.

        Raises OutOfSync where the tree has not what the patch wants to change.
        """
        root = self.find(number)
        if root is None:
            raise OutOfSync(f"a patch for control {number}, which the client does not have")
        places, *operations = patch
        paths: dict[int, tuple[Any, ...]] = {}

        def read(place: list[Any], path: tuple[Any, ...]) -> None:
            paths[place[0]] = path
            for key, inner in (place[1] if len(place) > 1 else {}).items():
                read(inner, (*path, key))

        read(places, ())
        for operation in operations:
            try:
                self._operate(root, paths, operation)
            except (KeyError, IndexError, TypeError) as missing:
                raise OutOfSync(
                    f"the client cannot do {operation!r:.200} on control {number}: {missing!r}"
                ) from missing

    def _operate(self, root: Node, paths: Mapping[int, tuple[Any, ...]], operation: list[Any]) -> None:
        def at(place: int) -> Any:
            value: Any = root
            for key in paths[place]:
                value = value[key]
            return value

        kind, place, key, *rest = operation
        target = at(place)
        match Operation(kind):
            case Operation.Add if isinstance(target, list):
                if not 0 <= key <= len(target):
                    raise IndexError(key)
                target.insert(key, rest[0])
                self._note(rest[0])
            case Operation.Replace | Operation.Add:
                self._forget(target[key] if isinstance(target, list) else target.get(key))
                target[key] = rest[0]
                self._note(rest[0])
            case Operation.Remove:
                self._forget(target.pop(key))
            case Operation.Move:
                to, index = rest
                at(to).insert(index, target.pop(key))


# --- The wire between a session and its client ------------------------------------------------------------


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
        self.windows: list[Driver] = []
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


class _Wire(Connection):
    def __init__(self, driver: Driver) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.executor = driver.hub.workers
        self.pubsubhub = PubSubHub(self.loop, self.executor)
        self.page_url = "ws://127.0.0.1"  # Flet takes that of the websocket
        self.messages = 0
        self._driver = driver

    def send_message(self, message: Message) -> None:
        raw = msgpack.packb([message.action, message.body], default=_ENCODE)
        self.messages += 1
        self._driver._receive(message.action, _unpacked(raw)[1])


_ENCODE: Final[Callable[[Any], Any]] = configure_encode_object_for_msgpack(BaseControl)


def _unpacked(raw: bytes) -> Any:
    return msgpack.unpackb(raw, ext_hook=decode_ext_from_msgpack, strict_map_key=False)


# --- The driver -------------------------------------------------------------------------------------------


class Driver:
    """One window of the app and whoever sits before it."""

    def __init__(self, *, web: bool, platform: ft.PagePlatform) -> None:
        self.hub = Hub.here()
        self.web = web
        self.platform = platform
        self.client = Client()
        self.taps = 0
        """How often a finger went down: what the design counts."""
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
        self.focused: int | None = None
        """The number of the text field that has the focus."""
        self.focused_tile: int | None = None
        """The number of the tile that the app gave the focus."""
        self.history: list[str] = []
        """The routes of this window, oldest first, as a browser remembers them."""
        self._opened: set[int] = set()
        self._failures: list[AssertionError] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._effects: dict[int, Any] = {}
        self._seen: list[Found] | None = None
        """What is on the screen, until something changes it."""
        self._wire = _Wire(self)
        self.session: Any = Session(self._wire)  # its class is typed in part only
        self._watch_effects()

    @property
    def page(self) -> ft.Page:
        """The app's own page; what is on the screen is better asked of the driver."""
        page = self.session.page
        assert isinstance(page, ft.Page)
        return page

    @classmethod
    async def start(
        cls,
        main: Main,
        *,
        width: float = 360,
        height: float = 640,
        platform: ft.PagePlatform = ft.PagePlatform.ANDROID,
        web: bool = False,
        route: str = "/",
        before: Callable[[Driver], object] | None = None,
    ) -> Self:
        """Open a window and run `main` in it; `before` may prepare the driver ahead of the app's first line."""
        driver = cls(web=web, platform=platform)
        driver.hub.windows.append(driver)
        if before is not None:
            before(driver)
        driver.history.append(route)
        driver.session.apply_page_patch(
            {
                "route": route,
                "width": width,
                "height": height,
                "platform": platform.value,
                "platform_brightness": ft.Brightness.LIGHT.value,
                "web": web,
                "pwa": False,
                "debug": False,
                "wasm": web,
                "test": False,
                "multi_view": False,
                "pyodide": False,
            }
        )
        driver._wire.send_message(
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

    async def reload(self) -> None:
        """Load the web page again: the same session, a client that starts from nothing."""
        await self.session.disconnect(3600)
        self.client = Client()
        self._opened.clear()
        self.focused = None
        self._wire = _Wire(self)
        self._wire.send_message(
            Message(MessageAction.REGISTER_CLIENT, RegisterClientResponseBody(self.session.id, self.page, ""))
        )
        self._spawn(self.session.connect(self._wire))
        await self.settle()

    async def close(self) -> None:
        """Close the window for good."""
        await self.session.disconnect(0)
        self.session.close()
        self.hub.windows.remove(self)
        await asyncio.sleep(0)

    # --- What is on the screen -----------------------------------------------------------------------------

    @property
    def route(self) -> str:
        return str(self.client.tree.get("route", "/"))

    @property
    def title(self) -> str | None:
        return self.client.tree.get("title")

    @property
    def views(self) -> list[str]:
        """The routes of the stacked views; the last is the one that is seen."""
        return [str(view.get("route", "/")) for view in self.stacked()]

    def identifiers(self) -> list[str]:
        """The test ids within reach, in the order in which they are drawn."""
        return [name for each in self.screen() if (name := _identifier(each.node))]

    def exists(self, identifier: str) -> bool:
        return identifier in self.identifiers()

    def find(self, identifier: str) -> Found:
        """The one `Semantics` of that name within reach."""
        matches = [each for each in self.screen() if _identifier(each.node) == identifier]
        if len(matches) != 1:
            raise Unreachable(
                f"{identifier!r} {self._why_not(identifier, len(matches))}{self._surroundings()}"
            )
        return matches[0]

    def node(self, identifier: str) -> Node:
        """The `Semantics` as the client holds it: `label`, `selected`, `toggled`, `disabled`…"""
        return self.find(identifier).node

    def text(self, identifier: str) -> str:
        """All that is written inside, in the order in which it is drawn."""
        return " ".join(self.texts_in(self.find(identifier)))

    def texts(self) -> list[str]:
        """All that is written within reach."""
        return [text for each in self.screen() for text in _written(each.node)]

    def name(self, identifier: str) -> str:
        """What a screen reader says of it."""
        found = self.find(identifier)
        return _accessible_name(found, self.inside(found), merged=True)

    def value(self, identifier: str) -> str:
        """What the text field inside holds."""
        for each in self.inside(self.find(identifier)):
            if each.kind == FIELD:
                return str(each.node.get("value", ""))
        raise Unreachable(f"no text field in {identifier!r}{self._surroundings()}")

    def enabled(self, identifier: str) -> bool:
        """Whether a tap would do something."""
        return any(each.enabled for each in self._tappable(self.find(identifier)))

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

    async def burst(self, *identifiers: str) -> None:
        """Tap one control after another, all before the app answers the first tap."""
        targets = [self._target(identifier) for identifier in identifiers]
        for target in targets:
            self._spawn(self.session.dispatch_event(target.id, "click", None))
        await self.settle()

    async def type(self, identifier: str, value: str, *, submit: bool = False) -> None:
        """Replace what a text field holds, letter by letter as a keyboard does, and press Enter if asked."""
        for end in range(1, len(value) + 1) if value else [0]:
            await self.paste(identifier, value[:end])
        if submit:
            await self._event(self._field(identifier).id, "submit", value)

    async def paste(self, identifier: str, value: str) -> None:
        """Replace what a text field holds, all at once."""
        found = self._field(identifier)
        if self.focused != found.id:
            await self.blur()
            self.focused = found.id
            await self._event(found.id, "focus")
        await self._change(self._field(identifier).id, {"value": value}, "change", value)

    @property
    def in_focus(self) -> str | None:
        """The identifier of the tile in sight that the app gave the focus, if any."""
        for each in self.screen():
            if each.id == self.focused_tile:
                return next(filter(None, map(_identifier, reversed(each.around))), None)
        return None

    async def blur(self) -> None:
        """Take the focus from the text field that has it, if any."""
        number, self.focused = self.focused, None
        if number is not None and self.client.find(number) is not None:
            await self._event(number, "blur")

    async def key(
        self, key: str, *, ctrl: bool = False, shift: bool = False, alt: bool = False, meta: bool = False
    ) -> None:
        """Press a key, named as Flet names it: "g", "1", "Numpad 1", "Enter", "Escape", "Arrow Left", " ".

        The page hears it wherever the focus is, text fields included.
        """
        if self.client.tree.get("on_keyboard_event"):
            label = key.upper() if len(key) == 1 else key
            pressed = {"key": label, "shift": shift, "ctrl": ctrl, "alt": alt, "meta": meta}
            await self._event(PAGE, "keyboard_event", pressed)

    async def back(self) -> None:
        """Go back as Android's gesture does: leave the view."""
        if len(self.stacked()) < 2:
            raise Unreachable(f"back on {self.route!r} would leave the app{self._surroundings()}")
        top = self.stacked()[-1]
        if top.get("can_pop") is False:
            if not top.get("on_confirm_pop"):
                raise Unreachable(f"the view {top.get('route')!r} refuses to go back{self._surroundings()}")
            await self._event(top["_i"], "confirm_pop")
        else:
            await self._event(PAGE, "view_pop", {"route": top.get("route", "/")})

    async def browser_back(self) -> None:
        """Press the browser's own back button."""
        if len(self.history) < 2:
            raise Unreachable("the browser has nowhere to go back to")
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
        await self._change(
            PAGE, {"width": width, "height": height}, "resize", {"width": width, "height": height}
        )

    async def wait_until(self, condition: Callable[[], bool], seconds: float = 2) -> None:
        """Wait for something that needs real time, such as a delay in the app."""
        end = asyncio.get_running_loop().time() + seconds
        while not condition():
            if asyncio.get_running_loop().time() > end:
                raise Unsettled(f"it did not happen within {seconds} s{self._surroundings()}")
            await asyncio.sleep(0.005)
            await self.settle()

    # --- Whether all is well -------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Let everything that is under way in all windows of the hub come to rest, then look for damage."""
        calm = naps = 0
        while calm < 3:
            before = sum(window._wire.messages for window in self.hub.windows)
            for _ in range(6):
                await asyncio.sleep(0)
            working = self.hub.workers.busy > 0
            if working and naps > WORKER_NAPS:
                raise Unsettled("a worker thread of the app does not come to an end")
            handling = any(window._tasks for window in self.hub.windows)
            if working or (handling and naps < HANDLER_NAPS):
                naps += 1
                await asyncio.sleep(NAP)
                calm = 0
                continue
            moved = sum(window._wire.messages for window in self.hub.windows) != before
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
            raise SchedulerDied(f"{died!r} stopped all further drawing") from died
        if self._failures:
            raise self._failures[0]
        for effect in self._effects.values():
            for task in (effect._setup_task, effect._cleanup_task):
                if task is not None and task.done() and not task.cancelled() and (error := task.exception()):
                    raise BackgroundError(f"an async effect raised {error!r}") from error
        if self.hub.errors:
            raise BackgroundError(self.hub.errors[0])

    def assert_in_sync(self) -> None:
        """Compare the client's tree with the app's, control by control and property by property."""
        objects: dict[int, Any] = {}
        remembered = ("__prev_lists", "__prev_dicts", "__prev_classes")

        def looked_at(thing: Any) -> Any:
            """Encode without leaving a trace: Flet compares its next patch with what it encoded last."""
            kept = getattr(thing, "__dict__", {})
            before = {key: kept[key] for key in remembered if key in kept}
            encoded = _ENCODE(thing)
            if isinstance(thing, BaseControl):
                objects[thing._i] = thing
            for key in remembered:
                if key in before:
                    object.__setattr__(thing, key, before[key])
                elif key in kept:
                    object.__delattr__(thing, key)
            return encoded

        def packed(thing: Any) -> Any:
            return _unpacked(msgpack.packb(thing, default=looked_at))

        differences: list[str] = []

        def compare(app: Any, client: Any, path: str) -> None:
            if isinstance(app, dict) and isinstance(client, dict):
                control = objects.get(int(client.get("_i") or 0))
                for key in app.keys() | client.keys():
                    there = app.get(key)
                    if key not in app and control is not None:  # a default, which only the app leaves out
                        there = getattr(control, key, None)
                        there = there is not None if key.startswith("on_") else packed(there)
                    compare(there, client.get(key), f"{path}.{key}")
            elif isinstance(app, list) and isinstance(client, list) and len(app) == len(client):
                for index, (mine, theirs) in enumerate(zip(app, client, strict=True)):
                    compare(mine, theirs, f"{path}[{index}]")
            elif (app or None) != (client or None):
                differences.append(f"{path}: the app has {app!r:.120}, the client {client!r:.120}")

        compare(packed(self.page), self.client.tree, "page")
        if differences:
            raise OutOfSync("\n".join(["the client is out of step:", *differences[:20]]))

    def unnamed_controls(self) -> list[str]:
        """What can be tapped or filled in but has no name for a screen reader.

        A tooltip names a Container; that of an icon button names only a box around the button, unless
        MergeSemantics joins the two.
        """
        return [
            _described(each)
            for each in self.screen()
            if (
                _action(each.node)
                or each.kind in {FIELD, MENU}
                or (each.kind == "Semantics" and each.node.get("button"))
            )
            and not self._named(each)
        ]

    def small_targets(self, minimum: float = MINIMUM_TARGET) -> list[str]:
        """What can be tapped but is too small for a finger, by its own size or a size around it."""
        flaws = []
        for each in self.screen():
            if not _action(each.node):
                continue
            for side in ("height", "width"):
                known = _known_sizes(each, side)
                if known and min(known) < minimum:
                    flaws.append(f"{_described(each)}: {side} {min(known):g}")
        return flaws

    # --- The client's side of the conversation -------------------------------------------------------------

    def _receive(self, action: MessageAction, body: Any) -> None:
        self._seen = None
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
                self._failures.append(SessionCrashed(body["message"]))
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
        self._seen = None
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
            self._failures.append(error if isinstance(error, AssertionError) else BackgroundError(trace))

    async def _activate(self, target: Found) -> None:
        node = target.node
        for action in _as_list(node.get("action")):
            await self._act(action)
        if target.kind == MENU:
            self._opened.symmetric_difference_update({target.id})
            self._seen = None
            await self._event(target.id, "open" if target.id in self._opened else "cancel")
            return
        if target.kind == "PopupMenuItem":
            self._opened.clear()
            self._seen = None
        await self._event(target.id, _action(node) or "click")

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

    def _watch_effects(self) -> None:
        """Note every effect: Flet keeps the task of an async one and never looks whether it failed."""
        schedule = self.session.schedule_effect

        def noted(effect: Any, is_cleanup: bool) -> None:
            self._effects[id(effect)] = effect
            schedule(effect, is_cleanup)

        self.session.schedule_effect = noted

    # --- Looking around ------------------------------------------------------------------------------------

    def stacked(self) -> list[Node]:
        """The views as the client holds them; the last is the one that is seen."""
        return [view for view in unwrapped(self.client.tree.get("views", [])) if view["_c"] == VIEW]

    def screen(self) -> list[Found]:
        """Whatever is within reach: the top view."""
        if self._seen is None:
            for layer in ("_dialogs", "_overlay"):
                if list(unwrapped(self.client.tree.get(layer, {}).get("controls", []))):
                    raise Unreachable(f"something lies over the view that no test can see: {layer}")
            self._seen = _drawn(self.stacked()[-1:], (), self._opened)
        return self._seen

    def inside(self, found: Found) -> list[Found]:
        """A control on the screen, and those in it."""
        return _drawn(found.node, found.around, self._opened)

    def texts_in(self, found: Found) -> list[str]:
        return [text for each in self.inside(found) for text in _written(each.node)]

    def _tappable(self, found: Found) -> list[Found]:
        inside = [each for each in self.inside(found) if _action(each.node)]
        return inside or [each for each in _enclosing(found) if _action(each.node)]

    def _target(self, identifier: str) -> Found:
        found = self.find(identifier)
        for each in self._tappable(found):
            if each.enabled:
                return each
        why = (
            f"{identifier!r} is disabled"
            if self._disabled(found)
            else f"nothing in {identifier!r} reacts to a tap"
        )
        raise Unreachable(f"{why}{self._surroundings()}")

    def _disabled(self, found: Found) -> bool:
        """Whether it, or something in it, is shown as out of use."""
        return not all(each.enabled for each in self.inside(found))

    def _field(self, identifier: str) -> Found:
        found = self.find(identifier)
        for each in self.inside(found):
            if each.kind == FIELD:
                if not each.enabled or each.node.get("read_only"):
                    raise Unreachable(
                        f"the field in {identifier!r} cannot be typed into{self._surroundings()}"
                    )
                return each
        raise Unreachable(f"no text field in {identifier!r}{self._surroundings()}")

    def _named(self, each: Found) -> bool:
        merged = any(outer["_c"] == "MergeSemantics" for outer in each.around)
        if _accessible_name(each, self.inside(each), merged=merged or each.kind != MENU):
            return True
        return any(
            outer["_c"] == "Semantics"
            and outer.get("label")
            and sum(1 for inner in _drawn(outer) if _action(inner.node) or inner.kind == FIELD) == 1
            for outer in each.around
        )

    def _why_not(self, identifier: str, matches: int) -> str:
        if matches:
            return f"is there {matches} times"

        below = any(_identifier(each.node) == identifier for each in _drawn(self.stacked()[:-1]))
        return "is on a view below" if below else "is not on the screen"

    def _surroundings(self) -> str:
        lines = []
        for each in self.screen():
            if name := _identifier(each.node):
                tappable = any(one.enabled for one in self._tappable(each))
                state = " [tap]" if tappable else " [disabled]" if self._disabled(each) else ""
                lines.append(f"    {name}{state}  {' '.join(self.texts_in(each))[:60]}")
        where = f"route: {self.route}   views: {self.views}"
        return "\n".join(["", f"  {where}", "  within reach:", *(lines or ["    no identifiers at all"])])


# --- Kinds of controls ------------------------------------------------------------------------------------

PAGE: Final = 1
"""The number of every session's page."""

MOBILE: Final = frozenset({ft.PagePlatform.ANDROID, ft.PagePlatform.ANDROID_TV, ft.PagePlatform.IOS})
FIELD: Final = "TextField"
MENU: Final = "PopupMenuButton"
"""Its tooltip names a box around the button and not the button itself."""


def _action(node: Node) -> str | None:
    """The event that a tap on this control raises, if it reacts to taps at all."""
    if node["_c"] == MENU:
        return "open"
    if node.get("on_click") or node.get("action"):
        return "click"
    return None


def _identifier(node: Node) -> str | None:
    return node.get("identifier") if node["_c"] == "Semantics" else None


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _enclosing(found: Found) -> list[Found]:
    """The controls around, the nearest first."""
    return [Found(node, found.around[:depth]) for depth, node in reversed(list(enumerate(found.around)))]


_STRINGS: Final = ("title", "label", "text", "subtitle", "content", "helper", "error")


def _written(node: Node) -> Iterator[str]:
    """The strings that this control itself puts on the screen."""
    if node["_c"] == "Text":
        spans = "".join(span.get("text") or "" for span in node.get("spans") or [])
        if text := f"{node.get('value') or ''}{spans}":
            yield text.replace("\n", " ")
        return
    if node["_c"] in ("Semantics", "TextSpan"):
        return
    for key in (*_STRINGS, *(("value",) if node["_c"] == FIELD else ())):
        if isinstance(written := node.get(key), str) and written:
            yield written


def _spoken(node: Node) -> Iterator[str]:
    """The strings that this control itself gives to a screen reader."""
    if node.get("semantics_label") is not None:
        yield str(node["semantics_label"])
    elif node["_c"] == "Semantics":
        yield node.get("label") or ""
    else:
        yield from _written(node)
        if isinstance(hint := node.get("hint_text"), str):
            yield hint


def _tooltip(node: Node) -> str:
    tooltip = node.get("tooltip")
    return str(tooltip.get("message", "") if isinstance(tooltip, dict) else tooltip or "")


def _accessible_name(found: Found, inside: Iterable[Found], *, merged: bool) -> str:
    """What a screen reader says of a control; tooltips count where they are merged into it."""
    said: list[str] = []
    silent: list[Node] = []
    for each in inside:
        if any(outer is quiet for quiet in silent for outer in each.around):
            continue
        if each.node.get("exclude_semantics"):
            silent.append(each.node)
        if merged and (tip := _tooltip(each.node)):
            said.append(tip)
        said.extend(_spoken(each.node))
    return " ".join(word for word in said if word.strip())


def _described(each: Found) -> str:
    around = next((name for outer in reversed(each.around) if (name := _identifier(outer))), None)
    text = " ".join(text for inner in _drawn(each.node) for text in _written(inner.node))[:40]
    return f"{each.kind} #{each.id}{f' in {around!r}' if around else ''}{f' {text!r}' if text else ''}"


def _known_sizes(found: Found, side: str) -> list[float]:
    """The sizes that hold for a control: its own (or its only child's) and those around it."""
    sizes: list[float] = []
    inner: Any = found.node
    while (
        isinstance(inner, dict)
        and not _is_size(inner.get(side))
        and inner["_c"] in {"GestureDetector", "Semantics"}
    ):
        inner = inner.get("content")
    chain = [*found.around, inner if isinstance(inner, dict) else found.node]
    for parent, node in zip([{"_c": ""}, *chain], chain, strict=False):
        stretched = node.get("expand") and (
            (side == "width" and parent["_c"] == "Row")
            or (side == "height" and parent["_c"] in {"Column", VIEW})
        )
        if _is_size(node.get(side)) and not stretched:
            sizes.append(float(node[side]))
    return sizes


def _is_size(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
