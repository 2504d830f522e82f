"""Reads the messages of a browser, and checks their limits before they are used.

Messages of Flet's client begin with the byte 0, and are MessagePack. Messages of our own script in the page begin with
the byte 1, and are JSON.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final

import msgpack
from flet.messaging.protocol import decode_ext_from_msgpack

from scorepad.web.limits import MAX_WORD

MAX_ITEMS: Final = 256
"""The most items of one list or map."""
MAX_CONTAINERS: Final = 2_000
"""The most lists and maps of one message: a megabyte has room for a million, which take Python seconds."""
MAX_DEPTH: Final = 12
MAX_ROUTE: Final = 6_000
"""The most characters of a route; a link to an evening has at most 5,500."""
MAX_SIDE: Final = 100_000.0

PAGE_PROPERTIES: Final = {
    *("route", "width", "height", "platform", "platform_brightness", "media"),
    *("pwa", "debug", "wasm", "test", "multi_view", "pyodide"),
}
"""The properties of the page that a browser may set."""


FLET: Final = b"\0"
PAGE: Final = b"\1"


class Garbled(ValueError):
    """The message is invalid, or over a limit: our page does not send such messages."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a websocket: the page shows its key."""

    key: str
    tab: str
    """A random name, chosen by the page; a duplicate of the tab has a different name."""
    look: dict[str, str] = field(default_factory=dict)
    """The language and the theme that the browser keeps for this server, if they were chosen.

    In addition, `shares` is "yes" if the browser has a share sheet, else "no", and `zone` is the name of the browser's
    time zone, if the browser knows the name.
    """


def hello(raw: bytes) -> Hello:
    """The first message of a websocket. Raises Garbled."""
    try:
        given = json.loads(raw[1:]) if raw[:1] == PAGE else None
    except (ValueError, RecursionError):
        raise Garbled from None
    if not isinstance(given, dict) or given.keys() != {"key", "tab", "look"} or not _are_words(given["look"]):
        raise Garbled
    look = given.pop("look")
    if not _are_words(given):
        raise Garbled
    return Hello(**given, look=look)


def _are_words(given: Any) -> bool:
    return isinstance(given, dict) and all(
        isinstance(each, str) and len(each) <= MAX_WORD for each in given.values()
    )


def unpacked(raw: bytes) -> tuple[int, dict[str, Any]]:
    """The action and the body of a message. Raises Garbled."""
    count = 0

    def counted(container: Any) -> Any:
        nonlocal count
        count += 1
        if count > MAX_CONTAINERS:
            raise Garbled
        return container

    if raw[:1] != FLET:
        raise Garbled
    try:
        message = msgpack.unpackb(
            memoryview(raw)[1:],
            ext_hook=decode_ext_from_msgpack,
            object_hook=counted,
            list_hook=counted,
            max_map_len=MAX_ITEMS,
            max_array_len=MAX_ITEMS,
        )
    except Exception:  # from the library, or from Flet's extensions
        raise Garbled from None
    if not isinstance(message, list) or len(message) != 2 or not _is_shallow(message, MAX_DEPTH):
        raise Garbled
    action, body = message
    if type(action) is not int or not isinstance(body, dict) or not all(isinstance(key, str) for key in body):
        raise Garbled
    return action, body


def _is_shallow(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return True
    return depth > 0 and all(_is_shallow(each, depth - 1) for each in value)


def properties(given: Any) -> dict[str, Any]:
    """Drops the sent properties that a client may not change, and returns the others. Raises Garbled.

    Flet would write any property: private ones, handlers, and the data that the app keeps with a control.
    """
    if not isinstance(given, dict) or not all(isinstance(name, str) for name in given):
        raise Garbled
    return {
        name: properties(value) if isinstance(value, dict) else value
        for name, value in given.items()
        if name != "data" and not name.startswith(("_", "on_"))
    }


def page_properties(given: Any) -> dict[str, Any]:
    """Drops the sent properties that a client may not change on the page, returns the others. Raises Garbled."""
    found = {name: value for name, value in properties(given).items() if name in PAGE_PROPERTIES}
    route = found.get("route", "/")
    if not isinstance(route, str) or len(route) > MAX_ROUTE:
        raise Garbled
    if not all(is_size(found[name]) for name in ("width", "height") if name in found):
        raise Garbled
    return found


def is_size(value: Any) -> bool:
    """Whether a value is possible as a width or a height."""
    return type(value) in (int, float) and isfinite(value) and 0 <= value <= MAX_SIDE
